"""The Specific Rules: targets, counts, triggers, and where cards go."""

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
    saying,
)

from moonflight_solo.rules import moves
from moonflight_solo.rules.notation import NotationError
from moonflight_solo.scenario import snapshot

both_editions = pytest.mark.parametrize("edition", EDITIONS)


# ------------------------------------------------------------------------ the Draw Deck


@both_editions
def test_an_empty_draw_deck_is_made_new_in_the_middle_of_drawing(edition: str) -> None:
    """The Draw Deck; Draw: the Discard Stack is shuffled into a new Draw Deck and the effect is
    completed."""
    table = lay(
        At(WORDS, hand="Talk, 7 Waste", deck="Lesson", discard="4 Oeuvre"),
        At(CLAY),
        edition=edition,
    )
    heard = listen(table)
    act(table, 0, "play Talk")
    words = table.seats[0]
    assert named(words.hand[7:]) == "Lesson, Oeuvre, Oeuvre"
    assert named(words.draw_deck) == "Oeuvre, Oeuvre"
    assert words.discard_stack == []
    assert "shuffle 0 4" in heard


@both_editions
def test_discarding_from_an_empty_draw_deck_makes_a_new_one_too(edition: str) -> None:
    """The Draw Deck: any effect on an empty Draw Deck; what was Discarded before goes in again."""
    table = lay(
        At(WORDS, hand="Shallow Grave", deck="Lesson", discard=""), At(CLAY), edition=edition
    )
    act(table, 0, "play Shallow Grave")
    words = table.seats[0]
    # The only card is Discarded, shuffled into the Draw Deck, and Discarded again.
    assert named(words.discard_stack) == "Lesson"
    assert words.draw_deck == []


@both_editions
def test_trashing_from_the_draw_deck_takes_the_top_and_makes_a_new_one(edition: str) -> None:
    """The Draw Deck; Trash."""
    table = lay(
        At(CLAY, hand="Buried Deep", deck="Hear, Learnt", discard="3 Lapse"),
        At(WORDS),
        turned=True,
        edition=edition,
    )
    act(table, 0, "play Buried Deep")
    clay = table.seats[0]
    assert named(clay.trash_stack) == "Learnt, Hear, Lapse, Lapse"
    assert (named(clay.draw_deck), named(clay.discard_stack)) == ("Lapse", "")


@both_editions
def test_an_emptied_draw_deck_is_not_made_new_before_it_is_needed(edition: str) -> None:
    """The Draw Deck: it is shuffled when an effect targets it and it is empty."""
    table = lay(At(CLAY, hand="Bury", deck="Lesson"), At(WORDS), edition=edition)
    table.seats[0].character.card = table.seats[0].character.card.flipped  # no Draw for it
    act(table, 0, "play Bury")
    assert table.seats[0].draw_deck == []
    assert named(table.seats[0].discard_stack) == "Lesson"


@both_editions
def test_with_both_empty_the_rest_is_wasted_and_no_end_comes(edition: str) -> None:
    """The Draw Deck, note (final): additional Draws or other effects are wasted, and the End is not
    triggered; the prototype does not say otherwise."""
    table = lay(At(CLAY, hand="Bury, Waste, Fealty", deck=""), At(WORDS), edition=edition)
    for card in ("Bury", "Fealty"):
        act(table, 0, f"play {card}")
    assert named(table.seats[0].hand) == "Waste"
    assert table.ended_by == ""


def test_a_deck_made_new_is_shuffled_by_the_games_own_lot() -> None:
    """House: all randomness comes from the game's seed."""
    orders = set()
    for seed in (1, 2, 1):
        table = lay(
            At(WORDS, hand="Fealty", deck="", discard="Oeuvre, Lesson, Call, Teach, Memory, Talk"),
            At(CLAY),
            seed=seed,
        )
        act(table, 0, "play Fealty")
        orders.add(named([*table.seats[0].hand, *table.seats[0].draw_deck]))
    assert len(orders) == 2


# -------------------------------------------------------- what is meant unless it is said


def test_draw_takes_the_top_card_of_ones_own_draw_deck() -> None:
    """Draw: unless specified, the top card of their Draw Deck only, to their hand."""
    table = lay(At(WORDS, hand="Try To Forget", deck="Waste, Lesson"), At(CLAY))
    act(table, 0, "play Try To Forget")
    assert named(table.seats[0].hand) == "Lesson"
    assert named(table.seats[0].draw_deck) == "Waste"


