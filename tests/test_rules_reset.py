"""Reset step by step, the Turn, and the End."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers import (
    CLAY,
    EDITIONS,
    ODDS,
    STICKS,
    WORDS,
    At,
    Script,
    act,
    every_card,
    in_play,
    lay,
    listen,
    named,
    play_round,
)

from moonflight_solo.rules import moves
from moonflight_solo.rules import reset as steps
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.ending import outcome, score
from moonflight_solo.rules.game import Settings, play
from moonflight_solo.rules.state import Event, IllegalChoice, Table
from moonflight_solo.rules.texts.other_effects import shuffle_in
from moonflight_solo.scenario import snapshot

both_editions = pytest.mark.parametrize("edition", EDITIONS)

GENERIC = ["Power", "Fealty", "Coins", "Riches", "Wealth"]


# ---------------------------------------------------------------------- numbers and order


@pytest.mark.parametrize(
    ("edition", "printed"),
    [
        ("prototype", ["1", "2", "2", "3", "4", "4.1", "5", "6", "7"]),
        ("final", ["1", "2", "3", "4", "5", "5.1", "6", "7", "8"]),
    ],
)
def test_each_edition_numbers_its_steps_as_printed(edition: str, printed: list[str]) -> None:
    """Reset: the prototype keeps cards and coin tokens in step 2, the final edition in 2 and 3; the
    order of what is done is the same."""
    found = edition_named(edition).reset
    assert [step.does for step in found] == [
        "leave play",
        "retain cards",
        "keep coins",
        "draw",
        "deal",
        "cover",
        "end",
        "settled",
        "pass marker",
    ]
    assert [step.step for step in found] == printed


@both_editions
def test_all_players_do_each_step_in_order(edition: str) -> None:
    """Reset: all players perform the steps in order; told of from the First Player on (ruling
    G-simultaneous)."""
    seat = At(
        CLAY,
        hand="2 Waste",
        in_play="Bury, Lesson + Waste",
        deck="9 Waste",
        market=("", "Bury", "Bury"),
    )
    table = lay(
        seat,
        At(WORDS, hand="Waste", in_play="Call"),
        edition=edition,
        first=1,
        players=[Script(retain="1"), Script()],
    )
    heard = listen(table)
    steps.reset(table)
    assert [" ".join(line.split()[:3]) for line in heard] == [
        "leave play 1",
        "leave play 0",
        "retain 1",
        "move 1 Waste",
        "retain 0 Waste",
        "move 0 Waste",
        "draw 1 Waste,",
        "draw 0 Waste,",
        "deal 1 Oeuvre,",
        "deal 0 Bury,",
        "settled 0 Waste",
    ]


# -------------------------------------------------------------------- 1: cards leave play


@both_editions
def test_cards_without_settled_cards_leave_play_in_their_owners_order(edition: str) -> None:
    """Reset step 1: cards in play without Settled cards go to their owner's Discard Stack, in the
    order the owner chooses; it is no Discard."""
    player = Script(order="Fealty, Bury, Waste")
    seat = At(CLAY, in_play="Bury, Lesson + Waste, Waste, Fealty")
    table = lay(seat, At(WORDS, in_play="Call"), edition=edition, players=[player, Script()])
    heard = listen(table)
    steps.leave_play(table)
    assert player.asked == [("order", ["Bury", "Waste", "Fealty"])]
    assert named(table.seats[0].discard_stack) == "Fealty, Bury, Waste"
    assert in_play(table.seats[0]) == "Lesson + Waste"
    assert named(table.seats[1].discard_stack) == "Call"
    assert not any(line.startswith("triggered") for line in heard)


def test_an_order_names_every_card_once() -> None:
    table = lay(At(CLAY, in_play="Bury, Waste"), players=[Script(order="Bury")])
    with pytest.raises(Exception, match="choose at least 2"):
        steps.leave_play(table)


def test_a_card_whose_settled_cards_have_gone_leaves_in_the_next_reset() -> None:
    """Reset steps 1 and 7: the Settled card goes now, the card it was on a round later."""
    table = lay(At(WORDS, in_play="Lesson + Coin"), At(CLAY))
    play_round(table)
    assert in_play(table.seats[0]) == "Lesson"
    play_round(table)
    assert in_play(table.seats[0]) == ""


# --------------------------------------------------------------- 2: retaining cards


@both_editions
@pytest.mark.parametrize(
    ("answer", "kept", "gone"),
    [
        ("none", "", "Bury, Coin, Waste"),
        ("Coin", "Coin", "Bury, Waste"),
        ("Bury", "Bury", "Coin, Waste"),
    ],
)
def test_up_to_one_card_is_retained(edition: str, answer: str, kept: str, gone: str) -> None:
    """Reset step 2: keeping up to the retain limit, one to start with; the others are moved."""
    money = "Coin" if edition == "prototype" else "Money"
    player = Script(retain=answer.replace("Coin", money))
    table = lay(
        At(CLAY, hand=f"Bury, {money}, Waste"),
        At(WORDS),
        edition=edition,
        players=[player, Script()],
    )
    steps.retain_cards(table)
    assert named(table.seats[0].hand) == kept.replace("Coin", money)
    assert named(table.seats[0].discard_stack) == gone.replace("Coin", money)


def test_more_than_the_retain_limit_is_refused() -> None:
    """Reset step 2: up to as many as the retain limit."""

    class Greedy(Script):
        def choose(self, *_about: object) -> list[int]:
            return [0, 1]

    table = lay(At(CLAY, hand="3 Waste"), At(WORDS), players=[Greedy(), Script()])
    with pytest.raises(IllegalChoice, match="choose at most 1"):
        steps.retain_cards(table)


def test_a_greater_retain_limit_keeps_more() -> None:
    """Reset step 2: the retain limit may be changed by what is in play, a character too."""
    player = Script(retain="Coin, Waste")
    table = lay(
        At(STICKS, hand="Coin, Bury, Waste"), At(CLAY), made_up=True, players=[player, Script()]
    )
    steps.retain_cards(table)
    assert named(table.seats[0].hand) == "Coin, Waste"


# -------------------------------------------------------------- 3 (2): coin tokens


@both_editions
@pytest.mark.parametrize(("held", "kept"), [(0, 0), (4, 4), (5, 5), (6, 5), (17, 5)])
def test_up_to_five_coin_tokens_are_kept(edition: str, held: int, kept: int) -> None:
    """Reset step 3 (prototype: 2): keeping up to five, the others go to the Supply; nobody is asked
    (ruling G-coins-kept).
    """
    table = lay(At(CLAY, coins=held), At(WORDS), edition=edition)
    heard: list[Event] = []
    table.listener = heard.append
    steps.keep_coins(table)
    assert table.seats[0].coins == kept
    assert [(each.kind, each.seat, each.number) for each in heard] == (
        [("return", 0, held - kept)] if held > kept else []
    )


# ------------------------------------------------------------------- 4 (3): drawing


@both_editions
@pytest.mark.parametrize(("held", "drawn"), [(0, 5), (1, 4), (5, 0), (7, 0)])
def test_cards_are_drawn_up_to_the_hand_limit(edition: str, held: int, drawn: int) -> None:
    """Reset step 4 (3): draw until the hand has as many cards as the limit, five to start with, not
    as many cards as the limit; a larger hand keeps its cards (ruling G-limit)."""
    hand = f"{held} Bury" if held else ""
    table = lay(At(CLAY, hand=hand), At(WORDS), edition=edition)
    steps.draw_step(table)
    assert len(table.seats[0].hand) == held + drawn


@both_editions
def test_the_discard_stack_is_shuffled_to_finish_drawing(edition: str) -> None:
    """Reset step 4 (3), note: if the Draw Deck is emptied while drawing."""
    table = lay(At(CLAY, deck="2 Waste", discard="9 Bury"), At(WORDS), edition=edition)
    steps.draw_step(table)
    clay = table.seats[0]
    assert named(clay.hand) == "Waste, Waste, Bury, Bury, Bury"
    assert (len(clay.draw_deck), clay.discard_stack) == (6, [])


def test_the_hand_limit_counts_what_is_still_in_play() -> None:
    """Ruling G-limit; Build, example: a card that has left in step 1 no longer counts."""
    table = lay(At(WORDS, in_play="Oeuvre, Lesson + Waste", deck="20 Coin"), At(CLAY))
    steps.reset(table)
    assert len(table.seats[0].hand) == 6


# ------------------------------------------------------------------- 5 (4): the market


@both_editions
@pytest.mark.parametrize("whose", [0, 1])
def test_one_empty_stack_of_a_suit_deals_to_every_jacks_stacks(edition: str, whose: int) -> None:
    """Reset step 5 (4): each player Deals three, one card to each of the three Market Stacks of
    each suit, not just to the empty ones."""
    empty = ("", "Bury", "Bury") if whose == 0 else ("Bury", "Bury", "Bury")
    words = ("Oeuvre", "Oeuvre", "Oeuvre") if whose == 0 else ("Oeuvre", "", "")
    table = lay(At(CLAY, market=empty), At(WORDS, market=words), edition=edition)
    before = [[len(stack.cards) for stack in seat.market] for seat in table.seats]
    steps.market_step(table)
    after = [[len(stack.cards) for stack in seat.market] for seat in table.seats]
    assert after == [[number + 1 for number in stacks] for stacks in before]
    assert [len(seat.supply) for seat in table.seats] == [3, 3]
    assert all(len(stack.cards) == 1 for stack in table.generic)


@both_editions
def test_with_no_empty_stack_nothing_is_dealt(edition: str) -> None:
    """Reset step 5 (4): if at least one Market Stack is empty."""
    table = lay(At(CLAY), At(WORDS), edition=edition)
    before = snapshot(table)
    steps.market_step(table)
    assert snapshot(table) == before


@pytest.mark.parametrize("stack", range(5))
def test_which_empty_stacks_call_for_the_deal_is_the_editions(stack: int) -> None:
    """Reset step 4 (prototype): any Market Stack. Step 5 (final): a non-generic one; ruling
    G-empty."""
    for edition, dealt in (("prototype", True), ("final", False)):
        table = lay(At(CLAY), At(WORDS), edition=edition)
        table.generic[stack].cards.clear()
        steps.market_step(table)
        assert table.dealt is dealt


def test_empty_stacks_keep_their_suit() -> None:
    """Reset step 5 (4), note: Market Stacks keep their suit even when empty."""
    table = lay(At(CLAY, market=("", "", "")), At(WORDS))
    assert [stack.suit for stack in table.seats[0].market] == [CLAY] * 3
    steps.market_step(table)
    assert named(table.seats[0].market[0].cards) == "Bury"


@both_editions
def test_a_short_supply_stack_is_dealt_out_where_its_owner_says(edition: str) -> None:
    """Deal; Card Resolution; ruling G-deal-short."""
    player = Script(deal="Clay and Bones stack 1, Clay and Bones stack 3")
    table = lay(
        At(CLAY, supply="2 Rise Up", market=("", "Bury", "Bury")),
        At(WORDS),
        edition=edition,
        players=[player, Script()],
    )
    steps.market_step(table)
    assert [named(stack.cards) for stack in table.seats[0].market] == [
        "Go Down",
        "Dig",
        "Dig, Go Down",
    ]
    assert table.turned


def test_a_card_purchased_for_nothing_may_empty_a_stack_too() -> None:
    """Reset step 5: it asks whether a Market Stack is empty, not how it became so."""
    table = lay(
        At(WORDS, hand="Teach, 10 Waste"), At(CLAY), players=[Script(purchase="Oeuvre"), Script()]
    )
    act(table, 0, "play Teach")
    steps.reset(table)
    assert table.dealt


# ---------------------------------------------------------------------------- the Turn


@both_editions
def test_the_turn_comes_when_the_deal_empties_a_supply_stack(edition: str) -> None:
    """Reset step 5 (4): if at least one Supply Stack is empty, trigger the Turn; all players turn
    all cards at the same time, whoever's stack it was."""
    table = lay(At(CLAY, supply="3 Bury", market=("", "Bury", "Bury")), At(WORDS), edition=edition)
    steps.reset(table)
    assert table.turned
    assert all(card.turned for card in every_card(table) if card.flipped is not card)


