"""The words of a sentence as tokens of the grammar, each with its offset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

from lark import Token
from lark.common import LexerConf
from lark.lexer import Lexer, TerminalDef

from moonflight_solo.wording import ast
from moonflight_solo.wording.paraphrase import QUOTED, rephrased
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


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text to be read, and what kind of sentence it is."""

    text: Text
    start: ast.Start


class Vocabulary(Lexer):
    """Turns a :class:`Sentence` into the grammar's terminals; the grammar is the vocabulary.

    ``ahead`` are the two terminals that are read next, "" behind the last word.
    """

    def __init__(self, conf: LexerConf) -> None:
        self.ahead = "", ""
        self._patterns = [(t.name, re.compile(t.pattern.to_regexp())) for t in conf.terminals]
        self._plain = plain_words(conf.terminals)
        self._kind = lru_cache(4096)(self._kind_of)  # the same words come again and again

    def lex(self, data: Any) -> Iterator[Token]:  # type: ignore[override]  # noqa: D102
        sentence: Sentence = data
        text = sentence.text
        # A block pasted from print is wrapped anywhere; any white space parts words alike.
        said = rephrased(text.words, sentence.start)
        matches = [*_SPLIT.finditer(said.words)]
        kinds = [*(self._kind(match[0]) for match in matches), "", ""]
        for at, match in enumerate(matches):
            word, kind = match[0], kinds[at]
            self.ahead = kind, kinds[at + 1]
            start, end = said.span(*match.span())
            if not kind:
                word = text.words[start:end]
                near = get_close_matches(word.lower(), self._plain, 3, 0.6)
                problem = f'"{word}" is not understood'
                if word[0].isupper():
                    problem += "; a card's name stands in quotation marks"
                raise NotRead(text, start, end, problem, tuple(near))
            yield Token(kind, word, start, end_pos=end)
        self.ahead = "", ""

    def _kind_of(self, word: str) -> str:
        """Return the terminal that a word is, "" for none."""
        for name, pattern in self._patterns:
            if pattern.fullmatch(word):
                return name
        return ""


def plain_words(terminals: Iterable[TerminalDef]) -> list[str]:
    """Return every word of the vocabulary that is plain letters, in one common form."""
    words = []
    for terminal in terminals:
        pattern = str(terminal.pattern.value)
        for form in re.sub(r"\(\w+\)\?|\w\?", "", pattern).split("|"):
            if form.isalpha():
                words.append(form)
    return words


def spelled(terminal: TerminalDef) -> str:
    """Return how a terminal is written, for a message to a person."""
    words = plain_words([terminal])
    shapes = {"NUMBER": "a number", "PLUS": "a number with +", "BETWEEN": "a range such as 4-10"}
    shapes |= {"QUOTED": "a quoted name", "SUIT": "a Jack's suit", "SIGNED": "+1 or -1"}
    punctuation = {"_DOT": ".", "_COMMA": ",", "_SLASH": "/", "_DASH": "-", "_OPEN": "("}
    return shapes.get(terminal.name) or (words[0] if words else punctuation.get(terminal.name, ")"))
