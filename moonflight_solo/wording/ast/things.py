"""Cards, places and numbers that words can mean, and the conditions on them."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from moonflight_solo.values import Marked

Verb = Literal["draw", "discard", "trash", "play", "move", "purchase", "set", "deal", "turn"]
TokenVerb = Literal["gain", "lose"]
Zone = Literal[
    "hand",
    "in play",
    "draw deck",
    "discard stack",
    "trash stack",
    "supply stack",
    "market stack",
    "settled",
    "done",
    "shown",
    "coins",
    "players",
    "heard",
    "round",
    "stacks",
]
"""Where cards lie. "settled": on the very card that says it; "done": wherever those lie that the
effect before has moved; "shown": on top of the Draw Deck, those that have been revealed or looked
at; "coins": no cards at all but the coin tokens under control; "players": none but the opponents;
"heard": wherever the card was put that has set a trigger off; "round": no place, but what one has
done to cards this round; "stacks": no cards but the Market Stacks themselves. With another zone
after it, "done" is said of those cards that still lie there."""
Deeds = Verb | Literal["build", "shop", "pass", "gain", "shuffle", "reset", "round", "the turn"]
"""What a trigger can hear of: a keyword, an act, that coin tokens are Gained, that the Reset or a
round begins, or that the Turn comes."""
NAMED = " named"
"""Stands for the name that a player has named; no printed name."""
EVEN = 1_000
"""What :attr:`Cards.beside` is of a card that costs as much."""
Barrable = Literal["play", "purchase", "spend", "shop", "build"]
"""What a player can be kept from while a card says so."""
Start = Literal["effect", "line", "reset_line"]
"""The kinds of sentences: a card's text, an AI card's action line, its Reset line."""
_NO_STACKS: frozenset[Zone] = frozenset(
    {"hand", "in play", "settled", "done", "shown", "coins", "players", "heard", "round", "stacks"}
)
STACKS: frozenset[Zone] = frozenset(get_args(Zone)) - _NO_STACKS
Owner = Literal["your", "target", "opponent", "its", "their", "holder", "some"]
"""Whose a place is. "your": of the one who does it; "its": of the card's owner; "their": of the
player spoken of before; "holder": of the one whose card says it, where another does it; "some":
any one player's."""
Who = Literal[
    "you", "target player", "target opponent", "each player", "each opponent", "opponent", "they"
]
"""Who does it. "they": the same as did what was said before."""
Span = tuple[int, int]
"""Where words begin and end: offsets in the text of their sentence."""


class Node(Marked, kw_only=True):
    """A part of a meaning. ``span`` is where the words are that say it.

    It lies within the span of the whole the part belongs to, unless it is printed once for several,
    as "in hand" is for a list of names. It is ``None`` for what is not printed but filled in. It
    makes no two nodes differ.
    """

    span: Span | None = None
    MARKS: ClassVar[tuple[str, ...]] = ("span",)


class Name(str):
    """A card's name, without quotation marks; equal to the same words as a plain string.

    ``span`` is where it is printed, with the marks.
    """

    __slots__ = ("span",)
    span: Span | None

    def __new__(cls, words: str, span: Span | None = None) -> Name:
        """Return ``words`` as a name printed at ``span``."""
        name = super().__new__(cls, words)
        name.span = span
        return name

    def __getnewargs__(self) -> tuple[str, Span | None]:  # type: ignore[override]
        """Let a name keep its place when it is copied or crosses to another process."""
        return str(self), self.span


class SuitName(Name):
    """A Jack's name, as the name of a suit: ``span`` leaves out "Jack o'" and "suit"."""

    __slots__ = ()


class Range(Node):
    """How many are meant, from ``least`` to ``most`` (``None``: no upper bound).

    ``bare`` marks a number printed without "exactly", "+" or the like (ruling A-exact).
    """

    least: int
    most: int | None = None
    bare: bool = False

    @property
    def of_one(self) -> bool:
        """Whether it is said of one: "a", "1", "exactly 1"."""
        return self.least == 1 and self.most in (None, 1)


