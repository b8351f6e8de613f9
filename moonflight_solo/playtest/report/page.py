"""The page of a report: what was played, what came of it, and the AI cards line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from moonflight_solo.check.finding import Finding
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.report import figures, results
from moonflight_solo.playtest.report.charts import Chart, Histogram, Whisker, WhiskerChart
from moonflight_solo.scenario import in_yaml
from moonflight_solo.wording.text import one_line

if TYPE_CHECKING:
    # Loaded only when a report is written: no other command waits for it.
    from jinja2 import Environment
    from markupsafe import Markup

EXAMPLES: Final = 2
"""How many example games of a number are told of; its link leads to the first."""

RARE: Final = 0.01
"""A line followed in fewer of the games than this is called rarely followed."""


def report_page(
    summary: s.Summary,
    findings: Mapping[int, Sequence[Finding]],
    by_print: Mapping[int, tuple[int, int]] | None = None,
) -> str:
    """Return the report of a playtest as one HTML page that needs nothing beside itself.

    ``findings`` are what the wording check finds in the AI card of each seat, by the seat's
    number; ``by_print`` says how much of what a line has to say the print says, of how much.
    Everything printed on cards stands there to the letter, escaped. Numbers lead to commands that
    play an example game again.
    """
    prices = [each.price.label for each in summary.otherwise if each.price]
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            s=summary,
            compared=summary if isinstance(summary, s.Comparison) else None,
            findings=findings,
            by_print=by_print or {},
            sheets=[Sheet.of(card, findings.get(card.seat, ())) for card in summary.ai_cards],
            games=LinkedGames(),
            # Those told of as the price of a reading are not told of again.
            others=[other for other in summary.others if other.label not in prices],
            f=figures,
            tables=results,
            wins_chart=wins_chart,
            changes_chart=changes_chart,
            histogram_chart=histogram_chart,
            draw=drawing,
            in_yaml=in_yaml,
        )
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("moonflight_solo.playtest.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["n"] = lambda number: f"{number:.1f}".removesuffix(".0")
    environment.tests["share"] = lambda cell: isinstance(cell, s.Share)
    return environment


# ------------------------------------------------------------------------ games to look at


@dataclass
class LinkedGame:
    """A game to look at: its anchor on the page, how to play it again, and what it shows.

    ``shows`` holds, by what they are about, the numbers that lead here: the anchor of each, and
    what it counts.
    """

    anchor: str
    seed: int
    command: str
    shows: dict[str, list[tuple[str, str]]] = field(default_factory=dict)


@dataclass
class LinkedGames:
    """The games that the numbers on a page lead to, by their commands; each is told of once."""

    found: dict[str, LinkedGame] = field(default_factory=dict)
    numbers: int = 0

    def link(
        self, words: str, examples: Iterable[s.ExampleGame], about: str, what: object
    ) -> Markup:
        """Return ``words`` as a link to the first of ``examples``, without one as they are.

        ``about`` and ``what`` say what is counted: "seat 1, pre-Turn 3" and "followed".
        """
        from markupsafe import Markup, escape

        shown = [(each.seed, each.command) for each in examples if each.command][:EXAMPLES]
        if not shown:
            return escape(words)
        self.numbers += 1
        name = f"n{self.numbers}"
        games = [self._game(seed, command) for seed, command in shown]
        for game in games:
            game.shows.setdefault(about, []).append((name, str(what)))
        return Markup('<a id="{}" href="#{}">{}<span class="unseen"> (seed {})</span></a>').format(
            name, games[0].anchor, words, games[0].seed
        )

    def _game(self, seed: int, command: str) -> LinkedGame:
        known = self.found.get(command)
        if known is None:
            alike = sum(game.seed == seed for game in self.found.values())
            anchor = f"g{seed}" if not alike else f"g{seed}-{alike + 1}"
            known = self.found[command] = LinkedGame(anchor, seed, command)
        return known

    def sorted(self) -> list[LinkedGame]:
        """Return the games in the order of their seeds."""
        return sorted(self.found.values(), key=lambda game: (game.seed, game.anchor))


# ------------------------------------------------------------------- the AI card annotated


@dataclass(frozen=True, slots=True)
class AnnotatedLine:
    """A line of an AI card with all that is known of it.

    ``pieces`` are its words, each with its mark: the severity of a finding, "idle" or "".
    ``state`` is "followed", "rare", "never", "unlooked" or "uncounted", ``told`` says it in words.
    ``most`` is how often the line looked at most often was, of those counted alike.
    """

    coverage: s.LineSummary
    pieces: tuple[tuple[str, str], ...]
    findings: tuple[Finding, ...]
    state: str
    told: str
    most: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """An AI card as it is annotated: its lines in print's order, under their headings."""

    card: s.AICardSummary
    parts: Mapping[str, Sequence[AnnotatedLine]]
    findings: Sequence[Finding]

    @classmethod
    def of(cls, card: s.AICardSummary, findings: Sequence[Finding]) -> Sheet:
        """Return the AI card of a seat with what was counted and found."""
        parts: dict[str, list[AnnotatedLine]] = {}
        for line in card.lines:
            alike = (
                each.looked_at.count
                for each in card.lines
                if (each.side, each.section, each.counts) == (line.side, line.section, line.counts)
            )
            own = [finding for finding in findings if _is_about(finding, line)]
            heading = f"{line.side.capitalize()}-Turn {line.section.capitalize()}"
            parts.setdefault(heading, []).append(annotated(line, own, max(alike)))
        return cls(card, parts, findings)

    def anchor(self, finding: Finding) -> str:
        """Return the id under which the page tells of a finding in full."""
        at = next(number for number, each in enumerate(self.findings) if each is finding)
        return f"f{self.card.seat}-{at}"


