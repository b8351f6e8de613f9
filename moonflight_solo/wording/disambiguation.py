"""One settled reading of a sentence: the only one there is, or the one a ruling chose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from moonflight_solo.wording.ast import Meaning
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.english import english
from moonflight_solo.wording.errors import WordingError
from moonflight_solo.wording.parsing import Start, readings
from moonflight_solo.wording.text import Text, one_line


@dataclass(frozen=True, slots=True)
class Decision:
    """A recorded ruling on the words of one sentence: ``reads`` is what they are taken to say.

    ``printed`` is the same with its place in the file it stands in.
    """

    id: str
    reads: str
    printed: Text | None = None

    @property
    def text(self) -> Text:
        """What the words are taken to say, with its place if that is known."""
        return self.printed or Text(self.reads, f"ruling {self.id}")


@dataclass(frozen=True, slots=True)
class Settled:
    """A sentence and its one meaning; ``others`` are the meanings decided against."""

    text: Text
    meaning: Meaning
    by: Literal["print", "ruling"] = "print"
    ruling: str = ""
    others: tuple[Meaning, ...] = ()


class Ambiguous(WordingError):
    """A sentence with several meanings and no ruling on its words; ``found`` has them all."""

    def __init__(self, text: Text, found: tuple[Meaning, ...]) -> None:
        self.found = found
        ways = "; ".join(f"({n}) {english(meaning)}" for n, meaning in enumerate(found, 1))
        super().__init__(
            text,
            0,
            len(text.words),
            f'"{one_line(text.words)}" can be read in {len(found)} ways, and no ruling on these '
            f"words says which: {ways}",
        )


class Misfit(WordingError):
    """A ruling that says what the words of its sentence cannot mean.

    ``decision`` is the ruling, ``found`` are the meanings that the words have.
    """

    def __init__(
        self, text: Text, decision: Decision, found: tuple[Meaning, ...], problem: str
    ) -> None:
        self.decision = decision
        self.found = found
        nearest = [english(meaning) for meaning in found]
        super().__init__(text, 0, len(text.words), problem, nearest)


def disambiguate(
    text: Text, start: Start, decisions: Mapping[str, Decision] | None = None
) -> Settled:
    """Return the settled reading of ``text``.

    ``decisions`` maps the exact words of a sentence to the ruling on them. Raises
    :class:`WordingError` for words that cannot be read, the ruling's or the sentence's,
    :class:`Ambiguous` for several meanings without a ruling or of the ruling's own words, and
    :class:`Misfit` for a ruling that says what the words cannot mean.
    """
    found = readings(text, start)
    decision = (decisions or {}).get(one_line(text.words))
    if decision is None or not decision.reads:
        if len(found) > 1:
            raise Ambiguous(text, found)
        return Settled(text, found[0])
    ruled = readings(decision.text, start)
    if len(ruled) > 1:
        raise Ambiguous(decision.text, ruled)
    others = tuple(meaning for meaning in found if canonical(meaning) != canonical(ruled[0]))
    if len(others) == len(found):
        problem = (
            f'ruling {decision.id} reads "{one_line(text.words)}" in a way these words cannot mean'
        )
        raise Misfit(text, decision, found, problem)
    # The ruling's own grouping of the words, which a person can follow by eye.
    return Settled(text, ruled[0], "ruling", decision.id, others)
