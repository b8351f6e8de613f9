"""The `moonscrown` command: play, watch, deck and rulings."""

from __future__ import annotations

import secrets
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TypeVar

import click
from rich.text import Text

from moonflight_solo import __version__
from moonflight_solo.cli import Program
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.output.terminal import Terminal, terminal
from moonflight_solo.cli.types import Count, Integer
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import counting_number
from moonscrown.conditions import CONDITIONS, meets
from moonscrown.decktet import ACE, Card, deck, named, rulings
from moonscrown.game import ROUNDS, Standing, Told
from moonscrown.game import play as play_game
from moonscrown.notation import parse_action
from moonscrown.players import GreedyPlayer, Player
from moonscrown.round import Action, IllegalAction, Round, Seat

F = TypeVar("F", bound=Callable[..., object])

HELP = (
    'Type the number of an action or its words: "add CARD", "pile CARD", "pile CARD, add CARD" or '
    '"fold". Adding alone, your display must meet one condition of the pile better than the '
    "others; with a card on the pile, all conditions of that card. Names may be cut short. "
    '"quit" leaves the game.'
)


@click.group("moonscrown", cls=Program, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="moonscrown")
def main() -> None:
    """Play Moonscrown, a race of fashions with the Decktet, against greedy opponents."""


def _shared(command: F) -> F:
    for option in (
        click.option("--no-color", is_flag=True, help="Use no colours."),
        click.option("--plain", is_flag=True, help="Only text: a fact a line, no colours."),
        click.option(
            "--draw-pile",
            is_flag=True,
            help="The variant, recommended by its author, in which cards on the pile draw others.",
        ),
        click.option("--seed", type=Integer(), metavar="NUMBER", help="Where all luck comes from."),
        click.option(
            "--players",
            type=Count(2, 4),
            default=2,
            show_default=True,
            metavar="NUMBER",
            help="How many play.",
        ),
    ):
        command = option(command)
    return command


@main.command()
@_shared
def play(players: int, seed: int | None, draw_pile: bool, plain: bool, no_color: bool) -> None:
    """Play seven rounds; you are player 1."""
    typed = sys.stdin is not None and sys.stdin.isatty()
    screen = terminal(plain=plain or not typed, color=not no_color)
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    screen.say(f"Moonscrown, {players} players. Seed {chosen}.", "bold")
    person = Person(screen, Keyboard(screen))
    seats: list[Player] = [person, *(GreedyPlayer() for _ in range(players - 1))]
    teller = Narrator(screen, you=0)
    try:
        standing = play_game(seats, chosen, drawing=draw_pile, listener=teller.tell)
    except EOFError:
        raise UsageError("the input ended before the game; nothing is kept of it.") from None
    teller.end(standing)


@main.command()
@_shared
def watch(players: int, seed: int | None, draw_pile: bool, plain: bool, no_color: bool) -> None:
    """Watch greedy players play seven rounds, a line an action."""
    screen = terminal(plain=plain, color=not no_color)
    chosen = secrets.randbelow(1_000_000) if seed is None else seed
    screen.say(f"Moonscrown, {players} players. Seed {chosen}.", "bold")
    teller = Narrator(screen)
    seats = [GreedyPlayer() for _ in range(players)]
    teller.end(play_game(seats, chosen, drawing=draw_pile, listener=teller.tell))


@main.command(name="deck")
@click.option("--plain", is_flag=True, help="Only text: a fact a line, no colours.")
@click.option("--no-color", is_flag=True, help="Use no colours.")
def show_deck(plain: bool, no_color: bool) -> None:
    """List the 36 cards, and what each suit asks for on the pile."""
    screen = terminal(plain=plain, color=not no_color)
    for suit, (asks, _) in CONDITIONS.items():
        screen.say(f"{suit}: {asks}")
    for card in deck().cards:
        screen.say(_ranked(card))


@main.command(name="rulings")
@click.option("--plain", is_flag=True, help="Only text: a fact a line, no colours.")
@click.option("--no-color", is_flag=True, help="Use no colours.")
def show_rulings(plain: bool, no_color: bool) -> None:
    """Say what the description leaves open, and how it is played here."""
    screen = terminal(plain=plain, color=not no_color)
    for each in rulings():
        screen.say(f"{each.id}: {each.question}", "bold")
        screen.say(f"{each.ruling}")
        screen.say(f"Why: {each.why}", "dim")


def _face(card: Card) -> str:
    """Return a card with its suits and types, which an Ace has in its name."""
    if card.rank == ACE:
        return card.name
    return f"{card.name} ({' '.join(card.suits)}, {' '.join(card.types)})"


def _faces(cards: Sequence[Card]) -> str:
    ordered = sorted(cards, key=lambda card: card.height, reverse=True)
    return ", ".join(_ranked(card) for card in ordered) or "none"


def _ranked(card: Card) -> str:
    """Return a card with its rank, which an Ace has in its name."""
    return _face(card) if card.rank == ACE else f"{card.rank_name} {_face(card)}"


def _grouped(action: Action) -> tuple[str, str]:
    """Return what an action is listed under, and what it is called there."""
    if action.add is not None:
        return f"pile {action.pile.name}, add" if action.pile else "add", action.add.name
    return ("pile", action.pile.name) if action.pile else ("", str(action))


