"""Playtest plans: everything that decides the games, as self-contained data."""

from __future__ import annotations

import shlex
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec

from moonflight_solo import __version__
from moonflight_solo.datafiles import KINDS, data_files
from moonflight_solo.documents import Document, parse_document, read_document
from moonflight_solo.playtest.own_players import GIVEN_PLAYERS
from moonflight_solo.playtest.player_kinds import AI
from moonflight_solo.records.record import FromOne, Natural, WholeNumber
from moonflight_solo.rules.game import ACT_LIMIT, ROUND_LIMIT, Settings

PLAYTEST_KIND: Final = "moonflight playtest"
DETAIL_EVERY: Final = 1
DIGEST_LENGTH: Final = 16


@cache
def words_digest() -> str:
    """Return a digest of the program's version and all printed data it ships with."""
    digest = sha256(__version__.encode())
    for kind in KINDS:
        if kind != "guide":  # guides explain but decide nothing
            for path in data_files(kind):
                digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:DIGEST_LENGTH]


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat's Jack and player, such as "ai", "greedy" or "search=50".

    ``typed`` is how the Jack was given: its name, or the folder of a user-made Jack. ``card`` is 0
    for the AI card given for the Jack, or else printed; -1 for the printed one, and from 1 the
    number of one among those given.
    """

    jack: str
    player: str = AI
    typed: str = ""
    card: int = 0


class TextFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file with its content, so that no worker has to find it; ``name`` is for messages.

    ``option`` says whether a command to replay the games has to name it.
    """

    name: str
    text: str
    option: bool = True

    @classmethod
    def read(cls, path: Path, *, option: bool = True) -> TextFile:
        """Read the file at ``path``; raises :class:`DataError` if it is not a YAML document."""
        return cls(str(path), read_document(path).text, option)

    def document(self) -> Document:
        """Parse its YAML document."""
        return parse_document(self.text, self.name)


class ReadingChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another reading of a line of a seat's AI card.

    ``line`` is the index of the line, and ``other`` that of the meaning among those rejected.
    """

    seat: int
    line: int
    other: int


class OmittedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a seat's AI card to leave out, or one ``item`` of its list ``of``.

    All numbers count from 0.
    """

    seat: int
    line: int
    of: Literal["", "option", "target"] = ""
    item: int = 0


class BoxChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another choice of a ruling, as if the box of a seat's AI card printed it. Seats from 0."""

    seat: int
    ruling: str
    choice: str


What = Literal[
    "reading",
    "ruling",
    "edition",
    "ai card",
    "player",
    "cards",
    "line",
    "item",
    "supply",
    "build",
    "table",
    "pairing",
]
"""What a treatment changes.

"cards" changes values of cards, "supply" leaves one out, "build" stops a seat's Builds that the
Turn undoes, "table" is a cell of a table of players, and "pairing" one of a round robin.
"""


