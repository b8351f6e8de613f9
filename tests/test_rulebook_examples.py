"""Every example of the two rulebooks, played out.

Where an example mentions cards that this collection lacks, a made-up suit with the required numbers
is used (`tests/data/sticks_and_stones.yaml`).
"""

from __future__ import annotations

import pytest
from helpers import (
    CLAY,
    EDITIONS,
    STICKS,
    WORDS,
    At,
    Script,
    act,
    in_play,
    lay,
    listen,
    named,
    play_round,
    refused,
)

from moonflight_solo.rules import reset as steps
from moonflight_solo.rules.ending import outcome
from moonflight_solo.rules.notation import NotationError
from moonflight_solo.rules.state import Table
from moonflight_solo.scenario import snapshot

both_editions = pytest.mark.parametrize("edition", EDITIONS)


# ----------------------------------------------------------------------------- the acts


@pytest.mark.parametrize(("edition", "card"), [("prototype", "Coins"), ("final", "Wealth")])
def test_three_coin_tokens_buy_a_card_that_costs_three(edition: str, card: str) -> None:
    """Shop, first example: three coin tokens go to the Supply (prototype: the Discard Stack, and
    so at once the Supply), and the card moves from its Market Stack to the Discard Stack."""
    table = lay(At(CLAY, coins=3), At(WORDS), edition=edition)
    act(table, 0, f"shop {card}")
    assert table.seats[0].coins == 0
    assert named(table.seats[0].discard_stack) == card
    assert table.generic[2].cards == []


@both_editions
def test_one_shop_buys_four_cards_of_ones_suit_one_of_them_newly_revealed(edition: str) -> None:
    """Shop, second example (final): for 5 a Bury from two Market Stacks, a Rise Up from the third,
    and the Shallow Grave that lay under one of the Burys. The prototype's words allow the same."""
    market = ("Macabre Harvest, Shallow Grave, Bury", "Bury", "Rise Up")
    table = lay(At(CLAY, market=market, coins=5), At(WORDS), edition=edition)
    act(table, 0, "shop Bury, Bury, Rise Up, Shallow Grave")
    clay = table.seats[0]
    assert clay.coins == 0
    assert named(clay.discard_stack) == "Bury, Bury, Rise Up, Shallow Grave"
    assert [named(stack.cards) for stack in clay.market] == ["Macabre Harvest", "", ""]


@both_editions
def test_the_card_under_a_card_is_bought_only_after_it(edition: str) -> None:
    """Shop, second example: the Shallow Grave can be bought since it is now at the top."""
    market = ("Shallow Grave, Bury", "Bury", "Rise Up")
    table = lay(At(CLAY, market=market, coins=5), At(WORDS), edition=edition)
    with pytest.raises(NotationError, match="not on top of a Market Stack"):
        act(table, 0, "shop Shallow Grave, Bury, Bury, Rise Up")
    # It lies under the first Bury only.
    with pytest.raises(NotationError, match="not on top of a Market Stack"):
        act(table, 0, "shop Bury #2, Rise Up, Shallow Grave")
    act(table, 0, "shop Bury, Shallow Grave")
    assert named(table.seats[0].discard_stack) == "Bury, Shallow Grave"
    assert table.seats[0].coins == 2


@both_editions
def test_building_on_oeuvre_and_lesson_makes_a_hand_of_eight(edition: str) -> None:
    """Build, example: one Waste Set on each; in Reset both cards stay until the hand is drawn, up
    to 5 + 2 + 1; the Waste goes to the Discard Stack and the cards are still there."""
    words = At(WORDS, hand="2 Waste", in_play="Oeuvre, Lesson")
    table = lay(words, At(CLAY), edition=edition, players=[Script(), Script()])
    act(table, 0, "build Waste on Oeuvre, Waste on Lesson")
    assert in_play(table.seats[0]) == "Oeuvre + Waste, Lesson + Waste"
    steps.reset(table)
    assert len(table.seats[0].hand) == 8
    assert len(table.seats[1].hand) == 5
    assert in_play(table.seats[0]) == "Oeuvre, Lesson"
    assert named(table.seats[0].discard_stack) == "Waste, Waste"