def _is_about(finding: Finding, line: s.LineSummary) -> bool:
    """Return whether a finding is about a line: by the line's name, or else by its words."""
    if finding.line:
        return finding.line == figures.line_words(line)
    return one_line(finding.text.words) == line.words


def annotated(line: s.LineSummary, findings: Sequence[Finding], most: int) -> AnnotatedLine:
    """Return a line with its findings, its state, and its words in pieces to be marked."""
    spans = [(*_span(finding, line.words), finding.severity) for finding in findings]
    marks: list[tuple[int, int, str]] = [*spans]
    for phrase in line.detail.phrases:
        at = line.words.find(phrase.words)
        if phrase.idle and at >= 0:
            marks.append((at, at + len(phrase.words), "idle"))
    state, told = _state(line)
    return AnnotatedLine(
        line, tuple(_pieces(line.words, marks)), tuple(findings), state, told, max(1, most)
    )


def _span(finding: Finding, words: str) -> tuple[int, int]:
    """Return where the words of a finding stand in its line, whose ``words`` are on one line.

    Nowhere, if the finding is about other words, such as those of a ruling.
    """
    before = len(one_line(finding.text.words[: finding.start] + "|")) - 1
    start = words.find(finding.words, max(0, before - 1))
    return (start, start + len(finding.words)) if start >= 0 else (0, 0)


def _pieces(words: str, spans: Sequence[tuple[int, int, str]]) -> Iterator[tuple[str, str]]:
    """Yield ``words`` cut where marks begin and end; of several marks the gravest counts."""
    gravity = ("error", "warning", "note", "idle")
    edges = sorted({0, len(words), *(edge for span in spans for edge in span[:2])})
    for start, end in pairwise(edges):
        marks = [mark for begin, stop, mark in spans if begin <= start and end <= stop]
        yield words[start:end], min(marks, key=gravity.index, default="")


def _state(line: s.LineSummary) -> tuple[str, str]:
    """Return how a line fared, as a state and in words."""
    if not (line.counts or line.looked_at.count):
        return "uncounted", "not counted"
    games = line.followed_in
    only = "" if line.counts else " (in the games looked at in detail)"
    if line.followed.count:
        rare = games.share is not None and games.share < RARE
        told = f"{'rarely followed, ' if rare else 'followed '}in {figures.share_percent(games)}"
        return ("rare" if rare else "followed"), f"{told} of games{only}"
    if line.condition_true.count:
        return "never", f"never followed, though its condition held{only}"
    if line.looked_at.count:
        return "never", f"never followed: its condition never held{only}"
    return "unlooked", "never looked at"


# -------------------------------------------------------------------------------- charts


def wins_chart(name: str, title: str, seats: Sequence[s.SeatSummary]) -> WhiskerChart:
    """Return the share of games won by each seat, one game at least having come to its End."""
    rows = []
    for seat in seats:
        wins, told = seat.wins, figures.share_words(seat.wins)
        ends = (wins.share or 0.0, wins.low or 0.0, wins.high or 0.0)
        rows.append(Whisker(f"Seat {seat.seat}, {seat.jack}", *ends, seat.seat, told))
    return WhiskerChart.of(name, title, rows, 1 / len(rows), whole=True)


def changes_chart(
    name: str, title: str, seats: Sequence[s.PairedSeat], labels: Sequence[str] = ()
) -> WhiskerChart | None:
    """Return how the wins of seats change, by their names or under ``labels`` of their own.

    ``None`` if nothing is known.
    """
    rows = []
    names = labels or [f"Seat {seat.seat}, {seat.title}" for seat in seats]
    for label, seat in zip(names, seats, strict=True):
        found = seat.win_difference
        if found.difference is not None and found.low is not None and found.high is not None:
            ends = (found.difference, found.low, found.high)
            rows.append(Whisker(label, *ends, seat.seat, figures.points_apart(found)))
    return WhiskerChart.of(name, title, rows, 0.0, whole=False) if rows else None


def histogram_chart(name: str, title: str, spread: s.Spread, seat: int) -> Histogram:
    """Return how many games had which value; in the colour of ``seat``, 0 for none."""
    counts = {each.value: each.count for each in spread.histogram}
    return Histogram.of(name, title, counts, spread.mean, seat)


def drawing(chart: Chart) -> Markup:
    """Return a chart as SVG."""
    macro = "histogram" if isinstance(chart, Histogram) else "whiskers"
    drawn: Markup = getattr(_environment().get_template("charts.html.j2").module, macro)(chart)
    return drawn
