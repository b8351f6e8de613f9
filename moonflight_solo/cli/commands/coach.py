"""`moonflight coach`: a recorded game looked at again, with what each decision cost and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import click
from msgspec import to_builtins
from msgspec.structs import astuple

from moonflight_solo.cli import options
from moonflight_solo.cli.game.retelling import Retelling
from moonflight_solo.cli.game.start import deck_of
from moonflight_solo.cli.output.playtest_results import file_option, write_file
from moonflight_solo.cli.output.render import render, sentences
from moonflight_solo.cli.output.terminal import Terminal, print_json, progress_bar
from moonflight_solo.cli.output.view import View, view
from moonflight_solo.cli.output.why import told_gain
from moonflight_solo.coach.review import Balance, Reviewed, Reviewer, balance, charged, course
from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import plural
from moonflight_solo.playtest.report.charts import round_numbers
from moonflight_solo.playtest.report.sections import PAGES
from moonflight_solo.records import Answer, read_record
from moonflight_solo.records.saved_games import find, save_name
from moonflight_solo.rules.ending import Outcome

MOMENTS: Final = 3
TABLE: Final = 20
"""So many lines the table of each is drawn in, if it can."""
_MOST_ROUNDS = 24


@click.command()
@options.saved_game
@file_option("--html", "Write a page with the curve of the game, its luck and its skill.")
@options.answer
def coach(game: str | None, html: Path | None, screen: Terminal) -> None:
    """Look again at a game of yours: what your acts cost, what would have been better, and why.

    The finished game last played, or the one named, as for moonflight replay. Each of your acts,
    and of your answers to questions, is compared with the best one found, on games played on from
    there in which all you could not see is dealt anew. It takes about a minute of computing.
    """
    path = _meant(game)
    record = read_record(path)
    header = record.header
    if len(header.persons) != 1:
        raise MoonflightError("nobody plays in this game, it was watched: nobody to coach.")
    own = header.persons[0]
    deck = deck_of(header, path)
    views: dict[int, View] = {}
    decided: list[Answer] = []

    def before(answer: Answer | None) -> None:
        decided[:] = [answer] if answer else []

    def given() -> int | None:
        if not decided or decided[0].auto:
            return None
        number = sum(retelling.given) - 1
        views[number] = view(retelling.table, own)
        looked_at = f"decisions looked at, up to round {retelling.table.round}"
        show(retelling.given[own], lambda: looked_at)
        return number

    reviewer = Reviewer(own, deck.policies(header.jacks, own), given)
    retelling = Retelling(record, deck)
    retelling.before = before
    retelling.table.players = reviewer.watching(retelling.table.players)
    with progress_bar(sum(each.seat - 1 == own for each in record.answers)) as show:
        outcome = retelling.play()
    found = charged(reviewer.found)
    if not found:
        raise MoonflightError("you have decided nothing in this game yet.")
    summed = _balance(found, outcome, own)
    review = Review(found, summed, header.told, save_name(path), views)
    if html is not None:
        write_file(html, review.page())
    if screen.as_json:
        acts = [{**to_builtins(each), "mistake": each.mistake} for each in found]
        print_json({"acts": acts, "balance": to_builtins(summed) if summed else None})
        return
    review.tell(screen)
    if html is not None:
        screen.say(f"The page is {html}.")


def _meant(game: str | None) -> Path:
    """Return the game named, or the finished one last played, or else the last of all."""
    try:
        return find(game, "finished")
    except MoonflightError:
        return find(game)


def _balance(found: Sequence[Reviewed], outcome: Outcome | None, own: int) -> Balance | None:
    """Return what the game came to, ``None`` if it has not come to its End."""
    if outcome is None or not outcome.finished:
        return None
    alone = len(outcome.scores) == 1
    return balance(found, outcome.scores[own] if alone else float(outcome.winner == own))


class Review:
    """A game looked at again: what was ``found`` of at least one decision, and how it is told.

    ``balance`` is what the game came to, ``None`` for one without an End; ``title`` says who plays
    whom, and ``name`` which game it is. ``views`` are the tables of the decisions.
    """

    def __init__(
        self,
        found: Sequence[Reviewed],
        balance: Balance | None,
        title: str,
        name: str,
        views: Mapping[int, View],
    ) -> None:
        self._found, self._title, self._name, self._views = found, title, name, views
        mistakes = sorted((e for e in found if e.mistake), key=lambda each: -each.cost.value)
        self._dearest, self._rest = mistakes[:MOMENTS], mistakes[MOMENTS:]
        number = plural(len(mistakes), "mistake")
        self._headline = f"{plural(len(found), 'decision')} of yours, {number}."
        self._balance = balance and _in_words(balance, found[0].alone)

    def tell(self, screen: Terminal) -> None:
        """Put it out: what cost most with its table, then what else was a mistake."""
        screen.say(f"{self._title}, {self._name}")
        screen.say(self._headline, "bold")
        if self._balance:
            screen.say(self._balance)
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
            screen.say(f"Round {each.round}: {each.act}, for {each.best}; less by {_cost(each)}.")

    def page(self) -> str:
        """Return it as a page that needs nothing beside itself."""
        acts, alone = self._found, self._found[0].alone
        found = course(acts)
        first: dict[int, int] = {}
        for at, act in enumerate(acts):
            first.setdefault(act.round, at)
        every = 1 + len(first) // _MOST_ROUNDS  # thinned out until their numbers have room
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
            balance=self._balance,
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

    def _command(self, each: Reviewed) -> str:
        return f"moonflight play --from {self._name} --round {each.round}"


def _cost(each: Reviewed) -> str:
    return told_gain(each.cost, alone=each.alone)


def _better(each: Reviewed) -> str:
    return f"did {each.act}; {each.best} was better by {_cost(each)}."


def _in_words(summed: Balance, alone: bool) -> str:
    start, skill, luck, result = (
        f"{each:+.1f}" if alone else f"{100 * each:+.0f}" for each in astuple(summed)
    )
    return (
        f"By your AI card's acts {start.lstrip('+')}, your own acts {skill}, luck and the others "
        f"{luck}: {result.lstrip('+')} ({'points' if alone else 'in 100 games'})."
    )
