"""The Action section and the five acts, sentence by sentence."""

from __future__ import annotations

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
    in_play,
    lay,
    listen,
    named,
    play_round,
    refused,
)

from moonflight_solo.rules import reset as steps
from moonflight_solo.rules.acts import NOTHING_THERE, Build, IllegalAct, Play, Shop, Spend
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, action, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.state import Table

both_editions = pytest.mark.parametrize("edition", EDITIONS)


def legal(table: Table, seat: int) -> list[str]:
    return [notation(a, table, table.seats[seat]) for a in legal_acts(table, table.seats[seat])]


# ------------------------------------------------------------------------------- Action


def order_of_acts(table: Table) -> list[int]:
    """Play one Action section; return the seats in the order they acted."""
    acted: list[int] = []
    heard = listen(table)
    assert action(table)
    acted.extend(int(line.split()[1]) for line in heard if line.startswith("act "))
    return acted


def test_players_take_turns_from_the_first_player_on() -> None:
    """Action: starting with the holder of the First Player Marker players take turns."""
    players = [Script("play Waste"), Script("play Waste"), Script("play Waste")]
    seats = [At(CLAY, hand="Waste"), At(WORDS, hand="Waste"), At(CLAY, hand="Waste")]
    table = lay(*seats, players=players, first=1)
    assert order_of_acts(table) == [1, 2, 0, 1, 2, 0]


def test_each_round_starts_with_the_first_player_whoever_acted_last() -> None:
    """Action; Reset step 8 (7): the marker has gone to the left."""
    table = lay(At(CLAY, hand="Waste"), At(WORDS), players=[Script("play Waste"), Script()])
    assert order_of_acts(table) == [0, 1, 0]
    steps.reset(table)
    assert order_of_acts(table) == [1, 0]


def test_the_action_section_ends_when_all_have_passed_consecutively() -> None:
    """Action: it goes on until all players have taken Pass consecutively; whoever has passed may
    act again as long as somebody else has not."""
    players = [Script("pass", "play Waste"), Script("play Waste"), Script()]
    seats = [At(CLAY, hand="Waste"), At(WORDS, hand="Waste"), At(CLAY)]
    table = lay(*seats, players=players)
    # pass, Waste, pass | Waste, pass, pass | pass: three in a row
    assert order_of_acts(table) == [0, 1, 2, 0, 1, 2, 0]
    assert [in_play(seat) for seat in table.seats] == ["Waste", "Waste", ""]


def test_a_player_alone_ends_the_section_with_one_pass() -> None:
    """Action, for a single player: one Pass is all players passing."""
    table = lay(At(CLAY, hand="2 Waste"), players=[Script("play Waste", "play Waste")])
    assert order_of_acts(table) == [0, 0, 0]


def test_a_round_that_never_ends_is_stopped_and_said_so() -> None:
    """Not in the rulebooks: an act limit stops a round that goes on for ever; nobody has won."""
    table = lay(At(CLAY, hand="9 Waste"), players=[Script(*["play Waste"] * 9)])
    result = play(table, Settings((CLAY,), act_limit=4))
    assert (result.ended_by, result.winner, result.finished) == ("act limit", None, False)
    assert result.acts == 4


def test_a_round_that_ends_with_its_last_allowed_act_has_ended() -> None:
    """Two Passes end the Action section of two players, also when two acts are all that may be."""
    assert action(lay(At(CLAY), At(WORDS)), 2)


def test_a_game_that_never_ends_is_stopped_and_said_so() -> None:
    """Not in the rulebooks: a round limit stops the game; it is unfinished."""
    table = lay(At(CLAY), At(WORDS))
    result = play(table, Settings((CLAY, WORDS), round_limit=3))
    assert (result.ended_by, result.winner, result.rounds) == ("round limit", None, 3)
    assert not result.finished
    assert result.won_by == ""


# --------------------------------------------------------------------------------- Play


def test_a_played_card_stays_in_play_ongoing_effect_or_not() -> None:
    """Play, note: all cards remain in play once played, though not all have ongoing effects; one
    card an act (ruling G-play-one)."""
    table = lay(At(WORDS, hand="Coin, Waste, Oeuvre"), At(CLAY))
    for card in ("Coin", "Waste", "Oeuvre"):
        act(table, 0, f"play {card}")
    assert in_play(table.seats[0]) == "Coin, Waste, Oeuvre"
    assert table.seats[0].hand == []
    assert table.seats[0].coins == 1


