"""How right the coach is: python bench/coach.py GAMES [--player search=1000] [--seed N]
    [--random SHARE] [--rounds N] [--luck | --time]

Plays games in which the first seat is the player named, or follows its AI card with an act in ten
taken at random, and has the coach review each. Its calls are checked in new games to the End that
count 1 for a win and 0 for anything else: ten times as many as the coach plays. One JSON line a
game: how many decisions, how many are called mistakes, how many of these surely cost wins again,
and for how many the true cost lies within the interval given. Random acts are there to be found; a
strong player's mistakes are false alarms. A last line adds up all games.

With --luck each decision is only valued, by a few games, and a line tells what the game's luck and
skill came to. Over many games the luck has to add up to nothing. With --time each game is reviewed
as `moonflight coach` does, and a line tells how much processor time that took.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from itertools import count
from random import Random
from time import process_time
from typing import TypeVar

from msgspec import to_builtins

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game.coaching import ROUNDS_IN_ALL
from moonflight_solo.coach.review import (
    PROOF,
    ROUNDS_EACH,
    ReviewedDecision,
    Reviewer,
    average_cost,
    balance,
    without_postponed,
)
from moonflight_solo.coach.simulated_games import NO_GAIN, compare
from moonflight_solo.playtest.players import player_of, policies
from moonflight_solo.playtest.players.search import ActSearch, Candidate, RolloutPolicy
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

DEEPER = 10
FEW = 8


class Wild:
    """Acts like ``player``, except that a ``share`` of its acts is random."""

    def __init__(self, player: Player, seed: int, share: float) -> None:
        self.player, self.share = player, share
        self.lots = Random(seed)

    def act(self, table: Table, seat: Seat) -> Act:
        act = self.player.act(table, seat)
        wild = self.lots.random() < self.share
        return self.lots.choice(candidate_acts(table, seat)) if wild else act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self.player.choose(table, seat, question)


class Deeper(Reviewer):
    """Reviews the first seat, and measures each act called a mistake in many new games."""

    def __init__(self, followed: Sequence[RolloutPolicy]) -> None:
        super().__init__(0, followed, lambda: 1 + len(self.found))
        self.followed = followed
        self.again: dict[int, Estimate] = {}

    def act(self, table: Table, seat: Seat, act: Act) -> None:
        """Review an act that is about to be taken, and check a mistake."""
        number = len(self.found)
        super().act(table, seat, act)
        if len(self.found) > number and self.found[-1].mistake:
            called = self.found[-1]
            acts = {notation(each, table, seat): each for each in candidate_acts(table, seat)}
            two = [Candidate(acts[called.best]), Candidate(act)]
            searching = partial(ActSearch, self.followed, table, seat)
            found = compare(searching, 10**6 + number, two, (DEEPER * PROOF,))
            self.again[called.given] = found.gain(0, 1)


class Valuing(Reviewer):
    """Values each act of the first seat, and that of its AI card, with a few games."""

    def __init__(self, followed: Sequence[RolloutPolicy]) -> None:
        super().__init__(0, followed, lambda: None)
        self.followed, self.lots = followed, Random("the coach's luck")

    def act(self, table: Table, seat: Seat, act: Act) -> None:
        """Value an act that is about to be taken."""
        if seat.number:
            return
        tried = {notation(each, table, seat): each for each in (act, self._card.act(table, seat))}
        searching = partial(ActSearch, self.followed, table, seat)
        found = compare(
            searching,
            self.lots.getrandbits(64),
            list(map(Candidate, tried.values())),
            (FEW,),
        )
        told = next(iter(tried))
        gained = found.gain(0, 1) if len(tried) > 1 else NO_GAIN
        value = (
            told,
            told,
            found.worth(0),
            found.worth(len(tried) - 1),
            gained,
            NO_GAIN,
            "",
            False,
        )
        given = len(self.found)
        self.found.append(ReviewedDecision("act", table.round, table.turned, given, *value))


class Counting(Reviewer):
    """Counts the decisions of the first seat."""

    def __init__(self, followed: Sequence[RolloutPolicy]) -> None:
        super().__init__(0, followed, lambda: None)
        self.number = 0

    def act(self, table: Table, seat: Seat, act: Act) -> None:
        """Count an act."""
        self.number += seat.number == 0

    def answer(self, table: Table, seat: Seat, question: Question, answer: Sequence[int]) -> None:
        """Count an answer."""
        self.number += seat.number == 0


Of = TypeVar("Of", bound=Reviewer)


def looked_at(
    seed: int, chosen: argparse.Namespace, look: Callable[[Sequence[RolloutPolicy]], Of]
) -> tuple[Of, Outcome]:
    """Play a game, observing the first seat; return the reviewer and the outcome."""
    known = catalogue()
    files = sorted(ai_card_files().values())
    cards = [load_ai_card(file, known) for file in (files if seed % 2 else reversed(files))]
    jacks = tuple(card.jack for card in cards)
    followers: list[Player] = [AICardPlayer(card, known) for card in cards]
    settings = Settings(jacks, seed, round_limit=chosen.rounds)
    first: Player = Wild(followers[0], seed, chosen.random)
    if chosen.player:
        first = player_of(chosen.player, 0, settings, known, cards)
    reviewer = look(policies(list(jacks), known))
    players = reviewer.watching([first, *followers[1:]])
    return reviewer, play(set_up(settings, known, players), settings)


def coached(seed: int, chosen: argparse.Namespace) -> dict[str, object]:
    """Return the coach's verdicts on the acts of the first seat in one game, and how many hold."""
    mine, outcome = looked_at(seed, chosen, Deeper)
    decisions = without_postponed(mine.found)
    called = [each for each in decisions if each.mistake and each.ask == "act"]
    pairs = [(each.cost, mine.again[each.given]) for each in called]
    return {
        "seed": seed,
        "acts": sum(each.ask == "act" for each in decisions),
        "answers": sum(each.ask != "act" for each in decisions),
        "called": len(called),
        "again": sum(again.low > 0 for _, again in pairs),
        "within": sum(cost.low <= again.value <= cost.high for cost, again in pairs),
        "cost": round(sum(cost.value for cost, _ in pairs), 3),
        "true": round(sum(again.value for _, again in pairs), 3),
        "finished": outcome.finished,
    }


