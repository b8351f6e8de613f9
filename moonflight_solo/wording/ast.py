"""What printed words can mean: small immutable values that compare by meaning.

A slot that the print leaves open stays open here (``None``); nothing is guessed. What the
rulebooks themselves fill in ("Unless specified", Card Targets, Discard, Trash, Draw) is filled.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verb = Literal["draw", "discard", "trash", "play", "move", "purchase", "set", "deal"]
Zone = Literal[
    "hand",
    "in play",
    "draw deck",
    "discard stack",
    "trash stack",
    "supply stack",
    "market stack",
]
Owner = Literal["your", "target", "opponent", "its"]
Who = Literal["you", "target player", "each player", "each opponent", "opponent"]


@dataclass(frozen=True, slots=True)
class Range:
    """How many are meant, from ``least`` to ``most`` (``None``: no upper bound).

    ``bare`` marks a number printed without "exactly", "+" or the like (ruling A-exact).
    """

    least: int
    most: int | None = None
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit as printed: a Jack's (``name``), your own, or an opponent's."""

    whose: Literal["named", "your", "opponent"]
    name: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """Where cards lie: one or more zones of one owner.

    ``top``: only the top card of the Stack or Deck. For Market Stacks, ``suit`` limits which,
    ``fewest`` means the one with the fewest cards, ``matching`` those of the moved card's suit.
    """

    zones: tuple[Zone, ...]
    owner: Owner = "your"
    top: bool = False
    suit: Suit | None = None
    fewest: bool = False
    matching: bool = False


@dataclass(frozen=True, slots=True)
class Extreme:
    """A superlative: the highest or lowest cost or score."""

    end: Literal["highest", "lowest"]
    of: Literal["cost", "score"]


Number = int | Literal["any", "all", "many", "some"] | None


@dataclass(frozen=True, slots=True)
class Per:
    """``number`` for each whole ``each`` cards in ``place`` (rounded down, ruling G-round)."""

    number: int
    each: int
    place: Place


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as a phrase names them. Every given slot must hold; an open slot asks nothing.

    ``score`` speaks of the higher end (AI Mode, last paragraph; ruling A-score). ``number`` is
    a count, "any", "all", "many" ("as many as possible"), "some" (a plural without a number) or
    ``None`` for "a", "the" or nothing.
    """

    number: Number | Per = None
    names: tuple[str, ...] = ()
    but_not: tuple[str, ...] = ()
    suit: Suit | None = None
    starter: bool = False
    score: Range | None = None
    cost: Range | None = None
    stability: Range | None = None
    extreme: Extreme | None = None
    place: Place | None = None
    targeted: bool = False
    whose: Literal["opponent"] | None = None
    available: bool = False


# ------------------------------------------------------------------------- conditions


@dataclass(frozen=True, slots=True)
class Has:
    """There are ``count`` cards such as ``cards``; ``total`` bounds their scores added up."""

    cards: Cards
    count: Range
    total: Range | None = None


@dataclass(frozen=True, slots=True)
class Coins:
    """The player controls ``count`` coin tokens."""

    count: Range


@dataclass(frozen=True, slots=True)
class EmptyStacks:
    """``count`` Market Stacks such as ``stacks`` are empty."""

    stacks: Place
    count: Range


@dataclass(frozen=True, slots=True)
class Played:
    """The card named has just been played by the line this one belongs to (ruling A-sub)."""

    name: str


@dataclass(frozen=True, slots=True)
class All:
    """Every part holds."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """At least one part holds."""

    parts: tuple[Condition, ...]


Condition = Has | Coins | EmptyStacks | Played | All | Either

# ----------------------------------------------------------------------- card effects


@dataclass(frozen=True, slots=True)
class Instruct:
    """One instruction that moves cards: ``verb`` the ``cards`` (their place is the source)."""

    verb: Verb
    cards: Cards
    destination: Place | None = None
    onto: Cards | None = None
    who: Who = "you"


@dataclass(frozen=True, slots=True)
class ThisCard:
    """An instruction about the very card it is printed on."""

    verb: Verb
    destination: Place | None = None
    who: Who = "you"


@dataclass(frozen=True, slots=True)
class Gain:
    """Take coin tokens from the Supply."""

    amount: int | Per
    who: Who = "you"


@dataclass(frozen=True, slots=True)
class Limit:
    """A general change of the hand limit or the retain limit while the card is in play."""

    of: Literal["hand", "retain"]
    change: int


@dataclass(frozen=True, slots=True)
class Spend:
    """A Spend ability: its cost in coin tokens and cards from hand, and what follows."""

    coins: int
    cards: int
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class When:
    """A trigger: each time ``who`` has done ``verb`` to ``cards``, the effects follow."""

    verb: Verb
    cards: Cards
    effects: tuple[Effect, ...]
    who: Who = "you"


@dataclass(frozen=True, slots=True)
class Cannot:
    """Other effects cannot do these things to the card this is printed on."""

    verbs: tuple[Verb, ...]


@dataclass(frozen=True, slots=True)
class If:
    """``effects`` if the condition holds, else ``otherwise``."""

    condition: Condition
    effects: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


Effect = Instruct | ThisCard | Gain | Limit | Spend | When | Cannot | If


@dataclass(frozen=True, slots=True)
class CardText:
    """A whole card text, its sentences in order; an empty one is a blank card."""

    effects: tuple[Effect, ...] = ()


# ----------------------------------------------------------------------- AI-card lines


@dataclass(frozen=True, slots=True)
class FirstOf:
    """A list of cards separated by "/": the earliest possible one is meant."""

    options: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class Cases:
    """Different targets under different conditions, looked at in order."""

    cases: tuple[tuple[Condition, FirstOf], ...]


@dataclass(frozen=True, slots=True)
class PlayAct:
    """Play the first possible of ``cards``, at ``target`` if the line says one."""

    cards: FirstOf
    target: FirstOf | Cases | None = None


@dataclass(frozen=True, slots=True)
class SpendAct:
    """Use a Spend ability. ``coins`` or ``cards`` is the payment; ``user`` the card used.

    ``user`` is a card's name, ``"character"`` in ``of_character``, or unsaid.
    """

    coins: int
    cards: Cards | None
    purpose: Effect | None = None
    user: str | None = None
    of_character: bool = False


@dataclass(frozen=True, slots=True)
class ShopAct:
    """Shop for the first possible of ``cards``, or for the top of one of ``stacks``."""

    cards: FirstOf | None = None
    stacks: Place | None = None


@dataclass(frozen=True, slots=True)
class BuildAct:
    """Build: Set ``cards`` from hand to the cards ``onto`` in play."""

    cards: Cards
    onto: Cards


@dataclass(frozen=True, slots=True)
class PassAct:
    """Do nothing."""


@dataclass(frozen=True, slots=True)
class Retain:
    """Reset: keep these cards in hand."""

    cards: FirstOf


@dataclass(frozen=True, slots=True)
class ResetMove:
    """Reset: move these cards to the place named."""

    cards: FirstOf
    destination: Place


Act = PlayAct | SpendAct | ShopAct | BuildAct | PassAct | Retain | ResetMove


@dataclass(frozen=True, slots=True)
class Line:
    """One line of an AI card: its act, and the condition it stands under if any."""

    act: Act
    condition: Condition | None = None


Meaning = CardText | Line
