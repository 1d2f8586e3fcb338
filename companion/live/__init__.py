"""Waking phones: notifications within and between processes, rendered frames, streams."""
