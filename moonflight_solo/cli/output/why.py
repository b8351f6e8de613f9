"""Output of an AI card's reasons, and of advice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from rich.text import Text

from moonflight_solo.ai_cards.player import Considered, Explanation
from moonflight_solo.cli.output.markup import Page, put_page
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.text_layout import with_label, wrap
from moonflight_solo.cli.output.view import FOLLOWED
from moonflight_solo.numbers import outwards
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Seat, Table

if TYPE_CHECKING:  # slow to import
    from moonflight_solo.coach.advice import Advice, ForeseenAct
    from moonflight_solo.playtest.statistics import Estimate


SKIPPED: Final = "Skipped:"
_LABEL: Final = 7
MOST_FORECAST: Final = 4
"""Maximum number of likely acts to list."""
ABOVE_AND_BELOW: Final = 2
"""Lines taken by the heading and the prompt."""
_NO_LINE: Final = "No line can be followed, so it passes (ruling A-pass)."


_FACT: Final = re.compile(r'"([^"]*)": (there is none)?')


def said_of(explanation: Explanation, whose: str) -> Explanation:
    """Return reasons as said of ``whose`` hand and Stacks, "your" or "its", without quotation marks
    around a fact.
    """

    def fact(found: re.Match[str]) -> str:
        words = re.sub(r"(?<!\w)'([^']+)'", r"“\1”", found[1].replace("your ", f"{whose} "))
        none = "there are none" if words[:1].isdecimal() else "there is none"
        return f"{words}: {none if found[2] else ''}"

    lines = explanation.considered
    told = tuple(replace(line, because=_FACT.sub(fact, line.because)) for line in lines)
    return replace(explanation, considered=told)


def show_why(
    explanation: Explanation, heading: str, terminal: Terminal, *, whole: bool, more: str = ""
) -> None:
    """Print the lines considered, each with its reason and rulings: the ``whole`` of them, or the
    one followed and the numbers of those skipped.

    ``more`` is the command that shows them all, "" for none.
    """
    terminal.say(heading, "bold")
    if explanation.because:
        terminal.say(explanation.because)
        return
    if whole:
        terminal.say_all(_rows(explanation.considered, terminal))
    if not explanation.line:
        terminal.say(_NO_LINE)
    if whole:
        return
    followed, others = _split_lines(explanation.considered)
    for each in followed:
        because = "" if each.because == explanation.notation else f" {each.because}"
        words = f"[{each.line}] {each.words}{because}{_rulings_in_brackets(each)}"
        terminal.say(_sentence(each) if terminal.plain else words)
    reasons = []
    for why, group in groupby(others, key=lambda each: each.status.replace("-", " ")):
        first, *more_lines = (line.line for line in group)  # they are consecutive lines
        reasons.append(f"{first}{f'-{more_lines[-1]}' if more_lines else ''} {why}")
    if reasons:
        shows = f' "{more}" shows them.' if more else ""
        terminal.say(f"{SKIPPED} {'; '.join(reasons)}.{shows}", "dim")


def show_forecast(acts: Sequence[ForeseenAct], title: str, terminal: Terminal) -> None:
    """Print an AI card's likeliest acts, each with the line it would follow, quoted once."""
    from moonflight_solo.coach.advice import DEALS  # slow to import

    terminal.say(f"What {title} may do next, in {DEALS} deals of the hidden cards:", "bold")
    quoted_lines = set()
    for act in acts[:MOST_FORECAST]:
        line = f"  [{act.line}]" if act.line else ""
        words = "" if act.line in quoted_lines else f" {act.words}"
        quoted_lines.add(act.line)
        terminal.say(f"{act.share:>4.0%} {act.act}{line}{words}".rstrip())
    if acts[MOST_FORECAST:]:
        rest = sum(each.share for each in acts[MOST_FORECAST:])
        terminal.say(f"{rest:>4.0%} something else", "dim")


