"""Cards with other values than the printed, or whole suits revised, as they are typed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from moonflight_solo.cli.game.loading import Collection
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import read_document
from moonflight_solo.own_jacks import ENDINGS
from moonflight_solo.rules.catalogue import Catalogue

changes_option = click.option(
    "--change",
    "changes",
    multiple=True,
    metavar="CHANGE",
    help='Play with another value of a card, as "NAME cost=6" (cost, copies, stability, score or '
    "text), or with the FILE of a suit in place of the printed one. Can be repeated.",
)


def is_revised_suit(words: str) -> bool:
    """Whether a change is the file of a suit, rather than a value of a card."""
    return words.endswith(ENDINGS) or Path(words).is_file()


def with_changes(loaded: Collection, jacks: Sequence[str], changes: Sequence[str]) -> Catalogue:
    """Return the cards of a game of these Jacks, with the changes that were typed."""
    if not changes:
        return loaded.cards
    from moonflight_solo.playtest.changes import changed_catalogue  # no other game waits for it

    files = [*data_files("cards"), *loaded.card_files(jacks)]
    revised = [read_document(Path(each)) for each in changes if is_revised_suit(each)]
    values = [each for each in changes if not is_revised_suit(each)]
    return changed_catalogue(loaded.cards.edition, map(read_document, files), revised, values)
