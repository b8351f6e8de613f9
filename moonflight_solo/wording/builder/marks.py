"""How parts of a phrase were said, as long as that makes a difference: only while a parse is read.

Whatever is left of it in a meaning is a word that would be lost (:func:`.merging.finished`).
"""

from __future__ import annotations

from moonflight_solo.wording import ast


class Both(ast.Cards):
    """Cards of one name and of another."""


class Excluding(ast.Cards):
    """What cards are not, said with a noun."""


class Yours(ast.Cards):
    """Cards said to be yours, before it is known where they lie."""


class Theirs(Yours):
    """Cards said to be those of whoever does it."""


class ButNot(Excluding):
    """What cards are not, said with "but", which may say what else there is."""


class EachStack(ast.Place):
    """Each of several Market Stacks by itself."""


class BothPlaces(ast.Place):
    """Places said with "and": all that lies in both, or so many."""


class Tied(ast.Cards):
    """Who chooses between the highest, or the lowest."""


class Together(ast.Cards):
    """That cards of several names are counted together."""


class Uncalled(ast.Has):
    """So many, without a word for what they are."""


class SaidOf(ast.Has):
    """That cards which are there are such."""


class InOrder(ast.FirstOf):
    """A list joined by words like "otherwise"."""


class Scoreless(ast.Cards):
    """What does not score, where that is said with "not"."""


class Close(ast.All):
    """That the one is there and the other not, said in one."""


class One(ast.Cards):
    """A noun in the singular: any of such is one."""


class AnySuch(ast.Cards):
    """Any one card that is such."""


class Barred(ast.Cards):
    """A name that something is "not": that card, or one that lies there."""


class TopSuch(AnySuch):
    """The top card that is such: of all, or if it is."""


class Topped(ast.Cards):
    """What lies on top of a Market Stack."""


class Bottom(ast.Cards):
    """ "The bottom" of a Stack or Deck, until it is known of which."""


class TheNumber(ast.Cards):
    """ "The two" of some cards, which a superlative has to say."""


class The(ast.Cards):
    """ "The card", of which there is one."""


class ForEach(ast.Per):
    """A number that is said "for each", which may speak of more than the last."""


class Another(ast.Cards):
    """Other cards than the one that says it, which lies elsewhere anyway."""


class Elided(Another):
    """ "Another", or "one more", of cards that only the words before say."""


class IfNot(ast.May):
    """What is done "if not", where that is said of what is done before."""


class Whom(str):
    """A player by words that say more than who it is: "you" expressly, "each other", "that"."""

    __slots__ = ()
