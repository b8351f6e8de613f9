"""Playing games and describing them as text; the golden games' only access to the engine.

When something in the engine is moved or renamed, only this file needs fixing. Its output must stay
exactly the same: card and zone names, printed notation and plain numbers, nothing that depends on
the names of classes or modules, or on Python representations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random

from golden.setups import SetUp
from moonflight_solo.ai_cards import policy
from moonflight_solo.ai_cards.card import AICard, load_ai_card, read_otherwise
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.playtest.players import player_of
from moonflight_solo.rules import game, moves
from moonflight_solo.rules.acts import PASS, Build, Shop
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.notation import labels, notation
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import (
    Act,
    Card,
    CardInPlay,
    Event,
    MarketStack,
    Player,
    Question,
    Seat,
    Table,
)
from moonflight_solo.scoremode import ScoreMode
from moonflight_solo.wording.ast import Line

TOP = Path(__file__).parent.parent.parent
WANDERING = "wander"
PASSES = 0.15


Tell = Callable[[str, str], None]
"""Receives one description: its kind (see `golden.games`) and its words."""


# ----------------------------------------------------------------------------- games


def play_watched(setup: SetUp, seed: int, tell: Tell) -> str:
    """Play a game, describing everything in order; return the result."""
    explaining = seed % setup.explain_every == 0
    players = [_Told(player, tell, explaining) for player in _players(setup, seed)]
    table = _table(setup, seed, players)
    table.listener = _Listener(table, tell)
    outcome = game.play(table, _settings(setup, seed))
    tell("tables", table_words(table))
    for number, player in enumerate(players):
        for words in player.coverage():
            tell("lines", f"{number + 1} {words}")
    return result_words(outcome)


def play_unwatched(setup: SetUp, seed: int) -> tuple[str, str]:
    """Play a game without a listener; return the final table and the result."""
    table = _table(setup, seed, _players(setup, seed))
    outcome = game.play(table, _settings(setup, seed))
    return table_words(table), result_words(outcome)


def is_compiled() -> bool:
    """Return whether the performance-critical modules are compiled."""
    return all(str(hot.__file__).endswith((".so", ".pyd")) for hot in (game, moves, policy))


@dataclass(frozen=True)
class _Seated:
    """A seat: a Jack, the player's name, and the AI card if it is the player."""

    jack: str
    player: str
    card: AICard | None


@cache
def _read(edition: str, suits: Sequence[str]) -> Catalogue:
    """Return a cached catalogue for games with these suits: reading is slower than playing."""
    return catalogue(edition, tuple(TOP / file for file in suits))


def _cards(setup: SetUp) -> Catalogue:
    return _read(setup.edition, setup.suits)


@cache
def _ai_card(source: str | Path, cards: Catalogue) -> AICard:
    return load_ai_card(source, cards)


@cache
def _seated(setup: SetUp) -> tuple[_Seated, ...]:
    cards = _cards(setup)
    given = [_ai_card(TOP / file, cards) for file in setup.ai_files]
    own = {card.jack: card for card in given}
    seated: list[_Seated] = []
    for number, words in enumerate(setup.seats):
        name, _, player = words.partition(":")
        jack, card = cards.jack(name.rpartition("/")[2].replace("_", " ")), None
        if not player:
            printed = TOP / name / "ai.yaml" if "/" in name else jack
            card = own.get(jack) or _ai_card(printed, cards)
        for seat, line, other in setup.readings:
            if seat == number:
                assert card is not None
                meaning = card.lines[line].reading.others[other]
                assert isinstance(meaning, Line)
                card = read_otherwise(card, card.lines[line], meaning)
        seated.append(_Seated(jack, player, card))
    return tuple(seated)


@cache
def _rulings(switched: tuple[str, ...]) -> Rulings:
    return printed_rulings().switch(_choices(switched))


def _choices(switched: tuple[str, ...]) -> dict[str, str]:
    return dict(words.split("=") for words in switched)


def _settings(setup: SetUp, seed: int) -> game.Settings:
    return game.Settings(
        jacks=tuple(seat.jack for seat in _seated(setup)),
        seed=seed,
        edition=setup.edition,
        first=setup.first,
        rulings=_choices(setup.rulings),
        round_limit=setup.rounds,
        act_limit=setup.acts,
    )


