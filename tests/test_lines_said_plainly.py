"""Lines about what others did last, what is left to do, and what is Spent for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import CLAY, WORDS, At, lay, named
from test_near_the_print import aimed
from test_reads_more import followed

from moonflight_solo.ai_cards.card import CannotFollow, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import action
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.lowering import Lowering
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

# ------------------------------------------------------------------------- who has Passed


class Doing:
    """Takes scripted acts, "." for Pass and "B" for Build, and records whether a condition
    holds.
    """

    followed = ""

    def __init__(self, acts: str, is_so: Any) -> None:
        self.acts, self.is_so, self.seen = list(acts), is_so, ""

    def act(self, table: Table, seat: Seat) -> Any:
        self.seen += "y" if self.is_so(table, seat) else "n"
        if self.acts.pop(0) == ".":
            return PASS
        return _Nothing()

    def choose(self, table: Table, seat: Seat, question: Any) -> list[int]:
        raise AssertionError


class _Nothing:
    def perform(self, table: Table, seat: Seat) -> None:
        """Do something that is not a Pass."""


def seen(words: str, *acts: str) -> list[str]:
    """Return for each seat whether the condition held each time it was asked for an act."""
    (line,) = parsed_readings(Text(f"If {words} pass."), "line")
    assert isinstance(line, ast.Line)
    assert line.condition is not None
    table = lay(*(At(CLAY) for _ in acts))
    lower = Lowering(table.names, False, CLAY)
    players = tuple(Doing(each, as_test(lower.condition(line.condition))) for each in acts)
    table.players = players
    assert action(table)
    assert table.passes == 0
    return [player.seen for player in players]


@pytest.mark.parametrize(
    ("words", "acts", "so"),
    [
        ("all opponents have Passed", ["B.", ".."], ["ny", "ny"]),
        ("all opponents have Passed", ["..", "B."], ["nn", "yn"]),
        ("all opponents have Passed", ["B..", "...", "B.."], ["nnn", "nny", "nyn"]),
        ("an opponent has Passed", ["B..", "...", "B.."], ["nny", "nyy", "nyy"]),
        ("no opponent has Passed", ["B..", "...", "B.."], ["yyn", "ynn", "ynn"]),
        ("2+ opponents have Passed", ["B..", "...", "B.."], ["nnn", "nny", "nyn"]),
    ],
)
def test_a_pass_counts_until_somebody_acts(words: str, acts: list[str], so: list[str]) -> None:
    """Ruling A-passed."""
    found = seen(words, *acts)
    assert [each[: len(other)] for each, other in zip(found, so, strict=True)] == found


@pytest.mark.parametrize(
    "words",
    [
        "If each player has Passed play “Coin”.",
        "If you have Passed play “Coin”.",
        "If all opponents have Passed this round play “Coin”.",
    ],
)
def test_whose_pass_and_when_is_said(words: str) -> None:
    with pytest.raises(WordingError):
        parsed_readings(Text(words), "line")


# ----------------------------------------------------------------------------- nothing else


def following(tmp_path: Path, *lines: str) -> AICardPlayer:
    numbered = "\n".join(f"  {number} – {line}" for number, line in enumerate(lines, 1))
    after = "  POST TURN\n  ACTION\n  1 – Pass\n  RESET\n  1 – Retain no cards"
    file = tmp_path / "ai.yaml"
    file.write_text(f"jack: {CLAY}\ncard: |\n  PRE TURN\n  ACTION\n{numbered}\n{after}\n", "utf-8")
    return AICardPlayer(load_ai_card(file), catalogue())


def test_no_other_instructions_is_said_in_the_last_line(tmp_path: Path) -> None:
    last = "If no other instructions can be followed and 1+ cards in hand play any card."
    player = following(tmp_path, "Play “Bury”.", last, "Pass")
    table = lay(At(CLAY, hand="Waste, Bury"), At(WORDS))
    seat = table.seats[0]
    assert notation(player.act(table, seat), table, seat) == "play Bury"
    seat.hand.pop()
    assert notation(player.act(table, seat), table, seat) == "play Waste"
    seat.hand.clear()
    assert player.act(table, seat) is PASS


def test_above_another_line_it_is_not_said_which_are_meant(tmp_path: Path) -> None:
    first = "If no other instructions can be followed play “Coin”."
    with pytest.raises(CannotFollow, match="say it in the last line"):
        following(tmp_path, first, "Play “Call The Living”.", "Pass")


def test_no_other_instructions_cannot_be_turned_round() -> None:
    with pytest.raises(WordingError, match="what “not” applies to"):
        parsed_readings(Text("Unless no other instructions can be followed pass."), "line")


# ------------------------------------------------------------------ several names in a list


@pytest.mark.parametrize(
    ("hand", "gone"),
    [("Coin, Waste", "Waste"), ("Coin, Teach", "Coin"), ("Waste, Coin, Waste", "Waste")],
)
def test_what_is_spent_for_is_the_earliest_of_the_list(hand: str, gone: str) -> None:
    """Ruling A-slash: the Character's "Spend 1 coin token to Discard 1"."""
    line = "Spend 1 coin token to Discard “Waste”/“Coin”."
    at, other = At(WORDS, hand=hand.replace("Teach", "Understand"), coins=1), At(CLAY)
    assert named(aimed(line, at, other, turned=True).seats[0].discard_stack) == gone
    assert followed(line, lay(At(WORDS, hand="Understand", coins=1), other, turned=True)) == ""
    assert followed(line, lay(At(WORDS, hand="Waste"), other, turned=True)) == ""


