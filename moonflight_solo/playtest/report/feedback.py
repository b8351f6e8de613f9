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
from moonflight_solo.playtest import report as r
from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.kinds import AI
from moonflight_solo.playtest.report import figures as f
from moonflight_solo.playtest.report.ai_cards import cells_table, challenge, strength_words
from moonflight_solo.playtest.report.markdown import markdown
from moonflight_solo.playtest.report.results import comparison, ranks
from moonflight_solo.records import Note, Record
from moonflight_solo.rules.rulings import Ruling

MOST_CARDS: Final = 5
MOST_OTHERWISE: Final = 12


@dataclass(frozen=True)
class Evidence:
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


def feedback_sheet(summary: s.Summary, evidence: Evidence) -> str:
    """Return the feedback sheet as Markdown.

    All words printed on cards, and all notes, stand there to the letter.
    """
    return markdown(_sections(summary, evidence))


def _sections(summary: s.Summary, evidence: Evidence) -> Iterator[r.ReportSection]:
    yield r.ReportSection("Moonflight: feedback from a playtest", [*_head(summary)], 1)
    if isinstance(summary, s.Comparison):
        told = comparison(summary)
        below = "All that stands below is of A."
        yield r.ReportSection(told.title, [*told.blocks, below])
    yield r.ReportSection("1. Are the rules clear?", [*_rules(summary, evidence)])
    yield r.ReportSection("2. Are the decks balanced?", [*_balance(summary)])
    third = "3. Is the AI card clear, easy to follow and a reasonable challenge?"
    none = [] if summary.ai_cards else ["No seat was played by an AI card."]
    strength = strength_words(summary.players) if summary.players else ()
    yield r.ReportSection(third, [*none, *strength])
    for card in summary.ai_cards:
        yield r.ReportSection(f"{card.title} (seat {card.seat})", [], 3)
        yield r.ReportSection("Clear?", [*_clear(summary, card, evidence)], 4)
        yield r.ReportSection("Easy to follow?", [*_easy(summary, card)], 4)
        yield r.ReportSection("A reasonable challenge?", [*challenge(summary, card)], 4)
    if evidence.records:
        yield r.ReportSection("The playtester's own notes", [])
    for name, record in evidence.records.items():
        yield r.ReportSection(name, [*_notes(record)], 3)
    if evidence.left_open:
        said = "Each with the ruling that was played by."
        open_ = [
            (f"{ruling.id}: {ruling.question} ", r.Emphasis("Played:"), f" {_played(ruling)}")
            for ruling in evidence.left_open
        ]
        yield r.ReportSection("Questions that the rules leave open", [said, r.Bullets(open_)])


def _head(summary: s.Summary) -> Iterator[r.Block]:
    plan = summary.plan
    if not summary.games:
        yield "No game was played yet, so there are no figures."
        return
    yield (
        f"{f.plural(summary.games, 'game')} ({f.seeds_words(summary)}), {plan.edition_title}, "
        f"played by {summary.program}:"
    )
    yield r.Bullets([f.seat_words(seat) for seat in plan.seats])
    yield "To play the same games again: ", r.CodeText(plan.command)
    yield (
        "In brackets stands a 95% interval; of 100 such intervals about 95 hold the true figure, "
        "which endless games would show. No figure here is about people; all are about these "
        "players in these seats."
    )


# ------------------------------------------------------------------------- the three questions


def _rules(summary: s.Summary, evidence: Evidence) -> Iterator[r.Block]:
    yield (
        "A program forgets no rule and is not confused, so which rules people forget only their "
        "notes can tell. What the games do tell:"
    )
    said = [f.unfinished_words(summary), *f.endless_words(summary)]
    if evidence.left_open:
        said.append(
            f"To carry the rules out to the letter, {f.plural(len(evidence.left_open), 'question')}"
            " had to be answered that they leave open; all of them are listed at the end."
        )
    ways = [f"{words}, {f.share_words(each)}" for words, each in f.endings(summary) if each.count]
    if ways:
        said.append(f"What ended the games: {'; '.join(ways)}.")
    rounds = summary.rounds
    if rounds.mean is not None:
        said.append(
            f"A game took {f.decimal(rounds.mean)} rounds on average, nine games in ten "
            f"{rounds.quantiles['5']} to {rounds.quantiles['95']}."
        )
    yield r.Bullets(said)
    loose = sum(not note.line for record in evidence.records.values() for note in record.notes)
    if loose:
        are = "is" if loose == 1 else "are"
        yield f"{f.plural(loose, 'note')} below {are} not tied to a line of an AI card."