class Narrator:
    """Tells what happens, a line each. ``you`` is the seat of the person, if one plays."""

    def __init__(self, screen: Terminal, you: int | None = None) -> None:
        self._screen = screen
        self._you = you
        self._round = 0
        self._points: Counter[int] = Counter()

    def name(self, seat: int) -> str:
        """Return what a player is called."""
        return "You" if seat == self._you else f"Player {seat + 1}"

    def tell(self, told: Told) -> None:
        """Tell one thing."""
        if told.number != self._round:
            self._round = told.number
            points = ", ".join(
                f"{self.name(seat.number)} {self._points[seat.number]}" for seat in told.table.seats
            )
            self._screen.say(f"Round {told.number} of {ROUNDS}. Points: {points}.", "bold")
        name = self.name(told.seat.number)
        if told.prize is not None:
            self._points[told.seat.number] += told.prize.points
            puts = "put" if told.seat.number == self._you else "puts"
            self._screen.say(
                f"{name} win{'' if name == 'You' else 's'} the round and {puts} aside "
                f"{_face(told.prize)} for {told.prize.points}.",
                "green",
            )
        elif told.what is not None:
            self._screen.say(f"{name}: {told.what}{self._drawn(told)}")

    def _drawn(self, told: Told) -> str:
        if told.drawn and told.seat.number == self._you:
            return f"; you draw {_faces(told.drawn)}"
        return "; draws a card" if told.drawn else ""

    def end(self, standing: Standing) -> None:
        """Tell how the game ended."""
        for seat, (score, cards) in enumerate(zip(standing.scores(), standing.aside, strict=True)):
            self._screen.say(f"{self.name(seat)}: {score} points, {_faces(cards)}.")
        winners = [self.name(seat) for seat in standing.winners()]
        wins = "win" if len(winners) > 1 or winners == ["You"] else "wins"
        self._screen.say(f"{' and '.join(winners)} {wins}.", "bold")


class Person:
    """Asks a person at the keyboard."""

    def __init__(self, screen: Terminal, keyboard: Keyboard) -> None:
        self._screen = screen
        self._keyboard = keyboard

    def act(self, table: Round, seat: Seat) -> Action:
        """Show the table and return the action typed; asks again until it is possible."""
        self._show(table, seat)
        actions = list(table.actions(seat))
        self._list(actions)
        while True:
            words = self._read([str(action) for action in actions])
            try:
                number = counting_number(words)
                if number is not None and 1 <= number <= len(actions):
                    return actions[number - 1]
                action = parse_action(words, seat.hand)
                fault = table.fault(seat, action)
                if fault is not None:
                    raise IllegalAction(f"That cannot be done: {fault}.")
                return action
            except (UsageError, IllegalAction) as error:
                self._screen.say(str(error), "red")

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        """Return the card typed, to be put aside."""
        self._screen.say("You are the only one left. Which card do you put aside?", "bold")
        for number, card in enumerate(cards, 1):
            self._screen.say(f"  {number:>2}  {_face(card)} for {card.points}")
        while True:
            words = self._read([card.name for card in cards])
            try:
                chosen = counting_number(words)
                if chosen is not None and 1 <= chosen <= len(cards):
                    return cards[chosen - 1]
                return named(words, cards)
            except UsageError as error:
                self._screen.say(str(error), "red")

    def _list(self, actions: Sequence[Action]) -> None:
        """List the actions by number, those that put the same card on the pile together."""
        groups: dict[str, list[str]] = {}
        for number, action in enumerate(actions, 1):
            group, what = _grouped(action)
            groups.setdefault(group, []).append(f"{number} {what}")
        for group, found in groups.items():
            self._screen.say(f"  {group + ': ' if group else ''}{', '.join(found)}")

    def _read(self, answers: list[str]) -> str:
        while True:
            words = self._keyboard.read("> ", lambda: Offer(answers=answers))
            if words.casefold() in ("quit", "q"):
                raise click.exceptions.Exit(0)
            if words and words.casefold() not in ("help", "?"):
                return words
            self._screen.say(HELP)

    def _show(self, table: Round, seat: Seat) -> None:
        screen = self._screen
        left = f"; {len(table.draw)} to draw" if table.drawing else ""
        screen.say(f"The pile: {_face(table.pile[-1])}{left}", "bold")
        for suit in table.suits:
            leads = next(
                (
                    "you lead" if each is seat else f"player {each.number + 1} leads"
                    for each in table.seats
                    if not each.out and meets(suit, each.display, table.others(each))
                ),
                "nobody leads",
            )
            screen.show(Text(f"  {suit}: {CONDITIONS[suit][0]}, {leads}", "yellow"))
        for each in table.seats:
            if each is not seat:
                state = "folded" if each.out else f"{len(each.hand)} in hand"
                shown = "" if each.out else f": {_faces(each.display)}"
                screen.say(f"Player {each.number + 1} ({state}){shown}")
        screen.say(f"Your display: {_faces(seat.display)}")
        screen.say(f"Your hand: {_faces(seat.hand)}")
