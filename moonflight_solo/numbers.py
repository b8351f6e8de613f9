"""Parse and format numbers as people type and read them."""

from __future__ import annotations

import re
from math import ceil, floor
from typing import Final

from moonflight_solo.errors import UsageError

MOST_DIGITS: Final = 18
"""The most digits a seed or count can sensibly have; more are a typing slip."""

OVER: Final = 10**MOST_DIGITS
"""The value of any number with more digits: more than there is of anything."""

_WRITTEN: Final = re.compile(r"([+-]?)0*(\d+)")


def whole_number(words: str) -> int | None:
    """Parse ``words`` as a whole number; return ``None`` if they are not one.

    Accepts one sign and decimal digits of any script. With more than `MOST_DIGITS` digits the
    result is `OVER` or -`OVER`: beyond every limit, without converting the digits.
    """
    written = _WRITTEN.fullmatch(words.strip())
    if written is None:
        return None
    size = int(written[2]) if len(written[2]) <= MOST_DIGITS else OVER
    return -size if written[1] == "-" else size


def counting_number(words: str) -> int | None:
    """Parse ``words`` made of the digits 0 to 9 only, without a sign; else return ``None``."""
    return whole_number(words) if words.isascii() and words.isdecimal() else None


def require_whole(name: str, number: object, least: int | None = None) -> None:
    """Raise :class:`UsageError` unless ``number``, called ``name``, is a whole one from ``least``.

    True and False are none, though Python counts with them.
    """
    if type(number) is not int or (least is not None and number < least):
        kind = "a whole number" + ("" if least is None else f" from {least}")
        raise UsageError(f"{name} is {kind}, not {number!r}.")


def whole(number: int) -> str:
    """Format a number with a comma at every thousand."""
    return f"{number:,}"


def per_cent(share: float, places: int = 0) -> str:
    """Format a share in per cent, never rounding to 0% or 100% what is neither."""
    if 0 < share < 0.5 / 10 ** (places + 2):
        return f"<{1 / 10**places:.{places}f}%"
    if 1 > share > 1 - 0.5 / 10 ** (places + 2):
        return f">{100 - 1 / 10**places:.{places}f}%"
    return f"{100 * share:.{places}f}%"


def outwards(low: float, high: float, places: int = 0) -> str:
    """Format an interval, both ends rounded outwards, so that it holds as often as the exact one.

    >>> outwards(0.52, 6.01)
    '0 to 7'
    """
    scale: int = 10**places
    ends = floor(round(low * scale, 6)) / scale, ceil(round(high * scale, 6)) / scale
    return " to ".join(f"{end:.{places}f}" for end in ends).replace("-", "−")


def plural(number: int, one: str, several: str = "") -> str:
    """Format a number with its noun: "1 game", "2 games"."""
    return f"{whole(number)} {one if number == 1 else several or f'{one}s'}"