def show_considered(lines: Sequence[Considered], terminal: Terminal) -> None:
    """Print the line followed, then those skipped; without their words if too many.

    A plain terminal gets one sentence per line.
    """
    rows = _rows(lines, terminal)
    if not terminal.plain and len(rows) > terminal.height - ABOVE_AND_BELOW:
        short = [line if line.status == FOLLOWED else replace(line, words="") for line in lines]
        rows = _rows(short, terminal)
    terminal.say_all(rows)


def _split_lines(lines: Sequence[Considered]) -> tuple[list[Considered], list[Considered]]:
    """Split lines into those followed and those skipped."""
    followed = [line for line in lines if line.status == FOLLOWED]
    return followed, [line for line in lines if line.status != FOLLOWED]


def _rows(lines: Sequence[Considered], terminal: Terminal) -> list[Text]:
    """Return the line followed, then those skipped, each in full."""
    followed, others = ([_block(line, terminal) for line in part] for part in _split_lines(lines))
    between = [[Text(SKIPPED, "bold")]] if others else []
    return [row for block in (*followed, *between, *others) for row in block]


def _block(considered: Considered, terminal: Terminal) -> list[Text]:
    """Return a line's number, words and reason, in one row if they fit or if plain."""
    if terminal.plain:
        return [Text(_sentence(considered))]
    followed = considered.status == FOLLOWED
    width, words = terminal.width - _LABEL, considered.words
    reason = considered.because + _rulings_in_brackets(considered)
    style, words_style = ("green", "bold") if followed else ("magenta", "dim")
    if words and len(words) + 2 + len(reason) <= width:
        lines = [Text().append(words, words_style).append("  ").append(reason, style)]
    else:
        lines = [*wrap(words, width, words_style), *wrap(reason, width, style)]
    return with_label(f"  {considered.line}".ljust(_LABEL), lines, "bold")


def _sentence(considered: Considered) -> str:
    named = "rulings" if len(considered.rulings) > 1 else "ruling"
    rulings = f"{named} {', '.join(considered.rulings)}; " if considered.rulings else ""
    return (
        f"Line {considered.line}, {considered.status.replace('-', ' ')}: {considered.because}"
        f" ({rulings}printed: {considered.words})"
    )


def _rulings_in_brackets(considered: Considered) -> str:
    return f" [{', '.join(considered.rulings)}]" if considered.rulings else ""


# ------------------------------------------------------------------------------- advice


def show_advice(
    advice: Advice, table: Table, seat: Seat, terminal: Terminal, numbers: Mapping[Act, int]
) -> None:
    """Print the best act, its gain over the next best, and a reason.

    ``numbers`` are what to type for acts.
    """

    def numbered(act: Act) -> str:
        number = f" ({numbers[act]})" if act in numbers else ""
        return f"{notation(act, table, seat)}{number}"

    best, other = numbered(advice.best), advice.next_best and numbered(advice.next_best)
    page, gain = Page(terminal, terminal.width), gain_in_words(advice.gain, alone=advice.alone)
    worth = worth_in_words(advice.worth, alone=advice.alone)
    put_page("advice", page, advice=advice, best=best, other=other, gain=gain, worth=worth)


def worth_in_words(worth: Estimate, *, alone: bool) -> str:
    """Return a verb with the games won in 100, or the mean score, and the 95% interval."""
    if alone:
        return f"score about {worth.value:.1f} points ({outwards(worth.low, worth.high, 1)})"
    within = outwards(100 * worth.low, 100 * worth.high)
    return f"win about {100 * worth.value:.0f} of 100 games ({within})"


def gain_in_words(gain: Estimate, *, alone: bool) -> str:
    """Return a gain with its 95% interval, in points or in wins per 100 games."""
    by, unit = (1, "points") if alone else (100, "wins in 100 games")
    return in_interval(gain, unit, by=by)


def in_interval(estimate: Estimate, unit: str = "", *, by: int = 1) -> str:
    """Return an estimate, ``by`` times as much, with its unit and its 95% interval.

    An interval that begins above 0 has as many decimals as it takes to see that.
    """
    low, high = by * estimate.low, by * estimate.high
    places = next((each for each in (1, 2) if low <= 0 or low >= 10.0**-each), 3)
    return f"{by * estimate.value:.{places}f} {unit}".rstrip() + f" ({outwards(low, high, places)})"
