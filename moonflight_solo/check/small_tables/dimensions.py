"""What a line of an AI card looks at, and the few ways in which each of that can lie there.

Each leaf of the line's requirement is a dimension: its bounds are stepped, one too few and one
too many, and the cards it counts are the highest, the lowest and some others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.ai_cards.lines import CompiledLine, compile_line
from moonflight_solo.ai_cards.play_line import sub_aim
from moonflight_solo.ai_cards.target_reach import targeted
from moonflight_solo.check.small_tables.pool import MINE, THEIRS, Pool
from moonflight_solo.rules import requirement as r
from moonflight_solo.rules.lowering import BUILT
from moonflight_solo.rules.selectors import Kinds
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

_MOST_CARDS = 14
Spot = tuple[int, str]
"""A place: whose (0 one's own), and the zone."""


@dataclass(frozen=True, slots=True)
class Part:
    """A few cards laid somewhere: whose (0 one's own), the zone, and which from the top.

    Market Stacks are the zones "market 0" to "market 2" and "generic". At least ``coins`` coin
    tokens are under control.
    """

    puts: tuple[tuple[int, str, tuple[str, ...]], ...] = ()
    coins: int = 0
    marks: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """How many cards and coin tokens these are."""
        return self.coins + sum(len(names) for _, _, names in self.puts)

    def __add__(self, other: Part) -> Part:
        return Part(self.puts + other.puts, max(self.coins, other.coins), self.marks | other.marks)


NOTHING = Part()


@dataclass(frozen=True, slots=True)
class Dimension:
    """One thing lines look at: the ways in which it is so, and those in which it is not.

    ``wanted`` says which of them a line needs, if it is no ``fact`` of a condition.
    """

    so: tuple[Part, ...]
    not_so: tuple[Part, ...]
    fact: r.Requirement | None = None
    wanted: bool = True

    @property
    def ways(self) -> tuple[Part, ...]:
        """All ways, those in which it is so first."""
        return self.so + self.not_so

    def first(self, so: bool) -> int:
        """Return the number of the first way in which it is so, or is not."""
        return 0 if so or not self.not_so else len(self.so)


@dataclass(frozen=True, slots=True)
class Looked:
    """A line to be laid tables for: its condition, and what of it can be varied."""

    condition: r.Requirement
    dimensions: tuple[Dimension, ...]


def looked_at(card: AICard, context: CompileContext, pool: Pool) -> Looked:
    """Return what the first line of ``card`` looks at, with the lines below it."""
    line, *below = card.lines
    if line.printed.section == "reset":
        condition, act = line.meaning.condition, line.meaning.act
        assert isinstance(act, ast.Retain | ast.ResetMove)
        wanted = r.TRUE if condition is None else context.lower.condition(condition)
        held = [_laid(context.kinds(cards), [(MINE, "hand")], pool) for cards in act.cards.options]
        return Looked(wanted, _varying([*_of_condition(wanted, pool), *held]))
    compiled = compile_line(line, tuple(below), context)
    dimensions = [*_of_condition(compiled.condition, pool), *_of_act(compiled, context, pool)]
    return Looked(compiled.condition, _varying(dimensions))


def _varying(dimensions: Sequence[Dimension]) -> tuple[Dimension, ...]:
    return tuple(dict.fromkeys(each for each in dimensions if each.so and len(each.ways) > 1))


def _of_condition(condition: r.Requirement, pool: Pool) -> Iterator[Dimension]:
    for leaf in dict.fromkeys(r.leaves(condition)):
        yield replace(_stepped(leaf, pool, MINE), fact=leaf)


def _of_act(compiled: CompiledLine, context: CompileContext, pool: Pool) -> Iterator[Dimension]:
    act = compiled.line.meaning.act
    yield from _needed(compiled.possible, pool)
    for sub in compiled.sublines:
        card, aim = sub_aim(sub, context)
        yield from _needed(targeted(aim.target, card, context), pool)
    if isinstance(act, ast.PlayAct) and act.target is None:
        # What the card reaches when nothing says what it is aimed at.
        played = [c for each in act.cards.options for c in pool.few(context.kinds(each))]
        places = [place for card in played for place in nodes_of(card.meaning, ast.Place)]
        for spot in dict.fromkeys(spot for place in places for spot in _spots(place)):
            yield replace(_laid(None, [spot], pool), wanted=False)


def _needed(
    requirement: r.Requirement, pool: Pool, owner: int = MINE, wanted: bool = True
) -> Iterator[Dimension]:
    """Yield the leaves of what an act needs; of several ways the first is wanted."""
    match requirement:
        case r.All(parts):
            for part in parts:
                yield from _needed(part, pool, owner, wanted)
        case r.Any(parts):
            for at, part in enumerate(parts):
                yield from _needed(part, pool, owner, wanted and at == 0)
        case r.Not(part):
            yield from _needed(part, pool, owner, wanted=False)
        case r.SomeOpponent(part):
            yield from _needed(part, pool, THEIRS, wanted)
        case r.Opaque(name=name):
            if name == BUILT.name:
                yield Dimension((Part(marks=frozenset({"built"})),), (NOTHING,), wanted=False)
            yield from _needed(requirement.needs, pool, owner, wanted)
        case r.ForSale():
            yield _sale(requirement, pool)
        case r.Count() | r.Total():
            spots = _spots(requirement.place, owner)
            laid = _laid(requirement.kinds, spots, pool, max(1, requirement.range.least))
            yield replace(laid, wanted=wanted)
        case _:
            yield replace(_stepped(requirement, pool, owner), wanted=wanted)


def _stepped(leaf: r.Requirement, pool: Pool, owner: int) -> Dimension:
    """Return the ways in which a leaf holds at the bounds of its range, and just outside it."""
    match leaf:
        case r.SomeOpponent(part):
            return _stepped(part, pool, THEIRS)
        case r.Coins(range_):
            so, not_so = _numbers(range_)
            return Dimension(tuple(Part(coins=n) for n in so), tuple(Part(coins=n) for n in not_so))
        case r.EmptyStacks(place, range_):
            return _emptied(place, range_, pool)
        case r.Total():
            return _totalled(leaf, pool, owner)
        case r.Count():
            return _counted(leaf, pool, owner)
    return Dimension((), ())


def _totalled(leaf: r.Total, pool: Pool, owner: int) -> Dimension:
    spots = _spots(leaf.place, owner)
    (so_many, too_many), (totals, wrong) = _numbers(leaf.range), _numbers(leaf.total)
    pairs = [(n, t) for n in so_many for t in totals]
    wide = [(n, t) for n in so_many for t in wrong] + [(n, t) for n in too_many for t in totals]
    return Dimension(
        tuple(_at(spot, c) for spot in spots for n, t in pairs for c in _scoring(n, t, pool)),
        (NOTHING, *(_at(spot, c) for spot in spots for n, t in wide for c in _scoring(n, t, pool))),
    )


def _counted(leaf: r.Count, pool: Pool, owner: int) -> Dimension:
    spots, least = _spots(leaf.place, owner), leaf.range.least
    so_many, too_many = _numbers(leaf.range)
    right = [_at(s, c) for s in spots for n in so_many for c in _handfuls(n, leaf.kinds, pool)]
    wrong = [_at(s, c) for s in spots for n in too_many for c in _handfuls(n, leaf.kinds, pool)]
    strange = [(card.name,) for card in pool.other(leaf.kinds)[:2]]
    for spot in spots:
        strangers = [_at(spot, names) for names in strange]
        (right if least == 0 else wrong).extend(strangers)
        for one in _handfuls(1, leaf.kinds, pool)[:1]:
            for odd in strange[:1]:
                mixed = [_at(spot, (*one, *odd)), _at(spot, (*odd, *one))]
                (right if least == 1 else wrong).extend(mixed)
    (right if least == 0 else wrong).insert(0, NOTHING)
    return Dimension(tuple(dict.fromkeys(right)), tuple(dict.fromkeys(wrong)))


def _numbers(count: ast.Range) -> tuple[list[int], list[int]]:
    """Return the numbers at the ends of a range, and those just outside it."""
    so = {count.least, count.least + 1 if count.most is None else count.most}
    not_so = {count.least - 1}
    if count.most is not None:
        not_so.add(count.most + 1)
    if count.least == 0:
        so |= {0}

    def fit(numbers: set[int]) -> list[int]:
        return sorted(n for n in numbers if 0 <= n <= _MOST_CARDS)

    return fit(so), fit(not_so)


def _handfuls(number: int, kinds: Kinds | None, pool: Pool) -> list[tuple[str, ...]]:
    """Return some ways to have ``number`` cards of these kinds."""
    few = pool.few(kinds)
    if not few:
        return []
    if number <= 0:
        return [()]
    if number == 1:
        return [(card.name,) for card in few]
    plenty = sorted(few, key=lambda card: -pool.copies(card.name)) + pool.all_of(kinds)
    names = [card.name for card in dict.fromkeys(plenty) for _ in range(pool.copies(card.name))]
    return [tuple(names[:number])] if len(names) >= number else []


def _scoring(number: int, total: int, pool: Pool) -> list[tuple[str, ...]]:
    """Return some ways to have so many cards with that score together, if there are any."""
    mine = [card for card in pool.kinds if card.suit in (None, pool.jacks[MINE])]
    scoring = sorted((c for c in mine if c.high_score), key=lambda c: (-c.high_score, c.cost))
    blank = sorted((c for c in mine if not c.high_score), key=lambda card: -card.copies)
    ways: dict[tuple[str, ...], None] = {}
    for first in scoring or blank:
        names: list[str] = []
        left = total
        for card in (first, *scoring):
            while card.high_score and card.high_score <= left and len(names) < number:
                names.append(card.name)
                left -= card.high_score
        for card in blank:
            names += [card.name] * min(pool.copies(card.name), number - len(names))
        if left == 0 and len(names) == number:
            ways.setdefault(tuple(names))
    return list(ways)[:6]


def _emptied(place: ast.Place, count: ast.Range, pool: Pool) -> Dimension:
    owner = THEIRS if place.owner == "opponent" else pool.side_of(place.suit)
    name = min(pool.suited(owner) or pool.kinds, key=lambda card: (card.cost, -card.copies)).name
    so: list[Part] = []
    not_so: list[Part] = []
    for full in range(4):
        part = Part(tuple((owner, f"market {at}", (name,)) for at in range(full)))
        empty = 3 - full
        within = count.least <= empty and (count.most is None or empty <= count.most)
        (so if within else not_so).append(part)
    return Dimension(tuple(so), tuple(not_so))


def _spots(place: ast.Place, owner: int = MINE) -> list[Spot]:
    """Return the zones of a place, whose first; Market Stacks as the first of them.

    What is "your" in it is the ``owner``'s.
    """
    others = {"target": (MINE, THEIRS), "opponent": (THEIRS,)}
    zones = ["market 0" if zone == "market stack" else zone for zone in place.zones]
    return [(each, zone) for each in others.get(place.owner, (owner,)) for zone in zones]


def _at(spot: Spot, names: tuple[str, ...]) -> Part:
    owner, zone = spot
    return Part(((owner, zone, names),)) if names else NOTHING


def _laid(kinds: Kinds | None, spots: Sequence[Spot], pool: Pool, number: int = 1) -> Dimension:
    """Return cards of these kinds in any of the spots: so many, some that differ, or more."""
    fitting = [card.name for card in pool.few(kinds)]
    other = [card.name for card in pool.other(kinds)[:2]]
    so: list[Part] = []
    not_so = [NOTHING]
    for spot in spots:
        for count in (number, number + 1):
            groups = [*permutations(fitting, count)][:20] if count > 1 else [(n,) for n in fitting]
            so += [_at(spot, names) for names in groups]
            if count <= min(map(pool.copies, fitting[:1]), default=0):
                so.append(_at(spot, tuple(fitting[:1] * count)))
        so += [_at(spot, (name, *fitting[:number])) for name in other]
        so += [_at(spot, (*fitting[:number], name)) for name in other]
        if number > 1:
            not_so.append(_at(spot, tuple(fitting[: number - 1])))
        not_so += [_at(spot, (name,)) for name in other]
    so.sort(key=lambda part: part.size)
    return Dimension(tuple(dict.fromkeys(so)), tuple(dict.fromkeys(not_so)))


def _sale(sale: r.ForSale, pool: Pool) -> Dimension:
    if sale.place != ast.Place(("market stack",), "target"):
        return _stacks(sale.place, pool)
    # Generic cards of every cost, which nothing but the coin tokens keeps from being bought.
    generic = [c for c in pool.all_of(sale.kinds) if c.suit is None and not c.is_starter]
    sold = [card for card in pool.few(sale.kinds) if not card.is_starter]
    fitting = list(dict.fromkeys([*sold, *generic]))
    other = [card for card in pool.other(sale.kinds) if not card.is_starter][:2]
    so = [_for_sale(pool, [card], card.cost) for card in fitting]
    so += [_for_sale(pool, [card], card.cost, "shopped") for card in fitting]
    for one, two in permutations([*fitting, *other], 2):
        if one in fitting or two in fitting:
            so.append(_for_sale(pool, [one, two], max(one.cost, two.cost)))
    not_so = [NOTHING, *(_for_sale(pool, [card], card.cost) for card in other)]
    not_so += [_for_sale(pool, [card], card.cost - 1) for card in fitting if card.cost]
    barred = [_for_sale(pool, [c], c.cost) for c in fitting if pool.owner_of(c) == THEIRS]
    so = [part for part in so if part not in barred]
    return Dimension(tuple(dict.fromkeys(so)), tuple(dict.fromkeys([*not_so, *barred])))


def _for_sale(pool: Pool, cards: Sequence[Card], coins: int, *marks: str) -> Part:
    """Return cards on Market Stacks: generic ones on theirs, the others on one's own."""
    puts = tuple(
        (MINE, "generic", (card.name,))
        if card.suit is None
        else (pool.owner_of(card), f"market {at}", (card.name,))
        for at, card in enumerate(cards)
    )
    return Part(puts, coins, frozenset(marks))


def _stacks(place: ast.Place, pool: Pool) -> Dimension:
    owner = pool.side_of(place.suit)
    kinds = sorted(pool.suited(owner) or pool.kinds, key=lambda card: (card.cost, -card.copies))
    marks = frozenset({"shopped"}) if owner == THEIRS else frozenset[str]()
    so: list[Part] = []
    for lay in ((1,), (1, 1), (1, 1, 1), (2, 1), (1, 2), (2, 1, 1), (0, 1), (1, 0, 1), (2, 2, 1)):
        for card in (kinds[0], kinds[-1]):
            names = [(card if at == 0 else kinds[0]).name for at in range(3)]
            puts = tuple(
                (owner, f"market {at}", (names[at],) + (kinds[0].name,) * (number - 1))
                for at, number in enumerate(lay)
                if number
            )
            so.append(Part(puts, card.cost, marks))
    less = [Part(part.puts, part.coins - 1, marks) for part in so[:6] if part.coins]
    return Dimension(tuple(dict.fromkeys(so)), (NOTHING, *dict.fromkeys(less)))
