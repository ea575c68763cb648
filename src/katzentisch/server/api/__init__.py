"""The JSON API, version 1: the same tables as in the browser, through the same functions."""
