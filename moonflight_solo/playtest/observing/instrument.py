"""Instrumented AI cards: what each line and each of its phrases decides."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import partial
from typing import Final, NamedTuple

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import AimedAct, CompileContext, in_hand
from moonflight_solo.ai_cards.lines import CompiledLine, status_of
from moonflight_solo.ai_cards.policy import LineCount, Seen
from moonflight_solo.check.games import best_by, looked
from moonflight_solo.playtest.observing.leaves import Leaves
from moonflight_solo.playtest.observing.line_phrases import line_phrases, needed_alone
from moonflight_solo.playtest.tally import KEY_NUMBERS, Counts, TallyKey
from moonflight_solo.rules.acts import PASS, Build, Play, Shop, Spend
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.codegen import Code, indented
from moonflight_solo.rules.requirements.evaluation import nearness
from moonflight_solo.rules.state import CHARACTER, Act, Card, MarketStack, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

WORK: Final = ("lines", "facts", "ties")
"""The counted effort of following a card by hand."""

LookingWay = Callable[[Table, Seat, Sequence[Seen]], tuple[int, AimedAct, int, bool]]
"""Returns the index of the line followed (their number for none) and its decision.

Also a bit mask of the alternatives that may follow a line above it, and whether a tie may decide.
What a look at a line found is noted as one integer, a bit mask of the requirement leaves seen to
hold. A zero is not noted unless the line is followed. Passing is noted after the last line.
"""


class _LineLook(NamedTuple):
    """The result of one look at a line: what to count, and how many facts a person checks.

    ``keys`` has the numbers of tally keys.
    """

    keys: tuple[int, ...]
    facts: int
    held: bool
    followed: bool


Mirrored = tuple[tuple[MarketStack, ...], Mapping[str | None, Sequence[MarketStack]]]
"""All Market Stacks, and those of each suit, in reverse order."""


def mirrored(seat: Seat) -> Mirrored:
    """Return a seat's Market Stacks in reverse order."""
    return seat.stacks[::-1], {suit: stacks[::-1] for suit, stacks in seat.by_suit.items()}


def deed(act: Act, seat: Seat) -> object:
    """Return a key that is equal for acts that differ only in which copy of a card they use."""
    if isinstance(act, Build):
        onto = act.onto(seat)
        return sorted((card.name, placed.card.name, len(placed.settled)) for card, placed in onto)
    if isinstance(act, Spend):
        return act.ability, sorted(card.name for card in act.cards)
    return act.stacks(seat) if isinstance(act, Shop) else act


class DifferingWays(NamedTuple):
    """The alternatives that may act differently because of one line, as bit masks.

    Those in ``followed`` if it is followed; if it is ``passed`` over, those whose own requirement
    for the line holds.
    """

    followed: int
    passed: Mapping[r.Requirement, int]


class _Below:
    """The numbers of what is counted of a subline."""

    def __init__(self, seat: int, place: int) -> None:
        self.place, at = place, ("detail", seat, place)
        self.looked_at = KEY_NUMBERS[(*at, "looked at")]
        self.missed, self.aimless, self.followed = [
            KEY_NUMBERS[(*at, "status", each)]
            for each in ("condition-false", "no-target", "followed")
        ]


