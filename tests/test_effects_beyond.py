"""Effects that the printed Jacks lack, on the two example Jacks and on made-up cards.

The rulebook's own examples of dealing, of triggers on Set and of cards that cannot be Trashed are
played in `test_rulebook_examples.py`; here they are combined with the other rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest
from helpers import (
    CLAY,
    EDITIONS,
    WORDS,
    At,
    Script,
    act,
    in_play,
    lay,
    listen,
    named,
    refused,
    saying,
)

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.output.view import view
from moonflight_solo.rules import moves
from moonflight_solo.rules import reset as steps
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.notation import NotationError
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Card, CardInPlay, Event, Player, Table
from moonflight_solo.wording import ast

THATCH = "Thatch and Tile"
TIDE = "Tide and Toll"
ROOT = Path(__file__).parent.parent
FILES = tuple(sorted((ROOT / "examples").glob("*/suit.yaml")))

both_editions = pytest.mark.parametrize("edition", EDITIONS)


def laid(*seats: At, players: tuple[Player, ...] = (), **more: object) -> Table:
    return lay(*seats, players=players, more=FILES, **more)  # type: ignore[arg-type]


def play(table: Table, words: str, seat: int = 0) -> Card:
    """Let a seat play a card that says ``words``, as if it belonged to the game."""
    card = saying(words, table.names)
    moves.put_in_play(table, table.seats[seat], card)
    return card


# ----------------------------------------------------------------------------- dealing


@both_editions
@pytest.mark.parametrize(
    ("left", "answer", "dealt"),
    [
        ("2 Ripple", "Tide and Toll stack 1, Tide and Toll stack 3", [1, 0, 1]),
        ("Ripple", "Tide and Toll stack 2", [0, 1, 0]),
        ("", "", [0, 0, 0]),
    ],
)
def test_dealing_four_of_fewer(edition: str, left: str, answer: str, dealt: list[int]) -> None:
    """Deal: as evenly as possible, the owner choosing; what is not there is not dealt."""
    table = laid(
        At(TIDE, hand="Spring Tide", supply=left, market=("", "", "")),
        At(CLAY),
        players=(Script(deal=answer), Script()),
        edition=edition,
    )
    act(table, 0, "play Spring Tide")
    assert [len(stack.cards) for stack in table.seats[0].market] == dealt
    assert not table.turned  # an emptied Supply Stack brings the Turn in Reset only
    steps.market_step(table)
    assert table.turned


def test_what_is_dealt_to_each_stack_lies_there() -> None:
    table = laid(At(TIDE, supply="Ripple, 2 Spring Tide", market=("", "Ripple", "")), At(CLAY))
    play(table, "Deal 1 to each empty Market Stack")
    seat = table.seats[0]
    assert [named(stack.cards) for stack in seat.market] == ["Spring Tide", "Ripple", "Spring Tide"]
    assert named(seat.supply) == "Ripple"
    play(table, "Deal 1 to each empty Market Stack. If you do, Gain 1 coin token")
    assert seat.coins == 0  # none is empty


def test_which_empty_stack_gets_the_only_card_is_the_owners_to_say() -> None:
    """Ruling G-deal-short."""
    chooser = Script(deal="Tide and Toll stack 3")
    at = At(TIDE, supply="Ripple", market=("", "Ripple", ""))
    table = laid(at, At(CLAY), players=(chooser, Script()))
    play(table, "Deal 1 to each empty Market Stack. If you do, Gain 1 coin token")
    seat = table.seats[0]
    assert [named(stack.cards) for stack in seat.market] == ["", "Ripple", "Ripple"]
    assert chooser.was_asked("deal") == [["Tide and Toll stack 1", "Tide and Toll stack 3"]]
    assert seat.coins == 0


# ------------------------------------------------------------------------ triggers on Set


@both_editions
def test_three_copies_each_gain_for_every_card_that_is_set(edition: str) -> None:
    """Multiple Card Copies, example, with coin tokens: two cards Set, three cards watch."""
    table = laid(
        At(THATCH, hand="2 Waste", in_play="Rafter, Rafter, Rafter"), At(CLAY), edition=edition
    )
    act(table, 0, "build Waste on Rafter, Waste on Rafter")
    assert table.seats[0].coins == 6


def test_only_a_card_of_the_name_is_set_upon() -> None:
    table = laid(At(THATCH, hand="Waste", in_play="Straw, Rafter, Waste"), At(CLAY))
    play(table, "Set 1 from hand to a “Rafter” in play")
    assert in_play(table.seats[0]) == "Straw, Rafter + Waste, Waste, Made up"


@pytest.mark.parametrize(
    ("before", "chosen", "after"),
    [
        ("Straw", "Straw", "Straw, Made up"),
        ("Straw, Rafter", "Straw", "Rafter + Straw, Made up"),
        ("Waste, Straw", "Waste", "Straw + Waste, Made up"),
        ("Waste, Straw", "Straw", "Waste, Straw, Made up"),
        ("Waste, Straw", "Made up", "Waste, Straw + Made up"),
    ],
)
def test_a_card_in_play_is_set_on_another(before: str, chosen: str, after: str) -> None:
    players = (Script(set=chosen), Script())
    table = laid(At(THATCH, in_play=before), At(CLAY), players=players)
    play(table, "Set 1 in play to a card in play")
    assert in_play(table.seats[0]) == after


@pytest.mark.parametrize(("stability", "settled"), [(1, " + Waste"), (0, "")])
def test_a_card_is_set_on_the_one_that_says_so(stability: int, settled: str) -> None:
    """With Stability only; and on no copy of it."""
    table = laid(At(THATCH, hand="Waste", in_play="Straw"), At(CLAY))
    card = saying("Set 1 from hand to this card", table.names)
    card.stability = stability
    copy = CardInPlay(card)
    table.seats[0].in_play.append(copy)
    moves.put_in_play(table, table.seats[0], card)
    assert in_play(table.seats[0]) == f"Straw, Made up, Made up{settled}"


@both_editions
def test_an_effect_sets_beside_the_build_and_beyond_the_stability(edition: str) -> None:
    """Build: "other cards or abilities may allow you to Set additional cards by other means"; they
    set off what watches for a Set, and do not use up the Build."""
    table = laid(
        At(THATCH, hand="4 Waste", in_play="Straw", coins=2),
        At(CLAY),
        players=(Script(set=["Waste", "Waste"]), Script()),
        edition=edition,
    )
    act(table, 0, "spend 1 coin token with Jack o' Thatch")
    act(table, 0, "spend 1 coin token with Jack o' Thatch")
    assert in_play(table.seats[0]) == "Straw + Waste + Waste"
    act(table, 0, "build Waste on Straw")
    assert "already built" in refused(table, 0, "build Waste on Straw")
    assert in_play(table.seats[0]) == "Straw + Waste + Waste + Waste"


# ------------------------------------------------------------- what cannot be done to a card


@both_editions
def test_what_cannot_be_trashed_or_set_may_be_discarded(edition: str) -> None:
    player = Script(trash="Waste #1", discard="Foundation")
    table = laid(
        At(THATCH, hand="Foundation, Waste, Waste", in_play="Rafter"),
        At(CLAY),
        players=(player, Script()),
        edition=edition,
    )
    with pytest.raises(NotationError, match="there is only 1 copy of Foundation in your hand"):
        act(table, 0, "build Foundation #2 on Rafter")
    assert "cannot be Set" in refused(table, 0, "build Foundation on Rafter")
    play(table, "Trash 1 from hand")
    assert player.was_asked("trash") == [["Waste", "Waste #2"]]
    play(table, "Discard 1")
    assert named(table.seats[0].discard_stack) == "Foundation"


@pytest.mark.parametrize("words", ["Trash this card", "Discard this card"])
def test_a_card_may_do_to_itself_what_others_cannot(words: str) -> None:
    """ "Other effects": its own are not among them."""
    table = laid(At(THATCH), At(CLAY))
    play(table, f"Other effects cannot Trash or Discard this card. {words}")
    assert table.seats[0].in_play == []


@pytest.mark.parametrize("words", ["Discard 1", "Trash 1 from hand", "Set 1 to a card in play"])
def test_what_cannot_be_moved_cannot_be_discarded_either(words: str) -> None:
    """Ruling G-cannot: Discards and the like count as Moves."""
    table = laid(At(THATCH, in_play="Rafter"), At(CLAY))
    seat = table.seats[0]
    fixed = saying("Other effects cannot Move this card")
    seat.hand.append(fixed)
    table.barred = fixed.barred
    play(table, words)
    assert seat.hand == [fixed]


# ------------------------------------------------------- hand cards moved to Market Stacks


@both_editions
def test_a_hand_card_moved_to_its_market_stack_covers_it(edition: str) -> None:
    """The covering example of Reset, by an effect: what it covers is bought with it."""
    market = ("Treasury", "", "Fare")
    table = laid(
        At(TIDE, hand="Ebb, Haven, Waste", market=market, coins=11),
        At(CLAY),
        players=(Script(move="Haven", to="Tide and Toll stack 1"), Script()),
        edition=edition,
        turned=True,
    )
    act(table, 0, "play Ebb")
    assert named(table.seats[0].market[0].cards) == "Treasury, Haven"
    assert "own suit" in refused_shop(table, "Haven, Treasury")
    act(table, 0, "shop Haven, Treasury")
    assert table.seats[0].coins == 0


def refused_shop(table: Table, what: str) -> str:
    table.seats[1].coins = 11
    table.seats[1].shopped = True
    return refused(table, 1, f"shop {what}")


def test_a_card_without_a_matching_market_stack_stays_in_hand() -> None:
    """Card Suits: starter and generic cards match no Market Stack; the rest is done."""
    table = laid(At(TIDE, hand="Refund, Waste, Power"), At(CLAY), turned=True)
    table.players = (Script(move="Waste"), Script())
    act(table, 0, "play Refund")
    assert named(table.seats[0].hand) == "Waste, Power"
    assert table.seats[0].coins == 2


def test_another_jacks_card_goes_to_that_jacks_market_stack() -> None:
    table = laid(At(TIDE, hand="Ebb, Dig"), At(CLAY, market=("", "", "")), turned=True)
    table.players = (Script(to="Clay and Bones stack 2"), Script())
    act(table, 0, "play Ebb")
    assert [named(stack.cards) for stack in table.seats[1].market] == ["", "Dig", ""]


# --------------------------------------------------------------------------- retain limits


@both_editions
@pytest.mark.parametrize(("placed", "kept"), [("Gatehouse + Waste", 3), ("Gatehouse", 1)])
def test_the_retain_limit_is_that_of_cards_still_in_play(
    edition: str, placed: str, kept: int
) -> None:
    """Reset: cards without Settled ones have left play when cards are retained."""
    hand = "Tiler, Tiler, Ember, Ember"
    player = Script(retain=", ".join(["Tiler #1", "Tiler #2", "Ember #1"][:kept]))
    table = laid(
        At(THATCH, hand=hand, in_play=placed),
        At(CLAY),
        players=(player, Script()),
        edition=edition,
        turned=True,
    )
    steps.leave_play(table)
    steps.retain_cards(table)
    assert len(table.seats[0].hand) == kept


# ------------------------------------------------------------------ by other players' acts


@both_editions
def test_a_purchase_of_another_gains_once_for_each_card(edition: str) -> None:
    """Multiple Card Effects; ruling G-trigger: three cards bought at once, three coin tokens."""
    table = laid(At(TIDE), At(CLAY, market=("Bury", "Bury", "Rise Up"), coins=5), edition=edition)
    act(table, 1, "shop Bury, Bury, Rise Up")
    assert table.seats[0].coins == 3


def test_ones_own_purchase_is_not_anothers() -> None:
    table = laid(At(TIDE, market=("Ferry", "", ""), coins=2), At(CLAY))
    act(table, 0, "shop Ferry")
    assert table.seats[0].coins == 0


# ------------------------------------------------------------------- the highest and lowest


@pytest.mark.parametrize(
    ("words", "hand", "left"),
    [
        ("Trash the highest cost card in hand", "Waste, Bury, Talk", "Waste, Bury"),
        ("Trash the lowest cost card in hand", "Talk, Waste, Bury", "Talk, Bury"),
        ("Trash the highest scoring card in hand", "Waste, Bury", "Waste, Bury"),
        ("Trash the highest scoring card in hand", "Bury, Teach, Waste", "Bury, Waste"),
        ("Trash 2 highest cost cards in hand", "Bury, Teach, Talk", "Bury"),
        ("Trash all lowest cost cards in hand", "Waste, Bury, Waste", "Bury"),
    ],
)
def test_a_text_that_says_which_card(words: str, hand: str, left: str) -> None:
    """Ruling G-extreme: nobody is asked where one is meant; scores are those now up."""
    table = lay(At(CLAY, hand=hand), At(WORDS))
    play(table, words)
    assert named(table.seats[0].hand) == left


def test_of_equals_the_player_picks() -> None:
    player = Script(discard="Rise Up")
    table = lay(At(CLAY, hand="Bury, Rise Up, Talk"), At(CLAY), players=[player, Script()])
    table.seats[0].character.card = table.seats[0].character.card.flipped  # nothing is drawn for it
    play(table, "Discard the lowest cost card in hand")
    assert player.was_asked("discard") == [["Bury", "Rise Up"]]
    assert named(table.seats[0].hand) == "Bury, Talk"


def test_a_superlative_looks_through_a_whole_stack() -> None:
    table = lay(At(CLAY, discard="Teach, Waste, Bury"), At(CLAY))
    play(table, "Draw the highest cost card in the Discard Stack")
    assert named(table.seats[0].hand) == "Teach"
    with pytest.raises(CannotDo, match="face down"):
        saying("Draw the highest cost card in Draw Deck")


def test_the_highest_card_that_bars_the_effect_stops_it() -> None:
    """Blocked Resolution: another card is not taken in its place."""
    table = laid(At(THATCH, hand="Foundation, Waste"), At(CLAY))
    heard = listen(table)
    play(table, "Trash the highest cost card in hand")
    assert named(table.seats[0].hand) == "Foundation, Waste"
    assert heard[-1] == "blocked 0 Foundation"


def test_an_ai_player_deals_the_odd_card_to_its_first_stack() -> None:
    """Ruling A-places: Market Stacks are taken from left to right."""
    cards = catalogue("prototype", FILES)
    ai_player = AICardPlayer(
        load_ai_card(ROOT / "examples" / "tide_and_toll" / "ai.yaml", cards), cards
    )
    table = laid(
        At(TIDE, hand="Spring Tide", supply="2 Ripple", market=("", "", "")),
        At(CLAY),
        players=(ai_player, Script()),
    )
    act(table, 0, "play Spring Tide")
    assert [len(stack.cards) for stack in table.seats[0].market] == [1, 1, 0]


# ------------------------------------------------------------------- Target cards in play


def test_a_target_card_in_play_is_any_players() -> None:
    """Ruling G-target-play; it goes to its owner's Discard Stack (ruling G-owner)."""
    table = laid(At(THATCH, in_play="Straw"), At(CLAY, in_play="Grave Robber + Waste"))
    table.players = (Script(discard="Grave Robber of Clay and Bones"), Script())
    play(table, "Discard 1 Target card in play")
    assert named(table.seats[1].discard_stack) == "Grave Robber, Waste"
    assert len(table.seats[0].in_play) == 2