# -------------------------------------------------------------------------------- Reset


def covering_table(*cover: str) -> tuple[Script, Table]:
    """Return Clay and Bones' player and the table of the covering example, dealt and covered."""
    clay = At(
        CLAY,
        hand="Bury, 3 Money, Waste",
        coins=3,
        supply="4 Bury, 2 Rise Up, Take It With You",
        market=("", "Rise Up", "Rise Up"),
    )
    other = At(STICKS, hand="3 Money, 2 Waste", coins=5, market=("Bricks", "Bricks", "Bricks"))
    player = Script(cover=[*cover, "none"])
    table = lay(clay, other, players=[player, Script()], edition="final", made_up=True)
    steps.market_step(table)
    assert [named(stack.cards[-1:]) for stack in table.seats[0].market] == [
        "Take It With You",
        "Rise Up",
        "Rise Up",
    ]
    steps.cover(table)
    steps.pass_marker(table)
    assert table.first == 1
    return player, table


def test_a_precious_card_left_open_is_bought_by_the_opponent() -> None:
    """Reset step 5.1, example (final): if nothing is done, the opponent gains a coin token, buys
    the card for 1 as a first Shop, and then takes the precious card for 5."""
    _, table = covering_table()
    act(table, 1, "play Money")
    assert "first Shop" in refused(table, 1, "shop Take It With You")
    act(table, 0, "play Money")
    act(table, 1, "shop Bricks")
    act(table, 0, "play Money")
    assert table.seats[0].coins == table.seats[1].coins == 5
    act(table, 1, "shop Take It With You")
    assert named(table.seats[1].discard_stack) == "Bricks, Take It With You"


def test_a_covered_card_can_be_bought_with_its_cover_only_by_its_own_jack() -> None:
    """Reset step 5.1, example (final): covered with a Bury, the card cannot be taken by the
    opponent with one Shop; its own Jack buys both at once for 6."""
    player, table = covering_table("Bury on Clay and Bones stack 1")
    # Only the Bury matches a Market Stack; Money and Waste match none.
    assert player.was_asked("cover") == [
        [f"Bury on Clay and Bones stack {number}" for number in (1, 2, 3)]
    ]
    assert named(table.seats[0].market[0].cards) == "Take It With You, Bury"
    assert named(table.seats[0].hand) == "Money, Money, Money, Waste"
    act(table, 1, "play Money")
    act(table, 0, "play Money")
    act(table, 1, "shop Bricks")
    act(table, 0, "play Money")
    assert table.seats[0].coins == table.seats[1].coins == 5
    table.seats[1].coins = 6
    assert "own suit" in refused(table, 1, "shop Bury, Take It With You")
    table.seats[1].coins = 5
    act(table, 0, "play Money")
    act(table, 0, "shop Bury, Take It With You")
    assert table.seats[0].coins == 0
    assert named(table.seats[0].discard_stack) == "Bury, Take It With You"


def test_an_exhausted_generic_stack_does_not_deal_in_the_final_edition() -> None:
    """Reset step 5, first note (final): Fealty exhausted deals nothing; only a Jack's own three
    Market Stacks do."""
    table = lay(
        At(CLAY), At(WORDS), edition="final", generic=["Power", "", "Wealth", "Riches", "Opulence"]
    )
    before = snapshot(table)
    steps.market_step(table)
    assert snapshot(table) == before
    assert not table.dealt


def test_an_exhausted_generic_stack_deals_in_the_prototype() -> None:
    """Reset step 4 (prototype): at least one Market Stack is empty, whichever it is."""
    table = lay(At(CLAY), At(WORDS), generic=["Power", "", "Coins", "Riches", "Wealth"])
    steps.market_step(table)
    assert table.dealt
    assert all(len(stack.cards) == 2 for seat in table.seats for stack in seat.market)


