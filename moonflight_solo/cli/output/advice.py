"""Advice on what to do now, in words."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.coach.advice import Advice
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Seat, Table


def show_advice(advice: Advice, table: Table, seat: Seat, terminal: Terminal) -> None:
    """Put out the best act, what it gains over the next best, and one reason."""
    best = notation(advice.best, table, seat)
    if advice.next_best is None:
        terminal.say(f"There is nothing else to do but {best}.", "bold")
        return
    terminal.say(f"Best found: {best}", "bold")
    terminal.say_all(_sentences(advice, notation(advice.next_best, table, seat)))


def _sentences(advice: Advice, other: str) -> Iterator[str]:
    yield f"Played on from there, you {_worth(advice)}."
    gain = told_gain(advice.gain, alone=advice.alone)
    if not advice.sure:
        yield f"About the same: {other}, less by {gain}."
        return
    yield f"The next best is {other}, less by {gain}."
    if advice.reason:
        yield f"Why: {advice.reason}."


def _worth(advice: Advice) -> str:
    if advice.alone:
        return f"come to about {advice.worth:.1f} points"
    return f"win about {advice.worth:.0%} of the games".replace("%", " %")


def told_gain(gain: Estimate, *, alone: bool) -> str:
    """Return a gain with its interval of 95 %, in points or in wins of a hundred games."""
    if alone:
        return f"{gain.value:.1f} points ({gain.low:.1f} to {gain.high:.1f})"
    value, low, high = (round(100 * each) for each in (gain.value, gain.low, gain.high))
    return f"{plural(value, 'win')} in 100 games ({low} to {high})"
