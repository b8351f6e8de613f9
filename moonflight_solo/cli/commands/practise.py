"""`moonflight practise`: positions in which one act is surely the best."""

from __future__ import annotations

from datetime import date

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.game.exercise import exercise
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.table_commands import Quit
from moonflight_solo.cli.output.terminal import Terminal, warn
from moonflight_solo.coach.kept_reviews import kept_reviews
from moonflight_solo.coach.practice import Practice
from moonflight_solo.errors import MoonflightError


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
            choice, person = asked.decide(keyboard, f"Position {at} of {len(due)}. {asked.what}")
            right, told = asked.judge(choice)
            practice.answered(position, date.today(), right=right)
            person.tell(told)
        except MoonflightError as error:
            warn(error)
        except (EOFError, Quit):
            break
    told = practice.told(date.today())
    screen.say(told if due else f"Nothing is due today. {told}", "bold")
