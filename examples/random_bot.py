"""A bot that takes a seat at a table and plays at random: start from here.

    pip install websockets
    python random_bot.py http://127.0.0.1:8421 TABLE

`TABLE` is the last part of a table's link, and one of its seats must be open.
"""

import asyncio
import json
import random
import sys
import urllib.request

from websockets.asyncio.client import connect


def ask(address: str, path: str, body: dict, token: str = "") -> dict:
    """Send a request to the server."""
    headers = {"Content-Type": "application/json"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    data = json.dumps(body).encode()
    request = urllib.request.Request(f"{address}/api/v1{path}", data, headers)
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


async def play(address: str, table: str) -> list[int]:
    """Sit down, play to the end, and return the winners."""
    token = ask(address, "/guests", {"name": "Random bot"})["token"]
    with urllib.request.urlopen(f"{address}/api/v1/tables/{table}") as answer:
        seats = json.load(answer)["seats"]
    open_seats = [n for n, one in enumerate(seats) if one["kind"] == "open"]
    if not open_seats:
        sys.exit("No seat is open at this table.")
    ask(address, f"/tables/{table}/seat", {"seat": open_seats[0]}, token)
    line_at = f"{address.replace('http', 'ws', 1)}/api/v1/tables/{table}/line"
    async with connect(line_at, additional_headers={"Authorization": f"Bearer {token}"}) as line:
        async for text in line:
            message = json.loads(text)
            if message["type"] == "table" and message["status"] == "over":
                return message["winners"]
            if message["type"] == "table" and message["legal"]:
                move = random.choice(message["legal"])
                answer = {"type": "move", "move": move, "number": message["number"]}
                await line.send(json.dumps(answer))
    raise ConnectionError("The line was closed before the game was over.")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("python random_bot.py ADDRESS TABLE")
    print("Won by seat", *asyncio.run(play(*sys.argv[1:])))
