"""What a seat at Big Bang may know: events, views, and worlds that fit what it has seen."""
