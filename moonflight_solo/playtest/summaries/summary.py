"""The typed results of a playtest, from which the tables, JSON, report and feedback sheet are made.

``docs/playtest-reference.md`` explains the figures. The fields are those of the JSON that
``moonflight playtest --json`` prints; ``None`` means unknown. Seats count from 1. All intervals
``low`` to ``high`` are 95% intervals.
"""

from __future__ import annotations

from msgspec import Struct

from moonflight_solo.check.report import ReadingEffort
from moonflight_solo.playtest.summaries.comparing import (
    PairedSeat,
    PlayersTable,
    TreatmentSummary,
    WinBounds,
)
from moonflight_solo.playtest.summaries.courses import BoughtWhen, CourseSummary
from moonflight_solo.playtest.summaries.figures import (
    ActShare,
    Counted,
    Margin,
    Share,
    Spread,
    WhatShare,
)


class BlockedShare(ActShare, frozen=True):
    """The share of looks at a line that failed for one reason, its ``status``."""

    status: str


class RankShare(Share, frozen=True):
    """The share of games that earned a rank of Score Mode."""

    rank: str
    saying: str
    scores: str


class RulingShare(ActShare, frozen=True):
    """The share of a seat's acts (for a default, of its answers) that a ruling decided.

    ``what`` is "words" (the line is read by it), "tie", "default" (the card is silent) or "gap".
    """

    seat: int
    what: str
    ruling: str
    question: str
    decision: str


class SeatName(Struct, frozen=True):
    """A seat; ``title`` distinguishes two of the same Jack, ``player`` is for example "ai"."""

    seat: int
    jack: str
    title: str
    player: str


class PlanSummary(Struct, frozen=True):
    """What was played; ``command`` plays it again."""

    seats: tuple[SeatName, ...]
    seed: int
    edition: str
    edition_title: str
    first: int | None
    rulings: dict[str, str]
    rounds: int
    score_mode: bool
    detail_every: int
    ai_files: tuple[str, ...]
    card_files: tuple[str, ...]
    command: str


class TurnSummary(Struct, frozen=True):
    """How many games had a Turn, and in which round."""

    came: Share
    round: Spread


class FirstPlayer(Struct, frozen=True):
    """The First Player's wins, of which ``fair`` would be the share if it made no difference.

    ``advantage`` is a seat's share of wins when it goes first minus that when it does not, every
    seat with equal weight; ``bounds`` counts unfinished games as all lost and as all won.
    """

    wins: Share
    fair: float
    advantage: Margin
    bounds: Margin


class CardSummary(Struct, frozen=True):
    """A purchasable card's results with one seat; both ends count as one card.

    ``gain`` is the seat's share of wins when it bought the card minus when it did not; the
    intervals for all cards of a seat hold simultaneously.
    """

    name: str
    turned: str
    suit: str | None
    cost: int
    bought: int
    bought_a_game: float | None
    bought_in: Share
    won_when_bought: Share
    won_when_not: Share
    gain: Margin
    won_by_round: tuple[BoughtWhen, ...]
    held: int
    held_a_game: float | None
    points: int
    points_a_game: float | None


class SeatSummary(SeatName, frozen=True):
    """A seat's results in finished games; ``bounds`` covers the unfinished ones."""

    wins: Share
    bounds: WinBounds
    score: Spread
    when_first: Share
    when_not_first: Share
    gain_by_going_first: Margin
    brought_the_end: Share
    cards: tuple[CardSummary, ...]


class LineName(Struct, frozen=True):
    """A line of an AI card: ``side`` is "pre" or "post", ``section`` "action" or "reset"."""

    side: str
    section: str
    number: str

    @property
    def heading(self) -> str:
        """The heading above the line on the card."""
        return f"{self.side.capitalize()}-Turn {self.section.capitalize()}"


class PhraseSummary(Struct, frozen=True):
    """A phrase's results; ``kind`` is "condition", "case", "option" or "target"."""

    kind: str
    words: str
    looked_at: int
    true: ActShare
    decisive: ActShare

    @property
    def idle(self) -> bool:
        """Whether it was looked at but never decided anything."""
        return bool(self.looked_at) and not self.decisive.count


class LineDetail(Struct, frozen=True):
    """A line's results in the games looked at in detail."""

    looked_at: int
    blocked: tuple[BlockedShare, ...]
    phrases: tuple[PhraseSummary, ...]
    ties: Counted
    defaults: Counted


