"""Figures of the games, typed by hand from the primary texts and the printed cards, apart from the edition files.

Tests compare the product with these; nothing here is computed by the product."""

from __future__ import annotations

# bean: (cards, {cards needed: Talers})
BEANS = {
    "coffee": (24, {4: 1, 7: 2, 10: 3, 12: 4}),
    "wax": (22, {4: 1, 7: 2, 9: 3, 11: 4}),
    "cognac": (22, {5: 1, 7: 2, 9: 3, 10: 4}),
    "blue": (20, {4: 1, 6: 2, 8: 3, 10: 4}),
    "fire": (18, {3: 1, 6: 2, 8: 3, 9: 4}),
    "broad": (16, {3: 1, 5: 2, 7: 3, 8: 4}),
    "break": (14, {3: 1, 5: 2, 6: 3, 7: 4}),
    "soy": (12, {2: 1, 4: 2, 6: 3, 7: 4}),
    "blackeyed": (10, {2: 1, 4: 2, 5: 3, 6: 4}),
    "red": (8, {2: 1, 3: 2, 4: 3, 5: 4}),
    "garden": (6, {2: 2, 3: 3}),
    "cocoa": (4, {2: 2, 3: 3, 4: 4}),
}
EIGHT = ("blue", "fire", "broad", "break", "soy", "blackeyed", "red", "garden")
NINE = (*EIGHT, "cognac")

# (bean, price) of the building: the meter it brings its owner
BUILDING_METERS = {
    ("garden", 3): {1: 1, 2: 2, 3: 3},
    ("fire", 3): {3: 1, 5: 2, 6: 3, 7: 4},
    ("blue", 2): {3: 1, 5: 2, 7: 3, 9: 4},
    ("blue", 3): {4: 2, 6: 3, 8: 4, 10: 5},
    ("cognac", 4): {3: 1, 5: 2, 7: 3, 8: 4},
}
STEW_METERS = {3: {3: 1, 6: 2, 7: 3, 8: 4}, 4: {3: 1, 5: 2, 6: 3, 7: 4, 8: 5}}
INTEREST = {2: 8, 3: 6, 4: 5}
BONUS = {0: 0, 1: 0, 2: 0, 3: 0, 4: 1, 5: 2, 6: 3, 7: 5, 8: 8, 9: 8}

NAMES = {
    "high-bohn": {
        "blue": "Jail", "fire": "Blacksmith", "broad": "General Store", "break": "Saloon", "soy": "Farm",
        "blackeyed": "Bank", "red": "Tepee", "garden": "Goldmine", "cognac": "Distillery",
    },
    "high-bohn-2000": {
        "blue": "Sheriff's Office", "fire": "Blacksmith", "broad": "General Store", "break": "Saloon",
        "soy": "Goldmine", "blackeyed": "Hotel", "red": "Bank", "garden": "Farm",
    },
}  # fmt: skip

# edition: {players: (owners of a building type or None, times the pile runs out)}
SEATS = {
    "high-bohn": {3: (2, 3), 4: (3, 3), 5: (4, 4)},
    "high-bohn-2000": {3: (2, 3), 4: (3, 3), 5: (4, 4), 6: (4, 3), 7: (4, 3)},
    "bohnanza": {3: (None, 3), 4: (None, 3), 5: (None, 3)},
    "bohnanza-2016": {3: (None, 3), 4: (None, 3), 5: (None, 3)},
    "bohnanza-rio-grande": {2: (None, 1), 3: (None, 2), 4: (None, 3), 5: (None, 3), 6: (None, 3), 7: (None, 3)},
}
TIE_BREAK = {
    "high-bohn": "hand-cards",
    "high-bohn-2000": "hand-cards",
    "bohnanza": "shared",
    "bohnanza-2016": "clockwise",
    "bohnanza-rio-grande": "hand-cards",
}
_ALL_RIO = ("coffee", "wax", *EIGHT, "cocoa")
# edition: {players: beans in play}
IN_PLAY = {
    "high-bohn": dict.fromkeys((3, 4, 5), EIGHT),
    "high-bohn-2000": dict.fromkeys((3, 4, 5), EIGHT) | dict.fromkeys((6, 7), ("coffee", "wax", *EIGHT)),
    "bohnanza": dict.fromkeys((3, 4, 5), EIGHT),
    "bohnanza-2016": dict.fromkeys((3, 4, 5), EIGHT),
    "bohnanza-rio-grande": {
        2: tuple(bean for bean in _ALL_RIO if bean not in ("garden", "cocoa")),
        3: tuple(bean for bean in _ALL_RIO if bean != "cocoa"),
        4: tuple(bean for bean in _ALL_RIO if bean != "coffee"),
        5: tuple(bean for bean in _ALL_RIO if bean != "coffee"),
        6: tuple(bean for bean in _ALL_RIO if bean not in ("garden", "cocoa")),
        7: tuple(bean for bean in _ALL_RIO if bean not in ("garden", "cocoa")),
    },
}
# (edition, base): {players: (fields at the start, price of one more or None)}
FIELDS = {
    ("high-bohn", "amigo"): {3: (2, 3), 4: (2, 3), 5: (2, 3)},
    ("high-bohn", "rio-grande"): {3: (3, None), 4: (2, 3), 5: (2, 3)},
    ("high-bohn", "amigo-2016"): {3: (3, None), 4: (2, None), 5: (2, None)},
    ("high-bohn-2000", "amigo"): dict.fromkeys(range(3, 8), (2, 3)),
    ("high-bohn-2000", "rio-grande"): {3: (3, None), 4: (2, 3), 5: (2, 3), 6: (2, 2), 7: (2, 2)},
    ("high-bohn-2000", "amigo-2016"): {3: (3, None)} | dict.fromkeys(range(4, 8), (2, None)),
    ("bohnanza", "amigo"): {3: (2, 3), 4: (2, 3), 5: (2, 3)},
    ("bohnanza-2016", "amigo-2016"): {3: (3, None), 4: (2, None), 5: (2, None)},
    ("bohnanza-rio-grande", "rio-grande"): {2: (2, 3), 3: (3, None), 4: (2, 3), 5: (2, 3), 6: (2, 2), 7: (2, 2)},
}

# Table of interacting meters: cards -> Talers for
# (Blue, Blue + 4-Farm, 2-Jail, 2-Jail + 4-Farm, 3-Jail, 3-Jail + 4-Farm,
#  3-Saloon stew, + 4-Farm, 4-Saloon stew, + 4-Farm); None where the printed stew meters have no such row.
COMBINED = {
    3: (0, 0, 1, 1, 0, 0, 1, 1, 1, 1),
    4: (1, 1, 1, 1, 2, 2, 1, 1, 1, 1),
    5: (1, 1, 2, 2, 2, 2, 1, 1, 2, 2),
    6: (2, 2, 2, 2, 3, 3, 2, 2, 3, 3),
    7: (2, 2, 3, 3, 3, 3, 3, 3, 4, 5),
    8: (3, 3, 3, 3, 4, 5, 4, 5, 5, 5),
    9: (3, 3, 4, 5, 4, 5, 4, 5, 5, 5),
    10: (4, 5, 4, 5, 5, 5, None, None, None, None),
}


def talers(meter: dict[int, int], cards: int) -> int:
    """Talers by a meter, counted the slow way."""
    return max([0, *(pay for need, pay in meter.items() if need <= cards)])
