"""Sentences within a word or two of the print, as designers write them: on tables."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import indent

import pytest
from helpers import CLAY, WORDS, At, lay, named, saying
from test_composed_texts import laid_with
from test_left_to_players import Chooser
from test_reads_more import compiled, followed
from test_register import settled, with_card
from test_whose_is_meant import holds

from moonflight_solo.ai_cards.card import CannotFollow, load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.play_line import comes_back
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.targeting import Aim
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Spend
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Question, Seat, Table
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

SIDE = "PRE TURN\nACTION\n{}\n2 – Pass\nPOST TURN\nACTION\n1 – Pass\nRESET\n1 – Retain no cards"


def player_of(lines: str, tmp_path: Path) -> AICardPlayer:
    file = tmp_path / "ai.yaml"
    file.write_text(f"jack: {CLAY}\ncard: |\n{indent(SIDE.format(lines), '  ')}\n", "utf-8")
    return AICardPlayer(load_ai_card(file), catalogue())


# --------------------------------------------------------------------- parts of a line


@pytest.mark.parametrize("said", ["Trash “Waste”/“Call”", "targeting “Waste”", "target “Waste”"])
def test_a_part_of_a_line_says_what_the_card_played_does(said: str, tmp_path: Path) -> None:
    """Ruling A-sub: as PRE TURN 5.1, with whatever the card played does for "play"."""
    line = f"1 – Play “Take It With You”.\n1.1 – If “Take It With You” played {said}."
    player = player_of(line, tmp_path)
    at = At(CLAY, hand="Coin, Take It With You, Bury, Waste")
    table = lay(at, At(WORDS), players=(player, Chooser()))
    player.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].trash_stack) == "Waste"


@pytest.mark.parametrize(
    ("below", "why"),
    [
        ("Discard “Waste”", '"Discard" is not what Take It With You does: it Trashes cards'),
        ("and 2+ cards in hand play “Waste”", "says “If … played” and nothing else"),
    ],
)
def test_a_part_of_a_line_says_nothing_else(below: str, why: str, tmp_path: Path) -> None:
    line = f"1 – Play “Take It With You”.\n1.1 – If “Take It With You” played {below}."
    with pytest.raises((CannotFollow, WordingError), match=why) as error:
        player_of(line, tmp_path)
    assert "1.1" in str(error.value)


# --------------------------------------------------------------------- lists with slashes


def aimed(line: str, *seats: At, turned: bool = False) -> Table:
    """Return a table after the first seat has followed a line."""
    table = lay(*seats, players=tuple(Chooser() for _ in seats), turned=turned)
    seat = table.seats[0]
    decision = compiled(line, table).attempt(table, seat)
    assert decision is not None
    act, aim = decision
    table.players = (Following(aim), *table.players[1:])
    act.perform(table, seat)
    return table


class Following(Chooser):
    """Answers as the followed line says."""

    def __init__(self, aim: Aim | None) -> None:
        super().__init__()
        self.aim = aim

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        index = None if self.aim is None else self.aim.index(question, table, seat)
        return (0,) if index is None else (index,)


def test_a_place_after_a_list_is_that_of_all_of_it() -> None:
    """Ruling A-slash: the earliest that is there to be picked, in the place that is said."""
    line = "Play “Forget To Remember” targeting “Call”/“Talk” in play."
    at = At(CLAY, hand="Forget To Remember, Call", in_play="Coin, Talk")
    assert named(aimed(line, at, At(WORDS)).seats[0].discard_stack) == "Talk"
    both = At(CLAY, hand="Forget To Remember", in_play="Talk, Call")
    assert named(aimed(line, both, At(WORDS)).seats[0].discard_stack) == "Call"
    assert followed(line, lay(At(CLAY, hand="Forget To Remember, Call"), At(WORDS))) == ""


@pytest.mark.parametrize(
    ("words", "so", "not_so"),
    [
        ("“Call”/“Talk” in hand", ["Call", "Talk, Coin"], ["Coin", ""]),
        ("no “Waste”/“Coin” in hand", ["Call", ""], ["Waste", "Call, Coin"]),
        ("“Call”/“Talk” and “Coin” in hand", ["Call, Coin"], ["Call, Talk", "Coin"]),
        ("all cards in hand are “Call”/“Talk”", ["Call, Talk"], ["Call, Coin"]),
        ("exactly 2 or 4 cards in hand", ["2 Coin", "4 Coin"], ["Coin", "3 Coin", "5 Coin"]),
        ("not exactly 3 cards in hand", ["2 Coin", "4 Coin", ""], ["3 Coin"]),
        ("exactly 2 or 3 cards in hand", ["2 Coin", "3 Coin"], ["Coin", "4 Coin"]),
        ("2 or 4 starter cards in hand", ["2 Coin, Call"], ["Coin, Call", "3 Coin"]),
    ],
)
def test_what_is_in_hand(words: str, so: list[str], not_so: list[str]) -> None:
    """A slash in a condition is an "or", as it is in a list."""
    assert all(holds(words, At(CLAY, hand=hand)) for hand in so)
    assert not any(holds(words, At(CLAY, hand=hand)) for hand in not_so)


def test_the_top_card_is_one_or_the_other() -> None:
    words = "the top card of Discard Stack is “Call”/“Talk”"
    assert holds(words, At(CLAY, discard="Coin, Talk"))
    assert not holds(words, At(CLAY, discard="Talk, Coin"))
    assert not holds(words, At(CLAY))


def test_coin_tokens_may_be_said_last() -> None:
    words = "“Call” OR “Talk” in hand and 2+ coin tokens"
    assert holds(words, At(CLAY, hand="Talk", coins=2))
    assert not holds(words, At(CLAY, hand="Talk", coins=1))
    assert not holds(words, At(CLAY, coins=2))


def test_any_of_several_names_is_one_payment() -> None:
    """Ruling A-partial: the earliest that is held."""
    line = "Spend any “Bury”/“Coin” cards using “Grave Robber”."
    table = lay(At(CLAY, hand="Coin, Coin, Bury", in_play="Grave Robber"), At(WORDS))
    assert followed(line, table) == "spend Bury with Grave Robber"


@pytest.mark.parametrize("said", ["if NOT in play", "unless in play"])
def test_one_is_enough_in_play(said: str) -> None:
    line = f"Play “Grave Robber” {said}."
    assert followed(line, lay(At(CLAY, hand="Grave Robber"), At(WORDS))) == "play Grave Robber"
    both = At(CLAY, hand="Grave Robber", in_play="Grave Robber")
    assert followed(line, lay(both, At(WORDS))) == ""


def test_neither_of_two_with_two_nots() -> None:
    line = "Play the highest cost card in hand that is NOT “Bury” and NOT “Coin”."
    assert followed(line, lay(At(CLAY, hand="Bury, Coin, Waste"), At(WORDS))) == "play Waste"


# ------------------------------------------------------------------------ beside opponents


@pytest.mark.parametrize(
    ("words", "so", "not_so"),
    [
        ("an opponent has fewer cards in Discard Stack", ["Waste"], ["2 Waste", "3 Waste"]),
        ("all opponents have fewer cards in Discard Stack", ["", "Waste"], ["2 Waste"]),
        ("no opponent has more cards in Discard Stack", ["2 Waste", "Waste"], ["3 Waste"]),
    ],
)
def test_an_opponent_is_compared_with_whom_the_line_speaks_to(
    words: str, so: list[str], not_so: list[str]
) -> None:
    mine = At(CLAY, discard="2 Coin")
    assert all(holds(words, mine, At(WORDS, discard=theirs)) for theirs in so)
    assert not any(holds(words, mine, At(WORDS, discard=theirs)) for theirs in not_so)


def test_more_coin_tokens_than_you() -> None:
    words = "an opponent has more coin tokens"
    assert holds(words, At(CLAY, coins=1), At(WORDS, coins=2))
    assert not holds(words, At(CLAY, coins=2), At(WORDS, coins=2))


# ------------------------------------------------------------------------------ card texts


def test_other_cards_in_play_are_others_than_this() -> None:
    """Ruling G-self: the card played is in play already."""
    table, _ = with_card("Gain 1 coin token per other card in play", At(CLAY, in_play="Coin, Coin"))
    assert table.seats[0].coins == 2
    words = "Gain 1 coin token per other starter card in play"
    assert with_card(words, At(CLAY, in_play="Coin, Bury"))[0].seats[0].coins == 1
    words = "If another “Coin” in play Gain 3 coin tokens"
    assert with_card(words, At(CLAY, in_play="Coin"))[0].seats[0].coins == 3
    assert with_card(words, At(CLAY, in_play="Bury"))[0].seats[0].coins == 0
    with pytest.raises(CannotDo, match="other"):
        saying("Gain 1 coin token per other card in hand")


@pytest.mark.parametrize("said", ["if 2+ cards Settled to this card", "while 3+ coin tokens"])
def test_a_limit_may_change_while_something_is_so(said: str) -> None:
    table, placed = with_card(f"Hand limit +1 {said}", At(CLAY))
    seat = table.seats[0]
    usual = seat.hand_limit()
    placed.settled, seat.coins = settled(table, "Bury", "Coin"), 3
    assert seat.hand_limit() == usual + 1
    placed.settled, seat.coins = settled(table, "Bury"), 2
    assert seat.hand_limit() == usual


def test_a_limit_under_a_condition_lasts_beside_what_is_done() -> None:
    """Ruling A-return: such a card still only comes straight back when played."""
    words = "Hand limit +1 if 2+ cards in play. Draw this card"
    card = saying(words)
    assert card.growing
    assert comes_back(card, Basis(catalogue()).context(CLAY, False)) == r.TRUE
    with pytest.raises(CannotDo, match="one change of your limit"):
        saying("Hand limit +1 if 3+ cards in hand, if not, hand limit -1")


def test_a_limit_goes_by_what_lies_before_its_player() -> None:
    with pytest.raises(CannotDo, match="your own cards and coin tokens"):
        saying("Hand limit +1 if First Player")


def test_cards_set_to_this_card_are_settled_there() -> None:
    words = "Spend 1 card to Gain coin tokens equal to the number of cards Set to this card"
    table, placed = with_card(words, At(CLAY, hand="Coin"))
    placed.settled = settled(table, "Bury", "Coin")
    seat = table.seats[0]
    Spend(placed, placed.card.abilities[0], tuple(seat.hand)).perform(table, seat)
    assert seat.coins == 2


def test_any_such_cards_drawn_are_all_of_them() -> None:
    words = "Draw 3. Discard any starter cards Drawn"
    at = At(WORDS, hand="Coin", deck="5 Call, Waste, Bury, Waste")
    table, _ = with_card(words, at, order=(0, 1))
    seat = table.seats[0]
    assert (named(seat.hand), named(seat.discard_stack)) == ("Coin, Bury", "Waste, Waste")


def test_coin_tokens_are_discarded_to_the_supply() -> None:
    """The prototype's quick reference: "Discard – Move card or Coin Token"."""
    table, _ = with_card("Each opponent Discards 2 coin tokens", At(CLAY), At(WORDS, coins=3))
    assert [seat.coins for seat in table.seats] == [0, 1]


