"""The pages: routes, templates, static files, and the socket that keeps a table up to date."""
