"""What a person wants answered without being asked, from one game to the next."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final, Literal

from moonflight_solo.datafiles import NoHome, read_file, user_folder
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.state import Question

Habit = Literal["as played", "never cover"]

HABITS: Final[tuple[Habit, ...]] = ("as played", "never cover")
FILE: Final = "habits.json"
MOST_BYTES: Final = 10_000


class Habits:
    """The habits a person has; a change is kept in the folder of their own files if it can be."""

    def __init__(self) -> None:
        self._held: set[Habit] = set()
        try:
            kept = json.loads(read_file(_file(), MOST_BYTES, "Delete it"))
        except (MoonflightError, ValueError):
            return
        if isinstance(kept, list):
            self._held = {habit for habit in HABITS if habit in kept}

    def __contains__(self, habit: Habit) -> bool:
        return habit in self._held

    def set(self, habit: Habit, held: bool) -> bool:
        """Take up a habit or drop it; return whether that will be remembered."""
        (self._held.add if held else self._held.discard)(habit)
        return self._keep()

    def answers(self, question: Question) -> bool:
        """Return whether a question's usual answer is given without asking."""
        if question.ask == "cover":
            return "never cover" in self
        return question.ask == "order" and question.source is None and "as played" in self

    def _keep(self) -> bool:
        try:
            path = _file()
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(sorted(self._held)), "utf-8")
        except (NoHome, OSError):
            return False
        return True


def _file() -> Path:
    return user_folder(FILE)