def lucky(seed: int, chosen: argparse.Namespace) -> dict[str, object]:
    """Return the luck and skill in one game."""
    mine, outcome = looked_at(seed, chosen, Valuing)
    summed = balance(mine.found, float(outcome.winner == 0))
    parts = {name: getattr(summed, name).value for name in ("start", "skill", "luck")}
    return {"seed": seed, **parts, "result": summed.result, "finished": outcome.finished}


def timed(seed: int, chosen: argparse.Namespace) -> dict[str, object]:
    """Return the processor time that a review of one game takes, as long as the program's."""
    number = looked_at(seed, chosen, Counting)[0].number
    rounds, begun = min(ROUNDS_EACH, ROUNDS_IN_ALL / number), process_time()

    def look(how: Sequence[RolloutPolicy]) -> Reviewer:
        return Reviewer(0, how, count().__next__, rounds)

    mine, outcome = looked_at(seed, chosen, look)
    return {
        "seed": seed,
        "rounds": outcome.rounds,
        "decisions": number,
        "reviewed": len(mine.found),
        "called": sum(each.mistake for each in without_postponed(mine.found)),
        "cost": average_cost(without_postponed(mine.found)).value,
        "seconds": round(process_time() - begun, 1),
        "finished": outcome.finished,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--player", default="")
    parser.add_argument("--seed", type=int, default=7_000)
    parser.add_argument("--random", type=float, default=0.1)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--luck", dest="look", action="store_const", const=lucky, default=coached)
    parser.add_argument("--time", dest="look", action="store_const", const=timed)
    options = parser.parse_args()
    whole: Counter[str] = Counter()
    for seed in range(options.seed, options.seed + options.games):
        told = options.look(seed, options)
        print(json.dumps(to_builtins(told)), flush=True)
        whole.update({name: value for name, value in told.items() if name != "seed"})
    print(json.dumps({"games": options.games, **whole}))


if __name__ == "__main__":
    main()