def test_draw_from_a_stack_takes_its_top_card() -> None:
    """Card Targets: unless specified, effects only act upon the top card of a Stack."""
    table = lay(At(CLAY, hand="Rise Up", discard="Bury, Waste, Lesson"), At(WORDS))
    act(table, 0, "play Rise Up")
    assert named(table.seats[0].hand) == "Lesson"
    table = lay(At(CLAY, hand="Danse Macabre", trash="Dig, Hear"), At(WORDS), turned=True)
    act(table, 0, "play Danse Macabre")
    assert named(table.seats[0].hand) == "Hear"


def test_discard_takes_any_card_in_hand_only() -> None:
    """Discard: unless specified, any card in hand only, to the Discard Stack."""
    player = Script(discard="Waste")
    table = lay(
        At(WORDS, hand="Learnt, Hear, Waste", in_play="Dig"),
        At(CLAY),
        turned=True,
        players=[player, Script()],
    )
    act(table, 0, "play Learnt")
    assert player.asked == [("discard", ["Hear", "Waste"])]
    assert named(table.seats[0].discard_stack) == "Waste"


def test_trash_takes_any_card_in_hand_or_in_play() -> None:
    """Trash: unless specified, any card in their hand or in play in front of them."""
    player = Script(trash="Dig")
    seat = At(CLAY, hand="3 Hear, Waste", in_play="Dig, Take Us With You")
    table = lay(seat, At(WORDS, in_play="Lapse"), turned=True, players=[player, Script()])
    act(table, 0, "spend Hear, Hear with Take Us With You")
    assert player.asked == [("trash", ["Hear", "Waste", "Dig", "Take Us With You"])]
    assert named(table.seats[0].trash_stack) == "Dig"
    assert in_play(table.seats[0]) == "Take Us With You"


def test_trash_from_hand_takes_no_card_in_play() -> None:
    """Trash: specified as "from hand"."""
    player = Script(trash="Waste")
    seat = At(CLAY, hand="Take It With You, Waste, Coin", in_play="Bury")
    table = lay(seat, At(WORDS), players=[player, Script()])
    act(table, 0, "play Take It With You")
    assert player.asked == [("trash", ["Waste", "Coin"])]


def test_effects_act_on_their_own_player_only() -> None:
    """Card Targets: effects only act upon what belongs to the player they lie in front of."""
    table = lay(At(WORDS, hand="Fealty, Coin, Memory, 4 Waste"), At(CLAY, hand="Waste"))
    before = snapshot(table)["seats"][1]
    for card in ("Fealty", "Coin", "Memory"):
        act(table, 0, f"play {card}")
    assert snapshot(table)["seats"][1] == before


def test_a_card_in_play_without_target_is_one_of_ones_own() -> None:
    """Card Targets; ruling G-inplay: "Discard 1 in play" is in front of its player, and characters
    are not targeted (Character Cards)."""
    player = Script()
    table = lay(
        At(WORDS, hand="Forget To Remember"), At(CLAY, in_play="Bury"), players=[player, Script()]
    )
    act(table, 0, "play Forget To Remember")
    assert in_play(table.seats[0]) == ""
    assert in_play(table.seats[1]) == "Bury"
    assert table.seats[0].character.card.name == "Jack o' Words"
    assert player.asked == []  # one card only: no choice (G-forced)


def test_settled_cards_are_not_cards_in_play() -> None:
    """Ruling G-facedown: they are neither picked nor counted."""
    player = Script(discard="Bury")
    seat = At(WORDS, hand="Forget To Remember", in_play="Oeuvre + Coin, Bury")
    table = lay(seat, At(CLAY), players=[player, Script()])
    act(table, 0, "play Forget To Remember")
    assert player.asked == [("discard", ["Oeuvre", "Bury", "Forget To Remember"])]


def test_cards_settled_on_a_card_that_leaves_go_to_the_discard_stack() -> None:
    """Set and Settled, first note: without the card they are on they are moved at once to their
    owner's Discard Stack; ruling G-settled."""
    player = Script(discard="Oeuvre")
    seat = At(WORDS, hand="Forget To Remember", in_play="Oeuvre + Coin + Waste, Bury")
    table = lay(seat, At(CLAY), players=[player, Script()])
    act(table, 0, "play Forget To Remember")
    # They follow it, the topmost first (G-order).
    assert named(table.seats[0].discard_stack) == "Oeuvre, Waste, Coin"
    assert in_play(table.seats[0]) == "Bury, Forget To Remember"


# ------------------------------------------------------------------------------- Target


