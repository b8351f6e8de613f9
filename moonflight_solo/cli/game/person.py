"""A person at the keyboard as a player."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from moonflight_solo.cli.game.card_counting import coins_first
from moonflight_solo.cli.game.display import PlayerDisplay
from moonflight_solo.cli.game.habits import SAID, Habits, habits_typed, is_idle
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.lessons import Lessons
from moonflight_solo.cli.game.menu import NOTHING_TO_LEAVE, Command
from moonflight_solo.cli.game.numbered_acts import (
    NUMBERS,
    ActLine,
    Numbers,
    acts_numbered,
    building,
    in_one,
    market_stack,
    only_spend,
)
from moonflight_solo.cli.game.prompts import Prompt, prompt_for, prompt_to_shop
from moonflight_solo.cli.game.reset_form import ResetForm
from moonflight_solo.cli.game.table_commands import TableCommands
from moonflight_solo.cli.output.sentences import act_lines, own_hand
from moonflight_solo.cli.output.standing import DRAWN
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.view import ActView, act_views, flip
from moonflight_solo.errors import MoonflightError, with_capital
from moonflight_solo.numbers import counting_number
from moonflight_solo.records import Answer
from moonflight_solo.rules.acts import PASS, Build, Shop
from moonflight_solo.rules.notation import NotationError, parse_act
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.state import Act, Card, Question, Seat, Table

_ACTS: Final = ("play", "spend", "shop", "buy", "build", "pass")
NOT_AN_ANSWER: Final = ("all", "done")
UNASKED: Final = (
    'Your cards leave play in the order you played them, which seldom matters. Type "always ask" '
    'to be asked from the next Reset on, or "always as played" to keep it this way.'
)


class Person:
    """Prompts for every act and choice until the answer is legal.

    Raises `EOFError` when the input ends and :class:`table_commands.Quit` when the person leaves.
    ``decided`` says whether the last answer was typed rather than forced or automatic, and ``more``
    whether in the same line as the one before. ``lessons`` run before each decision.
    """

    lessons: Lessons | None = None

    def __init__(self, commands: TableCommands, keyboard: Keyboard) -> None:
        self.commands = commands
        self.terminal = commands.terminal
        self.decided, self.more = True, False
        self._habits = Habits()
        self._numbers = Numbers()
        commands.place = self._numbers.place
        self._form = ResetForm(self._habits, self._numbers)
        self._display = show = PlayerDisplay(commands, keyboard, self._form)
        self._done_round, self._told_order = 0, False
        self._listed: list[ActView] = []
        self._line = ActLine()
        self._prompt: Prompt | None = None
        self.greet, self.greetings, self.tell = show.greet, show.greetings, show.hold
        commands.add(
            Command("acts", "list every legal act, or every answer", lambda _: self._list()),
            Command(
                "all [coins]",
                "play every card that only gains coin tokens, in the best order",
                self._play_all,
            ),
            Command("done", "pass until the round is over", self._pass_on),
            Command(
                "always as played | ask",
                "as played: stop asking about the order in which cards leave play; ask: ask every "
                "question again",
                partial(self._set_habits, "always"),
                lambda: ("as played", "ask"),
            ),
            Command(
                "never cover | keep blanks | ask | turn page",
                "cover, keep blanks: stop these two questions; ask: stop all three; turn page: "
                "stop showing it",
                partial(self._set_habits, "never"),
                lambda: ("cover", "keep blanks", "ask", "turn page"),
            ),
            Command(
                "card NAME",
                "both ends of a card",
                lambda rest: show.look_at(commands.card(rest)),
                commands.card_names,
            ),
            Command("flip", "the table with every card's other end; also f", self._flip),
            Command(
                "table",
                "the whole table, nothing left out",
                lambda _: show.read_table(commands.view()),
            ),
            Command("back", "close the card, list or table you opened; also q", self._back),
        )

    # -- acting

    def _list(self) -> None:
        if self._prompt is not None:
            self._display.list_choices(self._prompt)
        else:
            self._display.list_acts(self._listed, self.commands.view())

    def act(self, table: Table, seat: Seat) -> Act:
        """Prompt for an act and return it."""
        self._form.forget()
        self._number(list(legal_acts(table, seat)), table, seat)
        self.decided, self.more = self._done_round != table.round, False
        if not self.decided:
            return PASS
        self._display.scene = None
        if self.lessons is not None and not self._line.going_on:
            self.lessons.acting([each.act for each in self._listed])
        try:
            act = self._line.next(self._listed, table, seat)
        except NotationError as error:
            # The error is shown together with the screen.
            self.greet(with_capital(str(error)))
            act = None
        self.more = act is not None
        if act is None:
            self._display.acting(self._listed)
        while act is None:
            words = self._display.read(f"{table.title(seat.number)}> ", self._offer)
            act = self._act_of(words, table, seat)
            if act is None and self._done_round == table.round:
                return PASS
        return act

    def _number(self, acts: Sequence[Act], table: Table, seat: Seat) -> None:
        """Store the legal acts with their numbers."""
        self._listed = act_views(acts, self._numbers.of(acts, seat, table.round), table, seat)
        self._line.offer(self._listed, table.round)
        single = [act for act in self._listed if not isinstance(act.act, Build)]
        self.commands.numbers = {each.act: each.number for each in single}

    def _act_of(self, words: str, table: Table, seat: Seat) -> Act | None:
        """Return the act meant by typed words, printing any error."""
        try:
            return self._parse(words, table, seat) or self._line.next(self._listed, table, seat)
        except MoonflightError as error:
            self._line.clear()
            self._complain(str(error))
            return None

    def _parse(self, words: str, table: Table, seat: Seat) -> Act | None:
        """Return the act meant by typed words, ``None`` if they were a command or numbers."""
        first, _, rest = words.partition(" ")
        commands = self.commands.commands_named(first)
        verbs = [verb for verb in _ACTS if verb.startswith(first.casefold())]
        if not words:
            if self._display.scene is None:
                seen = self.commands.view()
                self.terminal.say_all([*own_hand(seen), *act_lines(self._listed, seen)])
            self._display.clean()
        elif NUMBERS.fullmatch(words):
            self._line.type(words, self._listed, table, seat)
        elif re.match(f"{NUMBERS.pattern} +on ", words):
            return self._verb(["build"], f"build {words}", table, seat)
        elif card_words := _asked_after(words):
            self._display.look_at(self._card_meant(card_words))
        elif first.casefold() in verbs or (verbs and not commands):
            if not rest.strip() and verbs in (["shop"], ["buy"]):
                return self._shop_for_several(table, seat)
            return self._verb(verbs, words, table, seat)
        elif len(commands) + len(verbs) > 1:
            could = " or ".join([*verbs, *commands])
            raise NotationError(f'"{first}" could be {could}.')
        elif commands:
            self._obey(commands[0], rest)
        elif first.isdecimal() and rest:
            raise NotationError(f'"{words}" mixes numbers with an act; type them on two lines.')
        else:
            raise NotationError(
                f'"{words}" is neither an act nor a command. Type a number, or help.'
            )
        return None

    def _verb(self, verbs: Sequence[str], words: str, table: Table, seat: Seat) -> Act | None:
        """Return the act a verb means with the names or numbers after it, ``None`` if it planned
        several.
        """
        rest = words.partition(" ")[2].strip()
        act: Act | None
        if rest and verbs == ["build"]:
            if seat.built:  # the numbers of cards to Build on are gone
                raise NotationError(f"{Build(()).why_illegal(table, seat)}.")
            act = building(rest, self._listed, seat)
        elif NUMBERS.fullmatch(rest):
            act = in_one(acts_numbered(verbs, rest, self._listed, seat), seat)
            if act is None:
                self._line.type(rest, self._listed, table, seat)
        else:
            act = only_spend(verbs, rest, self._listed) or parse_act(words, table, seat)
        if act is not None:
            why = act.why_illegal(table, seat)
            if why is not None:
                raise NotationError(f"{why}.")
        return act

    def _play_all(self, rest: str) -> None:
        if rest.casefold() not in ("", "coins"):
            raise NotationError('"all" plays every card that only gains coin tokens.')
        table, seat = self.commands.table, self.commands.seat
        cards, _ = coins_first(self._listed, table, seat)
        if not cards:
            raise NotationError("no card in your hand gains coin tokens and does nothing else.")
        playing = {act.card: act for act in self._listed if act.verb == "play"}
        self._line.plan([playing[card] for card in cards], table.round)

    def _shop_for_several(self, table: Table, seat: Seat) -> Act | None:
        """Let the player pick cards of their own suit one by one; `None` if none are bought."""
        picks: list[int] = []
        scene = self._display.scene
        while True:
            prompt = prompt_to_shop(picks, table, seat)
            answer = self._ask(prompt)
            if not answer:
                if scene is not None:
                    self._display.show(scene)
                return Shop(tuple(picks)) if picks else None
            picks.append(prompt.question.items[answer[0]])

    def _pass_on(self, rest: str) -> None:
        self._done_round = self.commands.table.round

    def _offer(self, prompt: Prompt | None = None) -> Offer:
        """Return what Tab can complete: acts and commands, or first a question's choices."""
        commands = self.commands.offer().lines
        if prompt is None:
            return Offer([*(act.notation for act in self._listed), *commands])
        words = [line for line in commands if line.split()[0] not in NOT_AN_ANSWER]
        none = ["none"] if prompt.question.least == 0 else []
        return Offer(words, [*prompt.names, *none])

    # -- choosing

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        """Prompt for a choice; Enter takes the default named in the prompt."""
        self._numbers.see(seat, table.round, drawn=question.ask in DRAWN)
        prompt = prompt_for(question, table, seat, numbers=self._numbers)
        unasked = prompt.forced or self._habits.answers(question) or is_idle(question, table)
        self.decided, self.more = not unasked, False
        if prompt.forced:
            return prompt.indexes if question.ask == "order" else prompt.indexes[:1]
        if unasked and prompt.default is not None:
            if question.ask == "order" and self._habits.usual and not self._told_order:
                self._told_order = True
                self.greet(UNASKED)
            return prompt.default
        if self.lessons is not None:
            self.lessons.before_question(question)
        self.commands.asked = question
        try:
            return self._ask(prompt)
        finally:
            self.commands.asked = None

    def _ask(self, prompt: Prompt) -> list[int]:
        """Ask a question until it is answered."""
        self._display.asking(prompt)
        self._prompt = prompt
        try:
            return self._ask_until_valid(prompt)
        finally:
            self._prompt = None

    def _ask_until_valid(self, prompt: Prompt) -> list[int]:
        while True:
            try:
                words = self._answer(prompt)
                if self._is_command(words, prompt):
                    if self._habits.answers(prompt.question) and prompt.default is not None:
                        return list(prompt.default)
                    self._display.ask_again(prompt)
                    continue
                answer = prompt.answer(words)
            except MoonflightError as error:
                self._form.forget()
                self._complain(str(error))
                continue
            return answer

    def _answer(self, prompt: Prompt) -> str:
        """Return the next answer, typed now or earlier in this Reset."""
        in_reset = self.commands.narrator.in_reset
        self.more = False
        if in_reset and (ahead := self._form.ahead(prompt)) is not None:
            self.more = True
            return ahead
        cursor = f"[Enter: {prompt.default_words}] > " if prompt.default is not None else "> "
        words = self._display.read(cursor, lambda: self._offer(prompt))
        if not in_reset or ";" not in words:
            return words
        return self._form.first_answer(words, self._display.later(prompt))

    def _is_command(self, words: str, prompt: Prompt) -> bool:
        """Run a command typed in place of an answer; a choice's own name takes precedence.

        A single letter counts as a command: it is too easily typed to give a card away.
        """
        first, _, rest = words.partition(" ")
        if card_words := _asked_after(words):
            self._display.look_at(self._card_meant(card_words, prompt))
            return True
        if first == "?":
            self._answer_with("asked", lambda: self.commands.terminal.say(prompt.meaning))
            return True
        begun = words.casefold()
        if len(begun) > 1 and any(name.casefold().startswith(begun) for name in prompt.names):
            return False
        names = [name for name in self.commands.commands_named(first) if name not in NOT_AN_ANSWER]
        if len(names) != 1:
            return False
        self._obey(names[0], rest)
        return True

    def pass_by(self, answer: Answer, table: Table, seat: Seat) -> None:
        """Keep the numbering and the news in step with a recorded answer.

        Call it before the answer is applied to the game.
        """
        if answer.ask == "act":
            self._number(list(legal_acts(table, seat)), table, seat)
        else:
            self._numbers.see(seat, table.round, drawn=answer.ask in DRAWN)
        self._told_order |= answer.ask == "order"
        self._display.pass_by(answer)

    # -- commands

    def _answer_with(self, label: str, run: Callable[[], None]) -> None:
        """Show what a command prints as an answer."""

        def say(out: Terminal) -> None:
            self.commands.terminal = out
            try:
                run()
            finally:
                self.commands.terminal = self.terminal

        self._display.answer(label, say)

    def _obey(self, name: str, rest: str) -> None:
        self._answer_with(name, partial(self.commands.carry_out, name, rest))

    def _complain(self, words: str) -> None:
        self._answer_with("", partial(self.commands.complain, words))

    def _card_meant(self, words: str, prompt: Prompt | None = None) -> Card:
        """Return the card with a number, looking in the choices, then in hand, then on the market.

        Anything else is looked up by name.
        """
        number = counting_number(words)
        if number is None:
            return self.commands.card_in_sight(words)
        if prompt and (chosen_card := prompt.card(number)) is not None:
            return chosen_card
        stack = market_stack(number, self.commands.seat)
        choices = [act.shown for act in self._listed if act.number == number]
        card = choices[0] if choices else stack.cards[-1] if stack and stack.cards else None
        if card is None:
            raise NotationError(f"no card has the number {words}.")
        return card

    def _back(self, rest: str) -> None:
        if not self._display.clean():
            self.commands.terminal.say(NOTHING_TO_LEAVE)

    def _flip(self, rest: str) -> None:
        seen = flip(self.commands.view())
        when = "as it will be after" if seen.turned else "as it was before"
        self._display.glance(seen, f"Every card's other end, {when} the Turn.")

    def _set_habits(self, verb: str, rest: str) -> None:
        for habit, is_on in habits_typed(f"{verb} {rest}").items():
            until = "" if self._habits.switch(habit, is_on) else ", in this game"
            self.commands.terminal.say(f"{SAID[habit, is_on]}{until}.")


def _asked_after(words: str) -> str:
    """Return the card asked about, as in "12?", "?12" and "bury?"; "" if none is."""
    return words.strip("? ") if words.startswith("?") or words.endswith("?") else ""
