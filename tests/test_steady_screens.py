"""The screen at a moment of a game: the same whenever the game stands there."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from helpers import CLAY, WORDS, at_least
from rich.console import Console

from moonflight_solo.cli.game.display import Display
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.session import Session
from moonflight_solo.cli.output.terminal import PRETTY, Terminal
from moonflight_solo.cli.output.view import View
from moonflight_solo.recorded_games.decks import ai_deck
from moonflight_solo.recorded_games.start import PERSON, GameStart
from moonflight_solo.records import Answer, RecordFile
from moonflight_solo.records.saved_games import begin_recording
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings
from moonflight_solo.rules.state import Card

BACK_AND_FORTH = ("undo", "undo", "undo 2", "undo 3", "undo round", "redo", "redo 2", "redo all")


class Wanderer:
    """Types acts, lines of acts, answers, undo and redo at random, and remembers every screen."""

    def __init__(self, seed: int) -> None:
        self.lot = Random(seed)
        self.session: Session | None = None
        self.screens: dict[tuple[Answer, ...], list[str]] = {}
        self.held: tuple[tuple[Answer, ...], list[Card]] = (), []
        self.seen_again = 0
        self.left = at_least(50, 400)

    def read(self, display: Display, prompt: str, *_: object) -> str:
        assert self.session is not None
        assert display.scene is not None
        said = tuple(self.session.file.record.answers)
        rows = [line.plain for line in display._lines_of(display.scene, None)]
        self.seen_again += said in self.screens
        assert self.screens.setdefault(said, rows) == rows
        self._check_order(said, display.scene.view)
        self.left -= 1
        if self.left < 0 or self.lot.random() < 0.03:
            return "quit"
        if said and self.lot.random() < 0.3:
            return self.lot.choice(BACK_AND_FORTH)
        numbers = re.findall(r"(?<![\w¢★☆])([0-9]+)\) ", "\n".join(rows))
        if "Enter" in prompt and self.lot.random() < 0.6:
            return self.lot.choice(["", ";"])
        if not numbers or self.lot.random() < 0.15:
            return self.lot.choice(["all", "0", "done", "none"])
        return " ".join(self.lot.choice(numbers) for _ in range(self.lot.choice([1, 1, 2, 3])))

    def _check_order(self, said: tuple[Answer, ...], view: View) -> None:
        """Cards that stay in hand keep their order, also while numbers stand for answers."""
        assert view.you is not None
        (then, before), held = self.held, list(dict.fromkeys(view.you.hand or ()))
        if said[: len(then)] == then:
            assert [c for c in held if c in before] == [c for c in before if c in held]
        self.held = said, held


@pytest.mark.parametrize("jacks", [(CLAY, WORDS), (WORDS, CLAY), (WORDS, CLAY, WORDS), (CLAY,)])
@pytest.mark.parametrize("seed", range(at_least(2, 30)))
def test_a_screen_is_a_function_of_the_game_so_far(
    jacks: tuple[str, ...],
    seed: int,
    monkeypatch: pytest.MonkeyPatch,
    moonflight_home: Path,
) -> None:
    """After undo, redo and resume it is the one that stood there before, letter by letter."""
    wanderer = Wanderer(seed)
    monkeypatch.setattr(Display, "read", _reading(wanderer))
    monkeypatch.setattr(Keyboard, "read", lambda *_: "")
    deck = ai_deck(catalogue(), (), {})
    settings = Settings(jacks, seed=seed, score_mode=len(jacks) == 1)
    start = GameStart.new(settings, deck, {0: PERSON})
    file, _ = begin_recording(start.header)
    path = file.path
    assert path is not None
    file.close()
    while wanderer.left > 0:
        file = RecordFile.open(path) if path.exists() else begin_recording(start.header)[0]
        path = file.path or path
        console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True)
        terminal = Terminal(console, plain=False, glyphs=PRETTY)
        wanderer.session = Session(Keyboard(terminal), start, file)
        if wanderer.session.play() is not None:
            break
    assert wanderer.seen_again > 3


def _reading(wanderer: Wanderer) -> Callable[..., str]:
    def read(display: Display, prompt: str, *rest: object) -> str:
        return wanderer.read(display, prompt)

    return read
