"""Many processes: leases for turns, presence, tokens, and notifications of every change."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

# On PostgreSQL, every change notifies all processes, in the same transaction.
TELL = """
CREATE FUNCTION katzentisch_tell() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changed jsonb := CASE WHEN TG_OP = 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
    PERFORM pg_notify('katzentisch', concat_ws(' ', TG_ARGV[0],
        CASE WHEN TG_TABLE_NAME = 'tables' THEN changed->>'id' ELSE changed->>'table' END,
        CASE WHEN TG_TABLE_NAME = 'moves' THEN changed->>'number' END));
    RETURN NULL;
END $$
"""
TRIGGERS = (
    ("moves", "INSERT", "move"),
    ("sayings", "INSERT", "saying"),
    ("seats", "UPDATE OF kind, guest, level, name", "seat"),
    ("tables", "UPDATE OF next", "seat"),
    ("presence", "INSERT OR DELETE", "presence"),
)


def upgrade() -> None:
    """Add what several processes need to know about each other."""
    op.add_column("tables", sa.Column("salt", sa.String))
    op.add_column("tables", sa.Column("due", sa.Float))
    op.add_column(
        "tables", sa.Column("claimed", sa.Float, nullable=False, server_default=sa.text("0"))
    )
    op.create_index("tables_due", "tables", ["due"])
    op.add_column("seats", sa.Column("gone", sa.Float))
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String, primary_key=True),
        sa.Column("guest", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("seen", sa.Float, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column(
            "process",
            sa.String,
            sa.ForeignKey("processes.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("table", sa.String, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("guest", sa.String, primary_key=True),
    )
    op.create_index("presence_table", "presence", ["table"])
    wake_tables_of_old()
    if op.get_bind().dialect.name == "postgresql":
        tell_of_changes()


def wake_tables_of_old() -> None:
    """Mark running games as due: it may be a bot's turn; the first process to check will see."""
    op.execute(sa.text('UPDATE "tables" SET due = 0 WHERE NOT over AND NOT uploaded'))


def tell_of_changes() -> None:
    op.execute(TELL)
    for table, change, topic in TRIGGERS:
        op.execute(
            f'CREATE TRIGGER katzentisch_{table} AFTER {change} ON "{table}"'
            f" FOR EACH ROW EXECUTE FUNCTION katzentisch_tell('{topic}')"
        )
