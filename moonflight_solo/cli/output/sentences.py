"""A view in sentences, one fact per line, as on a plain terminal; templates hold the words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from moonflight_solo.cli.output.markup import rows
from moonflight_solo.cli.output.printed import numbers
from moonflight_solo.cli.output.standing import Standing
from moonflight_solo.cli.output.view import ActView, View, later


def sentences(view: View) -> list[str]:
    """Return the table in sentences, one's own seat first."""
    return _rows("table", view=view)


def own_hand(view: View) -> list[str]:
    """Return in sentences what matters most for an act: hand, coin tokens, a coming End."""
    return _rows("own hand", view=view)


def standing_lines(standing: Standing, part: str = "standing") -> list[str]:
    """Return the standing, one fact per line, or its ``part`` "end": who would win at an End."""
    return _rows(part, standing=standing)


def points_lines(view: View) -> list[str]:
    """Return what all cards of each player score, one's own first."""
    return _rows("points", view=view)


def act_lines(acts: Sequence[ActView], view: View) -> list[str]:
    """Return the numbered legal acts, one per line; those that Build on the same card in one."""
    hand = {act.words.what: act.number for act in acts if act.verb == "play"}
    listed: dict[int, ActView] = {}
    for act in acts:
        listed.setdefault(act.number, act)
    return _rows("acts", acts=listed.values(), held=hand, view=view)


def _rows(part: str, **values: Any) -> list[str]:
    return rows("plain", part=part, numbers=numbers, later=later, Counter=Counter, **values)
