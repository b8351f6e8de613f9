"""The other ways an AI card could be followed: other readings of its lines, other rulings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import msgspec

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import Choose
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.playtest.plan import Plan, ReadingChoice, Treatment
from moonflight_solo.playtest.run import Run, reread
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording.english import english


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
            treatment = _treatment(run.plan, label, "reading", readings=readings)
            yield Alternative(seat, line.reading.ruling, "", place, english(meaning), treatment)


def _choices(run: Run, seat: int, card: AICard) -> Iterator[Alternative]:
    """Yield the other choices of the rulings that the card's lines lean on."""
    leaned_on = {ruling for line in run.lines(card) for ruling in line.rulings}
    for ruling in run.rulings.by_id.values():
        for choice, means in ruling.choices.items():
            if ruling.id in leaned_on and choice != run.rulings.choice(ruling.id):
                rulings = {**run.plan.rulings, ruling.id: choice}
                label = f"{ruling.id}={choice}"
                treatment = _treatment(run.plan, label, "ruling", rulings=rulings)
                yield Alternative(seat, ruling.id, choice, None, means, treatment)


def _treatment(
    plan: Plan, label: str, what: Literal["reading", "ruling"], **changed: object
) -> Treatment:
    same = Treatment(label, what, plan.edition, plan.rulings, plan.ai_files, plan.readings)
    return msgspec.structs.replace(same, **changed)


def priced(plan: Plan) -> Plan:
    """Return ``plan`` with every other way to follow its AI cards to be played as well."""
    others = {each.treatment.label: each.treatment for each in alternatives(Run(plan))}
    return msgspec.structs.replace(plan, others=(*plan.others, *others.values()))


def side_name(turned: bool) -> str:
    """Return what the side of an AI card up before or after the Turn is called."""
    return "post" if turned else "pre"


def followed_otherwise(way: Alternative, run: Run) -> tuple[AICard, Rulings, Choose | None]:
    """Return the card and the rulings of the other way, and the one line it reads otherwise.

    That line by itself is ``None`` if it is no line of its own, or no line at all is reread.
    """
    card, rulings = run.ai_cards[way.seat], run.rulings
    assert card is not None
    if way.place is None:
        return card, rulings.switch({way.ruling: way.choice}), None
    card = reread(card, way.place, way.treatment.readings[-1].other)
    line = card.lines[way.place]
    compiled = compile_side(card, line.printed.turned, run.catalogue, rulings)
    return card, rulings, next((each.attempt for each in compiled if each.line is line), None)