def set_on_anothers() -> Table:
    table = laid(
        At(THATCH, hand="Power"),
        At(WORDS, in_play="Lesson"),
        At(TIDE, in_play="Jetty + Coin"),
    )
    player = Script(onto="Jetty of Tide and Toll")
    table.players = (player, Script(), Script(trash="Jetty"))
    play(table, "Set 1 to Target card in play")
    assert player.was_asked("onto") == [["Lesson of Words and Names", "Jetty of Tide and Toll"]]
    return table


def test_a_card_set_on_anothers_stays_its_owners_in_reset() -> None:
    """Set and Settled; rulings G-target-play and G-owner: it keeps the card in play, leaves it
    first and goes to the Discard Stack of the one who Set it."""
    table = set_on_anothers()
    jetty = table.seats[2].in_play[0]
    assert named(jetty.settled) == "Coin, Power"
    steps.leave_play(table)
    assert in_play(table.seats[2]) == "Jetty + Coin + Power"
    table.seats[0].discard_stack.clear()
    steps.drop_topmost(table)
    assert named(table.seats[0].discard_stack) == "Power"
    assert in_play(table.seats[2]) == "Jetty + Coin"
    steps.drop_topmost(table)
    assert named(table.seats[2].discard_stack) == "Coin"
    assert jetty.foreign == ()


