"""Findings of the wording check, with their places, tables and codes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import msgspec

from moonflight_solo.check.fix.writing import said_alone
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.errors import UsageError, with_capital
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.scenario import Scenario
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Span
from moonflight_solo.wording.disambiguation import Ambiguous
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.text import Text, WordingError, as_sentence
from moonflight_solo.wording.walk import nodes_of

if TYPE_CHECKING:  # who checks cards needs no AI card
    from moonflight_solo.ai_cards.layout import NumberedLine

Severity = Literal["error", "warning", "note"]


class TitledText(NamedTuple):
    """A sentence that is not a line of an AI card."""

    text: Text
    title: str = ""


PrintedSentence: TypeAlias = "NumberedLine | TitledText"
"""A printed sentence with a title, such as a line of an AI card."""


class AlternativeReading(Value):
    """One of several readings, and what it does on the finding's table.

    ``outline`` shows its structure by indentation, one row each (see :func:`outline`). ``write`` is
    a sentence that has this reading alone, "" if none is known.
    """

    says: str
    does: str = ""
    in_force: bool = False
    outline: tuple[str, ...] = ()
    write: str = ""


class Price(Value):
    """The effect of another way to follow a card, measured in the same games played both ways.

    ``way`` names it and ``means`` describes it. ``otherwise`` is the share of ``games`` with a
    different result; ``wins`` the difference in the card's share of wins, with its 95% interval
    ``low`` to ``high``.
    """

    way: str
    means: str
    games: int
    otherwise: float
    wins: float
    low: float
    high: float

    @property
    def damage(self) -> tuple[float, float]:
        """The sort key: the share of wins it surely moves, then the share of games it changes."""
        return max(0.0, self.low, -self.high), self.otherwise


class Finding(Value):
    """One finding about a wording.

    ``code`` is explained in ``guide/findings.yaml``. ``text`` is the printed sentence, ``start``
    and ``end`` the offsets of the words at fault in it, and ``line`` its title ("post-Turn 1").
    ``because`` says in one sentence what is wrong, ``remedy`` how to word it instead ("" if nothing
    need be changed), and ``instead`` the words for that alone, where it is a name or a whole line.
    ``table`` is the smallest table that shows it, and ``readings`` what each reading does there.
    ``certainty`` says how a claim about all tables is known: "proved", or "not seen in 500 games".
    ``prices`` are those of other ways to follow the words.
    """

    code: str
    severity: Severity
    text: Text
    start: int
    end: int
    line: str
    because: str
    remedy: str = ""
    ruling: str = ""
    instead: str = ""
    table: Scenario | None = None
    readings: tuple[AlternativeReading, ...] = ()
    certainty: str = ""
    prices: tuple[Price, ...] = ()

    @property
    def weight(self) -> int:
        """The sort key: errors, then effects on play, then wording."""
        return codes()[self.code].weighs

    @property
    def words(self) -> str:
        """The words at fault."""
        return " ".join(self.text.words[self.start : self.end].split())

    @property
    def sentence(self) -> str:
        """The whole sentence."""
        return self.text.words

    @property
    def place(self) -> str:
        """File, line and column of the words at fault."""
        return self.text.place(self.start)


def finding(
    code: str,
    on: PrintedSentence,
    because: str,
    remedy: str = "",
    span: Span | None = None,
    **more: Any,
) -> Finding:
    """Create a finding on the words at ``span`` of a sentence, or on all of it.

    ``because`` and ``remedy`` are turned into sentences; ``more`` sets the other fields.
    """
    start, end = span or (0, len(on.text.words))
    because, remedy = (as_sentence(with_capital(words.strip())) for words in (because, remedy))
    severity = codes()[code].severity
    return Finding(code, severity, on.text, start, end, on.title, because, remedy, **more)


def standard_finding(
    code: str, on: PrintedSentence, span: Span | None = None, *, case: str = "", **more: Any
) -> Finding:
    """Create a finding in the words of its code, filled in with ``more``.

    ``case`` says which words, where there are several. What of ``more`` is named like a field of
    the finding, such as a ruling, also sets that.
    """
    says = codes()[code].says
    words = says[case] if case else next(iter(says.values()))
    because, remedy = words.because.format(**more), words.remedy.format(**more)
    more = {"ruling": words.ruling, **more}
    fields = {name: more[name] for name in Finding.__struct_fields__ if name in more}
    return finding(code, on, because, remedy, span, **fields)


# ---------------------------------------------------------------------------------- codes


class Example(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A small AI card, or a card text, as in a user's file.

    ``card`` holds the lines of an AI card with their headings, ``jack`` is its Jack and ``rulings``
    are those in its file; ``text`` is a card text instead.
    """

    jack: str = ""
    card: str = ""
    text: str = ""
    rulings: list[dict[str, str]] = []


class FindingWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a finding says, with places in {braces} for what differs from one to the next.

    ``remedy`` is "" if the general advice will do; ``ruling`` is the one that fills a gap.
    """

    because: str
    remedy: str = ""
    ruling: str = ""


class FindingCode(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A code: what it means, why it matters, and examples with and without it.

    ``remedy`` is general advice, for findings without a better one. ``says`` has the words of its
    findings, by case, unless they come from what was refused. ``weight`` is the sort key: up to 39
    for effects on play, up to 59 for wording, then the rest.
    """

    code: str
    severity: Severity
    group: str
    title: str
    why: str
    remedy: str
    before: Example
    after: Example | None = None
    says: dict[str, FindingWords] = {}
    weight: int = 0

    @property
    def weighs(self) -> int:
        """The weight, by default that of the severity."""
        return self.weight or {"error": 0, "warning": 30, "note": 90}[self.severity]


ON_PLAY, ON_WORDING = 39, 59
"""The greatest weights of warnings that affect play, and of those about wording."""


@cache
def codes() -> dict[str, FindingCode]:
    """Return all codes by name, in the order of the file."""
    document = read_document(data_folder("guide") / "findings.yaml")
    return {code.code: code for code in convert(document, dict[str, list[FindingCode]])["codes"]}


def code_named(name: str) -> FindingCode:
    """Return the code called ``name``; raises :class:`UsageError` with the nearest codes or all."""
    query = name.strip().lower().replace("_", "-").replace(" ", "-")
    code = codes().get(query)
    if code is None:
        within = [each for each in codes() if query and query in each]
        near = within or get_close_matches(query, codes(), 3, 0.5)
        which = f"nearest: {', '.join(near)}" if near else f"choose one of: {', '.join(codes())}"
        raise UsageError(f'no finding has the code "{name}"; {which}.')
    return code


# ------------------------------------------------------------------------ findings on a sentence


def not_read(sentence: PrintedSentence, error: WordingError) -> Finding:
    """Return the finding that a sentence is not understood, at the words at fault."""
    remedy = f"nearest understood: {'; '.join(error.nearest)}" if error.nearest else ""
    if error.examples:
        examples = " and ".join(f'"{words}"' for words in error.examples)
        remedy = f"these are understood, for example: {examples}"
    start = min(error.start, max(0, len(sentence.text.words) - 1))
    return finding("not-read", sentence, error.problem, remedy, (start, max(error.end, start + 1)))


def several_readings(on: PrintedSentence, error: Ambiguous) -> Finding:
    """Return the finding that a sentence is ambiguous."""
    case = "text" if isinstance(on, TitledText) else "line"
    readings, number = alternative_readings(error.found, on.text.words), len(error.found)
    return standard_finding("several-readings", on, case=case, readings=readings, number=number)


def alternative_readings(
    meanings: Iterable[ast.Meaning],
    printed: str,
    does: Sequence[str] = (),
    in_force: ast.Meaning | None = None,
) -> tuple[AlternativeReading, ...]:
    """Return the readings of ``printed`` words, with what the first of them do, if that is known.

    ``in_force`` is the one that a ruling chose.
    """
    return tuple(
        AlternativeReading(
            english(meaning),
            deed,
            meaning is in_force,
            outline(meaning),
            said_alone(meaning, printed),
        )
        for meaning, deed in zip(meanings, chain(does, repeat("")), strict=False)
    )


def name_findings(
    sentence: PrintedSentence, meaning: ast.Meaning, turned: bool, catalogue: Catalogue
) -> Iterator[Finding]:
    """Yield an "unknown-name" or a "near-name" for each faulty name in a sentence, once each."""
    names = sorted(nodes_of(meaning, ast.Name), key=lambda name: name.span or (0, 0))
    for name in dict.fromkeys(names):
        of_suit = isinstance(name, ast.SuitName)
        start, end = name.span or (0, len(sentence.text.words))
        # A card's name is in quotation marks, which are not part of it.
        span = (start, end) if of_suit or name.span is None else (start + 1, end - 1)
        try:
            name_meant = catalogue.suit(name) if of_suit else catalogue.card(name, turned).name
        except UnknownName as error:
            yield finding("unknown-name", sentence, str(error), "fix the name", span)
            continue
        printed, written = name.replace("’", "'"), name_meant.replace("’", "'")
        if of_suit:
            printed = printed.removesuffix("'s").removesuffix("'")
            name_meant += "'" if name_meant.endswith("s") else "'s"
        if printed != written:
            yield standard_finding("near-name", sentence, span, name=name, instead=name_meant)


# ----------------------------------------------------------------------------------- outlines

_STEP = "  "


def outline(meaning: ast.Meaning) -> tuple[str, ...]:
    """Return a line's meaning in rows: its conditions, indented by group, then its act."""
    if not isinstance(meaning, ast.Line) or meaning.condition is None:
        return (english(meaning),)
    condition = meaning.condition
    if not isinstance(condition, ast.All | ast.Either):
        return (f"If {say(condition)}:", _STEP + say(meaning.act))
    which = "all of these hold" if isinstance(condition, ast.All) else "one of these holds"
    return (f"If {which}:", *_rows(condition, 1), f"then {say(meaning.act)}")


def _rows(group: ast.All | ast.Either, depth: int) -> Iterator[str]:
    """Yield a row for each part of a group, below it those of a part that is itself a group."""
    for part in group.parts:
        if isinstance(part, ast.All | ast.Either):
            yield f"{_STEP * depth}{'all of' if isinstance(part, ast.All) else 'one of'}:"
            yield from _rows(part, depth + 1)
        else:
            yield f"{_STEP * depth}{say(part)}"
