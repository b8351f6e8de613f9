"""An AI card in the making: every line read on its own, collecting all errors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from itertools import groupby
from typing import cast

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import (
    KNOWN_JACK,
    NO_LINE,
    AICard,
    AICardFile,
    AILine,
    CannotFollow,
    decisions_of,
    read_line,
)
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.how_to_read import BOX_TITLE, Convention, convention_of
from moonflight_solo.ai_cards.layout import Layout, MisplacedWords, NumberedLine, laid_out
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.ai_cards.reset_lines import ResetLines
from moonflight_solo.check.finding import (
    AlternativeReading,
    Finding,
    TitledText,
    finding,
    name_findings,
    not_read,
    several_readings,
    standard_finding,
)
from moonflight_solo.check.fix.writing import in_style_of
from moonflight_solo.documents import Document, convert
from moonflight_solo.rules.catalogue import UnknownName
from moonflight_solo.rules.rulings import Ruling
from moonflight_solo.values import IdentityValue
from moonflight_solo.wording import ast
from moonflight_solo.wording.disambiguation import Ambiguous, Reading, RulingMismatch, WordRuling
from moonflight_solo.wording.english import english
from moonflight_solo.wording.text import Text, WordingError, one_line, text_at


@dataclass(slots=True, eq=False)
class DraftLine:
    """A printed line, its parse (``None`` if not understood), and its findings.

    A line with several meanings and no ruling is ``ambiguous``, and parsed as the first of them.
    """

    printed: NumberedLine
    line: AILine | None = None
    ambiguous: bool = False
    findings: list[Finding] = field(default_factory=list)


class Draft(IdentityValue):
    """A parsed AI-card file: its lines, and ``findings`` on everything that is not a line.

    ``card`` has the lines that can be followed, so it is the whole AI card if nothing is wrong; it
    is ``None`` if its Jack is unknown.
    """

    file: str
    jack: str
    title: str
    lines: tuple[DraftLine, ...]
    rulings: tuple[Ruling, ...]
    card: AICard | None
    findings: tuple[Finding, ...]


def draft_of(document: Document, basis: Basis) -> Draft:
    """Parse an AI-card file as far as possible, collecting everything wrong with its words.

    Raises :class:`DataError` only for a file that does not have the format of an AI card.
    """
    file = convert(document, AICardFile)
    wrong: list[MisplacedWords] = []
    layout = laid_out(text_at(document, "card"), wrong.append)
    findings = [*_of_layout(layout, wrong, document), *_of_rulings(file, document, layout.lines)]
    decisions = decisions_of(file, document)
    box = tuple(_conventions(layout.box, findings))
    every = basis.names.cards_for(basis.names.suits)
    names = {end.name for card in every for end in (card, card.flipped)}
    lines = tuple(_read_draft_line(line, file, decisions, box, names) for line in layout.lines)
    jack, card, rulings = "", None, tuple(file.rulings)
    try:
        jack = basis.names.jack(file.jack)
    except UnknownName as error:
        name = TitledText(text_at(document, "jack"), "jack")
        findings.append(finding("unknown-name", name, str(error), KNOWN_JACK))
    title = file.title or (f"{jack} AI" if jack else "")
    if jack:
        without_lines = AICard(jack, title, file.card, (), rulings, (), document, box)
        card = _follow(without_lines, lines, basis)
    return Draft(document.file, jack, title, lines, rulings, card, tuple(findings))


def _conventions(box: Sequence[Text], findings: list[Finding]) -> Iterator[Convention]:
    """Yield what each sentence of the box HOW TO READ answers; what is wrong is a finding."""
    done: dict[str, Convention] = {}
    for text in box:
        on = TitledText(text, BOX_TITLE)
        try:
            convention = convention_of(text)
        except WordingError as error:
            findings.append(not_read(on, error))
            continue
        twice = next((done[ruling] for ruling, _ in convention.answers if ruling in done), None)
        if twice is not None:
            other = one_line(twice.text.words)
            findings.append(standard_finding("ruling-twice", on, case="box", other=other))
            continue
        done.update(dict.fromkeys((ruling for ruling, _ in convention.answers), convention))
        yield convention


def _of_layout(
    layout: Layout, wrong: Sequence[MisplacedWords], document: Document
) -> Iterator[Finding]:
    """Yield what is wrong with the headings and numbers of a card."""
    # Lines before the first heading are one error, however many there are.
    for _, (error, *_) in groupby(wrong, key=lambda each: each.remedy):
        yield finding("bad-layout", TitledText(error.text), error.problem, error.remedy)
    if not any(line.section == "action" for line in layout.lines):
        block = text_at(document, "card")
        end = len(block.words.partition("\n")[0])
        yield finding("bad-layout", TitledText(block), *NO_LINE, (0, end))


# ---------------------------------------------------------------------- reading the words


def _read_draft_line(
    line: NumberedLine,
    file: AICardFile,
    decisions: Mapping[str, WordRuling],
    box: tuple[Convention, ...],
    names: Iterable[str],
) -> DraftLine:
    """Read a line; what is wrong with its words, or with the ruling on them, is a finding."""
    decision = decisions.get(one_line(line.text.words))
    try:
        return DraftLine(line, read_line(line, file, decisions, box))
    except WordingError as error:
        of_ruling = isinstance(error, RulingMismatch) or error.text is not line.text
        if decision is not None and of_ruling:
            return DraftLine(line, findings=[_misread(line, decision, error)])
        if not isinstance(error, Ambiguous):
            bare = _bare_name(line, error, names)
            return DraftLine(line, findings=[bare or not_read(line, error)])
        first, *others = cast("tuple[ast.Line, ...]", error.found)
        reading = Reading(line.text, first, others=tuple(others))
        return DraftLine(line, AILine(line, reading, ()), True, [several_readings(line, error)])


def _bare_name(line: NumberedLine, error: WordingError, names: Iterable[str]) -> Finding | None:
    """Return the finding that a line was not understood at a card's name without its marks."""
    words = line.text.words
    here = [
        x for x in names if re.match(rf"{re.escape(x)}s?\b", words[error.start :], re.IGNORECASE)
    ]
    if error.nearest or "is not understood" not in error.problem or not here:
        return None  # "coin" is a word of the vocabulary, too
    name = max(here, key=len)
    problem, span = "the name of a card stands in quotation marks", error.start + len(name)
    return finding("not-read", line, problem, f"write “{name}”", (error.start, span))


