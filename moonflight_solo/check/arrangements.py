"""Small tables on which lines can show what they mean, made of the cards they speak of.

A line is taken apart into the things it looks at: the facts of its condition, the cards it plays,
pays, buys or builds with, its targets. Each can be laid out in a few ways that matter: there or
not there, one too few or one too many, the highest and the lowest. The tables are those ways put
together, first around the tables on which the lines are followed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from itertools import combinations, permutations, product, zip_longest
from typing import TypeVar

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.check.tables import SeatSketch, Sketch
from moonflight_solo.rules.cards import Card
from moonflight_solo.rules.catalogue import Catalogue, UnknownName
from moonflight_solo.rules.describing import sifter
from moonflight_solo.rules.table import Seat
from moonflight_solo.wording import meaning as m
from moonflight_solo.wording.sense import facts, holds

MINE, THEIRS = 0, 1
_MOST_CARDS = 14
_MOST_BASES = 6
_IN_HAND = m.Place(("hand",))

_FIELD: dict[str, str] = {
    "hand": "hand",
    "in play": "in_play",
    "draw deck": "draw_deck",
    "discard stack": "discard_stack",
    "trash stack": "trash_stack",
    "supply stack": "supply",
}


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
    fact: m.Condition | None = None
    wanted: bool = True

    @property
    def ways(self) -> tuple[Part, ...]:
        """All ways, those in which it is so first."""
        return self.so + self.not_so

    def first(self, so: bool) -> int:
        """Return the number of the first way in which it is so, or is not."""
        return 0 if so or not self.not_so else len(self.so)


def small_tables(
    cards: Sequence[AICard],
    catalogue: Catalogue,
    follows: Callable[[Sketch], bool],
    limit: int = 2_000,
) -> list[Sketch]:
    """Return up to ``limit`` tables on which the lines of ``cards`` matter, the smallest first.

    ``cards`` are AI cards of one Jack, each of one line and the lines below it, all of the same
    side. ``follows`` says whether any of them does something on a table; the tables round those
    are tried more closely. The same arguments give the same tables.
    """
    first = cards[0].lines[0]
    turned = first.printed.turned
    pool = _Pool(catalogue, cards[0].jack, turned, [line for c in cards for line in c.lines])
    things = _things(cards, pool)
    lay = _Laying(pool, turned, catalogue)
    meanings = [card.lines[0].meaning for card in cards]
    starts = list(_starts(things, meanings))
    found: dict[Sketch, tuple[int, ...]] = {}

    def add(ways: Iterable[tuple[int, ...]], most: int) -> None:
        for way in ways:
            if len(found) >= most:
                return
            sketch = lay.sketch([thing.ways[at] for thing, at in zip(things, way, strict=True)])
            if sketch is not None:
                found.setdefault(sketch, way)

    add(starts, limit // 4)
    for start in starts[:_MOST_BASES]:
        add(_varied(start, things, 1), limit // 2)
    followed = sorted((s for s in found if follows(s)), key=lambda sketch: sketch.size)
    bases = [found[sketch] for sketch in followed[:_MOST_BASES]] or starts[:2]
    for base in bases:
        add(_varied(base, things, 1), limit * 3 // 4)
    # Turn by turn, so that no table is varied to the end before the next is looked at.
    add(_in_turn([_varied(base, things, 2) for base in bases]), limit)
    return sorted(found, key=lambda sketch: sketch.size)


def _in_turn(each: Sequence[Iterator[tuple[int, ...]]]) -> Iterator[tuple[int, ...]]:
    """Yield one of each in turn until all have run out."""
    for row in zip_longest(*each):
        yield from (way for way in row if way is not None)


def _starts(things: Sequence[Thing], meanings: Sequence[m.Line]) -> Iterator[tuple[int, ...]]:
    """Yield one way for every truth of the facts, those first in which a condition holds."""
    about = [thing.fact for thing in things if thing.fact is not None]
    rows = list(product((False, True), repeat=len(about))) if len(about) <= 7 else _few(len(about))
    rows.sort(key=sum)

    def some_hold(row: Sequence[bool]) -> bool:
        world = dict(zip(about, row, strict=True))
        return any(
            meaning.condition is None or _holds(meaning.condition, world) for meaning in meanings
        )

    for row in sorted(rows, key=lambda row: not some_hold(row)):
        truth = iter(row)
        yield tuple(
            thing.first(thing.wanted if thing.fact is None else next(truth)) for thing in things
        )


def _few(number: int) -> list[tuple[bool, ...]]:
    """Return the rows of ``number`` truths in which at most two differ from all the others."""
    rows: dict[tuple[bool, ...], None] = {}
    for all_ in (False, True):
        for other in range(3):
            for odd in combinations(range(number), other):
                rows.setdefault(tuple(all_ != (at in odd) for at in range(number)))
    return list(rows)


def _holds(condition: m.Condition, world: dict[m.Condition, bool]) -> bool:
    known = {**dict.fromkeys(facts(condition), True), **world}
    return holds(condition, known)


def _varied(
    base: tuple[int, ...], things: Sequence[Thing], changes: int
) -> Iterator[tuple[int, ...]]:
    """Yield ``base`` with that many things another way, each in every way."""
    for which in combinations(range(len(things)), changes):
        for ways in product(*(range(len(things[at].ways)) for at in which)):
            varied = list(base)
            for at, way in zip(which, ways, strict=True):
                varied[at] = way
            yield tuple(varied)


class _Laying:
    """Puts parts together to a table, if the game has cards enough for it."""

    def __init__(self, pool: _Pool, turned: bool, catalogue: Catalogue) -> None:
        self._pool = pool
        self._turned = turned
        self._edition = catalogue.edition.edition

    def sketch(self, parts: Iterable[Part]) -> Sketch | None:
        whole = sum(parts, NOTHING)
        used: Counter[str] = Counter()
        for _, _, names in whole.puts:
            used.update(names)
        if any(number > self._pool.copies(name) for name, number in used.items()):
            return None
        seats = [self._seat(owner, whole) for owner in (MINE, THEIRS)]
        seats[MINE] = replace(
            seats[MINE],
            coins=whole.coins,
            built="built" in whole.marks,
            shopped="shopped" in whole.marks,
        )
        generic = Counter(n for _, zone, names in whole.puts if zone == "generic" for n in names)
        return Sketch(tuple(seats), self._turned, self._edition, tuple(generic.items()))

    def _seat(self, owner: int, whole: Part) -> SeatSketch:
        zones: dict[str, tuple[str, ...]] = {}
        for whose, zone, names in whole.puts:
            if whose == owner and zone != "generic":
                zones[zone] = zones.get(zone, ()) + names
        market = (zones.get("market 0", ()), zones.get("market 1", ()), zones.get("market 2", ()))
        return SeatSketch(
            self._pool.jacks[owner],
            zones.get("hand", ()),
            tuple((name,) for name in zones.get("in play", ())),
            zones.get("draw deck", ()),
            zones.get("discard stack", ()),
            zones.get("trash stack", ()),
            zones.get("supply stack", ()),
            market,
        )


class _Pool:
    """The kinds of cards of a game that the lines' Jack plays against another."""

    def __init__(
        self, catalogue: Catalogue, jack: str, turned: bool, lines: Sequence[AILine]
    ) -> None:
        self._catalogue = catalogue
        self._turned = turned
        self.jacks = (jack, _other_jack(catalogue, jack, lines))
        kinds = [card for card in catalogue.cards_for(self.jacks) if not card.is_character]
        self.kinds = [card.flipped if turned else card for card in kinds]
        self._seat = Seat(0, jack, catalogue.suits[jack].character)
        self._copies = {
            card.name: card.copies * (2 if card.suit is None else self.jacks.count(card.suit))
            for card in self.kinds
        }

    def copies(self, name: str) -> int:
        """Return how many cards of a name the game has."""
        return self._copies.get(name, 0)

    def named(self, name: str) -> Card | None:
        """Return the card that a line means by a name, if there is one on this side."""
        try:
            return self._catalogue.card(name, self._turned)
        except UnknownName:
            return None

    def character(self) -> Card:
        """Return the Jack's character card at the end up."""
        card = self._catalogue.suits[self.jacks[MINE]].character
        return card.flipped if self._turned else card

    def fitting(self, cards: m.Cards) -> list[Card]:
        """Return a few cards such as ``cards`` describes: those named, else the extreme ones."""
        found = self.all_fitting(cards)
        return found[:6] if cards.names else _extremes(found)

    def all_fitting(self, cards: m.Cards) -> list[Card]:
        """Return every kind of card such as ``cards`` describes, one's own suit's first."""
        sift = sifter(cards, self._catalogue, self._turned)
        return list(sift(self.kinds, self._seat)) if sift else self.kinds

    def other(self, cards: m.Cards) -> list[Card]:
        """Return a few cards that ``cards`` does not describe."""
        fitting = self.all_fitting(cards)
        odd = [
            c for c in self.all_fitting(replace(cards, score=None, cost=None)) if c not in fitting
        ]
        odd += [card for card in self.kinds if card not in fitting]
        return list(dict.fromkeys(_extremes(odd)))[:4]

    def side_of(self, suit: m.Suit | None) -> int:
        """Return on whose side a suit's Market Stacks lie."""
        if suit is None:
            return MINE
        if suit.whose == "named":
            return MINE if self._catalogue.suit(suit.name) == self.jacks[MINE] else THEIRS
        return THEIRS if suit.whose == "opponent" else MINE

    def owner_of(self, card: Card) -> int:
        """Return on whose side a card of a suit is sold."""
        return THEIRS if card.suit == self.jacks[THEIRS] != self.jacks[MINE] else MINE

    def suited(self, owner: int) -> list[Card]:
        """Return the kinds of one seat's suit."""
        return [card for card in self.kinds if card.suit == self.jacks[owner]]


