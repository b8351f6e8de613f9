"""HOW TO READ: the box of an AI card whose sentences answer rulings for all of its lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from difflib import get_close_matches
from functools import cache, partial
from typing import Any, Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from moonflight_solo.ai_cards.preference import GIVING, TAKING
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import convert, read_document
from moonflight_solo.rules.requirements.selectors import asks_for_any
from moonflight_solo.rules.rulings import Ruling, printed_rulings
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.text import Text, WordingError
from moonflight_solo.wording.walk import T, each_changed

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
def _entries_by_words() -> Mapping[str, _Entry]:
    return {_plain(words): entry for entry in _entries() for words in (entry.sentence, *entry.also)}


def _plain(words: str) -> str:
    """Return words without what does not change a sentence: case, articles, marks."""
    tokens = re.findall(r"[\w+]+(?:'\w+)?", words.lower().replace("’", "'"))
    return " ".join(word for word in tokens if word not in ("the", "a", "an"))


def convention_of(text: Text) -> Convention:
    """Return what a sentence of the box answers; raises :class:`WordingError` if nothing."""
    entry = _entries_by_words().get(_plain(text.words))
    if entry is None:
        matches = get_close_matches(_plain(text.words), _entries_by_words(), 4, 0.5)
        nearest = list(dict.fromkeys(f"“{_entries_by_words()[each].sentence}”" for each in matches))
        problem = "this sentence is not one for the box HOW TO READ"
        written = [f"“{each}”" for each in nearest]
        examples = [each.sentence for each in _entries()[:2] if not nearest]
        raise WordingError(text, 0, len(text.words), problem, written, examples)
    return Convention(text, tuple(entry.answers.items()))


_SENTENCE: Final = re.compile(r"\S.*?(?:[.!?](?=\s|$)|$)", re.DOTALL)


def box_sentences(block: Text) -> list[Text]:
    """Split the words below the heading of a box into its sentences, joining wrapped rows."""
    return [block.part(*match.span()) for match in _SENTENCE.finditer(block.words)]


class _Here(NamedTuple):
    """The line in which a choice is spelled out, whether after the Turn, and its words."""

    line: ast.Line
    turned: bool
    words: str

    @property
    def side(self) -> Literal["before", "after"]:
        return "after" if self.turned else "before"


_Change = Callable[[_Here, Any], Any]
"""Returns a node of a line as a choice has it."""
Fill = tuple[Any, _Change]
"""The kinds of node that a choice changes in a line, and how."""


def with_choices(
    meaning: ast.Line, choices: Mapping[str, str], turned: bool, words: str
) -> ast.Line:
    """Return a line's meaning with the choices of rulings that differ from the standing ones.

    What the line says itself stays as it is; so does everything under a choice not in the table,
    which those who follow the line look up.
    """
    for ruling, choice in choices.items():
        fill = _FILLS.get((ruling, choice))
        if fill is not None:
            kinds, change = fill
            here = _Here(meaning, turned, words)
            meaning = each_changed(meaning, kinds, partial(change, here))
    return meaning


def is_spelled_out(ruling: Ruling) -> bool:
    """Return whether a ruling's choices are nothing but what they change in a line's meaning."""
    others = ruling.choices.keys() - {ruling.chosen}  # of a bare number, where it is compared, too
    return ruling.id != "A-exact" and all((ruling.id, other) in _FILLS for other in others)


def standing_sentence(ruling: str) -> str:
    """Return the sentence by which a box prints what a ruling says, "" if there is none."""
    sentences = [each.sentence for each in _entries() if ruling in each.answers and _stands(each)]
    return sentences[0] if sentences else ""


def _stands(entry: _Entry) -> bool:
    rulings = printed_rulings().by_id
    return all(choice in ("", rulings[ruling].chosen) for ruling, choice in entry.answers.items())


def changes(convention: Convention, meaning: ast.Line, turned: bool, words: str) -> bool:
    """Return whether a convention changes what a line means."""
    return with_choices(meaning, dict(convention.answers), turned, words) != meaning


def other_answers() -> Iterator[tuple[str, str, str]]:
    """Yield each choice that a box may print and that is not the ruling's, with its sentence."""
    rulings = printed_rulings().by_id
    for entry in _entries():
        for ruling, choice in entry.answers.items():
            if (ruling, choice) in _FILLS and choice != rulings[ruling].chosen:
                yield ruling, choice, entry.sentence


