"""The page of a report: what was played, what came of it, and the AI cards line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from moonflight_solo.check.finding import Finding
from moonflight_solo.playtest import figures
from moonflight_solo.playtest.figures import Plain
from moonflight_solo.playtest.report import charts
from moonflight_solo.playtest.report.charts import Whisker
from moonflight_solo.scenario import Scenario, in_yaml
from moonflight_solo.wording.text import one_line

if TYPE_CHECKING:
    # Loaded only when a report is written: no other command waits for it.
    from jinja2 import Environment
    from markupsafe import Markup

Findings = Mapping[int, Sequence[Finding]]
"""What the wording check finds in the AI card of each seat, by the seat's number."""

TABLE_WIDTH: Final = 60

EXAMPLES: Final = 2
"""How many example games of a number are told of; its link leads to the first."""

RARE: Final = 0.01
"""A line followed in fewer of the games than this is called rarely followed."""


def report_page(
    summary: Plain, findings: Findings, by_print: Mapping[int, tuple[int, int]] | None = None
) -> str:
    """Return the report of a playtest as one HTML page that needs nothing beside itself.

    ``summary`` is what ``moonflight playtest --json`` prints. ``by_print`` says of the AI card in
    each seat how much of what a line has to say the print says, of how much. Everything printed
    on cards stands there to the letter, escaped. Numbers lead to commands that play an example
    game again.
    """
    page = _environment().get_template("page.html.j2")
    return page.render(
        s=summary,
        findings=findings,
        by_print=by_print or {},
        sheets=[Sheet.of(card, findings.get(card["seat"], ())) for card in summary["ai_cards"]],
        games=Games(),
        charts=_Charts(summary),
        others=_compared(summary),
        f=figures,
        plain_table=plain_table,
    )


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("moonflight_solo.playtest.report"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _compared(summary: Plain) -> list[Plain]:
    """Return the other ways that were played, but for those told of as the price of a reading."""
    prices = [each["price"]["label"] for each in summary["otherwise"] if each["price"]]
    return [other for other in summary["others"] if other["label"] not in prices]


def plain_table(table: Scenario) -> str:
    """Return a table in the words of a scenario file."""
    return in_yaml(table, TABLE_WIDTH).strip()


# ------------------------------------------------------------------------ games to look at


@dataclass
class Game:
    """A game to look at: its anchor on the page, how to play it again, and what it shows.

    ``shows`` holds, by what they are about, the numbers that lead here: the anchor of each, and
    what it counts.
    """

    anchor: str
    seed: int
    command: str
    shows: dict[str, list[tuple[str, str]]] = field(default_factory=dict)


@dataclass
class Games:
    """The games that the numbers on a page lead to, each told of once."""

    found: dict[str, Game] = field(default_factory=dict)
    numbers: int = 0

    def link(self, words: str, counted: Plain, about: str, what: str) -> Markup:
        """Return ``words`` as a link to the first example of ``counted``, without one as they are.

        ``about`` and ``what`` say what is counted: "seat 1, pre-Turn 3" and "followed".
        """
        from markupsafe import Markup, escape

        examples = [each for each in counted["examples"] if each["command"]][:EXAMPLES]
        if not examples:
            return escape(words)
        self.numbers += 1
        name = f"n{self.numbers}"
        games = [self._game(each["seed"], each["command"]) for each in examples]
        for game in games:
            game.shows.setdefault(about, []).append((name, what))
        return Markup('<a id="{}" href="#{}">{}<span class="unseen"> (seed {})</span></a>').format(
            name, games[0].anchor, words, games[0].seed
        )

    def _game(self, seed: int, command: str) -> Game:
        known = self.found.get(command)
        if known is None:
            alike = sum(game.seed == seed for game in self.found.values())
            anchor = f"g{seed}" if not alike else f"g{seed}-{alike + 1}"
            known = self.found[command] = Game(anchor, seed, command)
        return known

    def sorted(self) -> list[Game]:
        """Return the games in the order of their seeds."""
        return sorted(self.found.values(), key=lambda game: (game.seed, game.anchor))


# ------------------------------------------------------------------- the AI card annotated


@dataclass(frozen=True, slots=True)
class Piece:
    """Words of a line that are marked alike: the severity of a finding, "idle" or ""."""

    words: str
    mark: str


@dataclass(frozen=True, slots=True)
class AnnotatedLine:
    """A line of an AI card with all that is known of it.

    ``state`` is "followed", "rare", "never", "unlooked" or "uncounted", ``told`` says it in words.
    """

    coverage: Plain
    pieces: tuple[Piece, ...]
    findings: tuple[Finding, ...]
    state: str
    told: str
    looked_at_most: int

    @property
    def bars(self) -> list[tuple[str, Plain, float]]:
        """What is drawn of the line: what it counts, the count, and how long the bar is, 0 to 1."""
        most = max(1, self.looked_at_most)
        kinds = (
            ("looked at", "looked_at"),
            ("condition true", "condition_true"),
            ("followed", "followed"),
        )
        return [
            (name, self.coverage[key], self.coverage[key]["count"] / most) for name, key in kinds
        ]

    @property
    def grave(self) -> list[Finding]:
        """The findings that are told of in full beside the line: all but notes."""
        return [finding for finding in self.findings if finding.severity != "note"]

    @property
    def notes(self) -> list[Finding]:
        """The findings that are only named beside the line."""
        return [finding for finding in self.findings if finding.severity == "note"]

    @property
    def idle(self) -> list[str]:
        """The phrases that were looked at and never decided anything."""
        return [each["words"] for each in self.coverage["detail"]["phrases"] if _idle(each)]


@dataclass(frozen=True, slots=True)
class Sheet:
    """An AI card as it is annotated: its lines in print's order, under their headings."""

    card: Plain
    parts: tuple[tuple[str, tuple[AnnotatedLine, ...]], ...]
    findings: tuple[Finding, ...]

    @classmethod
    def of(cls, card: Plain, findings: Sequence[Finding]) -> Sheet:
        """Return the AI card of a seat with what was counted and found."""
        parts: dict[str, list[AnnotatedLine]] = {}
        for line in card["lines"]:
            section = "Action" if line["section"] == "action" else "Reset"
            most = max(each["looked_at"]["count"] for each in card["lines"] if _alike(each, line))
            own = tuple(finding for finding in findings if _is_about(finding, line))
            heading = f"{line['side'].capitalize()}-Turn {section}"
            parts.setdefault(heading, []).append(annotated(line, own, most))
        return cls(
            card,
            tuple((heading, tuple(lines)) for heading, lines in parts.items()),
            tuple(findings),
        )

    def anchor(self, finding: Finding) -> str:
        """Return the id under which the page tells of a finding in full."""
        at = next(number for number, each in enumerate(self.findings) if each is finding)
        return f"f{self.card['seat']}-{at}"

    @property
    def counted(self) -> list[Plain]:
        """The lines that are counted in all games."""
        return [line for line in self.card["lines"] if line["counts"]]

    @property
    def never(self) -> list[Plain]:
        """Those that no game followed."""
        return [line for line in self.counted if not line["followed"]["count"]]


def _alike(line: Plain, other: Plain) -> bool:
    """Return whether two lines stand on the same side and are counted in the same games."""
    return all(line[key] == other[key] for key in ("side", "section", "counts"))


def _is_about(finding: Finding, line: Plain) -> bool:
    """Return whether a finding is about a line: by the line's name, or else by its words."""
    if finding.line:
        return finding.line == figures.line_words(line)
    return bool(one_line(finding.text.words) == line["words"])


def annotated(line: Plain, findings: Sequence[Finding], looked_at_most: int) -> AnnotatedLine:
    """Return a line with its findings, its state, and its words in pieces to be marked."""
    spans: list[tuple[int, int, str]] = [
        (*_span(finding, line["words"]), finding.severity) for finding in findings
    ]
    for phrase in line["detail"]["phrases"]:
        at = line["words"].find(phrase["words"]) if _idle(phrase) else -1
        if at >= 0:
            spans.append((at, at + len(phrase["words"]), "idle"))
    state, told = _state(line)
    pieces = tuple(_pieces(line["words"], spans))
    return AnnotatedLine(line, pieces, tuple(findings), state, told, looked_at_most)


def _idle(phrase: Plain) -> bool:
    """Return whether a phrase was looked at and never decided anything."""
    return bool(phrase["looked_at"]) and not phrase["decisive"]["count"]


def _span(finding: Finding, words: str) -> tuple[int, int]:
    """Return where the words of a finding stand in its line, whose ``words`` are on one line.

    Nowhere, if the finding is about other words, such as those of a ruling.
    """
    before = len(one_line(finding.text.words[: finding.start] + "|")) - 1
    start = words.find(finding.words, max(0, before - 1))
    return (start, start + len(finding.words)) if start >= 0 else (0, 0)


def _pieces(words: str, spans: Sequence[tuple[int, int, str]]) -> Iterator[Piece]:
    """Yield ``words`` cut where marks begin and end; of several marks the gravest counts."""
    gravity = ("error", "warning", "note", "idle")
    edges = sorted({0, len(words), *(edge for span in spans for edge in span[:2])})
    for start, end in pairwise(edges):
        marks = [mark for begin, stop, mark in spans if begin <= start and end <= stop]
        yield Piece(words[start:end], min(marks, key=gravity.index, default=""))


def _state(line: Plain) -> tuple[str, str]:
    """Return how a line fared, as a state and in words."""
    if not (line["counts"] or line["looked_at"]["count"]):
        return "uncounted", "not counted"
    games = line["followed_in"]
    only = "" if line["counts"] else " (in the games looked at in detail)"
    if line["followed"]["count"]:
        rare = games["share"] is not None and games["share"] < RARE
        share = figures.percent(games["share"], games["of"])
        told = f"{'rarely followed, ' if rare else 'followed '}in {share} of games{only}"
        return ("rare" if rare else "followed"), told
    if line["condition_true"]["count"]:
        return "never", f"never followed, though its condition held{only}"
    if line["looked_at"]["count"]:
        return "never", f"never followed: its condition never held{only}"
    return "unlooked", "never looked at"


# -------------------------------------------------------------------------------- charts


@dataclass(frozen=True, slots=True)
class _Charts:
    """The charts of a page, each by what it shows; safe to put in as they are."""

    summary: Plain

    def wins(self) -> Markup:
        rows = [
            _whisker(f"Seat {seat['seat']}, {seat['jack']}", seat["wins"], seat["seat"])
            for seat in self.summary["seats"]
        ]
        even = 1 / len(rows)
        title = "Share of games won by each seat, with 95% intervals"
        return _safe(charts.whiskers("wins", title, rows, even, whole=True))

    def scores(self, seat: Plain) -> Markup:
        number = seat["seat"]
        title = f"Scores of seat {number}, {seat['jack']}: games by score"
        return _histogram(f"score-{number}", title, seat["score"], number)

    def rounds(self) -> Markup:
        return _histogram("rounds", "Games by their number of rounds", self.summary["rounds"], 0)

    def turns(self) -> Markup:
        title = "Games by the round in which the Turn came"
        return _histogram("turns", title, self.summary["turn"]["round"], 0)

    def other(self, number: int, other: Plain) -> Markup:
        rows = [
            _change(f"Seat {seat['seat']}, {seat['title']}", seat)
            for seat in other["seats"]
            if seat["win_difference"]["difference"] is not None
        ]
        title = f"{other['label']}: change in the share of games won, in points"
        return _differences(f"other-{number}", title, rows)

    def prices(self, seat: Plain) -> Markup:
        rows = [
            _change(each["label"], other)
            for each in self.summary["otherwise"]
            if each["seat"] == seat["seat"] and each["price"]
            for other in each["price"]["seats"]
            if other["seat"] == seat["seat"] and other["win_difference"]["difference"] is not None
        ]
        title = (
            f"Seat {seat['seat']}, {seat['jack']}: change in its share of games won with other "
            "readings and rulings, in points"
        )
        return _differences(f"prices-{seat['seat']}", title, rows)


def _change(label: str, seat: Plain) -> Whisker:
    apart = seat["win_difference"]
    ends = (apart["difference"], apart["low"], apart["high"])
    return Whisker(label, *ends, seat["seat"], figures.points_apart(apart))


def _differences(name: str, title: str, rows: Sequence[Whisker]) -> Markup:
    """Return a chart of differences, nothing where there are none."""
    return _safe(charts.whiskers(name, title, rows, 0.0, whole=False) if rows else "")


def _whisker(label: str, share: Plain, seat: int) -> Whisker:
    told = figures.share_words(share)
    return Whisker(label, share["share"], share["low"], share["high"], seat, told)


def _histogram(name: str, title: str, spread: Plain, seat: int) -> Markup:
    counts = {each["value"]: each["count"] for each in spread["histogram"]}
    return _safe(charts.histogram(name, title, counts, spread["mean"], seat))


def _safe(drawing: str) -> Markup:
    """Return a drawing as what may stand in a page: the charts escape their words themselves."""
    from markupsafe import Markup

    return Markup(drawing)
