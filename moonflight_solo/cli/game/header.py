"""A game's record header made from its settings, and the game that a header describes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Final

from moonflight_solo import __version__
from moonflight_solo.ai_cards.player import ExplainingPlayer
from moonflight_solo.cli.game.setup import AIDeck, ai_deck
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.records import (
    CannotRecord,
    Ended,
    Header,
    Record,
    RecordFile,
    SeatHeader,
    digest,
    digests,
)
from moonflight_solo.records.saves import begin
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings

UNRECORDED: Final = "The game goes on, but is not recorded, and cannot be resumed."


def header(
    settings: Settings,
    deck: AIDeck,
    *,
    person: bool,
    card_files: Sequence[Path] = (),
    open_hands: bool = False,
    score_mode: bool = False,
    by: Mapping[int, str] = MappingProxyType({}),
) -> Header:
    """Return what a record of the game begins with; a ``person`` sits in the first seat.

    ``by`` is what plays in a seat in place of its AI card.
    """
    seats = []
    for number, jack in enumerate(settings.jacks):
        if person and number == 0:
            seats.append(SeatHeader(jack, "person"))
        elif by.get(number):
            seats.append(SeatHeader(jack, "ai", by=by[number]))
        else:
            own = deck.file(jack)
            seats.append(SeatHeader(jack, "ai", str(Path(own).absolute()) if own else ""))
    return Header(
        program=f"moonflight-solo {__version__}",
        begun=datetime.now().astimezone().isoformat(timespec="seconds"),
        seats=tuple(seats),
        score_mode=score_mode,
        edition=settings.edition,
        seed=settings.seed,
        first=None if settings.first is None else settings.first + 1,
        rulings=dict(settings.rulings),
        round_limit=settings.round_limit,
        act_limit=settings.act_limit,
        card_files=tuple(str(path.absolute()) for path in card_files),
        open_hands=open_hands,
        words=_words(seats, deck),
    )


def _words(seats: Sequence[SeatHeader], deck: AIDeck) -> dict[str, str]:
    """Return a digest of all words that decide how the game goes, by what a person calls them.

    Beside the cards these are the AI cards' lines with the rulings on them, the edition's Reset
    and the choices of rulings in force.
    """
    lines: dict[str, str] = {}
    followed = {seat.jack for seat in seats if seat.follows_card}
    foreseen = _any_search(seats)
    for jack in dict.fromkeys(seat.jack for seat in seats):
        card = deck.card(jack) if jack in followed else deck.foreseen(jack) if foreseen else None
        if card is None:
            continue
        reads = {ruling.id: ruling.reads for ruling in card.rulings}
        for place, line in enumerate(card.lines):
            side = "post" if line.printed.turned else "pre"
            name = f"{card.title} {side}-Turn {line.printed.section} line {line.number}"
            rulings = [reads.get(ruling, "") for ruling in line.ruled_by]
            lines[name] = f"{lines.get(name, '')} {place} {line.words} {rulings}"
    edition = deck.catalogue.edition
    steps = [(step.step, step.does) for step in edition.reset]
    return {
        **digests(deck.catalogue.cards_for(seat.jack for seat in seats), lines),
        f"{edition.edition} edition": digest(f"{steps} {edition.deal_when_empty}"),
        **{
            f"ruling {ruling.id}": digest(deck.rulings.choice(ruling.id))
            for ruling in deck.rulings.by_id.values()
            if ruling.choices
        },
    }


def opponents(header: Header, deck: AIDeck) -> dict[int, ExplainingPlayer]:
    """Return who plays in each seat without a person: an AI card, or what plays in its place."""
    foreseen = [deck.foreseen(jack) for jack in header.jacks] if _any_search(header.seats) else []
    found: dict[int, ExplainingPlayer] = {}
    for at, seat in enumerate(header.seats):
        if seat.follows_card:
            found[at] = deck.follower(seat.jack)
        elif seat.by:
            # Only a game with such a player waits for what it takes to look ahead.
            from moonflight_solo.playtest.players import player_of

            found[at] = player_of(
                seat.by, at, header.settings(), deck.catalogue, foreseen, deck.rulings
            )
    return found


def _any_search(seats: Sequence[SeatHeader]) -> bool:
    return any(seat.by.startswith("search") for seat in seats)


def begin_recording(header: Header) -> tuple[RecordFile, str]:
    """Return a new record in the folder of saved games, or an unrecorded one and why it is."""
    try:
        return begin(header, datetime.now()), ""
    except CannotRecord as error:
        return RecordFile(Record(header)), f"{error} {UNRECORDED}"


def deck_of(header: Header, path: Path) -> AIDeck:
    """Return the cards and AI cards of the game recorded in ``path``.

    Raises :class:`~moonflight_solo.records.OtherWords` if the words have changed since, and
    :class:`DataError` as :func:`deck_here` does.
    """
    deck = deck_here(header, path)
    Record(header).check_words(_words(header.seats, deck), str(path))
    return deck


def deck_here(header: Header, path: Path) -> AIDeck:
    """Return the cards and AI cards of a recorded game as they are now.

    A card or AI-card file that is not where it was is looked for beside the record in ``path``.
    Raises :class:`DataError` if anything is missing.
    """
    cards = tuple(_found(file, path) for file in header.card_files)
    ai_files = [str(_found(seat.ai, path)) for seat in header.seats if seat.ai]
    try:
        deck = ai_deck(
            catalogue(header.edition, cards), list(dict.fromkeys(ai_files)), header.rulings
        )
        for seat in header.seats:
            if deck.catalogue.jack(seat.jack) != seat.jack:
                raise UsageError(f'no Jack is called "{seat.jack}".')
            if seat.follows_card:
                deck.card(seat.jack)
            elif seat.by:
                from moonflight_solo.playtest.kinds import kind_of

                kind_of(seat.by)
        if header.first is not None and header.first > len(header.seats):
            raise UsageError(f"there is no seat {header.first} to go first.")
        if header.score_mode and len(header.seats) > 1:
            raise UsageError("more than one Jack is seated in Score Mode.")
    except UsageError as error:
        raise DataError(
            f"{path}:1",
            f"this game cannot be set up: {str(error).rstrip('.')}",
            "Play it with the program and the files that it was made with",
        ) from None
    return deck


def _found(file: str, record: Path) -> Path:
    for path in (Path(file), record.parent / Path(file).name):
        if path.is_file():
            return path
    raise DataError(
        f"{record}:1",
        f"this game was played with {file}, which is not there",
        "Put it there again, or beside the record",
    )


def ended(outcome: Outcome) -> Ended:
    """Return how a game ended as it is put on record."""
    winner = None if outcome.winner is None else outcome.winner + 1
    return Ended(outcome.ended_by, outcome.rounds, list(outcome.scores), winner)
