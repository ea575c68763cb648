"""Tables in the browser: the server renders them, and one script for all games shows them.

`docs/a-move.md` follows one move through these folders: `web` (or `api`) takes the request,
`live` holds the tables being played, `db` stores them, `jobs` runs bots and reviews in worker
processes, and `ops` has limits, logs and metrics. `app` puts it all together.
"""
