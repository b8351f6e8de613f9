"""Effects that last while a card is in play, once a round or until Reset, carried out on tables."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from helpers import CLAY, At, Script, act, lay, listen, named, play_round, refused, saying
from on_tables import RULE, SO, Chooser, followed, suit_with

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.output.first_page import table_words
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.reset import turn
from moonflight_solo.rules.state import CardInPlay, GameCards, Table, TriggerEvent
from moonflight_solo.scenario import (
    PlacedCard,
    SettledCard,
    lay_out,
    load_scenario,
    save_scenario,
    scenario_of,
    snapshot,
)

Suit = Callable[..., Path]

ONCE = "that ability of Law can be used only once a round"


@pytest.fixture
def suit(tmp_path: Path) -> Suit:
    """Return a function that writes a suit whose card Law has these texts, before and after the
    Turn.
    """

    def write(text: str, late: str = "") -> Path:
        return suit_with(tmp_path / f"suit{len(list(tmp_path.iterdir()))}.yaml", text, late)

    return write


def two(path: Path, mine: str = "", theirs: str = "", **also: object) -> Table:
    rule = At(RULE, hand=mine, in_play="Law", coins=5, market=("Filler A", "Filler B", "Law"))
    clay = At(CLAY, hand=theirs, in_play="Oeuvre", coins=5, market=("Bury", "Rise Up", "Bury"))
    return lay(rule, clay, more=(path,), **also)  # type: ignore[arg-type]


def acts_of(table: Table, seat: int) -> list[str]:
    return [
        notation(each, table, table.seats[seat]) for each in legal_acts(table, table.seats[seat])
    ]


# ------------------------------------------------------------------------ what cards cost


def test_what_costs_less_is_paid_so_and_stays_what_it_is(suit: Suit) -> None:
    """Ruling G-cheaper: in the Shop act, for the one in front of whom the card lies, never below
    nothing."""
    table = two(suit("Cards of your suit cost 1 less"))
    act(table, 0, "shop Filler A, Filler B")
    assert table.seats[0].coins == 3
    table.seats[1].shopped = True
    act(table, 1, "shop Law")  # an opponent pays what is printed
    assert table.seats[1].coins == 3
    cheap = two(suit("Cards of your suit cost 9 less"))
    act(cheap, 0, "shop Law")
    assert cheap.seats[0].coins == 5


def test_a_dearer_card_may_be_too_dear(suit: Suit) -> None:
    table = two(suit("“Power” cards cost 4 more for opponents"))
    assert refused(table, 1, "shop Power") == "that costs 6 coin tokens and you have 5"
    assert "shop Power" not in acts_of(table, 1)
    assert "shop Power" in acts_of(table, 0)


def test_two_such_cards_add_up_and_one_that_leaves_play_counts_no_more(suit: Suit) -> None:
    table = two(suit("“Riches” cards cost 2 less"))
    table.seats[0].in_play *= 2
    act(table, 0, "shop Riches")
    assert table.seats[0].coins == 4
    table.seats[0].in_play.clear()
    assert refused(two(suit("Draw 1")), 0, "shop Wealth")


# ----------------------------------------------------------------------- who cannot do what


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Opponents cannot Shop", "shop Power"),
        ("Opponents cannot Purchase generic cards", "shop Power"),
        ("Opponents cannot Play", "play Lesson"),
        ("Each opponent cannot Play “Lesson” cards", "play Lesson"),
        ("Players cannot Build", "build Lesson on Oeuvre"),
    ],
)
def test_an_act_that_a_player_is_kept_from_is_not_legal(suit: Suit, text: str, kept: str) -> None:
    """Ruling G-bar: all cards overrule the Main Rules."""
    table = two(suit(text), theirs="Lesson")
    assert kept not in acts_of(table, 1)
    assert refused(table, 1, kept) == "Law keeps you from it"
    table.seats[0].in_play.clear()
    assert kept in acts_of(table, 1)


def test_only_such_cards_are_kept_from_one_and_only_from_those_meant(suit: Suit) -> None:
    table = two(suit("Opponents cannot Purchase cards of your suit"), mine="Filler C")
    table.seats[1].shopped = True
    assert "shop Filler A" not in acts_of(table, 1)
    assert "shop Power" in acts_of(table, 1)
    assert "shop Filler A" in acts_of(table, 0)


def test_a_spend_ability_that_is_kept_from_one_cannot_be_used(suit: Suit) -> None:
    table = two(suit("Opponents cannot Spend"), theirs="Waste")
    table.seats[1].in_play[0].card = catalogue().card("Grave Robber", False)
    assert refused(table, 1, "spend Waste with Grave Robber") == "Law keeps you from it"
    assert not any(each.startswith("spend") for each in acts_of(table, 1))


def test_until_the_reset_it_holds_no_longer(suit: Suit) -> None:
    """Ruling G-until: a card that stays in play says it no more until it is Played anew."""
    table = two(suit("Until the Reset, opponents cannot Shop"))
    law = table.seats[0].in_play[0]
    law.settled.append(catalogue().card("Waste", False))
    assert "shop Power" not in acts_of(table, 1)
    play_round(table)
    assert law in table.seats[0].in_play
    table.seats[1].coins = 5
    assert "shop Power" in acts_of(table, 1)


def test_an_ai_card_passes_over_a_line_it_is_kept_from(suit: Suit, tmp_path: Path) -> None:
    """Ruling A-barred, and what is shown of it."""
    path = suit("Opponents cannot Play “Bury” cards")
    known = catalogue("prototype", (path,))
    file = tmp_path / "ai.yaml"
    lines = "  ACTION\n  1 – Play “Bury”.\n  2 – Shop to Purchase “Power”.\n  3 – Pass.\n"
    file.write_text(f"jack: {CLAY}\ncard: |\n  PRE TURN\n{lines}  POST TURN\n{lines}", "utf-8")
    file.write_text(file.read_text().replace("POST TURN\n" + lines, ""), "utf-8")
    player = AICardPlayer(load_ai_card(file, known), known)
    table = two(path, theirs="Bury")
    player.act(table, table.seats[1])
    assert player.followed == "2"
    first = player.explain(table, table.seats[1]).considered[0]
    assert (first.status, first.because) == ("not-allowed", "Law keeps you from it")
    table.seats[0].in_play.clear()
    player.act(table, table.seats[1])
    assert player.followed == "1"


@pytest.mark.parametrize("hand", ["Grave Robber, Coin", "Coin, Grave Robber"])
def test_a_line_plays_what_one_is_not_kept_from(suit: Suit, tmp_path: Path, hand: str) -> None:
    """Ruling A-barred: the next best card, if the best may not be played."""
    path = suit("Opponents cannot Play “Grave Robber” cards")
    known = catalogue("prototype", (path,))
    file = tmp_path / "ai.yaml"
    lines = "  ACTION\n  1 – Play the highest cost card in hand.\n  2 – Pass.\n"
    words = f"jack: {CLAY}\ncard: |\n  PRE TURN\n{lines}"
    file.write_text(words, "utf-8")
    player = AICardPlayer(load_ai_card(file, known), known)
    table = two(path, theirs=hand)
    act = player.act(table, table.seats[1])
    assert isinstance(act, Play)
    assert (player.followed, act.card.name) == ("1", "Coin")
    table.seats[0].in_play.clear()
    table.watch()
    act = player.act(table, table.seats[1])
    assert isinstance(act, Play)
    assert act.card.name == "Grave Robber"


# ------------------------------------------------------------------------- once each round


def test_an_ability_for_once_a_round_is_used_once_a_round(suit: Suit) -> None:
    """Ruling G-once."""
    table = two(suit("Once per round, Spend 1 coin token to Draw 1"), mine="Filler C")
    table.seats[0].in_play[0].settled.append(catalogue().card("Waste", False))
    act(table, 0, "spend 1 coin with Law")
    assert refused(table, 0, "spend 1 coin with Law") == ONCE
    assert not any(each.startswith("spend") for each in acts_of(table, 0))
    copy = table.copy(table.players, table.rng)
    assert not any(each.startswith("spend") for each in acts_of(copy, 0))
    play_round(table)
    act(table, 0, "spend 1 coin with Law")


def test_once_per_round_is_once_for_several_at_once(suit: Suit) -> None:
    path = suit("Once per round, when you Discard a card, Gain 1 coin token", "Discard 2")
    table = two(path, mine="Shallow Grave, Shallow Grave")
    act(table, 0, "play Shallow Grave")
    assert table.seats[0].coins == 6
    act(table, 0, "play Shallow Grave")
    assert table.seats[0].coins == 6


# ------------------------------------------------------------------------- as a scenario


def test_a_scenario_keeps_what_is_known_of_a_table_beside_its_cards(
    suit: Suit, tmp_path: Path
) -> None:
    """Done this round, done with for once a round, named, past a Reset, whose card, more acts."""
    path = suit(
        "Once per round, Spend 1 coin token to Draw 1. Once per round, when you Trash a card, "
        "Gain 1 coin token. Until the Reset, opponents cannot Shop. If you have Trashed a card "
        "this round, Draw 1"
    )
    table = two(path, mine="Filler C")
    mine, theirs = table.seats
    for seat in table.seats:
        seat.supply.clear()
        seat.draw_deck.clear()
    mine.draw_deck.append(mine.hand[0])
    law = mine.in_play[0]
    known = catalogue("prototype", (path,))
    before = scenario_of(table)
    assert lay_out(before, known).again == 0
    act(table, 0, "spend 1 coin with Law")
    moves.finish_keyword(table, TriggerEvent(mine, "trash", [known.card("Waste", False)]))
    law.settled = [known.card("Waste", False), known.card("Coin", False)]
    law.foreign, law.stale = ((1, 1),), True
    mine.character.stale, mine.named, theirs.named, table.again = True, "Call", "Bury", 1
    scenario = scenario_of(table)
    (placed, *_) = scenario.seats[0].in_play
    assert placed == PlacedCard("Law", ("Waste", SettledCard("Coin", 2)), (1, 2), True)
    assert scenario.seats[0].done["trash"] == ("Waste",)
    file = save_scenario(tmp_path / "tables", "table", scenario)
    laid = load_scenario(file, (path,)).table()
    assert scenario_of(laid) == scenario
    assert snapshot(laid) == snapshot(table)
    assert hash(scenario) == hash(load_scenario(file, (path,)).scenario)
    again = laid.seats[0].in_play[0]
    assert (again.used, again.foreign, again.stale) == (law.used, law.foreign, True)
    assert refused(laid, 0, "spend 1 coin with Law") == ONCE
    assert (laid.seats[1].named, laid.again, laid.seats[0].character.stale) == ("Bury", 1, True)
    assert acts_of(laid, 1) == acts_of(table, 1)
    words = "; ".join(table_words(scenario))
    assert "Law with Waste, Coin Settled on it (used this round)" in words


# ----------------------------------------------------------------- what sets a trigger off


def test_it_is_the_card_that_has_set_the_trigger_off(suit: Suit) -> None:
    """Ruling G-trigger-it: the topmost of its name where its keyword has put it."""
    table = two(suit("When you Discard a starter card, Draw it"), mine="Shallow Grave")
    table.seats[0].draw_deck[-2:] = [table.names.card(name, False) for name in ("Bury", "Coin")]
    act(table, 0, "play Shallow Grave")
    assert named(table.seats[0].hand) == "Coin"
    assert named(table.seats[0].discard_stack) == "Bury"


def test_a_card_purchased_may_go_elsewhere(suit: Suit) -> None:
    table = two(suit("When you Purchase a card, Move it to the top of your Draw Deck instead"))
    act(table, 0, "shop Filler A, Filler B")
    assert named(table.seats[0].draw_deck[-2:]) == "Filler A, Filler B"
    assert table.seats[0].discard_stack == []


def test_a_pass_is_heard_each_time(suit: Suit) -> None:
    table = two(suit("When an opponent Passes, Gain 1 coin token"))
    heard = listen(table)
    table.players = (Script("shop Power"), Script())
    play_round(table)
    assert [each for each in heard if each.startswith("gain 0")] == ["gain 0 1"]


def test_the_turn_is_heard_by_the_text_up_before_it_and_by_that_up_after_it(suit: Suit) -> None:
    """Ruling G-turn-text."""
    words = ("When the Turn comes, Gain 2 coin tokens", "When the Turn comes, Gain 1 coin token")
    table = two(suit(*words))
    turn(table)
    assert table.seats[0].coins == 8


# ---------------------------------------------------------------------------- what is Spent


def test_of_a_list_of_what_is_spent_the_first_that_is_possible_is_taken(suit: Suit) -> None:
    """An ability that takes starter cards leaves the first of the list in hand."""
    table = two(suit("Spend 1 starter card to Draw 1"), mine="Filler A, Coin")
    assert followed("Spend “Filler A”/“Coin” using “Law”.", table) == "spend Coin with Law"


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
