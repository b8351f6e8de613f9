"""Proposed rewordings for each finding that a rewording can fix."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import Basis, CompileContext
from moonflight_solo.ai_cards.how_to_read import is_open, standing_sentence, with_choices
from moonflight_solo.ai_cards.preference import silent_order
from moonflight_solo.ai_cards.reset_lines import step_of
from moonflight_solo.ai_cards.underspecified.slot import stack_named
from moonflight_solo.check.consistency import joints
from moonflight_solo.check.diff.proof import NORMAL
from moonflight_solo.check.finding import Finding
from moonflight_solo.check.fix.writing import (
    Edit,
    Rewording,
    apply_changes,
    factor_out,
    in_style_of,
    line_start,
    means,
    readings_of,
)
from moonflight_solo.check.reachability.findings import without_parts
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.phrase_english import one_after_another
from moonflight_solo.wording.walk import nodes_of

_TWO_IN_HAND = re.compile(r"\((“[^“”]+”) in hand or (“[^“”]+”) in hand\)")
_NOUN = re.compile(r"\bcard(s|\(s\))?(?!\w)")


def rewording(finding: Finding, line: AILine, context: CompileContext) -> Rewording | None:
    """Return a rewording of a line that fixes a finding, ``None`` if there is none.

    Its words are understood; whether they have the same effect remains to be proved.
    """
    mend = _MENDED.get(finding.code) or _FILLED.get(finding.ruling)
    return mend(_At(finding, line, context)) if mend else None


def propose(finding: Finding, line: AILine, context: CompileContext) -> tuple[str, ast.Line] | None:
    """Return a line reworded to fix a finding, with its one meaning; ``None`` if there is none."""
    change = rewording(finding, line, context)
    if change is None or not (change.edits or change.whole):
        return None
    words = apply_changes(line.printed.text.words, change)
    meanings = readings_of(words, line_start(line.printed))
    if len(meanings) != 1 or words == line.words:
        return None
    (meaning,) = meanings
    assert isinstance(meaning, ast.Line)
    choices = {ruling: choice for convention in line.box for ruling, choice in convention.answers}
    return words, with_choices(meaning, choices, line.printed.turned, words)


def said_in_box(
    findings: Iterable[Finding], card: AICard, basis: Basis, width: int
) -> dict[str, list[Finding]]:
    """Return the sentences of a box HOW TO READ that answer findings, with those they answer.

    Only those that are shorter than the same said on every line, or that have no other words.
    """
    lines = {line.printed.title: line for line in card.lines}
    answered: dict[str, list[Finding]] = {}
    for finding in findings:
        sentence = standing_sentence(finding.ruling) if finding.code.endswith("-unsaid") else ""
        if sentence and finding.line in lines:
            answered.setdefault(sentence, []).append(finding)

    def shorter(sentence: str, those: Sequence[Finding]) -> bool:
        """Return whether a sentence saves words, or a line has none that fit it."""
        more = 0
        for each in those:
            line = lines[each.line]
            context = basis.context(card.jack, line.printed.turned)
            change = rewording(each, line, context)
            words = "" if change is None else apply_changes(line.printed.text.words, change)
            if not words or len(words) > max(width, len(line.words)):
                return True
            more += len(words) - len(line.words)
        return len(sentence) < more

    return {each: those for each, those in answered.items() if shorter(each, those)}


class _At(Value):
    """A finding on a line, with helpers to reword what it points at."""

    found: Finding
    line: AILine
    context: CompileContext

    @property
    def text(self) -> str:
        return self.line.printed.text.words

    @property
    def span(self) -> ast.Span:
        return self.found.start, self.found.end

    @property
    def meaning(self) -> ast.Line:
        return self.line.meaning

    def whole(self, meaning: ast.Line) -> Rewording:
        """Return the whole line in canonical English, in the style of the print."""
        condition = meaning.condition and factor_out(meaning.condition)
        plain = english(replace(meaning, condition=condition))
        words = in_style_of(plain, self.text)
        if "as many of" in words and "as possible" not in words:
            words += " as possible"
        shorter = _TWO_IN_HAND.sub(r"(\1 or \2 in hand)", words)
        wordings = (each for each in (shorter, words, plain) if means(each, meaning))
        return Rewording(whole=next(wordings, plain))

    def implied_by(self, *rulings: str) -> Rewording | None:
        """Return the whole line with what these rulings imply, ``None`` if unchanged."""
        meaning = self.meaning
        for ruling in rulings:
            meaning = NORMAL[ruling](meaning, self.context)
        return self.whole(meaning) if meaning != self.meaning else None

    def after(self, span: ast.Span | None, words: str, comma: str = ",") -> Rewording | None:
        """Return the line with words inserted after a span, set off by commas."""
        if span is None:
            return None
        end = span[1]
        more = bool(self.text[end:].strip(" .")) and self.text[end : end + 1] not in (",", "/", ".")
        return _edit((end, end), f"{comma} {words}{comma if more else ''}")

    def noun(self, span: ast.Span | None) -> ast.Span | None:
        """Return the span of the word "card" within a span."""
        noun = span and _NOUN.search(self.text[: span[1]], span[0])
        return noun.span() if noun else None

    def phrase_at_fault(self) -> ast.Cards | None:
        """Return the phrase whose superlative or number the finding is about."""
        for cards in nodes_of(self.meaning, ast.Cards):
            parts = (cards, cards.extreme, cards.cost, *cards.ties)
            if any(isinstance(part, ast.Node) and part.span == self.span for part in parts):
                return cards
        return None


def _edit(span: ast.Span, words: str) -> Rewording:
    return Rewording((Edit(span, words),))


# ---------------------------------------------------------------------------- fixes by code


def _correct_name(at: _At) -> Rewording:
    """Correct the spelling of a name everywhere in a line."""
    right = at.found.instead
    if "’" in at.text:
        right = right.replace("'", "’")
    wrong = re.escape(at.text[slice(*at.span)])
    return Rewording(tuple(Edit(each.span(), right) for each in re.finditer(wrong, at.text)))


def _unify_case(at: _At) -> Rewording:
    """Write all "and" and "or" in a line in the recommended case."""
    upper = at.found.words.islower()
    odd = [(span, words) for words, span in joints(at.line) if words.isupper() != upper]
    return Rewording(tuple(Edit(span, w.upper() if upper else w.lower()) for span, w in odd))


def _without(at: _At) -> Rewording | None:
    """Drop a line's condition, or a part of it."""
    text, condition, (start, end) = at.text, at.meaning.condition, at.span
    assert condition is not None
    if end >= (condition.span or (0, 0))[1] and text[:start].strip() == "":
        rest = text[end:].lstrip(" ,")
        begin = len(text) - len(rest)
        return _edit((0, begin + 1), rest[:1].upper()) if rest else None
    for part, left in without_parts(condition):
        if part.span == at.span:
            return None if left is None else at.whole(replace(at.meaning, condition=left))
    return at.whole(at.meaning)


