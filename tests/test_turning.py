"""Cards that Turn outside the Turn, so that both ends of a card may be on the table at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random

import pytest
from command_line import run
from helpers import (
    CLAY,
    WORDS,
    At,
    Recorder,
    Replay,
    Script,
    act,
    at_least,
    every_card,
    in_play,
    lay,
    listen,
    named,
)

from moonflight_solo.ai_cards.card import load_ai_card, read_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.targeting import silent_index
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.check.reachability.side import sides_of
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.view import view
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import DataError
from moonflight_solo.playtest.players.simple import RandomPlayer
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue
from moonflight_solo.rules.decisions import Game
from moonflight_solo.rules.ending import points_held, score
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation, parse_act
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.requirements.selectors import CannotDo, kinds_of
from moonflight_solo.rules.reset import turn
from moonflight_solo.rules.state import Card, CardInPlay, Event, Player, Question, Seat, Table, join
from moonflight_solo.rules.texts.card_text import compile_card
from moonflight_solo.scenario import lay_out, scenario_of, snapshot
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.text import Text, WordingError

EXAMPLE = Path(__file__).parent.parent / "examples" / "mask_and_mirror"
SUIT = (EXAMPLE / "suit.yaml",)
MASK = "Mask and Mirror"


def known() -> Catalogue:
    return catalogue("prototype", SUIT)


def table_of(*seats: At, turned: bool = False, players: Sequence[Player] = ()) -> Table:
    rest = [Script() for _ in seats[len(players) :]]
    return lay(*seats, more=SUIT, turned=turned, players=[*players, *rest])


def made_up(words: str, after: str = "", *, stability: int = 0) -> Card:
    """Return a card that says ``words``, and something else at its other end."""
    ends = [Card("Made up", text=Text(words)), Card("Other end", text=Text(after))]
    join(*ends)
    for end in ends:
        end.stability = stability
        meaning = disambiguate(end.text, "effect").meaning
        assert isinstance(meaning, ast.CardText)
        compile_card(end, meaning, known())
    return ends[0]


def played(words: str, *seats: At, turned: bool = False, **answers: str | list[str]) -> Table:
    """Return the table after the first seat has played a card that says ``words``."""
    table = table_of(*seats, turned=turned, players=[Script(**answers)])
    moves.put_in_play(table, table.seats[0], made_up(words))
    return table


def hearing(table: Table, *said: str) -> Table:
    """Add cards with these texts in play before the first seat, as if they belonged to the game."""
    for card in map(made_up, said):
        table.seats[0].in_play.append(CardInPlay(card))
        instead = {trigger.verb for trigger in card.triggers if trigger.instead}
        table.replaced = table.replaced | instead
        verbs = {trigger.verb for trigger in card.triggers} - instead
        table.watched = table.trigger_verbs = table.watched | verbs
    return table


# ------------------------------------------------------------------- what it is to Turn a card


def test_a_card_in_hand_stays_there_with_its_other_end_up() -> None:
    """Ruling G-turned: name, cost, Stability, score and text are those of the end that is up."""
    table = played("Turn 1 card in hand", At(MASK, hand="Domino, Waste"), At(WORDS), turn="Domino")
    card = table.seats[0].hand[0]
    assert named(table.seats[0].hand) == "Death Mask, Waste"
    assert (card.cost, card.corner, card.words) == (6, "-/2", "Gain 2 coin tokens")
    assert score(table.seats[0]) == 2  # the end that is up scores, before the Turn too


def test_a_card_in_play_is_turned_and_its_new_words_are_not_followed() -> None:
    """Ruling G-turned, as "The Turn", last note: it did not just come into play."""
    table = played("Turn 1 card in play", At(MASK, in_play="Domino"), At(WORDS), turn="Domino")
    seat = table.seats[0]
    assert in_play(seat) == "Death Mask, Made up"
    assert seat.coins == 0


def test_what_is_said_now_holds_and_what_was_said_does_not() -> None:
    table = table_of(At(MASK, in_play="Understudy", hand="Waste", coins=1), At(WORDS))
    seat = table.seats[0]
    assert [notation(each, table, seat) for each in legal_acts(table, seat)][:2] == [
        "play Waste",
        "spend 1 coin token with Jack o' Mask",
    ]
    act(table, 0, "spend 1 coin token with Jack o' Mask")
    assert in_play(seat) == "Leading Part"
    act(table, 0, "spend Waste with Leading Part")
    assert seat.coins == 2


def test_a_card_keeps_its_end_wherever_it_goes() -> None:
    table = played(
        "Turn 1 card in hand. Discard 1. Shuffle your Discard Stack into your Draw Deck. Draw 1",
        At(MASK, hand="Domino", deck=""),
        At(WORDS),
    )
    assert named(table.seats[0].hand) == "Death Mask"


def test_settled_cards_leave_a_card_that_has_no_stability_any_more() -> None:
    """Ruling G-turned: "immediately", as when the Turn takes the Stability away."""
    table = table_of(At(MASK), At(WORDS))
    seat, loose = table.seats[0], made_up("")
    loose.stability = 1
    seat.in_play = [CardInPlay(loose, [known().card("Waste", False)])]
    moves.put_in_play(table, seat, made_up("Turn all cards in play"))
    assert in_play(seat) == "Other end, Other end"
    assert named(seat.discard_stack) == "Waste"


@pytest.mark.parametrize("words", ["Turn all cards in play", "Turn 2 cards in play"])
def test_the_turn_is_told_before_what_it_makes_drop(words: str) -> None:
    table = table_of(At(MASK), At(WORDS))
    seat, loose = table.seats[0], made_up("")
    loose.stability = 1
    seat.in_play = [CardInPlay(loose, [known().card("Waste", False)])]
    told: list[str] = []
    table.players[0].answers["turn"] = ["Made up"] * 2  # type: ignore[attr-defined]
    table.listener = lambda event: told.append(event.kind)
    moves.put_in_play(table, seat, made_up(words))
    assert [kind for kind in told if kind != "choice"] == ["play", "turned", "settled"]


def test_a_card_that_turns_itself_tells_of_it_before_what_drops() -> None:
    table = table_of(At(MASK), At(WORDS))
    seat, itself = table.seats[0], made_up("Spend 1 coin token to Turn this card")
    itself.stability = 1
    seat.in_play = [CardInPlay(itself, [known().card("Waste", False)])]
    seat.coins = 1
    told: list[str] = []
    table.listener = lambda event: told.append(event.kind)
    itself.abilities[0].resolve(table, seat, seat.in_play[0])
    assert told == ["turned", "settled"]


@pytest.mark.parametrize(("deck", "drawn"), [("Coin, Waste, Domino", 3), ("Coin, Waste", 2)])
def test_what_a_draw_of_the_reset_turns_instead_is_done_with(deck: str, drawn: int) -> None:
    """Ruling G-instead: the next one is meant, and none is Turned back."""
    table = table_of(At(MASK, deck=deck), At(WORDS))
    seat, turned = table.seats[0], list[str]()
    words = "When you would Draw a card, Turn it instead"
    moves.put_in_play(table, seat, made_up(words))
    table.replaced = frozenset({"draw"})
    before = [card.name for card in seat.draw_deck]
    table.listener = lambda event: turned.append(event.kind)
    assert moves.draw(table, seat, 5) == 0
    assert turned.count("turned") == drawn
    assert [card.other_end.name for card in seat.draw_deck] == before


def test_settled_cards_stay_on_a_card_that_keeps_its_stability() -> None:
    table = table_of(At(MASK, in_play="Dressing Room + Waste", coins=1), At(WORDS))
    act(table, 0, "spend 1 coin token with Jack o' Mask")
    assert in_play(table.seats[0]) == "Green Room + Waste"


def test_the_text_that_turns_its_own_card_is_carried_out_to_its_end() -> None:
    """Ruling G-turned: the card has not left play."""
    table = played("Turn this card. Gain 1 coin token", At(MASK), At(WORDS))
    assert in_play(table.seats[0]) == "Other end"
    assert table.seats[0].coins == 1


def test_it_is_no_move() -> None:
    table = table_of(At(MASK, hand="Domino, Coin"), At(WORDS), players=[Script(turn="Domino")])
    hearing(table, "When you Move a card, Gain 1 coin token")
    moves.put_in_play(table, table.seats[0], made_up("Turn 1 card in hand"))
    assert table.seats[0].coins == 0


def test_a_card_alike_at_both_ends_looks_the_same() -> None:
    table = played("Turn your hand", At(MASK, hand="Coin, Power"), At(WORDS))
    coin, power = table.seats[0].hand
    assert coin is known().card("Coin", False)
    assert (power.name, power.cost, power.score) == ("Power", 3, 1)


def test_only_the_turn_turns_a_character() -> None:
    card = Card("Jack", is_character=True, text=Text("Spend 1 coin token to Turn this card"))
    meaning = disambiguate(card.text, "effect").meaning
    assert isinstance(meaning, ast.CardText)
    with pytest.raises(CannotDo, match="only the Turn itself Turns a character"):
        compile_card(card, meaning, known())


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Turn 1 card", "does not say where the card lies"),
        ("Turn 2 from Target Market Stack", "only the top card is Turned"),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_sentence(words: str, why: str) -> None:
    with pytest.raises(CannotDo, match=why):
        made_up(words)


# ----------------------------------------------------------------------- which, and how many


@pytest.mark.parametrize(
    ("words", "hand", "answers", "left"),
    [
        ("Turn 2 cards in hand", "Domino, Domino", "Domino", "Death Mask, Death Mask"),
        ("Turn 3 cards in hand", "Domino, Waste", "Domino", "Death Mask, Waste"),
        ("Turn your hand", "Domino, Death Mask", "", "Death Mask, Domino"),
        ("Turn all “Domino” in hand", "Domino, Death Mask", "", "Death Mask, Death Mask"),
        ("Turn the highest cost card in hand", "Domino, Waste", "", "Death Mask, Waste"),
        ("Turn all but 1 card in hand", "Domino, Masquerade", "Domino", "Death Mask, Masquerade"),
    ],
)
def test_no_card_is_turned_twice_in_one_count(
    words: str, hand: str, answers: str, left: str
) -> None:
    """Ruling G-turn-count."""
    table = played(words, At(MASK, hand=hand), At(WORDS), turn=[answers] * 3)
    assert named(table.seats[0].hand) == left


def test_up_to_may_stop_before_each() -> None:
    at = At(MASK, hand="Domino, Masquerade")
    table = played("Turn up to 2 cards in hand", at, At(WORDS), turn=["Domino", "none"])
    assert named(table.seats[0].hand) == "Death Mask, Masquerade"


def test_the_top_cards_of_a_deck_are_as_many_different_ones() -> None:
    """Ruling G-turn-count; the last one written is on top."""
    at = At(MASK, deck="Domino, Waste, Masquerade, Pier Glass")
    table = played("Turn the top 2 cards of your Draw Deck", at, At(WORDS))
    assert named(table.seats[0].draw_deck) == "Domino, Waste, Unmasking, True Likeness"


def test_the_top_of_a_discard_stack_is_turned_there() -> None:
    at = At(MASK, discard="Domino, Masquerade")
    table = played("Turn 1 from Discard Stack", at, At(WORDS))
    assert named(table.seats[0].discard_stack) == "Domino, Unmasking"


def test_a_card_on_a_market_stack_is_bought_for_the_cost_of_the_end_up() -> None:
    """Ruling G-turn-market."""
    market = ("Domino", "Waste", "Waste")
    at = At(MASK, market=market, coins=6)
    table = played("Turn the top card of Target Market Stack", at, At(WORDS), turn="Domino")
    act(table, 0, "shop Death Mask")
    assert table.seats[0].coins == 0
    assert named(table.seats[0].discard_stack) == "Death Mask"


def test_others_turn_their_own() -> None:
    table = table_of(
        At(MASK, hand="Coin"),
        At(MASK, hand="Domino, Masquerade"),
        players=[Script(), Script(turn="Masquerade")],
    )
    moves.put_in_play(table, table.seats[0], made_up("Each opponent Turns 1 card in hand"))
    assert [named(seat.hand) for seat in table.seats] == ["Coin", "Domino, Unmasking"]


def test_another_players_card_in_play_is_a_target() -> None:
    seats = At(MASK), At(MASK, in_play="Domino")
    table = played("Turn 1 Target card in play", *seats, turn="Domino of Mask and Mirror (2)")
    assert [in_play(seat) for seat in table.seats] == ["Made up", "Death Mask"]


def test_a_card_may_bar_it() -> None:
    table = table_of(At(MASK, hand="True Likeness, Domino"), At(WORDS))
    moves.put_in_play(table, table.seats[0], made_up("Turn your hand"))
    assert named(table.seats[0].hand) == "True Likeness, Death Mask"


# ------------------------------------------------------------------------------- what hears of it


@pytest.mark.parametrize(
    ("words", "does", "coins"),
    [
        ("When you Turn a card, Gain 1 coin token", "Turn 2 cards in hand", 2),
        ("When you Turn a card with score 2, Gain 1 coin token", "Turn 2 cards in hand", 1),
        ("When you Turn a “Domino”, Gain 1 coin token", "Turn 2 cards in hand", 0),
        ("When you Turn a “Death Mask”, Gain 1 coin token", "Turn 2 cards in hand", 1),
        ("When you Turn a card in play, Gain 1 coin token", "Turn 2 cards in hand", 0),
        ("When you Turn a card in hand, Gain 1 coin token", "Turn 2 cards in hand", 2),
        ("When an opponent Turns a card, Gain 1 coin token", "Turn 2 cards in hand", 0),
        ("When you Turn a card, Gain coin tokens equal to its cost", "Turn 1 card in hand", 6),
        ("Once per round, when you Turn a card, Gain 1 coin token", "Turn your hand", 1),
        ("When you Turn a card, Gain 1 coin token", "Turn the top card of your Draw Deck", 1),
    ],
)
def test_it_is_heard_of_with_the_end_that_is_up_then(words: str, does: str, coins: int) -> None:
    table = table_of(At(MASK, hand="Domino, Coin"), At(WORDS), players=[Script(turn=["1", "1"])])
    hearing(table, words)
    moves.put_in_play(table, table.seats[0], made_up(does))
    assert table.seats[0].coins == coins


def test_it_is_the_card_that_was_turned() -> None:
    """Ruling G-trigger-it: it lies where it lay."""
    table = table_of(At(MASK, hand="Domino, Coin"), At(WORDS), players=[Script(turn="Domino")])
    hearing(table, "When you Turn a card, Discard it")
    moves.put_in_play(table, table.seats[0], made_up("Turn 1 card in hand"))
    assert named(table.seats[0].hand) == "Coin"
    assert named(table.seats[0].discard_stack) == "Death Mask"


def test_a_trigger_that_is_turned_away_is_no_more() -> None:
    table = table_of(At(MASK, hand="Coin"), At(WORDS))
    words = "When you Turn a card, Gain 1 coin token"
    hearing(table, words)
    moves.put_in_play(table, table.seats[0], made_up("Turn all cards in play"))
    assert table.seats[0].coins == 0


@pytest.mark.parametrize(
    ("words", "hand", "left", "lying"),
    [
        ("Turn 1 card in hand, then Play it", "Domino", "", "Made up, Death Mask"),
        (
            "Turn 1 card in hand. If it is a scoring card, Gain 1 coin token",
            "Domino",
            "Death Mask",
            "Made up",
        ),
        ("Turn 1 card in hand. If you do, Gain 1 coin token", "Domino", "Death Mask", "Made up"),
        ("Turn your hand. Gain 1 coin token per card Turned", "Domino", "Death Mask", "Made up"),
        ("Draw 1. Turn it", "", "Death Mask", "Made up"),
        ("Draw 1. Turn it. If it scores, Play it", "", "", "Made up, Death Mask"),
        ("Discard 1. Turn it. Draw it", "Domino", "Death Mask", "Made up"),
        ("Turn 1 card in hand. If you do, Play it", "Domino", "", "Made up, Death Mask"),
        ("Reveal the top card of your Draw Deck. Turn it. Draw 1", "", "Death Mask", "Made up"),
    ],
)
def test_what_was_turned_is_spoken_of(words: str, hand: str, left: str, lying: str) -> None:
    table = played(words, At(MASK, hand=hand, deck="Domino"), At(WORDS))
    assert named(table.seats[0].hand) == left
    assert in_play(table.seats[0]) == lying
    assert table.seats[0].coins == (2 if "Play" in words else "coin token" in words)


def test_a_card_that_sets_something_off_is_turned_where_it_lies() -> None:
    table = table_of(At(MASK, hand="Domino"), At(WORDS))
    hearing(table, "When you Discard a card, Turn it")
    moves.put_in_play(table, table.seats[0], made_up("Discard 1"))
    assert named(table.seats[0].discard_stack) == "Death Mask"


def test_it_is_turned_instead_of_what_would_be_done() -> None:
    """Ruling G-instead: nothing but that is done."""
    table = table_of(At(MASK, hand="Domino"), At(WORDS))
    hearing(table, "If you would Discard a card, Turn it instead")
    moves.put_in_play(table, table.seats[0], made_up("Discard 1"))
    assert named(table.seats[0].hand) == "Death Mask"
    assert not table.seats[0].discard_stack


@pytest.mark.parametrize(
    ("words", "hand", "deck"),
    [
        ("Discard all cards in hand", "Death Mask, Broken Glass", "Hand Glass, Domino"),
        ("Discard 2 from Draw Deck", "Domino, Hand Glass", "Broken Glass, Death Mask"),
    ],
)
def test_what_is_turned_instead_is_not_turned_back(words: str, hand: str, deck: str) -> None:
    """Ruling G-instead: what is Turned there is done with."""
    table = table_of(At(MASK, hand="Domino, Hand Glass", deck="Hand Glass, Domino"), At(WORDS))
    hearing(table, "If you would Discard a card, Turn it instead")
    moves.put_in_play(table, table.seats[0], made_up(words))
    seat = table.seats[0]
    assert (named(seat.hand), named(seat.draw_deck)) == (hand, deck)
    assert not seat.discard_stack


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("Trash 1 in play", "Death Mask, Made up"),
        ("Trash all “Domino” in play", "Death Mask, Made up"),
    ],
)
def test_what_is_turned_instead_in_play_stays_there(words: str, after: str) -> None:
    table = table_of(At(MASK, in_play="Domino"), At(WORDS))
    seat = table.seats[0]
    table.players[0].answers["trash"] = ["Domino"]  # type: ignore[attr-defined]
    seat.character.card = made_up("When you would Trash a card in play, Turn it instead")
    table.replaced = table.replaced | {"trash"}
    moves.put_in_play(table, seat, made_up(words))
    assert named([placed.card for placed in seat.in_play]) == after
    assert not seat.trash_stack


def test_nothing_is_turned_instead_of_what_is_paid_for() -> None:
    with pytest.raises(CannotDo, match="a card that is paid for is Purchased"):
        made_up("When you would Purchase a card, Turn it instead")


# -------------------------------------------------------------------------------- who sees it


def test_nobody_sees_what_is_turned_face_down() -> None:
    """Ruling G-turn-unseen: it is told of, and not which card it is; nothing is so of it."""
    table = table_of(At(MASK, deck="Waste, Domino"), At(WORDS))
    seat, heard = table.seats[0], listen(table)
    hearing(
        table,
        "When you Turn a scoring card, Gain 1 coin token",
        "When you Turn a card, Gain coin tokens equal to its cost",
        "When you Turn a card, Discard it",
        "When you Turn a card that is not a “Waste”, Gain 1 coin token",
    )
    moves.put_in_play(table, seat, made_up("Turn the top card of your Draw Deck"))
    assert named(seat.draw_deck) == "Waste, Death Mask"
    assert "turned 0 1 from draw deck" in heard
    assert not any("Death Mask" in line or "Domino" in line for line in heard)
    assert seat.coins == 0


def test_a_question_shows_no_card_that_lies_face_down() -> None:
    asked: list[Sequence[Card | None]] = []

    class Noting(Script):
        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            asked.append(question.cards)
            return [1]

    table = table_of(At(MASK, hand="Coin", deck="Domino"), At(WORDS), players=[Noting()])
    moves.put_in_play(table, table.seats[0], made_up("Turn 1 from hand or from Draw Deck"))
    assert [[card and card.name for card in cards] for cards in asked] == [["Coin", None]]
    assert named(table.seats[0].draw_deck) == "Death Mask"


def test_a_hand_is_turned_in_secret() -> None:
    table = table_of(At(MASK, hand="Domino"), At(WORDS))
    heard: list[Event] = []
    table.listener = heard.append
    moves.put_in_play(table, table.seats[0], made_up("Turn your hand"))
    (event,) = [event for event in heard if event.kind == "turned"]
    assert (event.seat, event.hidden, named(event.cards)) == (0, True, "Death Mask")


@pytest.mark.parametrize(
    ("words", "hidden"),
    [
        ("Look at the top 2 cards of your Draw Deck. Turn the rest", True),
        ("Look at the top 2 cards of your Draw Deck. Turn 1 of them", True),
        ("Reveal the top 2 cards of your Draw Deck. Turn the rest", False),
    ],
)
def test_what_was_only_looked_at_is_turned_in_secret(words: str, hidden: bool) -> None:
    """The Draw Deck lies face down: what one player has Looked at is told to nobody else."""
    mine = At(MASK, deck="Coin, Domino, Waste")
    table = table_of(mine, At(WORDS), players=[Script(turn="Waste")])
    heard: list[Event] = []
    narrator = Narrator(1)
    narrator.listen(table)

    def hear(event: Event) -> None:
        heard.append(event)
        narrator(event)

    table.listener = hear
    moves.put_in_play(table, table.seats[0], made_up(words))
    (event,) = [event for event in heard if event.kind == "turned"]
    assert (event.seat, event.source, event.hidden) == (0, "draw deck", hidden)
    assert "Waste" in named(event.cards)
    (line,) = narrator.take()
    assert ("Waste" in line.words) is not hidden
    assert line.words.endswith("on top of the Draw Deck.")


# ------------------------------------------------------------------------------- the Turn itself


def test_the_turn_turns_back_what_was_turned_before() -> None:
    """Ruling G-turned-back: it spins all cards, so what lay the other way lies so again."""
    at = At(MASK, hand="Domino, Death Mask, Coin", in_play="Green Room")
    table = table_of(at, At(WORDS, hand="Hear, Call"))
    turn(table)
    assert named(table.seats[0].hand) == "Death Mask, Domino, Coin"
    assert in_play(table.seats[0]) == "Dressing Room"
    assert named(table.seats[1].hand) == "Call, Hear"


def test_the_points_held_are_those_after_the_turn() -> None:
    table = table_of(At(MASK, hand="Domino, Death Mask", deck="Waste"), At(WORDS, deck="Waste"))
    assert points_held(table) == (3, 0)  # what is turned already will be turned back
    turn(table)
    assert points_held(table) == (3, 0)
    assert score(table.seats[0]) == 3


# ---------------------------------------------------------------------------- names of both ends


def test_a_name_means_the_end_that_bears_it_and_both_if_both_do() -> None:
    """Ruling G-turn-names."""
    names = known()

    def meant(name: str) -> list[str]:
        kinds = kinds_of(ast.Cards(names=(name,)), names, False, "")
        return sorted(f"{card.name} {card.cost}" for card in kinds)

    assert meant("Domino") == ["Domino 5"]
    assert meant("Death Mask") == ["Death Mask 6"]
    assert meant("Power") == ["Power 2", "Power 3"]
    with pytest.raises(UnknownName, match="is the end up after the Turn"):
        catalogue().card("Learnt", False)


def test_without_a_text_that_turns_cards_only_one_end_is_known() -> None:
    plain = catalogue()
    assert (plain.turning, known().turning) == (False, True)
    assert {card.turned for card in plain.kinds(False)} == {False}
    assert {card.turned for card in known().kinds(False)} == {False, True}


def test_both_ends_of_one_name_in_hand_are_told_apart_in_notation() -> None:
    table = table_of(At(MASK, hand="Power, Power, Coin"), At(WORDS))
    seat = table.seats[0]
    seat.hand[1] = seat.hand[1].flipped
    said = [notation(Play(card), table, seat) for card in seat.hand]
    assert said == ["play Power", "play Power #2", "play Coin"]
    acts = [parse_act(words, table, seat) for words in said]
    assert [each.card for each in acts if isinstance(each, Play)] == seat.hand


@pytest.mark.parametrize("turned", [False, True])
def test_a_table_with_both_ends_is_the_same_from_its_scenario(turned: bool) -> None:
    table = set_up(Settings((MASK, WORDS)), known(), [Script(), Script()])
    if turned:
        turn(table)
    seat, powers = table.seats[0], table.generic[0].cards
    seat.hand += [powers.pop(), powers.pop().flipped]
    powers[0] = powers[0].flipped
    room = next(card for card in seat.supply if card.triggers)
    seat.supply.remove(room)
    seat.in_play.append(CardInPlay(room.flipped, [seat.hand.pop(0)]))
    seat.in_play[0].used = room.triggers  # before it was Turned
    again = lay_out(scenario_of(table), known())
    assert snapshot(again) == snapshot(table)
    assert again.seats[0].hand == seat.hand
    assert again.generic[0].cards == powers
    assert again.seats[0].in_play[0].used == room.triggers


# ------------------------------------------------------------------------------- whole games


def physical(cards: Iterable[Card]) -> Counter[str]:
    """Count each printed card, whichever of its ends is up."""
    return Counter(min(card, card.flipped, key=lambda end: end.turned).name for card in cards)


def owned(table: Table) -> list[Counter[str]]:
    """Return the cards that each seat owns, in any zone."""
    found: list[list[Card]] = [[] for _ in table.seats]
    for seat in table.seats:
        found[seat.number] += seat.hand + seat.draw_deck + seat.discard_stack + seat.trash_stack
        for placed in seat.in_play:
            found[seat.number].append(placed.card)
            for at, card in enumerate(placed.settled):
                found[placed.owner_of(at, seat)].append(card)
    return [physical(cards) for cards in found]


@pytest.mark.parametrize("seats", [(MASK, CLAY), (WORDS, MASK, MASK)])
def test_no_card_comes_or_goes_and_none_changes_its_owner(seats: tuple[str, ...]) -> None:
    """Whatever is Turned: a seat has the cards it began with, bought, and covered nothing with."""
    turned = 0
    for seed in range(at_least(3, 40)):
        settings = Settings(seats, seed, round_limit=12)
        players = [RandomPlayer(Random(f"{seed} {number}")) for number in range(len(seats))]
        table = set_up(settings, known(), players)
        everything, theirs = physical(every_card(table)), owned(table)

        def looked_at(event: Event) -> None:
            nonlocal turned
            turned += event.kind == "turned"
            if event.kind == "purchase":
                theirs[event.seat] += physical(event.cards)  # noqa: B023
            if event.kind == "cover":
                theirs[event.seat] -= physical(event.cards)  # noqa: B023
            if event.kind in ("act", "round", "end"):
                assert physical(every_card(table)) == everything  # noqa: B023
                assert owned(table) == theirs  # noqa: B023

        table.listener = looked_at
        play(table, settings)
    assert turned > 20


def test_a_game_with_turned_cards_goes_the_same_again_by_its_notation() -> None:
    settings = Settings((MASK, WORDS), 3, round_limit=8)
    said = [Recorder(RandomPlayer(Random(number))) for number in range(2)]
    first = set_up(settings, known(), said)
    play(first, settings)
    again = set_up(settings, known(), [Replay(each.said) for each in said])
    play(again, settings)
    assert snapshot(again) == snapshot(first)


def test_every_table_of_a_game_is_the_same_from_its_scenario() -> None:
    settings = Settings((MASK, MASK), 1, round_limit=6)
    table = set_up(settings, known(), [RandomPlayer(Random(number)) for number in range(2)])
    both = 0

    def laid_out_again(event: Event) -> None:
        nonlocal both
        if event.kind == "act":
            again = lay_out(scenario_of(table), known())
            assert [card.turned for card in every_card(again)] == [
                card.turned for card in every_card(table)
            ]
            assert snapshot(again) == snapshot(table)
            both += len({card.turned for card in every_card(table)}) == 2

    table.listener = laid_out_again
    play(table, settings)
    assert both > 20


def test_a_turn_is_taken_back() -> None:
    table = table_of(At(MASK, in_play="Domino, Understudy", coins=1), At(WORDS))
    game = Game(table, Settings((MASK, WORDS)), [None, None])
    before = snapshot(game.table)
    game.push("spend 1 coin token with Jack o' Mask")
    assert game.decision is not None
    assert [*map(game.decision.words, game.legal)] == ["Domino", "Understudy"]
    other = game.copy()
    game.push("Domino")
    assert in_play(game.table.seats[0]) == "Death Mask, Understudy"
    other.push("Understudy")
    assert in_play(other.table.seats[0]) == "Domino, Leading Part"
    game.pop()
    game.pop()
    assert snapshot(game.table) == before


# ----------------------------------------------------------------------------------- AI cards


@pytest.fixture
def follows(tmp_path: Path) -> Callable[[str], AICardPlayer]:
    """Return a function that makes an AI card of one pre-Turn line."""

    def follower(words: str) -> AICardPlayer:
        file = tmp_path / "ai.yaml"
        lines = f"  PRE TURN\n  ACTION\n  1 – {words}\n  2 – Pass.\n"
        rest = "  POST TURN\n  ACTION\n  1 – Pass.\n"
        file.write_text(f"jack: {MASK}\ntitle: AI\ncard: |\n{lines}{rest}", "utf-8")
        return AICardPlayer(load_ai_card(file, known()), known())

    return follower


Follows = Callable[[str], AICardPlayer]


@pytest.mark.parametrize(
    ("words", "hand", "left"),
    [
        # What scores most more: a Domino gains 1 point, a Masquerade 2, a Death Mask loses 1.
        ("Turn 1 card in hand", "Death Mask, Domino, Masquerade", "Death Mask, Domino, Unmasking"),
        # A Masquerade gains as much as a Pier Glass and costs as much: the one held longer.
        ("Turn 1 card in hand", "Coin, Masquerade, Pier Glass", "Coin, Unmasking, Pier Glass"),
        ("Turn 1 card in hand", "Death Mask, Hand Glass", "Death Mask, Broken Glass"),
        ("You may Turn 1 card in hand", "Domino", "Death Mask"),
    ],
)
def test_an_ai_card_turns_what_then_scores_most_more(
    words: str, hand: str, left: str, follows: Follows
) -> None:
    """Ruling A-turn."""
    table = table_of(At(MASK, hand=hand), At(WORDS), players=[follows("Pass."), Script()])
    moves.put_in_play(table, table.seats[0], made_up(words))
    assert named(table.seats[0].hand) == left


def test_an_ai_card_turns_of_anothers_what_then_scores_most_less() -> None:
    """Ruling A-turn."""
    seat = table_of(At(MASK), At(MASK)).seats[0]
    cards = [known().card(name, False) for name in ("Domino", "Unmasking", "Death Mask")]
    theirs = Question("turn", cards, cards, ["in play"] * 3, [1] * 3)
    assert silent_index(theirs, seat) == 1


@pytest.mark.parametrize(
    ("line", "hand", "act_", "left"),
    [
        (
            "Play “Hand Glass” targeting “Domino”.",
            "Masquerade, Hand Glass, Domino",
            "play Hand Glass",
            "Masquerade, Death Mask, Waste",
        ),
        (
            "Play “Hand Glass” targeting “Death Mask”.",
            "Hand Glass, Domino",
            "pass",
            "Hand Glass, Domino",
        ),
        ("Play “Death Mask”.", "Domino, Death Mask", "play Death Mask", "Domino"),
        ("If “Death Mask” in hand play “Coin”.", "Coin, Domino", "pass", "Coin, Domino"),
        ("If “Death Mask” in hand play “Coin”.", "Coin, Death Mask", "play Coin", "Death Mask"),
        ("Play the highest cost card in hand.", "Domino, Death Mask", "play Death Mask", "Domino"),
        ("If 1+ “Power” in hand play “Power”.", "Domino, Power", "play Power", "Domino"),
    ],
)
def test_a_line_may_name_either_end(
    line: str, hand: str, act_: str, left: str, follows: Follows
) -> None:
    """Ruling G-turn-names."""
    player = follows(line)
    table = table_of(At(MASK, hand=hand), At(WORDS), players=[player, Script()])
    seat = table.seats[0]
    if "Power" in hand:
        seat.hand = [card.flipped if card.name == "Power" else card for card in seat.hand]
    chosen = player.act(table, seat)
    assert notation(chosen, table, seat) == act_
    chosen.perform(table, seat)
    assert named(seat.hand) == left


def test_a_line_spends_to_turn_what_it_names(follows: Follows) -> None:
    player = follows("Spend 1 coin token to Turn “Understudy” in play using character ability.")
    at = At(MASK, in_play="Domino, Understudy", coins=1)
    table = table_of(at, At(WORDS), players=[player, Script()])
    player.act(table, table.seats[0]).perform(table, table.seats[0])
    assert in_play(table.seats[0]) == "Domino, Leading Part"


@pytest.mark.parametrize("does", ["Turn this card", "Draw this card", "Shuffle your Draw Deck"])
def test_what_a_line_spends_for_is_not_dropped(does: str, follows: Follows) -> None:
    """It is looked for among the abilities, whatever it is."""
    line = f"Spend 1 coin token to {does} using “Pier Glass”."
    (meaning,) = readings(Text(line), "line")
    assert english(meaning) == f'Spend 1 coin token to {does} using "Pier Glass"'
    with pytest.raises(DataError, match="Pier Glass has"):
        follows(line)


def test_the_top_cards_of_several_market_stacks_are_turned_at_once() -> None:
    words = "Turn the top card of each Market Stack of your suit"
    at = At(MASK, market=("Waste, Domino", "Masquerade", ""))
    table = played(words, at, At(WORDS))
    assert [named(stack.cards) for stack in table.seats[0].market] == [
        "Waste, Death Mask",
        "Unmasking",
        "",
    ]


def test_nothing_is_proved_of_a_side_that_turned_cards_would_refute(follows: Follows) -> None:
    """The prover counts both ends, of which there are as many together as there are cards."""
    both = "If 2 “Domino” in hand and “Death Mask” in hand play “Coin”."
    for words, never in (("If “Death Mask” in hand play “Coin”.", False), (both, True)):
        side, _ = sides_of(follows(words).card, Basis(known()))
        first = side.lines[0]
        assert side.never(first.requirement) is never


def test_the_example_is_checked_without_a_warning() -> None:
    report = check_ai_card(EXAMPLE / "ai.yaml", known(), games=100)
    assert [each for each in report.findings if each.severity != "note"] == []


# ------------------------------------------------------------------- what is told and shown


def test_it_is_told_with_the_end_that_is_up_and_without_what_nobody_sees() -> None:
    result = run("watch", EXAMPLE, "clay", "--seed", "2", "--rounds", "6")
    assert result.exit_code == 0, result.output
    assert "plays Greasepaint: Gains 1 coin token; turns up Bare Face in play" in result.stdout
    assert "plays Double Bill: turns 2 cards on top of the Draw Deck; Draws" in result.stdout


@pytest.mark.parametrize(
    ("turned", "hand"),
    [
        (False, "Death Mask (cost 6, scores 2; after the Turn Domino, cost 5, scores 1)"),
        (True, "Death Mask (cost 6, scores 2; Turned Domino, cost 5, scores 1)"),
    ],
)
def test_both_ends_are_shown_on_both_sides_of_the_turn(turned: bool, hand: str) -> None:
    table = table_of(At(MASK, hand="Death Mask"), At(WORDS), turned=turned)
    assert f"Your hand: {hand}." in sentences(view(table, 0))


def test_opponents_see_no_hand_that_is_turned() -> None:
    table = table_of(At(MASK, hand="Domino"), At(WORDS))
    moves.put_in_play(table, table.seats[0], made_up("Turn your hand"))
    shown = sentences(view(table, 1))
    assert not any("Death Mask" in line or "Domino" in line for line in shown)
    assert f"{MASK}: hand: 1 card." in shown


# ---------------------------------------------------------- the very card, and all that is meant


@pytest.mark.parametrize(
    ("words", "after"),
    [
        ("Turn all cards in Target Discard Stack", "Other, Death Mask"),
        ("Turn all “Domino” in Target Discard Stack", "Bury, Death Mask"),
        ("Turn half of Target player's Discard Stack", "Bury, Death Mask"),
    ],
)
def test_all_of_a_target_is_turned_also_what_it_was_chosen_by(words: str, after: str) -> None:
    """Card Targets; ruling G-turn-count: the topmost ones."""
    asked = Script(turn=["Domino", "Domino"], player=[WORDS, WORDS], target=[WORDS, WORDS])
    asked.choose = lambda table, seat, question: [len(question.items) - 1]  # type: ignore[method-assign]
    table = table_of(At(MASK), At(WORDS, discard="Bury, Domino"), players=[asked])
    moves.put_in_play(table, table.seats[0], made_up(words))
    bury = known().card("Bury", False)
    assert named(table.seats[1].discard_stack) == after.replace("Other", bury.flipped.name)


def test_one_card_of_a_market_stack_is_all_of_it() -> None:
    table = table_of(At(MASK), At(WORDS), players=[Script(turn="1")])
    stack = table.seats[0].market[0]
    stack.cards = [known().card("Domino", False)]
    moves.put_in_play(table, table.seats[0], made_up("Turn all cards in Target Market Stack"))
    assert named(stack.cards) == "Death Mask"


def test_two_that_wait_for_one_card_find_it_once() -> None:
    """Ruling G-trigger-it: an older copy was not Discarded."""
    draws = ["When you Discard a card, Draw it"] * 2
    table = hearing(table_of(At(WORDS, hand="Bury", discard="Bury"), At(MASK)), *draws)
    moves.put_in_play(table, table.seats[0], made_up("Discard 1"))
    assert named(table.seats[0].hand) == "Bury"
    assert named(table.seats[0].discard_stack) == "Bury"


def test_two_turn_one_card_there_and_back() -> None:
    turns = ["When you Discard a card, Turn it"] * 2
    table = hearing(table_of(At(MASK, hand="Domino", discard="Domino"), At(WORDS)), *turns)
    moves.put_in_play(table, table.seats[0], made_up("Discard 1"))
    assert named(table.seats[0].discard_stack) == "Domino, Domino"


def test_a_card_played_is_that_very_card_whichever_end_is_up() -> None:
    """It is Trashed itself, and no other copy in play."""
    table = table_of(At(MASK, hand="Understudy", in_play="Understudy"), At(WORDS))
    hearing(table, "When you Play a card, Trash it")
    act(table, 0, "play Understudy")
    assert named(table.seats[0].trash_stack) == "Leading Part"
    assert in_play(table.seats[0]) == "Understudy, Made up"


def test_a_card_turned_in_play_is_that_very_card() -> None:
    mine = At(MASK, in_play="Dressing Room + Waste, Dressing Room")
    table = table_of(mine, At(WORDS), players=[Script(turn="1")])
    first, second = table.seats[0].in_play
    second.card = second.card.flipped
    hearing(table, "When you Turn a card in play, Discard it")
    moves.put_in_play(table, table.seats[0], made_up("Turn 1 card in play"))
    assert first not in table.seats[0].in_play
    assert second in table.seats[0].in_play


def test_no_card_hears_its_own_turn() -> None:
    """Ruling G-own-play: its words were not up when it was Turned."""
    table = table_of(At(MASK, in_play="Dressing Room", deck="5 Domino"), At(WORDS))
    table.watched = table.trigger_verbs = table.watched | {"turn"}
    moves.put_in_play(table, table.seats[0], made_up("Turn all cards in play"))
    assert named(table.seats[0].hand) == ""


def test_a_turn_that_nobody_sees_was_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ruling G-turn-unseen; a scenario keeps it too."""
    table = set_up(Settings((MASK, WORDS)), known(), [Script(), Script()])
    monkeypatch.setattr(table.cards, "remembers", True)
    moves.put_in_play(table, table.seats[0], made_up("Turn the top card of your Draw Deck"))
    table.seats[0].in_play.clear()
    table.seats[0].did.pop("play", None)
    again = lay_out(scenario_of(table), known())
    assert snapshot(again) == snapshot(table)
    for each in (table, again):
        moves.put_in_play(each, each.seats[0], made_up("If you Turned a card this round Draw 2"))
        assert len(each.seats[0].hand) == len(again.seats[1].hand) + 2


