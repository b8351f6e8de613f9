"""`moonflight follow`: AI cards followed by hand, for a game on a real table."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

import click

from moonflight_solo.by_hand.follower import ByHand, Said, Session
from moonflight_solo.by_hand.questions import FirstInHand, HowMany, Question
from moonflight_solo.cli import options
from moonflight_solo.cli.game.loading import load_for_ai
from moonflight_solo.cli.game.setup import load_checked
from moonflight_solo.cli.options import Paths, Words
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import counting_number
from moonflight_solo.rules.rulings import printed_rulings

_HELP: Final = (
    "At a question: y or n, a number, or the number of the first of a list (0: none of them).",
    "Between acts: Enter or a Jack's number when it acts; t when the Turn comes; r at Reset.",
    "Since its last act: Enter if nothing moved but what was said; n new cards in its hand;",
    "l cards left its hand; p cards it has in play came or went; several of them together: np.",
    "Always: u takes back the last answer, w says why the last act, ? this, q ends.",
)


class _Ended(Exception):
    """The person has ended it."""


@click.command()
@options.sources("sources", "JACK|FILE...")
@options.card_files
@options.edition
@options.rulings
@options.person_screen
def follow(
    sources: Words, card_files: Paths, edition: str, rulings: Words, screen: Terminal
) -> None:
    """Follow the AI card of each JACK at a real table: answer a few questions, and it says the act.

    It asks only what can still matter, and keeps what it was told until cards move. A JACK of two
    words is named by one of them, or in quotation marks.
    """
    loaded = load_for_ai(edition, card_files, sources)
    chosen = printed_rulings().switch(options.switched(rulings))
    jacks = []
    for words in sources:
        card = load_checked(loaded.ai_card(words), loaded.cards)
        jacks.append(ByHand(card, loaded.cards, chosen.with_more(list(card.rulings))))
    names = [jack.card.jack for jack in jacks]
    if len(set(names)) < len(names):
        raise UsageError("each Jack is followed once; name it once.")
    screen.say(f"Following {', '.join(jack.jack for jack in jacks)}. ? helps, q ends.", "bold")
    try:
        _Person(Session(jacks), screen).play()
    except (_Ended, EOFError):
        screen.say("Ended.")


class _Person:
    """Puts what a session asks to a person, key by key where there is a keyboard."""

    def __init__(self, session: Session, screen: Terminal) -> None:
        self._session = session
        self._screen = screen
        self._keys = sys.stdin.isatty() and not screen.plain

    def play(self) -> None:
        """Go on until the person ends it."""
        while True:
            state = self._session.state
            if state.acting is None:
                self._between()
            elif not state.ready:
                self._moved()
            else:
                found = self._session.next()
                if isinstance(found, Said):
                    self._tell(found)
                else:
                    self._ask(found)

    # -- between acts

    def _between(self) -> None:
        jacks = self._session.jacks
        when = "after" if self._session.state.turned else "before"
        who = (
            "Enter when it acts"
            if len(jacks) == 1
            else "Who acts? "
            + "  ".join(f"{number} {jack.card.jack}" for number, jack in enumerate(jacks, 1))
        )
        typed = self._typed(f"{when.capitalize()} the Turn. {who}; t Turn, r Reset: ")
        if typed is None:
            return
        if typed == "t":
            self._session.turn()
            self._screen.say("The Turn: every card is its other end now.")
        elif typed == "r":
            self._reset()
        elif typed == "" and len(jacks) == 1:
            self._session.begin(0)
        elif _number(len(jacks))(typed):
            self._session.begin(int(typed) - 1)
        else:
            self._not_understood()

    def _moved(self) -> None:
        number = self._session.state.acting
        assert number is not None
        jack = self._session.jacks[number].jack
        typed = self._typed(
            f"{jack}, beside what was said: Enter nothing moved, n new in hand, l left hand, "
            "p play changed: ",
            several=True,
        )
        if typed is None:
            return
        if set(typed) <= set("nlp"):
            self._session.moved(come="n" in typed, gone="l" in typed, play="p" in typed)
        else:
            self._not_understood()

    def _reset(self) -> None:
        for jack in self._session.jacks:
            lines = jack.reset_lines(self._session.state.turned) or ["It keeps no card"]
            self._screen.say(
                f"{jack.jack}, Reset: {'; '.join(lines)}; all else as printed.", "bold"
            )
        self._session.reset()

    # -- an act

    def _ask(self, question: Question) -> None:
        if isinstance(question, FirstInHand):
            self._screen.say(question.words)
            for number, (label, _) in enumerate(question.groups, 1):
                self._screen.say(f"  {number} {label}")
            self._screen.say("  0 none of them")
            self._answer(question, "> ", _number(len(question.groups)))
        elif isinstance(question, HowMany):
            self._answer(question, f"{question.words} ", _number(999), whole=True)
        else:
            self._answer(question, f"{question.words} [y/n] ", {"y": 1, "n": 0, "": None}.get)

    def _answer(
        self,
        question: Question,
        words: str,
        meant: Callable[[str], int | None],
        *,
        whole: bool = False,
    ) -> None:
        typed = self._typed(words, several=whole)
        if typed is None:
            return
        answer = meant(typed)
        if answer is None:
            self._not_understood()
        else:
            self._session.answer(question, answer)

    def _tell(self, said: Said) -> None:
        number = self._session.state.acting
        assert number is not None
        jack = self._session.jacks[number].jack
        line = f"line {said.number}: " if said.number else "no line can be followed: "
        self._screen.say(f"{jack}, {line}{said.does}.", "bold green")
        for how in said.how:
            self._screen.say(f"  {how}", "dim")
        self._session.done(said)

    def _why(self) -> None:
        last = self._session.state.said
        if last is None:
            self._screen.say("Nobody has acted yet.")
            return
        number, said = last
        jack = self._session.jacks[number]
        self._screen.say(f"{jack.jack} followed {said.number or 'no line'}. Passed over:")
        for row in said.passed:
            self._screen.say(f"  {row}")

    # -- the keyboard

    def _typed(self, words: str, *, several: bool = False) -> str | None:
        """Return what a person answers; ``None`` for a command known everywhere, which is done."""
        if self._screen.plain:
            self._screen.say(words.strip())
        else:
            self._screen.console.print(words, end="", highlight=False)
        if self._keys and not several:
            typed = click.getchar(echo=False)
            self._screen.say(typed.strip())
        else:
            line = sys.stdin.readline()
            if not line:
                self._screen.say()
                raise _Ended
            typed = line
        typed = typed.strip().lower()
        if typed in ("q", "quit", "\x03", "\x04"):
            raise _Ended
        if typed in ("u", "undo"):
            self._screen.say("Taken back." if self._session.undo() else "There is nothing before.")
        elif typed in ("w", "why"):
            self._why()
        elif typed in ("?", "help"):
            self._screen.say_all(_HELP)
        else:
            return typed
        return None

    def _not_understood(self) -> None:
        self._screen.say("That is no answer here; ? helps.")


def _number(most: int) -> Callable[[str], int | None]:
    def meant(typed: str) -> int | None:
        number = counting_number(typed)
        return number if number is not None and number <= most else None

    return meant
