"""Every page the program makes passes axe-core's accessibility rules in a browser.

Needs Chromium, and axe-core from the package axe-playwright-python (`make test` installs it).
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import report_samples as samples
from browser import Browser, browser, chromium
from click.testing import CliRunner
from helpers import CLAY, WORDS, At, at_least, lay, simulate_fewer_games
from hostile import commands

from moonflight_solo.cli import main
from moonflight_solo.cli.game.coaching import Review
from moonflight_solo.cli.output.view import view
from moonflight_solo.coach.review import ReviewedDecision
from moonflight_solo.playtest.report.html import report_page
from moonflight_solo.playtest.statistics import Estimate

AXE = find_spec("axe_playwright_python")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.usefixtures("known_checks"),
    pytest.mark.skipif(chromium() is None or AXE is None, reason="there is no Chromium or no axe"),
]
# What more detail adds is on the report of everything there is.
ALONE = ("--jobs", "1")
SMALL = (*ALONE, "--rounds", "6", "--games", "2", "--detail", "0")
PAGES = {
    "playtest": ("playtest", "words", "--score", *SMALL, "--html"),
    "compare": ("compare", "printed", "A-exact=at-least", *SMALL, "--html"),
    "worth": ("worth", "clay", "words", "--of", "items", *SMALL, "--html"),
    "round robin": ("playtest", "--all", *SMALL, "--html"),
    "balance": ("balance", "clay", "words", "--only", "order", "--games", "100", *ALONE, "--html"),
    "coach": ("coach", "--html"),
    "ai show table": ("ai", "show", "clay", "--table", "--to"),
    "ai show flow": ("ai", "show", "clay", "--flow", "--to"),
    "follow": ("follow", "clay", "words", "--html"),
    "ai print": ("ai", "print", "clay", "words", "--to"),
    "cards print": ("cards", "print", "words", "--one-of-each", "--to"),
}
# Contrast is measured, which takes most of the time, of one text in each style there is; that every
# text of a report stands out is seen by test_playtest_report_browser.
LOOK = """
for (const each of document.querySelectorAll("details")) each.open = true;
const styles = new Map();
for (const each of document.querySelectorAll("body *")) {
  if (![...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
  const {color, fontSize, fontWeight} = getComputedStyle(each);
  let style = [color, fontSize, fontWeight].join();
  for (let at = each; at; at = at.parentElement) {
    const {backgroundColor: behind, opacity} = getComputedStyle(at);
    if (behind !== "rgba(0, 0, 0, 0)" || opacity !== "1") style += behind + opacity;
  }
  if (!styles.has(style)) styles.set(style, each);
}
const only = {resultTypes: ["violations"]};
const rules = {"color-contrast": {enabled: false}};
const all = await axe.run(document, {...only, rules});
const contrast = await axe.run({include: [...styles.values()]},
  {...only, runOnly: ["color-contrast"]});
return [all.passes.length + contrast.passes.length,
  [...all.violations, ...contrast.violations].map((each) =>
    `${each.id}: ${each.help}: ${each.nodes.map((node) => node.html).slice(0, 3).join(" | ")}`)];
"""


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


def looked_at(page: Browser, file: Path) -> tuple[int, list[str]]:
    """Return how many of axe's rules a page passes, and what violates the others."""
    assert AXE is not None
    assert AXE.origin is not None
    page.open(file)
    script = Path(AXE.origin).with_name("axe.min.js").read_text("utf-8")
    page.call("Runtime.evaluate", expression=script)
    held, broken = page.run(LOOK)
    return held, broken


WAYS = {"on a phone in the dark": (360, True), "at a desk": (1280, False)}


def nothing_is_broken(page: Browser, file: Path, width: int, dark: bool) -> None:
    page.size(width, mobile=width == 360)
    page.media(dark=dark)
    held, broken = looked_at(page, file)
    assert broken == []
    assert held > 12
    assert min(page.run(LETTERS), default=12) >= 9.5


LETTERS = """
return [...document.querySelectorAll("svg[viewBox] text")].map((each) => {
  const svg = each.closest("svg");
  const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  return parseFloat(getComputedStyle(each).fontSize) * scale;
});
"""


def test_every_command_that_makes_a_page_is_among_them() -> None:
    making = {
        words
        for words, command in commands()
        for option in command.params
        if option.name == "html" or ".html" in str(getattr(option, "help", ""))
    }
    assert making
    assert making <= {arguments[: len(words)] for arguments in PAGES.values() for words in making}


@pytest.mark.parametrize("arguments", PAGES.values(), ids=PAGES)
def test_a_page_is_accessible(
    arguments: Any, running: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "page.html"
    if arguments[0] == "coach":  # it looks at the game last played
        simulate_fewer_games(monkeypatch)
        game = ["play", "--jack", "clay", "--against", "words", "--seed", "3", "--plain"]
        CliRunner().invoke(main, game, input="1\npass\n\nquit\n")
    made = CliRunner().invoke(main, [*arguments, str(file)])
    assert made.exit_code == 0, made.output
    nothing_is_broken(running, file, *WAYS["at a desk"])


FITS = """
return [...document.querySelectorAll("ul.sheet > li, .face, .text")].map((each) =>
  each.scrollHeight <= each.clientHeight + 1 && each.scrollWidth <= each.clientWidth + 1);
"""


@pytest.mark.parametrize("size", ["70x120", "63x88"])
@pytest.mark.parametrize("kind", ["cards", "ai"])
def test_what_is_printed_on_a_card_fits_on_it(
    kind: str, size: str, running: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    what = ("--one-of-each",) if kind == "cards" else ("clay", "words")
    made = CliRunner().invoke(main, [kind, "print", *what, "--size", size, "--to", str(file)])
    assert made.exit_code == 0, made.output
    running.size(1280)
    running.open(file)
    fits = running.run(FITS)
    assert len(fits) > 7
    assert all(fits)


def test_a_report_of_everything_there_is_is_accessible(running: Browser, tmp_path: Path) -> None:
    """On a phone in the dark; a report at a desk is one of the pages above."""
    file = tmp_path / "page.html"
    file.write_text(report_page(samples.typed(samples.summary()), samples.checks()), "utf-8")
    nothing_is_broken(running, file, *WAYS["on a phone in the dark"])


@pytest.mark.parametrize("way", [*WAYS.values()][: at_least(1, 2)], ids=[*WAYS][: at_least(1, 2)])
def test_a_game_with_mistakes_is_accessible(
    way: tuple[int, bool], running: Browser, tmp_path: Path
) -> None:
    cost = Estimate(0.2, 0.1, 0.3)
    acts = [
        ReviewedDecision("act", n, n > 2, n, "pass", "play", cost, cost, cost, cost, "so", False)
        for n in range(1, 5)
    ]
    views = dict.fromkeys(range(5), view(lay(At(CLAY, hand="Bury"), At(WORDS)), 0))
    file = tmp_path / "page.html"
    page = Review(acts, None, "One against another", "game", views).page()
    file.write_text(page, "utf-8")
    nothing_is_broken(running, file, *way)


def test_what_is_wrong_is_found(running: Browser, tmp_path: Path) -> None:
    file = tmp_path / "wrong.html"
    file.write_text("<!doctype html><title>x</title><img src='data:,'><p style='color:#ddd'>Pale")
    _, broken = looked_at(running, file)
    assert {each.partition(":")[0] for each in broken} >= {"image-alt", "color-contrast"}
