"""Laying out tables in a few words, and scripted players.

Cards are written by name, separated by commas: `"Bury, 3 Coin"` is one Bury and three Coins. The
top of a Deck or Stack is written last, a hand with the card held longest first. In play, `"Lesson +
Waste + Coin"` is a Lesson with a Waste and then a Coin Set on it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game import coaching
from moonflight_solo.coach import advice, review
from moonflight_solo.rules.acts import PASS, IllegalAct
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.game import Settings, action, play, set_up
from moonflight_solo.rules.notation import labels, notation, parse_act, parse_answer
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import (
    Act,
    Card,
    CardInPlay,
    Event,
    MarketStack,
    Names,
    Player,
    Question,
    Seat,
    Table,
)
from moonflight_solo.rules.texts.card_text import compile_card
from moonflight_solo.scenario import snapshot
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import CardText
from moonflight_solo.wording.disambiguation import disambiguate
from moonflight_solo.wording.text import Text

DATA = Path(__file__).parent / "data"
STICKS = "Sticks and Stones"
ODDS = "Odds and Ends"
MADE_UP = (DATA / "odds_and_ends.yaml", DATA / "sticks_and_stones.yaml")
CLAY = "Clay and Bones"
WORDS = "Words and Names"
EDITIONS = ("prototype", "final")
DEFAULT = "default"


def at_least(few: int, many: int) -> int:
    """Return a sample size: ``few``, or ``many`` with MOONFLIGHT_THOROUGH=1."""
    return many if os.environ.get("MOONFLIGHT_THOROUGH") == "1" else few


def try_fewer_tables(patch: pytest.MonkeyPatch) -> None:
    """Have `ai diff` try fewer tables: the smallest tell most wordings apart."""
    of = "moonflight_solo.check.diff.comparison._MOST_TABLES"
    patch.setattr(of, at_least(250, 1_500))
    patch.setattr(f"{of}_OF_TWO", at_least(80, 500))


def simulate_fewer_games(patch: pytest.MonkeyPatch) -> None:
    """Have hints and the coach simulate a few games, in this process, too few to be sure."""
    for games in ("HINT_ROLLOUTS", "ROLLOUTS_ALONE", "CHOOSING", "MEASURING"):
        patch.setattr(advice, games, 4)
    patch.setattr(review, "AT_FIRST", 4)
    patch.setattr(coaching, "ROUNDS_IN_ALL", 40)
    patch.setattr(coaching, "processors", lambda: 1)  # others would simulate as many as ever


def yaml_in(path: Path) -> Any:
    """Return the data in a YAML file, by libyaml if it is there: that is ten times as fast."""
    loader = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader
    return yaml.load(path.read_text("utf-8"), loader)


# ------------------------------------------------------------------------------ players


class Script:
    """A scripted player that records the questions asked.

    Acts are in notation; when they run out it passes. Answers are given by kind of question, as a
    string or a list of them: `Script("play Remember To Forget", discard=["Bury", "Waste"])`. By
    default it retains nothing, covers nothing, and lets cards leave play as they lie; any other
    question that is not in the script fails the test.
    """

    def __init__(self, *acts: str, **answers: str | Sequence[str]) -> None:
        self.acts = list(acts)
        self.answers = {
            ask: [said] if isinstance(said, str) else list(said) for ask, said in answers.items()
        }
        self.asked: list[tuple[str, list[str]]] = []
        self.followed = ""

    def act(self, table: Table, seat: Seat) -> Act:
        return parse_act(self.acts.pop(0), table, seat) if self.acts else PASS

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        names = labels(question, table, seat)
        self.asked.append((question.ask, names))
        said = self.answers.get(question.ask)
        if said:
            return parse_answer(said.pop(0), question, names)
        if question.ask in ("retain", "cover"):
            return []
        if question.ask == "order":
            return range(len(question.items))
        raise AssertionError(f"nothing is scripted for {question.ask!r} among {names}")

    def was_asked(self, ask: str) -> list[list[str]]:
        """Return the choices offered each time `ask` was asked."""
        return [names for asked, names in self.asked if asked == ask]


class Recorder:
    """Wraps a player and records every act and answer in notation."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.said: list[str] = []

    def act(self, table: Table, seat: Seat) -> Act:
        act = self.player.act(table, seat)
        self.said.append(notation(act, table, seat))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        answer = self.player.choose(table, seat, question)
        self.said.append(", ".join(str(index + 1) for index in answer) or "none")
        return answer


