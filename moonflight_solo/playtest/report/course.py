"""How the games go, and the cards that were bought, in words, tables and charts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from moonflight_solo.playtest import report as r
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.charts import (
    Chart,
    Whisker,
    histogram_chart,
    shares_chart,
    whiskers,
)

MOST_WAYS = 8
"""So many of what empties a Market Stack are told of."""

MANY_CARDS = 3
"""From so many Settled cards on games are told of together."""


def course(summary: s.Summary) -> r.ReportSection:
    """Return how the games looked at in detail went, nothing if none were."""
    title, found = "How the games go", summary.course
    if found is None or not (found.choices.games or found.emptied):
        return r.ReportSection(title, [])
    return r.ReportSection(
        title, [*_lead(summary, found), *_choices(found), *_freed(summary, found)]
    )


def _lead(summary: s.Summary, found: s.CourseSummary) -> Iterator[r.Block]:
    changes, clear = found.lead_changes, found.clear_since
    if not changes.games:
        return
    yield (
        f"Ahead is the seat that owns the most points by what its cards score after the Turn. Of "
        f"{f.plural(changes.games, 'finished game')} watched for it:"
    )
    yield (
        f"The lead changed {f.decimal(changes.mean)} times in a game on average "
        f"({f.decimal(changes.low)} to {f.decimal(changes.high)})."
    )
    if changes.histogram:
        chart = histogram_chart("lead-changes", "Games by how often the lead changed", changes, 0)
        yield r.Plot(chart, "Games by how often the lead changed. The dashed line is the mean.")
    behind = sum(each.count for each in clear.histogram if each.value == 10)
    half = sum(each.count for each in clear.histogram if each.value <= 5)
    yield (
        f"The winner was ahead from half of the rounds on, or sooner, in "
        f"{f.percent(half / clear.games, clear.games)} of them, and not even after the last round "
        f"but one in {f.percent(behind / clear.games, clear.games)}: what counts at the End is in "
        "the hand."
    )
    chart = histogram_chart("clear", "Games by the tenth since when the winner led", clear, 0)
    yield r.Plot(
        chart, "Games by the tenth of the rounds since when the winner led to the End; 10 is never."
    )
    rows = [
        r.Row(f"{10 * each.tenths}%", [each], each, f"ahead after {10 * each.tenths}%", "won")
        for each in found.ahead
        if each.of
    ]
    table = r.DataTable(
        "How often who is ahead wins",
        [r.Column("After so much of the rounds"), r.Column("won")],
        rows,
    )
    even = 1 / max(1, len(summary.seats))
    labels = [(f"after {10 * each.tenths}% of the rounds", each) for each in found.ahead if each.of]
    if labels:
        title = "How often who is ahead wins, by how much of the game was played"
        yield r.Plot(shares_chart("ahead", title, labels, even), f"{title}. The line is even odds.")
    yield table


def endless_chart(game: s.EndlessGame) -> Chart:
    """Return how much of what goes on for ever in a game comes from each line."""
    acts = sum(line.acts for line in game.lines)
    shares = []
    for line in game.lines:
        name = f"seat {line.seat}, " + (f"{line.side} {line.number}" if line.number else "no line")
        shares.append((name, s.Share(line.acts, acts, line.acts / acts, None, None, ())))
    title = f"Seed {game.seed}: acts from round {game.since} on, by their lines"
    return shares_chart(f"endless-{game.seed}", title, shares, 0.0)


def _choices(found: s.CourseSummary) -> Iterator[r.Block]:
    choices = found.choices
    if choices.mean is not None:
        one = sum(each.count for each in choices.histogram if each.value == 1)
        yield (
            f"At an act there were {f.decimal(choices.mean)} acts to choose among on average, to "
            f"pass is one and alike cards are one; nothing but to pass at "
            f"{f.percent(one / choices.games, choices.games)} of "
            f"{f.plural(choices.games, 'act')} looked at."
        )
        title = "Acts by how many there were to choose among"
        yield r.Plot(histogram_chart("choices", title, choices, 0, "acts"), f"{title}.")
    rows = [
        r.Row(each.what, [each], each, "emptied", each.what) for each in found.emptied[:MOST_WAYS]
    ]
    if rows:
        title = "What emptied the Market Stacks of the Jacks"
        labels = [(each.what, each) for each in found.emptied[:MOST_WAYS]]
        yield r.Plot(shares_chart("emptied", title, labels, 0.0), f"{title}.")
        yield r.DataTable(title, [r.Column("What emptied it"), r.Column("Market Stacks")], rows)


def _freed(summary: s.Summary, found: s.CourseSummary) -> Iterator[r.Block]:
    """Yield what it goes with to have built more than the Turn leaves standing."""
    rows = []
    for seat in summary.seats:
        labels = []
        for cards, share in _few(found, seat.seat):
            name = f"{seat.title}, {cards}"
            rows.append(r.Row(name, [share], share, f"seat {seat.seat}, set free", cards))
            labels.append((f"{cards} set free", share))
        if len(labels) > 1:
            title = f"{seat.title}: games won by how many Settled cards the Turn set free"
            even = 1 / len(summary.seats)
            seats = [seat.seat] * len(labels)
            yield r.Plot(
                shares_chart(f"freed-{seat.seat}", title, labels, even, seats), f"{title}."
            )
    if rows:
        yield (
            "What was built on a card that loses its Stability at the Turn is set free at once. "
            "Games won by how many Settled cards that was tell what over-building goes with. What "
            "it costs moonflight worth --of builds tells, by the same games without it."
        )
        heads = [r.Column("Set free by the Turn"), r.Column("won")]
        yield r.DataTable("Games won by how many Settled cards the Turn set free", heads, rows)


def _few(found: s.CourseSummary, seat: int) -> Iterator[tuple[str, s.Share]]:
    own = [each for each in found.set_free if each.seat == seat]
    for each in own:
        if each.cards < MANY_CARDS:
            yield f.plural(each.cards, "card"), each
    many = [each for each in own if each.cards >= MANY_CARDS]
    if many:
        yield f"{MANY_CARDS} cards or more", f.together(many)


MOST_CARDS: Final = 8

ASSOCIATION: Final = (
    "That winners buy a card does not say that buying it wins: moonflight worth --of cards plays "
    "the same games without it."
)


def cards(summary: s.Summary) -> Iterator[r.ReportSection]:
    """Yield what each seat bought most, and how its wins differ with and without each card."""
    for seat in summary.seats:
        yield _bought(seat, alone=len(summary.seats) == 1)
        yield gains(seat)


def _bought(seat: s.SeatSummary, *, alone: bool) -> r.ReportSection:
    if not seat.cards:
        return r.ReportSection(f"Bought most by {seat.title}", [])
    rows, every = [], []
    for card in seat.cards:
        won = card.won_when_bought
        cells = [str(card.cost), f.decimal(card.bought_a_game, 2)]
        points = f.decimal(card.points_a_game, 2)
        name, about = f"{card.name} / {card.turned}", f"seat {seat.seat}, {card.name}"
        if card.bought:
            told = [*cells, *([] if alone else [f.share_percent(won)]), points]
            rows.append(r.Row(name, told, card.bought_in, about, "bought"))
        within = r.LinkedText(
            f"{f.share_percent(won)} ({f.interval(won)})", won, about, "won with it"
        )
        cells += [
            r.LinkedText(f.share_percent(card.bought_in), card.bought_in, about, "bought"),
            within if won.of and not alone else "",
            f.decimal(card.held_a_game, 2),
            points,
        ]
        every.append(r.Row(name, cells))
    title = f"Bought most by {seat.title}"
    heads = ("Card", "cost", "bought", *(() if alone else ("wins then",)), "points")
    table = r.DataTable(f"{seat.title}: cards", r.columns(*heads), rows[:MOST_CARDS])
    facts = ("cost", "bought a game", "bought in", "won when bought")
    more = r.columns("Card", *facts, "in hand at the End, a game", "points a game")
    all_ = r.DataTable(f"{seat.title}: every card", more, every)
    told_of = ["Copies bought and points scored are for one game."] if rows else []
    return r.ReportSection(title, [*told_of, table, r.Fold("Every card", [all_])])


def gains(seat: s.SeatSummary) -> r.ReportSection:
    """Return by which cards a seat's wins differ most when it buys them, and in which rounds."""
    title = f"{seat.title} with and without a card"
    cards = _by_gain(seat)
    if not cards:
        return r.ReportSection(title, [])
    rows, rounds = [], []
    for card in cards:
        then, without = card.won_when_bought, card.won_when_not
        about = f"seat {seat.seat}, {card.name}"
        cells = [f.share_percent(each) for each in (then, without)]
        rows.append(r.Row(card.name, [*cells, _points(card.gain)], then, about, "bought, and won"))
        told = [
            f"{f.share_percent(each)} of {f.whole(each.of)}" if each.of else "–"
            for each in (then, without, *card.won_by_round)
        ]
        rounds.append(r.Row(card.name, told))
    heads = r.columns("Card", "won with", "without", "points.")
    when = [
        f"rounds {each.first} to {each.last}" if each.last else f"round {each.first} on"
        for each in cards[0].won_by_round
    ]
    by_round = r.DataTable(
        f"{seat.title}: games won with and without each card, and by when it was bought first",
        r.columns("Card", "bought", "not bought", *when),
        rounds,
    )
    return r.ReportSection(
        title,
        [
            "Won when it bought the card, less when it did not, in points.",
            ASSOCIATION,
            r.DataTable(f"{seat.title}: wins by the cards bought", heads, rows[:MOST_CARDS]),
            _chart(seat, cards),
            r.Fold("Every card, and by the round in which it was bought first", [by_round]),
        ],
    )


def _by_gain(seat: s.SeatSummary) -> list[s.CardSummary]:
    cards = [card for card in seat.cards if card.gain.difference is not None]
    return sorted(cards, key=lambda card: -abs(card.gain.difference or 0.0))


def _chart(seat: s.SeatSummary, cards: Sequence[s.CardSummary]) -> r.Plot:
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
    return r.Plot(chart, f"{title}. Right of the line it won more often with the card.")


def _points(found: s.Change) -> str:
    return "–" if found.difference is None else f.points_apart(found).replace(" points", "")
