"""What one seat may see of the table, as plain values; hidden zones are only counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal

from msgspec.structs import replace

from moonflight_solo.ai_cards.player import Explanation
from moonflight_solo.cli.output.standing import Standing, standing
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.ending import points_held
from moonflight_solo.rules.foresight import Foreseen, foreseen
from moonflight_solo.rules.notation import ActWords, act_words
from moonflight_solo.rules.state import Act, Card, CardInPlay, MarketStack, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode
from moonflight_solo.values import Value

_MARKET: Final = 11
OTHERS: Final = 21
"""First numbers of Market Stacks: one's own and generic ones, then opponents'."""
NEAR: Final = 8
FOLLOWED: Final = "followed"
"""The status of the line that was followed."""

LineKind = Literal["act", "pass", "reset", "round", "turn", "end", "said"]


class PlacedView(Value):
    """A card in play. ``settled`` lists the cards Set on it in order, the last Set at the end.

    It is ``None`` if they are hidden; ``count`` is always known.
    """

    card: Card
    settled: tuple[Card, ...] | None
    count: int


class PileView(Value):
    """A face-up Stack, top card first; anyone may look through it.

    ``name`` is the card a generic Market Stack is made of. ``number`` is what the viewer types to
    buy from a Market Stack or look at it; 0 for a spectator.
    """

    title: str
    cards: tuple[Card, ...]
    name: str = ""
    number: int = 0

    @property
    def top(self) -> Card | None:
        """The top card, ``None`` if empty."""
        return self.cards[0] if self.cards else None


class SeatView(Value):
    """One player's part of the table. ``hand`` is ``None`` if hidden.

    ``points`` is the score, or the score after the Turn, of all their cards outside the Trash.
    """

    number: int
    title: str
    jack: str
    you: bool
    first: bool
    character: Card
    hand: tuple[Card, ...] | None
    hand_count: int
    in_play: tuple[PlacedView, ...]
    draw_count: int
    discard: PileView
    trash: PileView
    supply_count: int
    market: tuple[PileView, ...]
    coins: int
    built: bool
    shopped: bool
    points: int


class View(Value):
    """The table as one seat sees it. ``seats`` are in order of play, one's own last.

    ``tokens`` are those left in the Turn and End stacks of Score Mode. ``suits`` are the suits in
    the game, each once, in seating order. ``supply`` is the edition's name for a suit's face-down
    stack. ``standing`` is ``None`` for a spectator. ``turning`` says that cards Turn at other times
    too, so that other ends still matter after the Turn.
    """

    round: int
    turned: bool
    first: str
    seats: tuple[SeatView, ...]
    generic: tuple[PileView, ...]
    tokens: tuple[int, int] | None
    suits: tuple[str, ...]
    supply: str
    standing: Standing | None = None
    turning: bool = False

    @property
    def you(self) -> SeatView | None:
        """The viewer's own seat, ``None`` for a spectator."""
        return next((seat for seat in self.seats if seat.you), None)

    @property
    def own_first(self) -> tuple[SeatView, ...]:
        """The seats, one's own first, then in order of play."""
        return (*self.seats[-1:], *self.seats[:-1])

    def in_sight(self) -> list[Card]:
        """Return every card face up on the table or on top of a Stack, one's own first."""
        cards: list[Card] = []
        for seat in self.own_first:
            cards += [*(seat.hand or ()), seat.character, *(each.card for each in seat.in_play)]
        return [*cards, *(pile.top for pile in self.piles() if pile.top)]

    def piles(self) -> list[PileView]:
        """Return every face-up Stack, one's own first."""
        stacks: list[PileView] = []
        for seat in self.own_first:
            stacks += [seat.discard, seat.trash, *seat.market]
        return [*stacks, *self.generic]


class Reason(Value):
    """An AI player's act and the reasons for it."""

    title: str
    round: int
    explanation: Explanation

    @property
    def heading(self) -> str:
        """Who did what."""
        return f"{self.title} in round {self.round}: {self.explanation.notation}"


class LogLine(Value):
    """One line of the log, or a message to the player (kind "said").

    ``seat`` is the seat it belongs to, ``None`` for the whole table. ``printed`` are the words of
    the AI card's line behind it, "" for none.
    """

    words: str
    kind: LineKind
    seat: int | None = None
    printed: str = ""


def view(
    table: Table, seat: int | None, *, open_hands: bool = False, asked: Question | None = None
) -> View:
    """Return the table as seat ``seat`` sees it, or a spectator if ``None``.

    ``open_hands`` shows all hands, and cards that players Set face down on their own. ``asked`` is
    the seat's pending question in Reset, if any.
    """
    order = table.seats if seat is None else table.clockwise(seat + 1)
    mode, points = table.variant, [*points_held(table)]
    if seat is not None and asked is not None and asked.ask == "order":
        # Cards leaving play are in no zone while their owner chooses the order.
        leaving = filter(None, asked.cards)
        points[seat] += sum(card.score if table.turned else card.flipped.score for card in leaving)
    return View(
        round=table.round,
        turned=table.turned,
        first=table.title(table.first),
        seats=tuple(_seat(table, each, seat, open_hands, points) for each in order),
        generic=tuple(pile_view(stack, table, seat) for stack in table.generic),
        tokens=mode.tokens if isinstance(mode, ScoreMode) else None,
        suits=tuple(dict.fromkeys(each.suit for each in table.seats)),
        supply=table.edition.terms.get("supply stack", "Supply Stack"),
        standing=None if seat is None else standing(table, seat, asked),
        turning=table.cards.turning,
    )