def _other_jack(catalogue: Catalogue, jack: str, lines: Sequence[AILine]) -> str:
    """Return whom to seat opposite: a Jack the lines name, else the first there is."""
    named = [suit.name for line in lines for suit in _parts(line.meaning, m.Suit) if suit.name]
    for name in named:
        try:
            meant = catalogue.suit(name)
        except UnknownName:
            continue
        if meant != jack:
            return meant
    return next((each for each in catalogue.suits if each != jack), jack)


def _extremes(cards: Sequence[Card]) -> list[Card]:
    """Return the cards of lowest and highest cost and score, and the one there are most of."""
    if not cards:
        return []
    chosen = [
        min(cards, key=lambda card: (card.cost, card.high_score)),
        max(cards, key=lambda card: (card.cost, -card.high_score)),
        max(cards, key=lambda card: (card.high_score, -card.cost)),
        min(cards, key=lambda card: (card.high_score, -card.cost)),
        max(cards, key=lambda card: card.copies),
    ]
    return list(dict.fromkeys(chosen))


T = TypeVar("T")


def _parts(meaning: object, kind: type[T]) -> Iterator[T]:
    """Yield every part of a meaning that is of a kind."""
    if isinstance(meaning, kind):
        yield meaning
    if isinstance(meaning, tuple):
        for part in meaning:
            yield from _parts(part, kind)
    elif is_dataclass(meaning):
        for slot in fields(meaning):
            yield from _parts(getattr(meaning, slot.name), kind)


