"""What a report lists of a playtest's results, and in which order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec.structs import asdict, replace

from moonflight_solo.numbers import plural
from moonflight_solo.playtest.report.charts import AxisReach, reach_of
from moonflight_solo.playtest.report.in_words import (
    against_even,
    beside,
    change_of,
    together,
    whose,
)
from moonflight_solo.playtest.summaries import summary as s
from moonflight_solo.playtest.summaries.comparing import TreatmentSummary, WinBounds
from moonflight_solo.playtest.summaries.figures import Share, WhatShare

MANY_CARDS: Final = 3
"""This many or more Settled cards are grouped together."""


def surely_changed(ways: Sequence[s.AlternativeSummary]) -> list[s.AlternativeSummary]:
    """Return the alternatives that surely change their seat's wins, or its score if it is alone."""
    priced = [(way, way.paired) for way in ways if way.paired]
    return [way for way, seat in priced if beside(change_of(seat, way.price), 0)]


SeatAlternative = tuple[s.AlternativeSummary, s.AlternativeActs]
"""An alternative, and what it does to the acts of one seat."""


def ways_of(summary: s.Summary, seat: int) -> list[SeatAlternative]:
    """Return the alternatives that are about a seat's AI card."""
    return [(way, own) for way in summary.otherwise for own in way.seats if own.seat == seat]


def by_how_much(ways: Sequence[SeatAlternative]) -> list[SeatAlternative]:
    """Return the alternatives that acted or ended differently, the most different first."""

    def differences(way: SeatAlternative) -> tuple[int, int]:
        alternative, own = way
        price = alternative.price
        return own.acts.count, price.came_out_otherwise.count if price else 0

    return sorted([way for way in ways if any(differences(way))], key=differences, reverse=True)


def sooner_ended(others: Sequence[TreatmentSummary]) -> TreatmentSummary | None:
    """Return the treatment with the fewest unfinished games, if surely fewer than without."""
    sooner = [
        treatment
        for treatment in others
        if (treatment.unfinished_here.low or 0.0) > (treatment.unfinished_other.high or 0.0)
    ]
    return min(sooner, key=lambda each: each.unfinished_other.count, default=None)


def undecided_seats(summary: s.Summary) -> list[s.SeatSummary]:
    """Return the seats that may win more or less than an even share."""
    seats = summary.seats
    return [seat for seat in seats if not against_even(seat.bounds, len(seats))]


def decided_by_finished(summary: s.Summary) -> list[s.SeatSummary]:
    """Return the undecided seats that the finished games alone would decide; of two, the winner."""
    seats = len(summary.seats)
    sides = [
        (seat, against_even(WinBounds(seat.wins, seat.wins), seats))
        for seat in undecided_seats(summary)
    ]
    return [seat for seat, side in sides if side > 0 or (side and seats > 2)]


def by_gain(seat: s.SeatSummary) -> list[s.CardSummary]:
    """Return the cards whose effect on wins is known, the surest gains first.

    Sorting by the gain itself would favour cards that were hardly ever or nearly always bought.
    """
    cards = [card for card in seat.cards if card.gain.low is not None]
    return sorted(cards, key=lambda card: min(-(card.gain.low or 0.0), card.gain.high or 0.0))


def by_worth(others: Sequence[TreatmentSummary]) -> list[TreatmentSummary]:
    """Return the treatments with different results, the largest difference in wins first.

    Of a seat alone, the largest difference in its score.
    """
    different = [treatment for treatment in others if treatment.came_out_otherwise.count]
    return sorted(different, key=lambda each: -abs(change_of(whose(each), each).difference or 0.0))


def surely_worth(others: Sequence[TreatmentSummary]) -> list[TreatmentSummary]:
    """Return the treatments that surely change their seat's wins or score, the largest first."""
    return [each for each in by_worth(others) if beside(change_of(whose(each), each), 0)]


SeatShare = tuple[s.SeatSummary, str, Share]
"""A share of a seat's games, and in words which games."""


def freed_by_seat(summary: s.Summary) -> list[SeatShare]:
    """Return all seats' wins by the number of Settled cards set free, pooling large numbers."""
    rows = list[SeatShare]()
    for seat in summary.seats:
        every = summary.course.set_free if summary.course else ()
        own = [each for each in every if each.seat == seat.seat]
        rows += [
            (seat, plural(each.cards, "card"), each) for each in own if each.cards < MANY_CARDS
        ]
        many = [each for each in own if each.cards >= MANY_CARDS]
        rows += [(seat, f"{MANY_CARDS} cards or more", together(many))] if many else []
    return rows


def ahead_by_seat(summary: s.Summary) -> list[SeatShare]:
    """Return all seats' wins of the games that they led, by the share of the rounds played."""
    led = summary.course.ahead if summary.course else ()
    return [
        (summary.seats[share.seat - 1], f"after {10 * share.tenths}%", share)
        for share in led
        if share.of
    ]


def seats_to_chart(
    summary: s.Summary, rows: Sequence[SeatShare]
) -> list[tuple[s.SeatSummary, list[tuple[str, Share]], AxisReach]]:
    """Return the seats with several rows to draw beside what they won of all games, on one axis."""
    own = {seat.seat: [row[1:] for row in rows if row[0] is seat] for seat in summary.seats}
    seats = [seat for seat in summary.seats if len(own[seat.seat]) > 1]
    lines = [seat.wins.share or 0.0 for seat in seats]
    reach = reach_of([share for seat in seats for _, share in own[seat.seat]], *lines)
    return [(seat, own[seat.seat], reach) for seat in seats]


_ENDINGS: Final = {
    "end": "Draw Deck and Discard Stack empty",
    "score-mode end": "last token of the End stack taken",
    "round limit": "round limit, unfinished",
    "act limit": "act limit, unfinished",
}


def endings(summary: s.Summary) -> list[WhatShare]:
    """Return what ended the games; the End also by whose cards caused it."""
    endings_found: list[WhatShare] = []
    for each in summary.ended_by:
        endings_found.append(replace(each, what=_ENDINGS.get(each.what, each.what)))
        for seat in summary.seats if each.what == "end" and len(summary.seats) > 1 else ():
            share = asdict(seat.brought_the_end)
            endings_found.append(WhatShare(**share, what=f"brought by {seat.title}"))
    return endings_found
