"""`moonflight score`: a person alone, for a rank."""

from __future__ import annotations

from pathlib import Path

import click

from moonflight_solo.cli import options, shell
from moonflight_solo.cli.commands.play import ask_jack, person_terminal, start_again
from moonflight_solo.cli.game.gamefile import begin_recording, header
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.loading import gather
from moonflight_solo.cli.game.session import Sitting
from moonflight_solo.cli.game.setup import a_seed, ai_deck, settings


@click.command()
@click.option(
    "--jack",
    metavar="NAME",
    shell_complete=shell.jacks,
    help="Which Jack to play; asked for if left out.",
)
@options.card_files
@options.edition
@options.seed
@options.teach
@options.rounds
@options.look
def command(
    jack: str | None,
    card_files: tuple[Path, ...],
    edition: str,
    seed: int | None,
    teach: bool,
    rounds: int | None,
    plain: bool,
    no_color: bool,
) -> None:
    """Play alone in Score Mode, against the Turn and End stacks of eight tokens.

    Each round takes tokens from one of them, and the final score earns a rank.
    """
    gathered = gather(edition, card_files, list(filter(None, [jack])))
    cards = gathered.cards
    screen = person_terminal(plain, no_color)
    keyboard = Keyboard(screen)
    known = list(cards.suits)
    mine = (
        gathered.jack(jack)
        if jack
        else ask_jack("Which Jack do you play?", known, screen, keyboard)
    )
    chosen = a_seed(seed)
    game = settings([mine], chosen, edition, rounds=rounds)
    again = start_again(
        "score",
        ("--jack", [gathered.as_typed(mine)]),
        ("--cards", map(str, card_files)),
        ("--edition", [edition] if edition != "prototype" else []),
        ("--rounds", [str(rounds)] if rounds else []),
        ("--seed", [str(chosen)]),
    )
    deck = ai_deck(cards, (), {}, gathered.ai_cards)
    file, warning = begin_recording(
        header(game, deck, person=True, card_files=gathered.card_files([mine]), score_mode=True)
    )
    Sitting(screen, keyboard, game, deck, file, again, greeting=warning, teach=teach).play()
