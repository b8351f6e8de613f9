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
from collections.abc import Sequence
from dataclasses import asdict
from random import Random
from typing import TypeVar

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.coach.advice import NO_GAIN, compare, is_sure
from moonflight_solo.coach.review import A_MISTAKE, FINAL, Reviewed, balance, charged, review
from moonflight_solo.playtest.players import player_of, policies
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation, parse_act
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

DEEPER = 20
RANDOM = 0.1
FEW = 8


class Valued:
    """A player whose every act is valued, beside that of its AI card."""

    def __init__(self, player: Player, jacks: Sequence[str], seed: int, *, wild: bool) -> None:
        self.player = player
        self.wild = wild
        self.lots = Random(seed)
        self.policies = policies(list(jacks), catalogue())
        self.acts: list[Reviewed] = []

    def act(self, table: Table, seat: Seat) -> Act:
        act = self.player.act(table, seat)
        if self.wild and self.lots.random() < RANDOM:
            act = self.lots.choice(candidate_acts(table, seat))
        self.look(table, seat, act)
        return act

    def look(self, table: Table, seat: Seat, act: Act) -> None:
        """Note what an act is worth that is about to be taken."""
        usual = self.policies[seat.number]().act(table, seat)
        acts = [act] if act == usual else [act, usual]
        worths = compare(table, seat, self.policies, self.lots.getrandbits(64), acts, FEW).worths
        told, number = notation(act, table, seat), len(self.acts)
        found = (told, told, worths[0], worths[-1], NO_GAIN, "", False)
        self.acts.append(Reviewed(table.round, table.turned, number, *found))

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self.player.choose(table, seat, question)


class Coached(Valued):
    """A player whose every act is reviewed, and each mistake looked into more deeply."""

    def __init__(self, player: Player, jacks: Sequence[str], seed: int, *, wild: bool) -> None:
        super().__init__(player, jacks, seed, wild=wild)
        self.again: dict[int, bool] = {}

    def look(self, table: Table, seat: Seat, act: Act) -> None:
        """Review an act that is about to be taken."""
        number = len(self.acts)
        found = review(table, seat, act, number, self.policies, number)
        self.acts.append(found)
        if found.mistake:
            best = parse_act(found.best, table, seat)
            seed = self.lots.getrandbits(64)
            deep = compare(table, seat, self.policies, seed, [best, act], DEEPER * FINAL)
            self.again[number] = is_sure(deep.gain, alone=False) and deep.gain.value > A_MISTAKE / 2


Of = TypeVar("Of", bound=Valued)


def looked_at(seed: int, player: str, look: type[Of]) -> tuple[Of, Outcome]:
    """Return the first seat of one game, played and looked at, and how the game came out."""
    known = catalogue()
    files = sorted(ai_card_files().values())
    cards = [load_ai_card(file, known) for file in (files if seed % 2 else reversed(files))]
    jacks = tuple(card.jack for card in cards)
    followers: list[Player] = [AICardPlayer(card, known) for card in cards]
    settings = Settings(jacks, seed, round_limit=60)
    first = player_of(player, 0, settings, known, cards) if player else followers[0]
    mine = look(first, jacks, seed, wild=not player)
    return mine, play(set_up(settings, known, [mine, *followers[1:]]), settings)


def coached(seed: int, player: str) -> dict[str, object]:
    """Return what the coach says of the first seat of one game, and how much of it holds."""
    mine, outcome = looked_at(seed, player, Coached)
    acts = charged(mine.acts)
    called = [act.given for act in acts if act.mistake]
    return {
        "seed": seed,
        "acts": len(acts),
        "called": len(called),
        "again": sum(mine.again[number] for number in called),
        "finished": outcome.finished,
    }


def lucky(seed: int, player: str) -> dict[str, object]:
    """Return what luck and skill came to in one game."""
    mine, outcome = looked_at(seed, player, Valued)
    summed = balance(mine.acts, float(outcome.winner == 0))
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
