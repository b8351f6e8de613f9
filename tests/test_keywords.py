"""Everything specific to a keyword is in one table, which all code consults."""

from __future__ import annotations

from typing import get_args

import pytest
from helpers import CLAY, WORDS, At, lay, saying

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game.prompts import prompt_for
from moonflight_solo.guide import guide
from moonflight_solo.playtest.players.simple import GreedyPlayer
from moonflight_solo.rules import moves
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.state import Player, Question
from moonflight_solo.wording import ast
from moonflight_solo.wording.examples import wordings
from moonflight_solo.wording.keywords import KEYWORDS

MOVING: tuple[ast.Verb, ...] = get_args(ast.Verb)


def test_every_keyword_has_its_row_and_no_row_is_idle() -> None:
    assert list(KEYWORDS) == [*MOVING, *get_args(ast.TokenVerb)]


@pytest.mark.parametrize("verb", MOVING)
def test_a_keyword_is_asked_about_explained_and_shown(verb: ast.Verb) -> None:
    table = lay(At(CLAY, hand="Coin, Waste"), At(WORDS))
    seat = table.seats[0]
    prompt = prompt_for(Question(verb, [0, 1], seat.hand, ["hand"] * 2), table, seat)
    assert prompt.words.endswith(("?", "."))
    assert prompt.meaning.endswith(".")
    # Enter never gives a card up for good, nor moves one away from the hand.
    assert (prompt.default is None) is (KEYWORDS[verb].gives_up or verb == "move")
    assert verb in {topic.name for topic in guide().topics}
    assert any(verb.capitalize() in example for part in wordings() for example in part.examples)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("Target player Loses 2 coin tokens", [(3, 1), (1, 1)]),
        ("Target player Gains 2 coin tokens", [(5, 1), (3, 1)]),
        ("Target player Discards 1", [(3, 1), (3, 0)]),
    ],
)
@pytest.mark.parametrize("ai", [True, False])
def test_what_is_done_against_a_player_is_done_to_another(
    words: str, left: list[tuple[int, int]], ai: bool
) -> None:
    """Ruling A-player, and what a greedy player wants for itself; ``left``: coins and hand."""
    known = catalogue()
    player: Player = AICardPlayer(load_ai_card(CLAY, known), known) if ai else GreedyPlayer()
    at = At(CLAY, hand="Coin", coins=3), At(WORDS, hand="Coin", coins=3)
    table = lay(*at, players=(player, player))
    moves.put_in_play(table, table.seats[0], saying(words, table.names))
    assert [(seat.coins, len(seat.hand)) for seat in table.seats] == left
