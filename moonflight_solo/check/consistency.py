"""Consistency of an AI card's wording: names, phrases, capitals."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import groupby

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.check.finding import Finding, name_findings, standard_finding
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical, facts
from moonflight_solo.wording.english import say
from moonflight_solo.wording.text import one_line
from moonflight_solo.wording.walk import covering_span, every_node

_JOINING = re.compile(r"\b(and|or)\b", re.IGNORECASE)
_NAMED = re.compile(
    r'["“”][^"“”]*["“”]|(?:Jack [Oo][’\'] )?[A-Z]\w*(?: and [A-Z]\w*)?[’\']?s? suit'
)
_LIST = re.compile(r"“”(?:(?:\s*(?:,|/|\bor\b|\band\b))+\s*“”)+", re.IGNORECASE)
# Words that do not change the meaning of a phrase.
_SMALL = re.compile(r"\b(?:the|an?|your|there|is|are|any|you|have)\b|[,.]")


_QUALITIES = ("extreme", "suit", "score", "cost", "stability")


class Saying(Value):
    """Words of a line that state one fact or quality of cards, parsed in ``means``."""

    card: str
    line: AILine
    means: ast.Has | ast.Coins | ast.EmptyStacks | ast.Cards
    span: ast.Span

    @property
    def words(self) -> str:
        """The words as printed."""
        return one_line(self.line.printed.text.words[slice(*self.span)])


def consistency_findings(card: AICard, others: Sequence[AICard], basis: Basis) -> list[Finding]:
    """Return the inconsistencies on ``card``, all of whose lines are settled.

    ``others`` are AI cards printed beside it, for comparison; only ``card`` gets findings.
    """
    sayings = [
        part for beside in (card, *others) for line in beside.lines for part in _parts(beside, line)
    ]
    names = (
        each
        for line in card.lines
        for each in name_findings(line.printed, line.meaning, line.printed.turned, basis.names)
        if each.code == "near-name"
    )
    return [
        *names,
        *_mixed_capitals(card),
        *_two_wordings(card, sayings),
        *_groupings(card),
        *_bare_beside_exact(card, sayings, basis.rulings),
    ]


# ------------------------------------------------------------------------------- capitals


def _mixed_capitals(card: AICard) -> Iterator[Finding]:
    """Yield each line whose "and" and "or" differ in capitals from each other or the card's others.

    Capitals look as if they grouped a condition, but they do not.
    """
    every = Counter(words.isupper() for line in card.lines for words, _ in joints(line))
    if len(every) < 2:
        return
    usual = every[True] > every[False]
    for line in card.lines:
        found_here = joints(line)
        odd = [(words, span) for words, span in found_here if words.isupper() != usual]
        if not odd:
            continue
        mixed = len({words.isupper() for words, _ in found_here}) == 2
        where = "in this line" if mixed else "on this card"
        words, span = odd[0]
        right = words.upper() if usual else words.lower()
        yield standard_finding("mixed-connectives", line.printed, span, where=where, usual=right)


def joints(line: AILine) -> list[tuple[str, ast.Span]]:
    """Return the joining words with their spans, except those within names."""
    words = _NAMED.sub(lambda match: "_" * len(match[0]), line.printed.text.words)
    return [(match[0], match.span()) for match in _JOINING.finditer(words)]


# -------------------------------------------------------------------------------- phrases


def _parts(card: AICard, line: AILine) -> list[Saying]:
    """Return the parts of a line that could be worded differently, enclosing ones first."""
    sayings: list[Saying] = []
    lists: dict[ast.Span | None, list[list[ast.Has]]] = {}
    for part in every_node(line.meaning):
        if isinstance(part, ast.All | ast.Either):
            listed = [fact for fact in part.parts if isinstance(fact, ast.Has) and _is_listed(fact)]
            for at, names in groupby(listed, _place_span):
                lists.setdefault(at, []).append(list(names))
        elif isinstance(part, ast.Has) and _is_listed(part):
            continue
        elif isinstance(part, ast.Has | ast.Coins | ast.EmptyStacks) and part.span:
            sayings.append(Saying(card.title, line, part, part.span))
        elif isinstance(part, ast.Cards):
            for slot in _QUALITIES:
                quality = getattr(part, slot)
                if quality is not None and quality.span:
                    means = ast.Cards(**{slot: quality})
                    sayings.append(Saying(card.title, line, means, quality.span))
        elif isinstance(part, ast.Place) and part.suit is not None and part.suit.span:
            sayings.append(Saying(card.title, line, ast.Cards(suit=part.suit), part.suit.span))
    for at, (names_joined, *more) in lists.items():
        span = covering_span([at, *(name.span for name in names_joined)])
        if span is not None and not more:  # mixed "and" and "or" are not a list
            sayings.append(Saying(card.title, line, names_joined[0], span))
    return sorted(sayings, key=lambda each: (each.span[0], -each.span[1]))


def _is_listed(part: ast.Has) -> bool:
    """Return whether a name is one of a list whose place is printed once for all."""
    return covering_span([part.span, _place_span(part)]) != part.span


def _place_span(part: ast.Has) -> ast.Span | None:
    return part.cards.place.span if part.cards.place else None


def _shape(part: object) -> Hashable:
    """Return a key for a phrase's meaning, ignoring numbers and names."""
    if isinstance(part, ast.Range):
        small = min(part.least, 2)  # a single card or none needs no number
        return "range", part.most is None, small, part.least == part.most, part.bare
    if isinstance(part, ast.Suit):
        return "suit", part.whose
    if isinstance(part, ast.Cards):
        part = replace(part, number=None)
    if isinstance(part, ast.Node):
        return type(part).__name__, *map(_shape, part.compared().values())
    if isinstance(part, tuple):
        return tuple(map(_shape, part))
    return "named" if isinstance(part, ast.Name) else str(part)


