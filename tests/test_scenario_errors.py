"""Errors in scenario files: each has a place, a problem and a remedy."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import every_card, in_play, named

from moonflight_solo.ai_cards.step import step
from moonflight_solo.errors import DataError, MoonflightError
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.scenario import ScenarioFile, load_scenario

Write = Callable[[str], Path]

ONE = "seats:\n  - jack: Clay and Bones\n"
TWO = ONE + "  - jack: Words and Names\n"


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str) -> Path:
        path = tmp_path / "table.yaml"
        path.write_text(text, "utf-8")
        return path

    return written


def refusal(path: Path) -> tuple[str, str]:
    """Return the place and problem of a refused scenario, after checking that it has a remedy."""
    with pytest.raises(MoonflightError) as caught:
        step(load_scenario(path))
    error = caught.value
    assert isinstance(error, DataError)
    message = str(error)
    assert message.startswith(f"{path}:")
    assert "\n" not in message
    assert len(error.remedy) > 3
    assert message.removesuffix(".").endswith(error.remedy[1:])
    assert error.exit_code == 1
    match = re.match(r":(\d+:\d+): ", message.removeprefix(str(path)))
    assert match is not None, f"no line and column in {message}"
    return match[1], message


def seat(*lines: str) -> str:
    return ONE + "".join(f"    {line}\n" for line in lines)


WRONG = {
    # what own Jacks add
    "more acts": ("more_acts: -1\n" + ONE, "1:12", ["-1 more acts", "0 or more"]),
    "what is done with": (
        seat("in_play: [{card: Lesson, used: [2]}]"),
        "3:37",
        ["Lesson has 0 things that it does once a round", "none is number 2"],
    ),
    "what a character has done with": (
        seat("character: {used: [1]}"),
        "3:24",
        ["Jack o' Clay has 0 things that it does once a round"],
    ),
    "what has been done": (seat("done: {trash: [Wast]}"), "3:20", ["Wast", "Waste"]),
    "by what it has been done": (seat("done: {shred: [Waste]}"), "3:11", ["shred"]),
    "named card": (seat("named: Burry"), "3:12", ["Burry", "Bury"]),
    "owner of a Settled card": (
        seat("in_play: [{card: Lesson, settled: [{card: Coin, of: 2}]}]"),
        "3:57",
        ["there is no seat 2", "from 1 to 1"],
    ),
    # names
    "card": (seat("hand: [Coin, Burry]"), "3:18", ["Burry", "Did you mean Bury"]),
    "card in a stack": (
        seat("market: [[], [Bury, Raise Up], []]"),
        "3:25",
        ["Raise Up", "Rise Up"],
    ),
    "card in play": (seat("in_play: [Coin, Lessen]"), "3:21", ["Lessen", "Lesson"]),
    "card with cards on it": (
        seat("in_play: [{card: Lessen, settled: [Coin]}]"),
        "3:22",
        ["Lessen", "Lesson"],
    ),
    "Settled card": (
        seat("in_play: [{card: Lesson, settled: [Coin, Wast]}]"),
        "3:46",
        ["Wast", "Waste"],
    ),
    "character card": (seat("hand: [Jack o' Clay]"), "3:12", ["Jack o' Clay"]),
    "name of the other edition": (seat("hand: [Money]"), "3:12", ["Money"]),
    "name of the default edition": (
        "edition: final\n" + seat("hand: [Coin]"),
        "4:12",
        ["Coin"],
    ),
    "Jack": (
        "seats:\n  - jack: Cot and Hovel\n",
        "2:11",
        ["Cot and Hovel", "Clay and Bones", "Words and Names"],
    ),
    "edition": ("edition: finale\n" + TWO, "1:10", ["finale", "final", "prototype"]),
    "no generic card": (TWO + "generic:\n  Bury: 2\n", "5:9", ["Bury", "generic"]),
    # too many
    "unique card five times": (
        seat(
            "hand: [Call The Living, Wake The Dead]",
            "draw_deck: [Call The Living]",
            "discard_stack: [Call The Living, Call The Living]",
        ),
        "5:38",
        ["5 copies of Call The Living", "has 1"],
    ),
    "unique card among Settled ones": (
        seat("hand: [Call The Living]", "in_play: [{card: Lesson, settled: [Wake The Dead]}]"),
        "4:40",
        ["2 copies of Call The Living", "has 1"],
    ),
    "starter card": (
        seat("hand: [Waste, Waste, Waste, Waste]"),
        "3:33",
        ["4 copies of Waste", "has 3"],
    ),
    "generic card": (TWO + "generic: {Wealth: 3}\n", "4:19", ["3 copies of Wealth", "has 2"]),
    "generic card bought": (
        seat("hand: [Wealth, Wealth]"),
        "3:20",
        ["2 copies of Wealth", "has 1"],
    ),
    # not possible
    "market with two stacks": (seat("market: [[Bury], []]"), "3:13", ["2 Market Stacks", "three"]),
    "market with four stacks": (seat("market: [[], [], [], []]"), "3:13", ["4 Market Stacks"]),
    "Settled on no Stability": (
        seat("in_play: [Coin, {card: Bury, settled: [Coin]}]"),
        "3:21",
        ["Bury has no Stability"],
    ),
    "Settled on Stability that the Turn took": (
        "turned: true\n" + seat("in_play: [{card: Lesson, settled: [Coin]}]"),
        "4:15",
        ["Learnt has no Stability"],
    ),
    "seat beyond the last": ("acting: 3\n" + TWO, "1:9", ["no seat 3", "1 to 2"]),
    "seat 0": ("acting: 0\n" + TWO, "1:9", ["no seat 0", "1 to 2"]),
    "seat below 0": ("acting: -1\n" + TWO, "1:9", ["no seat -1"]),
    "First Player beyond the last": ("first_player: 9\n" + TWO, "1:15", ["no seat 9"]),
    "debts": (seat("coins: -1"), "3:12", ["-1 coin tokens"]),
    "fewer than no cards": (TWO + "generic: {Power: -1}\n", "4:18", ["-1 copies of Power"]),
    "nobody": ("seats: []\n", "1:8", ["nobody is seated"]),
    # shapes
    "empty file": ("", "1:1", ["mapping"]),
    "comment only": ("# nothing\n", "1:1", ["mapping"]),
    "list": ("- jack: Clay and Bones\n", "1:1", ["mapping"]),
    "no seats": ("turned: true\n", "1:1", ["“seats”"]),
    "no Jack": ("seats:\n  - hand: [Coin]\n", "2:5", ["“jack”"]),
    "unknown key": ("trned: true\n" + TWO, "1:1", ["trned", "“turned”"]),
    "unknown key of a seat": (seat("hnad: [Coin]"), "3:5", ["hnad", "“hand”"]),
    "unknown key with none near": (seat("zzz: 3"), "3:5", ["zzz", "“draw_deck”"]),
    "unknown key of a card in play": (
        seat("in_play: [{card: Lesson, setled: []}]"),
        "3:30",
        ["setled", "“settled”"],
    ),
    "unknown key of what is expected": (TWO + "expect: {lien: 5}\n", "4:10", ["lien", "“line”"]),
    "a word for a list": (seat("hand: Coin"), "3:11", ["list"]),
    "a list for a word": ("seats:\n  - jack: [Clay and Bones]\n", "2:11", ["text"]),
    "a stack for a market": (seat("market: [Bury, [], []]"), "3:14", ["list"]),
    "a number for a card": (seat("hand: [Coin, 3]"), "3:18", ["text"]),
    "nothing for a card": (seat("hand: [Coin, ~]"), "3:18", ["text"]),
    "a list for a card in play": (seat("in_play: [[Coin]]"), "3:15", ["text"]),
    "text for a number": (seat('coins: "3"'), "3:12", ["whole number"]),
    "half a coin": (seat("coins: 2.5"), "3:12", ["whole number"]),
    "yes for true": (seat("built: yes"), "3:12", ["true or false"]),
    "a list of generic cards": (TWO + "generic: [Power]\n", "4:10", ["mapping"]),
    "a list for an expected line": (TWO + "expect: {line: [5]}\n", "4:16", ["text"]),
    # YAML
    "key twice": ("turned: true\nturned: false\n" + TWO, "2:1", ["turned", "line 1"]),
    "generic card twice": (TWO + "generic: {Power: 1, Power: 2}\n", "4:21", ["Power"]),
    "tab": ("seats:\n\t- jack: Clay and Bones\n", "2:1", ["tab"]),
    "open bracket": (seat("hand: [Coin", "coins: 3"), "3:11", ["closed"]),
    "open quote": ('title: "Three cards\n' + TWO, "1:8", ["quote"]),
    "two documents": (TWO + "---\n" + TWO, "4:1", ["second document"]),
    "anchor": (seat("hand: &held [Coin]"), "3:11", ["&held"]),
}


@pytest.mark.parametrize(("text", "place", "says"), WRONG.values(), ids=WRONG.keys())
def test_wrong_scenarios(write: Write, text: str, place: str, says: list[str]) -> None:
    where, message = refusal(write(text))
    assert all(words in message for words in says), message
    assert where == place


def test_an_unknown_generic_card_is_named_where_it_is_written(write: Write) -> None:
    where, message = refusal(write(TWO + "generic: {Powr: 2}\n"))
    assert "Did you mean Power" in message
    assert where == "4:11"


def test_a_suggestion_ends_as_a_question(write: Write) -> None:
    assert "?." not in refusal(write(seat("hand: [Burry]")))[1]


def test_an_unknown_edition_is_told_once_what_to_choose(write: Write) -> None:
    assert refusal(write("edition: finale\n" + TWO))[1].count("Choose one of") == 1


def test_a_file_that_is_not_there_or_cannot_be_read(tmp_path: Path) -> None:
    missing = tmp_path / "none.yaml"
    with pytest.raises(DataError) as caught:
        load_scenario(missing)
    assert str(caught.value) == f"{missing}: there is no such file. Check its name."
    with pytest.raises(DataError, match="this is a folder"):
        load_scenario(str(tmp_path))
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"title: caf\xe9\n")
    with pytest.raises(DataError, match=r"latin\.yaml:1:11: this is not UTF-8 text"):
        load_scenario(latin)


# ----------------------------------------------------------------- what is right, or defaults


def laid_out(laid: ScenarioFile) -> tuple[Table, Seat]:
    """Return the table of a scenario file, and the acting seat."""
    table = laid.table()
    return table, table.seats[table.acting]


def test_whatever_is_left_out_has_its_default(write: Write) -> None:
    laid = load_scenario(write(ONE))
    table, own = laid_out(laid)
    assert (table.edition.edition, table.turned, table.first, own.number) == (
        "prototype",
        False,
        0,
        0,
    )
    assert not every_card(table)
    assert (own.coins, own.built, own.shopped) == (0, False, False)
    assert step(laid).mismatches == ()


def test_a_seat_is_laid_out_as_written(write: Write) -> None:
    laid = load_scenario(
        write(
            """
