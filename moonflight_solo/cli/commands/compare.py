"""`moonflight compare`: two wordings, editions or rulings on the same seeds."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any, Literal

import click
import msgspec

from moonflight_solo.cli import options, planning
from moonflight_solo.cli.output.results import Output, html_option, show_results
from moonflight_solo.cli.running import play, stop
from moonflight_solo.errors import UsageError
from moonflight_solo.own_jacks import ENDINGS
from moonflight_solo.playtest.plan import Plan, Treatment
from moonflight_solo.playtest.report.results import comparison
from moonflight_solo.playtest.resultfile import ResultFile, Results, begun
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.summarize import compared, summarize
from moonflight_solo.rules.editions import editions

PRINTED = "printed"


Changed = Literal["ai card", "edition", "ruling"]


@click.command()
@click.argument("one", metavar="A")
@click.argument("two", metavar="B")
@planning.plan_options
@planning.file_options("Play what is missing in such a file of the same comparison.")
@html_option
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
    treatment = Treatment(two, what, there.edition, there.rulings, there.ai_files)
    plan = msgspec.structs.replace(plan, others=(treatment,))
    for each in (plan, plan.treated(treatment)):
        run_of(each)
    with _kept(plan, games or planning.GAMES, out, resume) as played:
        number = games or played.games
        stopped = play(played, number, jobs, quiet=plain or as_json)
    summary = summarize(played.tally, plan, played.done)
    found = compared(summary, plan, one, two)
    output = Output(as_json, plain, no_color, html)
    show_results(found, comparison(found), run_of(plan), output)
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


def what_changes(words: str) -> Changed:
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