def test_a_target_stack_is_any_players_and_gives_its_top_card() -> None:
    """Card Targets: Target lets one choose whose Stack; without "card" only its top is taken; it
    goes to that Stack's owner (ruling G-owner)."""
    player = Script(move="Dig of Words and Names")
    table = lay(
        At(CLAY, hand="Go Down", trash="Hear, Lapse"),
        At(WORDS, trash="Lapse, Dig"),
        turned=True,
        players=[player, Script()],
    )
    act(table, 0, "play Go Down")
    assert player.asked == [("move", ["Lapse", "Dig of Words and Names"])]
    assert named(table.seats[1].discard_stack) == "Dig"
    assert named(table.seats[1].trash_stack) == "Lapse"
    assert table.seats[0].discard_stack == []


@pytest.mark.parametrize(("chosen", "moved"), [("Dig", "Dig"), ("none", "")])
def test_an_empty_target_stack_may_be_chosen(chosen: str, moved: str) -> None:
    """Ruling G-take-search: "freely choose" does not leave out a Stack with nothing in it."""
    player = Script(move=chosen)
    table = lay(
        At(CLAY, hand="Go Down"),
        At(WORDS, trash="Dig"),
        turned=True,
        players=[player, Script()],
    )
    act(table, 0, "play Go Down")
    assert player.asked == [("move", ["Dig of Words and Names"])]
    assert named(table.seats[1].discard_stack) == moved


def test_one_of_the_target_stacks_is_chosen_if_none_is_empty() -> None:
    """Ruling G-take-search: choosing nothing is choosing an empty Stack."""
    table = lay(
        At(CLAY, hand="Go Down", trash="Hear"),
        At(WORDS, trash="Dig"),
        turned=True,
        players=[Script(move="none"), Script()],
    )
    with pytest.raises(NotationError, match="choose at least 1"):
        act(table, 0, "play Go Down")


def test_an_empty_target_market_stack_may_be_chosen() -> None:
    """Ruling G-take-search: a Market Stack is a Stack."""
    player = Script(purchase="none")
    table = lay(At(WORDS, hand="Teach, 10 Waste"), At(CLAY), players=[player, Script()])
    table.seats[0].stacks[0].cards.clear()
    act(table, 0, "play Teach")
    assert table.seats[0].discard_stack == []


@pytest.mark.parametrize(
    "words", ["Purchase a card of your suit", "Purchase a scoring card from any Market Stack"]
)
def test_a_card_is_taken_where_there_is_one_if_no_target_is_printed(words: str) -> None:
    """Ruling G-take-search: there is one such card, so nothing is left to choose."""
    table = lay(At(WORDS, market=("", "Teach", "")), At(CLAY))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert named(table.seats[0].discard_stack) == "Teach"


def test_with_no_stack_to_take_from_nothing_happens() -> None:
    """Card Resolution: instructions which cannot be resolved are ignored."""
    table = lay(At(CLAY, hand="Go Down, Danse Macabre, Wake The Dead"), At(WORDS), turned=True)
    for card in ("Go Down", "Danse Macabre", "Wake The Dead"):
        act(table, 0, f"play {card}")
    assert in_play(table.seats[0]) == "Go Down, Danse Macabre, Wake The Dead"


def test_a_target_card_is_searched_for_in_ones_own_stack() -> None:
    """Card Targets: Target card lets one search the specified Stack freely (ruling G-targetcard);
    its cards are read from the top (A-stack)."""
    player = Script(move="Hear")
    table = lay(
        At(CLAY, hand="Grave Digger", trash="Hear, Dig, Lapse"),
        At(WORDS, trash="Learnt"),
        turned=True,
        players=[player, Script()],
    )
    act(table, 0, "play Grave Digger")
    assert player.asked == [("move", ["Lapse", "Dig", "Hear"])]
    assert named(table.seats[0].trash_stack) == "Dig, Lapse, Hear"


def test_one_target_player_is_selected() -> None:
    """Card Targets, note: only one player can be selected, oneself too; ruling G-chooser has the
    player who Discards choose the cards."""
    chooser = Script(player=WORDS)
    victim = Script(discard=["Call", "Coin"])
    table = lay(
        At(ODDS, hand="Pickpocket, 2 Waste"),
        At(CLAY, hand="3 Waste"),
        At(WORDS, hand="Waste, Call, Coin"),
        players=[chooser, Script(), victim],
        made_up=True,
    )
    act(table, 0, "play Pickpocket")
    assert chooser.asked == [("player", [ODDS, CLAY, WORDS])]
    assert named(table.seats[2].discard_stack) == "Call, Coin"
    assert [len(seat.hand) for seat in table.seats] == [2, 3, 1]