@pytest.mark.parametrize(
    ("words", "where"),
    [("Draw it", "hand"), ("Trash it", "trash_stack"), ("Discard 1", "discard_stack")],
)
def test_it_is_the_card_purchased(words: str, where: str) -> None:
    table, _ = with_card(f"Purchase 1 from Target Market Stack then {words}", At(CLAY, coins=9))
    bought = [card.name for card in getattr(table.seats[0], where)]
    assert len(bought) == 1


def test_a_comma_before_instead() -> None:
    words = "Draw 2, if 3+ cards in play Draw 3 instead"
    assert len(with_card(words, At(CLAY))[0].seats[0].hand) == 2
    assert len(with_card(words, At(CLAY, in_play="Coin, Coin"))[0].seats[0].hand) == 3


@pytest.mark.parametrize(("held", "drawn"), [(7, 3), (6, 2), (5, 2), (4, 1)])
def test_cases_that_exclude_one_another(held: int, drawn: int) -> None:
    words = "If 7+ cards in hand Draw 3, if 5-6 cards in hand Draw 2, if not, Draw 1"
    table, _ = with_card(words, At(WORDS, hand=f"{held} Coin"))
    assert len(table.seats[0].hand) == held + drawn


def test_a_limit_looks_at_the_top_card_alone() -> None:
    table, _ = with_card("Hand limit +1 if “Coin” on top of Discard Stack", At(CLAY))
    seat = table.seats[0]
    usual = seat.hand_limit()
    seat.discard_stack[:] = settled(table, "Waste", "Coin")
    assert seat.hand_limit() == usual + 1
    seat.discard_stack[:] = settled(table, "Coin", "Waste")
    assert seat.hand_limit() == usual


