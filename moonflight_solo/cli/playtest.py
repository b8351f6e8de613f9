"""`moonflight playtest`: thousands of games, and what they say of the cards."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import click
import msgspec

from moonflight_solo.cli import options, planning, reporting
from moonflight_solo.cli.playing import Played, play
from moonflight_solo.cli.sections import results, show
from moonflight_solo.cli.terminal import terminal
from moonflight_solo.datafiles import user_folder
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.alternatives import priced
from moonflight_solo.playtest.dask_runner import connected
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.resultfile import ResultFile
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import joined
from moonflight_solo.playtest.summarize import summarize

GAMES = 1000

_WITH_RESUME = {
    *("games", "jobs", "dask", "resume", "phrases", "as_json", "plain", "no_color"),
    *("html", "feedback", "notes"),
}
"""What can be said beside --resume; all else is in the file."""


@click.command()
@planning.seats
@planning.games
@planning.setting
@click.option(
    "--price",
    is_flag=True,
    help="Play the same seeds with each other reading and ruling too, and compare the wins.",
)
@planning.out
@click.option(
    "--resume",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Play what is missing in such a file; with more --games, as many more.",
)
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, in place of --jobs; with the same results.",
)
@click.option("--phrases", is_flag=True, help="Tell of every phrase of the AI cards too.")
@reporting.files
@options.json
@options.look
def command(
    seats: tuple[str, ...],
    games: int | None,
    jobs: int | None,
    price: bool,
    out: Path | None,
    resume: Path | None,
    dask: str | None,
    phrases: bool,
    html: Path | None,
    feedback: Path | None,
    notes: tuple[str, ...],
    as_json: bool,
    plain: bool,
    no_color: bool,
    **setting: Any,
) -> None:
    """Play many games, and tell who wins and how the AI cards fare.

    A seat is a Jack and what plays it: JACK for its AI card, JACK:random, JACK:greedy, or
    JACK:search=50 for one who tries each act out in up to 50 games in its head. Without seats
    every Jack with a printed AI card plays.
    """
    context = click.get_current_context()
    if dask is not None and jobs is not None:
        raise UsageError("--jobs is for this machine; on a Dask cluster the workers say how many.")
    cluster = None if dask is None else context.with_resource(connected(dask))
    records = reporting.records(notes, feedback)
    if resume is not None:
        _refuse_beside_resume(context)
        file: ResultFile | None = ResultFile.open(resume)
        assert file is not None
        plan, number = file.plan, games or file.games
    else:
        number = games or GAMES
        plan = planning.planned(seats, **setting)
        run_of(plan)
        plan = priced(plan) if price else plan
        file = None if out is None else ResultFile.begin(out, plan, number)
    try:
        run_of(plan)
        played = play(plan, number, jobs, file, quiet=plain or as_json, cluster=cluster)
    finally:
        if file is not None:
            file.close()
    found = msgspec.to_builtins(summarize(played.tally, plan, played.done))
    try:
        if as_json:
            click.echo(json.dumps(found, ensure_ascii=False))
        elif found["games"]:
            screen = terminal(plain=plain, color=not no_color)
            for section in results(found, phrases=phrases):
                show(section, screen)
    finally:
        # Also if a pipe that the results go into is closed, as by `head`.
        reporting.write(found, run_of(plan), html, feedback, records)
    if played.stopped:
        _stop(plan, number, played, file, context)


def _refuse_beside_resume(context: click.Context) -> None:
    given = [
        name
        for name in context.params
        if name not in _WITH_RESUME
        and context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    ]
    if given:
        raise UsageError(
            "--resume goes on with what its file says; beside it only --games, --jobs, --dask "
            "and how to show the results can be given."
        )


def _stop(
    plan: Plan, games: int, played: Played, file: ResultFile | None, context: click.Context
) -> None:
    """Say how to go on after Ctrl-C; what no file was named for is kept in a folder of its own."""
    path = file.path if file is not None else _keep(plan, games, played)
    done = played.tally[("games",)]
    click.echo(f"moonflight: stopped after {done} of {games} games.", err=True)
    if path is not None:
        words = ["moonflight", "playtest", "--resume", str(path)]
        if context.params["dask"] is not None:
            words += ["--dask", context.params["dask"]]
        click.echo(f"Go on with: {shlex.join(words)}", err=True)
    context.exit(130)


def _keep(plan: Plan, games: int, played: Played) -> Path | None:
    if not played.done:
        return None
    folder, name = user_folder("playtests"), plan.digest()
    path = folder / f"{name}.jsonl"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.jsonl"
    with ResultFile.begin(path, plan, games) as file:
        file.add(joined(played.done), played.tally)
    return path
