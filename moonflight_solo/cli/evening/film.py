"""A recorded game played again, and as a row of moments, to look back through."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from moonflight_solo.ai_cards.player import ExplainingPlayer
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.game.setup import AIDeck
from moonflight_solo.cli.game.start import Start
from moonflight_solo.cli.output.view import LogLine, View, view
from moonflight_solo.cli.output.why import Reason
from moonflight_solo.records import Answer, Record, RecordedPlayer, ReplayMismatch
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Act, Card, Event, Player, Question, Seat, Table


class Enough(Exception):
    """All that was wanted, or all there is, has been played."""


class _Absent:
    """Sits where the record of a person ends."""

    def act(self, table: Table, seat: Seat) -> Act:
        raise Enough

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        raise Enough


class Retelling:
    """A recorded game on a table of its own.

    A person answers as recorded. So does an AI card of itself, and if its acts are on record too
    they have to be the same again. ``table`` waits for its listener; `play` plays it.
    ``given`` is how many answers on record each seat has given; ``before`` is called with each
    answer of a person, and with ``None`` where the record ends.
    """

    def __init__(
        self,
        record: Record,
        deck: AIDeck,
        before: Callable[[Answer | None], None] = lambda answer: None,
    ) -> None:
        header, start = record.header, Start(record.header, deck)
        self.settings = header.settings()
        self.given = [0] * len(header.seats)
        self._before = before
        theirs = iter([each for each in record.answers if each.seat - 1 in header.persons])
        watched = [each for each in record.answers if each.seat - 1 not in header.persons]
        self._due = iter(watched)
        self.followers = start.opponents()

        def player(seat: int) -> Player:
            follower = self.followers.get(seat)
            if follower is None:
                return RecordedPlayer(_Absent(), theirs, self._check, self._again)
            return RecordedPlayer(follower, iter(()), self._check) if watched else follower

        self.table = start.table(player)

    def play(self) -> Outcome | None:
        """Play the game to its End, or ``None`` to where the record, or a listener, stops it.

        Raises :class:`ReplayMismatch` for a record that does not fit the game.
        """
        try:
            return play(self.table, self.settings)
        except Enough:
            self._before(None)
            return None

    def _again(self, answer: Answer) -> None:
        self._before(answer)
        self.given[answer.seat - 1] += 1

    def _check(self, answer: Answer) -> None:
        """Compare what an AI card does with what is on record."""
        due = next(self._due, None)
        if due is None:
            raise Enough
        keys = ("seat", "round", "ask", "answer")
        if any(getattr(due, key) != getattr(answer, key) for key in keys):
            raise ReplayMismatch(
                f'the record says "{due.answer}" in round {due.round}, and the AI card of seat '
                f'{answer.seat} "{answer.answer}" in round {answer.round}.',
                due,
            )
        self.given[answer.seat - 1] += 1


# ------------------------------------------------------------------------------ the moments


@dataclass(frozen=True, slots=True)
class Moment:
    """An act and what followed, Reset too if it was the last of its round; or the game set up.

    ``view`` is the table after it and ``news`` what is told of it. ``seat`` acted, by the AI-card
    line ``line`` if any, for this ``reason``. ``points`` are what each deck then held for after the
    Turn (`points_held`), and ``answered`` how many answers on record each seat had given.
    """

    view: View
    news: tuple[LogLine, ...]
    points: tuple[int, ...]
    answered: tuple[int, ...]
    seat: int | None = None
    line: str = ""
    reason: Reason | None = None

    @property
    def turns(self) -> bool:
        """Whether the Turn comes in this moment."""
        return any(line.kind == "turn" for line in self.news)


@dataclass(frozen=True, slots=True)
class Film:
    """All moments of a game, how it ended (``None`` if it did not), and who sat where.

    ``titles`` are what the seats are called, and ``viewer`` the one it is seen from, ``None`` for
    a spectator. ``last`` is the table as it lay at the end, with every hand open.
    """

    moments: tuple[Moment, ...]
    outcome: Outcome | None
    titles: tuple[str, ...]
    viewer: int | None
    last: View

    def at_act(self, round_number: int, act: int) -> int:
        """Return the number of the moment of an act of a round, the last one if it never came.

        The first act of the first round stands for the table before it, where a game begins.
        """
        if (round_number, act) == (1, 1):
            return 0
        number = 0
        for at in range(1, len(self.moments)):
            # The table of a moment may lie ready for the next round already.
            here = self.moments[at - 1].view.round
            number = 1 if at > 1 and here != self.moments[at - 2].view.round else number + 1
            if (here, number) >= (round_number, act):
                return at
        return len(self.moments) - 1


def film(record: Record, deck: AIDeck, *, open_hands: bool = False) -> Film:
    """Return a recorded game as moments, seen by the person who played it, or by a spectator.

    Raises :class:`~moonflight_solo.records.ReplayMismatch` for a record that does not fit.
    """
    header = record.header
    retelling = Retelling(record, deck)
    return filmed(
        retelling.table,
        retelling.play,
        header.persons[0] if header.persons else None,
        retelling.followers,
        open_hands=open_hands or header.open_hands,
        given=lambda: retelling.given,
    )


def filmed(
    table: Table,
    play: Callable[[], Outcome | None],
    viewer: int | None,
    explained: Mapping[int, ExplainingPlayer],
    *,
    open_hands: bool = False,
    given: Callable[[], Sequence[int]],
) -> Film:
    """Return the game that ``play`` plays on a table just set up, as moments.

    ``given`` says how many answers on record each seat has given. Nobody else may listen.
    """
    narrator = Narrator(viewer, explained, open_hands=open_hands)
    narrator.listen(table)
    moments: list[Moment] = []
    begun: tuple[int | None, str, Reason | None] = (None, "", None)

    def cut(answered: Sequence[int]) -> None:
        """End the moment that goes on."""
        seen = view(table, viewer, open_hands=open_hands or viewer is None)
        told, points = tuple(narrator.take()), points_held(table)
        moments.append(Moment(seen, told, points, tuple(answered), *begun))

    def hear(event: Event) -> None:
        nonlocal begun
        if event.kind == "act":
            # The act itself is the last answer given, and belongs to the moment that begins.
            answered = list(given())
            answered[event.seat] = max(answered[event.seat] - 1, 0)
            cut(answered)
        narrator(event)
        if event.kind == "act":
            begun = event.seat, event.line, narrator.reasons.get(event.seat)

    table.listener = hear
    outcome = play()
    table.listener = None
    cut(given())
    titles = tuple(map(table.title, range(len(table.seats))))
    # How it stood is past.
    last = replace(view(table, viewer, open_hands=True), standing=None)
    return Film(tuple(moments), outcome, titles, viewer, last)


# ------------------------------------------------------------------------ the turning point


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The moment since which the decks held what decided, without a break.

    ``before`` and ``after`` are the points in each deck just before it and after it. ``line`` is
    what was told of it: of the act, or of the seat whose deck changed most in Reset.
    """

    round: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    line: LogLine


