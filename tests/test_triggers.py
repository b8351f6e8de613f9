"""What texts do when something happens, or instead of it, in the words of the rulebook's readers.

Each row names the passage or ruling: the texts in play, the text played, two seats, the answers of
whoever plays it, and where things are afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from helpers import CLAY, DATA, STICKS, WORDS, At, Script, act, lay, listen, named, saying
from on_tables import RULE, Chooser, seen, suit_with

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Shop, Spend
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, action, play, set_up
from moonflight_solo.rules.reset import cover, drop_topmost, leave_play, reset, retain_cards, turn
from moonflight_solo.rules.state import (
    START_CARDS,
    Card,
    CardInPlay,
    Event,
    GameCards,
    Question,
    Seat,
    Table,
)
from moonflight_solo.wording.text import WordingError

ROOT = DATA.parent.parent
Row = tuple[
    list[str], str, dict[str, Any], dict[str, Any], dict[str, Sequence[int]], dict[str, Any]
]
TRASHED = "If you would Discard a card, Trash it instead"
PAID = "If you would {} a card, Gain 1 coin token instead"
INSTEAD: list[Row] = [
    # Ruling G-instead, G-refill: what has gone elsewhere is not shuffled in.
    (
        [TRASHED],
        "Discard 3 from Draw Deck",
        {"deck": "Coin, Coin", "discard": "Waste"},
        {},
        {},
        {"trash_stack": "Coin, Coin, Waste", "discard_stack": "", "draw_deck": ""},
    ),
    (
        [PAID.format("Draw")],
        "Draw 2",
        {"deck": "Coin, Lesson", "discard": "Waste"},
        {},
        {},
        {"coins": 2, "draw_deck": "Coin, Lesson", "discard_stack": "Waste"},
    ),
    # What stays there is done with, and there is no other (ruling G-instead).
    (
        [PAID.format("Draw")],
        "Draw 2",
        {"deck": "Coin", "discard": "Waste"},
        {},
        {},
        {"coins": 1, "draw_deck": "Coin", "discard_stack": "Waste"},
    ),
    # Another player's card, and a card in play, stay where they were, or go to their owner's.
    (
        [PAID.format("Trash")],
        "Trash 1 of Target Discard Stack",
        {},
        {"discard": "Call"},
        {"trash": (0,)},
        {"coins": 1, "their discard_stack": "Call", "their trash_stack": ""},
    ),
    (
        [TRASHED],
        "Discard 1 Target card in play",
        {"discard": "Coin"},
        {"in_play": "Coin"},
        {"discard": (2,)},
        {"discard_stack": "Coin", "their trash_stack": "Coin", "their discard_stack": ""},
    ),
    (
        [PAID.format("Discard")],
        "Discard 1 in play",
        {"in_play": "Lesson + Waste"},
        {},
        {"discard": (0,)},
        {"coins": 1, "in_play": "Lesson, Made up, Made up", "discard_stack": ""},
    ),
    (
        [PAID.format("Trash")],
        "Trash this card",
        {},
        {},
        {},
        {"coins": 1, "in_play": "Made up, Made up", "trash_stack": ""},
    ),
    # Each card that replaces is looked at; each copy has its own once (G-once).
    (
        [
            "If you would Discard a scoring card, Trash it instead",
            "If you would Discard a starter card, Trash it instead",
        ],
        "Discard hand",
        {"hand": "Coin"},
        {},
        {},
        {"trash_stack": "Coin", "discard_stack": ""},
    ),
    (
        ["Once per round, if you would Discard a card, Trash it instead"] * 2,
        "Discard 3 from Draw Deck",
        {"deck": "3 Coin"},
        {},
        {},
        {"trash_stack": "Coin, Coin", "discard_stack": "Coin"},
    ),
    # A card that has left play replaces nothing; the same words do not replace twice.
    (
        ["If you would Discard a card, Trash this card instead"],
        "Discard 2 from Draw Deck",
        {"deck": "2 Coin"},
        {},
        {},
        {"draw_deck": "Coin", "discard_stack": "Coin", "trash_stack": "Made up"},
    ),
    (
        [TRASHED, "If you would Trash a card, Discard it instead"],
        "Discard hand",
        {"hand": "Coin"},
        {},
        {},
        {"discard_stack": "Coin", "trash_stack": ""},
    ),
    # What it sets off waits for the count (Multiple Card Effects).
    (
        [TRASHED, "When you Trash a card, Draw 1"],
        "Discard 2 from Draw Deck",
        {"deck": "Bury, 3 Coin"},
        {},
        {},
        {"trash_stack": "Coin, Coin", "hand": "Coin, Bury", "draw_deck": ""},
    ),
    # Who may choose to and does not, does what is printed.
    (
        ["If you would Discard a card, you may Gain 1 coin token instead"],
        "Discard hand",
        {"hand": "Coin"},
        {},
        {"way": (1,)},
        {"coins": 0, "discard_stack": "Coin"},
    ),
]
SPOKEN_OF: list[Row] = [
    # "Of them" and "the rest" are the cards revealed, wherever others have gone meanwhile.
    (
        ["When you Discard a card, Draw 1"],
        "Reveal the top 2 cards of your Draw Deck. Discard 1 of them. Draw 1 of them",
        {"deck": "Rise Up, Bury, Waste, Coin"},
        {},
        {},
        {"hand": "Waste", "discard_stack": "Coin", "draw_deck": "Rise Up, Bury"},
    ),
    # Ruling G-trigger-it: the very card, in its owner's Stack.
    (
        ["When you Trash a card, Draw it"],
        "Trash 1 Target card in play",
        {"trash": "Coin"},
        {"in_play": "Coin"},
        {"trash": (2,)},
        {"hand": "", "trash_stack": "Coin", "their trash_stack": "Coin"},
    ),
    (
        ["When you Discard a card, Trash it"],
        "Discard 1 of Target Discard Stack",
        {"discard": "Waste"},
        {"discard": "Call"},
        {"discard": (1,)},
        {"discard_stack": "Waste", "their trash_stack": "Call"},
    ),
    # "Its cost" is that of the card moved, whatever a Settled card sets off.
    (
        ["When you Move a starter card, Discard 1"],
        "Trash 1 in play. Gain coin tokens equal to its cost",
        {"in_play": "Lesson + Coin", "hand": "Riches"},
        {},
        {"trash": (0,)},
        {"coins": 3, "trash_stack": "Lesson"},
    ),
    # Discard: whoever is asked to does it, to whosever card.
    (
        ["When you Discard a card, Gain 1 coin token"],
        "Discard 1 from Target Draw Deck",
        {},
        {"deck": "Coin"},
        {"player": (1,)},
        {"coins": 1, "their discard_stack": "Coin"},
    ),
    # Ruling G-left, in what each player does of whom something holds.
    (
        [],
        "Each player with 1+ cards in hand Trashes 1",
        {"hand": "Coin"},
        {"hand": "Call, Talk"},
        {"trash": (1,)},
        {"trash_stack": "Made up", "their trash_stack": ""},
    ),
]
WHICH: list[Row] = [
    # Card Resolution, G-forced: a Move that is possible is not dodged by what matches nothing.
    (
        [],
        "Move 1 from hand to a matching Market Stack",
        {"hand": "Waste, Coin, Bury"},
        {},
        {},
        {"hand": "Waste, Coin"},
    ),
    # Card Targets, second note; G-order: one card at a time, in the order its player says.
    (
        [],
        "Trash all cards in play",
        {"in_play": "Coin, Waste"},
        {},
        {"order": (2, 0, 1)},
        {"in_play": "Coin, Waste", "trash_stack": "Made up"},
    ),
    # Ruling G-extreme: a tie is broken among cards that do not score, too.
    (
        [],
        "Discard the lowest cost card in hand, breaking ties by highest score",
        {"hand": "Riches, Waste"},
        {},
        {},
        {"hand": "Riches", "discard_stack": "Waste"},
    ),
]


def laid_with(
    kinds: Sequence[Card], player: Chooser, *seats: At, edition: str = "prototype"
) -> Table:
    """Return a table with these cards in play before the first player; characters have no text."""
    table = lay(*seats, players=(player, *(Chooser() for _ in seats[1:])), edition=edition)
    table.cards = GameCards(table.edition, [*table.cards.kinds, *kinds], table.names)
    table.watch()
    for seat in table.seats:
        seat.character.card = Card("Nobody")
    table.seats[0].in_play += [CardInPlay(card) for card in kinds]
    return table


@pytest.mark.parametrize(
    "row", [*INSTEAD, *SPOKEN_OF, *WHICH], ids=lambda row: f"{row[0]} {row[1]}"
)
def test_it_goes_as_printed_and_ruled(row: Row) -> None:
    texts, deed, mine, theirs, answers, wanted = row
    table = laid_with(
        [saying(words) for words in texts],
        Chooser(**answers),
        At(CLAY, **mine),
        At(WORDS, **theirs),
    )
    moves.put_in_play(table, table.seats[0], saying(deed, table.names))
    assert seen(table, wanted) == wanted


def test_what_stays_in_play_keeps_what_is_settled_on_it() -> None:
    card = saying(PAID.format("Discard"))
    table = laid_with([card], Chooser(), At(CLAY, in_play="Lesson + Waste"), At(WORDS))
    moves.put_in_play(table, table.seats[0], saying("Discard 1 in play", table.names))
    assert len(table.seats[0].in_play[0].settled) == 1


def test_a_swap_and_a_shuffle_are_moves_too() -> None:
    """Blocked Resolution, ruling G-cannot: a card that cannot be Moved stays where it is."""
    card = saying("Other effects cannot Move this card")
    table = laid_with([card], Chooser(), At(CLAY, hand="Waste", discard="Coin", deck=""), At(WORDS))
    seat = table.seats[0]
    seat.discard_stack.append(card)
    swap = saying("Swap your hand with your Discard Stack", table.names)
    moves.put_in_play(table, seat, swap)
    assert [each.name for each in seat.hand] == ["Coin"]
    assert [each.name for each in seat.discard_stack] == ["Made up", "Waste"]
    shuffled = saying("Shuffle your Discard Stack into your Draw Deck", table.names)
    moves.put_in_play(table, seat, shuffled)
    assert (seat.discard_stack, len(seat.draw_deck)) == ([card], 1)


def test_a_once_that_is_used_hides_no_other() -> None:
    words = "when you Purchase a card, Move it to {} instead"
    first = saying("Once per round, " + words.format("your hand"))
    kinds = [first, saying(words.format("the top of your Draw Deck").capitalize())]
    market = ("Bury", "Bury", "")
    table = laid_with(kinds, Chooser(), At(CLAY, market=market, coins=9, deck=""), At(WORDS))
    seat = table.seats[0]
    Shop((0, 1)).perform(table, seat)
    assert (len(seat.hand), len(seat.draw_deck), seat.discard_stack) == (1, 1, [])


@pytest.mark.parametrize(("how", "moves_heard"), [(" instead", 1), ("", 2)])
def test_to_be_moved_elsewhere_instead_is_no_other_move(how: str, moves_heard: int) -> None:
    """Ruling G-instead: the Purchase then puts the card there, which is one Move."""
    kinds = [saying(f"When you Purchase a card, Move it to your hand{how}")]
    kinds.append(saying("When you Move a card, Gain 1 coin token"))
    table = laid_with(kinds, Chooser(), At(CLAY, market=("Bury", "", ""), coins=1), At(WORDS))
    seat = table.seats[0]
    Shop((0,)).perform(table, seat)
    assert (named(seat.hand), seat.coins) == ("Bury", moves_heard)


def test_a_card_played_looks_by_itself() -> None:
    """What it looks at is not what the card that Plays it has revealed."""
    looks = saying("Look at the top card of your Draw Deck. You may Discard it")
    table = laid_with(
        [], Chooser(way=(1,), order=(0, 1)), At(CLAY, deck="Riches, Waste, Coin"), At(WORDS)
    )
    seat = table.seats[0]
    seat.draw_deck.append(looks)
    words = "Reveal the top 3 cards of your Draw Deck. Play 1 of them and Trash the rest"
    moves.put_in_play(table, seat, saying(words, table.names))
    assert [card.name for card in seat.draw_deck] == ["Riches"]
    assert sorted(card.name for card in seat.trash_stack) == ["Coin", "Waste"]


def test_the_start_of_a_round_comes_once() -> None:
    """Also where the game goes on from the table at which its first act was asked for."""
    card = saying("At the start of each round, Gain 1 coin token")
    table = laid_with([card], Chooser(), At(CLAY), At(WORDS))
    for _ in range(2):
        with pytest.raises(AssertionError, match="nobody acts here"):
            play(table, Settings((CLAY, WORDS)))
    assert table.seats[0].coins == 1


def test_settled_cards_leave_lost_stability_before_the_turn_is_heard() -> None:
    """Set, first note: "immediately Moved"."""
    card = saying("When the Turn comes, Draw 1 from Discard Stack")
    table = laid_with([card], Chooser(), At(CLAY, in_play="Coin + Waste"), At(WORDS))
    table.seats[0].in_play[1].card = Card("Before", turned=False)
    table.seats[0].in_play[1].card.flipped = card
    turn(table)
    assert [each.name for each in table.seats[0].hand] == ["Waste"]


def test_until_the_reset_ends_as_it_begins() -> None:
    """Ruling G-until: what the start of the Reset does comes after it."""
    kinds = [
        saying("Until the Reset, when you Draw a card, Gain 1 coin token"),
        saying("At the start of each Reset, Draw 1"),
    ]
    table = laid_with(kinds, Chooser(order=(0, 1)), At(CLAY, coins=0), At(WORDS))
    reset(table)
    assert table.seats[0].coins == 0


@pytest.mark.parametrize(("resets", "trashed"), [(0, "Waste"), (1, "")])
def test_what_is_done_instead_until_the_reset_is_done_no_longer(resets: int, trashed: str) -> None:
    """Ruling G-until: also by a card that stays in play."""
    card = saying("Until the Reset, if you would Discard a card, Trash it instead")
    table = laid_with([card], Chooser(), At(CLAY), At(WORDS))
    waste = catalogue().card("Waste", turned=False)
    table.seats[0].in_play[0].settled = [waste, waste]
    for _ in range(resets):
        reset(table)
        assert [each.card.name for each in table.seats[0].in_play] == ["Made up"]
    table.seats[0].hand[:] = [waste]
    moves.put_in_play(table, table.seats[0], saying("Discard 1", table.names))
    assert named(table.seats[0].trash_stack) == trashed


def test_who_covers_moves() -> None:
    """Reset step 5.1 (4.1): "may Move up to one card"; a card that watches for Moves hears it."""
    kinds = [saying("When you Move a card, Gain 1 coin token")]
    table = laid_with(kinds, Chooser(cover=(0,)), At(CLAY, hand="Bury", coins=0), At(WORDS))
    table.dealt = True
    cover(table)
    assert (named(table.seats[0].hand), table.seats[0].coins) == ("", 1)


@pytest.mark.parametrize(
    ("words", "deed", "coins"),
    [
        ("When you Discard a card, Gain coin tokens equal to its cost", "Discard 1", 5),
        ("When you Trash a card, Gain coin tokens equal to its cost", "Trash 2 from hand", 6),
    ],
)
def test_its_cost_is_that_of_the_card_heard(words: str, deed: str, coins: int) -> None:
    at = At(CLAY, hand="Grave Robber, Rise Up", coins=0)
    table = laid_with([saying(words)], Chooser(), at, At(WORDS))
    moves.put_in_play(table, table.seats[0], saying(deed, table.names))
    assert table.seats[0].coins == coins


def test_what_would_be_its_cost_of_two_cards_is_refused() -> None:
    with pytest.raises(WordingError, match="nothing before says what was done this way"):
        saying("When you Discard 2 cards, Gain coin tokens equal to its cost")


def test_what_another_has_set_lies_face_down() -> None:
    """Rulings G-facedown and G-owner: it stays its owner's, who alone knows which it is."""
    shown: list[list[str | None]] = []

    class Looking(Chooser):
        def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
            shown.append([card.name if card else None for card in question.cards])
            return (0,)

    table = laid_with([], Looking(), At(CLAY, in_play="Lesson + Waste, Lesson + Coin"), At(WORDS))
    table.seats[0].in_play[0].foreign = ((0, 1),)
    moves.put_in_play(table, table.seats[0], saying("Trash a Settled card", table.names))
    assert shown == [[None, "Coin"]]