@pytest.mark.parametrize(
    ("words", "so"),
    [
        ("2+ cards Settled on “Oeuvre”", [False, False, True]),
        ("a card is Settled on “Oeuvre”", [False, True, True]),
        ("no cards Settled on “Oeuvre”", [True, False, False]),
        ("fewer than 2 cards Set to “Oeuvre”", [True, True, False]),
    ],
)
def test_cards_are_settled_on_cards_in_play(words: str, so: list[bool]) -> None:
    """On one's own "Oeuvre" in play, so many as are there."""
    table = lay(At(WORDS, in_play="Coin, Oeuvre"), At(CLAY, in_play="Oeuvre"))
    seat = table.seats[0]
    line = compiled(f"If {words} pass.", table)
    found = []
    for there in ([], ["Lesson"], ["Coin", "Coin"]):
        seat.in_play[1].settled = settled(table, *there)
        found.append(line.attempt(table, seat) is not None)
    assert found == so


# ---------------------------------------------------- what hangs on another, and who "they" are


@pytest.mark.parametrize(
    ("words", "discards", "held"),
    [
        ("Target opponent may Discard 1. If they do, you Draw 1", True, (1, 0)),
        ("Target opponent may Discard 1. If they do, you Draw 1", False, (0, 1)),
        ("Target opponent may Discard 1. If that player does not, you Draw 2", True, (0, 0)),
        ("Target opponent may Discard 1. If not, you Draw 2", False, (2, 1)),
    ],
)
def test_what_you_do_hangs_on_what_they_may_do(
    words: str, discards: bool, held: tuple[int, int]
) -> None:
    """Ruling G-may: it hangs on whether they have done it; "you" are who played the card."""
    way = 0 if discards else 1
    table, _ = with_card(words, At(CLAY, deck="3 Coin"), At(WORDS, hand="Waste"), way=(way,))
    assert tuple(len(seat.hand) for seat in table.seats) == held


