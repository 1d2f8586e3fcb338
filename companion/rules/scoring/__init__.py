"""Scoring: a final position read, checked and added up."""