class Suit(Node):
    """A suit as printed: a Jack's (``name``), your own, an opponent's, or that of generic cards.

    ``other``: any but this one. "that": the one spoken of before; only while a parse is read.
    """

    whose: Literal["named", "your", "opponent", "generic", "that"]
    name: str = ""
    other: bool = False


class Place(Node):
    """Where cards lie: one or more zones of one owner.

    ``top``: only the top card of the Stack or Deck. For Market Stacks, ``suit`` limits which,
    ``fewest`` and ``most`` mean the one with the fewest or most cards, ``matching`` those of the
    moved card's suit, and ``size`` those with so many cards. ``settled``: only cards in play with
    so many cards Settled on them. ``best``: the Market Stack whose top card is the highest or
    lowest, ``topped`` those whose top card is such. ``shown``: the cards there have just been
    revealed. ``first``: the first of those equal in that.
    ``this``: only the very card that says it. ``bottom``: the other end of a Stack or Deck.
    ``did``: what has been done to the cards this "round"; ``upon``: the cards in play that those
    "settled" lie on, where it is not the very card that says it.
    ``one``: one Market Stack by itself, not all of them together. ``apart``: any one of several
    zones by itself; only while a parse is read. ``owner_said`` is how the print says whose it is:
    not at all, by an article, or by a word for the owner; ``by``: what is said to have been done to
    cards that are "done". Like a span neither makes two places differ.
    """

    zones: tuple[Zone, ...]
    owner: Owner = "your"
    top: bool = False
    suit: Suit | None = None
    fewest: bool = False
    most: bool = False
    size: Range | None = None
    settled: Range | None = None
    matching: bool = False
    one: bool = False
    apart: bool = False
    shown: bool = False
    best: Extreme | None = None
    first: bool = False
    topped: Cards | None = None
    this: bool = False
    bottom: bool = False
    did: Verb | None = None
    upon: Cards | None = None
    owner_said: Literal["", "the", "article", "owner"] = ""
    by: Verb | None = None
    MARKS: ClassVar[tuple[str, ...]] = ("span", "owner_said", "by")


class Extreme(Node):
    """A superlative: the highest or lowest cost, score or Stability."""

    end: Literal["highest", "lowest"]
    of: Literal["cost", "score", "stability"]


Ties = tuple[Extreme | Literal["first"], ...]
Number = int | Literal["any", "all", "many", "some"] | None


class Per(Node):
    """``number`` for each whole ``each`` of the ``cards`` there, but for the first ``beyond``.

    What is left over is rounded down (ruling G-round), unless it is said to be rounded ``up``.
    ``different``: cards alike in that are counted once. ``most``: no more than that in all.
    """

    number: int
    each: int
    cards: Cards
    beyond: int = 0
    up: bool = False
    different: Literal["name", "suit", "cost", "score", "stability"] | None = None
    most: int | None = None

    @property
    def place(self) -> Place:
        """Where the cards counted lie."""
        assert self.cards.place is not None
        return self.cards.place


class UpTo(Node):
    """Any number up to ``most`` (``None``: however many), as whoever does it likes."""

    most: int | None


class AtLeast(Node):
    """``least`` or more, as whoever does it likes."""

    least: int


class Until(Node):
    """As many as it takes until there are ``count`` cards in hand, or coin tokens.

    ``None``: as many as the hand limit of whoever does it.
    """

    count: int | None


class AllBut(Node):
    """All but ``count`` of them, as whoever does it likes."""

    count: int


class DownTo(Node):
    """As many from the top as it takes until there is one such as ``cards``, or no more."""

    cards: Cards


class Worth(Node):
    """As many as the cost, score or Stability of the ``cards`` there comes to."""

    of: Literal["cost", "score", "stability"]
    cards: Cards


Amounts = Per | UpTo | AtLeast | Until | AllBut | DownTo | Worth
"""Numbers that are known only when an instruction is carried out."""