def _plainly(words: str) -> str:
    """Normalize words, dropping names, numbers, plurals and capitals."""
    words = _LIST.sub("“”", _NAMED.sub("“”", words))
    words = re.sub(r"\d+", "#", words.lower())
    words = re.sub(r"\b(card|token|stack)(?:s|\(s\))", r"\1", words)
    return " ".join(_SMALL.sub(" ", words).split())


def _two_wordings(card: AICard, sayings: Sequence[Saying]) -> list[Finding]:
    """Return a warning at the first use of each phrase that is worded differently elsewhere."""
    ways: dict[Hashable, dict[str, list[Saying]]] = {}
    for each in sayings:
        ways.setdefault(_shape(each.means), {}).setdefault(_plainly(each.words), []).append(each)
    warnings: list[Finding] = []
    for wordings in ways.values():
        best = _clearest(wordings)
        for plain, places in wordings.items():
            here = [place for place in places if place.line in card.lines]
            if not here or plain == best:
                continue
            others = (each for way, those in wordings.items() if way != plain for each in those)
            if len(here) < len(places) and all(each.line not in card.lines for each in others):
                continue  # another card has these words too, and this one no others
            other = next((x for x in wordings[best] if x.line in card.lines), wordings[best][0])
            of = "" if other.card == here[0].card else f" of {other.card}"
            more = {"other": other.line.printed.title, "card": of, "words": other.words}
            on, span = here[0].line.printed, here[0].span
            warnings.append(standard_finding("two-wordings", on, span, **more))
    return [warning for warning in warnings if not _covers_another(warning, warnings)]


def _clearest(wordings: dict[str, list[Saying]]) -> str:
    """Return the wording nearest to canonical English, else the most frequent one."""
    for plain, places in wordings.items():
        if f" {plain} " in f" {_plainly(say(places[0].means))} ":
            return plain
    return max(wordings, key=lambda plain: (len(wordings[plain]), plain))


def _covers_another(one: Finding, warnings: Sequence[Finding]) -> bool:
    """Return whether a warning is about words that include those of another."""
    return any(
        other.text is one.text
        and (one.start, one.end) != (other.start, other.end)
        and one.start <= other.start
        and other.end <= one.end
        for other in warnings
    )


# --------------------------------------------------------------- same words, different meaning


def _groupings(card: AICard) -> Iterator[Finding]:
    """Yield each line whose joining words group its condition differently from an earlier one's."""
    first: dict[str, tuple[AILine, Hashable]] = {}
    for line in card.lines:
        condition = line.meaning.condition
        found_here = joints(line)
        if not isinstance(condition, ast.All | ast.Either) or len(found_here) < 2:
            continue
        if "(" in line.printed.text.words:
            continue  # the groups are shown
        joined = " ".join(words.lower() for words, _ in found_here)
        grouped = canonical(_with_numbers(condition))
        other, grouping = first.setdefault(joined, (line, grouped))
        if grouping != grouped:
            span, title = (found_here[0][1][0], found_here[-1][1][1]), other.printed.title
            code, more = "one-wording-two-meanings", {"other": title, "joints": joined}
            yield standard_finding(code, line.printed, span, **more)


def _with_numbers(condition: ast.Condition) -> ast.Condition:
    """Replace a condition's facts by numbers in printed order."""
    numbers = {fact: number for number, fact in enumerate(facts(condition))}

    def lettered(part: ast.Condition) -> ast.Condition:
        if isinstance(part, ast.All | ast.Either):
            return replace(part, parts=tuple(map(lettered, part.parts)))
        return ast.Played(str(numbers[part]))

    return lettered(condition)


def _bare_beside_exact(
    card: AICard, sayings: Sequence[Saying], rulings: Rulings
) -> Iterator[Finding]:
    """Yield a bare number of cards that means "at least" where one of a score means "exactly"."""
    exact = next((saying for saying in sayings if _is_exact(saying)), None)
    loose = [line for line in card.lines if not rulings.bare_is_exact(line.printed.turned)]
    bare = next((each for each in sayings if each.line in loose and _is_bare(each.means)), None)
    if exact and bare:
        code, on = "one-wording-two-meanings", bare.line.printed
        yield standard_finding(code, on, bare.span, case="numbers", exact=exact.words)


def _is_exact(saying: Saying) -> bool:
    """Return whether it has a number of a score, cost or Stability, which is never "at least"."""
    means = saying.means
    if isinstance(means, ast.Cards):
        amounts = (means.score, means.cost, means.stability)
        return any(amounts) and saying.words.lower() != "scoring"
    return isinstance(means, ast.Has) and means.total is not None


def _is_bare(means: object) -> bool:
    return isinstance(means, ast.Has | ast.Coins | ast.EmptyStacks) and means.count.bare
