"""What a line of an AI card tests, and a few representative ways to lay out each.

Each leaf of the line's requirement is a dimension: its bounds are tried, one too few and one too
many, and the cards it counts are the highest, the lowest and some others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import IN_HAND, SOME
from moonflight_solo.ai_cards.lines import compile_line
from moonflight_solo.ai_cards.target_reach import needs_of_target
from moonflight_solo.check.small_tables.pool import MINE, THEIRS, Pool
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import BUILT, RELATIONS
from moonflight_solo.rules.requirements.selectors import Kinds, within
from moonflight_solo.rules.state import MARKET_STACKS, Card
from moonflight_solo.scenario import CardNames
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.walk import nodes_of

_MOST_CARDS = 14
Spot = tuple[int, str]
"""A place: its owner (0 for oneself) and zone."""


class Fragment(Value):
    """A few cards laid somewhere, as (owner, zone, names from the top), with owner 0 for oneself.

    Market Stacks are the zones "market 0" to "market 2" and "generic". ``coins`` is the least
    number of coin tokens one controls; ``marks`` are "built" and "shopped".
    """

    puts: tuple[tuple[int, str, CardNames], ...] = ()
    coins: int = 0
    marks: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """The number of cards and coin tokens."""
        return self.coins + sum(len(names) for _, _, names in self.puts)

    def __add__(self, other: Fragment) -> Fragment:
        coins = max(self.coins, other.coins)
        return Fragment(self.puts + other.puts, coins, self.marks | other.marks)


NOTHING = Fragment()


class Dimension(Value):
    """Something that lines test, with ways in which it holds and ways in which it does not.

    ``wanted`` says which of them a line needs, unless it is a ``fact`` of a condition.
    """

    right: tuple[Fragment, ...]
    wrong: tuple[Fragment, ...]
    fact: r.Requirement | None = None
    wanted: bool = True

    @property
    def ways(self) -> tuple[Fragment, ...]:
        """All ways, those in which it holds first."""
        return self.right + self.wrong

    def first(self, holds: bool) -> int:
        """Return the index of the first way in which it holds, or does not."""
        return 0 if holds or not self.wrong else len(self.right)


Ways = Iterator[tuple[bool, Fragment]]
"""Ways to lay out something that lines test, each with whether it holds there."""


def _dimension(
    ways: Ways, fact: r.Requirement | None = None, *, is_wanted: bool = True
) -> Dimension:
    """Return a dimension with each of these ways once, in order."""
    sorted_ways: dict[bool, dict[Fragment, None]] = {True: {}, False: {}}
    for holds, fragment in ways:
        sorted_ways[holds].setdefault(fragment)
    return Dimension(tuple(sorted_ways[True]), tuple(sorted_ways[False]), fact, is_wanted)


def looked_at(card: AICard, pool: Pool) -> tuple[r.Requirement, list[Dimension]]:
    """Return the condition of the first line, and the dimensions of it and the lines below it."""
    context, (line, *below) = pool.context, card.lines
    act, printed = line.meaning.act, line.meaning.condition
    needs: list[r.Requirement]
    if isinstance(act, ast.Retain | ast.ResetMove):
        condition = r.TRUE if printed is None else context.lower.condition(printed)
        needs = [r.Count(IN_HAND, context.kinds(phrase), SOME) for phrase in act.cards.options]
    else:
        compiled = compile_line(line, tuple(below), context)
        aims = [needs_of_target(sub.aim.target, sub.card, context) for sub in compiled.sublines]
        condition, needs = compiled.condition, [compiled.possible, *aims]
    facts = dict.fromkeys(r.leaves(condition))
    dimensions = [_dimension(_steps(leaf, pool), leaf) for leaf in facts]
    dimensions += [*_needs(r.AllOf(tuple(needs)), pool), *_reached(act, pool)]
    return condition, [each for each in dimensions if each.right and len(each.ways) > 1]


def _reached(act: ast.AnyAct, pool: Pool) -> Iterator[Dimension]:
    """Yield cards wherever a card that is played can reach, if nothing says what it is aimed at."""
    if not isinstance(act, ast.PlayAct) or act.target is not None:
        return
    kinds = [pool.context.kinds(option) for option in act.cards.options]
    played = [card for those in kinds for card in pool.few(those)]
    places = [place for card in played for place in nodes_of(card.meaning, ast.Place)]
    for spot in dict.fromkeys(spot for place in places for spot in _spots(place)):
        yield _dimension(_spread(None, [spot], pool), is_wanted=False)


def _needs(
    requirement: r.Requirement, pool: Pool, owner: int = MINE, is_wanted: bool = True
) -> Iterator[Dimension]:
    """Yield dimensions for what an act needs; of alternatives the first is wanted."""
    match requirement:
        case r.AllOf(parts):
            for part in parts:
                yield from _needs(part, pool, owner, is_wanted)
        case r.AnyOf(parts):
            for index, part in enumerate(parts):
                yield from _needs(part, pool, owner, is_wanted and index == 0)
        case r.Not(part):
            yield from _needs(part, pool, owner, is_wanted=False)
        case r.SomeOpponent(part):
            yield from _needs(part, pool, THEIRS, is_wanted)
        case r.Opaque(needs=needs):
            if requirement == BUILT:
                built = Fragment(marks=frozenset({"built"}))
                yield Dimension((built,), (NOTHING,), wanted=False)
            yield from _needs(needs, pool, owner, is_wanted)
        case r.ForSale():
            yield _dimension(_sale(requirement, pool))
        case r.Count(place, kinds, range_) | r.Total(place, kinds, range_):
            cards = _spread(kinds, _spots(place, owner), pool, max(1, range_.least))
            yield _dimension(cards, is_wanted=is_wanted)
        case _:
            yield _dimension(_steps(requirement, pool, owner), is_wanted=is_wanted)


def _steps(leaf: r.Requirement, pool: Pool, owner: int = MINE) -> Ways:
    """Yield ways at the bounds of a leaf and just outside; none if small tables do not vary it."""
    match leaf:
        case r.SomeOpponent(part):
            yield from _steps(part, pool, THEIRS)
        case r.CoinCount(range_):
            yield from ((holds, Fragment(coins=number)) for holds, number in _numbers(range_))
        case r.EmptyStackCount(place, range_):
            yield from _empties(place, range_, pool)
        case r.Total():
            yield from _total(leaf, pool, owner)
        case r.Count():
            yield from _count(leaf, pool, owner)
        case r.Opaque(name=(ast.Has(such=ast.Cards()), *_), needs=needs):
            yield from _of_the_best(needs, pool, owner)
        case r.Opaque(name=(ast.Compared() as compared, *_)):
            yield from _comparison(compared, pool)


def _comparison(compared: ast.Compared, pool: Pool) -> Ways:
    """Yield ways to have small amounts of one's own, with whether they compare so."""
    relation, this, than = RELATIONS[compared.relation], compared.this, compared.than
    for one, other in sorted(product(range(4), repeat=2), key=sum):
        holds = relation(this.times * one, than.times * other)
        for first, second in product(_amounts(this, one, pool), _amounts(than, other, pool)):
            yield holds, first + second


