"""What may be wrong with a sentence, of an AI card or of a card: how it is read, and its names."""

from __future__ import annotations

from collections.abc import Iterator

from moonflight_solo.check.finding import Finding, Otherwise, Sentence, finding
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import Ambiguous
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.text import WordingError
from moonflight_solo.wording.walk import nodes_of


def not_read(sentence: Sentence, error: WordingError) -> Finding:
    """Return that a sentence is not understood, at the words at fault."""
    remedy = f"nearest understood: {'; '.join(error.nearest)}" if error.nearest else ""
    if error.examples:
        shown = " and ".join(f'"{words}"' for words in error.examples)
        remedy = f"understood are, for example, {shown}"
    start = min(error.start, max(0, len(sentence.text.words) - 1))
    return finding("not-read", sentence, error.problem, remedy, (start, max(error.end, start + 1)))


def several_readings(
    sentence: Sentence, error: Ambiguous, for_want_of: str, remedy: str
) -> Finding:
    """Return that a sentence has several meanings, ``for_want_of`` what would choose one."""
    because = f"these words can be read in {len(error.found)} ways, and {for_want_of}"
    readings = tuple(Otherwise(english(m), outline=outline(m)) for m in error.found)
    return finding("several-readings", sentence, because, remedy, readings=readings)


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


# ------------------------------------------------------------------ a reading, group by group

_STEP = "  "


def outline(meaning: ast.Meaning) -> tuple[str, ...]:
    """Return a line's meaning in rows: what must hold, group by group, then what is done."""
    if not isinstance(meaning, ast.Line) or meaning.condition is None:
        return (english(meaning),)
    condition = meaning.condition
    if not isinstance(condition, ast.All | ast.Either):
        return (f"If {say(condition)}:", _STEP + say(meaning.act))
    which = "all of these hold" if isinstance(condition, ast.All) else "one of these holds"
    return (f"If {which}:", *_rows(condition, 1), f"then {say(meaning.act)}")


def _rows(group: ast.All | ast.Either, depth: int) -> Iterator[str]:
    for part in group.parts:
        if isinstance(part, ast.All | ast.Either):
            yield f"{_STEP * depth}{'all of' if isinstance(part, ast.All) else 'one of'}:"
            yield from _rows(part, depth + 1)
        else:
            yield f"{_STEP * depth}{say(part)}"
