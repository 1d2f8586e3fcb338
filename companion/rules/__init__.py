"""The rules of High Bohn and Bohnanza: pure Python, standard library only."""
