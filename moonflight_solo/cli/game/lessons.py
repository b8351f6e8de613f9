"""Lessons that explain each phase when it first comes up, and the guided first game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Annotated, Final, cast

import msgspec

from moonflight_solo.cli.output.terminal import Glyphs
from moonflight_solo.cli.output.view import later
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.guide import Phase, guide
from moonflight_solo.rules.acts import Build, Pass, Play, Shop, Spend
from moonflight_solo.rules.state import Act, Card, Event, Question, Seat, Table
from moonflight_solo.values import Value
from moonflight_solo.wording import ast

_ACTS: Final[dict[type[Act], Phase]] = {
    Play: "play",
    Shop: "shop",
    Spend: "spend",
    Build: "build",
    Pass: "pass",
}
"""The phase for each kind of act, in teaching order."""


RESET: Final[dict[str, Phase | None]] = {
    "leave play": None,
    "order": None,
    "retain": "retain",
    "cover": "cover",
    "settled": "settled",
    "token": "score mode",
}
"""The events and questions that occur only in Reset, with the phase that explains each."""


class Lessons:
    """Explains each phase, in the guide's words, when it first comes up.

    Call it with every table event, and call `before_question` and `acting` before the player
    decides. ``say`` receives each lesson, a sentence or two in the words of ``edition``; it can be
    replaced at any time, for example by a no-op during a replay. ``seat`` is the player's seat
    number.
    """

    table: Table
    """The table, for lessons that refer to it; whoever sits down sets it."""

    def __init__(self, edition: str, say: Callable[[str], None], *, seat: int = 0) -> None:
        self.say = say
        self._guide = guide(edition)
        self._seat = seat
        self._taught: set[Phase] = set()
        self._in_reset = False
        self._turned = False

    def __call__(self, event: Event) -> None:
        """Handle a table event."""
        kind = event.kind
        if kind == "round":
            self._in_reset = False
        elif kind == "act":
            if event.seat != self._seat:
                self._teach("ai act")
            for act, phase in _ACTS.items():
                if isinstance(event.what, act):
                    self._teach(phase)
        elif kind in RESET:
            self._reset(RESET[kind])
        elif kind in ("turn", "end") or (kind in ("draw", "deal") and self._in_reset):
            self._turned = self._turned or kind == "turn"
            self._teach(cast(Phase, kind))

    def acting(self, acts: Iterable[Act] | None = None) -> None:
        """Teach what is due before the player acts.

        Besides the start of the game and the first act after the Turn, each call explains one of
        the five kinds of act, so that nobody has to read them all before the first: the next
        untaught one among the legal ``acts``, or of all.
        """
        self._teach("start")
        self._teach("action")
        if self._turned:
            self._teach("after turn")
        kinds = set(_ACTS) if acts is None else {type(act) for act in acts}
        for kind, phase in _ACTS.items():
            if kind in kinds and phase not in self._taught:
                self._teach(phase)
                break

    def before_question(self, question: Question) -> None:
        """Teach what is due before a question is shown."""
        ask = question.ask
        if ask in RESET and (ask != "order" or question.source is None):
            self._reset(RESET[ask])
        elif ask == "deal" and self._in_reset:
            self._teach("deal")

    def _reset(self, phase: Phase | None) -> None:
        """Mark this as Reset, and teach Reset before one of its steps."""
        self._in_reset = True
        self._teach("reset")
        if phase is not None:
            self._teach(phase)

    def _teach(self, phase: Phase) -> None:
        if phase not in self._taught:
            self._taught.add(phase)
            self.say(self._guide.phase(phase).short)


# ------------------------------------------------------------------- the guided first game

BLANK: Final = re.compile(r"\{([a-z :]+)\}")


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A message shown once, at the first decision of its kind for which all its blanks can be
    filled.
    """

    at: str
    say: str
    round: Annotated[int, msgspec.Meta(ge=1)] = 1
    covers: tuple[Phase, ...] = ()


class FixedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The set-up of the guided game, and the most decisions it guides."""

    jack: str
    against: tuple[str, ...]
    seed: int
    first: int
    edition: str
    decisions: Annotated[int, msgspec.Meta(ge=1)]


class FirstGameFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``guide/first_game.yaml``."""

    what_wins: list[str]
    game: FixedGame
    stops: list[Stop]
    last: Stop


@cache
def first_game() -> FirstGameFile:
    """Return the guided game; raises :class:`DataError`, with its place, if the file is faulty."""
    return read_first_game(read_document(data_folder("guide") / "first_game.yaml"))


def read_first_game(document: Document) -> FirstGameFile:
    """Parse the guided game; raises :class:`DataError`, also for an unknown blank."""
    file = convert(document, FirstGameFile)
    places = [("stops", at) for at in range(len(file.stops))]
    for place, stop in zip([*places, ("last",)], [*file.stops, file.last], strict=True):
        for blank in BLANK.findall(stop.say):
            if blank not in BLANKS:
                problem = f"“{{{blank}}}” cannot be filled"
                raise DataError(document.place(*place, "say"), problem, f"Use {', '.join(BLANKS)}")
    return file


class FirstGame(Lessons):
    """Says the stops of the guided game, then leaves the rest to the usual lessons.

    ``glyphs`` are the screen signs that the stops refer to.
    """

    def __init__(self, edition: str, glyphs: Glyphs) -> None:
        super().__init__(edition, lambda words: None)
        self._file = first_game()
        self._glyphs = glyphs
        self._stops_left = list(self._file.stops)
        self._decisions = 0
        self._over = False
        self._taught_since = False
        self._last_ai: Event | None = None
        self._phases = {phase for stop in self._file.stops for phase in stop.covers}

    def __call__(self, event: Event) -> None:
        """Hear of one thing that happened."""
        if event.kind == "act" and event.seat != self._seat:
            self._last_ai = event
        super().__call__(event)

    def acting(self, acts: Iterable[Act] | None = None) -> None:
        """Say the stop that is due before the player acts."""
        if self._over:
            super().acting(acts)
        else:
            self._due("act", list(acts or ()))

    def before_question(self, question: Question) -> None:
        """Say the stop that is due before a question."""
        if not self._over:
            self._due(question.ask, [])
        super().before_question(question)

    def _due(self, at: str, acts: Sequence[Act]) -> None:
        table = self.table
        here = _Decision(table, table.seats[self._seat], acts, self._last_ai, self._glyphs)
        self._decisions += 1
        taught, self._taught_since = self._taught_since, False
        for stop in self._stops_left:
            sayable = stop.at == at and table.round >= stop.round
            if sayable and (words := here.filled(stop.say)):
                # Stops skipped are dropped: their moment is gone.
                self._stops_left = self._stops_left[self._stops_left.index(stop) + 1 :]
                self._taught.update(stop.covers)
                self.say(words)
                return
        enough = self._decisions >= self._file.game.decisions or not self._stops_left
        last = self._file.last
        if enough and not taught and last.at == at and (words := here.filled(last.say)):
            self._over = True
            self.say(words)

    def _teach(self, phase: Phase) -> None:
        """Teach a phase unless a stop covers it and the guided game is not over."""
        if self._over or phase not in self._phases:
            self._taught_since |= phase not in self._taught
            super()._teach(phase)


