"""Running a playtest: a progress bar while its games are played, and an orderly stop."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NoReturn

import click
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from moonflight_solo.cli.output.streams import styled
from moonflight_solo.cli.output.terminal import CleanConsole, warn
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.resultfile import Results
from moonflight_solo.playtest.runner import missing, play_units, processors, unit_size
from moonflight_solo.playtest.statistics import Moments, wilson
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.ways.sequential import PAIRS, Until

if TYPE_CHECKING:  # who plays on this machine waits for no network
    from moonflight_solo.playtest.dask_runner import Cluster

_WORTH_A_PROCESS = 200
"""So many games are worth starting another process for, if nobody says how many to start."""


def play(
    results: Results,
    games: int,
    jobs: int | None,
    *,
    quiet: bool,
    cluster: Cluster | None = None,
) -> bool:
    """Play those of the first ``games`` games that are not in ``results`` yet.

    They are played in ``jobs`` processes, or by the workers of a ``cluster``. Each unit is added
    as soon as it is done. Returns whether Ctrl-C ended it, with all that is done kept. On a
    terminal a bar shows how far it is, unless it is to be ``quiet``.
    """
    plan = results.plan
    if results.decided:
        return False
    worth = games if plan.slowest else -(-games * (1 + len(plan.others)) // _WORTH_A_PROCESS)
    own = jobs or max(1, min(processors(), worth))
    number = cluster.jobs() if cluster else own
    units = missing(plan, games, results.done, unit_size(plan, games, number))
    if results.until is not None:
        # One looks after as many pairs for any number of jobs.
        each = 1 if plan.slowest else PAIRS
        units = missing(plan, games, results.done, each, growth=games)
    playing = cluster.play(plan, units) if cluster else play_units(plan, units, number)
    try:
        with _bar(results, games, quiet=quiet) as show:
            show(results.tally)
            for unit, tally in playing:
                with _unbroken():
                    results.add([unit], tally)
                show(results.tally)
                if results.decided:
                    break
    except KeyboardInterrupt:
        return True
    return False


def stop(results: Results, games: int, how: str | None) -> NoReturn:
    """Say how far it came before Ctrl-C, and ``how`` to go on, and end the command."""
    warn(f"stopped after {results.tally[('games',)]} of {games} games.")
    if how is not None:
        click.echo(how, err=True)
    raise click.exceptions.Exit(130)


@contextmanager
def _unbroken() -> Iterator[None]:
    """Let Ctrl-C wait until a unit is counted whole, or it would count half."""
    if threading.current_thread() is not threading.main_thread():
        yield  # it never comes here
        return
    waiting: list[int] = []
    before = {
        number: signal.signal(number, lambda number, _frame: waiting.append(number))
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
    if waiting:
        raise KeyboardInterrupt


def estimate(tally: Tally, plan: Plan) -> str:
    """Return the first seat's share of wins so far, or its mean score when it plays alone."""
    finished = tally[("finished",)]
    if not finished:
        return "no game has ended yet"
    if len(plan.seats) == 1:
        mean = Moments.of(tally.histogram("seat", 0, "score")).mean()
        assert mean is not None
        return f"scores {mean.value:.2f} ± {mean.value - mean.low:.2f}"
    wins = wilson(tally[("seat", 0, "won")], finished)
    around = 50 * (wins.high - wins.low)
    return f"{plan.titles[0]} wins {100 * wins.value:.1f}% ± {around:.1f}"


def closing_in(tally: Tally, until: Until) -> str:
    """Return how much more often B wins as far as is known, with an interval that closes."""
    if not tally["other", 0, "games"]:
        return "no pair has been played yet"
    found = until.fared(tally).sequence()
    return (
        f"B less A {100 * found.value:+.1f}, from {100 * found.low:+.1f} to {100 * found.high:+.1f}"
    )


@contextmanager
def _bar(results: Results, games: int, *, quiet: bool) -> Iterator[Callable[[Tally], None]]:
    """Show a bar; what is yielded shows how far it is, and nothing where nobody watches."""
    if quiet:
        yield lambda tally: None
        return

    def told(tally: Tally) -> str:
        if results.until is not None:
            return closing_in(tally, results.until)
        return estimate(tally, results.plan)

    with progress_bar(games) as show:
        yield lambda tally: show(tally[("games",)], lambda: told(tally))


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int, Callable[[], str]], None]]:
    """Show a bar on standard error, if somebody watches it.

    What is yielded takes how many of the ``total`` are done, and what says more about it.
    """
    if not sys.stderr.isatty():
        yield lambda done, told: None
        return
    columns = (
        BarColumn(bar_width=16),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(compact=True),
    )
    console = CleanConsole(file=styled(sys.stderr), markup=False, highlight=False)
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda done, told: progress.update(task, completed=done, description=told())
