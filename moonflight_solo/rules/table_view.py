"""What one seat may see at the table, as plain values without anything hidden behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Any, ClassVar

import msgspec

from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.notation import labels
from moonflight_solo.rules.possible_answers import Choice, PossibleAnswer, possible_answers
from moonflight_solo.rules.state import Act, Card, CardInPlay, Event, Question, Seat, Table
from moonflight_solo.values import Value, ValueWithMarks

SeenCards = tuple[Card | None, ...]
"""tuple[Card, ...] some of which the viewer cannot see, which are ``None``."""


class InPlayView(Value):
    """A card in play, or a character, with the cards Settled on it, the last one Set at the end.

    ``used`` numbers its once-a-round abilities and triggers already used, from 0, abilities first;
    ``stale``: it was in play during a Reset.
    """

    card: Card
    settled: SeenCards
    used: tuple[int, ...]
    stale: bool


class PlayerView(Value):
    """A player's part of the table, in the order of :class:`~moonflight_solo.rules.state.Seat`.

    The top of every Stack and Deck is its last card.
    """

    jack: str
    character: InPlayView
    hand: SeenCards
    in_play: tuple[InPlayView, ...]
    draw_deck: SeenCards
    discard_stack: tuple[Card, ...]
    trash_stack: tuple[Card, ...]
    supply: int
    market: tuple[tuple[Card, ...], ...]
    coins: int
    built: bool
    shopped: bool
    named: str
    did: tuple[tuple[str, tuple[Card, ...]], ...]


class QuestionView(Value):
    """A question: what it asks, how many of its items to choose, and what each of these shows.

    The fields are those of :class:`~moonflight_solo.rules.state.Question`; ``items`` are names.
    """

    ask: str
    items: tuple[str, ...]
    cards: SeenCards
    zones: tuple[str, ...]
    owners: tuple[int, ...]
    least: int
    most: int
    source: Card | None
    left: int


class SeenEvent(Value):
    """An event as a seat has seen it; ``cards`` that it did not see are ``None``.

    ``act`` is the act of an event "act", ``None`` for a Build of face-down cards.
    """

    kind: str
    seat: int
    cards: SeenCards
    number: int
    source: str
    place: str
    act: Act | None = None

    def __str__(self) -> str:
        return _event_text(self)


class TableView(ValueWithMarks):
    """The table as the seat with number ``seat`` sees it when it has to decide.

    ``passes`` counts the passes in a row, ``more_acts`` the acts the seat takes in a row after this
    one, ``tokens`` those left in Score Mode. ``question`` is ``None`` if it has to act;
    ``begun`` is the part of the answer given, and ``legal`` every answer. ``rng`` gives random
    numbers for this decision, the same ones whenever the same game is played.

    ``str(view)`` is equal for two tables if and only if the seat cannot tell them apart now.
    """

    NOT_COMPARED: ClassVar = ("legal", "rng", "past")

    seat: int
    edition: str
    round: int
    turned: bool
    first: int
    acting: int
    passes: int
    more_acts: int
    players: tuple[PlayerView, ...]
    generic: tuple[tuple[Card, ...], ...]
    tokens: tuple[int, ...]
    question: QuestionView | None
    begun: Act | Choice | None
    legal: tuple[PossibleAnswer, ...]
    rng: Random
    past: Callable[[], Iterable[SeenEvent]]

    @property
    def you(self) -> PlayerView:
        """The viewer's own part of the table."""
        return self.players[self.seat]

    @property
    def ask(self) -> str:
        """What is due: "act", or as in :class:`~moonflight_solo.rules.state.Question`."""
        return self.question.ask if self.question else "act"

    @property
    def history(self) -> tuple[SeenEvent, ...]:
        """Everything the seat has seen happen in the game so far."""
        return tuple(self.past())

    def __str__(self) -> str:
        return as_text(self)


