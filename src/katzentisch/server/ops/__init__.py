"""Operations: limits, logs, metrics and garbage collection."""
