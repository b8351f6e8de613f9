"""Starting a game from settings, another game, a record, or a line of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from datetime import datetime
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from moonflight_solo import __version__
from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.player import AICardPlayer, ExplainingPlayer
from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.playtest.own_players import absolute
from moonflight_solo.recorded_games.decks import AIDeck, ai_deck, seed_or_random
from moonflight_solo.records import (
    CannotRecord,
    Ended,
    Header,
    OtherWords,
    Record,
    RecordFile,
    SeatHeader,
    digest,
    digests,
    read_record,
)
from moonflight_solo.records.file import is_line, record_in_line
from moonflight_solo.records.record import words_of
from moonflight_solo.records.saved_games import UNRECORDED, begin_recording, find, folder, save_name
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import ROUND_LIMIT, Settings
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Player, Table
from moonflight_solo.scoremode import table_for
from moonflight_solo.values import IdentityValue, Value

PROGRAM: Final = f"moonflight-solo {__version__}"
PERSON: Final = "person"
A_LINE: Final = Path("a line of text")
"""Stands in for the record's path of a game in a line of text."""


class Origin(IdentityValue):
    """What a game was made from: each seat's AI card or player, "" for one that is asked.

    Searching players take the seats to play by the AI cards ``foreseen``.
    """

    settings: Settings
    players: Sequence[AICard | str]
    cards: Catalogue
    rulings: Rulings
    foreseen: Sequence[AICard | None]

    def makers(self) -> list[Callable[[], ExplainingPlayer] | None]:
        """Return what makes each seat's player, ``None`` for one that is asked."""
        makers: list[Callable[[], ExplainingPlayer] | None] = []
        for number, player in enumerate(self.players):
            if isinstance(player, AICard):
                makers.append(partial(AICardPlayer, player, self.cards, self.rulings))
            elif player:
                from moonflight_solo.playtest.players import player_of  # slow to import

                given = self.settings, self.cards, self.foreseen, self.rulings
                makers.append(partial(player_of, player, number, *given))
            else:
                makers.append(None)
        return makers


