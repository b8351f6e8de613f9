"""A game that stops at each decision equals one played through, also back and forth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest
from helpers import CLAY, EDITIONS, MADE_UP, ODDS, STICKS, WORDS, at_least
from wanderers import Wanderer

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.acts import IllegalAct
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.decisions import Decision, Game
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import NotationError, answer_notation, labels, notation
from moonflight_solo.rules.state import Event, Player
from moonflight_solo.scenario import snapshot
from moonflight_solo.scoremode import ScoreMode

MAKE = Sequence[Callable[[], Player] | None]


def start(settings: Settings, cards: Catalogue, players: MAKE | None = None) -> Game:
    """Return a game in which by default every seat is asked."""
    table = set_up(settings, cards, ())
    if len(settings.jacks) == 1:
        table.variant = ScoreMode(table)
    return Game(table, settings, players or [None] * len(settings.jacks))


def answered(game: Game, player: Player) -> str:
    """Answer the decision as a player would; return the answer."""
    here = game.decision
    assert here is not None
    if here.question is None:
        words = notation(player.act(here.table, here.seat), here.table, here.seat)
    else:
        chosen = player.choose(here.table, here.seat, here.question)
        names = labels(here.question, here.table, here.seat)
        words = answer_notation(chosen, here.question, names)
    game.push(words)
    return words


def told_of(event: Event) -> tuple[object, ...]:
    names = [card.name for card in event.cards]
    return event.kind, event.seat, names, event.number, event.source, event.place


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "jacks", [(CLAY,), (CLAY, WORDS), (ODDS, STICKS, WORDS), (WORDS, WORDS)], ids=str
)
def test_a_game_that_stops_is_the_game_played_through(edition: str, jacks: tuple[str, ...]) -> None:
    cards = catalogue(edition, MADE_UP)
    asked = set()
    for seed in range(at_least(1, 3)):
        settings = Settings(jacks, seed=seed, edition=edition, act_limit=150, round_limit=12)
        lot = Random(f"wandering {seed}")
        table = set_up(settings, cards, [Wanderer(lot)] * len(jacks))
        if len(jacks) == 1:
            table.variant = ScoreMode(table)
        told: list[Event] = []
        table.listener = told.append
        outcome = play(table, settings)

        game = start(settings, cards)
        lot = Random(f"wandering {seed}")
        while game.decision is not None:
            asked.add(game.decision.ask)
            answered(game, Wanderer(lot))
        assert game.outcome == outcome
        assert snapshot(game.table) == snapshot(table)
        assert game.decider is None
        assert game.legal == []

        heard: list[Event] = []
        again = start(settings, cards)
        again.listener = heard.append
        for given in game.answers:
            again.push(given.words)
        # Nobody listened yet when the first round began.
        assert [told_of(event) for event in heard] == [told_of(event) for event in told[1:]]
    assert {"act", "order", "retain"} < asked


def until(game: Game, ask: str, player: Player) -> Decision:
    """Let a player answer until a kind of question comes up; return that decision."""
    while True:
        here = game.decision
        assert here is not None
        if here.ask == ask:
            return here
        answered(game, player)


def test_it_stops_inside_an_act_and_inside_reset() -> None:
    """What is asked there is told by the question, and the table lies in the middle of it."""
    game = start(Settings((CLAY, WORDS), seed=1), catalogue())
    player = Wanderer(Random(4))
    here = until(game, "discard", player)
    before = snapshot(game.table)
    names = [name.partition(" #")[0] for name in game.legal]
    assert names == [card.name for card in here.seat.hand]
    first = game.legal[0]
    game.push("1")
    assert game.answers[-1].words == first
    assert snapshot(game.table) != before
    game.pop()
    assert snapshot(game.table) == before
    assert until(game, "retain", player).legal


def test_back_and_forth_and_copies() -> None:
    cards = catalogue()
    follower: MAKE = [None, lambda: AICardPlayer(load_ai_card(WORDS, cards), cards)]
    game = start(Settings((CLAY, WORDS), seed=5), cards, follower)
    lot = Random(5)
    seen = [snapshot(game.table)]
    while game.decision is not None:
        assert game.decider == 0
        answered(game, Wanderer(lot))
        seen.append(snapshot(game.table))
    said = [given.words for given in game.answers]
    copy = game.copy()
    for words, lying in zip(reversed(said), reversed(seen[:-1]), strict=True):
        assert game.pop().words == words
        assert snapshot(game.table) == lying
    with pytest.raises(MoonflightError, match="nothing to take back"):
        game.pop()
    assert [given.words for given in copy.answers] == said
    for words, lying in zip(said, seen[1:], strict=True):
        game.push(words)
        assert snapshot(game.table) == lying
    assert game.outcome == copy.outcome
    with pytest.raises(MoonflightError, match="the game is over"):
        game.push("pass")


def test_what_is_no_answer_leaves_the_game_as_it_was() -> None:
    game = start(Settings((CLAY, WORDS), seed=0, first=0), catalogue())
    before = snapshot(game.table)
    with pytest.raises(NotationError):
        game.push("dance")
    with pytest.raises(IllegalAct, match="opponent's suit"):
        game.push(f"shop {game.table.seats[1].market[0].cards[-1].name}")
    assert snapshot(game.table) == before
    assert game.answers == []
    assert "pass" in game.legal
