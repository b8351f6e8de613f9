"""The answers of commands about saved games."""

from __future__ import annotations

import msgspec
from msgspec import UNSET, UnsetType

from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.coach.kept_reviews import Evening
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.records.career import CareerTally


class SaveAnswer(JSONAnswer):
    """A saved game: `moonflight saves`. For an unreadable one, the problem is given."""

    name: str
    file: str
    played: str
    problem: str | UnsetType = UNSET
    begun: str | UnsetType = UNSET
    jacks: list[str] | UnsetType = UNSET
    score_mode: bool | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    round: int | UnsetType = UNSET
    answers: int | UnsetType = UNSET
    notes: int | UnsetType = UNSET
    finished: bool | UnsetType = UNSET
    ended: str | UnsetType | None = UNSET
    scores: list[int] | UnsetType | None = UNSET
    winner: int | UnsetType | None = UNSET


class NoteAnswer(JSONAnswer):
    """A note, its moment, and whether that has not been undone: `moonflight notes`."""

    note: str
    answers: int
    round: int
    act: int
    turned: bool
    ai: str
    line: str
    words: str
    did: str
    stands: bool


class FinishedGame(JSONAnswer):
    """A finished game. In Score Mode nobody wins, and the score earns a rank."""

    name: str
    begun: str
    jack: str
    opponents: list[str]
    round: int
    score: int
    won: bool | None
    margin: int
    taken_back: int
    rank: str | None


class FaredAlone(JSONAnswer):
    """The results of a Jack's games in Score Mode."""

    games: int
    mean_score: float
    ranks: dict[str, int]


class ToReplay(JSONAnswer):
    """A game worth replaying, and what for."""

    name: str
    why: str = msgspec.field(name="for")


class StatsAnswer(JSONAnswer):
    """A person's statistics: `moonflight stats`, which games are worth replaying, and what the
    decisions cost, evening by evening.
    """

    games: list[FinishedGame]
    all: CareerTally | None
    even_level: int | None
    jack: dict[str, CareerTally]
    against: dict[str, CareerTally]
    level: dict[str, CareerTally]
    edition: dict[str, CareerTally]
    score_mode: dict[str, FaredAlone]
    worth_replaying: list[ToReplay]
    evenings: list[Evening]


class MistakeAnswer(JSONAnswer):
    """A mistake in a saved game, and what it cost, in wins or in points: `coach --mistakes`."""

    game: str
    round: int
    ask: str
    act: str
    best: str
    cost: Estimate
    reason: str
    alone: bool


class ChallengeAnswer(JSONAnswer):
    """A challenge, and the game that met it: `moonflight challenges`."""

    id: str
    name: str
    text: str
    met_by: str | None
