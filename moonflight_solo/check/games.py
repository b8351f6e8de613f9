"""AI cards in real games: the tables they meet and the lines they follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from moonflight_solo.ai_cards.card import AICard, AILine, load_ai_card
from moonflight_solo.ai_cards.context import Basis, CompileContext, phrases_of
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.preference import ranking
from moonflight_solo.check.report import ReadingEffort
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.requirements.selectors import matcher
from moonflight_solo.rules.state import Card, Event, Seat, Table
from moonflight_solo.scenario import Scenario, scenario_of
from moonflight_solo.wording import ast

if TYPE_CHECKING:  # a playtest counts without the prover
    from moonflight_solo.check.reachability.side import SideProver


_MOST_ACTS = 400
_MOST_ROUNDS = 60


def game_tables(card: AICard, basis: Basis, games: int) -> list[Scenario]:
    """Return the distinct tables at which ``card`` had to act in AI games.

    It plays every printed AI card in turn, and itself, and goes first in every other round of
    opponents; seeds count from 1. Deterministic.
    """
    tables: list[Scenario] = []
    _at_each(card, basis, games, lambda scenario, _: tables.append(scenario))
    return tables


def _at_each(
    card: AICard, basis: Basis, games: int, look: Callable[[Scenario, Table], None]
) -> None:
    """Call ``look`` for each distinct table of those games, just before ``card`` acts."""
    met: set[Scenario] = set()

    def listen(event: Event, table: Table) -> None:
        if event.kind == "act" and (scenario := scenario_of(table)) not in met:
            met.add(scenario)  # the event comes before the act is carried out
            look(scenario, table)

    rivals = [*other_ai_cards(card, basis.names), card]
    for number in range(games):
        cards = card, rivals[number % len(rivals)]
        _watch(cards, basis, number + 1, listen, first=number // len(rivals) % 2)


def unseen_lines(card: AICard, lines: Sequence[AILine], basis: Basis, games: int) -> list[AILine]:
    """Return which of ``lines`` were never followed in ``games`` games, in order.

    Each game is against the printed AI card of another Jack, in turn, or solitary if there is none;
    seeds count from 1. A Reset line counts as followed when a card it names is retained or Moved.
    """
    unseen = dict.fromkeys(lines)
    follower = AICardPlayer(card, basis.names, basis.rulings)

    def listen(event: Event, table: Table) -> None:
        for line in _followed_at(event, table, unseen, follower):
            del unseen[line]

    rivals = other_ai_cards(card, basis.names)
    for number in range(games):
        if not unseen:
            break
        met = [rivals[number % len(rivals)]] if rivals else []
        _watch([card, *met], basis, number + 1, listen)
    return list(unseen)


def _followed_at(
    event: Event, table: Table, lines: Iterable[AILine], follower: AICardPlayer
) -> list[AILine]:
    """Return which lines an act follows, or the step of Reset that retains or Moves their cards."""
    here = [line for line in lines if line.printed.turned == table.turned]
    if event.kind == "act":
        action = [line for line in here if line.printed.section == "action"]
        if all(line.printed.main != event.line for line in action):
            return []
        considered = follower.explain(table, table.seats[0]).considered
        followed = {each.line for each in considered if each.status == "followed"}
        return [line for line in action if line.number in followed]
    if event.kind not in ("retain", "cover"):
        return []
    kind = ast.Retain if event.kind == "retain" else ast.ResetMove
    return [line for line in here if _names_one(line.meaning.act, kind, event.cards, table)]


def _names_one(
    act: ast.AnyAct, kind: type[ast.Retain | ast.ResetMove], cards: Sequence[Card], table: Table
) -> bool:
    """Return whether a Reset act is of this kind and names one of these cards."""
    if not isinstance(act, kind):
        return False
    matches = [matcher(phrase, table.names, table.turned) for phrase in act.cards.options]
    seat = table.seats[0]
    return any(match is None or match(card, seat) for match in matches for card in cards)


def _watch(
    cards: Sequence[AICard],
    basis: Basis,
    seed: int,
    listen: Callable[[Event, Table], None],
    first: int | None = None,
) -> None:
    """Play a game between AI cards, telling ``listen`` what the first of them does."""
    settings = Settings(
        tuple(card.jack for card in cards),
        seed,
        basis.names.edition.edition,
        first=first,
        act_limit=_MOST_ACTS,
        round_limit=_MOST_ROUNDS,
    )
    players = [AICardPlayer(card, basis.names, basis.rulings) for card in cards]
    table = set_up(settings, basis.names, players)
    table.listener = lambda event: listen(event, table) if event.seat == 0 else None
    play(table, settings)


def other_ai_cards(card: AICard, catalogue: Catalogue) -> list[AICard]:
    """Return the AI cards of all other Jacks that have one."""
    cards: list[AICard] = []
    for jack in catalogue.suits:
        if jack != card.jack:
            with suppress(UsageError):  # this Jack has no AI card
                cards.append(load_ai_card(jack, catalogue))
    return cards


# ------------------------------------------------------------------------------ followed by hand


_GAMES = 6


def upkeep(sides: Sequence[SideProver], games: int = _GAMES) -> ReadingEffort:
    """Return the average effort of following a card at the tables of ``games`` fixed AI games."""
    acts: list[tuple[int, int, bool]] = []

    def look(_: Scenario, table: Table) -> None:
        side = sides[table.turned]
        acts.append(work_of(side.lines, side.context, table, table.seats[table.acting]))

    _at_each(sides[0].card, sides[0].basis, games, look)
    return ReadingEffort.of(len(acts), *(sum(each) for each in zip(*acts, strict=True)))


def work_of(
    lines: Sequence[CompiledLine], context: CompileContext, table: Table, seat: Seat
) -> tuple[int, int, bool]:
    """Return the number of lines read for an act, of facts checked, and whether there is a tie."""
    facts = 0
    for number, line in enumerate(lines, 1):
        holds, looked_at = look_up(line.requirement, lambda leaf: as_test(leaf)(table, seat))
        facts += looked_at
        if holds:
            best_kinds = best_by(line, context)
            kinds = best_kinds(table, seat) if best_kinds else ()
            return number, facts, any(len(kind) > 1 for kind in kinds)
    return len(lines), facts, False


def look_up(requirement: r.Requirement, holds: Callable[[r.Requirement], bool]) -> tuple[bool, int]:
    """Return whether a requirement holds, and how many leaves ``holds`` had to evaluate."""
    leaves: list[r.Requirement] = []

    def look(leaf: r.Requirement) -> bool:
        leaves.append(leaf)
        return holds(leaf)

    return r.truth(requirement, look) is True, len(leaves)


Best = Callable[[Table, Seat], Sequence[Set[Card]]]
"""Returns the best kinds of card for each superlative of an act; several if they are tied."""


def best_by(line: CompiledLine, context: CompileContext) -> Best | None:
    """Return a function finding the best kinds for a line's act, ``None`` without a superlative."""
    act = line.line.meaning.act
    phrases = [phrase for phrase in phrases_of(act) if phrase.extreme is not None]
    ranked = [(context.kinds(phrase), cache(ranking(phrase))) for phrase in phrases]

    @lru_cache(maxsize=1024)
    def among(lying: frozenset[Card]) -> Sequence[Set[Card]]:
        sets = []
        for kinds, order in ranked:
            kinds_there = lying if kinds is None else kinds & lying
            first = min(map(order, kinds_there), default=())
            sets.append({card for card in kinds_there if order(card) == first})
        return sets

    def on_stacks(table: Table, seat: Seat) -> Sequence[Set[Card]]:
        stacks = (stack for each in table.seats for stack in each.market)
        return among(frozenset(stack.cards[-1] for stack in stacks if stack.cards))

    if not ranked:
        return None
    if isinstance(act, ast.ShopAct):
        return on_stacks
    return lambda table, seat: among(frozenset(seat.hand))
