"""A person's finished games: statistics, rankings and challenges.

A challenge is a small goal besides winning, defined in data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import cache
from itertools import groupby, takewhile
from typing import Final

import msgspec

from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.records.record import FromOne, Record, SeatHeader
from moonflight_solo.scoremode import RANKS, Rank, rank
from moonflight_solo.values import Value


class PlayedGame(Value):
    """A game that a person finished. ``score`` is theirs, ``best_other`` the best opponent's.

    ``won`` is ``None`` in Score Mode, which earns a ``rank``. ``taken_back`` counts the undo steps.
    ``begun`` is the start time from the record.
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
        """The rank earned in Score Mode, ``None`` in a game against others."""
        return rank(self.score) if self.won is None else None

    @property
    def margin(self) -> int:
        """The margin of the win, negative for a loss; the score itself in Score Mode."""
        return self.score if self.best_other is None else self.score - self.best_other


def finished_game(name: str, record: Record) -> PlayedGame | None:
    """Return a finished game of one person, ``None`` for any other record.

    Games taken over from others do not count: part was played by somebody else, or with hindsight.
    """
    header, ended = record.header, record.ended
    if ended is None or ended.winner is None or len(header.persons) != 1 or header.taken_from:
        return None
    me = header.persons[0]
    scores = [score for number, score in enumerate(ended.scores) if number != me]
    return PlayedGame(
        name,
        record,
        header.begun,
        header.jacks[me],
        tuple(opponent(seat) for number, seat in enumerate(header.seats) if number != me),
        ended.round,
        ended.scores[me],
        max(scores, default=None),
        None if header.score_mode else ended.winner - 1 == me,
        record.taken_back,
    )


def opponent(seat: SeatHeader) -> str:
    """Return the name to count an opponent under: its Jack, and its player or own AI card if
    any.
    """
    if seat.by:
        return f"{seat.jack} ({seat.by})"
    return f"{seat.jack} (AI card of your own)" if seat.ai else seat.jack


def career(records: Iterable[tuple[str, Record]]) -> list[PlayedGame]:
    """Return the finished games among named records, in the order begun."""
    games = [game for name, record in records if (game := finished_game(name, record))]
    return sorted(games, key=lambda game: (game.begun, game.name))


class CareerTally(Value):
    """Statistics of games, against others or in Score Mode, where all wins are 0.

    ``best`` is the name of the best one, by win, margin, score and fewest rounds. ``streak`` is the
    length of the current winning streak, negative for a losing streak.
    """

    games: int
    won: int
    mean_score: float
    best: str
    streak: int
    longest_streak: int


def tally(games: Sequence[PlayedGame]) -> CareerTally:
    """Return the statistics of one or more games, which are in the order begun."""
    wins = [game.won for game in games if game.won is not None]
    row = list(takewhile(lambda won: won == wins[-1], reversed(wins)))
    return CareerTally(
        len(games),
        sum(wins),
        sum(game.score for game in games) / len(games),
        max(games, key=lambda game: (bool(game.won), game.margin, game.score, -game.round)).name,
        len(row) if wins and wins[-1] else -len(row),
        max((len(list(run)) for won, run in groupby(wins) if won), default=0),
    )


