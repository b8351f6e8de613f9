"""Texts about players with some property: exactly those players are affected."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers import CLAY, WORDS, At, Script, lay, saying

from moonflight_solo.rules import moves
from moonflight_solo.rules.state import Question, Seat, Table
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError


class Last(Script):
    """Chooses the last item offered, and records which players could be chosen."""

    def __init__(self) -> None:
        super().__init__()
        self.offered: list[list[int]] = []

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        if question.zones[:1] == ["player"]:
            self.offered.append(list(question.owners))
        return range(len(question.cards) - question.least, len(question.cards))


def played(words: str, *hands: str, coins: Sequence[int] = (0, 0, 0)) -> Table:
    """Return a table of three after the first seat has played a card that says ``words``."""
    ats = (At(jack, hand=hand) for jack, hand in zip((CLAY, WORDS, CLAY), hands, strict=True))
    table = lay(*ats, players=tuple(Last() for _ in hands))
    for seat, many in zip(table.seats, coins, strict=True):
        seat.coins = many
        seat.draw_deck[:] = [table.names.card("Coin", False)] * 3
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    return table


def given_up(table: Table) -> list[int]:
    """Return how many cards each has Discarded; a Character may have Drawn for it."""
    return [len(seat.discard_stack) for seat in table.seats]


ONE, TWO, THREE = "Coin", "Coin, Waste", "Coin, Waste, Coin"


@pytest.mark.parametrize(
    ("words", "coins", "left"),
    [
        ("Each opponent with more cards in hand than you Discards 1", (0, 0, 0), [0, 0, 1]),
        ("Each opponent with fewer cards in hand than you Discards 1", (0, 0, 0), [0, 1, 0]),
        ("Each player with at least as many cards in hand as you Discards 1", (), [1, 0, 1]),
        ("Each player with more coin tokens than you Discards 1", (2, 3, 1), [0, 1, 0]),
        ("Each opponent who controls fewer coin tokens than you Discards 1", (2, 3, 1), [0, 0, 1]),
        ("Each player with the most cards in hand Discards 1. You Draw 1", (), None),
        ("Each other player with no coin tokens Discards 1", (0, 0, 1), [0, 1, 0]),
    ],
)
def test_each_of_whom_it_is_so_does_it(
    words: str, coins: Sequence[int], left: list[int] | None
) -> None:
    if left is None:  # a tie leaves open who does it
        assert len(parsed_readings(Text(words), "effect")) == 2
        return
    assert given_up(played(words, TWO, ONE, THREE, coins=coins or (0, 0, 0))) == left


def test_your_suit_is_that_of_whoever_says_it() -> None:
    """And not that of the opponent spoken of, who plays another Jack."""
    words = "Each opponent with 1+ cards of your suit in Discard Stack Discards 1"
    table = lay(
        At(CLAY, hand="Coin"),
        At(WORDS, hand="Coin", discard="Bury"),
        At(WORDS, hand="Coin", discard="Call"),
        players=(Last(), Last(), Last()),
    )
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert [len(seat.hand) for seat in table.seats] == [1, 0, 1]


def test_only_those_of_whom_it_is_so_can_be_the_target() -> None:
    """Ruling G-one-target."""
    table = played("Target player with 2+ cards in hand Discards 1", TWO, ONE, THREE)
    assert given_up(table) == [0, 0, 1]
    assert table.players[0].offered == [[0, 2]]  # type: ignore[attr-defined]
    table = played("Target opponent with 3+ cards in hand Discards 1", TWO, THREE, ONE)
    assert given_up(table) == [0, 1, 0]
    table = played("Target opponent with 4+ cards in hand Discards 1", TWO, ONE, THREE)
    assert given_up(table) == [0, 0, 0]


def test_they_are_the_target_that_was_described() -> None:
    table = played("Target opponent with 3+ cards in hand Discards 2. They Draw 1", TWO, ONE, THREE)
    assert given_up(table) == [0, 0, 2]
    assert [len(seat.draw_deck) for seat in table.seats][:2] == [3, 3]
    assert len(table.seats[2].draw_deck) < 3
    table = played("Target opponent with 4+ cards in hand Discards 2. They Draw 1", TWO, ONE, THREE)
    assert [len(seat.draw_deck) for seat in table.seats] == [3, 3, 3]


def test_of_players_tied_for_the_most_one_is_the_target() -> None:
    words = "Target the player with the most cards in hand. They Discard 1"
    table = played(words, THREE, ONE, THREE)
    assert table.players[0].offered == [[0, 2]]  # type: ignore[attr-defined]
    assert given_up(table) == [0, 0, 1]
    assert given_up(played(words, TWO, THREE, ONE)) == [0, 1, 0]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("An opponent with fewer cards in hand than you Draws 1", "does not say which opponent"),
        ("Another player with 5+ cards in hand Discards 1", "does not say which opponent"),
        ("Each opponent with the most coin tokens Loses 1 coin token", "or of the opponents"),
        ("The opponent with the most coin tokens Loses 1 coin token", "does not follow"),
        ("Target opponent with the most coin tokens Loses 1 coin token", "or of the opponents"),
        ("Each opponent with more cards in your hand than you Discards 1", "a place of yours"),
        ("Each opponent with 3+ cards in hand Discards 1. They Draw 1", "who does it"),
        ("Each player with more cards in hand than an opponent Discards 1", "said back as"),
        ("They with 2+ cards in hand Discard 1", "who does it"),
    ],
)
def test_who_is_not_said_is_refused(words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize(
    "who", ["Each opponent", "Target opponent", "Target player", "Each player"]
)
@pytest.mark.parametrize("more", ["more", "fewer", "as many", "at least as many"])
def test_whom_it_is_said_of_is_said_back(who: str, more: str) -> None:
    link = "than" if more in ("more", "fewer") else "as"
    words = f"{who} with {more} cards in hand {link} you Discards 1"
    (meaning,) = parsed_readings(Text(words), "effect")
    assert english(meaning).startswith(f"{who} with {more} cards in their hand {link} you ")


@pytest.mark.parametrize("they", ["That player", "They", "That opponent"])
def test_that_player_is_the_one_spoken_of(they: str) -> None:
    table = played(f"Target opponent Discards 1. {they} Discards 1", TWO, TWO, THREE)
    assert given_up(table) == [0, 0, 2]


@pytest.mark.parametrize(("willing", "left"), [(True, 1), (False, 2)])
def test_they_may_is_said_of_the_target_alone(willing: bool, left: int) -> None:
    target = First() if willing else Last()
    ats = [At(jack, hand=TWO) for jack in (CLAY, CLAY, WORDS)]
    table = lay(*ats, players=(Last(), First(), target))
    for seat in table.seats:
        seat.coins = 2
    words = "Target opponent Discards 1. They may Lose 1 coin token"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert given_up(table) == [0, 0, 1]
    assert [seat.coins for seat in table.seats] == [2, 2, left]


def test_who_set_a_trigger_off_may_do_it() -> None:
    table = lay(
        At(WORDS), At(WORDS, hand="Coin, Waste"), At(WORDS), players=(Last(), First(), Last())
    )
    words = "When any player Discards a card, that player Gains 2 coin tokens"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    table.watched = table.heard = frozenset({"discard"})
    moves.put_in_play(table, table.seats[1], saying("Discard 1", table.names))
    assert [seat.coins for seat in table.seats] == [0, 2, 0]
    words = "When any player Discards a card, they may Gain 1 coin token"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    moves.put_in_play(table, table.seats[1], saying("Discard 1", table.names))
    assert [seat.coins for seat in table.seats] == [0, 5, 0]


class First(Script):
    """Chooses the first item offered."""

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return range(question.least)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("If an opponent has 5+ cards in hand they Discard 1", "Each opponent with"),
        ("If an opponent has 5+ cards in hand that opponent Discards 1", "Each opponent with"),
        ("Each opponent Discards 1. That player Draws 1", "which of them"),
        ("Each opponent Draws 1. They may Discard 1", "who does it"),
        ("When you Discard a card, that player Draws 1", "who does it"),
        ("When you Discard a card, they may Draw 1", "who does it"),
        ("That player Draws 1", "who does it"),
        ("They may Discard 1", "who does it"),
    ],
)
def test_which_player_that_is_has_to_be_said(words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), "effect")