class Cards(Node):
    """Cards as a phrase names them. Every given slot must hold; an open slot asks nothing.

    ``score`` speaks of the higher end (AI Mode, last paragraph; ruling A-score). ``number`` is
    a count, "any", "all", "many" ("as many as possible"), "some" (a plural without a number) or
    ``None`` for "a", "the" or nothing. ``other``: but for the one card that the words are about.
    ``starter``: a starter card, or none.
    ``side``: it is what it costs and scores before or after the Turn that counts, or the higher of
    the two. ``ties`` decides, one after the other, between cards that the rest of the phrase leaves
    equal; "first" is reading order, and comes last. ``does``: its text does this when it is
    played. ``beside``: what it costs more than the card moved last, and
    :data:`EVEN` added, so that it can be less. ``random``: which of them, nobody chooses.
    ``settled`` is said of the place and
    ``chooser`` of the sentence, and both stand here only while a parse is read.
    """

    number: Number | Amounts = None
    names: tuple[str, ...] = ()
    but_not: tuple[str, ...] = ()
    suit: Suit | None = None
    starter: bool | None = None
    score: Range | None = None
    cost: Range | None = None
    stability: Range | None = None
    extreme: Extreme | None = None
    place: Place | None = None
    targeted: bool = False
    whose: Literal["opponent"] | None = None
    available: bool = False
    other: bool = False
    side: Literal["before", "after", "higher"] | None = None
    ties: Ties = ()
    random: bool = False
    does: Literal["gain", "draw", "discard", "trash", "play", "move"] | None = None
    beside: Range | None = None
    settled: Range | None = None
    chooser: Literal["you", "they"] | None = None

    @property
    def zones(self) -> tuple[Zone, ...]:
        """Where they are said to lie, if it is."""
        return self.place.zones if self.place else ()

    @property
    def owner(self) -> Owner | None:
        """Whose the place is where they are said to lie."""
        return self.place.owner if self.place else None

    @property
    def on_top(self) -> bool:
        """Whether only the top card of a Stack or Deck is meant."""
        return self.place is not None and self.place.top


# ------------------------------------------------------------------------- conditions


class Has(Node):
    """There are ``count`` cards such as ``cards``; ``total`` bounds their scores added up.

    ``of``: or their costs, or Stability. ``such``: that one of ``cards`` which is the highest or
    lowest is such.
    ``counting``: the card that the line plays is counted with them, as ruling A-exact has it.
    """

    cards: Cards
    count: Range
    total: Range | None = None
    counting: bool = False
    of: Literal["score", "cost", "stability"] = "score"
    such: Cards | None = None


class Coins(Node):
    """The player controls ``count`` coin tokens."""

    count: Range


class EmptyStacks(Node):
    """``count`` Market Stacks such as ``stacks`` are empty."""

    stacks: Place
    count: Range


class SuchStacks(Node):
    """``count`` Market Stacks are such as ``stacks``: of that size, or topped by such a card."""

    stacks: Place
    count: Range


class LimitIs(Node):
    """The player's hand limit or retain limit is ``count`` now."""

    of: Literal["hand", "retain"]
    count: Range


class Played(Node):
    """The card named has just been played by the line this one belongs to (ruling A-sub)."""

    name: str


class Amount(Node):
    """How many such ``cards`` there are; without any, how many coin tokens ``owner`` controls."""

    cards: Cards | None = None
    owner: Owner = "your"


class Compared(Node):
    """There is more or less of one thing than of another, or as much."""

    this: Amount
    relation: Literal["more", "fewer", "as many", "at least as many", "at most as many"]
    than: Amount


class Status(Node):
    """You are First Player, or have Shopped or Built this round, or not (``so``).

    "passed": your last act was to Pass (ruling A-passed); "nothing else": no line can be followed
    but the one that says it, which is its side's last.
    """

    of: Literal["first player", "shopped", "built", "passed", "nothing else"]
    so: bool = True


class Opponents(Node):
    """``which`` opponent alone has all of this, or so many opponents have it, ``you`` counted too.

    What is "your" in it is theirs, what is the "holder's" is that of whoever the words speak to.
    """

    parts: tuple[Has | Coins | Compared | Status, ...]
    which: Literal["one", "each", "no"] | Range = "one"
    you: bool = False


class All(Node):
    """Every part holds."""

    parts: tuple[Condition, ...]


class Either(Node):
    """At least one part holds."""

    parts: tuple[Condition, ...]


Fact = Has | Coins | EmptyStacks | SuchStacks | LimitIs | Played | Compared | Status | Opponents
Condition = Fact | All | Either
