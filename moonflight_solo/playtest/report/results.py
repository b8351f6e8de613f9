"""What is told of a playtest on a terminal, section by section, and on the page."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO
from typing import Final

from moonflight_solo.playtest import report as r
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.report import comparing as c
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.ai_cards import idle, left_open, lines, players
from moonflight_solo.playtest.report.charts import histogram_chart, shares_chart
from moonflight_solo.playtest.report.comparing import WHAT
from moonflight_solo.playtest.report.course import cards, course, endless_chart
from moonflight_solo.playtest.tally import Tally


def results(summary: s.Summary, *, phrases: bool) -> Iterator[r.ReportSection]:
    """Yield the results of a playtest; ``phrases`` tells of every phrase of the AI cards too."""
    yield _played(summary)
    yield from of_games(summary)
    for card in summary.ai_cards:
        yield lines(card, summary, phrases=phrases)
        yield idle(card)
    yield from left_open(summary, phrases=phrases)


def of_games(summary: s.Summary) -> Iterator[r.ReportSection]:
    """Yield what the games say of the seats, of the game and of its cards."""
    yield _wins(summary)
    if summary.ranks:
        yield r.ReportSection("Ranks", [ranks(summary)])
    yield _length(summary)
    yield _endings(summary)
    yield course(summary)
    if len(summary.seats) > 1:
        yield r.ReportSection("What decided who won", [won_by(summary)])
    yield players(summary)
    yield from cards(summary)


def comparison(summary: s.Comparison) -> r.ReportSection:
    """Return what is told of two ways to play the same seeds, the verdict first."""
    (other,) = summary.others
    told: list[r.Block] = [*c.verdict_words(summary), *c.pairs_words(other)]
    told += [
        "Wins and their difference in points are of the games that ended both ways; of all, "
        "whoever had won the others.",
        c.seats_table(other),
        c.scores_words(other, stopped=summary.until is not None),
        *c.changes(other, "other-ab"),
    ]
    if other.examples:
        told += ["Games that came out otherwise:", c.commands(other)]
    return r.ReportSection(f"A: {summary.here}. B: {summary.there}.", told)


def played_otherwise(summary: s.Summary) -> Iterator[r.ReportSection]:
    """Yield what came of treatments that are not told of elsewhere, on the page alone."""
    elsewhere = {each.price.label for each in summary.otherwise if each.price}
    for number, other in enumerate(summary.others):
        if other.label not in elsewhere and other.what not in (*WHAT, "table"):
            ways = "here", "otherwise"
            told = [
                "Each pair of games has the same seed: here as planned above, and otherwise. Wins "
                "are of the games that ended both ways; of all, whoever had won the others.",
                *c.pairs_words(other, *ways),
                c.seats_table(other, *ways),
                c.scores_words(other),
                *c.changes(other, f"other-{number}"),
                r.Fold("Games that came out otherwise", [c.commands(other, *ways)]),
            ]
            yield r.ReportSection(f"Played otherwise: {other.label}", told)


# ------------------------------------------------------------------- tables of the page as well


def ranks(summary: s.Summary) -> r.DataTable:
    """Return how often each rank of Score Mode was earned."""
    rows = [
        r.Row(each.rank, [each.scores, each], each, "rank", each.rank) for each in summary.ranks
    ]
    return r.DataTable("Ranks of Score Mode", r.columns("Rank", "scores", "games"), rows)


def ended_by(summary: s.Summary) -> r.DataTable:
    """Return what ended the games."""
    rows = [r.Row(words, [share], share, "ended by", words) for words, share in f.endings(summary)]
    return r.DataTable("What ended the games", r.columns("Ended by", "games"), rows)


def won_by(summary: s.Summary) -> r.DataTable:
    """Return what decided who won."""
    rows = [r.Row(each.what, [each], each, "won by", each.what) for each in summary.won_by]
    return r.DataTable("What the winner won by", r.columns("Won by", "games"), rows)


# -------------------------------------------------------------------------------- the games


def _played(summary: s.Summary) -> r.ReportSection:
    plan = summary.plan
    seats = ", ".join(f"{seat.title} ({seat.player})" for seat in plan.seats)
    told = [f.unfinished_words(summary), "All intervals are of 95%."]
    games = summary.seats[0].wins.examples or summary.unfinished.examples
    if games and games[0].command:
        command = games[0].command.replace(f"--seed {games[0].seed}", "--seed NUMBER")
        told.append(f"Seeds below are games to look at: {command}")
    of = f"{f.plural(summary.games, 'game')}, {f.seeds_words(summary)}, {plan.edition} edition"
    return r.ReportSection(f"{seats}: {of}", told)


def what_was_played(summary: s.Summary) -> r.ReportSection:
    """Return what the games were, on the page alone."""
    plan = summary.plan
    facts = {
        f"Seat {seat.seat}": f"{seat.jack}, {f.player_words(seat.player)}" for seat in plan.seats
    }
    looked = f.whole(summary.detailed_games) if summary.detailed_games else "none"
    facts["Games"] = (
        f"{f.whole(summary.games)}, {f.seeds_words(summary)}; {looked} looked at in detail"
    )
    facts["First Player"] = "drawn by lot" if plan.first is None else f"seat {plan.first}"
    facts["Edition"] = plan.edition_title
    facts["Rulings switched"] = ", ".join(": ".join(each) for each in plan.rulings.items())
    facts["AI-card files"], facts["Card files"] = map(", ".join, (plan.ai_files, plan.card_files))
    facts["Broken off after"] = f"{f.whole(plan.rounds)} rounds"
    told = [f"{name}: {fact}" for name, fact in facts.items() if fact]
    again = "To play the same games again: ", r.CodeText(plan.command)
    return r.ReportSection("What was played", [r.Bullets(told), again])


def _wins(summary: s.Summary) -> r.ReportSection:
    told = [*f.balance_words(summary), f.first_player_words(summary)]
    rows = []
    for seat in summary.seats:
        gain, score = seat.gain_by_going_first, seat.score
        if gain.difference is not None:
            first, later = f.share_percent(seat.when_first), f.share_percent(seat.when_not_first)
            told.append(
                f"{seat.title} wins {first} of the games it begins and {later} of the others: "
                f"{f.points_apart(gain)}."
            )
        wins = []
        if len(summary.seats) > 1:
            wins = [f.share_percent(seat.wins), f.interval(seat.wins)]
            if summary.unfinished.count:
                low, high = seat.bounds.all_lost, seat.bounds.all_won
                wins.append(f"{f.percent(low.low, low.of)} to {f.percent(high.high, high.of)}")
        mean = [f.decimal(score.mean, 2), _from_to(score.low, score.high, 2)]
        reach = _from_to(score.least, score.most, 0)
        about = f"seat {seat.seat}"
        rows.append(r.Row(seat.title, [*wins, *mean, reach], seat.wins, about, "won"))
    heads = ["wins", "interval"] if len(rows) > 1 else []
    if heads and summary.unfinished.count:
        heads.append("of all games")
        told.append(
            "Wins are of finished games; of all games, from every unfinished one lost to every "
            "one won, with the interval."
        )
    facts = r.columns("Seat", *heads, "score", "interval", "range")
    blocks: list[r.Block] = [words for words in told if words]
    if not summary.games:
        return r.ReportSection("Wins and scores", [])
    more = [*_win_plots(summary), *_score_plots(summary)]
    table = r.DataTable("Wins and scores at the End", facts, rows)
    return r.ReportSection("Wins and scores", [*blocks, table, *_folds_last(more)])


def _folds_last(blocks: list[r.Block]) -> list[r.Block]:
    return sorted(blocks, key=lambda each: isinstance(each, r.Fold))


def _win_plots(summary: s.Summary) -> Iterator[r.Block]:
    if len(summary.seats) < 2:
        return
    if summary.finished.count:
        shares = [(f"Seat {seat.seat}, {seat.jack}", seat.wins) for seat in summary.seats]
        title = "Share of games won by each seat, with 95% intervals"
        seats = [seat.seat for seat in summary.seats]
        chart = shares_chart("wins", title, shares, 1 / len(shares), seats)
        yield r.Plot(
            chart,
            "Games won by each seat: the mark is the share of finished games, the whisker its 95% "
            "interval, the dashed line an even share.",
        )
    rows = []
    for seat in summary.seats:
        name, about = f"{seat.seat}, {seat.jack}", f"seat {seat.seat}"
        for what, share in (
            ("won when First Player", seat.when_first),
            ("won when not", seat.when_not_first),
            ("brought the End", seat.brought_the_end),
        ):
            rows.append(r.Row(f"{name}: {what}", [f.whole(share.of), share], share, about, what))
    first = summary.first_player
    if first is not None:
        name, about = "The First Player, any seat", "the First Player"
        rows.append(r.Row(name, [f.whole(first.wins.of), first.wins], None, about, "won"))
    title = "Going first, and bringing the End about"
    yield r.Fold(title, [r.DataTable(title, r.columns("Seat", "games", "count"), rows)])


def _score_plots(summary: s.Summary) -> Iterator[r.Block]:
    for seat in summary.seats:
        told = f"Seat {seat.seat}, {seat.jack}: games by score"
        yield from _spread_plots(f"score-{seat.seat}", told, "Score", seat.score, seat.seat)


def _spread_plots(
    name: str, told: str, head: str, spread: s.Spread, seat: int = 0
) -> Iterator[r.Block]:
    """Yield a spread drawn, and folded the same as a table: every value with its games."""
    if not spread.histogram:
        return
    yield r.Plot(histogram_chart(name, told, spread, seat), f"{told}. The dashed line is the mean.")
    rows = [
        r.Row(str(each.value), [r.LinkedText(f.whole(each.count), each, told, str(each.value))])
        for each in spread.histogram
    ]
    numbers = [f"{per}% {spread.quantiles[per]}" for per in spread.quantiles]
    yield r.Fold(
        f"The same as a table: {told}",
        [
            f"Mean {f.decimal(spread.mean, 2)}, deviation {f.decimal(spread.deviation, 2)}; of the "
            f"games so many had no more than: {', '.join(numbers)}.",
            r.DataTable(told, r.columns(head, "games"), rows),
        ],
    )


def _length(summary: s.Summary) -> r.ReportSection:
    turn, rows = summary.turn, []
    for what, spread in (("rounds", summary.rounds), ("round of the Turn", turn.round)):
        mean = [f.decimal(spread.mean, 1), _from_to(spread.low, spread.high, 1)]
        quantiles = [f.decimal(spread.quantiles[each], 0) for each in ("5", "50", "95")]
        last, reach = spread.histogram[-1:], _from_to(spread.least, spread.most, 0)
        most = last[0] if last else None
        cells = [
            *mean,
            *quantiles,
            r.LinkedText(reach, most, "the longest", what) if most else reach,
        ]
        rows.append(r.Row(what, cells, most))
    told = [
        "Of all games 5%, 50% and 95% were no longer than the numbers below these say.",
        f"The Turn came in {f.share_words(turn.came)} of the games.",
        f.acts_words(summary),
        *f.endless_words(summary),
    ]
    heads = r.columns("What", "mean", "interval", "5%", "50%", "95%", "range")
    blocks: list[r.Block] = [*told, r.DataTable("How long games are", heads, rows)]
    long, came = "Games by their number of rounds", "Games by the round in which the Turn came"
    plots = [*_spread_plots("rounds", long, "Rounds", summary.rounds)]
    blocks += _folds_last([*plots, *_spread_plots("turns", came, "Round", turn.round)])
    for game in summary.endless:
        if game.lines:
            lines = (
                f"Seed {game.seed}: acts from round {game.since} on, by the lines they came from."
            )
            blocks.append(r.Plot(endless_chart(game), lines))
    return r.ReportSection("How long it takes", blocks)


def _endings(summary: s.Summary) -> r.ReportSection:
    table = ended_by(summary)
    told: list[r.Block] = []
    if len(table.rows) > len(summary.ended_by):
        told = ["Who brought the End is told of the finished games; two can at once."]
    never = [
        r.LinkedText(f"{each.seed}", s.Counted(1, (each,)), "the game", "never came to its End")
        for each in summary.unfinished.examples
    ]
    if never:
        seeds = [piece for each in never for piece in (", ", each)][1:]
        told.append(("Seeds of games that never came to their End: ", *seeds, "."))
    return r.ReportSection("What ended the game", [*told, table] if table.rows else [])


def _from_to(low: float | None, high: float | None, places: int) -> str:
    if low is None or high is None:
        return "–"
    return f"{f.decimal(low, places)} to {f.decimal(high, places)}"


# ------------------------------------------------------------------------------- game by game

HEADS: Final = ("seed", "first", "ended_by", "rounds", "acts", "turn", "winner", "lead_changes")


def game_rows(tally: Tally, plan: Plan) -> str:
    """Return a heading and a line for every game, by its seed.

    Seats count from 1; ``turn`` is the round of the Turn and ``winner`` a seat, empty for none;
    ``lead_changes`` is how often another seat came to own the most points;
    the score of a game that never ended is that of its last round. The plan must keep each game.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([*HEADS, *(f"score_{number + 1}" for number in range(len(plan.seats)))])
    writer.writerows(sorted(_rows(tally)))
    return text.getvalue()


def _rows(tally: Tally) -> Iterator[tuple[object, ...]]:
    for key in tally:
        if key[0] == "game":
            seed, first, ended_by, rounds, acts, turn, winner, changes, *scores = key[1:]
            yield seed, first, ended_by, rounds, acts, turn or "", winner or "", changes, *scores