def test_each_player_starts_with_the_one_who_acts() -> None:
    """Card Targets: an effect may be said of players; each chooses for themselves (G-chooser)."""
    table = lay(
        At(CLAY, hand="Waste"),
        At(ODDS, hand="Tithe, Waste"),
        At(WORDS, hand="Waste"),
        made_up=True,
        turned=True,
    )
    heard = listen(table)
    act(table, 1, "play Tithe")
    assert heard[1:] == [f"discard {seat} Waste from hand" for seat in (1, 2, 0)]


def test_only_the_draw_deck_that_is_chosen_is_made_new() -> None:
    """The Draw Deck: if a card targets the Draw Deck and it is empty; one that is not the Target
    is left alone."""
    table = lay(
        At(ODDS, hand="Dead End", deck="Power"),
        At(CLAY, deck="", discard="2 Waste"),
        made_up=True,
        turned=True,
        players=[Script(player=ODDS), Script()],
    )
    act(table, 0, "play Dead End")
    assert named(table.seats[0].discard_stack) == "Power"
    assert named(table.seats[1].discard_stack) == "Waste, Waste"


def test_choosing_a_target_draw_deck_does_not_show_its_top_card() -> None:
    """Face Up and Down: cards in Draw Decks are face down; whose it is, is all that is chosen."""
    player = Script(player=CLAY)
    table = lay(
        At(ODDS, hand="Dead End", deck="Power"),
        At(CLAY, deck="Fealty"),
        made_up=True,
        turned=True,
        players=[player, Script()],
    )
    act(table, 0, "play Dead End")
    assert player.asked == [("player", [ODDS, CLAY])]
    assert named(table.seats[1].discard_stack) == "Fealty"


def test_a_target_once_chosen_stays_the_target() -> None:
    """Card Targets; ruling G-one-target: two Purchases from Target Market Stack are from one."""
    player = Script(purchase="Fealty")
    table = lay(
        At(ODDS, hand="Job Lot"),
        At(CLAY),
        made_up=True,
        players=[player, Script()],
        generic=["3 Power", "3 Fealty", "Coins", "Riches", "Wealth"],
    )
    act(table, 0, "play Job Lot")
    assert named(table.seats[0].discard_stack) == "Fealty, Fealty"
    assert len(player.asked) == 1


def test_the_stack_with_the_fewest_cards_is_meant_where_it_is_said() -> None:
    """Card Targets: a card applies as it specifies."""
    player = Script(purchase="Coins")
    generic = ["2 Power", "2 Fealty", "Coins", "3 Riches", "Wealth"]
    market = ("2 Bury", "2 Bury", "2 Bury")
    table = lay(At(CLAY, market=market), generic=generic, players=[player])
    table.seats[0].hand = [saying("Purchase 1 from Target Market Stack with the fewest cards")]
    act(table, 0, "play Made up")
    assert player.asked == [("purchase", ["Coins", "Wealth"])]
    assert named(table.seats[0].discard_stack) == "Coins"


# ------------------------------------------------------------------ counts and resolution


@pytest.mark.parametrize(("others", "coins"), [(0, 0), (1, 0), (2, 1), (5, 2)])
def test_per_two_cards_is_rounded_down(others: int, coins: int) -> None:
    """Ruling G-round; the played card itself is not counted (G-self)."""
    hand = f"Memory, {others} Waste" if others else "Memory"
    table = lay(At(WORDS, hand=hand), At(CLAY))
    act(table, 0, "play Memory")
    assert table.seats[0].coins == coins


def test_each_full_pair_earns_what_is_said_of_it() -> None:
    """Ruling G-round: three cards are one pair, for which two coin tokens are gained."""
    table = lay(At(WORDS, hand="3 Waste"), At(CLAY))
    table.seats[0].hand.append(saying("Gain 2 coin tokens per 2 cards in hand"))
    act(table, 0, "play Made up")
    assert table.seats[0].coins == 2


def test_per_two_cards_is_counted_once_at_the_start() -> None:
    """Ruling G-round: Discarding changes the hand that was counted."""
    table = lay(
        At(WORDS, hand="Lapse, 5 Waste"),
        At(CLAY),
        turned=True,
        players=[Script(discard=["1", "1"]), Script()],
    )
    act(table, 0, "play Lapse")
    assert len(table.seats[0].discard_stack) == 2


def test_an_effect_is_resolved_as_fully_as_possible() -> None:
    """Card Resolution."""
    table = lay(At(WORDS, hand="Remember To Forget, Waste"), At(CLAY), turned=True)
    act(table, 0, "play Remember To Forget")
    assert named(table.seats[0].discard_stack) == "Waste"


