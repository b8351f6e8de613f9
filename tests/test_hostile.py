"""Hostile input of any kind is answered in words, never with a traceback.

This is a sample; ``python tests/hostile.py 100000`` tries more.
"""

from __future__ import annotations

import pytest
from helpers import at_least
from hostile import Called, Place, commands, faults

pytest.importorskip("fcntl")  # pipes and alarms are made, which not every system has

SAMPLE = at_least(2, 20)
EVERY = list(commands())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    return Place(tmp_path_factory.mktemp("hostile"))


def test_every_command_is_tried() -> None:
    names = {words for words, _ in EVERY}
    assert {("play",), ("ai", "check"), ("cards",), ("cards", "check"), ("jack", "new")} <= names
    assert all(command.params for _, command in EVERY)


@pytest.mark.parametrize("called", EVERY, ids=[" ".join(words) for words, _ in EVERY])
def test_hostile_inputs(place: Place, called: Called) -> None:
    for number in range(SAMPLE):
        outcome = place.attempt(*called, seed=f"sample {number}")
        assert list(faults(outcome)) == [], outcome
        assert place.astray(outcome) == []