@pytest.mark.parametrize("link", [", if not, ", ". If not, ", ". If you do not, "])
def test_if_not_after_what_is_done(link: str) -> None:
    """As Listen has it: it hangs on whether the card was Trashed."""
    words = f"Trash a “Waste” from hand{link}Draw 2"
    at = At(CLAY, hand="Waste", deck="3 Coin")
    assert not with_card(words, at)[0].seats[0].hand
    at = At(CLAY, hand="Bury", deck="3 Coin")
    assert named(with_card(words, at)[0].seats[0].hand) == "Bury, Coin, Coin"


@pytest.mark.parametrize(("done", "drawn"), [(0, False), (1, False), (2, True), (3, True)])
def test_so_many_discarded_this_round(done: int, drawn: bool) -> None:
    card = saying("If you have Discarded 2+ cards this round Draw 1", catalogue())
    table = laid_with([card], At(CLAY, hand="3 Waste", deck="Coin"))
    seat = table.seats[0]
    for _ in range(done):
        moves.put_in_play(table, seat, saying("Discard 1", table.names))
    moves.put_in_play(table, seat, card)
    assert ("Coin" in named(seat.hand)) == drawn


def test_the_same_card_counts_as_often_as_it_was_discarded() -> None:
    """Ruling G-round-count: nobody could say whether it was the same."""
    card = saying("Gain 1 coin token per card Discarded this round", catalogue())
    table = laid_with([card], At(CLAY, hand="Waste"))
    seat = table.seats[0]
    for words in ("Discard 1", "Draw 1 Target card in Discard Stack", "Discard 1"):
        moves.put_in_play(table, seat, saying(words, table.names))
    moves.put_in_play(table, seat, card)
    assert seat.coins == 2


def test_coin_tokens_in_hand_are_those_you_control() -> None:
    table, _ = with_card("Gain 1 coin token per 2 coin tokens in hand", At(CLAY, coins=5))
    assert table.seats[0].coins == 7
    words = "Each opponent Gains 1 coin token per coin token "
    for whose, theirs in (("you have", 4), ("in your hand", 4), ("in hand", 2)):
        table, _ = with_card(words + whose, At(CLAY, coins=3), At(WORDS, coins=1))
        assert [seat.coins for seat in table.seats] == [3, theirs]


@pytest.mark.parametrize(
    ("words", "mine", "theirs"),
    [
        ("Discard 1 card in play in front of Target opponent", "", "Coin"),
        ("Discard 1 Target card in play in front of an opponent", "", "Coin"),
        ("Discard 1 card in play in front of you", "Bury", ""),
    ],
)
def test_in_front_of_whom(words: str, mine: str, theirs: str) -> None:
    """Card Targets: in play in front of a player is that player's."""
    table, _ = with_card(words, At(CLAY, in_play="Bury"), At(WORDS, in_play="Coin"), order=(0,))
    assert [named(seat.discard_stack) for seat in table.seats] == [mine, theirs]