def judged_by(cards: ast.Cards) -> set[str]:
    """Return which values of cards a phrase refers to: "cost", "score", "stability"."""
    extremes = [tie.of for tie in (cards.extreme, *cards.ties) if isinstance(tie, ast.Extreme)]
    ranges = (("cost", cards.cost), ("score", cards.score), ("stability", cards.stability))
    return {measure for measure, amount in ranges if amount is not None}.union(extremes)


def in_a_stack(cards: ast.Cards) -> bool:
    """Return whether a phrase is about cards that lie on each other (A-stack), not at Market."""
    zones = ast.STACKS - {"market stack"}
    return cards.place is not None and zones.issuperset(cards.zones)


def is_open(cards: ast.Cards) -> bool:
    """Return whether a phrase fits several cards without saying which is meant."""
    return cards.extreme is None and not cards.names and not cards.ties


def _tie_breaker(stacked: bool) -> _Change:
    """Break ties in or outside Stacks by what is worth most, or least to give up."""

    def untied(here: _Here, line: ast.Line) -> ast.Line:
        gives = isinstance(line.act, ast.SpendAct | ast.BuildAct | ast.ResetMove)

        def broken(cards: ast.Cards) -> ast.Cards:
            in_stack = in_a_stack(cards)
            if cards.extreme is None or cards.ties or in_stack is not stacked:
                return cards
            score, cost = GIVING if gives and not in_stack else TAKING
            return replace(cards, ties=(cost if cards.extreme.of == "score" else score,))

        return replace(line, act=each_changed(line.act, ast.Cards, broken))

    return untied


def _open_by(ties: ast.Ties) -> _Change:
    """Choose among the cards of an act's open phrases by ``ties``."""

    def ranked(cards: ast.Cards) -> ast.Cards:
        return replace(cards, ties=ties) if is_open(cards) else cards

    def chosen(here: _Here, act: Any) -> Any:
        below = isinstance(here.line.condition, ast.Played)
        return act if below else replace(act, cards=each_changed(act.cards, ast.Cards, ranked))

    return chosen


def _by_first(here: _Here, act: Any) -> Any:
    """Choose the first, also where the text of a card that is played leaves the choice."""
    if isinstance(act, ast.PlayAct):
        return replace(act, giving=act.giving or _FIRST, taking=act.taking or _FIRST)
    return _open_by(_FIRST)(here, act)


def _end_up(here: _Here, cards: ast.Cards) -> ast.Cards:
    """Judge numbers of a score by the end now up; the rulebooks explain "scoring"."""
    if cards.score is None or cards.side is not None:
        return cards
    span = cards.score.span or cards.span
    scoring = span is not None and here.words[slice(*span)].lower() == "scoring"
    return cards if scoring else replace(cards, side=here.side)


def _all_end_up(here: _Here, part: Any) -> Any:
    """Judge scores and totals by the end now up, where no end is said."""
    if isinstance(part, ast.Has):
        totalled = replace(part.cards, side=part.cards.side or here.side)
        return part if part.total is None else replace(part, cards=totalled)
    return replace(part, side=part.side or here.side) if "score" in judged_by(part) else part


def _higher_cost(here: _Here, cards: ast.Cards) -> ast.Cards:
    of_cost = cards.side is None and judged_by(cards) == {"cost"}
    return replace(cards, side="higher") if of_cost else cards