class Treatment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another way to play the same seeds: fields that are not ``None`` replace the plan's.

    It is compared with the earlier treatment labelled ``than``, or with the plan if that is "".
    """

    label: str
    what: What
    than: str = ""
    edition: str | None = None
    rulings: dict[str, str] | None = None
    ai_files: tuple[TextFile, ...] | None = None
    card_files: tuple[TextFile, ...] | None = None
    changes: tuple[str, ...] | None = None
    revised: tuple[TextFile, ...] | None = None
    readings: tuple[ReadingChoice, ...] | None = None
    boxes: tuple[BoxChoice, ...] | None = None
    omitted: tuple[OmittedLine, ...] | None = None
    left_out: tuple[str, ...] | None = None
    sparing: tuple[int, ...] | None = None
    seats: tuple[SeatPlan, ...] | None = None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything that decides the games of a playtest, except their number.

    Game i, from 0, has seed ``seed`` + i. ``first`` is a seat from 1, ``None`` to draw the First
    Player at random. Games whose seed ``detail_every`` divides are looked at in detail, none
    if it is 0. ``revised`` are suits that replace printed ones, ``changes`` are card changes as
    typed, ``omitted`` are lines left out of AI cards, and ``left_out`` cards left out of Supply
    Stacks. ``sparing`` seats, from 0, do not Build before the Turn on cards it leaves without
    Stability. ``others`` are treatments played
    on the same seeds, each pair replayed ``again`` times from where its games diverge. ``words`` is
    a digest of the printed data and the program, which decide the games too.
    """

    seats: Annotated[tuple[SeatPlan, ...], msgspec.Meta(min_length=1)]
    seed: WholeNumber = 0
    edition: str = "prototype"
    first: FromOne | None = None
    rulings: dict[str, str] = {}
    round_limit: FromOne = ROUND_LIMIT
    act_limit: FromOne = ACT_LIMIT
    score_mode: bool = False
    ai_files: tuple[TextFile, ...] = ()
    card_files: tuple[TextFile, ...] = ()
    detail_every: Natural = DETAIL_EVERY
    readings: tuple[ReadingChoice, ...] = ()
    boxes: tuple[BoxChoice, ...] = ()
    changes: tuple[str, ...] = ()
    revised: tuple[TextFile, ...] = ()
    omitted: tuple[OmittedLine, ...] = ()
    left_out: tuple[str, ...] = ()
    sparing: tuple[int, ...] = ()
    again: Natural = 0
    others: tuple[Treatment, ...] = ()
    words: str = msgspec.field(default_factory=words_digest)

    @property
    def titles(self) -> list[str]:
        """The seats' titles: the Jack, numbered if seated more than once."""
        jacks = [seat.jack for seat in self.seats]
        return [
            jack if jacks.count(jack) == 1 else f"{jack} ({jacks[: number + 1].count(jack)})"
            for number, jack in enumerate(jacks)
        ]

    @property
    def slow(self) -> bool:
        """Whether single games are slow, because a searching player plays many for each act."""
        return any(seat.player.startswith("search") for seat in self.seats)

    @property
    def slowest(self) -> bool:
        """Whether single games of the plan or of a treatment are slow."""
        return any(way.slow for way in self.ways)

    @property
    def ways(self) -> list[Plan]:
        """All ways in which the seeds are played: this plan, then as changed by each treatment."""
        return [self, *map(self.with_treatment, self.others)]

    def there(self, label: str) -> Plan:
        """Return the plan as treated by the treatment with this label; this plan for ""."""
        return next(
            (self.with_treatment(each) for each in self.others if each.label == label), self
        )

    def settings(self, seed: int) -> Settings:
        """Return the settings for the game with ``seed``."""
        return Settings.of(self, jacks=tuple(seat.jack for seat in self.seats), seed=seed)

    def with_treatment(self, other: Treatment) -> Plan:
        """Return the plan as changed by one of its treatments, without other treatments."""
        changed = {
            name: value
            for name, value in msgspec.structs.asdict(other).items()
            if name not in ("label", "what", "than") and value is not None
        }
        return msgspec.structs.replace(self, **changed, others=())

    def digest(self) -> str:
        """Return a digest that is equal for plans that play the same games.

        It ignores the names of files and labels, and how they were given.
        """
        nameless = msgspec.convert(_nameless(msgspec.to_builtins(self)), Plan)
        data = msgspec.json.encode(nameless, order="deterministic")
        return sha256(data).hexdigest()[:DIGEST_LENGTH]


_NAMES: Final = {"typed": "", "label": "", "than": "", "name": "", "option": True}
"""Neutral values for names and for how things were given."""


def _nameless(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _NAMES.get(key, _nameless(value)) for key, value in data.items()}
    return tuple(map(_nameless, data)) if isinstance(data, tuple) else data


def watch_command(plan: Plan, seed: int, at: str | None = None) -> str | None:
    """Return the command that shows the game of ``seed`` from act ``at``, ``None`` for none.

    No command can show games with changed readings or with lines, cards or Builds left out, with
    two AI cards of one Jack, or with a player that is in no file.
    """
    two_cards = any(seat.card for seat in plan.seats)
    changed = plan.readings or plan.omitted or plan.left_out or plan.sparing
    if changed or two_cards or _in_no_file(plan):
        return None
    words = ["moonflight", "watch", *_seats(plan), "--seed", str(seed), *_options(plan), "--why"]
    return shlex.join(words + (["--from", at] if at else []))


def playtest_command(plan: Plan, games: int) -> str:
    """Return the command that plays ``games`` games of a plan, without its treatments.

    "" if a player is in no file.
    """
    if _in_no_file(plan):
        return ""
    words = ["moonflight", "playtest", *_seats(plan)]
    words += ["--games", str(games), "--seed", str(plan.seed), *_options(plan)]
    if plan.detail_every != DETAIL_EVERY:
        words += ["--detail", str(plan.detail_every)]
    return shlex.join(words)


def _in_no_file(plan: Plan) -> bool:
    return any(seat.player in GIVEN_PLAYERS for seat in plan.seats)


def _seats(plan: Plan) -> list[str]:
    """Return the seat arguments: the Jack, and its player unless that is the AI card."""
    return [
        (seat.typed or seat.jack) + ("" if seat.player == AI else f":{seat.player}")
        for seat in plan.seats
    ]


def _options(plan: Plan) -> list[str]:
    """Return the options that repeat the set-up of a plan, without those at their default."""
    words: list[str] = []
    if plan.edition != "prototype":
        words += ["--edition", plan.edition]
    for option, files in (("--ai", plan.ai_files), ("--cards", plan.card_files)):
        words += [word for file in files if file.option for word in (option, file.name)]
    changes = (*(file.name for file in plan.revised), *plan.changes)
    words += [word for change in changes for word in ("--change", change)]
    for ruling, choice in sorted(plan.rulings.items()):
        words += ["--ruling", f"{ruling}={choice}"]
    if plan.first is not None:
        words += ["--first", str(plan.first)]
    if plan.round_limit != ROUND_LIMIT:
        words += ["--rounds", str(plan.round_limit)]
    if plan.score_mode:
        words.append("--score")
    return words