def _misread(line: NumberedLine, decision: WordRuling, error: WordingError) -> Finding:
    """Return the finding that a ruling reads a line as something that it cannot mean."""
    meanings = error.found if isinstance(error, RulingMismatch | Ambiguous) else ()
    misfit = isinstance(error, RulingMismatch)
    case = "otherwise" if misfit else "ambiguous" if meanings else "not-read"
    return standard_finding(
        "ruling-misfit",
        line,
        case=case,
        ruling=decision.id,
        problem=error.problem,
        readings=tuple(AlternativeReading(english(meaning)) for meaning in meanings),
    )


# ------------------------------------------------------------------- names, and following


def _follow(card: AICard, lines: Sequence[DraftLine], basis: Basis) -> AICard:
    """Return ``card`` with the lines that can be followed; add findings to the others.

    A subline gets none if the fault is its main line's, which has its own.
    """
    drafts = {each.line: each for each in lines if each.line and not _names_unknown(each, basis)}
    readable = replace(card, lines=tuple(drafts))
    followed = []
    for line, draft in drafts.items():
        at = draft.printed
        main = [each for each in readable.side(at.turned) if each.number == at.parent][:1]
        if at.parent and (not main or _why_not(card, main, basis)):
            continue
        error = _why_not(card, [*main, line], basis)
        if error is not None:
            ways = (way for way in _other_ways(line) if not _why_not(card, [*main, way], basis))
            remedy = next((_instead(way, line) for way in ways), "")
            draft.findings.append(finding("cannot-follow", at, error.reason, remedy))
        elif not draft.ambiguous:
            followed.append(line)
    return replace(card, lines=tuple(followed))


