"""The result of a game as a picture. Needs what `pip install '.[picture]'` brings."""
