"""The report in a real browser: on a phone, on a desktop, in dark mode, by keyboard, in print.

Needs Chromium (Debian: `apt-get install chromium`); nothing else, and no network.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import report_samples as samples
from browser import Browser, browser, chromium
from helpers import at_least
from msgspec.structs import asdict

from moonflight_solo.playtest.report.html import report_page
from moonflight_solo.playtest.summaries.summary import Comparison

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        chromium() is None, reason="there is no Chromium here to look at the report with"
    ),
]

PHONE, DESK = 360, 1280
LEAST_CONTRAST, LEAST_OF_SHAPES = 4.5, 3.0

# What colours text really has against what is behind it, by the formula of WCAG 2.2.
CONTRAST = """
const parts = (colour) => colour.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255)
  .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
const ratio = (a, b) => {
  const [low, high] = [light(a), light(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
};
const behind = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const colour = parts(getComputedStyle(at).backgroundColor);
    if (colour.length < 4 || colour[3] === 1) return colour;
    if (colour[3] > 0) throw new Error("a background that lets through: " + at.outerHTML);
  }
  throw new Error("nothing is behind it");
};
const seen = (element) => {
  const box = element.getBoundingClientRect();
  return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility === "visible";
};
"""

TEXTS = (
    CONTRAST
    + """
const found = [];
const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (walk.nextNode()) {
  const element = walk.currentNode.parentElement;
  if (!walk.currentNode.data.trim() || !seen(element)) continue;
  if (["SCRIPT", "TITLE", "DESC"].includes(element.tagName.toUpperCase())) continue;
  const style = getComputedStyle(element);
  const colour = element.closest("svg") ? style.fill : style.color;
  const value = ratio(parts(colour), behind(element));
  found.push([value, element.outerHTML.slice(0, 120)]);
}
return found.sort((a, b) => a[0] - b[0]);
"""
)

SHAPES = (
    CONTRAST
    + """
return [...document.querySelectorAll("svg rect, svg circle, svg path, .whisker, .track i")]
  .filter((shape) => shape.getBoundingClientRect().width > 0)
  .map((shape) => {
    const style = getComputedStyle(shape);
    const own = shape.closest("svg")
      ? (shape.classList.contains("whisker") ? style.stroke : style.fill) : style.backgroundColor;
    const back = behind(shape.closest("svg") ? shape : shape.parentElement);
    return [ratio(parts(own), back), shape.outerHTML];
  }).sort((a, b) => a[0] - b[0]);
"""
)

OPEN_ALL = "for (const each of document.querySelectorAll('details')) each.open = true;"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(report_page(samples.typed(samples.summary()), samples.checks()), "utf-8")
    return file


@pytest.fixture(scope="module")
def comparison(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the page of a comparison whose only treatment also has the label of a price."""
    found = samples.summary()
    found["others"] = found["others"][:1]
    summary = samples.typed(found)
    compared = Comparison(
        **asdict(summary),
        here="printed",
        there="A-exact=at-least",
        until=None,
        verdict=None,
        saving=3.2,
        pairs_needed={"2": 5800},
    )
    path = tmp_path_factory.mktemp("comparison") / "page.html"
    path.write_text(report_page(compared, {}), "utf-8")
    return path


def show(page: Browser, file: Path, width: int = DESK, *, dark: bool = False) -> None:
    page.size(width, mobile=width == PHONE)
    page.media(dark=dark)
    page.open(file)


def roles(tree: list[dict[str, Any]], *wanted: str) -> list[dict[str, Any]]:
    """Return the parts of an accessibility tree with one of these roles."""
    return [node for node in tree if node["role"]["value"] in wanted]


def named(node: dict[str, Any]) -> str:
    return str(node.get("name", {}).get("value", "")).strip()


def property_of(node: dict[str, Any], name: str) -> Any:
    return next(
        (each["value"]["value"] for each in node["properties"] if each["name"] == name), None
    )


