"""A run: a plan made ready to play, with its cards read, its AI cards compiled, its tables laid."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from moonflight_solo.ai_cards.card import AICard, load_ai_card, read_ai_card, read_otherwise
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.plan import AI, Plan, words_digest
from moonflight_solo.playtest.players import kind_of, player_of
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.game import Settings, set_up
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import Player, Table
from moonflight_solo.scoremode import ScoreMode
from moonflight_solo.wording.ast import Line


class Run:
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
        self.rulings = printed_rulings()
        for each in given:
            self.rulings = self.rulings.with_more(list(each.rulings))
        self.rulings = self.rulings.switch(plan.rulings)
        own = {each.jack: each for each in given}
        if len(own) < len(given):
            raise UsageError("two of the AI cards given are for the same Jack; give one.")
        cards = [
            own.get(seat.jack) or load_ai_card(seat.jack, self.catalogue)
            if seat.player == AI
            else None
            for seat in plan.seats
        ]
        for reading in plan.readings:
            cards[reading.seat] = reread(cards[reading.seat], reading.line, reading.other)
        self.ai_cards: tuple[AICard | None, ...] = tuple(cards)
        for card in cards:
            if card is not None:
                self.follower(card)  # compiled now, so that what is wrong with it is told now

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

    def set_up(self, settings: Settings, players: Sequence[Player]) -> Table:
        """Return a table set up for one game, in Score Mode if the plan says so."""
        table = set_up(settings, self.catalogue, players)
        if self.plan.score_mode:
            table.variant = ScoreMode(table)
        return table


def _catalogue(plan: Plan) -> Catalogue:
    if not plan.card_files:
        return catalogue(plan.edition)
    files: list[Path | Document] = [
        *data_files("cards"),
        *(file.document() for file in plan.card_files),
    ]
    return Catalogue(edition_named(plan.edition), files)


def reread(card: AICard | None, place: int, other: int) -> AICard:
    """Return the AI card with another reading of the line at ``place``: one decided against."""
    assert card is not None
    line = card.lines[place]
    meaning = line.reading.others[other]
    assert isinstance(meaning, Line)
    return read_otherwise(card, line, meaning)


_MOST_RUNS = 64
_runs: dict[str, Run] = {}


def run_of(plan: Plan) -> Run:
    """Return the run of a plan; it is kept, for every batch of the plan needs the same."""
    digest = plan.digest()
    run = _runs.get(digest)
    if run is None:
        if len(_runs) >= _MOST_RUNS:
            _runs.clear()
        run = _runs[digest] = Run(plan)
    return run
