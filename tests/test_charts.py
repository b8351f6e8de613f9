"""Decision tables and flowcharts follow the lines; the effort of following by hand is counted."""

from __future__ import annotations

import base64
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Sequence
from pathlib import Path

import pytest
from browser import browser, chromium
from click.testing import CliRunner, Result
from helpers import at_least

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.by_hand.chart import ChartRow, chart
from moonflight_solo.check.games import game_tables, upkeep
from moonflight_solo.check.reachability.side import sides_of
from moonflight_solo.check.report import ReadingEffort
from moonflight_solo.cli import main
from moonflight_solo.cli.commands.ai import CARD
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.scenario import lay_out

CARDS = catalogue()
RULINGS = printed_rulings()
PRINTED = sorted(ai_card_files().values())


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: path.stem)
def test_the_first_row_that_holds_is_the_line_that_is_followed(path: Path) -> None:
    """Judged by the AI player itself, at every table of some games; the proof is the prover's."""
    card = load_ai_card(path, CARDS)
    charts = [chart(card, turned, Basis(CARDS, RULINGS)) for turned in (False, True)]
    assert all(each.proved for each in charts)
    player = AICardPlayer(card, CARDS, RULINGS)
    tables = game_tables(card, Basis(CARDS), 4)
    assert len(tables) > 200
    followed = set()
    for scenario in tables:
        table = lay_out(scenario, CARDS)
        seat = table.seats[table.acting]
        player.act(table, seat)
        followed.add((table.turned, player.followed))
        assert _row_followed(charts[table.turned].rows, table, seat) == player.followed
    assert len(followed) > 10


def test_what_is_decided_already_is_left_out() -> None:
    clay = chart(load_ai_card("clay and bones", CARDS), False, Basis(CARDS, RULINGS))
    assert clay.left_out == ("9",)
    seven = next(row for row in clay.rows if row.number == "7")
    assert seven.when == ("it can buy the top card of one of these stacks",)
    words = chart(load_ai_card("words and names", CARDS), False, Basis(CARDS, RULINGS))
    assert words.rows[0].when == ("exactly 6 cards in its hand", "Call in its hand")


def show(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["ai", "show", *map(str, arguments)], prog_name="moonflight")


@pytest.mark.parametrize("kind", ["--table", "--flow"])
def test_a_chart_is_shown_and_written(kind: str, tmp_path: Path) -> None:
    shown = show("clay", kind)
    assert shown.exit_code == 0
    assert 'play "Macabre Harvest"' in shown.output
    assert shown.output.count("(proved)") == 2
    picture, page = tmp_path / "card.svg", tmp_path / "card.html"
    assert show("clay", kind, "--to", picture).exit_code == 0
    root = ElementTree.fromstring(picture.read_text("utf-8"))
    assert root.tag.endswith("svg")
    assert "Macabre Harvest" in "".join(root.itertext())
    assert show("clay", kind, "--to", page).exit_code == 0
    assert re.search(r"@page \{ size: 70mm 120mm", page.read_text("utf-8"))
    again = show("clay", kind, "--to", page)
    assert again.exit_code == 2
    assert "already exists" in again.output
    assert show("clay", kind, "--to", tmp_path / "card.txt").exit_code == 2
    assert show("clay", "--to", tmp_path / "other.svg").exit_code == 2


def work_of(card: str | Path) -> ReadingEffort:
    return upkeep(sides_of(load_ai_card(card, CARDS), Basis(CARDS, RULINGS)), 2)


def test_upkeep_is_counted_at_the_tables_of_games() -> None:
    found = {path.stem: work_of(path) for path in PRINTED}
    for each in found.values():
        assert each.acts > 100
        assert 1 < each.lines < 13
        assert each.facts >= each.lines - 1
        assert 0 <= each.ties <= 1


def test_a_shorter_card_asks_less(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "jack: Clay and Bones\ncard: |\n  PRE TURN\n  ACTION\n"
        "  1 – Play the highest cost card in hand.\n  2 – Pass.\n",
        "utf-8",
    )
    short = work_of(path)
    whole = work_of("clay and bones")
    assert short.lines <= 2
    assert short.facts < whole.facts
    assert whole.ties > 0
    assert "% less to look at" in whole.beside(short)


@pytest.mark.skipif(chromium() is None, reason="no Chromium on this machine prints the page")
def test_each_side_is_printed_on_one_page_of_the_size_of_the_card(tmp_path: Path) -> None:
    """The longest table and the longest flowchart of the printed cards, or with
    MOONFLIGHT_THOROUGH=1 all four: two sheets of 70 by 120 mm.
    """
    charts = [("words", "--table"), ("clay", "--flow"), ("clay", "--table"), ("words", "--flow")]
    with browser(tmp_path / "profile") as page:
        for jack, kind in charts[: at_least(2, 4)]:
            file = tmp_path / f"{jack}{kind}.html"
            assert show(jack, kind, "--to", file).exit_code == 0
            page.open(file)
            made = page.call("Page.printToPDF", preferCSSPageSize=True)
            pdf = base64.b64decode(made["data"])
            sheets = re.findall(rb"/MediaBox *\[0 0 ([\d.]+) ([\d.]+)\]", pdf)
            sizes = [tuple(round(float(each) / 72 * 25.4) for each in sheet) for sheet in sheets]
            assert sizes == [CARD, CARD], (jack, kind)


def _row_followed(rows: Sequence[ChartRow], table: Table, seat: Seat) -> str:
    """Return the number of the first row that holds on a table, "" for none."""
    return next((row.number for row in rows if as_test(row.needs)(table, seat)), "")


@pytest.mark.parametrize("kinds", [("--table", "--flow"), ("--flow", "--table")])
def test_only_one_chart_at_a_time(kinds: tuple[str, str]) -> None:
    both = show("clay", *kinds)
    assert (both.exit_code, both.stdout) == (2, "")
    assert both.stderr == "moonflight: give only one of --table and --flow.\n"
    assert show("clay", kinds[0], kinds[0]).exit_code == 0
