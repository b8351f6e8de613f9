"""A question on the screen, and the questions of a whole Reset as a form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from moonflight_solo.cli.game.habits import Habits, habit_for
from moonflight_solo.cli.game.numbered_acts import NUMBERS, Numbers
from moonflight_solo.cli.game.prompts import Prompt, prompt_for
from moonflight_solo.cli.output.text_layout import between_margins, columns
from moonflight_solo.cli.output.view import View
from moonflight_solo.rules.notation import NotationError
from moonflight_solo.rules.state import Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode

MEANING: Final = " (type ? for help)"
_ORDER: Final = ("order", "retain", "token", "cover")
"""The questions of a Reset, in order."""


class ResetForm:
    """The questions of a Reset, and the answers typed ahead."""

    def __init__(self, habits: Habits, numbers: Numbers | None = None) -> None:
        self.habits = habits
        self._numbers = numbers
        self.forget()

    def forget(self) -> None:
        """Forget the answers typed ahead."""
        self._ahead: list[str] = []
        self._rest_as_shown = False

    def later(self, question: Question, view: View, table: Table, seat: Seat) -> list[Prompt]:
        """Return the prompts that may still follow in this Reset, except those habits answer.

        Choices that depend on cards still to be drawn are left open.
        """
        if question.ask not in _ORDER or (question.ask == "order" and question.source):
            return []
        later = _ORDER[_ORDER.index(question.ask) + 1 :]
        prompts = filter(None, (_question(ask, view, table, seat) for ask in later))
        questions = (prompt for prompt in prompts if not self.habits.answers(prompt))
        return [prompt_for(each, table, seat, view.standing, self._numbers) for each in questions]

    def first_answer(self, line: str, later: Sequence[Prompt]) -> str:
        """Return the first answer of a line separated by ``;``, and store the rest.

        A trailing ``;`` accepts the defaults of all further questions. Raises `NotationError` for a
        number whose question is not known yet.
        """
        first, *rest = (part.strip() for part in line.split(";"))
        self._rest_as_shown = not rest[-1]
        for index, words in enumerate(rest[:-1] if self._rest_as_shown else rest):
            if NUMBERS.fullmatch(words):
                if not any(prompt.names for prompt in later[index : index + 1]):
                    self.forget()
                    raise NotationError(
                        f'{words} has no numbers until it is asked; for now type a name, or "none".'
                    )
                words = later[index].as_typed(later[index].answer(words))
            self._ahead.append(words)
        return first

    def ahead(self, prompt: Prompt) -> str | None:
        """Return the answer typed ahead for a question, ``None`` if there is none."""
        if self._ahead:
            return self._ahead.pop(0)
        return "" if self._rest_as_shown and prompt.default is not None else None

    # -- rendering

    def rows(
        self, prompt: Prompt, later: Sequence[Prompt], width: int, most: int = 1_000
    ) -> list[Text]:
        """Render a question and its choices in up to ``most`` rows, with what there is room for of
        the card's text, what stops the question, and the questions to come.
        """
        question = between_margins(prompt.words, width, "bold")
        if question[-1].cell_len + len(MEANING) <= width:
            question[-1].append(MEANING, "dim")
        choices = choice_rows(prompt, "", width)
        if len(question) + len(choices) > most:
            more = Text(f'   {len(prompt.numbered_choices)} in all: type "acts" to see them', "dim")
            choices = [*choices[: max(most - len(question) - 1, 1)], more]
        source, habit = prompt.question.source, habit_for(prompt.question)
        text = between_margins(f'"{source.words}"', width, "dim") if source and source.words else []
        always = f"always {habit}" if habit == "as played" else habit
        stops = (
            between_margins(f'Type "{always}" to stop this question.', width, "dim")
            if habit
            else []
        )
        then = [row for each in later for row in _then(each, width)]
        in_one = between_margins(_in_one_line(prompt, later), width, "dim") if later else []
        room, fitting = most - len(question) - len(choices), []
        for part in (text, then, in_one, stops):
            fits = bool(part) and len(part) <= room
            room -= len(part) * fits
            fitting.append(part if fits else [])
        text, then, in_one, stops = fitting
        return [*question, *text, *choices, *stops, *then, *in_one]

    def sentences(self, prompt: Prompt, later: Sequence[Prompt]) -> list[str]:
        """Return the questions to come, and how to answer all in one line."""
        words = [f"Next question: {each.words}" for each in later]
        return [*words, _in_one_line(prompt, later)] if later else []


def _question(ask: str, view: View, table: Table, seat: Seat) -> Question | None:
    """Return a question to come in this Reset, as far as it is known; ``None`` if it will not."""
    mode, standing = table.variant, view.standing
    if ask == "cover" and standing and not (standing.turns or standing.last_token):
        dealt = standing.empty and any(each.supply for each in table.seats)
        return Question("cover", (), (), least=0) if dealt else None
    if ask == "retain" and seat.hand and seat.retain_limit() > 0:
        most = min(seat.retain_limit(), len(seat.hand))
        return Question("retain", seat.hand, seat.hand, least=0, most=most)
    if ask == "token" and isinstance(mode, ScoreMode):
        stacks = mode.stacks()
        return Question("token", stacks, [None] * len(stacks)) if stacks[1:] else None
    return None


def _then(prompt: Prompt, width: int) -> list[Text]:
    """Return a question to come with its choices, beside it if they fit."""
    then = between_margins(f"then: {prompt.words} [{prompt.default_words}]", width, "dim")
    rows = choice_rows(prompt, "dim", width)
    beside = "  ".join(["", *(row.plain.strip() for row in rows)])
    if then[-1].cell_len + len(beside) > width:
        return [*then, *rows]
    return [*then[:-1], then[-1].append(beside)]


def _in_one_line(prompt: Prompt, later: Sequence[Prompt]) -> str:
    answers = [prompt.default_words, *(each.default_words for each in later)]
    return f'Or all at once: "{"; ".join(answers)}". A lone ; accepts the answers shown.'


def choice_rows(prompt: Prompt, style: str, width: int) -> list[Text]:
    """Return the numbered choices of a question; none if it asks how many coin tokens.

    If it asks what to cover, cards stand beside the Market Stacks of their suit, or above them if
    one row has no room for both.
    """
    if not prompt.places:
        return _in_columns(prompt.numbered_choices, style, width)
    rows: list[Text] = []
    for cards, stacks in prompt.covers:
        beside = _in_columns([*cards, *stacks], style, width)
        apart = [*_in_columns(cards, style, width), *_in_columns(stacks, style, width)]
        rows += beside if len(beside) == 1 else apart
    return rows


def _in_columns(listed: Sequence[tuple[int, str]], style: str, width: int) -> list[Text]:
    chips = [
        Text().append(f"{number}) ", style or "bold").append(words, style)
        for number, words in listed
    ]
    return [Text("   ") + line for line in columns(chips, width - 3)]
