"""Reviews of finished games, decision by decision."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add reviews, and the evaluations they consist of."""
    op.create_table(
        "reviews",
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.String, nullable=False),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("decisions", sa.Integer, nullable=False),
        sa.Column("process", sa.String),
        sa.Column("claimed", sa.Float, nullable=False, server_default=sa.text("0")),
        sa.Column("told", sa.JSON),
    )
    waiting = sa.text("told IS NULL")
    op.create_index(
        "reviews_waiting", "reviews", ["asked"], postgresql_where=waiting, sqlite_where=waiting
    )
    op.create_table(
        "judgments",
        sa.Column("table", sa.String, sa.ForeignKey("reviews.table"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("told", sa.JSON, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
