"""One side of an AI card written as plain Python: from the table to the line that is followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from moonflight_solo.ai_cards.context import Decision
from moonflight_solo.ai_cards.line_counts import Seen, first_bit
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.codegen import Code, expression
from moonflight_solo.rules.requirement import TRUE
from moonflight_solo.rules.state import Card, Seat, Table

Decide = Callable[[Table, Seat, Seen], tuple[str, Decision]]
"""Returns the number of the line followed, "" for none, and its decision, and notes the act."""

_NONE: tuple[str, Decision] = ("", (PASS, None))


class Policy:
    """The action lines of one side, and the way down them, written when it is first needed."""

    __slots__ = ("_decide", "lines")

    def __init__(self, lines: Sequence[CompiledLine]) -> None:
        self.lines = tuple(lines)
        self._decide: Decide | None = None

    def decide(self) -> Decide:
        """Return the way to the first line that can be followed, or to Pass if there is none."""
        if self._decide is None:
            self._decide = self._write()
        return self._decide

    def _write(self) -> Decide:
        """Write the quick way down the lines.

        It tries the lines as :meth:`CompiledLine.attempt` would, one after another. A line that
        plays a card by its name needs no more than to see whether that card is in hand, and with
        no card in hand the lines that need one are done with.
        """
        code = Code()
        steps = [_Step(place, line, len(self.lines), code) for place, line in enumerate(self.lines)]
        passing = (f"seen[holds + {len(steps)}] += 1", f"return {code.name(_NONE, 'passing')}")
        body = [
            "held = hand = seat.hand",
            "holds = 0",
            "if not hand:",
            *_indented(code for step in steps for code in step.empty_handed()),
            *_indented(passing),
            "held = set(hand)",
            *(code for step in steps for code in step.with_cards()),
            *passing,
        ]
        decide: Decide = code.function("decide", "table, seat, seen", body)
        return decide


class _Step:
    """One line, written: its condition, noted when it holds, and its act."""

    def __init__(self, place: int, line: CompiledLine, lines: int, code: Code) -> None:
        self._line = line
        self._code = code
        self._note = f"seen[holds + {place}] += 1"
        self._head = [f"# {line.number} – {line.line.words}"]
        self._conditional = line.condition != TRUE
        if self._conditional:
            self._head.append(f"if {expression(line.condition, code)}:")
            self._head.append(f"    holds |= 1 << {first_bit(lines) + place}")
        self._act = self._written()

    def empty_handed(self) -> list[str]:
        """Return the line for a hand with no card in it."""
        return self._with([] if self._line.needs is not None else self._act)

    def with_cards(self) -> list[str]:
        """Return the line for a hand with cards."""
        return self._with(self._act)

    def _with(self, act: list[str]) -> list[str]:
        return [*self._head, *(_indented(act) if self._conditional else act)]

    def _written(self) -> list[str]:
        """Return what is done once the condition holds."""
        line = self._line
        if line.act.ready:
            return [
                code for card, decision in line.act.ready for code in self._ready(card, decision)
            ]
        tried = [
            f"decision = {self._code.name(line.act.choose, f'line {line.number}')}(table, seat)",
            "if decision is not None:",
            *_indented((self._note, f"return {line.number!r}, decision")),
        ]
        if not line.needs:
            return tried
        needed = sorted(line.needs, key=lambda card: card.name)
        return [f"if {' or '.join(map(self._held, needed))}:", *_indented(tried)]

    def _ready(self, card: Card | None, decision: Decision) -> list[str]:
        decided = self._code.name((self._line.number, decision), f"line {self._line.number}")
        done = [self._note, f"return {decided}"]
        return done if card is None else [f"if {self._held(card)}:", *_indented(done)]

    def _held(self, card: Card) -> str:
        return f"{self._code.name(card, card.name)} in held"


def _indented(lines: Iterable[str]) -> list[str]:
    return [f"    {line}" for line in lines]
