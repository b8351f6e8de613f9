"""Lessons that explain each phase when it first comes up, and the guided first game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
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

    Call it with every table event, and call `asked` and `acting` before the player decides. ``say``
    receives each lesson, a sentence or two in the words of ``edition``; it can be replaced at any
    time, for example by a no-op during a replay. ``seat`` is the player's seat number.
    """

    table: Table
    """The table, for lessons that refer to it."""

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

    def asked(self, question: Question) -> None:
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

GAIN: Final = re.compile(r"Gain ([0-9]+) coin tokens?")
BLANK: Final = re.compile(r"\{([a-z :]+)\}")
BLANKS: Final = (
    *("hand", "gainer", "gains", "coins", "ai act", "ai line", "later", "later score"),
    *("later end", "buy", "price", "bought", "closed", "idle", "deals", "stable", "first player"),
    *("sign:coin", "sign:scores", "sign:later", "sign:settled", "sign:new", "sign:first"),
)


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
        self._left = list(self._file.stops)
        self._decisions = 0
        self._over = False
        self._last_ai: Event | None = None
        self._covered = {phase for stop in self._file.stops for phase in stop.covers}

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

    def asked(self, question: Question) -> None:
        """Say the stop that is due before a question."""
        if not self._over:
            self._due(question.ask, [])
        super().asked(question)

    def _due(self, at: str, acts: Sequence[Act]) -> None:
        table = self.table
        facts = _facts(table, table.seats[self._seat], acts, self._last_ai, self._glyphs)
        self._decisions += 1
        for stop in self._left:
            if table.round >= stop.round and (words := _filled(stop, at, facts)):
                # Stops passed over are dropped: their moment is gone.
                self._left = self._left[self._left.index(stop) + 1 :]
                self._taught.update(stop.covers)
                self.say(words)
                return
        enough = self._decisions >= self._file.game.decisions or not self._left
        if enough and (words := _filled(self._file.last, at, facts)):
            self._over = True
            self.say(words)

    def _teach(self, phase: Phase) -> None:
        """Teach a phase unless a stop covers it and the guided game is not over."""
        if self._over or phase not in self._covered:
            super()._teach(phase)


def _filled(stop: Stop, at: str, facts: Mapping[str, str]) -> str:
    """Fill in a stop's text; "" if it is for another decision or a blank is empty."""
    sayable = stop.at == at and all(facts[blank] for blank in BLANK.findall(stop.say))
    return BLANK.sub(lambda blank: facts[blank[1]], stop.say) if sayable else ""


def _facts(
    table: Table, seat: Seat, acts: Sequence[Act], last_ai: Event | None, glyphs: Glyphs
) -> dict[str, str]:
    """Return the text for each blank at a seat's decision, "" where there is none.

    ``last_ai`` is the last act of an opponent. The card to buy is the one that will score most,
    then one with Stability, then the costliest.
    """
    plays = [act.card for act in acts if isinstance(act, Play)]
    gainer = next((card for card in plays if GAIN.fullmatch(card.words)), None)
    gains = GAIN.fullmatch(gainer.words) if gainer else None
    tops = [stack.cards[-1] for stack in (*seat.market, *table.generic) if stack.cards]
    score_later = partial(later, turned=table.turned)
    best = max(filter(score_later, tops), key=score_later, default=None)
    bought = [act.cards() or () for act in acts if isinstance(act, Shop)]
    single = [cards[0] for cards in bought if len(cards) == 1 and cards[0] in tops]
    buy = max(single, key=lambda c: (score_later(c), bool(c.stability), c.cost), default=None)
    closed = [
        stack.cards[-1]
        for other in seat.opponents
        for stack in other.market
        if stack.cards and stack.suit in seat.opposing and not seat.shopped
    ]
    idle = [card for card in seat.hand if not (card.words or card.high_score)]
    stable = [act.pairs[0][1].card for act in acts if isinstance(act, Build)]
    deals = min(-(-len(each.supply) // len(each.market)) for each in table.seats)
    play = last_ai if last_ai is not None and isinstance(last_ai.what, Play) else None
    held = Counter(card.name for card in seat.hand).items()
    return {
        "hand": " and ".join(f"{number} {name}" for name, number in held),
        "gainer": _name(gainer),
        "gains": gains[1] if gains else "",
        "coins": str(seat.coins or ""),
        "ai act": f"{table.title(play.seat)} plays {play.what.card.name}" if play else "",
        "ai line": play.line if play else "",
        "later": _name(best),
        "later score": str(score_later(best)) if best else "",
        "later end": _name(best and best.flipped),
        "buy": _name(buy),
        "price": str(buy.cost) if buy else "",
        "bought": _name(seat.bought[-1]) if seat.shopped else "",
        "closed": _name(next(iter(closed), None)),
        "idle": _name(next(iter(idle), None)),
        "deals": "" if table.turned else str(deals or ""),
        "stable": _name(next(iter(stable), None)),
        "first player": table.title(table.first),
        "sign:coin": glyphs.coin,
        "sign:scores": glyphs.scores,
        "sign:later": glyphs.will_score,
        "sign:settled": glyphs.settled,
        "sign:new": glyphs.new,
        "sign:first": glyphs.first,
    }


def _name(card: Card | None) -> str:
    return card.name if card is not None else ""
