"""The End: its page and menu, while another process reviews the game."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import click
from rich.text import Text

import moonflight_solo
from moonflight_solo.cli.game.keyboard import Keyboard, is_there
from moonflight_solo.cli.game.menu import Command, Menu, read_answer, read_table, stoppable
from moonflight_solo.cli.game.replay_view import Film
from moonflight_solo.cli.game.setup import ask_jack, ask_opponents
from moonflight_solo.cli.game.story import (
    end_lines,
    end_sentences,
    hands_by_round,
    next_time,
    told_again,
    whole_story,
)
from moonflight_solo.cli.output.markup import rows
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.text_layout import between_margins, columns, show_painted
from moonflight_solo.recorded_games.start import GameStart
from moonflight_solo.records import OtherAnswers, RecordFile
from moonflight_solo.records.career import (
    PlayedGame,
    career,
    challenges_first_met,
    finished_game,
    open_challenge,
    tally,
)
from moonflight_solo.records.file import line_of
from moonflight_solo.records.saved_games import (
    begin_recording,
    is_saved,
    save_name,
    saves,
    short_save_name,
)
from moonflight_solo.userfiles import NoHome

if TYPE_CHECKING:  # not needed until the End
    import subprocess

_GENTLE: Final = 19
"""The lowest priority on POSIX systems."""

_PATIENCE: Final = 5
"""Seconds that the process has to end itself and its workers."""


class BackgroundReview:
    """A process that reviews the game in ``path``, if that is a saved one, until it is ended.

    It runs `moonflight coach` at the lowest priority, which keeps what it finds, part by part.
    """

    def __init__(self, path: Path | None) -> None:
        self.process: subprocess.Popen[bytes] | None = None
        with suppress(OSError, NoHome):
            if path is not None and is_saved(path) and sys.executable:
                import subprocess  # not needed until the End

                idle = getattr(subprocess, "IDLE_PRIORITY_CLASS", 0)
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "moonflight_solo", "coach", path.absolute(), "--json"],
                    cwd=Path(moonflight_solo.__file__).parents[1],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    creationflags=idle | getattr(subprocess, "CREATE_NO_WINDOW", 0),
                    start_new_session=True,  # Ctrl-C is for the person's own process
                )
                if hasattr(os, "setpriority"):
                    os.setpriority(os.PRIO_PROCESS, self.process.pid, _GENTLE)

    def end(self) -> None:
        """End the process and its workers; what they have kept stays."""
        if self.process is not None:
            import subprocess

            self.process.terminate()
            try:
                self.process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


ROOMY: Final = 80
"""Narrowest screen, in columns, on which the choices after a game are explained."""

REVIEWING: Final = (
    "Reviewing your acts takes a minute or more; press Ctrl-C to see the results so far ..."
)
STORIES: Final = (8, 4, 2, 0)
"""How many events of the game are told again: as many of these as there is room for."""

Following = tuple[RecordFile, GameStart, str]
"""The next game to play, and its opening message."""


# ------------------------------------------------------------------- the menu after a game


class Ending(Menu):
    """The menu after a finished game.

    ``following`` is the next game once one is chosen. ``look_back`` steps through the finished
    game.
    """

    SHORT: ClassVar = {"": "back", "q": "quit", "exit": "quit", "seed": "same"}

    def __init__(
        self,
        keyboard: Keyboard,
        file: RecordFile,
        seen: Film,
        look_back: Callable[[Film], Following | None],
    ) -> None:
        self.keyboard, self.file, self.film, self.start = keyboard, file, seen, seen.start
        self._look_back = look_back
        self._reviewing: BackgroundReview | None = None
        self.following: Following | None = None
        super().__init__(
            keyboard.terminal,
            Command("again", "another game like this", lambda _: self._begin(self.start.again())),
            Command(
                "same",
                "play this seed again",
                lambda _: self._begin(self.start.again(self.start.header.seed)),
            ),
            Command("jack", "another Jack", self._other_jack),
            Command("undo", "undo what you typed last", self._undo),
            Command("replay", "step through the game", self._replay),
            Command("table", "the table at the End", self._table_alone),
            Command("story", "the turning points of the game", self._story),
            Command("coach", "a review of your acts", self._coach),
            Command(
                "share", "this game as one line of text", lambda _: click.echo(line_of(file.record))
            ),
            Command("back", "this page", lambda _: self._again()),
            Command("quit", "leave", lambda _: None),
        )

    # -- the page

    def show(self) -> None:
        """Show the End page, and the final table if it fits above."""
        screen, (standing, hopes) = self.terminal, self._career()
        if screen.plain:
            screen.say_all([*end_sentences(self.film), *standing, *hopes])
            return
        path, seed = self.file.path, f"Seed {self.start.header.seed}."
        where = f"{seed} Saved as {short_save_name(path)}." if path else seed
        page = end_lines(self.film, screen, [*standing, *self._review_so_far(), where])
        room = screen.height - len(self._invitation()) - 2
        for words in hopes:
            rows = between_margins(words, screen.width)
            page += rows * (len([*page, *rows]) <= room)
        page = self._with_more(page, room)
        if len(page) > room:
            page = [line for line in page if line.plain.strip()]
        screen.clear()
        table = render(self.film.last, screen.width, screen.glyphs, room - len(page))
        if len(table) <= room - len(page):
            show_painted(table, self.film.last.turned, screen)
        screen.say_all(page)

    def _with_more(self, page: Sequence[Text], room: int) -> list[Text]:
        """Add as much of how the game went as fits into ``room`` lines."""
        points = hands_by_round(self.film, self.terminal)
        for most in STORIES:
            story = told_again(self.film, self.terminal, most) if most else []
            for more in ([*story, Text(), *points], story or points):
                if len(page) + 1 + len(more) <= room:
                    return [*page, Text(), *more]
        return [*page]

    def _career(self) -> tuple[list[str], list[str]]:
        """Return the player's record with this Jack and any challenges just met, and apart from
        these what to do better and a challenge to try.
        """
        hopes = [*filter(None, [next_time(self.film)])]
        name = save_name(self.file.path) if self.file.path else ""
        game = finished_game(name, self.file.record)
        if game is None:
            source = self.file.record.header.taken_from
            reason = "This game continues another one, so it does not count in your stats."
            return [reason] if source else [], hopes
        others = [(s.name, s.record) for s in saves() if s.record is not None and s.name != name]
        before = career(others)
        rows = [career_standing([*before, game], game)]
        met = challenges_first_met(before, game)
        rows += [f"Challenge completed: {challenge.name}. {challenge.text}" for challenge in met]
        if to_try := open_challenge([*before, game], game):
            hopes.append(f"A challenge to try: {to_try.name}. {to_try.text}")
        return rows, hopes

    # -- the menu

    def run(self) -> Following | None:
        """Show the page and prompt, while the game is reviewed in the background."""
        if is_there() and not self.terminal.plain and not self.file.behind:
            self._reviewing = BackgroundReview(self.file.path)
        try:
            self.show()
            return self.ask_for_game()
        finally:
            if self._reviewing is not None:
                self._reviewing.end()

    def _review_so_far(self) -> list[str]:
        """Return how far the review in the background is, and what it found."""
        if self._reviewing is None or self._reviewing.process is None:
            return []
        if self._reviewing.process.poll() is None:
            return [
                "Your acts are being reviewed in the background; type coach to see the results."
            ]
        from moonflight_solo.cli.game.coaching import headline  # slow to import
        from moonflight_solo.coach.kept_reviews import kept_reviews

        name = self.file.path and save_name(self.file.path)
        return [headline(review.all_reviews) for review in kept_reviews() if review.game == name]

    def ask_for_game(self) -> Following | None:
        """Prompt until a game to play is chosen; ``None`` to leave."""
        self._invite()
        self.keyboard.forget()
        while self.following is None:
            try:
                words = self.keyboard.read("[Enter: this page] > ", self.offer)
            except EOFError:
                return None
            name = next(iter(self.commands_named(words)), "")
            if name == "quit":
                return None
            if name:
                self.carry_out(name, "")
            else:
                self.complain(f'"{words}" is not one of the choices: {self._choices()}.')
        return self.following

    def _choices(self) -> str:
        *names, last = (name for name in self.commands if name != "back")
        return f"{', '.join(names)} or {last}"

    def _invite(self) -> None:
        if not self.terminal.plain:
            self.terminal.say()
        self.terminal.say_all(self._invitation())

    def _invitation(self) -> list[Text]:
        """Return the choices, by name only on a narrow screen."""
        screen, question = self.terminal, f"What now: {self._choices()}?"
        if screen.plain:
            return [Text(question)]
        if screen.width < ROOMY:
            return between_margins(question, screen.width)
        chips = [
            Text().append(f"{command.name:<7}", "bold").append(command.help, "dim")
            for command in self.commands.values()
            if command.name != "back"
        ]
        return [Text(" ") + line for line in columns(chips, screen.width - 2)]

    def _table_alone(self, rest: str) -> None:
        with suppress(EOFError):
            read_table(self.keyboard, self.film.last)
        self._again()

    def _story(self, rest: str) -> None:
        with suppress(EOFError):
            read_answer(self.keyboard, lambda out: out.say_all(whole_story(self.film, out)))
        self._again()

    def _coach(self, rest: str) -> None:
        from moonflight_solo.cli.game.coaching import review_game  # slow to import

        if self._reviewing is not None:
            self._reviewing.end()
        self.terminal.say(REVIEWING, "dim")
        with stoppable("nothing was reviewed: you stopped before the first decision."):
            say = self.terminal.say
            review = review_game(self.file.record, self.start.deck, self.file.path, say)
        with suppress(EOFError):
            read_answer(self.keyboard, review.conclude if self.terminal.plain else review.tell)
        self._again()

    def _again(self) -> None:
        """Show the page again after something that took its place on the screen."""
        if not self.terminal.plain:
            self.show()
        self._invite()

    def _begin(self, start: GameStart) -> None:
        file, warning = begin_recording(start.header)
        self.following = file, start, warning

    def _other_jack(self, rest: str) -> None:
        deck = self.start.deck
        mine = ask_jack(deck.catalogue.suits, self.keyboard)
        others: Sequence[str] = ()
        if not self.start.header.score_mode:
            others = ask_opponents(mine, deck, self.keyboard)
        self._begin(self.start.of([mine, *others]))

    def _undo(self, rest: str) -> None:
        path = self.file.path
        file = RecordFile.open(path) if path and not self.file.behind else self.file
        try:
            file.record.undo("", file.write)
        except OtherAnswers as back:
            self.following = file, self.start, str(back)

    def _replay(self, rest: str) -> None:
        self.following = self._look_back(self.film)
        if self.following is None:
            self._again()


def career_standing(games: Sequence[PlayedGame], last: PlayedGame) -> str:
    """Return the player's record with the Jack of the last game, among all ``games``."""
    alone = last.won is None
    same = [game for game in games if game.jack == last.jack and (game.won is None) == alone]
    count = tally(same)
    best = max(game.score for game in same)
    return "".join(rows("fared", jack=last.jack, alone=alone, count=count, best=best))
