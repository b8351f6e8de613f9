"""The HTML report: complete, literal, and linked to games.

`test_playtest_report_browser.py` tests it in a browser.
"""

from __future__ import annotations

import copy
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import pytest
import report_samples as samples
from command_line import run as run_command
from helpers import CLAY, WORDS
from msgspec.structs import replace

from moonflight_solo.check.finding import Finding
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.report import in_words, selection
from moonflight_solo.playtest.report.charts import (
    DataChart,
    histogram_chart,
    intervals_chart,
    reach_of,
)
from moonflight_solo.playtest.report.feedback import markdown
from moonflight_solo.playtest.report.html import annotated_line, report_page
from moonflight_solo.playtest.report.sections import (
    PAGES,
    Bullets,
    Column,
    DataTable,
    Plot,
    Row,
    sections,
)
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.playtest.summaries.comparing import WinBounds
from moonflight_solo.playtest.summaries.figures import Figures, Margin, Share, Spread
from moonflight_solo.playtest.summaries.summarize import summarize
from moonflight_solo.playtest.summaries.summary import LineSummary, Summary
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.treatments import with_alternatives
from moonflight_solo.records import Header, Note, RecordFile, SeatHeader
from moonflight_solo.wording.text import Text

VOID = {"meta", "link", "br", "hr", "img", "input"}
SVG = "{http://www.w3.org/2000/svg}"

run = partial(run_command, "playtest")


