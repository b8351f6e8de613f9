"""The End of a game: every hand card by card, what decided, and what may be done then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, ClassVar, Final

import click
from rich.text import Text

from moonflight_solo.cli.game.display import Pager
from moonflight_solo.cli.game.film import Film, Moment
from moonflight_solo.cli.game.keyboard import Keyboard, Offer
from moonflight_solo.cli.game.menu import Command, Menu
from moonflight_solo.cli.game.setup import ask_jack, ask_opponents
from moonflight_solo.cli.game.start import CardFiles, GameStart
from moonflight_solo.cli.output.paint import columns, hang, rows, show_painted, wrap
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.view import LogLine, SeatView
from moonflight_solo.numbers import plural
from moonflight_solo.records import OtherAnswers, RecordFile
from moonflight_solo.records.career import PlayedGame, career, newly_met, played, tally
from moonflight_solo.records.file import line_of
from moonflight_solo.records.saved_games import begin_recording, save_name, saves
from moonflight_solo.scoremode import RANKS, rank_in_words

ROOMY: Final = 80
"""From how many columns on the choices after a game are explained."""

Following = tuple[RecordFile, GameStart, str]
"""A game that is played next, and what is said at its beginning."""


def end_lines(film: Film, screen: Terminal, more: Sequence[str]) -> list[Text]:
    """Return the page: who scores what, who wins by what, the turning point, then ``more``."""
    outcome = film.outcome
    assert outcome is not None
    width = screen.width - 2
    lines = [*wrap(cause(film), width, "bold"), Text()]
    names = ["You" if at == film.viewer else film.titles[at] for at in outcome.ranking]
    label = max(map(len, names)) + 1
    for number, name in zip(outcome.ranking, names, strict=True):
        hand = wrap(_hand(_seat_of(film, number), screen), width - label - 6)
        head = f"{name:<{label}}{outcome.scores[number]:>3}"
        lines += hang(head, hand, label + 6, "bold" if number == outcome.winner else "")
    lines += [Text(), *wrap(decided(film), width, "bold"), *wrap(turning(film), width), Text()]
    for words in more:
        lines += wrap(words, width)
    return [Text(" ").append_text(line) for line in lines]


def points_by_round(film: Film, screen: Terminal) -> list[Text]:
    """Return the points in each deck at the end of each round, of as many as there is room for."""
    names = ["You" if at == film.viewer else title for at, title in enumerate(film.titles)]
    label = max(map(len, names)) + 1
    room = (screen.width - label - 4) // 3
    by_round = {before.view.round: moment for before, moment in pairwise(film.moments)}
    last = max(by_round)
    shown = [number for number in by_round if (last - number) % -(-len(by_round) // room) == 0]
    turn = next((number for number, each in by_round.items() if each.view.turned), last + 1)

    turned = sum(number < turn for number in shown)

    def row(name: str, cells: Iterable[int], sign: str) -> Text:
        parted = (f"{sign if at == turned else ''}{each:>3}" for at, each in enumerate(cells))
        return Text(f" {name:<{label}}{''.join(parted)}", "dim")

    held = [
        row(name, [by_round[number].points[at] for number in shown], "  ")
        for at, name in enumerate(names)
    ]
    told = Text(" What each deck would score after the Turn, round by round:")
    return [told, row("", shown, f" {screen.glyphs.after}"), *held]


def end_sentences(film: Film) -> list[str]:
    """Return the page as a plain one has it, a fact a line."""
    told = [line.words for line in film.moments[-1].news if line.kind == "end"]
    outcome = film.outcome
    if len(film.titles) == 1 and outcome is not None and outcome.finished:
        told.append(decided(film))
    return [*told, *filter(None, [turning(film)])]


def cause(film: Film) -> str:
    """Return why the game is over, as it was told."""
    return next(line.words for line in film.moments[-1].news if line.kind == "end")


def _seat_of(film: Film, number: int) -> SeatView:
    return next(seat for seat in film.last.seats if seat.title == film.titles[number])


def decided(film: Film) -> str:
    """Return who wins, and by what: points, or what breaks a tie; alone, the rank."""
    above = [each for each in RANKS if film.outcome and each.least > film.outcome.scores[0]]
    return _said(
        *("decided", film), said=rank_in_words, seat=lambda number: _seat_of(film, number),
        next=next(reversed(above), None),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The moment since which the decks held what decided, without a break.

    ``before`` and ``after`` are the points in each deck just before it and after it. ``line`` is
    what was told of it: of the act, or of the seat whose deck changed most in Reset.
    """

    round: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    line: LogLine