class _Decision(Value):
    """A decision of ``seat`` in the guided game, whose facts fill blanks; see `BLANKS`.

    ``last_ai`` is the last act of an opponent, and ``acts`` are the legal ones. A fact is "" where
    there is none.
    """

    table: Table
    seat: Seat
    acts: Sequence[Act]
    last_ai: Event | None
    glyphs: Glyphs

    def filled(self, words: str) -> str:
        """Fill in the blanks; "" if the fact for one is missing."""
        facts = {blank: BLANKS[blank](self) for blank in BLANK.findall(words)}
        return BLANK.sub(lambda blank: facts[blank[1]], words) if all(facts.values()) else ""

    # -- facts

    def hand(self) -> str:
        counts = Counter(card.name for card in self.seat.hand).items()
        return " and ".join(f"{number} {name}" for name, number in counts)

    def gainer(self) -> Card | None:
        """A card that does nothing but Gain, and can be played."""
        plays = (act.card for act in self.acts if isinstance(act, Play))
        return next((card for card in plays if _coins_gained(card)), None)

    def played(self) -> Event | None:
        """The last act of an opponent, if it was to play a card."""
        last = self.last_ai
        return last if last is not None and isinstance(last.what, Play) else None

    def ai_act(self) -> str:
        play = self.played()
        return f"{self.table.title(play.seat)} plays {play.what.card.name}" if play else ""

    def later(self, card: Card) -> int:
        """What a card will score."""
        return later(card, turned=self.table.turned)

    def tops(self) -> list[Card]:
        stacks = (*self.seat.market, *self.table.generic)
        return [stack.cards[-1] for stack in stacks if stack.cards]

    def best(self) -> Card | None:
        """The card in the Market that will score most."""
        return max(filter(self.later, self.tops()), key=self.later, default=None)

    def buy(self) -> Card | None:
        """The card to buy: the one that will score most, then one with Stability, then the
        costliest.
        """
        bought = (act.cards(self.seat) or () for act in self.acts if isinstance(act, Shop))
        tops = self.tops()
        single = [cards[0] for cards in bought if len(cards) == 1 and cards[0] in tops]
        return max(single, key=lambda c: (self.later(c), bool(c.stability), c.cost), default=None)

    def closed(self) -> Card | None:
        """A card in the Market of an opponent from whom nothing can be bought yet."""
        opposing = () if self.seat.shopped else self.seat.opposing
        stacks = (stack for other in self.seat.opponents for stack in other.market)
        return next((s.cards[-1] for s in stacks if s.cards and s.suit in opposing), None)

    def idle(self) -> Card | None:
        """A card in hand that does nothing and scores nothing."""
        hand = self.seat.hand
        return next((card for card in hand if not (card.words or card.high_score)), None)

    def stable(self) -> Card | None:
        """A card to Build on."""
        builds = (act.onto(self.seat)[0][1].card for act in self.acts if isinstance(act, Build))
        return next(builds, None)

    def deals(self) -> int:
        """How often cards will be Dealt before the Turn."""
        seats = () if self.table.turned else self.table.seats
        return min((-(-len(seat.supply) // len(seat.market)) for seat in seats), default=0)


BLANKS: Final[Mapping[str, Callable[[_Decision], str]]] = {
    "hand": _Decision.hand,
    "gainer": lambda at: _name(at.gainer()),
    "gains": lambda at: str(_coins_gained(gainer)) if (gainer := at.gainer()) else "",
    "coins": lambda at: str(at.seat.coins or ""),
    "ai act": _Decision.ai_act,
    "ai line": lambda at: play.line if (play := at.played()) else "",
    "later": lambda at: _name(at.best()),
    "later score": lambda at: str(at.later(best)) if (best := at.best()) else "",
    "later end": lambda at: _name((best := at.best()) and best.flipped),
    "buy": lambda at: _name(at.buy()),
    "price": lambda at: str(buy.cost) if (buy := at.buy()) else "",
    "bought": lambda at: _name(at.seat.bought[-1]) if at.seat.shopped else "",
    "closed": lambda at: _name(at.closed()),
    "idle": lambda at: _name(at.idle()),
    "deals": lambda at: str(at.deals() or ""),
    "stable": lambda at: _name(at.stable()),
    "first player": lambda at: at.table.title(at.table.first),
    "sign:coin": lambda at: at.glyphs.coin,
    "sign:scores": lambda at: at.glyphs.scores,
    "sign:later": lambda at: at.glyphs.will_score,
    "sign:settled": lambda at: at.glyphs.settled,
    "sign:new": lambda at: at.glyphs.new,
    "sign:first": lambda at: at.glyphs.first,
}
"""What can be said in a stop of the guided game, and how to find it out at a decision."""


def _coins_gained(card: Card) -> int:
    """Return how many coin tokens a card gains that does nothing else, 0 for another."""
    match card.meaning.effects:
        case (ast.Gain(amount=int(number), who="you", verb="gain"),):
            return number
    return 0


def _name(card: Card | None) -> str:
    return card.name if card is not None else ""
