"""What no test had noticed when one expression was changed (docs/mutants.md): on a table."""

from __future__ import annotations

from typing import Any

import pytest
from helpers import CLAY, WORDS, At, lay, saying
from test_composed_texts import Row, laid_with, seen
from test_composed_texts import test_it_does_what_it_says as does_what_it_says
from test_left_to_players import Chooser

from moonflight_solo.rules import moves
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Event, Placed

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
    # How many.
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
    seat.in_play.append(Placed(card))
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