def test_the_last_card_set_on_a_tower_block_leaves_it_first() -> None:
    """Reset step 7, example (final): one card Set a round ago, one Set now; the newer one goes to
    the Discard Stack and the older one stays."""
    tower = At(STICKS, hand="Money", in_play="Tower Block + Waste")
    table = lay(tower, At(CLAY), edition="final", made_up=True)
    assert table.seats[0].in_play[0].card.stability == 3
    act(table, 0, "build Money on Tower Block")
    steps.reset(table)
    assert in_play(table.seats[0]) == "Tower Block + Waste"
    assert named(table.seats[0].discard_stack) == "Money"


# ------------------------------------------------------------------------------ the End


def test_names_beats_bones_six_to_five_after_the_turn() -> None:
    """The End, example (final): 1+1+1+1+2 against 3+2+0+0+0; what is still in a deck does not
    count."""
    table = lay(
        At(WORDS, deck="Understand, 2 Listen, 2 Learnt"),
        At(
            CLAY,
            deck="Danse Macabre, Grave Digger, Go Down, 2 Dig, Take Us With You, Wake The Dead",
        ),
        edition="final",
        turned=True,
    )
    steps.reset(table)
    result = outcome(table)
    assert result.ended_by == "end"
    assert result.triggered_by == (0,)
    assert result.scores == (6, 5)
    assert result.winner == 0
    assert result.won_by == "highest score"


def test_the_same_hands_before_the_turn_score_one_and_two() -> None:
    """The End, example (final): before the Turn only Teach (1) and Call The Living (2) score."""
    table = lay(
        At(WORDS, deck="Teach, 2 Talk, 2 Lesson"),
        At(
            CLAY,
            deck="2 Macabre Harvest, Rise Up, 2 Bury, Take It With You, Call The Living",
        ),
        edition="final",
    )
    steps.reset(table)
    result = outcome(table)
    assert (result.ended_by, result.turned) == ("end", False)
    assert result.scores == (1, 2)
    assert result.winner == 1


# -------------------------------------------------------------- effects and what they set off


@both_editions
def test_discarding_two_sets_off_a_discard_trigger_twice_after_both(edition: str) -> None:
    """Multiple Card Effects, example: "Discard the top 2 cards of your Draw Deck" lets "When you
    Discard 1 card then Draw 1 card" happen twice, once both cards are Discarded (final)."""
    table = lay(
        At(STICKS, hand="Landslide", in_play="Gleaner", deck="Waste, Lesson, Talk, Call, Teach"),
        At(CLAY),
        edition=edition,
        made_up=True,
    )
    heard = listen(table)
    act(table, 0, "play Landslide")
    assert named(table.seats[0].hand) == "Talk, Lesson"
    assert named(table.seats[0].discard_stack) == "Teach, Call"
    assert heard == [
        "play 0 Landslide",
        "discard 0 Teach, Call from draw deck",
        "triggered 0 Gleaner",
        "draw 0 Talk from draw deck",
        "triggered 0 Gleaner",
        "draw 0 Lesson from draw deck",
    ]


@both_editions
def test_three_cards_that_watch_for_a_set_draw_six(edition: str) -> None:
    """Multiple Card Copies, example: three cards "When you Set a card Draw 2 cards" draw 6."""
    table = lay(
        At(STICKS, hand="Waste", in_play="Scaffold, Scaffold, Scaffold"),
        At(CLAY),
        edition=edition,
        made_up=True,
    )
    act(table, 0, "build Waste on Scaffold")
    assert len(table.seats[0].hand) == 6


@both_editions
def test_one_discard_sets_off_every_card_that_watches_for_it(edition: str) -> None:
    """Multiple Card Copies, note: several cards may all be set off by 1 card being Discarded."""
    table = lay(
        At(CLAY, hand="Bury", in_play="Gleaner, Gleaner"), At(WORDS), edition=edition, made_up=True
    )
    act(table, 0, "play Bury")
    # Both Gleaners and the Jack o' Clay.
    assert len(table.seats[0].hand) == 3


