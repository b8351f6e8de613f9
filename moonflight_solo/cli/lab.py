"""A playtest from the command line: its options, the plan of what is typed, and its playing."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NoReturn

import click

from moonflight_solo.ai_cards.card import ai_card_files
from moonflight_solo.cli import options
from moonflight_solo.cli.game.loading import is_revised_suit, load
from moonflight_solo.cli.game.setup import ai_deck, seat_number
from moonflight_solo.cli.options import Command, Integer, Words
from moonflight_solo.cli.output.playtest import Output, file_option, read_notes
from moonflight_solo.cli.output.terminal import progress_bar, warn
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.kinds import AI, split_seat
from moonflight_solo.playtest.paired import PAIRS, Until
from moonflight_solo.playtest.plan import DETAIL_EVERY, Plan, SeatPlan, TextFile
from moonflight_solo.playtest.resultfile import ResultFile, Results, begun
from moonflight_solo.playtest.runner import missing, play_units, processors, unit_size
from moonflight_solo.playtest.statistics import Moments, wilson
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.rules.game import ROUND_LIMIT

if TYPE_CHECKING:  # who plays on this machine waits for no network
    from moonflight_solo.playtest.dask_runner import Cluster

GAMES = 1000
_SETTING: Final = (
    *("seed", "detail", "ai_files", "card_files", "edition", "first", "rounds", "rulings"),
    *("changes", "score"),
)
"""The options that say what is played, by the names that :func:`planned` has for them."""

_SEATS_AND_GAMES = (
    click.argument("seats", nargs=-1, metavar="[SEATS]...", shell_complete=options.jacks),
    options.number("--games", f"How many games to play; {GAMES} if nothing is said."),
    click.option(
        "--seed",
        type=Integer(),
        default=0,
        show_default=True,
        metavar="NUMBER",
        help="The seed of the first game; the others count up from it.",
    ),
    options.number("--jobs", "Play in so many processes. The results are the same for any number."),
    options.number("--detail", "Look at one game in so many in detail; 1 for all, 0 for none.", 0),
    options.ai_files,
    options.card_files,
    options.edition,
    click.option(
        "--first", metavar="WHO", help="Who goes first: a seat number or a Jack; else by lot."
    ),
    options.rounds,
    options.rulings,
    options.changes,
    options.flag("--score", "Play Score Mode, one Jack alone."),
)


def plan_options(command: Command) -> Command:
    """Add the argument SEATS and all options that say what is played, and in how many processes.

    These are what :func:`planned` takes, and ``games`` and ``jobs``.
    """
    for option in reversed(_SEATS_AND_GAMES):
        command = option(command)
    return command


@dataclass(frozen=True)
class Asked:
    """What was typed: what is played, how often, where, kept in what file, and how it is shown.

    ``setting`` is what :func:`planned` takes beside the ``seats``.
    """

    seats: Sequence[str]
    setting: dict[str, Any]
    games: int | None
    jobs: int | None
    cluster: Cluster | None
    out: Path | None
    resume: Path | None
    output: Output

    @property
    def quiet(self) -> bool:
        """Whether nothing is said while games are played."""
        return self.output.plain or self.output.as_json


_HTML = file_option("--html", "Write a report for the browser, on one page.")
_FOR_THE_DESIGNER = (
    file_option("--feedback", "Write the feedback sheet to the designer, in Markdown."),
    options.several(
        "--notes",
        "notes",
        "RECORD",
        "With --feedback, add the notes made in a game: a name that moonflight saves lists, "
        "or a file. Can be repeated.",
    ),
)
_DASK = click.option(
    "--dask",
    metavar="ADDRESS",
    help="Play on the workers of a Dask scheduler, in place of --jobs; with the same results.",
)


def results_options(resume: str, *, feedback: bool = True) -> Callable[[Command], Command]:
    """Return what adds all options on the results, and hands over what was ``asked``.

    ``resume`` explains --resume. Above it stand a command's own options and `plan_options`.
    """

    def added(command: Command) -> Command:
        @wraps(command)
        def told(
            *, seats: Words, games: int | None, jobs: int | None, dask: str | None, **named: Any
        ) -> object:
            where = _cluster(dask, jobs)
            out, onto = named.pop("out"), named.pop("resume")
            shown = {name: named.pop(name) for name in ("as_json", "plain", "no_color", "html")}
            if feedback:
                shown["feedback"] = named.pop("feedback")
                shown["records"] = read_notes(named.pop("notes"), shown["feedback"])
            setting = {name: named.pop(name) for name in _SETTING}
            asked = Asked(seats, setting, games, jobs, where, out, onto, Output(**shown))
            return command(asked, **named)

        to = options.new_path("--out", "Keep the results in a new file as they come.")
        begun = click.Path(path_type=Path)
        onto = click.option("--resume", type=begun, metavar="FILE", help=resume)
        found = options.json(options.look(told))
        for option in (*reversed(_FOR_THE_DESIGNER if feedback else ()), _HTML, _DASK, onto, to):
            found = option(found)
        return found

    return added


def _cluster(dask: str | None, jobs: int | None) -> Cluster | None:
    """Return the workers that --dask means, connected to until the command ends, if it is given."""
    if dask is None:
        return None
    if jobs is not None:
        raise UsageError("--jobs is for this machine; on a Dask cluster the workers say how many.")
    from moonflight_solo.playtest.dask_runner import connected

    return click.get_current_context().with_resource(connected(dask))


def planned(
    seats: Sequence[str],
    *,
    seed: int,
    edition: str,
    ai_files: Sequence[str] = (),
    card_files: Sequence[Path] = (),
    rulings: Sequence[str] = (),
    changes: Sequence[str] = (),
    first: str | None = None,
    rounds: int | None = None,
    score: bool = False,
    detail: int | None = None,
) -> Plan:
    """Return the plan that was typed; without seats every Jack with a printed AI card plays.

    Raises :class:`UsageError` for what cannot be meant, and an error with its place for a file
    that cannot be read.
    """
    split = [split_seat(words) for words in seats]
    loaded = load(edition, card_files, [jack for jack, _ in split])
    cards = loaded.cards
    if score and len(split) != 1:
        raise UsageError("Score Mode is played by one Jack alone; name one.")
    if not split:
        split = [(jack, AI) for jack in cards.suits if plain(jack) in ai_card_files()]
    seated = [loaded.jack(jack) for jack, _ in split]
    switches = options.switched(tuple(rulings))
    deck = ai_deck(cards, ai_files, switches, loaded.ai_cards)
    by_card = {jack for jack, (_, player) in zip(seated, split, strict=True) if player == AI}
    unused = [each for each in deck.cards if each not in by_card]
    if unused:
        raise UsageError(f"the AI card given for {unused[0]} has no seat that is played by it.")
    number = seat_number(first, seated, cards)
    given = [TextFile.read(Path(file)) for file in ai_files]
    # Beside those given, the AI cards of Jacks of one's own come with the Jack.
    own = {
        jack: file for jack, file in loaded.ai_cards.items() if jack in by_card - set(deck.cards)
    }
    return Plan(
        seats=tuple(
            SeatPlan(jack, player, loaded.as_typed(jack, typed))
            for jack, (typed, player) in zip(seated, split, strict=True)
        ),
        seed=seed,
        edition=edition,
        first=None if number is None else number + 1,
        rulings=switches,
        round_limit=rounds or ROUND_LIMIT,
        score_mode=score,
        ai_files=(*given, *(TextFile.read(own[jack], option=False) for jack in own)),
        card_files=tuple(
            TextFile.read(path, option=path in loaded.given) for path in loaded.card_files(seated)
        ),
        detail_every=DETAIL_EVERY if detail is None else detail,
        revised=tuple(TextFile.read(Path(each)) for each in changes if is_revised_suit(each)),
        changes=tuple(each for each in changes if not is_revised_suit(each)),
    )


def kept(
    plan: Plan, games: int, out: Path | None, resume: Path | None, until: Until | None = None
) -> Results:
    """Return the results so far, in the file that they are kept in if there is one.

    Raises :class:`UsageError` for both options, and for a file of any other games.
    """
    if out is not None and resume is not None:
        raise UsageError("--out begins a file and --resume goes on with one; give one of them.")
    if resume is None:
        return begun(out, plan, games, until)
    file = ResultFile.open(resume, until)
    if file.plan.digest() != plan.digest():
        file.close()
        raise UsageError(
            f"{resume} holds other games than these; beside --resume give all else as it was when "
            "the file was begun."
        )
    return file


# --------------------------------------------------------------------------- playing it

_WORTH_A_PROCESS = 200
"""So many games are worth starting another process for, if nobody says how many to start."""


def play(results: Results, asked: Asked) -> bool:
    """Play those of the games asked for that are not in ``results`` yet.

    They are played in so many processes, or by the workers of a cluster. Each unit is added as soon
    as it is done. Returns whether Ctrl-C ended it, with all that is done kept. On a terminal a bar
    shows how far it is, unless it is to be quiet.
    """
    plan, cluster, games = results.plan, asked.cluster, asked.games or results.games
    if results.decided:
        return False
    worth = games if plan.slowest else -(-games * (1 + len(plan.others)) // _WORTH_A_PROCESS)
    own = asked.jobs or max(1, min(processors(), worth))
    number = cluster.jobs() if cluster else own
    units = missing(plan, games, results.done, unit_size(plan, games, number))
    if results.until is not None:
        # One looks after as many pairs for any number of jobs.
        each = 1 if plan.slowest else PAIRS
        units = missing(plan, games, results.done, each, growth=games)
    playing = cluster.play(plan, units) if cluster else play_units(plan, units, number)

    def told() -> str:
        if results.until is not None:
            return closing_in(results.tally, results.until)
        return estimate(results.tally, plan)

    try:
        with progress_bar(games, quiet=asked.quiet) as show:
            show(results.tally[("games",)], told)
            for unit, tally in playing:
                with _unbroken():
                    results.add([unit], tally)
                show(results.tally[("games",)], told)
                if results.decided:
                    break
    except KeyboardInterrupt:
        return True
    return False


def stop(results: Results, asked: Asked, how: str | None) -> NoReturn:
    """Say how far it came before Ctrl-C, and ``how`` to go on, and end the command."""
    games = asked.games or results.games
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
