"""The same seed played another way: what is counted of the two games side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from moonflight_solo.playtest.plan import Other, Plan
from moonflight_solo.playtest.run import Lab, lab_of
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import play
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Card, Player, Question, Seat, Table


def count_pair(tally: Tally, seed: int, number: int, here: Outcome, there: Outcome) -> None:
    """Count the two games of ``seed``: as planned, and in the other way called ``number``.

    Only pairs of which both games came to their End are compared.
    """
    tally.add(("other", number, "games"), seed)
    for where, outcome in (("here", here), ("there", there)):
        if not outcome.finished:
            tally.add(("other", number, "unfinished", where), seed)
    if not (here.finished and there.finished):
        return
    tally.add(("other", number, "pairs"), seed)
    if _result(here) != _result(there):
        tally.add(("other", number, "otherwise"), seed)
    for seat, (score, other_score) in enumerate(zip(here.scores, there.scores, strict=True)):
        won, other_won = here.winner == seat, there.winner == seat
        tally.add(("other", number, "seat", seat, _won(won, other_won)), seed)
        tally.add(("other", number, "seat", seat, "score", other_score - score), seed)


def _result(outcome: Outcome) -> object:
    return outcome.winner, outcome.scores, outcome.rounds, outcome.ended_by


def _won(here: bool, there: bool) -> str:
    if here:
        return "both" if there else "only here"
    return "only there" if there else "neither"


def first_difference(plan: Plan, other: Other, seed: int) -> str | None:
    """Return in words where the two games of ``seed`` part, ``None`` if all acts are the same."""
    here, there = (_acts(lab_of(each), seed) for each in (plan, plan.played(other)))
    for number, (one, two) in enumerate(zip_longest(here, there), 1):
        if one is None or two is None or one.done != two.done:
            ends = "the game is over"
            return f"Act {number}: A {one.told if one else ends}; B {two.told if two else ends}."
    return None


@dataclass(frozen=True, slots=True)
class _Noted:
    """An act that was taken: in words, and what tells it from another in either edition."""

    told: str
    done: object


class _Noting:
    """A player whose acts are noted down."""

    def __init__(self, player: Player, acts: list[_Noted], names: Mapping[str, str]) -> None:
        self._player = player
        self._acts = acts
        self._names = names

    def act(self, table: Table, seat: Seat) -> Act:
        act = self._player.act(table, seat)
        line = getattr(self._player, "followed", "")
        words = notation(act, table, seat)
        by = f" (line {line})" if line else ""
        told = f"{table.title(seat.number)} in round {table.round}: {words}{by}"
        self._acts.append(_Noted(told, (seat.number, table.round, _done(act, self._names))))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self._player.choose(table, seat, question)


def _done(act: Act, names: Mapping[str, str]) -> object:
    """Return an act by the names that its cards have in the card files, in every edition."""

    def named(*cards: Card) -> tuple[str, ...]:
        return tuple([names.get(card.name, card.name) for card in cards])

    if isinstance(act, Play):
        return "play", named(act.card)
    if isinstance(act, Spend):
        return "spend", named(act.placed.card, *act.cards), act.ability.coins
    if isinstance(act, Shop):
        return "shop", named(*act.cards() or ())
    if isinstance(act, Build):
        return "build", [named(card, onto.card) for card, onto in act.pairs]
    return "pass"


def _acts(lab: Lab, seed: int) -> list[_Noted]:
    """Play one game and return its acts."""
    settings = lab.plan.settings(seed)
    acts: list[_Noted] = []
    names = {new: old for old, new in lab.catalogue.edition.names.items()}
    players = [_Noting(player, acts, names) for player in lab.players(settings)]
    play(lab.game(settings, players).table, settings)
    return acts