@both_editions
def test_one_payment_uses_one_spend_ability(edition: str) -> None:
    """Multiple Card Copies, note: the same Spend does not set off several Spend abilities."""
    table = lay(
        At(CLAY, hand="2 Waste", in_play="Grave Robber, Grave Robber"), At(WORDS), edition=edition
    )
    act(table, 0, "spend Waste with Grave Robber")
    assert table.seats[0].coins == 1
    assert named(table.seats[0].hand) == "Waste"


@both_editions
def test_cards_moved_in_reset_set_off_no_discard_trigger(edition: str) -> None:
    """Move, example: "When you Discard 1 card then Draw 1 card" is in play and four
    cards are moved to the Discard Stack in Reset; nothing is drawn for them."""
    table = lay(
        At(CLAY, hand="Bury, 4 Waste", in_play="Gleaner + Waste"),
        At(WORDS),
        edition=edition,
        made_up=True,
        players=[Script(retain="Bury"), Script()],
    )
    heard = listen(table)
    steps.retain_cards(table)
    assert heard == [
        "retain 0 Bury",
        "move 0 Waste, Waste, Waste, Waste from hand to discard stack",
    ]
    assert named(table.seats[0].hand) == "Bury"
    steps.draw_step(table)
    assert len(table.seats[0].hand) == 5


@both_editions
def test_draw_nine_with_two_cards_draws_two(edition: str) -> None:
    """Card Resolution, example: with two cards in the Draw Deck after shuffling the Discard Stack,
    "Draw 9" draws those two and is done. That is not the End (final, The Draw Deck, note)."""
    table = lay(
        At(WORDS, hand="Try To Remember", deck="", discard="Waste, Hear"),
        At(CLAY),
        edition=edition,
        turned=True,
    )
    act(table, 0, "play Try To Remember")
    words = table.seats[0]
    assert len(words.hand) == 2
    assert words.draw_deck == words.discard_stack == []
    assert table.ended_by == ""


@both_editions
@pytest.mark.parametrize(
    ("others", "trashed", "held"),
    [("2 Waste", "", "Waste, Waste, Lesson"), ("Waste", "Waste", "Lesson"), ("", "", "Lesson")],
)
def test_if_exactly_one_in_hand_trash_hand_draw_one(
    edition: str, others: str, trashed: str, held: str
) -> None:
    """Card Resolution, example (prototype): "If exactly 1 in hand Trash hand. Draw 1" with two or
    more cards in hand only draws one."""
    table = lay(
        At(STICKS, hand=f"Hermit, {others}", deck="Waste, Lesson"),
        At(CLAY),
        edition=edition,
        made_up=True,
    )
    act(table, 0, "play Hermit")
    assert named(table.seats[0].trash_stack) == trashed
    assert named(table.seats[0].hand) == held


@both_editions
def test_a_card_that_cannot_be_trashed_goes_back_and_stops_the_rest(edition: str) -> None:
    """Blocked Resolution, example: "Trash 2 from Draw Deck" meets "Other effects cannot Trash or
    Set this card" on top; it goes back and the instruction is ignored."""
    table = lay(
        At(CLAY, hand="Dig", deck="2 Waste, Cornerstone"),
        At(STICKS),
        edition=edition,
        turned=True,
        made_up=True,
    )
    heard = listen(table)
    act(table, 0, "play Dig")
    assert named(table.seats[0].draw_deck) == "Waste, Waste, Cornerstone"
    assert table.seats[0].trash_stack == []
    assert heard == ["play 0 Dig", "blocked 0 Cornerstone"]