# --------------------------------------------------------------------------- by itself


def test_nothing_goes_wrong_and_nothing_is_fetched(running: Browser, report: Path) -> None:
    show(running, report)
    assert running.heard("Log.entryAdded") == []
    assert running.heard("Runtime.exceptionThrown") == []
    assert running.heard("Runtime.consoleAPICalled") == []
    fetched = [each["request"]["url"] for each in running.heard("Network.requestWillBeSent")]
    assert [url for url in fetched if not url.startswith("data:")] == [report.as_uri()]


def test_the_browser_tells_of_what_goes_wrong(running: Browser, tmp_path: Path) -> None:
    """The test above can fail."""
    file = tmp_path / "wrong.html"
    file.write_text("<!doctype html><img src=gone.png><script>console.error(1); gone()</script>")
    running.open(file)
    assert running.heard("Runtime.exceptionThrown")
    assert running.heard("Runtime.consoleAPICalled")
    assert len(running.heard("Network.requestWillBeSent")) > 1


def test_all_of_it_can_be_read_without_its_script(running: Browser, report: Path) -> None:
    words = "return document.querySelector('main').innerText"
    show(running, report)
    with_script = running.run(words)
    assert "Copy" in with_script
    running.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        show(running, report)
        without = running.run(words)
    finally:
        running.call("Emulation.setScriptExecutionDisabled", value=False)
    assert "Copy" not in without
    assert without.split() == [word for word in with_script.split() if word != "Copy"]


def test_a_command_can_be_copied(running: Browser, report: Path) -> None:
    show(running, report)
    running.call("Browser.grantPermissions", permissions=["clipboardSanitizedWrite"])
    running.run("for (const each of document.querySelectorAll('details')) each.open = true")
    running.run("document.querySelector('button').focus()")
    running.enter()
    label = running.run("""
        return new Promise((done) => {
          const button = document.querySelector("button");
          const look = () => (button.textContent === "Copied"
            ? done(button.textContent) : setTimeout(look, 10));
          look();
          setTimeout(() => done(button.textContent), 3000);
        });""")
    assert label == "Copied"


# ---------------------------------------------------------------------------- how wide


@pytest.mark.parametrize("width", [320, DESK, *[PHONE] * at_least(0, 1)])
def test_the_page_never_scrolls_sideways(running: Browser, report: Path, width: int) -> None:
    show(running, report, width)
    for script in ("", OPEN_ALL):
        running.run(script)
        assert running.run("return document.documentElement.scrollWidth") <= width
        # A box that reaches out must be in one that scrolls by itself.
        assert (
            running.run(f"""
            return [...document.querySelectorAll("body *")]
              .filter((each) => !each.closest(".wide, nav ul, .skip, .unseen, svg"))
              .filter((each) => each.getBoundingClientRect().right > {width} + 0.5)
              .map((each) => each.outerHTML.slice(0, 100));""")
            == []
        )


@pytest.mark.parametrize("width", [320, 350, PHONE])
def test_no_line_ends_within_an_option(running: Browser, report: Path, width: int) -> None:
    """A line ended in "another -", the next began with "-seed"."""
    show(running, report, width)
    lines = running.run("""
        const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), lines = {};
        while (words.nextNode()) {
          const node = words.currentNode;
          if (node.parentElement.closest("code, details, script, style")) continue;
          for (const found of node.data.matchAll(/(?<![\\w-])--[a-z]+/g)) {
            const range = document.createRange();
            range.setStart(node, found.index);
            range.setEnd(node, found.index + found[0].length);
            lines[found[0]] = Math.max(lines[found[0]] || 0, range.getClientRects().length);
          }
        }
        return lines;""")
    assert lines["--seed"] == 1
    assert set(lines.values()) == {1}