@both_editions
def test_the_turn_comes_also_without_a_deal(edition: str) -> None:
    """The Turn: a Supply Stack "is or becomes" empty in that step (ruling G-turn); one that became
    empty earlier in the round brings it now and not before."""
    table = lay(
        At(STICKS, hand="Bricks", supply="Bedrock"),
        At(CLAY),
        edition=edition,
        made_up=True,
        players=[Script("play Bricks", deal="1"), Script()],
    )
    act(table, 0, "play Bricks")
    assert table.seats[0].supply == []
    assert not table.turned
    steps.reset(table)
    assert table.turned
    assert not table.dealt


def test_the_turn_comes_once() -> None:
    """The Turn: once it has come, black text has no further effect."""
    table = lay(At(CLAY, supply=""), At(WORDS), turned=True)
    heard = listen(table)
    steps.reset(table)
    steps.turn(table)
    assert table.turned
    assert "turn" not in " ".join(heard)


@both_editions
def test_the_turn_flips_every_card_everywhere(edition: str) -> None:
    """The Turn, first note: ALL cards, those in Decks, Supply Stacks, Market Stacks and hands, in
    play and Settled, and the characters of all players; each stays where it is."""
    names = "Bury, Lesson, Waste"
    clay = At(
        CLAY,
        hand=names,
        in_play="Lesson, Oeuvre + Call + Bury",
        deck=names,
        discard=names,
        trash=names,
        supply="Bury, Rise Up",
        market=("Bury", "Rise Up, Bury", "Bury"),
    )
    words = replace(clay, jack=WORDS, supply="Lesson", market=("Oeuvre", "Oeuvre", "Oeuvre"))
    table = lay(clay, words, edition=edition)
    steps.turn(table)
    for table_seat, character in zip(table.seats, ("Jack o' Bones", "Jack o' Names"), strict=True):
        assert table_seat.character.card.name == character
        for pile in (
            table_seat.hand,
            table_seat.draw_deck,
            table_seat.discard_stack,
            table_seat.trash_stack,
        ):
            assert named(pile) == "Dig, Learnt, Waste"
        assert in_play(table_seat) == "Learnt, Magnum Opus + Hear + Dig"
    assert named(table.seats[0].supply) == "Dig, Go Down"
    assert named(table.seats[1].supply) == "Learnt"
    markets = [[named(stack.cards) for stack in table_seat.market] for table_seat in table.seats]
    assert markets == [["Dig", "Go Down, Dig", "Dig"], ["Magnum Opus"] * 3]
    # Power costs 2 before and 3 after it, Fealty 4 and 3.
    assert [stack.cards[-1].cost for stack in table.generic] == [3, 3, 3, 5, 7]


