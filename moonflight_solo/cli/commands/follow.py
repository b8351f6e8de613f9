"""`moonflight follow`: following AI cards by hand in a game on a real table."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

import click

from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.by_hand.follower import ByHand, HandSession, JackAct
from moonflight_solo.by_hand.questions import FirstInHand, HowMany, TableQuestion
from moonflight_solo.cli import args
from moonflight_solo.cli.args import Words
from moonflight_solo.cli.loading import GivenGame
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.recorded_games.decks import load_checked
from moonflight_solo.userfiles import write_file

_HELP: Final = (
    "At a question: y or n, a number, or the number of the first of a list (0: none of them).",
    "Between acts: Enter or a Jack's number when it acts; t when the Turn comes; r at Reset.",
    "Since its last act: Enter if nothing else has moved; n if it has new cards in hand;",
    "l if cards left its hand; p if its cards in play changed. Combine them: np.",
    "Always: u undoes the last answer, w explains the last act, ? shows this, q ends.",
)


class _EndOfSession(Exception):
    """Raised when the person ends the session."""


class _Again(Exception):
    """Raised to ask again, after a command or an invalid answer."""


@args.command()
def follow(
    sources: Words = args.sources("JACK|FILE..."),
    html: Path | None = args.file_option(
        "Write a page that does the same on a phone, without a network."
    ),
    given: GivenGame = args.given("card_files", "edition", "rulings"),
    screen: Terminal = args.person_screen,
) -> None:
    """Follow the AI card of each JACK at a real table: answer a few questions, and get the act.

    It asks only what can still matter, and remembers your answers until cards move. Use one word of
    a JACK's name, or put the whole name in quotation marks.
    """
    loaded = given.load_for_ai(sources)
    basis, jacks = Basis(loaded.cards, given.in_force), []
    for words in sources:
        card = load_checked(loaded.ai_card(words), loaded.cards)
        jacks.append(ByHand(card, basis.with_rulings(card.rulings)))
    names = [jack.card.jack for jack in jacks]
    if len(set(names)) < len(names):
        raise UsageError("each Jack is followed once; name it once.")
    if html is not None:
        from moonflight_solo.by_hand.phone_page import phone_page  # only a page needs templates

        write_file(html, phone_page(jacks))
        screen.say(f"The page is {html}: put it on your phone and open it there.")
        return
    screen.say(f"Following {', '.join(jack.jack for jack in jacks)}. ? helps, q ends.", "bold")
    try:
        _Person(HandSession(jacks), screen).play()
    except (_EndOfSession, EOFError):
        screen.say("Ended.")


class TypedKeys:
    """Keys typed at a terminal, which may come several at once, as those typed ahead do."""

    def __init__(self) -> None:
        self._ahead = ""

    def key(self) -> str:
        """Return the next key; raises `KeyboardInterrupt` and `EOFError` as reading a line does."""
        typed, self._ahead = self._ahead or click.getchar(echo=False), ""
        if "\x03" in typed:
            raise KeyboardInterrupt
        if typed.startswith("\x04"):
            raise EOFError
        if typed.startswith("\x1b"):  # one key, such as an arrow
            return typed
        self._ahead = typed[1:]
        return typed[:1]

    def line(self) -> str:
        """Return the next line, empty at the end of the input."""
        begun, end, self._ahead = self._ahead.replace("\n", "\r").partition("\r")
        click.echo(begun, nl=bool(end))
        return begun + "\n" if end else begun + sys.stdin.readline()


class _Person:
    """Asks a person a session's questions, reading single keys if there is a keyboard."""

    def __init__(self, session: HandSession, screen: Terminal) -> None:
        self._session = session
        self._screen = screen
        self._say = screen.say
        self._keys = TypedKeys() if sys.stdin.isatty() and not screen.plain else None

    def play(self) -> None:
        """Run until the person ends it."""
        while True:
            state = self._session.state
            with suppress(_Again):
                if state.acting is None:
                    self._between(self._session.jacks)
                    continue
                jack = self._session.jacks[state.acting].jack
                if not state.ready:
                    self._ask_changes(jack)
                    continue
                step = self._session.next()
                if isinstance(step, JackAct):
                    line = f"line {step.number}: " if step.number else "no line can be followed: "
                    self._say(f"{jack}, {line}{step.does}.", "bold green")
                    for how in step.how:
                        self._say(f"  {how}", "dim")
                    self._session.record_act(step)
                else:
                    self._session.answer(step, self._answer(step))

    # -- between acts

    def _between(self, jacks: Sequence[ByHand]) -> None:
        when = "After" if self._session.state.turned else "Before"
        numbered = "  ".join(f"{number} {jack.card.jack}" for number, jack in enumerate(jacks, 1))
        who = f"Who acts? {numbered}" if len(jacks) > 1 else "Enter when it acts"
        typed = self._ask(f"{when} the Turn. {who}; t Turn, r Reset: ")
        number = counting_number(typed)
        if typed == "t":
            self._session.turn()
            self._say("The Turn: every card now shows its other end.")
        elif typed == "r":
            for jack in jacks:
                self._say(jack.reset_in_words(self._session.state.turned), "bold")
            self._session.reset()
        elif typed == "" and len(jacks) == 1:
            self._session.begin(0)
        elif number is not None and 0 < number <= len(jacks):
            self._session.begin(number - 1)
        else:
            self._not_understood()

    def _ask_changes(self, jack: str) -> None:
        typed = self._ask(
            f"{jack}, anything else? Enter no, n new cards in hand, l cards left hand, "
            "p play changed: ",
            several=True,
        )
        if not set(typed) <= set("nlp"):
            self._not_understood()
        self._session.record_changes(come="n" in typed, gone="l" in typed, play="p" in typed)

    # -- an act

    def _answer(self, question: TableQuestion) -> int:
        if isinstance(question, FirstInHand | HowMany):
            if isinstance(question, HowMany):
                most, typed = 999, self._ask(f"{question.words} ", several=True)
            else:
                self._say(question.words)
                for number, (label, _) in enumerate(question.groups, 1):
                    self._say(f"  {number} {label}")
                self._say("  0 none of them")
                most = len(question.groups)
                typed = self._ask("> ", several=most > 9)
            answer = counting_number(typed)
            return answer if answer is not None and answer <= most else self._not_understood()
        answer = {"y": 1, "n": 0}.get(self._ask(f"{question.words} [y/n] "))
        return self._not_understood() if answer is None else answer

    def _why(self) -> None:
        last = self._session.state.said
        if last is None:
            self._say("Nobody has acted yet.")
            return
        number, act = last
        jack = self._session.jacks[number]
        self._say(f"{jack.jack} followed {act.number or 'no line'}. Skipped:")
        self._screen.say_all(f"  {row}" for row in act.passed)

    # -- the keyboard

    def _ask(self, words: str, *, several: bool = False) -> str:
        """Return the typed answer; a command valid anywhere is run and then raises `_Again`."""
        if self._screen.plain:
            self._say(words.strip())
        else:
            self._screen.console.print(words, end="", highlight=False)
        if self._keys is not None and not several:
            typed = self._keys.key()
            self._say(typed.strip())
        else:
            typed = sys.stdin.readline() if self._keys is None else self._keys.line()
            if not typed:
                self._say()
                raise _EndOfSession
        typed = typed.strip().lower()
        if typed in ("q", "quit"):
            raise _EndOfSession
        if typed in ("u", "undo"):
            self._say("Undone." if self._session.undo() else "There is nothing to undo.")
        elif typed in ("w", "why"):
            self._why()
        elif typed in ("?", "help"):
            self._screen.say_all(_HELP)
        else:
            return typed
        raise _Again

    def _not_understood(self) -> NoReturn:
        self._say("That is not an answer here; type ? for help.")
        raise _Again
