"""The other ways an AI card could be followed: other readings of its lines, other rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import msgspec

from moonflight_solo.ai_cards.card import AICard, read_otherwise
from moonflight_solo.ai_cards.context import Choose
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.playtest.plan import Other, Plan, Reading
from moonflight_solo.playtest.run import Lab
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording.ast import Line
from moonflight_solo.wording.english import english


@dataclass(frozen=True, slots=True)
class Variant:
    """One other way for one seat: another reading of a line, or another choice of a ruling.

    ``place`` is the line's place among the card's, ``None`` for a ruling; ``means`` says what it
    would mean. ``other`` is the same as another way to play the plan.
    """

    seat: int
    what: Literal["reading", "ruling"]
    ruling: str
    choice: str
    place: int | None
    means: str
    other: Other


def variants(lab: Lab) -> tuple[Variant, ...]:
    """Return every other way for every AI card of a plan, in a fixed order."""
    found: list[Variant] = []
    for seat, card in enumerate(lab.ai_cards):
        if card is not None:
            found += _readings(lab, seat, card)
            found += _choices(lab, seat, card)
    return tuple(found)


def _readings(lab: Lab, seat: int, card: AICard) -> list[Variant]:
    plan = lab.plan
    found = []
    for place, line in enumerate(card.lines):
        for index, meaning in enumerate(line.reading.others):
            where = f"{side(line.printed.turned)} {line.number}"
            label = f"seat {seat + 1} {where}, reading {index + 2}"
            other = Other(
                label,
                "reading",
                plan.edition,
                plan.rulings,
                plan.ai_files,
                (*plan.readings, Reading(seat, place, index)),
            )
            found.append(
                Variant(seat, "reading", line.reading.ruling, "", place, english(meaning), other)
            )
    return found


def _choices(lab: Lab, seat: int, card: AICard) -> list[Variant]:
    """Return the other choices of the rulings that this card's lines lean on."""
    plan = lab.plan
    leaned_on = {ruling for line in lab.lines(card) for ruling in line.rulings}
    found = []
    for ruling in lab.rulings.by_id.values():
        if ruling.id not in leaned_on:
            continue
        for choice, means in ruling.choices.items():
            if choice != lab.rulings.choice(ruling.id):
                rulings = {**plan.rulings, ruling.id: choice}
                other = Other(
                    f"{ruling.id}={choice}",
                    "ruling",
                    plan.edition,
                    rulings,
                    plan.ai_files,
                    plan.readings,
                )
                found.append(Variant(seat, "ruling", ruling.id, choice, None, means, other))
    return found


def priced(plan: Plan) -> Plan:
    """Return ``plan`` with every other way to follow its AI cards to be played as well."""
    others = {variant.other.label: variant.other for variant in variants(Lab(plan))}
    return msgspec.structs.replace(plan, others=(*plan.others, *others.values()))


def side(turned: bool) -> str:
    """Return what the side of an AI card up before or after the Turn is called."""
    return "post" if turned else "pre"


def other_way(variant: Variant, lab: Lab) -> tuple[AICard, Rulings]:
    """Return the card of the variant's seat and the rulings by which it is followed otherwise."""
    card, rulings = lab.ai_cards[variant.seat], lab.rulings
    assert card is not None
    if variant.place is None:
        return card, rulings.switch({variant.ruling: variant.choice})
    line = card.lines[variant.place]
    meaning = line.reading.others[variant.other.readings[-1].other]
    assert isinstance(meaning, Line)
    return read_otherwise(card, line, meaning), rulings


def line_otherwise(card: AICard, place: int | None, lab: Lab) -> Choose | None:
    """Return what the one line that ``card`` reads otherwise would do by itself.

    ``None`` if it is no line of its own, or no line at all is read otherwise.
    """
    if place is None:
        return None
    line = card.lines[place]
    sides = compile_side(card, line.printed.turned, lab.catalogue, lab.rulings)
    return next((each.attempt for each in sides if each.line is line), None)
