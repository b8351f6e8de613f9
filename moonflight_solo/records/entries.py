"""The lines of a record, a text file of JSON lines described in ``docs/record.md``.

The first says what the game is made from: settings, seats and digests of the words it was played
by. Every further line is an answer in the printed notation, a step back or forward among the
answers, a remark, or the end. AI cards and shuffles need no lines: they come out the same again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Annotated, Any, Final, Literal

import msgspec

from moonflight_solo.numbers import OVER
from moonflight_solo.rules.game import ACT_LIMIT, ROUND_LIMIT, Settings
from moonflight_solo.rules.state import Card

FORMAT: Final = 1
KIND: Final = "moonflight record"

Natural = Annotated[int, msgspec.Meta(ge=0, lt=OVER)]
FromOne = Annotated[int, msgspec.Meta(ge=1, lt=OVER)]
Number = Annotated[int, msgspec.Meta(gt=-OVER, lt=OVER)]


class SeatHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who sits in a seat: a Jack, played by a person or by an AI card.

    ``ai`` is the file of the AI card, "" for the printed one. ``by`` is what plays in its place,
    such as "greedy" or "search=50", "" for the AI card itself.
    """

    jack: str
    player: Literal["person", "ai"]
    ai: str = ""
    by: str = ""

    @property
    def follows_card(self) -> bool:
        """Whether an AI card is followed in this seat."""
        return self.player == "ai" and not self.by


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The first line of a record: all that the game is made from beside the answers.

    ``first`` is a seat number from 1, ``None`` for a First Player drawn by lot. ``rulings`` are
    the choices switched for this game. ``words`` maps everything printed that the game was played
    by to a short digest of its words. ``program`` and ``begun`` are for people. ``taken_from`` says
    which game this one was taken over from, "" for one that was begun as any other.
    """

    kind: str = KIND
    format: int = FORMAT
    program: str = ""
    begun: str = ""
    seats: Annotated[tuple[SeatHeader, ...], msgspec.Meta(min_length=1)]
    score_mode: bool = False
    edition: str
    seed: Number
    first: FromOne | None = None
    rulings: dict[str, str] = {}
    round_limit: FromOne = ROUND_LIMIT
    act_limit: FromOne = ACT_LIMIT
    card_files: tuple[str, ...] = ()
    open_hands: bool = False
    words: dict[str, str] = {}
    taken_from: str = ""

    @property
    def jacks(self) -> tuple[str, ...]:
        """The Jacks in seating order."""
        return tuple(seat.jack for seat in self.seats)

    @property
    def persons(self) -> tuple[int, ...]:
        """The numbers, from 0, of the seats that persons sit in."""
        return tuple(at for at, seat in enumerate(self.seats) if seat.player == "person")

    def settings(self) -> Settings:
        """Return the settings of the game recorded."""
        return Settings(
            jacks=self.jacks,
            seed=self.seed,
            edition=self.edition,
            first=None if self.first is None else self.first - 1,
            rulings=self.rulings,
            round_limit=self.round_limit,
            act_limit=self.act_limit,
        )


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One answer: an act in the printed notation, or a choice as its labels with commas between.

    ``seat`` counts from 1. ``ask`` says what a choice was for, as in
    :class:`~moonflight_solo.rules.state.Question`. ``auto`` marks what followed of itself,
    such as a choice among cards all alike: nobody decided it, so nobody takes it back by itself.
    ``line`` and ``table`` stand only in the record of a game watched: the number of the AI-card
    line followed, and the whole table before the act.
    """

    seat: FromOne
    round: FromOne
    answer: str
    ask: str = "act"
    auto: bool = False
    line: str = ""
    table: dict[str, Any] | None = None


class Note(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A remark tied to a moment of the game.

    ``answers`` had been given then, and ``act`` acts taken in ``round`` by all seats. The last
    AI-card line followed until then was line ``line`` of the player called ``ai``, with ``words``
    printed on it, and led to the act ``did``.
    """

    note: str
    answers: Natural
    round: FromOne
    act: Natural = 0
    turned: bool = False
    ai: str = ""
    line: str = ""
    words: str = ""
    did: str = ""


class Seek(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step among the answers: so many from the start stand now; the others can be redone."""

    stand: Natural


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The game is over: how, in which round, what each seat scores, and which seat, from 1, wins.

    ``table`` stands only in the record of a game watched.
    """

    ended: str
    round: FromOne
    scores: list[Number]
    winner: FromOne | None = None
    table: dict[str, Any] | None = None


Entry = Answer | Note | Seek | Ended
SHAPES: Final[dict[str, type[Entry]]] = {
    "answer": Answer,
    "note": Note,
    "stand": Seek,
    "ended": Ended,
}


def digests(cards: Sequence[Card], lines: Mapping[str, str]) -> dict[str, str]:
    """Return a short digest of every card, both ends, by its name, and of every line by its own.

    A card's digest changes with anything printed on it and with its number of copies.
    """
    found: dict[str, str] = {}
    for card in cards:
        ends = [f"{end.name} {end.cost} {end.corner} {end.words}" for end in (card, card.flipped)]
        name = card.name if card.name not in found else f"{card.name} / {card.flipped.name}"
        found[name] = digest(f"{card.copies} {card.suit} {' / '.join(ends)}")
    for name, words in lines.items():
        found[name] = digest(words)
    return found


def digest(words: str) -> str:
    """Return eight letters that stand for ``words`` and change when they do."""
    return sha256(words.encode()).hexdigest()[:8]
