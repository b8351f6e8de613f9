"""Single changes: every small change to two suits and their AI cards, one thing each.

A change keeps the conditions of "Building The Market", so copies and points only move from one card
to another. A line of an AI card stays a sentence that can be read and followed; what cannot be is
refused when it is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, permutations, product, starmap
from pathlib import Path
from typing import Final, Literal, get_args

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine, read_ai_card
from moonflight_solo.check.fix.writing import Edit, Rewording, with_lines, with_lines_exchanged
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.changes import lists_of, read_change
from moonflight_solo.playtest.plan import Plan, TextFile
from moonflight_solo.playtest.run import Run, card_documents
from moonflight_solo.rules.catalogue import jack_of, plain
from moonflight_solo.rules.state import Card
from moonflight_solo.userfiles import make_new_folder, write_file
from moonflight_solo.values import Value
from moonflight_solo.wording import ast

ChangeKind = Literal["cost", "score", "copies", "hand limit", "number", "order", "list", "line"]
"""What changes: a card's cost, score, copies or the hand limit in its text; of an AI card a number,
the order of two lines or of two items of a list, or a line that is left out."""

_Value = tuple[Card, str, object]
"""A card, the field that is changed, and its new value."""

_ON_AI_CARDS: Final = ("number", "order", "list", "line")
_NUMBER: Final = re.compile(
    r"(\w+) (?P<least>\d+)(\+?)(?P<most>-\d+)?"
    r"((?: [a-z]+)? (?:card|token)(?=s?\b))?(?:(?<=d|n)s)?(?!\w)"
)
_QUOTES: Final = "“”\"'‘’"


class SingleChange(Value):
    """One change, described by ``label``; ``touches`` is what no other change may touch too.

    ``cards`` are changes to cards as typed. On the AI card of ``seat``, from 0, ``line`` is the
    index of the line that is changed by ``edits``, exchanged with the next line of its side, or
    left out.
    """

    kind: ChangeKind
    jack: str
    label: str
    touches: frozenset[tuple[str | int, ...]]
    cards: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()
    seat: int = 0
    line: int = 0
    edits: tuple[Edit, ...] = ()

    @property
    def of_ai_card(self) -> bool:
        """Whether it changes an AI card."""
        return self.kind in _ON_AI_CARDS


def single_changes(
    run: Run, only: Sequence[str] = (), keep: Sequence[str] = ()
) -> list[SingleChange]:
    """Return every single change to the suits and AI cards of a run, in a fixed order.

    If ``only`` is not empty, those it names; none that ``keep`` names. A word names a kind of
    change, "cards" or "ai", a Jack or a card, in full or as it begins, or with colons what all of
    them name. Raises :class:`UsageError` for a word that names nothing.
    """
    jacks = dict.fromkeys(seat.jack for seat in run.plan.seats)
    changes = [change for jack in jacks for change in _of_suit(run, jack)]
    changes += [each for seat, card in run.by_ai_cards for each in _of_ai_card(seat, card)]
    for word in (*only, *keep):
        if not any(_is_named(change, word) for change in changes):
            raise UsageError(
                f'"{word}" names nothing to change; write a kind '
                f"({', '.join(get_args(ChangeKind))}), cards, ai, a Jack, a card, or several with "
                "colons between."
            )
    if only:
        changes = [each for each in changes if any(_is_named(each, word) for word in only)]
    return [each for each in changes if not any(_is_named(each, word) for word in keep)]


def _is_named(change: SingleChange, word: str) -> bool:
    """Return whether each part of a word, between its colons, is or begins a name of the change."""
    group = "ai" if change.of_ai_card else "cards"
    names = (change.kind, group, plain(change.jack), *change.names)
    return all(
        any(name == part or name.startswith(f"{part} ") for name in names)
        for part in plain(word).split(":")
    )


def _of_suit(run: Run, jack: str) -> Iterator[SingleChange]:
    """Yield the changes to a suit's cards, each end by itself, then between two kinds of cards."""
    kinds = run.catalogue.suits[jack].kinds

    def change(kind: ChangeKind, words: str, *values: _Value) -> SingleChange:
        return SingleChange(
            kind,
            jack,
            words,
            frozenset((each.name, field) for each, field, _ in values),
            tuple(f"{each.name} {field}={value}" for each, field, value in values),
            frozenset(plain(end.name) for each, *_ in values for end in (each, each.flipped)),
        )

    for card in kinds:
        # A name on both ends would change both.
        for end in (card, card.flipped) if card.name != card.flipped.name else (card,):
            yield from starmap(change, _of_end(end))
    for one, other in permutations(kinds, 2):
        yield from starmap(change, _between(one, other))


