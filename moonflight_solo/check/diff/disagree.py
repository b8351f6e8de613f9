"""Finding tables on which readings of a line, or two cards of one Jack, act differently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from math import comb
from operator import itemgetter
from typing import Literal

from moonflight_solo.ai_cards.card import AICard, AILine, read_otherwise
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.layout import Section
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.diff.line_diff import aim, plainly
from moonflight_solo.check.games import game_tables
from moonflight_solo.check.small_tables.generator import shrunk, small_tables
from moonflight_solo.check.small_tables.outcomes import ActOutcome, Followers, alone
from moonflight_solo.errors import DataError
from moonflight_solo.scenario import Scenario
from moonflight_solo.values import Value
from moonflight_solo.wording.ast import Line

_FEW_TABLES, _MOST_TABLES = 120, 1_500
_GAMES = 6


class Disagreement(Value):
    """A table on which readings of a line differ, and what the card does there by each.

    ``does`` describes it and ``outcomes`` holds the data, in the order of the readings; a reading
    that cannot be followed has no outcome.
    """

    scenario: Scenario
    does: tuple[str, ...]
    outcomes: tuple[ActOutcome | None, ...]


def disagreement(
    card: AICard, line: AILine, meanings: Sequence[Line], basis: Basis
) -> Disagreement | None:
    """Return the smallest table found on which as many readings as possible disagree.

    ``meanings`` are readings of ``line``, one of the lines of ``card``; the whole card plays by
    each. ``None`` if no table with different acts was found.
    """
    cards = [read_otherwise(card, line, meaning) for meaning in meanings]
    problems = [_problem(each, basis) for each in cards]
    able = [each for each, problem in zip(cards, problems, strict=True) if not problem]
    if not able:
        return None
    followers = Followers(able, basis, line.printed.section)
    aims_differ = len({aim(meaning) for meaning in meanings}) > 1
    acts_on = followers.outcomes if aims_differ else followers.plans

    def pairs_apart(scenario: Scenario) -> int:
        """Return how many pairs of followable readings act differently."""
        return sum(one.deed != other.deed for one, other in combinations(acts_on(scenario), 2))

    followed = len(able) // 2  # if the act is the same, it is either done or not
    possible = comb(len(able), 2) if aims_differ else followed * (len(able) - followed)
    most, found = 0, None
    # Only among the first tables are all possible pairs asked for; later, any is enough.
    for goal, tables in zip((possible, 1, 1), _tables(able, line, basis), strict=False):
        apart = ((pairs_apart(scenario), scenario) for scenario in tables)
        most, found = max(apart, key=itemgetter(0), default=(0, None))
        if most >= goal:
            break
    if not most or found is None:
        return None
    smallest = shrunk(found, lambda less: pairs_apart(less) >= most)
    return _shown_on(smallest, followers, problems, line.printed.main)


def _shown_on(
    scenario: Scenario, followers: Followers, problems: Sequence[str], number: str
) -> Disagreement:
    """Return what each reading does on a table; one with a problem is not among the followers."""
    acts = iter(followers.outcomes(scenario))
    outcomes = tuple(None if problem else next(acts) for problem in problems)
    does = tuple(
        done_in_words(outcome, number) if outcome else f"cannot be followed: {problem}"
        for outcome, problem in zip(outcomes, problems, strict=True)
    )
    return Disagreement(scenario, does, outcomes)


def _problem(card: AICard, basis: Basis) -> str:
    """Return why a card cannot be followed, "" if it can."""
    try:
        AICardPlayer(card, basis.names, basis.rulings)
    except DataError as error:
        return error.problem
    return ""


def _tables(able: Sequence[AICard], line: AILine, basis: Basis) -> Iterator[Iterable[Scenario]]:
    """Yield tables to try in turn: a few small ones, many, and for an act those of games."""
    turned, section = line.printed.turned, line.printed.section
    # Even a line with only one followable reading is tried alone, with its sublines or its main
    # line.
    mains = [
        x for each in able for x in each.side(turned, section) if x.number == line.printed.main
    ]
    single = [alone(ai_card, main) for ai_card, main in zip(able, mains, strict=True)]
    by_itself = Followers(single, basis, section)
    for most in (_FEW_TABLES, _MOST_TABLES):
        yield small_tables(single, basis, by_itself.follow, most)
    if section == "action":
        played = game_tables(able[0], basis, _GAMES)
        yield sorted((t for t in played if t.turned == turned), key=lambda t: t.size)


def done_in_words(done: ActOutcome, number: str) -> str:
    """Describe an outcome: by line ``number``, or by one after or before it; "" names its line."""
    if done.in_reset:
        return str(done)
    if not number:
        return f"line {done.line}: {done}" if done.line else "no line can be followed: pass"
    if done.line == number:
        return str(done)
    if not done.line:
        return "skips it, and no line can be followed: pass"
    own_place, place = ([*map(int, each.split("."))] for each in (done.line, number))
    if own_place < place:
        return f"line {done.line}, before it: {done}"
    return f"skips it, then line {done.line}: {done}"


# ----------------------------------------------------------------------------- two cards


Divergence = Literal["only old", "only new", "otherwise"]
"""How two lines differ: only one of them is followed, or both are and act differently."""


class Contrast(Value):
    """A table on which an old and a new version act differently, and what each does.

    For AI cards, ``old`` and ``new`` describe the acts of the whole cards, as ``ai step`` would,
    unless ``alone``: then an earlier line is followed first on such tables, and they describe the
    lines by themselves. In Reset they list the cards retained, which ``ai step`` does not show.
    ``outcomes`` holds the acts of the AI cards.
    """

    scenario: Scenario
    old: str
    new: str
    outcomes: tuple[ActOutcome, ...] = ()
    alone: bool = False
    section: Section = "action"


class TwoCards(Followers):
    """The old and the new card, each followed on the same table, in acts or in Reset.

    Raises :class:`DataError` for a card that cannot be followed.
    """

    def __init__(self, old: AICard, new: AICard, section: Section, basis: Basis) -> None:
        super().__init__((old, new), basis, section)
        # The aims of each line's acts, and of those below it.
        self._aims: tuple[dict[tuple[bool, str], list[object]], ...] = ({}, {})
        for card, aims in zip(self.cards, self._aims, strict=True):
            for turned in (False, True):
                context = basis.context(card.jack, turned)
                for line in card.side(turned):
                    aimed = aim(plainly(line.meaning, context))
                    aims.setdefault((turned, line.printed.main), []).append(aimed)

    def differ(self, scenario: Scenario) -> bool:
        """Return whether the acts on a table differ, or the cards chosen for them."""
        return self._differ(scenario, *self.plans(scenario))

    def _differ(self, scenario: Scenario, old: ActOutcome, new: ActOutcome) -> bool:
        """Return whether two plans differ, or acts by lines that aim otherwise turn out so."""
        if old.deed != new.deed or self.section == "reset":
            return old.deed != new.deed
        aims = [
            each.get((scenario.turned, plan.line))
            for each, plan in zip(self._aims, (old, new), strict=True)
        ]
        if old.notation == "pass" or aims[0] == aims[1]:
            return False
        outcomes = self.outcomes(scenario)
        return outcomes[0].deed != outcomes[1].deed

    def way(self, scenario: Scenario) -> Divergence | None:
        """Return how the lines differ on a table, ``None`` if they do not."""
        old, new = self.plans(scenario)
        if old.followed != new.followed:
            return "only old" if old.followed else "only new"
        return "otherwise" if old.followed and self._differ(scenario, old, new) else None

    def show(self, scenario: Scenario, *numbers: str) -> Contrast:
        """Describe what the cards do on a table, relative to lines of these numbers, if any."""
        outcomes = self.outcomes(scenario)
        old, new = map(done_in_words, outcomes, numbers)
        return Contrast(scenario, old, new, tuple(outcomes), section=self.section)

    def show_alone(self, scenario: Scenario) -> Contrast:
        """Describe what cards with a single line each do on a table."""
        outcomes = self.outcomes(scenario)
        acts = self.section == "action"
        old, new = ("skipped" if acts and not each.line else str(each) for each in outcomes)
        return Contrast(scenario, old, new, tuple(outcomes), acts, self.section)
