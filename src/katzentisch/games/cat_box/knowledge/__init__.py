"""What a seat at Cat Box may know: events, views, and worlds that fit what it has seen."""