class Replay:
    """Repeats what a :class:`Recorder` has recorded."""

    def __init__(self, said: Sequence[str]) -> None:
        self.said = list(said)

    def act(self, table: Table, seat: Seat) -> Act:
        return parse_act(self.said.pop(0), table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return parse_answer(self.said.pop(0), question, labels(question, table, seat))


# ---------------------------------------------------------------------------- the table


@dataclass
class At:
    """One seat's layout. Anything omitted is empty, except for a minimal filling.

    By default the Draw Deck and the Supply Stack have enough cards and the Market Stacks one card
    each, so that no End, deal or Turn comes by accident.
    """

    jack: str
    hand: str = ""
    in_play: str = ""
    deck: str = "20 Waste"
    discard: str = ""
    trash: str = ""
    supply: str = DEFAULT
    market: tuple[str, str, str] | None = None
    coins: int = 0


def cards(written: str, known: Names, turned: bool = False) -> list[Card]:
    """Parse cards, with the top one last."""
    found: list[Card] = []
    for part in filter(None, (part.strip() for part in written.split(","))):
        match = re.fullmatch(r"(?:(\d+) )?(.+)", part)
        assert match is not None
        found += [known.card(match[2], turned)] * int(match[1] or 1)
    return found


def made_up_cards(edition: str = "prototype") -> Catalogue:
    """Return the catalogue with the suits of `tests/data`; it stays, however many are made."""
    return _made_up_cards(edition)  # a cache tells a default from the same word given


@cache
def _made_up_cards(edition: str) -> Catalogue:
    return catalogue(edition, MADE_UP)


def lay(
    *seats: At,
    players: Sequence[Player] = (),
    edition: str = "prototype",
    turned: bool = False,
    first: int = 0,
    generic: Sequence[str] | None = None,
    seed: int = 0,
    made_up: bool = False,
    more: tuple[Path, ...] = (),
) -> Table:
    """Lay out a table; seats without a player get a silent :class:`Script`.

    `generic` are the five generic Market Stacks, by default one copy of each card. `made_up` allows
    the suits of `tests/data`, `more` those of other card files.
    """
    known = made_up_cards(edition) if made_up else catalogue(edition, more)
    laid = [_seat(number, at, known, turned) for number, at in enumerate(seats)]
    stacks = [card.flipped if turned else card for card in known.generic]
    written = [card.name for card in stacks] if generic is None else generic
    table = Table(
        known.game_cards(at.jack for at in seats),
        tuple(laid),
        tuple(
            MarketStack(cards(text, known, turned), name=card.name)
            for text, card in zip(written, stacks, strict=True)
        ),
        tuple(players) or tuple(Script() for _ in seats),
        Random(seed),
    )
    assert len(table.players) == len(table.seats)
    table.turned = turned
    table.watch()
    table.first = table.acting = first
    return table


def _seat(number: int, at: At, known: Catalogue, turned: bool) -> Seat:
    suit = known.suits[at.jack]
    filler = suit.kinds[0].flipped.name if turned else suit.kinds[0].name
    seat = Seat.of(number, at.jack, suit.character.flipped if turned else suit.character)
    seat.hand = cards(at.hand, known, turned)
    seat.draw_deck = cards(at.deck, known, turned)
    seat.discard_stack = cards(at.discard, known, turned)
    seat.trash_stack = cards(at.trash, known, turned)
    seat.supply = cards(f"6 {filler}" if at.supply == DEFAULT else at.supply, known, turned)
    for stack, written in zip(seat.market, at.market or (filler,) * 3, strict=True):
        stack.cards = cards(written, known, turned)
    for part in filter(None, (part.strip() for part in at.in_play.split(","))):
        card, *settled = (cards(name.strip(), known, turned)[0] for name in part.split("+"))
        seat.in_play.append(CardInPlay(card, settled))
    seat.coins = at.coins
    return seat


def saying(words: str, known: Names | None = None) -> Card:
    """Return a card that says `words` at both ends; raises if they are not understood."""
    card = Card("Made up", text=Text(words))
    meaning = disambiguate(card.text, "effect").meaning
    assert isinstance(meaning, CardText)
    compile_card(card, meaning, known or catalogue())
    return card


# --------------------------------------------------------------------- doing and looking


def act(table: Table, seat: int, words: str) -> Table:
    """Let a seat take an act, which must be legal."""
    taken = parse_act(words, table, table.seats[seat])
    assert taken.why_illegal(table, table.seats[seat]) is None
    taken.perform(table, table.seats[seat])
    return table


def refused(table: Table, seat: int, words: str) -> str:
    """Return why an act is illegal, after checking that trying it changes nothing."""
    taken = parse_act(words, table, table.seats[seat])
    fault = taken.why_illegal(table, table.seats[seat])
    assert fault is not None, f"{words} is legal"
    before = snapshot(table)
    with pytest.raises(IllegalAct) as caught:
        taken.perform(table, table.seats[seat])
    assert str(caught.value) == f"{fault}."
    assert snapshot(table) == before
    return fault


def play_round(table: Table) -> Table:
    """Play one round, Action and Reset."""
    assert action(table)
    reset(table)
    return table


def zones(seat: Seat) -> dict[str, list[Card]]:
    """Return all cards of a seat by zone, including Market Stacks."""
    return {
        "hand": seat.hand,
        "in play": [placed.card for placed in seat.in_play],
        "settled": [card for placed in seat.in_play for card in placed.settled],
        "draw deck": seat.draw_deck,
        "discard stack": seat.discard_stack,
        "trash stack": seat.trash_stack,
        "supply stack": seat.supply,
        "market stacks": [card for stack in seat.market for card in stack.cards],
    }


def every_card(table: Table) -> list[Card]:
    """Return every card of the game."""
    generic = [card for stack in table.generic for card in stack.cards]
    return [*generic, *(c for seat in table.seats for pile in zones(seat).values() for c in pile)]


def named(pile: Sequence[Card]) -> str:
    """List names of cards, top last."""
    return ", ".join(card.name for card in pile)


def in_play(seat: Seat) -> str:
    """Format the cards in play as in :class:`At`."""
    return ", ".join(
        " + ".join(card.name for card in (placed.card, *placed.settled)) for placed in seat.in_play
    )


def listen(table: Table) -> list[str]:
    """Return a list that collects further events, one line each, except choices."""
    heard: list[str] = []

    def hear(event: Event) -> None:
        if event.kind == "choice":
            return
        words = [
            event.kind,
            str(event.seat),
            named(event.cards),
            *([str(event.number)] if event.number else []),
            *([f"from {event.source}"] if event.source else []),
            *([f"to {event.place}"] if event.place else []),
        ]
        heard.append(" ".join(word for word in words if word))

    table.listener = hear
    return heard


def told_game(followed: Sequence[AICard], seed: int, rounds: int = 60) -> list[object]:
    """Play a game between AI cards; return everything that happens, and the outcome."""
    settings = Settings(tuple(card.jack for card in followed), seed, round_limit=rounds)
    table = set_up(settings, catalogue(), [AICardPlayer(card, catalogue()) for card in followed])
    seen: list[object] = []

    def listener(event: Event) -> None:
        seen.append((event.seat, event.kind, [card.name for card in event.cards], event.number))

    table.listener = listener
    outcome = play(table, settings)
    return [*seen, outcome.scores, outcome.ranking]


def unchecked(record: str) -> str:
    """Strip the checksums from a record's lines, as someone editing it would."""
    return re.sub(r', "check": "[0-9a-f]{8}"', "", record)


def rows(start: ast.Start, written: str) -> Iterator[tuple[ast.Start, str, str]]:
    """Yield each sentence with the text below it."""
    for each in re.split(r"\n(?! )", written.strip()):
        words, _, below = each.partition("\n")
        yield start, words, " ".join(below.split())
