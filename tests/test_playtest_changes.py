"""Changed card values, revised suits, and lines or cards left out."""

from __future__ import annotations

import json
import re
import runpy
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from command_line import run
from helpers import CLAY, WORDS

from moonflight_solo.cli.commands import playtest as commands
from moonflight_solo.datafiles import data_files
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.playtest.changes import is_change, read_change
from moonflight_solo.playtest.decision_log import DecisionLog, played_on
from moonflight_solo.playtest.paired import (
    FARED,
    MOST_NEEDED,
    PairedResults,
    StopRule,
    pairs_needed,
    points_seen,
)
from moonflight_solo.playtest.plan import OmittedLine, Plan, SeatPlan, TextFile, Treatment
from moonflight_solo.playtest.report.html import report_page
from moonflight_solo.playtest.report.sections import Plot, tornadoes
from moonflight_solo.playtest.resultfile import Results
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.playtest.runner import WorkUnit, play_batch
from moonflight_solo.playtest.statistics import point_for
from moonflight_solo.playtest.summaries.comparing import compared_at_once
from moonflight_solo.playtest.summaries.summarize import summarize
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.treatments import without_each
from moonflight_solo.rules.acts import Build
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Table

DIFFERS = runpy.run_path(str(Path(__file__).parent.parent / "bench" / "intervals.py"))["differs"]

BOTH = ("clay", "words")
PLAN = Plan(seats=(SeatPlan(CLAY), SeatPlan(WORDS)), detail_every=0)


def changed(**changes: object) -> Plan:
    return msgspec.structs.replace(PLAN, **changes)


# ------------------------------------------------------------------------- other values


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("Grave Robber cost=6", "cost", 6),
        ("grave robber  cost = 0", "cost", 0),
        ("Grave Robber stability=4", "stability", 4),
        ("Talk text=Draw 1", "words", "Draw 1"),
    ],
)
def test_a_value_of_a_card_is_another(words: str, field: str, value: object) -> None:
    catalogue = run_of(changed(changes=(words,))).catalogue
    name = read_change(words).name
    assert getattr(catalogue.card(name, False), field) == value
    assert is_change(words)
    # Nothing else is.
    printed = run_of(PLAN).catalogue
    others = [card for card in printed.kinds(False) if card.name.lower() != name.lower()]
    for card in others:
        same = catalogue.card(card.name, False)
        assert (same.cost, same.score, same.words) == (card.cost, card.score, card.words)


def test_scores_may_move_as_long_as_the_stack_stays_lawful() -> None:
    """Building The Market: 13 points on the post-Turn ends, whatever cards they are on."""
    with pytest.raises(DataError, match="points on the post-Turn ends"):
        Run(changed(changes=("Grave Digger score=3",)))
    plan = changed(changes=("Grave Digger score=1", "Danse Macabre score=2"))
    run_ = run_of(plan)
    assert run_.catalogue.card("Grave Digger", True).score == 1
    assert run_.catalogue.card("Danse Macabre", True).score == 2


@pytest.mark.parametrize(
    "words",
    [
        "Nobody cost=6",
        "Grave Robber price=6",
        "Grave Robber cost=dear",
        "cost=6",
        "Waste text=Draw 1",
    ],
)
def test_what_cannot_be_changed_is_refused_in_a_sentence(words: str) -> None:
    with pytest.raises(
        UsageError, match=r"no card is called|is a whole number|does not describe a changed card"
    ):
        Run(changed(changes=(words,)))
    found = run("playtest", "clay", "words", "--games", "1", "--change", words)
    assert found.exit_code == 2
    assert found.stderr.count("\n") == 1


def suit(folder: Path, old: str, new: str) -> Path:
    (printed,) = [path for path in data_files("cards") if path.stem == "clay_and_bones"]
    text = printed.read_text("utf-8")
    assert old in text
    path = folder / "revised.yaml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def test_a_revised_suit_takes_the_place_of_the_printed_one(tmp_path: Path) -> None:
    revised = suit(tmp_path, "copies: 6", "copies: 5")
    with pytest.raises(DataError, match="23 cards instead of 24"):
        Run(changed(revised=(TextFile.read(revised),)))
    dear = suit(tmp_path, "cost: 2", "cost: 9")
    played = run(
        "compare", "printed", str(dear), "clay", "words", "--games", "12", "--jobs", "1", "--json"
    )
    assert played.exit_code == 0, played.stderr
    found = json.loads(played.stdout)
    assert found["others"][0]["what"] == "cards"
    assert found["others"][0]["came_out_otherwise"]["count"] > 2
    command = found["others"][0]["examples"][0]["other_command"]
    assert f"--change {dear}" in command


