"""What runs beside the requests: bots that think, reviews, and the pool of processes for both."""
