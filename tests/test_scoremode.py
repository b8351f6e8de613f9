"""Score Mode: the two stacks of tokens, their effects, and the ranks."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers import CLAY, EDITIONS, WORDS, At, Script, lay, listen, play_round

from moonflight_solo.errors import UsageError
from moonflight_solo.rules.ending import outcome
from moonflight_solo.rules.state import Table
from moonflight_solo.scoremode import END, RANKS, TURN, ScoreMode, rank

ROOT = Path(__file__).parent.parent


def alone(*tokens: str, turned: bool = False, edition: str = "prototype") -> Table:
    at = At(CLAY, deck="20 Waste", hand="5 Waste")
    return lay(at, players=[Script(token=tokens)], turned=turned, edition=edition)


def begin(table: Table) -> ScoreMode:
    mode = ScoreMode(table)
    table.variant = mode
    return mode


# -- the ranks


@pytest.mark.parametrize(
    ("score", "name"),
    [
        (25, "Prince of Moonflight"),
        (10, "Prince of Moonflight"),
        (9, "Courtier"),
        (7, "Courtier"),
        (6, "Guildsman"),
        (4, "Guildsman"),
        (3, "Mere Fay"),
        (0, "Mere Fay"),
        (-4, "Mere Fay"),
    ],
)
def test_ranks(score: int, name: str) -> None:
    """The table of ranks, and below it too (ruling S-rank)."""
    assert rank(score).name == name


@pytest.mark.parametrize("score", ["8", 2.5, None, True])
def test_a_score_is_a_whole_number(score: Any) -> None:
    with pytest.raises(UsageError, match="a score is a whole number, not"):
        rank(score)


def test_every_rank_has_the_saying_printed_beside_it() -> None:
    assert [(each.scores, each.saying) for each in RANKS] == [
        ("10+", "Your every whim is a tarantella in the eternal dance."),
        ("7-9", "You may lead, when the music plays."),
        ("4-6", "You may follow when others lead."),
        ("0-3", "You will not see the dance, you do not hear the music."),
    ]


def test_ranks_load_neither_the_rules_nor_rich() -> None:
    code = (
        "import sys, moonflight_solo.scoremode, moonflight_solo.cli.commands.reference\n"
        "bad = ('rich', 'lark', 'yaml', 'msgspec', 'moonflight_solo.rules')\n"
        "print([m for m in bad if m in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60
    )
    assert found.stdout == "[]\n", found.stderr


# -- the tokens


def test_it_is_for_one_jack_alone() -> None:
    with pytest.raises(UsageError, match="one Jack alone, not 2"):
        ScoreMode(lay(At(CLAY), At(WORDS)))


@pytest.mark.parametrize("edition", EDITIONS)
def test_before_the_turn_one_from_turn_or_two_from_end(edition: str) -> None:
    table = alone(TURN, END, edition=edition)
    mode = begin(table)
    play_round(table)
    assert (mode.turn, mode.end) == (7, 8)
    play_round(table)
    assert (mode.turn, mode.end) == (7, 6)


def test_after_the_turn_one_from_either() -> None:
    """After the Turn: one token of either stack, while both have some (ruling S-choice)."""
    table = alone(TURN, END, turned=True)
    mode = begin(table)
    play_round(table)
    play_round(table)
    assert (mode.turn, mode.end) == (7, 7)


def test_the_last_turn_token_brings_the_turn_at_once() -> None:
    table = alone(TURN)
    mode = begin(table)
    mode.turn = 1
    play_round(table)
    assert table.turned
    assert not table.ended_by
    assert mode.turn == 0


def test_with_an_empty_turn_stack_only_end_can_give() -> None:
    """Nothing is asked where only one stack has a token (ruling S-empty)."""
    table = alone(turned=True)
    mode = begin(table)
    mode.turn = 0
    play_round(table)
    assert mode.end == 7
    player = table.players[0]
    assert isinstance(player, Script)
    assert not player.was_asked("token")


def test_turn_tokens_left_by_a_normal_turn_may_still_be_taken() -> None:
    """Tokens left over stay, and taking the last of them does nothing more (ruling S-empty)."""
    table = alone(TURN, turned=True)
    mode = begin(table)
    mode.turn = 1
    play_round(table)
    assert (mode.turn, mode.end) == (0, 8)
    assert not table.ended_by


def test_the_last_end_token_ends_the_game_with_the_hand_as_it_is() -> None:
    """ "Immediately": the rest of Reset is left out (ruling S-end)."""
    table = alone(END)
    mode = begin(table)
    mode.end = 2
    table.seats[0].draw_deck = [table.names.card("Call The Living", False)] * 6
    table.seats[0].market[0].cards.clear()
    play_round(table)
    assert table.seats[0].market[0].cards == []
    assert table.ended_by == "score-mode end"
    assert outcome(table).finished
    assert outcome(table).scores == (10,)
    assert table.round == 1


def test_the_tokens_are_told() -> None:
    table = alone(END)
    begin(table)
    heard = listen(table)
    play_round(table)
    assert "token 0 2 from End" in heard


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_end_may_come_by_the_normal_rules(edition: str) -> None:
    """Score Mode, note: "the game may therefore end with coins still in their stacks"."""
    table = lay(At(CLAY, deck="3 Call The Living"), players=[Script(token=TURN)], edition=edition)
    mode = begin(table)
    play_round(table)
    assert (table.ended_by, outcome(table).scores) == ("end", (6,))
    assert (mode.turn, mode.end) == (7, 8)


@pytest.mark.parametrize("edition", EDITIONS)
def test_tokens_are_taken_just_before_the_deal(edition: str) -> None:
    """The step of the deal in both editions, whatever its number is (ruling S-step)."""
    table = alone(TURN, edition=edition)
    table.seats[0].market[0].cards.clear()
    begin(table)
    heard_lines = listen(table)
    play_round(table)
    kinds = [line.split()[0] for line in heard_lines]
    assert kinds.index("draw") < kinds.index("token") < kinds.index("deal")
