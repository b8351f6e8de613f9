"""`follow --html` in a real browser: the engine's acts, nothing forgotten, nothing from a network.

Needs Chromium, like the report's pages; `bench/same_games.py phone` plays many more games.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser import Browser, browser, chromium
from click.testing import CliRunner
from helpers import at_least
from phone_player import followed_on_a_phone

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.cli import main
from moonflight_solo.datafiles import data_files
from moonflight_solo.own_jacks import own_jack
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.editions import edition_named

EXAMPLES = Path(__file__).parent.parent / "examples"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(chromium() is None, reason="there is no Chromium here"),
]


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as found:
        yield found


@pytest.mark.parametrize("own", [False, True], ids=["printed cards", "examples"])
def test_the_page_asks_and_announces_what_the_engine_does(
    own: bool, running: Browser, tmp_path: Path
) -> None:
    acts = at_least(40, 500)
    if own:
        owns = [own_jack(EXAMPLES / name) for name in ("tide_and_toll", "thatch_and_tile")]
        files = [*data_files("cards"), *(each.cards for each in owns)]
        cards = Catalogue(edition_named("prototype"), files)
        followed = [load_ai_card(each.ai, cards) for each in owns if each.ai is not None]
    else:
        cards = catalogue()
        followed = [load_ai_card(each, cards) for each in ("clay and bones", "words and names")]
    heard, announced, wrong = followed_on_a_phone(
        running, tmp_path, followed, cards, range(1, 100), acts
    )
    assert wrong == []
    assert heard.wrong == []
    assert announced == heard.acts >= acts


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("page") / "follow.html"
    made = CliRunner().invoke(main, ["follow", "clay", "words", "--html", str(file)])
    assert made.exit_code == 0, made.output
    return file


SHOWN = "const shown = () => document.querySelector('#now h2').textContent;"
PRESS = SHOWN + (
    "const press = (words) => [...document.querySelectorAll('button')]"
    ".find((each) => each.textContent === words).click();"
)
PRESS += (
    "const texts = (which) => "
    "[...document.querySelectorAll(which)].map((each) => each.textContent);"
)
FIRST = "Jack o' Clay and Bones: which of these is the first it holds?"
ACT = 'Jack o\' Clay and Bones, line 3: play "Grave Robber".'
BEGIN = PRESS + 'press("Jack o\' Clay and Bones acts");'
NEW = PRESS + "confirm = () => true; press('New game');"


def test_a_game_is_kept_when_the_page_is_opened_again(running: Browser, page: Path) -> None:
    running.open(page)
    running.run(NEW)
    assert running.run(BEGIN + "press('Grave Robber'); return shown();") == ACT
    running.open(page)
    assert running.run(BEGIN + "return shown();").endswith("what else has moved?")
    listed = "press('Continue'); return texts('#now button');"
    assert running.run(PRESS + listed)[:2] == ["Grave Robber", "Waste"]
    undone = "press('Back'); press('Back'); press('Back'); return shown();"
    assert running.run(PRESS + undone) == FIRST
    assert running.run(NEW + "return shown();") == "Who acts?"


def test_the_printed_side_that_is_up_is_shown_and_the_line_stands_out(
    running: Browser, page: Path
) -> None:
    seen = "return [texts('.side:not([hidden]) h3'), texts('[aria-current]')];"
    running.open(page)
    running.run(NEW)
    sides, lines = running.run(BEGIN + "press('Grave Robber');" + seen)
    assert sides == ["Jack o' Clay and Bones AI, PRE TURN"]
    assert lines == ["3 – Play “Grave Robber”."]
    sides, _ = running.run(PRESS + "press('The Turn');" + seen)
    assert sides == [
        "Jack o' Clay and Bones AI, POST TURN",
        "Jack o' Words and Names AI, POST TURN",
    ]
    told = running.run(PRESS + "press('Reset'); return document.querySelector('#now').textContent;")
    assert 'Retain "Wake The Dead"; no other card is retained' in told


def test_it_fits_a_phone_and_fetches_nothing(running: Browser, page: Path) -> None:
    running.size(360, mobile=True)
    running.open(page)
    running.run(NEW)
    wide = "return document.documentElement.scrollWidth;"
    assert running.run(BEGIN + wide) <= 360
    small = "return [...document.querySelectorAll('button')].map((b) => b.offsetHeight);"
    assert min(running.run(small)) >= 44
    asked = [each["request"]["url"] for each in running.heard("Network.requestWillBeSent")]
    assert [url for url in asked if not url.startswith(("file:", "data:"))] == []


def test_no_word_of_a_card_ends_the_script(tmp_path: Path, running: Browser) -> None:
    """A Jack of one's own may be called anything."""
    side = "ACTION\n  1 – Pass.\n  RESET\n  1 – Retain no cards.\n"
    sides = f"  PRE TURN\n  {side}  POST TURN\n  {side}"
    text = f"jack: Clay and Bones\ntitle: </script><b>x\ncard: |\n{sides}"
    (tmp_path / "ai.yaml").write_text(text, "utf-8")
    file = tmp_path / "page.html"
    made = CliRunner().invoke(main, ["follow", str(tmp_path / "ai.yaml"), "--html", str(file)])
    assert made.exit_code == 0, made.output
    running.open(file)
    assert running.run("return document.querySelectorAll('b').length;") == 0
    data = "return document.getElementById('data').textContent;"
    assert len(json.loads(running.run(data))["jacks"]) == 1