def _number_by_step(at: _At) -> Rewording:
    """Give a Reset line the number of the step in which it is done (ruling A-step)."""
    return Rewording(number=step_of(at.meaning.act, at.context.names.edition))


def _spare_points(at: _At) -> Rewording | None:
    """Leave scoring cards in hand, which changes play; ``None`` for a line that names them."""
    words = in_style_of(at.found.instead, at.text)
    return Rewording(whole=words, unsafe=True) if words else None


def _reworded_part(at: _At) -> Rewording:
    """Put a part of a line into canonical English, or all of it if that fails."""
    for fact in facts(at.meaning.condition) if at.meaning.condition else ():
        if fact.span == at.span:
            return _edit(at.span, in_style_of(say(fact), at.text))
    return at.whole(at.meaning)


def _exactly(at: _At) -> Rewording | None:
    """Put "exactly" before the first number of the words at fault."""
    number = re.compile(r"\d").search(at.text[: at.found.end], at.found.start)
    return _edit((number.start(), number.start()), "exactly ") if number else None


_Mend = Callable[[_At], Rewording | None]
_MENDED: dict[str, _Mend] = {
    **dict.fromkeys(("shadowed-line", "never-true", "never-kept"), lambda at: Rewording(gone=True)),
    **dict.fromkeys(("redundant-phrase", "always-true"), _without),
    **dict.fromkeys(
        ("settled-by-ruling", "one-wording-two-meanings", "several-readings"),
        lambda at: at.whole(at.meaning),
    ),
    "near-name": _correct_name,
    "mixed-connectives": _unify_case,
    "step-unsaid": _number_by_step,
    "no-catch-all": lambda at: Rewording(after="Pass."),
    "score-played-away": _spare_points,
    "two-wordings": _reworded_part,
    "exact-or-least-unsaid": _exactly,
}
"""The functions that fix findings, by code."""


