"""The page shown at the End: every hand, what decided the game, and what to do next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, ClassVar, Final

import click
from rich.text import Text

from moonflight_solo.cli.game.background_review import BackgroundReview
from moonflight_solo.cli.game.keyboard import Keyboard, Offer, is_there
from moonflight_solo.cli.game.menu import Command, Menu, stopped
from moonflight_solo.cli.game.pager import Pager
from moonflight_solo.cli.game.replay_view import Film
from moonflight_solo.cli.game.setup import ask_jack, ask_opponents
from moonflight_solo.cli.game.start import CardFiles, GameStart
from moonflight_solo.cli.game.story import lines_followed, next_time, story, turning_point
from moonflight_solo.cli.output.markup import rows
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.text_layout import columns, hang, show_painted, wrap
from moonflight_solo.cli.output.view import SeatView
from moonflight_solo.numbers import plural
from moonflight_solo.records import OtherAnswers, RecordFile
from moonflight_solo.records.career import PlayedGame, career, newly_met, played, still_open, tally
from moonflight_solo.records.file import line_of
from moonflight_solo.records.saved_games import begin_recording, save_name, saves, short_save_name
from moonflight_solo.scoremode import next_rank, rank_in_words

ROOMY: Final = 80
"""Narrowest screen, in columns, on which the choices after a game are explained."""

REVIEWING: Final = (
    "Reviewing your acts takes a minute or more; press Ctrl-C to see the results so far ..."
)
EVERYTHING: Final = 40
STORIES: Final = (8, 4, 2, 0)
"""How many events of the game are told again: as many of these as there is room for."""

Following = tuple[RecordFile, GameStart, str]
"""The next game to play, and its opening message."""


def end_lines(film: Film, screen: Terminal, more: Sequence[str]) -> list[Text]:
    """Render the End page: scores, the winner and why, the turning point, then ``more``."""
    outcome = film.outcome
    assert outcome is not None
    width = screen.width - 2
    cause = next(line.words for line in film.moments[-1].news if line.kind == "end")
    lines = [*wrap(cause, width, "bold"), Text()]
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


def hands_by_round(film: Film, screen: Terminal) -> list[Text]:
    """Render what an average hand would score, round by round, skipping rounds without room."""
    names = ["You" if at == film.viewer else title for at, title in enumerate(film.titles)]
    label = max(map(len, names)) + 1
    room = (screen.width - label - 4) // 5
    by_round = {before.view.round: moment for before, moment in pairwise(film.moments)}
    last = max(by_round)
    shown = [number for number in by_round if (last - number) % -(-len(by_round) // room) == 0]
    turn = next((number for number, each in by_round.items() if each.view.turned), last + 1)

    turned = sum(number < turn for number in shown)

    def row(name: str, cells: Iterable[str], sign: str) -> Text:
        parted = (f"{sign if at == turned else ''}{each:>5}" for at, each in enumerate(cells))
        return Text(f" {name:<{label}}{''.join(parted)}", "dim")

    held = [
        row(name, [f"{by_round[number].hands[at]:.1f}" for number in shown], "  ")
        for at, name in enumerate(names)
    ]
    told = Text(" An average hand after the Turn, round by round:")
    return [told, row("", map(str, shown), f" {screen.glyphs.after}"), *held]


def told_again(film: Film, screen: Terminal, most: int) -> list[Text]:
    """Render up to ``most`` events that made the game, and the lines AI cards lived by."""
    found = [*story(film, most), *lines_followed(film)]
    rows = (wrap(words, screen.width - 5) for words in found)
    return [Text("   " if at else " ") + row for lines in rows for at, row in enumerate(lines)]


def end_sentences(film: Film) -> list[str]:
    """Return the End page for a plain terminal, one fact per line."""
    told = [line.words for line in film.moments[-1].news if line.kind == "end"]
    outcome = film.outcome
    if len(film.titles) == 1 and outcome is not None and outcome.finished:
        told.append(decided(film))
    return [*told, *filter(None, [turning(film)])]


def _seat_of(film: Film, number: int) -> SeatView:
    return next(seat for seat in film.last.seats if seat.title == film.titles[number])


def decided(film: Film) -> str:
    """Return who wins and by what (points or a tiebreak), or the rank in Score Mode."""
    return _said(
        *("decided", film), said=rank_in_words, seat=lambda number: _seat_of(film, number),
        next=film.outcome and next_rank(film.outcome.scores[0]),
    )  # fmt: skip


def turning(film: Film) -> str:
    """Return when the winner took the lead for good, or which of its points were not in
    hand.

    "" if there is nothing to say. Before the Turn hardly anything scores, so an End that comes
    before it has no turning point.
    """
    outcome = film.outcome
    if outcome is None or outcome.winner is None or not outcome.turned:
        return ""
    winner, held = outcome.winner, film.moments[-1].points
    others = [at for at in range(len(held)) if at != winner]

    def ahead(hands: Sequence[float]) -> bool:
        return hands[winner] > _best_other(hands, winner)

    point = turning_point(film.moments, ahead) if others else None
    other = max(others, key=lambda at: held[at], default=None)
    return _said("turning", film, point=point, other=other, best_other=_best_other)


def _said(part: str, film: Film, **given: Any) -> str:
    return "".join(rows("end", part=part, film=film, outcome=film.outcome, **given))


def _best_other(scores: Sequence[float], but: int) -> float:
    return max(score for at, score in enumerate(scores) if at != but)


def _hand(seat: SeatView, screen: Terminal) -> str:
    """List a hand, highest score first; cards worth nothing are only counted."""
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


# ------------------------------------------------------------------- the menu after a game


class Ending(Menu):
    """The menu after a finished game.

    ``following`` is the next game once one is chosen. ``look_back`` steps through the finished
    game, and ``card_files`` gives the files of Jacks not seated yet.
    """

    SHORT: ClassVar = {"": "back", "q": "quit", "exit": "quit", "seed": "same"}

    def __init__(
        self,
        keyboard: Keyboard,
        file: RecordFile,
        seen: Film,
        card_files: CardFiles,
        look_back: Callable[[Film], Following | None],
    ) -> None:
        self.keyboard, self.file, self.film, self.start = keyboard, file, seen, seen.start
        self._card_files, self._look_back = card_files, look_back
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
        kept = f"{seed} Saved as {short_save_name(path)}." if path else seed
        page = end_lines(self.film, screen, [*standing, *self._reviewed(), kept])
        room = screen.height - len(self._invitation()) - 2
        for words in hopes:
            rows = [Text(" ").append_text(row) for row in wrap(words, screen.width - 2)]
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
            told = told_again(self.film, self.terminal, most) if most else []
            for more in ([*told, Text(), *points], told or points):
                if len(page) + 1 + len(more) <= room:
                    return [*page, Text(), *more]
        return [*page]

    def _career(self) -> tuple[list[str], list[str]]:
        """Return the player's record with this Jack and any challenges just met, and apart from
        these what to do better and a challenge to try.
        """
        hopes = [*filter(None, [next_time(self.film)])]
        name = save_name(self.file.path) if self.file.path else ""
        game = played(name, self.file.record)
        if game is None:
            taken = self.file.record.header.taken_from
            said = "This game continues another one, so it does not count in your stats."
            return [said] if taken else [], hopes
        others = [(s.name, s.record) for s in saves() if s.record is not None and s.name != name]
        before = career(others)
        found = [career_standing([*before, game], game)]
        done = newly_met(before, game)
        found += [f"Challenge completed: {each.name}. {each.text}" for each in done]
        if to_try := still_open([*before, game], game):
            hopes.append(f"A challenge to try: {to_try.name}. {to_try.text}")
        return found, hopes

    # -- the menu

    def read(self) -> Following | None:
        """Show the page and prompt, while the game is reviewed in the background."""
        if is_there() and not self.terminal.plain and not self.file.behind:
            self._reviewing = BackgroundReview(self.file.path)
        try:
            self.show()
            return self.asked()
        finally:
            if self._reviewing is not None:
                self._reviewing.end()

    def _reviewed(self) -> list[str]:
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
        return [headline(each.found) for each in kept_reviews() if each.game == name]

    def asked(self) -> Following | None:
        """Prompt until a game to play is chosen; ``None`` to leave."""
        self._invite()
        self.keyboard.forget()
        while self.following is None:
            try:
                words = self.keyboard.read("[Enter: this page] > ", lambda: Offer(self.lines()))
            except EOFError:
                return None
            name = next(iter(self.named(words)), "")
            if name == "quit":
                return None
            if name:
                self.carry_out(name, "")
            else:
                self.complain(f'"{words}" is not one of the choices: {self._choices()}.')
        return self.following

    def _choices(self) -> str:
        *names, last = (name for name in self.known if name != "back")
        return f"{', '.join(names)} or {last}"

    def _invite(self) -> None:
        if not self.terminal.plain:
            self.terminal.say()
        self.terminal.say_all(self._invitation())

    def _invitation(self) -> list[Text]:
        """Return the choices, by name only on a narrow screen."""
        screen, asked = self.terminal, f"What now: {self._choices()}?"
        if screen.plain:
            return [Text(asked)]
        if screen.width < ROOMY:
            return [Text(f" {row}") for row in wrap(asked, screen.width - 2)]
        chips = [
            Text().append(f"{each.name:<7}", "bold").append(each.help, "dim")
            for each in self.known.values()
            if each.name != "back"
        ]
        return [Text(" ") + line for line in columns(chips, screen.width - 2)]

    def _table_alone(self, rest: str) -> None:
        with suppress(EOFError):
            Pager(self.keyboard).read_table(self.film.last)
        self._again()

    def _story(self, rest: str) -> None:
        screen = self.terminal
        told = [*told_again(self.film, screen, EVERYTHING), *hands_by_round(self.film, screen)]
        with suppress(EOFError):
            Pager(self.keyboard).ask(lambda out: out.say_all(told))
        self._again()

    def _coach(self, rest: str) -> None:
        from moonflight_solo.cli.game.coaching import review_game  # slow to import

        if self._reviewing is not None:
            self._reviewing.end()
        self.terminal.say(REVIEWING, "dim")
        with stopped("nothing was reviewed: you stopped before the first decision."):
            say = self.terminal.say
            review = review_game(self.file.record, self.start.deck, self.file.path, say)
        with suppress(EOFError):
            Pager(self.keyboard).ask(review.conclude if self.terminal.plain else review.tell)
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
        self._begin(self.start.of([mine, *others], self._card_files))

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
