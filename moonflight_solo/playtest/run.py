"""A run: a plan made ready to play, and the other ways in which its AI cards could be followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec

from moonflight_solo.ai_cards.card import AICard, load_ai_card, read_ai_card, read_otherwise
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import read_document
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.kinds import AI, kind_of
from moonflight_solo.playtest.plan import Plan, ReadingChoice, Treatment, words_digest
from moonflight_solo.playtest.players import player_of
from moonflight_solo.playtest.ways.changes import changed_catalogue, without
from moonflight_solo.rules.acts import PASS, Build
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.requirements.requirement import Requirement
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode
from moonflight_solo.wording.ast import Line
from moonflight_solo.wording.english import english


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
        for number in {each.seat for each in plan.omitted}:
            card = cards[number]
            assert card is not None
            cards[number] = without(card, [each for each in plan.omitted if each.seat == number])
        self.ai_cards: tuple[AICard | None, ...] = tuple(cards)
        for card in cards:
            if card is not None:
                self.follower(card)  # compiled now, so that what is wrong with it is told now

    def lines(self, card: AICard) -> tuple[CompiledLine, ...]:
        """Return the action lines of both sides of one of the AI cards, ready to be followed."""
        return self.follower(card).lines

    def follower(self, card: AICard, rulings: Rulings | None = None) -> AICardPlayer:
        """Return a player who follows ``card``, by other ``rulings`` than the plan's if given."""
        return AICardPlayer(card, self.catalogue, rulings or self.rulings)

    def players(self, settings: Settings) -> list[Player]:
        """Return a player for every seat of one game."""
        players = [
            self.follower(card)
            if card is not None
            else player_of(
                seat.player, number, settings, self.catalogue, self.ai_cards, self.rulings
            )
            for number, (seat, card) in enumerate(zip(self.plan.seats, self.ai_cards, strict=True))
        ]
        sparing = self.plan.sparing
        return [Sparing(each) if at in sparing else each for at, each in enumerate(players)]

    def played(self, seed: int) -> Outcome:
        """Play the game of ``seed`` and return its outcome."""
        settings = self.plan.settings(seed)
        return play(self.set_up(settings, self.players(settings)), settings)

    def set_up(self, settings: Settings, players: Sequence[Player]) -> Table:
        """Return a table set up for one game, in Score Mode if the plan says so."""
        table = set_up(settings, self.catalogue, players)
        if self.plan.score_mode:
            table.variant = ScoreMode(table)
        return table


class Sparing:
    """Plays as another does, but does not Build before the Turn on what it leaves unstable.

    Settled cards on such a card leave it at the Turn ("Turn", ruling G-settled). What is then left
    of a Build is done, and for a Build of nothing else it passes.
    """

    def __init__(self, player: Player) -> None:
        self._player = player

    def act(self, table: Table, seat: Seat) -> Act:
        """Act as the other does, but for such Builds."""
        act = self._player.act(table, seat)
        if table.turned or not isinstance(act, Build):
            return act
        lasting = tuple(pair for pair in act.pairs if pair[1].card.flipped.stability)
        return Build(lasting) if lasting else PASS

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Answer as the other does."""
        return self._player.choose(table, seat, question)


def _catalogue(plan: Plan) -> Catalogue:
    if not (plan.card_files or plan.revised or plan.changes or plan.left_out):
        return catalogue(plan.edition)
    files = [*map(read_document, data_files("cards"))]
    files += [file.document() for file in plan.card_files]
    revised = [file.document() for file in plan.revised]
    edition = edition_named(plan.edition)
    return changed_catalogue(edition, files, revised, plan.changes, plan.left_out)


def reread(card: AICard | None, place: int, other: int) -> AICard:
    """Return the AI card with another reading of the line at ``place``: one decided against."""
    assert card is not None
    line = card.lines[place]
    meaning = line.reading.others[other]
    assert isinstance(meaning, Line)
    return read_otherwise(card, line, meaning)


_MOST_RUNS = 64
_runs: dict[bytes, Run] = {}


def run_of(plan: Plan) -> Run:
    """Return the run of a plan; it is kept, for every batch of the plan needs the same.

    A plan that plays the same under other names has a run of its own, for they are told.
    """
    key = msgspec.json.encode(plan, order="deterministic")
    run = _runs.get(key)
    if run is None:
        if len(_runs) >= _MOST_RUNS:
            _runs.clear()
        run = _runs[key] = Run(plan)
    return run


# ------------------------------------------------------------------- other ways to follow a card


@dataclass(frozen=True, slots=True)
class Alternative:
    """One other way for one seat: another reading of a line, or another choice of a ruling.

    ``place`` is the line's place among the card's, ``None`` for a ruling; ``means`` says what it
    would mean. ``treatment`` plays the whole plan that way.
    """

    seat: int
    ruling: str
    choice: str
    place: int | None
    means: str
    treatment: Treatment


def alternatives(run: Run) -> tuple[Alternative, ...]:
    """Return every other way for every AI card of a plan, in a fixed order."""
    return tuple(
        found
        for seat, card in enumerate(run.ai_cards)
        if card is not None
        for ways in (_readings(run, seat, card), _choices(run, seat, card))
        for found in ways
    )


def _readings(run: Run, seat: int, card: AICard) -> Iterator[Alternative]:
    """Yield the readings of the card's lines that were decided against."""
    for place, line in enumerate(card.lines):
        for other, meaning in enumerate(line.reading.others):
            where = f"{side_name(line.printed.turned)} {line.number}"
            label = f"seat {seat + 1} {where}, reading {other + 2}"
            readings = (*run.plan.readings, ReadingChoice(seat, place, other))
            treatment = Treatment(label=label, what="reading", readings=readings)
            yield Alternative(seat, line.reading.ruling, "", place, english(meaning), treatment)


