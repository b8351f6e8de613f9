"""A game that stops at each decision equals one played through, also back and forth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest
from helpers import CLAY, EDITIONS, ODDS, STICKS, WORDS, at_least, made_up_cards
from msgspec.structs import replace
from wanderers import Wanderer

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.acts import PASS, Build, IllegalAct, Pass, Play, Shop, Spend
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.decision import Decision
from moonflight_solo.rules.decisions import Game
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import NotationError, answer_notation, labels, notation
from moonflight_solo.rules.possible_answers import Beginning, Choice
from moonflight_solo.rules.state import (
    Act,
    Card,
    CardInPlay,
    Event,
    Look,
    MarketStack,
    Player,
    Seat,
    Table,
)
from moonflight_solo.rules.state.table_state import TableState
from moonflight_solo.scenario import snapshot
from moonflight_solo.scoremode import ScoreMode

ROOT = Path(__file__).parent.parent
EXAMPLES = tuple(sorted((ROOT / "examples").glob("*/suit.yaml")))
ABILITY = catalogue().card("Grave Robber", turned=False).abilities[0]
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
    cards = made_up_cards(edition)
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
    assert [Choice((at,)) for at in range(len(here.seat.hand))] == game.legal
    game.push("1")
    assert game.answers[-1].words == here.seat.hand[0].name
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
        answer = game.pop()
        assert game.decision is not None
        assert game.decision.words(answer) == words
        assert snapshot(game.table) == lying
    with pytest.raises(MoonflightError, match="nothing to undo"):
        game.pop()
    assert [given.words for given in copy.answers] == said
    for words, lying in zip(said, seen[1:], strict=True):
        game.push(words)
        assert snapshot(game.table) == lying
    assert game.outcome == copy.outcome
    with pytest.raises(MoonflightError, match=r"the game is over; `outcome` says how it ended\.$"):
        game.push("pass")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    "jacks",
    [(CLAY,), (CLAY, WORDS), (ODDS, STICKS, WORDS), ("Mask and Mirror", "Watch and Ward")],
    ids=str,
)
def test_a_table_nobody_was_shown_is_played_on_with(edition: str, jacks: tuple[str, ...]) -> None:
    """It goes as where every table is shown, and what has been given out never changes."""
    known = made_up_cards(edition) if ODDS in jacks else catalogue(edition, EXAMPLES)
    shown = start(Settings(jacks, seed=3, edition=edition, round_limit=14), known)
    unseen, lot = start(shown.settings, known), Random(11)
    tables: list[tuple[Table, object]] = []
    decisions: list[tuple[Decision, str, object]] = []
    in_place = 0
    while shown.decision is not None and len(tables) < at_least(250, 900):
        tables.append((shown.table, snapshot(shown.table)))
        assert unseen.legal == shown.legal
        answer = lot.choice(shown.legal)
        chance = lot.random()
        if chance < 0.05:
            undone = [unseen.pop() for _ in range(min(lot.randrange(1, 9), len(tables) - 1))]
            for each in reversed(undone):
                unseen.push(each)
        elif chance < 0.1:
            other, unseen = unseen, unseen.copy()
            other.push(answer)
        elif chance < 0.15:
            here = unseen.decision
            assert here is not None
            decisions.append((here, str(here.view), here.legal))
        before = unseen._positions[-1]._table
        shown.push(answer)
        unseen.push(answer)
        in_place += unseen._positions[-1]._table is before
        assert shown._positions[-1]._table is not tables[-1][0]
    assert snapshot(unseen.table) == snapshot(shown.table)
    assert unseen.outcome == shown.outcome
    assert unseen.answers == shown.answers
    assert in_place > 0.7 * len(tables)
    for table, laid in tables:
        assert snapshot(table) == laid
    for decision, view, legal in decisions:
        assert (str(decision.view), decision.legal) == (view, legal)


def laid(part: object) -> object:
    """Return all that lies there, by the names of the attributes."""
    if isinstance(part, Table):
        around = {"players", "orders", "turns", "silent", "left_open", "players_known", "rng"}
        around |= {"listener", "own", "replacing", "triggering"}  # never at hand between acts
        return {name: laid(getattr(part, name)) for name in part.__slots__ if name not in around}
    if isinstance(part, Seat):
        around = {"stacks", "by_suit", "opponents"}
        return {name: laid(getattr(part, name)) for name in part.__slots__ if name not in around}
    if isinstance(part, CardInPlay | MarketStack | Look):
        return {name: laid(getattr(part, name)) for name in part.__slots__}
    if isinstance(part, ScoreMode):
        return part.tokens
    return [laid(each) for each in part] if isinstance(part, list | tuple) else part


def test_the_state_of_a_table_is_all_that_a_copy_has() -> None:
    """So nothing that a table is given later can be forgotten in one of them."""
    game, lot = start(Settings((CLAY, WORDS), seed=4), catalogue()), Random(6)
    early = game.table
    while game.decision is not None and not (game.table.turned and game.decision.ask == "act"):
        game.push(lot.choice(game.legal))
    table = game.table.copy((), Random(2))
    mine, card = table.seats[0], table.seats[1].draw_deck[0]
    mine.in_play = [CardInPlay(card, [card, card], ((1, 1),), (ABILITY,), stale=True)]
    mine.did, mine.named, mine.built = {"discard": (card,)}, "Bury", True
    table.looks, table.spoken, table.moved = [Look(0, [1, 2], hidden=True)], 1, (card,)
    table.dealt, table.again, table.nested, table.chained = True, 2, 3, 4
    table.begun, table.paying = 5, "discard"
    for number, seat in enumerate(table.seats):
        seat.character.used = (number,)
    other = early.copy((), Random(3))
    state = TableState(table)
    expected = laid(table.copy((), Random(4)))
    table.looks[0].at = [3]  # what happens at the table does not change its state
    mine.did.clear()
    mine.in_play[0].settled.pop()
    assert laid(other) != expected
    assert laid(state.onto(other)) == expected
    assert other.rng is state.rng
    assert other.watched == other.cards.watched[True]


def test_a_player_that_fails_leaves_the_game_as_it_was() -> None:
    class Failing(Wanderer):
        def act(self, table: Table, seat: Seat) -> Act:
            if fails:
                raise RuntimeError("no more")
            return PASS

    fails = False
    game = start(
        Settings((CLAY, WORDS), seed=2, first=0), catalogue(), [None, lambda: Failing(Random(1))]
    )
    before, view = game.copy(), str(game.view(0))
    answer = next(each for each in game.legal if isinstance(each, Play))
    fails = True
    with pytest.raises(RuntimeError, match="no more"):
        game.push(answer)
    assert str(game.view(0)) == view
    fails = False
    assert str(game.push(answer)) == str(before.push(answer))
    assert snapshot(game.table) == snapshot(before.table)


def test_what_is_no_answer_leaves_the_game_as_it_was() -> None:
    game = start(Settings((CLAY, WORDS), seed=0, first=0), catalogue())
    before = snapshot(game.table)
    with pytest.raises(NotationError, match='"dance" is not an act'):
        game.push("dance")
    with pytest.raises(IllegalAct, match="opponent's suit"):
        game.push(f"shop {game.table.seats[1].market[0].cards[-1].name}")
    assert snapshot(game.table) == before
    assert game.answers == []
    assert PASS in game.legal
    for answer in (Choice((0,)), Beginning(PASS), Shop((0, 0, 0, 0)), Spend(0, ABILITY)):
        with pytest.raises(
            IllegalAct,
            match=r"to Purchase there|nothing can be added|no longer in play|an act is needed",
        ):
            game.push(answer)
    assert snapshot(game.table) == before


def shops(places: Sequence[int], table: Table, seat: Seat) -> Iterator[Shop]:
    for each in range(len(seat.stacks)):
        shop = Shop((*places, each))
        if shop.why_illegal(table, seat) is None:
            yield shop
            yield from shops(shop.places, table, seat) if len(shop.places) < 4 else ()


def builds(pairs: Sequence[tuple[Card, int]], table: Table, seat: Seat) -> Iterator[Build]:
    for card in {*seat.hand}:
        for each in range(len(seat.in_play)):
            build = Build((*pairs, (card, each)))
            if build.why_illegal(table, seat) is None:
                yield build
                yield from builds(build.pairs, table, seat) if len(build.pairs) < 3 else ()


def spent(spend: Spend) -> object:
    """Return a key that is equal for Spends of the same cards in any order."""
    return spend.place, spend.ability, frozenset(Counter(spend.cards).items())


def every_answer(here: Decision) -> set[object]:
    """Return every answer that can be typed, found by trying them all; of equal ones one."""
    table, seat, question = here.table, here.seat, here.question
    if question is None:
        spends = {
            Spend(seat.place_of(placed), ability, cards)
            for placed in seat.abilities()
            for ability in placed.card.abilities
            for cards in permutations(seat.hand, ability.cards)
        }
        legal = {each for each in spends if each.why_illegal(table, seat) is None}
        paid = {
            (each.place, each.ability, frozenset(Counter(each.cards).items())) for each in legal
        }
        return {
            *paid,
            *shops((), table, seat),
            *builds((), table, seat),
            PASS,
            *map(Play, seat.hand),
        }
    number = len(question.items)
    if question.ask == "order":
        return {tuple(question.cards[i] for i in way) for way in permutations(range(number))}
    some = range(question.least, min(question.most, number) + 1)
    return {Choice(way) for size in some for way in combinations(range(number), size)}


def reached(here: Decision, longest: int) -> Iterator[object]:
    for answer in here.legal:
        here.refuse(answer)
        if isinstance(answer, Beginning):
            begun = answer.answer
            size = len(getattr(begun, "places", getattr(begun, "pairs", ())))
            if size < longest + isinstance(begun, Shop):
                yield from reached(replace(here, begun=begun), longest)
        elif here.ask == "order" and here.question is not None:
            assert isinstance(answer, Choice)
            yield tuple(here.question.cards[i] for i in answer.indexes)
        elif isinstance(answer, Spend):
            yield spent(answer)
        else:
            yield answer


@pytest.mark.parametrize("edition", EDITIONS)
def test_legal_leads_to_every_answer_and_to_no_other(edition: str) -> None:
    cards = made_up_cards(edition)
    asked: Counter[str] = Counter()
    for seed, jacks in enumerate([(CLAY, WORDS), (ODDS, STICKS, WORDS), (WORDS,)] * at_least(1, 5)):
        game = start(Settings(jacks, seed=seed, edition=edition, round_limit=12), cards)
        lot = Random(seed)
        while (here := game.decision) is not None:
            small = here.question is None or len(here.question.items) < 6
            if small and len(here.seat.hand) * len(here.seat.in_play) < 25:
                assert {*reached(here, 3)} == every_answer(here)
                asked[here.ask] += 1
            answered(game, Wanderer(lot))
    assert min(asked[ask] for ask in ("act", "order", "retain", "cover")) > 5


SEATED: Sequence[tuple[str, ...]] = [
    (CLAY,),
    (CLAY, WORDS),
    (WORDS, WORDS),
    ("Watch and Ward", "Mask and Mirror", WORDS),
    (CLAY, "Thatch and Tile", "Tide and Toll", "Ledger and Lien"),
    (WORDS, CLAY, "Mask and Mirror", "Tide and Toll", CLAY),
]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("jacks", SEATED, ids=len)
def test_random_answers_finish_every_game(edition: str, jacks: tuple[str, ...]) -> None:
    """With `MOONFLIGHT_THOROUGH` these are 10,000 games."""
    cards = catalogue(edition, EXAMPLES)
    kinds = set()
    for seed in range(at_least(2, 834)):
        game, lot = start(Settings(jacks, seed=seed, edition=edition), cards), Random(seed)
        while game.decision is not None:
            answer = lot.choice(game.legal)
            kinds.add(type(answer))
            game.push(answer)
        assert game.outcome is not None  # rarely a limit: nobody at the table wants an End
    assert {Choice, Beginning, Play, Spend, Shop, Build, Pass} >= kinds >= {Choice, Beginning, Shop}
