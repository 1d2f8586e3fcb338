"""Player names: what is kept of a name, and when two names are the same to people reading them."""

from __future__ import annotations

import unicodedata

# Code points: far above any real name, yet enough for 24 emoji families.
LONGEST = 300
_LOOKED_AT = 5 * LONGEST  # so many code points can still become a name: marks are composed, signs dropped
_JOINERS = "\u200c\u200d"  # part of words in Persian and Hindi, and of many emoji
_BLANK = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"  # letters and symbols that show nothing


def is_long(name: str) -> bool:
    """Whether a name is longer than any may be, as it was given or as it is shown."""
    return len(name) > _LOOKED_AT or len(clean(name)) > LONGEST


def clean(name: str) -> str:
    """The name as it is shown: composed, single spaces, no control or direction characters.

    Of one that `is_long` only the beginning is looked at: composing takes time by the square of the length.
    """
    name = name[:_LOOKED_AT]
    kept = (
        char
        for char in unicodedata.normalize("NFC", name)
        if char in _JOINERS or char.isspace() or unicodedata.category(char) not in ("Cc", "Cf", "Cs", "Cn", "Co")
    )
    shown = " ".join("".join(kept).split()).strip(_JOINERS)
    return shown if key(shown) else ""


def key(name: str) -> str:
    """Equal for names that look the same: NFKC, case folded, single spaces, invisible characters dropped."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name[:_LOOKED_AT]).casefold())
    return " ".join("".join(char for char in folded if char.isspace() or not _invisible(char)).split())


def _invisible(char: str) -> bool:
    return (
        char in _BLANK or "\ufe00" <= char <= "\ufe0f" or unicodedata.category(char) in ("Cc", "Cf", "Cs", "Cn", "Co")
    )