# --------------------------------------------------------------------- what lines look at


def _things(cards: Sequence[AICard], pool: _Pool) -> list[Thing]:
    """Return what any of the lines looks at, each thing once."""
    found: dict[Thing, None] = {}
    for card in cards:
        line, *below = card.lines
        for thing in _of_line(line.meaning, [sub.meaning for sub in below], pool):
            if thing.so and len(thing.ways) > 1:
                found.setdefault(thing)
    return list(found)


def _of_line(line: m.Line, below: Sequence[m.Line], pool: _Pool) -> Iterator[Thing]:
    if line.condition is not None:
        for fact in facts(line.condition):
            yield _of_fact(fact, pool)
    act = line.act
    if isinstance(act, m.PlayAct):
        yield from _of_play(act, below, pool)
    elif isinstance(act, m.SpendAct):
        yield from _of_spend(act, pool)
    elif isinstance(act, m.ShopAct):
        yield from _of_shop(act, pool)
    elif isinstance(act, m.BuildAct):
        onto = replace(act.onto, number=None, stability=act.onto.stability or m.Range(1))
        yield _laid(onto, [(MINE, "in play")], pool)
        yield _laid(replace(act.cards, number=None), [(MINE, "hand")], pool)
        yield Thing((NOTHING,), (Part(marks=frozenset({"built"})),))
    elif isinstance(act, m.Retain | m.ResetMove):
        for option in act.cards.options:
            yield _laid(option, [(MINE, "hand")], pool)


def _of_fact(fact: m.Condition, pool: _Pool) -> Thing:
    if isinstance(fact, m.Coins):
        so, not_so = _numbers(fact.count)
        return Thing(tuple(Part(coins=n) for n in so), tuple(Part(coins=n) for n in not_so), fact)
    if isinstance(fact, m.EmptyStacks):
        return _of_empty(fact, pool)
    if not isinstance(fact, m.Has) or fact.cards.place is None:
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


