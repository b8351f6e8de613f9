"""Build numbers, and amounts that are counted during the game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.constants import COIN_TOKENS, DONE, FIXED
from moonflight_solo.wording.builder.marks import number_in, parts_of_kind
from moonflight_solo.wording.builder.merging import merge, refuse_loose_suit, to_verb
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, refuse
from moonflight_solo.wording.earley import ParseTree
from moonflight_solo.wording.lexer import where

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
_CONNECTIVE = re.compile(r"(?: and| or|,) *$", re.IGNORECASE)
_MOST_FIGURES = 4
_WITH_FIGURES = ("NUMBER", "PLUS", "BETWEEN", "SIGNED")


def figure_of(word: str) -> int:
    """Return the value of a number word or figure, without its sign."""
    is_word = word.lower() in _NUMBERS
    return _NUMBERS.index(word.lower()) + 1 if is_word else int(re.sub(r"\D", "", word))


class NumberRules:
    """Builds numbers and amounts, and finds what builds each rule; every node gets its span.

    A rule is built from its parts: by the method called as it is, or by a row of one of the
    classes; ``own_rows`` are built with the rest of the builder, ``self``.
    """

    own_rows: dict[str, Callable[..., object]]

    rows: dict[str, Callable[..., object]] = {
        **FIXED,
        "exactly": lambda number: ast.Range(int(number), int(number)),
        "at_least": lambda number, *_noun: ast.Range(int(number)),
        "at_most": lambda number, *_noun: ast.Range(0, int(number)),
        "no_fewer": lambda number: ast.Range(marks.Bound(number)),
        "no_more": lambda number: ast.Range(0, marks.Bound(number)),
        "more": lambda number: ast.Range(marks.Bound(int(number) + 1)),
        "tokens": lambda *parts: parts[-1],
        "so_many_in_all": lambda per, most: replace(per, most=int(most)),
        "plus": lambda n: ast.Range(int(n[:-1])),
        "count": lambda count, *_card: count,
        "beyond": lambda number=None: ast.UpTo(int(number) if number else 1),
        "rounded": lambda way: way.lower(),
        "up_to": lambda *words: ast.Cards(ast.UpTo(int(words[-1]))),
        "this_many_or_more": lambda number: ast.Cards(ast.AtLeast(int(number))),
        "up_to_coins": lambda *words: ast.UpTo(int(words[-1])),
        "until_coins": lambda *words: ast.Until(int(words[-1])),
        "twice_so_many": lambda per: multiple(per, 2),
        "half_as_many": lambda per, way="down": replace(per, each=2 * per.each, up=way == "up"),
        "so_many": lambda *parts: ast.Per(1, 1, replace(_counted_cards(parts), number=None)),
    }

    def __init_subclass__(cls) -> None:
        NumberRules.rows.update(cls.rows)
        for name, row in vars(cls).get("own_rows", {}).items():
            setattr(cls, name, row)

    def __init__(self, words: str) -> None:
        self._words = words
        # Subtrees that several parses share are built once.
        self._cache: dict[int, object] = {}

    def meaning_of(self, tree: ParseTree) -> Any:
        """Return what a parse tree means; raises :class:`Nonsense` if that is nothing."""
        if id(tree) not in self._cache:
            try:
                self._cache[id(tree)] = self._build(tree)
            except Nonsense as error:
                self._cache[id(tree)] = error
        meaning = self._cache[id(tree)]
        if isinstance(meaning, Nonsense):
            raise meaning.with_traceback(None)
        return meaning

    def _build(self, tree: ParseTree) -> object:
        parts = [
            _in_figures(part) if isinstance(part, Token) else self.meaning_of(part)
            for part in tree.children
            if isinstance(part, Token | ParseTree)
        ]
        try:
            meaning = (getattr(self, tree.data, None) or NumberRules.rows[tree.data])(*parts)
        except Nonsense as error:
            start, end = tree.extent or (0, 0)
            error.width = end - start
            raise
        return _with_span(meaning, tree.extent)

    def printed(self, node: ast.Node) -> str:
        """Return the words of a node."""
        return self._words[slice(*node.span or (0, 0))]

    def bare(self, number: Token) -> ast.Range:
        listed = _CONNECTIVE.search(self._words[: where(number)[0]])
        least = marks.ListedNumber(number) if listed else int(number)
        return ast.Range(least, int(number), bare=True)

    def from_to(self, least: Token, most: Token) -> ast.Range:
        refuse(int(least) > int(most), "the range begins with the higher number")
        return ast.Range(int(least), int(most))

    def this_or_next(self, *numbers: Token) -> ast.Range:
        if any(int(right) != int(left) + 1 for left, right in pairwise(numbers)):
            raise Nonsense("the numbers do not follow one another")
        return self.from_to(numbers[0], numbers[-1])

    def fewer(self, n: Token) -> ast.Range:
        refuse(int(n) == 0, "there cannot be fewer than 0")
        return ast.Range(0, marks.Bound(int(n) - 1))

    def within_both(self, *each: ast.Range) -> ast.Range:
        least = max(range_.least for range_ in each)
        mosts = [range_.most for range_ in each if range_.most is not None]
        refuse(not mosts or min(mosts) < least or not least, "there is no number between these two")
        return ast.Range(least, min(mosts))

    def between(self, both: Token) -> ast.Range:
        least, most = both.replace("–", "-").split("-")
        return self.from_to(Token("NUMBER", least), Token("NUMBER", most))

    # -- amounts

    def per(self, *parts: object) -> ast.Per:
        each = next(iter(parts_of_kind(parts, Token)), None)
        cards = _counted_cards(parts)
        refuse(each is None and cards.number == "some", "it does not say per how many cards")
        cards_counted = replace(cards, number=None)
        free = next((part.most or 0 for part in parts if isinstance(part, ast.UpTo)), 0)
        number = int(each) if each else 1
        return ast.Per(1, number, cards_counted, free, "up" in parts, mark=_for_each(parts))

    def per_coin(self, *parts: object) -> ast.Per:
        return ast.Per(1, number_in(parts, 1), COIN_TOKENS, up="up" in parts)

    def per_coin_of_yours(self, *parts: object) -> ast.Per:
        per = self.per_coin(*parts)
        own_coins = ast.Place(("coins",), owner_said="owner")
        return replace(per, cards=replace(per.cards, place=own_coins))

    def per_done(self, *words: Token) -> ast.Per:
        return ast.Per(
            1, number_in(words, 1), ast.Cards(place=replace(DONE, by=to_verb(words[-1])))
        )

    def per_opponent(self, *words: object) -> ast.Per:
        opponents = ast.Cards(place=ast.Place(("players",)))
        return ast.Per(1, 1, opponents, mark=_for_each(words))

    def per_stack(self, *parts: object) -> ast.Per:
        (stacks,) = parts_of_kind(parts, ast.Place)
        suit = stacks.suit or ast.Suit("your")  # Card Targets
        said = "owner" if stacks.suit else ""
        place = replace(stacks, zones=("stacks",), suit=suit, owner_said=said)
        return ast.Per(1, 1, ast.Cards(place=place))

    def per_different(self, *parts: object) -> ast.Per:
        quality: Any = next(p for p in parts if isinstance(p, str) and p != "for each").lower()
        cards = _counted_cards(parts)
        return ast.Per(1, 1, replace(cards, number=None), different=quality)

    def gain(self, *parts: object) -> int | ast.Per:
        number = next((int(p) for p in parts if isinstance(p, Token)), 1)
        per = next(iter(parts_of_kind(parts, ast.Per)), None)
        return number if per is None else multiple(per, number)

    def amounting(self, *parts: object) -> ast.Cards:
        number = next(part for part in parts if isinstance(part, ast.Per | ast.Worth))
        return merge([ast.Cards(number), *(p for p in parts if isinstance(p, ast.Cards))])


def _for_each(parts: Sequence[object]) -> ast.Mark | None:
    return "for each" if "for each" in parts else None


def _in_figures(word: Token) -> Token:
    """Return a token with its number, if it is one, in figures."""
    if word.type == "NUMBER" and word.lower() in _NUMBERS:
        return word.update(value=str(figure_of(word)))
    if word.type in _WITH_FIGURES:
        figures = max(map(len, re.findall(r"\d+", word)))
        if figures > _MOST_FIGURES:
            raise Nonsense(f"no number of cards or coin tokens has {figures} figures", width=0)
    return word


def _with_span(node: object, span: ast.Span | None) -> object:
    """Return what a rule has built with the span of its words, brackets included."""
    if not isinstance(node, ast.Node) or span is None:
        return node
    if isinstance(node, ast.All | ast.Either):
        # A count in one place or another is a single phrase with several parts.
        parts = (p if getattr(p, "span", span) else replace(p, span=span) for p in node.parts)
        return replace(node, parts=tuple(parts), span=span)
    # A quality ("scoring", "highest cost") spans all words of its phrase.
    qualities = node.compared() if isinstance(node, ast.Cards) else {}
    unplaced = {
        slot: replace(part, span=span)
        for slot, part in qualities.items()
        if isinstance(part, ast.Node) and part.span is None
    }
    return replace(node, **unplaced, span=span)


def multiple(per: ast.Per, number: int) -> ast.Per:
    """Return so many "per card"."""
    doubt(per.most is not None and number != 1, "whether the number is the total or one for each")
    return replace(per, number=number)


def _counted_cards(parts: Sequence[object]) -> ast.Cards:
    """Return the cards that are counted."""
    phrases = parts_of_kind(parts, ast.Cards)
    refuse_loose_suit(phrases)
    cards = merge(phrases)
    doubt(cards.place is None, 'where to count, as in "in hand"')
    return cards