def test_a_card_is_in_play_before_its_instructions_are_followed() -> None:
    """Play, note, and Card Targets, note: it may be its own target in play."""
    player = Script(discard="Forget To Remember")
    table = lay(
        At(WORDS, hand="Forget To Remember", in_play="Waste"), At(CLAY), players=[player, Script()]
    )
    act(table, 0, "play Forget To Remember")
    assert player.asked == [("discard", ["Waste", "Forget To Remember"])]
    assert in_play(table.seats[0]) == "Waste"
    assert named(table.seats[0].discard_stack) == "Forget To Remember"


def test_a_card_in_hand_is_not_its_own_target() -> None:
    """Card Targets, note (final): cards in play may be the target of their own abilities, while
    cards in hand may not; ruling G-self."""
    table = lay(At(CLAY, hand="Take It With You"), At(WORDS))
    act(table, 0, "play Take It With You")
    assert in_play(table.seats[0]) == "Take It With You"
    assert table.seats[0].trash_stack == []


@pytest.mark.parametrize(("others", "drawn"), [(4, 0), (5, 2), (6, 2)])
def test_a_count_of_the_hand_leaves_the_played_card_out(others: int, drawn: int) -> None:
    """Ruling G-self: "If 5+ cards in hand Draw 2" counts the hand the card has left."""
    table = lay(At(WORDS, hand=f"Call, {others} Waste"), At(CLAY))
    act(table, 0, "play Call")
    assert len(table.seats[0].hand) == others + drawn


def test_cards_with_no_effect_may_be_played() -> None:
    """Card Resolution: blank cards and those with an If not fulfilled may still be played."""
    table = lay(At(WORDS, hand="Waste, Teach, Talk, Power"), At(CLAY))
    assert {"play Waste", "play Teach", "play Talk", "play Power"} <= set(legal(table, 0))
    for card in ("Waste", "Teach", "Talk", "Power"):
        act(table, 0, f"play {card}")
    assert len(table.seats[0].in_play) == 4


def test_only_a_card_in_hand_can_be_played() -> None:
    """Play: placing cards in one's hand on the table."""
    table = lay(At(CLAY, hand="Waste", discard="Bury"), At(WORDS))
    seat = table.seats[0]
    bury = seat.discard_stack[0]
    assert Play(bury).why_illegal(table, seat) == "Bury is not in hand"
    with pytest.raises(IllegalAct, match="Bury is not in hand"):
        Play(bury).perform(table, seat)


# -------------------------------------------------------------------------------- Spend


@both_editions
def test_a_spend_ability_is_used_as_often_as_it_can_be_paid(edition: str) -> None:
    """Spend, note: once played it may be used as many times as its cost can be paid, each time as
    an act of its own."""
    table = lay(At(CLAY, hand="Grave Robber, 3 Waste"), At(WORDS), edition=edition)
    assert not any(words.startswith("spend") for words in legal(table, 0))
    act(table, 0, "play Grave Robber")
    for paid in (1, 2, 3):
        act(table, 0, "spend Waste with Grave Robber")
        assert table.seats[0].coins == paid
        assert len(table.seats[0].discard_stack) == paid
    assert not any(words.startswith("spend") for words in legal(table, 0))


@both_editions
def test_paying_a_card_is_no_discard(edition: str) -> None:
    """Spend: the card is moved to the Discard Stack (ruling G-spend, both editions), which does not
    set off "When Discard 1 then Draw 1"."""
    table = lay(At(CLAY, hand="Waste", in_play="Grave Robber"), At(WORDS), edition=edition)
    heard = listen(table)
    act(table, 0, "spend Waste with Grave Robber")
    assert named(table.seats[0].discard_stack) == "Waste"
    assert table.seats[0].hand == []
    assert not any(line.startswith(("discard", "triggered", "draw")) for line in heard)


