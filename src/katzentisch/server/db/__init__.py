"""What is kept: tables, moves, guests, chat, leases and reviews, in SQLite or PostgreSQL."""