def test_a_choice_with_one_answer_is_not_asked() -> None:
    """Ruling G-forced."""
    player = Script()
    table = lay(At(CLAY, hand="Take It With You, Waste"), At(WORDS), players=[player, Script()])
    act(table, 0, "play Take It With You")
    assert named(table.seats[0].trash_stack) == "Waste"
    assert player.asked == []


@pytest.mark.parametrize(("others", "hand"), [(1, ""), (2, "Waste, Waste")])
def test_trash_hand_trashes_all_of_it(others: int, hand: str) -> None:
    """Trash: "If exactly 1 in hand Trash hand"."""
    table = lay(At(WORDS, hand=f"Hear, {others} Waste"), At(CLAY), turned=True)
    act(table, 0, "play Hear")
    assert named(table.seats[0].hand) == hand


def test_a_whole_hand_goes_in_the_order_its_player_says() -> None:
    """Multiple Card Effects: one card at a time; ruling G-order."""
    player = Script(order="Dig, Waste, Hear, Dig")
    hand = "Listen, Hear, Dig, Waste, Dig"
    table = lay(At(WORDS, hand=hand), At(CLAY), turned=True, players=[player, Script()])
    act(table, 0, "play Listen")
    assert player.asked == [("order", ["Hear", "Dig", "Waste", "Dig #2"])]
    assert named(table.seats[0].trash_stack) == "Dig, Waste, Hear, Dig"


def test_move_to_a_stack_puts_the_card_on_top() -> None:
    """Card Targets: effects act upon the top of a Stack."""
    table = lay(
        At(CLAY, hand="Go Down", trash="Hear", discard="Dig, Dig"),
        At(WORDS),
        turned=True,
        players=[Script(move="Hear"), Script()],
    )
    act(table, 0, "play Go Down")
    assert named(table.seats[0].discard_stack) == "Dig, Dig, Hear"


def test_a_card_text_goes_by_the_score_now_up() -> None:
    """AI Mode, last paragraph: only an AI card's instructions go by the higher end. A card before
    the Turn that speaks of cards scoring 0 means what is printed at the end that is up."""
    table = lay(At(WORDS, hand="Lesson, Teach"), At(CLAY))
    table.seats[0].hand.append(saying("Trash 1 card scoring 0 from hand"))
    act(table, 0, "play Made up")
    assert named(table.seats[0].trash_stack) == "Lesson"


# ------------------------------------------------------------- cards that stop themselves


def test_a_card_that_discards_itself_among_others_stops() -> None:
    """Card Targets, note (final); ruling G-left: when a card that Discards several cards in play
    Discards itself, the rest stays."""
    player = Script(discard=["Waste", "Clean Sweep"])
    seat = At(ODDS, hand="Clean Sweep", in_play="Waste, Coin, Bury")
    table = lay(seat, At(CLAY), players=[player, Script()], made_up=True)
    act(table, 0, "play Clean Sweep")
    assert in_play(table.seats[0]) == "Coin, Bury"
    assert named(table.seats[0].discard_stack) == "Waste, Clean Sweep"


def test_a_card_that_trashes_itself_does_not_go_on_to_its_next_sentence() -> None:
    """Play, note: instructions on cards that leave play cease to apply."""
    seat = At(ODDS, hand="Spring Clean", in_play="Waste, Coin")
    gone = lay(
        seat, At(CLAY), players=[Script(trash="Spring Clean"), Script()], made_up=True, turned=True
    )
    act(gone, 0, "play Spring Clean")
    assert (in_play(gone.seats[0]), named(gone.seats[0].hand)) == ("Waste, Coin", "")
    stays = lay(
        seat,
        At(CLAY),
        players=[Script(trash=["Waste", "Coin"]), Script()],
        made_up=True,
        turned=True,
    )
    act(stays, 0, "play Spring Clean")
    assert (in_play(stays.seats[0]), named(stays.seats[0].hand)) == ("Spring Clean", "Waste, Waste")


def test_what_comes_after_the_card_has_left_is_not_done() -> None:
    """Ruling G-left, for effects joined by "and"."""
    table = lay(At(ODDS, hand="Damp Squib"), At(CLAY), made_up=True, turned=True)
    act(table, 0, "play Damp Squib")
    assert named(table.seats[0].hand) == "Waste"
    assert named(table.seats[0].discard_stack) == "Damp Squib"


def test_a_trigger_of_a_card_that_leaves_play_stops() -> None:
    """Card Targets, note (final): cards which have left play cease to be active. The Fuse Trashes
    itself at the first of two Discards, so nothing is Trashed for the second."""
    table = lay(
        At(ODDS, hand="Pickpocket, 2 Waste", in_play="Short Fuse, Coin"),
        At(CLAY),
        players=[Script(player=ODDS, trash=["Short Fuse", "Coin"], discard="1"), Script()],
        made_up=True,
    )
    act(table, 0, "play Pickpocket")
    assert named(table.seats[0].trash_stack) == "Short Fuse"
    assert in_play(table.seats[0]) == "Coin, Pickpocket"


