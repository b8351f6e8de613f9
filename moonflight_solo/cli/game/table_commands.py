"""What a person may type at the table beside acts and answers: to look, to ask, to stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.targeting import silent_ruling
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.output.paint import beside, wrap
from moonflight_solo.cli.output.printed_card import all_cards, find_card
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.view import LogLine, PileView, View, view
from moonflight_solo.cli.output.why import show_advice, show_folded, show_reasons
from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import counting_number
from moonflight_solo.rules.catalogue import Catalogue, plain
from moonflight_solo.rules.notation import labels
from moonflight_solo.rules.state import Card, Player, Question, Seat, Table

LOG_LINES: Final = 20
NARROW: Final = 60
"""In fewer columns what a command does stands below it."""
SHORT: Final = {"?": "help", "h": "help", "exit": "quit", "q": "back"}


class Quit(Exception):
    """The person has had enough."""


@dataclass(frozen=True)
class Command:
    """What a person may type: ``usage`` begins with its word, and `help` shows it and ``help``.

    ``options`` gives what Tab may put behind it.
    """

    usage: str
    help: str
    run: Callable[[str, Table, Seat], None]
    options: Callable[[Table, Seat], Iterable[str]] | None = None

    @property
    def name(self) -> str:
        """The word to type."""
        return self.usage.split()[0]

    @property
    def alone(self) -> bool:
        """Whether nothing may follow the word."""
        return self.usage == self.name


class TableCommands:
    """The commands of one person's game. Each prints what it has to say and changes nothing.

    ``adviser`` is the person's own AI card, if there is one, and ``policies`` gives how each seat
    is thought to play, for advice; ``narrator`` knows what happened and why. ``more`` are further
    commands. ``asked`` is the question that is put to the person now, and ``terminal`` where
    answers are said.
    """

    def __init__(
        self,
        terminal: Terminal,
        narrator: Narrator,
        catalogue: Catalogue,
        *,
        adviser: AICardPlayer | None = None,
        policies: Callable[[], Sequence[Callable[[], Player]]] = tuple,
        open_hands: bool = False,
        more: Iterable[Command] = (),
    ) -> None:
        self.terminal = self._screen = terminal
        self.narrator = narrator
        self._catalogue = catalogue
        self._adviser = adviser
        self._policies = policies
        self._open_hands = open_hands
        self.asked: Question | None = None
        self.known: dict[str, Command] = {}
        self.add(
            Command("why [WHO] [all]", "why an AI card did what it last did", self._why, self._who),
            Command(
                "hint [card] [all]",
                "the best act found; card: what your own AI card would do",
                self._hint,
                lambda table, seat: ("card", "card all"),
            ),
            Command("look [STACK]", "look through any face-up Stack", self._look, self._stacks),
            Command("log [NUMBER]", "what has happened so far", self._log),
            *more,
            Command("help", "this list; also ?", self._help),
            Command("quit", "leave the game", self._quit),
        )

    def add(self, *commands: Command) -> None:
        """Let further commands be typed; help and quit stay the last of the list."""
        for command in commands:
            self.known[command.name] = command
        for last in ("help", "quit"):
            if last in self.known:
                self.known[last] = self.known.pop(last)

    def named(self, word: str) -> list[str]:
        """Return the commands that a word is, or is the beginning of."""
        word = word.casefold()
        word = SHORT.get(word, word)
        if word in self.known:
            return [word]
        return [name for name in self.known if word and name.startswith(word)]

    def run(self, name: str, rest: str, table: Table, seat: Seat) -> None:
        """Carry out a command; what is wrong with it is said in one line."""
        try:
            if rest.strip() and self.known[name].alone:
                raise MoonflightError(f'"{name}" stands alone.')
            self.known[name].run(rest.strip(), table, seat)
        except MoonflightError as error:
            self.complain(str(error))

    def lines(self, table: Table, seat: Seat) -> list[str]:
        """Return every command as a line that may be typed, alone and with its options."""
        found: list[str] = []
        for name, command in self.known.items():
            found.append(name)
            options = command.options(table, seat) if command.options else ()
            found += [f"{name} {option}" for option in options]
        return found

    def complain(self, words: str) -> None:
        """Say what was wrong with what was typed."""
        self.terminal.say(words[:1].upper() + words[1:], "red")

    def view(self, table: Table, seat: Seat) -> View:
        """Return the table as this person may see it."""
        asked = self.asked if self.narrator.in_reset else None
        return view(table, seat.number, open_hands=self._open_hands, asked=asked)

    # -- what may follow a command

    def _who(self, table: Table, seat: Seat) -> Iterable[str]:
        return [table.title(number) for number in self.narrator.players]

    def _stacks(self, table: Table, seat: Seat) -> Iterable[str]:
        return [pile.title for pile in self.view(table, seat).piles()]

    def card_names(self, table: Table, seat: Seat) -> Iterable[str]:
        """Return the name of every end of every card."""
        return [end.name for card in all_cards(self._catalogue) for end in (card, card.flipped)]

    # -- the commands

    def _why(self, rest: str, table: Table, seat: Seat) -> None:
        rest, whole = _without_all(rest)
        titles = {number: table.title(number) for number in self.narrator.players}
        if not titles:
            raise MoonflightError("nobody here follows an AI card.")
        asked_for = [number for number, title in titles.items() if not rest or _fits(rest, title)]
        if not asked_for:
            known = ", ".join(titles.values())
            raise MoonflightError(f'no AI player is called "{rest}"; there is: {known}.')
        acted = [line.seat for line in self.narrator.history if line.seat in asked_for]
        last = self.narrator.reasons.get(acted[-1]) if acted and acted[-1] is not None else None
        if last is None:
            raise MoonflightError("no AI card has acted yet.")
        (last.show if whole else last.show_folded)(self.terminal)

    def _hint(self, rest: str, table: Table, seat: Seat) -> None:
        rest, whole = _without_all(rest)
        if rest and not "card".startswith(rest.casefold()):
            raise MoonflightError("say hint, hint card, or hint card all.")
        if not rest and not whole and self.asked is None:
            # Only who asks waits for what it takes to look ahead.
            from moonflight_solo.coach.advice import advise

            self._screen.say("Looking ahead, a few seconds ...", "dim")
            show_advice(advise(table, seat, self._policies(), 0), table, seat, self.terminal)
            return
        if self._adviser is None:
            raise MoonflightError(f"{seat.jack} has no AI card to ask.")
        if self.asked is not None:
            self._advise(self._adviser, self.asked, table, seat)
            return
        explanation = self._adviser.explain(table, seat)
        heading = f"Your AI card would: {explanation.notation}"
        if whole:
            show_reasons(explanation, heading, self.terminal)
        else:
            show_folded(explanation, heading, self.terminal, "hint card all")

    def _advise(self, adviser: AICardPlayer, asked: Question, table: Table, seat: Seat) -> None:
        """Say what one's own AI card would answer, and by which lines or which ruling."""
        names = labels(asked, table, seat)
        # A copy, because a card that answers notes what it has covered.
        chosen = copy(adviser).choose(table, seat, asked)
        answer = ", ".join(names[index] for index in chosen) or "none"
        self.terminal.say(f"Your AI card would answer: {answer}", "bold")
        lines = adviser.card.reset_lines(table.turned) if asked.ask in ("retain", "cover") else []
        for line in lines:
            self.terminal.say(f"Reset {line.number}  {line.words}")
        if not lines:
            ruling = silent_ruling(asked)
            why = f" (ruling {ruling})" if ruling else ""
            self.terminal.say(f"None of its lines is about that{why}.")

    def _look(self, rest: str, table: Table, seat: Seat) -> None:
        piles = self.view(table, seat).piles()
        if not rest:
            self.terminal.say("These lie face up; say look and the first letters of its words:")
            self.terminal.say_all(f"  {pile.title}: {len(pile.cards)}" for pile in piles)
            return
        wanted = rest.casefold()
        if wanted.split()[0] in ("my", "mine", "own"):
            wanted = f"{table.title(seat.number)} {wanted.partition(' ')[2]}"
        found = [pile for pile in piles if _fits(wanted, pile.title)]
        if not found:
            titles = ", ".join(pile.title for pile in piles)
            raise MoonflightError(f'no face-up Stack is called "{rest}"; there are: {titles}.')
        self.terminal.say_all(map(_pile_line, found))

    def card(self, name: str) -> Card:
        """Return the card called ``name``, the end up before the Turn; raises if there is none."""
        if not name:
            raise MoonflightError("which card? Say card and its name.")
        return find_card(name, self._catalogue)

    def card_in_sight(self, name: str, table: Table, seat: Seat) -> Card:
        """Return the only card in sight whose name begins so, else what `card` does."""
        cards = self.view(table, seat).in_sight()
        begun = {id(card): card for card in cards if plain(card.name).startswith(plain(name))}
        return next(iter(begun.values())) if len(begun) == 1 else self.card(name)

    def _log(self, rest: str, table: Table, seat: Seat) -> None:
        lines = counting_number(rest) if rest else LOG_LINES
        if not lines:
            raise MoonflightError("say log, or log and how many lines.")
        self.tell(self.narrator.history[-lines:])

    def tell(self, lines: Sequence[LogLine]) -> None:
        """Say what has happened."""
        for line in lines:
            self.terminal.say(line.words, "dim" if line.kind == "pass" else "")

    def _help(self, rest: str, table: Table, seat: Seat) -> None:
        self.terminal.say_all(help_lines(self.known.values(), self.terminal))

    def _quit(self, rest: str, table: Table, seat: Seat) -> None:
        if rest:
            raise MoonflightError("say quit alone to leave the game.")
        raise Quit


