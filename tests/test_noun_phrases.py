"""Whose cards are meant, which are other, and who acts: carried out on a table, or refused."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from helpers import CLAY, WORDS, At, Script, lay, named, saying
from on_tables import Looking, holds, play, with_card

from moonflight_solo.rules import moves
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Question, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text, WordingError

# --------------------------------------------------------------------------- whose hand


def test_your_hand_is_the_one_of_whoever_plays_the_card() -> None:
    """The printed "your" speaks to whoever plays the card."""
    table = play(
        "Each opponent Discards 1 per card in your hand",
        At(CLAY, hand="Coin, Coin"),
        At(WORDS, hand="Coin, Waste, Coin, Waste, Coin"),
    )
    assert [len(seat.hand) for seat in table.seats] == [2, 3]


def test_their_hand_is_the_one_of_whoever_does_it() -> None:
    table = play(
        "Each opponent Discards 1 per 2 cards in their hand",
        At(CLAY, hand="Coin"),
        At(WORDS, hand="Coin, Waste, Coin, Waste"),
    )
    assert [len(seat.hand) for seat in table.seats] == [1, 2]


def test_their_stack_after_a_trigger_is_that_of_the_one_who_set_it_off() -> None:
    table = lay(At(CLAY, discard="Bury"), At(WORDS, discard="Call"), players=(Script(), Script()))
    card = saying(
        "When an opponent Purchases a card, Trash the top card of their Discard Stack", table.names
    )
    moves.put_in_play(table, table.seats[0], card)
    table.watched = table.trigger_verbs = frozenset({"purchase"})
    opponent = table.seats[1]
    stack = table.seats[1].market[0]
    stack.cards[:] = [table.names.card("Talk", False)]
    moves.purchase(table, opponent, (stack,), 0)
    assert named(opponent.trash_stack) == "Talk"
    assert named(table.seats[0].discard_stack) == "Bury"
    assert table.spoken is None


@pytest.mark.parametrize(
    ("words", "hands", "decks"),
    [
        ("Each opponent Discards 2 then Draws 1", [2, 2], [2, 1]),
        # Jack o' Clay Draws 1 as well, having Discarded 1.
        ("Each player Discards 1 then Draws 1", [3, 3], [0, 1]),
        ("Each opponent Discards 1. Draws 2", [2, 4], [2, 0]),
        ("Each opponent Discards 1 and you Draw 1", [3, 2], [1, 2]),
    ],
)
def test_a_verb_in_the_third_person_keeps_its_subject(
    words: str, hands: list[int], decks: list[int]
) -> None:
    table = play(
        words,
        At(CLAY, hand="Coin, Waste", deck="Coin, Coin"),
        At(WORDS, hand="Coin, Waste, Coin", deck="Coin, Coin"),
    )
    assert [len(seat.hand) for seat in table.seats] == hands
    assert [len(seat.draw_deck) for seat in table.seats] == decks


def test_the_target_player_stays_the_same() -> None:
    table = lay(
        At(CLAY, deck="Coin"),
        At(WORDS, deck="Coin, Waste, Coin"),
        players=(Script(player="Words and Names"), Script()),
    )
    words = "Target player Draws 2 and you Discard 1 from their Draw Deck"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert named(table.seats[1].discard_stack) == "Coin"
    # Clay and Bones was asked to Discard it, and so Draws 1 by its character.
    assert [len(seat.hand) for seat in table.seats] == [1, 2]


@pytest.mark.parametrize(
    "words",
    [
        "Discards 1",
        "Draw 1 from their Draw Deck",
        "Each opponent Draws 1 and you Discard 1 from their Draw Deck",
    ],
)
def test_a_doer_or_owner_who_is_not_said_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="cannot be followed"):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("Discard half of your Stack", "effect"),
        ("If your Stack has more scoring cards than non-scoring cards, Draw 1", "effect"),
        ("If every other player has an empty Stack pass.", "line"),
    ],
)
def test_a_stack_that_is_not_said_is_refused(words: str, start: ast.Start) -> None:
    with pytest.raises(WordingError, match="does not say whose place is meant"):
        parsed_readings(Text(words), start)


# ------------------------------------------------------------------------- one opponent


@pytest.mark.parametrize(
    ("others", "true"),
    [
        ((At(WORDS, hand="Coin, Coin", deck=""), At(WORDS, deck="Coin")), False),
        ((At(WORDS, hand="Coin, Coin", deck="Coin"), At(WORDS, deck="")), True),
    ],
)
def test_what_one_opponent_has_is_had_by_the_same_one(others: Sequence[At], true: bool) -> None:
    me = At(CLAY, deck="Coin, Coin")
    assert holds("an opponent has 2+ cards in hand and 1+ cards in Draw Deck", me, *others) is true


def test_what_you_have_is_said() -> None:
    mine = "an opponent has no cards in their Draw Deck and you have 1+ cards in hand"
    assert holds(mine, At(CLAY, hand="Coin"), At(WORDS, deck=""))
    assert not holds(mine, At(CLAY), At(WORDS, hand="Coin", deck=""))


# ------------------------------------------------------------------------------- places


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            "If fewer than 4 cards in Draw Deck or Discard Stack pass",
            {
                "If at most 3 cards in your Draw Deck or at most 3 cards in your Discard Stack, "
                "pass",
                "If at most 3 cards in your Draw Deck or your Discard Stack together, pass",
            },
        ),
        (
            "If 5+ cards in a Discard Stack pass",
            {
                "If 5+ cards in your Discard Stack, pass",
                "If 5+ cards in any player's Discard Stack, pass",
            },
        ),
        (
            "Play the highest cost card in hand that is NOT “Waste”/“Coin”.",
            {'Play the highest cost card in your hand that is not "Waste" or "Coin"'},
        ),
        (
            "If there is a scoring card in hand or play pass",
            {"If there is a scoring card in your hand or play, pass"},
        ),
    ],
)
def test_what_print_leaves_open_is_several_readings(words: str, says: set[str]) -> None:
    found = parsed_readings(Text(words), "line")
    assert {english(meaning) for meaning in found} == says
    for meaning in found:
        (again,) = parsed_readings(Text(english(meaning)), "line")
        assert canonical(again) == canonical(meaning)


def test_a_market_stack_is_one_of_them_by_itself() -> None:
    words = "fewer than 2 cards in a Market Stack of your suit"
    high = At(CLAY, market=("2 Bury", "2 Bury", "2 Bury"))
    one_low = At(CLAY, market=("2 Bury", "Bury", "2 Bury"))
    assert not holds(words, high, At(WORDS))
    assert holds(words, one_low, At(WORDS))


def test_a_market_stack_without_a_suit_is_any_on_the_table() -> None:
    """Ruling A-stacks."""
    words = "exactly 2 cards in a Market Stack"
    assert not holds(words, At(CLAY), At(WORDS))
    assert holds(words, At(CLAY), At(WORDS, market=("Call", "2 Call", "Call")))
    assert holds("a Market Stack is empty", At(CLAY), At(WORDS, market=("Call", "", "Call")))
    assert not holds("a Market Stack of your suit is empty", At(CLAY), At(WORDS, market=("",) * 3))


def test_any_players_stack() -> None:
    words = "2+ cards in any player's Discard Stack"
    assert holds(words, At(CLAY), At(WORDS, discard="Coin, Coin"))
    assert holds(words, At(CLAY, discard="Coin, Coin"), At(WORDS))
    assert not holds(words, At(CLAY, discard="Coin"), At(WORDS, discard="Coin"))


# ------------------------------------------------------------------------------- hidden


def test_no_question_names_a_card_that_lies_face_down() -> None:
    """ "Face Up and Down": nobody looks at a Draw Deck."""
    player = Looking()
    table = lay(At(CLAY, hand="Coin, Waste", deck="Bury"), At(WORDS), players=(player, Script()))
    card = saying("Trash 1 from hand or Draw Deck", table.names)
    moves.put_in_play(table, table.seats[0], card)
    assert player.shown == [["Coin", "Waste", ""]]


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
        ("When you Discard a card, if it scores, Draw 1", "say first which card it is"),
        ("Turn 1 of Target Trash Stack. Move it to its Discard Stack", "your own hand"),
    ],
)
def test_who_and_which_are_not_said(words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), "effect")


# ------------------------------------------------------- a Target that is taken as a whole


class Answering(Script):
    """Chooses the last player and the last card offered, and records the questions."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        self.heard.append(question.ask)
        return [len(question.items) - 1] if question.most else []


