"""A run: a plan loaded and compiled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache

import msgspec

from moonflight_solo.ai_cards.card import (
    AICard,
    load_ai_card,
    read_ai_card,
    read_otherwise,
    rulings_for,
    with_choices_of,
)
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, read_document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.changes import changed_catalogue, changed_documents, without
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile, words_digest
from moonflight_solo.playtest.player_kinds import AI, kind_of
from moonflight_solo.playtest.players import player_of
from moonflight_solo.rules.acts import PASS, Build
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.editions import Edition, edition_named
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Act, Event, Player, Question, Seat, Table
from moonflight_solo.scoremode import table_for
from moonflight_solo.wording.ast import Line


class Run:
    """Everything that a plan's games need, loaded and compiled once.

    ``ai_cards`` has each seat's AI card, ``None`` for seats played by programs. Raises an error
    with its place for unreadable files, :class:`UsageError` for unknown seats, rulings and
    editions, and :class:`MoonflightError` if the plan was made with other printed data.
    """

    def __init__(self, plan: Plan) -> None:
        if plan.words != words_digest():
            raise MoonflightError(
                "this playtest was begun with other printed data or another version of "
                "moonflight-solo, so its games cannot be continued; start a new file."
            )
        self.plan = plan
        if plan.card_files or plan.revised or plan.changes or plan.left_out:
            documents = _card_documents(plan)
            self.catalogue = changed_catalogue(*documents, plan.changes, plan.left_out)
        else:
            self.catalogue = catalogue(plan.edition)
        for seat in plan.seats:
            if seat.jack not in self.catalogue.suits:
                raise UsageError(f'no Jack is called "{seat.jack}".')
            if seat.player != AI:
                kind_of(seat.player)
        if plan.score_mode and len(plan.seats) != 1:
            raise UsageError(f"Score Mode is played by one Jack alone, not {len(plan.seats)}.")
        cards_given = [_own_card(file, self.catalogue) for file in plan.ai_files]
        self.rulings = rulings_for(cards_given, plan.rulings)
        own = {ai_card.jack: ai_card for ai_card in cards_given}
        if len(own) < len(cards_given) and not any(seat.card for seat in plan.seats):
            raise UsageError("two of the AI cards given are for the same Jack; give one.")

        def card_of(seat: SeatPlan) -> AICard | None:
            if seat.player != AI:
                return None
            if seat.card > 0:
                return cards_given[seat.card - 1]
            own_card = None if seat.card else own.get(seat.jack)
            return own_card or load_ai_card(seat.jack, self.catalogue)

        self.ai_cards = _as_planned([card_of(seat) for seat in plan.seats], plan)
        # Compiled now to report errors early; each game has copies.
        self._followers = [None if card is None else self.follower(card) for card in self.ai_cards]

    @property
    def by_ai_cards(self) -> list[tuple[int, AICard]]:
        """The seats, from 0, played by AI cards, with their cards."""
        return [(seat, card) for seat, card in enumerate(self.ai_cards) if card is not None]

    def lines(self, card: AICard) -> tuple[CompiledLine, ...]:
        """Return the compiled action lines of both sides of an AI card."""
        return self.follower(card).lines

    def follower(self, card: AICard, rulings: Rulings | None = None) -> AICardPlayer:
        """Return a player following ``card``, by ``rulings`` in place of the plan's if given."""
        return AICardPlayer(card, self.catalogue, rulings or self.rulings)

    def players(self, settings: Settings) -> list[Player]:
        """Return a player for every seat of one game."""
        given = settings, self.catalogue, self.ai_cards, self.rulings
        players: list[Player] = []
        for number, seat in enumerate(self.plan.seats):
            follower = self._followers[number]
            player = player_of(seat.player, number, *given) if follower is None else copy(follower)
            players.append(StableBuildsOnly(player) if number in self.plan.sparing else player)
        return players

    def play(
        self,
        seed: int,
        seated: Callable[[list[Player]], Sequence[Player]] = list,
        listen: Callable[[Event, Table], None] | None = None,
    ) -> Outcome:
        """Play the game of ``seed`` and return its outcome.

        ``seated`` may wrap its players; ``listen`` hears every event, with the table.
        """
        settings = self.plan.settings(seed)
        table = self.set_up(settings, seated(self.players(settings)))
        if listen is not None:
            table.listener = lambda event: listen(event, table)
        return play(table, settings)

    def set_up(self, settings: Settings, players: Sequence[Player]) -> Table:
        """Return a table set up for one game."""
        return table_for(settings, self.catalogue, players)


