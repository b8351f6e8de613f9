"""A person at the keyboard, as a player."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from moonflight_solo.cli.acts_list import ActView, act_views, render_acts
from moonflight_solo.cli.asking import Asked, asked
from moonflight_solo.cli.commands import Command, Commands
from moonflight_solo.cli.keyboard import Keyboard
from moonflight_solo.cli.paint import columns, painted, theme
from moonflight_solo.cli.plainly import act_lines, own_hand, sentences
from moonflight_solo.cli.render import brush
from moonflight_solo.cli.screen import screen
from moonflight_solo.cli.telling import Told
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.acts import PASS, Act, legal_acts
from moonflight_solo.rules.notation import NotUnderstood, parse_act
from moonflight_solo.rules.players import Question
from moonflight_solo.rules.table import Seat, Table

ACTS = ("play", "spend", "shop", "buy", "build", "pass")


class Person:
    """Asks the person for every act and choice, and asks again until there is a legal one.

    Raises `EOFError` when the input ends and :class:`commands.Quit` when the person leaves.
    """

    def __init__(self, commands: Commands, keyboard: Keyboard) -> None:
        self.commands = commands
        self.terminal = commands.terminal
        self._keyboard = keyboard
        self._shown_round = 0
        self._done_round = 0
        self._since = 0
        self._listed: list[ActView] = []
        known = commands.known
        last = [known.pop("help"), known.pop("quit")]
        for command in (
            Command("acts", "acts", "list every legal act", self._list_acts),
            Command("done", "done", "pass until the round is over", self._pass_on),
            *last,
        ):
            known[command.name] = command

    # -- acting

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act that the person chooses."""
        if self._done_round == table.round:
            return PASS
        acts = list(legal_acts(table, seat))
        self._listed = act_views(acts, table, seat)
        self._show_screen(table, seat)
        while True:
            words = self._keyboard.read(f"{table.title(seat.number)}> ")
            try:
                act = self._typed(words, acts, table, seat)
            except MoonflightError as error:
                self.commands.complain(str(error))
                continue
            if act is not None:
                return act
            if self._done_round == table.round:
                return PASS

    def _typed(self, words: str, acts: Sequence[Act], table: Table, seat: Seat) -> Act | None:
        """Return the act that typed words mean, or ``None`` if they were a command."""
        if words.isdecimal():
            if not 1 <= int(words) <= len(acts):
                raise NotUnderstood(f"there is no act {words}; they go from 1 to {len(acts)}.")
            return acts[int(words) - 1]
        first, _, rest = words.partition(" ")
        if not first:
            raise NotUnderstood("type a number or an act; help lists what else can be typed.")
        commands = self.commands.named(first)
        verbs = [verb for verb in ACTS if verb.startswith(first.casefold())]
        if first.casefold() in verbs or (verbs and not commands):
            act = parse_act(words, table, seat)
            fault = act.fault(table, seat)
            if fault is not None:
                raise NotUnderstood(f"{fault}.")
            return act
        if len(commands) + len(verbs) > 1:
            could = " or ".join([*verbs, *commands])
            raise NotUnderstood(f'"{first}" could be {could}.')
        if not commands:
            raise NotUnderstood(
                f'"{first}" is no act and no command; try a number, or help for a list.'
            )
        self.commands.run(commands[0], rest, table, seat)
        return None

    def _list_acts(self, rest: str, table: Table, seat: Seat) -> None:
        if self.terminal.plain:
            for line in act_lines(self._listed):
                self.terminal.say(line)
            return
        paint = brush(self.commands.view(table, seat), self.terminal.glyphs)
        lines = render_acts(self._listed, self.terminal.width, paint, 1_000)
        self.terminal.show(painted(lines, paint.theme.base))

    def _pass_on(self, rest: str, table: Table, seat: Seat) -> None:
        self._done_round = table.round

    # -- choosing

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return what the person chooses; Enter takes the default named in the prompt."""
        put = asked(question, table, seat)
        if put.forced:
            return put.indexes if question.ask == "order" else put.indexes[:1]
        self._tell_news(self.commands.teller.take())
        mode = self.commands.score_mode
        if question.ask == "token" and mode is not None:
            self.terminal.say(f"Tokens left: {mode.turn} in Turn, {mode.end} in End.")
        self._show_question(put)
        prompt = f"[Enter: {put.default_words}] > " if put.default is not None else "> "
        while True:
            words = self._keyboard.read(prompt)
            try:
                if self._is_command(words, put, table, seat):
                    continue
                return put.answer(words)
            except MoonflightError as error:
                self.commands.complain(str(error))

    def _is_command(self, words: str, put: Asked, table: Table, seat: Seat) -> bool:
        """Carry out a command typed in place of an answer; a card's own name comes first."""
        first, _, rest = words.partition(" ")
        if first == "?":
            self.terminal.say(put.meaning)
            self._show_question(put)
            return True
        name = first.casefold()
        if name == "q":
            name = "quit"
        if name not in self.commands.known or name in ("acts", "done"):
            return False
        if any(each.casefold().startswith(words.casefold()) for each in put.names):
            return False
        self.commands.run(name, rest, table, seat)
        if name in ("table", "help"):
            self._show_question(put)
        return True

    def _show_question(self, put: Asked) -> None:
        terminal = self.terminal
        terminal.say(f"{put.prompt} (? says what it means)", "bold")
        if terminal.plain:
            for number, shown in enumerate(put.shown, 1):
                terminal.say(f"{number}: {shown}")
            return
        chips = [
            Text(f"{number} ", "bold").append(shown) for number, shown in enumerate(put.shown, 1)
        ]
        for line in columns(chips, terminal.width - 2):
            terminal.show(Text("  ").append_text(line))

    # -- showing

    def _show_screen(self, table: Table, seat: Seat) -> None:
        """Show the table, what happened since one's last act, and what one can do."""
        terminal, news = self.terminal, self.commands.teller.take()
        seen = self.commands.view(table, seat)
        if terminal.plain:
            self._tell_news(news)
            whole = self._shown_round != table.round
            self._shown_round = table.round
            for line in [*(sentences(seen) if whole else own_hand(seen)), *act_lines(self._listed)]:
                terminal.say(line)
            return
        history = self.commands.teller.history
        news, self._since = history[self._since :], len(history)
        lines = screen(seen, news, self._listed, terminal.width, terminal.height, terminal.glyphs)
        terminal.clear()
        terminal.show(painted(lines, theme(seen.turned).base))

    def _tell_news(self, news: Sequence[Told]) -> None:
        for told in news:
            self.terminal.say(told.words, "dim" if told.kind == "pass" else "")