def test_paying_a_card_is_a_discard_where_the_ruling_is_switched() -> None:
    """Ruling G-spend: the prototype's quick reference says Discard."""
    table = lay(At(CLAY, hand="Waste", in_play="Grave Robber", deck="Bury, Coin"), At(WORDS))
    table.paying = "discard"
    act(table, 0, "spend Waste with Grave Robber")
    assert named(table.seats[0].discard_stack) == "Waste"
    assert named(table.seats[0].hand) == "Coin"
    for chosen, paid in ((None, "move"), ("move", "move"), ("discard", "discard")):
        rulings = {} if chosen is None else {"G-spend": chosen}
        settings = Settings((CLAY, WORDS), rulings=rulings)
        new = set_up(settings, catalogue(), [Script(), Script()])
        assert new.paying == new.copy(new.players, new.rng).paying == paid


def test_coin_tokens_spent_go_back_to_the_supply() -> None:
    """Spend: return the number of coin tokens, then follow the instructions."""
    table = lay(At(WORDS, coins=2), At(CLAY))
    act(table, 0, "spend 1 coin token with Jack o' Words")
    assert (table.seats[0].coins, len(table.seats[0].hand)) == (1, 1)
    act(table, 0, "spend 1 coin token with Jack o' Words")
    assert (table.seats[0].coins, len(table.seats[0].hand)) == (0, 2)
    assert "costs 1 coin token and" in refused(table, 0, "spend 1 coin token with Jack o' Words")


def test_character_abilities_are_always_in_play() -> None:
    """Character Cards: their text is treated as being in play at all times."""
    table = lay(At(WORDS, coins=1), At(CLAY))
    assert "spend 1 coin token with Jack o' Words" in legal(table, 0)


def test_an_ability_belongs_to_whom_its_card_lies_in_front_of() -> None:
    """Spend: a card in play in front of the active player."""
    table = lay(At(CLAY, hand="Waste"), At(CLAY, hand="Waste", in_play="Grave Robber"))
    theirs = table.seats[1].in_play[0]
    spend = Spend(0, theirs.card.abilities[0], tuple(table.seats[0].hand))
    assert spend.why_illegal(table, table.seats[0]) == NOTHING_THERE
    assert not any(words.startswith("spend") for words in legal(table, 0))


def test_a_cost_is_paid_in_full_and_from_hand() -> None:
    """Spend: the number of coin tokens or card(s) stated, cards from their hand."""
    table = lay(At(CLAY, hand="Dig", in_play="Take Us With You, Dig"), At(WORDS), turned=True)
    seat = table.seats[0]
    (dig,) = seat.hand
    ability = seat.in_play[0].card.abilities[0]
    for payment, fault in [
        ((), "that costs 2 cards, not 0"),
        ((dig,), "that costs 2 cards, not 1"),
        ((dig, dig), "Dig is not in hand"),
        ((dig, dig, dig), "that costs 2 cards, not 3"),
    ]:
        spend = Spend(0, ability, payment)
        assert spend.why_illegal(table, seat) == fault
        with pytest.raises(IllegalAct, match=r"that costs 2 cards|not in hand"):
            spend.perform(table, seat)
    assert named(seat.hand) == "Dig"


def test_the_cost_is_paid_before_the_instructions() -> None:
    """Spend: pay, and then follow its instructions: what has paid cannot be Trashed any more."""
    player = Script(trash="Take Us With You")
    hand = "2 Dig, Hear, Waste"
    table = lay(
        At(CLAY, hand=hand, in_play="Take Us With You"),
        At(WORDS),
        turned=True,
        players=[player, Script()],
    )
    act(table, 0, "spend Dig, Dig with Take Us With You")
    assert player.asked == [("trash", ["Hear", "Waste", "Take Us With You"])]
    assert named(table.seats[0].trash_stack) == "Take Us With You"
    assert named(table.seats[0].discard_stack) == "Dig, Dig"


def test_an_ability_can_be_used_until_its_card_leaves_play() -> None:
    """Spend, note: it may be used until it leaves play."""
    player = Script(trash="Take Us With You")
    table = lay(
        At(CLAY, hand="5 Dig", in_play="Take Us With You"),
        At(WORDS),
        turned=True,
        players=[player, Script()],
    )
    assert any("Take Us" in words for words in legal(table, 0))
    act(table, 0, "spend Dig, Dig with Take Us With You")
    assert not any("Take Us" in words for words in legal(table, 0))


def test_a_cost_of_coin_tokens_and_cards_takes_both() -> None:
    """Spend: the items stated are returned and moved."""
    table = lay(At(ODDS, hand="Waste", in_play="Odd Job", coins=1), At(CLAY), made_up=True)
    act(table, 0, "spend 1 coin token, Waste with Odd Job")
    assert (table.seats[0].coins, len(table.seats[0].hand)) == (0, 2)
    assert named(table.seats[0].discard_stack) == "Waste"


