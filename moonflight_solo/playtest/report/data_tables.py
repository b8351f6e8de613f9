"""The tables of a report, each made of one part of a summary."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.comparing import PlayerCell, PlayersTable, TreatmentSummary
from moonflight_solo.playtest.course import CourseSummary
from moonflight_solo.playtest.figures import Share, Spread
from moonflight_solo.playtest.kinds import AI
from moonflight_solo.playtest.report import (
    Bullets,
    CodeText,
    Column,
    DataTable,
    LinkedText,
    Prose,
    Row,
    columns,
)
from moonflight_solo.playtest.report import figures as f

MOST_CARDS: Final = 8
"""So many cards are told of on a terminal."""

MOST_WAYS: Final = 8
"""So many of what empties a Market Stack are told of."""

MANY_CARDS: Final = 3
"""From so many Settled cards on games are told of together."""

# ------------------------------------------------------------------------------- the games


def named(caption: str, heads: str, rows: Iterable[tuple[str, Share]], about: str) -> DataTable:
    """Return shares by their names, each leading to games; ``heads`` stand above the two."""
    found = [Row(name, [share], share, about, name) for name, share in rows]
    return DataTable(caption, columns(*heads.split(", ")), found)


def ended_by(summary: s.Summary) -> DataTable:
    """Return what ended the games."""
    return named("What ended the games", "Ended by, games", f.endings(summary), "ended by")


def ranks(summary: s.Summary) -> DataTable:
    """Return how often each rank of Score Mode was earned."""
    rows = [Row(each.rank, [each.scores, each], each, "rank", each.rank) for each in summary.ranks]
    return DataTable("Ranks of Score Mode", columns("Rank", "scores", "games"), rows)


def wins(summary: s.Summary) -> DataTable:
    """Return what each seat won and scored; a seat alone always wins, so that is left out."""
    rows, several = [], len(summary.seats) > 1
    for seat in summary.seats:
        score, cells = seat.score, list[str]()
        if several:
            cells = [f.share_percent(seat.wins), f.interval(seat.wins)]
            if summary.unfinished.count:
                cells.append(f.bounds_reach(seat.bounds))
        cells += [f.decimal(score.mean, 2), f.from_to(score.low, score.high, 2)]
        cells.append(f.from_to(score.least, score.most, 0))
        rows.append(Row(seat.title, cells, seat.wins, f"seat {seat.seat}", "won"))
    heads = ["wins", "interval"] if several else []
    heads += ["of all games"] if several and summary.unfinished.count else []
    facts = columns("Seat", *heads, "score", "interval", "range")
    return DataTable("Wins and scores at the End", facts, rows)


def going_first(summary: s.Summary) -> DataTable:
    """Return what each seat won when it went first and when not, and who brought the End."""
    rows = []
    for seat in summary.seats:
        name, about = f"{seat.seat}, {seat.jack}", f"seat {seat.seat}"
        for what, share in (
            ("won when First Player", seat.when_first),
            ("won when not", seat.when_not_first),
            ("brought the End", seat.brought_the_end),
        ):
            rows.append(Row(f"{name}: {what}", [f.whole(share.of), share], share, about, what))
    first = summary.first_player
    if first is not None:
        name, won = "The First Player, any seat", first.wins
        rows.append(Row(name, [f.whole(won.of), won], None, "the First Player", "won"))
    title = "Going first, and bringing the End about"
    return DataTable(title, columns("Seat", "games", "count"), rows)


def values(spread: Spread, told: str, head: str) -> DataTable:
    """Return how many games had which value, each leading to its games."""
    rows = [
        Row(str(each.value), [LinkedText(f.whole(each.count), each, told, str(each.value))])
        for each in spread.histogram
    ]
    return DataTable(told, columns(head, "games"), rows)


def lengths(summary: s.Summary) -> DataTable:
    """Return how long games are, and when the Turn comes."""
    rows = []
    for what, spread in (("rounds", summary.rounds), ("round of the Turn", summary.turn.round)):
        cells = [f.decimal(spread.mean, 1), f.from_to(spread.low, spread.high, 1)]
        cells += [f.decimal(spread.quantiles[each], 0) for each in ("5", "50", "95")]
        reach = f.from_to(spread.least, spread.most, 0)
        most = next(iter(spread.histogram[-1:]), None)
        cells.append(LinkedText(reach, most, "the longest", what) if most else reach)
        rows.append(Row(what, cells, most))
    heads = columns("What", "mean", "interval", "5%", "50%", "95%", "range")
    return DataTable("How long games are", heads, rows)


# ----------------------------------------------------------------------- how the games go


def ahead(found: CourseSummary) -> DataTable:
    """Return how often who is ahead wins, by how much of the game was played."""
    rows = [
        Row(f"{10 * each.tenths}%", [each], each, f"ahead after {10 * each.tenths}%", "won")
        for each in found.ahead
        if each.of
    ]
    heads = columns("After so much of the rounds", "won")
    return DataTable("How often who is ahead wins", heads, rows)


def freed(found: CourseSummary, seat: int) -> list[tuple[str, Share]]:
    """Return what a seat won by how many of its Settled cards the Turn set free, many as one."""
    own = [each for each in found.set_free if each.seat == seat]
    some = [(f.plural(each.cards, "card"), each) for each in own if each.cards < MANY_CARDS]
    many = [each for each in own if each.cards >= MANY_CARDS]
    return [*some, *([(f"{MANY_CARDS} cards or more", f.together(many))] if many else [])]


def set_free(summary: s.Summary, found: CourseSummary) -> DataTable:
    """Return for all seats what they won by how many cards the Turn set free."""
    rows = [
        Row(f"{seat.title}, {cards}", [share], share, f"seat {seat.seat}, set free", cards)
        for seat in summary.seats
        for cards, share in freed(found, seat.seat)
    ]
    heads = columns("Set free by the Turn", "won")
    return DataTable("Games won by how many Settled cards the Turn set free", heads, rows)


# ------------------------------------------------------------------------------- its cards


def bought(seat: s.SeatSummary, alone: bool) -> DataTable:
    """Return the cards that a seat bought most; who plays ``alone`` wins always."""
    rows = []
    for card in [each for each in seat.cards if each.bought][:MOST_CARDS]:
        then = [] if alone else [f.share_percent(card.won_when_bought)]
        cells = [str(card.cost), f.decimal(card.bought_a_game, 2), *then]
        cells.append(f.decimal(card.points_a_game, 2))
        rows.append(Row(f.both_ends(card), cells, card.bought_in, _of(seat, card), "bought"))
    heads = ("Card", "cost", "bought", *(() if alone else ("wins then",)), "points")
    return DataTable(f"{seat.title}: cards", columns(*heads), rows)


def every_card(seat: s.SeatSummary, alone: bool) -> DataTable:
    """Return every card that a seat could buy."""
    rows = []
    for card in seat.cards:
        won, about = card.won_when_bought, _of(seat, card)
        within = f"{f.share_percent(won)} ({f.interval(won)})"
        cells = [
            str(card.cost),
            f.decimal(card.bought_a_game, 2),
            LinkedText(f.share_percent(card.bought_in), card.bought_in, about, "bought"),
            LinkedText(within, won, about, "won with it") if won.of and not alone else "",
            f.decimal(card.held_a_game, 2),
            f.decimal(card.points_a_game, 2),
        ]
        rows.append(Row(f.both_ends(card), cells))
    facts = ("cost", "bought a game", "bought in", "won when bought")
    heads = columns("Card", *facts, "in hand at the End, a game", "points a game")
    return DataTable(f"{seat.title}: every card", heads, rows)


def _of(seat: s.SeatSummary, card: s.CardSummary) -> str:
    return f"seat {seat.seat}, {card.name}"


def by_gain(seat: s.SeatSummary) -> list[s.CardSummary]:
    """Return the cards with which a seat's wins are known to differ, the most so first."""
    cards = [card for card in seat.cards if card.gain.difference is not None]
    return sorted(cards, key=lambda card: -abs(card.gain.difference or 0.0))


