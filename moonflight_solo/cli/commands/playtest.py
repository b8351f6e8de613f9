"""`moonflight playtest`, `worth` and `compare`: statistics from thousands of games."""

from __future__ import annotations

from pathlib import Path
from typing import Final, get_args

import click
import msgspec

from moonflight_solo.cli import args, playtests
from moonflight_solo.cli.loading import names_file
from moonflight_solo.cli.output.playtest_results import Output, show_figures, show_results
from moonflight_solo.cli.playtests import USUAL_GAMES, PlaytestOptions, play_missing, stop
from moonflight_solo.documents import read_document
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.changes import is_change
from moonflight_solo.playtest.export import check_export
from moonflight_solo.playtest.paired import AGAIN, MOST_NEEDED, StopRule, pairs_needed
from moonflight_solo.playtest.plan import Plan, TextFile, Treatment, What
from moonflight_solo.playtest.report.sections import results, sections
from moonflight_solo.playtest.resultfile import Results
from moonflight_solo.playtest.round_robin import (
    is_round_robin,
    round_robin,
    round_robin_results,
)
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.summaries.summarize import summarize
from moonflight_solo.playtest.summaries.verdict import compare_plans
from moonflight_solo.playtest.treatments import (
    Of,
    with_ai_cards_beside,
    with_alternatives,
    with_players,
)
from moonflight_solo.playtest.treatments import without_each as with_each_left_out
from moonflight_solo.records.saved_games import command_line
from moonflight_solo.rules.editions import editions
from moonflight_solo.userfiles import user_folder

AS_PRINTED: Final = "printed"
MOST_PAIRS: Final = 100_000
"""Default limit on the pairs played with --until."""
_WITH_RESUME: Final = {
    *("games", "jobs", "dask", "resume", "phrases", "as_json", "plain", "no_color"),
    *("html", "feedback", "export", "parquet", "notes"),
}
"""Options allowed beside --resume; all others come from the file."""
_NOT_WITH_ALL: Final = {"price", "players", "phrases", "feedback", "score"}


@args.command()
def playtest(
    asked: PlaytestOptions = playtests.asked,
    price: bool = args.flag(
        "Also play the same seeds with each alternative reading and ruling, and compare the wins."
    ),
    players: tuple[str, ...] = args.several(
        "PLAYER",
        "Also play the same seeds with this player (random, greedy or search=50), against each AI "
        "card and itself, for a table of players, Jacks and mirrors. Can be repeated.",
    ),
    phrases: bool = args.flag("Also report on every phrase of the AI cards."),
    all: bool = args.flag(
        "Play every seat against every other and against itself on the same seeds, and show one "
        "table: the seats named, or every Jack with a printed AI card, and each --ai FILE as well."
    ),
    export: Path | None = args.folder_option(
        "Also write every game, act and AI-card line as tables into a new folder, with everything "
        "needed to reproduce them."
    ),
    parquet: bool = args.flag("With --export, write Parquet instead of CSV."),
    output: Output = playtests.output(
        "Continue a file made with --out; a larger --games plays more.", feedback=True
    ),
) -> None:
    """Play many games, and report who wins and how the AI cards do.

    A seat is JACK for its AI card, JACK:random, JACK:greedy, JACK:search=50 for a player that
    tries each act in up to 50 simulations, or JACK:bot.py:Bot for a class of your own in that
    file. Without seats every Jack with a printed AI card plays.
    """
    if export is not None:
        check_export(export, parquet=parquet)
    elif parquet:
        raise UsageError("--parquet is for the tables of --export FOLDER; add that.")
    if output.resume is not None:
        if args.typed(*_WITH_RESUME):
            raise UsageError(
                "--resume plays what its file says; with it, give only --games, --jobs, --dask and "
                "how to show the results."
            )
        played = Results.open(output.resume)
    else:
        plan = _everyone(asked) if all else _beside(playtests.plan_of(asked), price, players)
        played = playtests.results_so_far(plan, asked.games or USUAL_GAMES, output)
    with played:
        run = run_of(played.plan)
        stopped = play_missing(played, asked, quiet=output.screen.quiet)
    if is_round_robin(played.plan):
        table = round_robin_results(played.tally, played.plan, played.counted)
        title = ", ".join(standing.name for standing in table.standings)
        show_figures(title, table, sections("round_robin", r=table), output)
    else:
        summary = summarize(played.tally, played.plan, played.counted, output.places(run))
        report = results(summary, phrases=phrases)
        short = sections("short", s=summary, compared=False)
        show_results(summary, report, run, output, short)
    if export is not None:
        playtests.write_export(export, played, quiet=output.screen.quiet, parquet=parquet)
    if stopped:
        path = played.path or _keep(played)
        words = ["moonflight", "playtest", "--resume", str(path)]
        words += ["--dask", asked.cluster.address] if asked.cluster else []
        stop(played, asked, f"Continue with: {command_line(words)}" if path else None)