def table_view(
    table: Table,
    seat: Seat,
    question: Question | None,
    begun: Act | Choice | None,
    lot: str,
    past: Callable[[], Iterable[SeenEvent]],
) -> TableView:
    """Return what ``seat`` sees when it is asked for an act, or the ``question``.

    ``lot`` names its stream of random numbers.
    """
    return TableView(
        seat.number,
        table.edition.edition,
        table.round,
        table.turned,
        table.first,
        table.acting,
        table.passes,
        table.again,
        tuple([_player(table, other, seat) for other in table.seats]),
        tuple([tuple(stack.cards) for stack in table.generic]),
        table.variant.tokens if table.variant else (),
        None if question is None else _question(question, table, seat),
        begun,
        tuple(possible_answers(table, seat, question, begun)),
        Random(lot),
        past,
    )


def _player(table: Table, seat: Seat, viewer: Seat) -> PlayerView:
    """Return what the viewer sees of a player: another's hand only as a number of cards."""
    is_viewer = seat is viewer
    deck: list[Card | None] = [None] * len(seat.draw_deck)
    for look in table.looks:
        if look.seat == seat.number and (is_viewer or not look.hidden):
            for index in look.at:
                deck[index] = seat.draw_deck[index]
    return PlayerView(
        seat.jack,
        _in_play(seat.character, is_viewer),
        tuple(seat.hand) if is_viewer else (None,) * len(seat.hand),
        tuple([_in_play(placed, is_viewer) for placed in seat.in_play]),
        tuple(deck),
        tuple(seat.discard_stack),
        tuple(seat.trash_stack),
        len(seat.supply),
        tuple([tuple(stack.cards) for stack in seat.market]),
        seat.coins,
        seat.built,
        seat.shopped,
        seat.named,
        tuple(seat.did.items()),
    )


def _in_play(placed: CardInPlay, is_viewer: bool) -> InPlayView:
    """Return what is seen of a card in play; the number alone of cards Settled face down."""
    sees = is_viewer and not placed.foreign  # another player's cards are Set here face down
    settled: SeenCards = tuple(placed.settled) if sees else (None,) * len(placed.settled)
    once_a_round = (*placed.card.abilities, *placed.card.triggers)
    used = tuple([number for number, each in enumerate(once_a_round) if each in placed.used])
    return InPlayView(placed.card, settled, used, placed.stale)


def _question(question: Question, table: Table, seat: Seat) -> QuestionView:
    """Return a question with its items in words."""
    return QuestionView(
        question.ask,
        tuple(labels(question, table, seat)),
        tuple(question.cards),
        tuple(question.zones),
        tuple(question.owners),
        question.least,
        question.most,
        question.source,
        question.left,
    )


def seen_by(seat: int, event: Event) -> SeenEvent | None:
    """Return an event as ``seat`` sees it, without hidden cards; ``None`` for another's choice."""
    is_own = event.seat == seat
    if event.kind == "choice" and not is_own:
        return None
    cards: Sequence[Card | None] = event.cards
    if event.hidden and not is_own:
        cards = [None] * len(event.cards)
    act: Act | None = event.what if event.kind == "act" else None
    if isinstance(act, Build) and not is_own:
        cards, act = [None] * len(act.pairs), None
    fields = (event.kind, event.seat, tuple(cards), event.number, event.source, event.place)
    return SeenEvent(*fields, act)


def as_text(part: Any) -> str:
    """Return a value as a string that is the same in every run; see :class:`TableView`."""
    if isinstance(part, Card):
        return f"{part.name}'" if part.turned and part.other_end is not part else part.name
    if isinstance(part, tuple):
        return f"[{', '.join(map(as_text, part))}]"
    if isinstance(part, ValueWithMarks):
        return "\n".join(f"{name}: {as_text(each)}" for name, each in part.compared().items())
    if isinstance(part, Play | Spend | Shop | Build):
        return f"{type(part).__name__}{as_text(tuple(getattr(part, f) for f in part.__slots__))}"
    if isinstance(part, msgspec.Struct):
        return f"({', '.join(map(as_text, msgspec.structs.astuple(part)))})"
    return str(part)


# Kept, as a game's history is printed at each of its decisions.
_event_text = lru_cache(maxsize=1 << 14)(as_text)
