"""Treatments: other ways to play the same seeds, and whether they would act differently."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from moonflight_solo.ai_cards.card import AICard, AILine, with_choices_of
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.how_to_read import is_spelled_out
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.underspecified.listing import slots_of
from moonflight_solo.ai_cards.underspecified.slot import LineContext
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.changes import lists_of
from moonflight_solo.playtest.observing.instrument import DifferingWays, InstrumentedLine
from moonflight_solo.playtest.plan import OmittedLine, Plan, ReadingChoice, SeatPlan, Treatment
from moonflight_solo.playtest.player_kinds import AI, kind_of
from moonflight_solo.playtest.run import Run, reread, run_of
from moonflight_solo.playtest.tally import KEY_NUMBERS
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.state import Act, Question, Seat, Table
from moonflight_solo.wording.english import english, say


@dataclass(frozen=True, slots=True)
class Alternative:
    """One alternative for one seat: another reading of a line, or another choice of a ruling.

    ``place`` is the line's index on the card, ``None`` for a ruling; ``means`` describes the
    alternative. ``treatment`` applies it to the whole plan.
    """

    seat: int
    ruling: str
    choice: str
    place: int | None
    means: str
    treatment: Treatment


def alternatives(run: Run) -> tuple[Alternative, ...]:
    """Return every alternative for every AI card of a run, in a fixed order."""
    return tuple(
        alternative
        for seat, card in run.by_ai_cards
        for ways in (_readings(run, seat, card), _choices(run, seat, card))
        for alternative in ways
    )


def boxed_ways(run: Run) -> Iterator[Alternative]:
    """Yield the plan's own treatments that print another answer in the box of an AI card."""
    for treatment in run.plan.others:
        for box in treatment.boxes or ():
            yield Alternative(box.seat, box.ruling, box.choice, None, "", treatment)


def _readings(run: Run, seat: int, card: AICard) -> Iterator[Alternative]:
    """Yield the rejected readings of an AI card's lines."""
    for place, line in enumerate(card.lines):
        for other, meaning in enumerate(line.reading.others):
            label = f"seat {seat + 1} {_short_title(line)}, reading {other + 2}"
            readings = (*run.plan.readings, ReadingChoice(seat, place, other))
            treatment = Treatment(label=label, what="reading", readings=readings)
            yield Alternative(seat, line.reading.ruling, "", place, english(meaning), treatment)


def _choices(run: Run, seat: int, card: AICard) -> Iterator[Alternative]:
    """Yield the other choices of each ruling that a line of the AI card leans on."""
    leaned_on = {ruling for line in run.lines(card) for ruling in line.rulings}
    basis = Basis(run.catalogue, run.rulings)
    in_reset = (line for line in card.lines if line.printed.section == "reset")
    slots = (slots_of(LineContext(line, (), basis, card.jack)) for line in in_reset)
    leaned_on |= {slot.ruling for each in slots for slot in each if slot.by == "ruling"}
    for ruling in run.rulings.by_id.values():
        for choice, means in ruling.choices.items():
            if ruling.id in leaned_on and choice != run.rulings.choice(ruling.id):
                rulings = {**run.plan.rulings, ruling.id: choice}
                label = f"{ruling.id}={choice}"
                treatment = Treatment(label=label, what="ruling", rulings=rulings)
                yield Alternative(seat, ruling.id, choice, None, means, treatment)


def with_alternatives(plan: Plan) -> Plan:
    """Add every alternative way to follow the AI cards to ``plan`` as a treatment."""
    others = {each.treatment.label: each.treatment for each in alternatives(Run(plan))}
    return msgspec.structs.replace(plan, others=(*plan.others, *others.values()))


def with_ai_cards_beside(plan: Plan) -> Plan:
    """Add a treatment to ``plan`` with AI cards in all seats, as a baseline for other players.

    Returns the plan itself if every seat has its AI card, or none has, or a Jack has no AI card.
    """
    others = [seat for seat in plan.seats if seat.player != AI]
    if not others or len(others) == len(plan.seats):
        return plan
    seats = tuple(msgspec.structs.replace(seat, player=AI) for seat in plan.seats)
    label = f"AI card for {' and '.join(seat.jack for seat in others)}"
    treatment = Treatment(label=label, what="player", seats=seats)
    try:
        run_of(plan.with_treatment(treatment))
    except UsageError:  # no AI card is printed for the Jack
        return plan
    return msgspec.structs.replace(plan, others=(*plan.others, treatment))


