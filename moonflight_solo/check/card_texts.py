"""The wording check for card files: how every text is read, and everything wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

from msgspec.structs import replace

from moonflight_solo.check.card_gaps import card_gaps
from moonflight_solo.check.finding import (
    Finding,
    TitledText,
    finding,
    name_findings,
    not_read,
    several_readings,
    standard_finding,
)
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import Document, SourcePlace, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, compile_end, jack_of
from moonflight_solo.rules.editions import Edition, edition_named
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import HAND_LIMIT, RETAIN_LIMIT, Card
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.disambiguation import Ambiguous
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.text import Text, WordingError, one_line
from moonflight_solo.wording.walk import every_node, nodes_of

PartKind = Literal["when played", "ability", "trigger", "limit", "protection", "change"]


class Part(Value):
    """One thing a text does: its kind, and what it says."""

    kind: PartKind
    says: str


class CheckedText(Value):
    """The text of one end of a card; ``reads`` is its meaning, "" if it is not understood."""

    card: str
    turned: bool
    text: Text
    reads: str
    parts: tuple[Part, ...]
    findings: tuple[Finding, ...]


class CheckedFile(Value):
    """A checked card file: its suit or group, its texts, and findings on the file itself."""

    file: str
    title: str
    texts: tuple[CheckedText, ...]
    findings: tuple[Finding, ...]

    def every(self) -> Iterator[Finding]:
        """Yield the findings on the file and on each of its texts."""
        yield from self.findings
        for text in self.texts:
            yield from text.findings


def check_card_files(
    files: Sequence[Path], edition: str = "prototype", beside: Sequence[Path] = ()
) -> tuple[CheckedFile, ...]:
    """Check card files, which may name one another's cards.

    The built-in cards and those in the files ``beside`` are known too, except suits or groups that
    are among ``files``. Problems with cards are findings; only an unknown ``edition`` raises.
    """
    documents = {path: _read_or_error(path) for path in files}
    titles = {_title(document) for document in documents.values() if isinstance(document, Document)}
    others = [*_printed_documents(), *(_read_or_error(path) for path in beside)]
    added = [each for each in others if isinstance(each, Document) and _title(each) not in titles]
    cards = _LenientCatalogue(edition_named(edition), added)
    # All files are loaded before any text is checked, because they may name one another's cards.
    loaded = [(path, _title(each), *cards.load(each)) for path, each in documents.items()]
    return tuple(
        CheckedFile(
            str(path),
            title,
            _consistent([_check(card, cards) for card in ends]),
            tuple(_of_file(path, error) for error in errors),
        )
        for path, title, ends, errors in loaded
    )


@cache
def _printed_documents() -> tuple[Document, ...]:
    return tuple(read_document(path) for path in data_files("cards"))


def _read_or_error(path: Path) -> Document | DataError:
    """Return the document in a file, or the error that it cannot be read."""
    try:
        return read_document(path)
    except DataError as error:
        return error


def _title(document: Document | DataError) -> str:
    """Return the suit or group of a card file, else its name; "" if it cannot be read."""
    if isinstance(document, DataError):
        return ""
    return str(jack_of(document) or document.fields.get("group") or document.file)


# ------------------------------------------------------------------------- reading a file


class _LenientCatalogue(Catalogue):
    """A catalogue that collects errors instead of stopping at the first."""

    def __init__(self, edition: Edition, documents: Iterable[Document]) -> None:
        super().__init__(edition, ())
        self._errors: list[DataError] = []
        for document in documents:
            self.load(document)

    def wrong(self, error: DataError) -> None:
        """Collect an error in a card file."""
        self._errors.append(error)

    def load(self, document: Document | DataError) -> tuple[list[Card], list[DataError]]:
        """Add a file as far as it can be read; return the ends of its cards, and its errors."""
        if isinstance(document, DataError):
            return [], [document]
        self._errors = []
        ends: list[Card] = []
        try:
            ends = self.add(document)
        except DataError as error:
            self.wrong(error)
        return ends, self._errors


def _of_file(path: Path, error: DataError) -> Finding:
    """Return the finding of an error in a file, at its start if the error has no place."""
    place = error.place
    spot = (0, place.line, place.column) if isinstance(place, SourcePlace) else (0, 1, 1)
    text = Text("", str(path), (spot,))
    return finding("bad-layout", TitledText(text), error.problem, error.remedy)


# -------------------------------------------------------------------------- checking a text


def _check(card: Card, cards: Catalogue) -> CheckedText:
    """Check one end, compiling its text in a fresh card so that it can be repeated."""
    fresh = Card(card.name, suit=card.suit, turned=card.turned, text=card.text)
    on = TitledText(card.text, card.name)
    problem: Exception | None = None

    def refused(why: Finding) -> CheckedText:
        return CheckedText(card.name, card.turned, card.text, "", (), (why,))

    try:
        compile_end(fresh, cards)
    except Ambiguous as error:
        return refused(several_readings(on, error))
    except WordingError as error:
        return refused(not_read(on, error))
    except (UnknownName, CannotDo) as error:
        problem = error
    findings = list(name_findings(on, fresh.meaning, card.turned, cards))
    if problem is None:
        findings += [*_needless_parts(on, fresh.meaning), *card_gaps(on, fresh.meaning)]
    elif isinstance(problem, CannotDo) or not findings:
        remedy = "say it as the rulebook's keywords allow"
        findings.append(finding("cannot-follow", on, str(problem), remedy))
    effects = fresh.meaning.effects
    parts = tuple(
        Part(_KINDS.get(type(effect), "when played"), english(ast.CardText((effect,))))
        for effect in effects
    )
    reads = english(fresh.meaning) if effects else ""
    return CheckedText(card.name, card.turned, card.text, reads, parts, tuple(findings))


_KINDS: dict[type, PartKind] = {
    ast.SpendAbility: "ability",
    ast.When: "trigger",
    ast.Limit: "limit",
    ast.Protection: "protection",
    ast.Prohibition: "change",
    ast.PriceChange: "change",
}
"""The kinds of effects that are in force, or can be used, while the card is in play."""


def _needless_parts(on: TitledText, meaning: ast.CardText) -> Iterator[Finding]:
    """Yield a warning for each part of a text that never makes a difference."""
    # One of several ways to choose may leave the cards where they are.
    ways = (way for choose in nodes_of(meaning, ast.Choose) for way in choose.ways)
    choices = {effect for way in ways for effect in way}
    for part in every_node(meaning):
        if isinstance(part, ast.If) and any(map(_always, facts(part.condition))):
            yield standard_finding("always-true", on, case="text", words=say(part.condition))
        elif isinstance(part, ast.Limit) and part.change == 0:
            yield standard_finding("does-nothing", on, case="limit")
        elif isinstance(part, ast.Limit) and part.change < -_LIMITS[part.of]:
            begin = _LIMITS[part.of]
            yield standard_finding("does-nothing", on, case="below", limit=part.of, begin=begin)
        elif isinstance(part, ast.Instruct | ast.Gain) and _amount(part) == 0:
            yield standard_finding("does-nothing", on, words=say(part))
        elif isinstance(part, ast.Instruct) and _stays(part) and part not in choices:
            words = on.text.words[slice(*part.span or (0, len(on.text.words)))]
            yield standard_finding("redundant-phrase", on, case="text", words=words)


_LIMITS = {"hand": HAND_LIMIT, "retain": RETAIN_LIMIT}


def _always(fact: ast.Condition) -> bool:
    """Return whether a count allows any number: "0+ cards"."""
    if isinstance(fact, ast.Has) and fact.total not in (None, ast.Range(0)):
        return False
    return isinstance(fact, ast.Has | ast.Coins | ast.EmptyStacks) and fact.count == ast.Range(0)


def _amount(effect: ast.Instruct | ast.Gain) -> object:
    """Return the number of cards or coin tokens, or the one that is multiplied by a count."""
    amount = effect.amount if isinstance(effect, ast.Gain) else effect.cards.number
    return amount.number if isinstance(amount, ast.Per) else amount


def _stays(effect: ast.Instruct) -> bool:
    """Return whether the cards stay where they are; a Target card moves to the top of its Stack."""
    place, goes_to = effect.cards.place, effect.destination
    if place is None or effect.onto is not None:
        return False
    if goes_to is None:
        return place.zones == (KEYWORDS[effect.verb].goes_to,) and not effect.cards.targeted
    same_owner = goes_to.owner == place.owner or goes_to.owner == "its"
    return place.top and not goes_to.bottom and goes_to.zones == place.zones and same_owner


# --------------------------------------------------------------------------- consistency


def _consistent(texts: Sequence[CheckedText]) -> tuple[CheckedText, ...]:
    """Add a warning to each text that says the same as an earlier one in other words."""
    first: dict[str, CheckedText] = {}
    texts_with_warnings = []
    for checked in texts:
        before = first.setdefault(checked.reads, checked) if checked.reads else checked
        if _plainly(before.text) != _plainly(checked.text):
            on = TitledText(checked.text, checked.card)
            more: dict[str, Any] = {"other": before.card, "words": one_line(before.text.words)}
            warning = standard_finding("two-wordings", on, case="text", **more)
            checked = replace(checked, findings=(*checked.findings, warning))
        texts_with_warnings.append(checked)
    return tuple(texts_with_warnings)


def _plainly(text: Text) -> str:
    return one_line(text.words).casefold().rstrip(". ")
