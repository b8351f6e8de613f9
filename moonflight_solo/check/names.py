"""The names of cards and suits that words say: those nothing has, and those spelled otherwise."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.check.finding import Finding, Sentence, finding
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of


def name_findings(
    sentence: Sentence, meaning: ast.Meaning, turned: bool, catalogue: Catalogue
) -> Iterator[Finding]:
    """Yield an "unknown-name" or a "near-name" for each name in the meaning of a sentence.

    ``turned`` says after the Turn. A name is told of once, however often it is there.
    """
    names = sorted(nodes_of(meaning, ast.Name), key=lambda name: name.span or (0, 0))
    for name in dict.fromkeys(names):
        of_suit = isinstance(name, ast.SuitName)
        start, end = name.span or (0, len(sentence.text.words))
        # A card's name stands in quotation marks, which are not part of it.
        span = (start, end) if of_suit or name.span is None else (start + 1, end - 1)
        try:
            known = catalogue.suit(name) if of_suit else catalogue.card(name, turned).name
        except UnknownName as error:
            yield finding("unknown-name", sentence, str(error), "mend the name", span)
            continue
        said, written = name.replace("’", "'"), known.replace("’", "'")
        if of_suit:
            said = said.removesuffix("'s").removesuffix("'")
            known += "'" if known.endswith("s") else "'s"
        if said != written:
            because = f'"{name}" is taken for "{known}", which is spelled otherwise'
            yield finding("near-name", sentence, because, f'write "{known}"', span)
