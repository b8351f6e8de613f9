"""Replaying games: where something was first counted, why games never end, where two games
diverge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Set
from itertools import zip_longest
from typing import Final

from moonflight_solo.playtest.decision_log import deeds
from moonflight_solo.playtest.observing.observer import Observer, instruments_of
from moonflight_solo.playtest.plan import Plan, Treatment
from moonflight_solo.playtest.run import ObservedPlayer, Run, run_of, side_name
from moonflight_solo.playtest.summaries import summary as s
from moonflight_solo.playtest.tally import TallyKey
from moonflight_solo.playtest.treatments import LEAVING_OUT, Of
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Event, Player, Seat, Table

_OF_ACTS: Final = frozenset({"line", "detail", "decided", "otherwise"})


class ActFinder:
    """Finds the first act of a game at which something was counted, as "ROUND.ACT".

    Replays a game when it is first needed, except games of searching players, which are slow.
    """

    def __init__(self, run: Run) -> None:
        self._run = run
        self._games: dict[int, dict[TallyKey, str]] = {}

    def first(self, seed: int, key: TallyKey) -> str | None:
        """Return the first act in the game of ``seed`` counted under ``key``, ``None`` if
        unknown.
        """
        if key[0] not in _OF_ACTS or self._run.plan.slow:
            return None
        if seed not in self._games:
            self._games[seed] = self._places(seed)
        places = self._games[seed]
        at = [places[each] for each in _seen_as(key, places) if each in places]
        return min(at, key=lambda place: [int(part) for part in place.split(".")], default=None)

    def _places(self, seed: int) -> dict[TallyKey, str]:
        """Replay a game, and return the act in which each key was counted first."""
        places, place = dict[TallyKey, str](), ""
        instruments = instruments_of(self._run)

        def timed(player: Player) -> Player:
            def acted(table: Table, seat: Seat, act: Act) -> None:
                nonlocal place
                place = _place(table)
                note()

            # A question in Reset counts for the act before it.
            def note(*_: object) -> None:
                if isinstance(player, Observer):
                    for key in player.take_keys() - places.keys():
                        places[key] = place

            return ObservedPlayer(player, acted, note)

        self._run.play(seed, lambda players: list(map(timed, instruments.with_observers(players))))
        return places


def _seen_as(key: TallyKey, keys: Iterable[TallyKey]) -> Iterable[TallyKey]:
    """Return the keys counted in detail for ``key``, which may be counted in all games."""
    if key[0] == "otherwise":
        return [(*key[:2], "acts")]
    if key[0] == "line" or key[-1] == "followed in":
        at: TallyKey = ("detail", *key[1:3])
        if key[-1] == "looked at":
            return [(*at, "looked at")]
        if key[-1] == "true":
            status = (*at, "status")
            return [k for k in keys if k[:4] == status and k[-1] != "condition-false"]
        return [(*at, "status", "followed")]
    return [key]


def _place(table: Table) -> str:
    """Return the place of the current act among all seats' acts, as "ROUND.ACT"."""
    return f"{table.round}.{table.acted + 1}"


_Followed = tuple[int, str, str]
"""A seat, from 1, with the side and number of the line it followed; "" for none."""

_SMALLEST_FIRST: Final[tuple[Of, ...]] = ("items", "lines")


def endless(run: Run, seed: int) -> s.EndlessGame:
    """Replay a game that never ended; return what recurs in it, and what would end it.

    Finds the round since which no lines were followed but those of its second half, and counts
    their acts from then on, the most frequent first.
    """
    rounds: dict[int, Counter[_Followed]] = {}

    def listen(event: Event, table: Table) -> None:
        if event.kind == "act":
            line = event.seat + 1, side_name(table.turned), event.line
            rounds.setdefault(table.round, Counter())[line] += 1

    played = run.play(seed, listen=listen).rounds
    going_on = {line for number in rounds if number > played // 2 for line in rounds[number]}
    since = played
    while since > 1 and rounds.get(since - 1, Counter()).keys() <= going_on:
        since -= 1
    lately = (counts for number, counts in rounds.items() if number >= since)
    acts = sum(lately, Counter[_Followed]())
    lines = sorted(acts.items(), key=lambda each: (-each[1], each[0]))
    line_counts = tuple(s.GoingOn(*line, number) for line, number in lines)
    return s.EndlessGame(seed, since, played, line_counts, *_ended_without(run, seed, acts.keys()))


def _ended_without(run: Run, seed: int, lines: Set[_Followed]) -> tuple[tuple[str, ...], int]:
    """Return the omissions that end a game, and how many were tried.

    List items of the recurring ``lines`` are tried first; whole lines only if no item suffices.
    """
    tried = 0
    for of in _SMALLEST_FIRST:
        ways = [each for each in LEAVING_OUT[of](run) if _line_of(run, each) in lines]
        tried += len(ways)
        runs = ((treatment.label, run_of(run.plan.with_treatment(treatment))) for treatment in ways)
        ended = tuple(label for label, other in runs if other.play(seed).finished)
        if ended:
            return ended, tried
    return (), tried


def _line_of(run: Run, treatment: Treatment) -> _Followed:
    """Return the line that a treatment leaves out, as the counts of acts name it."""
    (*_, omitted) = treatment.omitted or ()
    card = run.ai_cards[omitted.seat]
    assert card is not None
    line = card.lines[omitted.line]
    return omitted.seat + 1, side_name(line.printed.turned), line.number


def first_difference(ways: Iterable[Plan], seed: int) -> tuple[str, str] | None:
    """Return where two games of ``seed`` diverge, as "ROUND.ACT" of the first and in words.

    ``None`` if all acts are the same.
    """
    games = (_acts(run_of(plan), seed) for plan in ways)
    over = ("", "the game is over", None)
    for number, (one, two) in enumerate(zip_longest(*games, fillvalue=over), 1):
        at = one[0] or two[0]
        if one[2] != two[2]:
            return at, f"Act {number}: A {one[1]}; B {two[1]}."
    return None


def _acts(run: Run, seed: int) -> list[tuple[str, str, object]]:
    """Play one game; return its acts as place, words, and a key for comparison.

    The key uses the card files' names, so it is the same in every edition.
    """
    acts: list[tuple[str, str, object]] = []
    deed = deeds(run)

    def note(event: Event, table: Table) -> None:
        if event.kind == "act":
            seat = table.seats[event.seat]
            words = notation(event.what, table, seat)
            line = getattr(table.players[event.seat], "followed", "")
            by = f" (line {line})" if line else ""
            sentence = f"{table.title(event.seat)} in round {table.round}: {words}{by}"
            key = event.seat, table.round, deed(event.what, seat)
            acts.append((_place(table), sentence, key))

    run.play(seed, listen=note)
    return acts
