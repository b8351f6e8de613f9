"""AST nodes for cards, places and numbers."""

from __future__ import annotations

from typing import ClassVar, Literal, get_args

from msgspec.structs import replace

from moonflight_solo.values import ValueWithMarks

Verb = Literal["draw", "discard", "trash", "play", "move", "purchase", "set", "deal", "turn"]
TokenVerb = Literal["gain", "lose"]
StackZone = Literal["draw deck", "discard stack", "trash stack", "supply stack", "market stack"]
"""A Stack or Deck."""
NoZone = Literal["settled", "done", "shown", "coins", "players", "heard", "round", "stacks"]
"""Where cards lie, if that is not a zone of the table:

- "settled": on the card with this text;
- "done": wherever the cards moved by the previous effect are; followed by another zone, those of
  them that still lie there;
- "shown": on top of the Draw Deck, the cards just revealed or looked at;
- "heard": wherever the card that set off a trigger was put;
- "round": no place, but the cards something was done to this round;
- "coins": the player's coin tokens, not cards;
- "players": the opponents;
- "stacks": Market Stacks as such, not the cards in them.
"""
Zone = Literal["hand", "in play", StackZone, NoZone]
"""Where cards lie."""
TriggerKind = (
    Verb | Literal["build", "shop", "pass", "gain", "shuffle", "reset", "round", "the turn"]
)
"""What can set off a trigger: a keyword, an act, a Gain of coin tokens, a Reset, round or Turn."""
NAMED = " named"
"""Placeholder for the name a player has named; never a printed name."""
EVEN = 1_000
"""The offset in :attr:`Cards.beside`: its value for a card that costs as much."""
Measure = Literal["cost", "score", "stability"]
Barrable = Literal["play", "purchase", "spend", "shop", "build"]
"""What a player can be barred from."""
Start = Literal["effect", "line", "reset_line"]
"""The kinds of sentences: a card's text, an AI card's action line, its Reset line."""
STACKS: frozenset[Zone] = frozenset(get_args(StackZone))
Owner = Literal["your", "target", "opponent", "its", "their", "holder", "some"]
"""Whose a place is.

- "your": the acting player's;
- "its": the card owner's;
- "their": the player's mentioned before;
- "holder": that of the player with the card, where somebody else acts;
- "some": any single player's.
"""
Who = Literal[
    "you", "target player", "target opponent", "each player", "each opponent", "opponent", "they"
]
"""Who acts. "they": the players of the previous effect, or the one who set off the trigger."""
Mark = Literal[
    # of cards
    "both",  # of one name, and of another
    "yours",  # said to be yours, before their place is known
    "theirs",  # said to belong to the player who acts
    "excluding",  # an exclusion with its own noun
    "excepted",  # left out of those said, as in "except those that score"
    "but not",  # the same with "but", which can also say what else there is
    "tied",  # who chooses among those tied for highest or lowest
    "together",  # cards of several names are counted together
    "subject",  # something is said of them that may be said of the cards before too
    "not scoring",  # they do not score, said with "not"
    "holding",  # a place that is itself said to hold cards
    "singular",  # a singular noun: any one such card
    "any such",  # any one card that matches
    "not named",  # something is "not" that name: that card, or one that lies there
    "top",  # from the top of a place that is not said
    "top such",  # the topmost match, or the top card if it matches
    "topped",  # the top card of a Market Stack
    "bottom",  # from the bottom, before it is known of what
    "the other",  # the only card left of those shown
    "the number",  # "the two", which needs a superlative
    "definite",  # "the card", of which there is only one
    "another",  # "another", where this card lies elsewhere anyway
    "without noun",  # "another" or "one more" of cards that only the words before say
    "more",  # a number, with no noun but that of the words before
    "sought",  # from the top until one matches
    # of facts
    "verbless",  # cards are there, said without a verb
    "count alone",  # the same, a count without a noun
    "nounless",  # the same, of cards that are described without a noun
    "not there",  # said with "not"
    "not held",  # what somebody does "not have"
    "predicated",  # cards which are there are such
    "contrast",  # one fact and the negation of another in a single phrase
    # of others
    "each stack",  # each of several Market Stacks separately
    "both places",  # joined by "and": everything in both, or a number
    "any order",  # a destination for several cards in any order
    "for each",  # a number that may apply to more than the last item
    "in order",  # a list joined by words like "otherwise"
    "if not",  # what to do "if not", after the instruction it depends on
    # of effects
    "if you do",  # what follows if you have acted, or have not
    "if they do",  # the same of those mentioned before
    "and",  # one is joined by "and"
    "in turn",  # the last is joined by "then"
    "apart",  # an "otherwise" in a sentence of its own
    "case",  # a second case after a first condition
    "instead",  # a condition under which the effect before is replaced
]
"""How something was worded, while that still matters; only during parsing."""
Span = tuple[int, int]
"""Start and end of some words, as offsets in the text of their sentence."""


class Node(ValueWithMarks, kw_only=True):
    """An AST node. ``span`` is where its words are printed; it is ignored in comparisons.

    It lies within the parent's span, unless the words are printed once for several nodes, like "in
    hand" after a list of names. It is ``None`` for a node that is filled in, not printed.
    """

    span: Span | None = None
    mark: Mark | None = None
    NOT_COMPARED: ClassVar[tuple[str, ...]] = ("span",)


class Name(str):
    """A card's name, without quotation marks; equal to a plain string of the same words.

    ``span`` is where it is printed, quotation marks included.
    """

    __slots__ = ("span",)
    span: Span | None

    def __new__(cls, words: str, span: Span | None = None) -> Name:
        """Return ``words`` as a name printed at ``span``."""
        name = super().__new__(cls, words)
        name.span = span
        return name

    def __getnewargs__(self) -> tuple[str, Span | None]:  # type: ignore[override]
        """Keep the span when the name is copied or pickled."""
        return str(self), self.span


