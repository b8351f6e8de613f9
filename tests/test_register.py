"""Sentences in the style of the print, by an author who knew only the print: on tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from helpers import CLAY, WORDS, At, lay, named, saying
from on_tables import Chooser, compiled, followed, holds, settled, with_card

from moonflight_solo.ai_cards.card import CannotFollow, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Spend
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.notation import notation, parse_act
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.state import Table
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

# ------------------------------------------------------------------------------- card texts


def spends(words: str, at: At) -> list[str]:
    table, _ = with_card(words, at)
    acts = [act for act in legal_acts(table, table.seats[0]) if isinstance(act, Spend)]
    return [notation(act, table, table.seats[0]) for act in acts]


def test_a_cost_may_say_what_the_cards_must_be() -> None:
    """Spend 1 starter card: no other will do, whoever pays."""
    words = "Spend 1 starter card to Draw 1"
    assert spends(words, At(CLAY, hand="Coin, Bury")) == ["spend Coin with Made up"]
    assert spends(words, At(CLAY, hand="Bury")) == []
    assert spends("Spend 1 “Waste” to Draw 1", At(CLAY, hand="Waste, Coin")) == [
        "spend Waste with Made up"
    ]
    table, _ = with_card(words, At(CLAY, hand="Coin, Bury"))
    act = parse_act("spend Bury with Made up", table, table.seats[0])
    assert act.why_illegal(table, table.seats[0]) == (
        "Made up says what is Spent: Spend 1 starter card to Draw the top card of your Draw Deck"
    )


def test_its_cost_is_that_of_the_card_spent() -> None:
    table, placed = with_card(
        "Spend 1 card to Gain coin tokens equal to its cost", At(CLAY, hand="Grave Robber")
    )
    seat = table.seats[0]
    Spend(seat.place_of(placed), placed.card.abilities[0], tuple(seat.hand)).perform(table, seat)
    assert (seat.coins, named(seat.discard_stack)) == (5, "Grave Robber")


def test_settled_cards_are_those_on_ones_cards_in_play() -> None:
    """All of them, or one that whoever has Set it knows; another player's is not seen (G-owner)."""
    table, _ = with_card("Draw 1", At(CLAY, in_play="Lesson, Oeuvre", deck="3 Waste"), At(WORDS))
    seat = table.seats[0]
    lesson, oeuvre = seat.in_play[:2]
    lesson.settled, oeuvre.settled = settled(table, "Bury"), settled(table, "Coin", "Rise Up")
    oeuvre.foreign = ((0, 1),)
    player = table.players[0]
    assert isinstance(player, Chooser)
    shown: list[list[str]] = []
    choose = player.choose

    def looking(table: Table, seat: object, question: object) -> object:
        shown.append([card.name if card else "" for card in question.cards])  # type: ignore[attr-defined]
        return choose(table, seat, question)  # type: ignore[arg-type]

    player.choose = looking  # type: ignore[method-assign, assignment]
    moves.put_in_play(table, seat, saying("Move 1 Settled card to hand", table.names))
    assert shown == [["Bury", "Rise Up", ""]]
    assert lesson.settled == []
    moves.put_in_play(table, seat, saying("Discard all Settled cards", table.names))
    assert not oeuvre.settled
    assert not oeuvre.foreign
    assert named(table.seats[1].discard_stack) == "Coin"


@pytest.mark.parametrize(
    ("words", "at", "after"),
    [
        ("Draw until 6 in hand", At(CLAY, hand="2 Coin"), {"hand": 6}),
        (
            "Discard any number of cards. Gain 1 coin token per 2 Discarded",
            At(WORDS, hand="5 Coin"),
            {"hand": 0, "coins": 2},
        ),
        ("Draw 3. Trash 1 of the cards Drawn", At(CLAY), {"hand": 2, "trash_stack": 1}),
        ("Draw 3. Trash 2 starter cards Drawn", At(CLAY), {"hand": 1, "trash_stack": 2}),
        (
            "If Stability of cards in play totals 2+ Draw 1",
            At(WORDS, in_play="Oeuvre, Lesson"),
            {"hand": 1},
        ),
        (
            "If Stability of cards in play totals 2+ Draw 1",
            At(WORDS, in_play="Lesson"),
            {"hand": 0},
        ),
        ("If holding the First Player Marker Draw 2, if not, Draw 1", At(CLAY), {"hand": 2}),
        ("Draw 1 per different suit in play", At(CLAY, in_play="Coin, Waste, Bury"), {"hand": 2}),
        ("Draw 1 per different suit in play", At(CLAY, in_play="Coin, Riches"), {"hand": 1}),
    ],
)
def test_a_text_is_carried_out(words: str, at: At, after: dict[str, int]) -> None:
    """And the S of starter cards is one suit, which generic cards have not (ruling G-suit-s)."""
    table, _ = with_card(words, at, At(WORDS))
    seat = table.seats[0]
    found = {key: getattr(seat, key) for key in after}
    assert {k: n if isinstance(n, int) else len(n) for k, n in found.items()} == after


