"""Reports of the wording check on an AI card: how each line is read, and the findings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, Literal

from moonflight_solo.ai_cards.layout import NumberedLine
from moonflight_solo.ai_cards.underspecified.slot import Slot
from moonflight_solo.check.finding import ON_PLAY, ON_WORDING, Finding, Price
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.values import IdentityValue, Value
from moonflight_solo.wording.text import one_line

GAMES = 200
"""Default number of games in which to look for lines that are never followed."""
ORDER = ("error", "warning", "note")


class ReadingEffort(Value):
    """Effort of following a card by hand, averaged over ``acts`` acts.

    ``lines`` counts those read down to the one followed, ``facts`` the leaves of requirements
    evaluated on the way; ``ties`` is the share of acts in which the best of several cards was tied.
    """

    acts: int
    lines: float
    facts: float
    ties: float

    @classmethod
    def of(cls, acts: int, lines: int = 0, facts: int = 0, ties: int = 0) -> ReadingEffort:
        """Return the averages of totals over ``acts`` acts."""
        number = max(1, acts)
        return cls(acts, lines / number, facts / number, ties / number)

    def __str__(self) -> str:
        return (
            f"By hand, an act takes {self.lines:.1f} lines to read and {self.facts:.1f} facts to "
            f"look up; {self.ties:.0%} of acts have ties."
        )

    def beside(self, other: ReadingEffort) -> str:
        """Compare with the effort of ``other`` in words."""
        if not self.facts:
            return ""
        change = round(100 * (other.facts / self.facts - 1))
        how = f"{abs(change)}% {'more' if change > 0 else 'less'}" if change else "the same amount"
        return (
            f"{how} to look at: {self.facts:.1f} facts per act before, {other.facts:.1f} now; "
            f"{self.lines:.1f} lines before, {other.lines:.1f} now."
        )


class CheckedLine(IdentityValue):
    """A printed line, its parsed meaning ("" if not understood), and the slots of the meaning."""

    printed: NumberedLine
    reads: str
    slots: tuple[Slot, ...]

    @property
    def title(self) -> str:
        """The title of the line."""
        return self.printed.title

    @property
    def words(self) -> str:
        """The line as printed, on one line."""
        return one_line(self.printed.text.words)


class Report(IdentityValue):
    """The wording check's result for an AI card. ``rulings`` are those that fill its slots.

    ``games`` is how many were searched for lines that are never followed, 0 if the card cannot be
    played. ``upkeep`` is the effort of following it by hand, ``None`` if no games were played.
    """

    file: str
    jack: str
    title: str
    lines: tuple[CheckedLine, ...]
    findings: tuple[Finding, ...]
    rulings: Rulings
    games: int
    upkeep: ReadingEffort | None = None

    @property
    def refused(self) -> bool:
        """Whether the card cannot be played as it is."""
        return any(finding.severity == "error" for finding in self.findings)

    @property
    def by_print(self) -> tuple[int, int]:
        """How many slots of followable lines the print fills, and how many there are.

        Slots that the rulebook fills for every card ("default") do not count as printed, like those
        filled by rulings.
        """
        slots = [slot for line in self.lines for slot in line.slots]
        return sum(slot.by == "print" for slot in slots), len(slots)

    @property
    def counts(self) -> dict[str, int]:
        """The number of findings of each severity."""
        found = Counter(found.severity for found in self.findings)
        return {severity: found[severity] for severity in ORDER}  # type: ignore[index]


# ----------------------------------------------------------------------------- entries by weight


Weight = Literal["error", "play", "wording", "note"]
_KINDS: Final[tuple[Weight, ...]] = ("error", "play", "wording", "note")

_TOGETHER = "-unsaid"
"""The end of the codes of gaps: what one ruling fills on several lines is one entry."""
MINOR: Final = 0.2
"""Share of games below which a gap that moves no wins for sure is a note."""
_PRICED = 20


class ReportEntry(Value):
    """An entry of a summary: a finding, or the same finding on several lines."""

    findings: tuple[Finding, ...]

    @property
    def first(self) -> Finding:
        """The finding on the first line."""
        return self.findings[0]

    @property
    def weight(self) -> int:
        """The sort key; a priced entry counts as an effect on play."""
        least = min(finding.weight for finding in self.findings)
        return min(least, _PRICED + 3) if self.matters else least

    @property
    def matters(self) -> bool:
        """Whether any alternative surely moved the wins, or changed at least one game in five."""
        ruled = self.first.code == "settled-by-ruling"
        return any(p.damage[0] > 0 or p.otherwise >= MINOR or ruled for p in self.prices)

    @property
    def kind(self) -> Weight:
        """The kind of entry: an error, an effect on play, one of wording, or a note."""
        if self.first.severity == "error":
            return "error"
        if self.weight <= ON_PLAY:
            return "play"
        return "wording" if self.weight <= ON_WORDING else "note"

    @property
    def prices(self) -> tuple[Price, ...]:
        """The distinct prices of the alternatives."""
        return tuple(dict.fromkeys(price for finding in self.findings for price in finding.prices))

    @property
    def worst(self) -> Price | None:
        """The price of the alternative that does most."""
        return max(self.prices, key=lambda each: each.damage, default=None)

    @property
    def order(self) -> tuple[float, ...]:
        """The sort key: errors, effects on play by damage, wording, notes.

        Of the effects on play, first come those that surely move the wins; then what is not
        measured, by weight; then what changes games, with no sure effect on the wins.
        """
        kind = _KINDS.index(self.kind)
        if self.kind != "play":
            return kind, self.weight
        wins, games = self.worst.damage if self.worst and self.matters else (0.0, 0.0)
        return kind, -wins, bool(games), -games, self.weight

    @property
    def where(self) -> str:
        """The lines it is about, such as "pre-Turn 1, 2, 3"; "" for the whole card."""
        return lines_in_words(self.findings)


def entries(findings: Iterable[Finding]) -> list[ReportEntry]:
    """Return the entries to report, heaviest first and then in printed order.

    A gap on several lines that one ruling fills is one entry; so is a warning about wording.
    """
    together: dict[tuple[str, str], list[Finding]] = {}
    single: list[ReportEntry] = []
    for finding in findings:
        is_gap = finding.code.endswith(_TOGETHER)
        if is_gap or ON_PLAY < finding.weight <= ON_WORDING:
            together.setdefault((finding.code, finding.ruling * is_gap), []).append(finding)
        else:
            single.append(ReportEntry((finding,)))
    single += [ReportEntry(tuple(alike)) for alike in together.values()]
    return sorted(single, key=lambda entry: entry.order)


def of_kind(entries: Sequence[ReportEntry], kind: Weight) -> list[ReportEntry]:
    """Return the entries of one kind."""
    return [entry for entry in entries if entry.kind == kind]


def counted_codes(entries: Iterable[ReportEntry]) -> list[tuple[str, int]]:
    """Return the number of findings of each code, most frequent first."""
    return Counter(finding.code for entry in entries for finding in entry.findings).most_common()


def is_called(title: str, words_typed: str) -> bool:
    """Return whether a line's title, such as "pre-Turn 5.1", matches what was typed."""
    parts = words_typed.lower().replace("-turn", "").replace("turn", "").split()
    words = title.lower().replace("-turn", "").split()
    return bool(parts and words) and parts[-1] == words[-1] and set(parts) <= set(words)


def lines_in_words(findings: Sequence[Finding]) -> str:
    """List the lines of findings, naming each side once and joining runs of numbers."""
    parts = []
    for side, each in groupby(findings, key=lambda one: one.line.rpartition(" ")[0]):
        numbers = list(dict.fromkeys(one.line.rpartition(" ")[2] for one in each))
        parts.append(f"{side} {', '.join(_runs(numbers))}".strip())
    return ", ".join(parts)


def _runs(numbers: Sequence[str]) -> Iterator[str]:
    """Yield numbers, joining three or more consecutive ones as "1-3"."""
    # Consecutive numbers differ from their positions by the same amount.
    apart = (int(each) - index if each.isdigit() else each for index, each in enumerate(numbers))
    for _, run in groupby(zip(apart, numbers, strict=True), key=itemgetter(0)):
        row = [number for _, number in run]
        yield from [f"{row[0]}-{row[-1]}"] if len(row) > 2 else row
