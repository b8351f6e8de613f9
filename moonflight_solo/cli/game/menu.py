"""What may be typed beside an answer: commands, known by their beginning, and the help on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final, TypeVar

from rich.text import Text

from moonflight_solo.cli.output.paint import beside, wrap
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import counting_number
from moonflight_solo.records import Entry, Record

T = TypeVar("T")

NARROW: Final = 60
"""In fewer columns what a command does stands below it."""
LOG_LINES: Final = 20
NOTHING_TO_LEAVE: Final = "There is nothing to go back from; quit leaves the game."


@dataclass(frozen=True)
class Command:
    """What a person may type: ``usage`` begins with its word, and `help` shows it and ``help``.

    ``run`` gets what is typed behind it, and ``options`` gives what Tab may put there.
    """

    usage: str
    help: str
    run: Callable[[str], None]
    options: Callable[[], Iterable[str]] = tuple

    @property
    def name(self) -> str:
        """The word to type."""
        return self.usage.split()[0]


class Menu:
    """The commands there are, which speak where ``terminal`` is at the time."""

    SHORT: ClassVar[Mapping[str, str]] = {"?": "help", "h": "help", "exit": "quit", "q": "back"}
    """Other words for some of them."""

    def __init__(self, terminal: Terminal, *commands: Command) -> None:
        self.terminal = terminal
        self.known: dict[str, Command] = {}
        self.add(*commands)

    def add(self, *commands: Command) -> None:
        """Let further commands be typed; help and quit stay the last of the list."""
        self.known |= {command.name: command for command in commands}
        for last in ("help", "quit"):
            if last in self.known:
                self.known[last] = self.known.pop(last)

    def named(self, word: str) -> list[str]:
        """Return the commands that a word is, or is the beginning of."""
        word = self.SHORT.get(word.casefold(), word.casefold())
        if word in self.known:
            return [word]
        return [name for name in self.known if word and name.startswith(word)]

    def carry_out(self, name: str, rest: str) -> None:
        """Carry out a command; what is wrong with it is said in one line."""
        command, rest = self.known[name], rest.strip()
        try:
            if rest and command.usage == name:
                raise MoonflightError(f'"{name}" stands alone.')
            command.run(rest)
        except MoonflightError as error:
            self.complain(str(error))

    def lines(self) -> list[str]:
        """Return every command as a line that may be typed, alone and with its options."""
        found: list[str] = []
        for name, command in self.known.items():
            found += [name, *(f"{name} {option}" for option in command.options())]
        return found

    def complain(self, words: str) -> None:
        """Say what was wrong with what was typed."""
        self.terminal.say(capitalized(words), "red")

    def help(self, before: Iterable[tuple[str, str]] = (), after: str = "") -> None:
        """Say what may be typed: the rows ``before``, then the commands, then what signs mean."""
        rows = [*before, *((each.usage, each.help) for each in self.known.values())]
        if after and not self.terminal.plain:
            rows.append(("signs", after))
        self.terminal.say_all(help_lines(rows, self.terminal))


def back_and_forth(record: Record, keep: Callable[[Entry], None]) -> tuple[Command, Command]:
    """Return the commands that take decisions of a record back, and make them again."""
    return (
        Command("undo [NUMBER | round]", "take back decisions", lambda n: record.undo(n, keep)),
        Command("redo [NUMBER | all]", "make them again", lambda n: record.redo(n, keep)),
    )


def last_of(history: Sequence[T], words: str) -> Sequence[T]:
    """Return the last lines of what has happened, as many as are typed behind log."""
    number = counting_number(words) if words else LOG_LINES
    if not number:
        raise MoonflightError("say log, or log and how many lines.")
    return history[-number:]


def capitalized(words: str) -> str:
    """Return words as a sentence begins."""
    return words[:1].upper() + words[1:]


def help_lines(rows: Iterable[tuple[str, str]], terminal: Terminal) -> list[Text]:
    """Return what may be typed, each with what it does, laid out for a terminal."""
    if terminal.plain:
        return [Text(f"{usage}: {words}") for usage, words in rows]
    lines: list[Text] = []
    for usage, words in rows:
        label = f"  {usage:<24} "
        if terminal.width < NARROW:
            lines.append(Text(label.rstrip(), "bold"))
            label = " " * 6
        lines += beside(label, wrap(words, terminal.width - len(label)), "")
    return lines