def _beside(plan: Plan, price: bool, players: tuple[str, ...]) -> Plan:
    """Return the plan with what is also to be played on its seeds."""
    run_of(plan)
    return with_players(with_ai_cards_beside(with_alternatives(plan) if price else plan), players)


def _everyone(asked: PlaytestOptions) -> Plan:
    """Return the plan for --all, whose games are only looked at in detail on request."""
    if not {parameter.name for parameter in args.typed()}.isdisjoint(_NOT_WITH_ALL):
        raise UsageError(
            "--all compares everyone with everyone; for --price, --players, --phrases, --feedback "
            "and --score name two seats without --all."
        )
    given = msgspec.structs.replace(asked.given, ai_files=())
    plan = playtests.plan_of(asked, given, asked.detail or 0)
    files = tuple(TextFile.read(Path(file)) for file in asked.given.ai_files)
    return round_robin(msgspec.structs.replace(plan, ai_files=(*plan.ai_files, *files)))


def _keep(played: Results) -> Path | None:
    """Save results that have no file yet in the data folder; return the path, ``None`` if empty."""
    if not played.done:
        return None
    folder, name = user_folder("playtests"), played.plan.digest()
    path = folder / f"{name}.jsonl"
    number = 1
    while path.exists():
        number += 1
        path = folder / f"{name}-{number}.jsonl"
    with Results.begin(path, played.plan, played.games) as file:
        for units, tally in ((played.counted, played.tally), *played.aside):
            if units:
                file.add(units, tally)
    return path


# -------------------------------------------------------------------- worth and compare


def _play(
    asked: PlaytestOptions,
    plan: Plan,
    output: Output,
    most: int = USUAL_GAMES,
    until: StopRule | None = None,
) -> tuple[Results, bool]:
    """Play a plan, ``most`` games if --games is not given.

    Returns the results, and whether Ctrl-C stopped it.
    """
    with playtests.results_so_far(plan, asked.games or most, output, until) as played:
        return played, play_missing(played, asked, quiet=output.screen.quiet)


def _stop(asked: PlaytestOptions, played: Results) -> None:
    """Exit, saying how to continue with the results, which are saved if anything was played."""
    path = played.path or _keep(played)
    words = f"To continue, repeat the command with {command_line(['--resume', str(path)])}."
    stop(played, asked, words if path else None)


@args.command()
def worth(
    asked: PlaytestOptions = playtests.asked,
    of: Of = args.option(
        type=click.Choice(get_args(Of)),
        default="lines",
        show_default=True,
        help="What to leave out in turn: lines of the AI cards, items of their lists, cards of the "
        "Supply Stacks, or each seat's Builds before the Turn that the Turn undoes; rulings "
        "plays their other choices.",
    ),
    output: Output = playtests.output("Continue a file made with --out of the same games."),
) -> None:
    """Leave out each line in turn, on the same seeds, and report how the wins change.

    The largest difference comes first. SEATS are as for playtest.
    """
    plan = with_each_left_out(playtests.plan_of(asked, detail=asked.detail or 0), of)
    run, *_ = map(run_of, plan.ways)
    played, stopped = _play(asked, plan, output)
    summary = summarize(played.tally, plan, played.counted)
    report = sections("worth", s=summary, of=of, others=summary.others)
    short = sections("most_worth", others=summary.others)
    show_results(summary, report, run, output, short)
    if stopped:
        _stop(asked, played)


