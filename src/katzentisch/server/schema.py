"""What is kept: a table is its options, its seed and its moves, one row each."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
)

metadata = MetaData()

guests = Table(
    "guests",
    metadata,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String, primary_key=True),
    Column("game", String, nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String, nullable=False),  # SECRET until the game is over
    Column("host", String),
    Column("listed", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("away", Integer, nullable=False),  # seconds until a bot plays for who is away
    Column("made", Float, nullable=False),
    Column("moved", Float, nullable=False),
    Column("over", Boolean, nullable=False, default=False),
    Column("uploaded", Boolean, nullable=False, default=False),
    Column("next", String),  # the rematch
)

seats = Table(
    "seats",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String, nullable=False),  # guest, bot or open
    Column("guest", String, index=True),
    Column("level", String),  # of a bot
    Column("name", String),
)

moves = Table(
    "moves",
    metadata,
    # The key makes a move happen once, whoever sends it twice.
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("move", String, nullable=False),  # or `undo`, which takes the one before back
    Column("at", Float, nullable=False),
)

sayings = Table(
    "sayings",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("name", String, nullable=False),
    Column("text", String, nullable=False),
    Column("at", Float, nullable=False),
)
