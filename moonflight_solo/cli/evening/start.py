"""How a game of a person begins: asked for, from another game, or from a line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from moonflight_solo import __version__
from moonflight_solo.cli.game.first_game import first_game
from moonflight_solo.cli.game.header import begin_recording, deck_here, header
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.setup import AIDeck, a_seed, ai_deck, ask_jack, seat_number
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.records import (
    CannotRecord,
    Entry,
    Header,
    Record,
    RecordFile,
    SeatHeader,
)
from moonflight_solo.records.line import sent, words_of
from moonflight_solo.records.saves import any_kept
from moonflight_solo.rules.card_files import Suit
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.game import Settings

A_LINE: Final = Path("a line of text")
"""Stands for the file of a record that came as a line."""

CardFiles = Callable[[Sequence[str]], tuple[Path, ...]]
"""The card files that a game of some Jacks is played with."""


@dataclass(frozen=True)
class Start:
    """A game of a person about to begin: its header and the AI cards it is played with."""

    header: Header
    deck: AIDeck

    def again(self, seed: int | None = None) -> Start:
        """Return another game of the same, on another seed unless one is given."""
        begun = datetime.now().astimezone().isoformat(timespec="seconds")
        return Start(replace(self.header, seed=a_seed(seed), begun=begun), self.deck)

    def of(self, jacks: Sequence[str], card_files: CardFiles) -> Start:
        """Return a game of other Jacks, the person's first, with all else as in this one."""
        old = self.header
        settings = replace_jacks(old, jacks)
        new = header(
            settings,
            self.deck,
            person=True,
            card_files=card_files(jacks),
            open_hands=old.open_hands,
            score_mode=old.score_mode,
            by={at: seat.by for at, seat in enumerate(old.seats)},
        )
        return Start(new, self.deck)

    def begun(self) -> tuple[RecordFile, str]:
        """Return the record of this game, and why it is not kept if it is not."""
        return begin_recording(self.header)


def replace_jacks(old: Header, jacks: Sequence[str]) -> Settings:
    """Return the settings of a game of other Jacks, on a seed of its own."""
    first = old.first if old.first is not None and old.first <= len(jacks) else None
    return Settings(
        tuple(jacks),
        a_seed(None),
        old.edition,
        None if first is None else first - 1,
        old.rulings,
        old.round_limit,
        old.act_limit,
    )


def as_command(header: Header) -> tuple[str, ...]:
    """Return the command that starts the game of a header, a word each."""
    first = "me" if header.first == 1 else str(header.first)
    defaults = Header(seats=header.seats, edition=header.edition, seed=header.seed)
    others = [] if header.score_mode else header.seats[1:]
    limit = header.round_limit
    given: list[tuple[str, Iterable[str]]] = [
        ("--jack", [header.jacks[0]]),
        ("--against", [f"{seat.jack}:{seat.by}" if seat.by else seat.jack for seat in others]),
        ("--ai", dict.fromkeys(seat.ai for seat in others if seat.ai)),
        ("--cards", header.card_files),
        ("--ruling", [f"{ruling}={choice}" for ruling, choice in header.rulings.items()]),
        ("--edition", [header.edition] if header.edition != "prototype" else []),
        ("--first", [first] if header.first is not None else []),
        ("--rounds", [str(limit)] if limit != defaults.round_limit else []),
        ("--seed", [str(header.seed)]),
    ]
    words = [word for flag, values in given for value in values for word in (flag, value)]
    flags = ["--open-hands"] if header.open_hands and not header.score_mode else []
    return ("moonflight", "score" if header.score_mode else "play", *words, *flags)


# ------------------------------------------------------------------ from a game there is


