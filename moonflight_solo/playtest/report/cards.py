"""The cards that were bought: what goes with buying them, and when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.report import Block, Column, DataTable, Plot, ReportSection, Row
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.charts import Whisker, whiskers

MOST_CARDS: Final = 8

ASSOCIATION: Final = (
    "That winners buy a card does not say that buying it wins: moonflight worth --of cards plays "
    "the same games without it."
)


def bought(seat: s.SeatSummary, *, alone: bool) -> ReportSection:
    """Return what a seat bought most; ``alone`` it wins always."""
    rows = []
    for card in seat.cards[:MOST_CARDS]:
        number, points = f.decimal(card.bought_a_game, 2), f.decimal(card.points_a_game, 2)
        won = "" if alone else f.share_percent(card.won_when_bought)
        if card.bought:
            cells = [str(card.cost), number, won, points]
            rows.append(Row(f"{card.name} / {card.turned}", cells, card.bought_in))
    heads = ("Card", "cost", "bought", "" if alone else "wins then", "points")
    told = ["Copies bought and points scored are for one game."] if rows else []
    table = DataTable("", [*map(Column, heads)], rows)
    return ReportSection(f"Bought most by {seat.title}", [*told, table])


def gains(seat: s.SeatSummary) -> ReportSection:
    """Return by which cards a seat's wins differ most when it buys them."""
    title = f"{seat.title} with and without a card"
    rows = []
    for card in _by_gain(seat)[:MOST_CARDS]:
        cells = [f.share_percent(each) for each in (card.won_when_bought, card.won_when_not)]
        rows.append(Row(card.name, [*cells, _points(card.gain)], card.won_when_bought))
    heads = [Column("Card"), Column("won with"), Column("without"), Column("points", words=True)]
    told = ["Won when it bought the card, less when it did not, in points.", ASSOCIATION]
    return ReportSection(title, [*told, DataTable("", heads, rows)] if rows else [])


def _by_gain(seat: s.SeatSummary) -> list[s.CardSummary]:
    cards = [card for card in seat.cards if card.gain.difference is not None]
    return sorted(cards, key=lambda card: -abs(card.gain.difference or 0.0))


def worth_of_cards(seat: s.SeatSummary) -> ReportSection:
    """Return the cards of a seat by how much more it won when it bought them, and by the round."""
    cards = _by_gain(seat)
    title = f"{seat.title}: won when a card was bought, less when not"
    return ReportSection(title, [*_worth(seat, cards, title)] if cards else [])


def _worth(seat: s.SeatSummary, cards: list[s.CardSummary], title: str) -> Iterator[Block]:
    yield (
        "In points of a hundred, with the interval, the largest difference first; and what was won "
        f"by the round of the first purchase, of the games watched. {ASSOCIATION}"
    )
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
    yield Plot(chart, f"{title}. Right of the line it won more often with the card.")
    rows = []
    for card in cards:
        then, without = card.won_when_bought, card.won_when_not
        cells = [f"{f.share_percent(each)} of {f.whole(each.of)}" for each in (then, without)]
        cells.append(_points(card.gain))
        cells += [
            f"{f.share_percent(each)} of {f.whole(each.of)}" if each.of else "–"
            for each in card.won_by_round
        ]
        rows.append(Row(card.name, cells, then))
    when = [
        f"rounds {each.first} to {each.last}" if each.last else f"round {each.first} on"
        for each in cards[0].won_by_round
    ]
    heads = ["bought", "not bought", "difference", *when]
    caption = f"{seat.title}: games won with and without each card, and by the round"
    yield DataTable(caption, [Column("Card"), *map(Column, heads)], rows)


def _points(found: s.Change) -> str:
    return "–" if found.difference is None else f.points_apart(found).replace(" points", "")
