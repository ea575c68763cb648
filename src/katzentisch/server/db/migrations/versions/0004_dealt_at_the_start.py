"""A table's seed is drawn when its game starts, no longer when it is opened."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

# Whoever has sat at a waiting table may know its deal: it gets another when it starts.
FORGET = """
UPDATE "tables" SET seed = '', salt = NULL
WHERE id IN (SELECT "table" FROM seats WHERE kind = 'open')
"""


def upgrade() -> None:
    """Forget the seeds of tables that still wait for players."""
    op.execute(sa.text(FORGET))