def test_a_phone_shows_words_large_enough(running: Browser, report: Path) -> None:
    show(running, report, PHONE)
    heights = running.run("""
        return [...document.querySelectorAll("svg text")].map((each) => {
          const svg = each.closest("svg");
          const size = parseFloat(getComputedStyle(each).fontSize);
          return size * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        });""")
    assert min(heights) >= 9.5
    sizes = running.run("""
        return [...document.querySelectorAll("main p, main td, main th, main li")]
          .map((each) => parseFloat(getComputedStyle(each).fontSize));""")
    assert min(sizes) >= 12


def test_every_line_of_the_ai_cards_is_to_be_seen(running: Browser, report: Path) -> None:
    show(running, report, PHONE)
    sizes = running.run("""
        return [...document.querySelectorAll(".line .print q")].map((each) => {
          const box = each.getBoundingClientRect();
          return Math.min(box.width, box.height);
        });""")
    assert len(sizes) == sum(len(card["lines"]) for card in samples.summary()["ai_cards"])
    assert min(sizes) > 12


# ----------------------------------------------------------------------------- colours


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_words_stand_out_from_what_is_behind_them(
    running: Browser, report: Path, dark: bool
) -> None:
    show(running, report, dark=dark)
    running.run(OPEN_ALL)
    found = running.run(TEXTS)
    assert len(found) > 1000
    assert found[0][0] >= LEAST_CONTRAST, found[0]
    shapes = running.run(SHAPES)
    assert len(shapes) > 100
    assert shapes[0][0] >= LEAST_OF_SHAPES, shapes[0]


def test_dark_is_dark(running: Browser, report: Path) -> None:
    backgrounds = []
    show(running, report)
    for dark in (False, True):
        running.media(dark=dark)
        backgrounds.append(
            running.run(CONTRAST + "return light(parts(getComputedStyle(document.body)"
                        ".backgroundColor))")
        )  # fmt: skip
    assert backgrounds[0] > 0.8
    assert backgrounds[1] < 0.05


def test_contrast_is_measured(running: Browser, tmp_path: Path) -> None:
    """The tests of colours can fail."""
    file = tmp_path / "pale.html"
    file.write_text("<body style='background:#fff'><p style='color:#777'>pale</p><p>good")
    running.open(file)
    found = running.run(TEXTS)
    assert [round(value, 2) for value, _ in found] == [4.48, 21]


# ---------------------------------------------------------------------------- keyboard

FOCUSED = """
const at = document.activeElement;
const box = at.getBoundingClientRect();
const style = getComputedStyle(at);
return {
  tag: at.tagName, words: at.textContent.trim().slice(0, 60), width: box.width, height: box.height,
  inside: box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
  outline: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
};
"""


def test_the_first_key_leads_past_the_contents(running: Browser, report: Path) -> None:
    show(running, report)
    running.tab()
    skip = running.run(FOCUSED)
    assert skip["words"] == "Skip to the figures"
    assert skip["inside"]
    running.enter()
    assert running.run("return document.activeElement.id") == "main"
    running.tab()
    assert running.run("return document.querySelector('main').contains(document.activeElement)")


def test_tab_reaches_everything_and_is_seen(running: Browser, report: Path) -> None:
    show(running, report, PHONE)  # where most of it has to scroll into sight
    expected = running.run("""
        return [...document.querySelectorAll("a[href], summary, button, [tabindex='0']")]
          .filter((each) => each.checkVisibility()).length;""")
    assert expected > 100
    steps = 0
    while True:
        running.tab()
        found = running.run(FOCUSED)
        if found["tag"] == "BODY" or steps > expected:
            break
        steps += 1
        assert found["width"] > 1, found
        assert found["height"] > 1, found
        assert found["inside"], found
        assert found["outline"] >= 2, found
    assert steps == expected


