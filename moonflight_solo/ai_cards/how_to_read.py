"""HOW TO READ: the box of an AI card whose sentences answer rulings for all of its lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, TypeVar

import msgspec
from msgspec.structs import replace

from moonflight_solo.ai_cards.preference import GIVING, TAKING
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.rules.requirements.selectors import asks_for_any
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.text import Text, WordingError
from moonflight_solo.wording.walk import counted, each_changed, rewritten

T = TypeVar("T")

BOX_TITLE: Final = "HOW TO READ"


class Convention(Value):
    """A sentence of a box HOW TO READ, and the choice it prints for each ruling it answers."""

    text: Text
    answers: tuple[tuple[str, str], ...]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sentence: str
    answers: dict[str, str]
    also: list[str] = []


@cache
def _entries() -> list[_Entry]:
    path = data_folder("guide") / "how_to_read.yaml"
    return convert(read_document(path), list[_Entry])


@cache
def _known() -> Mapping[str, _Entry]:
    return {_plain(words): each for each in _entries() for words in (each.sentence, *each.also)}


def _plain(words: str) -> str:
    """Return words without what does not change a sentence: case, articles, marks."""
    tokens = re.findall(r"[\w+]+(?:'\w+)?", words.lower().replace("’", "'"))
    return " ".join(word for word in tokens if word not in ("the", "a", "an"))


def convention_of(text: Text) -> Convention:
    """Return what a sentence of the box answers; raises :class:`WordingError` if nothing."""
    entry = _known().get(_plain(text.words))
    if entry is None:
        matches = get_close_matches(_plain(text.words), _known(), 4, 0.5)
        nearest = list(dict.fromkeys(f"“{_known()[each].sentence}”" for each in matches))
        problem = "this sentence is not one for the box HOW TO READ"
        written = [f"“{each}”" for each in nearest]
        examples = [each.sentence for each in _entries()[:2] if not nearest]
        raise WordingError(text, 0, len(text.words), problem, written, examples)
    return Convention(text, tuple(entry.answers.items()))


_SENTENCE: Final = re.compile(r"\S.*?(?:[.!?](?=\s|$)|$)", re.DOTALL)


def box_sentences(block: Text) -> list[Text]:
    """Split the words below the heading of a box into its sentences, joining wrapped rows."""
    return [block.part(*match.span()) for match in _SENTENCE.finditer(block.words)]


# ------------------------------------------------------------------------ other choices in force


Fill = Callable[[ast.Line, bool, str], ast.Line]
"""Spells out a choice in a line of the side after (or before) the Turn, given its words."""


def filled(meaning: ast.Line, choices: Mapping[str, str], turned: bool, words: str) -> ast.Line:
    """Return a line's meaning with the choices of rulings that differ from the standing ones.

    What the line says itself stays as it is; so does everything under a choice not in the table,
    which those who follow the line look up.
    """
    for ruling, choice in choices.items():
        fill = _FILLS.get((ruling, choice))
        if fill is not None:
            meaning = fill(meaning, turned, words)
    return meaning


def standing_sentence(ruling: str) -> str:
    """Return the sentence by which a box prints what a ruling says, "" if there is none."""
    sentences = [each.sentence for each in _entries() if ruling in each.answers and _stands(each)]
    return sentences[0] if sentences else ""


def _stands(entry: _Entry) -> bool:
    rulings = printed_rulings().by_id
    return all(choice in ("", rulings[ruling].chosen) for ruling, choice in entry.answers.items())


def changes(convention: Convention, meaning: ast.Line, turned: bool, words: str) -> bool:
    """Return whether a convention changes what a line means."""
    return filled(meaning, dict(convention.answers), turned, words) != meaning


def other_answers() -> Iterator[tuple[str, str, str]]:
    """Yield each choice that a box may print and that is not the ruling's, with its sentence."""
    rulings = printed_rulings().by_id
    for each in _entries():
        for ruling, choice in each.answers.items():
            if (ruling, choice) in _FILLS and choice != rulings[ruling].chosen:
                yield ruling, choice, each.sentence


