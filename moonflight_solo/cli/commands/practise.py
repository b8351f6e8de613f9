"""`moonflight practise`: positions in which one act is surely the best."""

from __future__ import annotations

import re
from datetime import date
from functools import partial

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.view import view
from moonflight_solo.cli.output.why import gain_in_words
from moonflight_solo.coach.practice import Position, Practice
from moonflight_solo.rules.catalogue import catalogue

SPARE = 5
"""Lines that the acts and the prompt take below the table."""


@click.command()
@options.number("--number", "How many positions to practise with; 10 if not given.")
@options.person_screen
def practise(number: int | None, screen: Terminal) -> None:
    """Find the best act in positions where one is surely the best.

    Each act was measured in 4,000 simulated games. A position you miss comes back tomorrow, one
    you solve after 3, 7, 21 and 60 days. quit ends it.
    """
    practice, keyboard, right = Practice.read(), Keyboard(screen), 0
    due = practice.due(date.today())[: number or 10]
    for at, position in enumerate(due, 1):
        try:
            answer = _answer(position, f"{at} of {len(due)}", keyboard)
        except EOFError:
            break
        found = answer == position.best
        right += found
        practice.answered(position, date.today(), right=found)
        screen.say(_judged(position, answer), "green" if found else "magenta")
    told = practice.told(date.today())
    screen.say(told if due else f"Nothing is due today. {told}", "bold")


def _answer(position: Position, which: str, keyboard: Keyboard) -> str:
    """Show a position, and return the act that is typed, by its number or in words.

    Raises `EOFError` at the end of the input, or when it is to quit.
    """
    screen, seen = keyboard.terminal, view(position.table(catalogue()), 0)
    acts = sorted(position.costs, key=lambda act: (act == "pass", act))
    if screen.plain:
        screen.say_all(sentences(seen))
    else:
        screen.say_all(render(seen, screen.width, screen.glyphs, max(screen.height - SPARE, 14)))
    screen.say("; ".join(f"{number} {act}" for number, act in enumerate(acts, 1)))
    while True:
        typed = keyboard.read(f"Position {which}, your best act? ", partial(Offer, acts)).casefold()
        if typed in ("quit", "q", "exit"):
            raise EOFError
        if re.fullmatch("[0-9]{1,2}", typed) and 0 < int(typed) <= len(acts):
            return acts[int(typed) - 1]
        meant = [act for act in acts if typed and act.casefold().startswith(typed)]
        if len(meant) == 1:
            return meant[0]
        screen.say(f"Type a number from 1 to {len(acts)}, or the first letters of an act.", "red")


def _judged(position: Position, answer: str) -> str:
    best, why = position.best, f" Why: {position.reason}." if position.reason else ""
    if answer != best:
        return f"{answer} costs {_cost(position, answer)}: {best} is the best act.{why}"
    other = list(position.costs)[1]
    return f"Right. The next best, {other}, costs {_cost(position, other)}.{why}"


def _cost(position: Position, act: str) -> str:
    return gain_in_words(position.costs[act], alone=False)
