"""What a playtest gives: the one typed source of the tables, the JSON, the report and the sheet.

``docs/playtest.md`` explains the figures. The fields stand here as they do in the JSON that
``moonflight playtest --json`` prints; ``None`` is a figure that nothing is known of. Seats count
from 1. Every interval ``low`` to ``high`` is one of 95 %.
"""

from __future__ import annotations

from msgspec import Struct

from moonflight_solo.check.report import Upkeep
from moonflight_solo.playtest.comparing import PairedSeat, PlayersTable, TreatmentSummary, WinBounds
from moonflight_solo.playtest.course import BoughtWhen, CourseSummary
from moonflight_solo.playtest.figures import ActShare, Counted, Margin, Share, Spread, WhatShare


class BlockedShare(ActShare, frozen=True):
    """The share of looks at a line that came to nothing for one reason, its ``status``."""

    status: str


class RankShare(Share, frozen=True):
    """The share of games that earned a rank of Score Mode."""

    rank: str
    saying: str
    scores: str


class RulingShare(ActShare, frozen=True):
    """The share of a seat's acts, or of its answers for a default, that a ruling decided.

    ``what`` is "words" (the line is read by it), "tie", "default" (the card is silent) or "gap".
    """

    seat: int
    what: str
    ruling: str
    question: str
    decision: str


class SeatName(Struct, frozen=True):
    """Who sits in a seat; ``title`` tells two of a Jack apart, ``player`` is such as "ai"."""

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
    """In how many games the Turn came, and in which round."""

    came: Share
    round: Spread


class FirstPlayer(Struct, frozen=True):
    """What the First Player won; ``advantage`` over a ``fair`` share weighs every seat alike.

    ``bounds`` reach as far as the unfinished games could carry it, all lost or all won.
    """

    wins: Share
    fair: float
    advantage: Margin
    bounds: Margin


class CardSummary(Struct, frozen=True):
    """How one card that can be bought fared with one seat; both its ends are counted together.

    ``gain`` is what the seat won when it bought the card less what it won when it did not; the
    intervals of all cards of a seat hold at once.
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
    """How one seat fared in the games that came to their End, and what the others leave open."""

    wins: Share
    bounds: WinBounds
    score: Spread
    when_first: Share
    when_not_first: Share
    gain_by_going_first: Margin
    brought_the_end: Share
    cards: tuple[CardSummary, ...]


class LineName(Struct, frozen=True):
    """Which line of an AI card: ``side`` "pre" or "post", ``section`` "action" or "reset"."""

    side: str
    section: str
    number: str

    @property
    def heading(self) -> str:
        """What stands above the line on the card."""
        return f"{self.side.capitalize()}-Turn {self.section.capitalize()}"


class PhraseSummary(Struct, frozen=True):
    """How one phrase of a line fared: a "condition", "case", "option" or "target"."""

    kind: str
    words: str
    looked_at: int
    true: ActShare
    decisive: ActShare

    @property
    def idle(self) -> bool:
        """Whether it was looked at and never decided anything."""
        return bool(self.looked_at) and not self.decisive.count


class LineDetail(Struct, frozen=True):
    """What is seen of a line in the games looked at in detail."""

    looked_at: int
    blocked: tuple[BlockedShare, ...]
    phrases: tuple[PhraseSummary, ...]
    ties: Counted
    defaults: Counted


class LineSummary(LineName, frozen=True):
    """How one line of an AI card fared; ``counts``: in all games, else only in detail.

    ``by`` says whether "print" or a "ruling" settled what it ``means``. ``followed_unfinished``
    are the acts that are from games which never ended, ``None`` where that is not counted.
    """

    words: str
    means: str
    by: str
    rulings: tuple[str, ...]
    counts: bool
    looked_at: Counted
    condition_true: Counted
    followed: Counted
    followed_in: Share
    followed_unfinished: int | None
    detail: LineDetail


class IdlePhrase(Struct, frozen=True):
    """A phrase that was looked at and never decided, and the line it stands in."""

    side: str
    number: str
    words: str


class AICardSummary(Struct, frozen=True):
    """How the AI card in one seat fared; ``file`` is "" for the printed one."""

    seat: int
    jack: str
    title: str
    file: str
    printed: str
    lines: tuple[LineSummary, ...]
    never_followed: tuple[LineName, ...]
    never_followed_in_detail: tuple[LineName, ...]
    never_decisive: tuple[IdlePhrase, ...]
    upkeep: Upkeep | None = None


class DetailedActs(Struct, frozen=True):
    """How much an AI card's seat did in the games looked at in detail."""

    seat: int
    acts: int
    answers: int


class AlternativeSummary(Struct, frozen=True):
    """How often another reading or ruling would have acted otherwise, in the games in detail.

    ``price`` is what it does to the wins, if it was played.
    """

    seat: int
    label: str
    what: str
    ruling: str
    choice: str
    side: str
    line: str
    means: str
    acts: ActShare
    games: Share
    price: TreatmentSummary | None

    @property
    def paired(self) -> PairedSeat | None:
        """What it does to the wins of its own seat."""
        return self.price.seats[self.seat - 1] if self.price else None


class GoingOn(Struct, frozen=True):
    """How many ``acts`` a line had since it and few others went on for ever; "" is no line."""

    seat: int
    side: str
    number: str
    acts: int


class EndlessGame(Struct, frozen=True):
    """A game without an End: from round ``since`` on no other lines were followed than these.

    It comes to its End when any of ``ends_without`` is left out of an AI card, of so many that were
    ``tried``.
    """

    seed: int
    since: int
    rounds: int
    lines: tuple[GoingOn, ...]
    ends_without: tuple[str, ...]
    tried: int


class Summary(Struct, frozen=True):
    """All that a playtest says. ``seeds`` are the games played, as first seed and how many."""

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
    """A summary of two ways to play: as planned, and its one of ``others``.

    ``here`` and ``there`` are the two as they were typed. If pairs were played ``until`` it was
    decided to so many points, ``verdict`` says what: "more", "less", "alike" or "open". The same
    seeds were worth ``saving`` times as many games of seeds of their own; ``pairs_needed`` are
    about as many as it takes to see so many points, None for those that are seen.
    """

    here: str
    there: str
    until: float | None
    verdict: str | None
    saving: float | None
    pairs_needed: dict[str, int]