turned: true
acting: 2
first_player: 2
seats:
  - jack: Words and Names
  - jack: clay and bones
    hand: [macabre harvest, "take it  with you", WASTE]
    in_play: [Grave Digger, {card: Oeuvre, settled: [Waste, Coin]}]
    draw_deck: [Coin, Bury]
    discard_stack: [Dig, Coin]
    trash_stack: [Rise Up, Waste]
    supply: [Buried Deep, Bury]
    market: [[Bury], [], [Go Down, Dig]]
    coins: 3
    built: true
    shopped: true
generic: {Power: 4, Riches: 1}
"""
        )
    )
    table, seat = laid_out(laid)
    assert (seat.number, seat.jack, table.first, table.acting) == (1, "Clay and Bones", 1, 1)
    assert seat.character.card.name == "Jack o' Bones"

    assert named(seat.hand) == "Danse Macabre, Take Us With You, Waste"
    assert in_play(seat) == "Grave Digger, Magnum Opus + Waste + Coin"
    # The top card, listed first in the file, is the last of a pile.
    assert named(seat.draw_deck) == "Dig, Coin"
    assert named(seat.discard_stack) == "Coin, Dig"
    assert named(seat.trash_stack) == "Waste, Go Down"
    assert named(seat.supply) == "Dig, Buried Deep"
    assert [named(stack.cards) for stack in seat.market] == ["Dig", "", "Dig, Go Down"]
    assert (seat.coins, seat.built, seat.shopped) == (3, True, True)
    assert [len(stack.cards) for stack in table.generic] == [4, 0, 0, 1, 0]
    assert all(card.turned for card in every_card(table) if card.suit)


def test_two_seats_of_one_jack_have_twice_the_cards(write: Write) -> None:
    twice = ONE + "    hand: [Call The Living]\n  - jack: Clay and Bones\n    hand: [{}]\n"
    laid = load_scenario(write(twice.format("Call The Living")))
    assert len(every_card(laid.table())) == 2
    _, message = refusal(write(twice.format("Call The Living, Call The Living")))
    assert "3 copies of Call The Living where the game has 2" in message


def test_cards_of_a_jack_who_is_not_seated_may_lie_there_once(write: Write) -> None:
    laid = load_scenario(write(seat("hand: [Teach, Teach]")))
    assert len(laid_out(laid)[1].hand) == 2
    _, message = refusal(write(seat("hand: [Teach, Understand, Teach]")))
    assert "3 copies of Teach" in message


# ----------------------------------------------------------------------------- expectations


PLAYED = seat("hand: [Grave Robber, Coin]", "draw_deck: [Coin, Coin, Coin, Coin]")


@pytest.mark.parametrize(
    "expect",
    [
        "{}",
        '{line: "3"}',
        "{line: 3}",
        "{act: play, cards: [Grave Robber]}",
        "{cards: [grave robber], targets: []}",
        "{notation: play Grave Robber}",
    ],
)
def test_what_is_expected_and_comes(write: Write, expect: str) -> None:
    assert step(load_scenario(write(f"{PLAYED}expect: {expect}\n"))).mismatches == ()


@pytest.mark.parametrize(
    ("expect", "told"),
    [
        ("{line: 5}", ["expected line 5, found 3"]),
        ("{line: 5.1}", ["expected line 5.1, found 3"]),
        ('{line: ""}', ["expected line none, found 3"]),
        ("{act: spend}", ["expected act spend, found play"]),
        ("{cards: [Coin]}", ["expected cards Coin, found Grave Robber"]),
        ("{cards: []}", ["expected cards none, found Grave Robber"]),
        ("{targets: [Coin, Waste]}", ["expected targets Coin, Waste, found none"]),
        ("{notation: pass}", ["expected notation pass, found play Grave Robber"]),
        ("{line: 10, act: pass}", ["expected line 10, found 3", "expected act pass, found play"]),
    ],
)
def test_what_is_expected_and_does_not_come_is_told(
    write: Write, expect: str, told: list[str]
) -> None:
    found = step(load_scenario(write(f"{PLAYED}expect: {expect}\n")))
    assert list(found.mismatches) == told
    assert (found.line, found.notation) == ("3", "play Grave Robber")
