"""The feedback sheet to the designer: the print-and-play's three questions, answered in figures.

The print-and-play asks its playtesters for three things (its first page): how clear the rules are,
whether the two decks are balanced, and whether the AI card is clear, easy to use and a reasonable
challenge. Programs can answer only parts of that, and the sheet says which.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from moonflight_solo.check.finding import Finding
from moonflight_solo.playtest.figures import (
    Plain,
    balance_words,
    by_print_words,
    decimal,
    endings,
    first_player_words,
    interval,
    line_words,
    percent,
    player_words,
    plural,
    points_apart,
    seat_words,
    seeds_words,
    sentence,
    share_words,
    signed,
    unfinished_words,
    whole,
)
from moonflight_solo.playtest.markdown import bullets, code, literal, table
from moonflight_solo.records import Note, Record
from moonflight_solo.rules.rulings import Ruling

MOST_CARDS: Final = 5
MOST_OTHERWISE: Final = 12


@dataclass(frozen=True)
class Seen:
    """What the sheet is written from beside the playtest itself.

    ``findings`` of the wording check for the AI card of each seat, by the seat's number, and
    ``by_print``, how much of what its lines have to say the print says, of how much;
    ``records`` of games with the playtester's notes, by the name of their file; ``left_open``,
    the questions about the rules of the game that a ruling had to answer.
    """

    findings: Mapping[int, Sequence[Finding]] = field(default_factory=dict)
    by_print: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    records: Mapping[str, Record] = field(default_factory=dict)
    left_open: Sequence[Ruling] = ()


def feedback_sheet(summary: Plain, seen: Seen) -> str:
    """Return the feedback sheet as Markdown.

    ``summary`` is what ``moonflight playtest --json`` prints. All words printed on cards, and all
    notes, stand there to the letter.
    """
    parts = [
        _head(summary),
        _rules(summary, seen),
        _balance(summary),
        _ai_cards(summary, seen),
        _notes(seen.records),
        _questions(seen.left_open),
    ]
    return "\n\n".join(block for part in parts for block in part) + "\n"


def _head(summary: Plain) -> Iterator[str]:
    plan = summary["plan"]
    yield "# Moonflight: feedback from a playtest"
    if not summary["games"]:
        yield "No game was played yet, so there are no figures."
        return
    yield (
        f"{plural(summary['games'], 'game')} ({seeds_words(summary)}), "
        f"{literal(plan['edition_title'])}, played by {literal(summary['program'])}:"
    )
    yield bullets([literal(seat_words(seat)) for seat in plan["seats"]])
    yield f"To play the same games again: {code(plan['command'])}"
    yield (
        "In brackets stands a 95% interval; of 100 such intervals about 95 hold the true figure, "
        "which endless games would show. No figure here is about people; all are about these "
        "players in these seats."
    )


# ------------------------------------------------------------------------- the three questions


def _rules(summary: Plain, seen: Seen) -> Iterator[str]:
    yield "## 1. Are the rules clear?"
    yield (
        "A program forgets no rule and is not confused, so which rules people forget only their "
        "notes can tell. What the games do tell:"
    )
    said = [unfinished_words(summary)]
    if seen.left_open:
        said.append(
            f"To carry the rules out to the letter, {plural(len(seen.left_open), 'question')} had "
            "to be answered that they leave open; all of them are listed at the end."
        )
    ways = [
        f"{literal(words)}, {share_words(each)}"
        for words, each in endings(summary)
        if each["count"]
    ]
    if ways:
        said.append(f"What ended the games: {'; '.join(ways)}.")
    if summary["rounds"]["mean"] is not None:
        rounds = summary["rounds"]
        said.append(
            f"A game took {decimal(rounds['mean'])} rounds on average, nine games in ten "
            f"{rounds['quantiles']['5']} to {rounds['quantiles']['95']}."
        )
    yield bullets(said)
    loose = sum(not note.line for record in seen.records.values() for note in record.notes)
    if loose:
        are = "is" if loose == 1 else "are"
        yield f"{plural(loose, 'note')} below {are} not tied to a line of an AI card."


def _balance(summary: Plain) -> Iterator[str]:
    yield "## 2. Are the decks balanced?"
    seats = summary["seats"]
    if len(seats) < 2:
        yield "One deck alone was played, so the games say nothing of balance."
        yield from _alone(summary)
        return
    said = [literal(words) for words in balance_words(summary)]
    if not said:
        yield "No game came to its End, so nothing can be said."
        return
    first = first_player_words(summary)
    yield bullets([*said, literal(first)] if first else said)
    yield table(
        ["Seat", "Won", "Share of wins", "95% interval", "Mean score"],
        [
            [
                literal(seat_words(seat)),
                f"{whole(seat['wins']['count'])} of {whole(seat['wins']['of'])}",
                percent(seat["wins"]["share"], seat["wins"]["of"]),
                interval(seat["wins"]),
                decimal(seat["score"]["mean"], 2),
            ]
            for seat in seats
        ],
    )
    if len({seat["player"] for seat in seats}) > 1:
        yield "The seats were not played alike, so these shares weigh the players with the decks."
    elif all(seat["player"] == "ai" for seat in seats):
        yield (
            "Every deck was played by its AI card, so these shares weigh the AI cards with the "
            "decks."
        )
    yield from _cards(seats)


def _alone(summary: Plain) -> Iterator[str]:
    """Yield what one Jack alone scored, and the ranks that Score Mode gives for it."""
    (seat,) = summary["seats"]
    score = seat["score"]
    if score["mean"] is None:
        return
    parts = score["quantiles"]
    yield (
        f"{literal(seat_words(seat))}, scored {decimal(score['mean'], 2)} points on average "
        f"({decimal(score['low'], 2)} to {decimal(score['high'], 2)}), in nine games of ten "
        f"{parts['5']} to {parts['95']}, {score['most']} at most."
    )
    if summary["ranks"]:
        yield table(
            ["Rank", "Scores", "Games", "Share", "95% interval"],
            [
                [
                    literal(each["rank"]),
                    literal(each["scores"]),
                    f"{whole(each['count'])} of {whole(each['of'])}",
                    percent(each["share"], each["of"]),
                    interval(each),
                ]
                for each in summary["ranks"]
            ],
        )
    yield from _cards(summary["seats"])


def _cards(seats: Sequence[Plain]) -> Iterator[str]:
    said = []
    for seat in seats:
        bought = [card for card in seat["cards"] if card["bought"]]
        never = [card for card in seat["cards"] if not card["bought"] and card["suit"]]
        if bought:
            names = ", ".join(
                f"{literal(card['name'])} ({decimal(card['bought_a_game'], 2)} a game)"
                for card in bought[:MOST_CARDS]
            )
            said.append(f"{literal(seat_words(seat))}, bought most: {names}.")
        if never:
            names = ", ".join(literal(card["name"]) for card in never)
            said.append(f"{literal(seat_words(seat))}, never bought: {names}.")
    if said:
        yield bullets(said)


def _ai_cards(summary: Plain, seen: Seen) -> Iterator[str]:
    yield "## 3. Is the AI card clear, easy to follow and a reasonable challenge?"
    if not summary["ai_cards"]:
        yield "No seat was played by an AI card."
        return
    for card in summary["ai_cards"]:
        yield f"### {literal(card['title'])} (seat {card['seat']})"
        yield "**Clear?**"
        yield from _clear(summary, card, seen)
        yield "**Easy to follow?**"
        yield from _easy(summary, card)
        yield "**A reasonable challenge?**"
        yield _challenge(summary, card)


# ------------------------------------------------------------------------------ the AI card


def _clear(summary: Plain, card: Plain, seen: Seen) -> Iterator[str]:
    said = []
    findings = seen.findings.get(card["seat"])
    if card["seat"] in seen.by_print:
        said.append(by_print_words(seen.by_print[card["seat"]]))
    ruled = [line for line in card["lines"] if line["by"] == "ruling"]
    said.append(
        f"{whole(len(ruled))} of {plural(len(card['lines']), 'line')} can be read in several ways "
        "and had to be read by a ruling."
    )
    if findings is not None:
        numbers = [
            plural(sum(finding.severity == kind for finding in findings), kind)
            for kind in ("error", "warning", "note")
        ]
        said.append(f"The wording check finds {numbers[0]}, {numbers[1]} and {numbers[2]}.")
    yield bullets(said)
    grave = [finding for finding in findings or () if finding.severity != "note"]
    if grave:
        yield "What it finds, notes left out:"
        yield bullets([_finding(finding) for finding in grave])
    if ruled:
        yield "Lines read by a ruling, and the reading:"
        yield bullets(
            [
                f"{line_words(line)}: “{literal(line['words'])}” "
                f"Read as: “{literal(line['means'])}”"
                for line in ruled
            ]
        )
    yield from _prices(summary, card["seat"])


def _finding(finding: Finding) -> str:
    words = f" “{literal(finding.words)}”" if finding.words else ""
    remedy = f" {literal(sentence(finding.remedy))}" if finding.remedy else ""
    certainty = f" ({literal(finding.certainty)})" if finding.certainty else ""
    line = f"{literal(finding.line)}, " if finding.line else ""
    name = f"{line}{finding.severity} {code(finding.code)}"
    return f"{name}:{words} {literal(sentence(finding.because))}{certainty}{remedy}"


def _prices(summary: Plain, seat: int) -> Iterator[str]:
    """Yield what other readings and rulings would have done, those that matter most first."""
    others = [each for each in summary["otherwise"] if each["seat"] == seat]
    matter = sorted(
        (each for each in others if each["acts"]["count"]), key=lambda each: -each["acts"]["count"]
    )
    if matter:
        yield (
            f"Read otherwise, it would have acted otherwise (from the "
            f"{plural(summary['detailed_games'], 'game')} looked at in detail):"
        )
        yield bullets([_price(each) for each in matter[:MOST_OTHERWISE]])
    rest = len(matter) - MOST_OTHERWISE
    if rest > 0:
        yield f"{plural(rest, 'other way', 'other ways')} to read it changed fewer acts than these."
    silent = len(others) - len(matter)
    if silent:
        yield (
            f"{plural(silent, 'other way', 'other ways')} to read or rule it would have changed no "
            "act in these games."
        )


def _price(each: Plain) -> str:
    acts, games = each["acts"], each["games"]
    words = (
        f"{literal(each['label'])}, “{literal(each['means'])}”: {whole(acts['count'])} of "
        f"{plural(acts['of'], 'act')} ({percent(acts['share'], acts['of'])}), in "
        f"{percent(games['share'], games['of'])} of games at least once."
    )
    if each["price"] is None:
        return words + " What that does to the wins was not played."
    for seat in each["price"]["seats"]:
        if seat["seat"] == each["seat"]:
            score = signed(seat["score_difference"]["difference"], 2)
            words += (
                f" Its share of wins changes by {points_apart(seat['win_difference'])}, its score "
                f"by {score} on average ({plural(each['price']['games'], 'game')}, same seeds)."
            )
    return words


def _easy(summary: Plain, card: Plain) -> Iterator[str]:
    said = []
    counted = [line for line in card["lines"] if line["counts"]]
    followed = sum(line["followed"]["count"] for line in counted)
    if followed:
        looked = sum(line["looked_at"]["count"] for line in counted)
        said.append(
            f"To find the line to follow, {decimal(looked / followed)} lines are looked at for an "
            "act on average."
        )
    said += list(_decided(summary, card["seat"]))
    idle = len(card["never_decisive"])
    if idle:
        said.append(
            f"{plural(idle, 'phrase')} never decided anything in the games looked at in detail: "
            + "; ".join(
                f"“{literal(each['words'])}” ({each['side']}-Turn {each['number']})"
                for each in card["never_decisive"]
            )
            + "."
        )
    if said:
        yield bullets(said)
    never = [line for line in counted if not line["followed"]["count"]]
    if not summary["games"]:
        return
    if never:
        yield f"Never followed in {plural(summary['games'], 'game')}:"
        yield bullets([_never(line) for line in never])
    else:
        yield f"Every line was followed in at least one of {plural(summary['games'], 'game')}."


def _decided(summary: Plain, seat: int) -> Iterator[str]:
    """Yield how often a ruling had to help, the most frequent of each kind."""
    kinds = {
        "tie": "a tie was broken that the card does not break, and it mattered",
        "default": "a choice was answered of which the card says nothing",
    }
    for what, told in kinds.items():
        some = [each for each in summary["decided"] if (each["seat"], each["what"]) == (seat, what)]
        if some:
            # Several rulings may help with one act, so the shares are not added up.
            most = max(some, key=lambda each: int(each["count"]))
            of = "choices" if what == "default" else "acts"
            yield (
                f"By ruling {literal(most['ruling'])} {told}: {share_words(most)} of its {of}"
                + (f"; {plural(len(some) - 1, 'other ruling')} did so too." if some[1:] else ".")
            )


def _never(line: Plain) -> str:
    words = f"{line_words(line)}: “{literal(line['words'])}”"
    if not line["looked_at"]["count"]:
        return f"{words} It was never looked at."
    blocked = line["detail"]["blocked"]
    if not blocked:
        return f"{words} It was looked at {plural(line['looked_at']['count'], 'time')}."
    most = blocked[0]
    return (
        f"{words} Most often because: {literal(most['status'].replace('-', ' '))} "
        f"({percent(most['share'], most['of'])} of the looks)."
    )


def _challenge(summary: Plain, card: Plain) -> str:
    seat = next(each for each in summary["seats"] if each["seat"] == card["seat"])
    against = [each for each in summary["seats"] if each["seat"] != card["seat"]]
    if not against or not summary["finished"]["count"]:
        return "It played against nobody to the End, so nothing can be said."
    if all(each["player"] == "ai" for each in against):
        return (
            "It played only against AI cards, so these games say nothing of the challenge to a "
            "person. A searching player in the other seat (such as "
            f"{code('JACK:search=50')}) is a stand-in for a skilled one."
        )
    names = " and ".join(
        literal(f"{each['jack']}, {player_words(each['player'])},") for each in against
    )
    wins = seat["wins"]
    even = 1 / len(summary["seats"])
    if wins["high"] < even:
        verdict = "less than an even share: these players beat it more often than not"
        verdict = verdict if len(against) == 1 else "less than an even share"
    elif wins["low"] > even:
        verdict = "more than an even share"
    else:
        verdict = "not to be told from an even share"
    return (
        f"Against {names} it won {share_words(wins)}, {verdict}. How that compares with people "
        "the games cannot say."
    )


# ------------------------------------------------------------- notes, and what rules leave open


def _notes(records: Mapping[str, Record]) -> Iterator[str]:
    if not records:
        return
    yield "## The playtester's own notes"
    for name, record in records.items():
        header = record.header
        jacks = " against ".join(literal(seat_in(seat.jack, seat.player)) for seat in header.seats)
        yield f"### {literal(name)}"
        yield f"{jacks}, {literal(header.edition)} edition, seed {header.seed}{_outcome(record)}."
        if record.notes:
            yield bullets(
                [_note(note, stands=record.stands(at)) for at, note in enumerate(record.notes)]
            )
        else:
            yield "No notes were made in this game."


def seat_in(jack: str, player: str) -> str:
    """Return who sat in a seat of a recorded game."""
    return f"{jack} ({'AI card' if player == 'ai' else player})"


def _outcome(record: Record) -> str:
    ended = record.ended
    if ended is None:
        return f", not played to its End (round {record.round})"
    scores = " to ".join(str(score) for score in ended.scores)
    winner = f", seat {ended.winner} won" if ended.winner and len(ended.scores) > 1 else ""
    return f", ended in round {ended.round} with {scores} points{winner}"


def _note(note: Note, *, stands: bool) -> str:
    turned = ", after the Turn" if note.turned else ""
    since = "" if stands else " (taken back since)"
    words = f"Round {note.round}{turned}, after {plural(note.act, 'act')}{since}: "
    words += f"“{literal(note.note)}”"
    if note.ai and note.line:
        side = "post" if note.turned else "pre"
        words += (
            f" The last line followed was {side}-Turn {literal(note.line)} of "
            f"{literal(note.ai)}, “{literal(note.words)}”: {literal(note.did)}."
        )
    elif note.ai:
        words += f" {literal(note.ai)} had followed no line last: {literal(note.did)}."
    return words


def _questions(left_open: Sequence[Ruling]) -> Iterator[str]:
    if not left_open:
        return
    yield "## Questions that the rules leave open"
    yield "Each with the ruling that was played by."
    yield bullets(
        [
            f"{literal(ruling.id)}: {literal(ruling.question)} *Played:* {literal(_played(ruling))}"
            for ruling in left_open
        ]
    )


def _played(ruling: Ruling) -> str:
    return ruling.choices.get(ruling.chosen) or ruling.ruling or ruling.reads