@both_editions
def test_a_card_that_cannot_be_trashed_stops_the_count_where_it_lies(edition: str) -> None:
    """Blocked Resolution: what can be done before it is met is done."""
    table = lay(
        At(CLAY, hand="Buried Deep", deck="2 Waste, Cornerstone, Dig"),
        At(STICKS),
        edition=edition,
        turned=True,
        made_up=True,
    )
    act(table, 0, "play Buried Deep")
    assert named(table.seats[0].trash_stack) == "Dig"
    assert named(table.seats[0].draw_deck) == "Waste, Waste, Cornerstone"


@both_editions
@pytest.mark.parametrize(
    ("card", "turned", "answer", "dealt", "asked"),
    [
        ("Hauliers", True, "", [1, 1, 1], 0),
        ("Bricks", False, "Sticks and Stones stack 2", [0, 1, 0], 1),
        ("Masons", False, "Sticks and Stones stack 3", [1, 1, 2], 1),
    ],
)
def test_deal_three_one_and_four(
    edition: str, card: str, turned: bool, answer: str, dealt: list[int], asked: int
) -> None:
    """Deal, example: 3 are one each; 1 goes where the player says; 4 are two to one Market Stack of
    the player's choice and one to each of the others."""
    player = Script(deal=answer)
    table = lay(
        At(STICKS, hand=card, supply="6 Waste", market=("", "", "")),
        At(CLAY),
        edition=edition,
        turned=turned,
        made_up=True,
        players=[player, Script()],
    )
    act(table, 0, f"play {card}")
    assert [len(stack.cards) for stack in table.seats[0].market] == dealt
    assert len(table.seats[0].supply) == 6 - sum(dealt)
    assert len(player.asked) == asked
    # Only one's own suit is dealt.
    assert [len(stack.cards) for stack in table.seats[1].market] == [1, 1, 1]


# ------------------------------------------------------------------- immediate or ongoing


def test_listen_with_four_in_hand_trashes_them_and_does_nothing_later() -> None:
    """Immediate or Ongoing, example (final): with exactly 4 in hand Listen Trashes them; when the
    hand is no longer 4 it is not Drawn, because that is immediate, not ongoing."""
    table = lay(
        At(WORDS, hand="Listen, 4 Waste"),
        At(CLAY, hand="Money"),
        edition="final",
        turned=True,
    )
    act(table, 0, "play Listen")
    assert named(table.seats[0].trash_stack) == "Waste, Waste, Waste, Waste"
    act(table, 1, "play Money")
    assert in_play(table.seats[0]) == "Listen"
    assert table.seats[0].hand == []


@pytest.mark.parametrize("others", [0, 3, 5])
def test_listen_without_four_in_hand_is_drawn_in_the_final_edition(others: int) -> None:
    """Immediate or Ongoing, example (final): "if not, Draw this card"."""
    hand = f"Listen, {others} Waste" if others else "Listen"
    table = lay(At(WORDS, hand=hand), At(CLAY), edition="final", turned=True)
    act(table, 0, "play Listen")
    assert named(table.seats[0].hand) == ", ".join(["Waste"] * others + ["Listen"])
    assert in_play(table.seats[0]) == named(table.seats[0].trash_stack) == ""


def test_listen_without_four_in_hand_stays_in_play_in_the_prototype() -> None:
    """The prototype's card ends at "Trash hand"."""
    table = lay(At(WORDS, hand="Listen, 3 Waste"), At(CLAY), turned=True)
    act(table, 0, "play Listen")
    assert in_play(table.seats[0]) == "Listen"
    assert named(table.seats[0].hand) == "Waste, Waste, Waste"


@both_editions
def test_magnum_opus_with_a_settled_card_raises_only_its_own_hand_limit(edition: str) -> None:
    """Immediate or Ongoing, second example (final): "Hand limit +2" is a general change, true when
    Reset draws, and only for the player it is in front of."""
    table = lay(
        At(WORDS, in_play="Magnum Opus + Waste"),
        At(CLAY, in_play="Magnum Opus"),
        edition=edition,
        turned=True,
    )
    play_round(table)
    assert len(table.seats[0].hand) == 7
    # Without a Settled card it has left play when the hand is drawn.
    assert len(table.seats[1].hand) == 5