def turning_point(
    moments: Sequence[Moment], decided: Callable[[Sequence[int]], bool]
) -> TurningPoint | None:
    """Return the first moment since which the points in the decks were ``decided`` all the time.

    ``None`` if they always were, or are not at the end either.
    """
    stood = [decided(moment.points) for moment in moments]
    if not stood or not stood[-1] or all(stood):
        return None
    at = len(stood) - stood[::-1].index(False)
    before, moment = moments[at - 1], moments[at]
    change = [abs(new - old) for new, old in zip(moment.points, before.points, strict=True)]
    most = change.index(max(change))
    reset = [line for line in moment.news if line.kind == "reset"]
    told = [line for line in reset if line.seat == most] or list(moment.news)
    return TurningPoint(before.view.round, before.points, moment.points, told[0])


def points_held(table: Table) -> tuple[int, ...]:
    """Return the points that each seat's cards score after the Turn, if all were in its hand.

    These are the cards in hand, Draw Deck and Discard Stack, in play and Settled; those in the
    Trash Stack are lost.
    """
    held = [
        sum(map(_after_turn, (*seat.hand, *seat.draw_deck, *seat.discard_stack)))
        for seat in table.seats
    ]
    for seat in table.seats:
        for placed in seat.in_play:
            held[seat.number] += _after_turn(placed.card)
            owners = dict(placed.foreign)
            for at, card in enumerate(placed.settled):
                held[owners.get(at, seat.number)] += _after_turn(card)
    return tuple(held)


def _after_turn(card: Card) -> int:
    return card.score if card.turned else card.flipped.score
