"""Regression tests for mutants that no test killed (docs/mutants.md): on tables."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from helpers import CLAY, WORDS, At, Script, lay, listen, named, saying
from test_composed_texts import Row, laid_with, seen
from test_composed_texts import test_it_does_what_it_says as does_what_it_says
from test_general_changes import RULE, suit_with
from test_left_to_players import Chooser
from test_read_by_others import Row as InPlay
from test_read_by_others import test_it_goes_as_printed_and_ruled as goes_as_ruled

from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Spend, legal_acts
from moonflight_solo.rules.card_files import MOST_PRINTED, _corner
from moonflight_solo.rules.catalogue import catalogue, completion
from moonflight_solo.rules.ending import points_held
from moonflight_solo.rules.game import action
from moonflight_solo.rules.notation import answer_notation, notation, parse_answer
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import CardInPlay, Event, GameCards, Question
from moonflight_solo.wording.ast import CardText
from moonflight_solo.wording.disambiguation import disambiguate

SO = ". If you do, Gain 5 coin tokens"

DONE: list[Row] = [
    # A Draw Deck is made for what is shown of it, and not for a hand that is shown.
    (
        f"Reveal the top card of Draw Deck{SO}",
        {"deck": "", "discard": "Coin"},
        {},
        {},
        {"coins": 5, "draw_deck": "Coin", "discard_stack": ""},
    ),
    (
        f"Reveal your hand{SO}",
        {"hand": "Waste", "deck": "", "discard": "Coin"},
        {},
        {},
        {"coins": 5, "draw_deck": "", "discard_stack": "Coin"},
    ),
    # What has been done only in part, or with none, is not done (ruling G-may).
    (f"Reveal Target opponent's hand{SO}", {}, {"hand": ""}, {}, {"coins": 0}),
    (f"Draw 2{SO}", {"deck": "Coin"}, {}, {}, {"coins": 0, "hand": "Coin"}),
    (f"Draw 2{SO}", {"deck": "2 Coin"}, {}, {}, {"coins": 5, "hand": "Coin, Coin"}),
    (f"Deal 1 card per “Coin” in hand{SO}", {"supply": "Bury"}, {}, {}, {"coins": 0}),
    (
        f"Set 1 card from hand to each card in play{SO}",
        {"hand": "Coin", "in_play": "Oeuvre, Lesson"},
        {},
        {"onto": (1,)},
        {"coins": 0, "hand": ""},
    ),
    (f"Name a card{SO}", {}, {}, {}, {"coins": 5}),
    # A Draw Deck is made before it is gone through.
    (
        "Trash from your Draw Deck until you Trash a scoring card",
        {"deck": "", "discard": "2 Coin"},
        {},
        {},
        {"discard_stack": "", "trash_stack": "Coin, Coin"},
    ),
    (f"Draw the top card of Discard Stack{SO}", {"discard": ""}, {}, {}, {"coins": 0}),
    # How many.
    ("Discard all but 2 cards in hand", {"hand": "Coin"}, {}, {}, {"hand": "Coin"}),
    ("Gain coin tokens until you have 3", {"coins": 5}, {}, {}, {"coins": 5}),
    ("Gain 1 coin token per 2 cards in hand, rounded up", {"hand": "3 Coin"}, {}, {}, {"coins": 2}),
    (
        "Gain 1 coin token per different suit in hand",
        {"hand": "Coin, Call, Oeuvre"},
        {},
        {},
        {"coins": 2},
    ),
    # Only where something is Settled is there a choice.
    (
        "Discard all cards Settled on a card in play",
        {"in_play": "Oeuvre, Lesson + Waste, Teach + Coin"},
        {},
        {"onto": (1,)},
        {"discard_stack": "Coin"},
    ),
    (
        "Trash the top card of Discard Stack",
        {"hand": "Coin", "discard": "Bury, Waste"},
        {},
        {},
        {"hand": "Coin", "trash_stack": "Waste"},
    ),
]


@pytest.mark.parametrize("row", DONE, ids=lambda row: row[0])
def test_it_is_done(row: Row) -> None:
    does_what_it_says(row)


@pytest.mark.parametrize(
    ("words", "hidden"),
    [
        ("Look at the top card of your Draw Deck", True),
        ("Look at the top 2 cards of your Draw Deck", True),
        ("Reveal the top card of Draw Deck", False),
        ("Reveal your hand", False),
        ("Draw 1 from Supply Stack", True),
    ],
)
def test_who_looks_sees_alone(words: str, *, hidden: bool) -> None:
    table = lay(At(CLAY, hand="Coin"), At(WORDS), players=(Chooser(), Chooser()))
    heard: list[Event] = []
    table.listener = heard.append
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert [e.hidden for e in heard if e.kind in ("reveal", "draw")] == [hidden]
    assert [look.hidden for look in table.looks] in ([hidden], [])


@pytest.mark.parametrize(
    ("words", "mine", "limit"),
    [
        ("Your hand limit is 8", {}, 8),
        ("Hand limit +1 per opponent", {}, 6),
        ("Hand limit +1 per “Coin” in Trash Stack", {"trash": "2 Coin, Waste"}, 7),
    ],
)
def test_a_limit_grows_with_what_it_names(words: str, mine: dict[str, Any], limit: int) -> None:
    card = saying(words, catalogue())
    table = laid_with([card], At(CLAY, **mine))
    seat = table.seats[0]
    seat.in_play.append(CardInPlay(card))
    assert seat.hand_limit() == limit


def test_of_a_deck_still_to_be_made_one_card_is_asked_for_at_a_time() -> None:
    """Ruling G-refill: who wants none says so before the Discard Stack is shuffled."""

    class Nothing(Chooser):
        most: tuple[int, ...] = ()

        def choose(self, table: Any, seat: Any, question: Any) -> Any:
            self.most = (*self.most, question.most)
            return ()

    player = Nothing()
    table = lay(At(CLAY, deck="", discard="Coin, Waste"), At(WORDS), players=(player, Chooser()))
    moves.put_in_play(table, table.seats[0], saying("Draw up to 2 cards", table.names))
    assert player.most == (1,)
    assert seen(table, {"draw_deck": "", "discard_stack": ""}) == {
        "draw_deck": "",
        "discard_stack": "Coin, Waste",
    }


@pytest.mark.parametrize("words", ["Purchase this card", "Deal this card", "Set this card"])
def test_this_card_goes_where_cards_go_by_a_keyword(words: str) -> None:
    with pytest.raises(CannotDo, match="this card is Drawn, Discarded, Trashed or Moved"):
        saying(words, catalogue())


HEARD: list[InPlay] = [
    # Which cards were shown is known still, though others have gone.
    (
        [
            "When you Discard a card, Trash the top card of your Draw Deck",
            "Other effects cannot Trash this card",
        ],
        "Reveal the top 3 cards of your Draw Deck. Discard 1 of them. Draw 1 of them",
        {"deck": "Rise Up, Bury, Call, Waste, Coin"},
        {},
        {},
        {"hand": "Call", "trash_stack": "Waste", "discard_stack": "Coin"},
    ),
    # Of copies it is the one on top that stays where it is (ruling G-instead).
    (
        ["If you would Discard a “Waste”, Gain 1 coin token instead"],
        "Discard 2 from Draw Deck",
        {"deck": "Waste, Coin, Waste"},
        {},
        {},
        {"coins": 1, "discard_stack": "Coin", "draw_deck": "Waste, Waste"},
    ),
    (
        ["If you would Discard a card, Draw 1 instead", "When you Shuffle, Discard 1"],
        "Discard 1 from hand. Trash hand",
        {"hand": "Waste", "deck": "", "discard": "2 Coin"},
        {},
        {"order": (0, 1, 2)},
        {"hand": "", "trash_stack": "Waste, Coin, Coin"},
    ),
    # What is done "instead" of a keyword is no reason to make a Draw Deck.
    (
        ["If you would Discard a card, Trash it instead"],
        "Discard 1",
        {"hand": "Waste", "deck": "", "discard": "Coin"},
        {},
        {},
        {"trash_stack": "Waste", "draw_deck": "", "discard_stack": "Coin"},
    ),
    # What it sets off comes once the count is finished (ruling G-trigger).
    (
        [
            "If you would Discard a card, Gain 1 coin token instead",
            "When you Gain coin tokens, Draw 1",
        ],
        "Discard all cards in hand. If you do, Lose 1 coin token",
        {"hand": "Waste, Coin", "deck": "Bury, Lesson, Call"},
        {},
        {"order": (0, 1)},
        {"coins": 2, "hand": "Waste, Coin, Call, Lesson"},
    ),
    (
        ["If you would Discard a card, Gain 1 coin token instead", "When you Shuffle, Draw 1"],
        "Discard 1 from Draw Deck. Trash hand",
        {"deck": "", "discard": "Coin"},
        {},
        {},
        {"coins": 1, "hand": "", "trash_stack": "Coin"},
    ),
    (
        [],
        "Lose 1 coin token per card in hand. If you do, Draw 1",
        {"hand": "2 Waste", "coins": 1},
        {},
        {},
        {"coins": 0, "hand": "Waste, Waste"},
    ),
    (
        [],
        "Move 1 Target card in Target Market Stack to the top of that Stack",
        {"market": ("Bury, Waste", "", "")},
        {},
        {"move": (1,)},
        {},
    ),
    # Half of the very Stack that is chosen.
    (
        [],
        "Trash half the cards in Target Discard Stack",
        {"discard": "4 Coin"},
        {"discard": "2 Waste"},
        {"player": (1,)},
        {"discard_stack": "Coin, Coin, Coin, Coin", "their discard_stack": "Waste"},
    ),
]


@pytest.mark.parametrize("row", HEARD, ids=lambda row: row[1])
def test_it_is_heard(row: InPlay) -> None:
    goes_as_ruled(row)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Trash all “Coin” in Draw Deck", "lie face down"),
        ("Set 1 from hand to another card in play", 'cannot say "other"'),
        ("Gain 1 coin token per card in Target player's Market Stacks", "is not chosen"),
        (
            "Gain 1 coin token per card of your suit in Target player's Discard Stack",
            "is not chosen",
        ),
    ],
)
def test_what_cannot_be_seen_or_said_is_refused(words: str, why: str) -> None:
    with pytest.raises(CannotDo, match=why):
        saying(words, catalogue())


def test_nothing_is_left_open_by_what_is_done_instead() -> None:
    card = saying("If you would Discard a card, Gain 1 coin token instead", catalogue())
    table = laid_with([card], At(CLAY, hand="Waste"))
    table.seats[0].in_play.append(CardInPlay(card))
    table.watch()
    moves.put_in_play(table, table.seats[0], saying("Discard 1", table.names))
    assert (table.seats[0].coins, table.nested, table.chained) == (1, 0, 0)


@pytest.mark.parametrize(
    ("words", "held", "so"),
    [
        ("Draw this card", 1, True),
        ("If 2+ cards in hand Draw this card", 3, True),
        ("If 2+ cards in hand Draw this card", 2, False),
        ("If 2+ cards in hand Gain 1 coin token. Otherwise Draw this card", 3, False),
        ("If 2+ cards in hand Gain 1 coin token. Otherwise Draw this card", 2, True),
        ("If 2+ cards in hand Draw 1", 3, None),
    ],
)
def test_a_card_only_comes_back(words: str, held: int, so: bool | None) -> None:
    """Ruling A-return: the card played is no longer in hand."""
    card = saying(words, catalogue())
    table = lay(At(CLAY, hand=f"{held} Waste"), At(WORDS))
    assert (card.returns and card.returns(table, table.seats[0])) is so


def test_whoever_passes_is_heard() -> None:
    card = saying("When you Pass, Gain 1 coin token", catalogue())
    table = laid_with([card], At(CLAY))
    table.players = (Script(), Script())
    table.seats[0].in_play.append(CardInPlay(card))
    table.watch()
    assert action(table)
    assert table.seats[0].coins == 1


def test_what_is_lost_is_told() -> None:
    table = lay(At(CLAY, coins=3), At(WORDS))
    heard = listen(table)
    moves.put_in_play(table, table.seats[0], saying("Lose 2 coin tokens", table.names))
    assert "lose 0 2" in heard


def test_a_deal_that_a_card_bars_is_not_done(tmp_path: Path) -> None:
    files = (suit_with(tmp_path / "suit.yaml", "Other effects cannot Deal this card"),)
    at = At(RULE, supply="Law, Filler A")
    table = lay(at, At(CLAY), more=files, players=(Chooser(), Chooser()))
    moves.put_in_play(table, table.seats[0], saying(f"Deal 2{SO}", table.names))
    assert (named(table.seats[0].supply), table.seats[0].coins) == ("Law", 0)


@pytest.mark.parametrize(
    ("verb", "words", "mine"),
    [
        ("Draw", "Draw the top card of Discard Stack", {"discard": "Filler A, Law"}),
        ("Set", "Set 1 card from hand to each card in play", {"hand": "Law", "in_play": "Lesson"}),
    ],
)
def test_what_a_card_bars_is_not_done(
    tmp_path: Path, verb: str, words: str, mine: dict[str, Any]
) -> None:
    files = (suit_with(tmp_path / "suit.yaml", f"Other effects cannot {verb} this card"),)
    table = lay(At(RULE, **mine), At(CLAY), more=files, players=(Chooser(), Chooser()))
    moves.put_in_play(table, table.seats[0], saying(f"{words}{SO}", table.names))
    assert table.seats[0].coins == 0


@pytest.mark.parametrize(
    ("deck", "discard", "coins", "left"),
    [("", "", 0, ""), ("Coin", "Waste", 1, "Coin"), ("Coin, Coin", "", 2, "Coin, Coin")],
)
def test_no_card_is_looked_at_again_that_is_not_drawn(
    deck: str, discard: str, coins: int, left: str
) -> None:
    """Ruling G-instead; and no Draw Deck is made while a card lies there."""
    table = lay(At(CLAY, deck=deck, discard=discard, coins=0), At(WORDS))
    seat = table.seats[0]
    instead = saying("If you would Draw a card, Gain 1 coin token instead", table.names)
    seat.character.card = instead
    table.replaced = table.replaced | {"draw"}
    moves.draw(table, seat, 2)
    assert (seat.coins, named(seat.draw_deck), named(seat.discard_stack)) == (coins, left, discard)


def test_what_is_drawn_is_hidden_where_some_are_replaced() -> None:
    table = lay(At(CLAY, deck="Coin"), At(WORDS))
    table.replaced = table.replaced | {"draw"}
    heard: list[Event] = []
    table.listener = heard.append
    moves.draw(table, table.seats[0], 1)
    assert [each.hidden for each in heard if each.kind == "draw"] == [True]


def test_settled_cards_are_points_of_their_owners() -> None:
    scoring = next(kind for kind in catalogue().suits[WORDS].kinds if kind.flipped.score)
    with_it, without = (
        points_held(lay(At(WORDS, in_play=in_play), At(CLAY)))
        for in_play in (f"Lesson + {scoring.name}", "Lesson")
    )
    assert (with_it[0] - without[0], with_it[1]) == (scoring.flipped.score, 0)


def test_a_card_that_bars_it_is_not_turned(tmp_path: Path) -> None:
    files = (suit_with(tmp_path / "suit.yaml", "Other effects cannot Turn this card"),)
    table = lay(At(RULE, deck="Filler A, Law"), At(CLAY), more=files)
    heard = saying("When you Draw a card, Turn it", table.names)
    seat = table.seats[0]
    table.cards = GameCards(table.edition, [*table.cards.kinds, heard], table.names)
    seat.in_play.append(CardInPlay(heard))
    table.watch()
    moves.draw(table, seat, 2)
    assert named(seat.hand) == "Law, Late Filler A"


def test_an_answer_that_its_names_do_not_tell_is_told_by_numbers() -> None:
    names = ["A, B", "A", "B"]
    question = Question("discard", names, [None] * 3, most=2)
    for chosen in ([0], [1, 2], [2]):
        told = answer_notation(chosen, question, names)
        assert parse_answer(told, question, names) == chosen


def test_of_a_kind_one_less_is_taken_if_need_be() -> None:
    whole = {card: card.copies for card in catalogue().suits[CLAY].kinds}
    first = next(iter(whole))
    assert completion({**whole, first: whole[first] + 1}, {}) is not None


def test_as_many_as_a_file_may_have_are_read() -> None:
    for number, read in [(MOST_PRINTED, (MOST_PRINTED, 0)), (MOST_PRINTED + 1, None)]:
        assert _corner(f"{number}/-") == read


def test_a_settled_card_keeps_its_owner_when_one_below_it_is_taken() -> None:
    mine, theirs = CardInPlay(saying("Draw 1")), lay(At(CLAY), At(WORDS)).seats[0]
    mine.settled = [saying("Draw 1"), saying("Draw 2"), saying("Draw 3")]
    mine.foreign = ((1, 1), (2, 0))
    mine.take(0)
    assert mine.foreign == ((0, 1), (1, 0))
    mine.take(1)
    assert [mine.owner_of(at, theirs) for at in range(2)] == [1, 0]


@pytest.mark.parametrize(("coins", "said"), [(1, "1 coin token"), (2, "2 coin tokens")])
def test_what_is_paid_is_told_in_words(coins: int, said: str) -> None:
    table = lay(At(CLAY, coins=2), At(WORDS))
    moves.put_in_play(table, table.seats[0], saying(f"Spend {coins} coin tokens to Draw 1"))
    (spend,) = (act for act in legal_acts(table, table.seats[0]) if isinstance(act, Spend))
    assert notation(spend, table, table.seats[0]) == f"spend {said} with Made up"


@pytest.mark.parametrize(
    ("words", "turns"),
    [("Turn this card", True), ("Turn 1 card in hand", True), ("Draw 1. Gain 1 coin token", False)],
)
def test_a_card_turns_cards_if_it_says_so(words: str, *, turns: bool) -> None:
    card = saying(words)
    meaning = disambiguate(card.text, "effect").meaning
    assert isinstance(meaning, CardText)
    card.meaning = meaning
    assert card.turns is turns


@pytest.mark.parametrize(("deck", "orders"), [("Coin", 0), ("Coin, Waste", 1)])
def test_two_cards_are_put_back_in_an_order_and_one_is_not(deck: str, orders: int) -> None:
    words = "Look at the top 3 cards of your Draw Deck and put them back in any order"
    asked = Script()
    table = lay(At(CLAY, deck=deck), At(WORDS), players=(asked, Script()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert len(asked.was_asked("order")) == orders


def test_an_opponents_hand_is_seen_and_one_that_is_empty_is_not() -> None:
    for hand, shown in (("Waste", ["Waste"]), ("", [])):
        table = lay(At(CLAY), At(WORDS, hand=hand))
        heard: list[Event] = []
        table.listener = heard.append
        words = f"Look at an opponent's hand{SO}"
        moves.put_in_play(table, table.seats[0], saying(words, table.names))
        assert [c.name for e in heard if e.kind == "reveal" for c in e.cards] == shown
        assert table.seats[0].coins == (5 if hand else 0)


def test_what_they_do_then_is_done_by_those_spoken_of() -> None:
    words = "Target player with 3+ cards in hand Discards 1. They Lose 1 coin token"
    table = lay(At(CLAY), At(WORDS, hand="3 Waste", coins=2), players=(Chooser(), Chooser()))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert (len(table.seats[1].hand), table.seats[1].coins) == (2, 1)
