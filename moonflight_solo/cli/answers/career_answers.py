"""The answers of commands about all the games of a person: how they went, and what was missed."""

from __future__ import annotations

from typing import Final

import msgspec

from moonflight_solo.cli.answers import JSONAnswer, answer_about
from moonflight_solo.coach.kept_reviews import Evening
from moonflight_solo.coach.review import ReviewedDecision
from moonflight_solo.records.career import CareerTally, PlayedGame

FinishedGame: Final = answer_about(
    "FinishedGame",
    "A finished game. In Score Mode nobody wins, and the score earns a rank.",
    PlayedGame,
    "name begun jack opponents round score won margin taken_back rank",
    rank=(str | None, lambda game: game.rank and game.rank.name),
)


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

    games: list[FinishedGame]  # type: ignore[valid-type]
    all: CareerTally | None
    even_level: int | None
    jack: dict[str, CareerTally]
    against: dict[str, CareerTally]
    level: dict[str, CareerTally]
    edition: dict[str, CareerTally]
    score_mode: dict[str, FaredAlone]
    worth_replaying: list[ToReplay]
    evenings: list[Evening]


MistakeAnswer: Final = answer_about(
    "MistakeAnswer",
    "A mistake in a saved game, and what it cost, in wins or in points: `coach --mistakes`.",
    ReviewedDecision,
    "game round ask act best cost reason alone",
    game=str,
)
