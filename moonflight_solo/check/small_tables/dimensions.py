"""What a line of an AI card tests, and a few representative ways to lay out each.

Each leaf of the line's requirement is a dimension: its bounds are tried, one too few and one too
many, and the cards it counts are the highest, the lowest and some others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations, product

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.lines import CompiledLine, compile_line
from moonflight_solo.ai_cards.target_reach import needs_of_target
from moonflight_solo.check.small_tables.pool import MINE, THEIRS, Pool
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.lowering import BUILT, RELATIONS
from moonflight_solo.rules.requirements.selectors import Kinds
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


def _dimension(right: Iterable[Fragment], wrong: Iterable[Fragment]) -> Dimension:
    return Dimension(tuple(dict.fromkeys(right)), tuple(dict.fromkeys(wrong)))


def looked_at(card: AICard, pool: Pool) -> tuple[r.Requirement, list[Dimension]]:
    """Return the condition of the first line of ``card``, and the dimensions it depends on.

    These include the dimensions of the lines below it.
    """
    context, (line, *below) = pool.context, card.lines
    spreads: Iterator[Dimension]
    if line.printed.section == "reset":
        printed, act = line.meaning.condition, line.meaning.act
        assert isinstance(act, ast.Retain | ast.ResetMove)
        condition = r.TRUE if printed is None else context.lower.condition(printed)
        spreads = (_spread(context.kinds(c), [(MINE, "hand")], pool) for c in act.cards.options)
    else:
        compiled = compile_line(line, tuple(below), context)
        condition, spreads = compiled.condition, _of_act(compiled, pool)
    facts = dict.fromkeys(r.leaves(condition))
    dimensions = [*(replace(_steps(leaf, pool, MINE), fact=leaf) for leaf in facts), *spreads]
    return condition, [each for each in dimensions if each.right and len(each.ways) > 1]


def _of_act(compiled: CompiledLine, pool: Pool) -> Iterator[Dimension]:
    act, context = compiled.line.meaning.act, pool.context
    yield from _needs(compiled.possible, pool)
    for sub in compiled.sublines:
        yield from _needs(needs_of_target(sub.aim.target, sub.card, context), pool)
    if isinstance(act, ast.PlayAct) and act.target is None:
        # What the card can reach when nothing says what it is aimed at.
        played = [c for option in act.cards.options for c in pool.few(context.kinds(option))]
        places = [place for card in played for place in nodes_of(card.meaning, ast.Place)]
        for spot in dict.fromkeys(spot for place in places for spot in _spots(place)):
            yield replace(_spread(None, [spot], pool), wanted=False)


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
            yield _sale(requirement, pool)
        case r.Count(place, kinds, range_) | r.Total(place, kinds, range_):
            cards = _spread(kinds, _spots(place, owner), pool, max(1, range_.least))
            yield replace(cards, wanted=is_wanted)
        case _:
            yield replace(_steps(requirement, pool, owner), wanted=is_wanted)


def _steps(leaf: r.Requirement, pool: Pool, owner: int) -> Dimension:
    """Return ways in which a leaf holds at the bounds of its range, and fails just outside it."""
    match leaf:
        case r.SomeOpponent(part):
            return _steps(part, pool, THEIRS)
        case r.CoinCount(range_):
            right, wrong = ([Fragment(coins=n) for n in each] for each in _numbers(range_))
            return _dimension(right, wrong)
        case r.EmptyStackCount(place, range_):
            return _empties(place, range_, pool)
        case r.Total():
            return _total(leaf, pool, owner)
        case r.Count():
            return _count(leaf, pool, owner)
        case r.Opaque(name=(ast.Has(such=ast.Cards()), *_), needs=needs):
            return _of_the_best(needs, pool, owner)
        case r.Opaque(name=(ast.Compared() as compared, *_)):
            return _comparison(compared, pool)
    return Dimension((), ())


def _comparison(compared: ast.Compared, pool: Pool) -> Dimension:
    """Return ways in which small amounts of one's own compare so, and otherwise.

    A second amount in several places is laid in the first of them, and spread over all.
    """
    right: list[Fragment] = []
    wrong: list[Fragment] = []
    for one, other in sorted(product(range(4), repeat=2), key=sum):
        this, than = compared.this.times * one, compared.than.times * other
        ways = right if RELATIONS[compared.relation](this, than) else wrong
        for first, second in product(
            _amounts(compared.this, one, pool), _amounts(compared.than, other, pool)
        ):
            ways.append(first + second)
    return _dimension(right, wrong)


def _amounts(amount: ast.Amount, number: int, pool: Pool) -> Iterator[Fragment]:
    if amount.cards is None:
        yield Fragment(coins=number)
        return
    spots = _spots(amount.cards.place or ast.Place(()))
    handfuls = _handfuls(number, pool.context.kinds(amount.cards), pool)[:1]
    for names in handfuls:
        yield _at(spots[0], names)
        if len(spots) > 1 and number > 1:
            each = [names[at :: len(spots)] for at in range(len(spots))]
            yield Fragment(
                tuple((*spot, laid) for spot, laid in zip(spots, each, strict=True) if laid)
            )


def _total(leaf: r.Total, pool: Pool, owner: int) -> Dimension:
    spots = _spots(leaf.place, owner)
    (so_many, too_many), (totals, wrong) = _numbers(leaf.range), _numbers(leaf.total)
    right = [(n, t) for n in so_many for t in totals]
    wide = [(n, t) for n in so_many for t in wrong] + [(n, t) for n in too_many for t in totals]

    def ways(pairs: Sequence[tuple[int, int]]) -> tuple[Fragment, ...]:
        return tuple(
            _at(s, names) for s in spots for pair in pairs for names in _scoring(*pair, pool)
        )

    return Dimension(ways(right), (NOTHING, *ways(wide)))


def _count(leaf: r.Count, pool: Pool, owner: int) -> Dimension:
    spots, least = _spots(leaf.place, owner), leaf.range.least
    right, wrong = (
        [_at(s, names) for s in spots for n in each for names in _handfuls(n, leaf.kinds, pool)]
        for each in _numbers(leaf.range)
    )
    strange = [(card.name,) for card in pool.other(leaf.kinds)[:2]]
    ones = _handfuls(1, leaf.kinds, pool)[:1]
    for spot in spots:
        (right if least == 0 else wrong).extend(_at(spot, names) for names in strange)
        for one in ones:
            for odd in strange[:1]:
                mixed = [_at(spot, (*one, *odd)), _at(spot, (*odd, *one))]
                (right if least == 1 else wrong).extend(mixed)
    (right if least == 0 else wrong).insert(0, NOTHING)
    return _dimension(right, wrong)


def _of_the_best(needs: r.Requirement, pool: Pool, owner: int) -> Dimension:
    """Return single cards in one place: its best card is of a kind needed there, or is not."""
    counts = [leaf for leaf in r.leaves(needs) if isinstance(leaf, r.Count) and leaf.range.least]
    kinds = frozenset[Card]().union(*(leaf.kinds or () for leaf in counts))
    spots = _spots(counts[0].place, owner) if counts else []
    right, wrong = (
        [_at(spot, (card.name,)) for spot in spots for card in cards]
        for cards in (pool.few(kinds), pool.other(kinds))
    )
    return _dimension(right, [NOTHING, *wrong])


def _numbers(count: ast.Range) -> list[list[int]]:
    """Return the numbers at the ends of a range, and those just outside it."""
    least, most = count.least, count.most
    inside = {least, least + 1 if most is None else most}
    outside = {least - 1} if most is None else {least - 1, most + 1}
    return [sorted(n for n in each if 0 <= n <= _MOST_CARDS) for each in (inside, outside)]


def _handfuls(number: int, kinds: Kinds | None, pool: Pool) -> list[CardNames]:
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


def _scoring(number: int, total: int, pool: Pool) -> list[CardNames]:
    """Return some ways to have this many cards with this total score."""
    mine = [card for card in pool.kinds if card.suit in (None, pool.jacks[MINE])]
    scoring = sorted((c for c in mine if c.high_score), key=lambda c: (-c.high_score, c.cost))
    blank = sorted((c for c in mine if not c.high_score), key=lambda card: -card.copies)
    ways: dict[CardNames, None] = {}
    for first in scoring or blank:
        names: list[str] = []
        missing = total
        for card in (first, *scoring):
            while card.high_score and card.high_score <= missing and len(names) < number:
                names.append(card.name)
                missing -= card.high_score
        for card in blank:
            names += [card.name] * min(pool.copies(card.name), number - len(names))
        if missing == 0 and len(names) == number:
            ways.setdefault(tuple(names))
    return list(ways)[:6]


def _empties(place: ast.Place, count: ast.Range, pool: Pool) -> Dimension:
    owner = THEIRS if place.owner == "opponent" else pool.side_of(place.suit)
    name = _cheapest_first(owner, pool)[0].name
    tops = [(owner, f"market {at}", (name,)) for at in range(MARKET_STACKS)]
    if place.suit == _GENERIC:
        tops = [(MINE, "generic", (card.name,)) for card in _generic(pool.kinds)]
    right: list[Fragment] = []
    wrong: list[Fragment] = []
    for full in range(len(tops) + 1):
        fragment = Fragment(tuple(tops[:full]))
        empty = len(tops) - full
        within = count.least <= empty and (count.most is None or empty <= count.most)
        (right if within else wrong).append(fragment)
    return _dimension(right, wrong)


def _cheapest_first(owner: int, pool: Pool) -> list[Card]:
    kinds = [card for card in pool.kinds if card.suit == pool.jacks[owner]] or pool.kinds
    return sorted(kinds, key=lambda card: (card.cost, -card.copies))


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
    return Fragment(((*spot, names),)) if names else NOTHING


def _spread(kinds: Kinds | None, spots: Sequence[Spot], pool: Pool, number: int = 1) -> Dimension:
    """Return cards of these kinds in any of the spots: this many, differing ones, or one more."""
    fitting = [card.name for card in pool.few(kinds)]
    other = [card.name for card in pool.other(kinds)[:2]]
    right: list[Fragment] = []
    wrong = [NOTHING]
    for spot in spots:
        for count in (number, number + 1):
            groups = [*permutations(fitting, count)][:20] if count > 1 else [(n,) for n in fitting]
            right += [_at(spot, names) for names in groups]
            if count <= min(map(pool.copies, fitting[:1]), default=0):
                right.append(_at(spot, tuple(fitting[:1] * count)))
        right += [_at(spot, (name, *fitting[:number])) for name in other]
        right += [_at(spot, (*fitting[:number], name)) for name in other]
        if number > 1:
            wrong.append(_at(spot, tuple(fitting[: number - 1])))
        wrong += [_at(spot, (name,)) for name in other]
    right.sort(key=lambda fragment: fragment.size)
    return _dimension(right, wrong)


def _sale(sale: r.ForSale, pool: Pool) -> Dimension:
    if sale.place != ast.Place(("market stack",), "target"):
        return _stacks(sale.place, pool)
    # Generic cards of every cost: only coin tokens limit buying them.
    generic = _generic(pool.all_of(sale.kinds))
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
    return _dimension((fragment for fragment in right if fragment not in barred), [*wrong, *barred])


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


def _generic(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card.suit is None and not card.is_starter]


def _stacks(place: ast.Place, pool: Pool) -> Dimension:
    if place.suit == _GENERIC:
        cards = _generic(pool.kinds)
        each = [_for_sale(pool, [card], card.cost) for card in cards]
        full = _for_sale(pool, cards, max(card.cost for card in cards))
        poor = [Fragment(sold.puts, sold.coins - 1) for sold in each]
        return _dimension([*each, full], [NOTHING, *poor])
    owner = pool.side_of(place.suit)
    cheapest, *_, dearest = _cheapest_first(owner, pool) * 2
    marks = frozenset({"shopped"}) if owner == THEIRS else frozenset[str]()
    right: list[Fragment] = []
    for lay in ((1,), (1, 1), (1, 1, 1), (2, 1), (1, 2), (2, 1, 1), (0, 1), (1, 0, 1), (2, 2, 1)):
        for card in (cheapest, dearest):
            puts = []
            for index, number in enumerate(lay):
                top = card if index == 0 else cheapest
                names = (top.name,) + (cheapest.name,) * (number - 1)
                puts += [(owner, f"market {index}", names)] if number else []
            right.append(Fragment(tuple(puts), card.cost, marks))
    less = [Fragment(each.puts, each.coins - 1, marks) for each in right[:6] if each.coins]
    return _dimension(right, (NOTHING, *less))