@both_editions
def test_nothing_in_play_is_followed_again_at_the_turn(edition: str) -> None:
    """The Turn, last note: abilities of cards in play do not resolve as though they had just come
    into play."""
    seat = At(WORDS, hand="5 Waste", in_play="Lesson + Waste, Try To Forget")
    table = lay(seat, At(CLAY, hand="Waste"), edition=edition)
    heard = listen(table)
    before = [len(table_seat.hand) for table_seat in table.seats]
    steps.turn(table)
    assert [len(table_seat.hand) for table_seat in table.seats] == before
    # Lesson lost its Stability; nothing else happened.
    assert heard == ["turn 0 1", "settled 0 Waste to Learnt"]
    assert [table_seat.coins for table_seat in table.seats] == [0, 0]


def test_settled_cards_leave_where_the_turn_takes_the_stability_away() -> None:
    """Set and Settled, first note: if a card with a Stability of - ever has cards Settled on it, as
    by the Turn, they move at once to their owner's Discard Stack."""
    table = lay(At(WORDS, in_play="Lesson + Coin + Waste, Oeuvre + Bury"), At(CLAY))
    steps.turn(table)
    assert in_play(table.seats[0]) == "Learnt, Magnum Opus + Dig"
    assert sorted(named(table.seats[0].discard_stack).split(", ")) == ["Coin", "Waste"]


