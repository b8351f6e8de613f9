"""From counts to a real table, on which the AI card itself is asked what it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from moonflight_solo.ai_cards.build_line import BUILT
from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.player import AICardPlayer, Explanation
from moonflight_solo.check.reachability.count_model import BUYABLE, DEAR, World, empty_stacks
from moonflight_solo.check.reachability.side import Side
from moonflight_solo.check.reachability.solver import And, Fact, Formula, Model, Not, Undecided
from moonflight_solo.check.small_tables.shrink import Names, shrunk
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import MARKET_STACKS
from moonflight_solo.scenario import Scenario, SeatLayout, lay_out

Told = Callable[[Scenario], bool]

_MOST_MODELS = 8


def explained(
    card: AICard, scenario: Scenario, catalogue: Catalogue, rulings: Rulings
) -> Explanation | None:
    """Return what an AI card does at a table; ``None`` if there is no such table.

    The line that it says it follows is the one it acts by.
    """
    try:
        table = lay_out(scenario, catalogue)
    except DataError:
        return None
    seat = table.seats[table.acting]
    follower = AICardPlayer(card, catalogue, rulings)
    explanation = follower.explain(table, seat)
    follower.act(table, seat)
    return explanation if follower.followed == explanation.line else None


def witness(side: Side, formula: Formula, shows: Told) -> Scenario | None:
    """Return a small table on which ``formula`` holds and which ``shows`` what it should.

    Facts that counts do not reach may be other than a model has them; then other models are
    tried. ``None`` if none of them shows it.
    """
    for found in _models(side, formula):
        for scenario in scenarios(found, side.world):
            if shows(scenario):
                return _fewer_seats(shrunk(scenario, shows), shows)
    return None


def _fewer_seats(scenario: Scenario, shows: Told) -> Scenario:
    """Return the table without the other seats, if it shows the same without them."""
    alone = scenario.but(seats=scenario.seats[:1])
    return alone if len(scenario.seats) > 1 and shows(alone) else scenario


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


def scenarios(model: Model, world: World) -> Iterator[Scenario]:
    """Yield tables with the counts of a model: as few seats as will do, then with an opponent.

    Market Stacks that can be bought from are one card high, then higher than the others.
    """
    bare = _scenario(model, world)
    others = [jack for jack in world.context.names.suits if jack != world.context.jack]
    seated = [seat.jack for seat in bare.seats]
    met = [jack for jack in others if jack not in seated][:1] or others[:1]
    yield bare
    yield _higher(bare, model, world)
    if len(bare.seats) == 1 and met:
        with_other = bare.but(seats=(*bare.seats, SeatLayout(met[0])))
        yield with_other
        yield _higher(with_other, model, world)


def _scenario(model: Model, world: World) -> Scenario:
    jack = world.context.jack
    tops = {suit: _tops(model, world, suit) for suit in world.context.names.suits}
    own = _seat(model, world, "", SeatLayout(jack))
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
            built=model.facts.get(BUILT.name, False),
            shopped=bought,
        )
    ]
    seats += [SeatLayout(suit, market=_stacks(tops[suit])) for suit in foreign]
    theirs = any(place.startswith("others'") for place, _ in model.counts if isinstance(place, str))
    if theirs:
        if len(seats) == 1:
            others = [suit for suit in world.context.names.suits if suit != jack]
            seats.append(SeatLayout((others or [jack])[0]))
        seats[1] = _seat(model, world, "others' ", seats[1])
    generic = {
        card.name: 1
        for card in world.kinds
        for place in (BUYABLE, DEAR)
        if card.suit is None and model.counts.get(world.variable(place, card))
    }
    context = world.context
    edition = context.names.edition.edition
    return Scenario(edition=edition, turned=context.turned, seats=tuple(seats), generic=generic)


def _seat(model: Model, world: World, whose: str, seat: SeatLayout) -> SeatLayout:
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
        in_play=lying("in play"),
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


def _higher(scenario: Scenario, model: Model, world: World) -> Scenario:
    """Return the table with more cards on Market Stacks.

    One beneath each card of one's own suit that can be bought, and two on each empty stack of
    another suit that can be bought from.
    """
    own = [card for card in world.kinds if card.suit == world.context.jack]
    buyable = sum(model.counts.get(world.variable(BUYABLE, card), 0) for card in own)
    seats = []
    for index, seat in enumerate(scenario.seats):
        spare = _spare(seat.jack, scenario, world)
        stacks: list[Names] = []
        for number, stack in enumerate(seat.market):
            more = (1 if stack and number < buyable else 0) if index == 0 else 0
            if index and any(seat.market) and not stack:
                more = 2
            stacks.append((*stack, *spare[:more]))
            spare = spare[more:]
        seats.append(replace(seat, market=tuple(stacks)))
    return scenario.but(seats=tuple(seats))


def _spare(jack: str, scenario: Scenario, world: World) -> list[str]:
    """Return the cards of a suit that do not lie on the table yet."""
    used: Counter[str] = Counter()
    for seat in scenario.seats:
        used.update(seat.cards)
    suit = [card for card in world.kinds if card.suit == jack]
    return [card.name for card in suit for _ in range(card.copies - used[card.name])]
