"""The web pages: routes, templates, static files, and the WebSocket that updates tables."""