def test_it_goes_home_when_the_card_below_leaves() -> None:
    table = set_on_anothers()
    copied = table.seats[2].copy().in_play[0]
    assert copied.foreign == ((1, 0),)
    play(table, "Trash 1 in play", seat=2)
    assert named(table.seats[0].discard_stack) == "Power"
    assert named(table.seats[2].discard_stack) == "Coin"


def test_what_another_set_lies_face_down_to_the_owner_of_the_card_below() -> None:
    table = set_on_anothers()
    seen = view(table, 2).seats[2].in_play[0]
    assert (seen.settled, seen.count) == (None, 2)


def test_a_build_does_not_reach_another_players_cards() -> None:
    """Ruling G-build-own."""
    table = laid(At(THATCH, hand="Waste", in_play="Rafter"), At(WORDS, in_play="Lesson"))
    with pytest.raises(NotationError, match='"Lesson" is not in play in front of you'):
        act(table, 0, "build Waste on Lesson")


# ----------------------------------------------------------------------------- precedence


def test_only_what_adds_up_or_is_blocked_lasts() -> None:
    """Ruling G-contradiction: of all that a text can say these last; a new one needs a thought."""
    lasting = {
        ast.Limit,
        ast.SpendAbility,
        ast.When,
        ast.Protection,
        ast.Prohibition,
        ast.PriceChange,
        ast.FreeFirstShop,
    }
    done_at_once = {ast.Instruct, ast.ThisCard, ast.Gain, ast.Give, ast.If}
    done_at_once |= {
        ast.May,
        ast.PlayersDo,
        ast.Choose,
        ast.Reveal,
        ast.Shuffle,
        ast.Swap,
        ast.ExtraAct,
    }
    done_at_once |= {ast.NameCard}
    assert set(get_args(ast.Effect)) == lasting | done_at_once