def _balance(summary: s.Summary) -> Iterator[r.Block]:
    seats = summary.seats
    if len(seats) < 2:
        yield "One deck alone was played, so the games say nothing of balance."
        yield from _alone(summary)
        return
    said = [*f.balance_words(summary)]
    if not said:
        yield "No game came to its End, so nothing can be said."
        return
    yield r.Bullets([*said, *filter(None, [f.first_player_words(summary)])])
    rows = [r.Row(f.seat_words(seat), [seat.wins, f.decimal(seat.score.mean, 2)]) for seat in seats]
    yield r.DataTable(
        "", [r.Column("Seat"), r.Column("won", share="share of wins"), r.Column("mean score")], rows
    )
    if len({seat.player for seat in seats}) > 1:
        yield "The seats were not played alike, so these shares weigh the players with the decks."
    elif all(seat.player == AI for seat in seats):
        yield (
            "Every deck was played by its AI card, so these shares weigh the AI cards with the "
            "decks."
        )
    table = summary.players
    if table is not None:
        yield "Played by others, both seats by the same player, and each Jack against itself:"
        yield cells_table(table, lambda each: each.player == each.rival)
    yield from _cards(seats)


def _alone(summary: s.Summary) -> Iterator[r.Block]:
    (seat,) = summary.seats
    score = seat.score
    if score.mean is None:
        return
    yield (
        f"{f.seat_words(seat)}, scored {f.decimal(score.mean, 2)} points on average "
        f"({f.decimal(score.low, 2)} to {f.decimal(score.high, 2)}), in nine games of ten "
        f"{score.quantiles['5']} to {score.quantiles['95']}, {score.most} at most."
    )
    if summary.ranks:
        yield ranks(summary)
    yield from _cards(summary.seats)


def _cards(seats: Sequence[s.SeatSummary]) -> Iterator[r.Block]:
    said = []
    for seat in seats:
        most = ", ".join(
            f"{card.name} ({f.decimal(card.bought_a_game, 2)} a game)"
            for card in seat.cards[:MOST_CARDS]
            if card.bought
        )
        never = ", ".join(card.name for card in seat.cards if card.suit and not card.bought)
        if most:
            said.append(f"{f.seat_words(seat)}, bought most: {most}.")
        if never:
            said.append(f"{f.seat_words(seat)}, never bought: {never}.")
    if said:
        yield r.Bullets(said)


# ------------------------------------------------------------------------------ the AI card


def _clear(summary: s.Summary, card: s.AICardSummary, evidence: Evidence) -> Iterator[r.Block]:
    said = []
    findings = evidence.findings.get(card.seat)
    if card.seat in evidence.by_print:
        said.append(f.by_print_words(evidence.by_print[card.seat]))
    ruled = [line for line in card.lines if line.by == "ruling"]
    said.append(
        f"{f.whole(len(ruled))} of {f.plural(len(card.lines), 'line')} can be read in several ways "
        "and had to be read by a ruling."
    )
    if findings is not None:
        numbers = [
            f.plural(sum(finding.severity == kind for finding in findings), kind)
            for kind in ("error", "warning", "note")
        ]
        said.append(f"The wording check finds {numbers[0]}, {numbers[1]} and {numbers[2]}.")
    yield r.Bullets(said)
    grave = [finding for finding in findings or () if finding.severity != "note"]
    if grave:
        yield "What it finds, notes left out:"
        yield r.Bullets([_finding(finding) for finding in grave])
    if ruled:
        yield "Lines read by a ruling, and the reading:"
        yield r.Bullets(
            [f"{f.line_words(line)}: “{line.words}” Read as: “{line.means}”" for line in ruled]
        )
    yield from _prices(summary, card.seat)


def _finding(finding: Finding) -> r.Prose:
    words = f" “{finding.words}”" if finding.words else ""
    remedy = f" {finding.remedy}" if finding.remedy else ""
    certainty = f" ({finding.certainty})" if finding.certainty else ""
    line = f"{finding.line}, " if finding.line else ""
    told = f":{words} {finding.because}{certainty}{remedy}"
    return f"{line}{finding.severity} ", r.CodeText(finding.code), told


def _prices(summary: s.Summary, seat: int) -> Iterator[r.Block]:
    """Yield what other readings and rulings would have done, those that matter most first."""
    others = [each for each in summary.otherwise if each.seat == seat]
    if others and not summary.detailed_games:
        yield (
            f"It can be read or ruled in {f.plural(len(others), 'other way')}; what those would "
            "have changed was not looked at."
        )
    matter = sorted((each for each in others if f.is_otherwise(each)), key=_how_much)
    if matter:
        yield (
            f"Read otherwise, it would have acted otherwise (from the "
            f"{f.plural(summary.detailed_games, 'game')} looked at in detail):"
        )
        yield r.Bullets([_price(each) for each in matter[:MOST_OTHERWISE]])
    rest = len(matter) - MOST_OTHERWISE
    if rest > 0:
        yield f"{f.plural(rest, 'other way')} to read it changed fewer acts than these."
    silent = [each for each in others if each.acts.of and not f.is_otherwise(each)]
    if silent:
        most = max(each.games.high or 0.0 for each in silent)
        yield (
            f"{f.plural(len(silent), 'other way')} to read or rule it would have changed no act in "
            f"the {f.plural(summary.detailed_games, 'game')} looked at in detail: at most in "
            f"{f.percent(most, summary.detailed_games)} of all games."
        )


