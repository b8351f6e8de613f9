"""The Python generated for AI-card lines does what their words mean, card by card.

Every line is followed twice on many tables: as in a game, and by the slow reference implementation
(`slow_lines.py`). MOONFLIGHT_ALL_LINES=1 tests far more lines.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from helpers import CLAY, MADE_UP, WORDS, at_least
from msgspec.structs import replace
from on_tables import following
from reach_cards import assert_known, random_table
from slow_lines import CardLocation, Slow

from moonflight_solo.ai_cards.card import AICard, AILine, load_ai_card
from moonflight_solo.ai_cards.context import AimedAct, Basis
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import DataError
from moonflight_solo.rules.acts import Build, Pass, Play, Shop, Spend
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.rules.state import Card, CardInPlay, Seat, Table
from moonflight_solo.rules.texts.candidates import reach
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import map_fields

ALL = os.environ.get("MOONFLIGHT_ALL_LINES") == "1"
CARDS = 400 if ALL else 12
TABLES = 60 if ALL else 12
# Every kind of phrase in which a line can name a card: X, Y and Z are three cards, at random.
PHRASES = (
    "Play X.",
    "Play X/Y/Z.",
    "Play X/the lowest cost card in hand/Y.",
    "Play the highest cost card in hand that is not X.",
    "Play a card that is not X that is not Y.",
    "Play X targeting Y.",
    "Play X targeting Y/Z/the lowest cost card.",
    "Play the highest cost card in hand targeting X.",
    "Play X targeting Y on top of the Discard Stack.",
    "Play X/Y targeting - If Z in hand - Y. If 3+ cards in hand - highest scoring card.",
    "If X in hand play Y.",
    "If X or Y in hand play Z.",
    "If X and Y in hand play X/Y/Z.",
    "If hand contains X OR Y and no scoring cards are in the Trash Stack play Z.",
    "If (X in hand or Y in hand) and Z in play play the highest cost card.",
    "If no X in hand and no Y in play play Z.",
    "If X in play shop to Purchase Y/Z.",
    "If X or Y in Discard Stack play Z.",
    "If no X in Trash Stack play Y.",
    "If there is a X on top of Discard Stack play Y.",
    "If there is no X on top of Trash Stack and there is a Y on top of the Discard Stack play Z.",
    "If there is a X on top of Discard Stack or there is no Y on top of Discard Stack play Z.",
    "If 2+ X cards in hand play Y.",
    "If 2 X cards in hand or play together play Y.",
    "If fewer than 2 X cards in Discard Stack play Y.",
    "If X in hand or play and Y in hand or play play Z/the highest cost card.",
    "If an opponent has a X on top of their Trash Stack play Y.",
    "If an opponent has 2+ X cards in their Discard Stack play Y.",
    "If an opponent has no X in play play Y.",
    "If 4-10 cards in hand with total score 3+ and X in hand play Y.",
    "If controlling 3+ coin tokens and X in hand spend 1 coin token to Draw 1.",
    "Shop to Purchase X.",
    "Shop to Purchase X/Y/the highest cost card available.",
    "Shop to Purchase a scoring card that is not X.",
    "Spend 1 X card using Y.",
    "Spend any X cards using Y.",
    "Spend the lowest cost card in hand that is not X using Y.",
    "Spend 2 X cards using Y.",
    "Spend X.",
    "Build to Set X to Y.",
    "Build to Set 2 X cards to Y.",
    "Build to Set the highest cost card in hand that is not X to Y.",
    "Build to Set as many of X to as many of the highest cost card(s) in play as possible.",
    "Build to Set the lowest cost card in hand to X.",
)
# Names that written Python might have for something else.
HOSTILE = (
    *("Table", "Seat", "Hand", "Held", "Holds", "Seen", "Found", "Card", "AimedAct", "Stack"),
    *("Stacks", "Barred", "Question", "Index", "None", "True", "If", "Max", "The", "The Card"),
    *("the_hand", "Line 1", "Line 1 2", "Passing", "Pick", "Coin 2", "Coin (2)", "Coin!"),
    *("Été", "日本", "Any card", "Worth"),
)


@cache
def hostile(folder: Path) -> Catalogue:
    """Return the tests' made-up cards under names that are Python syntax.

    Those that effects cannot Trash or Set they cannot Purchase here; a Shop can (G-cannot).
    """
    files = []
    names = iter(HOSTILE)
    for path in MADE_UP:
        lines = path.read_text("utf-8").splitlines()
        for at, line in enumerate(lines):
            label, _, name = line.partition("      name: ")
            if not label and name:
                lines[at] = f'      name: "{next(names)}"'
        files.append(folder / path.name)
        written = "\n".join(lines).replace("cannot Trash or Set", "cannot Trash or Purchase")
        files[-1].write_text(written, "utf-8")
    return catalogue("prototype", tuple(files))


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    return hostile(tmp_path_factory.mktemp("hostile"))


@cache
def templates() -> tuple[tuple[str, ast.Line], ...]:
    """Return every phrase with its meaning, about X, Y and Z."""
    found = []
    for phrase in PHRASES:
        meanings = parsed_readings(Text(re.sub(r"\b[XYZ]\b", r'"\g<0>"', phrase)), "line")
        found += [(phrase, each) for each in meanings if isinstance(each, ast.Line)]
    return tuple(found)


def naming(part: Any, names: Mapping[str, str]) -> Any:
    """Rename the cards in a meaning."""
    if isinstance(part, str):
        return names.get(part, part)
    if isinstance(part, tuple):
        return tuple(naming(each, names) for each in part)
    if isinstance(part, ast.Node):
        return map_fields(part, lambda slot: naming(slot, names))
    return part


def names_in(part: Any) -> Iterator[str]:
    """Yield every string in a meaning, including the names of cards."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from names_in(each)
    elif isinstance(part, ast.Node):
        yield from names_in(tuple(part.compared().values()))


