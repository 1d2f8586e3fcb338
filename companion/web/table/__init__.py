"""A table: making one and sitting down at it, and its pages, one file each."""

from flask import Flask

from companion.web.table import (
    changing,
    entry,
    export,
    invite,
    join,
    labels,
    log,
    new,
    page,
    people,
    result,
    shared,
    sheets,
    stream,
)


def init_app(app: Flask) -> None:
    """Register the pages."""
    for part in (new, join, stream, page, labels, sheets, log, changing, result, shared, invite, people, export, entry):
        part.init_app(app)
