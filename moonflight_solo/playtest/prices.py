"""Prices of an AI card's gaps: games played both ways, cached by a digest of the wording."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import structs

from moonflight_solo import __version__
from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.check.finding import Finding, Price, TitledText, finding
from moonflight_solo.check.report import ORDER, Report
from moonflight_solo.datafiles import data_files, data_folder
from moonflight_solo.playtest.paired import PairedResults
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile, Treatment
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.playtest.statistics import share_of
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.treatments import alternatives
from moonflight_solo.rules.catalogue import catalogue, plain
from moonflight_solo.userfiles import from_cache, to_cache
from moonflight_solo.wording.text import Text

SHIPPED = "prices.json"
_FOLDER = "prices"
_MOST_KEPT = 200
_MOST_REPORTED = 0.02
"""Share of unfinished games up to which there is no finding."""


class PricedWay(msgspec.Struct, frozen=True):
    """The price of one other way to follow a card: another ruling, or another reading of a line."""

    ruling: str
    line: str
    price: Price


class Unfinished(msgspec.Struct, frozen=True):
    """The number of ``games`` against one AI card that never finished."""

    against: str
    unfinished: int
    games: int


class Measured(msgspec.Struct, frozen=True):
    """Everything measured for one card, in ``games`` games of each way."""

    games: int
    ways: tuple[PricedWay, ...]
    endings: tuple[Unfinished, ...]


def measured(
    jack: str,
    ai_file: Path,
    *,
    games: int,
    edition: str = "prototype",
    card_files: tuple[TextFile, ...] = (),
    rulings: dict[str, str] | None = None,
) -> Measured:
    """Measure what an AI card's other readings and rulings are worth, and whether its games end.

    It plays the first printed AI card of another Jack, and itself. Results are cached until more
    games are asked for; those of the printed cards ship with the program. Raises what a playtest of
    the card raises.
    """
    plan, key = plan_for(jack, ai_file, edition, card_files, rulings)
    name = f"{key}-{__version__}.json"
    for known in (_shipped().get(key), from_cache(_FOLDER, name, Measured)):
        if known is not None and known.games >= games:
            return known
    found = _measured(plan, games)
    to_cache(_FOLDER, name, found, _MOST_KEPT)
    return found


def plan_for(
    jack: str,
    ai_file: Path,
    edition: str = "prototype",
    card_files: tuple[TextFile, ...] = (),
    rulings: dict[str, str] | None = None,
) -> tuple[Plan, str]:
    """Return the plan for measuring a card, and a digest of the wording that decides it."""
    own = () if ai_file in ai_card_files().values() else (TextFile.read(ai_file),)
    printed = [load_ai_card(path, catalogue(edition)).jack for path in ai_card_files().values()]
    rival = next(each for each in printed if each != jack)
    plan = Plan(
        seats=(SeatPlan(jack), SeatPlan(rival)),
        edition=edition,
        rulings=rulings or {},
        ai_files=own,
        card_files=card_files,
        detail_every=0,
    )
    told = sha256(f"{plan.edition} {sorted(plan.rulings.items())}".encode())
    told.update(ai_file.read_bytes())
    for path in (*data_files("cards"), *data_files("ai"), *data_files("editions")):
        told.update(path.read_bytes())
    for file in (*plan.card_files, *plan.ai_files):
        told.update(file.text.encode())
    return plan, told.hexdigest()[:32]


# ------------------------------------------------------------------------------ measuring


def _measured(plan: Plan, games: int) -> Measured:
    run = run_of(plan)
    card = run.ai_cards[0]
    assert card is not None
    others = [way for way in alternatives(run) if way.seat == 0]
    treatments = tuple(way.treatment for way in others)
    tally = play_batch(structs.replace(plan, others=treatments, detail_every=1), 0, games)
    ways = []
    for number, way in enumerate(others):
        line = "" if way.place is None else card.lines[way.place].printed.title
        name = way.treatment.label.removeprefix("seat 1 ")
        ways.append(PricedWay(way.ruling, line, _price(tally, number, name, way.means)))
    own, rival = plan.seats
    mirror = play_batch(structs.replace(plan, seats=(own, own)), 0, games // 2)
    endings = (
        Unfinished(rival.jack, tally[("unfinished",)], games),
        Unfinished(own.jack, mirror[("unfinished",)], games // 2),
    )
    return Measured(games, tuple(ways), endings)


def price_of(name: str, old: str, new: str, plan: Plan, games: int) -> Price:
    """Return the price of a rewording, from games with the old and new text of its file."""
    label, (here, there) = "reworded", ((TextFile(name, text),) for text in (old, new))
    other = Treatment(label=label, what="ai card", ai_files=there)
    tally = play_batch(structs.replace(plan, ai_files=here, others=(other,)), 0, games)
    return _price(tally, 0, label, "")


def _price(tally: Tally, number: int, name: str, means: str) -> Price:
    games = tally["other", number, "games"]
    # Whoever would have won the unfinished games.
    wins = PairedResults.of(tally, ("other", number, "seat", 0)).bounds()
    otherwise = tally["other", number, "otherwise"] / games
    return Price(name, means, games, otherwise, wins.value, wins.low, wins.high)


# ---------------------------------------------------------------------------------- cache


def _shipped() -> dict[str, Measured]:
    with suppress(OSError):
        text = (data_folder("guide") / SHIPPED).read_bytes()
        return msgspec.json.decode(text, type=dict[str, Measured])
    return {}


# ---------------------------------------------------------------------------- reporting


def with_prices(report: Report, found: Measured) -> Report:
    """Add prices to a report's findings, and a finding if games may not end."""
    priced = (_priced(each, found.ways) for each in report.findings)
    more = _may_not_end(report, found)
    findings = sorted([*priced, *more], key=lambda each: ORDER.index(each.severity))
    return structs.replace(report, findings=tuple(findings))


def _priced(found: Finding, ways: tuple[PricedWay, ...]) -> Finding:
    mine = [
        way.price
        for way in ways
        if found.ruling
        and way.ruling == found.ruling
        and (way.line == found.line if way.line else found.code in _CHOSEN)
    ]
    return structs.replace(found, prices=tuple(mine)) if mine else found


_CHOSEN = ("exact-or-least-unsaid", "which-card-unsaid")
"""Findings that rulings with choices are about; an early count has no choices."""


def _may_not_end(report: Report, found: Measured) -> Iterator[Finding]:
    worst = max(found.endings, key=lambda each: each.unfinished / max(1, each.games))
    if not worst.games or worst.unfinished / worst.games <= _MOST_REPORTED:
        return
    share = share_of(worst.unfinished, worst.games)
    against = "its like" if plain(worst.against) == plain(report.jack) else worst.against
    because = (
        f"{worst.unfinished} of {worst.games} games against {against} never ended "
        f"({share.low:.0%} to {share.high:.0%})"
    )
    on = TitledText(Text(report.title, report.file), "")
    played = f"seen in {worst.games} games"
    yield finding("may-not-end", on, because, "", None, certainty=played)
