"""`moonflight coach`: a recorded game looked at again, with what each act cost and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.evening.retelling import Retelling
from moonflight_solo.cli.game.header import deck_of
from moonflight_solo.cli.output.terminal import Terminal, plural, print_json
from moonflight_solo.cli.output.why import told_gain
from moonflight_solo.coach.review import Balance, Reviewed, balance, charged, review
from moonflight_solo.errors import MoonflightError
from moonflight_solo.records import Answer, read_record
from moonflight_solo.records.saves import find, name_of
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.notation import parse_act

MOMENTS: Final = 3


@click.command()
@options.saved_game
@options.json
@options.screen
def coach(game: str | None, as_json: bool, screen: Terminal) -> None:
    """Look again at a game of yours: what your acts cost, what would have been better, and why.

    The game last played, or the one named, as for moonflight replay. Each of your acts is compared
    with the best one found, on games played on from there in which all you could not see is dealt
    anew. It takes about a minute of computing.
    """
    path = find(game)
    record = read_record(path)
    header = record.header
    if len(header.persons) != 1:
        raise MoonflightError("nobody plays in this game, it was watched: nobody to coach.")
    own = header.persons[0]
    deck = deck_of(header, path)
    policies = deck.policies(header.jacks, own)
    found: list[Reviewed] = []

    def before(answer: Answer | None) -> None:
        if answer is None or answer.ask != "act" or answer.auto:
            return
        table = retelling.table
        seat = table.seats[own]
        act = parse_act(answer.answer, table, seat)
        found.append(review(table, seat, act, sum(retelling.given), policies, len(found)))

    retelling = Retelling(record, deck, before)
    outcome = retelling.play()
    found = charged(found)
    if not found:
        raise MoonflightError("you have decided nothing in this game yet.")
    summed = _balance(found, outcome, own)
    if as_json:
        print_json(_as_json(found, summed))
        return
    _tell(found, summed, name_of(path), screen)


def _balance(found: Sequence[Reviewed], outcome: Outcome | None, own: int) -> Balance | None:
    """Return what the game came to, ``None`` if it has not come to its End."""
    if outcome is None or not outcome.finished:
        return None
    alone = len(outcome.scores) == 1
    return balance(found, outcome.scores[own] if alone else float(outcome.winner == own))


def _tell(found: Sequence[Reviewed], summed: Balance | None, name: str, screen: Terminal) -> None:
    mistakes = sorted((each for each in found if each.mistake), key=lambda each: -each.cost.value)
    screen.say(f"{plural(len(found), 'act')} of yours, {plural(len(mistakes), 'mistake')}.", "bold")
    if summed is not None:
        screen.say(_in_words(summed, alone=found[0].alone))
    if mistakes:
        screen.say("What cost you most:" if mistakes[1:] else "What cost you:", "bold")
    for each in mistakes[:MOMENTS]:
        screen.say_all(_moment(each, name))
    rest = mistakes[MOMENTS:]
    if rest:
        screen.say("And:", "bold")
    for each in sorted(rest, key=lambda each: each.given):
        cost = told_gain(each.cost, alone=each.alone)
        screen.say(f"Round {each.round}: {each.act}, for {each.best}; less by {cost}.")


def _moment(each: Reviewed, name: str) -> list[str]:
    cost = told_gain(each.cost, alone=each.alone)
    lines = [f"Round {each.round}: you did {each.act}; {each.best} was better by {cost}."]
    if each.reason:
        lines.append(f"  Why: {each.reason}.")
    lines.append(f"  Try it: moonflight play --from {name} --round {each.round}")
    return lines


def _in_words(summed: Balance, *, alone: bool) -> str:
    if alone:
        start, skill, luck, result = (
            f"{each:+.1f}" for each in (summed.start, summed.skill, summed.luck, summed.result)
        )
        what = "points"
    else:
        start, skill, luck, result = (
            f"{100 * each:+.0f}"
            for each in (summed.start, summed.skill, summed.luck, summed.result)
        )
        what = "in 100 games"
    return (
        f"Start {start.lstrip('+')}, your acts {skill}, luck and the others {luck}, result "
        f"{result.lstrip('+')} ({what})."
    )


def _as_json(found: Sequence[Reviewed], summed: Balance | None) -> dict[str, Any]:
    return {
        "acts": [{**asdict(each), "mistake": each.mistake} for each in found],
        "balance": asdict(summed) if summed else None,
    }