class GameStart(Value):
    """A game to be played or replayed: its header and the AI cards in it."""

    header: Header
    deck: AIDeck

    @classmethod
    def new(
        cls,
        settings: Settings,
        deck: AIDeck,
        by: Mapping[int, str] = MappingProxyType({}),
        *,
        open_hands: bool = False,
    ) -> GameStart:
        """Return a new game; ``by`` gives the seats not played by their AI cards.

        Its values are `PERSON` or a program's name, such as "greedy".
        """
        seats = [_seat(jack, by.get(at, ""), deck) for at, jack in enumerate(settings.jacks)]
        own_files = deck.catalogue.files_for(settings.jacks)
        header = Header(
            program=PROGRAM,
            begun=_now(),
            seats=tuple(seats),
            score_mode=settings.score_mode,
            edition=settings.edition,
            seed=settings.seed,
            first=None if settings.first is None else settings.first + 1,
            rulings=dict(settings.rulings),
            round_limit=settings.round_limit,
            act_limit=settings.act_limit,
            card_files=tuple(str(path.absolute()) for path in own_files),
            open_hands=open_hands,
            words=_words(seats, deck),
        )
        return cls(header, deck)

    def again(self, seed: int | None = None) -> GameStart:
        """Return another game with the same set-up, on ``seed`` or a random one."""
        return GameStart(replace(self.header, seed=seed_or_random(seed), begun=_now()), self.deck)

    def of(self, jacks: Sequence[str]) -> GameStart:
        """Return a game of other Jacks, the person's first, otherwise set up like this one."""
        old, settings = self.header, self.header.settings()
        first = settings.first if (settings.first or 0) < len(jacks) else None
        settings = replace(settings, jacks=tuple(jacks), seed=seed_or_random(None), first=first)
        return GameStart.new(
            settings,
            self.deck,
            {index: seat.by for index, seat in enumerate(old.seats)} | {0: PERSON},
            open_hands=old.open_hands,
        )

    def opponents(self) -> dict[int, ExplainingPlayer]:
        """Return the AI card or program that plays each seat without a person."""
        makers = enumerate(self.origin().makers())
        return {number: make() for number, make in makers if make is not None}

    def origin(self) -> Origin:
        """Return what the game is made from; without persons it is played as in a playtest."""
        deck, seats = self.deck, self.header.seats
        known = self.header.persons if _any_search(seats) else ()
        players = [deck.card(each.jack) if each.follows_card else each.by for each in seats]
        cards = [deck.foreseen(e.jack) if known or e.follows_card else None for e in seats]
        return Origin(self.header.settings(), players, deck.catalogue, deck.rulings, cards)

    def table(self, player: Callable[[int], Player]) -> Table:
        """Set up the table, with ``player(seat)`` in each seat."""
        players = [player(at) for at in range(len(self.header.seats))]
        return table_for(self.header.settings(), self.deck.catalogue, players)

    def as_command(self) -> tuple[str, ...]:
        """Return the command line that starts this game."""
        start = self.header
        first = "me" if start.first == 1 else str(start.first)
        others = [] if start.score_mode else start.seats[1:]
        limit = start.round_limit
        options: list[tuple[str, Iterable[str]]] = [
            ("--jack", [start.jacks[0]]),
            ("--against", [f"{seat.jack}:{seat.by}" if seat.by else seat.jack for seat in others]),
            ("--ai", dict.fromkeys(seat.ai for seat in others if seat.ai and seat.follows_card)),
            ("--cards", start.card_files),
            ("--ruling", [f"{ruling}={choice}" for ruling, choice in start.rulings.items()]),
            ("--edition", [start.edition] if start.edition != "prototype" else []),
            ("--first", [first] if start.first is not None else []),
            ("--rounds", [str(limit)] if limit != ROUND_LIMIT else []),
            ("--seed", [str(start.seed)]),
        ]
        words = [word for flag, values in options for value in values for word in (flag, value)]
        flags = ["--open-hands"] if start.open_hands and not start.score_mode else []
        return ("moonflight", "score" if start.score_mode else "play", *words, *flags)


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _seat(jack: str, by: str, deck: AIDeck) -> SeatHeader:
    """Return a seat played by its AI card, by `PERSON` or by a program.

    For these two it has the AI card that comes with a user-made Jack: it advises the person, and a
    searching player foresees acts by it.
    """
    own = deck.own.get(jack, "") if by else deck.file(jack)
    file = str(Path(own).absolute()) if own else ""
    return (
        SeatHeader(jack, PERSON, file)
        if by == PERSON
        else SeatHeader(jack, "ai", file, absolute(by))
    )


def _any_search(seats: Sequence[SeatHeader]) -> bool:
    """Return whether a searching player is seated, which foresees opponents by AI cards."""
    return any(seat.by.startswith("search") for seat in seats)


def _words(seats: Sequence[SeatHeader], deck: AIDeck) -> dict[str, str]:
    """Return digests, by a readable name, of all words that decide how the game goes.

    Besides the cards: the AI cards' lines with the rulings on them, the edition's Reset and the
    rulings in force.
    """
    lines: dict[str, str] = {}
    followed = {seat.jack for seat in seats if seat.follows_card}
    foreseen = _any_search(seats)
    for jack in dict.fromkeys(seat.jack for seat in seats):
        card = deck.foreseen(jack) if foreseen else None
        if jack in followed:
            card = deck.card(jack)
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


def deck_of(header: Header, path: Path) -> AIDeck:
    """Return the cards and AI cards of the game recorded in ``path``.

    Raises :class:`~moonflight_solo.records.OtherWords` if their words have changed since, and
    :class:`DataError` as :func:`deck_here` does.
    """
    deck, record = deck_here(header, path), Record(header)
    try:
        record.check_words(_words(header.seats, deck), str(path))
    except OtherWords:
        if not header.taken_from:
            raise
        # Earlier releases recorded the person's seat without its AI card's words, as if watched.
        watched = [replace(seat, player="ai") for seat in header.seats]
        record.check_words(_words(watched, deck), str(path))
    return deck


