"""The database schema: a table is stored as its options, its seed and its moves.

The `migrations` bring databases of earlier versions to this schema.
"""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    text,
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
    # SECRET until the game is over; empty until it starts, which is when it is drawn
    Column("seed", String, nullable=False),
    Column("host", String),
    Column("listed", Boolean, nullable=False),
    Column("chat", Boolean, nullable=False),
    Column("away", Integer, nullable=False),  # seconds until a bot plays for an absent player
    Column("made", Float, nullable=False),
    Column("moved", Float, nullable=False),
    Column("over", Boolean, nullable=False, default=False),
    Column("uploaded", Boolean, nullable=False, default=False),
    Column("next", String),  # the rematch
    Column("salt", String),  # SECRET until the game is over; drawn with the seed
    Column("due", Float),  # when a bot is due to move, if one is
    Column(
        "claimed", Float, nullable=False, server_default=text("0")
    ),  # when a process's claim on the turn expires
    Index("tables_due", "due"),
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
    Column("gone", Float),  # when the guest went away
)

moves = Table(
    "moves",
    metadata,
    # The primary key makes sure that each number is used once, even if a move is sent twice.
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("move", String, nullable=False),  # or `undo`, which takes back the previous move
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

# Reviews and their decisions, independent of any language.
reviews = Table(
    "reviews",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("guest", String, nullable=False),  # who asked for it
    Column("asked", Float, nullable=False),
    Column("decisions", Integer, nullable=False),  # in the game
    Column("process", String),  # the one working on it
    Column("claimed", Float, nullable=False, server_default=text("0")),  # the claim's expiry
    # The result without its decisions, once finished.
    Column("told", JSON(none_as_null=True), key="result"),
    Index(
        "reviews_waiting",
        "asked",
        postgresql_where=text("told IS NULL"),
        sqlite_where=text("told IS NULL"),
    ),
)

judgments = Table(
    "judgments",
    metadata,
    # The primary key makes sure that each decision is stored once.
    Column("table", ForeignKey("reviews.table"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("told", JSON, nullable=False, key="decision"),
    Column("at", Float, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String, primary_key=True),  # the secret itself is not stored
    Column("guest", String, nullable=False),
    Column("kind", String, nullable=False),  # link or cookie
    Column("until", Float, nullable=False),
)

# Running server processes; presence rows are deleted with their process.
processes = Table(
    "processes",
    metadata,
    Column("id", String, primary_key=True),
    Column("seen", Float, nullable=False),
)

presence = Table(
    "presence",
    metadata,
    Column("process", ForeignKey("processes.id", ondelete="CASCADE"), primary_key=True),
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("guest", String, primary_key=True),
    Index("presence_table", "table"),
)

# What a backup contains, in this order.
LASTING = (guests, tables, seats, moves, sayings, reviews, judgments, tokens)