def test_a_spend_whose_instructions_do_nothing_may_be_paid() -> None:
    """Card Resolution: instructions which cannot be resolved are ignored."""
    table = lay(At(WORDS, deck="", coins=1), At(CLAY))
    act(table, 0, "spend 1 coin token with Jack o' Words")
    assert (table.seats[0].coins, table.seats[0].hand) == (0, [])


# --------------------------------------------------------------------------------- Shop


@both_editions
def test_the_first_shop_of_a_round_is_not_for_an_opponents_suit(edition: str) -> None:
    """Shop: the target of a player's first Shop act each round cannot be of an opponent's suit;
    one's own suit and generic cards can be, and after that everything."""
    table = lay(At(CLAY, coins=30), At(WORDS), edition=edition)
    assert refused(table, 0, "shop Oeuvre").startswith("your first Shop of a round cannot be")
    act(table, 0, "shop Power")
    act(table, 0, "shop Oeuvre")
    assert named(table.seats[0].discard_stack) == "Power, Oeuvre"


@pytest.mark.parametrize("bought", ["Bury", "Bury, Bury"])
def test_the_first_shop_may_be_for_ones_own_suit(bought: str) -> None:
    """Shop, as above; several cards at once are one Shop."""
    table = lay(At(CLAY, coins=30), At(WORDS))
    act(table, 0, f"shop {bought}")
    act(table, 0, "shop Oeuvre")
    assert named(table.seats[0].discard_stack) == f"{bought}, Oeuvre"


def test_each_round_has_a_first_shop_of_its_own_for_each_player() -> None:
    """Shop: a player's first Shop act each round."""
    table = lay(At(CLAY, coins=30), At(WORDS, coins=30))
    act(table, 0, "shop Power")
    assert "first Shop" in refused(table, 1, "shop Bury")
    steps.reset(table)
    table.seats[0].coins = 30
    assert "first Shop" in refused(table, 0, "shop Oeuvre")


def test_opponents_suits_are_those_of_the_jacks_at_the_table() -> None:
    """Shop, with three players: both other suits are opponents'."""
    table = lay(At(CLAY, coins=9), At(WORDS), At(STICKS), made_up=True)
    assert "first Shop" in refused(table, 0, "shop Oeuvre")
    assert "first Shop" in refused(table, 0, "shop Bricks")


def test_with_the_same_jack_twice_ones_own_suit_is_not_an_opponents() -> None:
    """Rulings G-mirror and G-mirror-shop: both may buy from either's stacks at once."""
    table = lay(At(CLAY, coins=9), At(CLAY, market=("Rise Up", "Bury", "Bury")), At(WORDS))
    act(table, 0, "shop Rise Up, Bury")
    assert named(table.seats[0].discard_stack) == "Rise Up, Bury"
    assert "first Shop" in refused(table, 1, "shop Oeuvre")


def test_a_purchase_by_a_card_is_not_the_first_shop_and_not_bound_by_it() -> None:
    """Purchase, note: effects may Purchase cards without Spending coin tokens; ruling G-buyfree."""
    market = ("Call The Living", "Bury", "Bury")
    player = Script(purchase="Call The Living")
    table = lay(
        At(WORDS, hand="Teach, 10 Waste"), At(CLAY, market=market), players=[player, Script()]
    )
    act(table, 0, "play Teach")
    words = table.seats[0]
    assert named(words.discard_stack) == "Call The Living"
    assert words.coins == 0
    words.coins = 9
    assert "first Shop" in refused(table, 0, "shop Bury")


def test_target_market_stack_offers_every_market_stack_with_a_card() -> None:
    """Card Targets: Target lets its owner freely choose a Stack, of which the top card is taken."""
    player = Script(purchase="Wealth")
    clay = At(CLAY, market=("Bury, Rise Up", "", "Bury"))
    table = lay(At(WORDS, hand="Teach, 10 Waste"), clay, players=[player, Script()])
    act(table, 0, "play Teach")
    own = ["Oeuvre", "Oeuvre #2", "Oeuvre #3"]
    generic = ["Power", "Fealty", "Coins", "Riches", "Wealth"]
    assert player.asked == [("purchase", [*own, *generic, "Rise Up", "Bury"])]


