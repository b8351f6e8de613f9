"""The course of all games of a playtest, as a summary tells of it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from typing import Final

from msgspec import Struct
from msgspec.structs import asdict, replace

from moonflight_solo.playtest.observing.course import BY_VALUE, TENTHS
from moonflight_solo.playtest.summaries.figures import Figures, Share, Spread, WhatShare
from moonflight_solo.playtest.tally import TallyKey

WHEN: Final = (1, 4, 7)
"""First round of each period for counting when a card was bought."""


class WonWith(Share, frozen=True):
    """The share of finished games a ``seat`` won with this many ``cards`` set free."""

    seat: int
    cards: int


class AheadShare(Share, frozen=True):
    """The share a ``seat`` won of the games it led after this many ``tenths`` of the rounds."""

    seat: int
    tenths: int


class LowShare(Share, frozen=True):
    """The share a ``seat`` won of the games in which its position was once of low value."""

    seat: int


class Leads(Struct, frozen=True):
    """Who leads, in finished games; ``clear_since`` is in tenths of the rounds, 10 for games won
    from behind.
    """

    lead_changes: Spread
    ahead: tuple[AheadShare, ...]
    clear_since: Spread


class CourseSummary(Leads, frozen=True):
    """The course of the games looked at in detail; ``choices`` and ``emptied`` are of all of them.

    The leader is the seat that owns the most points, ``by_value`` the one whose position has the
    highest value to a searching player; ``low`` are those below a quarter of it. ``set_free``
    groups games by how many of a seat's Settled cards the Turn set free. ``choices`` is the number
    of acts to choose from.
    """

    set_free: tuple[WonWith, ...]
    choices: Spread
    emptied: tuple[WhatShare, ...]
    by_value: Leads
    low: tuple[LowShare, ...]


class BoughtWhen(Share, frozen=True):
    """The share won of finished games in which a card was first bought in these rounds.

    ``last`` is ``None`` for the open-ended period.
    """

    first: int
    last: int | None


def course_summary(figures: Figures) -> CourseSummary:
    """Summarize what was counted about the course of games; who is low only of several seats."""
    tally = figures.tally
    low, freed, seats = [], [], len(figures.plan.seats)
    for seat in range(seats):
        if seats > 1:
            share = figures.share(tally["course", "low", seat], ("course", "low, won", seat))
            low.append(LowShare(**asdict(share), seat=seat + 1))
        for cards, games in sorted(tally.histogram("course", "set free", seat).items()):
            share = figures.share(games, ("course", "set free, won", seat, cards))
            freed.append(WonWith(**asdict(share), seat=seat + 1, cards=cards))
    stacks = sum(tally.below("course", "emptied").values())
    # Acts and Market Stacks of one game are correlated, so there is no interval.
    shares = figures.what_shares(stacks, "course", "emptied")
    emptied = [replace(share, low=None, high=None) for share in shares]
    return CourseSummary(
        **asdict(_leads(figures, "")),
        set_free=tuple(freed),
        choices=replace(figures.spread("course", "choices"), low=None, high=None),
        emptied=tuple(emptied),
        by_value=_leads(figures, BY_VALUE),
        low=tuple(low),
    )


def _leads(figures: Figures, by: str) -> Leads:
    """Return how often the leader after a tenth of the rounds won, and how the lead changed."""
    ahead, seats = [], len(figures.plan.seats)
    # Of unequal decks, who leads says less than whose deck it is.
    for seat, tenth in product(range(seats), TENTHS if seats > 1 else ()):
        led, won = (("course", f"{by}{what}", seat, tenth) for what in ("ahead", "ahead, won"))
        share = figures.share(figures.tally[led], won)
        ahead.append(AheadShare(**asdict(share), seat=seat + 1, tenths=tenth))
    changes = figures.spread("course", f"{by}changes")
    least = changes.low and max(0.0, changes.low)
    clear = figures.spread("course", f"{by}clear")
    return Leads(replace(changes, low=least), tuple(ahead), clear)


def bought_when(figures: Figures, seat: int, card: str) -> Iterator[BoughtWhen]:
    """Yield a seat's wins by the round in which it first bought a card; ``seat`` is from 0."""
    rounds = figures.tally.histogram("course", "bought", seat, card)
    for first, last in (*pairwise(WHEN), (WHEN[-1], None)):
        span = [each for each in rounds if first <= each < (last or each + 1)]
        keys: list[TallyKey] = [("course", "bought, won", seat, card, each) for each in span]
        share = figures.share(sum(rounds[each] for each in span), *keys)
        yield BoughtWhen(**asdict(share), first=first, last=last and last - 1)
