"""Whether an AI card says the same things in the same words: names, phrases, capitals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.check.finding import Finding
from moonflight_solo.check.names import names_in, span_of_name
from moonflight_solo.check.slots.printing import Span, Unit, printing_of
from moonflight_solo.check.stale import title_of
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical, facts
from moonflight_solo.wording.english import say
from moonflight_solo.wording.parsing import Start

_JOINING = re.compile(r"\b(and|or)\b", re.IGNORECASE)
_NAMED = re.compile(
    r'["“”][^"“”]*["“”]|(?:Jack [Oo][’\'] )?[A-Z]\w*(?: and [A-Z]\w*)?[’\']?s? suit'
)
_LIST = re.compile(r"“”(?:(?:\s*(?:,|/|\bor\b|\band\b))+\s*“”)+", re.IGNORECASE)
# Words without which a phrase says the same.
_SMALL = re.compile(r"\b(?:the|an?|your|there|is|are|any|you|have)\b|[,.]")


@dataclass(frozen=True, slots=True)
class Said:
    """Some words of a line that mean something together."""

    card: str
    line: AILine
    unit: Unit

    @property
    def words(self) -> str:
        """The words as printed."""
        start, end = self.unit.span
        return " ".join(self.line.printed.text.words[start:end].split())


def consistency_findings(
    card: AICard, others: Sequence[AICard], catalogue: Catalogue, rulings: Rulings
) -> list[Finding]:
    """Return what is said on ``card`` in more than one way, in printed order.

    Its lines are those that are settled. ``others`` are the AI cards it is printed beside; only
    what stands on ``card`` is a finding.
    """
    said = list(_said([card, *others]))
    found = [*_near_names(card, catalogue), *_mixed(card)]
    found += _two_wordings(card, said)
    found += _two_meanings(card, said, rulings)
    order = {id(line.printed.text): number for number, line in enumerate(card.lines)}
    return sorted(found, key=lambda each: (order[id(each.text)], each.start, each.code))


def _warning(code: str, line: AILine, span: Span, because: str, remedy: str) -> Finding:
    return Finding(
        code, "warning", line.printed.text, *span, title_of(line.printed), because, remedy
    )


# --------------------------------------------------------------------------------- names


def _near_names(card: AICard, catalogue: Catalogue) -> Iterator[Finding]:
    for line in card.lines:
        for name in dict.fromkeys(names_in(line.meaning)):
            said = name.name.replace("’", "'")
            if name.of_suit:
                meant = catalogue.suit(name.name)
                alike = re.sub(r"'s?$", "", said) == meant
                written = f"{meant}'" if meant.endswith("s") else f"{meant}'s"
            else:
                written = catalogue.card(name.name, line.printed.turned).name
                alike = said == written.replace("’", "'")
            if not alike:
                because = f'"{name.name}" is taken for "{written}", which is spelled otherwise'
                span = span_of_name(line.printed.text, name)
                yield _warning("near-name", line, span, because, f'write "{written}"')


# ------------------------------------------------------------------------------- capitals


def _mixed(card: AICard) -> Iterator[Finding]:
    """Yield each line in which "and" and "or" change their capitals, or have others' not.

    Capitals look as if they grouped a condition, and they do not.
    """
    every = Counter(words.isupper() for line in card.lines for words, _ in _joints(line))
    if len(every) < 2:
        return
    usual = every[True] > every[False]
    for line in card.lines:
        joints = _joints(line)
        odd = [(words, span) for words, span in joints if words.isupper() != usual]
        if not odd:
            continue
        mixed = len({words.isupper() for words, _ in joints}) == 2
        where = "in this line" if mixed else "on this card"
        because = (
            f"capitals of and/or change {where}, and look like a grouping that they do not make"
        )
        other = odd[0][0].lower() if not usual else odd[0][0].upper()
        yield _warning("mixed-connectives", line, odd[0][1], because, f'write "{other}"')


def _joints(line: AILine) -> list[tuple[str, Span]]:
    """Return the words that join, with their places; not those within names."""
    words = _NAMED.sub(lambda match: "_" * len(match[0]), line.printed.text.words)
    return [(match[0], match.span()) for match in _JOINING.finditer(words)]


# -------------------------------------------------------------------------------- phrases


def _said(cards: Iterable[AICard]) -> Iterator[Said]:
    for card in cards:
        for line in card.lines:
            start: Start = "line" if line.printed.section == "action" else "reset_line"
            printing = printing_of(line.printed.text, start, line.meaning)
            for unit in printing.units:
                if _is_phrase(unit):
                    yield Said(card.title, line, unit)


_QUALITIES = frozenset(
    {"extreme", "starter", "scoring", "measured", "scoring_range", "of_suit", "available"}
)
_NAMES_SOMEWHERE = frozenset({"hand_contains", "names_at", "all_names_at"})


def _is_phrase(unit: Unit) -> bool:
    """Return whether a unit says one thing that could be said otherwise: a fact or a quality."""
    means = unit.means
    if isinstance(means, ast.Has | ast.Coins | ast.EmptyStacks):
        return unit.rule != "name"
    if isinstance(means, ast.All | ast.Either):
        one = len({_shape(fact) for fact in facts(means)}) == 1
        return one and unit.rule in _NAMES_SOMEWHERE
    return unit.rule in _QUALITIES


def _shape(part: Any) -> Hashable:
    """Return what a phrase means but for its numbers and names, which differ anyway."""
    if isinstance(part, ast.All | ast.Either):
        return _shape(facts(part)[0])
    if isinstance(part, ast.Range):
        return "range", part.most is None, part.least == 0, part.least == part.most, part.bare
    if isinstance(part, ast.Suit):
        return "suit", part.whose
    if isinstance(part, ast.Cards):
        names = "named" if part.names else "", "not" if part.but_not else ""
        values = [
            getattr(part, slot.name)
            for slot in fields(part)
            if slot.name not in ("names", "but_not", "number")
        ]
        return "cards", *names, *map(_shape, values)
    if isinstance(part, tuple):
        return tuple(map(_shape, part))
    if is_dataclass(part) and not isinstance(part, type):
        return type(part).__name__, *(_shape(getattr(part, f.name)) for f in fields(part))
    return part if isinstance(part, Hashable) else repr(part)


def _plainly(words: str) -> str:
    """Return words without what makes no difference: names, numbers, plurals, capitals."""
    words = _LIST.sub("“”", _NAMED.sub("“”", words))
    words = re.sub(r"\d+", "#", words.lower())
    words = re.sub(r"\b(card|token|stack)(?:s|\(s\))", r"\1", words)
    return " ".join(_SMALL.sub(" ", words).split())


def _two_wordings(card: AICard, said: Sequence[Said]) -> list[Finding]:
    """Return a warning for the first place of each phrase that is worded otherwise elsewhere."""
    ways: dict[Hashable, dict[str, list[Said]]] = {}
    for each in said:
        ways.setdefault(_shape(each.unit.means), {}).setdefault(_plainly(each.words), []).append(
            each
        )
    found: list[Finding] = []
    for wordings in ways.values():
        if len(wordings) < 2:
            continue
        best = _clearest(wordings)
        for plain, places in wordings.items():
            here = [each for each in places if each.line in card.lines]
            if here and plain != best:
                other = next((e for e in wordings[best] if e.line in card.lines), wordings[best][0])
                found.append(_worded(here[0], other))
    return [each for each in found if not _covers_another(each, found)]


def _clearest(wordings: dict[str, list[Said]]) -> str:
    """Return the wording nearest to canonical English, else the one said most often."""
    for plain, places in wordings.items():
        means = places[0].unit.means
        if (
            not isinstance(means, ast.All | ast.Either)
            and f" {plain} " in f" {_plainly(say(means))} "
        ):
            return plain
    return max(wordings, key=lambda plain: (len(wordings[plain]), plain))


def _worded(here: Said, other: Said) -> Finding:
    of = "" if other.card == here.card else f" of {other.card}"
    because = f'{title_of(other.line.printed)}{of} says "{other.words}" for the same'
    remedy = f'say it in one way everywhere, as in "{other.words}"'
    return _warning("two-wordings", here.line, here.unit.span, because, remedy)


def _covers_another(finding: Finding, found: Sequence[Finding]) -> bool:
    return any(
        other.text is finding.text
        and (finding.start, finding.end) != (other.start, other.end)
        and finding.start <= other.start
        and other.end <= finding.end
        for other in found
    )


# ------------------------------------------------------------------- the same words, not alike


def _two_meanings(card: AICard, said: Sequence[Said], rulings: Rulings) -> Iterator[Finding]:
    """Yield the lines whose condition is grouped otherwise than one with the same and/or."""
    yield from _groupings(card)
    yield from _numbers(card, said, rulings)


def _groupings(card: AICard) -> Iterator[Finding]:
    first: dict[str, tuple[AILine, Hashable]] = {}
    for line in card.lines:
        condition = line.meaning.condition
        joints = _joints(line)
        if not isinstance(condition, ast.All | ast.Either) or len(joints) < 2:
            continue
        if "(" in line.printed.text.words:
            continue  # the groups are shown
        joined = " ".join(words.lower() for words, _ in joints)
        grouped = canonical(_lettered(condition))
        other, meant = first.setdefault(joined, (line, grouped))
        if meant != grouped:
            because = (
                f'{title_of(other.printed)} has the same "{joined}", and its condition is '
                "grouped otherwise"
            )
            span = joints[0][1][0], joints[-1][1][1]
            remedy = "show the groups with round brackets, on both lines"
            yield _warning("one-wording-two-meanings", line, span, because, remedy)


def _lettered(condition: ast.Condition) -> ast.Condition:
    """Return a condition with its facts numbered in the order they are said in."""
    numbers = {fact: number for number, fact in enumerate(facts(condition))}

    def lettered(part: ast.Condition) -> ast.Condition:
        if isinstance(part, ast.All | ast.Either):
            return replace(part, parts=tuple(map(lettered, part.parts)))
        return ast.Played(str(numbers[part]))

    return lettered(condition)


def _numbers(card: AICard, said: Sequence[Said], rulings: Rulings) -> Iterator[Finding]:
    """Yield a number of cards that means at least, where one of a score means exactly."""
    if rulings.choice("A-exact") == "exactly":
        return
    exact = [
        each
        for each in said
        if each.unit.rule in ("measured", "scoring_range")
        or (isinstance(each.unit.means, ast.Has) and each.unit.means.total is not None)
    ]
    bare = [
        each
        for each in said
        if each.line in card.lines
        and isinstance(each.unit.means, ast.Has | ast.Coins | ast.EmptyStacks)
        and each.unit.means.count.bare
    ]
    if exact and bare:
        here, other = bare[0], exact[0]
        because = (
            f"its number means at least that many (ruling A-exact), and the one in "
            f'"{other.words}" means exactly that'
        )
        remedy = 'write "+" after a number that means at least'
        yield _warning("one-wording-two-meanings", here.line, here.unit.span, because, remedy)
