"""An AI card's reasons, line by line, and advice on what to do now."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import asdict, replace
from rich.text import Text

from moonflight_solo.ai_cards.player import Considered, Explanation
from moonflight_solo.cli.output.paint import Page, beside, wrap
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.cli.output.written import put
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Seat, Table
from moonflight_solo.values import Value

if TYPE_CHECKING:  # only who asks for advice waits for what it takes to look ahead
    from moonflight_solo.coach.advice import Advice
    from moonflight_solo.playtest.statistics import Estimate


FOLLOWED: Final = "followed"
PASSED_OVER: Final = "Passed over:"
LABEL: Final = 7
ABOVE_AND_BELOW: Final = 2
"""How many rows a heading and a prompt take."""
_NO_LINE: Final = "No line can be followed, so it passes (ruling A-pass)."


class Reason(Value):
    """Why an AI player took an act."""

    title: str
    round: int
    explanation: Explanation

    @property
    def heading(self) -> str:
        """Who did what."""
        return f"{self.title} in round {self.round}: {self.explanation.notation}"

    def show(self, screen: Terminal) -> None:
        """Put out every line that was looked at."""
        show_reasons(self.explanation, self.heading, screen)

    def show_folded(self, screen: Terminal) -> None:
        """Put out the line followed, and those passed over in short."""
        show_folded(self.explanation, self.heading, screen, "why all")


def show_reasons(explanation: Explanation, heading: str, terminal: Terminal) -> None:
    """Put out every line that was looked at, with what came of it and the rulings it rests on."""
    terminal.say(heading, "bold")
    if explanation.because:
        terminal.say(explanation.because)
        return
    terminal.say_all(_rows(explanation.considered, terminal))
    if not explanation.line:
        terminal.say(_NO_LINE)


def show_folded(explanation: Explanation, heading: str, terminal: Terminal, more: str = "") -> None:
    """Put out the line followed, in full, and those passed over by their numbers.

    ``more`` is what to type to see them all, if that can be done.
    """
    if explanation.because:
        show_reasons(explanation, heading, terminal)
        return
    terminal.say(heading, "bold")
    if not explanation.line:
        terminal.say(_NO_LINE)
    followed, others = _parted(explanation.considered)
    for each in followed:
        because = "" if each.because == explanation.notation else f" {each.because}"
        words = f"{each.line}  {each.words}{because}{_ruled(each)}"
        terminal.say(_sentence(each) if terminal.plain else words)
    told = []
    for why, group in groupby(others, key=lambda each: each.status.replace("-", " ")):
        first, *more_lines = (each.line for each in group)  # they stand one below the other
        told.append(f"{first}{f'-{more_lines[-1]}' if more_lines else ''} {why}")
    if told:
        shows = f" {more} shows them." if more else ""
        terminal.say(f"{PASSED_OVER} {'; '.join(told)}.{shows}", "dim")


def show_considered(lines: Sequence[Considered], terminal: Terminal) -> None:
    """Put out the line followed, then those passed over: by their reasons alone if they are many.

    A plain terminal gets a sentence a line.
    """
    rows = _rows(lines, terminal)
    if not terminal.plain and len(rows) > terminal.height - ABOVE_AND_BELOW:
        short = [each if each.status == FOLLOWED else replace(each, words="") for each in lines]
        rows = _rows(short, terminal)
    terminal.say_all(rows)


def as_json(considered: Sequence[Considered]) -> list[dict[str, Any]]:
    """Return the lines looked at as plain data, without their words."""
    return [
        {name: value for name, value in asdict(each).items() if name != "words"}
        for each in considered
    ]


def _parted(lines: Sequence[Considered]) -> tuple[list[Considered], list[Considered]]:
    """Return the lines followed, and those passed over."""
    followed = [each for each in lines if each.status == FOLLOWED]
    return followed, [each for each in lines if each.status != FOLLOWED]


def _rows(lines: Sequence[Considered], terminal: Terminal) -> list[Text]:
    """Return the line followed, then those passed over, all of them whole."""
    followed, others = ([_block(each, terminal) for each in part] for part in _parted(lines))
    between = [[Text(PASSED_OVER, "bold")]] if others else []
    return [row for block in (*followed, *between, *others) for row in block]


def _block(considered: Considered, terminal: Terminal) -> list[Text]:
    """Return a line's number, its words and the reason: in one row if that will do, or if plain."""
    if terminal.plain:
        return [Text(_sentence(considered))]
    followed = considered.status == FOLLOWED
    width, words = terminal.width - LABEL, considered.words
    reason = considered.because + _ruled(considered)
    style, words_style = ("green", "bold") if followed else ("yellow", "dim")
    if words and len(words) + 2 + len(reason) <= width:
        lines = [Text().append(words, words_style).append("  ").append(reason, style)]
    else:
        lines = [*wrap(words, width, words_style), *wrap(reason, width, style)]
    return beside(f"  {considered.line}".ljust(LABEL), lines, "bold")


def _sentence(considered: Considered) -> str:
    named = "rulings" if len(considered.rulings) > 1 else "ruling"
    rulings = f"{named} {', '.join(considered.rulings)}; " if considered.rulings else ""
    return (
        f"Line {considered.line}, {considered.status.replace('-', ' ')}: {considered.because}"
        f" ({rulings}printed: {considered.words})"
    )


def _ruled(considered: Considered) -> str:
    return f" [{', '.join(considered.rulings)}]" if considered.rulings else ""


# ------------------------------------------------------------------------------- advice


def show_advice(advice: Advice, table: Table, seat: Seat, terminal: Terminal) -> None:
    """Put out the best act, what it gains over the next best, and one reason."""
    other = advice.next_best and notation(advice.next_best, table, seat)
    best, gain = notation(advice.best, table, seat), told_gain(advice.gain, alone=advice.alone)
    put("advice", Page(terminal, terminal.width), advice=advice, best=best, other=other, gain=gain)


def told_gain(gain: Estimate, *, alone: bool) -> str:
    """Return a gain with its interval of 95 %, in points or in wins of a hundred games."""
    if alone:
        return f"{gain.value:.1f} points ({gain.low:.1f} to {gain.high:.1f})"
    value, low, high = (round(100 * each) for each in (gain.value, gain.low, gain.high))
    return f"{plural(value, 'win')} in 100 games ({low} to {high})"
