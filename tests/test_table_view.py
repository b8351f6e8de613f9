"""What a seat sees of a table, and tables as it may imagine them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from helpers import CLAY, EDITIONS, MADE_UP, ODDS, STICKS, WORDS, at_least
from test_decisions import EXAMPLES, start
from wanderers import Wanderer

from moonflight_solo.errors import UsageError
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.decisions import Game
from moonflight_solo.rules.game import Settings
from moonflight_solo.rules.state import CardInPlay, Table
from moonflight_solo.rules.table_view import TableView, as_text
from moonflight_solo.scenario import snapshot


def middle_of_a_game(answers: int = 240) -> Game:
    """Return a game in which a seat is asked for an act, and much lies on the table."""
    game, lot = start(Settings((CLAY, WORDS), seed=8), catalogue()), Random(3)
    while len(game.answers) < answers or game.decider != 0 or game.decision.ask != "act":  # type: ignore[union-attr]
        game.push(lot.choice(game.legal))
    return game


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "jacks",
    [
        (CLAY, WORDS),
        (ODDS, STICKS, WORDS),
        (WORDS,),
        ("Mask and Mirror", "Tide and Toll"),
        ("Thatch and Tile", "Watch and Ward", "Ledger and Lien"),
    ],
    ids=str,
)
def test_a_seat_sees_the_same_whatever_is_hidden(edition: str, jacks: tuple[str, ...]) -> None:
    """Also within an act and in Reset; and a redealt game can be played to its end."""
    files = EXAMPLES if "and" in jacks[-1] and jacks[-1] not in (CLAY, WORDS) else MADE_UP
    cards = catalogue(edition, files)
    asked, differing = Counter[str](), 0
    for seed in range(at_least(2, 20)):
        settings = Settings(
            jacks, seed=seed, edition=edition, round_limit=8, score_mode=not jacks[1:]
        )
        game, lot = start(settings, cards), Random(seed)
        number = 0
        while (here := game.decision) is not None:
            number += 1
            if number % (7 if here.question is None else 3) == 0:
                other = game.redealt(here.seat.number, lot)
                assert other.decision is not None
                assert str(other.decision.view) == str(here.view)
                assert other.decision.view == here.view
                assert other.legal == game.legal
                assert number % 5 or other.decision.view.history == here.view.history
                assert other.decision.ask == here.ask
                differing += snapshot(other.table) != snapshot(game.table)
                asked[here.ask] += 1
                if number % 35 == 0:
                    while other.decision is not None:
                        other.push(lot.choice(other.legal))
            game.push(lot.choice(game.legal))
    assert differing > 5
    assert sum(asked.values()) > asked["act"] > 0


def test_what_is_hidden_is_not_in_the_view() -> None:
    game = middle_of_a_game()
    here = game.decision
    assert here is not None
    view, (me, them) = here.view, game.table.seats
    assert view.you.hand == tuple(me.hand)
    assert {*view.players[1].hand, *view.you.draw_deck} == {None}
    assert len(view.players[1].hand) == len(them.hand)
    drawn = [event for event in view.history if (event.kind, event.source) == ("draw", "draw deck")]
    assert {None} == {card for event in drawn if event.seat == 1 for card in event.cards}
    assert None not in {card for event in drawn if event.seat == 0 for card in event.cards}
    while game.decision is not None and game.decision.ask == "act":
        game.push(game.legal[-1])
    assert game.decider is not None
    with pytest.raises(UsageError, match="name the seat that decides"):
        game.redealt(1 - game.decider, Random(0))


def changes(table: Table) -> dict[str, Callable[[], object]]:
    """Return changes of what seat 0 sees."""
    me, them = table.seats
    card = catalogue().card("Bury", turned=False)
    placed = CardInPlay(card, [card])
    return {
        "hand": lambda: me.hand.append(card),
        "order of hand": lambda: me.hand.reverse(),
        "size of a hand": lambda: them.hand.append(card),
        "in play": lambda: me.in_play.append(CardInPlay(card)),
        "in play of another": lambda: them.in_play.append(CardInPlay(card)),
        "settled": lambda: me.in_play.append(placed),
        "which is settled": lambda: placed.settled.append(card.flipped),
        "stale": lambda: setattr(placed, "stale", True),
        "end up": lambda: setattr(placed, "card", card.flipped),
        "size of a deck": lambda: me.draw_deck.append(card),
        "size of another's deck": lambda: them.draw_deck.append(card),
        "discard stack": lambda: them.discard_stack.insert(0, card),
        "trash stack": lambda: them.trash_stack.append(card),
        "size of a supply stack": lambda: them.supply.append(card),
        "market": lambda: them.market[2].cards.insert(0, card),
        "generic": lambda: table.generic[0].cards.append(card),
        "coins": lambda: setattr(them, "coins", them.coins + 1),
        "built": lambda: setattr(me, "built", not me.built),
        "shopped": lambda: setattr(them, "shopped", not them.shopped),
        "named": lambda: setattr(them, "named", "Bury"),
        "done": lambda: them.did.update({"discard": (card,)}),
        "round": lambda: setattr(table, "round", table.round + 1),
        "Turn": lambda: setattr(table, "turned", not table.turned),
        "First Player": lambda: setattr(table, "first", 1 - table.first),
        "acting": lambda: setattr(table, "acting", 1 - table.acting),
        "passes": lambda: setattr(table, "passes", table.passes + 1),
        "more acts": lambda: setattr(table, "again", 1),
    }


def test_whatever_is_seen_changes_the_view() -> None:
    game = middle_of_a_game()
    here = game.decision
    assert here is not None
    table = game.table
    seen = [str(here.view)]
    for name, change in changes(table).items():
        change()
        seen.append(str(here.view))
        assert len({*seen}) == len(seen), name
    hidden: list[Callable[[], object]] = [
        table.seats[0].draw_deck.reverse,
        table.seats[1].draw_deck.reverse,
        table.seats[1].hand.reverse,
        table.seats[1].supply.reverse,
    ]
    for each in hidden:
        each()
        assert str(here.view) == seen[-1]


def test_the_view_is_the_same_in_every_run_and_names_both_ends() -> None:
    dig = catalogue().card("Dig", turned=True)
    assert [as_text(dig), as_text(dig.flipped)] == ["Dig'", "Bury"]
    views = [middle_of_a_game().decision.view for _ in range(2)]  # type: ignore[union-attr]
    assert isinstance(views[0], TableView)
    assert str(views[0]) == str(views[1])
    assert [str(each) for each in views[0].history] == [str(each) for each in views[1].history]
    assert views[0].rng.random() == views[1].rng.random()
    assert " at 0x" not in str(views[0].history)


def test_the_history_is_all_that_was_heard() -> None:
    heard: list[str] = []
    game = start(Settings((CLAY,), seed=4, score_mode=True), catalogue())
    game.listener = lambda event: heard.append(event.kind)
    player = Wanderer(Random(1))
    while (here := game.decision) is not None:
        assert [event.kind for event in here.view.history][1:] == heard
        answer = player.lot.choice(game.legal)
        game.push(answer)
