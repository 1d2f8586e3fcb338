"""Waking phones: a bell that rings after each entry, and the streams that wait for it."""