def test_several_cards_are_bought_at_once_only_of_ones_own_suit() -> None:
    """Shop: the top card of a Market Stack, or any number of one's own suit (ruling G-multi)."""
    table = lay(At(CLAY, coins=30), At(WORDS))
    act(table, 0, "shop Power")
    for words in ("Bury, Fealty", "Fealty, Coins", "Oeuvre, Oeuvre", "Bury, Oeuvre"):
        assert "own suit" in refused(table, 0, f"shop {words}")


def test_a_shop_costs_the_sum_of_what_is_bought() -> None:
    """Shop: total cost X."""
    market = ("Bury", "Rise Up", "Shallow Grave")
    table = lay(At(CLAY, market=market, coins=3), At(WORDS))
    assert refused(table, 0, "shop Bury, Rise Up, Shallow Grave") == (
        "that costs 4 coin tokens and you have 3"
    )
    act(table, 0, "shop Bury, Shallow Grave")
    assert table.seats[0].coins == 0


def test_a_card_that_cannot_be_paid_cannot_be_bought() -> None:
    """Shop: Spend X coin tokens for a card with cost X."""
    table = lay(At(CLAY, coins=1), At(WORDS))
    assert refused(table, 0, "shop Power") == "that costs 2 coin tokens and you have 1"


def test_an_empty_market_stack_sells_nothing() -> None:
    """Shop: the top card of a Market Stack."""
    table = lay(At(CLAY, market=("", "Bury", "Bury"), coins=9), At(WORDS))
    for shop in (Shop((0,)), Shop((1, 1)), Shop(())):
        assert shop.why_illegal(table, table.seats[0]) == "there is no card to Purchase there"
        with pytest.raises(IllegalAct, match="no card to Purchase there"):
            shop.perform(table, table.seats[0])
    assert table.seats[0].coins == 9


def test_one_may_shop_as_often_as_one_can_pay() -> None:
    """Action: players may repeat the same act, each instance performed separately."""
    table = lay(At(CLAY, coins=3), At(WORDS))
    for _ in range(3):
        act(table, 0, "shop Bury")
    assert named(table.seats[0].discard_stack) == "Bury, Bury, Bury"


def test_costs_are_those_of_the_end_now_up() -> None:
    """The Turn, note: it may change card costs."""
    table = lay(At(CLAY, coins=3), At(WORDS))
    steps.turn(table)
    act(table, 0, "shop Power")
    assert table.seats[0].coins == 0


# -------------------------------------------------------------------------------- Build


def test_each_player_builds_once_a_round() -> None:
    """Build: once per round, per player only."""
    seat = At(WORDS, hand="3 Waste", in_play="Oeuvre, Lesson")
    table = lay(seat, seat)
    act(table, 0, "build Waste on Oeuvre")
    assert refused(table, 0, "build Waste on Lesson") == "you have already built this round"
    act(table, 1, "build Waste on Oeuvre, Waste on Lesson")
    play_round(table)
    table.seats[0].hand += table.seats[0].discard_stack[:1]
    card = table.seats[0].hand[0].name
    act(table, 0, f"build {card} on Oeuvre")


def test_no_card_takes_more_than_its_stability_in_one_build() -> None:
    """Build (final): only as many cards to each card in play as its own Stability; the prototype's
    total is read so as well (ruling G-build-each)."""
    table = lay(At(WORDS, hand="2 Waste", in_play="Oeuvre, Lesson"), At(CLAY))
    assert refused(table, 0, "build Waste on Oeuvre, Waste on Oeuvre") == (
        "Oeuvre has a Stability of 1"
    )


def test_a_stability_of_three_takes_three() -> None:
    """Build: as many cards as the Stability value."""
    table = lay(At(STICKS, hand="4 Waste", in_play="Tower Block"), At(CLAY), made_up=True)
    tower = "Waste on Tower Block"
    refused(table, 0, "build " + ", ".join([tower] * 4))
    act(table, 0, "build " + ", ".join([tower] * 3))
    assert in_play(table.seats[0]) == "Tower Block + Waste + Waste + Waste"


