"""`moonflight play`: a person against AI cards."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

import click

from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.completion import Offer
from moonflight_solo.cli.game.gamefile import begin_recording, header
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.loading import gather
from moonflight_solo.cli.game.reload import Watching
from moonflight_solo.cli.game.session import Sitting
from moonflight_solo.cli.game.setup import AIDeck, a_seed, ai_deck, seat_number, settings
from moonflight_solo.cli.output.terminal import Terminal, terminal
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.rules.catalogue import UnknownName


@click.command()
@click.option(
    "--jack",
    metavar="NAME",
    shell_complete=shell.jacks,
    help="Which Jack to play; asked for if left out.",
)
@click.option(
    "--against",
    multiple=True,
    metavar="NAME",
    shell_complete=shell.jacks,
    help="Which Jack to face. Can be repeated, for the same Jack too.",
)
@options.ai_files
@options.card_files
@options.edition
@options.seed
@click.option(
    "--first",
    metavar="WHO",
    help="Who goes first: me, ai, a seat number (you are 1) or a Jack; drawn by lot if left out.",
)
@click.option("--open-hands", is_flag=True, help="Show everybody's hand.")
@options.teach
@click.option(
    "--watch-file",
    is_flag=True,
    help="After a game play another, with the AI-card files as they are then; says what changed.",
)
@options.rounds
@options.rulings
@options.look
def command(
    jack: str | None,
    against: tuple[str, ...],
    ai_files: tuple[str, ...],
    card_files: tuple[Path, ...],
    edition: str,
    seed: int | None,
    first: str | None,
    open_hands: bool,
    teach: bool,
    watch_file: bool,
    rounds: int | None,
    rulings: tuple[str, ...],
    plain: bool,
    no_color: bool,
) -> None:
    """Play a game against one or more AI cards.

    Asks which Jack to play and whom to face, unless --jack and --against say so. Names may be cut
    short. In the game, help lists what can be typed.
    """
    gathered = gather(edition, card_files, [*against, *filter(None, [jack])])
    switches = options.switched(rulings)
    deck = ai_deck(gathered.cards, ai_files, switches, gathered.ai_cards)
    screen = person_terminal(plain, no_color)
    keyboard = Keyboard(screen)
    known = list(gathered.cards.suits)
    mine = (
        gathered.jack(jack)
        if jack
        else ask_jack("Which Jack do you play?", known, screen, keyboard)
    )
    if against:
        facing = [gathered.jack(name) for name in against]
    elif deck.cards:
        facing = list(deck.cards)
    else:
        facing = _ask_opponents(mine, deck, screen, keyboard)
    unused = [each for each in deck.cards if each not in facing]
    if unused:
        raise UsageError(f"nobody plays {unused[0]} against you, so its AI card has no seat.")
    for each in facing:
        deck.card(each)
    jacks = [mine, *facing]
    start = seat_number(first, jacks, gathered.cards)

    def sitting(deck: AIDeck, seed: int) -> Sitting:
        game = settings(jacks, seed, edition, first=start, rulings=switches, rounds=rounds)
        again = start_again(
            "play",
            ("--jack", [gathered.as_typed(mine)]),
            ("--against", map(gathered.as_typed, facing)),
            ("--ai", ai_files),
            ("--cards", map(str, card_files)),
            ("--ruling", rulings),
            ("--edition", [edition] if edition != "prototype" else []),
            ("--first", [first] if first else []),
            ("--rounds", [str(rounds)] if rounds else []),
            ("--seed", [str(seed)]),
        )
        files = gathered.card_files(jacks)
        file, warning = begin_recording(
            header(game, deck, person=True, card_files=files, open_hands=open_hands)
        )
        return Sitting(screen, keyboard, game, deck, file, again, open_hands, warning, teach)

    seed = a_seed(seed)
    watching = Watching(deck, facing, screen, keyboard) if watch_file else None
    while sitting(deck, seed).play() is not None and watching is not None:
        changed = watching.another()
        if changed is None:
            return
        deck, seed = changed, seed + 1


def start_again(name: str, *options_: tuple[str, Iterable[str]]) -> tuple[str, ...]:
    """Return the words of the command ``name`` with each option once for each of its values."""
    words = [word for flag, values in options_ for value in values for word in (flag, value)]
    return ("moonflight", name, *words)


def person_terminal(plain: bool, no_color: bool) -> Terminal:
    """Return the terminal for a person's game, plain unless a person sits at both ends of it."""
    typed = sys.stdin is not None and sys.stdin.isatty()
    return terminal(plain=plain or not typed, color=not no_color)


def ask_jack(prompt: str, known: list[str], screen: Terminal, keyboard: Keyboard) -> str:
    """Return the Jack that the person picks; raises `EOFError` when the input ends."""
    while True:
        screen.say(prompt, "bold")
        for number, name in enumerate(known, 1):
            screen.say(f"  {number}  {name}" if not screen.plain else f"{number}: {name}")
        try:
            return _jack(
                keyboard.read(f"[Enter: {known[0]}] > ", lambda: Offer(answers=known)), known
            )
        except UnknownName as error:
            screen.say(str(error), "red")


def _jack(words: str, known: list[str]) -> str:
    if not words:
        return known[0]
    if words.casefold() in ("q", "quit"):
        raise click.exceptions.Exit(0)
    if words == "?":
        raise UnknownName(
            "A Jack is a character with a suit of its own, which fills three Market Stacks; "
            "moonflight cards lists the suits. Pick by number or by the beginning of the name."
        )
    if words.isdecimal() and len(words) < 10:
        if 1 <= int(words) <= len(known):
            return known[int(words) - 1]
        raise UnknownName(f"There is no choice {words}; they go from 1 to {len(known)}.")
    found = [name for name in known if name.casefold().startswith(words.casefold())]
    if len(found) != 1:
        raise UnknownName(f'No one Jack is called "{words}"; there are: {", ".join(known)}.')
    return found[0]


def _ask_opponents(mine: str, deck: AIDeck, screen: Terminal, keyboard: Keyboard) -> list[str]:
    """Return whom the person wants to face: one or several, commas between."""
    known = _with_ai_cards(deck, screen)
    if not known:
        raise UsageError("no Jack has an AI card; give one with --ai FILE.")
    known.sort(key=lambda name: name == mine)
    while True:
        screen.say("Whom do you face? One, or several with commas between.", "bold")
        for number, name in enumerate(known, 1):
            screen.say(f"  {number}  {name}" if not screen.plain else f"{number}: {name}")
        words = keyboard.read(f"[Enter: {known[0]}] > ", lambda: Offer(answers=known))
        try:
            return [_jack(part.strip(), known) for part in words.split(",")]
        except UnknownName as error:
            screen.say(str(error), "red")


def _with_ai_cards(deck: AIDeck, screen: Terminal) -> list[str]:
    """Return the Jacks with an AI card that can be followed, and say which cannot."""
    found: list[str] = []
    for jack in deck.catalogue.suits:
        try:
            deck.follower(jack)
        except UsageError:
            continue  # it has none
        except MoonflightError as error:
            screen.say(f"{jack} cannot be faced: {error}", "yellow")
            continue
        found.append(jack)
    return found
