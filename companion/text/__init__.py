"""Sentences: refusals, entries and scores in the words of a language. No Flask here."""