@args.command()
def compare(
    one: str = args.argument(metavar="A"),
    two: str = args.argument(metavar="B"),
    asked: PlaytestOptions = playtests.asked,
    until: float | None = args.word(
        "POINTS",
        "Stop as soon as B surely wins more or less often, or the difference is surely below "
        f"this many percentage points. --games then limits the pairs ({MOST_PAIRS} by default).",
        type=args.NumberType(min=0, max=100, min_open=True),
    ),
    output: Output = playtests.output(
        "Continue a file made with --out of the same comparison.", feedback=True
    ),
) -> None:
    """Play the same seeds in two ways, A and B, and report what B changes.

    A and B are each the FILE of an AI card or suit, an edition, a choice of a ruling as ID=CHOICE,
    a value of a card as "NAME cost=6" (cost, copies, stability, score or text), or "printed" for
    everything as it is.
    """
    plan, there = (_plan_with(words, asked) for words in (one, two))
    treatment = Treatment(
        label=two,
        what=what_changes(two if two != AS_PRINTED else one),
        edition=there.edition,
        rulings=there.rulings,
        ai_files=there.ai_files,
        changes=there.changes,
        revised=there.revised,
    )
    plan = msgspec.structs.replace(plan, others=(treatment,), again=AGAIN if until else 0)
    run, _ = map(run_of, plan.ways)
    if until is not None and len(plan.seats) == 1:
        raise UsageError("--until compares wins, and a Jack alone always wins.")
    rule = None if until is None else StopRule(until)
    if rule is not None and not output.screen.quiet:
        click.echo(_power(rule), err=True)
    played, stopped = _play(asked, plan, output, USUAL_GAMES if rule is None else MOST_PAIRS, rule)
    summary = summarize(played.tally, plan, played.counted, output.places(run))
    comparison = compare_plans(played.tally, summary, plan, (one, two), rule)
    first, *more = sections("comparison", s=comparison)
    verdict = msgspec.structs.replace(first, blocks=first.blocks[:1])
    show_results(comparison, [first, *more], run, output, [verdict])
    if stopped:
        _stop(asked, played)


def _power(until: StopRule) -> str:
    """Return how many pairs may be needed, depending on how many of them differ."""
    pairs = (pairs_needed(until.points, share) for share in (0.1, 0.4))
    tenth, more = (f"{'over' if pair == MOST_NEEDED else 'about'} {pair:,}" for pair in pairs)
    return (
        f"You have an even chance of detecting {until.points:g} percentage points after {tenth} "
        f"pairs if a tenth of the games have another winner, after {more} if four tenths do."
    )


def what_changes(words: str) -> What:
    """Return what A or B changes; raises :class:`UsageError` if ``words`` are none of these."""
    if names_file(words):
        return "cards" if "cards" in read_document(Path(words)).fields else "ai card"
    if is_change(words):
        return "cards"
    if "=" in words:
        return "ruling"
    if words in editions() or words == AS_PRINTED:
        return "edition"
    choices = ", ".join(editions())
    raise UsageError(
        f'"{words}" is not an AI-card or suit file, an edition ({choices}), a choice of a ruling '
        f'(ID=CHOICE) or a card value (NAME cost=6); "{AS_PRINTED}" leaves everything as it is.'
    )


def _plan_with(words: str, asked: PlaytestOptions) -> Plan:
    """Return the plan with what A or B changes added to the options."""
    options, name = asked.given, _OPTIONS.get(what_changes(words))
    if name is not None:
        options = msgspec.structs.replace(options, **{name: (*getattr(options, name), words)})
    elif words != AS_PRINTED:
        options = msgspec.structs.replace(options, edition=words)
    return playtests.plan_of(asked, options, asked.detail or 0)


_OPTIONS: Final[dict[What, str]] = {"ai card": "ai_files", "cards": "changes", "ruling": "rulings"}
"""The options that A and B stand for; anything else is an edition."""
