"""Challenges: small aims beside winning, kept as data, and which games meet them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import cache
from typing import Annotated, Final

import msgspec

from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import Document, convert, read_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.records.career import Played
from moonflight_solo.scoremode import RANKS

FromOne = Annotated[int, msgspec.Meta(ge=1)]
_RANK_NAMES: Final = [each.name for each in RANKS]


class Challenge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An aim as ``guide/challenges.yaml`` has it: what a finished game must have to meet it.

    ``None``, 0 or nothing stands for what does not matter.
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

    def fits(self, game: Played) -> bool:
        """Return whether one game has all that is asked, ``in_a_row`` apart."""
        header = game.record.header
        others = list(game.opponents)
        return (
            (not self.jack or game.jack == self.jack)
            and all(others.count(jack) >= self.against.count(jack) for jack in self.against)
            and self.score_mode in (None, header.score_mode)
            and (not self.won or game.won is True)
            and (self.before_round is None or game.round < self.before_round)
            and (self.least_score is None or game.score >= self.least_score)
            and (self.least_margin is None or game.margin >= self.least_margin)
            and len(others) >= self.least_opponents
            and (self.most_taken_back is None or game.taken_back <= self.most_taken_back)
            and (not self.rank or self._earned(game))
            and (not self.seed_of_the_day or header.seed == seed_of(_day(game)))
        )

    def _earned(self, game: Played) -> bool:
        earned = game.rank
        return earned is not None and _RANK_NAMES.index(earned.name) <= _RANK_NAMES.index(self.rank)

    def met_by(self, games: Sequence[Played]) -> Played | None:
        """Return the first game that met this challenge, of games in the order begun."""
        row = 0
        for game in games:
            if self.score_mode is not None and game.record.header.score_mode != self.score_mode:
                continue
            row = row + 1 if self.fits(game) else 0
            if row >= self.in_a_row:
                return game
        return None


class ChallengesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of challenges."""

    challenges: list[Challenge]


@cache
def challenges() -> tuple[Challenge, ...]:
    """Return every challenge; raises :class:`DataError`, with its place, for what is wrong."""
    return tuple(read_challenges(read_document(data_folder("guide") / "challenges.yaml")))


def read_challenges(document: Document) -> list[Challenge]:
    """Return the challenges in a file.

    Raises :class:`DataError` for an id that two have and a rank that there is not.
    """
    found = convert(document, ChallengesFile).challenges
    ids: set[str] = set()
    for at, each in enumerate(found):
        if each.id in ids:
            place = document.place("challenges", at, "id")
            raise DataError(place, f"“{each.id}” is another challenge too", "Use another id")
        ids.add(each.id)
        if each.rank and each.rank not in _RANK_NAMES:
            place = document.place("challenges", at, "rank")
            raise DataError(place, f"there is no rank “{each.rank}”", f"Use {_or(_RANK_NAMES)}")
    return found


def challenge(words: str) -> Challenge:
    """Return the challenge with an id or name, or the one that begins so.

    Raises :class:`UsageError` for words that name none, or several.
    """
    wanted = words.casefold()
    known = challenges()
    found = [each for each in known if wanted in (each.id, each.name.casefold())] or [
        each
        for each in known
        if wanted and (each.id.startswith(wanted) or each.name.casefold().startswith(wanted))
    ]
    if len(found) != 1:
        raise UsageError(
            f'no one challenge is called "{words}"; there are: '
            f"{', '.join(each.id for each in known)}."
        )
    return found[0]


def newly_met(before: Iterable[Played], game: Played) -> list[Challenge]:
    """Return the challenges that a game met first, after the games begun before it."""
    earlier = list(before)
    return [
        each
        for each in challenges()
        if each.met_by(earlier) is None and each.met_by([*earlier, game]) is not None
    ]


# ------------------------------------------------------------------------ the seed of the day


def seed_of(day: date) -> int:
    """Return the seed of a day, the same for everybody: the day as a number, year first.

    >>> seed_of(date(2026, 3, 9))
    20260309
    """
    return day.year * 10_000 + day.month * 100 + day.day


def _day(game: Played) -> date:
    try:
        return datetime.fromisoformat(game.begun).date()
    except ValueError:
        return date.min


def _or(names: Sequence[str]) -> str:
    return f"{', '.join(names[:-1])} or {names[-1]}"
