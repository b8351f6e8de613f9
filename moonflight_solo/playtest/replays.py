"""Replaying games: where something was first counted, why games never end, where two games
diverge.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from copy import copy
from itertools import count, zip_longest
from typing import Final

from moonflight_solo.playtest import summary as s
from moonflight_solo.playtest.observing.observer import Observer, instruments_of
from moonflight_solo.playtest.plan import Plan, Treatment
from moonflight_solo.playtest.run import ObservedPlayer, Run, run_of, side_name
from moonflight_solo.playtest.tally import TallyKey
from moonflight_solo.playtest.treatments import LEAVING_OUT, Of
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.rules.state import Act, Card, Event, Player, Question, Seat, Table

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
            self._games[seed] = self._played(seed)
        found = self._games[seed]
        at = [found[each] for each in _seen_as(key, found) if each in found]
        return min(at, key=lambda place: [int(part) for part in place.split(".")], default=None)

    def _played(self, seed: int) -> dict[TallyKey, str]:
        found, place = dict[TallyKey, str](), ""
        instruments = instruments_of(self._run)

        def timed(player: Player) -> Player:
            def acted(table: Table, seat: Seat, act: Act) -> None:
                nonlocal place
                place = _place(table)
                note()

            # A question in Reset counts for the act before it.
            def note(*_: object) -> None:
                if isinstance(player, Observer):
                    for key in player.taken() - found.keys():
                        found[key] = place

            return ObservedPlayer(player, acted, note)

        self._run.played(seed, lambda players: list(map(timed, instruments.observed(players))))
        return found


def _seen_as(key: TallyKey, found: Iterable[TallyKey]) -> Iterable[TallyKey]:
    """Return the detailed keys that correspond to ``key``."""
    if key[0] == "otherwise":
        return [(*key[:2], "acts")]
    if key[0] == "line" or key[-1] == "followed in":
        at: TallyKey = ("detail", *key[1:3])
        if key[-1] == "looked at":
            return [(*at, "looked at")]
        if key[-1] == "true":
            status = (*at, "status")
            return [k for k in found if k[:4] == status and k[-1] != "condition-false"]
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

    played = run.played(seed, listen=listen).rounds
    going_on = {line for number in rounds if number > played // 2 for line in rounds[number]}
    since = played
    while since > 1 and rounds.get(since - 1, Counter()).keys() <= going_on:
        since -= 1
    acts: Counter[_Followed] = Counter()
    for number, counts in rounds.items():
        if number >= since:
            acts.update(counts)
    lines = sorted(acts.items(), key=lambda each: (-each[1], each[0]))
    told = tuple(s.GoingOn(*line, number) for line, number in lines)
    return s.EndlessGame(seed, since, played, told, *_ended_without(run, seed, acts.keys()))


def _ended_without(run: Run, seed: int, lines: Set[_Followed]) -> tuple[tuple[str, ...], int]:
    """Return the omissions that end a game, and how many were tried.

    List items of the recurring ``lines`` are tried first; whole lines only if no item suffices.
    """
    tried = 0
    for of in _SMALLEST_FIRST:
        ways = [each for each in LEAVING_OUT[of](run) if _line_of(run, each) in lines]
        tried += len(ways)
        runs = ((each.label, run_of(run.plan.treated(each))) for each in ways)
        ended = tuple(label for label, other in runs if other.played(seed).finished)
        if ended:
            return ended, tried
    return (), tried


def _line_of(run: Run, treatment: Treatment) -> _Followed:
    (*_, omitted) = treatment.omitted or ()
    card = run.ai_cards[omitted.seat]
    assert card is not None
    line = card.lines[omitted.line]
    return omitted.seat + 1, side_name(line.printed.turned), line.number


# ---------------------------------------------------------------- where two games diverge


def first_difference(plan: Plan, treatment: Treatment, seed: int) -> tuple[str, str] | None:
    """Return where the two games of ``seed`` diverge, as "ROUND.ACT" of the first and in words.

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
    """Play one game; return its acts as place, words, and a key for comparison.

    The key uses the card files' names, so it is the same in every edition.
    """
    acts: list[tuple[str, str, object]] = []
    deed = _deeds(run)

    def note(event: Event, table: Table) -> None:
        if event.kind == "act":
            seat = table.seats[event.seat]
            words = notation(event.what, table, seat)
            line = getattr(table.players[event.seat], "followed", "")
            by = f" (line {line})" if line else ""
            told = f"{table.title(event.seat)} in round {table.round}: {words}{by}"
            key = event.seat, table.round, deed(event.what, seat)
            acts.append((_place(table), told, key))

    run.played(seed, listen=note)
    return acts


