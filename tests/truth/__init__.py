"""What the servers themselves say after work of every kind, beside what the logs tell of it."""