def gains(seat: s.SeatSummary) -> DataTable:
    """Return by which cards a seat's wins differ most when it buys them."""
    rows = []
    for card in by_gain(seat)[:MOST_CARDS]:
        shares = card.won_when_bought, card.won_when_not
        cells = [*map(f.share_percent, shares), f.points_alone(card.gain)]
        rows.append(Row(card.name, cells, shares[0], _of(seat, card), "bought, and won"))
    heads = columns("Card", "won with", "without", "points.")
    return DataTable(f"{seat.title}: wins by the cards bought", heads, rows)


def by_round(seat: s.SeatSummary) -> DataTable:
    """Return what a seat won with and without each card, and by when it bought it first."""
    cards = by_gain(seat)
    rows = [
        Row(
            card.name,
            [
                f"{f.share_percent(each)} of {f.whole(each.of)}" if each.of else "–"
                for each in (card.won_when_bought, card.won_when_not, *card.won_by_round)
            ],
        )
        for card in cards
    ]
    when = [
        f"rounds {each.first} to {each.last}" if each.last else f"round {each.first} on"
        for each in cards[0].won_by_round
    ]
    title = f"{seat.title}: games won with and without each card, and by when it was bought first"
    return DataTable(title, columns("Card", "bought", "not bought", *when), rows)


