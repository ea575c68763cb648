"""What a seat at Ed, the Cat may know: events, views, and worlds that fit what it has seen."""
