"""The decisions of a game, and playing two games on from where they diverge."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from copy import copy
from itertools import count, zip_longest

from moonflight_solo.playtest.run import ObservedPlayer, Run
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.scripted import GameStop
from moonflight_solo.rules.state import Act, Card, Player, Question, Seat, Table


def deeds(run: Run) -> Callable[[Act, Seat], object]:
    """Return a function of an act and its seat; the key it returns is the same in every edition."""
    before = {new: old for old, new in run.catalogue.edition.names.items()}

    def named(*cards: Card) -> tuple[str, ...]:
        return tuple([before.get(card.name, card.name) for card in cards])

    def deed(act: Act, seat: Seat) -> object:
        if isinstance(act, Play):
            return "play", named(act.card)
        if isinstance(act, Spend):
            placed = seat.card_at(act.place)
            using = (placed.card,) if placed else ()
            return "spend", named(*using, *act.cards), act.ability.coins
        if isinstance(act, Shop):
            return "shop", named(*act.cards(seat) or ())
        if isinstance(act, Build):
            return "build", [named(card, onto.card) for card, onto in act.onto(seat)]
        return "pass"

    return deed


class DecisionLog:
    """Records the acts and answers of a game of ``run``, in order.

    ``acts`` are the indexes in ``decisions`` that are acts.
    """

    def __init__(self, run: Run) -> None:
        self.run = run
        self.decisions: list[object] = []
        self.acts: list[int] = []
        self.deed = deeds(run)

    def recording(self, players: Sequence[Player]) -> list[Player]:
        """Return the players, recording their decisions."""
        return [ObservedPlayer(player, self._note_act, self._note_answer) for player in players]

    def _note_act(self, table: Table, seat: Seat, act: Act) -> None:
        self.acts.append(len(self.decisions))
        self.decisions.append((seat.number, self.deed(act, seat)))

    def _note_answer(
        self, table: Table, seat: Seat, question: Question, answer: Sequence[int]
    ) -> None:
        self.decisions.append((seat.number, *answer))


def first_parted(here: DecisionLog, there: DecisionLog) -> int | None:
    """Return the index of the first decision in which two games differ, ``None`` for none."""
    decisions = zip_longest(here.decisions, there.decisions)
    return next((index for index, (one, other) in enumerate(decisions) if one != other), None)


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
    if at is None or at >= min(len(here.decisions), len(there.decisions)):
        return [], 0
    begun = [_GameInProgress(log.run, seed, log, at) for log in (here, there)]
    pairs, acts = [], sum(each.acts for each in begun)
    for time in range(times):
        one, other = (each.play_to_end(f"moonflight {seed} decks, time {time}") for each in begun)
        acts += sum(end.acts - each.acts for end, each in zip((one, other), begun, strict=True))
        if begun[0].shuffled != begun[1].shuffled:
            return [], acts
        pairs.append((one, other))
    return pairs, acts


class _GameInProgress:
    """A game stopped at the act in which it is to diverge from another.

    ``acts`` counts those played; ``shuffled`` is the random state at the divergence.
    """

    def __init__(self, run: Run, seed: int, decisions: DecisionLog, parted: int) -> None:
        self.at = max(act for act in decisions.acts if act <= parted)
        self.parted = parted
        self.settings = run.plan.settings(seed)
        self.shuffled: object = None
        self.players = run.players(self.settings)
        stopped = _with_callback(self.players, 0, self.at, _stop)
        self.table = run.set_up(self.settings, stopped)
        with suppress(GameStop):
            play(self.table, self.settings)
        self.acts = self.table.acts + self.table.acted

    def play_to_end(self, words: str) -> Outcome:
        """Play it to the end, reseeded with ``words`` where it diverges."""
        rng = copy(self.table.rng)

        def shuffle() -> None:
            self.shuffled = rng.getstate()
            rng.seed(words)

        players = _with_callback(map(copy, self.players), self.at, self.parted, shuffle)
        return play(self.table.copy(players, rng), self.settings)


def _stop() -> None:
    raise GameStop


def _with_callback(
    players: Iterable[Player], first: int, until: int, then: Callable[[], None]
) -> list[Player]:
    """Return the players; ``then`` is called before the decision numbered ``until``."""
    numbers = count(first)

    def tell() -> None:
        if next(numbers) == until:
            then()

    return [ObservedPlayer(player, before=tell) for player in players]
