"""Variants of an AI card to print, from gentle to hard."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from command_line import run
from helpers import CLAY, WORDS
from rich.console import Console

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.cli.output.playtest_results import show_section
from moonflight_solo.cli.output.terminal import PRETTY, Terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.card_levels import LEVEL_PLAYERS, LevelSearch
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.racing import Combination, PlayedGames
from moonflight_solo.playtest.report.in_words import strength_reach
from moonflight_solo.playtest.report.sections import sections
from moonflight_solo.playtest.tally import Tally

PLAN = Plan(seats=(SeatPlan(CLAY), SeatPlan(WORDS)))
TIDE = Path(__file__).parent.parent / "examples" / "tide_and_toll"


def played(won: int, unfinished: int = 0, games: int = 1000) -> PlayedGames:
    lost = games - won - unfinished
    return PlayedGames(Tally(), bytes([2] * won + [1] * unfinished + [0] * lost))


def test_only_what_is_surely_apart_is_a_level() -> None:
    search = LevelSearch(PLAN, 300)
    printed: dict[Combination, PlayedGames] = {(): played(500)}
    fresh = printed | {(1,): played(300), (2,): played(480), (3,): played(700), (4,): played(530)}
    assert search.apart(fresh) == [(1,), (), (3,)]
    # Whoever would have won these 200, it may win as often as the printed card.
    assert search.apart(printed | {(1,): played(350, 200)}) == [()]
    assert search.apart(printed | {(1,): played(590, 0)}) == [(), (1,)]


def test_what_no_longer_ends_or_hardly_plays_is_no_level() -> None:
    search = LevelSearch(PLAN, 300)
    printed: dict[Combination, PlayedGames] = {(): played(500)}
    assert search.apart(printed | {(1,): played(20)}) == [()]
    assert search.apart(printed | {(1,): played(700, 40)}) == [()]
    assert search.apart({(): played(500, 40), (1,): played(700, 40)}) == [(), (1,)]


def test_there_are_five_levels_at_most_and_the_printed_card_is_one() -> None:
    search = LevelSearch(PLAN, 300)
    fresh: dict[Combination, PlayedGames] = {
        (at,): played(100 * at, games=1000) for at in range(2, 9)
    }
    fresh[()] = fresh.pop((4,))
    found = search.apart(fresh)
    assert len(found) == 5
    assert () in found
    assert (found[0], found[-1]) == ((2,), (8,))


@pytest.fixture(scope="module")
def searched() -> LevelSearch:
    search = LevelSearch(PLAN, 200)
    for _ in search.search(1):
        pass
    return search


def test_a_search_tells_levels_and_writes_them(searched: LevelSearch, tmp_path: Path) -> None:
    levels = searched.levels()
    assert () in [level.changes for level in levels]
    for level in levels:
        assert len(level.changes) <= 2
        assert [each.player for each in level.faced] == list(LEVEL_PLAYERS)
    assert max(map(len, searched.games)) == 2
    paths = searched.write(tmp_path / "levels")
    assert len(paths) == len(levels)
    for number, path in enumerate(paths, 1):
        assert load_ai_card(path).title.endswith(f"AI, level {number} of {len(paths)}")
        assert all(
            f"#   {label}\n" in path.read_text("utf-8") for label in levels[number - 1].changes
        )
    sheet = tmp_path / "sheet.html"
    assert run("ai", "print", *paths, "--to", sheet).exit_code == 0
    assert f"level 1 of {len(paths)}" in sheet.read_text("utf-8")
    with pytest.raises(UsageError, match="already exists"):
        searched.write(tmp_path / "levels")


def test_levels_at_80_columns_show_every_figure(searched: LevelSearch) -> None:
    levels = searched.levels() * 2  # so few games may tell none apart
    told = sections("levels", jack=CLAY, rival=WORDS, levels=levels, fresh=True)
    console = Console(width=80, record=True, file=StringIO(), force_terminal=True)
    for section in told:
        show_section(section, Terminal(console, plain=False, glyphs=PRETTY))
    shown = console.export_text()
    assert max(map(len, shown.splitlines())) <= 80
    for each in levels[0].faced:
        assert each.rating is not None
        assert strength_reach(each.rating) in shown
    for player in ("greedy", "its AI card", "search=10"):
        assert f"Against {player} " in shown


def test_what_is_known_stays_known() -> None:
    search = LevelSearch(PLAN, 600)
    todo = search.search(1)
    next(todo)
    todo.close()
    assert search.games
    assert search.levels()[0].changes == ()
    assert not search.fresh


TELLING = """
import contextlib, sys
from moonflight_solo.cli import main, playtests

@contextlib.contextmanager
def progress(games, *, quiet):
    yield lambda done, told: print(done, told(), file=sys.stderr, flush=True)

playtests.progress_bar = progress
main()
"""
"""The program, with its progress in lines."""


@pytest.mark.parametrize("command", ["ai levels clay", "balance clay words"])
def test_ctrl_c_shows_what_is_known(command: str) -> None:
    """Pressed in the first race: nothing has raced to the end."""
    words = [sys.executable, "-c", TELLING, *command.split(), "--jobs", "2"]
    process = subprocess.Popen(
        words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stderr is not None
    assert [process.stderr.readline() for _ in range(11)][-1].endswith("games\n")
    os.killpg(process.pid, signal.SIGINT)
    told, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert errors.splitlines()[-1] == "moonflight: stopped before everything was played."
    assert "Traceback" not in errors
    if "levels" in command:
        assert "Levels of Clay and Bones's AI card" in told
        assert "No variant of at most two changes surely differs" in told or " levels, each" in told
        assert "No game" not in told
    else:
        assert "nothing was measured again on fresh seeds" in told
        assert "1 change: " in told


def test_a_card_is_measured_against_another_jack() -> None:
    told = run("ai", "levels", "clay", "--against", "clay")
    assert told.exit_code == 2
    assert "two different Jacks" in told.stderr


@pytest.mark.parametrize("source", [TIDE, TIDE / "ai.yaml"])
def test_an_own_card_is_named_by_its_folder_or_file(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(LevelSearch, "_races", lambda *_: iter(()))
    told = run("ai", "levels", source, "--against", "words")
    assert told.exit_code == 0
    assert "Levels of Tide and Toll's AI card, against Words and Names" in told.stdout
