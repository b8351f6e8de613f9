"""What playing a card brings in general, in coin tokens, whatever lies on the table then."""

from __future__ import annotations

from functools import lru_cache

from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast

FORESEEN = 0.5
"""The share of its worth that a conditional or optional text counts for before it is tried."""


@lru_cache(maxsize=2048)
def engine(card: Card, discard_draws: bool) -> float:
    """Return what playing a card some time is worth, if discarding brings cards or not."""
    return sum(_in_general(effect, discard_draws) for effect in card.meaning.effects)


def _in_general(effect: ast.Effect, discard_draws: bool) -> float:
    if isinstance(effect, ast.Gain):
        return (
            float(effect.amount) if isinstance(effect.amount, int) else 2.0 * effect.amount.number
        )
    if isinstance(effect, ast.Instruct):
        return _instruct_in_general(effect, discard_draws)
    if isinstance(effect, ast.If):
        inner = (_in_general(each, discard_draws) for each in effect.effects)
        return FORESEEN * sum(inner)
    if isinstance(effect, ast.Limit):
        return 1.0 * effect.change
    if isinstance(effect, ast.Spend):
        inner = (_in_general(each, discard_draws) for each in effect.effects)
        return FORESEEN * sum(inner)
    return 0.5 if isinstance(effect, ast.When) else 0.0


def _instruct_in_general(effect: ast.Instruct, discard_draws: bool) -> float:
    number = effect.cards.number
    many = float(number) if isinstance(number, int) else 3.0
    place = effect.cards.place
    zones = place.zones if place else ()
    if effect.verb == "draw":
        return 0.9 * many
    if effect.verb == "discard":
        if "draw deck" in zones:
            return 0.9 * many if discard_draws else 0.0
        return -0.3 * many
    if effect.verb == "trash":
        return 0.5 * min(many, 4.0)
    if effect.verb in ("play", "purchase"):
        return 1.5 * many
    return 0.5 if effect.verb == "move" else 0.0