@pytest.mark.parametrize("acting", [0, 1])
def test_only_who_acts_has_another_act_to_take(acting: int) -> None:
    table = laid_with([], Chooser(), At(CLAY, coins=0), At(WORDS))
    table.acting = acting
    words = "Take another Act. If you do, Gain 1 coin token"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert (table.again, table.seats[0].coins) == ((1, 1) if acting == 0 else (0, 0))


def test_every_move_of_the_reset_is_heard() -> None:
    """Reset: what leaves play, what is not kept in hand and what was Settled is Moved."""
    kinds = [saying("When you Move a card, Gain 1 coin token")]
    table = laid_with(kinds, Chooser(retain=()), At(CLAY, hand="3 Waste", coins=0), At(WORDS))
    seat, waste = table.seats[0], catalogue().card("Waste", turned=False)
    seat.in_play[0].settled = [waste, waste]
    seat.in_play += [CardInPlay(waste)]
    coins = []
    for step in (leave_play, retain_cards, drop_topmost):
        step(table)
        coins.append(seat.coins)
    assert coins == [1, 4, 5]


def test_who_cannot_purchase_cannot_by_a_text() -> None:
    """Ruling G-bar: as "cannot Trash" stops a Trash in Blocked Resolution."""
    card = saying("You cannot Purchase cards")
    table = laid_with([card], Chooser(), At(CLAY), At(WORDS))
    words = "Purchase 1 from Target Market Stack"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert table.seats[0].discard_stack == []


