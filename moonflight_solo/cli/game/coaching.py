"""Post-game review: what each of the player's decisions cost, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Final

from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.cli.game.replayed_game import ReplayedGame
from moonflight_solo.cli.game.start import deck_of
from moonflight_solo.cli.opponents import AIDeck
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.terminal import Terminal, progress_bar
from moonflight_solo.cli.output.view import View, view
from moonflight_solo.cli.output.why import gain_in_words
from moonflight_solo.coach.review import (
    Balance,
    DecisionReview,
    ReviewedDecision,
    Reviewer,
    balance,
    charged,
    course,
)
from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import plural
from moonflight_solo.playtest.report.charts import round_numbers
from moonflight_solo.playtest.report.sections import PAGES
from moonflight_solo.playtest.runner import in_processes, processors
from moonflight_solo.records import Answer, Record, read_record
from moonflight_solo.records.saved_games import save_name
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.state import Table

WORTH_A_PROCESS: Final = 4
"""Decisions per worker: fewer are reviewed faster than a process starts."""

MOMENTS: Final = 3
TABLE: Final = 20
"""Lines each table is rendered in, if it fits."""
_MOST_ROUNDS = 24


def review_game(record: Record, deck: AIDeck, path: Path | None) -> Review:
    """Review every decision of a player's recorded game, showing a progress bar.

    ``path`` is the record's file, ``None`` if the game is not saved. Ctrl-C stops early and keeps
    the decisions reviewed so far.

    Raises :class:`MoonflightError` for a game that was only watched or has no decisions yet.
    """
    header = record.header
    if len(header.persons) != 1:
        raise MoonflightError("nobody plays in this game, it was watched: nobody to coach.")
    own = header.persons[0]
    views: dict[int, View] = {}

    def note(number: int, table: Table) -> bool:
        views[number] = view(table, own)
        return False

    _, outcome = _reviewed(record, deck, note)
    looking = _looking(record, deck, path, list(views))
    found: list[ReviewedDecision] = []
    done, left_out = 0, ""
    with progress_bar(len(views)) as show:
        told = "decisions; Ctrl-C: enough"
        show(0, lambda: told)
        try:
            for done, (_, each) in enumerate(looking, 1):
                found += each
                show(done, lambda: told)
        except KeyboardInterrupt as stop:
            # Other subclasses end the program; without any results there is nothing to return.
            if type(stop) is not KeyboardInterrupt or not found:
                raise
            left_out = f"You stopped it there, with {len(views) - done} to go."
    if not found:
        raise MoonflightError("you have decided nothing in this game yet.")
    found = charged(sorted(found, key=lambda each: each.given))
    name = save_name(path) if path else "this game"
    summed = None if left_out else _balance(found, outcome, own)
    return Review(found, summed, header.told, name, views, left_out)


def _looking(
    record: Record, deck: AIDeck, path: Path | None, numbers: Sequence[int]
) -> Iterator[tuple[int, list[ReviewedDecision]]]:
    """Review the numbered decisions, in parallel if there are enough of them."""
    jobs = min(processors(), len(numbers) // WORTH_A_PROCESS)
    _opened.cache_clear()
    if path is not None and jobs > 1:
        # The cards may have changed since; then only this game's own deck will do.
        with suppress(MoonflightError):
            _opened(path)
            return in_processes(partial(_looked_up, path), numbers, jobs, lambda: None)
    return ((each, _looked_at(record, deck, each)) for each in numbers)


@lru_cache(maxsize=1)
def _opened(path: Path) -> tuple[Record, AIDeck]:
    record = read_record(path)
    return record, deck_of(record.header, path)


def _looked_up(path: Path, number: int) -> list[ReviewedDecision]:
    """Do the same as :func:`_looked_at`, for a game saved at ``path``."""
    return _looked_at(*_opened(path), number)


def _looked_at(record: Record, deck: AIDeck, number: int) -> list[ReviewedDecision]:
    """Review decision ``number``; empty if there is nothing to say about it."""
    return _reviewed(record, deck, lambda at, _: at == number)[0]


def _reviewed(
    record: Record, deck: AIDeck, wanted: Callable[[int, Table], bool]
) -> tuple[list[ReviewedDecision], Outcome | None]:
    """Replay the game and review the player's decisions that ``wanted`` selects."""
    own = record.header.persons[0]
    decided: list[Answer] = []

    def before(answer: Answer | None) -> None:
        decided[:] = [answer] if answer else []

    def given() -> int | None:
        if not decided or decided[0].auto:
            return None
        number = sum(game.given) - 1
        return number if wanted(number, game.table) else None

    reviewer = Reviewer(own, deck.policies(record.header.jacks, own), given)
    game = ReplayedGame(record, deck)
    game.before = before
    game.table.players = reviewer.watching(game.table.players)
    outcome = game.play()
    return reviewer.found, outcome


def _balance(
    found: Sequence[ReviewedDecision], outcome: Outcome | None, own: int
) -> Balance | None:
    """Return luck and skill over the whole game, ``None`` if it was not finished."""
    if outcome is None or not outcome.finished:
        return None
    alone = len(outcome.scores) == 1
    return balance(found, outcome.scores[own] if alone else float(outcome.winner == own))


