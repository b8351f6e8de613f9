"""`moonflight cards`: every card, or one Jack's."""

from __future__ import annotations

import json
from pathlib import Path

import click
from rich.text import Text

from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.loading import gather
from moonflight_solo.cli.output.printed_card import all_cards, belongs, card_json, card_row
from moonflight_solo.cli.output.terminal import Terminal, terminal
from moonflight_solo.rules.state import Card


@click.command(epilog='"moonflight cards check FILE..." checks what card texts say.')
@click.argument("jack", nargs=-1, shell_complete=shell.jack_or_check)
@options.card_files
@options.edition
@options.json
@options.look
def command(
    jack: tuple[str, ...],
    card_files: tuple[Path, ...],
    edition: str,
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """List the cards, or those of one JACK: both ends, before / after the Turn.

    A JACK may be the file or folder of one of your own.
    """
    words = " ".join(jack)
    gathered = gather(edition, card_files, [words] if jack else [])
    cards = all_cards(gathered.cards)
    if jack:
        suit = gathered.jack(words)
        cards = [card for card in cards if card.suit == suit]
    if as_json:
        click.echo(json.dumps([card_json(card) for card in cards], ensure_ascii=False))
        return
    screen = terminal(plain=plain, color=not no_color)
    group = ""
    for card in cards:
        heading = card.suit or belongs(card).capitalize()
        if heading != group:
            group = heading
            screen.say(f"{heading}:" if screen.plain else heading, "bold")
        _show(card, screen)


def _show(card: Card, screen: Terminal) -> None:
    if screen.plain:
        screen.say(card_row(card))
        return
    for end in (card, card.flipped):
        count = (
            "  "
            if end is not card
            else f"{1 if card.is_character else card.copies}{screen.glyphs.times}"
        )
        line = Text(f"  {count} ".rjust(6), "dim").append(end.name.ljust(20))
        corner = "        " if card.is_character else f"{end.cost:>2}  {end.corner:<4}"
        line.append(corner, "yellow").append(f"{end.words}")
        screen.show(line)
