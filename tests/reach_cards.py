"""AI cards of a few lines, what is proved of them, and tables of cards in random places."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import NamedTemporaryFile
from textwrap import dedent, indent

from helpers import CLAY

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.check.reachability.findings import Reach, side_reach
from moonflight_solo.check.reachability.side import sides_of
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.game import stream
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.requirement import Opaque, leaves
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.rules.state import (
    Card,
    CardInPlay,
    MarketStack,
    Seat,
    Table,
)


def assert_known(line: CompiledLine, table: Table, seat: Seat) -> None:
    """Assert that a line's requirement holds exactly if it gives an act, and that a failure has a
    reason.
    """
    followed = line.attempt(table, seat) is not None
    assert as_test(line.requirement)(table, seat) is followed, line.line.words
    for leaf in leaves(line.requirement):
        if isinstance(leaf, Opaque):
            truth = as_test(leaf)(table, seat)
            if truth and as_test(line.condition)(table, seat):
                assert as_test(leaf.needs)(table, seat), (line.line.words, leaf.name)
            if as_test(leaf.enough)(table, seat) and followed:
                assert truth, (line.line.words, leaf.name)
    if not followed:
        assert line.why_not(table, seat)[1]


PROTOTYPE = "prototype"


def card_saying(lines: str, jack: str = CLAY, known: Catalogue | None = None) -> AICard:
    """Return an AI card with these lines."""
    with NamedTemporaryFile("w", suffix=".yaml", encoding="utf-8") as file:
        file.write(f"jack: {jack}\ncard: |\n{indent(dedent(lines).strip(), '  ')}\n")
        file.flush()
        return load_ai_card(Path(file.name), known or catalogue())


def before(*lines: str) -> str:
    """Return the pre-Turn side of an AI card with these lines, numbered."""
    return "PRE TURN\nACTION\n" + "\n".join(f"{n} – {line}" for n, line in enumerate(lines, 1))


def after(*lines: str) -> str:
    return before(*lines).replace("PRE", "POST")


def reach_of(card: AICard, known: Catalogue, rulings: Rulings) -> tuple[Reach, ...]:
    return tuple(
        found for side in sides_of(card, Basis(known, rulings)) for found in side_reach(side)
    )


def reached(card: AICard, edition: str = PROTOTYPE) -> tuple[Reach, ...]:
    return reach_of(card, catalogue(edition), printed_rulings())


def verdicts(card: AICard) -> list[str]:
    """Return each line's verdict, with the lines that shadow it."""
    return [
        " ".join([found.verdict, *(line.number for line in found.by)]) for found in reached(card)
    ]


def random_table(known: Catalogue, jacks: Sequence[str], turned: bool, lot: Random) -> Table:
    """Return a table with all cards of a game in random places that a game could reach."""
    characters = [known.suits[jack].character for jack in jacks]
    seats = [
        Seat.of(number, jack, character.flipped if turned else character)
        for number, (jack, character) in enumerate(zip(jacks, characters, strict=True))
    ]
    crowded = lot.random() < 0.5

    def up(card: Card) -> Card:
        return card.flipped if turned else card

    generic = []
    for card in known.generic:
        total = card.copies * len(seats)
        left = lot.randint(0, total)
        generic.append(MarketStack([up(card)] * left, name=card.name))
        for _ in range(total - left):
            _drop(up(card), lot.choice(seats), lot, crowded)
    for seat in seats:
        for card in known.starter:
            for _ in range(card.copies):
                _drop(up(card), seat, lot, crowded)
        for card in known.suits[seat.jack].stack():
            where = lot.random()
            if where < 0.3:
                seat.supply.append(up(card))
            elif where < 0.45:
                lot.choice(seat.market).cards.append(up(card))
            else:
                _drop(up(card), lot.choice(seats), lot, crowded)
        seat.coins = lot.choice([0, 0, 1, 2, 3, 5, 6, 8])
        seat.built, seat.shopped = lot.random() < 0.3, lot.random() < 0.5
    stacks, rng = tuple(generic), stream(0, "decks")
    table = Table(known.game_cards(jacks), tuple(seats), stacks, (), rng)
    table.turned = turned
    table.acting = lot.randrange(len(seats))
    table.watch()
    for seat in seats:
        for pile in (seat.hand, seat.draw_deck, seat.discard_stack, seat.trash_stack):
            lot.shuffle(pile)
            if lot.random() < 0.3:
                seat.supply.extend(c for c in pile if c.suit == seat.jack)
                pile.clear()
        if lot.random() < 0.5:
            del seat.hand[lot.randint(0, 12) :]
        if lot.random() < 0.3:
            seat.in_play.clear()
    return table


def _drop(card: Card, seat: Seat, lot: Random, crowded: bool) -> None:
    where = lot.random()
    if where < (0.25 if crowded else 0.08):
        seat.hand.append(card)
    elif where < 0.35:
        seat.in_play.append(CardInPlay(card))
    elif where < 0.55:
        seat.draw_deck.append(card)
    elif where < 0.75:
        seat.discard_stack.append(card)
    elif where < 0.9:
        seat.trash_stack.append(card)
