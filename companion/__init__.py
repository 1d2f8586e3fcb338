"""The High Bohn companion: keeps track of Talers, buildings and scores at a table with real cards."""

__version__ = "1.0.0"