def test_anothers_cards_in_play_leave_in_the_order_that_player_says() -> None:
    """Ruling G-order; "in the order of their owning player's choice"."""
    owner = Script(order="2, 1")
    table = table_of(At(MASK), At(WORDS, in_play="Lesson, Bury"), players=[Script(), owner])
    moves.put_in_play(table, table.seats[0], made_up("Discard all cards in Target opponent's play"))
    assert named(table.seats[1].discard_stack) == "Bury, Lesson"


@pytest.mark.parametrize(
    "words",
    [
        "Turn 1 of them",
        "Gain 1 coin token. Turn them",
        "Gain 1 coin token. Turn it",
        "Reveal your hand. Turn 1 of them",
        "Shuffle your Draw Deck. Turn 1 of them",
    ],
)
def test_them_where_nothing_has_moved_is_refused(words: str) -> None:
    with pytest.raises(WordingError, match="cannot be followed"):
        disambiguate(Text(words), "effect")


def test_one_of_those_looked_at_is_turned() -> None:
    words = "Look at the top 2 cards of your Draw Deck. Turn 1 of them"
    table = played(words, At(MASK, deck="Domino, Domino, Waste"), At(WORDS), turn="Domino")
    assert named(table.seats[0].draw_deck) == "Domino, Death Mask, Waste"