def _any_highest(here: _Here, cards: ast.Cards) -> ast.Cards:
    if cards.extreme is None or not asks_for_any(cards.extreme):
        return cards
    return replace(cards, extreme=None, ties=(cards.extreme, *cards.ties))


def _any_target(here: _Here, act: ast.PlayAct) -> ast.PlayAct:
    """Let a play be aimed at any card if none listed is there, unless it is “if possible”."""

    def widened(target: ast.FirstOf) -> ast.FirstOf:
        return replace(target, options=(*target.options, ast.Cards()))

    if here.line.if_possible or not act.target:
        return act
    return replace(act, target=each_changed(act.target, ast.FirstOf, widened))


def _numbers(exactly: bool) -> _Change:
    def meant(here: _Here, part: Any) -> Any:
        return replace(part, count=with_counts(part.count, exactly=exactly or here.turned))

    return meant


def _without_it(here: _Here, has: ast.Has) -> ast.Has:
    """Count the hand without the card that is played: one card more is there before."""
    hand, playing = ast.Cards(place=ast.Place(("hand",))), isinstance(here.line.act, ast.PlayAct)
    least, most = has.count.least, has.count.most
    if not playing or has.counting or has.cards != hand or (least, most) == (1, None):
        return has
    count = replace(has.count, least=least + 1, most=None if most is None else most + 1)
    return replace(has, count=count)


def _one_set(here: _Here, act: ast.BuildAct) -> ast.BuildAct:
    several = act.cards.number in ("some", "any")
    return replace(act, cards=replace(act.cards, number=1)) if several else act


def _best_retained(here: _Here, act: ast.Retain) -> ast.Retain:
    """Retain of the cards listed what scores most, not the earliest listed."""
    names = tuple(name for option in act.cards.options for name in option.names)
    named = all(option == ast.Cards(names=option.names) for option in act.cards.options)
    best = ast.Cards("all", names=names, ties=TAKING)
    return replace(act, cards=replace(act.cards, options=(best,))) if named and names else act


_FIRST: Final[ast.Ties] = ("first",)
_COST_FIRST: Final[ast.Ties] = (TAKING[1],)
_DECIDING: Final = ast.SpendAct | ast.BuildAct | ast.Retain | ast.ResetMove
_COUNTING: Final = ast.Has | ast.Coins | ast.EmptyStacks
_FILLS: Final[Mapping[tuple[str, str], Fill]] = {
    ("A-tie", "worth"): (ast.Line, _tie_breaker(False)),
    ("A-stack", "worth"): (ast.Line, _tie_breaker(True)),
    ("A-cost", "higher"): (ast.Cards, _higher_cost),
    ("A-score", "end-up"): (ast.Cards, _end_up),
    ("A-score", "all-end-up"): (ast.Cards | ast.Has, _all_end_up),
    ("A-highest", "any"): (ast.Cards, _any_highest),
    ("A-retain", "worth"): (ast.Retain, _best_retained),
    ("A-silent", "first"): (_DECIDING | ast.PlayAct, _by_first),
    ("A-play", "first"): (ast.PlayAct, _open_by(_FIRST)),
    ("A-ties-buy", "cost"): (ast.ShopAct, _open_by(_COST_FIRST)),
    ("A-ties-buy", "first"): (ast.ShopAct, _open_by(_FIRST)),
    ("A-follow", "any-target"): (ast.PlayAct, _any_target),
    ("A-exact", "at-least"): (_COUNTING, _numbers(False)),
    ("A-exact", "exactly"): (_COUNTING, _numbers(True)),
    ("A-counted", "after"): (ast.Has, _without_it),
    ("A-set-many", "one"): (ast.BuildAct, _one_set),
}


def with_counts(meaning: T, *, exactly: bool) -> T:
    """Return a meaning with each bare number made exact, or a minimum (A-exact)."""

    def ruled(number: ast.Range) -> ast.Range:
        return ast.Range(number.least, number.most if exactly else None) if number.bare else number

    return each_changed(meaning, ast.Range, ruled)