class LineSummary(LineName, frozen=True):
    """A line's results, from all games if ``counts``, else from those in detail.

    ``by`` says whether "print" or a "ruling" settled what it ``means``, and ``conditional`` whether
    it has an "If". ``followed_unfinished`` counts acts in games that never ended, ``None`` where
    that is not counted.
    """

    words: str
    means: str
    by: str
    conditional: bool
    rulings: tuple[str, ...]
    counts: bool
    looked_at: Counted
    condition_true: Counted
    followed: Counted
    followed_in: Share
    followed_unfinished: int | None
    detail: LineDetail


class IdlePhrase(Struct, frozen=True):
    """A phrase that never decided anything, and its line."""

    side: str
    number: str
    words: str


class AICardSummary(Struct, frozen=True):
    """The results of the AI card in one seat; ``file`` is "" for the printed one."""

    seat: int
    jack: str
    title: str
    file: str
    printed: str
    lines: tuple[LineSummary, ...]
    never_followed: tuple[LineName, ...]
    never_followed_in_detail: tuple[LineName, ...]
    never_decisive: tuple[IdlePhrase, ...]
    upkeep: ReadingEffort | None = None


class DetailedActs(Struct, frozen=True):
    """The acts and answers of an AI card's seat in the games looked at in detail."""

    seat: int
    acts: int
    answers: int


class AlternativeActs(Struct, frozen=True):
    """How often a seat's AI card would act differently, in the games in detail.

    ``side`` and ``line`` name the line of another reading, "" for a ruling.
    """

    seat: int
    side: str
    line: str
    acts: ActShare
    games: Share


class AlternativeSummary(Struct, frozen=True):
    """Another reading, or another choice of a ruling, and the ``seats`` whose AI card it is about.

    ``price`` is its effect on the wins, if it was played.
    """

    label: str
    what: str
    ruling: str
    choice: str
    means: str
    seats: tuple[AlternativeActs, ...]
    price: TreatmentSummary | None

    @property
    def paired(self) -> PairedSeat | None:
        """Its effect on the wins of the first seat it is about."""
        return self.price.seats[self.seats[0].seat - 1] if self.price else None

    @property
    def games(self) -> Share:
        """The share of games with a different act, of the seat with most of them."""
        return max((seat.games for seat in self.seats), key=lambda share: share.count)


class GoingOn(Struct, frozen=True):
    """The ``acts`` by one recurring line in an endless game; "" means no line."""

    seat: int
    side: str
    number: str
    acts: int


class EndlessGame(Struct, frozen=True):
    """A game without an End: from round ``since`` on only these lines were followed.

    Leaving out any of ``ends_without`` from an AI card ends it; ``tried`` omissions were tried.
    """

    seed: int
    since: int
    rounds: int
    lines: tuple[GoingOn, ...]
    ends_without: tuple[str, ...]
    tried: int


class Summary(Struct, frozen=True):
    """Everything a playtest found. ``seeds`` are (first seed, number of games) of those played."""

    kind: str
    format: int
    program: str
    digest: str
    plan: PlanSummary
    games: int
    seeds: tuple[tuple[int, int], ...]
    finished: Share
    unfinished: Share
    endless: tuple[EndlessGame, ...]
    detailed_games: int
    ended_by: tuple[WhatShare, ...]
    won_by: tuple[WhatShare, ...]
    rounds: Spread
    turn: TurnSummary
    acts_a_game: float | None
    acts_a_finished_game: float | None
    first_player: FirstPlayer | None
    course: CourseSummary | None
    ranks: tuple[RankShare, ...]
    seats: tuple[SeatSummary, ...]
    ai_cards: tuple[AICardSummary, ...]
    decided: tuple[RulingShare, ...]
    detailed_acts: tuple[DetailedActs, ...]
    otherwise: tuple[AlternativeSummary, ...]
    others: tuple[TreatmentSummary, ...]
    players: PlayersTable | None


class Comparison(Summary, frozen=True):
    """The summary of a plan and its single treatment as a comparison.

    ``here`` and ``there`` are A and B as typed. With ``until`` points, ``verdict`` is "more",
    "less", "alike" or "open". ``saving`` says how many times as many unpaired games would be
    equally informative, ``None`` if unknown; ``pairs_needed`` estimates the number of pairs that
    detect a difference half of the time, by points.
    """

    here: str
    there: str
    until: float | None
    verdict: str | None
    saving: float | None
    pairs_needed: dict[str, int]