def test_settled_cards_leave_at_the_turn_from_the_first_player_on() -> None:
    """Ruling G-simultaneous; a card on an opponent's goes to its owner's Discard Stack."""
    table = lay(At(WORDS, in_play="Lesson + Coin"), At(WORDS, in_play="Lesson + Waste"), first=1)
    table.seats[1].in_play[0].foreign = ((0, 0),)
    steps.turn(table)
    assert named(table.seats[0].discard_stack[-2:]) == "Waste, Coin"


def test_abilities_change_with_the_turn() -> None:
    """The Turn: black text has no further effect and white text is activated instead."""
    table = lay(At(CLAY, hand="Bury, Waste", in_play="Grave Robber", deck="2 Waste"), At(WORDS))
    steps.turn(table)
    seat = table.seats[0]
    assert [placed.card.name for placed in seat.abilities()] == ["Jack o' Bones"]
    act(table, 0, "spend Waste with Jack o' Bones")
    assert named(seat.trash_stack) == "Waste"
    # And the Jack o' Clay no longer watches for Discards.
    table = lay(At(CLAY, hand="Waste"), At(WORDS, hand="2 Waste"))
    steps.turn(table)
    table.seats[0].hand = [table.names.card("Learnt", True), *table.seats[0].hand]
    act(table, 0, "play Learnt")
    assert named(table.seats[0].discard_stack) == "Waste"
    assert table.seats[0].hand == []


