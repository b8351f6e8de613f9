"""`moonflight practise`: positions in which one act is surely the best."""

from __future__ import annotations

import re
from datetime import date
from functools import partial

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.game.exercise import Exercise, exercise
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.sentences import sentences
from moonflight_solo.cli.output.terminal import Terminal, warn
from moonflight_solo.cli.output.text_layout import wrap
from moonflight_solo.coach.kept_reviews import kept_reviews
from moonflight_solo.coach.practice import Practice
from moonflight_solo.errors import MoonflightError

SMALLEST = 14
"""The fewest lines that the table gets."""


@click.command()
@options.number("--number", "How many positions to practise with (10 by default).")
@options.person_screen
def practise(number: int | None, screen: Terminal) -> None:
    """Find the best act in positions where one is surely best, or where you missed it in a game.

    Mistakes that the coach found in your saved games come first, then positions of the program,
    measured in 4,000 simulated games. A position you miss comes back tomorrow, one you solve after
    3, 7, 21 and 60 days. quit ends it.
    """
    practice, keyboard = Practice.read(kept_reviews()), Keyboard(screen)
    due = practice.due(date.today())[: number or 10]
    for at, position in enumerate(due, 1):
        try:
            asked = exercise(position)
            found, told = asked.judge(_answer(asked, f"{at} of {len(due)}", keyboard))
        except MoonflightError as error:
            warn(error)
            continue
        except EOFError:
            break
        practice.answered(position, date.today(), right=found)
        screen.say(told, "green" if found else "magenta")
    told = practice.told(date.today())
    screen.say(told if due else f"Nothing is due today. {told}", "bold")


def _answer(asked: Exercise, which: str, keyboard: Keyboard) -> str:
    """Show a position, and return the choice that is typed, by its number or in words.

    Raises `EOFError` at the end of the input, or when it is to quit.
    """
    screen, seen = keyboard.terminal, asked.seen
    acts = sorted(asked.choices, key=lambda act: (act == "pass", act))
    listed = "; ".join(f"{number} {act}" for number, act in enumerate(acts, 1))
    if screen.plain:
        screen.say_all(sentences(seen))
    else:
        room = max(screen.height - len(wrap(listed, screen.width)) - 2, SMALLEST)
        screen.say_all(render(seen, screen.width, screen.glyphs, room))
    screen.say(listed)
    while True:
        asks = f"Position {which}, your best {asked.what}? "
        typed = keyboard.read(asks, partial(Offer, acts)).casefold()
        if typed in ("quit", "q", "exit"):
            raise EOFError
        if re.fullmatch("[0-9]{1,2}", typed) and 0 < int(typed) <= len(acts):
            return acts[int(typed) - 1]
        meant = [act for act in acts if act.casefold() == typed] or [
            act for act in acts if typed and act.casefold().startswith(typed)
        ]
        if len(meant) == 1:
            return meant[0]
        screen.say(f"Type a number from 1 to {len(acts)}, or first letters.", "red")