def _nothing(*_: object) -> None:
    pass


@dataclass(frozen=True, eq=False)
class ObservedPlayer:
    """Wraps a player and reports its decisions.

    ``before`` is called before each decision; ``on_act`` or ``on_answer`` after it with the table,
    the seat, the question if any, and the decision.
    """

    player: Player
    on_act: Callable[[Table, Seat, Act], None] = _nothing
    on_answer: Callable[[Table, Seat, Question, Sequence[int]], None] = _nothing
    before: Callable[[], None] = _nothing

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the wrapped player."""
        self.before()
        act = self.player.act(table, seat)
        self.on_act(table, seat, act)
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Answer as the wrapped player."""
        self.before()
        answer = self.player.choose(table, seat, question)
        self.on_answer(table, seat, question, answer)
        return answer


class StableBuildsOnly(ObservedPlayer):
    """Drops Builds before the Turn on cards that the Turn leaves without Stability.

    Cards Settled on such a card come off it at the Turn ("Turn", ruling G-settled). The rest of a
    Build is kept; if nothing is left, it passes.
    """

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the wrapped player, minus such Builds."""
        act = super().act(table, seat)
        if table.turned or not isinstance(act, Build):
            return act
        lasting = tuple(
            (card, place) for card, place in act.pairs if seat.in_play[place].card.flipped.stability
        )
        return Build(lasting) if lasting else PASS


def _as_planned(cards: Sequence[AICard | None], plan: Plan) -> tuple[AICard | None, ...]:
    """Return each seat's AI card with the plan's other readings and boxes, its lines omitted."""
    planned = {seat: card for seat, card in enumerate(cards) if card is not None}
    for reading in plan.readings:
        planned[reading.seat] = reread(planned[reading.seat], reading.line, reading.other)
    for box in plan.boxes:
        planned[box.seat] = with_choices_of(planned[box.seat], {box.ruling: box.choice})
    for at in {line.seat for line in plan.omitted}:
        planned[at] = without(planned[at], [line for line in plan.omitted if line.seat == at])
    return tuple(planned.get(seat) for seat in range(len(cards)))


@lru_cache(maxsize=8)
def _own_card(file: TextFile, names: Catalogue) -> AICard:
    return read_ai_card(file.document(), names)


def _card_documents(plan: Plan) -> tuple[Edition, list[Document], list[Document]]:
    files = [*map(read_document, data_files("cards"))]
    files += [file.document() for file in plan.card_files]
    return edition_named(plan.edition), files, [file.document() for file in plan.revised]


def card_documents(plan: Plan) -> list[Document]:
    """Return the card files of a plan, with suits replaced and cards changed, in their order."""
    return changed_documents(*_card_documents(plan), plan.changes)


def reread(card: AICard | None, place: int, other: int) -> AICard:
    """Return the AI card with a rejected reading of the line at ``place``."""
    assert card is not None
    line = card.lines[place]
    meaning = line.reading.others[other]
    assert isinstance(meaning, Line)
    return read_otherwise(card, line, meaning)


def run_of(plan: Plan) -> Run:
    """Return the run of a plan, cached because every batch needs it.

    Plans that differ only in names have separate runs, because names are reported.
    """
    return _load_run(msgspec.json.encode(plan, order="deterministic"))


@lru_cache(maxsize=64)
def _load_run(plan: bytes) -> Run:
    return Run(msgspec.json.decode(plan, type=Plan))


def side_name(turned: bool) -> str:
    """Return "post" or "pre", for the side after or before the Turn."""
    return "post" if turned else "pre"
