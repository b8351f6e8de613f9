"""Other ways to play the same seeds: which there are, and whether they would act otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

import msgspec

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.changes import lists_of
from moonflight_solo.playtest.instrument import Apart, LookedAt
from moonflight_solo.playtest.kinds import AI, kind_of
from moonflight_solo.playtest.plan import OmittedLine, Plan, ReadingChoice, SeatPlan, Treatment
from moonflight_solo.playtest.run import Run, reread, run_of
from moonflight_solo.playtest.tally import KEY_NUMBERS
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.state import Act, Question, Seat, Table
from moonflight_solo.wording.english import english, say

# --------------------------------------------------------- other readings and rulings


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
        for seat, card in run.by_ai_cards
        for ways in (_readings(run, seat, card), _choices(run, seat, card))
        for found in ways
    )


def _readings(run: Run, seat: int, card: AICard) -> Iterator[Alternative]:
    for place, line in enumerate(card.lines):
        for other, meaning in enumerate(line.reading.others):
            label = f"seat {seat + 1} {_line(line)}, reading {other + 2}"
            readings = (*run.plan.readings, ReadingChoice(seat, place, other))
            treatment = Treatment(label=label, what="reading", readings=readings)
            yield Alternative(seat, line.reading.ruling, "", place, english(meaning), treatment)


def _choices(run: Run, seat: int, card: AICard) -> Iterator[Alternative]:
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


Of = Literal["lines", "items", "cards", "rulings", "builds"]


def without_each(plan: Plan, of: Of) -> Plan:
    """Return ``plan`` with the same seeds to be played without each thing of one kind, in turn.

    Lines and items are those of the AI cards, cards those of the suits of the seated Jacks;
    rulings are those with choices that the AI cards lean on, by each other choice; builds are those
    of one seat before the Turn that the Turn undoes.
    """
    others = {each.label: each for each in LEAVING_OUT[of](run_of(plan))}
    return msgspec.structs.replace(plan, others=(*plan.others, *others.values()))


def _lines(run: Run) -> Iterator[Treatment]:
    for seat, card in run.by_ai_cards:
        for place, line in enumerate(card.lines):
            label = f"{run.plan.titles[seat]} {_line(line)}"
            omitted = (*run.plan.omitted, OmittedLine(seat, place))
            yield Treatment(label=f"{label}: {line.words}", what="line", omitted=omitted)


def _items(run: Run) -> Iterator[Treatment]:
    for seat, card in run.by_ai_cards:
        for place, line in enumerate(card.lines):
            for of, options in lists_of(line.meaning).items():
                for item, cards in enumerate(options):
                    label = f"{run.plan.titles[seat]} {_line(line)}, {of} {say(cards)}"
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
        label = f"{run.plan.titles[seat]}: Builds that the Turn undoes"
        yield Treatment(label=label, what="build", sparing=(seat,))


LEAVING_OUT: Final[Mapping[Of, Callable[[Run], Iterator[Treatment]]]] = {
    "lines": _lines,
    "items": _items,
    "cards": _cards,
    "rulings": _rulings,
    "builds": _builds,
}
"""What yields the treatments of a run that each leave out a thing of a kind, or turn a ruling."""


def _line(line: AILine) -> str:
    return line.printed.title.replace("-Turn", "")


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


# -------------------------------------------------- whether they would act otherwise

RESET_ASKS = frozenset({"retain", "cover"})
"""The questions of Reset, which an AI card answers by Reset lines of its own."""

Alone = Mapping[int, r.Requirement | None]
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


def differing_ways(others: Sequence[Alone], lines: Sequence[LookedAt]) -> list[Apart]:
    """Return for each line of a side which of other ways may act otherwise by it."""
    found = []
    for line in lines:
        places, followed = {line.place, *(at for at, _ in line.subs)}, 0
        passed: dict[r.Requirement, int] = {}
        for at, alone in enumerate(others):
            if not places.isdisjoint(alone):
                followed |= 1 << at
            # What a line needs that was passed over is not there.
            needed = alone.get(line.place)
            if needed is not None and needed != line.whole:
                passed[needed] = passed.get(needed, 0) | 1 << at
        found.append(Apart(followed, passed))
    return found


class Shadow:
    """Another way to follow the card: asked at acts and answers whether it would do the same.

    ``number`` is its number among all other ways, ``place`` that among those of its seat.
    """

    def __init__(self, place: int, number: int, follower: AICardPlayer) -> None:
        self.place = place
        self._prototype = follower
        self.acts = KEY_NUMBERS["otherwise", number, "acts"]
        self._same = False

    @cached_property
    def _follower(self) -> AICardPlayer:
        """The follower in this game: most ways are asked nothing in most games."""
        return copy(self._prototype)

    def acts_otherwise(self, act: Act, at: int | None, table: Table, seat: Seat) -> bool:
        """Return whether it would not take ``act``.

        Where it too passes over the lines above, that is seen from the line ``at`` a place on.
        """
        follower = self._follower
        other = follower.act(table, seat) if at is None else follower.act_from(at, table, seat)
        self._same = other == act
        return not self._same

    def answers_otherwise(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat
    ) -> bool:
        """Return whether it would give another answer, if it had come as far as the question."""
        if question.ask not in RESET_ASKS and not self._same:
            return False
        other = self._follower.choose(table, seat, question)
        if other == answer or _chosen(question, other) == _chosen(question, answer):
            return False
        self._same = False  # counted once an act
        return True


def _chosen(question: Question, answer: Sequence[int]) -> list[object]:
    """Return what an answer chooses: cards, in no order, or what there is beside cards."""
    chosen = [question.cards[i] or question.items[i] for i in answer]
    return sorted(chosen, key=id)