def help_lines(commands: Iterable[Command], terminal: Terminal) -> list[Text]:
    """Return what may be typed: the acts with examples, then the commands."""
    glyphs = terminal.glyphs
    acts = [
        (
            "NUMBER",
            "the act or answer with that number; 1 1 3 for several; 0 passes, or is none",
        ),
        ("NUMBER?", "the words of the card with that number; NAME? of any in sight, b? will do"),
        ("play CARD", "names may be cut short: pl bu"),
        ("spend CARD with CARD", "pay for an ability of a card in play"),
        ("shop CARD, CARD, ...", "one card, or several of your own suit in one act; shop 13, 12"),
        ("build CARD on CARD, ...", "Set one or several cards, once a round"),
        ("pass", "do nothing; when all pass in a row, Reset comes"),
        ("ANSWER; ANSWER", "the questions of Reset in one line; ; alone leaves them as shown"),
    ]
    rows = [*acts, *((command.usage, command.help) for command in commands)]
    if terminal.plain:
        return [Text(f"{usage}: {words}") for usage, words in rows]
    signs = (
        f"{glyphs.coin} cost, {glyphs.scores} scores now, {glyphs.will_score} scores after the "
        f"Turn, {glyphs.becomes} becomes, {glyphs.times} copies, + cards below, "
        f"{glyphs.settled} Set on it, {glyphs.new} new, {glyphs.first} First Player"
    )
    lines: list[Text] = []
    for usage, words in [*rows, ("signs", signs)]:
        label = f"  {usage:<24} "
        if terminal.width < NARROW:
            lines.append(Text(label.rstrip(), "bold"))
            label = " " * 6
        lines += beside(label, wrap(words, terminal.width - len(label)), "")
    return lines


def _without_all(rest: str) -> tuple[str, bool]:
    """Return what else follows a command, and whether everything is wanted."""
    words = rest.split()
    whole = bool(words) and words[-1].casefold() == "all"
    return " ".join(words[:-1] if whole else words), whole


def _fits(wanted: str, title: str) -> bool:
    """Return whether each word wanted begins a word of the title, in their order."""
    words = iter(plain(title.replace("(", "").replace(")", "")).split())
    return all(any(word.startswith(part) for word in words) for part in plain(wanted).split())


def _pile_line(pile: PileView) -> str:
    if not pile.cards:
        return f"{pile.title}: empty."
    names = ", ".join(card.name for card in pile.cards)
    return f"{pile.title}, top first: {names}."
