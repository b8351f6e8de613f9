"""Marker nodes that record how part of a phrase was worded while that still matters.

They occur only during parsing: any left at the end is a lost word (:func:`.merging.finished`).
"""

from __future__ import annotations

from moonflight_solo.wording import ast


class Both(ast.Cards):
    """Cards of one name and cards of another."""


class Excluding(ast.Cards):
    """An exclusion with its own noun."""


class Yours(ast.Cards):
    """Cards said to be yours, before their place is known."""


class Theirs(Yours):
    """Cards said to belong to the player who acts."""


class Excepted(Excluding):
    """Cards that are left out of those said, as in "except those that score"."""


class ButNot(Excepted):
    """An exclusion said with "but", which can also say what else there is."""


class EachStack(ast.Place):
    """Each of several Market Stacks separately."""


class BothPlaces(ast.Place):
    """Places joined by "and": everything in both, or a number."""


class Tied(ast.Cards):
    """Who chooses among those tied for highest or lowest."""


class Together(ast.Cards):
    """Says that cards of several names are counted together."""


class Verbless(ast.Has):
    """That cards are there, said without a verb."""


class NotThere(ast.Has):
    """That cards are not in a place, said with "not"."""


class NotHeld(NotThere):
    """What somebody does "not have"."""


class CountWithoutNoun(Verbless):
    """A count without a noun."""


class Nounless(Verbless):
    """A count of cards that are described without a noun."""


class Predicated(ast.Has):
    """That cards which are there are such."""


class Subject(ast.Cards):
    """Cards of which something is said that may be said of the cards before them too."""


class InOrder(ast.FirstOf):
    """A list joined by words like "otherwise"."""


class Scoreless(ast.Cards):
    """Cards that do not score, said with "not"."""


class ContrastPair(ast.All):
    """One fact and the negation of another in a single phrase."""


class Holding(ast.Cards):
    """A place that is itself said to hold cards."""


class Singular(ast.Cards):
    """A singular noun: any one such card."""


class AnySuch(ast.Cards):
    """Any one card that matches."""


class NegatedName(ast.Cards):
    """A name that something is "not": that card, or one that lies there."""


class Top(ast.Cards):
    """Cards from the top of a place that is not said."""


class TheOther(ast.Cards):
    """The only card left of those shown."""


class TopSuch(AnySuch):
    """The top card that matches: the topmost match, or the top card if it matches."""


class Topped(ast.Cards):
    """The top card of a Market Stack."""


class Bottom(ast.Cards):
    """Says "the bottom" of a Stack or Deck, before it is known which."""


class TheNumber(ast.Cards):
    """Says "the two" of some cards, which needs a superlative."""


class Definite(ast.Cards):
    """Says "the card", of which there is only one."""


class ForEach(ast.Per):
    """A number with "for each", which may apply to more than the last item."""


class Another(ast.Cards):
    """Says "another" card, where this card lies elsewhere anyway."""


class WithoutNoun(Another):
    """ "Another", or "one more", of cards that only the words before say."""


class More(ast.Cards):
    """A number of cards, with no noun but that of the words before."""


class IfNot(ast.May):
    """What to do "if not", after the instruction it depends on."""


class Bound(int):
    """A number after "at least" or the like, which a bare number after it may share."""

    __slots__ = ()


class ListedNumber(int):
    """A bare number right after "and", "or" or a comma."""

    __slots__ = ()


class Multiple(str):
    """A relation to twice the other amount, or of twice the first one if ``turned``."""

    turned: bool

    def __new__(cls, relation: str, turned: bool = False) -> Multiple:
        """Return ``relation`` as one of a double amount."""
        multiple = super().__new__(cls, relation)
        multiple.turned = turned
        return multiple


class Whom(str):
    """A player in words that say more than who: an express "you", "each other", "that"."""

    __slots__ = ()
