"""Lessons for a first game: each phase explained when it first comes up, and a guided game."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
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

ACTS: Final[dict[type[Act], Phase]] = {
    Play: "play",
    Shop: "shop",
    Spend: "spend",
    Build: "build",
    Pass: "pass",
}
"""The phase of each kind of act, in the order in which they are taught."""


RESET: Final[dict[str, Phase | None]] = {
    "leave play": None,
    "order": None,
    "retain": "retain",
    "cover": "cover",
    "settled": "settled",
    "token": "score mode",
}
"""What happens or is asked only in Reset, with the phase that explains it."""


class Lessons:
    """Says what the guide has on a phase when it first comes up.

    Call it with every event of the table, tell it with `asked` what the person is asked and with
    `acting` that the person is to act. ``say`` is called with each lesson, a sentence or two in
    the words of ``edition``, and may be changed at any time: while a game is told again that has
    been played before, let it do nothing. ``seat`` is the number of the person's seat.
    """

    table: Table
    """The table played at, for lessons that speak of it."""

    def __init__(self, edition: str, say: Callable[[str], None], *, seat: int = 0) -> None:
        self.say = say
        self._guide = guide(edition)
        self._seat = seat
        self._taught: set[Phase] = set()
        self._in_reset = False
        self._turned = False

    def __call__(self, event: Event) -> None:
        """Hear of one thing that happened."""
        kind = event.kind
        if kind == "round":
            self._in_reset = False
        elif kind == "act":
            if event.seat != self._seat:
                self._teach("ai act")
            for act, phase in ACTS.items():
                if isinstance(event.what, act):
                    self._teach(phase)
        elif kind in RESET:
            self._reset(RESET[kind])
        elif kind in ("turn", "end") or (kind in ("draw", "deal") and self._in_reset):
            self._turned = self._turned or kind == "turn"
            self._teach(cast(Phase, kind))

    def acting(self, acts: Iterable[Act] | None = None) -> None:
        """Hear that the person is to act.

        The start of the game has its lesson, and so has the first act after the Turn. Of the five
        acts one is explained each time, so that nobody has to read them all before the first:
        the next one that is among ``acts``, those that are legal now, or the next one of all.
        """
        self._teach("start")
        self._teach("action")
        if self._turned:
            self._teach("after turn")
        kinds = set(ACTS) if acts is None else {type(act) for act in acts}
        for kind, phase in ACTS.items():
            if kind in kinds and phase not in self._taught:
                self._teach(phase)
                break

    def asked(self, question: Question) -> None:
        """Hear what the person is asked, before it is shown."""
        ask = question.ask
        if ask in RESET and (ask != "order" or question.source is None):
            self._reset(RESET[ask])
        elif ask == "deal" and self._in_reset:
            self._teach("deal")

    def _reset(self, phase: Phase | None) -> None:
        """Note that this is Reset, and teach what it is before one of its steps."""
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
_BLANK: Final = re.compile(r"\{([a-z ]+)(?::([a-z]+))?\}")


class Stop(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Something said once, at the first decision it is meant for that has all it speaks of."""

    at: str
    say: str
    round: Annotated[int, msgspec.Meta(ge=1)] = 1
    covers: tuple[Phase, ...] = ()


class FixedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The game that is guided: who plays, on which seed, and for how many decisions at most."""

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
    """Return the guided game; raises :class:`DataError`, with its place, for what is wrong."""
    return read_first_game(read_document(data_folder("guide") / "first_game.yaml"))


def read_first_game(document: Document) -> FirstGameFile:
    """Return the guided game in a file; raises :class:`DataError` for a blank there is not."""
    file = convert(document, FirstGameFile)
    places = [("stops", at) for at in range(len(file.stops))]
    for place, stop in zip([*places, ("last",)], [*file.stops, file.last], strict=True):
        for blank, sign in _BLANK.findall(stop.say):
            known = sign in _SIGNS if blank == "sign" else blank in _FACTS
            if not known:
                raise DataError(
                    document.place(*place, "say"),
                    f"“{{{blank}}}” cannot be filled",
                    f"Use {', '.join(sorted(_FACTS))}, or sign: and {', '.join(_SIGNS)}",
                )
    return file


class FirstGame(Lessons):
    """Says the stops of the guided game, then lets go; what they do not cover is taught later.

    ``glyphs`` are the signs of the screen that the stops speak of.
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
        """Hear that the person is to act, and say the stop that is due."""
        if self._over:
            super().acting(acts)
        else:
            self._due("act", list(acts or ()))

    def asked(self, question: Question) -> None:
        """Hear what the person is asked, and say the stop that is due."""
        if not self._over:
            self._due(question.ask, [])
        super().asked(question)

    def _due(self, at: str, acts: Sequence[Act]) -> None:
        sight = _Sight(self.table, self.table.seats[self._seat], acts, self._last_ai)
        self._decisions += 1
        for stop in self._left:
            if stop.at != at or sight.table.round < stop.round:
                continue
            words = self._filled(stop, sight)
            if words is not None:
                # What was passed over has had its moment.
                self._left = self._left[self._left.index(stop) + 1 :]
                self._taught.update(stop.covers)
                self.say(words)
                return
        last = self._file.last
        enough = self._decisions >= self._file.game.decisions or not self._left
        if enough and at == last.at and (words := self._filled(last, sight)) is not None:
            self._over = True
            self.say(words)

    def _teach(self, phase: Phase) -> None:
        """Teach a phase as ever, but leave to the stops still to come what they speak of."""
        if self._over or phase not in self._covered:
            super()._teach(phase)

    def _filled(self, stop: Stop, sight: _Sight) -> str | None:
        """Return the words of a stop about the table as it lies, ``None`` if it lacks anything."""
        lacking = False

        def fill(match: re.Match[str]) -> str:
            nonlocal lacking
            blank, sign = match.groups()
            found = _SIGNS[sign](self._glyphs) if blank == "sign" else _FACTS[blank](sight)
            lacking = lacking or not found
            return found

        words = _BLANK.sub(fill, stop.say)
        return None if lacking else words


