"""How actions are written: `add Author`, `pile Sea`, `pile Sea, add Author`, `fold`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from moonflight_solo.errors import UsageError
from moonscrown.decktet import Card, named
from moonscrown.round import FOLD, Action

_VERBS = ("pile", "add")
_JOINT = re.compile(r"[ ,]+(?=(?:pile|add)\b)")


def parse_action(words: str, hand: Sequence[Card]) -> Action:
    """Return the action that words name; cards of the hand, which may be cut short.

    Raises :class:`UsageError` for words that are no action or name no one card of the hand.
    """
    said = " ".join(words.casefold().split())
    if said == "fold":
        return FOLD
    found: dict[str, Card] = {}
    for part in _JOINT.split(said):
        verb, _, name = part.partition(" ")
        if verb not in _VERBS or verb in found or not name:
            raise UsageError(
                f'"{words}" is no action: say a number of the list, "add CARD", "pile CARD", '
                '"pile CARD, add CARD" or "fold".'
            )
        found[verb] = named(name, hand)
    return Action(found.get("pile"), found.get("add"))
