"""Requirements mean the same whether tested, compiled to Python, or evaluated card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from random import Random

from helpers import CLAY, WORDS, at_least, made_up_cards
from reach_cards import after, card_saying, random_table

from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.lines import compile_side
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.codegen import Code, expression
from moonflight_solo.rules.requirements.evaluation import as_test, unmet
from moonflight_solo.rules.requirements.lowering import Lowering
from moonflight_solo.rules.requirements.selectors import END_UP, HIGHER_END, kinds_in_order
from moonflight_solo.rules.state import Card, MarketStack, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text

KNOWN = made_up_cards()
PILES: tuple[ast.Zone, ...] = (
    "hand",
    "in play",
    "draw deck",
    "discard stack",
    "trash stack",
    "supply stack",
)
RANGES = (
    ast.Range(0, 0),
    ast.Range(0),
    ast.Range(1),
    ast.Range(2),
    ast.Range(1, 1),
    ast.Range(0, 2),
    ast.Range(2, 4),
    ast.Range(4, 10),
)


# -- requirements at random


def some_kinds(lot: Random, turned: bool) -> frozenset[Card] | None:
    if lot.random() < 0.25:
        return None
    kinds = KNOWN.kinds(turned)
    return frozenset(lot.sample(kinds, lot.choice([0, 1, 1, 2, 5, 20])))


def some_place(lot: Random) -> ast.Place:
    return ast.Place(tuple(lot.sample(PILES, lot.choice([1, 1, 1, 2]))), top=lot.random() < 0.3)


def some_market(lot: Random) -> ast.Place:
    suits = (None, None, ast.Suit("named", lot.choice(list(KNOWN.suits))), ast.Suit("your"))
    owner: ast.Owner = lot.choice(("your", "target", "opponent"))
    return ast.Place(("market stack",), owner, suit=lot.choice(suits), fewest=lot.random() < 0.3)


def some_count(lot: Random, turned: bool) -> r.Count | r.Total:
    place, kinds, number = some_place(lot), some_kinds(lot, turned), lot.choice(RANGES)
    if lot.random() < 0.6:
        return r.Count(place, kinds, number, says="cards")
    of = lot.choice([HIGHER_END, END_UP])
    return r.Total(place, kinds, number, of, lot.choice(RANGES), says="cards")


def some_requirement(lot: Random, turned: bool, depth: int = 2) -> r.Requirement:
    if depth and lot.random() < 0.4:
        parts = tuple(some_requirement(lot, turned, depth - 1) for _ in range(lot.randint(0, 3)))
        joined: list[r.Requirement] = [r.AllOf(parts), r.AnyOf(parts), r.Not(r.AllOf(parts))]
        return lot.choice(joined)
    which = lot.random()
    if which < 0.5:
        return some_count(lot, turned)
    if which < 0.6:
        return r.SomeOpponent(some_count(lot, turned))
    if which < 0.7:
        return r.CoinCount(lot.choice(RANGES))
    if which < 0.8:
        return r.EmptyStackCount(some_market(lot), lot.choice(RANGES))
    if which < 0.9:
        sale = r.ForSale(some_market(lot), some_kinds(lot, turned), "shown")
        return lot.choice([sale, sale.on("allowed"), sale.on("payable")])
    odd = lot.randint(2, 3)
    name = ("coins in", odd)
    return r.Opaque(name, lambda table, seat: seat.coins % odd == 0, needs=r.TRUE, enough=r.FALSE)


# -- card by card


def within(number: int, amount: ast.Range) -> bool:
    return amount.least <= number and (amount.most is None or number <= amount.most)


def lying(seat: Seat, zone: ast.Zone, top: bool) -> Sequence[Card]:
    if zone == "in play":
        return [placed.card for placed in seat.in_play]
    if zone == "hand":
        return seat.hand
    piles: dict[str, list[Card]] = {
        "draw deck": seat.draw_deck,
        "discard stack": seat.discard_stack,
        "trash stack": seat.trash_stack,
        "supply stack": seat.supply,
    }
    return piles[zone][-1:] if top else piles[zone]


def stacks(place: ast.Place, table: Table, seat: Seat) -> list[MarketStack]:
    found = []
    for stack in seat.stacks:
        mine = stack.owner == seat.number
        if place.suit is not None:
            name = place.suit.name if place.suit.whose == "named" else seat.jack
            fits = stack.suit == name
        elif place.owner == "opponent":
            fits = not mine and stack.owner is not None
        else:
            fits = mine or place.owner == "target"
        if fits:
            found.append(stack)
    fewest = min((len(stack.cards) for stack in found), default=0)
    return [s for s in found if not place.fewest or len(s.cards) == fewest]


def holds(requirement: r.Requirement, table: Table, seat: Seat) -> bool:
    match requirement:
        case r.AllOf(parts):
            return all(holds(part, table, seat) for part in parts)
        case r.AnyOf(parts):
            return any(holds(part, table, seat) for part in parts)
        case r.Not(part):
            return not holds(part, table, seat)
        case r.SomeOpponent(part):
            return any(holds(part, table, other) for other in table.seats if other is not seat)
        case r.CoinCount(amount):
            return within(seat.coins, amount)
        case r.EmptyStackCount(place, amount):
            empty = [stack for stack in stacks(place, table, seat) if not stack.cards]
            return within(len(empty), amount)
        case r.Opaque(test=test):
            return test(table, seat)
        case r.ForSale(place, kinds, terms):
            tops = [stack.cards[-1] for stack in stacks(place, table, seat) if stack.cards]
            fit = [card for card in tops if kinds is None or card in kinds]
            if terms != "shown":
                others = {other.jack for other in table.seats} - {seat.jack}
                fit = [card for card in fit if seat.shopped or card.suit not in others]
                fit = [card for card in fit if "purchase" not in card.barred]
            return any(terms != "payable" or card.cost <= seat.coins for card in fit)
    place, kinds = requirement.place, requirement.kinds
    cards = [c for zone in place.zones for c in lying(seat, zone, place.top)]
    fit = [card for card in cards if kinds is None or card in kinds]
    if isinstance(requirement, r.Total):
        worth = sum(requirement.of(card) for card in fit)
        return within(len(fit), requirement.range) and within(worth, requirement.total)
    return within(len(fit), requirement.range)


def written(requirement: r.Requirement) -> r.Test:
    """Return a requirement compiled as in a side's generated code."""
    code = Code()
    body = ["hand = seat.hand", "held = frozenset(hand)", f"return {expression(requirement, code)}"]
    return code.function("test", "table, seat", body)


