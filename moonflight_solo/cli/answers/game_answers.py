"""The answers of commands about saved games."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from moonflight_solo.cli.answers import JSONAnswer


class SaveAnswer(JSONAnswer):
    """A saved game: `moonflight saves`. For an unreadable one, the problem is given."""

    name: str
    file: str
    played: str
    problem: str | UnsetType = UNSET
    begun: str | UnsetType = UNSET
    jacks: list[str] | UnsetType = UNSET
    score_mode: bool | UnsetType = UNSET
    edition: str | UnsetType = UNSET
    seed: int | UnsetType = UNSET
    round: int | UnsetType = UNSET
    answers: int | UnsetType = UNSET
    notes: int | UnsetType = UNSET
    finished: bool | UnsetType = UNSET
    ended: str | UnsetType | None = UNSET
    scores: list[int] | UnsetType | None = UNSET
    winner: int | UnsetType | None = UNSET


class NoteAnswer(JSONAnswer):
    """A note, its moment, and whether that has not been undone: `moonflight notes`."""

    note: str
    answers: int
    round: int
    act: int
    turned: bool
    ai: str
    line: str
    words: str
    did: str
    stands: bool


class ChallengeAnswer(JSONAnswer):
    """A challenge, and the game that completed it: `moonflight challenges`."""

    id: str
    name: str
    text: str
    met_by: str | None