class InstrumentedLine:
    """An instrumented line of a side; ``place`` is its index among the card's lines."""

    def __init__(self, line: CompiledLine, card: AICard, seat: int, scope: CompileContext) -> None:
        self.line, self.number = line, line.number
        self.place = place = card.lines.index(line.line)
        self.at: TallyKey = ("detail", seat, place)
        # Sublines with the cards they are about (ruling A-sub).
        below = [(sub.card, card.lines.index(sub.line)) for sub in line.sublines]
        self.subs = [(kind, _Below(seat, under)) for kind, under in below]
        self.ties = KEY_NUMBERS[(*self.at, "ties")]
        self.defaults = KEY_NUMBERS[(*self.at, "defaults")]
        self.can_tie = can_tie(line.line)
        self.best = best_by(line, scope)
        # If it plays the best card and only one kind qualifies, order does not matter.
        act = line.line.meaning.act
        self.plays_best = isinstance(act, ast.PlayAct) and len(line.options) == 1
        # The rulings an act of this line rests on.
        words = line.line.ruled_by
        self.leaning: list[TallyKey] = [
            ("decided", seat, "words" if each in words else "gap", each) for each in line.rulings
        ]
        # Reversing the order changes the top of a Stack.
        self.by_top = any(
            place.top
            for each in (line.line, *card.below(line.line))
            for place in nodes_of(each.meaning, ast.Place)
        )
        self._possible, self.whole = line.possible, line.requirement
        # The last leaf of a single option: once the others hold, choosing decides it.
        parts = line.possible.parts if isinstance(line.possible, r.AllOf) else ()
        alone = len(line.options) == 1 and bool(parts) and isinstance(parts[-1], r.Opaque)
        self.chooses_last = parts[-1] if alone else None
        self._facts: list[tuple[TallyKey, r.Requirement]] = []
        # The first possible item of each of these lists is taken.
        self._lists: dict[str, list[tuple[TallyKey, r.Requirement]]] = {}
        for number, phrase in enumerate(line_phrases(line.line)):
            needed = (*self.at, "phrase", number), needed_alone(phrase, card, line.line, scope)
            of = phrase.kind
            (self._facts if of == "condition" else self._lists.setdefault(of, [])).append(needed)
        # Most lines play a named card that is not in hand; then there is nothing more to see.
        played = isinstance(line.line.meaning.act, ast.PlayAct)
        self._by_name = scope.held(line.needs) if played and line.needs else None
        # If that is tested first, nothing else was evaluated.
        self._guard = self._by_name if _in_hand_first(self._possible) else None
        self._looks: dict[int, _LineLook] = {}

    # ---------------------------------------------------------------------- code generation

    def written(self, code: Code, number: int, apart: DifferingWays) -> Iterator[str]:
        """Yield the generated Python for line ``number`` of its side."""
        leaves = self._leaves = Leaves(code)
        yield f"# {self.number} – {self.line.line.words}"
        facts, condition = [fact for _, fact in self._facts], self.line.condition
        note = f"notes[{number}][n] += 1"
        act = partial(self._act_written, note, f"return {number}, {{}}, ways, {{}}", code)
        if not facts and self._guard is not None and "case" not in self._lists:
            yield f"if {leaves.plain(self._guard)}:"
            yield from indented(("n = 0", *act(), f"if n: {note}"))
            leaves.known.clear()  # for what is noted may be behind the guard
        elif facts == [condition] and isinstance(condition, r.Leaf) and not apart.passed:
            yield f"if {leaves.plain(condition)}:"
            leaves.known.add(condition)
            yield from indented((f"n = {leaves.bit(condition)}", *self._with_guard(act), note))
        else:
            yield "n = 0"
            for fact in facts:
                yield from map(leaves.noted, r.leaves(fact))
            surely = leaves.known.copy()
            if condition == r.TRUE:
                yield from self._with_guard(act)
            else:
                held = leaves.expression(condition)
                yield f"if {held}:"
                yield from indented(self._with_guard(act))
            yield f"if n: {note}"
            leaves.known = surely  # whatever its condition
        yield from self._passed_over(apart)

    def _passed_over(self, apart: DifferingWays) -> Iterator[str]:
        """Yield the code that notes the alternatives whose requirement for the line holds."""
        leaves, several = self._leaves, list(apart.passed)
        parts = [each.parts if isinstance(each, r.AllOf) else (each,) for each in several]
        common = [part for part in parts[0] if all(part in each for each in parts)] if parts else []
        alike = len(several) > 1 and bool(common)
        if alike:
            yield f"if {leaves.unnoted(r.both(*common))}:"
        for needed, each in zip(several, parts, strict=True):
            own = r.both(*(part for part in each if part not in common)) if alike else needed
            line = f"if {leaves.unnoted(own)}: ways |= {apart.passed[needed]}"
            yield from indented((line,)) if alike else (line,)

    def _with_guard(self, act: Callable[[], Iterable[str]]) -> Iterator[str]:
        """Yield the code of an act within a test whether a card that it needs is in hand."""
        for _, case in self._lists.get("case", ()):
            yield self._leaves.noted(case)
        if self._guard is None:
            yield from act()
        else:
            yield f"if {self._leaves.plain(self._guard)}:"
            yield from indented(act())

    def _act_written(self, note: str, followed: str, code: Code) -> Iterator[str]:
        """Yield the code for what the line does once its condition holds."""
        leaves, possible = self._leaves, self._possible
        if self._guard is None and self._by_name is not None:
            yield leaves.noted(self._by_name)
        for of, list_ in self._lists.items():
            if of != "case":
                yield from (leaves.noted(alone) for _, alone in list_)
        chosen = self._choice(code)
        if self.chooses_last and self.chooses_last not in leaves.known:
            leaves.instead = {self.chooses_last: f"(found := {chosen}) is not None"}
            chosen = "found"
        tie = str(self.best is not None or self.can_tie)
        if self.plays_best and self.best and self.line.options[0].picked:
            tie = "len(tied) > 1"
        followed = followed.format(chosen, tie)
        if isinstance(possible, r.ForSale) and possible.terms == "payable":
            near = f"{code.name(nearness(possible), possible.says or 'for sale')}(table, seat)"
            bits = [leaves.bit(possible.on(terms)) for terms in ("shown", "allowed", "payable")]
            yield f"near = {near}"
            yield f"if near: n |= (0, {bits[0]}, {bits[1]}, {bits[2]})[near]"
            yield "if near == 3:"
            yield from indented((note, followed))
        elif _same_cards(possible, self._guard):
            yield from (f"n |= {leaves.bit(possible)}", note, followed)
        else:
            yield f"if {leaves.expression(possible)}:"
            yield from indented((note, followed))
            for sale in r.leaves(possible):
                if isinstance(sale, r.ForSale):
                    yield leaves.expression(r.AnyOf((sale.on("allowed"), sale.on("shown"))))
        leaves.instead = {}

    def _choice(self, code: Code) -> str:
        several, called = self.line.options, f"line {self.number}"
        if len(several) > 1:
            return f"{code.name(self.line.choose, called)}(table, seat)"
        (option,) = several
        if option.fixed is not None:
            return code.name(option.fixed, called)
        if option.picked is not None:
            best, decided = option.picked
            tied = f"(tied := {code.name(best, f'best for {called}')}[held])"
            return f"{code.name(decided, called)}[next(filter({tied}.__contains__, hand))]"
        return f"{code.name(option.choose, called)}(table, seat)"

    # -------------------------------------------------------------------------------- decoding

    def look(self, noted: int) -> _LineLook:
        """Decode a noted number."""
        look = self._looks.get(noted)
        if look is None:
            look = self._looks[noted] = self._read(self._leaves.truths(noted))
        return look

    def _read(self, truths: Mapping[r.Requirement, bool]) -> _LineLook:
        held = r.holds(self.line.condition, truths)
        followed = held and r.holds(self._possible, truths)
        keys: list[TallyKey] = [(*self.at, "looked at"), *self._conditions(truths)]
        keys.append((*self.at, "status", self._status(truths, held, followed)))
        for of, list_ in self._lists.items() if held else ():
            decides = of == "case" or followed
            for key, alone in list_:
                keys.append((*key, "looked at"))
                if r.holds(alone, truths):
                    keys.append((*key, "true"))
                    if decides:
                        keys.append((*key, "decisive"))
                    decides = False
        if followed:
            keys += self.leaning
        numbers = tuple([KEY_NUMBERS[key] for key in keys])
        return _LineLook(numbers, looked(self.whole, truths.__getitem__)[1], held, followed)

    def _conditions(self, truths: Mapping[r.Requirement, bool]) -> Iterator[TallyKey]:
        """Yield what to count for the facts of the condition.

        A fact is decisive if flipping it alone would flip the condition.
        """
        condition = self.line.condition
        # A fact that is denied ("the first Shop") is a leaf by what it denies.
        parts = [fact.part if isinstance(fact, r.Not) else fact for _, fact in self._facts]
        # A ruling may add a leaf that is not printed.
        values = {leaf: truths.get(leaf, False) for leaf in r.leaves(condition)}
        values |= {part: r.holds(part, truths) for part in parts}
        for (key, fact), part in zip(self._facts, parts, strict=True):
            yield (*key, "looked at")
            if r.holds(fact, truths):
                yield (*key, "true")
            if r.holds(condition, {**values, part: not values[part]}) != r.holds(condition, values):
                yield (*key, "decisive")

    def _status(self, truths: Mapping[r.Requirement, bool], held: bool, followed: bool) -> str:
        if followed:
            return "followed"
        if held and self._by_name and not self._guard and not truths[self._by_name]:
            return "not-in-hand"
        return status_of(self._possible, truths) if held else "condition-false"

    def backwards(self, table: Table, seat: Seat, mirrored: Mirrored) -> object:
        """Return the `deed` it would do if the seat saw the table in reverse order (A-tie).

        The condition already holds and does not depend on order.
        """
        as_it_is = seat.stacks, seat.by_suit
        seat.hand.reverse()
        seat.in_play.reverse()
        seat.stacks, seat.by_suit = mirrored
        try:
            decision = self.line.choose(table, seat)
            return None if decision is None else deed(decision[0], seat)
        finally:
            seat.hand.reverse()
            seat.in_play.reverse()
            seat.stacks, seat.by_suit = as_it_is

    def surely(self, act: Act, best: Sequence[Set[Card]], seat: Seat) -> bool:
        """Return whether the order of cards clearly does not matter to ``act``.

        It plays the single ``best`` card, or pays just that, or no card, for the ability of the
        character.
        """
        if isinstance(act, Play):
            return self.plays_best and best == [{act.card}]
        if not isinstance(act, Spend) or act.place != CHARACTER:
            return False
        return not act.cards or (len(act.cards) == 1 and best == [{*act.cards}])


