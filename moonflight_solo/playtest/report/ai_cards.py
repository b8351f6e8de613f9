"""What is told of the AI cards: their lines, what the print leaves open, how strong they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from moonflight_solo.playtest import report as r
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.kinds import AI
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.charts import changes_chart, shares_chart

MUCH: Final = 0.2
FEW_ACTS: Final = 100
"""A line with this share of its acts in unfinished games is named, in whole per cent."""


def lines(card: s.AICardSummary, summary: s.Summary, *, phrases: bool) -> r.ReportSection:
    """Return how the lines of a card fared, and their ``phrases`` if wanted."""
    rows: list[r.Row] = []
    for line in card.lines:
        blocked = line.detail.blocked[:1]
        numbers = [f.whole(each.count) for each in (line.looked_at, line.condition_true)]
        numbers += [f.whole(line.followed.count), f.share_percent(line.followed_in)]
        why = "".join(f"{f.share_percent(each)} {each.status}" for each in blocked)
        rows.append(r.Row(f"{_where(line)} {line.words}", [*numbers, why], line.followed))
        for phrase in line.detail.phrases if phrases else ():
            counts = (phrase.looked_at, phrase.true.count, phrase.decisive.count)
            name = f"   {phrase.kind}: {phrase.words}"
            rows.append(r.Row(name, [*map(f.whole, counts), "", ""], phrase.decisive))
    told: list[r.Block] = [
        "Acts in all games; Reset lines, lines below others, what blocked a line and phrases in "
        f"{f.plural(summary.detailed_games, 'game')} looked at in detail. A line is blocked when "
        "its turn comes and it cannot be followed. Games: in how many of them it was followed."
    ]
    if phrases:
        told.append("Of a phrase, followed means: it decided.")
    told += _from_unfinished(card)
    if card.upkeep is not None:
        told.append(str(card.upkeep))
    heads = r.columns("Line", "looked at", "true", "followed", "games", "blocked by.")
    return r.ReportSection(f"{card.title}, seat {card.seat}", [*told, r.DataTable("", heads, rows)])


def _from_unfinished(card: s.AICardSummary) -> Iterator[str]:
    """Yield which lines owe much of what they are counted for to games that never ended."""
    much = [
        f"{_where(line)} {f.percent(line.followed_unfinished / line.followed.count, FEW_ACTS)}"
        for line in card.lines
        if line.followed_unfinished and line.followed_unfinished >= MUCH * line.followed.count
    ]
    if much:
        yield f"Acts of games that never ended, where they are many: {', '.join(much)}."


def idle(card: s.AICardSummary) -> r.ReportSection:
    """Return the lines never followed and the phrases that never decided."""
    told, never = [], (card.never_followed, card.never_followed_in_detail)
    for lines, where in zip(never, ("", " in the games looked at in detail"), strict=True):
        if lines:
            told.append(f"Never followed{where}: {', '.join(map(_where, lines))}.")
    told += [f"Never decisive: {each.words} in {_where(each)}." for each in card.never_decisive]
    return r.ReportSection(f"{card.title}: what does nothing here", told)


def _where(line: s.LineName | s.IdlePhrase) -> str:
    reset = isinstance(line, s.LineName) and line.section == "reset"
    return f"{line.side}{' Reset' if reset else ''} {line.number}"


# ------------------------------------------------------------------ what the print leaves open


def left_open(summary: s.Summary, *, phrases: bool) -> Iterator[r.ReportSection]:
    """Yield what the print leaves open; ``phrases`` tells all of it."""
    yield _decided(summary, gaps=phrases)
    yield _otherwise(summary)
    if phrases:
        meanings = [f"{_other_name(each)}: {each.means}" for each in summary.otherwise]
        yield r.ReportSection("The other ways", meanings)


_WHAT: Final = {
    "tie": "tie",
    "default": "the card is silent",
    "words": "ruling on these words",
    "gap": "ruling that a line leans on",
}


_KINDS: Final = (
    "Tie: with the cards looked at in the opposite order it would have acted otherwise.",
    "The card is silent: it says nothing of a choice, and a ruling answered it.",
    "Ruling on these words: the line followed is read by a ruling on its very words.",
    "Ruling that a line leans on: it fills what the words of the line followed leave out.",
)


def _decided(summary: s.Summary, *, gaps: bool) -> r.ReportSection:
    rows = []
    for each in summary.decided:
        if gaps or each.what != "gap":
            name = f"seat {each.seat}: {each.ruling}, {_WHAT[each.what]}"
            cells = [f.whole(each.count), f.share_percent(each), f.interval(each)]
            about = f"seat {each.seat}, ruled on"
            rows.append(r.Row(name, cells, each, about, f"{each.ruling} ({each.what})"))
    told = [
        "Of the acts (answers, where the card is silent) in games looked at in detail. A share is "
        "that of a game on average: every game weighs alike, however long it is."
    ]
    title = "What ties, silence and rulings decided"
    caption = "Acts that a ruling decided, not the print alone"
    table = r.DataTable(caption, r.columns("Ruling", "times", "share", "interval"), rows)
    asked = {each.ruling: f"{each.ruling}: {each.question}" for each in summary.decided}
    more = r.Fold("What each asks", [r.Bullets([*_KINDS, *asked.values()])])
    return r.ReportSection(title, [*told, table, more] if rows else [])


def _otherwise(summary: s.Summary) -> r.ReportSection:
    rows, only, title = [], [], "The price of an ambiguity"
    priced = any(each.price for each in summary.otherwise)
    for each in summary.otherwise:
        name, price = _other_name(each), each.price
        about = f"seat {each.seat} would have acted otherwise"
        acts = r.LinkedText(f.share_percent(each.acts), each.acts, about, name)
        at_least = r.LinkedText(f.share_percent(each.games), each.games, about, f"{name}, once")
        cells: list[str] = [acts, at_least]
        games = price.came_out_otherwise if price else each.games
        if price and each.paired:
            seat = each.paired
            change = f.points_apart(seat.win_difference)
            cells += [
                r.LinkedText(f.share_percent(games), games, name, "came out otherwise"),
                change,
            ]
            here = r.LinkedText(f.whole(seat.only_here.count), seat.only_here, name, "won as it is")
            so = r.LinkedText(f.whole(seat.only_other.count), seat.only_other, name, "won only so")
            score = f.apart(seat.score_difference)
            only.append(r.Row(name, [f.reach(seat.bounds), score, here, so]))
        elif priced:
            cells += ["", ""]
        rows.append(r.Row(name, cells, games))
    if not rows:
        return r.ReportSection(title, [])
    detailed = f.plural(summary.detailed_games, "game")
    told: list[r.Block] = [
        f"How often another reading or ruling would have acted otherwise: share of a game's acts "
        f"on average, and of the games, in {detailed} looked at in detail.",
        "All games were played that way too: ends is the share that came out otherwise, wins "
        "how much more often the seat wins that way, with the interval for pairs. Of twenty "
        "such intervals about one leaves out 0 by chance alone."
        if priced
        else "What each would do to the wins: --price.",
        "What each means: --phrases, --html or --json.",
    ]
    heads = r.columns("Other way", "acts", "games", *(["ends", "wins."] if priced else []))
    told.append(r.DataTable("Other readings and rulings", heads, rows))
    heads = r.columns("Other way", "wins of all games", "score", "won only as it is", "won only so")
    if only:
        told += [
            *_price_plots(summary),
            r.Fold(f"{title}, further", [r.DataTable("Prices", heads, only)]),
        ]
    return r.ReportSection(title, told)


def _price_plots(summary: s.Summary) -> Iterator[r.Plot]:
    for seat in summary.seats:
        played = [each for each in summary.otherwise if each.paired and each.seat == seat.seat]
        title = (
            f"Seat {seat.seat}, {seat.jack}: change in its share of wins with other readings and "
            "rulings, in points"
        )
        pairs = [each.paired for each in played if each.paired]
        labels = [each.label for each in played]
        chart = changes_chart(f"prices-{seat.seat}", title, pairs, labels)
        if chart is not None:
            yield r.Plot(
                chart, f"{title}, on the same seeds. Right of the line it wins more often."
            )


def _other_name(each: s.AlternativeSummary) -> str:
    return each.label if each.line else f"seat {each.seat} {each.label}"


def players(summary: s.Summary) -> r.ReportSection:
    """Return what players of every kind make of the decks, nothing if none played."""
    table = summary.players
    return r.ReportSection("Players, Jacks and mirrors", [*_told(table)] if table else [])


def _told(table: s.PlayersTable) -> Iterator[r.Block]:
    yield (
        "Wins are of finished games; of all, with those that never ended lost or won, and the "
        "interval. Beside the AI card: what the player won less what the AI card won in the same "
        "seat on the same seeds, in points, with the interval whoever had won what never ended."
    )
    some = [each for each in table.cells if each.wins.of]
    labels = [(_name(each).replace(" against ", " – "), each.wins) for each in some]
    if labels:
        title = "Games won by each player as each Jack"
        yield r.Plot(shares_chart("players", title, labels, 0.5), f"{title}. The line is half.")
    yield cells_table(table, lambda each: True)
    yield from strength_words(table)


def cells_table(table: s.PlayersTable, wanted: Callable[[s.PlayerCell], bool]) -> r.DataTable:
    """Return those cells of the table that are ``wanted``, a row each."""
    rows = []
    for each in filter(wanted, table.cells):
        low, high = each.bounds.all_lost, each.bounds.all_won
        reach = f"{f.percent(low.low, low.of)} to {f.percent(high.high, high.of)}"
        beside = f.points_apart(each.beside).replace(" points", "") if each.beside else ""
        cells = [f.share_percent(each.wins), reach, beside]
        rows.append(r.Row(_name(each), cells, each.wins))
    heads = r.columns("Player", "wins", "of all", "beside the AI card.")
    return r.DataTable("Players against AI cards and against their like", heads, rows)


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


def challenge(summary: s.Summary, card: s.AICardSummary) -> Iterator[r.Block]:
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
            r.CodeText("JACK:search=50"),
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


def _against_the_card(table: s.PlayersTable, card: s.AICardSummary) -> Iterator[r.Block]:
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
