"""What could be printed instead of a line, for each finding that words can mend."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.targeting import GIVING, TAKING
from moonflight_solo.ai_cards.underspecified.playing import ways_to_choose
from moonflight_solo.ai_cards.underspecified.slot import is_open, stack_named
from moonflight_solo.check.consistency import joints
from moonflight_solo.check.diff.proof import (
    as_many,
    in_order,
    judged_by,
    paid,
    playing,
    used,
)
from moonflight_solo.check.finding import Finding
from moonflight_solo.check.fix.writing import Edit, Rewording, applied, means, registered
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.english import TAKEN, english, say
from moonflight_solo.wording.phrase_english import ANY, one_after_another
from moonflight_solo.wording.walk import nodes_of

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


def in_words(found: Finding, line: AILine, context: CompileContext) -> str:
    """Return the line as it could be put so that a finding is mended, "" if no words can."""
    change = rewording(found, line, context)
    if change is None or change.unsafe or not (change.edits or change.whole):
        return ""
    return applied(line.printed.text.words, change)


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


# ------------------------------------------------------- what a ruling fills in, put into words


def _filled(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    """Return the words that a ruling fills in, put into the line."""
    if found.code == "exact-or-least-unsaid":
        return _exactly(line, (found.start, found.end))
    fill = _FILLED.get(found.ruling)
    return fill(found, line, context) if fill else None


def _scoring(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    if "scoring" in found.remedy:
        return _whole(line, line.meaning)
    for fact in nodes_of(line.meaning.condition, ast.Has):
        if fact.span == (found.start, found.end) and fact.total is not None:
            return _after(fact.total.span, line, "by the higher end", "")
    return None


def _in_hand(found: Finding, line: AILine, context: CompileContext) -> Rewording:
    return _edited((found.end, found.end), " in hand")


def _aimed(found: Finding, line: AILine, context: CompileContext) -> Rewording:
    named = stack_named(line.meaning.condition)
    assert named is not None
    return _at_end(line, f" targeting {registered(say(named), line.printed.text.words)}")


def _paid(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    said = paid(line.meaning, context).act
    if isinstance(said, ast.SpendAct) and said.cards is not None and said.cards.span:
        return _edited(said.cards.span, registered(say(said.cards), line.printed.text.words))
    return None


def _as_many(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    return _whole(line, in_order(as_many(line.meaning, context), context))


def _ordered(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    said = in_order(line.meaning, context)
    return _whole(line, said) if said != line.meaning else None


def _available(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    at = line.printed.text.words.rfind(" available")
    return _edited((at, at + len(" available")), "") if at >= 0 else None


def _used(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    if used(line.meaning, context) == line.meaning:
        return None
    return _at_end(line, " using character ability")


def _if_tied(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    phrase = _judged_at(line, found) if found.code == "tie-unsaid" else None
    return _after(phrase.span, line, "if tied the first") if phrase else None


def _first_stack(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    return _after((found.start, found.end), line, "if tied the first")


def _which_end(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    phrase = _judged_at(line, found)
    if phrase is None or judged_by(phrase) != {"cost"}:
        return None
    noun = _noun_at(phrase.span, line)
    return _edited((noun[1], noun[1]), f" {context.now}") if noun else None


def _counted(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    taken, at = TAKEN.get(type(line.meaning.act)), (found.start, found.end)
    some = any(each.span == at and each.count == ANY for each in nodes_of(line.meaning, ast.Has))
    return _after(at, line, f"counting {taken}") if taken and not some else None


def _others(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    """Return a line that says of each card it aims at that it is another than the one played."""
    edits: list[Edit] = []
    for phrase in _aims(line.meaning.act):
        noun = _noun_at(phrase.span, line)
        if noun is None or phrase.other:
            return None
        edits.append(Edit((noun[0], noun[0]), "other "))
    return Rewording(tuple(edits)) if edits else None


def _if_possible(found: Finding, line: AILine, context: CompileContext) -> Rewording:
    act = line.meaning.act
    if not isinstance(act, ast.PlayAct) or not isinstance(act.target, ast.Cases):
        return _at_end(line, ", if possible")
    start = act.span[0] if act.span else 0
    return _edited((start, start), "if possible, ")


def _taking(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    phrases = [each for each in nodes_of(line.meaning.act, ast.Cards) if is_open(each)]
    playing_one = isinstance(line.meaning.act, ast.PlayAct)
    return _several(phrases, line, playing(context) if playing_one else TAKING)


def _chosen(found: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    act = line.meaning.act
    if isinstance(act, ast.SpendAct):
        return _several([act.cards], line, GIVING) if act.cards else None
    if not isinstance(act, ast.PlayAct):
        return None
    playable = [context.all_of(context.kinds(each)) for each in act.cards.options]
    ways = ways_to_choose(frozenset[Card]().union(*playable), act)
    words = [f"{doing} the {one_after_another(by)}" for doing, said, by, _ in ways if not said]
    return _after(act.cards.span, line, ", and ".join(words)) if words else None


_FILLED: dict[str, Callable[[Finding, AILine, CompileContext], Rewording | None]] = {
    "A-available": _available,
    "A-cost": _which_end,
    "A-exact": _counted,
    "A-fewest": _first_stack,
    "A-follow": _if_possible,
    "A-highest": _if_possible,
    "A-many": _ordered,
    "A-partial": _paid,
    "A-play": _taking,
    "A-purpose": _used,
    "A-same": _aimed,
    "A-score": _scoring,
    "A-set-many": _as_many,
    "A-silent": _chosen,
    "A-stack": _if_tied,
    "A-target-self": _others,
    "A-tie": _if_tied,
    "A-ties-buy": _taking,
    "G-spend": _in_hand,
}


# ----------------------------------------------------------------------- where words are put


def _aims(act: ast.Act) -> Iterator[ast.Cards]:
    """Yield the phrases of what a card is aimed at, none for an act that aims at nothing."""
    target = act.target if isinstance(act, ast.PlayAct) else None
    lists = [each for _, each in target.cases] if isinstance(target, ast.Cases) else []
    lists += [target] if isinstance(target, ast.FirstOf) else []
    for each in lists:
        yield from each.options


def _noun_at(span: ast.Span | None, line: AILine) -> ast.Span | None:
    """Return where the word "card" stands within a span."""
    if span is None:
        return None
    text = line.printed.text.words[: span[1]]
    noun = re.compile(r"\bcard(s|\(s\))?(?!\w)").search(text, span[0])
    return noun.span() if noun else None


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


def _at_end(line: AILine, words: str) -> Rewording:
    end = len(line.printed.text.words.rstrip(". "))
    return _edited((end, end), words)


def _several(phrases: Sequence[ast.Cards], line: AILine, ties: ast.Ties) -> Rewording | None:
    said = f"if several the {one_after_another(ties)}"
    made = [_after(each.span, line, said) for each in phrases]
    return Rewording(tuple(edit for each in made if each for edit in each.edits)) if made else None


def _edited(span: ast.Span, words: str) -> Rewording:
    return Rewording((Edit(span, words),))
