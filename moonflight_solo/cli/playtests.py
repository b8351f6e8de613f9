"""Playtests from the command line: options, the plan they describe, and playing it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import ai_card_files
from moonflight_solo.cli import args, held_back
from moonflight_solo.cli.args import FromLine, Integer, Words
from moonflight_solo.cli.loading import GivenGame, names_file
from moonflight_solo.cli.opponents import seat_number, seats_as_typed
from moonflight_solo.cli.output.playtest_results import Output, read_notes
from moonflight_solo.cli.output.terminal import progress_bar
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.export import MANIFEST, export
from moonflight_solo.playtest.paired import PAIRS, StopRule
from moonflight_solo.playtest.plan import DETAIL_EVERY, Plan, SeatPlan, TextFile
from moonflight_solo.playtest.player_kinds import split_seat
from moonflight_solo.playtest.resultfile import Results
from moonflight_solo.playtest.runner import missing_units, play_units, processors, unit_size
from moonflight_solo.playtest.statistics import Moments, share_of
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.rules.game import ROUND_LIMIT
from moonflight_solo.values import Value
from moonflight_solo.warning import warn

if TYPE_CHECKING:  # not needed for playing locally
    from moonflight_solo.playtest.dask_runner import Cluster
    from moonflight_solo.playtest.racing import ChangeSearch

USUAL_GAMES = 1000

HTML: Any = args.file_option("Write a one-page report for the browser.")
SEED: Any = args.word(
    "NUMBER",
    "The seed of the first game; the others count up from it.",
    type=Integer(),
    default=0,
    show_default=True,
)
JOBS: Any = args.number(
    "How many processes to use, at most 4 for each processor. The results are the same for any "
    "number."
)


class PlaytestOptions(Value):
    """The options given: what to play, how often, and where; see `_asked`."""

    seats: Sequence[str]
    given: GivenGame
    seed: int = 0
    games: int | None = None
    jobs: int | None = None
    cluster: Cluster | None = None
    detail: int | None = None
    score: bool = False


def _asked(dask: str | None, jobs: int | None, **more: Any) -> PlaytestOptions:
    """Return the options, connected to the --dask scheduler until the command ends."""
    if dask is None:
        return PlaytestOptions(**more, jobs=jobs)
    if jobs is not None:
        raise UsageError("--jobs is for this machine; on a Dask cluster the workers say how many.")
    from moonflight_solo.playtest.dask_runner import connect

    cluster = click.get_current_context().with_resource(connect(dask, warn))
    return PlaytestOptions(**more, cluster=cluster)


asked: Any = args.gathered(
    _asked,
    seats=args.seats(metavar="[SEATS]..."),
    games=args.number(f"How many games to play ({USUAL_GAMES} by default)."),
    seed=SEED,
    jobs=JOBS,
    dask=args.word(
        "ADDRESS",
        "Play on the workers of a Dask scheduler instead of --jobs, with the same results.",
    ),
    detail=args.number("Look at every NUMBERth game in detail; 1 for all, 0 for none.", 0),
    given=args.given(
        *("ai_files", "card_files", "edition", "rulings", "changes", "first", "rounds")
    ),
    score=args.flag(
        "Play Score Mode, one Jack alone; without it, a Jack alone plays the usual game."
    ),
)
"""SEATS and the options for what to play, and in how many processes."""


def output(resume: str = "", *, feedback: bool = False) -> Any:
    """Return the options for results, passed as one `Output`.

    ``resume`` is the help of --resume; without it there is no results file. ``feedback`` adds a
    sheet for the designer.
    """
    sources: dict[str, FromLine] = {"html": HTML}
    if resume:
        sources = {
            "out": args.new_path("Save the results to a new file as games finish."),
            "resume": args.word("FILE", resume, type=click.Path(path_type=Path)),
            **sources,
        }
    if feedback:
        sources["feedback"] = args.file_option(
            "Write a feedback sheet for the designer, in Markdown."
        )
        sources["notes"] = args.several(
            "RECORD",
            "With --feedback, add the notes made in a game: a name from moonflight saves, or a "
            "file. Can be repeated.",
        )
    sources["screen"] = args.answer

    def made(feedback: Path | None = None, notes: Words = (), **more: Any) -> Output:
        return Output(feedback=feedback, records=read_notes(notes, feedback), **more)

    return args.gathered(made, **sources)


def plan_of(
    asked: PlaytestOptions, given: GivenGame | None = None, detail: int | None = None
) -> Plan:
    """Return the plan the options describe; without seats every Jack with a printed AI card plays.

    ``given`` and ``detail`` override the options. Raises :class:`UsageError` for impossible
    options, and an error with its place for an unreadable file.
    """
    given = given or asked.given
    words = asked.seats or [j for j in given.load().cards.suits if plain(j) in ai_card_files()]
    if asked.score and len(asked.seats) != 1:
        raise UsageError("Score Mode is played by one Jack alone; name one.")
    at = seats_as_typed(words, replace(given, changes=()))  # the plan stores changes separately
    number = seat_number(given.first, at.jacks, at.deck.catalogue)
    files = [TextFile.read(Path(file)) for file in given.ai_files]
    # Besides the given ones, user-made Jacks bring their AI cards.
    own = at.loaded.ai_cards.items()
    files += [
        TextFile.read(file, option=False)
        for jack, file in own
        if jack in at.by_card and jack not in at.deck.cards
    ]
    detail = asked.detail if detail is None else detail
    return Plan(
        seats=tuple(
            SeatPlan(jack, player, at.loaded.as_typed(jack, split_seat(typed)[0]))
            for jack, player, typed in zip(at.jacks, at.players, words, strict=True)
        ),
        seed=asked.seed,
        edition=given.edition,
        first=None if number is None else number + 1,
        rulings=given.ruling_choices,
        round_limit=given.rounds or ROUND_LIMIT,
        score_mode=asked.score,
        ai_files=tuple(files),
        card_files=tuple(
            TextFile.read(path, option=path in at.loaded.given)
            for path in at.loaded.cards.files_for(at.jacks)
        ),
        detail_every=DETAIL_EVERY if detail is None else detail,
        revised=tuple(TextFile.read(Path(each)) for each in given.changes if names_file(each)),
        changes=tuple(change for change in given.changes if not names_file(change)),
    )


def results_so_far(
    plan: Plan, games: int, output: Output, until: StopRule | None = None
) -> Results:
    """Return the results so far, stored in the file of results if one is given.

    Raises :class:`UsageError` for both files, or for a file of other games, and whatever
    :meth:`Results.begin` and :meth:`Results.open` raise.
    """
    out, resume = output.out, output.resume
    if out is not None and resume is not None:
        raise UsageError("--out starts a new file and --resume continues one; give one of them.")
    if resume is None:
        return Results.begin(out, plan, games, until) if out else Results(plan, games, until)
    file = Results.open(resume, until)
    if file.plan.digest() != plan.digest():
        file.close()
        raise UsageError(
            f"{resume} was started with other options; repeat those options with --resume."
        )
    return file


def write_export(folder: Path, results: Results, *, quiet: bool, parquet: bool) -> None:
    """Write the games that were counted as tables; raises what :func:`export` raises."""
    seeds = [(unit.first, unit.games) for unit in results.counted]
    games = sum(number for _, number in seeds)
    with progress_bar(games, quiet=quiet) as show:
        tables = export(
            folder, results.plan, seeds, lambda done: show(done, str), parquet=parquet
        ).tables
    rows = ", ".join(f"{table.file} ({table.rows:,} rows)" for table in tables)
    click.echo(f"Written: {folder}: {MANIFEST}, {rows}", err=True)


# ------------------------------------------------------------------------------ playing

_WORTH_A_PROCESS = 200
"""Games per process: fewer are not worth starting another one."""


def play_missing(results: Results, asked: PlaytestOptions, *, quiet: bool) -> bool:
    """Play the requested games that are missing from ``results``.

    Runs in several processes or on a cluster, adds each unit as it completes, and shows a progress
    bar unless quiet. Returns whether Ctrl-C stopped it; completed units are kept.
    """
    plan, cluster, games = results.plan, asked.cluster, asked.games or results.games
    if results.decided:
        return False
    worth = games if plan.slowest else -(-games * (1 + len(plan.others)) // _WORTH_A_PROCESS)
    own = asked.jobs or max(1, min(processors(), worth))
    number = cluster.jobs() if cluster else own
    units = missing_units(plan, games, results.done, unit_size(plan, games, number))
    told = partial(estimate, results.tally, plan)
    if results.until is not None:
        # Look after the same numbers of pairs for any number of jobs.
        each = 1 if plan.slowest else PAIRS
        units = missing_units(plan, games, results.done, each, growth=games)
        told = partial(closing_in, results.tally, results.until)
    playing = cluster.play(plan, units) if cluster else play_units(plan, units, number)

    try:
        with progress_bar(games, quiet=quiet) as show:
            show(results.tally[("games",)], told)
            for unit, tally in playing:
                with held_back():  # a unit is counted completely
                    results.add([unit], tally)
                show(results.tally[("games",)], told)
                if results.decided:
                    break
    except KeyboardInterrupt:
        return True
    return False


@contextmanager
def run_search(search: ChangeSearch, jobs: int | None, *, quiet: bool) -> Iterator[None]:
    """Search and show the progress, then exit with 130 after the block if Ctrl-C stopped it."""
    todo, number_done = search.search(jobs or processors()), 0
    try:
        with progress_bar(search.budget, quiet=quiet) as show:
            for number in todo:
                number_done += number
                show(min(number_done, search.budget), lambda: "games")
    except KeyboardInterrupt:
        todo.close()  # adds what it has played to what is known
    yield
    if not search.done:
        warn("stopped before everything was played.")
        raise click.exceptions.Exit(130)


def stop(results: Results, asked: PlaytestOptions, how: str | None) -> NoReturn:
    """Warn how far it got before Ctrl-C, print ``how`` to continue, and exit with 130."""
    games = asked.games or results.games
    warn(f"stopped after {results.tally[('games',)]} of {games} games.")
    if how is not None:
        click.echo(how, err=True)
    raise click.exceptions.Exit(130)


def estimate(tally: Tally, plan: Plan) -> str:
    """Return the first seat's share of wins so far, or its mean score in Score Mode."""
    finished = tally[("finished",)]
    if not finished:
        return "no game has ended yet"
    if len(plan.seats) == 1:
        mean = Moments.of(tally.histogram("seat", 0, "score")).mean()
        assert mean is not None
        return f"scores {mean.value:.2f} ± {mean.value - mean.low:.2f}"
    wins = share_of(tally[("seat", 0, "won")], finished)
    around = 50 * (wins.high - wins.low)
    return f"{plan.titles[0]} wins {100 * wins.value:.1f}% ± {around:.1f}"


def closing_in(tally: Tally, until: StopRule) -> str:
    """Return B's lead in wins over A so far, with a confidence interval."""
    if not tally["other", 0, "games"]:
        return "no pair has been played yet"
    lead = until.results(tally).sequence()
    value, low, high = (100 * each for each in (lead.value, lead.low, lead.high))
    return f"B minus A {value:+.1f}, from {low:+.1f} to {high:+.1f}"
