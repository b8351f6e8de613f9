"""The questions of one Reset together, answered one by one or in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from moonflight_solo.cli.game.numbers import NUMBERS
from moonflight_solo.cli.game.prompts import Habits, Prompt, prompt_for
from moonflight_solo.cli.output.paint import columns, wrap
from moonflight_solo.cli.output.view import View
from moonflight_solo.rules.notation import NotUnderstood
from moonflight_solo.rules.state import Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode

MEANING: Final = " (? says what it means)"
_ORDER: Final = ("order", "retain", "token", "cover")
"""The questions of a Reset as they follow each other."""


class ResetForm:
    """What was answered in this Reset, and what was typed ahead of its question.

    `begin` is to be called between two Resets.
    """

    def __init__(self, habits: Habits) -> None:
        self._habits = habits
        self.begin()

    def begin(self) -> None:
        """Forget all answers."""
        self.answered: list[str] = []
        self.forget()

    def forget(self) -> None:
        """Forget what was typed ahead."""
        self._ahead: list[str] = []
        self._rest_as_shown = False

    def later(self, question: Question, view: View, table: Table, seat: Seat) -> list[Prompt]:
        """Return what may still be asked in this Reset; not what habits answer.

        What there will be to choose from, once cards are drawn, is left open.
        """
        if question.ask not in _ORDER or (question.ask == "order" and question.source):
            return []
        later = _ORDER[_ORDER.index(question.ask) + 1 :]
        known = filter(None, (_foreseen(ask, view, table, seat) for ask in later))
        return [prompt_for(each, table, seat) for each in known if not self._habits.answers(each)]

    def taken(self, line: str, later: Sequence[Prompt]) -> str:
        """Return the first answer of a line with ``;`` between, and keep the others.

        A ``;`` at its end leaves all that is not in it as it is shown. Raises `NotUnderstood` for
        a number whose question cannot be known yet.
        """
        first, *rest = (part.strip() for part in line.split(";"))
        self._rest_as_shown = not rest[-1]
        for at, words in enumerate(rest[:-1] if self._rest_as_shown else rest):
            if NUMBERS.fullmatch(words):
                if not any(prompt.names for prompt in later[at : at + 1]):
                    self.forget()
                    raise NotUnderstood(
                        f"what {words} is can be seen when it is asked: ahead say a name, or none."
                    )
                words = later[at].named(later[at].answer(words))
            self._ahead.append(words)
        return first

    def ahead(self, prompt: Prompt) -> str | None:
        """Return what was typed ahead for a question, ``None`` if nothing was."""
        if self._ahead:
            return self._ahead.pop(0)
        return "" if self._rest_as_shown and prompt.default is not None else None

    # -- on the screen

    def rows(self, prompt: Prompt, later: Sequence[Prompt], width: int) -> list[Text]:
        """Return a question with its choices, between those answered and those to come."""
        rows = [row for words in self.answered for row in _indented(words, width, "dim")]
        asked = _indented(prompt.words, width, "bold")
        if asked[-1].cell_len + len(MEANING) <= width:
            asked[-1].append(MEANING, "dim")
        rows += [*asked, *_choices(prompt, "", width)]
        for each in later:
            when = "" if each.names else ", once you have drawn"
            rows += _indented(f"then: {each.words} [{each.default_words}]{when}", width, "dim")
            rows += _choices(each, "dim", width)
        if later:
            rows += _indented(_in_one_line(prompt, later), width, "dim")
        return rows

    def sentences(self, prompt: Prompt, later: Sequence[Prompt]) -> list[str]:
        """Return what is asked after a question, and how to answer it all in one line."""
        words = [f"Asked next: {each.words}" for each in later]
        return [*words, _in_one_line(prompt, later)] if later else []


def _foreseen(ask: str, view: View, table: Table, seat: Seat) -> Question | None:
    """Return a question that will be asked in this Reset as far as it can be known."""
    mode, standing = table.variant, view.standing
    if ask == "cover" and standing and not (standing.turns or standing.last_token):
        return Question("cover", (), (), least=0) if standing.empty else None
    if ask == "retain" and seat.hand and seat.retain_limit() > 0:
        most = min(seat.retain_limit(), len(seat.hand))
        return Question("retain", seat.hand, seat.hand, least=0, most=most)
    if ask == "token" and isinstance(mode, ScoreMode):
        stacks = mode.stacks()
        return Question("token", stacks, [None] * len(stacks)) if stacks[1:] else None
    return None


def _in_one_line(prompt: Prompt, later: Sequence[Prompt]) -> str:
    answers = [prompt.default_words, *(each.default_words for each in later)]
    return f"All in one line: {'; '.join(answers)}. A ; at the end leaves the rest as shown."


def _indented(words: str, width: int, style: str) -> list[Text]:
    return [Text(" ") + row for row in wrap(words, width - 2, style)]


def _choices(prompt: Prompt, style: str, width: int) -> list[Text]:
    chips = [
        Text().append(f"{number}) ", style or "bold").append(words, style)
        for number, words in enumerate(prompt.shown, 1)
    ]
    return [Text("   ") + line for line in columns(chips, width - 3)]