def judged_by(cards: ast.Cards) -> set[str]:
    """Return which values of cards a phrase refers to: "cost", "score", "stability"."""
    extremes = [each.of for each in (cards.extreme, *cards.ties) if isinstance(each, ast.Extreme)]
    ranges = (("cost", cards.cost), ("score", cards.score), ("stability", cards.stability))
    return {measure for measure, amount in ranges if amount is not None}.union(extremes)


def in_a_stack(cards: ast.Cards) -> bool:
    """Return whether a phrase is about cards that lie on each other (A-stack), not at Market."""
    zones = ast.STACKS - {"market stack"}
    return cards.place is not None and zones.issuperset(cards.zones)


def is_open(cards: ast.Cards) -> bool:
    """Return whether a phrase fits several cards without saying which is meant."""
    return cards.extreme is None and not cards.names and not cards.ties


def _in_cards(change: Callable[[ast.Cards, bool], ast.Cards]) -> Fill:
    """Return a change of every phrase of a line."""

    def fill(line: ast.Line, turned: bool, _: str) -> ast.Line:
        return each_changed(line, ast.Cards, lambda cards: change(cards, turned))

    return fill


def _untied(stacked: bool) -> Fill:
    """Break ties in or outside Stacks by what is worth most, or least to give up."""

    def fill(line: ast.Line, turned: bool, _: str) -> ast.Line:
        gives = isinstance(line.act, ast.SpendAct | ast.BuildAct | ast.ResetMove)

        def broken(cards: ast.Cards) -> ast.Cards:
            in_stack = in_a_stack(cards)
            if cards.extreme is None or cards.ties or in_stack is not stacked:
                return cards
            score, cost = GIVING if gives and not in_stack else TAKING
            return replace(cards, ties=(cost if cards.extreme.of == "score" else score,))

        return replace(line, act=each_changed(line.act, ast.Cards, broken))

    return fill


def _open_by(kinds: Any, ties: ast.Ties) -> Fill:
    """Choose among the cards of open phrases by ``ties``, in these kinds of act."""

    def chosen(act: Any) -> Any:
        cards = each_changed(
            act.cards, ast.Cards, lambda c: replace(c, ties=ties) if is_open(c) else c
        )
        return replace(act, cards=cards)

    def fill(line: ast.Line, turned: bool, _: str) -> ast.Line:
        below = isinstance(line.condition, ast.Played)
        return line if below else replace(line, act=each_changed(line.act, kinds, chosen))

    return fill


def _by_first(line: ast.Line, turned: bool, words: str) -> ast.Line:
    """Choose the first, also where the text of a card that is played leaves the choice."""

    def played(act: ast.PlayAct) -> ast.PlayAct:
        return replace(act, giving=act.giving or _FIRST, taking=act.taking or _FIRST)

    fill = _open_by(ast.SpendAct | ast.BuildAct | ast.Retain | ast.ResetMove, _FIRST)
    return each_changed(fill(line, turned, words), ast.PlayAct, played)


def _end_up(line: ast.Line, turned: bool, words: str) -> ast.Line:
    """Judge numbers of a score by the end now up; the rulebooks explain "scoring"."""

    def said(cards: ast.Cards) -> ast.Cards:
        if cards.score is None or cards.side is not None:
            return cards
        span = cards.score.span or cards.span
        scoring = span is not None and words[slice(*span)].lower() == "scoring"
        return cards if scoring else replace(cards, side="after" if turned else "before")

    return each_changed(line, ast.Cards, said)


def _all_end_up(line: ast.Line, turned: bool, _: str) -> ast.Line:
    def said(part: Any) -> Any:
        if isinstance(part, ast.Has) and part.total is not None:
            return replace(part, cards=up(part.cards))
        scored = isinstance(part, ast.Cards) and "score" in judged_by(part)
        return up(part) if scored else part

    def up(cards: ast.Cards) -> ast.Cards:
        return replace(cards, side=cards.side or ("after" if turned else "before"))

    result: ast.Line = rewritten(line, said)
    return result


