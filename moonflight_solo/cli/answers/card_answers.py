"""The answers of commands that look up what is printed."""

from __future__ import annotations

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.cli.output.printed import card_group, meant
from moonflight_solo.rules.state import Card


class EndAnswer(JSONAnswer, kw_only=True):
    """One end of a card; `means` is its parsed meaning. A character has no numbers."""

    name: str
    cost: int | UnsetType = UNSET
    stability: int | UnsetType = UNSET
    score: int | UnsetType = UNSET
    text: str
    means: str


class CardAnswer(JSONAnswer):
    """A card at both ends: `moonflight card`, and `moonflight cards` a list of them."""

    suit: str | None
    group: str
    copies: int
    before: EndAnswer
    after: EndAnswer


def card_answer(card: Card) -> CardAnswer:
    """Return both ends of a card as an answer."""
    group = "character" if card.is_character else "suit" if card.suit else card_group(card)
    return CardAnswer.of(card, group=group, before=_end(card), after=_end(card.flipped))


def _end(card: Card) -> EndAnswer:
    end = EndAnswer.of(card, text=card.words, means=meant(card))
    if card.is_character:
        return replace(end, cost=UNSET, stability=UNSET, score=UNSET)
    return end


class RankAnswer(JSONAnswer):
    """The rank a score earns: `moonflight rank`."""

    score: int
    rank: str
    saying: str
    scores: str
