"""The table in the browser: a web server that draws, and a small script that knows no game.

Read the folder in this order: `settings`, `schema`, `store`, `guests`, `thinking`,
`undo`, `drawing`, `room`, `live`, `visit`, `forms`, `lobby`, `tables`, `replays`, `me`,
`api`, `app`.
"""