def test_what_is_folded_opens_by_key_and_by_link(running: Browser, report: Path) -> None:
    show(running, report)
    is_open = "return document.querySelector('.line details').open"
    running.run("document.querySelector('.line summary').focus()")
    assert not running.run(is_open)
    running.enter()
    assert running.run(is_open)
    running.enter()
    assert not running.run(is_open)
    # A link back from a game leads to a number inside it.
    running.run("""
        const number = document.querySelector(".line details a[id]");
        document.querySelector(`a[href="#${number.id}"]`).click();""")
    assert running.run(is_open)


# ----------------------------------------------------------------------- screen readers


def test_headings_go_down_a_step_at_a_time(running: Browser, report: Path) -> None:
    show(running, report)
    levels = [property_of(node, "level") for node in roles(running.tree(), "heading")]
    assert levels.count(1) == 1
    assert levels[0] == 1
    assert len(levels) > 12
    assert all(later <= earlier + 1 for earlier, later in pairwise(levels))


def test_the_parts_of_the_page_can_be_jumped_to(running: Browser, report: Path) -> None:
    show(running, report)
    assert running.run("return document.documentElement.lang") == "en"
    assert (
        running.run("return document.title") == "Playtest: Clay and Bones against Words and Names"
    )
    tree = running.tree()
    for role in ("banner", "navigation", "main", "contentinfo"):
        assert len(roles(tree, role)) == 1, role
    assert len(roles(tree, "region")) > 10


def test_everything_has_a_name(running: Browser, report: Path) -> None:
    show(running, report)
    running.run(OPEN_ALL)
    wanted = ("link", "button", "image", "table", "region", "heading", "navigation")
    found = roles(running.tree(), *wanted)
    assert len(found) > 500
    assert [node for node in found if not named(node)] == []
    for role in ("region", "table", "image"):
        names = Counter(named(node) for node in found if node["role"]["value"] == role)
        # Both AI cards have a pre-Turn 1; else no two are called alike.
        assert {
            name: times for name, times in names.items() if times > 1 + ("-Turn " in name)
        } == {}
    links = {named(node).replace(" :", ":") for node in roles(found, "link")}
    assert "seed 0: seat 1, won" in links


def test_pictures_are_told_in_words(running: Browser, report: Path) -> None:
    show(running, report)
    tree = running.tree()
    pictures = roles(tree, "image")
    assert len(pictures) == 14  # one for each seat where they have a line of their own
    ahead = next(node for node in pictures if named(node).startswith("How often a seat wins"))
    assert "after 10%: 27 of 99, 27% (19% to 37%)" in named(ahead)
    # Nothing inside of a picture is read out a second time.
    inside = running.run("""
        return [...document.querySelectorAll("svg text")].map((each) => each.textContent);""")
    assert "after 10%" in inside
    assert "after 10%" not in [named(node) for node in roles(tree, "StaticText")]


def test_tables_say_what_their_cells_are_about(running: Browser, report: Path) -> None:
    show(running, report)
    running.run(OPEN_ALL)
    tables = running.run("""
        return [...document.querySelectorAll("table")].map((table) => ({
          caption: table.caption ? table.caption.textContent.trim() : "",
          unscoped: table.querySelectorAll("th:not([scope])").length,
          heads: table.tHead.rows[0].cells.length,
          widths: [...table.tBodies[0].rows].map((row) => row.cells.length),
          firsts: [...table.tBodies[0].rows].map((row) => row.cells[0].tagName),
        }));""")
    assert len(tables) > 20
    for table in tables:
        assert table["caption"]
        assert table["unscoped"] == 0
        assert set(table["widths"]) <= {table["heads"]}, table
        assert set(table["firsts"]) <= {"TH"}
    roles_of_cells = {node["role"]["value"] for node in running.tree()}
    assert {"table", "rowheader", "columnheader", "cell"} <= roles_of_cells


