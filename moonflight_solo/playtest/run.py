"""A plan made ready to play: its cards read, its AI cards compiled, a table for every seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from moonflight_solo.ai_cards.card import AICard, load_ai_card, read_ai_card, read_otherwise
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.plan import AI, Plan, Reading, words_digest
from moonflight_solo.playtest.players import kind_of, player_of
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.game import Settings, set_up
from moonflight_solo.rules.players import Player
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.table import Table
from moonflight_solo.scoremode import ScoreMode
from moonflight_solo.wording.ast import Line


@dataclass(frozen=True, slots=True)
class Game:
    """A game about to be played."""

    settings: Settings
    table: Table


class Lab:
    """Everything the games of a plan need, read and compiled once.

    ``ai_cards`` has the AI card of every seat that is played by one, ``None`` for the others.
    Raises an error with its place for files that cannot be read, :class:`UsageError` for seats,
    rulings and editions there are not, and :class:`MoonflightError` if the printed data here are
    not those the plan was made with.
    """

    def __init__(self, plan: Plan) -> None:
        if plan.words != words_digest():
            raise MoonflightError(
                "this playtest was begun with other printed data or another version of "
                "moonflight-solo, so its games cannot be gone on with; begin it anew."
            )
        self.plan = plan
        self._lines: dict[AICard, tuple[CompiledLine, ...]] = {}
        self.catalogue = _catalogue(plan)
        for seat in plan.seats:
            if seat.jack not in self.catalogue.suits:
                raise UsageError(f"no Jack is called {seat.jack!r}.")
            if seat.player != AI:
                kind_of(seat.player)
        if plan.score_mode and len(plan.seats) != 1:
            raise UsageError(f"Score Mode is played by one Jack alone, not {len(plan.seats)}.")
        given = [read_ai_card(file.document(), self.catalogue) for file in plan.ai_files]
        self.rulings = _rulings(given, plan)
        own = {card.jack: card for card in given}
        if len(own) < len(given):
            raise UsageError("two of the AI cards given are for the same Jack; give one.")
        cards = [
            own.get(seat.jack) or load_ai_card(seat.jack, self.catalogue)
            if seat.player == AI
            else None
            for seat in plan.seats
        ]
        for reading in plan.readings:
            cards[reading.seat] = _read_so(cards[reading.seat], reading)
        self.ai_cards: tuple[AICard | None, ...] = tuple(cards)
        for card in cards:
            if card is not None:
                self.follower(card)  # compiled now, so that what is wrong with it is told now
        edition_named(plan.edition)

    def lines(self, card: AICard) -> tuple[CompiledLine, ...]:
        """Return the action lines of both sides of one of the AI cards, ready to be followed."""
        if card not in self._lines:
            self._lines[card] = tuple(
                line
                for turned in (False, True)
                for line in compile_side(card, turned, self.catalogue, self.rulings)
            )
        return self._lines[card]

    def follower(self, card: AICard, rulings: Rulings | None = None) -> AICardPlayer:
        """Return a player who follows ``card``, by other ``rulings`` than the plan's if given."""
        return AICardPlayer(card, self.catalogue, rulings or self.rulings)

    def players(self, settings: Settings) -> list[Player]:
        """Return a player for every seat of one game."""
        return [
            self.follower(card)
            if card is not None
            else player_of(
                seat.player, number, settings, self.catalogue, self.ai_cards, self.rulings
            )
            for number, (seat, card) in enumerate(zip(self.plan.seats, self.ai_cards, strict=True))
        ]

    def game(self, settings: Settings, players: Sequence[Player]) -> Game:
        """Return a game set up, in Score Mode if the plan says so."""
        table = set_up(settings, self.catalogue, players)
        if self.plan.score_mode:
            table.before_market = ScoreMode(table).before_market
        return Game(settings, table)


def _catalogue(plan: Plan) -> Catalogue:
    if not plan.card_files:
        return catalogue(plan.edition)
    files: list[Path | Document] = [
        *data_files("cards"),
        *(file.document() for file in plan.card_files),
    ]
    return Catalogue(edition_named(plan.edition), files)


def _rulings(given: Sequence[AICard], plan: Plan) -> Rulings:
    rulings = printed_rulings()
    for card in given:
        rulings = rulings.with_more(list(card.rulings))
    return rulings.switch(plan.rulings)


def _read_so(card: AICard | None, reading: Reading) -> AICard:
    """Return the AI card with another reading of one line."""
    assert card is not None
    line = card.lines[reading.line]
    meaning = line.settled.others[reading.other]
    assert isinstance(meaning, Line)
    return read_otherwise(card, line, meaning)


_MOST_LABS = 64
_labs: dict[str, Lab] = {}


def lab_of(plan: Plan) -> Lab:
    """Return the lab of a plan; it is kept, for every batch of the plan needs the same."""
    digest = plan.digest()
    lab = _labs.get(digest)
    if lab is None:
        if len(_labs) >= _MOST_LABS:
            _labs.clear()
        lab = _labs[digest] = Lab(plan)
    return lab
