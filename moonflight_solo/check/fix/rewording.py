"""What could be printed instead of a line, for each finding that words can mend."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.underspecified.slot import stack_named
from moonflight_solo.check.consistency import joints
from moonflight_solo.check.diff.proof import as_many, paid, used
from moonflight_solo.check.finding import Finding
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical, facts
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.lock import readings
from moonflight_solo.wording.text import Text, WordingError


@dataclass(frozen=True, slots=True)
class Edit:
    """Other words for a part of a line: what stands at ``span`` becomes ``words``."""

    span: ast.Span
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
            return _whole(line, as_many(meaning, context))
        case "A-available":
            at = text.rfind(" available")
            return _edited((at, at + len(" available")), "") if at >= 0 else None
        case "A-purpose":
            if used(meaning, context) != meaning:
                end = len(text.rstrip(". "))
                return _edited((end, end), " using character ability")
    return None


def _edited(span: ast.Span, words: str) -> Rewording:
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


def _without(line: AILine, span: ast.Span) -> Rewording | None:
    """Return a line without its condition, or without a part of it."""
    text, condition = line.printed.text.words, line.meaning.condition
    assert condition is not None
    if span[1] >= (condition.span or (0, 0))[1] and text[: span[0]].strip() == "":
        rest = text[span[1] :].lstrip(" ,")
        begin = len(text) - len(rest)
        return Rewording((Edit((0, begin + 1), rest[:1].upper()),)) if rest else None
    left = _left(condition, span)
    return None if left is None else _whole(line, replace(line.meaning, condition=left))


def _left(condition: ast.Condition, span: ast.Span) -> ast.Condition | None:
    """Return a condition without the part that stands at a span."""
    if condition.span == span:
        return None
    if not isinstance(condition, ast.All | ast.Either):
        return condition
    parts = [_left(part, span) for part in condition.parts]
    kept = tuple(part for part in parts if part is not None)
    return kept[0] if len(kept) == 1 else type(condition)(kept)


def _exactly(line: AILine, span: ast.Span) -> Rewording | None:
    text = line.printed.text.words
    number = re.search(r"\d", text[span[0] : span[1]])
    if number is None:
        return None
    at = span[0] + number.start()
    return _edited((at, at), "exactly ")


def _reworded_part(line: AILine, span: ast.Span) -> Rewording | None:
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
    """Return whether two rewordings cannot both be made at once."""
    if one.whole or other.whole or one.gone or other.gone:
        return True
    return any(
        a.span[0] < b.span[1] and b.span[0] < a.span[1] for a in one.edits for b in other.edits
    )


def parts_of(change: Rewording) -> Iterator[str]:
    """Yield what a rewording does beside other words."""
    if change.gone:
        yield "take the line out"
    if change.number:
        yield f"number it {change.number}"
    if change.after:
        yield f"add a line: {change.after}"
