"""The `moonscrown` command: play, resume, replay, watch, rules, deck and rulings."""

from __future__ import annotations

import secrets
from typing import Any

import click

from moonflight_solo import __version__
from moonflight_solo.cli import Program, args
from moonflight_solo.cli.args import Integer
from moonflight_solo.cli.game.keyboard import Keyboard, is_there
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


_PLAYERS: Any = args.number("How many players.", 2, 4, default=2)
_SEED: Any = args.word("NUMBER", "The seed for all randomness.", type=Integer())
_DRAW_PILE: Any = args.option(
    "--draw-pile/--no-draw-pile",
    default=True,
    show_default=True,
    help="Play with the draw pile, as the author recommends: after putting a card on the pile you "
    "draw.",
)


@args.command(group=main)
def play(
    players: int = _PLAYERS,
    seed: int | None = _SEED,
    draw_pile: bool = _DRAW_PILE,
    screen: Terminal = args.person_screen,
) -> None:
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


@args.command(group=main)
def resume(game: str | None = args.saved_game, screen: Terminal = args.person_screen) -> None:
    """Continue a game: the last unfinished one, or the one you name.

    A finished game shows its end, where you can undo decisions or step through it.
    """
    path = find(game, "unfinished", SHELF)
    with RecordFile.open(path) as file:
        decisions = plural(len(require_moonscrown(file.record, path).answers), "decision")
        _play(file, f"You are back after {decisions}.", screen)


@args.command(group=main)
def replay(
    game: str | None = args.saved_game,
    tables: bool = args.flag("Show the table after each act.", names="--table"),
    step: bool = args.flag("Step through it, forward and back, with the table."),
    screen: Terminal = args.screen,
) -> None:
    """Show a game again: the last one played, or the one you name."""
    path = find(game, shelf=SHELF)
    record = require_moonscrown(read_record(path), path)
    screen.say(_title(record), "bold")
    keyboard = Keyboard(screen)
    moments = Session(keyboard, RecordFile(record, path)).moments()
    if step:
        Stepper(moments, keyboard).step_through()
        return
    for moment in moments:
        screen.say_all(moment.log)
        if tables:
            screen.say_all(f"  {words}" for words, _ in moment.table)
    if record.ended is None:
        screen.say(f"The record ends here, in round {moments[-1].round}.", "bold")


@args.command(group=main)
def watch(
    players: int = _PLAYERS,
    seed: int | None = _SEED,
    draw_pile: bool = _DRAW_PILE,
    tables: bool = args.option(
        "--table/--no-table", default=True, help="Show the table at each act."
    ),
    screen: Terminal = args.screen,
) -> None:
    """Watch greedy players play seven rounds, showing the table."""
    number = _seed(seed)
    screen.say(_title(Record(header(players, number, drawing=draw_pile, person=False))), "bold")
    teller = Narrator(screen, tables=tables)
    seats = [GreedyPlayer() for _ in range(players)]
    teller.end(play_game(seats, number, drawing=draw_pile, listener=teller.tell))


@args.command("rules", group=main)
def show_rules(screen: Terminal = args.screen) -> None:
    """Explain how to play, and the condition of each suit."""
    for words in rules():
        screen.say(f"  {words}" if words.startswith("- ") and not screen.plain else words)
    screen.say("The condition of each suit on the pile:", "bold")
    screen.say_all(f"- {words}" for words in conditions_in_words())
    screen.say("What the description leaves open: moonscrown rulings", "dim")


@args.command("deck", group=main)
def show_deck(screen: Terminal = args.screen) -> None:
    """List the 36 cards, and the condition of each suit on the pile."""
    screen.say_all(conditions_in_words())
    screen.say_all(with_rank(card) for card in deck().cards)


@args.command("rulings", group=main)
def show_rulings(screen: Terminal = args.screen) -> None:
    """List what the description leaves open, and how it is played here."""
    for ruling in rulings():
        screen.say(f"{ruling.id}: {ruling.question}", "bold")
        screen.say(f"{ruling.ruling}")
        screen.say(f"Why: {ruling.why}", "dim")


def _seed(given: int | None) -> int:
    """Return the seed that was given, else one at random."""
    return secrets.randbelow(1_000_000) if given is None else given


def _title(record: Record) -> str:
    """Return in a sentence how many play, with or without the draw pile, and the seed."""
    start = record.header
    how = "with" if start.edition == DRAWING else "without"
    return f"Moonscrown, {len(start.seats)} players, {how} the draw pile. Seed {start.seed}."