def test_what_is_watched_for_changes_with_the_turn() -> None:
    """The Turn: before it the card in play watched for a Discard, after it for a Draw."""
    table = lay(At(ODDS, hand="Fealty, Waste", in_play="Hoard"), At(WORDS), made_up=True)
    act(table, 0, "play Fealty")
    assert table.seats[0].coins == 0
    steps.turn(table)
    table.seats[0].hand.append(table.names.card("Fealty", True))
    act(table, 0, "play Fealty")
    assert table.seats[0].coins == 2


def test_hand_limits_change_with_the_turn() -> None:
    """The Turn happens after drawing: the limit of the other end counts from the next Reset on."""
    table = lay(At(STICKS), At(CLAY), made_up=True)
    assert table.seats[0].hand_limit() == 5
    steps.turn(table)
    assert (table.seats[0].hand_limit(), table.seats[0].retain_limit()) == (6, 1)


@both_editions
def test_the_deal_comes_before_the_turn_and_covering_after_it(edition: str) -> None:
    """Quick reference (prototype); ruling G-cover: deal, then the Turn, then covering."""
    player = Script(cover=["Dig on Clay and Bones stack 1"])
    table = lay(
        At(CLAY, deck="Waste, Bury, 4 Waste", supply="3 Rise Up", market=("", "Bury", "Bury")),
        At(WORDS),
        edition=edition,
        players=[player, Script()],
    )
    heard = listen(table)
    steps.reset(table)
    kinds = [line.split()[0] for line in heard]
    assert kinds[-4:] == ["deal", "deal", "turn", "cover"]
    assert named(table.seats[0].market[0].cards) == "Go Down, Dig"


# ---------------------------------------------------------------------- 5.1 (4.1): covering


def dealt_table(*seats: At, players: list[Script], first: int = 0, turned: bool = False) -> Table:
    table = lay(*seats, players=players, first=first, turned=turned)
    table.dealt = True
    return table


def test_nothing_is_covered_when_nothing_was_dealt() -> None:
    """Reset step 5.1: if no cards are dealt in step 5, skip it."""
    player = Script()
    table = lay(At(CLAY, deck="5 Bury", discard="Waste"), At(WORDS), players=[player, Script()])
    steps.reset(table)
    assert player.was_asked("cover") == []


def test_a_deal_is_covered_in_its_own_reset_only() -> None:
    """Reset step 5.1: if no cards are dealt in step 5 of this Reset, skip it."""
    player = Script()
    seat = At(CLAY, deck="20 Bury", market=("", "Bury", "Bury"))
    table = lay(seat, At(WORDS), players=[player, Script()])
    for _ in range(2):
        steps.reset(table)
        assert len(player.was_asked("cover")) == 1


def test_a_deal_of_nothing_is_no_deal() -> None:
    """Reset step 4 (prototype): if, and only if, at least one card is dealt."""
    player = Script()
    table = lay(
        At(CLAY, deck="5 Dig", discard="Waste", supply="", market=("", "Dig", "Dig")),
        At(WORDS, supply=""),
        players=[player, Script()],
        turned=True,
    )
    steps.reset(table)
    assert not table.dealt
    assert player.was_asked("cover") == []


@both_editions
def test_an_empty_supply_stack_keeps_no_other_from_dealing(edition: str) -> None:
    """Reset step 5 (4); Card Resolution: what cannot be dealt is left out, and one card dealt is
    enough for step 5.1 (4.1)."""
    table = lay(
        At(CLAY, supply="", market=("", "Dig", "Dig")), At(WORDS), turned=True, edition=edition
    )
    steps.market_step(table)
    assert [[len(stack.cards) for stack in seat.market] for seat in table.seats] == [
        [0, 1, 1],
        [2, 2, 2],
    ]
    assert table.dealt


