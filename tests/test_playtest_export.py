"""A table of many, and games as tables to compute with."""

from __future__ import annotations

import csv
import json
import shlex
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from command_line import run
from helpers import CLAY, WORDS

from moonflight_solo.ai_cards.card import ai_card_files
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.export import MANIFEST, TABLES, Manifest, export
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile
from moonflight_solo.playtest.round_robin import round_robin, round_robin_results
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import WorkUnit, play_batch
from moonflight_solo.playtest.statistics import Z, point_for, share_of

BOTH = Plan(seats=(SeatPlan(CLAY), SeatPlan(WORDS)), round_limit=30, detail_every=0)
SOME = ("--games", "6", "--seed", "70", "--rounds", "15", "--detail", "0", "--jobs", "1")


def table(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def manifest(folder: Path) -> Manifest:
    return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)


# ------------------------------------------------------------------------------- an export


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("export") / "new"
    found = run("playtest", CLAY, WORDS, *SOME, "--json", "--export", str(folder))
    assert found.exit_code == 0, found.stderr
    assert f"Written: {folder}: {MANIFEST}, games.csv (6 rows)" in found.stderr
    return folder, json.loads(found.stdout)


def test_the_tables_together_give_what_the_summary_gives(
    exported: tuple[Path, dict[str, Any]],
) -> None:
    folder, summary = exported
    games = table(folder, "games")
    assert [int(game["seed"]) for game in games] == list(range(70, 76))
    ended = [game for game in games if game["ended_by"] == "end"]
    assert 0 < len(ended) == summary["finished"]["count"] < 6
    assert {game["winner"] for game in games if game not in ended} == {""}
    scores = table(folder, "scores")
    finished = {game["seed"] for game in ended}
    for seat in summary["seats"]:
        own = [each for each in scores if each["seat"] == str(seat["seat"])]
        assert {each["jack"] for each in own} == {seat["jack"]}
        assert sum(int(each["won"]) for each in own) == seat["wins"]["count"]
        points = sum(int(each["score"]) for each in own if each["seed"] in finished)
        assert points == pytest.approx(seat["score"]["mean"] * len(ended))
    rounds = sum(int(game["rounds"]) for game in ended)
    assert rounds == pytest.approx(summary["rounds"]["mean"] * len(ended))


def test_an_act_has_its_line_and_a_line_its_acts(exported: tuple[Path, dict[str, Any]]) -> None:
    folder, summary = exported
    acts, lines = table(folder, "acts"), table(folder, "lines")
    assert Counter(act["seed"] for act in acts) == {
        game["seed"]: int(game["acts"]) for game in table(folder, "games")
    }
    followed = Counter((act["seat"], act["side"], act["line"]) for act in acts)
    for card in summary["ai_cards"]:
        for line in card["lines"]:
            if line["counts"]:
                at = str(card["seat"]), line["side"], line["number"]
                own = [each for each in lines if (each["seat"], each["side"], each["line"]) == at]
                for column, what in (("looked_at", "looked_at"), ("true", "condition_true")):
                    assert sum(int(each[column]) for each in own) == line[what]["count"]
                assert sum(int(each["followed"]) for each in own) == line["followed"]["count"]
                assert followed[at] == line["followed"]["count"]


def test_the_one_file_makes_the_tables_again(
    exported: tuple[Path, dict[str, Any]], tmp_path: Path
) -> None:
    """Its command, given another folder, writes the same bytes; its digests tell."""
    folder, summary = exported
    told = manifest(folder)
    assert told.digest == summary["digest"]
    assert [list(unit) for unit in told.seeds] == summary["seeds"]
    assert told.program == summary["program"]
    assert {each.file: each.columns for each in told.tables} == {
        f"{name}.csv": tuple(columns) for name, columns in TABLES.items()
    }
    words = shlex.split(told.command.replace("FOLDER", str(tmp_path / "again")))
    assert run(*words[1:], "--jobs", "1").exit_code == 0
    assert manifest(tmp_path / "again") == told


