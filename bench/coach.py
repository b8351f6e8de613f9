"""How right the coach is: python bench/coach.py GAMES [--player search=1000] [--seed N]

Plays games in which the first seat is the player named, or follows its AI card with an act in ten
taken at random; looks at each with the coach; and looks into each of its mistakes again with twenty
times as many games played on. One JSON line a game: how many acts, how many are called mistakes,
how many of them are again, and what was luck. Random acts are there to be found; a strong player's
mistakes are false alarms.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from random import Random

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.coach.advice import compare, is_sure
from moonflight_solo.coach.review import A_MISTAKE, FINAL, Reviewed, balance, charged, review
from moonflight_solo.playtest.players import player_of, policies
from moonflight_solo.playtest.players.simple import candidate_acts
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import parse_act
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table

DEEPER = 20
RANDOM = 0.1


class Coached:
    """A player whose every act is reviewed, and each mistake looked into more deeply."""

    def __init__(self, player: Player, jacks: Sequence[str], seed: int, *, wild: bool) -> None:
        self.player = player
        self.wild = wild
        self.lots = Random(seed)
        self.policies = policies(list(jacks), catalogue())
        self.acts: list[Reviewed] = []
        self.again: dict[int, bool] = {}

    def act(self, table: Table, seat: Seat) -> Act:
        act = self.player.act(table, seat)
        if self.wild and self.lots.random() < RANDOM:
            act = self.lots.choice(candidate_acts(table, seat))
        number = len(self.acts)
        found = review(table, seat, act, number, self.policies, number)
        self.acts.append(found)
        if found.mistake:
            best = parse_act(found.best, table, seat)
            seed = self.lots.getrandbits(64)
            deep = compare(table, seat, self.policies, seed, [best, act], DEEPER * FINAL)
            self.again[number] = is_sure(deep.gain, alone=False) and deep.gain.value > A_MISTAKE / 2
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self.player.choose(table, seat, question)


def coached(seed: int, player: str) -> dict[str, object]:
    """Return what the coach says of the first seat of one game, and how much of it holds."""
    known = catalogue()
    files = sorted(ai_card_files().values())
    cards = [load_ai_card(file, known) for file in (files if seed % 2 else reversed(files))]
    jacks = tuple(card.jack for card in cards)
    followers: list[Player] = [AICardPlayer(card, known) for card in cards]
    settings = Settings(jacks, seed, round_limit=60)
    first = player_of(player, 0, settings, known, cards) if player else followers[0]
    mine = Coached(first, jacks, seed, wild=not player)
    outcome = play(set_up(settings, known, [mine, *followers[1:]]), settings)
    acts = charged(mine.acts)
    called = [act.given for act in acts if act.mistake]
    summed = balance(acts, float(outcome.winner == 0))
    return {
        "seed": seed,
        "acts": len(acts),
        "called": len(called),
        "again": sum(mine.again[number] for number in called),
        "luck": round(summed.luck, 4),
        "finished": outcome.finished,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--player", default="")
    parser.add_argument("--seed", type=int, default=7_000)
    options = parser.parse_args()
    for seed in range(options.seed, options.seed + options.games):
        print(json.dumps(coached(seed, options.player)), flush=True)


if __name__ == "__main__":
    main()
