"""The `moonscrown` command: play, resume, replay, watch, rules, deck and rulings."""

from __future__ import annotations

import secrets

import click

from moonflight_solo import __version__
from moonflight_solo.cli import Program
from moonflight_solo.cli.game.keyboard import Keyboard, is_there
from moonflight_solo.cli.options import Integer, all_options, person_screen
from moonflight_solo.cli.options import screen as with_screen
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.numbers import plural
from moonflight_solo.records import Record, RecordFile, read_record
from moonflight_solo.records.saved_games import begin_recording, find
from moonscrown.decktet import deck, rules, rulings
from moonscrown.game import DRAWING, SHELF, GreedyPlayer, header, require_moonscrown
from moonscrown.game import play as play_game
from moonscrown.narrator import Narrator, Stepper, conditions_in_words, with_rank
from moonscrown.session import Session


@click.group("moonscrown", cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="moonscrown")
def main() -> None:
    """Play Moonscrown, a race of fashions with the Decktet, against greedy opponents."""


_shared = all_options(
    click.option(
        "--players",
        type=click.IntRange(2, 4),
        default=2,
        show_default=True,
        metavar="NUMBER",
        help="How many players.",
    ),
    click.option("--seed", type=Integer(), metavar="NUMBER", help="The seed for all randomness."),
    click.option(
        "--draw-pile/--no-draw-pile",
        default=True,
        show_default=True,
        help="Play with the draw pile, as the author recommends: after putting a card on the "
        "pile you draw.",
    ),
)


@main.command()
@_shared
@person_screen
def play(players: int, seed: int | None, draw_pile: bool, screen: Terminal) -> None:
    """Play seven rounds; you are player 1. The game is saved after every answer."""
    _play(*_begin(players, seed, draw_pile), screen)


def _begin(players: int, seed: int | None, draw_pile: bool) -> tuple[RecordFile, str]:
    """Return the record of a new game, and the words that greet the person."""
    file, warning = begin_recording(header(players, _seed(seed), drawing=draw_pile), SHELF)
    return file, warning or "Type help for the commands, or suits for the condition of each suit."


def _play(file: RecordFile, greeting: str, screen: Terminal) -> None:
    """Play a game to its end, and more of its kind as long as the person wants another."""
    screen.say(_title(file.record), "bold")
    if Session(Keyboard(screen), file, invites=is_there()).play(greeting):
        start = file.record.header
        _play(*_begin(len(start.seats), None, start.edition == DRAWING), screen)


@main.command()
@click.argument("game", required=False, metavar="[NAME | FILE]")
@person_screen
def resume(game: str | None, screen: Terminal) -> None:
    """Continue a game: the last unfinished one, or the one you name.

    A finished game shows its end, where you can undo decisions or step through it.
    """
    path = find(game, "unfinished", SHELF)
    with RecordFile.open(path) as file:
        decisions = plural(len(require_moonscrown(file.record, path).answers), "decision")
        _play(file, f"You are back after {decisions}.", screen)


@main.command()
@click.argument("game", required=False, metavar="[NAME | FILE]")
@click.option("--table", "tables", is_flag=True, help="Show the table after each act.")
@click.option("--step", is_flag=True, help="Step through it, forward and back, with the table.")
@with_screen
def replay(game: str | None, tables: bool, step: bool, screen: Terminal) -> None:
    """Show a game again, finished or not: the last one played, or the one you name."""
    path = find(game, shelf=SHELF)
    record = require_moonscrown(read_record(path), path)
    screen.say(_title(record), "bold")
    keyboard = Keyboard(screen)
    moments = Session(keyboard, RecordFile(record, path)).moments()
    if step:
        Stepper(moments, keyboard).run()
        return
    for moment in moments:
        screen.say_all(moment.log)
        if tables:
            screen.say_all(f"  {words}" for words, _ in moment.table)
    if record.ended is None:
        screen.say(f"The record ends here, in round {moments[-1].round}.", "bold")


@main.command()
@_shared
@click.option("--table/--no-table", "tables", default=True, help="Show the table at each act.")
@with_screen
def watch(players: int, seed: int | None, draw_pile: bool, tables: bool, screen: Terminal) -> None:
    """Watch greedy players play seven rounds, with the table after each act."""
    number = _seed(seed)
    screen.say(_title(Record(header(players, number, drawing=draw_pile, person=False))), "bold")
    teller = Narrator(screen, tables=tables)
    seats = [GreedyPlayer() for _ in range(players)]
    teller.end(play_game(seats, number, drawing=draw_pile, listener=teller.tell))


@main.command(name="rules")
@with_screen
def show_rules(screen: Terminal) -> None:
    """Explain how to play, and the condition of each suit."""
    for words in rules():
        screen.say(f"  {words}" if words.startswith("- ") and not screen.plain else words)
    screen.say("The condition of each suit on the pile:", "bold")
    screen.say_all(f"- {words}" for words in conditions_in_words())
    screen.say("What the description leaves open: moonscrown rulings", "dim")


@main.command(name="deck")
@with_screen
def show_deck(screen: Terminal) -> None:
    """List the 36 cards, and the condition of each suit on the pile."""
    screen.say_all(conditions_in_words())
    screen.say_all(with_rank(card) for card in deck().cards)


@main.command(name="rulings")
@with_screen
def show_rulings(screen: Terminal) -> None:
    """List what the description leaves open, and how it is played here."""
    for ruling in rulings():
        screen.say(f"{ruling.id}: {ruling.question}", "bold")
        screen.say(f"{ruling.ruling}")
        screen.say(f"Why: {ruling.why}", "dim")


def _seed(given: int | None) -> int:
    return secrets.randbelow(1_000_000) if given is None else given


def _title(record: Record) -> str:
    start = record.header
    how = "with" if start.edition == DRAWING else "without"
    return f"Moonscrown, {len(start.seats)} players, {how} the draw pile. Seed {start.seed}."