def test_a_line_says_what_is_chosen_though_the_card_has_turned_itself(tmp_path: Path) -> None:
    """Ruling A-each: targeting applies to each choice of the card played."""
    suit, printed = tmp_path / "suit.yaml", SUIT[0].read_text("utf-8")
    old = "Gain 1 coin token. You may Turn this card"
    assert old in printed
    suit.write_text(printed.replace(old, "Turn this card. Discard 1"), "utf-8")
    cards = catalogue("prototype", (suit,))
    sides = "  PRE TURN\n  ACTION\n  1 – Play “Greasepaint” targeting “Masquerade”.\n  2 – Pass.\n"
    sides += "  POST TURN\n  ACTION\n  1 – Pass.\n"
    document = parse_document(f"jack: {MASK}\ncard: |\n{sides}", "ai.yaml")
    follower = AICardPlayer(read_ai_card(document, cards), cards)
    mine = At(MASK, hand="Greasepaint, Waste, Masquerade, Coin")
    table = lay(mine, At(WORDS), more=(suit,), players=[follower, Script()])
    follower.act(table, table.seats[0]).perform(table, table.seats[0])
    assert named(table.seats[0].discard_stack) == "Masquerade"


def test_a_text_turned_away_in_its_middle_is_carried_out_to_its_end() -> None:
    """Ruling G-turned."""
    mine = At(MASK, deck="Coin, Coin")
    table = table_of(mine, At(WORDS), players=[Script(turn="Made up")])
    hearing(table, "Once per round, when you Draw a card, Turn 1 card in play")
    seat = table.seats[0]
    moves.put_in_play(table, seat, made_up("Draw 1. Gain 3 coin tokens"))
    assert "Other end" in in_play(seat)
    assert seat.coins == 3