def test_up_to_one_card_covers_each_matching_stack() -> None:
    """Reset step 5.1 (4.1): up to one card in hand to each Market Stack of a matching suit; in any
    of its order, until the player has enough."""
    player = Script(cover=["Bury on Clay and Bones stack 2", "Rise Up on Clay and Bones stack 1"])
    table = dealt_table(
        At(CLAY, hand="Bury, Rise Up, Waste, Power"), At(WORDS), players=[player, Script()]
    )
    steps.cover(table)
    assert [named(stack.cards) for stack in table.seats[0].market] == [
        "Bury, Rise Up",
        "Bury, Bury",
        "Bury",
    ]
    assert named(table.seats[0].hand) == "Waste, Power"
    # Neither starter nor generic cards match a Market Stack (G-cover-any).
    assert player.asked == [
        (
            "cover",
            [
                f"{card} on Clay and Bones stack {n}"
                for card in ("Bury", "Rise Up")
                for n in (1, 2, 3)
            ],
        ),
        ("cover", [f"Rise Up on Clay and Bones stack {n}" for n in (1, 3)]),
    ]


def test_a_stack_is_covered_once_by_each_player() -> None:
    """Reset step 5.1 (4.1): up to one card to each Market Stack."""
    player = Script(cover=[f"Bury on Clay and Bones stack {n}" for n in (1, 2, 3)])
    table = dealt_table(At(CLAY, hand="5 Bury"), At(WORDS), players=[player, Script()])
    steps.cover(table)
    assert [len(stack.cards) for stack in table.seats[0].market] == [2, 2, 2]
    assert named(table.seats[0].hand) == "Bury, Bury"


def test_two_players_may_cover_the_same_stack() -> None:
    """Reset step 5.1 (4.1): "Players may Move up to one card" to each Market Stack."""
    players = [Script(cover=f"{card} on Clay and Bones stack 1") for card in ("Bury", "Rise Up")]
    table = dealt_table(At(CLAY, hand="Bury"), At(WORDS, hand="Rise Up"), players=players)
    steps.cover(table)
    assert named(table.seats[0].market[0].cards) == "Bury, Bury, Rise Up"


def test_any_stack_of_a_cards_suit_may_be_covered() -> None:
    """Ruling G-cover-any: an opponent's too, as in Reset step 5.1 "a suit matching that card"."""
    player = Script(cover="Lesson on Words and Names stack 3")
    table = dealt_table(At(CLAY, hand="Lesson"), At(WORDS), players=[player, Script()])
    steps.cover(table)
    assert named(table.seats[1].market[2].cards) == "Oeuvre, Lesson"


def test_covering_goes_round_from_the_first_player() -> None:
    """Ruling G-cover."""
    players = [Script(cover="1"), Script(cover="1")]
    table = dealt_table(At(CLAY, hand="Bury"), At(WORDS, hand="Lesson"), players=players, first=1)
    heard = listen(table)
    steps.cover(table)
    assert [line.split()[1] for line in heard] == ["1", "0"]


def test_covering_moves_a_card_and_sets_nothing_off() -> None:
    """Purchase, Set, ... and Move: it is a Move."""
    table = dealt_table(At(CLAY, hand="Bury"), At(WORDS), players=[Script(cover="1"), Script()])
    heard = listen(table)
    steps.cover(table)
    assert len(heard) == 1


# ------------------------------------------------------------------------ 6 (5): the End


@both_editions
@pytest.mark.parametrize(
    ("deck", "discard", "ended"), [("", "", True), ("Waste", "", False), ("", "Waste", False)]
)
def test_the_end_needs_draw_deck_and_discard_stack_empty(
    edition: str, deck: str, discard: str, ended: bool
) -> None:
    """Reset step 6 (5): both no cards in the Draw Deck nor any in the Discard Stack; ruling
    G-end-both."""
    table = lay(At(CLAY, deck=deck, discard=discard), At(WORDS), edition=edition)
    steps.end(table)
    assert (table.ended_by == "end") is ended


