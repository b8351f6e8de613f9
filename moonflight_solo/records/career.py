"""All games a person has finished, counted: by Jack, by opponent, in a row, and the best."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from moonflight_solo.records.entries import SeatHeader
from moonflight_solo.records.record import Record
from moonflight_solo.scoremode import Rank, rank


@dataclass(frozen=True, slots=True)
class Played:
    """A game that a person has finished. ``score`` is hers, ``best_other`` the best opponent's.

    ``won`` is ``None`` in Score Mode, which earns a ``rank``. ``taken_back`` is how often she took
    answers back. ``begun`` is when, as the record has it.
    """

    name: str
    record: Record
    begun: str
    jack: str
    opponents: tuple[str, ...]
    round: int
    score: int
    best_other: int | None
    won: bool | None
    taken_back: int

    @property
    def rank(self) -> Rank | None:
        """What the score earns in Score Mode, ``None`` in a game against others."""
        return rank(self.score) if self.won is None else None

    @property
    def margin(self) -> int:
        """By how many points it was won, or lost if below 0; the score itself in Score Mode."""
        return self.score if self.best_other is None else self.score - self.best_other


def played(name: str, record: Record) -> Played | None:
    """Return a finished game of one person as it counts, ``None`` for any other record.

    A game taken over from another one does not count: part of it was somebody else's, or knew.
    """
    header, ended = record.header, record.ended
    if ended is None or ended.winner is None or len(header.persons) != 1 or header.taken_from:
        return None
    me = header.persons[0]
    others = [score for at, score in enumerate(ended.scores) if at != me]
    return Played(
        name,
        record,
        header.begun,
        header.jacks[me],
        tuple(opponent(seat) for at, seat in enumerate(header.seats) if at != me),
        ended.round,
        ended.scores[me],
        max(others, default=None),
        None if header.score_mode else ended.winner - 1 == me,
        record.taken_back,
    )


def opponent(seat: SeatHeader) -> str:
    """Return what an opponent is counted as: its Jack, apart for another card or player of it."""
    if seat.by:
        return f"{seat.jack} ({seat.by})"
    return f"{seat.jack} (AI card of your own)" if seat.ai else seat.jack


def career(records: Iterable[tuple[str, Record]]) -> list[Played]:
    """Return the finished games among named records, the first begun first."""
    found = [game for name, record in records if (game := played(name, record))]
    return sorted(found, key=lambda game: (game.begun, game.name))


@dataclass(frozen=True, slots=True)
class Tally:
    """How some games went: against others, or in Score Mode, where nobody is beaten.

    ``streak`` is how many of the last games in a row were won, or lost if below 0.
    """

    games: int
    won: int
    mean: float
    best: Played
    streak: int
    longest: int


def tally(games: Sequence[Played]) -> Tally:
    """Return how one or more games went, in the order in which they were begun."""
    wins = [game.won for game in games if game.won is not None]
    return Tally(
        len(games),
        sum(wins),
        sum(game.score for game in games) / len(games),
        max(games, key=worth),
        _streak(wins),
        _longest(wins),
    )


def worth(game: Played) -> tuple[bool, int, int, int]:
    """Return what a game is ranked by: won, by how much, with what score, in how few rounds."""
    return bool(game.won), game.margin, game.score, -game.round


def grouped(games: Iterable[Played], by: Callable[[Played], str]) -> dict[str, list[Played]]:
    """Return games by what they have in common, by name."""
    found: dict[str, list[Played]] = {}
    for game in games:
        found.setdefault(by(game), []).append(game)
    return dict(sorted(found.items()))


def to_replay(games: Sequence[Played], most: int) -> list[tuple[Played, str]]:
    """Return the games most worth seeing again, each once, and what it stands out by."""
    against = [game for game in games if game.won is not None]
    alone = [game for game in games if game.won is None]
    ways: list[tuple[str, list[Played], Callable[[Played], int]]] = [
        ("your clearest win", [game for game in against if game.won], lambda game: -game.margin),
        ("your closest win", [game for game in against if game.won], lambda game: game.margin),
        ("your quickest win", [game for game in against if game.won], lambda game: game.round),
        ("your highest score", list(against), lambda game: -game.score),
        ("your closest defeat", [g for g in against if not g.won], lambda game: -game.margin),
        ("your best in Score Mode", alone, lambda game: -game.score),
    ]
    found: dict[str, tuple[Played, str]] = {}
    for what, among, key in ways:
        if among:
            best = min(among, key=key)
            found.setdefault(best.name, (best, what))
    return list(found.values())[:most]


def _streak(wins: Sequence[bool]) -> int:
    if not wins:
        return 0
    length = next((at for at, won in enumerate(reversed(wins)) if won != wins[-1]), len(wins))
    return length if wins[-1] else -length


def _longest(wins: Sequence[bool]) -> int:
    longest = here = 0
    for won in wins:
        here = here + 1 if won else 0
        longest = max(longest, here)
    return longest
