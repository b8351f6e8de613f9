"""`moonflight worth`: what each line, item, card or ruling does to the wins."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import click

from moonflight_solo.cli import options, planning
from moonflight_solo.cli.output import playtest as output
from moonflight_solo.cli.running import play, stop_and_go_on
from moonflight_solo.playtest.report.tornado import tornado
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.summarize import summarize
from moonflight_solo.playtest.ways.worth import Of
from moonflight_solo.playtest.ways.worth import worth as with_each_left_out


@click.command()
@planning.plan_options
@click.option(
    "--of",
    type=click.Choice(get_args(Of)),
    default="lines",
    show_default=True,
    help="What to leave out in turn: lines of the AI cards, items of their lists, or cards of the "
    "Supply Stacks; rulings, each by its other choices; or of each seat the Builds before the Turn "
    "that the Turn undoes.",
)
@planning.file_options("Play what is missing in such a file of the same games.")
@planning.dask_option
@output.html_option
@options.json
@options.look
def worth(
    seats: tuple[str, ...],
    games: int | None,
    jobs: int | None,
    of: Of,
    out: Path | None,
    resume: Path | None,
    dask: str | None,
    html: Path | None,
    as_json: bool,
    plain: bool,
    no_color: bool,
    **setting: Any,
) -> None:
    """Play the same seeds without each line in turn, and tell what that does to the wins.

    What matters most stands first. SEATS are as for playtest.
    """
    cluster = planning.cluster(dask, jobs)
    setting["detail"] = setting["detail"] or 0
    plan = with_each_left_out(planning.planned(seats, **setting), of)
    for other in plan.others:
        run_of(plan.treated(other))
    with planning.kept(plan, games or planning.GAMES, out, resume) as played:
        number = games or played.games
        stopped = play(played, number, jobs, quiet=plain or as_json, cluster=cluster)
    wanted = output.Output(as_json, plain, no_color, html)
    summary = summarize(played.tally, plan, played.counted)
    output.show_results(summary, tornado(summary, of), run_of(plan), wanted)
    if stopped:
        stop_and_go_on(played, number, out or resume)