class Page(HTMLParser):
    """A parsed page: its elements in order, each with its attributes and text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str], list[str]]] = []
        self._open: list[tuple[str, list[str]]] = []
        self.feed(html)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words: list[str] = []
        self.elements.append((tag, {key: value or "" for key, value in attrs}, words))
        if tag not in VOID:
            self._open.append((tag, words))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {key: value or "" for key, value in attrs}, []))

    def handle_endtag(self, tag: str) -> None:
        opened, _ = self._open.pop()
        assert opened == tag, f"</{tag}> for <{opened}>"

    def handle_data(self, data: str) -> None:
        for _, words in self._open:
            words.append(data)

    def named(self, tag: str, kind: str = "") -> list[str]:
        """Return the text of every element of a tag and class, in order."""
        return [
            "".join(words)
            for name, attributes, words in self.elements
            if name == tag and (not kind or kind in attributes.get("class", "").split())
        ]

    def values(self, attribute: str) -> list[str]:
        return [found[attribute] for _, found, _ in self.elements if attribute in found]


@cache
def html() -> str:
    return report_page(samples.typed(samples.summary()), samples.checks())


@cache
def page() -> Page:
    return Page(html())


def made_up() -> Summary:
    return samples.typed(samples.summary())


@cache
def real() -> Summary:
    """Return the summary of a real playtest."""
    plan = Plan(
        seats=(SeatPlan(CLAY, "ai", "clay"), SeatPlan(WORDS, "ai", "words")), detail_every=5
    )
    return summarize(play_batch(plan, 0, 30), plan)


# ---------------------------------------------------------------------------- by itself


def test_nothing_is_fetched_from_anywhere() -> None:
    assert set(page().values("src")) == set()
    assert not re.search(r"@import|url\(|https?:", html())
    assert all(href.startswith("#") or href == "data:," for href in page().values("href"))


def test_every_anchor_is_there_once() -> None:
    ids = page().values("id")
    assert sorted(ids) == sorted(set(ids))
    wanted = [href[1:] for href in page().values("href") if href.startswith("#")]
    wanted += [name for names in page().values("aria-labelledby") for name in names.split()]
    assert len(wanted) > 150
    assert set(wanted) <= set(ids)


@pytest.mark.parametrize("summary", [made_up, real], ids=["made up", "played"])
def test_a_page_is_of_modest_size(summary: Callable[[], Summary]) -> None:
    assert len(report_page(summary(), samples.checks()).encode()) < 300_000


def test_the_same_summary_makes_the_same_page() -> None:
    again = samples.typed(samples.summary())
    assert report_page(again, samples.checks()) == html()


def test_the_templates_lie_in_the_package() -> None:
    folder = files("moonflight_solo.playtest.report") / "templates"
    assert {"page.html.j2", "page.css", "page.js"} <= {each.name for each in folder.iterdir()}


def test_no_other_command_waits_for_the_templates() -> None:
    program = (
        "import sys, moonflight_solo.cli, moonflight_solo.playtest.report.html;"
        "sys.exit('jinja2' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


# ------------------------------------------------------------------------- what it says


def test_printed_lines_stand_to_the_letter() -> None:
    printed = [
        f"{line['number']} {line['words']}"
        for card in samples.summary()["ai_cards"]
        for line in card["lines"]
    ]
    shown = page().named("span", "print")
    assert shown == printed
    assert len(shown) > 40


def test_words_are_never_taken_for_html() -> None:
    name = '<b>Ink & "Quill"</b>'
    assert page().named("b") == []
    assert sum(words.startswith(name) for words in page().named("th")) == 2
    evil = samples.summary()
    evil["plan"]["seats"][0]["jack"] = evil["seats"][0]["jack"] = "<script>alert(1)</script>"
    assert len(Page(report_page(samples.typed(evil), {})).named("script")) == 1


def test_the_figures_stand_there() -> None:
    text = "\n".join(page().named("main"))
    for words in (
        "561 of 998 finished games, 56.2% (53.1% to 59.3%); 53.0% to 59.3% of all games, "
        "whoever would have won the 2 that never ended.",
        "2 games of 1,000, 0.2% (<0.1% to 0.7%), never reached their End: seeds 613, 777.",
        "a seat's share of wins when it went first, minus that when it did not, is +3.1 percentage "
        "points (−0.2 to +6.4, whatever the result of the unfinished games).",
        "A finished game took 138 acts on average; with the unfinished ones, 141.",
        "All figures are from one sample, seeds 0 to 999: another --seed gives others, and one 95% "
        "interval in twenty is wrong.",
        "moonflight playtest clay words --games 1000 --seed 0",
        "A-exact: exactly",
        "seat 2 −4.0 (−7.1 to −0.9)",
        "final edition",
        "are printed on the card; the rulebooks or a ruling give the other 20.",
    ):
        assert words in text


def test_a_column_of_intervals_stands_only_where_there_are_some() -> None:
    known, unknown = Share(1, 2, 0.5, 0.1, 0.9, ()), Share(1, 2, 0.5, None, None, ())
    for shares, heads in (
        ([unknown, unknown], ["Ended by", "games", "share"]),
        ([unknown, known], ["Ended by", "games", "share", "interval"]),
    ):
        rows = [Row(f"way {number}", [share]) for number, share in enumerate(shares)]
        table = DataTable("Endings", [Column("Ended by"), Column("games")], rows)
        columns, cells = table.flat(lambda share: str(share.count), "interval")
        assert [column.head for column in columns] == heads
        assert {len(row) for row in cells} == {len(heads)}
    shown = page().named("table")
    emptied = next(words for words in shown if "What emptied" in words)
    assert "95% interval" not in emptied


def test_numbers_lead_to_games_that_say_what_they_show() -> None:
    """Each number links to a game, a command line that replays an example."""
    commands = {
        match[1]: match[2]
        for match in re.finditer(
            r'<li id="(g\d+[\d-]*)".*?<code class="command">(.*?)</code>', html(), re.DOTALL
        )
    }
    links = re.findall(r'<a id="(n\d+)" href="#(g[\d-]+)">(.+?)<span', html())
    assert len(links) > 130
    back = set(re.findall(r'<a href="#(n\d+)">', html()))
    for number, game, words in links:
        assert "moonflight watch" in commands[game], words
        assert number in back
    assert commands["g613"].endswith("--seed 613")
    shown = next(words for words in page().named("li") if words.strip().startswith("Seed 613"))
    assert "ended by: round limit, unfinished" in shown


def test_lines_never_followed_and_idle_words_are_told_of() -> None:
    states = page().named("span", "state")
    assert "never followed: each time it was read, it could not be" in states
    assert "never looked at" in states
    assert "never looked at (in the games looked at in detail)" in states
    assert "followed in 100% of games" in states
    idle = page().named("mark", "idle")
    assert idle[:2] == ["words that never decided", "any “Waste” cards"]
    told = [words for words in page().named("p", "reads") if words.startswith("Never decided")]
    assert told[0].strip() == "Never decided: any “Waste” cards."


def test_findings_underline_their_words() -> None:
    for kind, words in (
        ("error", "6 cards in hand"),
        ("warning", "fewer than 4 cards"),
        ("note", "highest cost card"),
    ):
        assert [found for found in page().named("mark", kind) if found != kind] == [words]
    told = "\n".join(page().named("li", "finding"))
    for words in (
        "several-readings",
        "Write “exactly 6 cards” or “6 or more cards”.",
        "(not seen in 500 games)",
        "Ruling A-tie.",
        "the one held longest (in force): play Bury",
        "hand: [Bury, Dig]",
    ):
        assert words in told, words


def test_findings_are_told_without_folders() -> None:
    text = Text("Pass", "/home/somebody/my.yaml", ((0, 7, 3),))
    found = Finding("x", "error", text, 0, 4, "pre-Turn 1", "It is idle.", "Leave it out.")
    summary = samples.typed(samples.summary())
    told = Page(report_page(summary, {1: samples.checked(found)})).named("li", "finding")[0]
    # The printed words stand in a paragraph of their own, with nothing added to them.
    assert " ".join(told.split()) == (
        "x, pre-Turn 1 my.yaml:7:3 PassIt is idle. Remedy: Leave it out."
    )


@pytest.mark.parametrize("summary", [samples.no_games(), samples.score_mode()])
def test_pages_with_little_on_them(summary: dict[str, Any]) -> None:
    found = Page(report_page(samples.typed(summary), {}))
    headings = found.named("h2")
    assert headings[0] == "In short"
    assert headings[-1] == "Games to look at"
    assert "Wins" not in headings
    text = "\n".join(found.named("main"))
    assert ("No game was played." in text) == (not summary["games"])
    assert ("Moonlit" in text) == summary["plan"]["score_mode"]
    assert "None" not in text
    assert "nan" not in text


def test_a_playtest_that_was_played_makes_a_page() -> None:
    found = Page(report_page(real(), {}))
    text = "\n".join(found.named("main"))
    assert f"{real().seats[0].wins.count} of " in text
    assert len(found.named("li", "line")) == sum(len(card.lines) for card in real().ai_cards)
    assert "None" not in text
    # So many commands are for the screen; on paper they would be half of it.
    assert '<section aria-labelledby="games" class="screen">' in report_page(real(), {})


# ------------------------------------------------------------------------ a line, marked


def line_with(words: str, **counts: int) -> LineSummary:
    """Return a line with only these ``counts``."""
    numbers = {"looked_at": 0, "condition_true": 0, "followed": 0} | counts
    games, counted = numbers.pop("games", 0), numbers.pop("counted", 1)
    of = numbers.pop("of", 1000)
    found = samples.summary()["ai_cards"][0]["lines"][0] | {
        "side": "pre",
        "section": "action",
        "number": "1",
        "words": words,
        "counts": counted == 1,
        "followed_in": samples.share(games, of),
        **{key: samples.count(value) for key, value in numbers.items()},
    }
    found["detail"] |= {"phrases": []}
    return msgspec.convert(found, LineSummary)


@pytest.mark.parametrize(
    ("counts", "state", "told"),
    [
        ({"counted": 0, "of": 0}, "uncounted", "not counted"),
        (
            {"counted": 0},
            "unlooked",
            "never looked at (in the games looked at in detail)",
        ),
        ({}, "unlooked", "never looked at"),
        ({"looked_at": 5}, "never", "never followed: its condition never held"),
        (
            {"looked_at": 5, "condition_true": 2},
            "never",
            "never followed, though its condition held",
        ),
        (
            {"looked_at": 5, "condition_true": 2, "followed": 2, "games": 2},
            "rare",
            "rarely followed, in 0.2% of games",
        ),
        (
            {"looked_at": 5, "condition_true": 2, "followed": 99, "games": 50},
            "followed",
            "followed in 5.0% of games",
        ),
        (
            {"counted": 0, "looked_at": 5},
            "never",
            "never followed: its condition never held (in the games looked at in detail)",
        ),
    ],
)
def test_the_state_of_a_line(counts: dict[str, int], state: str, told: str) -> None:
    found = annotated_line(line_with("If 6 cards in hand pass", **counts), ())
    assert (found.state, found.told) == (state, told)


def test_of_a_line_without_a_condition_none_is_spoken_of() -> None:
    """Nor is a bar drawn for how often it was true."""
    line = replace(line_with("Play it", looked_at=5, condition_true=5), conditional=False)
    assert annotated_line(line, ()).told == "never followed: each time it was read, it could not be"
    lines = [line for card in samples.summary()["ai_cards"] for line in card["lines"]]
    bars = page().named("span", "what")
    conditional = sum(line["conditional"] for line in lines)
    assert 0 < bars.count("condition true") == conditional < bars.count("followed")


def test_marks_that_overlap_and_words_that_wrap() -> None:
    text = Text("If 6 cards\n      in hand play it")

    def finding(words: str, severity: Any) -> Finding:
        start = text.words.index(words)
        return Finding("x", severity, text, start, start + len(words), "pre-Turn 1", "because")

    line = line_with("If 6 cards in hand play it")
    found = annotated_line(
        line, [finding("6 cards\n      in hand", "note"), finding("in hand play", "error")]
    )
    assert found.pieces == [
        ("If ", ""),
        ("6 cards ", "note"),
        ("in hand", "error"),
        (" play", "error"),
        (" it", ""),
    ]


# -------------------------------------------------------------------------------- charts


def parsed(chart: DataChart) -> ElementTree.Element:
    """Return a parsed chart, with its title and description as attributes."""
    macros: Any = PAGES.environment.get_template("charts.html.j2").module
    svg = ElementTree.fromstring(macros.drawing(chart))
    (drawn,) = svg.findall("g")
    drawn.set("title", str(svg.findtext("title")))
    drawn.set("desc", str(svg.findtext("desc")))
    return drawn


def shares(*found: tuple[float, float, float]) -> list[Share]:
    return [Share(1, 1, value, low, high, ()) for value, low, high in found]


def drawn_from(*rows: tuple[str, Share | Margin, int], even: float) -> ElementTree.Element:
    chart = intervals_chart("w", "Wins", rows, even)
    assert chart is not None
    return parsed(chart)


def test_whiskers_reach_from_low_to_high() -> None:
    one, two = shares((0.5, 0.25, 0.75), (1, 0.9, 1))
    svg = drawn_from(('A & "B" <i>', one, 1), ("C", two, 2), even=0.5)
    assert svg.get("title") == "Wins"
    assert str(svg.get("desc")).startswith('A & "B" <i>: 1 of 1')
    first = svg.find("g[@class='seat1']")
    assert first is not None
    whisker, mark, even = first.find("line"), first.find("circle"), svg.find("line[@class='even']")
    assert whisker is not None
    assert mark is not None
    assert even is not None
    ends = [float(str(whisker.get(at))) for at in ("x1", "x2")]
    assert float(str(mark.get("cx"))) == pytest.approx(sum(ends) / 2, abs=0.1)
    assert even.get("x1") == mark.get("cx")
    labels = [text.text for text in svg.findall("text[@class='tick']")]
    assert labels == ["25%", "50%", "75%", "100%"]  # where the whiskers are


def test_an_axis_is_as_long_as_its_whiskers() -> None:
    """All of them are left of the line, and so are the ticks."""
    svg = drawn_from(("A", Margin(-0.04, -0.07, -0.01), 1), even=0.0)
    ticks = [text.text for text in svg.findall("text[@class='tick']")]
    assert ticks == ["−6", "−4", "−2", "0"]
    axis = svg.find("line[@class='axis']")
    assert axis is not None
    assert svg.findall("text[@class='label']")[0].get("x") == "14"
    assert float(str(axis.get("x1"))) > 14  # the label stands beside it


def test_the_same_thing_at_two_seats_has_one_scale() -> None:
    """Charts of wins of two seats, and of their scores, each had an axis of its own."""
    one, two = shares((0.8, 0.7, 0.9), (0.2, 0.1, 0.3))
    both = reach_of([one, two], 0.5)
    charts = [intervals_chart("w", "", [("A", each, 1)], 0.5, both) for each in (one, two)]
    assert charts[0] is not None
    assert charts[1] is not None
    assert charts[0].ticks == charts[1].ticks
    scores = spread_of({0: 5, 11: 5}), spread_of({2: 40, 3: 20})
    drawn = [histogram_chart("h", "", each, 1, alike=scores) for each in scores]
    assert drawn[0].ticks == drawn[1].ticks
    assert drawn[0].scale == drawn[1].scale
    assert max(high for *_, high in drawn[0].bars) < max(high for *_, high in drawn[1].bars)


def test_a_deck_stands_beside_what_it_wins_of_all_games() -> None:
    """Even odds say nothing of a deck that wins most games, whoever leads or over-builds."""
    won = shares((0.8, 0.74, 0.85), (0.2, 0.15, 0.26))
    seats = [replace(seat, wins=each) for seat, each in zip(real().seats, won, strict=True)]
    (going,) = [
        each
        for each in sections("games", s=replace(real(), seats=tuple(seats)))
        if each.title == "How the games go"
    ]
    plots = [each for each in going.blocks if isinstance(each, Plot) and each.chart.rows]
    assert {each.chart.name[:-2] for each in plots} == {"ahead", "freed"}
    for plot in plots:
        ticks = {float(label.strip("%")): x for x, label in plot.chart.ticks}
        (least, left), (most, right) = min(ticks.items()), max(ticks.items())
        share = (20 if plot.chart.name.endswith("2") else 80) - least
        assert plot.chart.line == pytest.approx(left + (right - left) * share / (most - least))
    (said,) = [each for each in going.blocks if isinstance(each, Bullets)]
    for item in map(str, said.items):
        assert item.endswith("of all games 80%." if item.startswith(CLAY) else "of all games 20%.")


def spread_of(counts: dict[int, int]) -> Spread:
    tally = Tally()
    for value, count in counts.items():
        tally.add(("value", value), 0, count)
    return Figures(tally, Plan(seats=(SeatPlan("A"),))).spread("value")


def test_a_histogram_is_as_high_as_its_counts() -> None:
    svg = parsed(histogram_chart("h", "Scores", spread_of({3: 10, 4: 0, 5: 5}), 1))
    bars = svg.findall("g/rect")
    assert [bar.get("height") for bar in bars] == ["108", "54"]
    assert [text.text for text in svg.findall("text")] == ["8 games", "4", "3", "4", "5"]
    assert [each.tag for each in svg][:2] == ["line", "text"]  # the grid lies behind the bars
    assert svg.get("desc") == "From 3 to 5; most often 3"


def test_a_wide_histogram_puts_values_together() -> None:
    counts = dict.fromkeys(range(-20, 180), 1)
    svg = parsed(histogram_chart("h", "Scores", spread_of(counts), 1))
    bars = svg.findall("g/rect")
    assert len(bars) == 40
    assert {bar.get("height") for bar in bars} == {"108"}
    assert "a bar for every 5 values" in str(svg.get("desc"))


# ------------------------------------------------------------------------------- figures


@pytest.mark.parametrize(
    ("value", "of", "words"),
    [
        (None, 0, "–"),
        (0.0, 1000, "0%"),
        (1.0, 1000, "100%"),
        (0.5, 10, "50%"),
        (0.5, 200, "50.0%"),
        (0.0001, 10_000, "<0.1%"),
        (0.9999, 10_000, ">99.9%"),
        (0.004, 100, "<1%"),
        (0.996, 100, ">99%"),
        (0.0005, 10_000, "0.1%"),
    ],
)
def test_shares_in_per_cent(value: float | None, of: int, words: str) -> None:
    assert in_words.percent(value, of) == words


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (-0.0104, 0.0626, "−1.0 to +6.3"),
        (0.0004, 0.0626, "+0.04 to +6.3"),
        (-0.0626, -0.00001, "−6.3 to −0.001"),
        (0.0, 0.0626, "0.0 to +6.3"),
        (1e-12, 0.0626, "0.0 to +6.3"),
    ],
)
def test_an_interval_that_leaves_0_out_is_seen_to(low: float, high: float, words: str) -> None:
    """What is sure never stands beside an interval that begins at 0."""
    assert in_words.points_reach(Margin(0.02, low, high)) == words
    assert in_words.apart(Margin(0.02, 0.0004, 0.0626)) == "+0.02 (+0.0004 to +0.06)"


def test_what_is_put_into_a_template_stands_there_to_the_letter() -> None:
    """No words of a card are taken for a heading, a cell, a list, a fold or a template."""
    words = "| a | b\n\n## c\n- d\n\n::: e \0" + "0\0 {{ 7 * 7 }} {% if %} <b>&amp;"
    found = samples.summary()
    found["ai_cards"][0]["lines"][0]["words"] = words
    told, *_ = sections("cards", s=samples.typed(found), phrases=False)
    (table,) = (each for each in told.blocks if isinstance(each, DataTable))
    assert table.rows[0].name == f"pre 1 {words}"
    assert len(table.rows) == len(found["ai_cards"][0]["lines"])


def wins_told(found: samples.Plain) -> list[str]:
    """Return the sentences on wins and scores."""
    section = sections("short", s=samples.typed(found), compared=False)[0]
    blocks = [each.items if isinstance(each, Bullets) else [each] for each in section.told]
    return ["".join(each) for some in blocks for each in some if not isinstance(each, DataTable)]


def test_an_even_share_is_left_only_by_its_interval() -> None:
    """Plain words claim no more than the data."""
    found = samples.summary()
    for winner, other in ((0, 1), (1, 0)):
        for at, count in ((winner, 560), (other, 438)):
            found["seats"][at]["wins"] = samples.share(count, 998)
            found["seats"][at]["bounds"] = samples.bounds(count)
        _, shown, first, *_ = wins_told(found)
        assert shown == "These games show:"
        assert first.startswith(f"Seat {winner + 1}, ")
        assert "won more often than an even share of 50%: 560 of 998" in first
        # What one of two wins, the other loses.
        assert sum("an even share" in each for each in wins_told(found)) == 1
    found["seats"][0]["wins"] = samples.share(505, 998)
    found["seats"][1]["wins"] = samples.share(493, 998)
    found["seats"][0]["bounds"], found["seats"][1]["bounds"] = map(samples.bounds, (505, 493))
    told = wins_told(found)
    sentence = told[told.index("They leave open:") + 1]
    assert sentence.startswith("No seat can be shown to win more often than an even share of 50%")
    assert "up to 53.8% is possible" in sentence


def test_of_several_seats_alike_hardly_ever_one_is_said_to_win_otherwise() -> None:
    """Four intervals of 95 % each: one of them leaves out an even share in 13 of 100 playtests."""
    lots, wrong = Random(7), 0
    for _ in range(400):
        won = Counter(lots.choices(range(4), k=200))
        bounds = [
            WinBounds(each, each) for each in (Share.share_of(won[at], 200) for at in range(4))
        ]
        wrong += any(in_words.against_even(each, 4) for each in bounds)
    assert wrong / 400 <= 0.06


def test_the_surest_card_stands_first_not_the_one_hardly_ever_bought() -> None:
    found = samples.typed(samples.summary()).seats[0]
    gains = {"rare": Margin(-0.8, -0.9, 0.01), "sure": Margin(0.2, 0.1, 0.3), "none": Margin()}
    cards = [replace(found.cards[0], name=name, gain=gain) for name, gain in gains.items()]
    told = selection.by_gain(replace(found, cards=tuple(cards)))
    assert [card.name for card in told] == ["sure", "rare"]


def test_what_is_worth_most_is_told_with_all_that_the_games_leave_open() -> None:
    """The largest of many is picked: its interval is that of all games, and chance is spoken of."""
    summary = samples.typed(samples.summary())
    other = next(each for each in summary.others if each.came_out_otherwise.count)
    wide = Margin(-0.04, -0.31, 0.29)
    other = replace(other, seats=tuple(replace(seat, bounds=wide) for seat in other.seats))
    (short,) = sections("most_worth", others=[other] * 5)
    told = " ".join(str(each) for each in short.blocks)
    assert "(−31.0 to +29.0)" in markdown([short])
    assert "These are the largest of 5" in told


def test_unfinished_games_can_take_a_verdict_away() -> None:
    """`--rounds 12` says 59 %, more than an even share, where the truth may be another."""
    found = samples.summary()
    found["finished"], found["unfinished"] = samples.share(600, 1000), samples.share(400, 1000)
    for seat, won in zip(found["seats"], (354, 246), strict=True):
        seat["wins"] = samples.share(won, 600)
        seat["bounds"] = {
            "all_lost": samples.share(won, 1000),
            "all_won": samples.share(won + 400, 1000),
        }
    told = wins_told(found)
    at = told.index("They leave open:")
    verdict, hidden = told[at + 1 : at + 3]
    assert "No seat can be shown to win more often than an even share of 50%" in verdict
    assert "up to 78.0% is possible" in verdict
    assert hidden.startswith("The finished games alone would suggest more: ")
    assert "59.0% (55.0% to 62.9%); 32.5% to 78.0% of all games, whoever would have won" in hidden
    assert "Words and Names" not in hidden  # It lost what the other won.


def test_what_brought_the_end_is_told_by_seat() -> None:
    found = samples.typed(samples.summary())
    words = [each.what for each in selection.endings(found)]
    assert words == [
        "Draw Deck and Discard Stack empty",
        f"brought by {CLAY} (ai)",
        f"brought by {WORDS} (ai)",
        "round limit, unfinished",
    ]
    assert [each.what for each in selection.endings(samples.typed(samples.score_mode()))] == [
        "last token of the End stack taken"
    ]


@pytest.mark.parametrize(
    ("seeds", "words"),
    [
        ([], "no seed"),
        ([[7, 1]], "seed 7"),
        ([[0, 100]], "seeds 0 to 99"),
        ([[100, 50], [200, 50]], "seeds 100 to 249, some of them missing"),
    ],
)
def test_seeds_in_words(seeds: list[list[int]], words: str) -> None:
    found = samples.summary() | {"seeds": seeds}
    assert in_words.seeds_words(samples.typed(found)) == words


def test_going_first_is_called_an_advantage_only_beyond_chance() -> None:
    found = samples.summary()
    for value, words in (
        (0.06, "was an advantage"),
        (-0.06, "was a disadvantage"),
        (0.005, "Going first cannot be shown to matter"),
    ):
        found["first_player"]["advantage"] = samples.difference(value, 0.03)
        found["first_player"]["bounds"] = samples.difference(value, 0.032)
        assert words in " ".join(wins_told(found))
        large = " ".join(Page(report_page(samples.typed(found), {})).named("dt"))
        assert ("Going first" in large) == (abs(value) > 0.032)
    found["first_player"]["advantage"] = samples.difference(0.031, 0.03)
    found["first_player"]["bounds"] = samples.difference(0.031, 0.033)
    assert "Going first cannot be shown to matter" in " ".join(wins_told(found))
    found["first_player"]["advantage"] = samples.difference(None, 0)
    said = " ".join(wins_told(found))
    assert "nothing can be said about going first" in said
    found["first_player"] = None
    assert not any("First Player" in each for each in wins_told(found))


# ---------------------------------------------------------------------------- as it is typed


@pytest.mark.usefixtures("known_checks")
def test_a_playtest_writes_its_report_and_the_feedback_sheet(tmp_path: Path) -> None:
    html, sheet, game = tmp_path / "r.html", tmp_path / "f.md", tmp_path / "thursday.jsonl"
    header = Header(seats=(SeatHeader(CLAY, "person"),), edition="prototype", seed=77)
    with RecordFile.begin(game, header) as record:
        record.write(Note("The Turn came as a surprise.", 0, 1))
    written = ("--html", str(html), "--feedback", str(sheet), "--notes", str(game))
    result = run("clay", "words:random", "--games", "4", "--json", *written)
    assert result.exit_code == 0, result.stderr
    found = json.loads(result.stdout)
    assert result.stderr.splitlines()[-2:] == [f"Written: {html}", f"Written: {sheet}"]
    shown = Page(html.read_text("utf-8"))
    assert found["plan"]["command"] in shown.named("code", "command")
    # The wording check has found something in the printed cards, and underlines it.
    assert len(shown.named("li", "finding")) > 3
    assert len(shown.named("mark", "warning")) > 4
    words = sheet.read_text("utf-8")
    for said in ("thursday", "seed 77", "“The Turn came as a surprise.”", "G-turn: "):
        assert said in words


def test_what_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "r.html"
    result = run("--games", "1000000", "--html", str(nowhere))
    assert result.exit_code == 2
    assert result.stderr == (
        f"moonflight: {nowhere} cannot be written: there is no folder {nowhere.parent}.\n"
    )
    result = run("--games", "1000000", "--notes", "thursday")
    assert result.exit_code == 2
    assert "so it needs --feedback FILE" in result.stderr
    result = run("--games", "1000000", "--feedback", str(tmp_path / "f.md"), "--notes", "?")
    assert result.exit_code == 2
    assert 'no game is called "?"' in result.stderr


# ------------------------------------------------------------------- what is asked first


def test_in_short_says_which_lines_and_words_do_nothing() -> None:
    found = samples.summary()
    told = " ".join(wins_told(found))
    assert "Never followed in 1,000 games: " in told
    assert "Each would be followed in at most 0.4% of games (95% interval)." in told
    assert "post Reset 3" not in told  # counted in detail only, so in a tenth of the games
    assert "Words that never decided anything: " in told
    assert "(read 1,000 times); and 1 other." in told
    for line in [line for card in found["ai_cards"] for line in card["lines"]]:
        for phrase in line["detail"]["phrases"]:
            phrase["decisive"] = samples.act_share(1, 10)
    found["detailed_games"] = found["games"]
    told = " ".join(wins_told(found))
    assert (
        "every option was taken. moonflight ai check may still prove some words redundant." in told
    )
    assert "post Reset 3" in told


def test_in_short_says_what_reading_it_otherwise_would_do() -> None:
    """A change is spoken of only if it is sure; without prices the acts are."""
    found = samples.summary()
    told = " ".join(wins_told(found))
    assert "The other reading or ruling surely changes the wins: seat 2 ruling A-exact" in told
    for seat in found["otherwise"][0]["price"]["seats"]:
        seat["bounds"] = samples.difference(-0.04, 0.05)
    assert "The other reading or ruling does not surely change the wins." in " ".join(
        wins_told(found)
    )
    found["otherwise"][0]["price"] = None
    told = " ".join(wins_told(found))
    assert "(2 tried), an AI card would have acted differently in up to 61%" in told
    assert "Effect on wins: --price." in told


def test_one_ruling_is_one_way_however_many_cards_rest_on_it() -> None:
    """A ruling for both AI cards was two of the ways that surely change the wins."""
    plan = with_alternatives(Plan(seats=(SeatPlan(CLAY), SeatPlan(WORDS)), round_limit=25))
    chosen = [other for other in plan.others if other.label == "A-score=end-up"]
    found = summarize(play_batch(replace(plan, others=tuple(chosen)), 0, 60), plan)
    ways = [way for way in found.otherwise if way.label == "A-score=end-up"]
    assert len(ways) == 1
    assert [own.seat for own in ways[0].seats] == [1, 2]
    assert len({way.label for way in found.otherwise}) == len(found.otherwise)


def test_no_game_that_ended_takes_a_verdict_away() -> None:
    """Of three seats that win 15 of 40, 18 and 7, none is surely apart, with all games ended."""
    found = samples.summary()
    third = copy.deepcopy(found["seats"][1]) | {"seat": 3}
    found["seats"].append(third)
    found["games"] = 40
    found["finished"], found["unfinished"] = samples.share(40, 40), samples.share(0, 40)
    for seat, won in zip(found["seats"], (15, 18, 7), strict=True):
        seat["wins"] = samples.share(won, 40)
        seat["bounds"] = {"all_lost": seat["wins"], "all_won": seat["wins"]}
    assert found["seats"][2]["wins"]["high"] < 1 / 3
    told = " ".join(wins_told(found))
    assert "No seat can be shown to win more often than an even share of 33%" in told
    assert "The finished games alone" not in told
