"""A report's findings in the order of their weight: those alike on several lines put together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Literal

from moonflight_solo.check.finding import FAULT, SLIP, Finding, Price
from moonflight_solo.values import Value

Weight = Literal["error", "fault", "slip", "note"]

_TOGETHER = ("exact-or-least-unsaid", "tie-unsaid", "which-end-unsaid", "when-counted-unsaid")
_PRICED = 20


class Entry(Value):
    """One thing to be told of a card: a finding, or one that stands on several lines alike."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        """The finding on the first of its lines."""
        return self.findings[0]

    @property
    def weight(self) -> int:
        """How early it is told of; what has a price does something to play."""
        least = min(each.weight for each in self.findings)
        return min(least, _PRICED + 3) if self.matters else least

    @property
    def matters(self) -> bool:
        """Whether games came out otherwise the other way."""
        return any(price.otherwise > 0 for price in self.prices)

    @property
    def kind(self) -> Weight:
        """What it is: an error, something it does to play, a slip of the pen, or a note."""
        if self.first.severity == "error":
            return "error"
        return "fault" if self.weight <= FAULT else "slip" if self.weight <= SLIP else "note"

    @property
    def prices(self) -> tuple[Price, ...]:
        """What the other ways were worth, each once."""
        return tuple(dict.fromkeys(price for each in self.findings for price in each.prices))

    @property
    def worst(self) -> Price | None:
        """The price of the way that changed most games."""
        return max(self.prices, key=lambda each: each.otherwise, default=None)

    @property
    def where(self) -> str:
        """The lines it stands on, such as "pre-Turn 1, 2, 3"; "" for the whole card."""
        return lines_in_words(self.findings)


def entries(findings: Iterable[Finding]) -> list[Entry]:
    """Return what is to be told, the heaviest first and then in printed order.

    What is open in the same way on several lines is one entry, if one ruling answers it.
    """
    together: dict[tuple[str, str], list[Finding]] = {}
    found: list[Entry] = []
    for each in findings:
        if each.code in _TOGETHER:
            together.setdefault((each.code, each.ruling), []).append(each)
        else:
            found.append(Entry((each,)))
    found += [Entry(tuple(alike)) for alike in together.values()]
    return sorted(found, key=lambda entry: entry.weight)


def of_kind(found: Sequence[Entry], kind: Weight) -> list[Entry]:
    """Return the entries of one kind."""
    return [each for each in found if each.kind == kind]


def counted_codes(found: Iterable[Entry]) -> list[tuple[str, int]]:
    """Return how many findings there are of each code, the most first."""
    return Counter(each.code for entry in found for each in entry.findings).most_common()


def is_called(title: str, wanted: str) -> bool:
    """Return whether a line's title, such as "pre-Turn 5.1", answers to what is typed."""
    said = wanted.lower().replace("-turn", "").replace("turn", "").split()
    words = title.lower().replace("-turn", "").split()
    return bool(said and words) and said[-1] == words[-1] and set(said) <= set(words)


def lines_in_words(found: Sequence[Finding]) -> str:
    """Return the lines of findings in words, each side named once and runs of lines joined."""
    parts = []
    for side, each in groupby(found, key=lambda one: one.line.rpartition(" ")[0]):
        numbers = list(dict.fromkeys(one.line.rpartition(" ")[2] for one in each))
        parts.append(f"{side} {', '.join(_runs(numbers))}".strip())
    return ", ".join(parts)


def _runs(numbers: Sequence[str]) -> Iterator[str]:
    """Yield numbers, three or more that follow one another as "1-3"."""
    at = 0
    while at < len(numbers):
        end = at
        while end + 1 < len(numbers) and _follows(numbers[end], numbers[end + 1]):
            end += 1
        if end - at >= 2:
            yield f"{numbers[at]}-{numbers[end]}"
        else:
            yield from numbers[at : end + 1]
        at = end + 1


def _follows(one: str, other: str) -> bool:
    return one.isdigit() and other.isdigit() and int(other) == int(one) + 1
