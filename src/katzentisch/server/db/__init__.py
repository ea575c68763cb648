"""Storage in SQLite or PostgreSQL: tables, moves, guests, chat, leases and reviews."""
