"""Running the server: limits, logs, metrics, and when memory is collected."""