def test_a_game_of_changed_cards_can_be_watched() -> None:
    change = "Grave Robber cost=6"
    played = run(
        "compare", "printed", change, "clay", "words", "--games", "4", "--jobs", "1", "--json"
    )
    (other,) = json.loads(played.stdout)["others"]
    example = other["examples"][0]
    assert f"--change '{change}'" in example["other_command"]
    watched = run(
        "watch", "clay", "words", "--seed", str(example["seed"]), "--change", change, "--json"
    )
    assert watched.exit_code == 0, watched.stderr
    same = Treatment(label="B", what="cards", changes=(change,))
    plan = PLAN.with_treatment(same)
    tally = play_batch(plan, example["seed"], 1)
    assert json.loads(watched.stdout)["outcome"]["acts"] == tally[("acts",)]


# ---------------------------------------------------------------------- left out in turn


def test_a_line_left_out_is_never_followed() -> None:
    """What is left is followed as if the line were not printed; what is below it goes with it."""
    card = run_of(PLAN).ai_cards[0]
    assert card is not None
    at = next(n for n, line in enumerate(card.lines) if card.below(line))
    short = run_of(changed(omitted=(OmittedLine(0, at),))).ai_cards[0]
    assert short is not None
    gone = {card.lines[at], *card.below(card.lines[at])}
    assert [line.words for line in short.lines] == [
        line.words for line in card.lines if line not in gone
    ]


def test_a_last_pass_is_worth_nothing() -> None:
    """Ruling A-pass: a card without a line to follow passes, so its last line may be left out."""
    plan = without_each(PLAN, "lines")
    assert len(plan.others) == sum(len(card.lines) for card in run_of(PLAN).ai_cards if card)
    lasts = tuple(each for each in plan.others if each.label.endswith(": Pass"))
    assert lasts
    found = summarize(play_batch(changed(others=lasts), 0, 6), changed(others=lasts))
    assert [each.came_out_otherwise.count for each in found.others] == [0] * len(lasts)


def test_items_and_cards_are_left_out_one_at_a_time() -> None:
    items = without_each(PLAN, "items").others
    for other in items:
        plan = PLAN.with_treatment(other)
        (omitted,) = plan.omitted
        before, after = (run_of(each).ai_cards[omitted.seat] for each in (PLAN, plan))
        assert before is not None
        assert after is not None
        assert before.lines[omitted.line].meaning != after.lines[omitted.line].meaning
    assert len(items) > 8
    cards = without_each(PLAN, "cards").others
    assert len(cards) == 16
    for other in cards:
        (name,) = PLAN.with_treatment(other).left_out
        catalogue = run_of(PLAN.with_treatment(other)).catalogue
        stacks = [card.name for jack in (CLAY, WORDS) for card in catalogue.suits[jack].stack()]
        assert name not in stacks
        assert len(stacks) + catalogue.card(name, False).copies == 48
    assert {each.what for each in without_each(PLAN, "rulings").others} == {"ruling"}


def test_builds_that_the_turn_undoes_are_left_out_seat_by_seat() -> None:
    """What is Built before the Turn by a sparing seat, and by the same seat else."""
    others = without_each(PLAN, "builds").others
    assert [each.sparing for each in others] == [(0,), (1,)]

    def undone(plan: Plan) -> int:
        run, found = run_of(plan), 0
        for seed in range(6):
            settings = plan.settings(seed)
            table = run.set_up(settings, run.players(settings))

            def hear(event: Any, table: Table = table) -> None:
                nonlocal found
                if event.kind == "act" and isinstance(event.what, Build) and not table.turned:
                    onto = [
                        placed.card.flipped
                        for _, placed in event.what.onto(table.seats[event.seat])
                    ]
                    found += event.seat == 1 and any(not each.stability for each in onto)

            table.listener = hear
            play(table, settings)
        return found

    assert undone(PLAN) > 3
    assert undone(PLAN.with_treatment(others[1])) == 0