@pytest.mark.parametrize(("edition", "kept"), [("prototype", False), ("final", True)])
def test_shop_is_a_spend_ability_in_the_final_edition(edition: str, kept: bool) -> None:
    """Final, Shop; ruling G-bar."""
    card = saying("You cannot Spend")
    table = laid_with([card], Chooser(), At(CLAY, coins=9), At(WORDS), edition=edition)
    seat = table.seats[0]
    assert (Shop((0,)).why_illegal(table, seat) is not None) is kept


@pytest.mark.parametrize("whose", ["your", "an opponent's"])
def test_which_stacks_are_cheaper_is_not_dropped(whose: str) -> None:
    """Ruling G-cheaper: by suit it can be said."""
    with pytest.raises(WordingError, match="of which suit"):
        saying(f"Cards in {whose} Market Stacks cost 1 less")
    assert saying("Cards of your suit cost 1 less").changes


def test_a_line_is_followed_with_what_is_left() -> None:
    """Ruling A-barred: a second copy in play, where the first has been used this round."""
    files = tuple(sorted((ROOT / "examples").glob("watch_and_ward/suit.yaml")))
    at = At("Watch and Ward", hand="Waste, Coin", in_play="Tower, Tower", deck="3 Coin")
    table = lay(at, At(CLAY), more=files)
    known = catalogue(more=files)
    card = load_ai_card(ROOT / "examples" / "watch_and_ward" / "ai.yaml", known)
    seat = table.seats[0]
    seat.in_play[0].used = seat.in_play[0].card.abilities
    act = AICardPlayer(card, known).act(table, seat)
    assert isinstance(act, Spend)
    assert act.place == 1