@pytest.mark.parametrize("settled", ["", "Waste"])
@pytest.mark.parametrize(("first", "second"), [("+2", "-1"), ("-1", "+2"), ("-9", "+1")])
def test_changes_of_limits_add_up(settled: str, first: str, second: str) -> None:
    """Rules Contradictions: neither contradicts the other, whichever would cease first."""
    table = laid(At(THATCH, hand=settled), At(CLAY))
    for words in (first, second):
        play(table, f"Hand limit {words}")
    seat = table.seats[0]
    seat.in_play[0].settled += seat.hand
    seat.hand.clear()
    assert seat.hand_limit() == 5 + int(first) + int(second)
    steps.draw_step(table)
    assert len(seat.hand) == max(0, seat.hand_limit())


# ----------------------------------------------------------------------------- AI cards


@pytest.mark.parametrize("folder", [path.parent for path in FILES], ids=lambda path: path.name)
@both_editions
def test_an_examples_ai_card_is_followed_in_both_editions(folder: Path, edition: str) -> None:
    from moonflight_solo.rules.catalogue import catalogue

    known = catalogue(edition, FILES)
    follower = AICardPlayer(load_ai_card(folder / "ai.yaml", known), known)
    assert follower.card.jack in known.suits


# ---------------------------------------------------------------------- what others may know


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("Swap your hand with your Draw Deck", ["hidden", "hidden"]),
        ("Swap your hand with your Discard Stack", ["open", "open"]),
        ("Swap your Draw Deck with your Discard Stack", ["open", "open"]),
        ("Shuffle your hand into your Draw Deck", ["hidden"]),
        ("Shuffle your Discard Stack into your Draw Deck", ["open"]),
        ("Draw 1", ["hidden"]),
        ("Draw 1 from Discard Stack", ["open"]),
        ("Draw 1 from Supply Stack", ["hidden"]),
        ("Trash 1 from Supply Stack", ["open"]),
        ("Move 1 from hand to your Draw Deck", ["hidden"]),
        ("Move 1 from hand to Trash Stack", ["open"]),
        ("Move 1 from Discard Stack to your Draw Deck", ["open"]),
        ("Move your Draw Deck to your hand", ["hidden"]),
        ("Trash 1 from the top of your Draw Deck", ["open"]),
        ("Set 1 from hand to a card in play", ["hidden"]),
        ("Set 1 from Discard Stack to a card in play", ["hidden"]),
    ],
)
def test_others_know_of_a_move_only_what_they_could_see(words: str, told: list[str]) -> None:
    """From where cards lie face down to where they do, only the owner knows which they are."""
    seat = At(
        THATCH, hand="Waste", deck="2 Coin", discard="Waste", in_play="Straw", supply="2 Straw"
    )
    players = (Script(draw="Straw", trash="Straw", set="Waste", move="Waste"), Script())
    table = laid(seat, At(CLAY), players=players)
    heard: list[Event] = []
    table.listener = heard.append
    play(table, words)
    done = [each for each in heard if each.kind not in ("choice", "play", "triggered")]
    assert ["hidden" if each.hidden else "open" for each in done] == told
