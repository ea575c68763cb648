"""Guests in the database: their names and tokens."""

import time

from sqlalchemy import bindparam, delete, insert, select, update

from katzentisch.server.db import schema
from katzentisch.server.db.engine import Database

# A frequent statement, built once.
NAME = select(schema.guests.c.name).where(schema.guests.c.id == bindparam("guest"))


class GuestStore:
    """Reads and writes guests, who have a name but no account."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def name_of(self, guest: str) -> str | None:
        """The name a guest has chosen, if any."""
        async with self.database.reading() as connection:
            return (await connection.execute(NAME, {"guest": guest})).scalar()

    async def rename(self, guest: str, name: str) -> None:
        """Change a guest's name, at their tables too."""
        sits = schema.seats.c.guest == guest
        async with self.database.writing() as connection:
            known = update(schema.guests).where(schema.guests.c.id == guest).values(name=name)
            if (await connection.execute(known)).rowcount == 0:
                await connection.execute(insert(schema.guests).values(id=guest, name=name))
            await connection.execute(update(schema.seats).where(sits).values(name=name))
            where = select(schema.seats.c.table).where(sits)
            tables = list((await connection.execute(where)).scalars())
        for table in tables:
            self.database.notify("seat", table, None)

    # Tokens: only their hashes are stored.

    async def add_token(self, hashed: str, guest: str, kind: str, until: float) -> None:
        """Store a token's hash; the token is valid until the given time."""
        row = {"hash": hashed, "guest": guest, "kind": kind, "until": until}
        async with self.database.writing() as connection:
            gone = delete(schema.tokens).where(schema.tokens.c.until < time.time())
            await connection.execute(gone)
            await connection.execute(insert(schema.tokens).values(row))

    async def guest_by_token(self, hashed: str, kind: str) -> str | None:
        """The guest a valid token belongs to."""
        columns = schema.tokens.c
        valid = (columns.hash == hashed, columns.kind == kind, columns.until >= time.time())
        async with self.database.reading() as connection:
            return (await connection.execute(select(columns.guest).where(*valid))).scalar()

    async def consume_token(self, hashed: str) -> bool:
        """Delete a single-use token; False if it was already gone."""
        mine = delete(schema.tokens).where(schema.tokens.c.hash == hashed)
        async with self.database.writing() as connection:
            return (await connection.execute(mine)).rowcount == 1
