"""`moonflight play` and `moonflight score`: a person against AI cards, or alone for a rank."""

from __future__ import annotations

from collections.abc import Iterable

import click

from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.header import begin_recording, header
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.loading import Collection, load
from moonflight_solo.cli.game.session import Session
from moonflight_solo.cli.game.setup import (
    AIDeck,
    a_seed,
    ai_deck,
    another_deck,
    ask_jack,
    ask_opponents,
    seat_number,
    watched_files,
)
from moonflight_solo.cli.options import Paths, Words
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.game import ROUND_LIMIT, Settings


@click.command()
@options.jack
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
@options.person_screen
def play(
    jack: str | None,
    against: Words,
    ai_files: Words,
    card_files: Paths,
    edition: str,
    seed: int | None,
    first: str | None,
    open_hands: bool,
    teach: bool,
    watch_file: bool,
    rounds: int | None,
    rulings: Words,
    screen: Terminal,
) -> None:
    """Play a game against one or more AI cards.

    Asks which Jack to play and whom to face, unless --jack and --against say so. Names may be cut
    short. In the game, help lists what can be typed.
    """
    loaded = load(edition, card_files, [*against, *filter(None, [jack])])
    switches = options.switched(rulings)
    deck = ai_deck(loaded.cards, ai_files, switches, loaded.ai_cards)
    keyboard = Keyboard(screen)
    mine = _own_jack(jack, loaded, screen, keyboard)
    if against:
        facing = [loaded.jack(name) for name in against]
    else:
        facing = list(deck.cards) or ask_opponents(mine, deck, screen, keyboard)
    unused = [each for each in deck.cards if each not in facing]
    if unused:
        raise UsageError(f"nobody plays {unused[0]} against you, so its AI card has no seat.")
    for each in facing:
        deck.card(each)
    jacks = [mine, *facing]
    start = seat_number(first, jacks, loaded.cards)

    def session(deck: AIDeck, seed: int) -> Session:
        limit = rounds or ROUND_LIMIT
        game = Settings(tuple(jacks), seed, edition, start, switches, limit)
        again = _start_again(
            "play",
            ("--jack", [loaded.as_typed(mine)]),
            ("--against", map(loaded.as_typed, facing)),
            ("--ai", ai_files),
            ("--cards", map(str, card_files)),
            ("--ruling", rulings),
            ("--edition", [edition] if edition != "prototype" else []),
            ("--first", [first] if first else []),
            ("--rounds", [str(rounds)] if rounds else []),
            ("--seed", [str(seed)]),
        )
        start_line = header(
            game, deck, person=True, card_files=loaded.card_files(jacks), open_hands=open_hands
        )
        file, warning = begin_recording(start_line)
        return Session(screen, keyboard, game, deck, file, again, open_hands, warning, teach)

    seed = a_seed(seed)
    files = watched_files(deck, facing) if watch_file else {}
    while session(deck, seed).play() is not None and files:
        changed = another_deck(deck, files, screen, keyboard)
        if changed is None:
            return
        deck, seed = changed, seed + 1


@click.command()
@options.jack
@options.card_files
@options.edition
@options.seed
@options.teach
@options.rounds
@options.person_screen
def score(
    jack: str | None,
    card_files: Paths,
    edition: str,
    seed: int | None,
    teach: bool,
    rounds: int | None,
    screen: Terminal,
) -> None:
    """Play alone in Score Mode, against the Turn and End stacks of eight tokens.

    Each round takes tokens from one of them, and the final score earns a rank.
    """
    loaded = load(edition, card_files, list(filter(None, [jack])))
    keyboard = Keyboard(screen)
    mine = _own_jack(jack, loaded, screen, keyboard)
    game = Settings((mine,), a_seed(seed), edition, round_limit=rounds or ROUND_LIMIT)
    again = _start_again(
        "score",
        ("--jack", [loaded.as_typed(mine)]),
        ("--cards", map(str, card_files)),
        ("--edition", [edition] if edition != "prototype" else []),
        ("--rounds", [str(rounds)] if rounds else []),
        ("--seed", [str(game.seed)]),
    )
    deck = ai_deck(loaded.cards, (), {}, loaded.ai_cards)
    file, warning = begin_recording(
        header(game, deck, person=True, card_files=loaded.card_files([mine]), score_mode=True)
    )
    Session(screen, keyboard, game, deck, file, again, greeting=warning, teach=teach).play()


def _own_jack(jack: str | None, loaded: Collection, screen: Terminal, keyboard: Keyboard) -> str:
    if jack:
        return loaded.jack(jack)
    return ask_jack("Which Jack do you play?", list(loaded.cards.suits), screen, keyboard)


def _start_again(name: str, *given: tuple[str, Iterable[str]]) -> tuple[str, ...]:
    """Return the words of the command ``name`` with each option once for each of its values."""
    words = [word for flag, values in given for value in values for word in (flag, value)]
    return ("moonflight", name, *words)
