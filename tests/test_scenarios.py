"""Every scenario file is a test, and together they exercise every line of both AI cards.

A file is called `<side>_<line>_<what came of it>_<why>.yaml`: `pre_4_cannot-pay_no_waste.yaml` lays
out a table on which line 4 before the Turn is passed over because it cannot be paid. The file's own
`expect` says what the printed words and the rulings make of that table.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from helpers import CLAY, WORDS

from moonflight_solo.ai_cards.card import AICard, AILine, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.step import Step, carry_out, step
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.state import Event
from moonflight_solo.scenario import ScenarioFile, load_scenario
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts

FOLDER = Path(__file__).parent / "scenarios"
JACKS = {"clay_and_bones": CLAY, "words_and_names": WORDS}
NAMED = re.compile(r"(?P<side>pre|post)_(?P<line>[0-9.]+)_(?P<status>[a-z-]+)_(?P<why>[a-z_]+)")

# Line 9 wants a card in hand, and line 5 plays whatever card is in hand.
NEVER_FOLLOWED = {(CLAY, False, "9")}

READINGS = 9


def holds(condition: ast.Condition, known: Mapping[ast.Condition, bool]) -> bool:
    """Evaluate a condition given the truth of its facts."""
    if isinstance(condition, ast.All):
        return all(holds(part, known) for part in condition.parts)
    if isinstance(condition, ast.Either):
        return any(holds(part, known) for part in condition.parts)
    return known[condition]


@dataclass(frozen=True)
class File:
    """A scenario file and the parts of its name."""

    path: Path
    jack: str
    turned: bool
    line: str
    status: str


def files() -> list[File]:
    found = []
    for path in sorted(FOLDER.glob("*/*.yaml")):
        name = NAMED.fullmatch(path.stem)
        assert name is not None, f"{path.stem} does not say which line it is about"
        jack = JACKS[path.parent.name]
        found.append(File(path, jack, name["side"] == "post", name["line"], name["status"]))
    return found


FILES = files()


@cache
def stepped(path: Path) -> tuple[ScenarioFile, Step]:
    """Return a scenario and its step."""
    laid = load_scenario(path)
    return laid, step(laid)


@pytest.mark.parametrize(
    "file", [pytest.param(f, id=f"{f.path.parent.name}/{f.path.stem}") for f in FILES]
)
def test_scenario(file: File) -> None:
    laid, found = stepped(file.path)
    assert file.path.read_text("utf-8").startswith("title: ")
    scenario = laid.scenario
    assert (scenario.seats[scenario.acting - 1].jack, scenario.turned) == (file.jack, file.turned)
    assert scenario.expect.line is not None
    assert scenario.expect.act is not None
    assert found.mismatches == ()
    came_of_it = {c.line: (c.status, c.because) for c in found.considered}
    assert file.line in came_of_it, "the line that the file is about is not reached"
    status, because = came_of_it[file.line]
    assert status == file.status, because
    assert because
    if status == "followed":
        assert found.line in (file.line, file.line.partition(".")[0])


@cache
def ai_card(jack: str) -> AICard:
    return load_ai_card(jack, catalogue("prototype"))


def action_lines() -> list[tuple[str, bool, AILine]]:
    return [
        (jack, turned, line)
        for jack in JACKS.values()
        for turned in (False, True)
        for line in ai_card(jack).side(turned)
    ]


def seen(jack: str, turned: bool, line: str) -> set[str]:
    """Return all explained results of a line in the scenarios about it."""
    return {
        considered.status
        for file in FILES
        if (file.jack, file.turned, file.line) == (jack, turned, line)
        for considered in stepped(file.path)[1].considered
        if considered.line == line
    }


@pytest.mark.parametrize(
    ("jack", "turned", "line"),
    [
        pytest.param(jack, turned, line, id=f"{jack} {'post' if turned else 'pre'} {line.number}")
        for jack, turned, line in action_lines()
    ],
)
def test_every_line_is_followed_in_a_scenario_and_passed_over_in_another(
    jack: str, turned: bool, line: AILine
) -> None:
    came_of_it = seen(jack, turned, line.number)
    followed = "followed" in came_of_it
    assert followed is ((jack, turned, line.number) not in NEVER_FOLLOWED)
    # Passing is always possible, so nothing can speak against a line that says it.
    passed_over = bool(came_of_it - {"followed"})
    assert passed_over is not isinstance(line.meaning.act, ast.PassAct)


def test_every_file_is_about_a_line_of_the_card() -> None:
    lines = {(jack, turned, line.number) for jack, turned, line in action_lines()}
    assert {(file.jack, file.turned, file.line) for file in FILES} == lines


def test_every_reading_of_the_line_with_nine_is_told_from_the_ruled_one() -> None:
    """For each of the eight other readings some scenario has a hand on which it would act
    otherwise, so the ruling (A-cb-post-1) cannot change without a test that fails."""
    (line,) = [line for line in ai_card(CLAY).lines if len(line.reading.others) == READINGS - 1]
    ruled = line.meaning.condition
    assert ruled is not None
    tables = [
        load_scenario(file.path)
        for file in FILES
        if (file.jack, file.turned, file.line) == (CLAY, line.printed.turned, line.number)
    ]
    for other in line.reading.others:
        assert isinstance(other, ast.Line)
        assert other.condition is not None
        told_apart = [
            laid.file
            for laid in tables
            if holds(other.condition, world(other.condition, laid))
            is not holds(ruled, world(ruled, laid))
        ]
        assert told_apart, other.condition


def world(condition: ast.Condition, laid: ScenarioFile) -> dict[ast.Condition, bool]:
    """Return which facts of the condition hold on a table: a card in hand, or none that scores in
    the Trash Stack.
    """
    table = laid.table()
    seat = table.seats[table.acting]
    hand = {card.name for card in seat.hand}
    scoring = any(card.high_score for card in seat.trash_stack)
    found: dict[ast.Condition, bool] = {}
    for fact in facts(condition):
        assert isinstance(fact, ast.Has)
        found[fact] = fact.cards.names[0] in hand if fact.cards.names else not scoring
    return found


def test_a_scenario_can_be_stepped_again_and_nobody_is_left_listening() -> None:
    laid = load_scenario(FOLDER / "clay_and_bones" / "post_6_followed_exactly_three_cards.yaml")
    assert step(laid) == step(laid)
    table = laid.table()
    seat = table.seats[table.acting]
    player = AICardPlayer(ai_card(seat.jack), laid.cards)
    table.players = (player,) * len(table.seats)
    heard: list[Event] = []
    table.listener = heard.append
    assert carry_out(player.act(table, seat), table, seat) == ("Coin",)
    assert table.listener == heard.append


@pytest.mark.parametrize(
    ("file", "ruling"),
    [
        ("words_and_names/post_8_followed_target_stack_is_its_own", "A-own-stack"),
        ("clay_and_bones/pre_5_followed_gives_up_the_least", "A-silent"),
        ("clay_and_bones/post_3_followed_scoring_card_on_top", ""),
    ],
)
def test_the_ruling_by_which_an_effect_chose_its_cards_is_named(file: str, ruling: str) -> None:
    """Where the line says which cards are meant, none is."""
    found = stepped(FOLDER / f"{file}.yaml")[1]
    (followed,) = (each for each in found.considered if each.line == found.line)
    named = {"A-own-stack", "A-silent", "A-player", "A-places"}.intersection(followed.rulings)
    assert named == ({ruling} if ruling else set())
