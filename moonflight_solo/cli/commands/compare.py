"""`moonflight compare`: two ways to play, on the same seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from moonflight_solo.cli import options, planning
from moonflight_solo.cli.output import playtest as output
from moonflight_solo.cli.running import play, stop_and_go_on
from moonflight_solo.documents import read_document
from moonflight_solo.errors import UsageError
from moonflight_solo.own_jacks import ENDINGS
from moonflight_solo.playtest.plan import Plan, Treatment, What
from moonflight_solo.playtest.report.results import comparison
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.summarize import compared, summarize
from moonflight_solo.playtest.ways.changes import is_change
from moonflight_solo.playtest.ways.sequential import AGAIN, Until, pairs_needed, points_seen
from moonflight_solo.rules.editions import editions

PRINTED = "printed"

MOST_PAIRS = 100_000
"""So many pairs are played at most until it is decided, if nothing is said."""


@click.command()
@click.argument("one", metavar="A")
@click.argument("two", metavar="B")
@planning.plan_options
@planning.file_options("Play what is missing in such a file of the same comparison.")
@click.option(
    "--until",
    type=click.FloatRange(min=0, max=100, min_open=True),
    metavar="POINTS",
    help="Play until it is decided: B wins more or less often, or surely not by so many points in "
    f"a hundred. --games is then how many pairs at most, {MOST_PAIRS} if nothing is said.",
)
@planning.dask_option
@output.html_option
@output.feedback_option
@output.notes_option
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
    until: float | None,
    dask: str | None,
    html: Path | None,
    feedback: Path | None,
    notes: tuple[str, ...],
    as_json: bool,
    plain: bool,
    no_color: bool,
    **setting: Any,
) -> None:
    """Play the same seeds in two ways, A and B, and tell what B changes.

    A and B are each the FILE of an AI card or of a suit, an edition, a choice of a ruling as
    ID=CHOICE, a value of a card as "NAME cost=6" (cost, copies, stability, score or text), or
    "printed" for everything as it is without it.
    """
    cluster = planning.cluster(dask, jobs)
    records = output.read_notes(notes, feedback)
    setting["detail"] = setting["detail"] or 0
    plan, there = (_planned(words, seats, setting) for words in (one, two))
    what = what_changes(two if two != PRINTED else one)
    treatment = Treatment(
        label=two,
        what=what,
        edition=there.edition,
        rulings=there.rulings,
        ai_files=there.ai_files,
        changes=there.changes,
        revised=there.revised,
    )
    plan = msgspec.structs.replace(plan, others=(treatment,), again=AGAIN if until else 0)
    for each in (plan, plan.treated(treatment)):
        run_of(each)
    if until is not None and len(plan.seats) == 1:
        raise UsageError("--until goes by the wins, and one Jack alone wins always.")
    rule = None if until is None else Until(until)
    most = planning.GAMES if until is None else MOST_PAIRS
    if rule is not None and not (plain or as_json):
        click.echo(_power(rule), err=True)
    with planning.kept(plan, games or most, out, resume, rule) as played:
        number = games or played.games
        stopped = play(played, number, jobs, quiet=plain or as_json, cluster=cluster)
    wanted = output.Output(as_json, plain, no_color, html, feedback, records)
    summary = summarize(played.tally, plan, played.counted, wanted.places(run_of(plan)))
    found = compared(played.tally, summary, plan, (one, two), rule)
    output.show_results(found, [comparison(found)], run_of(plan), wanted)
    if stopped:
        stop_and_go_on(played, number, out or resume)


def _power(until: Until) -> str:
    """Return beforehand how many pairs it may take, by how many of them differ."""
    some = ((0.1, "a tenth"), (0.4, "four tenths"))
    needed = ", ".join(
        f"{pairs_needed(until.points, share):,} if {words} of them" for share, words in some
    )
    return (
        f"To see {until.points:g} points takes about {needed} are won otherwise; 1,000 pairs see "
        f"{points_seen(1000, 0.1):.1f} or {points_seen(1000, 0.4):.1f} points."
    )


def what_changes(words: str) -> What:
    """Return what A or B changes; raises :class:`UsageError` if it is nothing known."""
    if words.endswith(ENDINGS) or Path(words).is_file():
        return "cards" if _is_suit(Path(words)) else "ai card"
    if is_change(words):
        return "cards"
    if "=" in words:
        return "ruling"
    if words in editions() or words == PRINTED:
        return "edition"
    known = ", ".join(editions())
    raise UsageError(
        f'"{words}" is no file of an AI card or suit, no edition ({known}), no choice of a '
        f'ruling (ID=CHOICE) and no value of a card (NAME cost=6); "{PRINTED}" leaves everything '
        "as it is."
    )


def _is_suit(path: Path) -> bool:
    data = read_document(path).data
    return isinstance(data, dict) and "cards" in data


def _planned(words: str, seats: tuple[str, ...], setting: dict[str, Any]) -> Plan:
    """Return the plan of one way: what else was typed, and what A or B changes."""
    what, changed = what_changes(words), dict(setting)
    if what == "edition":
        changed["edition"] = setting["edition"] if words == PRINTED else words
    else:
        option = {"ai card": "ai_files", "cards": "changes"}.get(what, "rulings")
        changed[option] = (*setting[option], words)
    return planning.planned(seats, **changed)
