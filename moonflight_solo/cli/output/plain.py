"""The table in sentences: the same facts as on the screen, one a line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from moonflight_solo.cli.output.printed import numbers
from moonflight_solo.cli.output.standing import Standing
from moonflight_solo.cli.output.view import ActView, View, later
from moonflight_solo.cli.output.written import rows
from moonflight_solo.rules.state import Card


def sentences(view: View) -> list[str]:
    """Return every fact of the table that the screen shows, one's own first."""
    return _said("table", view=view)


def own_hand(view: View) -> list[str]:
    """Return what one needs most to choose an act: hand, coin tokens, and whether it may end."""
    return _said("own hand", view=view)


def standing_lines(standing: Standing) -> list[str]:
    """Return how the game stands, a fact a line."""
    return _said("standing", standing=standing)


def end_lines(standing: Standing) -> list[str]:
    """Return whether the End comes, and who would win."""
    return _said("end", standing=standing)


def act_lines(acts: Sequence[ActView]) -> list[str]:
    """Return the legal acts, one a line, with their numbers."""
    return _said("acts", acts=acts)


def _said(part: str, **given: Any) -> list[str]:
    return rows("plain", part=part, numbers=numbers, later=later, counted=_counted, **given)


def _counted(cards: Iterable[Card]) -> list[tuple[Card, int]]:
    return list(Counter(cards).items())
