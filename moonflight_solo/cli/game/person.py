"""A person at the keyboard, as a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from rich.text import Text

from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.lessons import Lessons
from moonflight_solo.cli.game.numbers import PASSING, Numbers, market_stack
from moonflight_solo.cli.game.prompts import Prompt, prompt_for, prompt_to_shop
from moonflight_solo.cli.game.table_commands import Command, TableCommands
from moonflight_solo.cli.output.brush import Brush
from moonflight_solo.cli.output.paint import columns, show_painted
from moonflight_solo.cli.output.plain import act_lines, own_hand, sentences
from moonflight_solo.cli.output.printed_card import show_card
from moonflight_solo.cli.output.screen import render_acts, screen
from moonflight_solo.cli.output.view import ActView, LogLine, View, act_views
from moonflight_solo.errors import MoonflightError
from moonflight_solo.numbers import counting_number
from moonflight_solo.records import Answer
from moonflight_solo.rules.acts import PASS, Shop, legal_acts
from moonflight_solo.rules.notation import NotUnderstood, parse_act
from moonflight_solo.rules.state import Act, Card, MarketStack, Question, Seat, Table
from moonflight_solo.scoremode import ScoreMode

ACTS: Final = ("play", "spend", "shop", "buy", "build", "pass")
NOT_AN_ANSWER: Final = ("acts", "all", "done")


NUMBERS: Final = re.compile("[0-9]+([ ,]+[0-9]+)*")


@dataclass(frozen=True)
class _Planned:
    """An act of a line that was typed: its number, and what it meant then."""

    round: int
    number: int
    meant: object


def _meant(act: ActView) -> object:
    return act.card or act.notation


class Person:
    """Asks the person for every act and choice, and asks again until there is a legal one.

    Raises `EOFError` when the input ends and :class:`table_commands.Quit` when the person leaves.
    ``decided`` says whether the last answer was typed, or followed of itself. ``lessons`` are
    told what the person is about to do.
    """

    def __init__(
        self, commands: TableCommands, keyboard: Keyboard, lessons: Lessons | None = None
    ) -> None:
        self.commands = commands
        self.terminal = commands.terminal
        self.decided = True
        self._keyboard = keyboard
        self._lessons = lessons
        self._to_learn: list[str] = []
        self._greetings: list[str] = []
        self._shown_round = 0
        self._done_round = 0
        self._listed: list[ActView] = []
        self._numbers = Numbers()
        # The acts still to come of the line typed, and that line once it was typed a second time.
        self._line: list[_Planned] = []
        self._sure = ""
        self._asked_card: Card | None = None
        # What was last seen of the table and of what happened, to mark and to tell what is new.
        self._seen: View | None = None
        self._since = 0
        self._draw: Callable[[], None] | None = None
        self._come_back = False
        self._retold = False
        commands.add(
            Command("acts", "list every legal act", self._list_acts),
            Command("all", "play every card that gives coin tokens and no more", self._play_all),
            Command("done", "pass until the round is over", self._pass_on),
            replace(commands.known["card"], run=self._card),
        )

    # -- acting

    def act(self, table: Table, seat: Seat) -> Act:
        """Return the act that the person chooses."""
        self.decided = self._done_round != table.round
        if not self.decided:
            return PASS
        acts = list(legal_acts(table, seat))
        self._list(acts, table, seat)
        self._draw = None
        if not self._line:
            self._sure = ""
        if self._lessons is not None and not self._line:
            self._lessons.acting(acts)
        self._tell_lessons(pausing=not self.terminal.plain)
        act = self._next_of_line(acts, table)
        if act is not None:
            return act
        self._show_screen(table, seat)
        while True:
            words = self._keyboard.read(
                f"{table.title(seat.number)}> ", lambda: self._offer(table, seat), self._draw
            )
            try:
                act = self._typed(words, acts, table, seat) or self._next_of_line(acts, table)
            except MoonflightError as error:
                self._line.clear()
                self.commands.complain(str(error))
                continue
            if act is not None:
                return act
            if self._done_round == table.round:
                return PASS

    def _list(self, acts: Sequence[Act], table: Table, seat: Seat) -> None:
        """Note what can be done, and the number of each act."""
        self._listed = act_views(acts, self._numbers.of(acts, seat, table.round), table, seat)

    def _typed(self, words: str, acts: Sequence[Act], table: Table, seat: Seat) -> Act | None:
        """Return the act that typed words mean, or ``None`` if they were a command or numbers."""
        sure, self._sure = self._sure, ""
        if not words:
            self._redraw(table, seat)
            return None
        if NUMBERS.fullmatch(words):
            self._line = self._planned(words, table, seat)
            self._sure = words if words != sure else f"{words}!"
            return None
        if words.endswith("?") and words != "?":
            self._ask_about(words[:-1].strip(), table, seat)
            return None
        first, _, rest = words.partition(" ")
        commands = self.commands.named(first)
        verbs = [verb for verb in ACTS if verb.startswith(first.casefold())]
        if first.casefold() in verbs or (verbs and not commands):
            if not rest.strip() and verbs in (["shop"], ["buy"]):
                return self._shop_for_several(table, seat)
            act = parse_act(words, table, seat)
            fault = act.why_illegal(table, seat)
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

    def _redraw(self, table: Table, seat: Seat) -> None:
        if self._draw is not None:
            self._draw()
        else:
            seen = self.commands.view(table, seat)
            self.terminal.say_all([*own_hand(seen), *act_lines(self._listed)])

    # -- several acts typed in one line

    def _planned(self, words: str, table: Table, seat: Seat) -> list[_Planned]:
        """Return the acts that numbers mean now; raises `NotUnderstood` for one that has none."""
        listed = {act.number: act for act in self._listed}
        line: list[_Planned] = []
        for digits in re.split("[ ,]+", words):
            number = counting_number(digits) or PASSING
            stack = market_stack(number, seat)
            if number in listed:
                line.append(_Planned(table.round, number, _meant(listed[number])))
            elif line and stack is not None and stack.cards:
                # What it costs may be gained on the way.
                line.append(_Planned(table.round, number, stack.cards[-1]))
            else:
                raise NotUnderstood(f"nothing that can be done now has the number {number}.")
        return line

    def _next_of_line(self, acts: Sequence[Act], table: Table) -> Act | None:
        """Return the next act of the line typed, if it still is what it was when it was typed."""
        if not self._line or self._line[0].round != table.round:
            self._line.clear()
            return None
        planned = self._line.pop(0)
        why = f"{planned.number} cannot be done any more, so the rest of the line is left out."
        for act, listed in zip(acts, self._listed, strict=True):
            if listed.number == planned.number and _meant(listed) == planned.meant:
                if not listed.foreseen.lost or self._sure.endswith("!"):
                    return act
                lost = ", ".join(card.name for card in listed.foreseen.lost)
                why = f"{listed.notation} Trashes {lost} from your hand: {planned.number} again."
        self._line.clear()
        if self._draw is None and not self.terminal.plain:
            self.greet(why)
        else:
            self.commands.complain(why)
        return None

    def _play_all(self, rest: str, table: Table, seat: Seat) -> None:
        coins = [each for each in self._listed if each.verb == "play" and each.foreseen.coins]
        if not coins:
            raise NotUnderstood("no card in your hand gives coin tokens and nothing else.")
        self._line = [
            _Planned(table.round, each.number, _meant(each))
            for each in coins
            for _ in range(seat.hand.count(each.card) if each.card else 0)
        ]

    # -- the words of a card

    def _ask_about(self, name: str, table: Table, seat: Seat) -> None:
        """Show what a card says, which is named or the number of which is typed."""
        number = counting_number(name)
        if number is not None:
            stack = market_stack(number, seat)
            found = [each.card for each in self._listed if each.number == number]
            card = found[0] if found else stack.cards[-1] if stack and stack.cards else None
            if card is None:
                raise NotUnderstood(f"no card has the number {name}.")
        else:
            card = self.commands.card(name)
        self._look_at(card, table)

    def _look_at(self, card: Card, table: Table) -> None:
        """Show what a card says, on the screen if that is on."""
        card = card.flipped if card.turned is not table.turned else card
        if self._draw is None:
            show_card(card.flipped if card.turned else card, self.terminal)
            return
        self._asked_card = card
        self._draw()

    def _card(self, rest: str, table: Table, seat: Seat) -> None:
        self._look_at(self.commands.card(rest), table)

    def _shop_for_several(self, table: Table, seat: Seat) -> Act | None:
        """Return the purchase of cards of one's own suit picked one by one; `None` for none."""
        picked: list[MarketStack] = []
        while True:
            prompt = prompt_to_shop(picked, table, seat)
            chosen = self._ask(prompt, table, seat)
            if not chosen:
                return Shop(tuple(picked)) if picked else None
            picked.append(prompt.question.items[chosen[0]])

    def _list_acts(self, rest: str, table: Table, seat: Seat) -> None:
        if self.terminal.plain:
            self.terminal.say_all(act_lines(self._listed))
            return
        seen = self.commands.view(table, seat)
        brush = Brush(seen, self.terminal.width, self.terminal.glyphs)
        show_painted(render_acts(self._listed, brush, 1_000), seen.turned, self.terminal)

    def _pass_on(self, rest: str, table: Table, seat: Seat) -> None:
        self._done_round = table.round

    def _offer(self, table: Table, seat: Seat, prompt: Prompt | None = None) -> Offer:
        """Return what Tab may complete: acts and commands, or the names of a question first."""
        commands = self.commands.lines(table, seat)
        if prompt is None:
            return Offer([*(act.notation for act in self._listed), *commands])
        known = [line for line in commands if line.split()[0] not in NOT_AN_ANSWER]
        none = ["none"] if prompt.question.least == 0 else []
        return Offer(known, [*prompt.names, *none])

    # -- choosing

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Return what the person chooses; Enter takes the default named in the prompt."""
        prompt = prompt_for(question, table, seat)
        self.decided = not prompt.forced
        if prompt.forced:
            return prompt.indexes if question.ask == "order" else prompt.indexes[:1]
        self._draw = None
        if self._come_back or self._retold:
            self._show_again(table, seat)
        if self._lessons is not None:
            self._lessons.asked(question)
        self.commands.tell(self.commands.narrator.take())
        self._tell_lessons(pausing=False)
        for words in self.greetings():
            self.terminal.say(words, "bold")
        mode = table.variant
        if question.ask == "token" and isinstance(mode, ScoreMode):
            self.terminal.say(f"Tokens left: {mode.turn} in Turn, {mode.end} in End.")
        return self._ask(prompt, table, seat)

    def _ask(self, prompt: Prompt, table: Table, seat: Seat) -> list[int]:
        """Put a question until it is answered."""
        self._show_question(prompt)
        cursor = f"[Enter: {prompt.default_words}] > " if prompt.default is not None else "> "
        while True:
            words = self._keyboard.read(cursor, lambda: self._offer(table, seat, prompt))
            try:
                if self._is_command(words, prompt, table, seat):
                    continue
                return prompt.answer(words)
            except MoonflightError as error:
                self.commands.complain(str(error))

    def _is_command(self, words: str, prompt: Prompt, table: Table, seat: Seat) -> bool:
        """Carry out a command typed in place of an answer; a card's own name comes first.

        A single letter is none: it is too soon typed to give a card away.
        """
        first, _, rest = words.partition(" ")
        if first == "?":
            self.terminal.say(prompt.meaning)
        elif words.endswith("?"):
            self._look_at(self._among(words[:-1].strip(), prompt), table)
        else:
            begun = words.casefold()
            if len(begun) > 1 and any(each.casefold().startswith(begun) for each in prompt.names):
                return False
            names = [name for name in self.commands.named(first) if name not in NOT_AN_ANSWER]
            if len(names) != 1:
                return False
            self.commands.asked = True
            try:
                self.commands.run(names[0], rest, table, seat)
            finally:
                self.commands.asked = False
        self._show_question(prompt)
        return True

    def _among(self, words: str, prompt: Prompt) -> Card:
        """Return the card meant by words or by a number among the choices."""
        number = counting_number(words)
        if number is not None and 0 < number <= len(prompt.indexes):
            card = prompt.question.cards[prompt.indexes[number - 1]]
            if card is not None:
                return card
        return self.commands.card(words)

    def _show_question(self, prompt: Prompt) -> None:
        terminal = self.terminal
        terminal.say(f"{prompt.words} (? says what it means)", "bold")
        numbered = list(enumerate(prompt.shown, 1))
        if terminal.plain:
            terminal.say_all(f"{number}: {shown}" for number, shown in numbered)
            return
        chips = [Text().append(f"{number} ", "bold").append(shown) for number, shown in numbered]
        for line in columns(chips, terminal.width - 2):
            terminal.show(Text("  ").append_text(line))

    # -- a game gone on with

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

    def learn(self, words: str) -> None:
        """Say a lesson before the next thing asked."""
        self._to_learn.append(words)

    def _tell_lessons(self, *, pausing: bool) -> None:
        """Say what there is to learn; with a pause, since the screen is redrawn over it."""
        words, self._to_learn = self._to_learn, []
        for lesson in words:
            if not self.terminal.plain:
                self.terminal.say()
            self.terminal.say(lesson, "bold")
        if words and pausing:
            self._keyboard.read("[Enter: go on] ")

    def pass_by(self, answer: Answer, table: Table, seat: Seat) -> None:
        """Keep step with an answer given before: nothing is shown, and what led to it is no news.

        To be told before the answer is given to the game.
        """
        self._come_back = True
        if answer.auto:
            return
        self.commands.narrator.take()
        if answer.ask == "act":
            self._list(list(legal_acts(table, seat)), table, seat)
            self._since = len(self.commands.narrator.history)
            if not self.terminal.plain:
                self._seen = self.commands.view(table, seat)

    def _show_again(self, table: Table, seat: Seat) -> None:
        """Show the table before a question that a game is gone on with."""
        self._come_back = False
        terminal, narrator = self.terminal, self.commands.narrator
        news = narrator.take()
        terminal.clear()
        self.commands.run("table", "", table, seat)
        if not terminal.plain:
            self.commands.tell(narrator.history[self._since :])
        elif not self._retold:
            self.commands.tell(news)
        self._retold = False

    # -- showing

    def _show_screen(self, table: Table, seat: Seat) -> None:
        """Show the table, what happened since one's last act, and what one can do."""
        terminal, narrator = self.terminal, self.commands.narrator
        news = narrator.take()
        greetings = [LogLine(words, "said") for words in self.greetings()]
        if self._retold:
            news, self._retold = [], False
        self._come_back = False
        seen = self.commands.view(table, seat)
        if terminal.plain:
            self.commands.tell([*news, *greetings])
            whole = self._shown_round != table.round
            self._shown_round = table.round
            terminal.say_all(sentences(seen) if whole else own_hand(seen))
            terminal.say_all(act_lines(self._listed))
            return
        news = [*narrator.history[self._since :], *greetings]
        self._since = len(narrator.history)
        since, self._seen = self._seen, seen
        self._draw = lambda: self._draw_screen(seen, news, since)
        self._draw()

    def _draw_screen(self, seen: View, news: Sequence[LogLine], since: View | None) -> None:
        terminal = self.terminal
        size = (terminal.width, terminal.height)
        glyphs, asked = terminal.glyphs, self._asked_card
        lines = screen(seen, news, self._listed, *size, glyphs, since, asked)
        terminal.clear()
        show_painted(lines, seen.turned, terminal)