def _table(setup: SetUp, seed: int, players: Sequence[Player]) -> Table:
    table = game.set_up(_settings(setup, seed), _cards(setup), players)
    if setup.score:
        table.variant = ScoreMode(table)
    return table


def _players(setup: SetUp, seed: int) -> list[Player]:
    cards, rulings = _cards(setup), _rulings(setup.rulings)
    settings = _settings(setup, seed)
    seated = _seated(setup)
    players: list[Player] = []
    for number, seat in enumerate(seated):
        if seat.card is not None:
            players.append(AICardPlayer(seat.card, cards, rulings))
        elif seat.player == WANDERING:
            players.append(_Wanderer(Random(f"wander {seed} {number}")))
        else:
            ai_cards = [each.card for each in seated]
            players.append(player_of(seat.player, number, settings, cards, ai_cards, rulings))
    return players


class _Wanderer:
    """Acts randomly, and unlike the random player also Shops and Builds for several cards."""

    def __init__(self, lot: Random) -> None:
        self._lot = lot

    def act(self, table: Table, seat: Seat) -> Act:
        if self._lot.random() < PASSES:
            return PASS
        act = self._lot.choice(list(legal_acts(table, seat)))
        more: list[Act] = []
        if isinstance(act, Shop):
            more = [Shop((*act.places, at)) for at in range(len(seat.stacks))]
        elif isinstance(act, Build):
            more = [
                Build((*act.pairs, (card, at)))
                for card in seat.hand
                for at in range(len(seat.in_play))
            ]
        return next((each for each in more if each.why_illegal(table, seat) is None), act)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        number = self._lot.randint(question.least, min(question.most, len(question.items)))
        return self._lot.sample(range(len(question.items)), number)


# -------------------------------------------------------------------------- as text


class _Told:
    """Wraps a player and describes its acts, answers and reasons."""

    def __init__(self, player: Player, tell: Tell, explaining: bool) -> None:
        self._player = player
        self._tell = tell
        self._explaining = explaining

    def act(self, table: Table, seat: Seat) -> Act:
        player = self._player
        line = ""
        if self._explaining and isinstance(player, AICardPlayer):
            self._explain(player, table, seat)
        act = player.act(table, seat)
        if isinstance(player, AICardPlayer):
            line = f"[{player.followed}] "
        self._tell("acts", f"{seat.number + 1} {line}{notation(act, table, seat)}")
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        answer = self._player.choose(table, seat, question)
        chosen = ", ".join(str(index + 1) for index in answer) or "none"
        asked = question_words(question, table, seat)
        self._tell("answers", f"{seat.number + 1} {asked}: {chosen}")
        return answer

    def _explain(self, player: AICardPlayer, table: Table, seat: Seat) -> None:
        reasons = player.explain(table, seat)
        for each in reasons.considered:
            words = f"{each.line} {each.status}: {each.because} ({', '.join(each.rulings)})"
            self._tell("lines", f"{seat.number + 1} {words}")
        self._tell("lines", f"{seat.number + 1} so [{reasons.line}] {reasons.notation}")

    def coverage(self) -> list[str]:
        """Return how often each line of the AI card was looked at, held and was followed."""
        if not isinstance(self._player, AICardPlayer):
            return []
        return [
            f"line {line} {'after' if turned else 'before'}: looked at {count.looked_at}, "
            f"condition true {count.condition_true}, followed {count.followed}"
            for (turned, line), count in self._player.counts.coverage().items()
        ]


class _Listener:
    """Describes every event, and the whole table at the start of every round."""

    def __init__(self, table: Table, tell: Tell) -> None:
        self._table = table
        self._tell = tell

    def __call__(self, event: Event) -> None:
        self._tell("events", event_words(event, self._table))
        if event.kind == "round":
            self._tell("tables", table_words(self._table))