def test_a_card_that_another_trigger_removed_is_not_set_off() -> None:
    """Card Targets, note (final): as above; the Hoard is Trashed by the Fuse, which comes first,
    before its own turn to be set off."""
    table = lay(
        At(ODDS, hand="Pickpocket, Waste", in_play="Short Fuse, Hoard"),
        At(CLAY),
        players=[Script(player=ODDS, trash="Hoard"), Script()],
        made_up=True,
    )
    act(table, 0, "play Pickpocket")
    assert named(table.seats[0].trash_stack) == "Hoard"
    assert table.seats[0].coins == 0


# ------------------------------------------------------------------------------- Play 1


@both_editions
def test_a_card_played_from_the_discard_stack_is_in_play(edition: str) -> None:
    """Play: "Play 1 Target card in Discard Stack" puts it in play and follows it, before the card
    that played it goes on."""
    player = Script(play="Shallow Grave")
    table = lay(
        At(CLAY, hand="Call The Living", discard="Shallow Grave, Waste", deck="3 Lesson"),
        At(WORDS),
        edition=edition,
        players=[player, Script()],
    )
    act(table, 0, "play Call The Living")
    clay = table.seats[0]
    assert in_play(clay) == "Call The Living, Shallow Grave"
    # Two are Discarded, and the Jack o' Clay draws one for each.
    assert player.asked == [("play", ["Waste", "Shallow Grave"])]
    assert sorted(named(clay.discard_stack).split(", ")).count("Lesson") + len(clay.hand) >= 2


def test_plays_can_be_nested() -> None:
    """Play; a card played by a card may play a card."""
    player = Script(play=["Call The Living", "Coin"])
    table = lay(
        At(CLAY, hand="Call The Living", discard="Coin, Call The Living"),
        At(WORDS),
        players=[player, Script()],
    )
    act(table, 0, "play Call The Living")
    assert in_play(table.seats[0]) == "Call The Living, Call The Living, Coin"
    assert table.seats[0].coins == 1


def test_a_played_card_may_take_the_card_that_played_it_out_of_play() -> None:
    """Play, note: the instructions of a card that has left play cease; here after one of two."""
    player = Script(play="Forget To Remember", discard="Encore")
    table = lay(
        At(ODDS, hand="Encore", discard="Coin, Forget To Remember"),
        At(CLAY),
        players=[player, Script()],
        made_up=True,
    )
    act(table, 0, "play Encore")
    assert in_play(table.seats[0]) == "Forget To Remember"
    assert named(table.seats[0].discard_stack) == "Coin, Encore"
    assert table.seats[0].coins == 0


def test_two_plays_of_one_card_are_made_one_after_the_other() -> None:
    """Multiple Card Effects: one card at a time."""
    player = Script(play="Coin")
    table = lay(
        At(ODDS, hand="Encore", discard="Coin, Riches"),
        At(CLAY),
        players=[player, Script()],
        made_up=True,
    )
    act(table, 0, "play Encore")
    assert in_play(table.seats[0]) == "Encore, Coin, Riches"
    assert table.seats[0].coins == 4


# -------------------------------------------------------------------- what is set off


@both_editions
@pytest.mark.parametrize(
    ("card", "discarded"), [("Bury", 1), ("Shallow Grave", 2), ("The Long Goodbye", 4)]
)
def test_a_character_is_set_off_once_a_card_after_the_count(
    edition: str, card: str, discarded: int
) -> None:
    """Character Cards; Multiple Card Effects; ruling G-trigger."""
    table = lay(At(CLAY, hand=card), At(WORDS), edition=edition)
    heard = listen(table)
    act(table, 0, f"play {card}")
    assert len(table.seats[0].hand) == discarded
    kinds = [line.split()[0] for line in heard]
    assert kinds == ["play", "discard", *["triggered", "draw"] * discarded]


def test_a_discard_by_an_opponents_card_is_ones_own_discard() -> None:
    """Discard: the player who is asked to Discard does so, whoever's card asks."""
    table = lay(
        At(ODDS, hand="Pickpocket"),
        At(CLAY, hand="2 Waste"),
        made_up=True,
        players=[Script(player=CLAY), Script(discard="1")],
    )
    act(table, 0, "play Pickpocket")
    # The Jack o' Clay draws one for each.
    assert len(table.seats[1].hand) == 2
    assert table.seats[0].hand == []