def _amounts(amount: ast.Amount, number: int, pool: Pool) -> Iterator[Fragment]:
    """Yield ways to have this many of what is compared.

    Cards that may lie in several places lie in the first of them, and then spread over all.
    """
    if amount.cards is None:
        yield Fragment(coins=number)
        return
    spots = _spots(amount.cards.place or ast.Place(()))
    handfuls = pool.handfuls(number, pool.context.kinds(amount.cards))[:1]
    for names in handfuls:
        yield _at(spots[0], names)
        if len(spots) > 1 and number > 1:
            each = [names[at :: len(spots)] for at in range(len(spots))]
            yield Fragment(
                tuple((*spot, laid) for spot, laid in zip(spots, each, strict=True) if laid)
            )


def _total(leaf: r.Total, pool: Pool, owner: int) -> Ways:
    """Yield cards of which both the number and the total score fit, or one of the two does not."""
    yield False, NOTHING
    numbers, totals = _numbers(leaf.range), _numbers(leaf.total)
    for spot in _spots(leaf.place, owner):
        for (fits, number), (suffices, total) in product(numbers, totals):
            for names in pool.scoring(number, total) if fits or suffices else ():
                yield fits and suffices, _at(spot, names)


def _count(leaf: r.Count, pool: Pool, owner: int) -> Ways:
    """Yield as many cards as fit, one too few or too many, and cards of other kinds among them."""
    least, spots = leaf.range.least, _spots(leaf.place, owner)
    yield least == 0, NOTHING
    for spot in spots:
        for holds, number in _numbers(leaf.range):
            yield from ((holds, _at(spot, names)) for names in pool.handfuls(number, leaf.kinds))
    strange = [(card.name,) for card in pool.other(leaf.kinds)[:2]]
    ones = pool.handfuls(1, leaf.kinds)[:1]
    for spot in spots:
        yield from ((least == 0, _at(spot, names)) for names in strange)
        for one, odd in product(ones, strange[:1]):
            yield from ((least == 1, _at(spot, names)) for names in ((*one, *odd), (*odd, *one)))


