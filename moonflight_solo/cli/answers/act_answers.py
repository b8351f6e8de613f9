"""The answers of commands that follow AI cards."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import UNSET, UnsetType

from moonflight_solo.ai_cards.player import Considered
from moonflight_solo.ai_cards.step import Step
from moonflight_solo.cli.answers import JSONAnswer, answer_about
from moonflight_solo.rules.ending import Outcome

ConsideredAnswer: Final = answer_about(
    "ConsideredAnswer",
    "A line considered, its result and the reason, and the rulings it rests on.",
    Considered,
    "line status because rulings",
)
StepAnswer: Final = answer_about(
    "StepAnswer",
    "What an AI card does at a table: `moonflight ai step`, one answer per table.",
    Step,
    "file line act cards targets notation considered",
    act=Literal["play", "spend", "shop", "build", "pass"],
    considered=[ConsideredAnswer],
)


class WatchedAct(JSONAnswer):
    """An act of a game; its line is "" for a player who does not follow an AI card."""

    round: int
    seat: int
    act: str
    line: str
    considered: list[ConsideredAnswer] | UnsetType = UNSET  # type: ignore[valid-type]


class WatchedSettings(JSONAnswer):
    """What decides how a game goes, besides who plays."""

    jacks: list[str]
    seed: int
    edition: str
    first: int | None
    rulings: dict[str, str]
    rounds: int


WatchedEnd: Final = answer_about(
    "WatchedEnd",
    "How a game ended; seats count from 1.",
    Outcome,
    "finished ended_by triggered_by scores ranking winner won_by rounds acts turned",
    finished=bool,
    ended_by=str,
    triggered_by=(list[int], lambda end: [number + 1 for number in end.triggered_by]),
    ranking=(list[int], lambda end: [number + 1 for number in end.ranking]),
    winner=(int | None, lambda end: None if end.winner is None else end.winner + 1),
)


class WatchAnswer(JSONAnswer):
    """A game: `moonflight watch`."""

    settings: WatchedSettings
    acts: list[WatchedAct]
    outcome: WatchedEnd  # type: ignore[valid-type]