def _how_much(each: s.AlternativeSummary) -> tuple[int, int]:
    ends = each.price.came_out_otherwise.count if each.price else 0
    return -each.acts.count, -ends


def _price(each: s.AlternativeSummary) -> str:
    acts, games = each.acts, each.games
    words = (
        f"{each.label}, “{each.means}”: {f.whole(acts.count)} of {f.plural(acts.of, 'act')} "
        f"({f.share_percent(acts)} of a game's on average), in {f.share_percent(games)} of "
        "games at least once."
    )
    if each.price is None or each.paired is None:
        return f"{words} What that does to the wins was not played."
    score = f.signed(each.paired.score_difference.difference, 2)
    ends = f.share_percent(each.price.came_out_otherwise)
    return (
        f"{words} {ends} of {f.plural(each.price.games, 'game')} with the same seeds came out "
        f"otherwise; its share of wins changes by {f.points_apart(each.paired.win_difference)}"
        f"{f.open_words(each.paired, each.price)}, its score by {score} on average."
    )


def _easy(summary: s.Summary, card: s.AICardSummary) -> Iterator[r.Block]:
    said = []
    counted = [line for line in card.lines if line.counts]
    followed = sum(line.followed.count for line in counted)
    if followed:
        looked = sum(line.looked_at.count for line in counted)
        said.append(
            f"To find the line to follow, {f.decimal(looked / followed)} lines are looked at for "
            "an act on average."
        )
    said += _decided(summary, card.seat)
    if card.never_decisive:
        idle = "; ".join(
            f"“{each.words}” ({each.side}-Turn {each.number})" for each in card.never_decisive
        )
        said.append(
            f"{f.plural(len(card.never_decisive), 'phrase')} never decided anything in the games "
            f"looked at in detail: {idle}."
        )
    if said:
        yield r.Bullets(said)
    never = [line for line in counted if not line.followed.count]
    if not summary.games:
        return
    if never:
        yield f"Never followed in {f.plural(summary.games, 'game')}:"
        yield r.Bullets([_never(line) for line in never])
    else:
        yield f"Every line was followed in at least one of {f.plural(summary.games, 'game')}."


def _decided(summary: s.Summary, seat: int) -> Iterator[str]:
    for what, of, told in (
        ("tie", "acts", "a tie was broken that the card does not break, and it mattered"),
        ("default", "choices", "a choice was answered of which the card says nothing"),
    ):
        some = [each for each in summary.decided if (each.seat, each.what) == (seat, what)]
        if some:
            # Several rulings may help with one act, so the shares are not added up.
            most = max(some, key=lambda each: each.count)
            rest = f"; {f.plural(len(some) - 1, 'other ruling')} did so too" if some[1:] else ""
            yield f"By ruling {most.ruling} {told}: of its {of} {f.share_words(most)}{rest}."


def _never(line: s.LineSummary) -> str:
    words, looks = f"{f.line_words(line)}: “{line.words}”", line.looked_at.count
    if not looks:
        return f"{words} It was never looked at."
    if not line.detail.blocked:
        return f"{words} It was looked at {f.plural(looks, 'time')}."
    most = line.detail.blocked[0]
    why = most.status.replace("-", " ")
    return f"{words} Most often because: {why} ({f.share_percent(most)} of the looks)."


# ------------------------------------------------------------- notes, and what rules leave open


def _notes(record: Record) -> Iterator[r.Block]:
    header = record.header
    jacks = " against ".join(
        f"{seat.jack} ({'AI card' if seat.player == AI else seat.player})" for seat in header.seats
    )
    yield f"{jacks}, {header.edition} edition, seed {header.seed}{_outcome(record)}."
    notes = [_note(note, stands=record.stands(at)) for at, note in enumerate(record.notes)]
    yield r.Bullets(notes) if notes else "No notes were made in this game."


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
    words = f"Round {note.round}{turned}, after {f.plural(note.act, 'act')}{since}: “{note.note}”"
    if note.ai and note.line:
        side = "post" if note.turned else "pre"
        words += (
            f" The last line followed was {side}-Turn {note.line} of {note.ai}, “{note.words}”: "
            f"{note.did}."
        )
    elif note.ai:
        words += f" {note.ai} had followed no line last: {note.did}."
    return words


def _played(ruling: Ruling) -> str:
    return ruling.choices.get(ruling.chosen) or ruling.ruling or ruling.reads