def aimed_at(words: str, *seats: At) -> tuple[Table, list[str]]:
    """Return the table after such a card was played at the last seat, and the questions."""
    table = lay(*seats, players=tuple(Answering() for _ in seats))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    player = table.players[0]
    assert isinstance(player, Answering)
    return table, player.heard


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Trash Target Discard Stack", ["Waste, Coin", "Waste", ""]),
        ("Trash all “Waste” in Target Discard Stack", ["Waste, Coin", "Waste", "Bury"]),
        ("Trash half of Target Discard Stack", ["Waste, Coin", "Waste", "Bury"]),
        ("Trash Target opponent's Discard Stack", ["Waste, Coin", "Waste", ""]),
    ],
)
def test_of_a_target_that_is_taken_as_a_whole_it_is_chosen_whose(
    words: str, left: list[str]
) -> None:
    """Card Targets: "its owning player may freely choose a player, Stack, hand or Deck"."""
    piles = ("Waste, Coin", "Waste", "Bury, Waste")
    table, asked = aimed_at(words, *(At(CLAY, discard=pile) for pile in piles))
    assert [named(seat.discard_stack) for seat in table.seats] == left
    assert asked[0] == "player"


def test_all_of_a_target_market_stack_is_that_of_the_one_chosen() -> None:
    mine = At(CLAY, market=("Bury, Rise Up", "Bury", ""))
    table, asked = aimed_at(
        "Trash all cards in Target Market Stack", mine, At(WORDS, market=("", "Lesson", "2 Lesson"))
    )
    assert [len(stack.cards) for stack in table.seats[1].market] == [0, 1, 0]
    assert asked == ["trash"]


