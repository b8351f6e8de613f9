"""`moonflight cards diff`: what another version of a suit changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from moonflight_solo.check.diff.suits import CardChange, SuitDifference, TextChange, suit_difference
from moonflight_solo.cli import options, shell
from moonflight_solo.cli.game.loading import is_path, load
from moonflight_solo.cli.options import Paths
from moonflight_solo.cli.output.page import Page, table_words
from moonflight_solo.cli.output.terminal import Terminal, print_json, warn
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.own_jacks import own_jack
from moonflight_solo.rules.catalogue import catalogue

SAME, DIFFERENT, TROUBLE = 0, 1, 2

_VERDICTS = {
    "same": "the same, in other words",
    "seems same": "no difference was seen on any table tried",
    "wider": "wider: it does something where the old one did nothing, elsewhere the same",
    "narrower": "narrower: it does nothing where the old one did something, elsewhere the same",
    "other": "does something else",
}


@click.command()
@click.argument("old", metavar="OLD", shell_complete=shell.jack_or_file)
@click.argument("new", metavar="NEW", shell_complete=shell.jack_or_file)
@click.option(
    "--games",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="Play that many games with either suit, on the same seeds, as `moonflight compare` does.",
)
@options.card_files
@options.edition
@options.json
@options.screen
@click.pass_context
def diff(
    context: click.Context,
    old: str,
    new: str,
    games: int,
    card_files: Paths,
    edition: str,
    as_json: bool,
    screen: Terminal,
) -> None:
    """Say what another version of a suit changes, card by card: copies, cost, corners and texts.

    OLD and NEW are suits of one Jack, each a Jack's name (the printed suit), a file or a folder. A
    text is the same, wider (it does something on more tables), narrower, or other, and shown with
    the smallest table found on which playing the card does something else.

    Exit codes, as `diff` has them: 0 if the suits play the same or no difference was seen, 1 if
    they do not, 2 for trouble, such as a text that cannot be read.
    """
    try:
        if games and as_json:
            raise UsageError(
                "--games is told in words: leave out --json, or say `moonflight compare --json`."
            )
        found = _difference(old, new, card_files, edition)
    except MoonflightError as error:
        warn(error)
        context.exit(TROUBLE)
    if as_json:
        print_json(as_json_of(found))
    else:
        show(found, Page(screen, indents=True))
    if games:
        from moonflight_solo.cli.commands.playtest import PRINTED, compare

        printed = tuple(catalogue(edition).suits)
        seats = () if found.jack in printed else (old, printed[0])
        one, two = PRINTED if seats else _way(old, PRINTED), _way(new, PRINTED)
        context.invoke(compare, one=one, two=two, seats=seats, games=games, edition=edition)
    context.exit(SAME if found.same else DIFFERENT)


def _difference(old: str, new: str, card_files: Paths, edition: str) -> SuitDifference:
    loaded = [load(edition, card_files, [words]) for words in (old, new)]
    jacks = [each.jack(words) for each, words in zip(loaded, (old, new), strict=True)]
    if jacks[0] != jacks[1]:
        raise UsageError(
            f"{old} is a suit of Jack o' {jacks[0]} and {new} one of Jack o' {jacks[1]}: give two "
            "versions of one Jack's."
        )
    return suit_difference(loaded[0].cards, loaded[1].cards, jacks[0])


def _way(words: str, printed: str) -> str:
    """Return a suit as `compare` takes it: a file, or ``printed``."""
    path = Path(words)
    if path.is_dir():
        return str(own_jack(path).cards)
    return words if is_path(words) else printed


# ------------------------------------------------------------------------------ shown


def show(found: SuitDifference, page: Page) -> None:
    """Put out what is other, and what is not."""
    page.put(f"Jack o' {found.jack}", style="bold")
    changed = [each for each in found.cards if each.changed]
    for change in changed:
        _show_card(change, page)
    unchanged = len(found.cards) - len(changed)
    page.put(f"{unchanged} of {len(found.cards)} cards, the character with them, are as they were.")
    texts = [text for card in changed for text in card.texts if text.verdict == "seems same"]
    if texts:
        page.put(f"What no difference was seen of was tried on {found.tables} tables: no proof.")


def _show_card(change: CardChange, page: Page) -> None:
    if change.old is None or change.new is None:
        card = change.new or change.old
        assert card is not None
        said = "new" if change.old is None else "gone"
        page.put(f"{card.name} / {card.flipped.name}: {said}", 2, "bold")
        return
    page.put(f"{change.new.name} / {change.new.flipped.name}", 2, "bold")
    for value in change.values:
        page.put(value, 4)
    for text in change.texts:
        if text.reworded:
            _show_text(text, page)


def _show_text(text: TextChange, page: Page) -> None:
    when = "after" if text.turned else "before"
    page.put(f"text {when} the Turn: {_VERDICTS[text.verdict]}", 4)
    page.put(f"- {text.old.words or '(no text)'}", 6, "red", hanging=2)
    page.put(f"+ {text.new.words or '(no text)'}", 6, "green", hanging=2)
    for label, said in (("no longer", text.gone), ("now", text.come)):
        for words in said:
            page.put(f"{label}, while in play: {words}", 6, hanging=2)
    if text.shown is not None:
        first, *others = table_words(text.shown.scenario)
        page.put(f"played on this table: {first}", 6, hanging=2)
        for row in others:
            page.put(row, 8, hanging=2)
        page.put(f"OLD {text.shown.old}", 8, hanging=4)
        page.put(f"NEW {text.shown.new}", 8, hanging=4)


def as_json_of(found: SuitDifference) -> dict[str, Any]:
    """Return the difference as plain data."""
    return {
        "jack": found.jack,
        "same": found.same,
        "tables": found.tables,
        "cards": [_card_json(each) for each in found.cards if each.changed],
    }


def _card_json(change: CardChange) -> dict[str, Any]:
    return {
        "old": change.old and change.old.name,
        "new": change.new and change.new.name,
        "values": list(change.values),
        "texts": [
            {
                "turned": text.turned,
                "verdict": text.verdict,
                "old": text.old.words,
                "new": text.new.words,
                "gone": list(text.gone),
                "come": list(text.come),
                "shown": text.shown
                and {
                    "scenario": text.shown.scenario.written(),
                    "old": text.shown.old,
                    "new": text.shown.new,
                },
            }
            for text in change.texts
            if text.reworded
        ],
    }