def _numbers(count: m.Range) -> tuple[list[int], list[int]]:
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


def _handfuls(number: int, cards: m.Cards, pool: _Pool) -> list[tuple[str, ...]]:
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


def _scoring(number: int, total: int, pool: _Pool) -> list[tuple[str, ...]]:
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


def _of_empty(fact: m.EmptyStacks, pool: _Pool) -> Thing:
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


def _spots(place: m.Place) -> list[tuple[int, str]]:
    """Return the zones of a place, whose first; Market Stacks as the first of them."""
    owners = {"your": (MINE,), "its": (MINE,), "target": (MINE, THEIRS), "opponent": (THEIRS,)}
    zones = ["market 0" if zone == "market stack" else zone for zone in place.zones]
    return [(owner, zone) for owner in owners[place.owner] for zone in zones]


def _at(spot: tuple[int, str], names: tuple[str, ...]) -> Part:
    owner, zone = spot
    return Part(((owner, zone, names),)) if names else NOTHING


def _laid(cards: m.Cards, spots: Sequence[tuple[int, str]], pool: _Pool) -> Thing:
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


def _of_play(act: m.PlayAct, below: Sequence[m.Line], pool: _Pool) -> Iterator[Thing]:
    for at, option in enumerate(act.cards.options):
        yield replace(_laid(option, [(MINE, "hand")], pool), wanted=at == 0)
    targets: list[m.Cards] = []
    if isinstance(act.target, m.Cases):
        for condition, options in act.target.cases:
            yield from (_of_fact(fact, pool) for fact in facts(condition))
            targets += options.options
    elif act.target is not None:
        targets += act.target.options
    played = [card for option in act.cards.options for card in pool.fitting(option)]
    for target in targets:
        yield _laid(target, _reach(target, played), pool)
    for sub in below:
        if isinstance(sub.act, m.PlayAct) and isinstance(sub.condition, m.Played):
            card = pool.named(sub.condition.name)
            for option in sub.act.cards.options:
                yield _laid(option, _reach(option, [card] if card else []), pool)
    if not targets:
        for spot in _reach(m.Cards(), played):
            yield replace(_laid(m.Cards(), [spot], pool), wanted=False)


def _reach(target: m.Cards, played: Sequence[Card]) -> list[tuple[int, str]]:
    """Return where a target can lie: where it says, else where the cards played reach."""
    if target.place is not None:
        spots = _spots(target.place)
    else:
        places = [p for card in played for p in _parts(card.meaning, m.Place)]
        spots = [spot for place in places for spot in _spots(place)]
    if target.whose == "opponent":
        spots = [(THEIRS, zone) for _, zone in spots]
    return list(dict.fromkeys(spots))


def _of_spend(act: m.SpendAct, pool: _Pool) -> Iterator[Thing]:
    able = [card.name for card in pool.kinds if card.abilities]
    user = pool.named(act.user) if act.user else None
    if user is not None:
        yield _laid(m.Cards(names=(user.name,)), [(MINE, "in play")], pool)
    elif not act.of_character and able:
        users = tuple(_at((MINE, "in play"), (name,)) for name in able)
        yield Thing(users, (NOTHING,), wanted=not pool.character().abilities)
    if act.coins:
        enough = (Part(coins=act.coins), Part(coins=act.coins + 1))
        yield Thing(enough, (NOTHING, Part(coins=act.coins - 1)))
    if act.cards is not None:
        yield _laid(act.cards, [(MINE, "hand")], pool)
    purpose = act.purpose
    if isinstance(purpose, m.Instruct) and purpose.cards.place is not None:
        yield _laid(replace(purpose.cards, number=None), _spots(purpose.cards.place), pool)


def _of_shop(act: m.ShopAct, pool: _Pool) -> Iterator[Thing]:
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


def _for_sale(pool: _Pool, cards: Sequence[Card], coins: int, *marks: str) -> Part:
    """Return cards on Market Stacks: generic ones on theirs, the others on one's own."""
    puts = tuple(
        (MINE, "generic", (card.name,))
        if card.suit is None
        else (pool.owner_of(card), f"market {at}", (card.name,))
        for at, card in enumerate(cards)
    )
    return Part(puts, coins, frozenset(marks))


def _of_stacks(place: m.Place, pool: _Pool) -> Iterator[Thing]:
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