@pytest.mark.parametrize(
    ("words", "coins"),
    [
        ("Gain 1 coin token per card in Target hand", 3),
        ("Gain 1 coin token per card in an opponent's hand", 3),
        ("Gain 1 coin token per scoring card in Target Trash Stack", 1),
        ("Gain coin tokens equal to the cost of the top card of Target Trash Stack", 3),
    ],
)
def test_what_a_target_has_is_that_of_the_one_chosen(words: str, coins: int) -> None:
    seats = (At(CLAY, hand="2 Coin", trash="Coin"), At(WORDS, hand="Coin", trash="2 Lesson"))
    table, _ = aimed_at(words, *seats, At(CLAY, hand="3 Coin", trash="Teach, Lesson"))
    assert table.seats[0].coins == coins


def test_the_highest_of_a_target_stack_is_that_of_each_stack_that_may_be_chosen() -> None:
    """Ruling G-extreme: among all cards in the place named, which is one Stack (G-one-target)."""
    seats = (At(CLAY, discard="Coin, Bury"), At(WORDS, discard="Teach, Coin"))
    table, _ = aimed_at("Trash the lowest cost card in Target Discard Stack", *seats)
    assert [named(seat.discard_stack) for seat in table.seats] == ["Coin, Bury", "Teach"]
    table = play("Trash the highest cost card in Target Discard Stack", *seats)
    assert [named(seat.discard_stack) for seat in table.seats] == ["Coin", "Teach, Coin"]


def test_how_many_of_a_target_draw_deck_whoever_plays_the_card_says() -> None:
    """Ruling G-chooser."""
    table, asked = aimed_at(
        "Discard up to 2 of Target Draw Deck", At(CLAY), At(WORDS, deck="3 Coin")
    )
    assert asked == ["player", "discard", "discard"]
    assert len(table.seats[1].discard_stack) == 2


