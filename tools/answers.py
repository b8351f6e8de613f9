"""The --json answers of commands, as types that define their schemas.

The commands print plain data; tests/test_schemas.py checks it against these types.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict

from moonflight_solo.check.report import Upkeep
from moonflight_solo.coach.review import Balance
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.requirements.requirement import Obstacle


class Reading(TypedDict):
    """One of several readings of words, what an AI card would do by it, and what says only that."""

    says: str
    does: str
    in_force: bool
    outline: list[str]
    write: str


class Price(TypedDict):
    """The effect of another way to fill a gap: the share of games changed, and wins with an
    interval.
    """

    way: str
    means: str
    games: int
    otherwise: float
    wins: float
    low: float
    high: float


class Finding(TypedDict):
    """A finding; docs/check.md explains the fields. A table is a scenario."""

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
    readings: list[Reading]
    table: dict[str, Any] | None
    prices: list[Price]


class Counts(TypedDict):
    """The number of findings of each severity."""

    error: int
    warning: int
    note: int


class ByPrint(TypedDict):
    """The number of slots in all lines, and of those that the print fills."""

    printed: int
    slots: int


class Slot(TypedDict):
    """Something that must be known to follow a line, and its source."""

    about: str
    says: str
    by: Literal["print", "default", "ruling"]
    words: str
    ruling: str
    why: str


class CheckedLine(TypedDict):
    """A line of an AI card, such as "pre-Turn 5.1", at FILE:LINE:COLUMN, and how it is read."""

    line: str
    words: str
    place: str
    reads: str
    slots: list[Slot]


class CheckAnswer(TypedDict):
    """The findings on an AI card: `moonflight ai check`. Its Jack is "" if unknown."""

    file: str
    jack: str
    title: str
    refused: bool
    counts: Counts
    by_print: ByPrint
    games: int
    upkeep: Upkeep | None
    lines: list[CheckedLine]
    findings: list[Finding]


class Considered(TypedDict):
    """A line considered, its result and the reason, and the rulings it rests on."""

    line: str
    status: Obstacle | Literal["followed"]
    because: str
    rulings: list[str]


class StepAnswer(TypedDict):
    """What an AI card does at a table: `moonflight ai step`, one answer per table."""

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
    """A small table on which two AI cards differ, and what each does there."""

    old_does: str
    new_does: str
    alone: bool
    table: Any


class DiffLine(TypedDict):
    """A line of one card or both, and the effect of its change."""

    side: Literal["pre-turn", "post-turn"]
    section: Literal["action", "reset"]
    old: Said | None
    new: Said | None
    verdict: str
    certainty: str
    reworded: bool
    moved: bool
    shown: list[Shown]


class ByHand(TypedDict):
    """The effort of following each card by hand."""

    old: Upkeep
    new: Upkeep


class DiffAnswer(TypedDict):
    """The effect of a new wording: `moonflight ai diff`."""

    jack: str
    old: str
    new: str
    verdict: str
    tables: int
    shown: list[Shown]
    lines: list[DiffLine]
    upkeep: ByHand | None


class PlayedOtherwise(TypedDict):
    """A small table on which two versions of a card differ, and the result of each."""

    scenario: Any
    old: str
    new: str


class TextDiff(TypedDict):
    """The text of one end of a card in two versions."""

    turned: bool
    verdict: Literal["same", "seems same", "wider", "narrower", "other"]
    old: str
    new: str
    gone: list[str]
    come: list[str]
    shown: PlayedOtherwise | None


class CardDiff(TypedDict):
    """A card of one suit or both, and its changes."""

    old: str | None
    new: str | None
    values: list[str]
    texts: list[TextDiff]


class CardsDiffAnswer(TypedDict):
    """The effect of another version of a suit: `moonflight cards diff`."""

    jack: str
    same: bool
    tables: int
    cards: list[CardDiff]


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
    """The rank a score earns: `moonflight rank`."""

    score: int
    rank: str
    saying: str
    scores: str


class SaveAnswer(TypedDict):
    """A saved game: `moonflight saves`. For an unreadable one, the problem is given."""

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
    """One end of a card; `means` is its parsed meaning. A character has no numbers."""

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
    """A part of a card's text: when it applies and what it says."""

    kind: str
    says: str


