"""`moonflight playtest`: thousands of games, and what they say."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click
import msgspec

from moonflight_solo.cli import options, planning
from moonflight_solo.cli.output import playtest as output
from moonflight_solo.cli.running import play, stop
from moonflight_solo.datafiles import user_folder
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.report.results import game_rows, results
from moonflight_solo.playtest.resultfile import ResultFile, Results, begun
from moonflight_solo.playtest.run import priced, run_of, with_ai_cards_beside
from moonflight_solo.playtest.summarize import summarize
from moonflight_solo.playtest.ways.challenge import with_players

_WITH_RESUME = {
    *("games", "jobs", "dask", "resume", "phrases", "as_json", "plain", "no_color"),
    *("html", "feedback", "csv", "notes"),
}
"""What can be said beside --resume; all else is in the file."""


@click.command()
@planning.plan_options
@click.option(
    "--price",
    is_flag=True,
    help="Play the same seeds with each other reading and ruling too, and compare the wins.",
)
@click.option(
    "--players",
    multiple=True,
    metavar="PLAYER",
    help="Play the same seeds by random, greedy or search=50 too, against each AI card and itself, "
    "for a table of players, Jacks and mirrors. Can be repeated.",
)
@planning.file_options("Play what is missing in such a file; with more --games, as many more.")
@planning.dask_option
@click.option("--phrases", is_flag=True, help="Tell of every phrase of the AI cards too.")
@output.html_option
@output.feedback_option
@output.csv_option
@output.notes_option
@options.json
@options.look
def playtest(
    seats: tuple[str, ...],
    games: int | None,
    jobs: int | None,
    price: bool,
    players: tuple[str, ...],
    out: Path | None,
    resume: Path | None,
    dask: str | None,
    phrases: bool,
    html: Path | None,
    feedback: Path | None,
    csv: Path | None,
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
    cluster = planning.cluster(dask, jobs)
    records = output.read_notes(notes, feedback)
    wanted = output.Output(as_json, plain, no_color, html, feedback, records)
    if resume is not None:
        _refuse_beside_resume(context)
        played: Results = ResultFile.open(resume)
    else:
        plan = planning.planned(seats, **setting)
        run_of(plan)
        plan = with_ai_cards_beside(priced(plan) if price else plan)
        plan = with_players(plan, players)
        plan = msgspec.structs.replace(plan, each_game=csv is not None)
        played = begun(out, plan, games or planning.GAMES)
    number = games or played.games
    with played:
        if csv is not None and not played.plan.each_game:
            raise UsageError("--csv: this file keeps no game by itself; begin one with --csv.")
        run = run_of(played.plan)
        stopped = play(played, number, jobs, quiet=plain or as_json, cluster=cluster)
    summary = summarize(played.tally, played.plan, played.counted, wanted.places(run))
    output.show_results(summary, results(summary, phrases=phrases), run, wanted)
    if csv is not None:
        output.put(csv, game_rows(played.tally, played.plan))
        click.echo(f"Written: {csv}", err=True)
    if stopped:
        path = played.path if isinstance(played, ResultFile) else _keep(played)
        words = ["moonflight", "playtest", "--resume", str(path)]
        words += [] if dask is None else ["--dask", dask]
        stop(played, number, f"Go on with: {shlex.join(words)}" if path else None)


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


def _keep(played: Results) -> Path | None:
    """Keep what no file was named for in a folder of its own."""
    if not played.done:
        return None
    folder, name = user_folder("playtests"), played.plan.digest()
    path = folder / f"{name}.jsonl"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.jsonl"
    with ResultFile.begin(path, played.plan, played.games) as file:
        for units, tally in ((played.counted, played.tally), *played.aside):
            if units:
                file.add(units, tally)
    return path