def test_what_matters_most_is_told_first() -> None:
    found = run("worth", "clay", "words", "--games", "4", "--of", "items", "--plain", "--jobs", "1")
    assert found.exit_code == 0, found.stderr
    lines = [line for line in found.stdout.splitlines() if ", interval " in line]
    points = [float(line.split("wins ")[1].split(",")[0].replace("−", "-")) for line in lines]
    assert len(points) > 4
    assert points == sorted(points, key=abs, reverse=True)


# ---------------------------------------------------------------------- stopping by itself

A_AND_B = changed(others=(Treatment(label="B", what="ruling", rulings={"A-exact": "at-least"}),))


def pairs(won: int, lost: int, alike: int, unfinished: int = 0) -> Tally:
    """Return a tally of pairs with these results of B."""
    tally = Tally()
    tally.add(("other", 0, "games"), 0, won + lost + alike + unfinished)
    for ends, number in (
        (("lost", "won"), won),
        (("won", "lost"), lost),
        (("won", "won"), alike),
        (("unfinished", "unfinished"), unfinished),
    ):
        tally.add(("other", 0, "seat", 0, *ends), 0, number)
    return tally


@pytest.mark.parametrize(
    ("tally", "verdict"),
    [
        (Tally(), "open"),
        (pairs(3, 0, 20), "open"),
        (pairs(80, 20, 400), "more"),
        (pairs(20, 80, 400), "less"),
        (pairs(30, 30, 4000), "alike"),
        (pairs(30, 30, 4000, unfinished=400), "open"),
        (pairs(80, 20, 400, unfinished=200), "open"),
    ],
)
def test_what_is_decided(tally: Tally, verdict: str) -> None:
    """Unfinished games may have gone either way, and can keep it open for ever."""
    assert StopRule(2).verdict(tally) == verdict
    fared = PairedResults.of(tally, ("other", 0, "seat", 0))
    assert DIFFERS(fared) == (verdict in ("more", "less"))


def test_nothing_behind_the_decision_counts(tmp_path: Path) -> None:
    """So the same pairs decide for any number of jobs, in whatever order they come."""
    units = [(WorkUnit(at, 50), pairs(40, 2, 8)) for at in (0, 50, 100, 150)]
    results = Results(A_AND_B, 1000, StopRule(5))
    for unit, tally in reversed(units):
        results.add([unit], tally)
    alone = Results(A_AND_B, 1000, StopRule(5))
    for unit, tally in units:
        if not alone.decided:
            alone.add([unit], tally)
    assert results.decided
    assert alone.decided
    assert results.counted == alone.counted == [WorkUnit(0, 50)]
    assert results.tally == alone.tally
    path = tmp_path / "out.jsonl"
    with Results.begin(path, A_AND_B, 1000, StopRule(5)) as file:
        for unit, tally in reversed(units):
            file.add([unit], tally)
    with Results.open(path, StopRule(5)) as file:
        assert file.counted == [WorkUnit(0, 50)]
        assert file.tally == alone.tally


def test_a_comparison_stops_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """A change that ruins a deck is found out soon, and told with the interval that may be."""
    monkeypatch.setattr(commands, "AGAIN", 1)
    typed = ("compare", "printed", "Grave Robber cost=14", "clay", "words", "--detail", "0")
    found = run(*typed, "--until", "40", "--games", "2000", "--jobs", "1", "--json")
    assert found.exit_code == 0, found.stderr
    told = json.loads(found.stdout)
    seat = told["others"][0]["seats"][0]
    assert told["verdict"] in ("more", "less", "alike")
    assert told["games"] < 2000
    assert told["games"] % 50 == 0
    assert seat["win_difference"]["low"] is None  # that of a fixed number would not hold
    assert seat["bounds"] == seat["sequence"]
    scores = seat["score_difference"]
    assert scores["low"] < scores["difference"] < scores["high"]
    alone = run("compare", "printed", "prototype", "clay", "--until", "2")
    assert alone.exit_code == 2
    assert "a Jack alone always wins" in alone.stderr