class _Sight:
    """What a person sees at a decision, as far as the stops speak of it."""

    def __init__(self, table: Table, seat: Seat, acts: Sequence[Act], last_ai: Event | None):
        self.table = table
        self.seat = seat
        self.acts = acts
        self.last_ai = last_ai

    def hand(self) -> str:
        counted = Counter(card.name for card in self.seat.hand)
        return " and ".join(f"{number} {name}" for name, number in counted.items())

    def gainer(self) -> Card | None:
        """Return a card that may be played and does nothing but gain coin tokens."""
        cards = (act.card for act in self.acts if isinstance(act, Play))
        return next((card for card in cards if GAIN.fullmatch(card.words)), None)

    def idle(self) -> Card | None:
        return next((card for card in self.seat.hand if not (card.words or card.high_score)), None)

    def tops(self) -> list[Card]:
        """Return the cards on the market that are not an opponent's, one's own suit first."""
        stacks = (*self.seat.market, *self.table.generic)
        return [stack.cards[-1] for stack in stacks if stack.cards]

    def later(self) -> Card | None:
        return max((card for card in self.tops() if later(card)), key=later, default=None)

    def buy(self) -> Card | None:
        """Return a card worth buying: what will score, has Stability, or else costs most."""
        bought = [act.cards() for act in self.acts if isinstance(act, Shop)]
        single = [cards[0] for cards in bought if cards and len(cards) == 1]
        open_now = [card for card in single if card in self.tops()]
        return max(open_now, key=_worth_buying, default=None)

    def closed(self) -> Card | None:
        if self.seat.shopped:
            return None
        for other in self.seat.opponents:
            for stack in other.market:
                if stack.cards and stack.suit in self.seat.opposing:
                    return stack.cards[-1]
        return None

    def stable(self) -> Card | None:
        builds = (act for act in self.acts if isinstance(act, Build))
        return next((act.pairs[0][1].card for act in builds), None)

    def deals(self) -> int:
        """Return how many deals of three empty the first face-down stack."""
        if self.table.turned:
            return 0
        return min(-(-len(seat.supply) // len(seat.market)) for seat in self.table.seats)

    def ai_play(self) -> tuple[str, str]:
        """Return what an opponent played last, and by which line of its AI card."""
        event = self.last_ai
        if event is None or not isinstance(event.what, Play):
            return "", ""
        return f"{self.table.title(event.seat)} plays {event.what.card.name}", event.line


def _worth_buying(card: Card) -> tuple[int, bool, int]:
    return later(card), bool(card.stability), card.cost


def _name(card: Card | None) -> str:
    return card.name if card is not None else ""


def _gains(card: Card | None) -> str:
    found = GAIN.fullmatch(card.words) if card is not None else None
    return found[1] if found else ""


_FACTS: Final[dict[str, Callable[[_Sight], str]]] = {
    "hand": _Sight.hand,
    "gainer": lambda sight: _name(sight.gainer()),
    "gains": lambda sight: _gains(sight.gainer()),
    "coins": lambda sight: str(sight.seat.coins or ""),
    "ai act": lambda sight: sight.ai_play()[0],
    "ai line": lambda sight: sight.ai_play()[1],
    "later": lambda sight: _name(sight.later()),
    "later score": lambda sight: str(later(card)) if (card := sight.later()) else "",
    "later end": lambda sight: card.flipped.name if (card := sight.later()) else "",
    "buy": lambda sight: _name(sight.buy()),
    "price": lambda sight: str(card.cost) if (card := sight.buy()) else "",
    "bought": lambda sight: _name(sight.seat.bought[-1]) if sight.seat.shopped else "",
    "closed": lambda sight: _name(sight.closed()),
    "idle": lambda sight: _name(sight.idle()),
    "deals": lambda sight: str(sight.deals() or ""),
    "stable": lambda sight: _name(sight.stable()),
    "first player": lambda sight: sight.table.title(sight.table.first),
}
_SIGNS: Final[dict[str, Callable[[Glyphs], str]]] = {
    "coin": lambda glyphs: glyphs.coin,
    "scores": lambda glyphs: glyphs.scores,
    "later": lambda glyphs: glyphs.will_score,
    "settled": lambda glyphs: glyphs.settled,
    "new": lambda glyphs: glyphs.new,
    "first": lambda glyphs: glyphs.first,
}
