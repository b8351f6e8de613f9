"""Tallies, work units and results files: merging in any order, resuming anywhere."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import msgspec
import pytest
from helpers import at_least
from hypothesis import given, settings
from hypothesis import strategies as st

from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile
from moonflight_solo.playtest.resultfile import Results
from moonflight_solo.playtest.runner import (
    GROWTH,
    WorkUnit,
    joined_units,
    missing_units,
    play_batch,
    unit_size,
)
from moonflight_solo.playtest.tally import EXAMPLES_KEPT, MORE_KEPT, Tally, TallyKey

PLAN = Plan(seats=(SeatPlan("Clay and Bones"), SeatPlan("Words and Names")))

KEYS: list[TallyKey] = [("games",), ("unfinished",), ("seat", 0, "won"), ("seat", 0, "score", -2)]
COUNTS = st.tuples(st.sampled_from(KEYS), st.integers(0, 99), st.integers(1, 5))

few = settings(max_examples=at_least(30, 200))


def tally_of(counts: list[tuple[TallyKey, int, int]]) -> Tally:
    tally = Tally()
    for key, seed, number in counts:
        tally.add(key, seed, number)
    return tally


def merged(*tallies: Tally) -> Tally:
    whole = Tally()
    for tally in tallies:
        whole.merge(tally)
    return whole


@few
@given(st.lists(st.lists(COUNTS), max_size=6), st.randoms(use_true_random=False))
def test_any_order_of_merging_gives_the_same(
    parts: list[list[tuple[TallyKey, int, int]]], lot: Random
) -> None:
    """Counted as one, merged in order, in any other order, and in any grouping."""
    whole = tally_of([count for part in parts for count in part])
    tallies = [tally_of(part) for part in parts]
    assert merged(*tallies) == whole
    grouped = [merged(*tallies[::2]), merged(*tallies[1::2])]
    assert merged(*grouped) == whole
    lot.shuffle(tallies)
    assert merged(*tallies) == whole
    assert json.dumps(merged(*tallies).to_json()) == json.dumps(whole.to_json())


@few
@given(st.lists(COUNTS, max_size=40))
def test_counts_and_smallest_seeds(counts: list[tuple[TallyKey, int, int]]) -> None:
    tally = tally_of(counts)
    for key in KEYS:
        seeds = sorted({seed for each, seed, _ in counts if each == key})
        assert tally[key] == sum(number for each, _, number in counts if each == key)
        assert list(tally.seeds(key)) == seeds[: MORE_KEPT.get(key, EXAMPLES_KEPT)]


@few
@given(st.lists(COUNTS, max_size=40))
def test_to_json_and_back(counts: list[tuple[TallyKey, int, int]]) -> None:
    tally = tally_of(counts)
    again = Tally.from_json(json.loads(json.dumps(tally.to_json())))
    assert again == tally
    again.merge(tally_of([(("games",), 7, 1)]))
    assert again != tally


@pytest.mark.parametrize(
    "data",
    [
        *(None, 3, [3], [[["games"], 1]], [[["games"], "1", []]], [[["games"], 1.5, []]]),
        *([[["games"], 1, []]] * 2, [[[["games"]], 1, []]], [[[True], 1, []]]),
    ],
)
def test_what_is_no_tally(data: object) -> None:
    with pytest.raises(ValueError, match="not a tally"):
        Tally.from_json(data)


# ------------------------------------------------------------------------------- units


def test_reading_the_tally_of_a_batch_changes_nothing_in_it() -> None:
    """Two threads of a Dask worker read it at once: games counted on reading were counted twice."""
    tally = play_batch(PLAN, 0, 3)
    assert not tally._games
    before = tally.to_json()
    tally.count_games()
    assert tally.to_json() == before


@few
@given(st.integers(-50, 50), st.integers(1, 300), st.lists(st.integers(1, 40)), st.integers(1, 60))
def test_missing_units_are_all_that_is_not_done(
    seed: int, games: int, lengths: list[int], size: int
) -> None:
    """Each seed once; done and missing together are what was asked for, and what was done."""
    plan = msgspec.structs.replace(PLAN, seed=seed)
    done: list[WorkUnit] = []
    at = seed
    for number, length in enumerate(lengths):
        if number % 2:
            done.append(WorkUnit(at, length))
        at += length
    units = list(missing_units(plan, games, done, size))
    assert all(0 < unit.games <= max(size, (unit.first - seed) // GROWTH) for unit in units)
    seeds = [each for unit in units for each in range(unit.first, unit.end)]
    held = {each for unit in done for each in range(unit.first, unit.end)}
    assert seeds == sorted(set(range(seed, seed + games)) - held)
    joined_units([*done, *units])


def test_games_that_count_twice_are_refused() -> None:
    assert joined_units([WorkUnit(20, 5), WorkUnit(0, 10), WorkUnit(10, 10)]) == [WorkUnit(0, 25)]
    with pytest.raises(ValueError, match="seed 9 is counted twice"):
        joined_units([WorkUnit(0, 10), WorkUnit(9, 3)])


def test_units_fit_the_work() -> None:
    searching = msgspec.structs.replace(PLAN, seats=(SeatPlan("Clay and Bones", "search=50"),))
    assert unit_size(PLAN, 10_000, 2) == 100
    assert unit_size(PLAN, 100_000_000, 2) == 100
    assert unit_size(PLAN, 40, 2) == 5
    assert unit_size(searching, 1000, 2) == 1


def test_the_first_games_are_kept_at_once_and_a_file_stays_small() -> None:
    """--games 100000000 keeps results from the first hundreds on."""
    units = list(missing_units(PLAN, 100_000_000, [], unit_size(PLAN, 100_000_000, 8)))
    assert units[0].games == 100
    assert units[1].games == 100
    assert len(units) < 3_000


def test_what_is_behind_a_gap_is_kept_but_not_counted(tmp_path: Path) -> None:
    """After Ctrl-C no gaps in the seeds: the games done soonest are the short ones."""
    path = tmp_path / "out.jsonl"
    with Results.begin(path, PLAN, 30) as file:
        file.add([WorkUnit(10, 5)], play_batch(PLAN, 10, 5))
        assert file.counted == []
        assert file.tally[("games",)] == 0
        file.add([WorkUnit(0, 5)], play_batch(PLAN, 0, 5))
        assert file.counted == [WorkUnit(0, 5)]
    with Results.open(path) as file:
        assert file.tally[("games",)] == 5
        assert list(missing_units(PLAN, 15, file.done, 100)) == [WorkUnit(5, 5)]
        file.add([WorkUnit(5, 5)], play_batch(PLAN, 5, 5))
        assert file.counted == [WorkUnit(0, 15)]
        assert file.tally == play_batch(PLAN, 0, 15)


# ------------------------------------------------------------------------ plan and file


def test_a_plan_is_told_by_what_decides_its_games(tmp_path: Path) -> None:
    def with_(**changes: object) -> str:
        return msgspec.structs.replace(PLAN, **changes).digest()

    one = TextFile("one.yaml", "jack: x")
    assert with_() == PLAN.digest()
    assert with_(ai_files=(one,)) == with_(ai_files=(TextFile("two.yaml", "jack: x", False),))
    assert with_(seats=(SeatPlan("Clay and Bones", typed="clay"), PLAN.seats[1])) == PLAN.digest()
    others = [
        with_(),
        with_(seed=1),
        with_(first=1),
        with_(edition="final"),
        with_(rulings={"A-exact": "at-least"}),
        with_(round_limit=5),
        with_(detail_every=7),
        with_(ai_files=(one,)),
        with_(card_files=(one,)),
        with_(seats=PLAN.seats[::-1]),
        with_(words="other words"),
    ]
    assert len(set(others)) == len(others)


def results(path: Path, *units: WorkUnit) -> Path:
    with Results.begin(path, PLAN, 30) as file:
        for unit in units:
            tally = Tally()
            for seed in range(unit.first, unit.end):
                tally.add(("games",), seed)
            file.add([unit], tally)
    return path


def test_a_file_of_results_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = results(tmp_path / "deep" / "out.jsonl", WorkUnit(0, 10), WorkUnit(20, 10))
    with Results.open(path) as file:
        assert (file.plan, file.games, file.done) == (PLAN, 30, [WorkUnit(0, 10), WorkUnit(20, 10)])
        assert file.tally[("games",)] == 10  # the others lie behind a gap
        file.add([WorkUnit(10, 10)], Tally())
        assert file.tally[("games",)] == 20
    with Results.open(path) as file:
        assert file.done == [WorkUnit(0, 30)]
    with pytest.raises(UsageError, match="already exists"):
        Results.begin(path, PLAN, 30)


def test_a_torn_last_line_is_taken_off(tmp_path: Path) -> None:
    """Wherever the power went, all whole lines are kept and the file can be gone on with."""
    path = results(tmp_path / "out.jsonl", WorkUnit(0, 10), WorkUnit(10, 10))
    whole = path.read_bytes()
    second = whole.index(b"\n", whole.index(b"\n") + 1) + 1
    for cut in (second, second + 1, second + 20, len(whole) - 1):
        path.write_bytes(whole[:cut])
        with Results.open(path) as file:
            assert file.done == [WorkUnit(0, 10)]
            file.add([WorkUnit(10, 10)], Tally())
        with Results.open(path) as file:
            assert file.done == [WorkUnit(0, 20)]


def test_two_playtests_cannot_write_one_file(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    path = results(tmp_path / "out.jsonl")
    with Results.open(path), pytest.raises(MoonflightError, match="another playtest"):
        Results.open(path)


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('"moonflight playtest"', '"something else"', 1, "something else"),
        ('"seed":0', '"seed":1', 1, "the plan in it was changed"),
        ('"seed":0', '"sed":0', 1, "this is not a playtest results file"),
        ('[["games"],10', '[["games"],"10"', 2, "this line is damaged"),
        ('"seeds":[[10,10]]', '"seeds":[[9,10]]', 3, "seed 9 is counted twice"),
        ('"tally"', '"taly"', 2, "this line is damaged"),
    ],
)
def test_a_damaged_file_is_refused(
    tmp_path: Path, old: str, new: str, line: int, problem: str
) -> None:
    path = results(tmp_path / "out.jsonl", WorkUnit(0, 10), WorkUnit(10, 10))
    written = path.read_text("utf-8")
    assert old in written
    path.write_text(written.replace(old, new, 1), "utf-8")
    with pytest.raises(DataError) as caught:
        Results.open(path)
    assert str(caught.value).startswith(f"{path}:{line}: ")
    assert problem in str(caught.value)
    assert path.read_text("utf-8") == written.replace(old, new, 1)


def test_a_file_that_is_not_there_or_empty(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such file"):
        Results.open(tmp_path / "none")
    (tmp_path / "empty").write_text("")
    with pytest.raises(DataError, match="first line is incomplete"):
        Results.open(tmp_path / "empty")
