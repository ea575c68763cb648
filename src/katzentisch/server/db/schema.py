"""What is kept: a table is its options, its seed and its moves, one row each.

How the database gets there from earlier versions is told in `migrations`.
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
    Column("salt", String),  # SECRET until the game is over; tables of old have none
    Column("due", Float),  # when a bot is to move, if one is
    Column("claimed", Float, nullable=False, server_default=text("0")),  # until then by a process
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
    Column("gone", Float),  # since when a guest has not been looking
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

# What a review is made of, decision by decision, and what came out; told in no language.
reviews = Table(
    "reviews",
    metadata,
    Column("table", ForeignKey("tables.id"), primary_key=True),
    Column("guest", String, nullable=False),  # who asked for it
    Column("asked", Float, nullable=False),
    Column("decisions", Integer, nullable=False),  # that the game has
    Column("process", String),  # that works at it
    Column("claimed", Float, nullable=False, server_default=text("0")),  # by it, until then
    Column("told", JSON(none_as_null=True)),  # the result without its decisions, once there is one
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
    # The key makes a decision be judged once, whoever works at it.
    Column("table", ForeignKey("reviews.table"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("told", JSON, nullable=False),
    Column("at", Float, nullable=False),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", String, primary_key=True),  # of the secret, which only its owner has
    Column("guest", String, nullable=False),
    Column("kind", String, nullable=False),  # link or cookie
    Column("until", Float, nullable=False),
)

# A server process that is running, and who looks at what through it. Gone with it.
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

# What a backup holds, in this order.
LASTING = (guests, tables, seats, moves, sayings, reviews, judgments, tokens)
