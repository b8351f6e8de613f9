"""All that a printed sentence can mean: every parse, grouped by meaning."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedEOF, UnexpectedInput, VisitError
from lark.visitors import CollapseAmbiguities

from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.building import Builder, Nonsense
from moonflight_solo.wording.fault import WordingError
from moonflight_solo.wording.sense import sense
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.words import Vocabulary, spelled

Start = Literal["effect", "line", "reset_line"]


@cache
def _parser() -> Lark:
    grammar = files("moonflight_solo.wording").joinpath("grammar.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="earley",
        lexer=Vocabulary,
        ambiguity="explicit",
        start=["effect", "line", "reset_line"],
        propagate_positions=False,
    )


def readings(text: Text, start: Start) -> tuple[m.Meaning, ...]:
    """Return every meaning of ``text``, the earliest-found parse of each, in a fixed order.

    ``start`` says what kind of sentence it is. Raises :class:`WordingError` naming the words
    that are not understood; a sentence with an unread word is never accepted.
    """
    if start == "effect" and not text.words.strip():
        return (m.CardText(),)
    found: dict[object, m.Meaning] = {}
    nonsense: str = ""
    for tree in _trees(text, start):
        try:
            meaning: m.Meaning = Builder().transform(tree)
        except VisitError as error:
            if not isinstance(error.orig_exc, Nonsense):
                raise
            nonsense = str(error.orig_exc)
            continue
        found.setdefault(sense(meaning), meaning)
    if not found:
        raise WordingError(
            text, 0, len(text.words), f'"{text.words}" says nothing that can be done: {nonsense}'
        )
    return tuple(sorted(found.values(), key=repr))


def _trees(text: Text, start: Start) -> list[Tree[Token]]:
    parser = _parser()
    try:
        forest = parser.parse(text, start=start)
    except UnexpectedEOF as error:
        raise _fault(text, len(text.words), "", error.expected) from None
    except UnexpectedInput as error:
        token = getattr(error, "token", None)
        at = (token.start_pos or 0) if isinstance(token, Token) else 0
        expected = getattr(error, "accepts", None) or getattr(error, "expected", ())
        raise _fault(text, at, str(token), expected) from None
    trees: list[Tree[Token]] = CollapseAmbiguities().transform(forest)
    return trees


def _fault(text: Text, at: int, word: str, expected: object) -> WordingError:
    names = set(expected) if isinstance(expected, list | set | tuple | frozenset) else set()
    known = [t for t in _parser().terminals if t.name in names]
    nearest = sorted({spelled(t) for t in known})[:12]
    if word:
        problem = f'"{word}" does not follow here in "{text.words}"'
        return WordingError(text, at, at + len(word), problem, nearest)
    return WordingError(text, at, at, f'"{text.words}" breaks off', nearest)