class SuitName(Name):
    """A Jack's name used as the name of a suit; ``span`` leaves out "Jack o'" and "suit"."""

    __slots__ = ()


class Range(Node):
    """A number from ``least`` to ``most`` (``None``: no upper bound).

    ``bare`` marks a number printed without "exactly", "+" or the like (ruling A-exact).
    """

    least: int
    most: int | None = None
    bare: bool = False

    @property
    def of_one(self) -> bool:
        """Whether it describes a single thing: "a", "1", "exactly 1"."""
        return self.least == 1 and self.most in (None, 1)


class Suit(Node):
    """A suit as printed: a Jack's (``name``), your own, an opponent's, or that of generic cards.

    ``other``: any suit but this one. "that" is the suit mentioned before; it occurs only during
    parsing.
    """

    whose: Literal["named", "your", "opponent", "generic", "that"]
    name: str = ""
    other: bool = False


class Place(Node):
    """Where cards lie: one or more zones of one owner.

    Narrowed to:
    - ``top``, ``bottom``: the top or bottom card of the Stack or Deck;
    - ``settled``: cards in play with that many cards Settled on them;
    - ``upon``: cards Settled on these cards in play, not on the card with this text;
    - ``this``: only the card with this text;
    - ``shown``: cards there that have just been revealed;
    - ``did``: cards to which this was done this "round".

    For Market Stacks, narrowed to:
    - ``suit``: those of a suit; ``matching``: those of the moved card's suit;
    - ``fewest``, ``most``: the one with the fewest or most cards;
    - ``size``: those with that many cards;
    - ``best``: the one with the highest or lowest top card;
    - ``topped``: those with such a top card;
    - ``first``: the first of those that tie;
    - ``one``: a single Market Stack, not all of them together.

    ``apart``, any single one of several zones, occurs only during parsing. ``owner_said`` is how
    the print names the owner: not at all, by an article, or by a word for the owner. ``by`` is the
    verb printed for cards that are "done". ``loose``: several zones are joined by "or", without a
    "together". Like the span, these three are ignored in comparisons.
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
    loose: bool = False
    NOT_COMPARED: ClassVar[tuple[str, ...]] = ("span", "owner_said", "by", "loose")


class Extreme(Node):
    """A superlative: the highest or lowest cost, score or Stability."""

    end: Literal["highest", "lowest"]
    of: Measure

    @property
    def opposite(self) -> Extreme:
        """The lowest for the highest, and the reverse."""
        return replace(self, end="lowest" if self.end == "highest" else "highest")


Ties = tuple[Extreme | Literal["first"], ...]
Number = int | Literal["any", "all", "many", "some"] | None


class Per(Node):
    """``number`` for each whole ``each`` of the ``cards`` there, not counting the first ``beyond``.

    A remainder is rounded down (ruling G-round), or ``up``. ``different``: cards equal in this
    count once. ``most``: the number is never more than that.
    """

    number: int
    each: int
    cards: Cards
    beyond: int = 0
    up: bool = False
    different: Literal["name", "suit"] | Measure | None = None
    most: int | None = None

    @property
    def place(self) -> Place:
        """Where the counted cards lie."""
        assert self.cards.place is not None
        return self.cards.place


class UpTo(Node):
    """Any number up to ``most`` (``None``: no limit), at the player's choice."""

    most: int | None


class AtLeast(Node):
    """``least`` or more, at the player's choice."""

    least: int


class Until(Node):
    """As many as needed to have ``count`` cards in hand, or coin tokens.

    ``None``: up or down to the player's hand limit.
    """

    count: int | None


class AllBut(Node):
    """All but ``count`` of them, at the player's choice."""

    count: int


class UntilCard(Node):
    """Cards from the top up to and including one that matches ``cards``, or all of them."""

    cards: Cards


class Worth(Node):
    """As many as the total cost, score or Stability of the ``cards`` there."""

    of: Measure
    cards: Cards


Amounts = Per | UpTo | AtLeast | Until | AllBut | UntilCard | Worth
"""Numbers that are known only when an instruction is carried out."""


class Cards(Node):
    """Cards as a phrase describes them: all slots that are set must hold.

    ``number`` is a count, "any", "all", "many" ("as many as possible"), "some" (a plural without a
    number) or ``None`` for "a", "the" or nothing. ``score`` is that of the higher end (AI Mode,
    last paragraph; ruling A-score); ``side`` picks the end whose cost and score count instead.
    ``starter``: whether it is a starter card. ``other``: not the card the text is about.
    ``random``: picked at random. ``does``: its text does this when it is played. ``ties`` are
    tie-breakers, applied in order; "first" is reading order and comes last. ``beside``: how much
    more it costs than the card moved last, plus :data:`EVEN` so that it can be less. ``settled``
    belongs to the place and ``chooser`` to the sentence; both occur here only during parsing.
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
    does: Verb | TokenVerb | None = None
    beside: Range | None = None
    settled: Range | None = None
    chooser: Literal["you", "they"] | None = None

    def from_other_end(self) -> Cards:
        """Return these with "highest" for "lowest", and the reverse."""
        ties = tuple(tie if tie == "first" else tie.opposite for tie in self.ties)
        return replace(self, extreme=self.extreme and self.extreme.opposite, ties=ties)

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones of the place, if one is given."""
        return self.place.zones if self.place else ()

    @property
    def owner(self) -> Owner | None:
        """The owner of the place, if one is given."""
        return self.place.owner if self.place else None

    @property
    def on_top(self) -> bool:
        """Whether only the top card of a Stack or Deck is meant."""
        return self.place is not None and self.place.top
