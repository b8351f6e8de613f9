"""Prices of an AI card's gaps: games played both ways, cached by a digest of the wording."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import structs

from moonflight_solo import __version__
from moonflight_solo.ai_cards.card import AICard, ai_card_files, load_ai_card, with_choices_of
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.how_to_read import other_answers
from moonflight_solo.ai_cards.underspecified.listing import slots_of
from moonflight_solo.ai_cards.underspecified.slot import LineContext
from moonflight_solo.check.finding import Finding, Price, TitledText, finding
from moonflight_solo.check.fix.writing import Rewording, with_lines
from moonflight_solo.check.report import ORDER, Report
from moonflight_solo.datafiles import data_files, data_folder
from moonflight_solo.playtest.paired import PairedResults
from moonflight_solo.playtest.plan import BoxChoice, Plan, SeatPlan, TextFile, Treatment
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.playtest.statistics import share_of
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.treatments import Alternative, alternatives
from moonflight_solo.rules.catalogue import catalogue, plain
from moonflight_solo.userfiles import from_cache, kept_value, to_cache
from moonflight_solo.wording.text import Text

SHIPPED = "prices.json"
_FOLDER = "prices"
_MOST_KEPT = 200
REWORDED = "score-played-away"
"""The finding whose remedy changes play, and is priced."""
_WAYS = 4
"""How many times as many games all ways together are played; of more ways each gets fewer."""
_FEWEST_GAMES = 40
_MOST_REPORTED = 0.02
"""Share of unfinished games up to which there is no finding."""


class PricedWay(msgspec.Struct, frozen=True):
    """The price of one other way to follow a card: another ruling, or another reading of a line."""

    ruling: str
    line: str
    price: Price


class UnfinishedGames(msgspec.Struct, frozen=True):
    """The number of ``games`` against one AI card that never finished."""

    against: str
    unfinished: int
    games: int


class CardPrices(msgspec.Struct, frozen=True):
    """Everything measured for one card, in ``games`` games of each way."""

    games: int
    ways: tuple[PricedWay, ...]
    endings: tuple[UnfinishedGames, ...]


def prices_of(
    jack: str,
    ai_file: Path,
    games: int,
    basis: Basis | None = None,
    reworded: Mapping[str, str] | None = None,
) -> CardPrices:
    """Measure what an AI card's other readings and rulings are worth, and whether its games end.

    Also what ``reworded`` lines are worth, by title, that :func:`play_changes` advises.
    It plays the first printed AI card of another Jack, and itself. Results are cached until more
    games are asked for; those of the printed cards ship with the program. Raises what a playtest of
    the card raises.
    """
    plan, key = plan_for(jack, ai_file, basis)
    name = f"{key}-{__version__}.json"
    shipped = kept_value(data_folder("guide") / SHIPPED, dict[str, CardPrices]) or {}
    for known in (shipped.get(key), from_cache(_FOLDER, name, CardPrices)):
        if known is not None and known.games >= games:
            return known
    results = _measure(plan, games, reworded or {})
    to_cache(_FOLDER, name, results, _MOST_KEPT)
    return results


def plan_for(jack: str, ai_file: Path, basis: Basis | None = None) -> tuple[Plan, str]:
    """Return the plan for measuring a card, and a digest of the wording that decides it."""
    basis = basis or Basis(catalogue())
    edition = basis.names.edition.edition
    own = () if ai_file in ai_card_files().values() else (TextFile.read(ai_file),)
    printed = [load_ai_card(path, catalogue(edition)).jack for path in ai_card_files().values()]
    rival = next(each for each in printed if each != jack)
    plan = Plan(
        seats=(SeatPlan(jack), SeatPlan(rival)),
        edition=edition,
        rulings=dict(basis.rulings.switched),
        ai_files=own,
        card_files=tuple(map(TextFile.read, basis.names.files_for([jack]))),
        detail_every=0,
    )
    digest = sha256(f"{plan.edition} {sorted(plan.rulings.items())}".encode())
    digest.update(ai_file.read_bytes() + (data_folder("guide") / "how_to_read.yaml").read_bytes())
    for path in (*data_files("cards"), *data_files("ai"), *data_files("editions")):
        digest.update(path.read_bytes())
    for file in (*plan.card_files, *plan.ai_files):
        digest.update(file.text.encode())
    return plan, digest.hexdigest()[:32]


def _measure(plan: Plan, games: int, reworded: Mapping[str, str]) -> CardPrices:
    """Play the card with each other answer, and against itself to see whether games never end."""
    run = run_of(plan)
    card = run.ai_cards[0]
    assert card is not None
    boxed_ways = {(ruling, choice) for ruling, choice, _ in other_answers()}
    own_ways = [way for way in alternatives(run) if way.seat == 0]
    others = [way for way in own_ways if (way.ruling, way.choice) not in boxed_ways]
    others += _other_sentences(run, card)
    others += _rewordings(card, reworded)
    treatments = tuple(way.treatment for way in others)
    least = min(games, _FEWEST_GAMES)
    each = max(least, min(games, _WAYS * games // (1 + len(others))))
    tally = play_batch(structs.replace(plan, others=treatments, detail_every=1), 0, each)
    ways = []
    for number, way in enumerate(others):
        line = "" if way.place is None else card.lines[way.place].printed.title
        name = way.treatment.label.removeprefix("seat 1 ")
        ways.append(PricedWay(way.ruling, line, _price(tally, number, name, way.means)))
    own, rival = plan.seats
    mirrored = max(1, games // 4)
    mirror = play_batch(structs.replace(plan, seats=(own, own)), 0, mirrored)
    endings = (
        UnfinishedGames(rival.jack, tally[("unfinished",)], each),
        UnfinishedGames(own.jack, mirror[("unfinished",)], mirrored),
    )
    return CardPrices(games, tuple(ways), endings)


def _other_sentences(run: Run, card: AICard) -> Iterator[Alternative]:
    """Yield for each gap of a card every other answer that its box HOW TO READ could print."""
    basis = Basis(run.catalogue, run.rulings)
    contexts = (LineContext(line, card.below(line), basis, card.jack) for line in card.lines)
    gaps = {slot.ruling for context in contexts for slot in slots_of(context) if slot.code}
    for ruling, choice, sentence in other_answers():
        if ruling in gaps and with_choices_of(card, {ruling: choice}) != card:
            boxes = (BoxChoice(0, ruling, choice),)
            treatment = Treatment(label=f"{ruling}={choice}", what="ruling", boxes=boxes)
            yield Alternative(0, ruling, choice, None, sentence, treatment)


def _rewordings(card: AICard, reworded: Mapping[str, str]) -> Iterator[Alternative]:
    """Yield the card with other words for one line: as advised, or as its ruling says otherwise."""
    ruled = {ruling.id: ruling.otherwise for ruling in card.rulings if ruling.otherwise}
    for place, line in enumerate(card.lines):
        title = line.printed.title
        ways = [(REWORDED, reworded[title])] if title in reworded else []
        ways += [(each, ruled[each]) for each in line.ruled_by if each in ruled]
        for ruling, words in ways:
            file = TextFile.read(Path(card.file))
            text = with_lines(file.text, card, {title: [Rewording(whole=words)]})
            how = "reworded" if ruling == REWORDED else "read differently"
            label = f"{title.replace('-Turn', '')}, {how}"
            files = (TextFile(file.name, text),)
            treatment = Treatment(label=label, what="ai card", ai_files=files)
            yield Alternative(0, ruling, "", place, words, treatment)


def price_of(name: str, old: str, new: str, plan: Plan, games: int) -> Price:
    """Return the price of a rewording, from games with the old and new text of its file."""
    label, (here, there) = "reworded", ((TextFile(name, text),) for text in (old, new))
    other = Treatment(label=label, what="ai card", ai_files=there)
    tally = play_batch(structs.replace(plan, ai_files=here, others=(other,)), 0, games)
    return _price(tally, 0, label, "")


def _price(tally: Tally, number: int, name: str, means: str) -> Price:
    """Return the price of an answer, within bounds whoever would have won the unfinished games."""
    games = tally["other", number, "games"]
    # Whoever would have won the unfinished games.
    wins = PairedResults.of(tally, ("other", number, "seat", 0)).bounds()
    otherwise = tally["other", number, "otherwise"] / games
    return Price(name, means, games, otherwise, wins.value, wins.low, wins.high)


def play_changes(report: Report) -> dict[str, str]:
    """Return the words that a report advises although they change play, by the line's title."""
    advice = (each for each in report.findings if each.code == REWORDED and "“" in each.remedy)
    return {each.line: each.remedy.partition("“")[2].rpartition("”")[0] for each in advice}