def _deeds(run: Run) -> Callable[[Act, Seat], object]:
    before = {new: old for old, new in run.catalogue.edition.names.items()}

    def named(*cards: Card) -> tuple[str, ...]:
        return tuple([before.get(card.name, card.name) for card in cards])

    def deed(act: Act, seat: Seat) -> object:
        if isinstance(act, Play):
            return "play", named(act.card)
        if isinstance(act, Spend):
            placed = seat.placed(act.place)
            using = (placed.card,) if placed else ()
            return "spend", named(*using, *act.cards), act.ability.coins
        if isinstance(act, Shop):
            return "shop", named(*act.cards(seat) or ())
        if isinstance(act, Build):
            return "build", [named(card, onto.card) for card, onto in act.onto(seat)]
        return "pass"

    return deed


# --------------------------------------------------------------------- replaying from there


class DecisionLog:
    """Records the acts and answers of a game of ``run``, in order.

    ``acts`` are the indexes in ``made`` that are acts.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.made: list[object] = []
        self.acts: list[int] = []
        self.deed = _deeds(run)

    def noted(self, players: Sequence[Player]) -> list[Player]:
        """Return the players, recording their decisions."""
        return [ObservedPlayer(player, self._acted, self._answered) for player in players]

    def _acted(self, table: Table, seat: Seat, act: Act) -> None:
        self.acts.append(len(self.made))
        self.made.append((seat.number, self.deed(act, seat)))

    def _answered(
        self, table: Table, seat: Seat, question: Question, answer: Sequence[int]
    ) -> None:
        self.made.append((seat.number, *answer))


def first_parted(here: DecisionLog, there: DecisionLog) -> int | None:
    """Return the index of the first decision in which two games differ, ``None`` for none."""
    made = zip_longest(here.made, there.made)
    return next((at for at, (one, other) in enumerate(made) if one != other), None)


def played_on(
    seed: int, here: DecisionLog, there: DecisionLog, times: int
) -> tuple[list[tuple[Outcome, Outcome]], int]:
    """Replay the two games of ``seed`` from where they diverge, reshuffled ``times`` times.

    Returns the pairs of outcomes, and the number of acts played for them.

    Both games are unchanged up to their first difference, and share the new shuffles after it.
    Future shuffles are independent of past decisions, so each pair is as good as the first, and
    their mean has less variance: it estimates the expectation at the point of divergence
    (splitting, Kahn and Harris 1951). No pairs are returned for games that do not diverge, or whose
    shuffles differed before they did: then one game had already seen what the other was still to
    meet.
    """
    at = first_parted(here, there)
    if at is None or at >= min(len(here.made), len(there.made)):
        return [], 0
    begun = [_Begun(each.run, seed, each, at) for each in (here, there)]
    pairs, acts = [], sum(each.acts for each in begun)
    for time in range(times):
        one, other = (each.ended(f"moonflight {seed} decks, time {time}") for each in begun)
        acts += sum(end.acts - each.acts for end, each in zip((one, other), begun, strict=True))
        if begun[0].shuffled != begun[1].shuffled:
            return [], acts
        pairs.append((one, other))
    return pairs, acts


class _Begun:
    """A game stopped at the act in which it is to diverge from another.

    ``acts`` counts those played; ``shuffled`` is the random state at the divergence.
    """

    def __init__(self, run: Run, seed: int, decisions: DecisionLog, parted: int) -> None:
        self.at = max(act for act in decisions.acts if act <= parted)
        self.parted = parted
        self.settings = run.plan.settings(seed)
        self.shuffled: object = None
        self.players = run.players(self.settings)
        stopped = _numbered(self.players, 0, self.at, _stop)
        self.table = run.set_up(self.settings, stopped)
        with suppress(GameStop):
            play(self.table, self.settings)
        self.acts = self.table.acts + self.table.acted

    def ended(self, words: str) -> Outcome:
        """Play it to the end, reseeded with ``words`` where it diverges."""
        rng = copy(self.table.rng)

        def shuffle() -> None:
            self.shuffled = rng.getstate()
            rng.seed(words)

        players = _numbered(map(copy, self.players), self.at, self.parted, shuffle)
        return play(self.table.copied(players, rng), self.settings)


def _stop() -> None:
    raise GameStop


def _numbered(
    players: Iterable[Player], first: int, until: int, then: Callable[[], None]
) -> list[Player]:
    """Return the players; ``then`` is called before the decision numbered ``until``."""
    numbers = count(first)

    def tell() -> None:
        if next(numbers) == until:
            then()

    return [ObservedPlayer(player, before=tell) for player in players]