def test_the_bottom_card_of_a_market_stack_is_the_lowest() -> None:
    at = At(CLAY, market=("Bury, Grave Robber, Rise Up", "", ""))
    table, _ = with_card("Trash the bottom 2 cards of Target Market Stack", at)
    assert named(table.seats[0].trash_stack) == "Bury, Grave Robber"


def test_the_bottom_of_that_stack_is_below_the_rest_of_it() -> None:
    words = "Move the top card of Target Market Stack to the bottom of that Stack"
    at = At(CLAY, market=("Bury, Grave Robber, Rise Up", "Bury", ""))
    table, _ = with_card(words, at)
    assert named(table.seats[0].market[0].cards) == "Rise Up, Bury, Grave Robber"


@pytest.mark.parametrize(
    "words",
    [
        "Draw 2. Trash 1 card Discarded",
        "Draw 2. Gain 1 coin token per card Discarded",
        "Spend 1 “Coin” and 1 “Waste” to Draw 1",
        "Spend 2 cards to Gain coin tokens equal to its cost",
        "Each opponent Discards 1 Settled card",
        "If 2+ Settled cards in hand Draw 1",
        "Draw 3. If 2 starter cards Drawn Trash them",
        "Spend 1 card to Discard 1 then Gain coin tokens equal to its cost",
        "Discard 1. Each opponent Discards 1. Gain 1 coin token per starter card Discarded",
        "Discard 2 from Draw Deck. Discard 2 from hand. Draw 1 card Discarded",
    ],
)
def test_what_says_nothing_is_refused(words: str) -> None:
    with pytest.raises(WordingError):
        parsed_readings(Text(words), "effect")


# ------------------------------------------------------------------------------------ lines


@pytest.mark.parametrize(
    ("words", "mine", "act"),
    [
        ("If exactly 1 card in hand play it.", At(CLAY, hand="Bury"), "play Bury"),
        ("If exactly 1 card in hand play it.", At(CLAY, hand="Bury, Coin"), ""),
        ("If holding the First Player Marker play “Bury”.", At(CLAY, hand="Bury"), "play Bury"),
        ("If not holding the First Player Marker play “Bury”.", At(CLAY, hand="Bury"), ""),
        (
            "If 2+ “Waste” in hand Build to Set them to “Oeuvre”.",
            At(WORDS, hand="2 Waste, Coin", in_play="Oeuvre, Oeuvre"),
            "build Waste on Oeuvre, Waste on Oeuvre #2",
        ),
        (
            "If 2 “Oeuvre” in play Build to Set all “Coin” cards to them.",
            At(WORDS, hand="Coin, Coin", in_play="Oeuvre, Oeuvre"),
            "build Coin on Oeuvre, Coin on Oeuvre #2",
        ),
        (
            "If a Market Stack of your suit has only 1 card shop to Purchase it.",
            At(CLAY, market=("Bury, Bury", "Rise Up", "Bury, Bury"), coins=5),
            "shop Rise Up",
        ),
        (
            "If a Market Stack of your suit has only 1 card shop to Purchase from that Stack.",
            At(CLAY, market=("Bury, Bury", "Rise Up", "Bury, Bury"), coins=5),
            "shop Rise Up",
        ),
    ],
)
def test_a_line_is_followed(words: str, mine: At, act: str) -> None:
    assert followed(words, lay(mine, At(WORDS))) == act


@pytest.mark.parametrize(
    "words",
    [
        "If you have more Settled cards than an opponent play “Memory”.",
        "If a Market Stack of your suit has 2 cards shop to Purchase it.",
        "If 2+ “Oeuvre” in play Build to Set “Waste” to them.",
        "If “Waste” and “Coin” in hand Build to Set them to “Oeuvre”.",
        "Play “Go Down” targeting an opponent's “Coin”/“Waste”.",
        "Shop to Purchase “Oeuvre”/“Lesson” costing 3.",
    ],
)
def test_a_line_that_leaves_open_which_is_refused(words: str) -> None:
    with pytest.raises(WordingError):
        parsed_readings(Text(words), "line")


@pytest.mark.parametrize(
    "words",
    [
        "Build to Set 2 “Waste” to each card in play.",
        "If a scoring card in Trash Stack and “Waste” on top of an opponent's Trash Stack "
        "play “Go Down” targeting “Waste”.",
    ],
)
def test_a_line_that_cannot_be_followed_says_why(words: str) -> None:
    with pytest.raises(CannotFollow, match=r"how many|two Stacks"):
        compiled(words, lay(At(CLAY), At(WORDS), turned=True))