@both_editions
def test_the_end_is_looked_at_before_settled_cards_drop(edition: str) -> None:
    """Reset step 7 (6), note (final): Settled cards do not stop the End."""
    table = lay(
        At(WORDS, in_play="Lesson + Waste", deck="6 Bury"),
        At(CLAY),
        edition=edition,
    )
    steps.reset(table)
    assert table.ended_by == "end"
    assert in_play(table.seats[0]) == "Lesson + Waste"
    assert table.round == 1


def test_the_end_is_not_triggered_during_the_action_phase() -> None:
    """Reset step 6, note (final): the whole deck in hand or in play does not trigger it."""
    table = lay(At(CLAY, hand="4 Waste, 3 Coin", deck=""), At(WORDS))
    act(table, 0, "play Waste")
    assert table.ended_by == ""
    play_round(table)
    # Six of the seven went through the Discard Stack into a new Draw Deck.
    assert table.ended_by == ""


@both_editions
def test_the_end_may_come_before_the_turn(edition: str) -> None:
    """The End, note: cunning or foolhardy play can trigger the End before the Turn; the other ends
    of the cards do not score then."""
    table = lay(At(WORDS, deck="2 Lesson, Teach"), At(CLAY), edition=edition)
    result = play(table, Settings((WORDS, CLAY)))
    assert (result.turned, result.scores) == (False, (1, 0))


@both_editions
def test_an_end_in_the_reset_of_the_turn_scores_the_ends_now_up(edition: str) -> None:
    """The End: "Cards only score the value upper most when the game ends", which the Turn has just
    changed; hands have been drawn under the old hand limit (Reset, in order)."""
    words = At(
        WORDS,
        in_play="Lesson + Waste",
        deck="7 Teach",
        supply="3 Call",
        market=("", "Call", "Call"),
    )
    table = lay(words, At(CLAY, deck="2 Call The Living"), edition=edition)
    steps.reset(table)
    result = outcome(table)
    assert (result.turned, result.triggered_by) == (True, (1,))
    assert result.scores == (12, 6)


def test_several_players_may_trigger_the_end() -> None:
    """Reset step 6: one or more players."""
    table = lay(At(CLAY, deck=""), At(WORDS), At(CLAY, deck=""))
    steps.reset(table)
    assert outcome(table).triggered_by == (0, 2)


def test_only_hands_score() -> None:
    """The End, note: cards in play, decks, discard stacks or anywhere else do not count."""
    seat = At(
        WORDS,
        hand="Learnt",
        in_play="Understand, Magnum Opus + Listen",
        deck="Listen",
        discard="Understand",
        trash="Understand",
    )
    table = lay(seat, At(CLAY), turned=True)
    assert score(table.seats[0]) == 1


def ended(*seats: At, first: int = 0) -> Table:
    table = lay(*seats, turned=True, first=first)
    table.ended_by = "end"
    return table


@pytest.mark.parametrize("winner", [0, 1])
@pytest.mark.parametrize(
    ("better", "worse", "won_by"),
    [
        (At(CLAY, hand="Learnt"), At(CLAY, coins=5), "highest score"),
        (At(CLAY, coins=2, deck="9 Waste"), At(CLAY, coins=1, deck="Waste"), "most coin tokens"),
        (
            At(CLAY, deck="3 Waste"),
            At(CLAY, deck="2 Waste", discard="2 Waste"),
            "fewest cards in Draw Deck and Discard Stack",
        ),
        (
            At(CLAY, deck="", discard="3 Waste"),
            At(CLAY, deck="2 Waste", discard="2 Waste"),
            "fewest cards in Draw Deck and Discard Stack",
        ),
    ],
)
def test_ties_are_broken_in_the_printed_order(
    winner: int, better: At, worse: At, won_by: str
) -> None:
    """The End: highest score; then most coin tokens; then fewest cards in Draw Deck and Discard
    Stack; wherever the winner sits."""
    seats = (better, worse) if winner == 0 else (worse, better)
    result = outcome(ended(*seats, first=1 - winner))
    assert (result.winner, result.won_by) == (winner, won_by)
    assert result.ranking == (winner, 1 - winner)
    assert result.finished


@pytest.mark.parametrize("first", [0, 1, 2])
def test_a_full_tie_goes_to_the_first_player(first: int) -> None:
    """The End: if it is still a tie the current First Player wins."""
    result = outcome(ended(At(CLAY), At(WORDS), At(CLAY), first=first))
    assert result.winner == first
    assert result.won_by == "nearest to the First Player Marker"


