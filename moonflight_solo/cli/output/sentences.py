"""A view in sentences, one fact per line, as on a plain terminal; templates hold the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from moonflight_solo.cli.output.markup import rows
from moonflight_solo.cli.output.printed import numbers
from moonflight_solo.cli.output.standing import Standing
from moonflight_solo.cli.output.view import ActView, View, later
from moonflight_solo.rules.state import Card


def sentences(view: View) -> list[str]:
    """Return the table in sentences, one's own seat first."""
    return _said("table", view=view)


def own_hand(view: View) -> list[str]:
    """Return in sentences what matters most for an act: hand, coin tokens, a coming End."""
    return _said("own hand", view=view)


def standing_lines(standing: Standing, part: str = "standing") -> list[str]:
    """Return the standing, one fact per line, or its ``part`` "end": who would win at an End."""
    return _said(part, standing=standing)


def points_lines(view: View) -> list[str]:
    """Return what all cards of each player score, one's own first."""
    return _said("points", view=view)


def act_lines(acts: Sequence[ActView], view: View) -> list[str]:
    """Return the numbered legal acts, one per line; those that Build on the same card in one."""
    held = {act.words.what: act.number for act in acts if act.verb == "play"}
    listed: dict[int, ActView] = {}
    for act in acts:
        listed.setdefault(act.number, act)
    return _said("acts", acts=listed.values(), held=held, view=view)


def _said(part: str, **given: Any) -> list[str]:
    return rows("plain", part=part, numbers=numbers, later=later, counted=_counted, **given)


def _counted(cards: Iterable[Card]) -> list[tuple[Card, int]]:
    return list(Counter(cards).items())
