"""What could be printed instead of a line, for each finding that words can mend."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.underspecified.cards import stack_named
from moonflight_solo.check.consistency import joints
from moonflight_solo.check.diff.proof import (
    GIVING,
    TAKING,
    as_many,
    given_up,
    in_order,
    is_open,
    judged_by,
    paid,
    used,
)
from moonflight_solo.check.finding import Finding
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical, facts
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.errors import WordingError
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import nodes_of

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Edit:
    """Other words for a part of a line: what stands at ``span`` becomes ``words``."""

    span: Span
    words: str


@dataclass(frozen=True, slots=True)
class Rewording:
    """What to do with a line: ``edits`` in its words, or the ``whole`` line said otherwise.

    ``gone`` takes the line out, ``number`` prints another number before it, ``after`` adds a line
    below it. ``unsafe`` says that it is meant to change what the card does.
    """

    edits: tuple[Edit, ...] = ()
    whole: str = ""
    gone: bool = False
    number: str = ""
    after: str = ""
    unsafe: bool = False


_GONE = ("shadowed-line", "never-true", "never-kept")
_SAID_IN_FULL = ("settled-by-ruling", "one-wording-two-meanings", "several-readings")
_QUOTED = re.compile(r'[Ww]rite "(.+?)"(?:\.| or|$)')


def rewording(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    """Return how a line could be put so that a finding on it is mended, ``None`` if no words can.

    The words are those that are understood; whether they do the same is for a proof to say.
    """
    text, span, code = line.printed.text.words, (found.start, found.end), found.code
    if code in _GONE:
        return Rewording(gone=True)
    if code == "near-name":
        match = _QUOTED.search(found.remedy)
        return None if match is None else _renamed(text, text[slice(*span)], match[1])
    if code == "mixed-connectives":
        return _joined(line, found)
    if code in ("redundant-phrase", "always-true"):
        return _without(line, span)
    if code == "step-unsaid":
        numbers = re.search(r"\d+", found.remedy)
        return Rewording(number=numbers[0]) if numbers else None
    if code == "no-catch-all":
        return Rewording(after="Pass.")
    if code == "score-played-away":
        match = _QUOTED.search(found.remedy)
        words = "" if match is None else re.sub(r"\.?$", "", found.remedy.partition('"')[2])
        return Rewording(whole=registered(words.rstrip('"'), text), unsafe=True) if match else None
    if code in _SAID_IN_FULL:
        return _whole(line, line.meaning)
    if code == "two-wordings":
        return _reworded_part(line, span)
    return _filled(found, line, context)


def _filled(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    """Return the words that a ruling fills in, put into the line."""
    text, meaning = line.printed.text.words, line.meaning
    match found.ruling:
        case "A-exact" if found.code == "exact-or-least-unsaid":
            return _exactly(line, (found.start, found.end))
        case "A-score" if "scoring" in found.remedy:
            return _whole(line, meaning)
        case "G-spend":
            return _edited((found.end, found.end), " in hand")
        case "A-same":
            named, end = stack_named(meaning.condition), len(text.rstrip(". "))
            assert named is not None
            return _edited((end, end), f" targeting {registered(say(named), text)}")
        case "A-partial":
            said = paid(meaning, context).act
            if isinstance(said, ast.SpendAct) and said.cards is not None and said.cards.span:
                return _edited(said.cards.span, registered(say(said.cards), text))
        case "A-set-many":
            return _whole(line, in_order(as_many(meaning, context), context))
        case "A-available":
            at = text.rfind(" available")
            return _edited((at, at + len(" available")), "") if at >= 0 else None
        case "A-purpose":
            if used(meaning, context) != meaning:
                end = len(text.rstrip(". "))
                return _edited((end, end), " using character ability")
        case "A-tie" | "A-stack" if found.code == "tie-unsaid":
            phrase = _judged_at(line, found)
            return phrase and _after(phrase.span, line, "if tied the first")
        case "A-fewest":
            return _after((found.start, found.end), line, "if tied the first")
        case "A-cost":
            phrase = _judged_at(line, found)
            if phrase and judged_by(phrase) == {"cost"}:
                return _after_noun(phrase.span, line, context.now)
        case "A-score":
            return _by_the_higher_end(line, found)
        case "A-exact" if isinstance(meaning.act, ast.PlayAct):
            return _after((found.start, found.end), line, "counting the card played")
        case "A-target-self" if isinstance(meaning.act, ast.PlayAct):
            return _others(line, meaning.act)
        case "A-follow" | "A-highest":
            return _if_possible(line)
        case "A-ties-buy" | "A-play":
            phrases = [each for each in nodes_of(meaning.act, ast.Cards) if is_open(each)]
            return _several(phrases, line, TAKING)
        case "A-silent":
            said = given_up(meaning, context)
            if said != meaning and isinstance(meaning.act, ast.PlayAct):
                return _several(list(filter(is_open, _aims(meaning.act))), line, GIVING)
        case "A-many":
            said = in_order(meaning, context)
            return _whole(line, said) if said != meaning else None
    return None


def _aims(act: ast.PlayAct) -> Iterator[ast.Cards]:
    """Yield the phrases of what a card is aimed at."""
    lists = [each for _, each in act.target.cases] if isinstance(act.target, ast.Cases) else []
    lists += [act.target] if isinstance(act.target, ast.FirstOf) else []
    for each in lists:
        yield from each.options


def _others(line: AILine, act: ast.PlayAct) -> Rewording | None:
    """Return a line that says of each card it aims at that it is another than the one played."""
    edits: list[Edit] = []
    for phrase in _aims(act):
        noun = _noun_at(phrase.span, line)
        if noun is None or phrase.other:
            return None
        edits.append(Edit((noun[0], noun[0]), "other "))
    return Rewording(tuple(edits))


def _noun_at(span: Span | None, line: AILine) -> Span | None:
    """Return where the word "card" stands within a span."""
    if span is None:
        return None
    text = line.printed.text.words[: span[1]]
    noun = re.compile(r"\bcard(s|\(s\))?(?!\w)").search(text, span[0])
    return noun.span() if noun else None


def _by_the_higher_end(line: AILine, found: Finding) -> Rewording | None:
    for fact in nodes_of(line.meaning.condition, ast.Has):
        if fact.span == (found.start, found.end) and fact.total is not None:
            return _after(fact.total.span, line, "by the higher end", "")
    return None


def _judged_at(line: AILine, found: Finding) -> ast.Cards | None:
    """Return the phrase of whose superlative or number a finding speaks."""
    span = found.start, found.end
    for cards in nodes_of(line.meaning, ast.Cards):
        said = (cards, cards.extreme, cards.cost)
        if any(each is not None and each.span == span for each in said):
            return cards
    return None


def _after(span: ast.Span | None, line: AILine, words: str, comma: str = ",") -> Rewording | None:
    """Return a line with words put in after those at a span, set off by commas."""
    if span is None:
        return None
    text, end = line.printed.text.words, span[1]
    more = bool(text[end:].strip(" .")) and text[end : end + 1] not in (",", "/", ".")
    return _edited((end, end), f"{comma} {words}{comma if more else ''}")


def _after_noun(span: ast.Span | None, line: AILine, words: str) -> Rewording | None:
    noun = _noun_at(span, line)
    return _edited((noun[1], noun[1]), f" {words}") if noun else None


def _if_possible(line: AILine) -> Rewording | None:
    text, act = line.printed.text.words, line.meaning.act
    if not isinstance(act, ast.PlayAct) or not isinstance(act.target, ast.Cases):
        end = len(text.rstrip(". "))
        return _edited((end, end), ", if possible")
    start = act.span[0] if act.span else 0
    return _edited((start, start), "if possible, ")


def _several(phrases: Sequence[ast.Cards], line: AILine, ties: ast.Ties) -> Rewording | None:
    said = ", then the ".join(say(each) for each in ties if isinstance(each, ast.Extreme))
    made = [_after(each.span, line, f"if several the {said}") for each in phrases]
    return Rewording(tuple(edit for each in made if each for edit in each.edits)) if made else None


def _edited(span: Span, words: str) -> Rewording:
    return Rewording((Edit(span, words),))


def _renamed(text: str, wrong: str, right: str) -> Rewording:
    """Return a line in which a name is spelled as it should be wherever it stands."""
    right = right.replace("'", "’") if "’" in text else right
    spans = [match.span() for match in re.finditer(re.escape(wrong), text)]
    return Rewording(tuple(Edit(each, right) for each in spans))


def _joined(line: AILine, found: Finding) -> Rewording:
    """Return a line whose "and" and "or" are all written as the one that is advised."""
    upper = found.words.islower()
    return Rewording(
        tuple(
            Edit(span, words.upper() if upper else words.lower())
            for words, span in joints(line)
            if words.isupper() != upper
        )
    )


def _without(line: AILine, span: Span) -> Rewording | None:
    """Return a line without its condition, or without a part of it."""
    text, condition = line.printed.text.words, line.meaning.condition
    assert condition is not None
    if span[1] >= (condition.span or (0, 0))[1] and text[: span[0]].strip() == "":
        rest = text[span[1] :].lstrip(" ,")
        begin = len(text) - len(rest)
        return Rewording((Edit((0, begin + 1), rest[:1].upper()),)) if rest else None
    left = _left(condition, span)
    return None if left is None else _whole(line, replace(line.meaning, condition=left))


def _left(condition: ast.Condition, span: Span) -> ast.Condition | None:
    """Return a condition without the part that stands at a span."""
    if condition.span == span:
        return None
    if not isinstance(condition, ast.All | ast.Either):
        return condition
    parts = [_left(part, span) for part in condition.parts]
    kept = tuple(part for part in parts if part is not None)
    return kept[0] if len(kept) == 1 else type(condition)(kept)


def _exactly(line: AILine, span: Span) -> Rewording | None:
    text = line.printed.text.words
    number = re.search(r"\d", text[span[0] : span[1]])
    if number is None:
        return None
    at = span[0] + number.start()
    return _edited((at, at), "exactly ")


def _reworded_part(line: AILine, span: Span) -> Rewording | None:
    """Return a line with a part of it in canonical English, or all of it if that will not do."""
    text = line.printed.text.words
    for fact in facts(line.meaning.condition) if line.meaning.condition else ():
        if fact.span == span:
            return _edited(span, registered(say(fact), text))
    return _whole(line, line.meaning)


def _whole(line: AILine, meaning: ast.Line) -> Rewording | None:
    """Return the whole line in canonical English, in the register of the print."""
    plain = english(meaning)
    words = registered(plain, line.printed.text.words)
    if "as many of" in words and "as possible" not in words:
        words += " as possible"
    return Rewording(whole=next((w for w in (words, plain) if means(w, meaning)), plain))


def in_words(found: Finding, line: AILine, context: CompileContext) -> str:
    """Return the line as it could be put so that a finding is mended, "" if no words can."""
    change = rewording(found, line, context)
    if change is None or change.unsafe or not (change.edits or change.whole):
        return ""
    return applied(line.printed.text.words, change)


# ------------------------------------------------------------------------------ the words


def means(words: str, meaning: ast.Meaning) -> bool:
    """Return whether words have exactly one reading, and it says the same."""
    found = read(words, "line" if isinstance(meaning, ast.Line) else "effect")
    return len(found) == 1 and canonical(found[0]) == canonical(meaning)


def read(words: str, start: ast.Start) -> tuple[ast.Meaning, ...]:
    """Return every reading of words, none if they are not understood."""
    try:
        return readings(Text(words), start)
    except WordingError:
        return ()


_OWN = re.compile(r"\b(in|of|on top of) your (hand|Draw Deck|Discard Stack|Trash Stack)\b")


def registered(words: str, printed: str) -> str:
    """Return words in the register of a printed line: its marks, its "in hand", its full stop."""
    words = re.sub(r'"([^"]*)"', "“\\1”", words)
    if "your" not in printed:
        words = _OWN.sub(lambda m: f"{m[1]} {'hand' if m[2] == 'hand' else f'the {m[2]}'}", words)
    words = re.sub(r"with score exactly (\d)", r"scoring \1", words)
    words = re.sub(r"\b1 (lowest|highest)", r"the \1", words)
    words = words.replace("your character ability", "character ability")
    if "’" in printed:
        words = words.replace("'", "’")
    return words


def applied(text: str, change: Rewording) -> str:
    """Return the words of a line once it is reworded."""
    if change.whole:
        whole = change.whole.rstrip(".")
        return whole + ("." if text.rstrip().endswith(".") else "")
    for edit in sorted(change.edits, key=lambda each: each.span, reverse=True):
        text = text[: edit.span[0]] + edit.words + text[edit.span[1] :]
    return " ".join(text.split())


def overlap(one: Rewording, other: Rewording) -> bool:
    """Return whether two rewordings cannot both be made at once, or not in any order."""
    if one.whole or other.whole or one.gone or other.gone:
        return True
    return any(
        a.span == b.span or (a.span[0] < b.span[1] and b.span[0] < a.span[1])
        for a in one.edits
        for b in other.edits
    )


def parts_of(change: Rewording) -> Iterator[str]:
    """Yield what a rewording does beside other words."""
    if change.gone:
        yield "take the line out"
    if change.number:
        yield f"number it {change.number}"
    if change.after:
        yield f"add a line: {change.after}"