def _of_end(end: Card) -> Iterator[tuple[ChangeKind, str, _Value]]:
    """Yield other costs of an end of a card, and other hand limits if it has one that is fixed."""
    for by in (-2, -1, 1, 2):
        if end.cost + by >= 0:
            words = f"“{end.name}” cost {end.cost} → {end.cost + by}"
            yield "cost", words, (end, "cost", end.cost + by)
    own_limits = [each.of for each in end.limits if each.who != "each opponent"]
    is_limit = "hand" in own_limits and not any(each.times for each in end.limits)
    number = re.fullmatch(r"(\D*)(\d+)(\D*)", end.text.words) if is_limit else None
    for limit in (int(number[2]) - 1, int(number[2]) + 1) if number else ():
        if number and limit:
            text = number.expand(rf"\g<1>{limit}\g<3>")
            words = f"“{end.name}” text “{end.text.words}” → “{text}”"
            yield "hand limit", words, (end, "text", text)


def _between(one: Card, other: Card) -> Iterator[tuple[ChangeKind, str, _Value, _Value]]:
    """Yield the exchanges of a copy, of cards that score alike, and of a point, of equally many."""
    same_score = (one.score, one.flipped.score) == (other.score, other.flipped.score)
    if one.copies > 1 and same_score:
        words = (
            f"“{one.name}” {one.copies} → {one.copies - 1} copies, "
            f"“{other.name}” {other.copies} → {other.copies + 1}"
        )
        copies = (one, "copies", one.copies - 1), (other, "copies", other.copies + 1)
        yield "copies", words, *copies
    for less, more in ((one, other), (one.flipped, other.flipped)):
        if one.copies == other.copies and less.score > 0:
            words = (
                f"“{less.name}” score {less.score} → {less.score - 1}, "
                f"“{more.name}” {more.score} → {more.score + 1}"
            )
            scores = (less, "score", less.score - 1 or "-"), (more, "score", more.score + 1)
            yield "score", words, *scores


def _of_ai_card(seat: int, card: AICard) -> Iterator[SingleChange]:
    """Yield each number changed, items or lines exchanged, and lines left out with those below."""

    def change(
        kind: ChangeKind, words: str, line: AILine, *edits: Edit, beside: Iterable[AILine] = ()
    ) -> SingleChange:
        at = [card.lines.index(each) for each in (line, *beside)]
        touches = frozenset(("line", seat, each) for each in at)
        words = f"{card.jack} AI, {line.printed.title}{words}"
        return SingleChange(kind, card.jack, words, touches, seat=seat, line=at[0], edits=edits)

    for line in card.lines:
        for words, edit in _other_numbers(line.printed.text.words):
            yield change("number", f": {words}", line, edit)
        for one, other in _neighbours(line):
            edits = Edit(one[0], other[1]), Edit(other[0], one[1])
            yield change("list", f": “{other[1]}” before “{one[1]}”", line, *edits)
        if not isinstance(line.meaning.act, ast.PassAct):
            yield change("line", " left out", line, beside=card.below(line))
    for side in (False, True):
        for line, below in pairwise(card.main_lines(side)):
            acts = line.meaning.act, below.meaning.act
            if not any(isinstance(act, ast.PassAct) for act in acts):
                moved = (*card.below(line), below, *card.below(below))
                yield change("order", f" and {below.number} exchanged", line, beside=moved)


def _other_numbers(words: str) -> Iterator[tuple[str, Edit]]:
    """Yield every number of a line changed by one, with what it counts in the number it needs."""
    for match in _NUMBER.finditer(words):
        before, number, plus, upto, noun = match.groups(default="")
        ends = [(match.start("least"), number)]
        ends += [(match.start("most") + 1, upto[1:])] if upto else []
        for (at, end), by in product(ends, (-1, 1)):
            new = int(end) + by
            # Nobody is asked for 0 cards, but cards scoring 0 are spoken of.
            if new > 0 or (new == 0 and before.startswith("scor")):
                new_words = (
                    f"{words[match.start('least') : at]}{new}{words[at + len(end) : match.end()]}"
                )
                if noun and not upto:
                    new_words = f"{new}{plus}{noun}{'s' if plus or new > 1 else ''}"
                again = "the later " if match[0] in words[: match.start()] else ""
                words_of_change = f"{again}“{match[0]}” → “{before} {new_words}”"
                yield words_of_change, Edit((match.start("least"), match.end()), new_words)


