"""`moonflight card` and `moonflight cards`: one card at both ends, or every card."""

from __future__ import annotations

import click

from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.loading import load
from moonflight_solo.cli.options import Paths, Words
from moonflight_solo.cli.output.printed_card import (
    all_cards,
    card_json,
    find_card,
    list_cards,
    show_card,
)
from moonflight_solo.cli.output.terminal import Terminal, print_json


@click.command()
@click.argument("name", nargs=-1, required=True, shell_complete=shell.card_words)
@options.card_files
@options.edition
@options.json
@options.screen
def card(name: Words, card_files: Paths, edition: str, as_json: bool, screen: Terminal) -> None:
    """Show the card called NAME at either end.

    A beginning that no other card has will do, and so will words further on in the name.
    """
    found = find_card(" ".join(name), load(edition, card_files).cards)
    if as_json:
        print_json(card_json(found))
    else:
        show_card(found, screen)


@click.command(epilog='"moonflight cards check FILE..." checks what card texts say.')
@click.argument("jack", nargs=-1, shell_complete=shell.jack_or_check)
@options.card_files
@options.edition
@options.json
@options.screen
def cards(jack: Words, card_files: Paths, edition: str, as_json: bool, screen: Terminal) -> None:
    """List the cards, or those of one JACK: both ends, before / after the Turn.

    A JACK may be the file or folder of one of your own.
    """
    words = " ".join(jack)
    loaded = load(edition, card_files, [words] if jack else [])
    found = all_cards(loaded.cards)
    if jack:
        suit = loaded.jack(words)
        found = [each for each in found if each.suit == suit]
    if as_json:
        print_json([card_json(each) for each in found])
        return
    list_cards(found, screen)
