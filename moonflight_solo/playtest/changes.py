"""Modified cards: other values, revised suits, and lines or cards left out."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, read_otherwise
from moonflight_solo.documents import Document, parse_document
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.plan import OmittedLine
from moonflight_solo.rules.catalogue import Catalogue, jack_of, plain
from moonflight_solo.rules.editions import Edition
from moonflight_solo.wording import ast

FIELDS: Final = ("cost", "copies", "stability", "score", "text")
_CHANGE: Final = re.compile(rf"(.+\S)\s+({'|'.join(FIELDS)})\s*=\s*(.*)")
_CORNER: Final = "stability/score"


class CardChange(NamedTuple):
    """A change to one field of a card, which is found by its name at either end."""

    name: str
    field: str
    value: str


def is_change(words: str) -> bool:
    """Return whether ``words`` look like a card change, such as "NAME cost=6"."""
    return _CHANGE.fullmatch(words.strip()) is not None


def read_change(words: str) -> CardChange:
    """Parse "NAME cost=6", of a whole number or a text; raises :class:`UsageError` otherwise."""
    match = _CHANGE.fullmatch(words.strip())
    if match is None:
        raise UsageError(
            f'"{words}" does not describe a changed card; write its name and the new value of '
            f"one of {', '.join(FIELDS)}, such as cost=6."
        )
    name, field, value = match.groups()
    if field != "text" and not (value.isdecimal() or (value == "-" and field in _CORNER)):
        dash = ', or "-"' if field in _CORNER else ""
        raise UsageError(f'"{words}": {field} is a whole number, 0 or more{dash}.')
    return CardChange(name, field, value)


def changed_catalogue(
    edition: Edition,
    files: Iterable[Document],
    revised: Sequence[Document],
    changes: Iterable[str],
    left_out: Iterable[str] = (),
) -> Catalogue:
    """Load ``files`` with suits replaced, cards changed, and cards left out of Supply Stacks.

    Raises what :func:`changed_documents` raises, and an error with its place for a suit that is
    then faulty.
    """
    catalogue = Catalogue(edition, changed_documents(edition, files, revised, changes))
    for name in left_out:
        ends = catalogue.either_end(name)
        for suit in catalogue.suits.values():
            suit.left_out |= {each for each in suit.kinds if each in ends or each.flipped in ends}
    return catalogue


def changed_documents(
    edition: Edition, files: Iterable[Document], revised: Sequence[Document], changes: Iterable[str]
) -> list[Document]:
    """Return card files with suits replaced and cards changed, in their order.

    Raises :class:`UsageError` for a change to an unknown card or a suit that replaces none.
    """
    documents = list(files)
    for suit in revised:
        jacks = [plain(jack_of(document)) for document in documents]
        jack = plain(jack_of(suit))
        if not jack or jack not in jacks:
            raise UsageError(
                f"{suit.file} is not a revised suit: it holds no Jack that is already known."
            )
        documents[jacks.index(jack)] = suit
    for words in changes:
        documents = _with_change(documents, words, edition)
    return documents


def _with_change(documents: Sequence[Document], words: str, edition: Edition) -> list[Document]:
    """Return the card files with one change, in the words of any edition for its card."""
    change = read_change(words)
    # Card files use one edition's names; those of any edition may be typed.
    names = {plain(change.name)}
    names |= {plain(old) for old, new in edition.names.items() if plain(new) in names}
    is_there, changed = False, []
    for document in documents:
        # From the end, so that earlier spans stay valid.
        for path in sorted(_places(document, change, names), reverse=True, key=str):
            document = _with(document, path, change)
            is_there = True
        changed.append(document)
    if not is_there:
        raise UsageError(f'no card is called "{change.name}", or it has no {change.field}.')
    return changed


def _places(
    document: Document, change: CardChange, names: set[str]
) -> Iterator[tuple[str | int, ...]]:
    """Yield where in a card file the value stands that is to change, of either end."""
    for index, card in enumerate(document.fields.get("cards", ())):
        ends = [end for end in ("before", "after") if plain(card[end]["name"]) in names]
        key = _CORNER if change.field in _CORNER else change.field
        if change.field == "copies":
            yield from [("cards", index, "copies")] if ends else []
        else:
            yield from (("cards", index, end, key) for end in ends if key in card[end])


def _with(document: Document, path: tuple[str | int, ...], change: CardChange) -> Document:
    """Return a card file with a value changed; Stability and score stand in the corner together."""
    span, value = document.spans[path], change.value
    if path[-1] == _CORNER:
        halves = str(document.text[span.start : span.end]).split("/")
        halves[change.field == "score"] = value
        value = "/".join(halves)
    elif change.field == "text":
        value = json.dumps(value, ensure_ascii=False)
    text = document.text[: span.start] + value + document.text[span.end :]
    return parse_document(text, document.file)


ListOf = Literal["option", "target"]
"""What a slash-separated list holds: what a line plays or buys, or its targets."""


def lists_of(line: ast.Line) -> dict[ListOf, Sequence[ast.Cards]]:
    """Return a line's slash-separated lists with more than one item."""
    act, lists = line.act, dict[ListOf, Sequence[ast.Cards]]()
    if isinstance(act, ast.PlayAct | ast.ShopAct) and act.cards is not None:
        lists["option"] = act.cards.options
    if isinstance(act, ast.PlayAct) and isinstance(act.target, ast.FirstOf):
        lists["target"] = act.target.options
    return {of: options for of, options in lists.items() if len(options) > 1}


def with_list(line: ast.Line, of: ListOf, items: Sequence[ast.Cards]) -> ast.Line:
    """Return a line with one of its lists replaced."""
    act, items_left = line.act, ast.FirstOf(tuple(items))
    if of == "target":
        assert isinstance(act, ast.PlayAct)
        return replace(line, act=replace(act, target=items_left))
    assert isinstance(act, ast.PlayAct | ast.ShopAct)
    return replace(line, act=replace(act, cards=items_left))


def without(card: AICard, omitted: Sequence[OmittedLine]) -> AICard:
    """Return an AI card without some lines and those below them, or without some list items."""
    gone = set()
    for each in omitted:
        line = card.lines[each.line]
        if each.of:
            items = lists_of(line.meaning)[each.of]
            items_left = [*items[: each.item], *items[each.item + 1 :]]
            card = read_otherwise(card, line, with_list(line.meaning, each.of, items_left))
        else:
            gone |= {each.line, *(card.lines.index(below) for below in card.below(line))}
    lines = tuple(line for place, line in enumerate(card.lines) if place not in gone)
    return replace(card, lines=lines)
