"""Seats and settings as typed."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.cli.loading import Collection, GivenGame
from moonflight_solo.errors import UsageError
from moonflight_solo.numbers import whole_number
from moonflight_solo.playtest.player_kinds import AI, split_seat
from moonflight_solo.recorded_games.decks import AIDeck, ai_deck, seed_or_random
from moonflight_solo.records import Record
from moonflight_solo.rules.catalogue import Catalogue, plain
from moonflight_solo.rules.game import ROUND_LIMIT, Settings
from moonflight_solo.values import Value


class SeatsAsTyped(Value):
    """The seats as typed: each seat's Jack and its player, `AI` for its AI card."""

    loaded: Collection
    deck: AIDeck
    jacks: tuple[str, ...]
    players: tuple[str, ...]

    @property
    def by(self) -> dict[int, str]:
        """The players other than AI cards, by seat number."""
        return {index: player for index, player in enumerate(self.players) if player != AI}

    @property
    def by_card(self) -> list[str]:
        """The Jacks played by their AI cards."""
        return [jack for jack, player in zip(self.jacks, self.players, strict=True) if player == AI]


def seats_as_typed(seats: Sequence[str], given: GivenGame) -> SeatsAsTyped:
    """Parse seats such as "clay" or "clay:greedy" and load their cards.

    Applies the changes in ``given``. Raises :class:`UsageError` for an unknown Jack or player, and
    for an AI card that no seat uses.
    """
    split = [split_seat(words) for words in seats]
    loaded = given.load([jack for jack, _ in split])
    jacks = tuple(loaded.jack(jack) for jack, _ in split)
    cards = loaded.with_changes(jacks, given.changes)
    deck = ai_deck(cards, given.ai_files, given.ruling_choices, loaded.ai_cards)
    result = SeatsAsTyped(loaded, deck, jacks, tuple(player for _, player in split))
    deck.refuse_unused(result.by_card)
    return result


def seat_number(first: str | None, jacks: Sequence[str], catalogue: Catalogue) -> int | None:
    """Return the seat, from 0, that ``--first`` names; ``None`` to draw lots.

    Accepts a seat number from 1, "me" (the first seat), "ai" (the second), "random" or a Jack's
    name. Raises :class:`UsageError` for anything else.
    """
    if first is None or plain(first) == "random":
        return None
    word = plain(first)
    number = whole_number(word)
    if number is not None:
        if not 1 <= number <= len(jacks):
            raise UsageError(f"there is no seat {first}; they go from 1 to {len(jacks)}.")
        return number - 1
    if word == "me":
        return 0
    if word == "ai":
        if len(jacks) < 2:
            raise UsageError("there is no AI player to go first.")
        return 1
    jack = catalogue.jack(first)
    if jack not in jacks:
        raise UsageError(f"{jack} is not in this game, so it cannot go first.")
    return list(jacks).index(jack)


def settings_given(
    given: GivenGame, jacks: Sequence[str], catalogue: Catalogue, *, score_mode: bool = False
) -> Settings:
    """Return the settings of a game of these Jacks; raises as :func:`seat_number` does."""
    return Settings(
        tuple(jacks),
        seed_or_random(given.seed),
        given.edition,
        seat_number(given.first, jacks, catalogue),
        given.ruling_choices,
        given.rounds or ROUND_LIMIT,
        score_mode=score_mode,
    )


def seat_taken(record: Record, who: str, catalogue: Catalogue) -> int:
    """Return the seat, from 0, in which a person continues a recorded game.

    ``who`` names it; "" means the seat of the person who played it, or the first. Raises
    :class:`UsageError` for any other seat in a game that a person played, as records keep no
    answers of AI cards beside a person.
    """
    own = next(iter(record.header.persons), 0)
    seat = (seat_number(who, record.header.jacks, catalogue) or 0) if who else own
    if record.header.persons and seat != own:
        jack = record.header.jacks[own]
        raise UsageError(
            f"you played {jack} in this game; only a watched game can be continued as any Jack."
        )
    return seat