def turning_point(
    moments: Sequence[Moment], decided: Callable[[Sequence[int]], bool]
) -> TurningPoint | None:
    """Return the first moment since which the points in the decks were ``decided`` all the time.

    ``None`` if they always were, or are not at the end either.
    """
    stood = [decided(moment.points) for moment in moments]
    if not stood or not stood[-1] or all(stood):
        return None
    at = len(stood) - stood[::-1].index(False)
    before, moment = moments[at - 1], moments[at]
    change = [abs(new - old) for new, old in zip(moment.points, before.points, strict=True)]
    most = change.index(max(change))
    reset = [line for line in moment.news if line.kind == "reset"]
    told = [line for line in reset if line.seat == most] or list(moment.news)
    return TurningPoint(before.view.round, before.points, moment.points, told[0])


def turning(film: Film) -> str:
    """Return since when the winner's deck held what won, or what of it was not in hand.

    "" if there is nothing to say of it.

    Before the Turn hardly anything scores, so an End that comes then is not told of so.
    """
    outcome = film.outcome
    if outcome is None or outcome.winner is None or not outcome.turned:
        return ""
    winner, held = outcome.winner, film.moments[-1].points
    others = [at for at in range(len(held)) if at != winner]

    def ahead(points: Sequence[int]) -> bool:
        return points[winner] > _best_other(points, winner)

    point = turning_point(film.moments, ahead) if others else None
    other = max(others, key=lambda at: held[at], default=None)
    return _said("turning", film, point=point, other=other, best_other=_best_other)


def _said(part: str, film: Film, **given: Any) -> str:
    return "".join(rows("end", part=part, film=film, outcome=film.outcome, **given))


def _best_other(scores: Sequence[int], but: int) -> int:
    return max(score for at, score in enumerate(scores) if at != but)


def _hand(seat: SeatView, screen: Terminal) -> str:
    """Return a hand, what scores most first; what scores nothing is only counted."""
    hand = Counter(seat.hand or ())
    scoring = sorted((card for card in hand if card.score), key=lambda card: -card.score)
    words = [
        f"{card.name} {card.score}"
        + (f" {screen.glyphs.times}{hand[card]}" if hand[card] > 1 else "")
        for card in scoring
    ]
    rest = sum(count for card, count in hand.items() if not card.score)
    if rest:
        words.append(f"{'and ' if words else ''}{plural(rest, 'card')} worth nothing")
    return ", ".join(words) or "no card in hand"


# ------------------------------------------------------------------- and what may be done


