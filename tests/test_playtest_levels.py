"""Variants of an AI card to print, from gentle to hard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import run
from helpers import CLAY, WORDS

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.card_levels import LEVEL_PLAYERS, LevelSearch
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.racing import Combination
from moonflight_solo.playtest.tally import Tally

PLAN = Plan(seats=(SeatPlan(CLAY), SeatPlan(WORDS)))


def tally(won: int, unfinished: int = 0, games: int = 1000) -> Tally:
    found = Tally()
    lost = games - won - unfinished
    for key, count in {("games",): games, ("unfinished",): unfinished}.items():
        found.add(key, 0, count)
    for seat, count in enumerate((won, lost)):
        found.add(("seat", seat, "won"), 0, count)
    return found


def test_only_what_is_surely_apart_is_a_level() -> None:
    search = LevelSearch(PLAN, 300)
    printed: dict[Combination, Tally] = {(): tally(500)}
    fresh = printed | {(1,): tally(300), (2,): tally(480), (3,): tally(700), (4,): tally(530)}
    assert search.apart(fresh) == [(1,), (), (3,)]
    # Whoever would have won these 200, it may win as often as the printed card.
    assert search.apart(printed | {(1,): tally(350, 200)}) == [()]
    assert search.apart(printed | {(1,): tally(590, 0)}) == [(), (1,)]


def test_what_no_longer_ends_or_hardly_plays_is_no_level() -> None:
    search = LevelSearch(PLAN, 300)
    printed: dict[Combination, Tally] = {(): tally(500)}
    assert search.apart(printed | {(1,): tally(20)}) == [()]
    assert search.apart(printed | {(1,): tally(700, 40)}) == [()]
    assert search.apart({(): tally(500, 40), (1,): tally(700, 40)}) == [(), (1,)]


def test_there_are_five_levels_at_most_and_the_printed_card_is_one() -> None:
    search = LevelSearch(PLAN, 300)
    fresh: dict[Combination, Tally] = {(at,): tally(100 * at, games=1000) for at in range(2, 9)}
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
    assert max(map(len, searched.raced)) == 2
    paths = searched.write(tmp_path / "levels")
    assert len(paths) == len(levels)
    for number, path in enumerate(paths, 1):
        assert load_ai_card(path).title.endswith(f"AI, level {number} of {len(paths)}")
    sheet = tmp_path / "sheet.html"
    assert run("ai", "print", *paths, "--to", sheet).exit_code == 0
    assert f"level 1 of {len(paths)}" in sheet.read_text("utf-8")
    with pytest.raises(UsageError, match="already exists"):
        searched.write(tmp_path / "levels")


def test_ctrl_c_keeps_the_levels_that_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = LevelSearch.search

    def interrupted(search: LevelSearch, jobs: int) -> Iterator[int]:
        for number in whole(search, jobs):
            if search.levels():
                raise KeyboardInterrupt
            yield number

    monkeypatch.setattr(LevelSearch, "search", interrupted)
    result = run("ai", "levels", "clay", "--games", 200, "--jobs", 1)
    assert result.exit_code == 130
    assert "not all players have played them" in result.stderr
    assert "levels, each surely stronger" in result.stdout or "No variant of" in result.stdout
    assert "played by greedy" not in result.stdout


def test_a_card_is_measured_against_another_jack() -> None:
    told = run("ai", "levels", "clay", "--against", "clay")
    assert told.exit_code == 2
    assert "another Jack's AI card" in told.stderr
