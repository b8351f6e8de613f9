"""A playtest's results in sections: a few sentences and a table each, for screen or plain text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.playtest import figures

Data = dict[str, Any]

MOST_CARDS: Final = 8
_LEAST_NAME: Final = 12


@dataclass(frozen=True)
class Section:
    """What is told of one thing. The first of ``columns`` names the row, the others are numbers
    unless they end with a full stop. An empty cell has nothing to tell.
    """

    title: str
    sentences: Sequence[str] = ()
    columns: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = field(default=())


def show(section: Section, screen: Terminal) -> None:
    """Show a section as a table, or, on a plain terminal, each row as a line of facts."""
    if not section.rows and not section.sentences:
        return
    screen.say()
    screen.say(section.title, "bold")
    for sentence in section.sentences:
        screen.say(sentence)
    if screen.plain:
        for row in section.rows:
            screen.say(_facts(section.columns, row))
    elif section.rows:
        screen.show(_table(section, screen.width))


def _facts(columns: Sequence[str], row: Sequence[str]) -> str:
    named = zip(columns[1:], row[1:], strict=True)
    facts = [f"{column.rstrip('.')} {cell}" for column, cell in named if cell]
    return f"{row[0]}: {', '.join(facts)}."


def _table(section: Section, width: int) -> Table:
    """Return the table; where it is too wide, the names of the rows are cut short."""
    table = Table(box=None, pad_edge=False, padding=(0, 1), show_edge=False)
    columns = list(zip(section.columns, *section.rows, strict=True))
    numbers = [max(cell_len(cell.rstrip(".")) for cell in column) for column in columns[1:]]
    first = max(_LEAST_NAME, width - sum(numbers) - 2 * len(numbers) - 1)
    for number, column in enumerate(section.columns):
        words = number == 0 or column.endswith(".")
        table.add_column(
            Text(column.rstrip("."), style="dim"),
            justify="left" if words else "right",
            no_wrap=True,
            overflow="ellipsis",
            max_width=None if number else first,
            min_width=numbers[number - 1] if number else None,
        )
    for row in section.rows:
        table.add_row(*(Text(cell) for cell in row))
    return table


# ------------------------------------------------------------------------------ the whole


def results(summary: Data, *, phrases: bool) -> Iterator[Section]:
    """Yield the results of a playtest; ``phrases`` tells of every phrase of the AI cards too."""
    yield _played(summary)
    yield _seats(summary)
    if summary["ranks"]:
        yield _shares("Ranks", summary["ranks"], "rank")
    yield _length(summary)
    yield _endings(summary)
    if len(summary["seats"]) > 1:
        yield _shares("What decided who won", summary["won_by"], "what")
    for seat in summary["seats"]:
        yield _cards(seat, alone=len(summary["seats"]) == 1)
    for card in summary["ai_cards"]:
        yield _lines(card, summary, phrases=phrases)
        yield _asleep(card)
    yield _decided(summary, gaps=phrases)
    yield _otherwise(summary)
    if phrases:
        yield _meanings(summary)


def _played(summary: Data) -> Section:
    plan, games = summary["plan"], summary["games"]
    seats = ", ".join(f"{seat['title']} ({seat['player']})" for seat in plan["seats"])
    told = [figures.unfinished_words(summary), "All intervals are of 95%."]
    seeds = summary["seats"][0]["wins"]["examples"] or summary["unfinished"]["examples"]
    if seeds and seeds[0]["command"]:
        command = seeds[0]["command"].replace(f"--seed {seeds[0]['seed']}", "--seed NUMBER")
        told.append(f"Seeds below are games to look at: {command}")
    of = f"{figures.plural(games, 'game')}, {figures.seeds_words(summary)}, {plan['edition']}"
    return Section(f"{seats}: {of} edition", told)


def _seats(summary: Data) -> Section:
    rows = []
    for seat in summary["seats"]:
        score = seat["score"]
        rows.append(
            [
                seat["title"],
                _percent(seat["wins"]),
                figures.interval(seat["wins"]),
                figures.decimal(score["mean"], 2),
                _from_to(score["low"], score["high"], 2),
                _from_to(score["least"], score["most"], 0),
                _seed(seat["wins"]),
            ]
        )
    told = [*figures.balance_words(summary), figures.first_player_words(summary)]
    told += [_going_first(seat) for seat in summary["seats"]]
    columns = ["Seat", "wins", "interval", "score", "interval", "range", "seed"]
    if len(rows) == 1:
        rows = [[row[0], *row[3:]] for row in rows]
        columns = [columns[0], *columns[3:]]
    return Section("Wins and scores", [words for words in told if words], columns, rows)


def _going_first(seat: Data) -> str:
    gain = seat["gain_by_going_first"]
    if gain["difference"] is None:
        return ""
    first, later = _percent(seat["when_first"]), _percent(seat["when_not_first"])
    return (
        f"{seat['title']} wins {first} of the games it begins and {later} of the others: "
        f"{figures.points_apart(gain)}."
    )


def _length(summary: Data) -> Section:
    rows = []
    turn = summary["turn"]
    for what, spread in (("rounds", summary["rounds"]), ("round of the Turn", turn["round"])):
        quantiles = spread["quantiles"]
        rows.append(
            [
                what,
                figures.decimal(spread["mean"], 1),
                _from_to(spread["low"], spread["high"], 1),
                *(_number(quantiles[each]) for each in ("5", "50", "95")),
                _from_to(spread["least"], spread["most"], 0),
                _seed(spread["histogram"][-1]) if spread["histogram"] else "",
            ]
        )
    told = ["Of all games 5%, 50% and 95% were no longer than the numbers below these say."]
    told += [f"The Turn came in {figures.share_words(turn['came'])} of the games."]
    columns = ["", "mean", "interval", "5%", "50%", "95%", "range", "seed"]
    return Section("How long it takes", told, columns, rows)


def _endings(summary: Data) -> Section:
    rows = [_share_row(words, share) for words, share in figures.endings(summary)]
    told = []
    if len(rows) > len(summary["ended_by"]):
        told = ["Who brought the End is told of the finished games; two can at once."]
    return Section("What ended the game", told, _SHARE, rows)


_SHARE: Final = ("", "games", "share", "interval", "seed")


def _share_row(words: str, share: Mapping[str, Any]) -> list[str]:
    number = figures.whole(share["count"])
    return [words, number, _percent(share), figures.interval(share), _seed(share)]


def _shares(title: str, shares: Sequence[Data], called: str) -> Section:
    return Section(title, (), _SHARE, [_share_row(str(each[called]), each) for each in shares])


def _cards(seat: Data, *, alone: bool) -> Section:
    rows = [
        [
            f"{card['name']} / {card['turned']}",
            str(card["cost"]),
            figures.decimal(card["bought_a_game"], 2),
            "" if alone else _percent(card["won_when_bought"]),
            figures.decimal(card["points_a_game"], 2),
            _seed(card["bought_in"]),
        ]
        for card in seat["cards"][:MOST_CARDS]
        if card["bought"]
    ]
    columns = ["Card", "cost", "bought", "" if alone else "wins then", "points", "seed"]
    told = ["Copies bought and points scored are for one game."] if rows else []
    return Section(f"Bought most by {seat['title']}", told, columns, rows)


# ----------------------------------------------------------------------------- AI cards


def _lines(card: Data, summary: Data, *, phrases: bool) -> Section:
    rows: list[list[str]] = []
    for line in card["lines"]:
        blocked = line["detail"]["blocked"]
        rows.append(
            [
                f"{_where(line)} {line['words']}",
                figures.whole(line["looked_at"]["count"]),
                figures.whole(line["condition_true"]["count"]),
                figures.whole(line["followed"]["count"]),
                f"{_percent(blocked[0])} {blocked[0]['status']}" if blocked else "",
                _seed(line["followed"]),
            ]
        )
        if phrases:
            rows += [_phrase(phrase) for phrase in line["detail"]["phrases"]]
    detailed = figures.plural(summary["detailed_games"], "game")
    told = [
        f"Acts in all games; Reset lines, lines below others, what blocked a line and phrases in "
        f"{detailed} looked at in detail. A line is blocked when its turn comes and it cannot be "
        "followed."
    ]
    if phrases:
        told.append("Of a phrase, followed means: it decided.")
    columns = ["Line", "looked at", "true", "followed", "blocked by.", "seed"]
    title = f"{card['title']}, seat {card['seat']}"
    return Section(title, told, columns, rows)


def _phrase(phrase: Data) -> list[str]:
    return [
        f"   {phrase['kind']}: {phrase['words']}",
        figures.whole(phrase["looked_at"]),
        figures.whole(phrase["true"]["count"]),
        figures.whole(phrase["decisive"]["count"]),
        "",
        _seed(phrase["decisive"]),
    ]


def _asleep(card: Data) -> Section:
    """Return the lines never followed and the phrases that never decided."""
    told = []
    for key, where in (
        ("never_followed", ""),
        ("never_followed_in_detail", " in the games looked at in detail"),
    ):
        if card[key]:
            told.append(f"Never followed{where}: {', '.join(map(_where, card[key]))}.")
    told += [
        f"Never decisive: {each['words']} in {_where(each)}." for each in card["never_decisive"]
    ]
    return Section(f"{card['title']}: what does nothing here", told)


def _where(line: Data) -> str:
    section = " Reset" if line.get("section") == "reset" else ""
    return f"{line['side']}{section} {line['number']}"


_WHAT: Final = {
    "tie": "tie",
    "default": "the card is silent",
    "words": "ruling on these words",
    "gap": "ruling that a line leans on",
}


def _decided(summary: Data, *, gaps: bool) -> Section:
    rows = [
        [
            f"seat {each['seat']}: {each['ruling']}, {_WHAT[each['what']]}",
            figures.whole(each["count"]),
            _percent(each),
            _seed(each),
        ]
        for each in summary["decided"]
        if gaps or each["what"] != "gap"
    ]
    told = ["Of the acts (answers, where the card is silent) in games looked at in detail."]
    columns = ["Ruling", "times", "share", "seed"]
    return Section("What ties, silence and rulings decided", told if rows else (), columns, rows)


def _otherwise(summary: Data) -> Section:
    rows = []
    for each in summary["otherwise"]:
        row = [
            _other_name(each),
            _percent(each["acts"]),
            _percent(each["games"]),
        ]
        price = each["price"]
        if price:
            otherwise = price["came_out_otherwise"]
            win = price["seats"][each["seat"] - 1]["win_difference"]
            row += [_percent(otherwise), figures.points_apart(win), _seed(otherwise)]
        else:
            row.append(_seed(each["games"]))
        rows.append(row)
    priced = any(each["price"] for each in summary["otherwise"])
    columns = ["Other way", "acts", "games", *(["ends", "wins."] if priced else []), "seed"]
    detailed = figures.plural(summary["detailed_games"], "game")
    told = [
        f"How often another reading or ruling would have acted otherwise: share of the acts, and "
        f"of the games, in {detailed} looked at in detail."
    ]
    if priced:
        told.append(
            "All games were played that way too: ends is the share that came out otherwise, wins "
            "how much more often the seat wins that way, with the interval for pairs. Of twenty "
            "such intervals about one leaves out 0 by chance alone."
        )
    else:
        told.append("What each would do to the wins: --price.")
    told.append("What each means: --phrases, --html or --json.")
    return Section("The price of an ambiguity", told if rows else (), columns, rows)


def _meanings(summary: Data) -> Section:
    """Return what each other reading or ruling says."""
    told = [f"{_other_name(each)}: {each['means']}" for each in summary["otherwise"]]
    return Section("The other ways", told)


def _other_name(each: Data) -> str:
    label = str(each["label"])
    return label if each["line"] else f"seat {each['seat']} {label}"


# ------------------------------------------------------------------------------ compare


def comparison(summary: Data, here: str, there: str) -> Iterator[Section]:
    """Yield what is told of two ways to play the same seeds."""
    (other,) = summary["others"]
    told = [
        f"{figures.plural(other['pairs'], 'seed')} played both ways to the End; they came out "
        f"otherwise in {figures.share_words(other['came_out_otherwise'])}."
    ]
    for way, share in (("A", other["unfinished_here"]), ("B", other["unfinished_other"])):
        if share["count"]:
            told.append(f"{way} never came to the End in {figures.share_words(share)}.")
    rows = [
        [
            seat["title"],
            _percent(seat["wins_here"]),
            _percent(seat["wins_other"]),
            figures.points_apart(seat["win_difference"]),
            figures.apart(seat["score_difference"]),
        ]
        for seat in other["seats"]
    ]
    columns = ["Seat", "wins A", "wins B", "B less A, paired.", "score B less A."]
    yield Section(f"A: {here}. B: {there}.", told, columns, rows)
    yield Section(
        "Games that came out otherwise",
        [line for each in other["examples"] for line in _both_commands(each)],
    )


def _both_commands(example: Data) -> list[str]:
    lines = [f"A: {example['command']}", f"B: {example['other_command']}"]
    return [*lines, *([example["first_difference"]] if example.get("first_difference") else [])]


# ---------------------------------------------------------------------------- small words


def _percent(share: Mapping[str, Any]) -> str:
    return figures.percent(share["share"], share["of"])


def _seed(part: Mapping[str, Any]) -> str:
    return str(part["examples"][0]["seed"]) if part["examples"] else ""


def _number(value: float | None) -> str:
    return figures.decimal(value, 0)


def _from_to(low: float | None, high: float | None, places: int) -> str:
    if low is None or high is None:
        return "–"
    return f"{figures.decimal(low, places)} to {figures.decimal(high, places)}"
