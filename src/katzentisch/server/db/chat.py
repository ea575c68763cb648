"""Chat messages in the database."""

import time

from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database

TRIES = 20  # to get a number for a message


class ChatStore:
    """Reads and writes chat messages."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def say(self, table: str, name: str, text: str) -> None:
        """Store a chat message under the next number."""
        row = {"table": table, "name": name, "text": text, "at": time.time()}
        count = select(func.count()).where(schema.sayings.c.table == table)
        for _ in range(TRIES):
            try:
                async with self.database.writing() as connection:
                    number = (await connection.execute(count)).scalar_one()
                    await connection.execute(insert(schema.sayings).values(number=number, **row))
                break
            except IntegrityError:
                continue
        self.database.notify("saying", table, None)

    async def sayings(self, table: str, number: int = 0) -> list[tuple[str, str]]:
        """Chat messages from this number on: name and text."""
        columns = schema.sayings.c
        said = select(columns.name, columns.text).where(
            columns.table == table, columns.number >= number
        )
        async with self.database.reading() as connection:
            rows = await connection.execute(said.order_by(columns.number))
            return [(name, text) for name, text in rows]
