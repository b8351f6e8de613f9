"""Post-game review: what each of the player's decisions cost, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from itertools import pairwise, takewhile
from pathlib import Path
from typing import Final

from moonflight_solo.cli.answers import JSONAnswer, answer_about
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.terminal import Terminal, progress_bar
from moonflight_solo.cli.output.view import View, view
from moonflight_solo.cli.output.why import gain_in_words, worth_in_words
from moonflight_solo.coach.kept_reviews import DecisionNumbers, KeptReview, kept_review
from moonflight_solo.coach.review import (
    ROUNDS_EACH,
    Balance,
    ReviewedDecision,
    Reviewer,
    average_cost,
    balance,
    luck_so_far,
    without_postponed,
)
from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import outwards, plural
from moonflight_solo.playtest.report.charts import round_numbers
from moonflight_solo.playtest.report.in_words import signed
from moonflight_solo.playtest.report.sections import PAGES
from moonflight_solo.playtest.runner import in_processes, processors
from moonflight_solo.playtest.statistics import Estimate, sum_of
from moonflight_solo.recorded_games.decks import AIDeck
from moonflight_solo.recorded_games.replayed_game import ReplayedGame
from moonflight_solo.recorded_games.start import PROGRAM, deck_of
from moonflight_solo.records import Answer, Record, read_record
from moonflight_solo.records.saved_games import save_name
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.rules.state import Table

WORTH_A_PROCESS: Final = 4
"""Decisions per worker: fewer are reviewed faster than a process starts."""

REPLAYS: Final = 64
"""The game is replayed about so often, each time to review a few decisions."""

ROUNDS_IN_ALL = 250_000
"""Simulated rounds for a whole game: some have more than a thousand decisions."""

WIDE_SKILL: Final = 1.0
"""Skill within an interval of so many wins, from certain defeat to certain victory, is not told."""

MOMENTS: Final = 3
TABLE: Final = 20
"""Lines each table is rendered in, if it fits."""
_ROOM: Final = 0.05
"""The part of the page's width that the label of a round takes on a phone."""


def rounds_for(decisions: int) -> float:
    """Return how many rounds may be simulated for each of so many decisions."""
    return min(ROUNDS_EACH, ROUNDS_IN_ALL / max(1, decisions))


def review_game(
    record: Record, deck: AIDeck, path: Path | None, tell: Callable[[str], object]
) -> Review:
    """Review every decision of a player's recorded game, showing a progress bar.

    ``path`` is the record's file, ``None`` if the game is not saved. ``tell`` gets each line of
    what is found, in the order of the game. Ctrl-C stops early. Reviews of a saved game are stored,
    and not done again.

    Raises :class:`MoonflightError` for a game that was only watched or has no decisions yet.
    """
    header = record.header
    if len(header.persons) != 1:
        raise MoonflightError("this game was only watched, so there is nobody to coach.")
    own = header.persons[0]
    views: dict[int, View] = {}

    def note(number: int, table: Table) -> bool:
        views[number] = view(table, own)
        return False

    _, outcome = review_selected(record, deck, note)
    numbers, few = tuple(views), 1 + len(views) // REPLAYS
    # The first decision alone, for something to tell soon.
    ends = [0, *range(1, len(numbers), few), len(numbers)]
    parts = [numbers[start:end] for start, end in pairwise(ends)]
    store = kept_review(record, path, parts, f"{PROGRAM}, {ROUNDS_IN_ALL} rounds")
    due = [each for each in parts if each[0] not in store.reviews]
    news = _News(store, parts)
    name, left_out = save_name(path) if path else "this game", ""
    with progress_bar(len(views)) as show:
        description = "decisions; Ctrl-C: stop here"
        with show.aside():
            for line in (f"{header.told}, {name}", *news.lines()):
                tell(line)
        show(news.number_done, lambda: description)
        try:
            for each, review in _looking(record, deck, path, due, rounds_for(len(numbers))):
                store.keep(each, review)
                with show.aside():
                    for line in news.lines():
                        tell(line)
                show(news.number_done, lambda: description)
        except KeyboardInterrupt as stop:
            # Other subclasses end the program; without any results there is nothing to return.
            if type(stop) is not KeyboardInterrupt or not store.all_reviews:
                raise
            left_out = (
                f"Stopped with {plural(len(views) - news.number_done, 'decision')} left to review."
            )
    decisions = store.all_reviews
    if not decisions:
        raise MoonflightError("you have decided nothing in this game yet.")
    summed = None if left_out else _balance(decisions, outcome, own)
    return Review(decisions, summed, header.told, name, views, left_out)