def _choices(run: Run, seat: int, card: AICard) -> Iterator[Alternative]:
    """Yield the other choices of the rulings that the card's lines lean on."""
    leaned_on = {ruling for line in run.lines(card) for ruling in line.rulings}
    for ruling in run.rulings.by_id.values():
        for choice, means in ruling.choices.items():
            if ruling.id in leaned_on and choice != run.rulings.choice(ruling.id):
                rulings = {**run.plan.rulings, ruling.id: choice}
                label = f"{ruling.id}={choice}"
                treatment = Treatment(label=label, what="ruling", rulings=rulings)
                yield Alternative(seat, ruling.id, choice, None, means, treatment)


def priced(plan: Plan) -> Plan:
    """Return ``plan`` with every other way to follow its AI cards to be played as well."""
    others = {each.treatment.label: each.treatment for each in alternatives(Run(plan))}
    return msgspec.structs.replace(plan, others=(*plan.others, *others.values()))


def with_ai_cards_beside(plan: Plan) -> Plan:
    """Return ``plan`` with the same seeds to be played by AI cards in every seat as well.

    What another player makes of a seat is measured against what the AI card makes of it. The plan
    itself if every seat has its AI card, or none has, or a Jack has no AI card.
    """
    others = [seat for seat in plan.seats if seat.player != AI]
    if not others or len(others) == len(plan.seats):
        return plan
    seats = tuple(msgspec.structs.replace(seat, player=AI) for seat in plan.seats)
    label = f"AI card for {' and '.join(seat.jack for seat in others)}"
    treatment = Treatment(label=label, what="player", seats=seats)
    try:
        run_of(plan.treated(treatment))
    except UsageError:  # no AI card is printed for the Jack
        return plan
    return msgspec.structs.replace(plan, others=(*plan.others, treatment))


def side_name(turned: bool) -> str:
    """Return what the side of an AI card up before or after the Turn is called."""
    return "post" if turned else "pre"


Alone = Mapping[int, Requirement | None]
"""What single lines need to be followed, by their places on the card; ``None`` for one without
acts of its own."""


def followed_otherwise(way: Alternative, run: Run) -> tuple[AICardPlayer, Alone]:
    """Return a player who follows the card the other way, and the lines that it may matter to.

    Where all of those are passed over both ways nothing else differs but Reset.
    """
    card, rulings = run.ai_cards[way.seat], run.rulings
    assert card is not None
    if way.place is None:
        rulings = rulings.switch({way.ruling: way.choice})
        follower = run.follower(card, rulings)
        both = zip(run.lines(card), follower.lines, strict=True)
        leaning = [there for here, there in both if way.ruling in (*here.rulings, *there.rulings)]
        return follower, {card.lines.index(each.line): each.requirement for each in leaning}
    (*_, choice) = way.treatment.readings or ()
    card = reread(card, way.place, choice.other)
    line, follower = card.lines[way.place], run.follower(card)
    alone = (each.requirement for each in follower.lines if each.line is line)
    return follower, {way.place: next(alone, None)}