Of = Literal["lines", "items", "cards", "rulings", "builds"]


def without_each(plan: Plan, of: Of) -> Plan:
    """Add treatments to ``plan`` that each leave out one thing of a kind.

    Lines and items are those of AI cards; cards those of the seated Jacks' suits; rulings those
    with choices that AI cards rest on, one treatment per other choice; builds those of one seat
    before the Turn that the Turn undoes.
    """
    others = {treatment.label: treatment for treatment in LEAVING_OUT[of](run_of(plan))}
    return msgspec.structs.replace(plan, others=(*plan.others, *others.values()))


def _lines(run: Run) -> Iterator[Treatment]:
    """Yield a treatment without each line of the AI cards."""
    for seat, card in run.by_ai_cards:
        for place, line in enumerate(card.lines):
            label = f"{run.plan.titles[seat]} {_short_title(line)}"
            omitted = (*run.plan.omitted, OmittedLine(seat, place))
            yield Treatment(label=f"{label}: {line.words}", what="line", omitted=omitted)


def _items(run: Run) -> Iterator[Treatment]:
    """Yield a treatment without each item of the lists in the AI cards' lines."""
    for seat, card in run.by_ai_cards:
        for place, line in enumerate(card.lines):
            for of, options in lists_of(line.meaning).items():
                for item, cards in enumerate(options):
                    label = f"{run.plan.titles[seat]} {_short_title(line)}, {of} {say(cards)}"
                    omitted = (*run.plan.omitted, OmittedLine(seat, place, of, item))
                    yield Treatment(label=label, what="item", omitted=omitted)


def _cards(run: Run) -> Iterator[Treatment]:
    for jack in dict.fromkeys(seat.jack for seat in run.plan.seats):
        for card in run.catalogue.suits[jack].kinds:
            short = (*run.plan.left_out, card.name)
            yield Treatment(label=f"{jack}: {card.name}", what="supply", left_out=short)


def _builds(run: Run) -> Iterator[Treatment]:
    for seat in range(len(run.plan.seats)):
        label = f"{run.plan.titles[seat]}: Builds that the Turn undoes"
        yield Treatment(label=label, what="build", sparing=(seat,))


LEAVING_OUT: Final[Mapping[Of, Callable[[Run], Iterator[Treatment]]]] = {
    "lines": _lines,
    "items": _items,
    "cards": _cards,
    "rulings": lambda run: (
        way.treatment for way in alternatives(run) if way.treatment.what == "ruling"
    ),
    "builds": _builds,
}
"""Generators of the treatments of each kind."""


def _short_title(line: AILine) -> str:
    return line.printed.title.replace("-Turn", "")


def with_players(plan: Plan, players: Sequence[str]) -> Plan:
    """Add treatments to ``plan`` in which other players take seats.

    Each player takes each seat against the AI card in the other, and both; and each Jack plays
    itself, also with AI cards in both seats. Raises :class:`UsageError` unless the plan has two
    seats with AI cards.
    """
    if not players:
        return plan
    if len(plan.seats) != 2 or any(seat.player != AI for seat in plan.seats):
        raise UsageError("--players stands beside two seats that are played by their AI cards.")
    kinds = list(dict.fromkeys(map(kind_of, players)))
    one, two = plan.seats
    cells = [*_pairing("", one, two, kinds)]
    for jack in dict.fromkeys(plan.seats) if one.jack != two.jack else ():
        mirror = _cell("", jack, jack)
        cells += [mirror, *_pairing(mirror.label, jack, jack, kinds)]
    return msgspec.structs.replace(plan, others=(*plan.others, *cells))


def _pairing(than: str, one: SeatPlan, two: SeatPlan, kinds: Sequence[str]) -> Iterator[Treatment]:
    """Yield each kind of player in the first seat; of two Jacks also in the other, and in both."""
    for kind in kinds:
        by = [msgspec.structs.replace(seat, player=kind) for seat in (one, two)]
        yield _cell(than, by[0], two)
        if one.jack != two.jack:
            yield _cell(than, one, by[1])
            yield _cell(than, *by)


