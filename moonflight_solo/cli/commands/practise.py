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
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.text_layout import wrap
from moonflight_solo.coach.practice import Practice

SMALLEST = 14
"""The fewest lines that the table gets."""


@click.command()
@options.number("--number", "How many positions to practise with; 10 if not given.")
@options.person_screen
def practise(number: int | None, screen: Terminal) -> None:
    """Find the best act where one is surely the best, or where you missed it in your games.

    Mistakes that the coach found in your saved games come first, then positions of the program,
    whose games were played on 4,000 times. What you miss comes back tomorrow, what you find after
    3, 7, 21 and 60 days. quit ends it.
    """
    practice, keyboard, right = Practice.read(), Keyboard(screen), 0
    due = practice.due(date.today())[: number or 10]
    for at, position in enumerate(due, 1):
        asked = exercise(position)
        if asked is None:
            continue
        try:
            answer = _answer(asked, f"{at} of {len(due)}", keyboard)
        except EOFError:
            break
        found, told = asked.judge(answer)
        right += found
        practice.answered(position, date.today(), right=found)
        screen.say(told, "green" if found else "magenta")
    told = practice.told(date.today())
    screen.say(told if due else f"Nothing is due today. {told}", "bold")


def _answer(asked: Exercise, which: str, keyboard: Keyboard) -> str:
    """Show a position, and return the choice that is typed, by its number or in words.

    Raises `EOFError` at the end of the input, or when it is to quit.
    """
    screen, seen, choices = keyboard.terminal, asked.seen, asked.choices
    listed = "; ".join(f"{number} {each}" for number, each in enumerate(choices, 1))
    asks = f"Position {which}. {asked.asks}"
    if screen.plain:
        screen.say_all(sentences(seen))
    else:
        below = wrap(listed, screen.width) + wrap(asks, screen.width)
        room = max(screen.height - len(below) - 1, SMALLEST)
        screen.say_all(render(seen, screen.width, screen.glyphs, room))
    screen.say(listed)
    screen.say(asks, "bold")
    while True:
        typed = keyboard.read("> ", partial(Offer, choices)).casefold()
        if typed in ("quit", "q", "exit"):
            raise EOFError
        if re.fullmatch("[0-9]{1,2}", typed) and 0 < int(typed) <= len(choices):
            return choices[int(typed) - 1]
        meant = [each for each in choices if typed and each.casefold().startswith(typed)]
        exact = [each for each in meant if each.casefold() == typed]
        if len(exact or meant) == 1:
            return (exact or meant)[0]
        screen.say(f"Type a number from 1 to {len(choices)}, or the beginning of one.", "red")
