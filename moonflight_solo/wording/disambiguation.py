"""Settle a sentence on one reading: the only one, or the one a ruling chose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from msgspec.structs import replace

from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Meaning
from moonflight_solo.wording.canonical import canonical, single_facts
from moonflight_solo.wording.english import english
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.text import Text, WordingError, one_line
from moonflight_solo.wording.walk import covering_span


class WordRuling(Value):
    """A ruling on the words of one sentence; ``reads`` is an unambiguous rewording.

    ``printed`` is the rewording with its place in the rulings file.
    """

    id: str
    reads: str
    printed: Text | None = None

    @property
    def text(self) -> Text:
        """The rewording, with its place if known."""
        return self.printed or Text(self.reads, f"ruling {self.id}")


class Reading(Value):
    """A sentence with its settled meaning; ``others`` are the meanings decided against.

    A meaning that a ruling chose is grouped as in the ruling, but its spans are the sentence's.
    """

    text: Text
    meaning: Meaning
    by: Literal["print", "ruling"] = "print"
    ruling: str = ""
    others: tuple[Meaning, ...] = ()


_MOST_TOLD = 3


class Ambiguous(WordingError):
    """A sentence with several meanings, all in ``found``, and no ruling on its words."""

    def __init__(self, text: Text, meanings: tuple[Meaning, ...]) -> None:
        self.found = meanings
        numbered = enumerate(meanings[:_MOST_TOLD], 1)
        list_of_ways = "; ".join(f"({n}) {english(meaning)}" for n, meaning in numbered)
        if len(meanings) > _MOST_TOLD:
            list_of_ways += f"; and {len(meanings) - _MOST_TOLD} more"
        super().__init__(
            text,
            0,
            len(text.words),
            f'"{one_line(text.words)}" can be read in {len(meanings)} ways, and no ruling on these '
            f"words says which: {list_of_ways}. Write it differently, in two sentences, or add a "
            "ruling; a check of the card shows where the ways part",
        )


class RulingMismatch(WordingError):
    """A ruling that reads a sentence as saying what its words cannot mean.

    ``decision`` is the ruling, and ``text`` what it says; ``found`` are the meanings the words do
    have.
    """

    def __init__(self, decision: WordRuling, meanings: tuple[Meaning, ...], problem: str) -> None:
        self.decision = decision
        self.found = meanings
        nearest = [english(meaning) for meaning in meanings]
        super().__init__(decision.text, 0, len(decision.text.words), problem, nearest)


def disambiguate(
    text: Text, start: ast.Start, decisions: Mapping[str, WordRuling] | None = None
) -> Reading:
    """Return the settled reading of ``text``.

    ``decisions`` maps the exact words of a sentence (in one line) to the ruling on them. Raises
    :class:`WordingError` if the sentence or the ruling cannot be parsed, :class:`Ambiguous` if the
    sentence has several meanings and no ruling, or the ruling has several meanings, and
    :class:`RulingMismatch` if the words cannot mean what the ruling says.
    """
    meanings = readings(text, start)
    decision = (decisions or {}).get(one_line(text.words))
    if decision is None or not decision.reads:
        if len(meanings) > 1:
            raise Ambiguous(text, meanings)
        return Reading(text, meanings[0])
    ruling_meanings = readings(decision.text, start)
    if len(ruling_meanings) > 1:
        raise Ambiguous(decision.text, ruling_meanings)
    # Usually equal as they are; the canonical form costs more.
    matches = [meaning for meaning in meanings if meaning == ruling_meanings[0]]
    if not matches:
        sense = canonical(ruling_meanings[0])
        matches = [meaning for meaning in meanings if canonical(meaning) == sense]
    if not matches:
        words = one_line(text.words)
        problem = f'ruling {decision.id} reads "{words}" in a way these words cannot mean'
        raise RulingMismatch(decision, meanings, problem)
    others = tuple(meaning for meaning in meanings if meaning not in matches)
    # Group the facts as the ruling does, which a person can follow by eye.
    return Reading(text, _as_printed(ruling_meanings[0], matches[0]), "ruling", decision.id, others)


def read_as(start: ast.Start, example: str) -> str:
    """Return an example's reading in canonical English."""
    return english(readings(Text(example), start)[0])


def _as_printed(meaning: Any, printed: Any) -> Any:
    """Return ``meaning`` with the spans of ``printed``, an equivalent meaning."""
    if meaning == printed:
        return printed
    if isinstance(meaning, ast.All | ast.Either):
        words: dict[ast.Condition, list[ast.Condition]] = {}
        for fact in single_facts(printed):
            words.setdefault(fact, []).append(fact)
        return _regroup(meaning, words)
    if isinstance(meaning, tuple):
        return tuple(map(_as_printed, meaning, printed))
    slots = meaning.compared().items()
    parts = {name: _as_printed(slot, getattr(printed, name)) for name, slot in slots}
    return replace(meaning, **parts, span=printed.span)


def _regroup(
    part: ast.Condition, words: Mapping[ast.Condition, list[ast.Condition]]
) -> ast.Condition:
    """Return a condition with each fact replaced by its printed node, repeats in order."""
    if not isinstance(part, ast.All | ast.Either):
        facts = words[part]
        return facts.pop(0) if len(facts) > 1 else facts[0]
    parts = tuple(_regroup(each, words) for each in part.parts)
    return replace(part, parts=parts, span=covering_span(each.span for each in parts))
