"""What is played in a playtest: all that decides its games, as data that any machine can read."""

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
from moonflight_solo.playtest.kinds import AI
from moonflight_solo.records.record import FromOne, Natural, WholeNumber
from moonflight_solo.rules.game import ACT_LIMIT, ROUND_LIMIT, Settings

PLAYTEST_KIND: Final = "moonflight playtest"
DETAIL_EVERY: Final = 1
DIGEST_LENGTH: Final = 16


@cache
def words_digest() -> str:
    """Return a digest of the program's version and of every printed word it comes with."""
    digest = sha256(__version__.encode())
    for kind in KINDS:
        if kind != "guide":  # it explains and decides nothing
            for path in data_files(kind):
                digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:DIGEST_LENGTH]


class SeatPlan(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits in a seat: a Jack, and what plays it, such as "ai", "greedy" or "search=50".

    ``typed`` is what a person types for the Jack: its name, or the folder of a Jack of one's own.
    """

    jack: str
    player: str = AI
    typed: str = ""


class TextFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file by its text, so that no worker has to find it. ``name`` is what errors call it.

    ``option`` says whether a command that plays the same again has to name it.
    """

    name: str
    text: str
    option: bool = True

    @classmethod
    def read(cls, path: Path, *, option: bool = True) -> TextFile:
        """Return the file at ``path``; raises :class:`DataError` if it is no YAML document."""
        return cls(str(path), read_document(path).text, option)

    def document(self) -> Document:
        """Return the YAML document in it."""
        return parse_document(self.text, self.name)


class ReadingChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another reading of a line of the AI card in one seat: which line of its lines, and which
    of the meanings that were decided against. All count from 0.
    """

    seat: int
    line: int
    other: int


class OmittedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A line left out of the AI card in one seat, or only one ``item`` of its list.

    ``line`` is its place among the card's lines, and ``item`` the item's in the list ``of`` the
    line, all from 0.
    """

    seat: int
    line: int
    of: Literal["", "option", "target"] = ""
    item: int = 0


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
]
"""What is other about a treatment: "cards" have other values, of "supply" one is left out, a seat
makes no "build" that the Turn undoes, and of a "table" of players it is one cell."""


class Treatment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Another way to play the same seeds: what is not ``None`` replaces what the plan says.

    It is compared with the treatment before it that ``than`` is the label of, "" for the plan.
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
    omitted: tuple[OmittedLine, ...] | None = None
    left_out: tuple[str, ...] | None = None
    sparing: tuple[int, ...] | None = None
    seats: tuple[SeatPlan, ...] | None = None


class Plan(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """All that decides the games of a playtest, except how many there are.

    Game number i, from 0, is played with seed ``seed`` + i. ``first`` is a seat from 1, ``None``
    for a First Player drawn by lot. Games whose seed ``detail_every`` divides are looked at in
    detail, none if it is 0. ``revised`` are suits in place of printed ones, ``changes`` values of
    cards as typed, ``omitted`` lines that the AI cards do without, and ``left_out`` cards that the
    Supply Stacks do without. ``sparing`` seats, from 0, do not Build before the Turn on what it
    leaves without Stability. With ``each_game`` every game is kept by itself as well. ``others``
    are played with the same seeds, to be compared, and so many times ``again`` from where the two
    games of a seed part. ``words`` is a digest of the printed data and
    of the program, for both decide the games as well.
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
    changes: tuple[str, ...] = ()
    revised: tuple[TextFile, ...] = ()
    omitted: tuple[OmittedLine, ...] = ()
    left_out: tuple[str, ...] = ()
    sparing: tuple[int, ...] = ()
    each_game: bool = False
    again: Natural = 0
    others: tuple[Treatment, ...] = ()
    words: str = msgspec.field(default_factory=words_digest)

    @property
    def titles(self) -> list[str]:
        """What each seat is called: its Jack, numbered if the Jack sits more than once."""
        jacks = [seat.jack for seat in self.seats]
        return [
            jack if jacks.count(jack) == 1 else f"{jack} ({jacks[: number + 1].count(jack)})"
            for number, jack in enumerate(jacks)
        ]

    @property
    def slow(self) -> bool:
        """Whether a single game takes long: a searching player plays many for each of its acts."""
        return any(seat.player.startswith("search") for seat in self.seats)

    @property
    def slowest(self) -> bool:
        """Whether a single game takes long, of the plan or of what is played beside it."""
        return any(each.slow for each in (self, *map(self.treated, self.others)))

    def there(self, label: str) -> Plan:
        """Return the plan that plays as the treatment of this label, this plan for ""."""
        return next((self.treated(each) for each in self.others if each.label == label), self)

    def settings(self, seed: int) -> Settings:
        """Return the settings of the game played with ``seed``."""
        return Settings(
            jacks=tuple(seat.jack for seat in self.seats),
            seed=seed,
            edition=self.edition,
            first=None if self.first is None else self.first - 1,
            rulings=self.rulings,
            round_limit=self.round_limit,
            act_limit=self.act_limit,
        )

    def treated(self, other: Treatment) -> Plan:
        """Return the plan that plays as ``other``, one of this plan's, and nothing beside it."""
        changed = {
            name: value
            for name, value in msgspec.structs.asdict(other).items()
            if name not in ("label", "what", "than") and value is not None
        }
        return msgspec.structs.replace(self, **changed, others=())

    def digest(self) -> str:
        """Return what tells this plan from every other that plays differently.

        What files are called does not count, only what is in them.
        """
        nameless = msgspec.convert(_nameless(msgspec.to_builtins(self)), Plan)
        data = msgspec.json.encode(nameless, order="deterministic")
        return sha256(data).hexdigest()[:DIGEST_LENGTH]


_NAMES: Final = {"typed": "", "label": "", "than": "", "name": "", "option": True}
"""What things are called and how they were given, as it is for nothing in particular."""


def _nameless(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _NAMES.get(key, _nameless(value)) for key, value in data.items()}
    return tuple(map(_nameless, data)) if isinstance(data, tuple) else data


# ------------------------------------------------------------------------- what to type for it


def watch_command(plan: Plan, seed: int, at: str | None = None) -> str | None:
    """Return the command that shows the game played with ``seed``, from the act ``at`` on.

    ``None`` where there is none: no command shows a game with another reading of a line.
    """
    if plan.readings or plan.omitted or plan.left_out or plan.sparing:
        return None
    words = ["moonflight", "watch", *_seats(plan), "--seed", str(seed), *_options(plan), "--why"]
    return shlex.join(words + (["--from", at] if at else []))


def playtest_command(plan: Plan, games: int) -> str:
    """Return the command that plays ``games`` games of a plan, the others not told."""
    words = ["moonflight", "playtest", *_seats(plan)]
    words += ["--games", str(games), "--seed", str(plan.seed), *_options(plan)]
    if plan.detail_every != DETAIL_EVERY:
        words += ["--detail", str(plan.detail_every)]
    return shlex.join(words)


def _seats(plan: Plan) -> list[str]:
    """Return what is typed for each seat: the Jack, and what plays it if it is no AI card."""
    return [
        (seat.typed or seat.jack) + ("" if seat.player == AI else f":{seat.player}")
        for seat in plan.seats
    ]


def _options(plan: Plan) -> list[str]:
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
