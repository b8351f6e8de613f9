"""The way down one side of an AI card, written as plain Python, and what came of its lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from moonflight_solo.ai_cards.context import AimedAct, Option
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.requirements.codegen import Code, expression, glimpse, indented
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import FALSE, TRUE
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.values import Value


class Seen(dict[int, int]):
    """How often each number was noted; one not noted yet counts as 0.

    A side's decision notes every act as one number: which line was followed, and the conditions
    that held on the way down to it. There are few such numbers, so this stays small.
    """

    def __missing__(self, _noted: int) -> int:
        return 0


Decide = Callable[[Table, Seat, Seen], tuple[str, AimedAct]]
"""Returns the number of the line followed, "" for none, and its decision, and notes the act."""

_NONE: tuple[str, AimedAct] = ("", (PASS, None))


def first_bit(lines: int) -> int:
    """Return which bit of an act's number stands for the condition of the first of ``lines``.

    The bits below it hold the place of the line followed, from 0, or for none their number.
    """
    return lines.bit_length()


FEW_PLAYERS = 10
"""For so few followers the way down the lines is not written: writing it takes a game's time."""


class Policy:
    """The action lines of one side, and the way down them, written once it is often needed."""

    def __init__(self, lines: Sequence[CompiledLine]) -> None:
        self.lines = tuple(lines)
        # What each is called, and whether it may be followed whenever it is looked at.
        self.numbers = [line.number for line in lines]
        self.always = [line.line.meaning.condition is None for line in lines]
        self._decide: Decide | None = None
        self._players = 0

    def decide(self) -> Decide:
        """Return the way to the first line that can be followed, or to Pass if there is none.

        It is asked for once by each player.
        """
        if self._decide is None:
            self._players += 1
            if self._players <= FEW_PLAYERS:
                return self.walk
            self._decide = self.written()
        return self._decide

    def walk(self, table: Table, seat: Seat, seen: Seen) -> tuple[str, AimedAct]:
        """Go down the lines one by one: the same as the way that is written, but slow."""
        holds, first = 0, first_bit(len(self.lines))
        for place, line in enumerate(self.lines):
            if line.condition != TRUE:
                if not as_test(line.condition)(table, seat):
                    continue
                holds |= 1 << first + place
            decision = line.choose(table, seat)
            if decision is not None:
                seen[holds + place] += 1
                return line.number, decision
        seen[holds + len(self.lines)] += 1
        return _NONE

    def written(self) -> Decide:
        """Return the way down the lines as one written function.

        It tries the lines as :meth:`CompiledLine.attempt` would, one after another. A line that
        plays a card by its name needs no more than to see whether that card is in hand.
        """
        code = Code()
        body = [
            "hand = seat.hand",
            "held = set(hand) if hand else hand",
            "holds = 0",
            *self._steps(code),
            f"seen[holds + {len(self.lines)}] += 1",
            f"return {code.name(_NONE, 'passing')}",
        ]
        decide: Decide = code.function("decide", "table, seat, seen", body)
        return decide

    def _steps(self, code: Code) -> Iterator[str]:
        """Yield every line, written: its condition, noted when it holds, and its options."""
        for place, line in enumerate(self.lines):
            yield f"# {line.number} – {line.line.words}"
            act = [
                written
                for option in line.options
                if option.needs != FALSE
                for written in _option(option, line.number, place, code)
            ]
            if line.condition == TRUE:
                yield from act
            else:
                yield f"if {expression(line.condition, code)}:"
                yield f"    holds |= 1 << {first_bit(len(self.lines)) + place}"
                yield from indented(act)


def _option(option: Option, number: str, place: int, code: Code) -> Iterable[str]:
    """Return an option, written: its decision is returned where it is possible."""
    note, called = f"seen[holds + {place}] += 1", f"line {number}"
    if option.fixed is not None:
        done = (note, f"return {code.name((number, option.fixed), called)}")
        if option.needs == TRUE:
            return done
        return f"if {expression(option.needs, code)}:", *indented(done)
    if option.picked is not None:
        pick, decided = option.picked
        numbered = {card: (number, decision) for card, decision in decided.items()}
        found = f"{code.name(pick, called)}(hand)"
        done = (note, f"return {code.name(numbered, called)}[found]")
    else:
        found = f"{code.name(option.choose, called)}(table, seat)"
        done = (note, f"return {number!r}, found")
    tried = (f"found = {found}", "if found is not None:", *indented(done))
    seen = glimpse(option.needs, code)
    return (f"if {seen}:", *indented(tried)) if seen else tried


# ------------------------------------------------------------------------ what came of them


class LineCount(Value):
    """What came of one line in all acts counted.

    ``looked_at``: acts at which no line above it was followed. ``condition_true``: those of them
    at which what the line says after "If" held, whether or not it could then be followed; for a
    line without a condition that is every time it was looked at. ``followed``: acts it gave.
    """

    looked_at: int = 0
    condition_true: int = 0
    followed: int = 0


Coverage = Mapping[tuple[bool, str], LineCount]
"""The counts of each action line, by its side (after the Turn or before it) and its number."""


class ActCounts:
    """The acts of one or of many games by one AI card, counted by what came of its lines."""

    def __init__(self, sides: Sequence[Policy]) -> None:
        self._sides = tuple(sides)
        self.seen: tuple[Seen, ...] = tuple([Seen() for _ in sides])

    def coverage(self) -> Coverage:
        """Return what came of each action line; lines below another one are not among them."""
        return {
            (turned == 1, number): count
            for turned, side in enumerate(self._sides)
            for number, count in zip(side.numbers, _counts(side, self.seen[turned]), strict=True)
        }


def _counts(side: Policy, seen: Mapping[int, int]) -> list[LineCount]:
    number = len(side.lines)
    first = first_bit(number)
    held, followed = [0] * number, [0] * (number + 1)
    for noted, times in seen.items():
        followed[noted & (1 << first) - 1] += times
        for place in bits(noted >> first):
            held[place] += times
    counts, looked_at = [], sum(followed)
    for always, true, times in zip(side.always, held, followed, strict=False):
        counts.append(LineCount(looked_at, looked_at if always else true, times))
        looked_at -= times
    return counts


@lru_cache(maxsize=4096)
def bits(number: int) -> tuple[int, ...]:
    """Return which bits of a number are set."""
    return tuple([bit for bit in range(number.bit_length()) if number >> bit & 1])
