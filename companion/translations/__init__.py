"""Catalogs of the languages other than English, and what keeps them in step with the source."""