def test_parquet_has_the_same_rows(exported: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    plan = msgspec.structs.replace(BOTH, round_limit=15)
    told = export(tmp_path, plan, [(70, 6)], parquet=True)
    for name, columns in TABLES.items():
        read = parquet.read_table(tmp_path / f"{name}.parquet")
        assert read.schema.names == list(columns)
        rows = [
            {key: "" if value is None else str(value) for key, value in row.items()}
            for row in read.to_pylist()
        ]
        assert rows == table(exported[0], name)
    assert told.tables[0].rows == 6


def test_nothing_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("x")
    refused = run("playtest", CLAY, WORDS, *SOME, "--export", str(tmp_path))
    assert refused.exit_code == 2
    assert "already exists; name a new or an empty folder for --export." in refused.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["mine"]


def test_without_pyarrow_parquet_is_refused_before_anything_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    typed = ("playtest", CLAY, WORDS, "--games", "1000000", "--parquet")
    refused = run(*typed, "--export", str(tmp_path / "new"))
    assert refused.exit_code == 2
    assert "pip install 'moonflight-solo[parquet]'" in refused.stderr
    assert "--parquet is for the tables of --export FOLDER" in run(*typed).stderr


# ----------------------------------------------------------------------------- round robin


def other_card(tmp_path: Path) -> Path:
    """Return another AI card for Clay and Bones."""
    (path,) = (path for path in ai_card_files().values() if "clay" in path.name)
    other = tmp_path / "five.yaml"
    words = path.read_text("utf-8")
    other.write_text(words.replace("fewer than 4 cards", "fewer than 5 cards"), "utf-8")
    return other


def test_everyone_plays_everyone_and_themselves(tmp_path: Path) -> None:
    """Each pairing has the results of a playtest of its own, on the same seeds."""
    five = TextFile.read(other_card(tmp_path))
    plan = round_robin(msgspec.structs.replace(BOTH, ai_files=(five,)))
    tally = play_batch(plan, 3, 12)
    found = round_robin_results(tally, plan, [WorkUnit(3, 12)])
    names = {CLAY, WORDS, f"{CLAY}, five"}
    assert {each.name for each in found.standings} == names
    assert len(found.pairings) == 9
    for there in plan.ways:
        alone = play_batch(msgspec.structs.replace(there, others=()), 3, 12)
        cards = [card.file for card in run_of(there).ai_cards if card is not None]
        one, other = (
            f"{seat.jack}, five" if file.endswith("five.yaml") else seat.jack
            for seat, file in zip(there.seats, cards, strict=True)
        )
        pair = found.between(one, other)
        assert pair.wins.count == alone["seat", 0, "won"]
        assert pair.wins.of == alone[("finished",)]
        assert pair.unfinished.count == alone[("unfinished",)]
        if one != other:
            back = found.between(other, one)
            assert pair.wins.count + back.wins.count == pair.wins.of
    mixed = found.between(CLAY, f"{CLAY}, five")
    assert mixed.wins.count != found.between(CLAY, CLAY).wins.count or mixed.wins.of


def test_the_intervals_of_a_round_robin_hold_at_once() -> None:
    plan = round_robin(BOTH)
    found = round_robin_results(play_batch(plan, 0, 20), plan, [WorkUnit(0, 20)])
    pair = found.between(CLAY, WORDS)
    wide, alone = (share_of(pair.wins.count, pair.wins.of, z) for z in (point_for(3), Z))
    assert (pair.wins.low, pair.wins.high) == (wide.low, wide.high)
    assert wide.low < alone.low < alone.high < wide.high
    first = found.standings[0]
    assert (first.share, first.low, first.high) == (
        pair.wins.share,
        pair.bounds.all_lost.low,
        pair.bounds.all_won.high,
    )


@pytest.mark.usefixtures("known_checks")
def test_a_round_robin_is_shown_kept_and_exported(tmp_path: Path) -> None:
    out, page, folder = tmp_path / "out.jsonl", tmp_path / "r.html", tmp_path / "tables"
    five = str(other_card(tmp_path))
    typed = ("playtest", "--all", "--ai", five, "--games", "4", "--rounds", "20", "--jobs", "1")
    shown = run(*typed, "--out", str(out), "--html", str(page), "--export", str(folder))
    assert shown.exit_code == 0, shown.stderr
    assert "4 games of each pairing, seeds 0 to 3, prototype edition" in shown.stdout
    assert f"{CLAY} against {CLAY}, five" in shown.stdout
    assert page.read_text("utf-8").count('<td class="heat') == 9
    told = json.loads(run("playtest", "--resume", str(out), "--json").stdout)
    assert told["kind"] == "moonflight round robin"
    assert told["games"] == 4
    again = run(*shlex.split(told["command"])[1:], "--jobs", "1", "--json")
    assert json.loads(again.stdout) == told
    ways = Counter(game["way"] for game in table(folder, "games"))
    assert len(ways) == 6
    assert set(ways.values()) == {4}
    won = sum(game["winner"] == "1" for game in table(folder, "games") if WORDS not in game["way"])
    alike = [f"{CLAY}", f"{CLAY}, five"]
    pairs = [p for p in told["pairings"] if {p["one"], p["other"]} <= set(alike)]
    counted = sum(p["wins"]["count"] for p in pairs if (p["one"], p["other"]) != (alike[1], CLAY))
    assert won == counted


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("clay",), "name at least two"),
        (("clay", "words", "--price"), "name two seats without --all"),
        (("clay", "clay"), "would be played twice"),
    ],
)
def test_what_is_no_round_robin(words: tuple[str, ...], message: str) -> None:
    refused = run("playtest", "--all", "--games", "1", *words)
    assert refused.exit_code == 2
    assert message in refused.stderr


def test_two_cards_of_one_jack_are_only_told_apart_in_a_round_robin(tmp_path: Path) -> None:
    five = TextFile.read(other_card(tmp_path))
    plan = msgspec.structs.replace(BOTH, ai_files=(five, five))
    with pytest.raises(UsageError, match="two of the AI cards given are for the same Jack"):
        run_of(plan)
