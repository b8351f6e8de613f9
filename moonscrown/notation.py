"""How actions are written: `add Author`, `pile Sea`, `pile Sea, add Author`, `fold`."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.errors import UsageError
from moonscrown.decktet import Card
from moonscrown.round import FOLD, Action

_VERBS = ("pile", "add")


def parse_action(words: str, hand: Sequence[Card]) -> Action:
    """Return the action that words name; cards of the hand, which may be cut short.

    Raises :class:`UsageError` for words that are no action or name no one card of the hand.
    """
    said = " ".join(words.casefold().split())
    if said == "fold":
        return FOLD
    found: dict[str, Card] = {}
    for part in said.split(","):
        verb, _, name = part.strip().partition(" ")
        if verb not in _VERBS or verb in found:
            raise UsageError(
                f'"{words}" is no action: say add CARD, pile CARD, pile CARD, add CARD, or fold.'
            )
        found[verb] = held(name, hand)
    return Action(found.get("pile"), found.get("add"))


def held(name: str, cards: Sequence[Card]) -> Card:
    """Return the one of ``cards`` that a name or its only beginning means."""
    wanted = name.strip().removeprefix("the ").casefold()
    found = [c for c in cards if c.name.casefold() == wanted] or [
        c for c in cards if wanted and c.name.casefold().startswith(wanted)
    ]
    if len(found) != 1:
        raise UsageError(f'no one card there is called "{name.strip()}".')
    return found[0]
