"""The HTML report: what was played, the results, and the AI cards line by line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from moonflight_solo.check.finding import Finding
from moonflight_solo.check.report import Report
from moonflight_solo.playtest.report import in_words, sections
from moonflight_solo.playtest.report.sections import ReportSection
from moonflight_solo.playtest.round_robin import RoundRobin
from moonflight_solo.playtest.summaries import summary as s
from moonflight_solo.playtest.summaries.figures import ExampleGame
from moonflight_solo.scenario import in_yaml
from moonflight_solo.wording.text import one_line

if TYPE_CHECKING:  # imported only for such reports
    from markupsafe import Markup

    from moonflight_solo.playtest.balance_search import BalanceFront

GAMES_TOLD: Final = 2
"""Example games listed per number; the link leads to the first."""

RARE: Final = 0.01
"""A line followed in a smaller share of games is called rarely followed."""


def report_page(summary: s.Summary, checks: Mapping[int, Report]) -> str:
    """Return a playtest's report as one self-contained HTML page.

    ``checks`` are of the AI cards' wording, by seat number. Printed words appear literally,
    escaped. Numbers link to commands that replay an example game.
    """
    compared = isinstance(summary, s.Comparison)
    findings = [enumerate(check.findings) for check in checks.values()]
    place = {id(each): index for index, each in chain(*findings)}
    otherwise: list[ReportSection] = []
    if compared:
        (section,) = sections.sections("comparison", s=summary)
        first = [("verdict", section)]
    else:
        first = _anchors("left-out", sections.tornadoes(summary))
        otherwise = sections.other_treatments(summary)
    games = sections.sections("games", s=summary) if summary.games else []
    (short,) = sections.sections("short", s=summary, compared=compared)
    open_ = sections.sections("left_open", s=summary, phrases=True)
    return sections.PAGES.text(
        "page.html",
        s=summary,
        compared=compared,
        first=first,
        short=short,
        told=_anchors("told", games),
        after=_anchors("open", [*open_, *otherwise, *sections.sections("plan", s=summary)]),
        checks=checks,
        annotated_line=annotated_line,
        anchor=lambda card, finding: f"f{card.seat}-{place[id(finding)]}",
        games=LinkedGames(),
        in_yaml=in_yaml,
    )


def figures_page(
    title: str, found: RoundRobin | BalanceFront, report: Iterable[ReportSection]
) -> str:
    """Return the ``report`` of a round robin or a search as one self-contained HTML page."""
    return sections.PAGES.text(
        "figures.html",
        what=found.kind.removeprefix("moonflight "),
        title=title,
        found=found,
        told=_anchors("table", report),
        games=LinkedGames(),
    )


def _anchors(name: str, sections: Iterable[ReportSection]) -> list[tuple[str, ReportSection]]:
    """Return the non-empty sections, each with an anchor."""
    filled = (section for section in sections if section.told)
    return [(f"{name}-{number}", section) for number, section in enumerate(filled, 1)]


class LinkedGame(NamedTuple):
    """An example game: its anchor on the page, the command to replay it, and what it shows.

    ``shows`` lists the numbers that link here, by what they are about: each one's anchor and what
    it counts.
    """

    anchor: str
    seed: int
    command: str
    shows: dict[str, list[tuple[str, str]]]


class LinkedGames:
    """The example games that a page links to, by command, each listed once."""

    def __init__(self) -> None:
        self.found: dict[str, LinkedGame] = {}
        self._numbers = count(1)

    def link(self, words: str, examples: Iterable[ExampleGame], about: str, what: object) -> Markup:
        """Return ``words`` as a link to the first of ``examples``, unlinked if there is none.

        ``about`` and ``what`` say what is counted: "seat 1, pre-Turn 3" and "followed".
        """
        from markupsafe import Markup, escape

        games = [(game.seed, game.command) for game in examples if game.command][:GAMES_TOLD]
        if not games:
            return escape(words)
        name = f"n{next(self._numbers)}"
        for seed, command in games:
            if command not in self.found:
                alike = sum(game.seed == seed for game in self.found.values())
                anchor = f"g{seed}" if not alike else f"g{seed}-{alike + 1}"
                self.found[command] = LinkedGame(anchor, seed, command, {})
            self.found[command].shows.setdefault(about, []).append((name, str(what)))
        first = self.found[games[0][1]]
        named = f"seed {first.seed}"
        unseen = f": {about}, {what}" if words == named else f" ({named})"
        return Markup('<a id="{}" href="#{}">{}<span class="unseen">{}</span></a>').format(
            name, first.anchor, words, unseen
        )


class AnnotatedLine(NamedTuple):
    """A line of an AI card with its findings and results.

    ``pieces`` are its words, each with its mark: the severity of a finding, "idle" or "". ``state``
    is "followed", "rare", "never", "unlooked" or "uncounted"; ``told`` describes it.
    """

    pieces: Sequence[tuple[str, str]]
    findings: Sequence[Finding]
    state: str
    told: str


def annotated_line(line: s.LineSummary, findings: Iterable[Finding]) -> AnnotatedLine:
    """Annotate a line with those of its card's ``findings`` that are about it."""
    own = [finding for finding in findings if _is_about(finding, line)]
    marks = [(*_span(finding, line.words), str(finding.severity)) for finding in own]
    for phrase in line.detail.phrases:
        at = line.words.find(phrase.words)
        if phrase.idle and at >= 0:
            marks.append((at, at + len(phrase.words), "idle"))
    return AnnotatedLine([*_pieces(line.words, marks)], own, *_state_in_words(line))


def _is_about(finding: Finding, line: s.LineSummary) -> bool:
    """Return whether a finding is about a line, by the line's name or else by its words."""
    if finding.line:
        return finding.line == in_words.line_words(line)
    return one_line(finding.text.words) == line.words


def _span(finding: Finding, words: str) -> tuple[int, int]:
    """Return the span of a finding's words in its line, whose ``words`` are on one line.

    (0, 0) if the finding is about other words, such as those of a ruling.
    """
    before = len(one_line(finding.text.words[: finding.start] + "|")) - 1
    start = words.find(finding.words, max(0, before - 1))
    return (start, start + len(finding.words)) if start >= 0 else (0, 0)


def _pieces(words: str, spans: Sequence[tuple[int, int, str]]) -> Iterator[tuple[str, str]]:
    """Yield ``words`` split at the edges of marks, each piece with its gravest mark."""
    gravity = ("error", "warning", "note", "idle")
    edges = sorted({0, len(words), *(edge for span in spans for edge in span[:2])})
    for start, end in pairwise(edges):
        marks = [mark for begin, stop, mark in spans if begin <= start and end <= stop]
        yield words[start:end], min(marks, key=gravity.index, default="")


def _state_in_words(line: s.LineSummary) -> tuple[str, str]:
    """Return the state of a line, and what is told of it: if it was never followed, why."""
    games, state, told = line.followed_in, "never", "never followed"
    if not games.of:
        return "uncounted", "not counted"
    if line.followed.count:
        state = "rare" if (games.share or 0.0) < RARE else "followed"
        told = "rarely followed," if state == "rare" else "followed"
        told += f" in {in_words.share_percent(games)} of games"
    elif not line.looked_at.count:
        state, told = "unlooked", "never looked at"
    elif not line.conditional:
        told += ": each time it was read, it could not be"
    else:
        times_true = line.condition_true.count
        told += ", though its condition held" if times_true else ": its condition never held"
    return state, told if line.counts else f"{told} (in the games looked at in detail)"
