"""The policy of one side of an AI card as generated Python, and counts of its lines' outcomes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache

from moonflight_solo.ai_cards.context import AimedAct, Option
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.written_acts import (
    CarryOut,
    Deciding,
    WrittenActs,
    shown,
    written_acts,
)
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.requirements.codegen import (
    Code,
    comment,
    expression,
    indented,
    quick_check,
)
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import FALSE, TRUE
from moonflight_solo.rules.state import Card, GameCards, Seat, Table
from moonflight_solo.values import Value


class Seen(dict[int, int]):
    """Counts of noted numbers; 0 for a number not noted yet.

    A side's decision notes every act as one number that encodes the line followed and the
    conditions that held on the way. There are few such numbers, so this stays small.
    """

    def __missing__(self, _noted: int) -> int:
        return 0


Decide = Callable[[Table, Seat, Seen], tuple[str, AimedAct]]
"""Returns the number of the line followed ("" for none) and its decision, and notes the act."""

TakeAct = Callable[[Table, Seat, Deciding, Seen], bool]
"""Decides and carries out an act, and notes it; returns ``False`` for a Pass."""

_NONE: tuple[str, AimedAct] = ("", (PASS, None))


def first_bit(lines: int) -> int:
    """Return the bit of an act's number for the condition of the first of ``lines``.

    The bits below hold the index of the line followed, or the number of lines for none.
    """
    return lines.bit_length()


FEW_PLAYERS = 3
"""For so few players no code is generated: that takes as long as a game."""


class Policy:
    """The action lines of one side; code for them is generated once it is needed often."""

    def __init__(self, lines: Sequence[CompiledLine]) -> None:
        self.lines = tuple(lines)
        # Their numbers, and whether they have no condition.
        self.numbers = [line.number for line in lines]
        self.always = [line.line.meaning.condition is None for line in lines]
        self.turned = any(line.line.printed.turned for line in lines)
        self._decide: Decide | None = None
        self._acts: dict[tuple[GameCards, str], TakeAct] = {}
        self._players = 0

    def decide(self) -> Decide:
        """Return a function that finds the first line that can be followed, or Pass.

        Each player calls this once per side.
        """
        if self._decide is None:
            self._players += 1
            if self._players <= FEW_PLAYERS:
                return self.walk
            self._decide = self.written()
        return self._decide

    def walk(self, table: Table, seat: Seat, counts: Seen) -> tuple[str, AimedAct]:
        """Try the lines one by one; equivalent to the generated code, but slow."""
        holds, first = 0, first_bit(len(self.lines))
        for place, line in enumerate(self.lines):
            if line.condition != TRUE:
                if not as_test(line.condition)(table, seat):
                    continue
                holds |= 1 << first + place
            decision = line.choose(table, seat)
            if decision is not None:
                counts[holds + place] += 1
                return line.number, decision
        counts[holds + len(self.lines)] += 1
        return _NONE

    def written(self) -> Decide:
        """Write one function that tries all lines, like :meth:`walk`."""
        code = Code()
        decide: Decide = code.function(
            "decide", "table, seat, seen", self._body(code, _Decided(code))
        )
        return decide

    def acts(self, table: Table) -> TakeAct | None:
        """Return a function that takes a whole act in a game to which nobody listens.

        ``None`` as long as the side is not needed often.
        """
        if self._decide is None:
            return None
        key = table.cards, table.paying
        written = self._acts.get(key)
        if written is None:
            code = Code()
            acts = written_acts(table.cards, self.turned, table.paying)
            body = self._body(code, _CarriedOut(code, acts))
            written = self._acts[key] = code.function("act", "table, seat, player, seen", body)
        return written

    def code(self, cards: GameCards) -> list[str]:
        """Return the code of :meth:`acts` in a game with these cards, without what counts acts."""
        code = Code()
        body = self._body(code, _CarriedOut(code, written_acts(cards, self.turned, "move")))
        counting = ("holds ", "seen[")
        lines = [shown(line) for line in body if not line.lstrip().startswith(counting)]
        return ["def act(table, seat, player):", *indented(lines)]

    def _body(self, code: Code, end: _Decided | _CarriedOut) -> list[str]:
        """Return the code of every line: its condition, noted if it holds, and its options."""
        body = ["hand = seat.hand", "held = frozenset(hand)", "holds = 0"]
        first = first_bit(len(self.lines))
        for place, line in enumerate(self.lines):
            body.append(comment(f"{line.number} – {line.line.words}"))
            note = f"seen[holds + {place}] += 1"
            act = [
                written
                for option in line.options
                if option.needs != FALSE
                for written in _option(option, line.number, note, code, end)
            ]
            if line.condition == TRUE:
                body += act
            else:
                body.append(f"if {expression(line.condition, code)}:")
                body += indented([f"holds |= {1 << first + place}", *act])
        if not body[-1].startswith("return"):  # a last line without a condition ends it
            body += end.fixed("", f"seen[holds + {len(self.lines)}] += 1", _NONE[1])
        return body


class _Decided:
    """Ends a line's code by returning its number and decision."""

    def __init__(self, code: Code) -> None:
        self._code = code

    def fixed(self, number: str, note: str, decision: AimedAct) -> list[str]:
        """Return the code for a decision that is always the same."""
        return [note, f"return {self._code.name((number, decision), f'line {number}')}"]

    def picked(
        self, number: str, note: str, decisions: Mapping[Card, AimedAct], card: str
    ) -> list[str]:
        """Return the code for the decision about a card."""
        numbered = {card: (number, decision) for card, decision in decisions.items()}
        return [note, f"return {self._code.name(numbered, f'line {number}')}[{card}]"]

    def search(self, number: str, note: str, option: Option) -> list[str]:
        """Return the code for a decision that has to be looked for."""
        search = f"found = {self._code.name(option.choose, f'line {number}')}(table, seat)"
        return [search, "if found is not None:", *indented([note, f"return {number!r}, found"])]


