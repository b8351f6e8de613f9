"""The set-ups of the golden games: Jacks, players, rulings and limits."""

from __future__ import annotations

from dataclasses import dataclass, replace

EDITIONS = ("prototype", "final")
LONG = 25
MIDDLE = 14
SHORT = 12
TIDE = "examples/tide_and_toll"
THATCH = "examples/thatch_and_tile"
MASK = "examples/mask_and_mirror"
SUITS = (
    f"{TIDE}/suit.yaml",
    f"{THATCH}/suit.yaml",
    "tests/data/odds_and_ends.yaml",
    "tests/data/sticks_and_stones.yaml",
)
REWORDED = "tests/golden/data/words_at_least.yaml"
SHORT_CARD = "tests/golden/data/words_short.yaml"
AT_LEAST = "A-exact=at-least"
TIES_ONLY = "A-many=ties-only"
# The one line of the printed cards that could be read in nine ways, by its place on its card.
READ_IN_NINE_WAYS = 11
_JACKS = {"clay": "clay", "words": "words", "tide": TIDE, "thatch": THATCH}


@dataclass(frozen=True)
class SetUp:
    """The settings shared by all games of a set-up; seeds count from 0.

    ``seats`` are written as for ``moonflight playtest``, or JACK:wander for a player that also
    Shops and Builds for several cards at once. Seats count from 0 in ``first`` and in ``readings``,
    which hold the seat, the line of its AI card, and the index of another reading. Files are
    relative to the repository root. In games whose seed is divisible by ``explain_every``, the AI
    cards explain every act.
    """

    name: str
    seats: tuple[str, ...]
    games: int = 4
    edition: str = "prototype"
    rounds: int = LONG
    acts: int = 2000
    first: int | None = None
    score: bool = False
    rulings: tuple[str, ...] = ()
    ai_files: tuple[str, ...] = ()
    readings: tuple[tuple[int, int, int], ...] = ()
    explain_every: int = 12

    @property
    def suits(self) -> tuple[str, ...]:
        """The card files of its catalogue, with Turning cards only where they are used."""
        turning = any(seat.startswith(MASK) for seat in self.seats)
        return (*SUITS, f"{MASK}/suit.yaml") if turning else SUITS

    def played_by(self, player: str) -> SetUp:
        """Return the set-up with every seat played by ``player``, for fewer rounds."""
        seats = tuple(f"{jack}:{player}" for jack in self.seats)
        return replace(self, seats=seats, rounds=MIDDLE)


def setups() -> dict[str, SetUp]:
    """Return every set-up by name, which starts with the edition."""
    found = [
        replace(each, name=f"{edition}/{each.name}", edition=edition)
        for edition in EDITIONS
        for each in (*_PRINTED, *_SWITCHED, *_OWN, *_PLAYERS, *_SCORE)
    ]
    by_name = {each.name: each for each in found}
    assert len(by_name) == len(found), "two set-ups are called the same"
    return by_name


_PRINTED = (
    SetUp("clay words", ("clay", "words"), 10),
    SetUp("words clay", ("words", "clay"), 8),
    SetUp("clay mirror", ("clay", "clay")),
    SetUp("words mirror", ("words", "words")),
    SetUp("clay alone", ("clay",)),
    SetUp("words alone", ("words",)),
    SetUp("three", ("clay", "words", "clay")),
    SetUp("three words", ("words", "words", "words")),
    SetUp("four", ("clay", "words", "clay", "words")),
    SetUp("four clay", ("clay", "clay", "clay", "clay"), rounds=SHORT),
    SetUp("words first", ("clay", "words"), first=1),
    SetUp("broken off in a round", ("clay", "words"), acts=30),
)

_SWITCHED = (
    SetUp("at least", ("clay", "words"), 6, rulings=(AT_LEAST,)),
    SetUp("at least, mirror", ("words", "words"), rulings=(AT_LEAST,)),
    SetUp("ties only", ("clay", "words"), 6, rulings=(TIES_ONLY,)),
    SetUp("ties only, mirror", ("words", "words"), rulings=(TIES_ONLY,)),
    SetUp("both rulings", ("words", "clay", "words"), rulings=(AT_LEAST, TIES_ONLY)),
    SetUp("other reading 1", ("clay", "words"), readings=((0, READ_IN_NINE_WAYS, 0),)),
    SetUp("other reading 4", ("clay", "clay"), readings=((1, READ_IN_NINE_WAYS, 3),)),
    SetUp("other reading 8", ("clay", "words"), readings=((0, READ_IN_NINE_WAYS, 7),)),
)

_OWN = (
    SetUp("reworded", ("clay", "words"), ai_files=(REWORDED,)),
    SetUp("short card", ("clay", "words"), rounds=SHORT, ai_files=(SHORT_CARD,)),
    SetUp("examples", (TIDE, THATCH)),
    SetUp("tide mirror", (TIDE, TIDE)),
    SetUp("thatch mirror", (THATCH, THATCH)),
    SetUp("tide clay", (TIDE, "clay")),
    SetUp("words thatch", ("words", THATCH)),
    SetUp("all four Jacks", ("clay", TIDE, "words", THATCH)),
    SetUp("examples at least", (THATCH, TIDE, "words"), rulings=(AT_LEAST,)),
    SetUp("turning clay", (MASK, "clay")),
    SetUp("turning mirror", (MASK, MASK)),
    SetUp("turning three", ("words", MASK, THATCH)),
    SetUp("turning greedy", (MASK, "words")).played_by("greedy"),
    SetUp("turning wander", (MASK, "clay", MASK), 5).played_by("wander"),
    SetUp("turning random", (MASK, "words")).played_by("random"),
    SetUp("turning search", (f"{MASK}:search=4", "clay"), 1, rounds=3),
    SetUp("made-up", ("odds", "sticks")).played_by("greedy"),
    SetUp("made-up mirror", ("odds", "odds"), 5).played_by("wander"),
    SetUp("made-up four", ("odds", "sticks", "clay", "words")).played_by("wander"),
    SetUp("made-up random", ("sticks", "odds", "sticks")).played_by("random"),
)

_PLAYERS = (
    SetUp("random", ("clay", "words")).played_by("random"),
    SetUp("greedy", ("clay", "words")).played_by("greedy"),
    SetUp("wander", ("clay", "words"), 8).played_by("wander"),
    SetUp("wander alone", ("words",)).played_by("wander"),
    SetUp("wander mirror", ("words", "words", "words")).played_by("wander"),
    SetUp("wander four", ("clay", "words", TIDE, THATCH)).played_by("wander"),
    SetUp("card against random", ("clay", "words:random"), rounds=SHORT),
    SetUp("greedy against card", ("clay:greedy", "words")),
    SetUp("three players", ("clay:random", "words", "clay:greedy"), rounds=SHORT),
    SetUp("search against card", ("clay:search=8", "words"), 1, rounds=4),
    SetUp("search without a card", ("sticks:search=4", "clay:greedy"), 1, rounds=2),
)

_SCORE = (
    *(SetUp(f"score {name}", (jack,), score=True) for name, jack in _JACKS.items()),
    *(
        SetUp(f"score {name} {player}", (jack,), score=True).played_by(player)
        for name, jack in _JACKS.items()
        for player in ("random", "greedy", "wander")
    ),
    SetUp("score turning", (MASK,), score=True),
    SetUp("score at least", ("words",), score=True, rulings=(AT_LEAST,)),
    SetUp("score search", ("words:search=4",), 1, rounds=4, score=True),
)
