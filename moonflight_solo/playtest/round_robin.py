"""A round robin: every Jack and AI card against every other and itself, on the same seeds."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from pathlib import PurePath
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from moonflight_solo import __version__
from moonflight_solo.ai_cards.card import read_ai_card
from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile, Treatment, playtest_command
from moonflight_solo.playtest.player_kinds import AI
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import WorkUnit, joined_units
from moonflight_solo.playtest.statistics import point_for
from moonflight_solo.playtest.summaries.comparing import WinBounds, seat_wins
from moonflight_solo.playtest.summaries.figures import Figures, Share
from moonflight_solo.playtest.tally import Tally

PRINTED_CARD: Final = -1
"""The number of a seat's AI card that is the one printed for its Jack."""


class Pairing(Struct, frozen=True):
    """The games of ``one`` against ``other``, and the share that ``one`` won of the finished ones.

    Intervals hold for all pairings at once. ``bounds`` covers the unfinished games.
    """

    one: str
    other: str
    wins: Share
    bounds: WinBounds
    unfinished: Share


class EntrantStanding(Struct, frozen=True):
    """An entrant's mean share of wins against all others, ``None`` if no game ended.

    Every opponent has equal weight, and the intervals hold for all entrants at once.
    """

    name: str
    share: float | None
    low: float | None
    high: float | None


class RoundRobin(Struct, frozen=True, kw_only=True):
    """The results of a round robin, the strongest entrant first.

    ``pairings`` has each pairing of two entrants from both sides, and each entrant against itself;
    ``seeds`` are (first seed, number of games) of those played in every pairing.
    """

    kind: str = "moonflight round robin"
    format: int = 1
    program: str = f"moonflight-solo {__version__}"
    digest: str
    command: str
    edition: str
    games: int
    seeds: tuple[tuple[int, int], ...]
    standings: tuple[EntrantStanding, ...]
    pairings: tuple[Pairing, ...]

    def between(self, one: str, other: str) -> Pairing:
        """Return the pairing of two entrants, as seen by the first."""
        return next(each for each in self.pairings if (each.one, each.other) == (one, other))


class _Entrant(NamedTuple):
    """Who takes a seat, and its AI card, ``None`` for the printed one or none."""

    seat: SeatPlan
    file: TextFile | None


def round_robin(plan: Plan) -> Plan:
    """Return the plan that plays the seats of ``plan``, and each AI card given to it, all ways.

    Each is a pairing of two seats; the first is the plan itself, the others are treatments. Raises
    :class:`UsageError` for fewer than two entrants, and for two with the same name.
    """
    first, *others = (
        _pairing(str(number), one, two)
        for number, (one, two) in enumerate(combinations_with_replacement(_entrants(plan), 2))
    )
    if not others:
        raise UsageError(
            "--all plays everyone against everyone; name at least two, or none for all."
        )
    named = [replace(way, label=pairing_name(plan.with_treatment(way))) for way in others]
    labels = [way.label for way in named]
    twice = next((label for label in labels if labels.count(label) > 1), None)
    if twice is not None:
        raise UsageError(f'"{twice}" would be played twice; name each once, or rename a file.')
    return replace(plan.with_treatment(first), others=tuple(named))


def _entrants(plan: Plan) -> list[_Entrant]:
    """Return every seat, and every Jack with each AI card given for it besides its own."""
    cards = run_of(replace(plan, ai_files=(), seats=(replace(plan.seats[0], player="random"),)))
    jacks = [(file, read_ai_card(file.document(), cards.catalogue).jack) for file in plan.ai_files]
    own = {jack: file for file, jack in jacks if not file.option}  # comes with the Jack
    typed = {seat.jack: seat.typed for seat in plan.seats}
    return [_Entrant(seat, own.get(seat.jack)) for seat in plan.seats] + [
        _Entrant(SeatPlan(jack, AI, typed.get(jack, "")), file)
        for file, jack in jacks
        if file.option
    ]