def _of_the_best(needs: r.Requirement, pool: Pool, owner: int) -> Ways:
    """Yield single cards in one place: its best card is of a kind needed there, or is not."""
    yield False, NOTHING
    counts = [leaf for leaf in r.leaves(needs) if isinstance(leaf, r.Count) and leaf.range.least]
    kinds = frozenset[Card]().union(*(leaf.kinds or () for leaf in counts))
    for spot in _spots(counts[0].place, owner) if counts else ():
        yield from ((True, _at(spot, (card.name,))) for card in pool.few(kinds))
        yield from ((False, _at(spot, (card.name,))) for card in pool.other(kinds))


def _numbers(count: ast.Range) -> list[tuple[bool, int]]:
    """Return numbers at the ends of a range, then just outside it, with whether they are in it."""
    least, most = count.least, count.most
    inside = {least, least + 1 if most is None else most}
    outside = {least - 1} if most is None else {least - 1, most + 1}
    numbers = [(holds, n) for holds in (True, False) for n in sorted(inside if holds else outside)]
    return [(holds, number) for holds, number in numbers if 0 <= number <= _MOST_CARDS]


def _empties(place: ast.Place, count: ast.Range, pool: Pool) -> Ways:
    """Yield each number of empty Market Stacks, with whether it is in range."""
    owner = THEIRS if place.owner == "opponent" else pool.side_of(place.suit)
    name = pool.cheapest_first(owner)[0].name
    tops = [(owner, f"market {at}", (name,)) for at in range(MARKET_STACKS)]
    if place.suit == _GENERIC:
        tops = [(MINE, "generic", (card.name,)) for card in pool.generic()]
    holds = within(count)
    for full in range(len(tops) + 1):
        yield holds(len(tops) - full), Fragment(tuple(tops[:full]))


_LYING = ast.STACKS.union({"hand", "in play"})


def _spots(place: ast.Place, owner: int = MINE) -> list[Spot]:
    """Return the owner and zone of each part of a place, with the first Market Stack for all.

    ``owner`` is whose "your" means.
    """
    others = {"target": (MINE, THEIRS), "opponent": (THEIRS,)}
    # Coin tokens, players and what has been done lie nowhere: vary the hand instead.
    lying = [zone for zone in place.zones if zone in _LYING] or ["hand"]
    zones = ["market 0" if zone == "market stack" else zone for zone in lying]
    return [(each, zone) for each in others.get(place.owner, (owner,)) for zone in zones]


def _at(spot: Spot, names: CardNames) -> Fragment:
    """Return these cards laid in a place, nothing if there are none."""
    return Fragment(((*spot, names),)) if names else NOTHING


