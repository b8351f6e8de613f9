"""The games of a playtest: played seed by seed, and what is counted of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest

from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.observer import Instruments, instruments_of
from moonflight_solo.playtest.plan import Plan, Treatment
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.playtest.tally import Key, Tally
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Card, Event, Table
from moonflight_solo.scoremode import rank


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
            here = _counted(run, seed, instruments, tally)
            for number, other in enumerate(treated):
                settings = other.plan.settings(seed)
                there = play(other.set_up(settings, other.players(settings)), settings)
                count_pair(tally, seed, number, here, there)
        except MoonflightError as error:
            raise MoonflightError(f"the game with seed {seed}: {error}") from error
    return tally


def _counted(run: Run, seed: int, instruments: Instruments, tally: Tally) -> Outcome:
    """Play one game and count all there is to count of it."""
    settings = run.plan.settings(seed)
    watched = instruments.watch(seed, run.players(settings))
    table = run.set_up(settings, watched)
    first = table.first
    outcome = play(table, settings)
    count_game(tally, seed, first, table, outcome)
    if run.plan.each_game:
        won = 0 if outcome.winner is None else outcome.winner + 1
        told = (outcome.ended_by, outcome.rounds, outcome.acts, table.turned_in or 0, won)
        tally.add(("game", seed, first + 1, *told, *outcome.scores), seed)
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


def name_before(card: Card) -> str:
    """Return the name of a card's end before the Turn: what both its ends are counted under."""
    return card.flipped.name if card.turned else card.name


# ----------------------------------------------------------------------- the same seed both ways


def count_pair(tally: Tally, seed: int, number: int, here: Outcome, there: Outcome) -> None:
    """Count the two games of ``seed``: as planned, and under the treatment called ``number``.

    Scores are compared only where both games came to their End.
    """
    at: Key = ("other", number)
    tally.add((*at, "games"), seed)
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


def _fared(outcome: Outcome, seat: int) -> str:
    if not outcome.finished:
        return "unfinished"
    return "won" if outcome.winner == seat else "lost"


def _result(outcome: Outcome) -> object:
    return outcome.winner, outcome.scores, outcome.rounds, outcome.ended_by


def first_difference(plan: Plan, treatment: Treatment, seed: int) -> tuple[str, str] | None:
    """Return where the two games of ``seed`` part, as "ROUND.ACT" of the first and in words.

    ``None`` if all acts are the same.
    """
    here, there = (_acts(run_of(each), seed) for each in (plan, plan.treated(treatment)))
    over = ("", "the game is over", None)
    for number, (one, two) in enumerate(zip_longest(here, there, fillvalue=over), 1):
        at = one[0] or two[0]
        if one[2] != two[2]:
            return at, f"Act {number}: A {one[1]}; B {two[1]}."
    return None


def _acts(run: Run, seed: int) -> list[tuple[str, str, object]]:
    """Play one game and return its acts: where, in words, and what tells one from others.

    The same act is the same in every edition, by the names that cards have in the card files.
    """
    acts: list[tuple[str, str, object]] = []
    in_round = Counter[int]()
    before = {new: old for old, new in run.catalogue.edition.names.items()}
    settings = run.plan.settings(seed)
    table = run.set_up(settings, run.players(settings))

    def named(*cards: Card) -> tuple[str, ...]:
        return tuple([before.get(card.name, card.name) for card in cards])

    def note(event: Event) -> None:
        if event.kind == "act":
            words = notation(event.what, table, table.seats[event.seat])
            line = getattr(table.players[event.seat], "followed", "")
            by = f" (line {line})" if line else ""
            told = f"{table.title(event.seat)} in round {table.round}: {words}{by}"
            in_round[table.round] += 1
            at = f"{table.round}.{in_round[table.round]}"
            acts.append((at, told, (event.seat, table.round, _deed(event.what, named))))

    table.listener = note
    play(table, settings)
    return acts


def _deed(act: Act, named: Callable[..., tuple[str, ...]]) -> object:
    if isinstance(act, Play):
        return "play", named(act.card)
    if isinstance(act, Spend):
        return "spend", named(act.placed.card, *act.cards), act.ability.coins
    if isinstance(act, Shop):
        return "shop", named(*act.cards() or ())
    if isinstance(act, Build):
        return "build", [named(card, onto.card) for card, onto in act.pairs]
    return "pass"
