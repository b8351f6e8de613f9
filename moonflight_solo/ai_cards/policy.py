"""The policy of one side of an AI card as generated Python, and counts of its lines' outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from moonflight_solo.ai_cards.context import AimedAct, Option
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.written_acts import Deciding, WrittenActs, readable, written_acts
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.requirements.codegen import (
    Code,
    comment,
    expression,
    indent,
    quick_check,
)
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import FALSE, TRUE
from moonflight_solo.rules.state import GameCards, Seat, Table
from moonflight_solo.values import Value


class NoteCounts(dict[int, int]):
    """Counts of noted numbers; 0 for a number not noted yet.

    A side's decision notes every act as one number that encodes the line followed and the
    conditions that held on the way. There are few such numbers, so this stays small.
    """

    def __missing__(self, _noted: int) -> int:
        return 0


TakeAct = Callable[[Table, Seat, Deciding, NoteCounts], bool]
"""Decides and carries out an act, and notes it; returns ``False`` for a Pass."""

_PASS: AimedAct = (PASS, None)


def first_bit(lines: int) -> int:
    """Return the bit of an act's number for the condition of the first of ``lines``.

    The bits below hold the index of the line followed, or the number of lines for none.
    """
    return lines.bit_length()


OUTCOMES = ("looked at", "true", "followed")
"""What is counted of a line, as the fields of :class:`LineCount`."""

FEW_PLAYERS = 3
"""For so few players no code is generated: that takes as long as a game."""


class Policy:
    """The action lines of one side; code for them is generated once it is needed often.

    ``players`` counts those who may take their acts by that code.
    """

    def __init__(self, lines: Sequence[CompiledLine]) -> None:
        self.lines = tuple(lines)
        # Their numbers, and whether they have no condition.
        self.numbers = [line.number for line in lines]
        self.always = [line.line.meaning.condition is None for line in lines]
        self.turned = any(line.line.printed.turned for line in lines)
        # What tests a line's condition, if it has one, the cards of which it needs one in hand, if
        # it does, and what tries each of its options.
        self._attempts = [
            (
                None if line.condition == TRUE else as_test(line.condition),
                line.needs or None,
                tuple([option.choose for option in line.options]),
            )
            for line in lines
        ]
        self._first_bit = first_bit(len(lines))
        self.players = 0
        self._acts: dict[tuple[GameCards, str], TakeAct] = {}

    def decide(
        self, table: Table, seat: Seat, counts: NoteCounts, start: int = 0
    ) -> tuple[str, AimedAct]:
        """Return the number of the first line that can be followed, and its decision.

        If there is none, these are "" and Pass. Those above the index ``start`` are known not to be
        followed. The act is noted in ``counts``.
        """
        holds, first, hand = 0, self._first_bit, seat.hand
        for place, (holds_now, needs, options) in enumerate(self._attempts[start:], start):
            if holds_now is not None:
                if not holds_now(table, seat):
                    continue
                holds |= 1 << first + place
            if needs is not None and needs.isdisjoint(hand):
                continue
            for choose in options:
                decision = choose(table, seat)
                if decision is not None:
                    counts[holds + place] += 1
                    return self.numbers[place], decision
        counts[holds + len(self.lines)] += 1
        return "", _PASS

    def acts(self, table: Table) -> TakeAct | None:
        """Return a function that takes a whole act in a game to which nobody listens.

        It decides like :meth:`decide`. ``None`` as long as the side is not needed often.
        """
        if self.players <= FEW_PLAYERS:
            return None
        key = table.cards, table.paying
        written = self._acts.get(key)
        if written is None:
            code = Code()
            body = self._body(code, written_acts(table.cards, self.turned, table.paying))
            written = self._acts[key] = code.function("act", "table, seat, player, seen", body)
        return written

    def code(self, cards: GameCards) -> list[str]:
        """Return the code of :meth:`acts` in a game with these cards, without what counts acts."""
        code = Code()
        body = self._body(code, written_acts(cards, self.turned, "move"))
        counting = ("holds ", "seen[")
        lines = [readable(line) for line in body if not line.lstrip().startswith(counting)]
        return ["def act(table, seat, player):", *indent(lines)]

    def outcomes(self, noted: int) -> Iterator[tuple[str, str]]:
        """Yield the number of each line that an act counts for by what it noted, and as which."""
        place = noted & (1 << self._first_bit) - 1
        for index, number in enumerate(self.numbers[: place + 1]):
            yield number, "looked at"
            if self.always[index] or noted >> self._first_bit + index & 1:
                yield number, "true"
            if index == place:
                yield number, "followed"

    def _body(self, code: Code, acts: WrittenActs) -> list[str]:
        """Return the code of every line: its condition, noted if it holds, and its options."""
        body = ["hand = seat.hand", "held = frozenset(hand)", "holds = 0"]
        first = first_bit(len(self.lines))
        for place, line in enumerate(self.lines):
            body.append(comment(f"{line.number} – {line.line.words}"))
            note = _noted(place)
            act = [
                written
                for option in line.options
                if option.needs != FALSE
                for written in _option(option, line.number, note, code, acts)
            ]
            if line.condition == TRUE:
                body += act
            else:
                body.append(f"if {expression(line.condition, code)}:")
                body += indent([f"holds |= {1 << first + place}", *act])
        if not body[-1].startswith("return"):  # a last line without a condition ends it
            body += [_noted(len(self.lines)), *acts.fixed_act(_PASS, code)]
        return body


def _noted(place: int) -> str:
    """Return the code that notes an act, without the method call that [] is on this class."""
    return f"seen[noted] = seen.get(noted := holds + {place}, 0) + 1"


def _option(option: Option, number: str, note: str, code: Code, acts: WrittenActs) -> Iterable[str]:
    """Return the code of an option, which carries it out if it is possible."""
    if option.fixed is not None:
        body = [note, *acts.fixed_act(option.fixed, code)]
        if option.needs == TRUE:
            return body
        return f"if {expression(option.needs, code)}:", *indent(body)
    if option.picked is not None:
        ties, decisions = option.picked
        best = code.name(ties, f"best for line {number}")
        best = f"tied = {best}.get(held) or {best}[held]"
        plays = code.name(acts.plays(decisions), f"play for line {number}")
        card = "card = next(filter(tied.__contains__, hand))"
        play = f"({plays}.get(card) or {plays}[card])(table, seat, player)"
        attempt: Iterable[str] = (best, "if tied:", *indent([note, card, play, "return True"]))
    else:
        attempt = acts.option(option, number, note, code)
    check = "" if attempt and option.aimed else quick_check(option.needs, code)
    return (f"if {check}:", *indent(attempt)) if check else attempt


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
        self.sides = tuple(sides)
        self.note_counts: tuple[NoteCounts, ...] = tuple([NoteCounts() for _ in sides])

    def coverage(self) -> Coverage:
        """Return the counts of each action line, not including sub-lines."""
        times_of: Counter[tuple[bool, str, str]] = Counter()
        for turned, (side, notes) in enumerate(zip(self.sides, self.note_counts, strict=True)):
            for noted, times in notes.items():
                for number, outcome in side.outcomes(noted):
                    times_of[turned == 1, number, outcome] += times
        return {
            (turned == 1, number): LineCount(*[times_of[turned == 1, number, o] for o in OUTCOMES])
            for turned, side in enumerate(self.sides)
            for number in side.numbers
        }


@lru_cache(maxsize=4096)
def bits(number: int) -> tuple[int, ...]:
    """Return the indexes of the bits set in a number."""
    return tuple([bit for bit in range(number.bit_length()) if number >> bit & 1])