def ends(known: Catalogue, turned: bool) -> list[Card]:
    """Return every kind of card at its current end."""
    kinds = [*known.starter, *known.generic, *(c for s in known.suits.values() for c in s.kinds)]
    return [card.flipped if turned else card for card in kinds]


def lay_about(table: Table, names: Iterable[str], up: Mapping[str, Card], lot: Random) -> None:
    """Add one card of each name in random places where a line may look for it."""
    seat = table.seats[0]
    for name in sorted(names):
        card = up[name]
        if lot.random() < 0.7:
            seat.in_play.append(CardInPlay(card))
        piles = [seat.hand, seat.discard_stack, seat.trash_stack, table.seats[1].trash_stack]
        piles += [table.seats[1].discard_stack, lot.choice(seat.stacks).cards]
        for pile in piles:
            if lot.random() < 0.3:
                pile += [card] * lot.randint(1, 2)


def some_lines(known: Catalogue, jack: str, turned: bool, number: int, lot: Random) -> AICard:
    """Return an AI card whose lines are random phrases about random cards."""
    every = ends(known, turned)
    spenders = [card for card in every if any(a.cards for a in card.abilities)]
    whole = load_ai_card(CLAY, known)
    one = whole.side(turned)[0]
    lines: list[AILine] = []
    while len(lines) < number:
        phrase, meaning = lot.choice(templates())
        x, y, z = lot.sample(every, 3)
        if "using Y" in phrase:
            y = lot.choice(spenders)
        meaning = naming(meaning, {"X": x.name, "Y": y.name, "Z": z.name})
        printed = replace(one.printed, number=str(len(lines) + 1))
        line = replace(one, printed=printed, reading=replace(one.reading, meaning=meaning))
        try:
            compile_side(replace(whole, jack=jack, lines=(line,)), turned, Basis(known, RULINGS))
        except DataError:  # it asks for a target of a card that has none, or the like
            continue
        lines.append(line)
    return replace(whole, jack=jack, lines=tuple(lines))


RULINGS = printed_rulings()
NOTHING: CardLocation = ("pass",)


