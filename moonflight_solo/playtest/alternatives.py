"""Other ways to follow an AI card: which there are, and whether they would act otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.playtest.instrument import Leaves, LookedAtSide
from moonflight_solo.playtest.plan import ReadingChoice, Treatment
from moonflight_solo.playtest.run import Run, reread, side_name
from moonflight_solo.playtest.tally import Key
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.codegen import Code
from moonflight_solo.rules.state import Act, Question, Seat, Table
from moonflight_solo.wording.english import english

RESET_ASKS = frozenset({"retain", "cover"})
"""The questions of Reset, which an AI card answers by Reset lines of its own."""


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
    for place, line in enumerate(card.lines):
        for other, meaning in enumerate(line.reading.others):
            where = f"{side_name(line.printed.turned)} {line.number}"
            label = f"seat {seat + 1} {where}, reading {other + 2}"
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


def apart(others: Sequence[Alone], side: LookedAtSide, followed: int) -> Apart | None:
    """Return which of other ways may act otherwise where this line of a side is followed.

    The last number is that of no line.
    """
    lines = side.taken
    here = lines[followed : followed + 1]
    surely = {line.place for line in here} | {at for line in here for at, _ in line.subs}
    passed = {line.place: line.whole for line in lines[:followed]}
    ways: dict[int, list[r.Requirement]] = {}
    for at, alone in enumerate(others):
        # What a line needs that was passed over is not there.
        needs = [(passed[place], alone[place]) for place in alone if place in passed]
        tried = [needed for here, needed in needs if needed is not None and needed != here]
        if not surely.isdisjoint(alone):
            ways[at] = [r.TRUE]
        elif tried:
            ways[at] = tried
    return Apart(ways) if ways else None


class Apart:
    """Other ways to follow a card, by their places, of which some may act otherwise now.

    That is where one of what is needed for it is there.
    """

    def __init__(self, ways: Mapping[int, Sequence[r.Requirement]]) -> None:
        self._ways = ways
        self._known: dict[int, Sequence[int]] = {}

    @cached_property
    def now(self) -> Callable[[Table, Seat], Sequence[int]]:
        """What returns those that may act otherwise; it is written when it is first asked."""
        code = Code()
        found = self._leaves = Leaves(code)
        needed = [each for needs in self._ways.values() for each in needs if each != r.TRUE]
        # They have much in common: each leaf is looked at once, unless that may take long.
        quick = (
            leaf for each in needed for leaf in r.leaves(each) if not isinstance(leaf, r.Opaque)
        )
        body = ["n = 0", "hand = seat.hand", "held = set(hand)"] if needed else ["n = 0"]
        body += [*map(found.noted, quick), *map(found.noted, needed)]
        known, read = code.name(self._known, "known"), code.name(self._read, "reading")
        body.append(f"return {known}[n] if n in {known} else {read}(n)")
        return code.function("now", "table, seat", body)

    def _read(self, noted: int) -> Sequence[int]:
        truths, ways = self._leaves.truths(noted), self._ways.items()
        found = [at for at, needs in ways if any(r.holds(each, truths) for each in needs)]
        self._known[noted] = found
        return found


class Shadow:
    """Another way to follow the card: asked at acts and answers whether it would do the same.

    ``number`` is its number among all other ways.
    """

    def __init__(self, number: int, follower: AICardPlayer) -> None:
        self._follower = follower
        self.acts: Key = ("otherwise", number, "acts")
        self._same = False

    def acts_otherwise(self, act: Act, table: Table, seat: Seat) -> bool:
        """Return whether it would not take ``act``."""
        self._same = self._follower.act(table, seat) == act
        return not self._same

    def answers_otherwise(
        self, answer: Sequence[int], question: Question, table: Table, seat: Seat
    ) -> bool:
        """Return whether it would give another answer, if it had come as far as the question."""
        if question.ask not in RESET_ASKS and not self._same:
            return False
        other = self._follower.choose(table, seat, question)
        if _cards(question, other) == _cards(question, answer):
            return False
        self._same = False  # counted once an act
        return True


def _cards(question: Question, answer: Sequence[int]) -> list[object]:
    """Return what an answer chooses: cards, in no order, or what there is beside cards."""
    chosen = [question.cards[i] or question.items[i] for i in answer]
    return sorted(chosen, key=id)