class CheckedText(TypedDict):
    """A card's text and the findings on it."""

    card: str
    end: Literal["before", "after"]
    text: str
    place: str
    reads: str
    parts: list[Part]
    findings: list[Finding]


class CheckedCards(TypedDict):
    """A card file: `moonflight cards check`, one answer per file."""

    file: str
    cards_of: str
    findings: list[Finding]
    texts: list[CheckedText]


class Condition(TypedDict):
    """How many of something a Supply Stack must have, and how many it has."""

    what: str
    due: int
    found: int
    met: bool


class JackAnswer(TypedDict):
    """A user-made Jack: `moonflight jack check`. The AI card is checked once the suit is
    readable.
    """

    jack: str
    suit: CheckedCards
    supply_stack: list[Condition]
    ai_card: CheckAnswer | None


class WatchedAct(TypedDict):
    """An act of a game; its line is "" for a player who does not follow an AI card."""

    round: int
    seat: int
    act: str
    line: str
    considered: NotRequired[list[Considered]]


class WatchedSettings(TypedDict):
    """What decides how a game goes, besides who plays."""

    jacks: list[str]
    seed: int
    edition: str
    first: int | None
    rulings: dict[str, str]
    rounds: int


class WatchedEnd(TypedDict):
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


class WatchAnswer(TypedDict):
    """A game: `moonflight watch`."""

    settings: WatchedSettings
    acts: list[WatchedAct]
    outcome: WatchedEnd


class NoteAnswer(TypedDict):
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


class FinishedGame(TypedDict):
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


class PairedResults(TypedDict):
    """The results of some games."""

    games: int
    won: int
    mean_score: float
    best: str
    streak: int
    longest_streak: int


class FaredAlone(TypedDict):
    """The results of a Jack's games in Score Mode."""

    games: int
    mean_score: float
    ranks: dict[str, int]


Replay = TypedDict("Replay", {"name": str, "for": str})


class StatsAnswer(TypedDict):
    """A person's statistics: `moonflight stats`, and which games are worth replaying."""

    games: list[FinishedGame]
    all: PairedResults | None
    even_level: int | None
    jack: dict[str, PairedResults]
    against: dict[str, PairedResults]
    level: dict[str, PairedResults]
    edition: dict[str, PairedResults]
    score_mode: dict[str, FaredAlone]
    worth_replaying: list[Replay]


class ChallengeAnswer(TypedDict):
    """A challenge, and the game that met it: `moonflight challenges`."""

    id: str
    name: str
    text: str
    met_by: str | None


class ReviewedAct(TypedDict):
    """A person's decision, the best one found, and the cost of the difference."""

    ask: str
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
    mistake: bool


class CoachAnswer(TypedDict):
    """The review of a game: `moonflight coach`."""

    acts: list[ReviewedAct]
    balance: Balance | None


ANSWERS: dict[str, tuple[str, Any]] = {
    "ai-check": ("What moonflight ai check says with --json", list[CheckAnswer]),
    "ai-step": ("What moonflight ai step says with --json, a line for each table", StepAnswer),
    "ai-diff": ("What moonflight ai diff says with --json", DiffAnswer),
    "ai-fix": ("What moonflight ai fix says with --json", FixAnswer),
    "rank": ("What moonflight rank says with --json", RankAnswer),
    "saves": ("What moonflight saves says with --json", list[SaveAnswer]),
    "card": ("What moonflight card says with --json", CardAnswer),
    "card-list": ("What moonflight cards says with --json", list[CardAnswer]),
    "cards-check": ("What moonflight cards check says with --json", list[CheckedCards]),
    "cards-diff": ("What moonflight cards diff says with --json", CardsDiffAnswer),
    "jack-check": ("What moonflight jack check says with --json", JackAnswer),
    "watch": ("What moonflight watch says with --json", WatchAnswer),
    "notes": ("What moonflight notes says with --json", list[NoteAnswer]),
    "stats": ("What moonflight stats says with --json", StatsAnswer),
    "challenges": ("What moonflight challenges says with --json", list[ChallengeAnswer]),
    "coach": ("What moonflight coach says with --json", CoachAnswer),
}