def _names_unknown(draft: DraftLine, basis: Basis) -> bool:
    """Return whether a line that was read names what does not exist, which becomes its finding."""
    assert draft.line is not None
    at = draft.printed
    names = name_findings(at, draft.line.meaning, at.turned, basis.names)
    unknown = [each for each in names if each.code == "unknown-name"]
    draft.findings += unknown
    return bool(unknown)


def _why_not(card: AICard, lines: Sequence[AILine], basis: Basis) -> CannotFollow | None:
    """Return why these lines of one side cannot be followed by themselves, ``None`` if they can."""
    alone, turned = replace(card, lines=tuple(lines)), lines[0].printed.turned
    try:
        compile_side(alone, turned, basis)
        ResetLines(alone, turned, basis)
    except CannotFollow as error:
        return error
    return None


def _instead(other: AILine, line: AILine) -> str:
    """Return the advice to print another line that can be followed, and what it leaves out."""
    words = in_style_of(english(other.meaning), line.words)
    act = other.meaning.act
    if isinstance(act, ast.SpendAct) and act.purpose is None:
        return f"it can be followed without the effect it Spends for: “{words}”"
    if isinstance(act, ast.PlayAct) and act.cards == getattr(line.meaning.act, "cards", None):
        return f"it can be followed without its target: “{words}”"
    return f"write “{words}”"


def _other_ways(line: AILine) -> Iterator[AILine]:
    """Yield a line that plays one card or says where cards lie, then one without its target or its
    purpose.
    """
    act, reading = line.meaning.act, line.reading
    ways: list[ast.AnyAct] = []
    if isinstance(act, ast.PlayAct):
        one = tuple(replace(each, number=None) for each in act.cards.options)
        ways.append(replace(act, cards=replace(act.cards, options=one)))
    if isinstance(act, ast.PlayAct) and act.target is not None:
        ways.append(replace(act, target=None))
    if isinstance(act, ast.SpendAct) and act.purpose is not None:
        for zones in (("hand",), ("in play",), ("hand", "in play")):
            ways.append(replace(act, purpose=_with_place(act.purpose, ast.Place(zones))))
        ways.append(replace(act, purpose=None))
    for way in ways:
        yield replace(line, reading=replace(reading, meaning=replace(line.meaning, act=way)))


def _with_place(purpose: ast.Effect, place: ast.Place) -> ast.Effect:
    """Return what a Spend is for, with a place for cards that are not said to lie anywhere."""
    if not isinstance(purpose, ast.Instruct) or purpose.cards.place is not None:
        return purpose
    return replace(purpose, cards=replace(purpose.cards, place=place))


# --------------------------------------------------------------------------- stale rulings


def _of_rulings(
    file: AICardFile, document: Document, lines: Sequence[NumberedLine]
) -> Iterator[Finding]:
    """Yield each ruling whose words are on no line, and each with a duplicate id."""
    standing = {one_line(line.text.words): line for line in lines}
    for index, ruling in enumerate(file.rulings):
        words = one_line(ruling.words)
        if words and words not in standing:
            text, span, but = text_at(document, "rulings", index, "words"), None, ""
            for nearest in get_close_matches(words, standing, 1, 0.6):
                but = f' any more; {standing[nearest].title} is nearest, and says "{nearest}"'
                span = _other_words(text, nearest)
            on = TitledText(text, ruling.id)
            yield standard_finding("stale-ruling", on, span, ruling=ruling.id, nearest=but)
        if ruling.id in (each.id for each in file.rulings[:index]):
            on = TitledText(text_at(document, "rulings", index, "id"), ruling.id)
            yield standard_finding("ruling-twice", on, ruling=ruling.id)


def _other_words(text: Text, standing: str) -> tuple[int, int]:
    """Return the span of the words of ``text`` that differ from ``standing``."""
    matches = list(re.finditer(r"\S+", text.words))
    old, new = [match[0] for match in matches], standing.split()
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    last = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    if first == len(old):
        first -= 1  # words have been added at the end
    return matches[first].start(), matches[max(first, len(old) - 1 - last)].end()
