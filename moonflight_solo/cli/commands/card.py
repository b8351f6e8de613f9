"""`moonflight card`: one card, both ends."""

from __future__ import annotations

import json
from pathlib import Path

import click

from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.loading import gather
from moonflight_solo.cli.output.printed_card import card_json, find_card, show_card
from moonflight_solo.cli.output.terminal import terminal


@click.command()
@click.argument("name", nargs=-1, required=True, shell_complete=shell.card_words)
@options.card_files
@options.edition
@options.json
@options.look
def command(
    name: tuple[str, ...],
    card_files: tuple[Path, ...],
    edition: str,
    as_json: bool,
    plain: bool,
    no_color: bool,
) -> None:
    """Show the card called NAME at either end.

    A beginning that no other card has will do, and so will words further on in the name.
    """
    card = find_card(" ".join(name), gather(edition, card_files).cards)
    if as_json:
        click.echo(json.dumps(card_json(card), ensure_ascii=False))
        return
    show_card(card, terminal(plain=plain, color=not no_color))