def test_an_opponents_trash_sets_off_whoever_watches_opponents() -> None:
    """A card that says "an opponent" watches every other player and not its own."""
    table = lay(At(ODDS, hand="Dig"), At(CLAY, hand="Dig"), At(WORDS), made_up=True, turned=True)
    act(table, 0, "play Dig")
    assert table.seats[0].coins == 0
    act(table, 1, "play Dig")
    assert table.seats[0].coins == 2


def test_triggers_go_round_from_the_one_who_acts_character_last() -> None:
    """Ruling G-trigger-order: each player's cards in play, the longest there first, then the
    character."""
    table = lay(At(CLAY, in_play="Gleaner, Hoard", hand="Bury"), At(WORDS), made_up=True)
    heard = listen(table)
    act(table, 0, "play Bury")
    assert [line for line in heard if line.startswith("triggered")] == [
        "triggered 0 Gleaner",
        "triggered 0 Hoard",
        "triggered 0 Jack o' Clay",
    ]


def test_a_settled_watcher_sleeps() -> None:
    """Set and Settled: a card Set face down has no text in play."""
    table = lay(At(WORDS, in_play="Lesson + Hoard", hand="Bury"), At(ODDS), made_up=True)
    act(table, 0, "play Bury")
    assert table.seats[0].coins == 0


def test_a_move_is_no_discard_purchase_or_draw() -> None:
    """Purchase, Set, ... and Move: a Move that replicates an effect sets off nothing."""
    table = lay(
        At(CLAY, hand="Go Down", trash="Dig", in_play="Picker"),
        At(WORDS),
        made_up=True,
        turned=True,
        players=[Script(move="Dig"), Script()],
    )
    act(table, 0, "play Go Down")
    assert named(table.seats[0].discard_stack) == "Dig"
    assert table.seats[0].hand == []


def test_a_purchase_is_no_discard() -> None:
    """Purchase: it moves the card to the Discard Stack, which is not Discarding it."""
    table = lay(At(CLAY, coins=5, in_play="Gleaner"), At(WORDS), made_up=True)
    act(table, 0, "shop Bury")
    assert table.seats[0].hand == []


def test_shopping_sets_off_purchase_triggers_once_a_card() -> None:
    """Purchase: Shop Purchases cards."""
    table = lay(At(ODDS, coins=5), At(CLAY), made_up=True)
    act(table, 0, "shop Clean Sweep, Clean Sweep")
    assert len(table.seats[0].hand) == 2


def test_a_purchase_may_be_watched_for_by_suit() -> None:
    """A trigger may say of which cards; one's own suit is not an opponent's."""
    seat = At(ODDS, in_play="Bargain Bin", coins=9)
    table = lay(seat, At(CLAY), made_up=True, turned=True)
    for card, drawn in (("Power", 0), ("Spring Clean", 0), ("Dig", 1)):
        act(table, 0, f"shop {card}")
        assert len(table.seats[0].hand) == drawn


def test_abilities_that_set_one_another_off_for_ever_are_cut_off() -> None:
    """Ruling G-endless: after a Discard a card is drawn, after a Draw one is Discarded."""
    seat = At(STICKS, hand="Learnt, Dig", in_play="Picker, Recluse", deck="3 Waste")
    table = lay(seat, At(WORDS), made_up=True, turned=True)
    heard = listen(table)
    act(table, 0, "play Learnt")
    assert sum(line.startswith(("play", "triggered")) for line in heard) == 50
    sticks = table.seats[0]
    assert len([*sticks.hand, *sticks.draw_deck, *sticks.discard_stack]) == 4


def test_drawing_that_is_set_off_sets_off_in_turn() -> None:
    """Multiple Card Copies: resolve them all, each individually."""
    table = lay(
        At(ODDS, hand="Damp Squib", in_play="Nest Egg"), At(CLAY), made_up=True, turned=True
    )
    act(table, 0, "play Damp Squib")
    assert table.seats[0].coins == 1


def test_a_count_of_sets_is_not_broken_off_for_what_it_sets_off() -> None:
    """Multiple Card Effects: do not break off during the count to trigger other cards. One card is
    in hand: it is Set, no second can be, and only then are 2 cards drawn."""
    table = lay(
        At(ODDS, hand="Glue Pot, Waste", in_play="Scaffold", deck="4 Coin"),
        At(STICKS),
        players=[Script(onto=["Scaffold", "Scaffold"], set="1"), Script()],
        made_up=True,
    )
    act(table, 0, "play Glue Pot")
    assert in_play(table.seats[0]) == "Scaffold + Waste, Glue Pot"
    assert named(table.seats[0].hand) == "Coin, Coin"


