"""What a seat at Cat in the Box may know: events, views, and worlds that fit what it has seen."""