class InstrumentedSide:
    """The instrumented action lines of one side, compiled into one function.

    It decides like :class:`~moonflight_solo.ai_cards.policy.Policy`.
    """

    def __init__(self, lines: Sequence[InstrumentedLine], apart: Sequence[DifferingWays]) -> None:
        # Indexed by the number the function returns; the last one is passing.
        self.lines: Sequence[InstrumentedLine | None] = (*lines, None)
        self.taken = lines
        # The alternatives that may act differently by that line.
        self.otherwise = [*(each.followed for each in apart), 0]
        code = Code()
        body = ["hand = seat.hand", "held = frozenset(hand)", "ways = 0"]
        for number, (line, ways) in enumerate(zip(lines, apart, strict=True)):
            body += line.written(code, number, ways)
        body.append(f"notes[{len(lines)}][0] += 1")
        body.append(f"return {len(lines)}, {code.name((PASS, None), 'passing')}, ways, False")
        self.way: LookingWay = code.function("look", "table, seat, notes", body)

    def unnoted(self) -> list[Seen]:
        """Return empty notes for one game."""
        return [Seen() for _ in self.lines]

    def read(self, notes: Sequence[Seen], seat: int, counts: Counts) -> list[LineCount]:
        """Count one game's notes for a ``seat`` and return each line's result."""
        results: list[LineCount] = []
        looked_at = passed = notes[-1][0]
        lines = facts = 0
        for line, noted in zip(self.taken[::-1], notes[-2::-1], strict=True):
            looks = [(line.look(so), times) for so, times in noted.items()]
            followed = sum([times for look, times in looks if look.followed])
            looked_at += followed
            if unnoted := looked_at - sum(noted.values()):
                looks.append((line.look(0), unnoted))
            true = 0
            for look, times in looks:
                true += times * look.held
                facts += times * look.facts
                for key in look.keys:
                    counts[key] += times
            lines += looked_at
            results.append(LineCount(looked_at, true, followed))
        whole: Mapping[TallyKey, int] = {
            ("upkeep", seat, "facts"): facts,
            ("upkeep", seat, "lines"): lines,
            ("seat", seat, "acts"): looked_at,
            ("decided", seat, "default", "A-pass"): passed,
        }
        for what, number in whole.items():
            if number:
                counts[KEY_NUMBERS[what]] += number
        return results[::-1]


def _same_cards(requirement: r.Requirement, guard: r.Count | None) -> bool:
    """Return whether a requirement is what guards it, whatever it says."""
    if not isinstance(requirement, r.Count) or guard is None:
        return False
    one, other = requirement, guard
    return (one.place, one.kinds, one.range) == (other.place, other.kinds, other.range)


def _in_hand_first(requirement: r.Requirement) -> bool:
    """Return whether every path first tests that a card is in hand."""
    if isinstance(requirement, r.AllOf | r.AnyOf):
        first = requirement.parts[:1] if isinstance(requirement, r.AllOf) else requirement.parts
        return bool(first) and all(map(_in_hand_first, first))
    if not isinstance(requirement, r.Count):
        return False
    return bool(in_hand(requirement)) and requirement.status == "not-in-hand"


def can_tie(line: AILine) -> bool:
    """Return whether a line may have to choose among cards; not if it names the card it plays."""
    act = line.meaning.act
    if isinstance(act, ast.PlayAct):
        return not all(cards.names for cards in act.cards.options)
    return not isinstance(act, ast.PassAct)