@pytest.mark.parametrize(
    "words",
    [
        # Who it is that draws, and who chooses, must not be changed by who was named before.
        "Target opponent chooses one: you Draw 1, or they Discard 1",
        "Each opponent chooses one: they Discard 1, or you Gain 1 coin token",
        "Target opponent may Discard 1 or you Draw 1",
        "Target opponent Discards 1 or you Draw 1",
        "Each opponent Discards 1 or you Draw 1",
        # All of them, or any one.
        "When each opponent Discards 1 then Draw 1",
        "When all players Discard 1 Draw 1",
        # What another does in a place of mine.
        "When an opponent Draws 1 from your Discard Stack, Gain 1 coin token",
    ],
)
def test_who_does_it_is_not_guessed(words: str) -> None:
    with pytest.raises(WordingError):
        saying(words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "When an opponent Draws 1 from Discard Stack, Gain 1 coin token",
            "When an opponent Draws 1 card in their Discard Stack then Gain 1 coin token",
        ),
        (
            "When any player Discards 1 from hand, Draw 1",
            "When any player Discards 1 card in their hand "
            "then Draw the top card of your Draw Deck",
        ),
        (
            "You Draw 1 or each opponent Discards 1",
            "Choose one: Draw the top card of your Draw Deck, "
            "or each opponent Discards 1 card in their hand",
        ),
    ],
)
def test_whose_place_it_is_and_who_chooses_is_said_back(words: str, said: str) -> None:
    assert english(disambiguate(Text(words), "effect").meaning) == said


def test_a_target_card_in_a_market_stack_is_searched_for_in_all_of_it() -> None:
    mine = At(WORDS, market=("Call, Lesson", "Talk", "Teach"))
    table = play("Purchase 1 Target card in a Market Stack of your suit", mine, At(CLAY))
    (player, _) = table.players
    assert isinstance(player, Looking)
    assert sorted(player.shown[-1]) == ["Call", "Lesson", "Talk", "Teach"]
    me = table.seats[0]
    assert [card.name for card in me.discard_stack] == ["Lesson"]
    assert sum(len(stack.cards) for stack in me.market) == 3


def test_the_highest_cost_card_of_a_market_stack_need_not_be_on_top() -> None:
    mine = At(WORDS, market=("Oeuvre, Call", "Call", "Call"))
    words = "Purchase the highest cost card in a Market Stack of your suit"
    me = play(words, mine, At(CLAY)).seats[0]
    assert [card.name for card in me.discard_stack] == ["Oeuvre"]


@pytest.mark.parametrize("zone", ["hand", "Draw Deck"])
def test_a_target_card_of_anothers_is_searched_for_by_whoever_says_it(zone: str) -> None:
    theirs = At(WORDS, hand="Waste, Coin", deck="Waste, Coin")
    table = play(f"Discard 1 Target card in Target player's {zone}", At(WORDS, deck=""), theirs)
    me, other = table.players
    assert isinstance(me, Looking)
    assert isinstance(other, Looking)
    assert other.shown == []


# ------------------------------------------------------- other than which


def says(words: str) -> str:
    (meaning,) = parsed_readings(Text(words), "effect")
    return english(meaning)