def test_only_what_lies_in_the_draw_deck_is_revealed() -> None:
    """Ruling G-reveal: it is not empty while cards are shown."""
    table = laid_with(
        [], Chooser(order=(0, 1)), At(CLAY, deck="2 Coin", discard="Waste"), At(WORDS)
    )
    words = "Reveal the top 3 cards of your Draw Deck. Discard them"
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert seen(table, {"discard_stack": ""}) == {"discard_stack": "Waste, Coin, Coin"}


def test_a_character_hears_the_set_up(tmp_path: Path) -> None:
    """Ruling G-set-up: character cards are in play at all times."""
    text = (DATA / "sticks_and_stones.yaml").read_text("utf-8")
    file = tmp_path / "suit.yaml"
    words = '"When you Gain coin tokens, Draw 1"'
    file.write_text(text.replace("text: Retain limit +1", f"text: {words}"), "utf-8")
    known = catalogue(more=(file,))
    table = set_up(Settings((STICKS, CLAY), first=0), known, (Chooser(), Chooser()))
    assert len(table.seats[0].hand) == START_CARDS + 1


HEARD: list[Row] = [
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
def test_it_is_heard(row: Row) -> None:
    test_it_goes_as_printed_and_ruled(row)


@pytest.mark.parametrize(
    ("deed", "coins"), [("Draw 1. Draw 1", 0), ("Draw 2", 1), ("Draw 3", 1), ("Draw 4", 2)]
)
def test_so_many_are_heard_at_once(deed: str, coins: int) -> None:
    """Ruling G-trigger-number: of one count, each full pair."""
    heard = ["When you Draw 2 cards, Gain 1 coin token"]
    test_it_goes_as_printed_and_ruled((heard, deed, {"deck": "5 Coin"}, {}, {}, {"coins": coins}))


def test_each_target_is_chosen_by_itself() -> None:
    """Ruling G-target-again: two players are asked for, not one."""
    deed = "Target player Discards 1. Target player Draws 1"
    table = laid_with([], Chooser(player=(1,)), At(CLAY), At(WORDS, hand="Coin", deck="Waste"))
    moves.put_in_play(table, table.seats[0], saying(deed, table.names))
    chooser = table.players[0]
    assert isinstance(chooser, Chooser)
    assert [ask for ask, _ in chooser.asked].count("player") == 2


def test_whoever_passes_is_heard() -> None:
    card = saying("When you Pass, Gain 1 coin token", catalogue())
    table = laid_with([card], Chooser(), At(CLAY), At(WORDS))
    table.players = (Script(), Script())
    assert action(table)
    assert table.seats[0].coins == 1


def test_what_is_lost_is_told() -> None:
    table = lay(At(CLAY, coins=3), At(WORDS))
    heard = listen(table)
    moves.put_in_play(table, table.seats[0], saying("Lose 2 coin tokens", table.names))
    assert "lose 0 2" in heard


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


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Turn 1 “Law” in play", ""),
        ("Play 1 from hand", "When you Trash a card, Gain 1 coin token"),
        ("each opponent Plays 1 from hand", "When an opponent Trashes a card, Gain 1 coin token"),
    ],
)
def test_what_a_trigger_brings_up_has_not_heard_what_set_it_off(
    first: str, second: str, tmp_path: Path
) -> None:
    """Ruling G-trigger-order; the next one it hears."""
    path = suit_with(tmp_path / "suit.yaml", "", "When you Trash a card, Gain 1 coin token")
    seats = At(RULE, hand="Coin", in_play="Law"), At(WORDS)
    table = lay(*seats, players=(Chooser(), Chooser()), more=(path,))
    seat, other = table.seats
    deed = saying("Trash 1 from hand", table.names)
    bringing = saying(f"When you Trash a card, {first}", table.names)
    brought = saying(second, table.names) if second else Card("Nobody")
    table.cards = GameCards(table.edition, [*table.cards.kinds, bringing, brought], table.names)
    table.watch()
    seat.in_play.insert(0, CardInPlay(bringing))
    if second:
        (other if "opponent" in second else seat).hand.append(brought)
    moves.put_in_play(table, seat, deed)
    assert seat.coins + other.coins == 0
    seat.hand, seat.in_play[0].card = [table.names.card("Coin", turned=False)], Card("Nobody")
    moves.put_in_play(table, seat, deed)
    assert seat.coins + other.coins == 1


