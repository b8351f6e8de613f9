"""Players of every kind against AI cards and against their like, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.kinds import AI
from moonflight_solo.playtest.report import (
    Block,
    CodeText,
    DataTable,
    Plot,
    ReportSection,
    Row,
    columns,
)
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.charts import shares_chart


def players(summary: s.Summary) -> ReportSection:
    """Return what players of every kind make of the decks, nothing if none played."""
    table = summary.players
    return ReportSection("Players, Jacks and mirrors", [*_told(table)] if table else [])


def _told(table: s.PlayersTable) -> Iterator[Block]:
    yield (
        "Wins are of finished games; of all, with those that never ended lost or won, and the "
        "interval. Beside the AI card: what the player won less what the AI card won in the same "
        "seat on the same seeds, in points, with the interval whoever had won what never ended."
    )
    some = [each for each in table.cells if each.wins.of]
    labels = [(_name(each).replace(" against ", " – "), each.wins) for each in some]
    if labels:
        title = "Games won by each player as each Jack"
        yield Plot(shares_chart("players", title, labels, 0.5), f"{title}. The line is half.")
    yield cells_table(table, lambda each: True)
    yield from strength_words(table)


def cells_table(table: s.PlayersTable, wanted: Callable[[s.PlayerCell], bool]) -> DataTable:
    """Return those cells of the table that are ``wanted``, a row each."""
    rows = []
    for each in filter(wanted, table.cells):
        low, high = each.bounds.all_lost, each.bounds.all_won
        reach = f"{f.percent(low.low, low.of)} to {f.percent(high.high, high.of)}"
        beside = f.points_apart(each.beside).replace(" points", "") if each.beside else ""
        cells = [f.share_percent(each.wins), reach, beside]
        rows.append(Row(_name(each), cells, each.wins))
    heads = columns("Player", "wins", "of all", "beside the AI card.")
    return DataTable("Players against AI cards and against their like", heads, rows)


def _name(each: s.PlayerCell) -> str:
    return f"{each.jack} ({each.player}) against {each.against} ({each.rival})"


def strength_words(table: s.PlayersTable) -> Iterator[str]:
    """Yield how strong the players are beside the AI cards, and which search wins half."""
    others = [each for each in table.ratings if each.player != AI]
    if not others:
        return
    told = "; ".join(
        f"{f.player_words(each.player)} {f.signed(each.strength, 0)} "
        f"({f.signed(each.least, 0)} to {f.signed(each.most, 0)})"
        for each in others
    )
    yield (
        "Strength beside the AI cards after Elo (100 more wins 64 games of 100), over all "
        f"pairings, with the interval whoever had won what never ended: {told}."
    )
    searching = [each for each in others if each.player.startswith("search=")]
    if searching:
        yield _half(table, searching)


def _half(table: s.PlayersTable, searching: Sequence[s.PlayerRating]) -> str:
    if table.perhaps is None:
        most = max(searching, key=lambda each: int(each.player.partition("=")[2]))
        return f"No search tried wins half against the AI cards, up to {most.player}."
    if table.surely is None:
        told = f"{table.perhaps} may, and none tried surely does"
    elif table.surely == table.perhaps:
        told = table.surely
    else:
        told = f"{table.surely} surely, {table.perhaps} perhaps"
    return f"The smallest search that wins half against the AI cards: {told}."


# --------------------------------------------------------------- the challenge of one AI card


def challenge(summary: s.Summary, card: s.AICardSummary) -> Iterator[Block]:
    """Yield whether an AI card is a reasonable challenge, as far as games can say."""
    wins = summary.seats[card.seat - 1].wins
    against = [each for each in summary.seats if each.seat != card.seat]
    if summary.players is not None:
        yield from _against_the_card(summary.players, card)
        return
    if not against or wins.share is None:
        yield "It played against nobody to the End, so nothing can be said."
        return
    if all(each.player == AI for each in against):
        yield (
            "It played only against AI cards, so these games say nothing of the challenge to a "
            "person. A searching player in the other seat (such as ",
            CodeText("JACK:search=50"),
            ") is a stand-in for a skilled one.",
        )
        return
    won = f.wins_words(summary.seats[card.seat - 1], summary.unfinished.count)
    yield (
        f"Against {_names(against)} it won {won}. How that compares with people the games cannot "
        "say."
    )
    baseline = next((each for each in summary.others if each.what == "player"), None)
    if baseline is None or not baseline.games:
        yield (
            "How the same deck fares by its AI card was not played, so these wins weigh the player "
            "with the deck."
        )
        return
    for each in against:
        if each.player != AI:
            yield _beside_the_card(each, baseline.seats[each.seat - 1], baseline)


def _against_the_card(table: s.PlayersTable, card: s.AICardSummary) -> Iterator[Block]:
    """Yield what players of every kind won against one AI card."""
    rows = cells_table(table, lambda each: (each.against, each.rival) == (card.jack, AI))
    yield "What others won against it; how that compares with people the games cannot say."
    yield rows


def _names(seats: Sequence[s.SeatSummary]) -> str:
    return " and ".join(f"{each.jack}, {f.player_words(each.player)}," for each in seats)


def _beside_the_card(
    seat: s.SeatSummary, paired: s.PairedSeat, baseline: s.TreatmentSummary
) -> str:
    """Return what a player makes of a seat beside what the AI card makes of it, seed by seed."""
    verdict = {
        1: "so the AI card plays that deck better than this player",
        0: "so the games do not show that this player plays that deck better or worse than its AI "
        "card",
        -1: "so this player plays that deck better than its AI card",
    }[f.beside(paired.bounds, 0)]
    return (
        f"In the same seat with the same seeds the AI card of {seat.jack} won "
        f"{f.share_words(paired.wins_other)} where the {f.player_words(seat.player)} won "
        f"{f.share_words(paired.wins_here)}: {f.points_apart(paired.win_difference)} for the AI "
        f"card{f.open_words(paired, baseline)}, {verdict}."
    )