def test_a_count_of_purchases_is_not_broken_off_for_what_it_sets_off() -> None:
    """Multiple Card Effects, as above: both are Purchased before anything is drawn."""
    table = lay(
        At(ODDS, hand="Job Lot", deck="2 Waste"),
        At(CLAY),
        players=[Script(purchase="Power"), Script()],
        made_up=True,
        generic=["2 Power", "Fealty", "Coins", "Riches", "Wealth"],
    )
    heard = listen(table)
    act(table, 0, "play Job Lot")
    kinds = [line.split()[0] for line in heard]
    assert kinds[1:] == ["purchase", "triggered", "draw", "triggered", "draw"]


# -------------------------------------------------------------------- Set by an effect


def test_an_effect_may_set_more_than_the_stability() -> None:
    """Set and Settled, second note: cards may end up with more cards on them than their value."""
    table = lay(
        At(ODDS, hand="Glue Pot, 2 Waste", in_play="Lesson + Coin"),
        At(CLAY),
        players=[Script(onto=["Lesson", "Lesson"], set=["1", "1"]), Script()],
        made_up=True,
    )
    act(table, 0, "play Glue Pot")
    assert in_play(table.seats[0]) == "Lesson + Coin + Waste + Waste, Glue Pot"
    # That was no Build.
    assert not table.seats[0].built


def test_an_effect_sets_nothing_on_a_card_with_a_dash() -> None:
    """Set and Settled, first note."""
    player = Script()
    table = lay(
        At(ODDS, hand="Paste", discard="Hear", in_play="Dig"),
        At(CLAY),
        players=[player, Script()],
        made_up=True,
        turned=True,
    )
    act(table, 0, "play Paste")
    # Only the Paste itself has a Stability.
    assert in_play(table.seats[0]) == "Dig, Paste + Hear"
    assert table.seats[0].discard_stack == []


# ------------------------------------------------------------------- barred cards


def test_a_barred_card_is_not_offered() -> None:
    """Blocked Resolution; ruling G-cannot: it is no legitimate target."""
    player = Script(trash="Waste")
    seat = At(CLAY, hand="Take It With You, Bedrock, Waste, Coin")
    table = lay(seat, At(STICKS), players=[player, Script()], made_up=True)
    act(table, 0, "play Take It With You")
    assert player.asked == [("trash", ["Waste", "Coin"])]


def test_trash_hand_leaves_a_barred_card() -> None:
    """Blocked Resolution: ignore what will not be resolved; the next sentence is followed."""
    table = lay(At(STICKS, hand="Hermit, Bedrock"), At(CLAY), made_up=True)
    act(table, 0, "play Hermit")
    assert named(table.seats[0].hand) == "Bedrock, Waste"
    assert table.seats[0].trash_stack == []


def test_a_card_barred_from_trash_and_set_may_be_discarded() -> None:
    """Only the effects named are barred."""
    table = lay(At(CLAY, hand="Bury", deck="Bedrock"), At(STICKS), made_up=True)
    act(table, 0, "play Bury")
    assert "Bedrock" in named([*table.seats[0].discard_stack, *table.seats[0].hand])


# ------------------------------------------------------------------------ whole Stacks


def test_discarding_a_whole_draw_deck_ends_when_it_is_empty() -> None:
    """Discard: "Discard Draw Deck" is every card that is in it, once."""
    table = lay(At(ODDS, hand="Swan Song", deck="3 Waste"), At(CLAY), made_up=True, turned=True)
    heard = listen(table)
    act(table, 0, "play Swan Song")
    assert named(table.seats[0].discard_stack) == "Waste, Waste, Waste"
    assert not any(line.startswith("shuffle") for line in heard)


# ------------------------------------------------------------------------------ coins


@both_editions
def test_gain_takes_coin_tokens_and_the_supply_does_not_run_out(edition: str) -> None:
    """Gain and Coin Tokens; ruling G-coins: tokens may be exchanged for others of equal value."""
    table = lay(At(CLAY, hand="Riches", coins=60), At(WORDS), edition=edition)
    act(table, 0, "play Riches")
    assert table.seats[0].coins == 63


def test_hand_limit_and_retain_limit_are_general_changes() -> None:
    """Immediate or Ongoing: true as long as the card is in play (ruling G-ongoing)."""
    table = lay(At(STICKS, in_play="Oeuvre, Oeuvre, Lesson"), At(CLAY), made_up=True)
    assert table.seats[0].hand_limit() == 10
    assert table.seats[0].retain_limit() == 2
    assert (table.seats[1].hand_limit(), table.seats[1].retain_limit()) == (5, 1)
