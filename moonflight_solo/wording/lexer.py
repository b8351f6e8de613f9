"""Split a sentence into tokens of the grammar, each with its offset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import lru_cache

from lark import Token

from moonflight_solo.wording import ast
from moonflight_solo.wording.expanded_grammar import WordKind
from moonflight_solo.wording.paraphrase import QUOTED, rephrase
from moonflight_solo.wording.text import NotRead, Text

_SPLIT = re.compile(
    rf"""
      {QUOTED}
    | (?:[Jj]ack\ [Oo]['’]\ )?[A-Z]\w*(?:\ and\ [A-Z]\w*)?(?:['’]s|['’])?\ suit\b
    | \d+[-–]\d+ | \d+\+ | \d+
    | (?<!\S)[+\-−–]\d+                                             # a signed number
    | [A-Za-z]+\(s\)
    | [A-Za-z]+(?:['’][A-Za-z]*)?
    | [^\s]
    """,
    re.VERBOSE,
)


def where(token: Token) -> ast.Span:
    """Return the span of a token."""
    assert token.start_pos is not None
    assert token.end_pos is not None
    return token.start_pos, token.end_pos


class Vocabulary:
    """The kinds of words in the language: the terminals of the grammar."""

    def __init__(self, terminals: Sequence[WordKind]) -> None:
        self._patterns = [(terminal.name, terminal.pattern()) for terminal in terminals]
        self._plain = plain_words(terminals)
        self._kind = lru_cache(4096)(self._kind_of)  # the same words come again and again

    def lex(self, text: Text, start: ast.Start) -> Iterator[tuple[Token, tuple[str, str]]]:
        """Yield each token of a text, with its kind and the next token's, "" after the last.

        Raises :class:`NotRead` at the first word of no known kind.
        """
        # Text pasted from print may wrap anywhere; all white space separates words alike.
        plain = rephrase(text.words, start)
        matches = [*_SPLIT.finditer(plain.words)]
        kinds = [*(self._kind(match[0]) for match in matches), ""]
        for match, kind, following in zip(matches, kinds, kinds[1:], strict=False):
            begin, end = plain.span(*match.span())
            if not kind:
                raise self._error(text, begin, end)
            yield Token(kind, match[0], begin, end_pos=end), (kind, following)

    def _error(self, text: Text, start: int, end: int) -> NotRead:
        word = text.words[start:end]
        problem = f'"{word}" is not understood'
        if word[0].isupper() and not opens_sentence(text.words, start):
            problem += "; a card's name stands in quotation marks"
        nearest = get_close_matches(word.lower(), self._plain, 3, 0.6)
        return NotRead(text, start, end, problem, tuple(nearest))

    def _kind_of(self, word: str) -> str:
        """Return the terminal that matches a word, "" for none."""
        return next((name for name, each in self._patterns if each.fullmatch(word)), "")


def opens_sentence(words: str, offset: int) -> bool:
    """Return whether a sentence begins at an offset, so that a capital there says nothing."""
    before = words[:offset].rstrip()
    return not before or before[-1] in ".:;"


def plain_words(terminals: Iterable[WordKind]) -> list[str]:
    """Return every word of the vocabulary that is plain letters, in its base form."""
    forms = (re.sub(r"\(\w+\)\?|\w\?", "", terminal.written).split("|") for terminal in terminals)
    return [form for each in forms for form in each if form.isalpha()]


def spelling(terminal: WordKind) -> str:
    """Return how to show a terminal in a message."""
    words = plain_words([terminal])
    shapes = {"NUMBER": "a number", "PLUS": "a number with +", "BETWEEN": "a range such as 4-10"}
    shapes |= {"QUOTED": "a quoted name", "SUIT": "a Jack's suit", "SIGNED": "+1 or -1"}
    punctuation = {"_DOT": ".", "_COMMA": ",", "_SLASH": "/", "_DASH": "-", "_OPEN": "("}
    return shapes.get(terminal.name) or (words[0] if words else punctuation.get(terminal.name, ")"))