def _neighbours(line: AILine) -> Iterator[tuple[tuple[ast.Span, str], tuple[ast.Span, str]]]:
    """Yield each two neighbouring items of a line's lists: where they are printed, and the words.

    Without their quotation marks, which stay where they are.
    """
    words = line.printed.text.words
    for options in lists_of(line.meaning).values():
        spots = []
        for start, end in [option.span for option in options if option.span is not None]:
            inner = words[start:end].strip(_QUOTES + " ")
            at = words.index(inner, start)
            spots.append(((at, at + len(inner)), inner))
        if len(spots) == len(options):
            yield from pairwise(spots)


def go_together(changes: Sequence[SingleChange]) -> bool:
    """Return whether no two of these changes touch the same thing."""
    return len(frozenset[object]().union(*(change.touches for change in changes))) == sum(
        len(change.touches) for change in changes
    )


def with_changes(run: Run, changes: Sequence[SingleChange]) -> Plan:
    """Return the plan of a run with changes that :func:`go_together`.

    Raises :class:`MoonflightError` if an AI card cannot be read after one of several changes; the
    plan itself may still be refused when it is run.
    """
    plan = run.plan
    typed = tuple(words for change in changes for words in change.cards)
    files = {file.name: file for file in plan.ai_files}
    for seat, card in run.by_ai_cards:
        mine = [change for change in changes if change.of_ai_card and change.seat == seat]
        if mine:
            text = card_with(run, card, mine)
            known = files.get(card.file)
            files[card.file] = TextFile(card.file, text, known.option if known else True)
    return replace(plan, changes=(*plan.changes, *typed), ai_files=tuple(files.values()))


def card_with(run: Run, card: AICard, changes: Sequence[SingleChange]) -> str:
    """Return the text of an AI-card file with changes to its lines that :func:`go_together`.

    Raises :class:`MoonflightError` if it cannot be read after one of several changes.
    """
    text, now = card.document.text, card
    # Lines keep their index until one above is left out.
    for each in sorted(changes, key=lambda each: (each.kind == "line", -each.line)):
        if text != card.document.text:
            now = read_ai_card(TextFile(card.file, text).document(), run.catalogue)
        line, gone = now.lines[each.line], each.kind == "line"
        if each.kind == "order":
            text = with_lines_exchanged(text, now, line)
        else:
            reworded = {line.printed.title: [Rewording(each.edits, gone=gone)]}
            text = with_lines(text, now, reworded)
    return text


def with_comment(text: str, changes: Sequence[SingleChange]) -> str:
    """Return the text of a file, below a comment that names the changes in it if there are any."""
    labels = "".join(f"#   {change.label}\n" for change in changes)
    return f"# Changed from what the comments below describe:\n{labels}{text}" if labels else text


def write_changes(run: Run, changes: Sequence[SingleChange], folder: Path) -> Plan:
    """Write the suits and AI cards with changes into a new folder, and return the plan with them.

    Raises :class:`UsageError` for a folder that exists, and :class:`MoonflightError` for a file
    that cannot be written.
    """
    plan, changed = run.plan, with_changes(run, changes)
    make_new_folder(folder)

    def file_written(name: str, text: str) -> TextFile:
        path = folder / f"{plain(name).replace(' ', '_')}.yaml"
        file = TextFile(str(path), with_comment(text, changes))
        write_file(path, file.text)
        return file

    suits = {
        jack_of(now): file_written(jack_of(now), now.text)
        for was, now in zip(card_documents(plan), card_documents(changed), strict=True)
        if was.text != now.text
    }
    jacks = {card.file: card.jack for _, card in run.by_ai_cards}
    cards = [
        file if file in plan.ai_files else file_written(f"{jacks[file.name]} ai", file.text)
        for file in changed.ai_files
    ]
    others = [
        words
        for words in plan.changes
        if run.catalogue.either_end(read_change(words).name)[0].suit not in suits
    ]
    revised = (*plan.revised, *suits.values())
    return replace(plan, revised=revised, changes=tuple(others), ai_files=tuple(cards))
