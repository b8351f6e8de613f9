"""AST nodes for conditions: facts about cards, places and numbers, and facts joined."""

from __future__ import annotations

from typing import Literal

from moonflight_solo.wording.ast.expressions import Cards, Measure, Node, Owner, Place, Range


class Has(Node):
    """There are ``count`` cards that match ``cards``; ``total`` bounds their summed scores.

    ``of``: sum their costs or Stability instead. ``such``: the highest or lowest of ``cards`` must
    match this. ``counting``: the card that the line plays counts too (ruling A-exact).
    """

    cards: Cards
    count: Range
    total: Range | None = None
    counting: bool = False
    of: Measure = "score"
    such: Cards | None = None


class Coins(Node):
    """The player controls ``count`` coin tokens."""

    count: Range


class EmptyStacks(Node):
    """``count`` of the Market Stacks in ``stacks`` are empty."""

    stacks: Place
    count: Range


class StacksMatching(Node):
    """``count`` Market Stacks have the size, or the top card, that ``stacks`` describes."""

    stacks: Place
    count: Range


class LimitIs(Node):
    """The player's hand limit or retain limit is ``count`` now."""

    of: Literal["hand", "retain"]
    count: Range


class Played(Node):
    """The card ``name`` has just been played by the parent line (ruling A-sub)."""

    name: str


class Amount(Node):
    """``times`` the number of ``cards``, or, without any, of the coin tokens ``owner`` controls."""

    cards: Cards | None = None
    owner: Owner = "your"
    times: int = 1


class Compared(Node):
    """How the amounts ``this`` and ``than`` compare."""

    this: Amount
    relation: Literal["more", "fewer", "as many", "at least as many", "at most as many"]
    than: Amount


TURNED: dict[str, str] = {
    "more": "fewer",
    "fewer": "more",
    "as many": "as many",
    "at least as many": "at most as many",
    "at most as many": "at least as many",
}
"""How the second amount of a comparison compares with the first."""


class Status(Node):
    """You are First Player, or have Shopped or Built this round; the opposite if not ``so``.

    "passed": your last act was to Pass (ruling A-passed). "nothing else": no other line can be
    followed; the line that says so is the last of its side.
    """

    of: Literal["first player", "shopped", "built", "passed", "nothing else"]
    so: bool = True


class Opponents(Node):
    """Some ("one"), each, no or a number of opponents meet all ``parts``; ``you`` may count too.

    Each by itself: in ``parts``, "your" means that opponent's, and "holder" the player the text
    addresses.
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


Fact = Has | Coins | EmptyStacks | StacksMatching | LimitIs | Played | Compared | Status | Opponents
Condition = Fact | All | Either