def test_a_full_tie_without_the_first_player_goes_on_clockwise() -> None:
    """Ruling G-tie: the next clockwise of those who are tied."""
    result = outcome(ended(At(CLAY, hand="Learnt"), At(WORDS), At(CLAY, hand="Learnt"), first=1))
    assert result.winner == 2
    assert result.ranking == (2, 0, 1)


def test_the_current_first_player_is_the_one_before_the_marker_is_passed() -> None:
    """The End comes in step 6, the marker is passed in step 8."""
    table = lay(At(CLAY, deck=""), At(WORDS, deck="5 Waste"), first=1)
    steps.reset(table)
    assert outcome(table).winner == 1


def test_a_player_alone_wins_by_being_there() -> None:
    result = outcome(ended(At(CLAY, hand="Learnt")))
    assert (result.winner, result.won_by, result.scores) == (0, "the only player", (1,))


# ------------------------------------------------------------------ 7 (6) and 8 (7)


@both_editions
def test_the_last_settled_card_of_each_card_drops(edition: str) -> None:
    """Reset step 7 (6): the topmost Settled card on each card still in play, last in first out; in
    the order of the cards they lay on (ruling G-order)."""
    seat = At(WORDS, in_play="Oeuvre + Bury + Waste, Lesson + Call, Talk")
    table = lay(seat, At(CLAY, in_play="Lesson + Bury"), edition=edition)
    steps.drop_topmost(table)
    assert in_play(table.seats[0]) == "Oeuvre + Bury, Lesson, Talk"
    assert named(table.seats[0].discard_stack) == "Waste, Call"
    assert named(table.seats[1].discard_stack) == "Bury"


def test_a_settled_card_that_drops_is_no_discard() -> None:
    """Reset step 2, note: moving a card to a Discard Stack is no Discard."""
    table = lay(At(CLAY, in_play="Lesson + Waste"), At(WORDS))
    steps.drop_topmost(table)
    assert table.seats[0].hand == []


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_marker_goes_to_the_left_and_a_new_round_starts(seats: int) -> None:
    """Reset step 8 (7): pass the First Player Marker to the left, start a new Round."""
    table = lay(*[At(CLAY)] * seats)
    firsts = []
    for number in range(1, seats + 2):
        assert table.round == number
        firsts.append(table.first)
        play_round(table)
    assert firsts == [number % seats for number in range(seats + 1)]


# ----------------------------------------------------------------------- set off in Reset


def test_drawing_in_reset_is_drawing() -> None:
    """Reset step 4: players Draw, which is the effect of that name and no mere Move."""
    seat = At(ODDS, in_play="Nest Egg + Waste", hand="3 Waste")
    table = lay(seat, At(CLAY), made_up=True, turned=True)
    steps.draw_step(table)
    assert table.seats[0].coins == 2


# ------------------------------------------------------------- what a change of one word showed


def test_one_missing_card_is_drawn() -> None:
    table = lay(At(CLAY, hand="4 Waste"), At(WORDS, hand="6 Waste"))
    steps.draw_step(table)
    assert [len(seat.hand) for seat in table.seats] == [5, 6]


def test_a_stack_shuffled_in_is_shuffled() -> None:
    unchanged = 0
    for seed in range(20):
        table = lay(At(CLAY, deck="Bury, Coin, Waste", discard="Bury, 2 Coin, 2 Waste"), seed=seed)
        (seat,) = table.seats
        before = named([*seat.draw_deck, *seat.discard_stack])
        shuffle_in(table, seat, "discard stack", lambda seat: seat.discard_stack)
        assert sorted(named(seat.draw_deck).split(", ")) == sorted(before.split(", "))
        assert seat.discard_stack == []
        unchanged += named(seat.draw_deck) == before
    assert unchanged < 5


def test_what_is_drawn_is_seen_by_nobody_else() -> None:
    table = lay(At(CLAY, deck="1 Waste", discard="3 Coin"))
    hidden: list[bool] = []
    table.listener = lambda event: hidden.append(event.hidden) if event.kind == "draw" else None
    for number in (1, 2):
        moves.draw(table, table.seats[0], number)
    assert hidden == [True, True]