def fast(decision: AimedAct | None, table: Table, seat: Seat) -> CardLocation | None:
    """Convert a line's decision to the form of `Slow.act`."""
    if decision is None:
        return None
    act, aim = decision
    if isinstance(act, Play):
        if aim is None:
            return ("play", act.card, None)
        offer = reach(act.card, table, seat)
        index = aim.index(offer, table, seat)
        return ("play", act.card, None if index is None else offer.cards[index])
    if isinstance(act, Spend):
        return ("spend", seat.card_at(act.place), act.ability, act.cards)
    if isinstance(act, Shop):
        (stack,) = act.stacks(seat)
        return ("shop", stack)
    if isinstance(act, Build):
        return ("build", *act.onto(seat))
    assert isinstance(act, Pass)
    return ("pass",)


def agree(one: CardLocation | None, other: CardLocation | None) -> bool:
    """Return whether two decisions agree; "any" matches any target."""
    if one is None or other is None or one[0] != "play":
        return one == other
    return one[1] is other[1] and (other[2] == "any" or one[2] is other[2])


def follow_twice(
    known: Catalogue, cards: int, lines: int, tables: int, seed: str
) -> Counter[tuple[str, bool]]:
    """Follow the lines of cards both ways; return which phrases were followed and which were
    not.
    """
    lot = Random(seed)
    seen: Counter[tuple[str, bool]] = Counter()
    for number in range(cards):
        turned = number % 2 == 1
        jacks = lot.sample(list(known.suits), 2)
        rulings = RULINGS.switch({"A-exact": "at-least"} if number % 3 == 2 else {})
        card = some_lines(known, jacks[0], turned, lines, lot)
        compiled = compile_side(card, turned, Basis(known, rulings))
        follower = AICardPlayer(card, known, rulings)
        up = {end.name: end for end in ends(known, turned)}
        for _ in range(tables):
            table = random_table(known, jacks, turned, lot)
            # Cards of every suit may be laid about below.
            table.cards = known.game_cards(list(known.suits))
            table.watch()
            seat = table.seats[0]
            table.acting = 0
            for line in lot.sample(compiled, 12):
                lay_about(table, set(names_in(line.line.meaning)) & set(up), up, lot)
            slow = Slow(table, seat, known, turned, number % 3 != 2)
            expected, decided = "", NOTHING
            for line in compiled:
                meaning = line.line.meaning
                one, other = fast(line.attempt(table, seat), table, seat), slow.act(meaning)
                if isinstance(meaning.act, ast.PlayAct) and other and meaning.act.target is None:
                    one = (*one[:2], None) if one else None  # the condition may say where (A-same)
                assert agree(one, other), (english(meaning), one, other)
                assert_known(line, table, seat)
                seen[type(meaning.act).__name__, other is not None] += 1
                if other is not None and not expected:
                    expected, decided = line.number, other
            acted = fast((follower.act(table, seat), None), table, seat)
            assert follower.followed == expected
            assert acted is not None
            assert acted[:2] == decided[:2]
    return seen


def test_every_wording_is_followed_as_it_is_known_and_says_why_if_not(known: Catalogue) -> None:
    """One after another, so that lines that are nearly alike are not taken for each other."""
    lot, seen = Random("every wording"), Counter[bool]()
    lines = chain(*(section.examples for section in wordings() if section.start == "line"))
    for words, turned, jack in product(lines, (False, True), (CLAY, WORDS)):
        try:
            (line,) = following(words, jack, known, turned=turned).lines
        except DataError:  # names of the other side, or words that leave open what is meant
            continue
        for _ in range(at_least(3, 30)):
            table = random_table(known, (jack, CLAY if jack == WORDS else WORDS), turned, lot)
            table.acting = 0
            assert_known(line, table, table.seats[0])
            seen[line.attempt(table, table.seats[0]) is not None] += 1
    assert min(seen[True], seen[False]) > 400


def test_lines_that_name_any_cards_do_what_they_mean(known: Catalogue) -> None:
    """Printed cards, and cards whose names mean something in Python."""
    seen = follow_twice(known, CARDS, 40, TABLES, "any cards")
    assert sum("purchase" in card.barred for card in ends(known, turned=False)) == 1
    for act in ("PlayAct", "ShopAct", "SpendAct", "BuildAct"):
        assert seen[act, True] > 20
        assert seen[act, False] > 20