def received(line: str) -> tuple[Record, AIDeck]:
    """Return the game in a line of text, and what it is played with here.

    Raises :class:`~moonflight_solo.errors.UsageError` for a damaged line, and
    :class:`MoonflightError` for a game that was played by other words than those here.
    """
    begun = datetime.now().astimezone().isoformat(timespec="seconds")
    came = sent(line, f"moonflight-solo {__version__}", begun)
    deck = deck_here(came.record.header, A_LINE)
    record = came.record
    settings = record.header.settings()
    person = bool(record.header.persons)
    known = header(
        settings,
        deck,
        person=person,
        open_hands=record.header.open_hands,
        score_mode=record.header.score_mode,
        by={at: seat.by for at, seat in enumerate(record.header.seats)},
    )
    if words_of(known) != came.words:
        raise MoonflightError(
            "this game was played by other cards, AI cards or rulings than those of this release, "
            "so it cannot be told here."
        )
    record.header = replace(known, begun=begun, taken_from=str(A_LINE))
    return record, deck


def seat_taken(record: Record, who: str, catalogue: Catalogue) -> int:
    """Return the seat, from 0, in which a person goes on with a game, as ``who`` names it.

    Unsaid it is the first, or where the person sat who played it: of AI cards beside a person no
    answers are kept. Raises :class:`UsageError` for a seat that cannot be taken.
    """
    own = next(iter(record.header.persons), 0)
    found = (seat_number(who, record.header.jacks, catalogue) or 0) if who else own
    if record.header.persons and found != own:
        jack = record.header.jacks[own]
        raise UsageError(f"this game was played as {jack}; only a watched one goes on as anybody.")
    return found


def taken_over(record: Record, given: Sequence[int], own: int) -> Record:
    """Return a game of one's own that goes on from a recorded one, in seat ``own``.

    So many answers of each seat had been ``given`` then.
    """
    old = record.header
    answers = [answer for answer in record.answers if answer.seat == own + 1][: given[own]]
    seats = tuple(
        SeatHeader(seat.jack, "person") if at == own else seat for at, seat in enumerate(old.seats)
    )
    begun = datetime.now().astimezone().isoformat(timespec="seconds")
    new = Record(
        replace(
            old,
            seats=seats,
            begun=begun,
            program=f"moonflight-solo {__version__}",
            taken_from=old.taken_from or f"the game begun {old.begun}",
        )
    )
    for answer in answers:
        new.add(replace(answer, line="", table=None))
    return new


def kept(record: Record) -> tuple[RecordFile, str]:
    """Return a new file with all of a record in it, and why it is not kept if it is not."""
    file, warning = begin_recording(record.header)
    entries: list[Entry] = [*record.answers, *([record.ended] if record.ended else [])]
    for entry in entries:
        try:
            file.write(entry)
        except CannotRecord as error:
            warning = warning or str(error)
    return file, warning


FIRST: Final = "first"
WHICH: Final = "Which Jack do you play?"
_GUIDED: Final = "a guided first game: it speaks of the cards you hold for some ten decisions."


def which_jack(suits: Mapping[str, Suit], screen: Terminal, keyboard: Keyboard) -> str:
    """Return the Jack that the person picks, each told with its style."""
    return ask_jack(WHICH, list(suits), screen, keyboard, styles(suits))


def jack_or_first_game(suits: Mapping[str, Suit], screen: Terminal, keyboard: Keyboard) -> str:
    """Return the Jack that the person picks, or `FIRST` for the guided first game.

    Who has no game yet is told what wins, and is offered the guided game first of all.
    """
    notes = {**styles(suits), FIRST: _GUIDED}
    new = not any_kept()
    if new:
        screen.say_all(first_game().what_wins)
        screen.say()
    known = [*suits, FIRST]
    return ask_jack(WHICH, known, screen, keyboard, notes, FIRST if new else "")


def styles(suits: Mapping[str, Suit]) -> dict[str, str]:
    """Return how each Jack is played, in a line, as far as its file says it."""
    return {jack: suit.style for jack, suit in suits.items() if suit.style}


def guided_start() -> Start:
    """Return the guided first game, about to begin."""
    game = first_game().game
    settings = Settings((game.jack, *game.against), game.seed, game.edition, first=game.first - 1)
    deck = ai_deck(catalogue(game.edition), (), {})
    return Start(header(settings, deck, person=True), deck)
