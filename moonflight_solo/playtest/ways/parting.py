"""Where the two games of a seed part, and how they go on from there with other shuffles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from itertools import count, zip_longest
from random import Random

from moonflight_solo.playtest.plan import Plan, Treatment
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Card, Event, Player, Question, Seat, Table

# ------------------------------------------------------------------------------ in words


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
    in_round, deed = Counter[int](), _deeds(run)
    settings = run.plan.settings(seed)
    table = run.set_up(settings, run.players(settings))

    def note(event: Event) -> None:
        if event.kind == "act":
            words = notation(event.what, table, table.seats[event.seat])
            line = getattr(table.players[event.seat], "followed", "")
            by = f" (line {line})" if line else ""
            told = f"{table.title(event.seat)} in round {table.round}: {words}{by}"
            in_round[table.round] += 1
            at = f"{table.round}.{in_round[table.round]}"
            acts.append((at, told, (event.seat, table.round, deed(event.what))))

    table.listener = note
    play(table, settings)
    return acts


def _deeds(run: Run) -> Callable[[Act], object]:
    before = {new: old for old, new in run.catalogue.edition.names.items()}

    def named(*cards: Card) -> tuple[str, ...]:
        return tuple([before.get(card.name, card.name) for card in cards])

    def deed(act: Act) -> object:
        if isinstance(act, Play):
            return "play", named(act.card)
        if isinstance(act, Spend):
            return "spend", named(act.placed.card, *act.cards), act.ability.coins
        if isinstance(act, Shop):
            return "shop", named(*act.cards() or ())
        if isinstance(act, Build):
            return "build", [named(card, onto.card) for card, onto in act.pairs]
        return "pass"

    return deed


# -------------------------------------------------------------------------------- played on


class Decisions:
    """The acts and answers of a game of ``run``, in order, as far as they were ``made``.

    ``acts`` are the numbers of those that are acts.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.made: list[object] = []
        self.acts: list[int] = []
        self.deed = _deeds(run)

    def noted(self, players: Sequence[Player]) -> list[Player]:
        """Return the players of the game, whose decisions are noted."""
        return [_Noted(player, self) for player in players]


class _Noted:
    def __init__(self, player: Player, decisions: Decisions) -> None:
        self._player = player
        self._decisions = decisions

    def act(self, table: Table, seat: Seat) -> Act:
        act, decisions = self._player.act(table, seat), self._decisions
        decisions.acts.append(len(decisions.made))
        decisions.made.append((seat.number, decisions.deed(act)))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        answer = self._player.choose(table, seat, question)
        self._decisions.made.append((seat.number, *answer))
        return answer


def parted(here: Decisions, there: Decisions) -> int | None:
    """Return the number of the first decision that is not the same in two games of a seed."""
    made = zip_longest(here.made, there.made)
    return next((at for at, (one, other) in enumerate(made) if one != other), None)


def played_on(
    seed: int, here: Decisions, there: Decisions, times: int
) -> tuple[list[tuple[Outcome, Outcome]], int]:
    """Return how the two games of ``seed`` end if all is shuffled otherwise from where they part.

    The second is how many acts were played for it.

    Up to their first difference both are as they were, and after it they are played so many
    ``times``, both with the same shuffles. What is still to be shuffled tells nothing of what was
    decided, so each of these is as good a pair as the first, and their mean hangs less on luck: it
    is what is expected of where they part (splitting, Kahn and Harris 1951). None are returned
    for games that do not part, or that had not shuffled alike before: then what one of them was
    still to meet, the other had seen.
    """
    at = parted(here, there)
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
    """A game as it lay when the act was asked for in which it is to part from another.

    It had so many ``acts``; ``shuffled`` is how far its shuffles had come when it parts.
    """

    def __init__(self, run: Run, seed: int, decisions: Decisions, parted: int) -> None:
        self.acts = sum(act < parted for act in decisions.acts) - (parted not in decisions.acts)
        self.at = max(act for act in decisions.acts if act <= parted)
        self.parted = parted
        self.settings = run.plan.settings(seed)
        self.shuffled: object = None
        self.players = run.players(self.settings)
        numbers = count()
        stopped = [_Counted(player, numbers, self.at, _stop) for player in self.players]
        self.table = run.set_up(self.settings, stopped)
        with suppress(_Stopped):
            play(self.table, self.settings)

    def ended(self, words: str) -> Outcome:
        """Play it on, shuffled by ``words`` from where it parts."""
        rng = Random(0)
        rng.setstate(self.table.rng.getstate())

        def shuffle() -> None:
            self.shuffled = rng.getstate()
            rng.seed(words)

        numbers, parted = count(self.at), self.parted
        players = [_Counted(copy(player), numbers, parted, shuffle) for player in self.players]
        return play(self.table.copied(players, rng), self.settings)


class _Stopped(Exception):
    """A game came to where it is to be stopped."""


def _stop() -> None:
    raise _Stopped


class _Counted:
    """Plays as another does; before the decision of one number of the game's something is done."""

    def __init__(
        self, player: Player, numbers: Iterator[int], until: int, then: Callable[[], None]
    ) -> None:
        self._player = player
        self._numbers, self._until, self._then = numbers, until, then

    def act(self, table: Table, seat: Seat) -> Act:
        self._count()
        return self._player.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        self._count()
        return self._player.choose(table, seat, question)

    def _count(self) -> None:
        if next(self._numbers) == self._until:
            self._then()