def _pairing(label: str, one: _Entrant, two: _Entrant) -> Treatment:
    """Return two entrants' games; with two cards of one Jack, each seat says which is its own."""
    files = tuple(dict.fromkeys(each.file for each in (one, two) if each.file is not None))
    seats = (one.seat, two.seat)
    if one.seat.jack == two.seat.jack and one.file != two.file:
        at = [files.index(each.file) + 1 if each.file else PRINTED_CARD for each in (one, two)]
        seats = (replace(one.seat, card=at[0]), replace(two.seat, card=at[1]))
    return Treatment(label=label, what="pairing", ai_files=files, seats=seats)


def is_round_robin(plan: Plan) -> bool:
    """Return whether :func:`round_robin` made the plan."""
    return any(other.what == "pairing" for other in plan.others)


def round_robin_results(tally: Tally, plan: Plan, played: Sequence[WorkUnit]) -> RoundRobin:
    """Return the results from the tally of a round robin's plan."""
    pairings = plan.ways
    z, figures = point_for(len(pairings)), Figures(tally, plan)
    results, names = list[Pairing](), dict[str, None]()  # each name once, in order
    for number, pairing in enumerate(pairings, -1):  # the plan itself is treatment -1
        one, other = (_name(pairing, seat) for seat in (0, 1))
        names[one] = None
        for seat, (of, against) in enumerate(((one, other), (other, one))[: 1 + (one != other)]):
            results.append(Pairing(of, against, *seat_wins(figures, number, seat, z)))
    standings = [_standing(name, [p for p in results if p.one == name]) for name in names]
    standings.sort(key=lambda each: -(each.share or 0.0))
    return RoundRobin(
        digest=plan.digest(),
        command=round_robin_command(plan, tally[("games",)]),
        edition=plan.edition,
        games=tally[("games",)],
        seeds=tuple((unit.first, unit.games) for unit in joined_units(played) if unit.games),
        standings=tuple(standings),
        pairings=tuple(results),
    )


def round_robin_command(plan: Plan, games: int) -> str:
    """Return the command that plays a round robin with so many games of each pairing."""
    seats, files = dict[SeatPlan, None](), dict[TextFile, None]()
    for there in plan.ways:
        files.update(dict.fromkeys(file for file in there.ai_files if file.option))
        if there.seats[0] == there.seats[1] and not any(file.option for file in there.ai_files):
            seats[there.seats[0]] = None
    entrants = replace(plan, seats=tuple(seats), ai_files=tuple(files), others=())
    return f"{playtest_command(entrants, games)} --all"


def pairing_name(plan: Plan) -> str:
    """Return the name of a pairing, from its plan."""
    return " – ".join(_name(plan, seat) for seat in (0, 1))


def _name(plan: Plan, seat: int) -> str:
    """Return the name of the entrant in a seat: its Jack, with its player or its AI card's file."""
    jack, player, card = plan.seats[seat].jack, plan.seats[seat].player, run_of(plan).ai_cards[seat]
    if card is None:
        return f"{jack} ({player})"
    names = [file.name for file in plan.ai_files if file.option]
    return f"{jack}, {PurePath(card.file).stem}" if card.file in names else jack


def _standing(name: str, pairings: Sequence[Pairing]) -> EntrantStanding:
    """Return the mean share against others, from the lowest ends that hold at once to the highest.

    Pairings on the same seeds are not independent, so no narrower interval is sure to hold.
    """
    others = [pairing for pairing in pairings if pairing.one != pairing.other]
    ends = [(p.wins.share, p.bounds.all_lost.low, p.bounds.all_won.high) for p in others]
    bounds = [[each for each in end if each is not None] for end in zip(*ends, strict=True)]
    whole = all(len(bound) == len(others) for bound in bounds)
    return EntrantStanding(name, *(sum(bound) / len(others) if whole else None for bound in bounds))
