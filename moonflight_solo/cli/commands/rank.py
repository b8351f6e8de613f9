"""`moonflight rank`: what a score is worth. It loads nothing but the table of ranks."""

from __future__ import annotations

import json

import click

from moonflight_solo import scoremode
from moonflight_solo.cli.options import Integer


# A score may be below 0, and -3 is then a number and no option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("score", type=Integer())
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for other programs.")
@click.option("--plain", is_flag=True, help="Only text: a fact a line, no colours.")
@click.option("--no-color", is_flag=True, help="Use no colours.")
def rank(score: int, as_json: bool, plain: bool, no_color: bool) -> None:
    """Show the rank that SCORE earns at the end of a game in Score Mode.

    It is told in text without colours, --plain or not.
    """
    earned = scoremode.rank(score)
    if as_json:
        found = {"score": score, "rank": earned.name, "saying": earned.saying}
        click.echo(json.dumps({**found, "scores": earned.scores}))
        return
    click.echo(f"{earned.name} ({earned.scores})")
    click.echo(earned.saying)
