"""Whole numbers as people type and files write them, read and put in words."""

from __future__ import annotations

import re
from typing import Final

MOST_DIGITS: Final = 18
"""No number that is meant has more digits, whether it is a seed or a count; more are a slip."""

OVER: Final = 10**MOST_DIGITS
"""What a number of more digits is read as: more than there is of anything."""

_WRITTEN: Final = re.compile(r"([+-]?)0*(\d+)")


def whole_number(words: str) -> int | None:
    """Return the whole number that ``words`` are, ``None`` if they are none.

    It has one sign at most and decimal digits of any script. With more than `MOST_DIGITS` it is
    `OVER`, or -`OVER`: that is over every limit, and nothing has to be counted to know it.
    """
    written = _WRITTEN.fullmatch(words.strip())
    if written is None:
        return None
    size = int(written[2]) if len(written[2]) <= MOST_DIGITS else OVER
    return -size if written[1] == "-" else size


def counting_number(words: str) -> int | None:
    """Return the whole number that ``words`` are in the digits 0 to 9 alone, or ``None``."""
    return whole_number(words) if words.isascii() and words.isdecimal() else None


def whole(number: int) -> str:
    """Return a whole number with a comma at every thousand."""
    return f"{number:,}"


def plural(number: int, one: str, several: str = "") -> str:
    """Return a number with its noun: "1 game", "2 games"."""
    return f"{whole(number)} {one if number == 1 else several or f'{one}s'}"
