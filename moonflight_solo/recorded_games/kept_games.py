"""Games of the library as records: saved, loaded, and as one line of text."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from pathlib import Path

from moonflight_solo.ai_cards.card import AICard, load_ai_card
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest.own_players import GIVEN_PLAYERS
from moonflight_solo.recorded_games.decks import AIDeck
from moonflight_solo.recorded_games.start import PERSON, GameStart, Origin, end_entry, open_record
from moonflight_solo.records import Answer, Record, RecordFile, ReplayMismatch, replayed
from moonflight_solo.records.file import line_of
from moonflight_solo.rules.decisions import Game
from moonflight_solo.rules.game_position import Listener
from moonflight_solo.scoremode import table_for


def game_of(origin: Origin, listener: Listener | None = None) -> Game:
    """Return a new game at its first decision."""
    table = table_for(origin.settings, origin.cards, ())
    game = Game(table, origin.settings, origin.makers(), listener)
    game.origin = origin
    return game


def save(game: Game, path: str | Path) -> None:
    """Save a game as a new record, which `moonflight resume`, `replay` and `coach` read.

    An answer that is only begun is left out: the record is of the answers that were given.
    Raises :class:`MoonflightError` if the file exists or cannot be written, and
    :class:`UsageError` for a game with a player, an AI card or a set-up that is in no file.
    """
    record = _record_of(game)
    try:
        file = RecordFile.begin(Path(path), record.header)
    except FileExistsError:
        raise MoonflightError(f"{path} already exists; save it under another name.") from None
    with file:
        for answer in record.answers:
            file.write(answer)
        if record.ended is not None:
            file.write(record.ended)


def share(game: Game) -> str:
    """Return a game as one line of text, which :func:`load` and `moonflight replay` read.

    Raises :class:`UsageError` as :func:`save`, and for cards, AI cards and players of your own.
    """
    return line_of(_record_of(game))


def load(source: str | Path) -> Game:
    """Load a game from a record or from a line of text, at its last decision.

    ``source`` may also be the name of a saved game. Raises :class:`MoonflightError` for a record
    that cannot be read, or that does not fit the cards and AI cards as they are now.
    """
    record, deck, _ = open_record(str(source))
    game = game_of(GameStart(record.header, deck).origin())
    due = deque(record.answers if record.header.persons else ())
    while due:
        answer, decision = due[0], game.decision
        try:
            if decision is None:
                raise ReplayMismatch("", answer)
            game.push(replayed(due, decision))
        except ReplayMismatch:
            raise ReplayMismatch(
                f'{source}: its answer "{answer.answer}" in round {answer.round} does not fit the '
                "game.",
                answer,
            ) from None
    return game


def _record_of(game: Game) -> Record:
    """Return the record of a game; raise :class:`UsageError` for a player without a file."""
    origin = game.origin
    if not isinstance(origin, Origin):
        raise UsageError(
            "this game cannot be saved: only one from new_game or load, or a copy of one, can be."
        )
    cards: dict[str, AICard] = {}
    players: dict[int, str] = {}
    for number, (jack, player) in enumerate(zip(game.settings.jacks, origin.players, strict=True)):
        if isinstance(player, str):
            players[number] = player or PERSON
            if player in GIVEN_PLAYERS:
                raise UsageError(
                    f"{player} has no file, which a record needs: write its file and name into "
                    f'the seat, such as "{jack}:bot.py:Bot".'
                )
            continue
        with suppress(UsageError):
            if player is load_ai_card(jack, origin.cards):
                continue
        if not Path(player.file).is_file():
            raise UsageError(
                f"the AI card of {jack} has no file, which a record needs: write it to one and "
                "load it with load_ai_card."
            )
        cards[jack] = player
    deck = AIDeck(origin.cards, cards, origin.rulings)
    record = Record(GameStart.new(game.settings, deck, players).header)
    for answer in game.answers:
        record.add(Answer(answer.seat + 1, answer.round, answer.words, answer.ask))
    if game.outcome is not None:
        record.add(end_entry(game.outcome))
    return record
