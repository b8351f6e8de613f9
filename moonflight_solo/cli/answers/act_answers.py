"""The answers of commands that follow AI cards."""

from __future__ import annotations

from typing import Literal

from msgspec import UNSET, UnsetType

from moonflight_solo.cli.answers import JSONAnswer
from moonflight_solo.rules.requirements.requirement import Obstacle


class ConsideredAnswer(JSONAnswer):
    """A line considered, its result and the reason, and the rulings it rests on."""

    line: str
    status: Obstacle | Literal["followed"]
    because: str
    rulings: list[str]


class StepAnswer(JSONAnswer):
    """What an AI card does at a table: `moonflight ai step`, one answer per table."""

    file: str
    line: str
    act: Literal["play", "spend", "shop", "build", "pass"]
    cards: list[str]
    targets: list[str]
    notation: str
    considered: list[ConsideredAnswer]


class WatchedAct(JSONAnswer):
    """An act of a game; its line is "" for a player who does not follow an AI card."""

    round: int
    seat: int
    act: str
    line: str
    considered: list[ConsideredAnswer] | UnsetType = UNSET


class WatchedSettings(JSONAnswer):
    """What decides how a game goes, besides who plays."""

    jacks: list[str]
    seed: int
    edition: str
    first: int | None
    rulings: dict[str, str]
    rounds: int


class WatchedEnd(JSONAnswer):
    """How a game ended; seats count from 1."""

    finished: bool
    ended_by: str
    triggered_by: list[int]
    scores: list[int]
    ranking: list[int]
    winner: int | None
    won_by: str
    rounds: int
    acts: int
    turned: bool


class WatchAnswer(JSONAnswer):
    """A game: `moonflight watch`."""

    settings: WatchedSettings
    acts: list[WatchedAct]
    outcome: WatchedEnd
