"""Tab completion: how what is being typed could go on."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Final

# Acts that take several cards, with commas between.
LISTS: Final = ("shop", "buy", "build")
DELIMITERS: Final = " ,"
HISTORY: Final = 200


@dataclass(frozen=True)
class Offer:
    """What may be typed now.

    ``lines`` are whole lines that begin with the word of an act or a command; ``answers`` are the
    names that a question offers, of which several may be typed with commas between.
    """

    lines: Sequence[str] = ()
    answers: Sequence[str] = ()


def completions(typed: str, offer: Offer) -> list[str]:
    """Return what could stand in the place of the last word of ``typed``, which may be empty.

    Answers to a question come before commands, which are offered when no answer begins so.
    A name of several words is completed word by word; first words may be cut short.
    """
    word = max(map(typed.rfind, DELIMITERS)) + 1
    gap = " " if typed.endswith(",") else ""
    for start, names in (_answers(typed, offer.answers), _lines(typed, offer.lines)):
        begun = typed[start:].casefold()
        found = [name[word - start :] for name in names if name.casefold().startswith(begun)]
        if found:
            return [gap + name for name in dict.fromkeys(found)]
    return []


def _answers(typed: str, names: Sequence[str]) -> tuple[int, list[str]]:
    """Return where the name begins that is being typed, and the names not yet chosen."""
    taken = {name.strip().casefold() for name in typed.split(",")[:-1]}
    return _after_comma(typed, 0), [name for name in names if name.casefold() not in taken]


def _lines(typed: str, lines: Sequence[str]) -> tuple[int, list[str]]:
    """Return where the part begins that is being typed, and how each line has that part."""
    parts = [line.partition(" ") for line in lines]
    first, space, _ = typed.partition(" ")
    if not space:
        longer = {word for word, _, rest in parts if rest}
        return 0, [f"{word} " if word in longer else word for word, _, _ in parts]
    begun = [(word, rest) for word, _, rest in parts if word.startswith(first.casefold()) and rest]
    start = len(first) + 1
    if any(word in LISTS for word, _ in begun):
        start = _after_comma(typed, start)
    return start, [rest for _, rest in begun]


def _after_comma(typed: str, start: int) -> int:
    start = max(start, typed.rfind(",") + 1)
    return start + len(typed[start:]) - len(typed[start:].lstrip())


class LineEditor:
    """Readline, if Python has it: Tab completes, and the arrows call typed lines back."""

    def __init__(self) -> None:
        self._readline = _readline()
        self._offer: Callable[[], Offer] | None = None
        self._found: list[str] = []
        if self._readline is None:
            return
        self._readline.set_completer_delims(DELIMITERS)
        self._readline.set_completer(self._complete)
        libedit = "libedit" in (self._readline.__doc__ or "")
        self._readline.parse_and_bind("bind ^I rl_complete" if libedit else "tab: complete")
        self._readline.set_history_length(HISTORY)

    def offer(self, offer: Callable[[], Offer] | None) -> None:
        """Complete from what ``offer`` returns when Tab is pressed."""
        self._offer = offer

    def typed(self) -> str:
        """Return what stands on the line that is being typed."""
        return "" if self._readline is None else str(self._readline.get_line_buffer())

    def _complete(self, _word: str, number: int) -> str | None:
        # Called with 0, 1, 2 ... until there is nothing more; an exception would be swallowed.
        if self._offer is None or self._readline is None:
            return None
        if number == 0:
            line = self._readline.get_line_buffer()[: self._readline.get_endidx()]
            self._found = completions(line, self._offer())
        return self._found[number] if number < len(self._found) else None


def _readline() -> ModuleType | None:
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    try:
        return importlib.import_module("readline")
    except ImportError:
        return None
