"""One side of an AI card: proofs about all tables, and small tables as witnesses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.lines import CompiledLine, compile_side
from moonflight_solo.ai_cards.play_line import only_this_card
from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.ai_cards.target_reach import needs_of_target
from moonflight_solo.check.reachability.count_model import (
    ALL_OPPONENTS,
    BUYABLE,
    COINS,
    DEAR,
    CountModel,
    OtherEnd,
    number_empty,
)
from moonflight_solo.check.reachability.solver import Model, Undecided, model, smallest_model
from moonflight_solo.check.small_tables.generator import shrunk
from moonflight_solo.errors import DataError
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.lowering import BUILT
from moonflight_solo.rules.state import MARKET_STACKS, Card
from moonflight_solo.scenario import (
    CardNames,
    Expectation,
    Scenario,
    SeatLayout,
    lay_out,
    name_on_table,
)
from moonflight_solo.wording import ast

_STEPS = 4_000
_RULED: dict[str, Callable[[r.Requirement], bool]] = {
    "A-return": lambda leaf: getattr(leaf, "status", "") == "would-do-nothing",
    "A-follow": lambda leaf: getattr(leaf, "status", "") == "no-target",
    "A-fewest": lambda leaf: isinstance(leaf, r.ForSale) and leaf.place.fewest,
}
"""The leaves of a requirement that hold or fail by a ruling, not by the words alone."""

Read = Callable[[r.Requirement], r.Requirement]
"""Transforms a requirement for a proof."""


def as_it_is(needs: r.Requirement) -> r.Requirement:
    """Return a requirement unchanged."""
    return needs


_STEPS_TO_SMALLEST = 1_200


class SideProver:
    """The action lines of one side, in order, with a prover for their requirements.

    The card must be one that can be followed: its names and words are not checked.
    """

    def __init__(self, card: AICard, turned: bool, basis: Basis) -> None:
        self.card, self.basis = card, basis
        self.context = basis.context(card.jack, turned)
        self.counts = CountModel(self.context)
        self.lines = compile_side(card, turned, basis)
        self.of = {line.line: line for line in self.lines}

    def before(self, line: CompiledLine) -> tuple[CompiledLine, ...]:
        """Return the lines before a line."""
        return self.lines[: self.lines.index(line)]

    def looked_at(self, line: CompiledLine) -> r.Requirement:
        """Return when a line is reached: no line before it can be followed."""
        return none_of(self.before(line))

    def below(self, line: CompiledLine) -> list[tuple[AILine, r.Requirement]]:
        """Return the sublines of a line, and when each determines the aim of its card (A-sub)."""
        act, context = line.line.meaning.act, self.context
        sublines: list[tuple[AILine, r.Requirement]] = []
        for sub in line.sublines:
            assert isinstance(act, ast.PlayAct)
            needs = (
                only_this_card(act, sub.card, context),
                needs_of_target(sub.aim.target, sub.card, context),
            )
            sublines.append((sub.line, r.both(line.requirement, *needs)))
        return sublines

    # -- proofs

    def model(self, requirement: r.Requirement) -> Model | None:
        """Return a table as counts, ``None`` if none fits; raises :class:`Undecided`."""
        formula = self.counts.with_invariants(self.counts.formula(requirement))
        return model(formula, self.counts.copies(), _STEPS)

    def smallest(self, requirement: r.Requirement) -> Model | None:
        """Return a small table with at most one opponent, as counts; raises as `model` does."""
        free = (number_empty(self.card.jack)[0],)
        formula = self.counts.with_invariants(self.counts.formula(requirement), opponents=1)
        return smallest_model(formula, self.counts.copies(opponents=1), _STEPS_TO_SMALLEST, free)

    def never(self, *requirements: r.Requirement) -> bool:
        """Return whether it is proved that no table satisfies all these requirements."""
        try:
            return self.model(r.both(*requirements)) is None
        except Undecided:
            return False

    def leaning(self, proved: Callable[[Read], bool]) -> list[str]:
        """Return the rulings that a proof depends on.

        ``proved`` attempts the proof with every requirement transformed so that nothing is known
        about what is there, or missing, by one ruling alone.
        """

        def without(ruled: Callable[[r.Requirement], bool]) -> Read:
            def loosened(leaf: r.Requirement) -> r.Requirement:
                return r.Opaque(("loose", leaf), as_test(leaf)) if ruled(leaf) else leaf

            return lambda needs: r.with_leaves(needs, loosened)

        return [ruling for ruling, ruled in _RULED.items() if not proved(without(ruled))]

    def shadowing(self, line: CompiledLine, requirement: r.Requirement) -> tuple[CompiledLine, ...]:
        """Return the lines before ``line`` that suffice to rule out ``requirement``.

        One line if possible, else two, else a minimal set; empty if the requirement never holds
        anyway. All of them together must provably rule it out.
        """
        if self.never(requirement):
            return ()
        before = self.before(line)
        for number in (1, 2):
            for lines in combinations(before, number):
                if self.never(requirement, none_of(lines)):
                    return lines
        needed = before
        for each in before:
            fewer = tuple(other for other in needed if other is not each)
            if self.never(requirement, none_of(fewer)):
                needed = fewer
        return needed


def sides_of(card: AICard, basis: Basis) -> tuple[SideProver, SideProver]:
    """Return both sides of an AI card; raises :class:`DataError` if it cannot be followed."""
    AICardPlayer(card, basis.names, basis.rulings)  # also compiles its Reset lines
    return SideProver(card, False, basis), SideProver(card, True, basis)


def none_of(lines: Iterable[CompiledLine]) -> r.Requirement:
    """Return that none of these lines can be followed."""
    return r.both(*(r.Not(line.requirement) for line in lines))


# ----------------------------------------------------------------------------------- witnesses


Shows = Callable[[Explanation, Scenario], bool]
"""Whether what the AI card does on a table is what the table is to show."""

_MOST_MODELS = 8


def witness(side: SideProver, requirement: r.Requirement, shows: Shows) -> Scenario | None:
    """Return a small table that satisfies ``requirement`` and for which ``shows`` holds.

    Facts beyond counts may differ on a real table from the model; then other models are tried.
    It expects the line that is followed there. ``None`` if no table is found.
    """

    followed: dict[Scenario, str] = {}

    def shown(scenario: Scenario) -> bool:
        explanation = explain_at(side, scenario)
        if explanation is None or not shows(explanation, scenario):
            return False
        followed[scenario] = explanation.line
        return True

    for each in _models(side, requirement):
        for scenario in _Tables(each, side).scenarios():
            if shown(scenario):
                smallest = shrunk(scenario, shown)
                alone = smallest.but(seats=smallest.seats[:1])
                table = alone if len(smallest.seats) > 1 and shown(alone) else smallest
                return table.but(expect=Expectation(line=followed[table]))
    return None


def _models(side: SideProver, requirement: r.Requirement) -> Iterator[Model]:
    """Yield a model, and then others in which one fact is flipped."""
    try:
        first = side.smallest(requirement)
        if first is None:
            return
        yield first
        for fact, truth in list(first.facts.items())[:_MOST_MODELS]:
            leaf: Any = fact
            other = side.smallest(r.both(requirement, r.Not(leaf) if truth else leaf))
            if other is not None:
                yield other
    except Undecided:
        return


# ------------------------------------------------------------------------------- explanations


def explain_at(
    side: SideProver, scenario: Scenario, card: AICard | None = None
) -> Explanation | None:
    """Return what the AI card, or ``card``, does at a table; ``None`` for an impossible table.

    Also ``None`` if the explanation names another line than the one it acts by.
    """
    try:
        table = lay_out(scenario, side.context.names)
    except DataError:
        return None
    seat = table.seats[table.acting]
    follower = AICardPlayer(card or side.card, side.context.names, side.context.rulings)
    follower.act(table, seat)
    explanation = follower.explain(table, seat)
    return explanation if follower.followed == explanation.line else None


def follows(explanation: Explanation, line: AILine) -> bool:
    """Return whether the AI card follows ``line``, or as a subline (A-sub)."""
    followed = (each.line for each in explanation.considered if each.status == "followed")
    return line.number in followed


# ---------------------------------------------------------------------------- tables of a model


class _Tables:
    """The concrete tables that a model can represent."""

    def __init__(self, model: Model, side: SideProver) -> None:
        self._model = model
        self._counts = side.counts
        self._context = side.context
        self._jack = side.context.jack
        self._others = [jack for jack in side.context.names.suits if jack != self._jack]

    def scenarios(self) -> Iterator[Scenario]:
        """Yield tables with the model's counts: with as few seats as can be, then an opponent.

        Each is followed by a variant with more cards on the Market Stacks that can be bought from.
        """
        bare = self._barest_table()
        seated = [seat.jack for seat in bare.seats]
        met = [jack for jack in self._others if jack not in seated][:1] or self._others[:1]
        yield bare
        yield self._higher(bare)
        if len(bare.seats) == 1 and met:
            with_other = bare.but(seats=(*bare.seats, SeatLayout(met[0])))
            yield with_other
            yield self._higher(with_other)

    def _number(self, place: str, card: Card) -> int:
        """Return how many of a card the model has in a place."""
        return self._model.counts.get(self._counts.variable(place, card), 0)

    def _lying(self, *places: str, suit: str | None = None) -> CardNames:
        """Return the names of the cards in these places, all or of one suit."""
        return tuple(
            name_on_table(card, self._context.turned)
            for place in places
            for card in self._counts.kinds
            if suit in (None, card.suit)
            for _ in range(self._number(place, card))
        )

    def _barest_table(self) -> Scenario:
        """Return a table with just the cards and the seats that the counts of the model ask for."""
        counts = self._model.counts
        tops = {suit: self._lying(BUYABLE, DEAR, suit=suit) for suit in self._context.names.suits}
        bought = [card for card in self._counts.kinds if self._number(BUYABLE, card)]
        built: Any = self._model.facts.get(BUILT, False)
        own = replace(
            self._seat("", SeatLayout(self._jack, market=_stacks(tops.get(self._jack, ())))),
            coins=counts.get(COINS, 0),
            built=built,
            shopped=any(card.suit not in (None, self._jack) for card in bought),
        )
        met = [jack for jack in self._others if tops[jack] or counts.get(number_empty(jack))]
        rivals = [SeatLayout(jack, market=_stacks(tops[jack])) for jack in met]
        places = [each.place if isinstance(each, OtherEnd) else each for each, _ in counts]
        if any(isinstance(place, str) and place.startswith(ALL_OPPONENTS) for place in places):
            first, *rest = rivals or [SeatLayout((self._others or [self._jack])[0])]
            rivals = [self._seat(ALL_OPPONENTS, first), *rest]
        return Scenario(
            edition=self._context.names.edition.edition,
            turned=self._context.turned,
            seats=(own, *rivals),
            **self._generic_stacks(),
        )

    def _generic_stacks(self) -> dict[str, Any]:
        """Return the generic Market Stacks, one card high, and which of their cards are Turned."""
        cards_shown = [
            card
            for card in self._counts.kinds
            for place in (BUYABLE, DEAR)
            if card.suit is None and self._number(place, card)
        ]
        turned = [card for card in cards_shown if card.turned is not self._context.turned]
        return {
            "generic": dict.fromkeys([card.name for card in cards_shown], 1),
            "generic_turned": {(c.flipped if c.turned else c).name: (1,) for c in turned},
        }

    def _seat(self, whose: str, seat: SeatLayout) -> SeatLayout:
        """Return a seat with the cards in its own places, or in those that begin with ``whose``."""

        def lying(*places: str) -> CardNames:
            return self._lying(*(whose + place for place in places))

        return replace(
            seat,
            hand=lying("hand"),
            in_play=lying("in play"),
            draw_deck=lying("draw deck"),
            discard_stack=lying("discard top", "discard below"),
            trash_stack=lying("trash top", "trash below"),
            supply=lying("supply"),
        )

    def _higher(self, scenario: Scenario) -> Scenario:
        """Return the table with more cards on Market Stacks.

        Adds one beneath each buyable card of one's own suit, and two on each empty stack of another
        suit that has cards for sale.
        """
        buyable = len(self._lying(BUYABLE, suit=self._jack))
        used = Counter(name for seat in scenario.seats for name in seat.cards)
        seats = []
        for index, seat in enumerate(scenario.seats):
            spare = self._spare(seat.jack, used)
            stacks: list[CardNames] = []
            for number, stack in enumerate(seat.market):
                if index == 0:
                    more = 1 if stack and number < buyable else 0
                else:
                    more = 2 if any(seat.market) and not stack else 0
                stacks.append((*stack, *spare[:more]))
                spare = spare[more:]
            seats.append(replace(seat, market=tuple(stacks)))
        return scenario.but(seats=tuple(seats))

    def _spare(self, suit: str, used: Mapping[str, int]) -> CardNames:
        """Return the names of a suit's cards that are left, if so many of each name are used."""
        names: list[str] = []
        for card in self._counts.kinds:
            if card.suit == suit and card.turned is self._context.turned:
                lying = sum(used[name] for name in {card.name, card.flipped.name})
                names += [card.name] * (card.copies - lying)
        return tuple(names)


def _stacks(tops: CardNames) -> tuple[CardNames, ...]:
    """Return the Market Stacks of a suit: one card high under each of ``tops``, the rest empty."""
    none: tuple[CardNames, ...] = ((),) * (MARKET_STACKS - len(tops))
    return (*((top,) for top in tops), *none)