def test_cards_settled_before_do_not_count_against_stability() -> None:
    """Set and Settled, second note: the value is for one Build of a round, irrespective of how many
    cards are already there."""
    table = lay(
        At(STICKS, hand="3 Waste", in_play="Tower Block + Coin + Coin"), At(CLAY), made_up=True
    )
    tower = "Waste on Tower Block"
    act(table, 0, f"build {tower}, {tower}, {tower}")
    assert len(table.seats[0].in_play[0].settled) == 5


def test_nothing_is_set_on_a_card_with_a_dash() -> None:
    """Set and Settled, first note: cards with a Stability of - may never have cards Set to them."""
    table = lay(At(CLAY, hand="Waste", in_play="Grave Robber"), At(WORDS))
    assert refused(table, 0, "build Waste on Grave Robber") == "Grave Robber has a Stability of -"


def test_cards_are_set_from_hand_on_ones_own_cards_in_play() -> None:
    """Build and Card Targets: cards in hand, and without Target only one's own cards in play
    (ruling G-build-own)."""
    table = lay(At(WORDS, hand="Waste"), At(WORDS, hand="Coin", in_play="Lesson"))
    (waste,) = table.seats[0].hand
    build = Build(((waste, 0),))
    assert build.why_illegal(table, table.seats[0]) == NOTHING_THERE
    assert Build(((waste, 0),)).why_illegal(table, table.seats[1]) == "Waste is not in hand"


def test_a_card_is_set_once() -> None:
    """Build: each card Set is moved from hand."""
    table = lay(At(WORDS, hand="Waste", in_play="Oeuvre, Lesson"), At(CLAY))
    assert refused(table, 0, "build Waste on Oeuvre, Waste on Lesson") == "Waste is not in hand"


def test_a_build_sets_something() -> None:
    """Ruling G-build-none."""
    table = lay(At(WORDS, hand="Waste", in_play="Oeuvre"), At(CLAY))
    assert Build(()).why_illegal(table, table.seats[0]) == "Build Sets at least one card"


def test_a_card_that_cannot_be_set_cannot_be_built_with() -> None:
    """Ruling G-cannot: "Other effects cannot Trash or Set this card"."""
    table = lay(At(STICKS, hand="Bedrock", in_play="Tower Block"), At(CLAY), made_up=True)
    assert refused(table, 0, "build Bedrock on Tower Block") == "Bedrock cannot be Set"
    assert not any(words.startswith("build") for words in legal(table, 0))


def test_a_build_sets_every_card_before_what_it_sets_off() -> None:
    """Multiple Card Effects: the count is not broken off; "When you Set a card Draw 2 cards" then
    happens once a card."""
    table = lay(At(STICKS, hand="2 Waste", in_play="Scaffold"), At(CLAY), made_up=True)
    heard = listen(table)
    act(table, 0, "build Waste on Scaffold, Waste on Scaffold")
    assert [line.split()[0] for line in heard] == ["set", "triggered", "draw", "triggered", "draw"]
    assert len(table.seats[0].hand) == 4


def test_a_settled_card_cannot_be_played_or_paid() -> None:
    """Set and Settled; ruling G-facedown: it lies face down and is no longer in hand."""
    table = lay(At(CLAY, hand="Waste", in_play="Grave Robber, Lesson"), At(WORDS))
    assert any("Waste" in words for words in legal(table, 0))
    act(table, 0, "build Waste on Lesson")
    assert not any("Waste" in words for words in legal(table, 0))


# --------------------------------------------------------------------------------- Pass


def test_pass_does_nothing_and_is_always_allowed() -> None:
    """Pass: do nothing."""
    table = lay(At(CLAY), At(WORDS))
    assert legal(table, 0) == ["pass"]
    act(table, 0, "pass")
    assert table.seats[0].in_play == []


# ---------------------------------------------------------------------------- legal acts


def test_legal_acts_are_exactly_those_without_a_fault() -> None:
    """Every single act that could be named is listed if and only if it is legal."""
    table = lay(
        At(CLAY, hand="Bury, Bury, Waste", in_play="Grave Robber, Lesson", coins=2),
        At(WORDS),
        generic=["Power", "", "Coins", "Riches", "Wealth"],
    )
    assert legal(table, 0) == [
        "play Bury",
        "play Waste",
        "spend Bury with Grave Robber",
        "spend Waste with Grave Robber",
        "shop Bury",
        "shop Bury #2",
        "shop Bury #3",
        "shop Power",
        "build Bury on Lesson",
        "build Waste on Lesson",
        "pass",
    ]
