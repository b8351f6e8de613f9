"""A person who types what an AI card would do, and Enter for default answers."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.targeting import silent_index
from moonflight_solo.cli.game.habits import habit_for
from moonflight_solo.cli.game.prompts import prompt_for
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Player, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode


class Typist:
    """Plays like a follower, and records the lines a person would have typed."""

    def __init__(self, follower: AICardPlayer) -> None:
        self.follower = follower
        self.typed: list[str] = []

    def act(self, table: Table, seat: Seat) -> Act:
        act = self.follower.act(table, seat)
        self.typed.append(notation(act, table, seat))
        return act

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        put = prompt_for(question, table, seat)
        if put.forced:
            return put.indexes if question.ask == "order" else put.indexes[:1]
        if habit_for(question) == "as played" and put.default is not None:
            return put.default  # A new player is not asked.
        words = ""
        if put.default is None:  # A card to give up is never the answer of Enter alone.
            words = put.as_typed([silent_index(question, seat)])
        self.typed.append(words)
        return put.answer(words)


def typed_game(
    *jacks: str, seed: int, edition: str = "prototype", rounds: int = 200
) -> tuple[list[str], Outcome]:
    """Return every line typed in a whole game from the first seat, and the outcome."""
    known = catalogue(edition)
    followers = [AICardPlayer(load_ai_card(jack, known), known) for jack in jacks]
    typist = Typist(followers[0])
    players: list[Player] = [typist, *followers[1:]]
    settings = Settings(jacks, seed, edition, round_limit=rounds)
    table = set_up(settings, known, players)
    if len(jacks) == 1:
        table.variant = ScoreMode(table)
    outcome = play(table, settings)
    return typist.typed, outcome