def with_prices(report: Report, results: CardPrices) -> Report:
    """Add prices to a report's findings, and a finding if games may not end."""
    priced = (_with_price(each, results.ways) for each in report.findings)
    more = _may_not_end(report, results)
    findings = sorted([*priced, *more], key=lambda each: ORDER.index(each.severity))
    return structs.replace(report, findings=tuple(findings))


def _with_price(finding: Finding, ways: tuple[PricedWay, ...]) -> Finding:
    """Return the finding with the prices of its ruling's other answers, if any are for its line."""
    of_ruling = [way for way in ways if way.ruling == (finding.ruling or finding.code)]
    mine = [way for way in of_ruling if (way.line or finding.line) == finding.line]
    for_all_lines = _NOT_CHOSEN.isdisjoint({finding.code, finding.ruling})
    prices = tuple(way.price for way in mine if way.line or for_all_lines)
    return structs.replace(finding, prices=prices) if prices else finding


_NOT_CHOSEN = {"settled-by-ruling", "G-spend"}
"""Findings, by code or ruling, on something else than the choices of the ruling that they name."""


def _may_not_end(report: Report, results: CardPrices) -> Iterator[Finding]:
    """Yield a finding if too many games against its rival or itself were unfinished."""
    worst = max(results.endings, key=lambda each: each.unfinished / max(1, each.games))
    if not worst.games or worst.unfinished / worst.games <= _MOST_REPORTED:
        return
    share = share_of(worst.unfinished, worst.games)
    against = "itself" if plain(worst.against) == plain(report.jack) else worst.against
    because = (
        f"{worst.unfinished} of {worst.games} games against {against} never ended "
        f"({share.low:.0%} to {share.high:.0%})"
    )
    on = TitledText(Text(report.title, report.file), "")
    played = f"seen in {worst.games} games"
    yield finding("may-not-end", on, because, "", None, certainty=played)
