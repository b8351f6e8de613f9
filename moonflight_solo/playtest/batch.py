"""The games of a playtest: played seed by seed, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.course import Course, name_before
from moonflight_solo.playtest.observer import Instruments, instruments_of
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.playtest.tally import Key, Tally
from moonflight_solo.playtest.ways.parting import Decisions, parted, played_on
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Table
from moonflight_solo.scoremode import rank


def make_ready(plan: Plan) -> None:
    """Read and compile what the games of ``plan`` need, so that no batch of it has to."""
    instruments_of(run_of(plan))
    for other in plan.others:
        run_of(plan.treated(other))


def play_batch(plan: Plan, first_seed: int, games: int) -> Tally:
    """Play the games with the seeds from ``first_seed`` on, and return what was counted.

    The result depends on nothing but the arguments. Raises what
    :class:`~moonflight_solo.playtest.run.Run` does, and :class:`MoonflightError` with the seed
    for a game in which a player did what is not allowed.
    """
    run = run_of(plan)
    treated = [run_of(plan.treated(each)) for each in plan.others]
    instruments = instruments_of(run)
    tally = Tally()
    for seed in range(first_seed, first_seed + games):
        try:
            here = Decisions(run) if plan.again else None
            outcome = _counted(run, seed, instruments, tally, here)
            played = {"": outcome}
            for number, other in enumerate(treated):
                settings = other.plan.settings(seed)
                players = other.players(settings)
                there = Decisions(other)
                noted = players if here is None else there.noted(players)
                label, than = plan.others[number].label, plan.others[number].than
                played[label] = play(other.set_up(settings, noted), settings)
                outcomes = played[than], played[label]
                count_pair(tally, seed, number, *outcomes)
                if here is not None:
                    again, acts = played_on(seed, here, there, plan.again)
                    tally.add(("other", number, "acts, again"), seed, acts)
                    pairs = [outcomes, *again]
                    if parted(here, there) is None and not outcome.finished:
                        pairs = [(outcome, outcome)]
                    count_again(tally, seed, number, pairs, plan.again)
        except MoonflightError as error:
            raise MoonflightError(f"the game with seed {seed}: {error}") from error
    return tally


def _counted(
    run: Run, seed: int, instruments: Instruments, tally: Tally, decisions: Decisions | None
) -> Outcome:
    """Play one game and count all there is to count of it, its ``decisions`` noted if wanted."""
    settings = run.plan.settings(seed)
    players = run.players(settings)
    watched = instruments.watch(seed, players)
    course = Course(seed) if watched != players or run.plan.each_game else None
    seated = course.watched(watched) if course else watched
    table = run.set_up(settings, decisions.noted(seated) if decisions else seated)
    first = table.first
    if course is not None:
        course.begin(table)
    outcome = play(table, settings)
    count_game(tally, seed, first, table, outcome)
    if course is not None:
        course.count(tally, seed, outcome)
    if course is not None and run.plan.each_game:
        won = 0 if outcome.winner is None else outcome.winner + 1
        told = (outcome.ended_by, outcome.rounds, outcome.acts, table.turned_in or 0, won)
        tally.add(("game", seed, first + 1, *told, course.changes, *outcome.scores), seed)
    instruments.count(tally, seed, watched, outcome.finished)
    return outcome


# ---------------------------------------------------------------------------- one game by itself


def count_game(tally: Tally, seed: int, first: int, table: Table, outcome: Outcome) -> None:
    """Count a game that is over. ``first`` is the seat that began it, from 0."""
    add = tally.add
    add(("games",), seed)
    add(("ended by", outcome.ended_by), seed)
    add(("acts",), seed, outcome.acts)
    if outcome.finished:
        add(("acts, finished",), seed, outcome.acts)
    if table.turned_in is not None:
        add(("turn", table.turned_in), seed)
    for seat in table.seats:
        for name, copies in Counter(map(name_before, seat.bought)).items():
            add(("seat", seat.number, "bought", name), seed, copies)
            add(("seat", seat.number, "bought in", name), seed)
            if outcome.finished:
                add(("seat", seat.number, "bought, finished", name), seed)
                if outcome.winner == seat.number:
                    add(("seat", seat.number, "bought, won", name), seed)
    if outcome.finished:
        _count_ending(tally, seed, first, table, outcome)
    else:
        add(("unfinished",), seed)
        add(("seat", first, "first, unfinished"), seed)


def _count_ending(tally: Tally, seed: int, first: int, table: Table, outcome: Outcome) -> None:
    """Count what only a game that came to its End can tell."""
    add = tally.add
    winner = outcome.winner
    assert winner is not None
    add(("finished",), seed)
    add(("rounds", outcome.rounds), seed)
    add(("won by", outcome.won_by), seed)
    add(("seat", winner, "won"), seed)
    add(("seat", first, "first"), seed)
    add(("seat", winner, "first won" if winner == first else "later won"), seed)
    if table.variant is not None:  # Score Mode, whichever way the End came
        add(("rank", rank(outcome.scores[0]).name), seed)
    for number in outcome.triggered_by:
        add(("seat", number, "brought the End"), seed)
    for seat in table.seats:
        number = seat.number
        add(("seat", number, "score", outcome.scores[number]), seed)
        for card, copies in Counter(seat.hand).items():
            name = name_before(card)
            add(("seat", number, "held", name), seed, copies)
            add(("seat", number, "points", name), seed, copies * card.score)


# ----------------------------------------------------------------------- the same seed both ways


def count_pair(tally: Tally, seed: int, number: int, here: Outcome, there: Outcome) -> None:
    """Count the two games of ``seed``: as planned, and under the treatment called ``number``.

    Scores are compared only where both games came to their End.
    """
    at: Key = ("other", number)
    tally.add((*at, "games"), seed)
    tally.add((*at, "acts"), seed, here.acts + there.acts)
    for where, outcome in (("here", here), ("there", there)):
        if not outcome.finished:
            tally.add((*at, "unfinished", where), seed)
    if _result(here) != _result(there):
        tally.add((*at, "otherwise"), seed)
    for seat in range(len(here.scores)):
        tally.add((*at, "seat", seat, _fared(here, seat), _fared(there, seat)), seed)
    if not (here.finished and there.finished):
        return
    tally.add((*at, "pairs"), seed)
    for seat, (score, other_score) in enumerate(zip(here.scores, there.scores, strict=True)):
        tally.add((*at, "seat", seat, "score", other_score - score), seed)


def count_again(
    tally: Tally, seed: int, number: int, pairs: Sequence[tuple[Outcome, Outcome]], again: int
) -> None:
    """Count what a seat won there less here in the games of a seed, played on several times.

    A seed whose games never part weighs as much as any other. A game that never ended is thought
    to have gone against the treatment, and for it, but not the one that is the same both ways.
    """
    at: Key = ("other", number)
    times = (again + 1) // len(pairs)
    for seat in range(len(pairs[0][0].scores)):
        ends = [
            (_fared(one, seat), _fared(other, seat)) for one, other in pairs if one is not other
        ]
        least = sum((there == "won") - (here != "lost") for here, there in ends)
        most = sum((there != "lost") - (here == "won") for here, there in ends)
        tally.add((*at, "seat", seat, "again", times * least, times * most), seed)


def _fared(outcome: Outcome, seat: int) -> str:
    if not outcome.finished:
        return "unfinished"
    return "won" if outcome.winner == seat else "lost"


def _result(outcome: Outcome) -> object:
    return outcome.winner, outcome.scores, outcome.rounds, outcome.ended_by
