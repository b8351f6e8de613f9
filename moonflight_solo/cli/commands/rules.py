"""`moonflight rules`: what a rule, a keyword or a phase means, and what is ruled about it."""

from __future__ import annotations

import click

from moonflight_solo.cli import options
from moonflight_solo.cli.options import Words
from moonflight_solo.cli.output.rules_page import show_rule, show_topics
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.guide import guide


@click.command()
@click.argument("topic", nargs=-1)
@options.edition
@options.screen
def rules(topic: Words, edition: str, screen: Terminal) -> None:
    """Explain a TOPIC: a rule, a keyword, a phase or a way to play; without one, list them all.

    The beginning of a name will do. The rulings that touch the topic stand below its text. A
    ruling can be asked for by its id, such as A-tie.
    """
    if topic:
        show_rule(" ".join(topic), edition, screen)
    else:
        show_topics(guide(edition), screen)