def test_more_pairs_see_less() -> None:
    seen = [points_seen(pairs, 0.2) for pairs in (100, 1000, 10_000)]
    assert seen == sorted(seen, reverse=True)
    assert points_seen(1000, 0.05) < points_seen(1000, 0.5)
    assert pairs_needed(0.001, 0.4) == MOST_NEEDED
    needed = pairs_needed(2, 0.2)
    assert points_seen(needed, 0.2) <= 2.05
    assert points_seen(needed // 2, 0.2) > 2.05


def test_how_a_seat_fared_is_counted_in_pairs() -> None:
    tally = play_batch(A_AND_B, 0, 12)
    fared = PairedResults.of(tally, ("other", 0, "seat", 0))
    assert sum(fared.pairs.values()) == 12
    assert set(fared.pairs) == {(a, b) for a in FARED for b in FARED}
    saving = fared.saving(tally["other", 0, "acts"], 0)
    assert saving is None or saving > 0


def test_games_are_played_on_from_where_they_part() -> None:
    """Each time is a pair as good as the first, so the mean is the same and hangs less on luck."""
    plan = msgspec.structs.replace(A_AND_B, again=7)
    tally, alone = play_batch(plan, 0, 12), play_batch(A_AND_B, 0, 12)
    at = ("other", 0, "seat", 0)
    again, once = PairedResults.of(tally, at, 7), PairedResults.of(alone, at)
    assert again.pairs == once.pairs  # the games of the seeds are what they are
    assert sum(again.again.values()) == 12
    assert {least for least, _ in again.again} - {0, 8, -8}  # some parted, and ended either way
    assert again.variance() < 0.6 * once.variance()
    acts, more = (tally["other", 0, each] for each in ("acts", "acts, again"))
    assert acts == alone["other", 0, "acts"]
    assert more > 0
    told = again.saving(acts, more)
    assert told is not None
    assert told > (once.saving(acts, 0) or 0)
    assert play_batch(plan, 3, 2) == play_batch(plan, 3, 2)


def test_the_same_game_both_ways_is_not_played_on() -> None:
    same = Treatment(label="same", what="edition", edition="prototype")
    plan = msgspec.structs.replace(A_AND_B, others=(same,), again=7)
    tally = play_batch(plan, 0, 5)
    assert tally["other", 0, "acts, again"] == 0
    assert tally["other", 0, "seat", 0, "again", 0, 0] == 5


def test_a_pair_that_parts_is_played_on_from_there_alone() -> None:
    """Up to the difference every time is the game of the seed; behind it all is shuffled anew."""
    here, there = (run_of(each) for each in (A_AND_B, A_AND_B.with_treatment(A_AND_B.others[0])))
    for seed in range(40):
        made = []
        for way in (here, there):
            settings, decisions = way.plan.settings(seed), DecisionLog(way)
            play(way.set_up(settings, decisions.recording(way.players(settings))), settings)
            made.append(decisions)
        pairs, acts = played_on(seed, made[0], made[1], 3)
        if made[0].decisions == made[1].decisions:
            assert (pairs, acts) == ([], 0)
            continue
        parted = next(n for n in range(9999) if made[0].decisions[n] != made[1].decisions[n])
        before = sum(act < parted for act in made[0].acts)
        assert len(pairs) == 3
        assert all(end.acts >= before for pair in pairs for end in pair)
        assert acts < 2 * before + sum(end.acts for pair in pairs for end in pair)
        return
    raise AssertionError("no game parts")


def test_the_page_draws_what_each_thing_is_worth() -> None:
    """One tornado for all seats: from the largest difference to the smallest, in words too."""
    plan = without_each(msgspec.structs.replace(PLAN, round_limit=30), "items")
    plan = msgspec.structs.replace(plan, others=plan.others[:4])
    found = summarize(play_batch(plan, 0, 6), plan)
    (section,) = tornadoes(found)
    page = report_page(found, {})
    assert page.count('<h2 id="left-out-1">What the items are worth: ') == 1
    assert page.count('-chart-title">Change in the share of wins') == 1
    assert sum(isinstance(block, Plot) for block in section.blocks) == 1
    plain = summarize(play_batch(PLAN, 0, 1), PLAN)
    assert not [*tornadoes(plain)]


# -------------------------------------------------------------- one Jack alone, many at once


def test_of_one_jack_alone_the_score_is_told() -> None:
    """It always wins, so wins say nothing."""
    words = ("clay", "--score", "--games", "12", "--jobs", "1", "--plain")
    told = run("compare", "printed", "Grave Robber cost=8", *words).stdout
    assert "scores more or less with B: " in told or " scores less: " in told
    assert "wins" not in told.replace("Games that", "")
    worth = run("worth", "--of", "items", *words).stdout
    assert "How many more points the seat scores without each in turn" in worth
    assert "wins" not in worth
    assert re.search(r"Danse Macabre.*: seat 1, score [−+]\d\.\d\d \(−", worth)
    priced = run("playtest", *words, "--price").stdout
    assert "surely changes the score." in priced
    assert "“score” is how many more points the seat then scores" in priced
    assert "set free" not in priced


def test_a_difference_played_on_stands_beside_no_wins_of_b() -> None:
    """77.1 % and 68.5 % differ by 8.6 points; over all games played on it was 3.8."""
    words = ("--until", "30", "--games", "100", "--jobs", "1", "--plain")
    told = run("compare", "printed", "Grave Robber cost=8", *BOTH, *words).stdout
    rows = [line for line in told.splitlines() if ", B minus A " in line]
    assert len(rows) == 2
    assert all("wins A " in row and "wins B " not in row for row in rows)


def test_intervals_to_pick_from_hold_all_at_once() -> None:
    some = without_each(msgspec.structs.replace(PLAN, round_limit=30), "items").others[:4]
    alone, both = (msgspec.structs.replace(PLAN, others=others) for others in (some[:1], some))
    one, many = (summarize(play_batch(plan, 0, 12), plan).others[0] for plan in (alone, both))
    wide, narrow = many.seats[0].bounds, one.seats[0].bounds
    assert None not in (wide.low, narrow.low, wide.high, narrow.high)
    assert wide.low < narrow.low <= narrow.high < wide.high  # type: ignore[operator]
    ended, alone_ended = many.seats[0].win_difference, one.seats[0].win_difference
    assert ended.low < alone_ended.low <= alone_ended.high < ended.high  # type: ignore[operator]
    assert compared_at_once(both, some[0]) == 4
    assert compared_at_once(alone, some[0]) == 1
    three = msgspec.structs.replace(alone, seats=(*PLAN.seats, SeatPlan(CLAY)))
    assert compared_at_once(three, some[0]) == 3
    player = Treatment(label="beside", what="player")
    assert compared_at_once(msgspec.structs.replace(both, others=(*some, player)), some[0]) == 4
    assert compared_at_once(both, player) == 1


def test_bounds_are_those_of_the_worst_and_best_ends_of_unfinished_games() -> None:
    won, lost, open_ = "won", "lost", "unfinished"
    pairs = {(won, won): 40, (won, lost): 5, (lost, won): 9, (lost, lost): 20}
    found = PairedResults(pairs | {(open_, won): 3, (lost, open_): 2, (open_, open_): 1}).bounds()
    # Won here and lost there whenever it may be, and the reverse.
    least = PairedResults({(won, won): 43, (won, lost): 6, (lost, won): 9, (lost, lost): 22})
    most = PairedResults({(won, won): 40, (won, lost): 5, (lost, won): 15, (lost, lost): 20})
    assert found.low == least.difference().low
    assert found.high == most.difference().high
    assert found.value == PairedResults(pairs).difference().value == 4 / 74


@pytest.mark.parametrize("apart", [0.02, 0.2])
def test_of_twelve_ways_that_change_nothing_hardly_ever_one_is_said_to(apart: float) -> None:
    """With 95 % for each, one of twelve would be said to in up to 4 of 10 playtests."""
    lots, wrong, point = Random(f"twelve ways {apart}"), 0, point_for(12)
    cells = [("won", "won"), ("won", "lost"), ("lost", "won"), ("lost", "lost")]
    for _ in range(250):
        for _ in range(12):
            ends = Counter(lots.choices(cells, (0.7, apart / 2, apart / 2, 0.3 - apart), k=200))
            found = PairedResults(ends).bounds(point)
            if not found.low <= 0 <= found.high:
                wrong += 1
                break
    assert wrong <= 0.09 * 250


def test_worth_begins_with_what_is_sure() -> None:
    """Who may not Play from the hand hardly wins; of the other lines 30 games show nothing."""
    plan = msgspec.structs.replace(PLAN, others=without_each(PLAN, "lines").others[4:8])
    found = summarize(play_batch(plan, 0, 30), plan)
    (section,) = tornadoes(found)
    first = str(section.blocks[0])
    assert first.startswith("1 of 4 surely changes the wins of its seat: Clay and Bones pre 5 −")
    few = summarize(play_batch(plan, 0, 2), plan)
    (section,) = tornadoes(few)
    assert section.blocks[0] == "None of 4 surely changes the wins of its seat."
