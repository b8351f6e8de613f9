"""Every printed card text and line is parsed as judged by hand in expected_readings.py."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from expected_readings import CARDS, FINAL, LINES
from helpers import EDITIONS
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AILine, ai_card_files, load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.underspecified.listing import gaps
from moonflight_solo.ai_cards.underspecified.slot import LineContext
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.english import english
from moonflight_solo.wording.walk import map_fields


def as_named(part: Any, known: Catalogue, turned: bool) -> Any:
    """Return a meaning with the names of cards and Jacks as on the cards."""
    if isinstance(part, tuple):
        return tuple(as_named(each, known, turned) for each in part)
    if not isinstance(part, ast.Node):
        return part
    part = map_fields(part, lambda slot: as_named(slot, known, turned))
    if isinstance(part, ast.Suit) and part.whose == "named":
        return replace(part, name=known.suit(part.name))
    if isinstance(part, ast.Cards):
        names = tuple(known.card(name, turned).name for name in part.names)
        but_not = tuple(known.card(name, turned).name for name in part.but_not)
        return replace(part, names=names, but_not=but_not)
    if isinstance(part, ast.Played):
        return ast.Played(known.card(part.name, turned).name)
    if isinstance(part, ast.SpendAct) and part.user:
        return replace(part, user=known.card(part.user, turned).name)
    return part


# ------------------------------------------------------------------------------ card texts


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_card_text_means_what_was_judged(edition: str) -> None:
    known = catalogue(edition)
    expected = CARDS | (FINAL if edition == "final" else {})
    renamed = {new: old for old, new in known.edition.names.items()}
    ends = [end for card in known.cards_for(known.suits) for end in (card, card.flipped)]
    wrong = {}
    for end in ends:
        judged = ast.CardText(expected[renamed.get(end.name, end.name)])
        if canonical(end.meaning) != canonical(judged):
            wrong[end.name] = (english(end.meaning), english(judged))
    assert wrong == {}
    assert {renamed.get(end.name, end.name) for end in ends} == set(CARDS)


# ----------------------------------------------------------------------------------- lines


def where(line: AILine) -> tuple[str, str]:
    side = "post" if line.printed.turned else "pre"
    return side + (" reset" if line.printed.section == "reset" else ""), line.number


PRINTED = {
    (jack, *where(line)): line for jack in LINES for line in load_ai_card(jack, catalogue()).lines
}


def test_every_line_of_every_ai_card_is_judged() -> None:
    assert len(ai_card_files()) == len(LINES)
    assert set(PRINTED) == {(jack, *at) for jack, lines in LINES.items() for at in lines}


@pytest.mark.parametrize("at", PRINTED, ids=" ".join)
def test_every_line_means_what_was_judged(at: tuple[str, str, str]) -> None:
    """AI Mode; the line that several readings fit is read as its ruling says (A-cb-post-1)."""
    line = PRINTED[at]
    judged, _ = LINES[at[0]][at[1:]]
    found = as_named(line.meaning, catalogue(), line.printed.turned)
    assert canonical(found) == canonical(judged), (english(line.meaning), english(judged))


@pytest.mark.parametrize("at", PRINTED, ids=" ".join)
def test_every_line_calls_for_the_rulings_that_were_judged(at: tuple[str, str, str]) -> None:
    """No ruling is missing, and none is named that only other cards than the line plays need."""
    line = PRINTED[at]
    context = LineContext(line, (), Basis(catalogue()), catalogue().jack(at[0]))
    found = {*line.ruled_by, *gaps(context)}
    _, judged = LINES[at[0]][at[1:]]
    assert found == judged


# --------------------------------------------------------------------- the judging itself


def test_another_judgement_would_be_told_from_it() -> None:
    """The comparison can fail: no two entries that are worded differently are taken for the same,
    and a change of any one slot shows."""
    different: dict[Hashable, str] = {}
    for jack, lines in LINES.items():
        for at, (judged, _) in lines.items():
            said = english(judged)
            assert different.setdefault(canonical(judged), said) == said, (jack, at)
    judged, _ = LINES["Words and Names"]["post", "7"]
    assert isinstance(judged.condition, ast.Has)
    assert canonical(judged) != canonical(
        replace(judged, condition=replace(judged.condition, count=ast.Range(5)))
    )