def games_by(
    games: Iterable[PlayedGame], key: Callable[[PlayedGame], str]
) -> dict[str, list[PlayedGame]]:
    """Group games by a key, sorted by it."""
    groups: dict[str, list[PlayedGame]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    return dict(sorted(groups.items()))


def games_to_replay(games: Sequence[PlayedGame], most: int) -> list[tuple[PlayedGame, str]]:
    """Return the most remarkable games, each once, with what is remarkable."""
    against = [game for game in games if game.won is not None]
    won = [game for game in against if game.won]
    lost = [game for game in against if not game.won]
    in_score_mode = [game for game in games if game.won is None]
    superlatives: list[tuple[str, list[PlayedGame], Callable[[PlayedGame], int]]] = [
        ("your clearest win", [game for game in won if game.margin], lambda game: -game.margin),
        ("your closest win", won, lambda game: game.margin),
        ("your quickest win", won, lambda game: game.round),
        ("your highest score", list(against), lambda game: -game.score),
        ("your closest defeat", lost, lambda game: -game.margin),
        ("your best in Score Mode", in_score_mode, lambda game: -game.score),
    ]
    games_by_name: dict[str, tuple[PlayedGame, str]] = {}
    for words, candidates, key in superlatives:
        if candidates:
            best = min(candidates, key=key)
            games_by_name.setdefault(best.name, (best, words))
    return list(games_by_name.values())[:most]


# ------------------------------------------------------------------------------- challenges

_RANK_NAMES: Final = [rank.name for rank in RANKS]


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A challenge in ``guide/challenges.yaml``: the properties a finished game must have.

    ``None``, 0 or an empty value means that a property does not matter.
    """

    id: str
    name: str
    text: str
    jack: str = ""
    against: tuple[str, ...] = ()
    score_mode: bool | None = None
    won: bool = False
    before_round: FromOne | None = None
    least_score: int | None = None
    least_margin: int | None = None
    least_opponents: int = 0
    most_taken_back: int | None = None
    rank: str = ""
    seed_of_the_day: bool = False
    in_a_row: FromOne = 1

    def fits(self, game: PlayedGame) -> bool:
        """Return whether one game has all the properties, apart from ``in_a_row``."""
        header, earned = game.record.header, game.rank
        opponents = list(game.opponents)
        ranks = _RANK_NAMES[: _RANK_NAMES.index(self.rank) + 1] if self.rank else []
        return (
            (not self.jack or game.jack == self.jack)
            and all(opponents.count(jack) >= self.against.count(jack) for jack in self.against)
            and self.score_mode in (None, header.score_mode)
            and (not self.won or game.won is True)
            and (self.before_round is None or game.round < self.before_round)
            and (self.least_score is None or game.score >= self.least_score)
            and (self.least_margin is None or game.margin >= self.least_margin)
            and len(opponents) >= self.least_opponents
            and (self.most_taken_back is None or game.taken_back <= self.most_taken_back)
            and (not ranks or (earned is not None and earned.name in ranks))
            and (not self.seed_of_the_day or _begun_on_its_seed(game))
        )

    def met_by(self, games: Sequence[PlayedGame]) -> PlayedGame | None:
        """Return the first game that met this challenge; ``games`` are in the order begun."""
        row = 0
        for game in games:
            if self.score_mode is not None and game.record.header.score_mode != self.score_mode:
                continue
            row = row + 1 if self.fits(game) else 0
            if row >= self.in_a_row:
                return game
        return None


@cache
def challenges() -> tuple[Challenge, ...]:
    """Return all challenges; raises :class:`DataError`, with its place, if the file is faulty."""
    return tuple(read_challenges(read_document(data_folder("guide") / "challenges.yaml")))


def read_challenges(document: Document) -> list[Challenge]:
    """Parse a file of challenges.

    Raises :class:`DataError` for a duplicate id or an unknown rank.
    """
    challenges = convert(document, dict[str, list[Challenge]])["challenges"]
    ids: set[str] = set()
    names = f"{', '.join(_RANK_NAMES[:-1])} or {_RANK_NAMES[-1]}"
    for number, challenge in enumerate(challenges):
        if challenge.id in ids:
            place = document.place("challenges", number, "id")
            raise DataError(place, f"“{challenge.id}” is another challenge too", "Use another id")
        ids.add(challenge.id)
        if challenge.rank and challenge.rank not in _RANK_NAMES:
            place = document.place("challenges", number, "rank")
            raise DataError(place, f"there is no rank “{challenge.rank}”", f"Use {names}")
    return challenges


def challenges_first_met(before: Iterable[PlayedGame], game: PlayedGame) -> list[Challenge]:
    """Return the challenges first met by a game, given those begun before it."""
    earlier = list(before)
    return [
        challenge
        for challenge in challenges()
        if challenge.met_by(earlier) is None and challenge.met_by([*earlier, game]) is not None
    ]


def open_challenge(games: Sequence[PlayedGame], last: PlayedGame) -> Challenge | None:
    """Return the first challenge not met yet that can be met in a game like the last one."""
    in_score_mode = last.won is None
    return next(
        (
            challenge
            for challenge in challenges()
            if challenge.jack in ("", last.jack)
            and bool(challenge.score_mode) == in_score_mode
            and challenge.met_by(games) is None
        ),
        None,
    )


# ------------------------------------------------------------------------ the seed of the day


def seed_of(day: date) -> int:
    """Return the seed of the day, the same for everybody: the date as a number.

    >>> seed_of(date(2026, 3, 9))
    20260309
    """
    return day.year * 10_000 + day.month * 100 + day.day


def _begun_on_its_seed(game: PlayedGame) -> bool:
    with suppress(ValueError):
        return game.record.header.seed == seed_of(datetime.fromisoformat(game.begun).date())
    return False
