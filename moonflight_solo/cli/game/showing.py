"""What a person is shown before an act or a question: the table, and what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from moonflight_solo.cli.game.display import Display, Scene
from moonflight_solo.cli.game.prompts import Prompt, still_to_come
from moonflight_solo.cli.game.table_commands import TableCommands
from moonflight_solo.cli.output.paint import columns, wrap
from moonflight_solo.cli.output.plain import act_lines, end_lines, own_hand, sentences
from moonflight_solo.cli.output.view import ActView, LogLine, View
from moonflight_solo.records import Answer
from moonflight_solo.rules.state import Seat, Table

MEANING: Final = " (? says what it means)"


class Showing:
    """Shows what is new since the person's last act, on a screen or in sentences."""

    def __init__(self, commands: TableCommands, display: Display) -> None:
        self._commands = commands
        self._narrator = commands.narrator
        self._terminal = commands.terminal
        self._display = display
        self._greetings: list[str] = []
        self._shown_round = 0
        self._told_end = 0
        # What was last seen of the table and of what happened, to mark and to tell what is new.
        self._seen: View | None = None
        self._since = 0
        # Whether the game is gone on with, and whether all that led here has been told before.
        self._come_back = False
        self._retold = False

    # -- what is to be said beside it

    def greet(self, words: str, *, retold: bool = False) -> None:
        """Say ``words`` before the next thing asked.

        ``retold`` if what is passed by until then has all been told before.
        """
        self._greetings.append(words)
        self._retold = self._retold or retold

    def greetings(self) -> list[str]:
        """Return what has still to be said first; it is then taken as said."""
        words, self._greetings = self._greetings, []
        return words

    def pass_by(self, answer: Answer, table: Table, seat: Seat) -> None:
        """Keep step with an answer given before: what led to it is no news."""
        self._come_back = True
        if answer.auto:
            return
        self._narrator.take()
        if answer.ask == "act":
            self._since = len(self._narrator.history)
            if not self._terminal.plain:
                self._seen = self._commands.view(table, seat)

    # -- before an act

    def acting(self, acts: Sequence[ActView], table: Table, seat: Seat) -> None:
        """Show the table, what happened since one's last act, and what one can do."""
        terminal, narrator = self._terminal, self._narrator
        news = narrator.take()
        greetings = [LogLine(words, "said") for words in self.greetings()]
        if self._retold:
            news, self._retold = [], False
        self._come_back = False
        seen = self._commands.view(table, seat)
        if terminal.plain:
            self._commands.tell([*news, *greetings])
            whole = self._shown_round != table.round
            self._shown_round = table.round
            terminal.say_all(sentences(seen) if whole else own_hand(seen))
            terminal.say_all(act_lines(acts))
            return
        news = [*narrator.history[self._since :], *greetings]
        self._since = len(narrator.history)
        since, self._seen = self._seen, seen
        self._display.show(Scene(seen, news, acts, since))

    # -- before a question

    def asking(self, prompt: Prompt, table: Table, seat: Seat) -> None:
        """Show the table and what is asked, or say what happened and ask."""
        news = self._narrator.take(midway=True)
        greetings = [LogLine(words, "said") for words in self.greetings()]
        seen = self._commands.view(table, seat)
        if not self._terminal.plain:
            told = [*self._narrator.history[self._since :], *greetings]
            scene = Scene(seen, told, (), self._seen, _question(prompt, seen, self._display))
            self._come_back = self._retold = False
            self._display.show(scene)
            return
        if self._come_back or self._retold:
            self._come_back = False
            self._terminal.say_all(sentences(seen))
            news, self._retold = ([] if self._retold else news), False
        self._commands.tell([*news, *greetings])
        if seen.standing and seen.standing.ending and self._told_end != table.round:
            self._told_end = table.round
            self._terminal.say_all(end_lines(seen.standing))
        self.ask_again(prompt)

    def ask_again(self, prompt: Prompt) -> None:
        """Put the same question once more, unless it still stands on the screen."""
        if self._terminal.plain:
            terminal = self._terminal
            terminal.say(f"{prompt.words}{MEANING}")
            terminal.say_all(f"{number}: {shown}" for number, shown in enumerate(prompt.shown, 1))


def _question(prompt: Prompt, view: View, display: Display) -> list[Text]:
    """Return a question and its numbered choices, in lines as wide as the screen."""
    width = display.terminal.width
    numbered = enumerate(prompt.shown, 1)
    chips = [Text().append(f"{number}) ", "bold").append(words) for number, words in numbered]
    rows = [Text(" ") + row for row in wrap(prompt.words, width - 2, "bold")]
    if rows[-1].cell_len + len(MEANING) <= width:
        rows[-1].append(MEANING, "dim")
    rows += [Text("   ") + line for line in columns(chips, width - 3)]
    later = still_to_come(prompt.question, view)
    if later:
        answers = [prompt.default_words, *("turn" if ask == "tokens" else "none" for ask in later)]
        ahead = f"Then {', '.join(later)}; in one line, such as: {'; '.join(answers)}"
        rows += [Text(" ") + row for row in wrap(ahead, width - 2, "dim")]
    return rows
