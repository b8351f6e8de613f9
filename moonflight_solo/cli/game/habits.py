"""Reset questions the player has chosen not to be asked."""

from __future__ import annotations

from contextlib import suppress
from typing import Final, Literal

import msgspec

from moonflight_solo.datafiles import NoHome, read_file, user_folder
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.state import Question

Habit = Literal["as played", "never cover"]

HABITS: Final[tuple[Habit, ...]] = ("as played", "never cover")
FILE: Final = "habits.json"
MOST_BYTES: Final = 10_000


class Habits:
    """The player's habits, saved in their data folder if possible."""

    def __init__(self) -> None:
        self._held: set[Habit] = set()
        with suppress(MoonflightError, msgspec.MsgspecError):
            kept = read_file(user_folder(FILE), MOST_BYTES, "Delete it")
            names = msgspec.json.decode(kept, type=set[str])
            self._held = {habit for habit in HABITS if habit in names}

    def __contains__(self, habit: Habit) -> bool:
        return habit in self._held

    def set(self, habit: Habit, held: bool) -> bool:
        """Turn a habit on or off; return whether it could be saved."""
        (self._held.add if held else self._held.discard)(habit)
        try:
            path = user_folder(FILE)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(msgspec.json.encode(sorted(self._held)))
        except (NoHome, OSError):
            return False
        return True

    def answers(self, question: Question) -> bool:
        """Return whether a habit answers this question with its default."""
        if question.ask == "cover":
            return "never cover" in self
        return question.ask == "order" and question.source is None and "as played" in self