def test_a_requirement_is_tested_and_written_as_it_is_meant() -> None:
    lot = Random("requirements")
    seen: Counter[tuple[str, bool]] = Counter()
    for number in range(at_least(70, 400)):
        turned = number % 2 == 1
        jacks = lot.sample(list(KNOWN.suits), lot.choice([1, 2, 3]))
        table = random_table(KNOWN, jacks, turned, lot)
        for seat in table.seats:
            for _ in range(25):
                requirement = some_requirement(lot, turned)
                meant = holds(requirement, table, seat)
                assert as_test(requirement)(table, seat) is meant, requirement
                assert bool(written(requirement)(table, seat)) is meant, requirement
                missing = unmet(requirement, table, seat)
                assert not (missing and meant)
                for leaf in r.leaves(requirement):
                    seen[type(leaf).__name__, meant] += 1
    kinds = ("Count", "Total", "CoinCount", "EmptyStackCount", "ForSale", "Opaque", "SomeOpponent")
    assert all(seen[kind, truth] > 50 for kind in kinds for truth in (False, True)), seen


def test_the_same_words_of_another_card_are_tested_by_its_own_cards() -> None:
    """An opaque test belongs to the Jack, side, edition and rulings that it was made for."""
    words = after(
        "Play the highest cost card in hand targeting the lowest cost card of your suit.",
        'Spend 2 lowest cost cards to Trash a scoring card in hand using "Take Us With You".',
    )
    lot = Random("the same words")

    for edition in ("prototype", "final"):
        known = made_up_cards(edition)
        for jack, other in ((CLAY, WORDS), (WORDS, CLAY)):
            card = card_saying(words, jack, known)
            lines = compile_side(card, True, Basis(known))
            for _ in range(60):
                table = random_table(known, [jack, other], True, lot)
                seat = table.seats[0]
                for line in lines:
                    followed = line.attempt(table, seat) is not None
                    assert as_test(line.requirement)(table, seat) is followed, line.number


def test_a_comparison_is_by_the_cards_of_the_side_that_is_up() -> None:
    """ "Scoring" and "starter" mean other kinds of card after the Turn, and to another Jack."""
    words = "If an opponent has more scoring cards in play than you, pass"
    (reading,) = parsed_readings(Text(words), "line")
    assert isinstance(reading, ast.Line)
    assert reading.condition is not None
    known, lot, told = catalogue("prototype"), Random("compared"), Counter[bool]()
    for _ in range(200):
        turned = lot.random() < 0.5
        table = random_table(known, [CLAY, WORDS], turned, lot)
        test = as_test(Lowering(known, turned, CLAY).condition(reading.condition))
        mine, theirs = (
            sum(placed.card.high_score > 0 for placed in seat.in_play) for seat in table.seats
        )
        assert test(table, table.seats[0]) is (theirs > mine)
        told[theirs > mine] += 1
    assert min(told.values()) > 20


def test_namesakes_have_an_order_that_no_address_decides() -> None:
    """The page for a phone numbered the two ends of a card that share a name by where they lay."""
    power = catalogue().card("Power", turned=False)
    ends = power, power.flipped
    assert ends[0].name == ends[1].name
    for kinds in permutations(ends):
        assert kinds_in_order(kinds) == [*ends]  # type: ignore[arg-type]