class _News:
    """Reviewed decisions, which may come in any order, told in that of the game.

    ``parts`` are the decisions as they are handed out.
    """

    def __init__(self, store: KeptReview, parts: Sequence[DecisionNumbers]) -> None:
        self._reviews = store.reviews
        self._parts = parts
        self._begun = False
        self._number_told = 0

    @property
    def number_done(self) -> int:
        """How many decisions are reviewed."""
        return sum(len(part) for part in self._parts if part[0] in self._reviews)

    def lines(self) -> Iterator[str]:
        """Yield what can be told now and could not before: until the next act it may change."""
        ready = takewhile(self._reviews.__contains__, (part[0] for part in self._parts))
        acts = without_postponed([each for number in ready for each in self._reviews[number]])
        if acts and not self._begun:
            self._begun = True
            yield _start(acts[0].usual, acts[0].alone)
        sure = len(acts)
        if len(self._reviews) < len(self._parts):
            sure = max((index for index, act in enumerate(acts) if act.ask == "act"), default=0)
        yield from [_better(act) for act in acts[self._number_told : sure] if act.mistake]
        self._number_told = max(self._number_told, sure)


def _looking(
    record: Record, deck: AIDeck, path: Path | None, due: Sequence[DecisionNumbers], rounds: float
) -> Iterator[tuple[DecisionNumbers, list[ReviewedDecision]]]:
    """Review the decisions that are ``due``, in parallel if there are enough of them."""
    jobs = min(processors(), sum(map(len, due)) // WORTH_A_PROCESS)
    _open.cache_clear()
    if path is not None and jobs > 1:
        # The cards may have changed since; then only this game's own deck will do.
        with suppress(MoonflightError):
            _open(path)
            return in_processes(partial(_looked_up, path, rounds), due, jobs, lambda: None)
    return ((each, reviews_at(record, deck, rounds, each)) for each in due)


@lru_cache(maxsize=1)
def _open(path: Path) -> tuple[Record, AIDeck]:
    record = read_record(path)
    return record, deck_of(record.header, path)


def _looked_up(path: Path, rounds: float, numbers: DecisionNumbers) -> list[ReviewedDecision]:
    """Do the same as :func:`reviews_at`, for a game saved at ``path``."""
    return reviews_at(*_open(path), rounds, numbers)


def reviews_at(
    record: Record, deck: AIDeck, rounds: float, numbers: DecisionNumbers
) -> list[ReviewedDecision]:
    """Review the numbered decisions; there may be nothing to say about some."""

    def wanted(number: int, _: Table) -> bool:
        if number > numbers[-1]:
            raise GameStop
        return number in numbers

    return review_selected(record, deck, wanted, rounds)[0]


def review_selected(
    record: Record, deck: AIDeck, selects: Callable[[int, Table], bool], rounds: float = ROUNDS_EACH
) -> tuple[list[ReviewedDecision], Outcome | None]:
    """Replay the game and review the player's decisions that it ``selects``."""
    own = record.header.persons[0]
    decided: list[Answer] = []

    def before(answer: Answer | None) -> None:
        decided[:] = [answer] if answer else []

    def given() -> int | None:
        # Those who type done pass at every act of theirs until the round is over.
        if not decided or (decided[0].auto and decided[0].ask != "act"):
            return None
        number = sum(game.given) - 1
        return number if selects(number, game.table) else None

    reviewer = Reviewer(own, deck.policies(record.header.jacks, own), given, rounds)
    game = ReplayedGame(record, deck)
    game.before = before
    game.table.players = reviewer.watching(game.table.players)
    outcome = game.play()
    return reviewer.found, outcome


def _balance(
    decisions: Sequence[ReviewedDecision], outcome: Outcome | None, own: int
) -> Balance | None:
    """Return luck and skill over the whole game, ``None`` if it was not finished."""
    if outcome is None or not outcome.finished:
        return None
    alone = len(outcome.scores) == 1
    return balance(decisions, outcome.scores[own] if alone else float(outcome.winner == own))


ReviewedAct: Final = answer_about(
    "ReviewedAct",
    "A person's decision, the best one found, and the cost of the difference.",
    ReviewedDecision,
    "ask round turned given act best worth usual skill cost reason alone offered mistake",
)


class CoachAnswer(JSONAnswer):
    """The review of a game: `moonflight coach`. ``cost`` is what a decision cost on average."""

    acts: list[ReviewedAct]  # type: ignore[valid-type]
    cost: Estimate
    balance: Balance | None


class Review:
    """The review of a game, with its text, JSON and HTML renderings.

    ``decisions`` holds at least one; ``balance`` is ``None`` for an unfinished game or review.
    ``title`` says who plays whom, ``name`` identifies the save, ``views`` holds the table at each
    decision, and ``left_out`` says what was not reviewed.
    """

    def __init__(
        self,
        decisions: Sequence[ReviewedDecision],
        balance: Balance | None,
        title: str,
        name: str,
        views: Mapping[int, View],
        left_out: str = "",
    ) -> None:
        self._decisions, self._title, self._name, self._views = decisions, title, name, views
        mistakes = sorted((e for e in decisions if e.mistake), key=lambda each: -each.cost.value)
        self._dearest, self._mistakes = mistakes[:MOMENTS], [e for e in decisions if e.mistake]
        self._average = average_cost(decisions)
        self._headline = f"{headline(decisions)} {left_out}".strip()
        self._balance = balance
        self._told_balance = balance and _in_words(balance, decisions[0].alone)

    def answer(self) -> CoachAnswer:
        """Return the review as an answer in JSON."""
        return CoachAnswer(
            [ReviewedAct.of(decision) for decision in self._decisions], self._average, self._balance
        )

    def tell(self, screen: Terminal) -> None:
        """Print the whole review: all mistakes in order, then the conclusion."""
        screen.say(f"{self._title}, {self._name}")
        screen.say_all(map(_better, self._mistakes))
        self.conclude(screen)

    def conclude(self, screen: Terminal) -> None:
        """Print the sums and the costliest mistakes, with the reasons and the tables."""
        screen.say(self._headline, "bold")
        if self._told_balance:
            screen.say(self._told_balance)
        if self._dearest:
            screen.say(
                "Your most expensive mistakes:" if self._dearest[1:] else "Your mistakes:", "bold"
            )
        for decision in self._dearest:
            screen.say(_better(decision))
            if decision.reason:
                screen.say(f"  Why: {decision.reason}.")
            screen.say(f"  Try it: {self._command(decision)}")
            table_view = self._views[decision.given]
            if screen.plain:
                screen.say_all([f"  {line}" for line in sentences(table_view)])
            else:
                screen.say_all(render(table_view, screen.width, screen.glyphs, TABLE))

    def page(self) -> str:
        """Return the review as a self-contained HTML page."""
        acts, alone = self._decisions, self._decisions[0].alone
        rounds = [(0, acts[0].round)]
        for at, (before, act) in enumerate(pairwise(acts), 1):
            if act.round != before.round and at - rounds[-1][0] >= _ROOM * len(acts):
                rounds.append((at, act.round))
        skill = [sum_of([act.skill for act in acts[:at]]) for at in range(len(acts))]
        return PAGES.text(
            "coach.html",
            title=self._title,
            name=self._name,
            told=self._headline,
            balance=self._told_balance,
            alone=alone,
            last=max(1, len(acts) - 1),
            rounds=rounds,
            turn=next((at for at, act in enumerate(acts) if act.turned), 0),
            luck=luck_so_far(acts),
            skill=None if _is_wide(skill[-1], alone) else skill,
            round_numbers=round_numbers,
            zip=zip,
            moments=[
                (each, _better(each), sentences(self._views[each.given]), self._command(each))
                for each in self._dearest
            ],
            acts=acts,
            cost=_cost,
        )

    def _command(self, each: ReviewedDecision) -> str:
        return f"moonflight play --from {self._name} --round {each.round}"


def headline(decisions: Sequence[ReviewedDecision]) -> str:
    """Return in a sentence how many mistakes were found, and what these cost a decision."""
    number = plural(sum(decision.mistake for decision in decisions), "mistake")
    sentence = f"The coach found {number} in {plural(len(decisions), 'decision')}"
    cost, alone = average_cost(decisions), decisions[0].alone
    if cost.value:
        sentence += f", at a cost of {gain_in_words(cost, alone=alone)} per decision"
    return f"{sentence}."


def _cost(each: ReviewedDecision) -> str:
    return gain_in_words(each.cost, alone=each.alone)


def _better(each: ReviewedDecision) -> str:
    return f"Round {each.round}, {each.act}: {each.best} would have been better by {_cost(each)}."


def _start(worth: Estimate, alone: bool) -> str:
    would = worth_in_words(worth, alone=alone)
    return f"Your Jack's AI card would {would} in your place."


def _is_wide(skill: Estimate, alone: bool) -> bool:
    return not alone and skill.high - skill.low > WIDE_SKILL


def _in_words(summed: Balance, alone: bool) -> str:
    by, unit, places = (1, "points", 1) if alone else (100, "wins in 100 games", 0)
    skill, luck = (
        f"{signed(by * each.value, places)} ({outwards(by * each.low, by * each.high, places)})"
        for each in (summed.skill, summed.luck)
    )
    start = _start(summed.start, alone)
    if _is_wide(summed.skill, alone):
        return f"{start} The simulated games cannot show how much your acts changed that."
    others = "luck" if alone else "luck and your opponents"
    return f"{start} Your acts changed that by {skill} {unit}, {others} by {luck}."