def flip(view: View) -> View:
    """Return the table with every card's other end up."""
    turned_view: View = _flip_part(view)
    return replace(turned_view, turned=not view.turned, standing=None)


def _flip_part(part: Any) -> Any:
    if isinstance(part, Card):
        return part.flipped
    if isinstance(part, tuple):
        return tuple(map(_flip_part, part))
    if not isinstance(part, View | SeatView | PileView | PlacedView):
        return part
    other = type(part)(*(_flip_part(getattr(part, name)) for name in part.__struct_fields__))
    if isinstance(other, PileView) and other.name and other.top:
        return replace(other, name=other.top.name)
    return other


def later(card: Card, turned: bool) -> int:
    """Return a card's score after the Turn, 0 once it has come."""
    return 0 if turned else card.flipped.score


def pile_view(stack: MarketStack, table: Table, viewer: int | None) -> PileView:
    """Return a Market Stack as seen from a seat."""
    number = 0 if viewer is None else place_number(stack, table.seats[viewer])
    if stack.owner is None:
        return _pile(f"{stack.name} Market Stack", stack.cards, stack.name, number)
    at = table.seats[stack.owner].market.index(stack) + 1
    return _pile(f"{table.title(stack.owner)} Market Stack {at}", stack.cards, number=number)


def place_number(stack: MarketStack, seat: Seat) -> int:
    """Return the number a Market Stack has for a seat throughout the game.

    The first eight numbers are for one's own and the generic ones.
    """
    at = seat.stacks.index(stack)
    return _MARKET + at if at < NEAR else OTHERS + at - NEAR


def _pile(title: str, cards: Sequence[Card], name: str = "", number: int = 0) -> PileView:
    return PileView(title, tuple(reversed(cards)), name, number)


def _seat(
    table: Table, seat: Seat, viewer: int | None, open_hands: bool, points: Sequence[int]
) -> SeatView:
    own = seat.number == viewer
    is_seen = own or open_hands
    title = table.title(seat.number)
    return SeatView(
        number=seat.number,
        title=title,
        jack=seat.jack,
        you=own,
        first=seat.number == table.first,
        character=seat.character.card,
        hand=tuple(seat.hand) if is_seen else None,
        hand_count=len(seat.hand),
        in_play=tuple(_in_play(placed, is_seen) for placed in seat.in_play),
        draw_count=len(seat.draw_deck),
        discard=_pile(f"{title} Discard Stack", seat.discard_stack),
        trash=_pile(f"{title} Trash Stack", seat.trash_stack),
        supply_count=len(seat.supply),
        market=tuple(pile_view(stack, table, viewer) for stack in seat.market),
        coins=seat.coins,
        built=seat.built,
        shopped=seat.shopped,
        points=points[seat.number],
    )


def _in_play(placed: CardInPlay, seen: bool) -> PlacedView:
    seen = seen and not placed.foreign  # another player's cards are Set here face down
    settled = tuple(placed.settled) if seen else None
    return PlacedView(placed.card, settled, len(placed.settled))


class ActView(Value):
    """A legal ``act`` with the number to type and its words.

    ``card`` is the card played or bought, ``placed`` the card in play that is Spent with or Built
    on. ``on`` is where the act is shown on the table: a card in hand, or the title of a Market
    Stack. ``foreseen`` is its certain outcome.
    """

    act: Act
    number: int
    words: ActWords
    card: Card | None
    placed: CardInPlay | None
    on: Card | str | None
    foreseen: Foreseen

    @property
    def notation(self) -> str:
        """The act in the printed notation."""
        return str(self.words)

    @property
    def verb(self) -> str:
        """The first word."""
        return self.words.verb

    @property
    def shown(self) -> Card | None:
        """The card played, bought or Built on; ``None`` for another act."""
        built = self.placed if isinstance(self.act, Build) else None
        return built.card if built else self.card

    @property
    def stability(self) -> int:
        """The Stability of the card that a Build Sets one on, 0 for another act."""
        return self.placed.card.stability if self.placed and isinstance(self.act, Build) else 0


def act_views(
    acts: Sequence[Act], numbers: Sequence[int], table: Table, seat: Seat
) -> list[ActView]:
    """Return the acts with their numbers, in the same order."""
    return [_act(each, act, table, seat) for each, act in zip(numbers, acts, strict=True)]


def _act(number: int, act: Act, table: Table, seat: Seat) -> ActView:
    card, placed = None, None
    on: Card | str | None = None
    if isinstance(act, Spend):
        placed = seat.card_at(act.place)
    elif isinstance(act, Build):
        placed = seat.card_at(act.pairs[-1][1])
    elif isinstance(act, Play):
        card = on = act.card
    elif isinstance(act, Shop):
        (stack,) = act.stacks(seat)
        card, on = stack.cards[-1], pile_view(stack, table, seat.number).title
    words, certain = act_words(act, seat), foreseen(act, table, seat)
    return ActView(act, number, words, card, placed, on, certain)
