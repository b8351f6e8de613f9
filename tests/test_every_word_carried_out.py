"""Everything an AI-card line or card text says is carried out, or the text is refused."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from helpers import CLAY, WORDS, At, act, lay, named

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Table
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text

KNOWN = catalogue()
Make = Callable[..., AICardPlayer]


@pytest.fixture
def follower(tmp_path: Path) -> Make:
    def make(*lines: str, side: str = "POST TURN, ACTION", jack: str = CLAY) -> AICardPlayer:
        path = tmp_path / "own.yaml"
        block = "\n".join(f"  {line}" for line in (side, *lines))
        path.write_text(f"jack: {jack}\ncard: |\n{block}\n", "utf-8")
        return AICardPlayer(load_ai_card(path, KNOWN), KNOWN)

    return make


def does(follower: AICardPlayer, table: Table) -> str:
    return notation(follower.act(table, table.seats[0]), table, table.seats[0])


@pytest.mark.parametrize(
    "line",
    [
        "Play “Remember To Forget” targeting 1 card scoring 1",
        "Play “Power” targeting “Waste”",
        "Spend “Dig” using “Take Us With You”",
        "Spend a card using “Take Us With You”",
        "Spend the lowest cost card in hand using “Take Us With You”",
        "Spend 2 cards to Trash 1 card in an opponent's hand using “Take Us With You”",
        "Spend 2 cards to Trash 1 card in Target hand using “Take Us With You”",
        "Spend 1 card to Trash 1 starter card from Draw Deck using character ability",
        "Spend 1 card to Gain 1 coin token using character ability",
        "If 3+ cards in Target Trash Stack pass",
        "If “Dig”, “Go Down” in hand pass",
    ],
)
def test_a_line_that_says_more_than_can_be_done_is_refused(follower: Make, line: str) -> None:
    with pytest.raises(MoonflightError) as caught:
        follower(f"1 – {line}", "2 – Pass")
    assert "own.yaml:4:" in str(caught.value)


@pytest.mark.parametrize(
    "line",
    [
        "Spend “Waste” to Gain 5 coin tokens using “Grave Robber”",
        "Spend “Waste” to Target player Gains 1 coin token using “Grave Robber”",
        "Spend “Waste” to Gain 1 coin token per 2 cards in hand using “Grave Robber”",
    ],
)
def test_a_purpose_the_ability_does_not_serve_is_refused(follower: Make, line: str) -> None:
    with pytest.raises(MoonflightError, match="Spend 1 card to Gain 1 coin token"):
        follower(f"1 – {line}", "2 – Pass", side="PRE TURN, ACTION")


@pytest.mark.parametrize(
    "subs",
    [
        (
            "1.1 – If “Grave Digger” played play “Bury” in Trash Stack",
            "1.2 – If “Grave Digger” played play “Coin” in Trash Stack",
        ),
        ("1.1 – If “Dig” played play the highest cost card in Trash Stack",),
        ("1.1 – If “Grave Digger” played play “Dig” targeting “Coin”",),
    ],
)
def test_lines_below_that_cannot_all_hold_are_refused(
    follower: Make, subs: tuple[str, ...]
) -> None:
    with pytest.raises(
        MoonflightError, match=r"below another cannot|which it cannot play|is the end up before"
    ):
        follower("1 – Play “Grave Digger”", *subs, "2 – Pass")


@pytest.mark.parametrize(
    "reset",
    [
        "Retain 1 card per 2 cards in hand",
        "Move “Dig” to an opponent's Discard Stack",
        "Move “Dig” to Target Discard Stack",
    ],
)
def test_a_reset_line_that_cannot_be_carried_out_is_refused(follower: Make, reset: str) -> None:
    with pytest.raises(MoonflightError, match=r"say how many cards|goes to its owner's"):
        follower("1 – Pass", "RESET", f"3 – {reset}")


def test_an_opponents_total_counts(follower: Make) -> None:
    wanted = follower(
        "1 – If 2+ cards in an opponent's Trash Stack with total score 3+ play “Dig”", "2 – Pass"
    )
    poor = lay(At(CLAY, hand="Dig"), At(WORDS, trash="Waste, Waste"), turned=True)
    rich = lay(At(CLAY, hand="Dig"), At(WORDS, trash="Understand, Listen"), turned=True)
    assert (does(wanted, poor), does(wanted, rich)) == ("pass", "play Dig")


def test_the_top_card_is_the_top_card(follower: Make) -> None:
    aimed = follower(
        "1 – Play “Grave Digger” targeting the top card of the Trash Stack", "2 – Pass"
    )
    table = lay(At(CLAY, hand="Grave Digger", trash="Danse Macabre, Waste"), At(WORDS), turned=True)
    seat = table.seats[0]
    table.players = (aimed, aimed)
    aimed.act(table, seat).perform(table, seat)
    assert named(seat.trash_stack[::-1]) == "Waste, Danse Macabre"


def test_a_singular_is_one_card_to_set_upon(follower: Make) -> None:
    builds = follower(
        "1 – Build to Set lowest cost cards to the highest cost card in play",
        "2 – Pass",
        side="PRE TURN, ACTION",
        jack=WORDS,
    )
    table = lay(At(WORDS, hand="Waste, Waste, Coin", in_play="Lesson, Oeuvre, Lesson"), At(CLAY))
    assert does(builds, table) == "build Waste on Oeuvre"


def test_a_stack_named_beside_another_condition_is_still_meant(follower: Make) -> None:
    moves = follower(
        "1 – If an opponent has a starter card on top of their Trash Stack "
        "and you have 1+ cards in hand "
        "play “Go Down”",
        "2 – Pass",
    )
    table = lay(
        At(CLAY, hand="Go Down", trash="Danse Macabre"), At(WORDS, trash="Coin"), turned=True
    )
    seat = table.seats[0]
    table.players = (moves, moves)
    moves.act(table, seat).perform(table, seat)
    assert named(table.seats[1].discard_stack) == "Coin"


@pytest.mark.parametrize(
    ("words", "start", "says"),
    [
        ("If 3+ cards in an opponent's hand pass", "line", "an opponent has 3+ cards"),
        ("If fewer than 3 cards in an opponent's hand pass", "line", "at most 2 cards"),
        ("If an opponent has no scoring cards in hand pass", "line", "has no scoring cards"),
        ("Each player Draws 1", "effect", "the top card of their Draw Deck"),
        ("Target player Discards 2 from hand", "effect", "2 cards in their hand"),
        (
            "Trash 1 from hand or Discard Stack",
            "effect",
            "in your hand or the top of your Discard Stack",
        ),
        ("Trash all cards in play", "effect", "all cards in play"),
        ("If there is no scoring card in hand pass", "line", "no scoring cards in your hand"),
        ("If “A” and “B” in hand pass", "line", '"A" in your hand and "B" in your hand'),
    ],
)
def test_it_is_said_back_as_it_is_meant(words: str, start: Start, says: str) -> None:
    (meaning,) = parsed_readings(Text(words), start)
    assert says in english(meaning)
    (again,) = parsed_readings(Text(english(meaning)), start)
    assert canonical(again) == canonical(meaning)


def test_anothers_doing_is_not_in_a_place_of_yours() -> None:
    with pytest.raises(MoonflightError, match="another player cannot do this in a place of yours"):
        parsed_readings(Text("Each opponent Discards 1 from your hand"), "effect")


def test_a_name_without_quotation_marks_is_told_so(follower: Make) -> None:
    with pytest.raises(MoonflightError, match="stands in quotation marks: write “Dig”"):
        follower("1 – Play Dig", "2 – Pass")


def test_playing_still_works_on_such_a_table() -> None:
    table = lay(At(CLAY, hand="Bury", deck="Coin"), At(WORDS))
    act(table, 0, "play Bury")
    assert named(table.seats[0].discard_stack) + named(table.seats[0].hand) == "Coin"