# --------------------------------------------------------------------------- the AI cards


def lines(card: s.AICardSummary, phrases: bool) -> DataTable:
    """Return how the lines of a card fared, and their ``phrases`` if wanted."""
    rows: list[Row] = []
    for line in card.lines:
        numbers = [f.whole(each.count) for each in (line.looked_at, line.condition_true)]
        numbers += [f.whole(line.followed.count), f.share_percent(line.followed_in)]
        why = "".join(f"{f.share_percent(e)} {e.status}" for e in line.detail.blocked[:1])
        rows.append(Row(f"{f.place_of(line)} {line.words}", [*numbers, why], line.followed))
        for phrase in line.detail.phrases if phrases else ():
            counts = (phrase.looked_at, phrase.true.count, phrase.decisive.count)
            name = f"   {phrase.kind}: {phrase.words}"
            rows.append(Row(name, [*map(f.whole, counts), "", ""], phrase.decisive))
    heads = columns("Line", "looked at", "true", "followed", "games", "blocked by.")
    return DataTable("", heads, rows)


RULED: Final = {
    "tie": "tie",
    "default": "the card is silent",
    "words": "ruling on these words",
    "gap": "ruling that a line leans on",
}
"""Why a ruling decided."""


def decided(summary: s.Summary, gaps: bool) -> DataTable:
    """Return how often rulings decided; those that a line leans on only with ``gaps``."""
    rows = []
    for each in summary.decided:
        if gaps or each.what != "gap":
            name = f"seat {each.seat}: {each.ruling}, {RULED[each.what]}"
            cells = [f.whole(each.count), f.share_percent(each), f.interval(each)]
            what = f"{each.ruling} ({each.what})"
            rows.append(Row(name, cells, each, f"seat {each.seat}, ruled on", what))
    caption = "Acts that a ruling decided, not the print alone"
    return DataTable(caption, columns("Ruling", "times", "share", "interval"), rows)


def otherwise(summary: s.Summary) -> DataTable:
    """Return how often other readings and rulings would have acted otherwise, and their prices."""
    priced, rows = any(each.price for each in summary.otherwise), []
    for each in summary.otherwise:
        name, about = f.other_name(each), f"seat {each.seat} would have acted otherwise"
        games = each.price.came_out_otherwise if each.price else each.games
        cells: list[str] = [
            LinkedText(f.share_percent(each.acts), each.acts, about, name),
            LinkedText(f.share_percent(each.games), each.games, about, f"{name}, once"),
        ]
        if each.paired:
            ends = LinkedText(f.share_percent(games), games, name, "came out otherwise")
            cells += [ends, f.points_apart(each.paired.win_difference)]
        elif priced:
            cells += ["", ""]
        rows.append(Row(name, cells, games))
    heads = columns("Other way", "acts", "games", *(["ends", "wins."] if priced else []))
    return DataTable("Other readings and rulings", heads, rows)


def prices(summary: s.Summary) -> DataTable:
    """Return what more is known of other readings and rulings that were played."""
    rows = []
    for each in summary.otherwise:
        if each.paired:
            seat, name = each.paired, f.other_name(each)
            only = (seat.only_here, "won as it is"), (seat.only_other, "won only so")
            won = [LinkedText(f.whole(some.count), some, name, what) for some, what in only]
            cells = [f.reach(seat.bounds), f.apart(seat.score_difference), *won]
            rows.append(Row(name, cells))
    heads = ("wins of all games", "score", "won only as it is", "won only so")
    return DataTable("Prices", columns("Other way", *heads), rows)


RULED_WORDS: Final = (
    "Tie: with the cards looked at in the opposite order it would have acted otherwise.",
    "The card is silent: it says nothing of a choice, and a ruling answered it.",
    "Ruling on these words: the line followed is read by a ruling on its very words.",
    "Ruling that a line leans on: it fills what the words of the line followed leave out.",
)