def _higher_cost(cards: ast.Cards, turned: bool) -> ast.Cards:
    of_cost = cards.side is None and judged_by(cards) == {"cost"}
    return replace(cards, side="higher") if of_cost else cards


def _any_highest(cards: ast.Cards, turned: bool) -> ast.Cards:
    if cards.extreme is None or not asks_for_any(cards.extreme):
        return cards
    return replace(cards, extreme=None, ties=(cards.extreme, *cards.ties))


def _any_target(line: ast.Line, turned: bool, _: str) -> ast.Line:
    def widened(target: ast.FirstOf) -> ast.FirstOf:
        return replace(target, options=(*target.options, ast.Cards()))

    def aimed(act: ast.PlayAct) -> ast.PlayAct:
        return (
            replace(act, target=each_changed(act.target, ast.FirstOf, widened))
            if act.target
            else act
        )

    return line if line.if_possible else each_changed(line, ast.PlayAct, aimed)


def _numbers(exactly: bool) -> Fill:
    def fill(line: ast.Line, turned: bool, _: str) -> ast.Line:
        def meant(part: Any) -> Any:
            if not isinstance(part, ast.Has | ast.Coins | ast.EmptyStacks):
                return part
            return replace(part, count=counted(part.count, exactly=exactly or turned))

        return rewritten(line, meant)

    return fill


def _without_it(line: ast.Line, turned: bool, _: str) -> ast.Line:
    """Count the hand without the card that is played: one card more is there before."""
    hand = ast.Cards(place=ast.Place(("hand",)))

    def shifted(has: ast.Has) -> ast.Has:
        if has.counting or has.cards != hand or (has.count.least, has.count.most) == (1, None):
            return has
        least, most = has.count.least, has.count.most
        count = replace(has.count, least=least + 1, most=None if most is None else most + 1)
        return replace(has, count=count)

    return each_changed(line, ast.Has, shifted) if isinstance(line.act, ast.PlayAct) else line


def _one_set(line: ast.Line, turned: bool, _: str) -> ast.Line:
    def one(act: ast.BuildAct) -> ast.BuildAct:
        is_open = act.cards.number in ("some", "any")
        return replace(act, cards=replace(act.cards, number=1)) if is_open else act

    return each_changed(line, ast.BuildAct, one)


def _best_retained(line: ast.Line, turned: bool, _: str) -> ast.Line:
    """Retain of the cards listed what scores most, not the earliest listed."""

    def best(act: ast.Retain) -> ast.Retain:
        names = tuple(name for each in act.cards.options for name in each.names)
        named = all(each == ast.Cards(names=each.names) for each in act.cards.options)
        best = ast.Cards("all", names=names, ties=TAKING)
        return replace(act, cards=replace(act.cards, options=(best,))) if named and names else act

    return each_changed(line, ast.Retain, best)


_FIRST: Final[ast.Ties] = ("first",)
_COST_FIRST: Final[ast.Ties] = (TAKING[1],)
_FILLS: Final[Mapping[tuple[str, str], Fill]] = {
    ("A-tie", "worth"): _untied(False),
    ("A-stack", "worth"): _untied(True),
    ("A-cost", "higher"): _in_cards(_higher_cost),
    ("A-score", "end-up"): _end_up,
    ("A-score", "all-end-up"): _all_end_up,
    ("A-highest", "any"): _in_cards(_any_highest),
    ("A-retain", "worth"): _best_retained,
    ("A-silent", "first"): _by_first,
    ("A-play", "first"): _open_by(ast.PlayAct, _FIRST),
    ("A-ties-buy", "cost"): _open_by(ast.ShopAct, _COST_FIRST),
    ("A-ties-buy", "first"): _open_by(ast.ShopAct, _FIRST),
    ("A-follow", "any-target"): _any_target,
    ("A-exact", "at-least"): _numbers(False),
    ("A-exact", "exactly"): _numbers(True),
    ("A-counted", "after"): _without_it,
    ("A-set-many", "one"): _one_set,
}
