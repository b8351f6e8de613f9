"""From counts to a real table, on which the AI card itself is asked what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace

from moonflight_solo.ai_cards.build_line import BUILT
from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.check.reachability.count_model import BUYABLE, DEAR, World, empty_stacks
from moonflight_solo.check.reachability.side import Side
from moonflight_solo.check.reachability.solver import And, Fact, Formula, Model, Not, Undecided
from moonflight_solo.check.small_tables.sketch import Names, SeatSketch, Sketch, shrunk
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import MARKET_STACKS

Told = Callable[[Sketch], bool]

_MOST_MODELS = 8


def explained(
    card: AICard, sketch: Sketch, catalogue: Catalogue, rulings: Rulings
) -> Explanation | None:
    """Return what an AI card does at a table; ``None`` if there is no such table.

    The line that it says it follows is the one it acts by.
    """
    try:
        table = sketch.table(catalogue)
    except DataError:
        return None
    seat = table.seats[table.acting]
    follower = AICardPlayer(card, catalogue, rulings)
    explanation = follower.explain(table, seat)
    follower.act(table, seat)
    return explanation if follower.followed == explanation.line else None


def witness(side: Side, formula: Formula, shows: Told) -> Sketch | None:
    """Return a small table on which ``formula`` holds and which ``shows`` what it should.

    Facts that counts do not reach may be other than a model has them; then other models are
    tried. ``None`` if none of them shows it.
    """
    for found in _models(side, formula):
        for sketch in sketches(found, side.world):
            if shows(sketch):
                return _fewer_seats(shrunk(sketch, shows), shows)
    return None


def _fewer_seats(sketch: Sketch, shows: Told) -> Sketch:
    """Return the table without the other seats, if it shows the same without them."""
    alone = replace(sketch, seats=sketch.seats[:1])
    return alone if len(sketch.seats) > 1 and shows(alone) else sketch


def _models(side: Side, formula: Formula) -> Iterator[Model]:
    """Yield a model, and then others in which one fact is otherwise."""
    try:
        first = side.smallest(formula)
        if first is None:
            return
        yield first
        for name, truth in list(first.facts.items())[:_MOST_MODELS]:
            fact: Formula = Fact(name)
            other = side.smallest(And((formula, Not(fact) if truth else fact)))
            if other is not None:
                yield other
    except Undecided:
        return


def sketches(model: Model, world: World) -> Iterator[Sketch]:
    """Yield tables with the counts of a model: as few seats as will do, then with an opponent.

    Market Stacks that can be bought from are one card high, then higher than the others.
    """
    bare = _sketch(model, world)
    others = [jack for jack in world.context.names.suits if jack != world.context.jack]
    seated = [seat.jack for seat in bare.seats]
    met = [jack for jack in others if jack not in seated][:1] or others[:1]
    yield bare
    yield _higher(bare, model, world)
    if len(bare.seats) == 1 and met:
        with_other = replace(bare, seats=(*bare.seats, SeatSketch(met[0])))
        yield with_other
        yield _higher(with_other, model, world)


def _sketch(model: Model, world: World) -> Sketch:
    jack = world.context.jack
    tops = {suit: _tops(model, world, suit) for suit in world.context.names.suits}
    own = _seat(model, world, "", SeatSketch(jack))
    bought = any(
        card.suit not in (None, jack) and model.counts.get(world.variable(BUYABLE, card))
        for card in world.kinds
    )
    emptied = [suit for suit in tops if suit != jack and model.counts.get(empty_stacks(suit))]
    foreign = [s for s in tops if s != jack and (tops[s] or s in emptied)]
    seats = [
        replace(
            own,
            coins=model.counts.get(("coins", "coin token"), 0),
            market=_stacks(tops.get(jack, ())),
            built=model.facts.get(BUILT, False),
            shopped=bought,
        )
    ]
    seats += [SeatSketch(suit, market=_stacks(tops[suit])) for suit in foreign]
    theirs = any(place.startswith("others'") for place, _ in model.counts if isinstance(place, str))
    if theirs:
        if len(seats) == 1:
            others = [suit for suit in world.context.names.suits if suit != jack]
            seats.append(SeatSketch((others or [jack])[0]))
        seats[1] = _seat(model, world, "others' ", seats[1])
    generic = tuple(
        (card.name, 1)
        for card in world.kinds
        for place in (BUYABLE, DEAR)
        if card.suit is None and model.counts.get(world.variable(place, card))
    )
    context = world.context
    edition = context.names.edition.edition
    return Sketch(tuple(seats), context.turned, edition, generic)


def _seat(model: Model, world: World, whose: str, seat: SeatSketch) -> SeatSketch:
    def lying(*places: str) -> Names:
        return tuple(
            card.name
            for place in places
            for card in world.kinds
            for _ in range(model.counts.get(world.variable(whose + place, card), 0))
        )

    return replace(
        seat,
        hand=lying("hand"),
        in_play=tuple((name,) for name in lying("in play")),
        draw_deck=lying("draw deck"),
        discard_stack=lying("discard top", "discard below"),
        trash_stack=lying("trash top", "trash below"),
        supply=lying("supply"),
    )


def _tops(model: Model, world: World, suit: str) -> Names:
    return tuple(
        card.name
        for place in (BUYABLE, DEAR)
        for card in world.kinds
        if card.suit == suit
        for _ in range(model.counts.get(world.variable(place, card), 0))
    )


def _stacks(tops: Names) -> tuple[Names, ...]:
    none: tuple[Names, ...] = ((),) * (MARKET_STACKS - len(tops))
    return (*((top,) for top in tops), *none)


def _higher(sketch: Sketch, model: Model, world: World) -> Sketch:
    """Return the table with more cards on Market Stacks.

    One beneath each card of one's own suit that can be bought, and two on each empty stack of
    another suit that can be bought from.
    """
    own = [card for card in world.kinds if card.suit == world.context.jack]
    buyable = sum(model.counts.get(world.variable(BUYABLE, card), 0) for card in own)
    seats = []
    for index, seat in enumerate(sketch.seats):
        spare = _spare(seat.jack, sketch, world)
        stacks: list[Names] = []
        for number, stack in enumerate(seat.market):
            more = (1 if stack and number < buyable else 0) if index == 0 else 0
            if index and any(seat.market) and not stack:
                more = 2
            stacks.append((*stack, *spare[:more]))
            spare = spare[more:]
        seats.append(replace(seat, market=tuple(stacks)))
    return replace(sketch, seats=tuple(seats))


def _spare(jack: str, sketch: Sketch, world: World) -> list[str]:
    """Return the cards of a suit that do not lie on the table yet."""
    used: Counter[str] = Counter()
    for seat in sketch.seats:
        piles = (seat.hand, seat.draw_deck, seat.discard_stack, seat.trash_stack, seat.supply)
        for pile in (*piles, *seat.market, *seat.in_play):
            used.update(pile)
    suit = [card for card in world.kinds if card.suit == jack]
    return [card.name for card in suit for _ in range(card.copies - used[card.name])]
