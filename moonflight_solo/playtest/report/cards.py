"""The cards that were bought: what goes with buying them, and when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.report import (
    DataTable,
    Fold,
    LinkedText,
    Plot,
    ReportSection,
    Row,
    columns,
)
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.charts import Whisker, whiskers

MOST_CARDS: Final = 8

ASSOCIATION: Final = (
    "That winners buy a card does not say that buying it wins: moonflight worth --of cards plays "
    "the same games without it."
)


def cards(summary: s.Summary) -> Iterator[ReportSection]:
    """Yield what each seat bought most, and how its wins differ with and without each card."""
    for seat in summary.seats:
        yield _bought(seat, alone=len(summary.seats) == 1)
        yield gains(seat)


def _bought(seat: s.SeatSummary, *, alone: bool) -> ReportSection:
    """Return what a seat bought most; ``alone`` it wins always."""
    if not seat.cards:
        return ReportSection(f"Bought most by {seat.title}", [])
    rows, every = [], []
    for card in seat.cards:
        won = card.won_when_bought
        cells = [str(card.cost), f.decimal(card.bought_a_game, 2)]
        points = f.decimal(card.points_a_game, 2)
        name, about = f"{card.name} / {card.turned}", f"seat {seat.seat}, {card.name}"
        if card.bought:
            told = [*cells, *([] if alone else [f.share_percent(won)]), points]
            rows.append(Row(name, told, card.bought_in, about, "bought"))
        within = LinkedText(
            f"{f.share_percent(won)} ({f.interval(won)})", won, about, "won with it"
        )
        cells += [
            LinkedText(f.share_percent(card.bought_in), card.bought_in, about, "bought"),
            within if won.of and not alone else "",
            f.decimal(card.held_a_game, 2),
            points,
        ]
        every.append(Row(name, cells))
    title = f"Bought most by {seat.title}"
    heads = ("Card", "cost", "bought", *(() if alone else ("wins then",)), "points")
    table = DataTable(f"{seat.title}: cards", columns(*heads), rows[:MOST_CARDS])
    facts = ("cost", "bought a game", "bought in", "won when bought")
    more = columns("Card", *facts, "in hand at the End, a game", "points a game")
    all_ = DataTable(f"{seat.title}: every card", more, every)
    told_of = ["Copies bought and points scored are for one game."] if rows else []
    return ReportSection(title, [*told_of, table, Fold("Every card", [all_])])


def gains(seat: s.SeatSummary) -> ReportSection:
    """Return by which cards a seat's wins differ most when it buys them, and in which rounds."""
    title = f"{seat.title} with and without a card"
    cards = _by_gain(seat)
    if not cards:
        return ReportSection(title, [])
    rows, rounds = [], []
    for card in cards:
        then, without = card.won_when_bought, card.won_when_not
        about = f"seat {seat.seat}, {card.name}"
        cells = [f.share_percent(each) for each in (then, without)]
        rows.append(Row(card.name, [*cells, _points(card.gain)], then, about, "bought, and won"))
        told = [
            f"{f.share_percent(each)} of {f.whole(each.of)}" if each.of else "–"
            for each in (then, without, *card.won_by_round)
        ]
        rounds.append(Row(card.name, told))
    heads = columns("Card", "won with", "without", "points.")
    when = [
        f"rounds {each.first} to {each.last}" if each.last else f"round {each.first} on"
        for each in cards[0].won_by_round
    ]
    by_round = DataTable(
        f"{seat.title}: games won with and without each card, and by when it was bought first",
        columns("Card", "bought", "not bought", *when),
        rounds,
    )
    return ReportSection(
        title,
        [
            "Won when it bought the card, less when it did not, in points.",
            ASSOCIATION,
            DataTable(f"{seat.title}: wins by the cards bought", heads, rows[:MOST_CARDS]),
            _chart(seat, cards),
            Fold("Every card, and by the round in which it was bought first", [by_round]),
        ],
    )


def _by_gain(seat: s.SeatSummary) -> list[s.CardSummary]:
    cards = [card for card in seat.cards if card.gain.difference is not None]
    return sorted(cards, key=lambda card: -abs(card.gain.difference or 0.0))


def _chart(seat: s.SeatSummary, cards: Sequence[s.CardSummary]) -> Plot:
    title = f"{seat.title}: won when a card was bought, less when not"
    points = [
        Whisker(
            card.name,
            card.gain.difference or 0.0,
            card.gain.low or 0.0,
            card.gain.high or 0.0,
            seat.seat,
            f.points_apart(card.gain),
        )
        for card in cards
    ]
    chart = whiskers(f"bought-{seat.seat}", f"{title}, in points", points, 0.0, whole=False)
    return Plot(chart, f"{title}. Right of the line it won more often with the card.")


def _points(found: s.Change) -> str:
    return "–" if found.difference is None else f.points_apart(found).replace(" points", "")