def deck_here(header: Header, path: Path) -> AIDeck:
    """Return the cards and AI cards of a recorded game as they are now.

    Missing card and AI-card files are looked for beside the record in ``path``. Raises
    :class:`DataError` if any cannot be found, or the game cannot be set up.
    """
    cards = tuple(_existing_file(file, path) for file in header.card_files)
    ai_files, own = list[str](), dict[str, Path]()
    for seat in header.seats:
        if seat.ai and seat.follows_card:
            ai_files.append(str(_existing_file(seat.ai, path)))
        elif seat.ai:
            # If it only advises, the game can be played on without it.
            with nullcontext() if _any_search(header.seats) else suppress(DataError):
                own[seat.jack] = _existing_file(seat.ai, path)
    try:
        cards_now = catalogue(header.edition, cards)
        deck = ai_deck(cards_now, list(dict.fromkeys(ai_files)), header.rulings, own)
        for seat in header.seats:
            if cards_now.jack(seat.jack) != seat.jack:
                raise UsageError(f'no Jack is called "{seat.jack}".')
            if seat.follows_card:
                deck.card(seat.jack)
            elif seat.by:
                from moonflight_solo.playtest.own_players import named_in_file
                from moonflight_solo.playtest.player_kinds import kind_of

                if named_in_file(seat.by) and save_name(path) == str(path):
                    raise DataError(
                        f"{path}:1",
                        f"only one of your own saved games may run {seat.by}",
                        f"Put the record into {folder()} if you trust that program",
                    )
                kind_of(seat.by)
        if header.first is not None and header.first > len(header.seats):
            raise UsageError(f"there is no seat {header.first} to go first.")
        if header.score_mode and len(header.seats) > 1:
            raise UsageError("more than one Jack is seated in Score Mode.")
    except UsageError as error:
        raise DataError(
            f"{path}:1",
            f"this game cannot be set up: {str(error).rstrip('.')}",
            "Play it with the release and the files it was made with",
        ) from None
    return deck


def _existing_file(file: str, record: Path) -> Path:
    """Return the file, or one of that name beside the record; raise if neither is there."""
    for path in (Path(file), record.parent / Path(file).name):
        if path.is_file():
            return path
    raise DataError(
        f"{record}:1",
        f"this game was played with {file}, which is missing",
        "Put it back, or next to the record",
    )


def open_record(source: str | None) -> tuple[Record, AIDeck, Path]:
    """Return a recorded game, its deck, and its file.

    ``source`` is a saved game's name, a file or a game in a line of text; ``None`` means the last
    game played. Raises what `find`, `deck_of` and `decode_game` raise.
    """
    if source is not None and is_line(source):
        return *decode_game(source), A_LINE
    path = find(source)
    record = read_record(path)
    return record, deck_of(record.header, path), path


def decode_game(line: str) -> tuple[Record, AIDeck]:
    """Decode a game from a line of text, and load its deck.

    Raises :class:`~moonflight_solo.errors.UsageError` for a damaged line, and
    :class:`MoonflightError` for a game played with other cards, AI cards or rulings than those
    here.
    """
    record, words = record_in_line(line, PROGRAM, _now())
    deck = deck_here(record.header, A_LINE)
    record.header = replace(
        record.header, words=_words(record.header.seats, deck), taken_from=str(A_LINE)
    )
    if words_of(record.header) != words:
        raise MoonflightError(
            "this game was played with other cards, AI cards or rulings than this release has, so "
            "it cannot be shown here."
        )
    return record, deck


def taken_over(
    record: Record, deck: AIDeck, answers_given: Sequence[int], own: int
) -> tuple[RecordFile, str]:
    """Begin a new game that continues a recorded one in seat ``own``.

    ``answers_given`` is how many answers each seat had given by then; those of seat ``own`` are
    kept. Also returns a warning if the new game could not be saved.
    """
    old = record.header
    seats = [*old.seats]
    seats[own] = _seat(old.jacks[own], PERSON, deck)
    whence, words = old.taken_from or f"the game begun {old.begun}", _words(seats, deck)
    file, warning = begin_recording(
        replace(
            old, seats=tuple(seats), begun=_now(), program=PROGRAM, words=words, taken_from=whence
        )
    )
    answers = [answer for answer in record.answers if answer.seat == own + 1][: answers_given[own]]
    for answer in answers:
        try:
            file.write(replace(answer, line="", table=None))
        except CannotRecord as error:
            warning = warning or f"{error} {UNRECORDED}"
    file.record.taken = len(answers)
    return file, "" if file.recording else warning


def end_entry(outcome: Outcome) -> Ended:
    """Convert an outcome to a record entry."""
    winner = None if outcome.winner is None else outcome.winner + 1
    return Ended(outcome.ended_by, outcome.rounds, list(outcome.scores), winner)
