"""The answers of commands about all the games of a person: how they went, and what was missed."""

from __future__ import annotations

import msgspec

from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.coach.kept_reviews import Evening
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.records.career import CareerTally


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
