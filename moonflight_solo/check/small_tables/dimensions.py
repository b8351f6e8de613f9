"""What a line of an AI card looks at, and the few ways in which each of that can lie there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.check.small_tables.pool import MINE, THEIRS, Pool
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.canonical import facts
from moonflight_solo.wording.walk import nodes_of

_MOST_CARDS = 14


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
class Thing:
    """One thing lines look at: the ways in which it is so, and those in which it is not.

    ``wanted`` says which of them a line needs, if it is no fact of a condition.
    """

    so: tuple[Part, ...]
    not_so: tuple[Part, ...]
    fact: ast.Condition | None = None
    wanted: bool = True

    @property
    def ways(self) -> tuple[Part, ...]:
        """All ways, those in which it is so first."""
        return self.so + self.not_so

    def first(self, so: bool) -> int:
        """Return the number of the first way in which it is so, or is not."""
        return 0 if so or not self.not_so else len(self.so)


def things_of(cards: Sequence[AICard], pool: Pool) -> list[Thing]:
    """Return what any of the lines looks at, each thing once."""
    found: dict[Thing, None] = {}
    for card in cards:
        line, *below = card.lines
        for thing in _of_line(line.meaning, [sub.meaning for sub in below], pool):
            if thing.so and len(thing.ways) > 1:
                found.setdefault(thing)
    return list(found)


def _of_line(line: ast.Line, below: Sequence[ast.Line], pool: Pool) -> Iterator[Thing]:
    if line.condition is not None:
        for fact in facts(line.condition):
            yield _of_fact(fact, pool)
    act = line.act
    if isinstance(act, ast.PlayAct):
        yield from _of_play(act, below, pool)
    elif isinstance(act, ast.SpendAct):
        yield from _of_spend(act, pool)
    elif isinstance(act, ast.ShopAct):
        yield from _of_shop(act, pool)
    elif isinstance(act, ast.BuildAct):
        onto = replace(act.onto, number=None, stability=act.onto.stability or ast.Range(1))
        yield _laid(onto, [(MINE, "in play")], pool)
        yield _laid(replace(act.cards, number=None), [(MINE, "hand")], pool)
        yield Thing((NOTHING,), (Part(marks=frozenset({"built"})),))
    elif isinstance(act, ast.Retain | ast.ResetMove):
        for option in act.cards.options:
            yield _laid(option, [(MINE, "hand")], pool)


def _of_fact(fact: ast.Condition, pool: Pool) -> Thing:
    if isinstance(fact, ast.Coins):
        so, not_so = _numbers(fact.count)
        return Thing(tuple(Part(coins=n) for n in so), tuple(Part(coins=n) for n in not_so), fact)
    if isinstance(fact, ast.EmptyStacks):
        return _of_empty(fact, pool)
    if not isinstance(fact, ast.Has) or fact.cards.place is None:
        return Thing((), (), fact)
    spots = _spots(fact.cards.place)
    so_many, too_many = _numbers(fact.count)
    if fact.total is not None:
        totals, wrong = _numbers(fact.total)
        pairs = [(n, t) for n in so_many for t in totals]
        wide = [(n, t) for n in so_many for t in wrong] + [(n, t) for n in too_many for t in totals]
        return Thing(
            tuple(_at(spot, c) for spot in spots for n, t in pairs for c in _scoring(n, t, pool)),
            (
                NOTHING,
                *(_at(spot, c) for spot in spots for n, t in wide for c in _scoring(n, t, pool)),
            ),
            fact,
        )
    right = [_at(s, c) for s in spots for n in so_many for c in _handfuls(n, fact.cards, pool)]
    wrong_ = [_at(s, c) for s in spots for n in too_many for c in _handfuls(n, fact.cards, pool)]
    strange = [(card.name,) for card in pool.other(fact.cards)[:2]]
    for spot in spots:
        strangers = [_at(spot, names) for names in strange]
        (right if fact.count.least == 0 else wrong_).extend(strangers)
        for one in _handfuls(1, fact.cards, pool)[:1]:
            for odd in strange[:1]:
                mixed = [_at(spot, (*one, *odd)), _at(spot, (*odd, *one))]
                (right if fact.count.least == 1 else wrong_).extend(mixed)
    if fact.count.least == 0:
        right.insert(0, NOTHING)
    else:
        wrong_.insert(0, NOTHING)
    return Thing(tuple(dict.fromkeys(right)), tuple(dict.fromkeys(wrong_)), fact)


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


def _handfuls(number: int, cards: ast.Cards, pool: Pool) -> list[tuple[str, ...]]:
    """Return some ways to have ``number`` cards such as ``cards``."""
    kinds = pool.fitting(cards)
    if not kinds:
        return []
    if number <= 0:
        return [()]
    if number == 1:
        return [(card.name,) for card in kinds]
    plenty = sorted(kinds, key=lambda card: -pool.copies(card.name))
    if not cards.names:
        plenty += pool.all_fitting(cards)
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


def _of_empty(fact: ast.EmptyStacks, pool: Pool) -> Thing:
    owner = THEIRS if fact.stacks.owner == "opponent" else pool.side_of(fact.stacks.suit)
    name = min(pool.suited(owner) or pool.kinds, key=lambda card: (card.cost, -card.copies)).name
    so: list[Part] = []
    not_so: list[Part] = []
    for full in range(4):
        part = Part(tuple((owner, f"market {at}", (name,)) for at in range(full)))
        empty = 3 - full
        within = fact.count.least <= empty and (fact.count.most is None or empty <= fact.count.most)
        (so if within else not_so).append(part)
    return Thing(tuple(so), tuple(not_so), fact)


def _spots(place: ast.Place) -> list[tuple[int, str]]:
    """Return the zones of a place, whose first; Market Stacks as the first of them."""
    owners = {"your": (MINE,), "its": (MINE,), "target": (MINE, THEIRS), "opponent": (THEIRS,)}
    zones = ["market 0" if zone == "market stack" else zone for zone in place.zones]
    return [(owner, zone) for owner in owners[place.owner] for zone in zones]


def _at(spot: tuple[int, str], names: tuple[str, ...]) -> Part:
    owner, zone = spot
    return Part(((owner, zone, names),)) if names else NOTHING


def _laid(cards: ast.Cards, spots: Sequence[tuple[int, str]], pool: Pool) -> Thing:
    """Return cards such as ``cards`` in any of the spots: one, two that differ, or more."""
    fitting = [card.name for card in pool.fitting(cards)]
    other = [card.name for card in pool.other(cards)[:2]]
    number = cards.number if isinstance(cards.number, int) else 1
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
    return Thing(tuple(dict.fromkeys(so)), tuple(dict.fromkeys(not_so)))


def _of_play(act: ast.PlayAct, below: Sequence[ast.Line], pool: Pool) -> Iterator[Thing]:
    for at, option in enumerate(act.cards.options):
        yield replace(_laid(option, [(MINE, "hand")], pool), wanted=at == 0)
    targets: list[ast.Cards] = []
    if isinstance(act.target, ast.Cases):
        for condition, options in act.target.cases:
            yield from (_of_fact(fact, pool) for fact in facts(condition))
            targets += options.options
    elif act.target is not None:
        targets += act.target.options
    played = [card for option in act.cards.options for card in pool.fitting(option)]
    for target in targets:
        yield _laid(target, _reach(target, played), pool)
    for sub in below:
        if isinstance(sub.act, ast.PlayAct) and isinstance(sub.condition, ast.Played):
            card = pool.named(sub.condition.name)
            for option in sub.act.cards.options:
                yield _laid(option, _reach(option, [card] if card else []), pool)
    if not targets:
        for spot in _reach(ast.Cards(), played):
            yield replace(_laid(ast.Cards(), [spot], pool), wanted=False)


def _reach(target: ast.Cards, played: Sequence[Card]) -> list[tuple[int, str]]:
    """Return where a target can lie: where it says, else where the cards played reach."""
    if target.place is not None:
        spots = _spots(target.place)
    else:
        places = [p for card in played for p in nodes_of(card.meaning, ast.Place)]
        spots = [spot for place in places for spot in _spots(place)]
    if target.whose == "opponent":
        spots = [(THEIRS, zone) for _, zone in spots]
    return list(dict.fromkeys(spots))


def _of_spend(act: ast.SpendAct, pool: Pool) -> Iterator[Thing]:
    able = [card.name for card in pool.kinds if card.abilities]
    user = pool.named(act.user) if act.user else None
    if user is not None:
        yield _laid(ast.Cards(names=(user.name,)), [(MINE, "in play")], pool)
    elif not act.of_character and able:
        users = tuple(_at((MINE, "in play"), (name,)) for name in able)
        yield Thing(users, (NOTHING,), wanted=not pool.character().abilities)
    if act.coins:
        enough = (Part(coins=act.coins), Part(coins=act.coins + 1))
        yield Thing(enough, (NOTHING, Part(coins=act.coins - 1)))
    if act.cards is not None:
        yield _laid(act.cards, [(MINE, "hand")], pool)
    purpose = act.purpose
    if isinstance(purpose, ast.Instruct) and purpose.cards.place is not None:
        yield _laid(replace(purpose.cards, number=None), _spots(purpose.cards.place), pool)


def _of_shop(act: ast.ShopAct, pool: Pool) -> Iterator[Thing]:
    if act.stacks is not None:
        yield from _of_stacks(act.stacks, pool)
        return
    assert act.cards is not None
    for option in act.cards.options:
        # Generic cards of every cost, which nothing but the coin tokens keeps from being bought.
        generic = [c for c in pool.all_fitting(option) if c.suit is None and not c.is_starter]
        sold = [card for card in pool.fitting(option) if not card.is_starter]
        fitting = list(dict.fromkeys([*sold, *generic]))
        other = [card for card in pool.other(option) if not card.is_starter][:2]
        so = [_for_sale(pool, [card], card.cost) for card in fitting]
        so += [_for_sale(pool, [card], card.cost, "shopped") for card in fitting]
        for one, two in permutations([*fitting, *other], 2):
            if one in fitting or two in fitting:
                so.append(_for_sale(pool, [one, two], max(one.cost, two.cost)))
        not_so = [NOTHING, *(_for_sale(pool, [card], card.cost) for card in other)]
        not_so += [_for_sale(pool, [card], card.cost - 1) for card in fitting if card.cost]
        barred = [_for_sale(pool, [c], c.cost) for c in fitting if pool.owner_of(c) == THEIRS]
        so = [part for part in so if part not in barred]
        yield Thing(tuple(dict.fromkeys(so)), tuple(dict.fromkeys([*not_so, *barred])))


def _for_sale(pool: Pool, cards: Sequence[Card], coins: int, *marks: str) -> Part:
    """Return cards on Market Stacks: generic ones on theirs, the others on one's own."""
    puts = tuple(
        (MINE, "generic", (card.name,))
        if card.suit is None
        else (pool.owner_of(card), f"market {at}", (card.name,))
        for at, card in enumerate(cards)
    )
    return Part(puts, coins, frozenset(marks))


def _of_stacks(place: ast.Place, pool: Pool) -> Iterator[Thing]:
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
    yield Thing(tuple(dict.fromkeys(so)), (NOTHING, *dict.fromkeys(less)))
