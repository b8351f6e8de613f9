"""Other ways to play the same seeds: each thing left out in turn, and other players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, Literal

import msgspec

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.alternatives import alternatives
from moonflight_solo.playtest.changes import lists_of
from moonflight_solo.playtest.kinds import AI, kind_of
from moonflight_solo.playtest.plan import OmittedLine, Plan, SeatPlan, Treatment
from moonflight_solo.playtest.run import Run, run_of, side_name
from moonflight_solo.wording.english import say


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


Of = Literal["lines", "items", "cards", "rulings", "builds"]


def worth(plan: Plan, of: Of) -> Plan:
    """Return ``plan`` with the same seeds to be played without each thing of one kind, in turn.

    Lines and items are those of the AI cards, cards those of the suits of the seated Jacks;
    rulings are those with choices that the AI cards lean on, by each other choice; builds are those
    of one seat before the Turn that the Turn undoes.
    """
    others = {each.label: each for each in left_out(run_of(plan), of)}
    return msgspec.structs.replace(plan, others=(*plan.others, *others.values()))


def left_out(run: Run, of: Of) -> Iterator[Treatment]:
    """Yield the treatments of ``run`` that each leave out a thing of one kind, or turn a ruling."""
    yield from _KINDS[of](run)


def _lines(run: Run) -> Iterator[Treatment]:
    for seat, card in _ai_cards(run):
        for place, line in enumerate(card.lines):
            label = f"{_called(run, seat)} {_line(line)}"
            omitted = (*run.plan.omitted, OmittedLine(seat, place))
            yield Treatment(label=f"{label}: {line.words}", what="line", omitted=omitted)


def _items(run: Run) -> Iterator[Treatment]:
    for seat, card in _ai_cards(run):
        for place, line in enumerate(card.lines):
            for of, options in lists_of(line).items():
                for item, cards in enumerate(options):
                    label = f"{_called(run, seat)} {_line(line)}, {of} {say(cards)}"
                    omitted = (*run.plan.omitted, OmittedLine(seat, place, of, item))
                    yield Treatment(label=label, what="item", omitted=omitted)


def _cards(run: Run) -> Iterator[Treatment]:
    for jack in dict.fromkeys(seat.jack for seat in run.plan.seats):
        for card in run.catalogue.suits[jack].kinds:
            short = (*run.plan.left_out, card.name)
            yield Treatment(label=f"{jack}: {card.name}", what="supply", left_out=short)


def _rulings(run: Run) -> Iterator[Treatment]:
    yield from (way.treatment for way in alternatives(run) if way.treatment.what == "ruling")


def _builds(run: Run) -> Iterator[Treatment]:
    for seat in range(len(run.plan.seats)):
        label = f"{_called(run, seat)}: Builds that the Turn undoes"
        yield Treatment(label=label, what="build", sparing=(seat,))


_KINDS: Final[Mapping[Of, Callable[[Run], Iterator[Treatment]]]] = {
    "lines": _lines,
    "items": _items,
    "cards": _cards,
    "rulings": _rulings,
    "builds": _builds,
}


def _ai_cards(run: Run) -> Iterator[tuple[int, AICard]]:
    return ((seat, card) for seat, card in enumerate(run.ai_cards) if card is not None)


def _called(run: Run, seat: int) -> str:
    return run.plan.titles[seat]


def _line(line: AILine) -> str:
    reset = " Reset" if line.printed.section == "reset" else ""
    return f"{side_name(line.printed.turned)}{reset} {line.number}"


def with_players(plan: Plan, players: Sequence[str]) -> Plan:
    """Return ``plan`` with the same seeds to be played by other players as well.

    Each plays each seat against the AI card in the other one, and both seats; and each Jack
    against itself, where the AI card plays both seats too. Raises :class:`UsageError` unless two
    seats are played by AI cards.
    """
    if not players:
        return plan
    if len(plan.seats) != 2 or any(seat.player != AI for seat in plan.seats):
        raise UsageError("--players stands beside two seats that are played by their AI cards.")
    kinds = list(dict.fromkeys(str(kind_of(word)) for word in players))
    one, two = plan.seats
    cells = [*_pairing("", one, two, kinds)]
    for jack in dict.fromkeys(plan.seats) if one.jack != two.jack else ():
        mirror = _cell("", jack, jack)
        cells += [mirror, *_pairing(mirror.label, jack, jack, kinds)]
    return msgspec.structs.replace(plan, others=(*plan.others, *cells))


def _pairing(than: str, one: SeatPlan, two: SeatPlan, kinds: Sequence[str]) -> Iterator[Treatment]:
    for kind in kinds:
        by = [msgspec.structs.replace(seat, player=kind) for seat in (one, two)]
        yield _cell(than, by[0], two)
        if one.jack != two.jack:
            yield _cell(than, one, by[1])
            yield _cell(than, *by)


def _cell(than: str, one: SeatPlan, two: SeatPlan) -> Treatment:
    label = f"{one.jack}:{one.player} against {two.jack}:{two.player}"
    return Treatment(label=label, what="table", than=than, seats=(one, two))