def event_words(event: Event, table: Table) -> str:
    """Describe an event in one line."""
    seat = table.seats[event.seat]
    what = ""
    if event.kind == "act":
        what = notation(event.what, table, seat)
    elif event.kind == "choice":
        what = f"{event.what.ask} of {len(event.what.items)}"
    elif event.kind == "token":
        what = f"{event.what[0]} and {event.what[1]} left"
    elif event.kind == "end":
        what = result_words(event.what)
    words = f"{event.seat + 1} {event.kind} [{pile_words(event.cards)}] number {event.number}"
    if event.source:
        words += f" from {event.source}"
    if event.place:
        words += f" to {event.place}"
    if event.hidden:
        words += " hidden"
    return f"{words} {what}" if what else words


def question_words(question: Question, table: Table, seat: Seat) -> str:
    """Describe a question in one line."""
    items = [
        " ".join(
            [
                name,
                *([f"in {question.zones[index]}"] if question.zones else []),
                *([f"of {question.owners[index] + 1}"] if question.owners else []),
            ]
        )
        for index, name in enumerate(labels(question, table, seat))
    ]
    most = min(question.most, len(items))
    source = f" for {question.source.name}" if question.source else ""
    verb = f" to {question.verb}" if question.verb else ""
    return f"{question.ask}{verb}{source}, {question.least} to {most} of [{', '.join(items)}]"


def result_words(outcome: Outcome) -> str:
    """Describe an outcome in one line."""
    winner = "nobody" if outcome.winner is None else f"{outcome.winner + 1} by {outcome.won_by}"
    return (
        f"{outcome.ended_by}; won by {winner}; scores {_numbers(outcome.scores)}; "
        f"ranking {_numbers(seat + 1 for seat in outcome.ranking)}; {outcome.rounds} rounds, "
        f"{outcome.acts} acts; {'turned' if outcome.turned else 'not turned'}; "
        f"End by {_numbers(seat + 1 for seat in outcome.triggered_by) or 'nobody'}"
    )


def table_words(table: Table) -> str:
    """Describe the whole table, one zone per line, with the top of a Deck or Stack last."""
    rows = [
        f"round {table.round}, first {table.first + 1}, acting {table.acting + 1}, "
        f"acts {table.acts}, {'turned' if table.turned else 'not turned'} "
        f"(in {table.turned_in or '-'}), {'dealt' if table.dealt else 'not dealt'}, "
        f"ended by {table.ended_by or '-'}"
    ]
    rows += [_stack_words(stack, f"generic {stack.name}") for stack in table.generic]
    for seat in table.seats:
        rows += [f"{seat.number + 1} {words}" for words in _seat_words(seat)]
    return "\n".join(rows)


def _seat_words(seat: Seat) -> list[str]:
    return [
        f"{seat.jack}, coins {seat.coins}{', built' if seat.built else ''}"
        f"{', shopped' if seat.shopped else ''}",
        f"character: {_placed_words(seat.character)}",
        f"hand: {pile_words(seat.hand)}",
        f"in play: {'; '.join(map(_placed_words, seat.in_play))}",
        f"draw deck: {pile_words(seat.draw_deck)}",
        f"discard stack: {pile_words(seat.discard_stack)}",
        f"trash stack: {pile_words(seat.trash_stack)}",
        f"supply stack: {pile_words(seat.supply)}",
        f"bought: {pile_words(seat.bought)}",
        *(_stack_words(stack, f"market {at}") for at, stack in enumerate(seat.market, 1)),
    ]


def _stack_words(stack: MarketStack, title: str) -> str:
    return f"{title}: {pile_words(stack.cards)}"


def _placed_words(placed: CardInPlay) -> str:
    settled = pile_words(placed.settled)
    foreign = "".join(f" ({below} below: of {owner + 1})" for below, owner in placed.foreign)
    return placed.card.name + (f" with {settled}" if settled else "") + foreign


def pile_words(cards: Sequence[Card]) -> str:
    """List cards by name in order, counting adjacent equal ones."""
    if len(cards) < 2:
        return cards[0].name if cards else ""
    runs = [(name, len(list(run))) for name, run in groupby(card.name for card in cards)]
    return ", ".join(f"{number} {name}" if number > 1 else name for name, number in runs)


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))