@pytest.mark.parametrize("target", ["“Waste”", "an opponent's card", "an opponent's Trash Stack"])
def test_the_stack_of_the_opponent_spoken_of_is_the_target_stack(
    tmp_path: Path, target: str
) -> None:
    """Ruling A-same, with three at the table: the one of whom the condition holds."""
    line = f"If an opponent has 2+ “Waste” in their Trash Stack play “Go Down” targeting {target}."
    seats = At(CLAY, hand="Go Down"), At(WORDS, trash="Waste"), At(WORDS, trash="Waste, Waste")
    table = followed_through(tmp_path, line, *seats)
    assert [len(seat.trash_stack) for seat in table.seats] == [0, 1, 1]


def test_a_place_after_a_list_of_names_is_that_of_them_all(tmp_path: Path) -> None:
    line = "Play “Go Down” targeting “Coin”/“Waste” in an opponent's Trash Stack."
    seats = At(CLAY, hand="Go Down", trash="Coin"), At(WORDS, trash="Waste")
    table = followed_through(tmp_path, line, *seats)
    assert [named(seat.trash_stack) for seat in table.seats] == ["Coin", ""]


def test_the_suit_of_an_opponent_that_is_meant_is_not_known() -> None:
    with pytest.raises(WordingError, match="which opponent's suit"):
        parsed_readings(
            Text(
                "If 2+ cards in hand of an opponent's suit play the lowest cost card of that suit."
            ),
            "line",
        )
    assert holds("2+ cards in hand of an opponent's suit", At(CLAY, hand="2 Call"), At(WORDS))


def followed_through(tmp_path: Path, line: str, *seats: At, on: str = "") -> Table:
    """Return the table after the first seat has followed a line to its end.

    ``on`` is what is Settled on each card in play, one part per card, empty ones included.
    """
    file = tmp_path / "ai.yaml"
    turned = "Go Down" in line
    sides = (
        f"1 – {line}\n  2 – Pass." if turned is side else "1 – Pass." for side in (False, True)
    )
    pre, post = (f"TURN\n  ACTION\n  {lines}\n" for lines in sides)
    words = f"jack: {seats[0].jack}\ncard: |\n  PRE {pre}  POST {post}"
    file.write_text(words, "utf-8")
    known = catalogue()
    player = AICardPlayer(load_ai_card(file, known), known)
    table = lay(*seats, turned=turned, players=(player, *(Chooser() for _ in seats[1:])))
    for placed, name in zip(table.seats[0].in_play, on.split(","), strict=False):
        placed.settled = settled(table, name.strip()) if name.strip() else []
    player.act(table, table.seats[0]).perform(table, table.seats[0])
    assert player.followed == "1"
    return table


@pytest.mark.parametrize(
    ("target", "gone"),
    [
        ("a card with NO Settled cards", "Riches"),
        ("a card with a Settled card", "Coin, Coin"),
        ("the highest cost card in play with no Settled cards", "Riches"),
    ],
)
def test_what_is_settled_on_a_target_counts(tmp_path: Path, target: str, gone: str) -> None:
    line = f"Play “Forget To Remember” targeting {target}."
    seat = At(WORDS, hand="Forget To Remember", in_play="Memory, Riches, Coin")
    table = followed_through(tmp_path, line, seat, At(CLAY), on="Waste,,Coin")
    assert named(table.seats[0].discard_stack).startswith(gone)


def test_a_stack_that_the_condition_names_is_the_target_stack(tmp_path: Path) -> None:
    """Ruling A-same, also where the line says which card of it is meant."""
    mine, theirs = At(CLAY, hand="Go Down", trash="Waste"), At(WORDS, trash="Coin, Waste")
    has = "If an opponent has “Waste” on top of their Trash Stack"
    for target in ("“Waste”", "a starter card", "“Coin”/“Waste”"):
        has = has.replace("has “Waste” on", "has “Coin” or “Waste” on") if "/" in target else has
        line = f"{has} play “Go Down” targeting {target}."
        table = followed_through(tmp_path, line, mine, theirs)
        assert [named(seat.trash_stack) for seat in table.seats] == ["Waste", "Coin"]
    table = followed_through(tmp_path, "Play “Go Down” targeting “Waste”.", mine, theirs)
    assert [named(seat.trash_stack) for seat in table.seats] == ["", "Coin, Waste"]


def test_reset_lines_move_cards_to_whatever_market_stack_they_match() -> None:
    """Ruling G-cover-any: "a Market Stack" may be an opponent's."""
    (line,) = parsed_readings(Text("Move “Bury” to a Market Stack."), "reset_line")
    assert english(line) == 'Move "Bury" to Target Market Stack'
    (own,) = parsed_readings(Text("Move “Bury” to your Market Stack."), "reset_line")
    assert english(own) == 'Move "Bury" to your Market Stack'
