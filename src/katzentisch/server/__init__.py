"""The table in the browser: the server renders, and a small script that knows no game shows it.

`docs/a-move.md` follows one move through these folders: `web` (or `api`) takes the request,
`live` holds the tables being played, `db` stores them, `jobs` runs bots and reviews in worker
processes, and `ops` has limits, logs and metrics. `app` puts it all together.
"""
