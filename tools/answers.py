"""The answers of commands with --json, as types from which their schemas are made.

The commands put them out as plain data; tests/test_schemas.py holds both against each other.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from moonflight_solo.coach.review import Balance
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.requirement import Status


class Finding(TypedDict):
    """What is said of words: docs/check.md tells of each."""

    code: str
    severity: Literal["error", "warning", "note"]
    line: str
    place: str
    sentence: str
    start: int
    end: int
    words: str
    because: str
    remedy: str
    ruling: str
    certainty: str
    readings: list[Any]
    table: Any
    prices: list[Any]


class Considered(TypedDict):
    """A line that was looked at: what came of it and why, and the rulings it leaned on."""

    line: str
    status: Status | Literal["followed"]
    because: str
    rulings: list[str]


class StepAnswer(TypedDict):
    """What an AI card does at a table: `moonflight ai step`, an answer for each table."""

    file: str
    line: str
    act: Literal["play", "spend", "shop", "build", "pass"]
    cards: list[str]
    targets: list[str]
    notation: str
    considered: list[Considered]


class Said(TypedDict):
    """A line of one of two AI cards."""

    number: str
    words: str


class Shown(TypedDict):
    """A small table at which two AI cards part, and what either does there."""

    old_does: str
    new_does: str
    alone: bool
    table: Any


class DiffLine(TypedDict):
    """A line of either card, or of both, and what the change of it comes to."""

    side: Literal["pre-turn", "post-turn"]
    section: Literal["action", "reset"]
    old: Said | None
    new: Said | None
    verdict: str
    certainty: str
    reworded: bool
    moved: bool
    shown: list[Shown]


class Work(TypedDict):
    """What following a card by hand asks, on average."""

    tables: int
    lines: float
    facts: float
    ties: float


class ByHand(TypedDict):
    """The work either card is."""

    old: Work
    new: Work


class DiffAnswer(TypedDict):
    """What a new wording changes: `moonflight ai diff`."""

    jack: str
    old: str
    new: str
    verdict: str
    tables: int
    shown: list[Shown]
    lines: list[DiffLine]
    upkeep: ByHand | None


class Fix(TypedDict):
    """A rewording, and its proof."""

    code: str
    line: str
    before: str
    after: str
    besides: str
    verdict: str
    certainty: str
    made: bool
    table: Any
    price: Any


class FixAnswer(TypedDict):
    """What to print instead: `moonflight ai fix`."""

    file: str
    jack: str
    findings: int
    mended: int
    whole: str
    rulings: list[str]
    fixes: list[Fix]
    unmended: list[Finding]
    text: str


class RankAnswer(TypedDict):
    """The rank that a score is worth: `moonflight rank`."""

    score: int
    rank: str
    saying: str
    scores: str


class SaveAnswer(TypedDict):
    """A game that is kept: `moonflight saves`. Of one that cannot be read the problem is told."""

    name: str
    file: str
    played: str
    problem: NotRequired[str]
    begun: NotRequired[str]
    jacks: NotRequired[list[str]]
    score_mode: NotRequired[bool]
    edition: NotRequired[str]
    seed: NotRequired[int]
    round: NotRequired[int]
    answers: NotRequired[int]
    notes: NotRequired[int]
    finished: NotRequired[bool]
    ended: NotRequired[str | None]
    scores: NotRequired[list[int] | None]
    winner: NotRequired[int | None]


class End(TypedDict):
    """One end of a card; `means` is its text as it is read. A character has no figures."""

    name: str
    cost: NotRequired[int]
    stability: NotRequired[int]
    score: NotRequired[int]
    text: str
    means: str


class CardAnswer(TypedDict):
    """A card at both ends: `moonflight card`, and `moonflight cards` a list of them."""

    suit: str | None
    group: str
    copies: int
    before: End
    after: End


class Part(TypedDict):
    """A part of a card's text: when it counts and what it says."""

    kind: str
    says: str


class CheckedText(TypedDict):
    """A card's text and what is said of it."""

    card: str
    end: Literal["before", "after"]
    text: str
    place: str
    reads: str
    parts: list[Part]
    findings: list[Finding]


class CheckedCards(TypedDict):
    """A file of cards: `moonflight cards check`, an answer for each."""

    file: str
    cards_of: str
    findings: list[Finding]
    texts: list[CheckedText]


class ReviewedAct(TypedDict):
    """A decision of a person, the best found, and what it cost beside that."""

    round: int
    turned: bool
    given: int
    act: str
    best: str
    worth: float
    usual: float
    cost: Estimate
    reason: str
    alone: bool
    offered: list[str]
    ask: str
    mistake: bool


class CoachAnswer(TypedDict):
    """A game looked at again: `moonflight coach`."""

    acts: list[ReviewedAct]
    balance: Balance | None


ANSWERS: dict[str, tuple[str, Any]] = {
    "ai-step": ("What moonflight ai step says with --json, a line for each table", StepAnswer),
    "ai-diff": ("What moonflight ai diff says with --json", DiffAnswer),
    "ai-fix": ("What moonflight ai fix says with --json", FixAnswer),
    "rank": ("What moonflight rank says with --json", RankAnswer),
    "saves": ("What moonflight saves says with --json", list[SaveAnswer]),
    "card": ("What moonflight card says with --json", CardAnswer),
    "card-list": ("What moonflight cards says with --json", list[CardAnswer]),
    "cards-check": ("What moonflight cards check says with --json", list[CheckedCards]),
    "coach": ("What moonflight coach says with --json", CoachAnswer),
}
