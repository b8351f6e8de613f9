"""`moonflight playtest` and `moonflight compare`: thousands of games, and what they say."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from moonflight_solo.cli import options, planning
from moonflight_solo.cli.output import playtest as output
from moonflight_solo.cli.running import play, stop
from moonflight_solo.datafiles import user_folder
from moonflight_solo.errors import UsageError
from moonflight_solo.own_jacks import ENDINGS
from moonflight_solo.playtest.dask_runner import connected
from moonflight_solo.playtest.plan import Plan, Treatment
from moonflight_solo.playtest.report.results import comparison, results
from moonflight_solo.playtest.resultfile import ResultFile, Results, begun
from moonflight_solo.playtest.run import priced, run_of, with_ai_cards_beside
from moonflight_solo.playtest.summarize import compared, summarize
from moonflight_solo.rules.editions import editions

PRINTED = "printed"

_WITH_RESUME = {
    *("games", "jobs", "dask", "resume", "phrases", "as_json", "plain", "no_color"),
    *("html", "feedback", "notes"),
}
"""What can be said beside --resume; all else is in the file."""


@click.command()
@planning.plan_options
@click.option(
    "--price",
    is_flag=True,
    help="Play the same seeds with each other reading and ruling too, and compare the wins.",
)
@planning.file_options("Play what is missing in such a file; with more --games, as many more.")
@click.option(
    "--dask",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, in place of --jobs; with the same results.",
)
@click.option("--phrases", is_flag=True, help="Tell of every phrase of the AI cards too.")
@output.html_option
@output.feedback_option
@output.notes_option
@options.json
@options.look
def playtest(
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
    records = output.read_notes(notes, feedback)
    wanted = output.Output(as_json, plain, no_color, html, feedback, records)
    if resume is not None:
        _refuse_beside_resume(context)
        played: Results = ResultFile.open(resume)
    else:
        plan = planning.planned(seats, **setting)
        run_of(plan)
        plan = with_ai_cards_beside(priced(plan) if price else plan)
        played = begun(out, plan, games or planning.GAMES)
    number = games or played.games
    with played:
        run = run_of(played.plan)
        stopped = play(played, number, jobs, quiet=plain or as_json, cluster=cluster)
    summary = summarize(played.tally, played.plan, played.counted, wanted.places(run))
    output.show_results(summary, results(summary, phrases=phrases), run, wanted)
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


# ----------------------------------------------------------------------------- two ways to play


@click.command()
@click.argument("one", metavar="A")
@click.argument("two", metavar="B")
@planning.plan_options
@planning.file_options("Play what is missing in such a file of the same comparison.")
@output.html_option
@options.json
@options.look
def compare(
    one: str,
    two: str,
    seats: tuple[str, ...],
    games: int | None,
    jobs: int | None,
    out: Path | None,
    resume: Path | None,
    html: Path | None,
    as_json: bool,
    plain: bool,
    no_color: bool,
    **setting: Any,
) -> None:
    """Play the same seeds in two ways, A and B, and tell what B changes.

    A and B are each the FILE of an AI card, an edition, a choice of a ruling as ID=CHOICE, or
    "printed" for everything as it is without it.
    """
    setting["detail"] = setting["detail"] or 0
    plan, there = (_planned(words, seats, setting) for words in (one, two))
    what = what_changes(two if two != PRINTED else one)
    treatment = Treatment(
        label=two,
        what=what,
        edition=there.edition,
        rulings=there.rulings,
        ai_files=there.ai_files,
    )
    plan = msgspec.structs.replace(plan, others=(treatment,))
    for each in (plan, plan.treated(treatment)):
        run_of(each)
    with _kept(plan, games or planning.GAMES, out, resume) as played:
        number = games or played.games
        stopped = play(played, number, jobs, quiet=plain or as_json)
    wanted = output.Output(as_json, plain, no_color, html)
    summary = summarize(played.tally, plan, played.counted, wanted.places(run_of(plan)))
    found = compared(summary, plan, one, two)
    output.show_results(found, comparison(found), run_of(plan), wanted)
    if stopped:
        path = out or resume
        option = shlex.join(["--resume", str(path)])
        stop(played, number, f"Go on with the same words and {option}." if path else None)


def _kept(plan: Plan, games: int, out: Path | None, resume: Path | None) -> Results:
    """Return the results so far, in the file that they are kept in if there is one.

    Raises :class:`UsageError` for both options, and for a file of anything but this comparison.
    """
    if out is not None and resume is not None:
        raise UsageError("--out begins a file and --resume goes on with one; give one of them.")
    if resume is None:
        return begun(out, plan, games)
    file = ResultFile.open(resume)
    if file.plan.digest() != plan.digest():
        file.close()
        raise UsageError(
            f"{resume} holds other games than these; beside --resume give all else as it was when "
            "the file was begun."
        )
    return file


def what_changes(words: str) -> Literal["ai card", "edition", "ruling"]:
    """Return what A or B changes; raises :class:`UsageError` if it is nothing known."""
    if words.endswith(ENDINGS) or Path(words).is_file():
        return "ai card"
    if "=" in words:
        return "ruling"
    if words in editions() or words == PRINTED:
        return "edition"
    known = ", ".join(editions())
    raise UsageError(
        f'"{words}" is no AI-card file, no edition ({known}) and no choice of a ruling '
        f'(ID=CHOICE); "{PRINTED}" leaves everything as it is.'
    )


def _planned(words: str, seats: tuple[str, ...], setting: dict[str, Any]) -> Plan:
    """Return the plan of one way: what else was typed, and what A or B changes."""
    what, changed = what_changes(words), dict(setting)
    if what == "edition":
        changed["edition"] = setting["edition"] if words == PRINTED else words
    else:
        option = "ai_files" if what == "ai card" else "rulings"
        changed[option] = (*setting[option], words)
    return planning.planned(seats, **changed)