@pytest.mark.parametrize("hand", ["Coin, Waste", "Waste, Coin"])
def test_of_several_names_the_one_worth_less_is_given_up(hand: str) -> None:
    """Ruling A-silent: "or" gives no order, as "/" does."""
    line = "Spend 1 coin token to Discard “Waste” or “Coin”."
    table = aimed(line, At(WORDS, hand=hand, coins=1), At(CLAY), turned=True)
    assert named(table.seats[0].discard_stack) == "Waste"


def test_a_list_and_a_list_are_not_mixed() -> None:
    for words, why in [
        ("Spend “Call”/“Talk” to Trash 1 “Waste”/“Coin”.", "which of the two lists"),
        ("Spend 1 coin token to Trash 2 “Waste”/“Coin”.", "mixed"),
    ]:
        with pytest.raises(WordingError, match=why):
            parsed_readings(Text(words), "line")


def test_any_suit_asks_for_none() -> None:
    for words in ("the highest cost card available", "a card with score 1+", "“Bury”/“Coins”"):
        plain = parsed_readings(Text(f"Shop to Purchase {words}."), "line")
        assert parsed_readings(Text(f"Shop to Purchase {words} of any suit."), "line") == plain


# ------------------------------------------------------------------- one of them, or each


@pytest.mark.parametrize(
    "what", ["“Bury”", "the highest cost card in hand", "1 scoring card", "“Bury”/“Lesson”"]
)
def test_one_card_to_several_market_stacks_is_refused(what: str) -> None:
    for whose in ("", "the ", "your "):
        with pytest.raises(WordingError, match="or one to each"):
            parsed_readings(
                Text(f"Move {what} to {whose}Market Stacks of your suit."), "reset_line"
            )
    assert parsed_readings(Text(f"Move {what} to a Market Stack of your suit."), "reset_line")


@pytest.mark.parametrize("what", ["all “Bury”", "2 “Bury”", "scoring cards", "up to 2 cards"])
def test_several_cards_go_to_several_market_stacks(what: str) -> None:
    assert parsed_readings(Text(f"Move {what} to Market Stacks of your suit."), "reset_line")


@pytest.mark.parametrize(
    "words",
    [
        "Build to Set as many starter cards as possible to “Oeuvre”/“Lesson”.",
        "Build to Set as many of the lowest cost card(s) in hand to “Oeuvre”/“Lesson” as possible.",
    ],
)
def test_as_many_as_possible_of_a_list_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="or as all of them do"):
        parsed_readings(Text(words), "line")
    assert parsed_readings(Text(words.replace("/“Lesson”", "")), "line")


def test_a_list_ends_where_a_fact_begins_anew() -> None:
    """Ruling A-list-and."""
    words = (
        "If hand contains “Talk” or “Teach” and there is a scoring card in the Trash Stack pass."
    )
    (line,) = parsed_readings(Text(words), "line")
    assert english(line).startswith('If ("Talk" in your hand or "Teach" in your hand) and there is')
    loose = "If hand contains “Talk” or “Teach” and no scoring cards are in the Trash Stack pass."
    assert len(parsed_readings(Text(loose), "line")) == 2