def _cell(than: str, one: SeatPlan, two: SeatPlan) -> Treatment:
    label = f"{one.jack}:{one.player} against {two.jack}:{two.player}"
    return Treatment(label=label, what="table", than=than, seats=(one, two))


RESET_ASKS = frozenset({"retain", "cover"})
"""The questions of Reset, which an AI card answers with separate Reset lines."""

Alone = Mapping[int, r.Requirement | None]
"""Each line's requirement by its index on the card; ``None`` for a line without acts of its own."""


def followed_otherwise(way: Alternative, run: Run) -> tuple[AICardPlayer, Alone]:
    """Return a player following the alternative, and the lines it may affect.

    Those mean something else there, or lean on the ruling. If all of them are skipped both ways,
    only Reset can differ.
    """
    card, rulings = run.ai_cards[way.seat], run.rulings
    assert card is not None
    other, leaning = card, set[int]()
    if way.treatment.boxes:
        other = with_choices_of(card, {way.ruling: way.choice})
    elif way.place is not None:
        other = reread(card, way.place, (way.treatment.readings or ())[-1].other)
    else:
        rulings = rulings.switch({way.ruling: way.choice})
        words_only = is_spelled_out(rulings.by_id[way.ruling])
        leaning = {
            id(here.line)
            for here, there in zip(run.lines(card), run.follower(card, rulings).lines, strict=True)
            if way.ruling in (*here.rulings, *there.rulings)
            and not (words_only and here.context.meanings == there.context.meanings)
        }
    follower = run.follower(other, rulings)
    needs = {id(each.line): each.requirement for each in follower.lines}
    lines = enumerate(zip(card.lines, other.lines, strict=True))
    affected = [(at, b) for at, (a, b) in lines if a is not b or id(a) in leaning]
    return follower, {at: needs.get(id(line)) for at, line in affected}


def differing_ways(
    others: Sequence[Alone], lines: Sequence[InstrumentedLine]
) -> list[DifferingWays]:
    """Return for each line of a side the alternatives that may act differently because of it."""
    by_line = []
    for line in lines:
        places, followed = {line.place, *line.subs}, 0
        passed_over: dict[r.Requirement, int] = {}
        for index, alone in enumerate(others):
            if not places.isdisjoint(alone):
                followed |= 1 << index
            # A requirement that failed when the line was skipped still fails, and what implies it.
            requirement, needed = alone.get(line.place), _implied_by(line.whole)
            if requirement is not None and not needed <= _implied_by(requirement):
                passed_over[requirement] = passed_over.get(requirement, 0) | 1 << index
        by_line.append(DifferingWays(followed, passed_over))
    return by_line


def _implied_by(requirement: r.Requirement) -> set[r.Requirement]:
    """Return the parts of a requirement, and what they are known to need."""
    parts = requirement.parts if isinstance(requirement, r.AllOf) else (requirement,)
    return {*parts, *(part.needs for part in parts if isinstance(part, r.Opaque))}


class AlternativeFollower:
    """An alternative way to follow a card, compared with the card's acts and answers.

    ``number`` is its index among all alternatives, ``place`` among those of its seat.
    """

    def __init__(self, place: int, number: int, follower: AICardPlayer) -> None:
        self.place, self._follower = place, follower
        self.acts = KEY_NUMBERS["otherwise", number, "acts"]
        self._same = False

    def acts_otherwise(self, act: Act, at: int, table: Table, seat: Seat) -> bool:
        """Return whether it would not take ``act``, given that it follows no line above ``at``."""
        self._same = self._follower.act_from(at, table, seat) == act
        return not self._same

    def answers_otherwise(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat
    ) -> bool:
        """Return whether it would answer differently, given that it got to the question."""
        if question.ask not in RESET_ASKS and not self._same:
            return False
        other = self._follower.choose(table, seat, question)
        if other == answer or _answer_of(question, other) == _answer_of(question, answer):
            return False
        self._same = False  # count once per act
        return True


def _answer_of(question: Question, answer: Sequence[int]) -> list[object]:
    """Return a comparable form of an answer, ignoring order."""
    return sorted((question.cards[i] or question.items[i] for i in answer), key=id)
