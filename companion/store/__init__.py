"""What an installation keeps: tables and their logs, in SQLite or PostgreSQL through SQLAlchemy Core."""
