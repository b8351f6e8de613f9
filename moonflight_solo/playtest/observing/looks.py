"""Looks at the lines of an AI card as generated Python: what they note, and what act follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache, partial
from typing import Any, Final

from moonflight_solo.ai_cards.context import AimedAct
from moonflight_solo.ai_cards.policy import NoteCounts, first_bit
from moonflight_solo.ai_cards.written_acts import AskedActs
from moonflight_solo.playtest.observing.instrument import DifferingWays, InstrumentedLine
from moonflight_solo.playtest.tally import KEY_NUMBERS, TallyKey, packed
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.codegen import (
    Code,
    comment,
    expression,
    indent,
    joined,
    quick_check,
)
from moonflight_solo.rules.requirements.evaluation import nearness, on_sale

Decided = tuple[InstrumentedLine | None, AimedAct, Sequence[Any]]
"""The line followed, its decision, and the alternative followers consulted about it."""
PASSED: Final[Decided] = None, (PASS, None), ()

_BEGUN: Final = (
    "course = player.course",
    "if table.acted == course.due: course.pause(table, seat)",
)
_ACTED: Final = ("if [] in course.piles: course.see_emptied(seat.number, player.decided[1][0])",)
_PASSED: Final = ("if table.passes + 1 == len(table.seats): course.end_round(table)",)
"""What shows an act to the course of the game, before it, and after it or a Pass."""

MOST_NOTES: Final = 4096
"""The most noted numbers, of a line or a side, of which it is kept what they count."""


class LineLooks:
    """Writes the looks at one line of a side, whose leaves have the bits from ``first`` on.

    With ``acts`` its act is carried out, else it is returned.
    """

    def __init__(
        self, line: InstrumentedLine, code: Code, first: int, acts: AskedActs | None
    ) -> None:
        self.line, self.code, self._acts = line, code, acts
        self.end = first  # the first bit that is free
        self.bits: dict[r.Requirement, int] = {}
        # Requirements evaluated for certain: the bits of their leaves say whether they hold.
        self.certain: set[r.Requirement] = set()
        # Expressions for leaves that are evaluated in another way than usual.
        self.instead: dict[r.Requirement, str] = {}
        self.read = lru_cache(MOST_NOTES)(self._decode)

    def _decode(self, noted: int) -> int:
        """Return what to count, packed, for a noted number, which marks the leaves that hold."""
        return self.line.look_at({leaf: bool(noted & bit) for leaf, bit in self.bits.items()})

    def code_for(self, number: int, apart: DifferingWays, consult: str) -> Iterator[str]:
        """Yield the Python for line ``number`` of its side.

        ``consult`` asks the alternatives that may act differently if it is followed.
        """
        yield comment(f"{self.line.number} – {self.line.line.line.words}")
        facts, condition = [fact for _, fact in self.line.facts], self.line.line.condition
        begin = []
        if facts == [condition] and isinstance(condition, r.Leaf):
            test = self.plain(condition)
            self.certain.add(condition)
            begin = [f"n |= {self.bit(condition)}"]
        else:
            for fact in facts:
                yield from map(self.noting, r.leaves(fact))
            test = self.expression(condition)
        surely, guard = self.certain.copy(), self.line.guard
        begin += [self.noting(case) for _, case in self.line.lists.get("case", ())]
        act = list(self._act([f"seen[n + {number}] += 1"], consult))
        if guard is not None:  # without the card that it needs in hand there is no more to see
            act = [f"if {self.plain(guard)}:", *indent(act)]
        act = [*begin, *act]
        yield from act if condition == r.TRUE else (f"if {test}:", *indent(act))
        self.certain = surely  # whatever its condition, and what it holds
        yield from self._passed_over(apart)

    def _passed_over(self, apart: DifferingWays) -> Iterator[str]:
        """Yield the code that notes the alternatives whose requirement for the line holds."""
        several = list(apart.passed)
        parts = [each.parts if isinstance(each, r.AllOf) else (each,) for each in several]
        common = [part for part in parts[0] if all(part in each for each in parts)] if parts else []
        alike = len(several) > 1 and bool(common)
        if alike:
            yield f"if {self.plain_reusing(r.both(*common))}:"
        for requirement, each in zip(several, parts, strict=True):
            own = r.both(*(part for part in each if part not in common)) if alike else requirement
            line = f"if {self.plain_reusing(own)}: ways |= {apart.passed[requirement]}"
            yield from indent((line,)) if alike else (line,)

    def _act(self, note: Sequence[str], consult: str) -> Iterator[str]:
        """Yield the code for a line whose condition holds: follow it, or note what failed."""
        line, possible = self.line, self.line.possible
        if line.guard is None and line.by_name is not None:
            yield self.noting(line.by_name)
        for of, list_ in line.lists.items():
            if of != "case":
                yield from (self.noting(alone) for _, alone in list_)
        if line.chooses_last and line.chooses_last not in self.certain:
            self.instead = {line.chooses_last: f"(found := {self._decision()}) is not None"}
        followed = [*note, *self._followed_code(consult)]
        if isinstance(possible, r.ForSale) and possible.terms == "payable":
            look = self.code.name(nearness(possible), possible.says or "for sale")
            bits = [self.bit(possible.on(terms)) for terms in ("shown", "allowed", "payable")]
            yield f"near = {look}(table, seat)"
            yield f"if near: n |= (0, {bits[0]}, {bits[1]}, {bits[2]})[near]"
            yield "if near == 3:"
            yield from indent(followed)
        else:
            yield f"if {self.expression(possible)}:"
            yield from indent(followed)
            for sale in r.leaves(possible):
                if isinstance(sale, r.ForSale):
                    yield self.expression(r.AnyOf((sale.on("allowed"), sale.on("shown"))))
        self.instead = {}

    def _decision(self) -> str:
        """Return an expression for what it finds to do."""
        choose = self.line.only.choose if self.line.only else self.line.line.choose
        return f"{self.code.name(choose, f'line {self.line.number}')}(table, seat)"

    def _followed_code(self, consult: str) -> Iterator[str]:
        """Yield the code for what is asked about its decision, and for its act."""
        line, code, acts, option = self.line, self.code, self._acts, self.line.only
        called, ties = f"line {line.number}", "player.look_for_ties(table, seat)"
        looks = [ties] if line.best is not None or line.can_tie else []
        fixed, spend = (option.fixed, option.spend) if option else (None, None)
        if option and option.picked and not fixed:
            best, decisions = option.picked
            yield f"tied = {code.name(best, f'best for {called}')}[held]"
            yield "card = next(filter(tied.__contains__, hand))"
            yield f"found = {code.name(decisions, called)}[card]"
            looks = [f"if len(tied) > 1: {look}" for look in looks]
        elif not (fixed or self.instead):
            yield f"found = {self._decision()}"
        if spend and spend.ability.cards == 1 and line.best:  # the single best card pays
            best_cards = f"{code.name(line.best, f'best for {called}')}(table, seat)"
            looks = [f"if {best_cards} != [{{*found[0].cards}}]: {look}" for look in looks]
        elif option and option.stack and isinstance(option.needs, r.ForSale) and not line.best:
            sellers = f"{code.name(on_sale(option.needs), f'sellers for {called}')}(table, seat)"
            looks = [f"if len({sellers}) > 1: {look}" for look in looks]
        if fixed:
            yield f"player.decided = {code.name((line, fixed, ()), f'{called} decided')}"
        else:
            yield f"player.decided = {code.name(line, f'of {called}')}, found, ()"
        yield from looks
        if line.subs:
            yield "player.look_below(table, seat)"
        if consult:
            yield consult
        if acts is None:
            yield f"return {code.name(fixed[0], called) if fixed else 'found[0]'}"
        elif fixed:
            *act, end = acts.fixed_act(fixed, code)
            yield from (*act, *(_ACTED if fixed[0] != PASS else _PASSED), end)
        elif option and option.picked:
            plays = code.name(acts.plays(option.picked[1]), f"play for {called}")
            yield from (f"{plays}[card](table, seat, player)", *_ACTED, "return True")
        else:
            carry_out = code.name(acts.carry_out, "carry out")
            yield from (f"{carry_out}(found, table, seat, player)", *_ACTED, "return True")

    def expression(self, requirement: r.Requirement, *, is_known: bool = False) -> str:
        """Return an expression for a requirement that notes every leaf it evaluates.

        If all of it is ``is_known`` already it only reads their bits.
        """
        is_known = is_known or requirement in self.certain
        if isinstance(requirement, r.AllOf | r.AnyOf | r.Not):
            return joined(requirement, partial(self.expression, is_known=is_known))
        bit = self.bit(requirement)
        return f"n & {bit}" if is_known else f"({self.plain(requirement)} and (n := n | {bit}))"

    def bit(self, leaf: r.Requirement) -> int:
        """Return the bit of a leaf."""
        if leaf not in self.bits:
            self.bits[leaf] = 1 << self.end
            self.end += 1
        return self.bits[leaf]

    def noting(self, requirement: r.Requirement) -> str:
        """Return an expression that notes a requirement; later expressions reuse it."""
        written = self.expression(requirement)
        self.certain.add(requirement)
        return written

    def plain_reusing(self, requirement: r.Requirement) -> str:
        """Return an expression that notes nothing, but reuses what is noted."""
        if requirement in self.certain:
            return self.expression(requirement)
        if isinstance(requirement, r.AllOf | r.AnyOf | r.Not):
            return joined(requirement, self.plain_reusing)
        check = quick_check(requirement, self.code) if isinstance(requirement, r.ForSale) else ""
        return f"({check} and {self.plain(requirement)})" if check else self.plain(requirement)

    def plain(self, requirement: r.Requirement) -> str:
        """Return an expression for a requirement that notes nothing."""
        return self.instead.get(requirement) or expression(requirement, self.code)


class InstrumentedSide:
    """The instrumented action lines of one side, compiled into one function.

    It decides like :class:`~moonflight_solo.ai_cards.policy.Policy`. It notes each act as one
    number: the index of the line followed, or the number of lines for none, and above that the
    leaves of requirements that were seen to hold.
    """

    def __init__(
        self, seat: int, lines: Sequence[InstrumentedLine], apart: Sequence[DifferingWays]
    ) -> None:
        self._seat, self.lines, self._apart = seat, lines, apart
        # The function that carries out an act as given, or returns it for ``None``.
        self.looking = cache(self._compile)
        self._looks: Sequence[LineLooks] = ()
        self._counts_of = lru_cache(MOST_NOTES)(self._decode)

    def _compile(self, acts: AskedActs | None) -> Callable[..., Any]:
        """Compile the lines to one function, which asks alternatives where they may differ."""
        code, first, passing, number = Code(), first_bit(len(self.lines)), False, len(self.lines)
        body = [*(_BEGUN if acts else ()), "hand = seat.hand", "held = frozenset(hand)"]
        body.append("ways = n = 0")
        looks: list[LineLooks] = []
        for index, (line, apart) in enumerate(zip(self.lines, self._apart, strict=True)):
            consult = f"player.consult(ways, {apart.followed}, {index}, table, seat)"
            if not apart.followed:
                consult = f"if ways: {consult}" * passing
            looks.append(LineLooks(line, code, first, acts))
            body += looks[-1].code_for(index, apart, consult)
            first, passing = looks[-1].end, passing or bool(apart.passed)
        self._looks = self._looks or looks  # the bits are the same, whatever becomes of the act
        body.append(f"seen[n + {number}] += 1")
        body.append(f"player.decided = {code.name(PASSED, 'passed')}")
        body.append(f"if ways: player.consult(ways, 0, {number}, table, seat)")
        body += [*_PASSED, "return False"] if acts else [f"return {code.name(PASS, 'a pass')}"]
        return code.function("look", "table, seat, player, seen", body)

    def _decode(self, noted: int) -> int:
        """Return what to count, packed, for an act that noted this."""
        at = noted & (1 << first_bit(len(self.lines))) - 1
        looks = [look.read(noted & sum(look.bits.values())) for look in self._looks[: at + 1]]
        keys: list[TallyKey] = [("seat", self._seat, "acts")]
        if at == len(self.lines):
            keys.append(("decided", self._seat, "default", "A-pass"))
        return sum(looks, packed({KEY_NUMBERS[key]: 1 for key in keys}))

    def count_notes(self, notes: NoteCounts) -> int:
        """Return what to count, packed, for the notes of one game."""
        counts_of = self._counts_of
        return sum([times * counts_of(noted) for noted, times in notes.items()])