@pytest.mark.parametrize(
    "words",
    [
        "Draw 1. Discard 1 other card",
        "Draw 2, then Discard 1 other card from hand",
        "Turn 1 in hand, then Discard another card",
        "Move 1 Target card in Trash Stack to hand, then Trash 1 other card from hand",
        "When you Draw a card, Discard 1 other card",
        "Turn 1 card in play. Turn 1 other card in play",
        "Play 1 Target card in Discard Stack. Discard 1 other card in play",
        "When you Play a card, Trash 1 other card in play",
        "When you Turn a card in play, Turn another card in play",
        "Draw this card, then Discard another card",
        "Draw 1. Discard all other cards in hand",
        "Draw 1. Gain 1 coin token. Discard another card",
        "Discard 1. Trash another Target card in Discard Stack",
        "If 3+ cards in hand, Draw 1. Discard another card",
        "You may Draw 1. Discard another card",
        "When an opponent Draws a card, they Discard another card",
        "When an opponent Plays a card, they Discard all other cards in play",
        "Discard 1 in play. Turn all other cards in play",
        "Discard 1 in play. Gain 1 coin token per other card in play",
        "When you Discard a card in play, Turn all other cards in play",
    ],
)
def test_other_than_the_card_spoken_of_or_than_this_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="than that card"):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        ("Discard another card", "Discard 1 card in your hand"),
        (
            "Gain 1 coin token. Discard another card",
            "Gain 1 coin token. Discard 1 card in your hand",
        ),
        # The first is no longer there.
        (
            "Discard 1 and Discard another card",
            "Discard 1 card in your hand. Discard 1 card in your hand",
        ),
        ("Trash 1 other card in play", "Trash 1 other card in play"),
        (
            "When you Discard a card, Trash 1 other card in play",
            "When you Discard 1 card then Trash 1 other card in play",
        ),
        (
            "When an opponent Plays a card, Trash 1 other card in play",
            "When an opponent Plays 1 card then Trash 1 other card in play",
        ),
        (
            "Draw 1. Trash 1 other card in play",
            "Draw the top card of your Draw Deck. Trash 1 other card in play",
        ),
    ],
)
def test_other_where_only_one_thing_can_be_meant(words: str, meant: str) -> None:
    assert says(words) == meant


@pytest.mark.parametrize(
    "words",
    [
        "Target player Draws 1. Each other player Discards 1",
        "Target opponent Discards 2. Each other player Discards 1",
        "Target opponent Discards 2. Draw 1. All other players Discard 1",
        "When an opponent Discards a card, each other player Draws 1",
        "Each opponent Discards 1. Each other player Draws 1",
    ],
)
def test_other_players_than_which_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="whose others they are"):
        parsed_readings(Text(words), "effect")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Discard all opponents' cards in play", "of one of them or of each"),
        ("Gain 1 coin token per card in opponents' play", "of one of them or of each"),
        ("Give 1 coin token to an opponent", "does not say which opponent"),
        ("Take 1 coin token from an opponent", "does not say which opponent"),
        ("Trash an opponent's card in play. Each other player Draws 1", "whose others"),
        ("Give Target player 1 coin token. All other players Lose 1 coin token", "whose others"),
        ("If an opponent has 5+ cards in hand each other player Draws 1", "whose others"),
        ("Look at Target player's hand. Each other player Draws 1", "whose others"),
    ],
)
def test_which_of_the_others_is_said_or_refused(words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), "effect")


def test_the_opponents_together_are_said_where_it_can_mean_one_thing() -> None:
    assert says("Opponents' hand limit -1") == "Hand limit -1 for opponents"
    market = "Purchase 1 from Target Market Stack. Each other player Draws 1"
    assert "Each opponent Draws" in says(market)
    shown = "Reveal the top card of your Draw Deck. Each other player Draws 1"
    assert "Each opponent Draws" in says(shown)


def test_other_players_than_you_are_each_opponent() -> None:
    meant = "each opponent Discards 1 card in their hand"
    assert says("Draw 1. Each other player Discards 1").casefold().endswith(meant.casefold())
    assert says("All other players Discard 1").casefold() == meant.casefold()
    assert says("When you Discard a card, each other player Discards 1").endswith(meant)
    assert says("Each other player cannot Build") == "Opponents cannot Build"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Target opponent chooses one: you Draw 1, or they Discard 1", "what another"),
        ("Target opponent chooses one: Draw 1, or you Draw 1", "what another"),
        ("Each opponent chooses one: they Discard 1, or you Gain 1 coin token", "what another"),
        ("Target opponent may Discard 1 or you Draw 1", "what another"),
        ("Target opponent Discards 1 or you Draw 1", "it does not say who chooses"),
        ("Each opponent Discards 1 or you Draw 1", "it does not say who chooses"),
    ],
)
def test_who_chooses_and_who_does_it_is_said(words: str, why: str) -> None:
    with pytest.raises(WordingError, match=why):
        parsed_readings(Text(words), "effect")