@pytest.mark.parametrize(
    ("playing", "heard"),
    [
        ("Play 1 Target card in Discard Stack", "When you Play a card, Gain 1 coin token"),
        ("Play 1 Target card in Discard Stack", "When you Move a card, Gain 1 coin token"),
        ("Play the top card of your Draw Deck", "When you Shuffle, Gain 1 coin token"),
    ],
)
def test_a_card_that_is_played_does_not_hear_what_brought_it(playing: str, heard: str) -> None:
    """Ruling G-own-play: nor what had begun before; a Draw Deck that is made anew for it."""
    bringing, brought = saying(playing, catalogue()), saying(heard, catalogue())
    table = laid_with([bringing, brought], Chooser(), At(WORDS, deck=""))
    seat = table.seats[0]
    seat.in_play, seat.discard_stack = [], [brought]
    moves.put_in_play(table, seat, bringing)
    assert (seat.coins, seat.in_play[-1].card) == (0, brought)
    seat.discard_stack = [table.names.card("Waste", turned=False)]
    moves.put_in_play(table, seat, bringing)
    assert seat.coins > 0


@pytest.mark.parametrize(
    ("brings", "heard", "does"),
    [
        ("When you Purchase a card", "When you Shop", "shop Bury"),
        ("When you Set a card", "When you Build", "build Waste on Lesson"),
    ],
)
def test_a_card_does_not_hear_the_act_in_which_it_comes_into_play(
    brings: str, heard: str, does: str
) -> None:
    bringing = saying(f"{brings}, Play the bottom card of your Draw Deck", catalogue())
    brought = saying(f"{heard}, Gain 1 coin token", catalogue())
    at = At(CLAY, hand="Waste", in_play="Lesson", coins=1)
    table = laid_with([bringing, brought], Chooser(), at)
    seat = table.seats[0]
    seat.in_play.pop()
    seat.draw_deck = [brought]
    act(table, 0, does)
    assert seat.in_play[-1].card is brought
    assert seat.coins == (0 if does.startswith("shop") else 1)


@pytest.mark.parametrize(
    ("words", "where"),
    [
        ("If you would Discard a card, Trash it instead", "discard_stack"),
        ("If you would Discard a card, Draw 1 instead", "hand"),
    ],
)
def test_what_cannot_be_done_instead(words: str, where: str) -> None:
    """Ruling G-instead: a card that bars it is Discarded; a Draw of nothing takes its place."""
    replacing = saying(words, catalogue())
    barring = saying("Other effects cannot Trash this card", catalogue())
    table = laid_with([replacing, barring], Chooser(), At(WORDS, deck=""))
    seat = table.seats[0]
    seat.in_play.pop()
    seat.hand = [barring]
    moves.put_in_play(table, seat, saying("Discard 1", table.names))
    assert getattr(seat, where) == [barring]