# ------------------------------------------------------------------------------ fixes by ruling


def _scoring(at: _At) -> Rewording | None:
    """Write the whole line anew if it is about cards that score anything: “scoring”."""
    phrase = at.phrase_at_fault()
    return at.whole(at.meaning) if phrase and phrase.score == ast.Range(1) else None


def _add_target(at: _At) -> Rewording:
    """Name as the target the Stack that the condition names, which ruling A-same implies."""
    named = stack_named(at.meaning.condition)
    assert named is not None
    end = len(at.text.rstrip(". "))
    return _edit((end, end), f" targeting {in_style_of(say(named), at.text)}")


def _say_payment(at: _At) -> Rewording | None:
    """Print how many cards a Spend costs, as ruling A-partial reads it."""
    act = NORMAL["A-partial"](at.meaning, at.context).act
    if isinstance(act, ast.SpendAct) and act.cards is not None and act.cards.span:
        return _edit(act.cards.span, in_style_of(say(act.cards), at.text))
    return None


def _without_available(at: _At) -> Rewording | None:
    """Take out the last "available", which is implied."""
    start = at.text.rfind(" available")
    return _edit((start, start + len(" available")), "") if start >= 0 else None


def _affordable(at: _At) -> Rewording | None:
    """Write "available" behind "card", if the finding asks which card is bought."""
    noun = at.noun(at.span) if at.found.code == "which-card-unsaid" else None
    return _edit((noun[1], noun[1]), " available") if noun else None


def _if_tied(at: _At) -> Rewording | None:
    """Say that of tied cards the first counts, if the finding is about ties."""
    phrase = at.phrase_at_fault() if at.found.code == "tie-unsaid" else None
    return at.after(phrase.span, "if tied the first") if phrase else None


def _others(at: _At) -> Rewording | None:
    """Say that each card aimed at is another than the one played."""
    edits: list[Edit] = []
    for phrase in nodes_of(getattr(at.meaning.act, "target", None), ast.FirstOf):
        for aim in phrase.options:
            noun = at.noun(aim.span)
            if noun is None or aim.other:
                return None
            edits.append(Edit((noun[0], noun[0]), "other "))
    return Rewording(tuple(edits)) if edits else None


def _taking(at: _At) -> Rewording | None:
    """Say in which order to choose each phrase's cards."""
    order = f"if several the {one_after_another(silent_order(at.meaning.act, at.context.turned))}"
    phrases = filter(is_open, nodes_of(at.meaning.act, ast.Cards))
    rewordings = [at.after(phrase.span, order) for phrase in phrases]
    edits = tuple(edit for each in rewordings if each for edit in each.edits)
    return Rewording(edits) if rewordings else None


_FILLED: dict[str, _Mend] = {
    "A-afford": _affordable,
    "A-available": _without_available,
    "A-fewest": lambda at: at.after(at.span, "if tied the first"),
    "A-many": lambda at: at.implied_by("A-many"),
    "A-partial": _say_payment,
    "A-play": _taking,
    "A-same": _add_target,
    "A-score": _scoring,
    "A-set-many": lambda at: at.implied_by("A-set-many", "A-many"),
    "A-silent": lambda at: None if isinstance(at.meaning.act, ast.PlayAct) else _taking(at),
    "A-stack": _if_tied,
    "A-target-self": _others,
    "A-tie": _if_tied,
    "A-ties-buy": _taking,
    "G-spend": lambda at: _edit((at.found.end, at.found.end), " in hand"),
}
"""The functions that spell out what a ruling implies."""