def test_choices_that_say_whose_they_are_are_read() -> None:
    assert says("Target opponent chooses one: Draw 1, or Discard 1") == (
        "Target opponent chooses one: Draw the top card of their Draw Deck, "
        "or Discard 1 card in their hand"
    )
    yours = "Choose one: Target opponent Discards 1, or you Draw 1"
    assert says(yours) == (
        "Choose one: Target opponent Discards 1 card in their hand, "
        "or Draw the top card of your Draw Deck"
    )
    assert says("Each opponent Discards 1 or gives you 1 coin token") == (
        "Each opponent Discards 1 card in their hand or gives you 1 coin token"
    )
    assert says("You Draw 1") == says("Draw 1")


@pytest.mark.parametrize("who", ["each opponent", "each player", "all players", "all opponents"])
def test_a_trigger_says_whether_one_is_enough(who: str) -> None:
    verb = "Discard" if who.startswith("all") else "Discards"
    with pytest.raises(WordingError, match="all of them or any one"):
        parsed_readings(Text(f"When {who} {verb} 1 then Draw 1"), "effect")


@pytest.mark.parametrize("who", ["an opponent", "any player"])
@pytest.mark.parametrize("place", ["Draw Deck", "Discard Stack", "Trash Stack"])
def test_a_trigger_of_another_is_said_back_of_their_place(who: str, place: str) -> None:
    verb = "Trashes" if place == "Discard Stack" else "Draws"
    said = says(f"When {who} {verb} a card from {place}, Draw 1")
    assert f"in their {place} then" in said
    assert says(f"When {who} {verb} a card from their {place}, Draw 1") == said
    with pytest.raises(WordingError):
        parsed_readings(Text(f"When {who} {verb} a card from your {place}, Draw 1"), "effect")


def test_their_place_is_heard() -> None:
    words = "When an opponent Discards a card from their Draw Deck, Gain 1 coin token"
    table = lay(At(CLAY), At(WORDS, hand="Coin"), players=(Looking(), Looking()))
    mine, theirs = table.seats
    moves.put_in_play(table, mine, saying(words, table.names))
    table.watched = table.trigger_verbs = frozenset({"discard"})
    moves.put_in_play(table, theirs, saying("Discard 1 from hand", table.names))
    assert mine.coins == 0
    moves.put_in_play(table, theirs, saying("Discard 1 from Draw Deck", table.names))
    assert mine.coins == 1


def test_all_but_one_of_what_trash_takes_is_refused() -> None:
    with pytest.raises(WordingError, match="cards in play are meant"):
        parsed_readings(Text("If exactly 8 in hand Trash all but 1"), "effect")
    assert says("Trash all but 1 in hand") == "Trash all but 1 card in your hand"


@pytest.mark.parametrize(("held", "after"), [("Coin, Waste", 6), ("5 Coin", 5), ("Coin", 5)])
def test_until_looks_at_the_hand_after_each_card(held: str, after: int) -> None:
    """A Draw that becomes two brings no more than it takes (ruling G-instead)."""
    table = lay(At(CLAY, hand=held), At(WORDS), players=(Looking(), Looking()))
    seat = table.seats[0]
    moves.put_in_play(table, seat, saying("When you would Draw 1, Draw 2 instead", table.names))
    table.replaced = frozenset({"draw"})
    moves.put_in_play(table, seat, saying("Draw until 5 in hand", table.names))
    assert len(seat.hand) == after


def test_until_counts_as_ever_where_nothing_is_replaced() -> None:
    table = play("Draw until 5 in hand", At(CLAY, hand="Coin"), At(WORDS))
    assert len(table.seats[0].hand) == 5


# ------------------------------------------------------- players of whom something is so


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
        ("Each other player with no coin tokens Discards 1", (0, 0, 1), [0, 1, 0]),
    ],
)
def test_each_of_whom_it_is_so_does_it(words: str, coins: Sequence[int], left: list[int]) -> None:
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
    assert english(meaning) == (
        f"{who} with {more} cards in their hand {link} you Discards 1 card in their hand"
    )


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
    table.watched = table.trigger_verbs = frozenset({"discard"})
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
