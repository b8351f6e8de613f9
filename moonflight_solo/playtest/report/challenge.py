"""Players of every kind against AI cards and against their like, in one table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.plan import AI
from moonflight_solo.playtest.report import Block, Column, DataTable, Plot, ReportSection, Row
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
    columns = [
        Column("Player"),
        Column("wins"),
        Column("of all"),
        Column("beside the AI card", words=True),
    ]
    return DataTable("Players against AI cards and against their like", columns, rows)


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
