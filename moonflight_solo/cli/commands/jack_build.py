"""`moonflight jack build`: a legal Supply Stack chosen from more cards than go into one."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import yaml

from moonflight_solo.cli import options
from moonflight_solo.cli.commands.play import person_terminal
from moonflight_solo.cli.game.completion import Offer
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.documents import read_document
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.catalogue import Suit, plain
from moonflight_solo.rules.pool import pool
from moonflight_solo.rules.state import Card
from moonflight_solo.rules.supply import completion, conditions

HELP = (
    "NUMBER or NAME takes all copies of a card, NUMBER COPIES so many, 0 none; fill completes the "
    "stack if it can be, clear starts again, save writes it, quit leaves without."
)


@click.command()
@click.argument(
    "file", metavar="POOL", type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--take",
    "wanted",
    multiple=True,
    metavar="CARD[=COPIES]",
    help="Take a card, all its copies unless said otherwise. Can be repeated.",
)
@click.option("--fill", is_flag=True, help="Complete the stack with cards of the pool, and save.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="The new card file; beside the pool if left out.",
)
@options.look
def command(
    file: Path, wanted: tuple[str, ...], fill: bool, out: Path | None, plain: bool, no_color: bool
) -> None:
    """Choose a Supply Stack from a POOL: a card file with more cards of a suit than the 24.

    Shows what is still missing from each of the conditions of "Building The Market", and writes a
    card file that can be played.
    """
    builder = Builder(pool(file))
    for words in wanted:
        builder.take(words.replace("=", " "))
    target = out or file.with_name(f"{file.stem}-24.yaml")
    if target.exists():
        raise UsageError(f"{target} is there already: name another file with --out.")
    screen = person_terminal(plain, no_color)
    if fill:
        builder.fill()
    else:
        _choose(builder, target, screen)
    if not builder.complete:
        raise UsageError("nothing is saved: " + "; ".join(builder.missing()) + ".")
    target.write_text(suit_file(file, builder.taken), "utf-8")
    screen.say(f"Written: {target}. Play it with moonflight play --jack {target}.")


class Builder:
    """A Supply Stack in the making: the cards of a pool, and how many of each are taken."""

    def __init__(self, suit: Suit) -> None:
        self.suit = suit
        self.available = {card: card.copies for card in suit.kinds}
        self.taken: dict[Card, int] = {}

    @property
    def complete(self) -> bool:
        """Whether every condition is met."""
        return all(each.met for each in conditions(self.taken))

    def missing(self) -> list[str]:
        """Return what each condition that is not met asks for and has."""
        return [
            f"{each.found} of {each.due} {each.what}"
            for each in conditions(self.taken)
            if not each.met
        ]

    def take(self, words: str) -> None:
        """Take a card by its number in the list or its name, and how many copies after it.

        Raises :class:`UsageError` for a card or a number of copies that is not there.
        """
        name, _, number = words.strip().rpartition(" ")
        if not name or not number.isdecimal():
            name, number = words.strip(), ""
        card = self._card(name)
        copies = int(number) if number else self.available[card]
        if copies > self.available[card]:
            raise UsageError(f"the pool has {self.available[card]} copies of {card.name}.")
        self.taken[card] = copies

    def fill(self) -> None:
        """Complete the stack; raises :class:`UsageError` if that cannot be done."""
        found = completion(self.available, self.taken)
        if found is None:
            raise UsageError(
                "no Supply Stack can be made of what is taken with the rest of the pool: take "
                "fewer copies or another card."
            )
        self.taken = found

    def _card(self, name: str) -> Card:
        kinds = list(self.available)
        if name.isdecimal() and 1 <= int(name) <= len(kinds):
            return kinds[int(name) - 1]
        wanted = plain(name)
        ends = {card: (plain(card.name), plain(card.flipped.name)) for card in kinds}
        found = [card for card in kinds if wanted in ends[card]] or [
            card for card in kinds if any(end.startswith(wanted) for end in ends[card])
        ]
        if len(found) != 1 or not wanted:
            raise UsageError(f'no one card of the pool is called "{name}".')
        return found[0]


def _choose(builder: Builder, target: Path, screen: Terminal) -> None:
    keyboard = Keyboard(screen)
    screen.say(HELP)
    while True:
        _show(builder, screen)
        try:
            words = keyboard.read("> ", lambda: Offer(answers=_names(builder)))
        except EOFError:
            return
        if words in ("quit", "q"):
            raise click.exceptions.Exit(0)
        if words == "save" and builder.complete:
            return
        try:
            _obey(builder, words)
        except UsageError as error:
            screen.say(str(error), "red")


def _obey(builder: Builder, words: str) -> None:
    if words == "save":
        raise UsageError("it is not complete: " + "; ".join(builder.missing()) + ".")
    if words == "fill":
        builder.fill()
    elif words == "clear":
        builder.taken.clear()
    elif words in ("help", "?", ""):
        raise UsageError(HELP)
    else:
        builder.take(words)


def _names(builder: Builder) -> list[str]:
    return [card.name for card in builder.available] + ["fill", "clear", "save", "quit", "help"]


def _show(builder: Builder, screen: Terminal) -> None:
    screen.say(f"The pool of Jack o' {builder.suit.jack}", "bold")
    for number, (card, copies) in enumerate(builder.available.items(), 1):
        taken = builder.taken.get(card, 0)
        after = card.flipped
        screen.say(
            f"{number:>2}  {taken} of {copies}  {card.name} {card.corner} / "
            f"{after.name} {after.corner}",
            "bold" if taken else "",
        )
    for each in conditions(builder.taken):
        mark = "met" if each.met else f"{each.due - each.found:+d}"
        screen.say(f"    {each.found:>2} of {each.due:>2} {each.what}: {mark}")
    if completion(builder.available, builder.taken) is None:
        screen.say("With these cards no legal Supply Stack can be made any more.", "red")
    elif builder.complete:
        screen.say("This is a legal Supply Stack: save writes it.", "green")


def suit_file(file: Path, taken: Mapping[Card, int]) -> str:
    """Return the card file of the pool in ``file`` with only the copies that are taken."""
    data: Any = read_document(file).data
    copies = {plain(card.name): number for card, number in taken.items()}
    cards = [
        {**card, "copies": copies[plain(card["before"]["name"])]}
        for card in data["cards"]
        if copies.get(plain(card["before"]["name"]))
    ]
    return yaml.safe_dump({**data, "cards": cards}, allow_unicode=True, sort_keys=False, width=100)
