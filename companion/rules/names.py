"""Player names: what is kept of a name, and when two names are the same to people reading them."""

from __future__ import annotations

import unicodedata

# Code points: far above any real name, yet enough for 24 emoji families.
LONGEST = 300
_JOINERS = "\u200c\u200d"  # part of words in Persian and Hindi, and of many emoji
_BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and symbols that show nothing


def clean(name: str) -> str:
    """The name as it is shown: composed, single spaces, no control or direction characters."""
    kept = (
        char
        for char in unicodedata.normalize("NFC", name)
        if char in _JOINERS or char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Cn", "Co")
    )
    shown = " ".join("".join(kept).split()).strip(_JOINERS)
    return shown if key(shown) else ""


def key(name: str) -> str:
    """Equal for names that look the same: NFKC, case folded, single spaces, invisible characters dropped."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return " ".join("".join(char for char in folded if char.isspace() or not _invisible(char)).split())


def _invisible(char: str) -> bool:
    return (
        char in _BLANK or "\ufe00" <= char <= "\ufe0f" or unicodedata.category(char) in ("Cc", "Cf", "Cs", "Cn", "Co")
    )