def _spread(kinds: Kinds | None, spots: Sequence[Spot], pool: Pool, number: int = 1) -> Ways:
    """Yield cards of these kinds in any of the spots: this many, differing ones, or one more.

    The smallest come first, each also with a card of another kind, on top or beneath. They do not
    hold with one card too few, nor with another kind alone.
    """
    fitting = [card.name for card in pool.few(kinds)]
    other = [card.name for card in pool.other(kinds)[:2]]
    right: list[Fragment] = []
    yield False, NOTHING
    for spot in spots:
        for count in (number, number + 1):
            groups = [*permutations(fitting, count)][:20] if count > 1 else [(n,) for n in fitting]
            right += [_at(spot, names) for names in groups]
            if count <= min(map(pool.copies, fitting[:1]), default=0):
                right.append(_at(spot, tuple(fitting[:1] * count)))
        right += [_at(spot, (name, *fitting[:number])) for name in other]
        right += [_at(spot, (*fitting[:number], name)) for name in other]
        if number > 1:
            yield False, _at(spot, tuple(fitting[: number - 1]))
        yield from ((False, _at(spot, (name,))) for name in other)
    yield from ((True, fragment) for fragment in sorted(right, key=lambda each: each.size))


def _sale(sale: r.ForSale, pool: Pool) -> Ways:
    """Yield cards that are for sale there, alone or beside another, and cards that are not.

    These are too expensive, of other kinds, or barred by the rule on the first Shop of a round.
    """
    if sale.place != ast.Place(("market stack",), "target"):
        yield from _stacks(sale.place, pool)
        return
    # Generic cards of every cost: only coin tokens limit buying them.
    generic = pool.generic(sale.kinds)
    sold = [card for card in pool.few(sale.kinds) if not card.is_starter]
    fitting = list(dict.fromkeys([*sold, *generic]))
    other = [card for card in pool.other(sale.kinds) if not card.is_starter][:2]
    right = [_for_sale(pool, [card], card.cost) for card in fitting]
    right += [_for_sale(pool, [card], card.cost, "shopped") for card in fitting]
    for one, two in permutations([*fitting, *other], 2):
        if one in fitting or two in fitting:
            right.append(_for_sale(pool, [one, two], max(one.cost, two.cost)))
    wrong = [NOTHING, *(_for_sale(pool, [card], card.cost) for card in other)]
    wrong += [_for_sale(pool, [card], card.cost - 1) for card in fitting if card.cost]
    barred = [_for_sale(pool, [c], c.cost) for c in fitting if pool.owner_of(c) == THEIRS]
    yield from ((True, fragment) for fragment in right if fragment not in barred)
    yield from ((False, fragment) for fragment in (*wrong, *barred))


def _for_sale(pool: Pool, cards: Sequence[Card], coins: int, *marks: str) -> Fragment:
    """Return cards on Market Stacks with the coins to buy them."""
    puts = tuple(
        (MINE, "generic", (card.name,))
        if card.suit is None
        else (pool.owner_of(card), f"market {index}", (card.name,))
        for index, card in enumerate(cards)
    )
    return Fragment(puts, coins, frozenset(marks))


_GENERIC = ast.Suit("generic")


_LAYS = ((1,), (1, 1), (1, 1, 1), (2, 1), (1, 2), (2, 1, 1), (0, 1), (1, 0, 1), (2, 2, 1))
"""The numbers of cards on the Market Stacks of one suit that are tried."""


def _stacks(place: ast.Place, pool: Pool) -> Ways:
    """Yield Market Stacks of one suit, or the generic ones, with enough coin tokens or one less."""
    yield False, NOTHING
    if place.suit == _GENERIC:
        cards, marks = pool.generic(), frozenset[str]()
        right = [_for_sale(pool, [card], card.cost) for card in cards]
        poor = right[:]
        right.append(_for_sale(pool, cards, max(card.cost for card in cards)))
    else:
        owner = pool.side_of(place.suit)
        kinds = pool.cheapest_first(owner)
        cheapest, dearest = kinds[0], kinds[-1]
        marks = frozenset({"shopped"}) if owner == THEIRS else frozenset[str]()
        right = []
        for lay, card in product(_LAYS, (cheapest, dearest)):
            tops = [card, *[cheapest] * (len(lay) - 1)]
            puts = [
                (owner, f"market {index}", (top.name,) + (cheapest.name,) * (number - 1))
                for index, (top, number) in enumerate(zip(tops, lay, strict=True))
                if number
            ]
            right.append(Fragment(tuple(puts), card.cost, marks))
        poor = [each for each in right[:6] if each.coins]
    yield from ((True, fragment) for fragment in right)
    yield from ((False, Fragment(each.puts, each.coins - 1, marks)) for each in poor)
