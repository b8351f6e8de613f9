"""How right the coach is: python bench/coach.py GAMES [--player search=1000] [--seed N] [--luck]

Plays games in which the first seat is the player named, or follows its AI card with an act in ten
taken at random; looks at each with the coach; and looks into each of its mistakes again with twenty
times as many games played on. One JSON line a game: how many acts, how many are called mistakes,
how many of them are again, and what was luck. Random acts are there to be found; a strong player's
mistakes are false alarms.

With --luck no act is reviewed: each is only valued, by a few games played on, and a line tells what
the game's luck and skill came to. Over many games the luck has to add up to nothing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from random import Random
from typing import TypeVar

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.coach.advice import NO_GAIN, compare_acts
from moonflight_solo.coach.review import A_MISTAKE, ReviewedDecision, Reviewer, balance, charged
from moonflight_solo.playtest.players import player_of, policies
from moonflight_solo.playtest.players.rollout import RolloutPolicy
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

DEEPER = 20
RANDOM = 0.1
FEW = 8


class Wild:
    """Acts like ``player``, except that one act in ten is random."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        self.lots = Random(seed)

    def act(self, table: Table, seat: Seat) -> Act:
        act = self.player.act(table, seat)
        return self.lots.choice(candidate_acts(table, seat)) if self.lots.random() < RANDOM else act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self.player.choose(table, seat, question)


class Deeper(Reviewer):
    """Reviews the first seat, and each mistake again more deeply."""

    def __init__(self, followed: Sequence[RolloutPolicy]) -> None:
        super().__init__(0, followed, lambda: len(self.found))
        self.again: dict[int, bool] = {}

    def review(self, look: Callable[..., ReviewedDecision | None]) -> None:
        """Review one decision, again with more rollouts if it is called a mistake."""
        number = len(self.found)
        super().review(look)
        if len(self.found) > number and self.found[-1].mistake:
            deep = look(seed=number + 1_000_000, deeper=DEEPER)
            least = A_MISTAKE / 2
            again = deep is not None and deep.cost.low > 0 and deep.cost.value > least
            self.again[number] = again


class Valuing(Reviewer):
    """Values each act of the first seat, and that of its AI card, with a few rollouts."""

    def __init__(self, followed: Sequence[RolloutPolicy]) -> None:
        super().__init__(0, followed, lambda: len(self.found))
        self.followed, self.lots = followed, Random("the coach's luck")

    def act(self, table: Table, seat: Seat, act: Act) -> None:
        """Value an act that is about to be taken."""
        if seat.number:
            return
        usual = self.followed[0]().act(table, seat)
        acts = [act] if act == usual else [act, usual]
        worths = compare_acts(
            table, seat, self.followed, self.lots.getrandbits(64), acts, (FEW,)
        ).worths
        told, number = notation(act, table, seat), len(self.found)
        value = (told, told, worths[0], worths[-1], NO_GAIN, "", False)
        self.found.append(ReviewedDecision("act", table.round, table.turned, number, *value))

    def answer(self, table: Table, seat: Seat, question: Question, answer: Sequence[int]) -> None:
        """Do nothing: the first seat's answers are those of its AI card."""


Of = TypeVar("Of", bound=Reviewer)


def looked_at(
    seed: int, player: str, look: Callable[[Sequence[RolloutPolicy]], Of]
) -> tuple[Of, Outcome]:
    """Play a game, observing the first seat; return the reviewer and the outcome."""
    known = catalogue()
    files = sorted(ai_card_files().values())
    cards = [load_ai_card(file, known) for file in (files if seed % 2 else reversed(files))]
    jacks = tuple(card.jack for card in cards)
    followers: list[Player] = [AICardPlayer(card, known) for card in cards]
    settings = Settings(jacks, seed, round_limit=60)
    first = player_of(player, 0, settings, known, cards) if player else Wild(followers[0], seed)
    reviewer = look(policies(list(jacks), known))
    players = reviewer.watching([first, *followers[1:]])
    return reviewer, play(set_up(settings, known, players), settings)


def coached(seed: int, player: str) -> dict[str, object]:
    """Return the coach's verdicts on the first seat of one game, and how many hold."""
    mine, outcome = looked_at(seed, player, Deeper)
    acts = charged(mine.found)
    called = [act.given for act in acts if act.mistake]
    return {
        "seed": seed,
        "acts": sum(act.ask == "act" for act in acts),
        "answers": sum(act.ask != "act" for act in acts),
        "called": len(called),
        "again": sum(mine.again[number] for number in called),
        "finished": outcome.finished,
    }


def lucky(seed: int, player: str) -> dict[str, object]:
    """Return the luck and skill in one game."""
    mine, outcome = looked_at(seed, player, Valuing)
    summed = balance(mine.found, float(outcome.winner == 0))
    told = {name: round(value, 4) for name, value in asdict(summed).items()}
    return {"seed": seed, **told, "finished": outcome.finished}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--player", default="")
    parser.add_argument("--seed", type=int, default=7_000)
    parser.add_argument("--luck", action="store_true")
    options = parser.parse_args()
    for seed in range(options.seed, options.seed + options.games):
        told = (lucky if options.luck else coached)(seed, options.player)
        print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