class Ending(Menu):
    """A finished game that its player looks at, and what she may do now.

    ``following`` is the game that is played next, once there is one. ``look_back`` steps through
    this one, and ``card_files`` gives the files of Jacks who are not seated yet.
    """

    SHORT: ClassVar = {"": "again", "q": "quit", "exit": "quit", "seed": "same"}

    def __init__(
        self,
        screen: Terminal,
        keyboard: Keyboard,
        file: RecordFile,
        seen: Film,
        card_files: CardFiles,
        look_back: Callable[[Film], Following | None],
    ) -> None:
        self.keyboard, self.file, self.film, self.start = keyboard, file, seen, seen.start
        self._card_files, self._look_back = card_files, look_back
        self.following: Following | None = None
        super().__init__(
            screen,
            Command("again", "another game like this", lambda _: self._begin(self.start.again())),
            Command(
                "same",
                "the same once more, on this seed",
                lambda _: self._begin(self.start.again(self.start.header.seed)),
            ),
            Command("jack", "another Jack", self._other_jack),
            Command("undo", "take back your last decision", self._undo),
            Command("replay", "step through the game", self._replay),
            Command("table", "the table as it lies", self._table_alone),
            Command("coach", "what your acts cost", self._coach),
            Command(
                "share", "this game in a line of text", lambda _: click.echo(line_of(file.record))
            ),
            Command("quit", "leave", lambda _: None),
        )

    # -- the page

    def show(self) -> None:
        """Show the table and the page of the End, as much of the table as there is room for."""
        screen = self.terminal
        if screen.plain:
            screen.say_all([*end_sentences(self.film), *self._standing()])
            return
        page = end_lines(self.film, screen, [*self._standing(), self._kept()])
        room = screen.height - len(self._invitation()) - 2
        longer = [*page, Text(), *points_by_round(self.film, screen)]
        if len(longer) <= room:
            page = longer
        elif len(page) > room:
            page = [line for line in page if line.plain.strip()]
        screen.clear()
        self._table(room - len(page))
        screen.say_all(page)

    def _table(self, room: int) -> None:
        """Show the last table with every hand open, if it fits into so many lines."""
        screen, view = self.terminal, self.film.last
        left = screen.height - room
        lines = render(view, screen.width, screen.glyphs, screen.height, free=(left, left))
        if len(lines) <= room:
            show_painted(lines, view.turned, screen)

    def _standing(self) -> list[str]:
        """Return how the person fares with this Jack, and the challenges just met."""
        name = save_name(self.file.path) if self.file.path else ""
        game = played(name, self.file.record)
        if game is None:
            taken = self.file.record.header.taken_from
            return ["Taken over from another game, it does not count in stats."] if taken else []
        others = [(s.name, s.record) for s in saves() if s.record is not None and s.name != name]
        before = career(others)
        found = [career_standing([*before, game], game)]
        met = newly_met(before, game)
        return [*found, *(f"Challenge met: {each.name}. {each.text}" for each in met)]

    def _kept(self) -> str:
        seed = f"Seed {self.start.header.seed}."
        return f"{seed} Kept as {save_name(self.file.path)}." if self.file.path else seed

    # -- what now

    def asked(self) -> Following | None:
        """Ask until there is something to play, or nothing any more."""
        self._invite()
        while self.following is None:
            try:
                words = self.keyboard.read("[Enter: again] > ", lambda: Offer(self.lines()))
            except EOFError:
                return None
            name = next(iter(self.named(words)), "")
            if name == "quit":
                return None
            if name:
                self.carry_out(name, "")
            else:
                self.complain(f'"{words}" is none of these: {self._choices()}.')
        return self.following

    def _choices(self) -> str:
        *names, last = self.known
        return f"{', '.join(names)} or {last}"

    def _invite(self) -> None:
        if not self.terminal.plain:
            self.terminal.say()
        self.terminal.say_all(self._invitation())

    def _invitation(self) -> list[Text]:
        """Return what may be done now, on a small screen by its name alone."""
        screen, asked = self.terminal, f"What now: {self._choices()}?"
        if screen.plain:
            return [Text(asked)]
        if screen.width < ROOMY:
            return [Text(f" {row}") for row in wrap(asked, screen.width - 2)]
        chips = [
            Text().append(f"{each.name:<7}", "bold").append(each.help, "dim")
            for each in self.known.values()
        ]
        return [Text(" ") + line for line in columns(chips, screen.width - 2)]

    def _table_alone(self, rest: str) -> None:
        with suppress(EOFError):
            Pager(self.terminal, self.keyboard).read_table(self.film.last)
        if not self.terminal.plain:
            self.show()
            self._invite()

    def _coach(self, rest: str) -> None:
        from moonflight_solo.cli.game.coaching import looked_again  # who only plays waits for none

        review = looked_again(self.file.record, self.start.deck, self.file.path)
        with suppress(EOFError):
            Pager(self.terminal, self.keyboard).ask(review.tell)
        if not self.terminal.plain:
            self.show()
            self._invite()

    def _begin(self, start: GameStart) -> None:
        file, warning = begin_recording(start.header)
        self.following = file, start, warning

    def _other_jack(self, rest: str) -> None:
        deck = self.start.deck
        mine = ask_jack(deck.catalogue.suits, self.terminal, self.keyboard)
        others: Sequence[str] = ()
        if not self.start.header.score_mode:
            others = ask_opponents(mine, deck, self.terminal, self.keyboard)
        self._begin(self.start.of([mine, *others], self._card_files))

    def _undo(self, rest: str) -> None:
        path = self.file.path
        file = RecordFile.open(path) if path else RecordFile(self.file.record)
        try:
            file.record.undo("", file.write)
        except OtherAnswers as back:
            self.following = file, self.start, str(back)

    def _replay(self, rest: str) -> None:
        self.following = self._look_back(self.film)
        if self.following is None:
            self.show()
            self._invite()


def career_standing(games: Sequence[PlayedGame], last: PlayedGame) -> str:
    """Return how a person fares with the Jack of her last game, among all ``games``."""
    alone = last.won is None
    same = [game for game in games if game.jack == last.jack and (game.won is None) == alone]
    count = tally(same)
    best = max(game.score for game in same)
    return "".join(rows("fared", jack=last.jack, alone=alone, count=count, best=best))