class _CarriedOut:
    """Ends a line's code by carrying out its decision, and returns whether that was not a Pass."""

    def __init__(self, code: Code, acts: WrittenActs) -> None:
        self._code, self._acts = code, acts

    def fixed(self, number: str, note: str, decision: AimedAct) -> list[str]:
        """Return the code for a decision that is always the same."""
        return [note, *self._acts.fixed(decision, self._code)]

    def picked(
        self, number: str, note: str, decisions: Mapping[Card, AimedAct], card: str
    ) -> list[str]:
        """Return the code for the decision about a card."""
        plays = self._code.name(_Plays(self._acts, decisions), f"play for line {number}")
        return [note, f"{plays}[{card}](table, seat, player)", "return True"]

    def search(self, number: str, note: str, option: Option) -> list[str]:
        """Return the code for a decision that has to be looked for."""
        return self._acts.option(option, number, note, self._code)


class _Plays(dict[Card, CarryOut]):
    """How each card that a line may pick is played; written when first asked for."""

    def __init__(self, acts: WrittenActs, decisions: Mapping[Card, AimedAct]) -> None:
        self._acts, self._decided = acts, decisions

    def __missing__(self, card: Card) -> CarryOut:
        play = self[card] = self._acts.play(self._decided[card])
        return play


def _option(
    option: Option, number: str, note: str, code: Code, end: _Decided | _CarriedOut
) -> Iterable[str]:
    """Return the code of an option, which ends if it is possible."""
    if option.fixed is not None:
        body = end.fixed(number, note, option.fixed)
        if option.needs == TRUE:
            return body
        return f"if {expression(option.needs, code)}:", *indented(body)
    if option.picked is not None:
        ties, decisions = option.picked
        best = f"tied = {code.name(ties, f'best for line {number}')}[held]"
        body = end.picked(number, note, decisions, "next(filter(tied.__contains__, hand))")
        attempt: Iterable[str] = (best, "if tied:", *indented(body))
    else:
        attempt = end.search(number, note, option)
    check = "" if attempt and option.aimed else quick_check(option.needs, code)
    return (f"if {check}:", *indented(attempt)) if check else attempt


# --------------------------------------------------------------------------- outcome counts


class LineCount(Value):
    """The outcomes of one line over all acts counted.

    ``looked_at``: acts for which no line above it was followed. ``condition_true``: those of them
    for which its condition held, whether or not the line could be followed; for a line without a
    condition the same as ``looked_at``. ``followed``: acts it gave.
    """

    looked_at: int = 0
    condition_true: int = 0
    followed: int = 0


Coverage = Mapping[tuple[bool, str], LineCount]
"""The counts of each action line, by its side (whether after the Turn) and its number."""


class ActCounts:
    """The acts by one AI card, in one or more games, counted by the outcomes of its lines."""

    def __init__(self, sides: Sequence[Policy]) -> None:
        self._sides = tuple(sides)
        self.seen: tuple[Seen, ...] = tuple([Seen() for _ in sides])

    def coverage(self) -> Coverage:
        """Return the counts of each action line, not including sub-lines."""
        return {
            (turned == 1, number): count
            for turned, side in enumerate(self._sides)
            for number, count in zip(side.numbers, _counts(side, self.seen[turned]), strict=True)
        }


def _counts(side: Policy, times_of: Mapping[int, int]) -> list[LineCount]:
    number = len(side.lines)
    first = first_bit(number)
    true_times, followed = [0] * number, [0] * (number + 1)
    for bits_set, times in times_of.items():
        followed[bits_set & (1 << first) - 1] += times
        for place in bits(bits_set >> first):
            true_times[place] += times
    counts, reached = [], sum(followed)
    for always, true, times in zip(side.always, true_times, followed, strict=False):
        counts.append(LineCount(reached, reached if always else true, times))
        reached -= times
    return counts


@lru_cache(maxsize=4096)
def bits(number: int) -> tuple[int, ...]:
    """Return the indexes of the bits set in a number."""
    return tuple([bit for bit in range(number.bit_length()) if number >> bit & 1])