@pytest.mark.parametrize(
    ("words", "where"),
    [
        ("Discard 1. If you do, Draw it", "hand"),
        ("Trash 1 from hand. If you do, Move it to your Discard Stack", "discard_stack"),
        ("You may Discard 1. If you do, Trash it", "trash_stack"),
    ],
)
def test_it_is_the_card_that_hangs_on_it(words: str, where: str) -> None:
    table, _ = with_card(words, At(CLAY, hand="Waste", deck="Coin"), order=(0,))
    assert "Waste" in named(getattr(table.seats[0], where))


def test_any_player_is_a_player_too() -> None:
    for who in ("a player", "any player"):
        assert saying(f"When {who} Discards a card, Draw 1").triggers[0].who == "each player"
    theirs = saying("When a player Discards a card, that player Draws 1").meaning
    assert theirs == saying("When any player Discards a card, they Draw 1").meaning


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("If an opponent has 5+ cards in hand they Discard 1", "which of the players"),
        ("Target player Draws 1. If an opponent has a “Coin” in hand they Discard 1", "which of"),
        ("Each opponent may Discard 1. If they do, you Draw 1", "once or for each"),
        ("An opponent may Discard 1. If they do, you Draw 1", "which opponent"),
        ("Target opponent may Discard 1. If they do, Draw 1", 'say "you Draw"'),
        ("Target opponent may Discard 1. If you do, Draw 1", "depends on"),
        ("When you Discard a card, that player Draws 1", "it does not say who does it"),
        ("If 3+ in hand Draw 1. Trash 1 from hand. If not, Draw 2", 'which "if"'),
        ("Discard 2, if not, Draw 2, then Draw 1", "in any case"),
        ("Discard 1. You may Trash 1 from hand. If you do, Draw it", "which card"),
        ("When a card is Trashed, Draw 1", '"When any player …"'),
        ("When a card in play Turns, Draw 1", '"When you …"'),
        ("When you Discard a card, if it scores, Draw 1", "is said first"),
        ("Turn 1 of Target Trash Stack. Move it to its Discard Stack", "your own hand"),
    ],
)
def test_who_and_which_are_not_said(words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), "effect")


# -------------------------------------------------------------------- what is left refused


@pytest.mark.parametrize(
    ("start", "words", "why"),
    [
        ("line", "If “Call”/“Talk” not in hand pass.", "none of them or not all of them"),
        ("line", "If “Hear” and 1 other card in hand play “Hear”.", "how many cards there are"),
        (
            "line",
            "Play “Dig” targeting scoring card/“Coin” in Trash Stack.",
            "applies to the whole",
        ),
        ("line", "Spend 2 “Bury”/“Coin” cards using “Grave Robber”.", "may be mixed"),
        ("reset_line", "Retain no “Waste”.", "which cards are kept is not said"),
        ("line", "If any player has more coin tokens pass.", "nobody is compared with themselves"),
        (
            "effect",
            "When you Play a card, Gain 1 coin token per other card in play",
            "others than this card",
        ),
        ("effect", "Draw 2. You may Discard any “Waste” Drawn", "as many as you like"),
        ("effect", "If 7+ in hand Draw 3, if 5+ in hand Draw 2, if not, Draw 1", "both hold"),
        ("effect", "Purchase 2 from Target Market Stack then Draw it", "which card is meant"),
    ],
)
def test_what_print_leaves_open_is_refused(start: Start, words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), start)


@pytest.mark.parametrize(
    ("start", "words", "said", "unsaid"),
    [
        ("line", "If opponents control no coin tokens pass.", "all opponents", "a opponents"),
        ("effect", "When you Draw from Discard Stack Draw 1", "Draw a card from", "the from"),
        ("line", "If opponent has 3+ cards in hand pass.", "If an opponent has", "a opponent"),
        ("line", "Play “Dig” targeting “Oeuvre” with Settled cards.", "for example", "a Settled"),
    ],
)
def test_a_remedy_is_english_and_read(start: Start, words: str, said: str, unsaid: str) -> None:
    with pytest.raises(WordingError) as error:
        parsed_readings(Text(words), start)
    assert said in str(error.value)
    assert unsaid not in str(error.value)
    for remedy in error.value.nearest:
        assert parsed_readings(Text(remedy.strip('"')), start)
