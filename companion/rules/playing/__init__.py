"""Playing: what a table is, what may happen at it, and what its log makes of it."""