MISPLACED = """
const found = [];
for (const table of document.querySelectorAll("table")) {
  const heads = [...table.tHead.rows[0].cells].map((cell) => cell.getBoundingClientRect());
  for (const row of table.tBodies[0].rows) {
    [...row.cells].forEach((cell, at) => {
      const [box, head] = [cell.getBoundingClientRect(), heads[at]];
      const apart = Math.max(Math.abs(box.left - head.left), Math.abs(box.right - head.right));
      if (getComputedStyle(cell).display !== "table-cell" || apart > 1) {
        found.push([table.caption.textContent.trim(), at, cell.textContent.trim(), apart]);
      }
    });
  }
}
return found;
"""


def test_every_cell_stands_under_its_heading(
    running: Browser, report: Path, comparison: Path
) -> None:
    """The cells of td.range stood under the wrong headings."""
    for page, width in ((report, PHONE), (comparison, DESK)):
        show(running, page, width)
        running.run(OPEN_ALL)
        assert running.run(MISPLACED) == []


def test_a_comparison_begins_with_its_verdict(running: Browser, comparison: Path) -> None:
    """The comparison began 17,500 pixels down, and "in short" told only of one way."""
    show(running, comparison)
    top = "return document.querySelector('#verdict').getBoundingClientRect().top"
    assert running.run(top) < 500
    first = running.run("return document.querySelector('#main section').textContent")
    assert "Games that never ended: A 0 of 400" in first
    assert "B 0 of 400" in first
    cells = running.run("""
        const table = document.querySelector("#main section table");
        return [...table.rows].map((row) => [...row.cells].map((cell) => cell.textContent.trim()));
        """)
    heads, clay, words = cells
    told = dict(zip(heads, clay, strict=True))
    assert told["Seat"] == "Clay and Bones"
    assert told["Wins A"].startswith("50.0%")
    assert told["Wins B"].startswith("54.0%")
    assert told["B minus A"] == "+4.0 (+1.0 to +7.0)"
    assert "Of all" not in told  # Every game ended.
    assert told["Only A"].startswith("30")
    assert told["Only B"].startswith("46")
    assert words[heads.index("Wins B")].startswith("46.0%")


@pytest.mark.parametrize(("width", "most"), [(DESK, 16_000), (PHONE, 26_000)])
def test_a_report_can_be_read_through(
    running: Browser, report: Path, width: int, most: int
) -> None:
    """It was 49,628 high at a desk and 84,590 on a phone, half of it a list of games."""
    show(running, report, width)
    assert running.run("return document.documentElement.scrollHeight") < most
    short = running.run("return document.querySelector('#short').parentElement.offsetHeight")
    assert short < 2 * 900


# --------------------------------------------------------------------------------- paper


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_on_paper_is_what_a_terminal_shows_and_every_line_and_warning(
    running: Browser, report: Path, dark: bool
) -> None:
    seen = """const seen = (kind) => [...document.querySelectorAll(kind)]
        .filter((each) => each.checkVisibility()).length;
        return [seen(".line .print"), seen("li.finding.error, li.finding.warning"),
        seen("li.finding.note"), seen(".games > li"), seen("#told-4 ~ details.on-paper tr"),
        seen(".screen"), seen("figure")];"""
    every = seen.replace(".filter((each) => each.checkVisibility())", "")
    show(running, report)
    lines, grave, notes, games, rows, words, figures = running.run(every)
    assert running.run(seen)[:6] == [lines, 0, 0, 0, 0, words]
    running.media("print", dark=dark)
    try:
        assert running.run(seen)[:6] == [lines, grave, 0, games, rows, 0]
        assert min(lines, grave, notes, games, rows, words, figures) > 0
        assert running.run("return getComputedStyle(document.querySelector('nav')).display") == (
            "none"
        )
        assert running.run(TEXTS)[0][0] >= LEAST_CONTRAST
        assert running.run(SHAPES)[0][0] >= LEAST_OF_SHAPES
        assert "--seed NUMBER" in running.run("return document.body.innerText")
        assert running.call("Page.printToPDF", pageRanges="1")["data"]
    finally:
        running.media()