class ReviewedAct(DecisionReview, JSONAnswer, kw_only=True):
    """A person's decision, the best one found, and the cost of the difference."""

    offered: tuple[str, ...]
    mistake: bool


class CoachAnswer(JSONAnswer):
    """The review of a game: `moonflight coach`."""

    acts: list[ReviewedAct]
    balance: Balance | None


class Review:
    """The review of a game, with its text, JSON and HTML renderings.

    ``found`` holds at least one decision; ``balance`` is ``None`` for an unfinished game or review.
    ``title`` says who plays whom, ``name`` identifies the save, ``views`` holds the table at each
    decision, and ``left_out`` says what was not reviewed.
    """

    def __init__(
        self,
        found: Sequence[ReviewedDecision],
        balance: Balance | None,
        title: str,
        name: str,
        views: Mapping[int, View],
        left_out: str = "",
    ) -> None:
        self._found, self._title, self._name, self._views = found, title, name, views
        mistakes = sorted((e for e in found if e.mistake), key=lambda each: -each.cost.value)
        self._dearest, self._rest = mistakes[:MOMENTS], mistakes[MOMENTS:]
        number = plural(len(mistakes), "mistake")
        self._headline = f"{plural(len(found), 'decision')} of yours, {number}. {left_out}".strip()
        self._balance = balance
        self._told_balance = balance and _in_words(balance, found[0].alone)

    def answer(self) -> CoachAnswer:
        """Return the review as an answer in JSON."""
        return CoachAnswer([ReviewedAct.of(each) for each in self._found], self._balance)

    def tell(self, screen: Terminal) -> None:
        """Print the costliest mistakes with their tables, then list the others."""
        screen.say(f"{self._title}, {self._name}")
        screen.say(self._headline, "bold")
        if self._told_balance:
            screen.say(self._told_balance)
        if self._dearest:
            screen.say("What cost you most:" if self._dearest[1:] else "What cost you:", "bold")
        for each in self._dearest:
            screen.say(f"Round {each.round}: you {_better(each)}")
            if each.reason:
                screen.say(f"  Why: {each.reason}.")
            screen.say(f"  Try it: {self._command(each)}")
            seen = self._views[each.given]
            if screen.plain:
                screen.say_all([f"  {line}" for line in sentences(seen)])
            else:
                screen.say_all(render(seen, screen.width, screen.glyphs, TABLE))
        if self._rest:
            screen.say("And:", "bold")
        for each in sorted(self._rest, key=lambda each: each.given):
            screen.say(f"Round {each.round}: you {_better(each)}")

    def page(self) -> str:
        """Return the review as a self-contained HTML page."""
        acts, alone = self._found, self._found[0].alone
        found = course(acts)
        first: dict[int, int] = {}
        for at, act in enumerate(acts):
            first.setdefault(act.round, at)
        every = 1 + len(first) // _MOST_ROUNDS  # thinned out until the labels have room
        worths = [
            (at, each) for at, point in enumerate(found) for each in (point.before, point.after)
        ]
        luck, skill = ([getattr(point, part) for point in found] for part in ("luck", "skill"))
        least, most = (end(worth for _, worth in worths) for end in (min, max))
        return PAGES.text(
            "coach.html",
            title=self._title,
            name=self._name,
            told=self._headline,
            balance=self._told_balance,
            alone=alone,
            last=max(1, len(acts) - 1),
            rounds=[(at, number) for number, at in first.items() if number % every == 0],
            turn=next((at for at, act in enumerate(acts) if act.turned), 0),
            worths=worths,
            worth_ends=(least - 0.5, most + 0.5) if alone else (0.0, 1.0),
            luck=list(enumerate(luck)),
            skill=list(enumerate(skill)),
            part_ends=(min(-0.05, *luck, *skill), max(0.05, *luck, *skill)),
            marks=[(at, point) for at, point in enumerate(found) if point.act.mistake],
            round_numbers=round_numbers,
            moments=[
                (each, _better(each), sentences(self._views[each.given]), self._command(each))
                for each in self._dearest
            ],
            acts=[(act, _cost(act)) for act in acts],
        )

    def _command(self, each: ReviewedDecision) -> str:
        return f"moonflight play --from {self._name} --round {each.round}"


def _cost(each: ReviewedDecision) -> str:
    return gain_in_words(each.cost, alone=each.alone)


def _better(each: ReviewedDecision) -> str:
    return f"did {each.act}; {each.best} was better by {_cost(each)}."


def _in_words(summed: Balance, alone: bool) -> str:
    skill, luck = (
        f"{each:+.1f}" if alone else f"{100 * each:+.0f}" for each in (summed.skill, summed.luck)
    )
    would = f"score {summed.start:.1f}" if alone else f"win {100 * summed.start:.0f} games in 100"
    return (
        f"Your AI card in your place would {would}; your own acts: {skill}, luck and the others: "
        f"{luck}. Both are sums of many estimates: a small one says nothing."
    )