def asked(summary: s.Summary) -> Bullets:
    """Return what each ruling that decided asks."""
    questions = {each.ruling: f"{each.ruling}: {each.question}" for each in summary.decided}
    return Bullets([*RULED_WORDS, *questions.values()])


def cells(table: PlayersTable, wanted: Iterable[PlayerCell] | None = None) -> DataTable:
    """Return the cells of a table of players, all or those that are ``wanted``, a row each."""
    rows = []
    for each in table.cells if wanted is None else wanted:
        beside = f.points_alone(each.beside) if each.beside else ""
        shown = [f.share_percent(each.wins), f.bounds_reach(each.bounds), beside]
        rows.append(Row(f.cell_name(each), shown, each.wins))
    heads = columns("Player", "wins", "of all", "beside the AI card.")
    return DataTable("Players against AI cards and against their like", heads, rows)


def against_cards(table: PlayersTable, jack: str) -> DataTable:
    """Return what others won against the AI card of a Jack."""
    wanted = [each for each in table.cells if (each.against, each.rival) == (jack, AI)]
    return cells(table, wanted)


def alike(table: PlayersTable) -> DataTable:
    """Return what Jacks won where both seats had the same player."""
    return cells(table, [each for each in table.cells if each.player == each.rival])


def balance(seats: Sequence[s.SeatSummary]) -> DataTable:
    """Return what each seat won and scored, in short."""
    rows = [Row(f.seat_words(seat), [seat.wins, f.decimal(seat.score.mean, 2)]) for seat in seats]
    heads = [Column("Seat"), Column("won", share="share of wins"), Column("mean score")]
    return DataTable("", heads, rows)


# ----------------------------------------------------------------- the same seeds otherwise


def commands(other: TreatmentSummary, here: str, there: str) -> Bullets:
    """Return games that came out otherwise, to look at."""
    items: list[Prose] = []
    for each in other.examples:
        for way, command in ((here, each.command), (there, each.other_command)):
            if command:
                items.append((f"Seed {each.seed}, {way}: ", CodeText(command)))
        if isinstance(each.first_difference, str):
            items.append(each.first_difference)
    return Bullets(items)


def pairs(other: TreatmentSummary, here: str, there: str) -> DataTable:
    """Return what each seat won either way, and how often only one way."""
    rows = []
    for seat in other.seats:
        cells = [
            LinkedText(f.share_percent(seat.wins_here), seat.wins_here, what=f"won {here}"),
            LinkedText(f.share_percent(seat.wins_other), seat.wins_other, what=f"won {there}"),
            f.points_alone(seat.win_difference),
            f.reach(seat.bounds),
            LinkedText(f.whole(seat.only_here.count), seat.only_here, what=f"won only {here}"),
            LinkedText(f.whole(seat.only_other.count), seat.only_other, what=f"won only {there}"),
        ]
        rows.append(Row(seat.title, cells, about=f"{other.label}, seat {seat.seat}"))
    heads = [f"wins {here}", f"wins {there}", f"{there} less {here}", "of all"]
    heads += [f"only {here}", f"only {there}"]
    return DataTable(f"{other.label}: wins seat by seat", columns("Seat", *heads), rows)


def worth(others: Sequence[TreatmentSummary], summary: s.Summary) -> DataTable:
    """Return what each thing left out is worth, the most first."""
    rows = []
    for each in by_worth(others):
        seat, found = f.whose(each), f.whose(each).win_difference.difference
        cells = [
            str(seat.seat),
            f.signed(None if found is None else 100 * found),
            f.reach(seat.bounds),
            f.share_percent(each.unfinished_other),
            f.interval(each.unfinished_other),
        ]
        rows.append(Row(each.label, cells, seat.only_other, each.label, "won only so"))
    heads = columns("Left out", "seat", "wins", "interval.", "unfinished", "interval.")
    caption = f"What is worth how much, in {f.plural(summary.games, 'game')}"
    return DataTable(caption, heads, rows)


def by_worth(others: Iterable[TreatmentSummary]) -> list[TreatmentSummary]:
    """Return those that came out otherwise at all, the largest difference of wins first."""
    some = [each for each in others if each.came_out_otherwise.count]
    return sorted(some, key=lambda each: -abs(f.whose(each).win_difference.difference or 0.0))
