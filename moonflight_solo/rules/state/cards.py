"""Cards as they lie on the table: one end up, the other one waiting for the Turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, get_args

from moonflight_solo.rules.editions import Edition
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import nodes_of

MOVES = frozenset(v for v in get_args(ast.Verb) if not KEYWORDS[v].stays)
"""Every keyword that is also a Move (Specific Rules)."""
_BLANK = Text("")
_NOTHING = ast.CardText()

Resolve = Callable[[Any, Any, Any], bool]
"""Follows instructions for a ``Table``, ``Seat`` and ``CardInPlay``; returns if it did so in full.

See ruling G-may. The types are `Any` because all three contain cards.
"""
Returns = Callable[[Any, Any], bool]
"""Tests a ``Table`` and a ``Seat``."""


@dataclass(slots=True, eq=False, repr=False)
class Ability:
    """A Spend ability: its cost, its effects, and the words it was parsed from.

    ``once``: usable once a round. ``kinds``: the cards that can pay; ``None``: any. ``more``: it
    costs any number or all, of which ``coins`` or ``cards`` is the first.
    """

    coins: int
    cards: int
    effects: tuple[ast.Effect, ...]
    words: str
    resolve: Resolve
    once: bool = False
    kinds: frozenset[Card] | None = None
    more: bool = False

    def __repr__(self) -> str:
        return f"<{self.words}>"

    def payable(self, hand: Sequence[Card]) -> Sequence[Card]:
        """Return the cards in ``hand`` that can pay the cost."""
        kinds = self.kinds
        return hand if kinds is None else [card for card in hand if card in kinds]


@dataclass(slots=True, eq=False)
class Trigger:
    """A "When ...": whose ``verb`` sets it off, how many cards at a time, and what follows.

    ``matches`` tests a card and the trigger's seat; ``None`` matches any card. ``once``: only the
    first time each round. ``fleeting``: until the Reset. ``sources``: only cards from these zones.
    ``here``: only cards Set on the card with this text.

    With ``instead`` it is a replacement: the card goes to another "place", another "deed" is done
    to it, or some "other" thing happens.
    """

    verb: ast.TriggerKind
    who: str
    number: int
    matches: Callable[[Card, Any], bool] | None
    resolve: Resolve
    once: bool = False
    fleeting: bool = False
    instead: Literal["", "place", "deed", "other"] = ""
    sources: tuple[str, ...] = ()
    here: bool = False


@dataclass(slots=True, eq=False)
class Change:
    """A general change for ``who``: what they are barred from, or how much more cards cost.

    ``matches`` tests a card and the seat with the change in play; ``None`` matches any card.
    """

    of: frozenset[ast.Barrable | Literal["price", "first shop"]]
    who: ast.Who
    matches: Callable[[Card, Any], bool] | None
    cost: int = 0
    fleeting: bool = False


@dataclass(slots=True, eq=False)
class LimitChange:
    """A change ``by`` a number to ``who``'s hand limit or retain limit while the card is in play.

    ``times`` counts how often, for the seat and its `CardInPlay`; ``None`` is once.
    """

    of: Literal["hand", "retain"]
    who: ast.Who
    by: int
    times: Callable[[Any, Any], int] | None = None


@dataclass(slots=True, eq=False, repr=False)
class Card:
    """One end of one kind of printed card. All copies share one object, fixed during play.

    ``flipped`` is the same card with its other end up. ``other_end`` is that too if the ends
    differ, else the card itself: a card alike at both ends looks the same however often it is
    Turned.

    ``stability`` and ``score`` are 0 where a dash is printed. ``high_score`` is the higher of both
    ends (ruling A-score); ``worth`` is that and the cost, which rank cards to give up or take
    (ruling A-silent). ``suit`` is a Jack's name, or ``None`` for starter and generic cards.
    """

    name: str
    cost: int = 0
    stability: int = 0
    score: int = 0
    suit: str | None = None
    copies: int = 1
    turned: bool = False
    is_starter: bool = False
    is_character: bool = False
    text: Text = _BLANK
    # The compiled text; rules/texts/card_text.py fills these in once.
    meaning: ast.CardText = _NOTHING
    resolve: Resolve | None = None
    abilities: tuple[Ability, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    limits: tuple[LimitChange, ...] = ()
    barred: frozenset[ast.Verb] = frozenset()
    changes: tuple[Change, ...] = ()
    returns: Returns | None = None
    flipped: Card = field(init=False)
    other_end: Card = field(init=False)
    high_score: int = field(init=False)
    worth: tuple[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.flipped = self.other_end = self
        self.high_score = self.score
        self.worth = (self.score, self.cost)

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def turns(self) -> bool:
        """Whether the text of this end Turns cards."""
        deeds = nodes_of(self.meaning, ast.Instruct), nodes_of(self.meaning, ast.ThisCard)
        return any(deed.verb == "turn" for each in deeds for deed in each)

    @property
    def words(self) -> str:
        """The text printed at this end, on one line."""
        return " ".join(self.text.words.split())

    @property
    def corner(self) -> str:
        """Stability and score as printed in the corner, such as ``-/2``."""
        return f"{self.stability or '-'}/{self.score or '-'}"


def join(before: Card, after: Card) -> None:
    """Make ``before`` and ``after`` the two ends of one card."""
    before.flipped, after.flipped = after, before
    after.turned = True
    ends = [(end.name, end.cost, end.corner, end.words) for end in (before, after)]
    if ends[0] != ends[1]:
        before.other_end, after.other_end = after, before
    before.high_score = after.high_score = max(before.score, after.score)
    before.worth = (before.high_score, before.cost)
    after.worth = (after.high_score, after.cost)


class Names(Protocol):
    """Looks up the cards in a game, and which card or suit a printed name means."""

    def card(self, name: str, turned: bool) -> Card:
        """Return the card with ``name`` at the end up before or after the Turn."""

    def ends(self, name: str, turned: bool) -> Sequence[Card]:
        """Return the card called ``name``, at each end with that name if either may be up."""

    def __hash__(self) -> int:
        """Return a hash by identity."""

    def suit(self, name: str) -> str:
        """Return the Jack whose suit is meant."""

    def kinds(self, turned: bool) -> Sequence[Card]:
        """Return every kind of card except characters, at the end up before or after the Turn.

        If cards Turn at other times too: at both ends.
        """


class GameCards:
    """The cards that one game is played with, and its rulebook.

    ``kinds`` has one of every kind of card, characters too, ``ends`` both ends of each; ``names``
    looks up printed names. ``watched``, ``barred``, ``replaced`` and ``changed`` are pairs, for the
    ends up before and after the Turn: the verbs that set off a trigger, are barred or are replaced
    by any card, and what any card changes for a player. ``trigger_verbs`` are ``watched``, plus all
    Moves if Moves set off triggers; ``plain`` all other keywords if none is replaced or remembered.

    ``timed``: some ability, trigger or change is once a round or until the Reset. ``limiting``:
    some card changes others' limits. ``remembers``: some card asks what was done this round.
    ``turning``: some card Turns cards, so that either end may be up at any time.
    """

    def __init__(self, edition: Edition, kinds: Iterable[Card], names: Names) -> None:
        self.edition = edition
        self.kinds = tuple(kinds)
        self.names = names
        before = [card.flipped if card.turned else card for card in self.kinds]
        after = [card.flipped for card in before]
        self.ends = tuple(end for card in self.kinds for end in (card, card.flipped))
        self.turning = any(end.turns for end in self.ends)
        ends_up = (self.ends, self.ends) if self.turning else (before, after)
        self.watched = tuple(_triggering(cards, instead=False) for cards in ends_up)
        self.trigger_verbs = tuple(MOVES | v if "move" in v else v for v in self.watched)
        self.replaced = tuple(_triggering(cards, instead=True) for cards in ends_up)
        self.barred = tuple(frozenset(v for card in up for v in card.barred) for up in ends_up)
        self.changed = tuple(
            frozenset(what for card in up for change in card.changes for what in change.of)
            for up in ends_up
        )
        self.limiting = any(limit.who != "you" for end in self.ends for limit in end.limits)
        self.timed = any(map(_is_timed, self.ends))
        meanings = tuple(end.meaning for end in self.ends)
        self.remembers = any(place.did for place in nodes_of(meanings, ast.Place))
        self.plain = tuple(
            frozenset(() if self.remembers or replaced else KEYWORDS) - heard
            for replaced, heard in zip(self.replaced, self.trigger_verbs, strict=True)
        )


def _triggering(end: Sequence[Card], *, instead: bool) -> frozenset[ast.TriggerKind]:
    triggers = (trigger for card in end for trigger in card.triggers)
    return frozenset(trigger.verb for trigger in triggers if bool(trigger.instead) is instead)


def _is_timed(card: Card) -> bool:
    once_a_round = [each.once for each in card.abilities] + [each.once for each in card.triggers]
    fleeting = [trigger.fleeting for trigger in card.triggers] + [c.fleeting for c in card.changes]
    return any(once_a_round) or any(fleeting)
