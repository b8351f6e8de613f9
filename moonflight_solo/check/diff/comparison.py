"""What a rewording of an AI card changes, line by line and for the card as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Literal

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.layout import Section
from moonflight_solo.ai_cards.lines import compile_line
from moonflight_solo.check.diff.disagree import Contrast, Divergence, TwoCards
from moonflight_solo.check.diff.line_diff import (
    Pair,
    Unit,
    have_crossed,
    match_units,
    print_order,
    units,
)
from moonflight_solo.check.diff.proof import proof_of
from moonflight_solo.check.games import game_tables
from moonflight_solo.check.play_findings import never_kept_lines
from moonflight_solo.check.reachability.side import SideProver
from moonflight_solo.check.small_tables.generator import shrunk, small_tables
from moonflight_solo.check.small_tables.outcomes import Followers, alone
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.scenario import Scenario
from moonflight_solo.values import Value
from moonflight_solo.wording import ast

LineVerdict = Literal["same", "seems same", "narrower", "wider", "different", "new", "gone"]

_MOST_TABLES = 1_500
_MOST_TABLES_OF_TWO = 500
_MOST_LOOKS = 30_000
"""Total number of tables tried for all changed lines of a section."""
_MOVED_ONLY: frozenset[LineVerdict] = frozenset({"same", "new", "gone"})
_UNSEEN = "no difference seen in {} positions"
_VERDICTS: dict[tuple[Divergence, ...], LineVerdict] = {
    ("only old",): "narrower",
    ("only new",): "wider",
}
_SECTIONS: tuple[Section, ...] = ("action", "reset")


class LineChange(Value):
    """What became of a line, together with the lines below it.

    ``certainty`` says how the verdict is known: "proved", "seen", or the number of tables tried.
    """

    turned: bool
    section: Section
    pair: Pair
    verdict: LineVerdict
    certainty: str
    shown: tuple[Contrast, ...] = ()

    @property
    def reworded(self) -> bool:
        """Whether the printed words differ."""
        old, new = self.pair.old, self.pair.new
        return old is not None and new is not None and old.words != new.words


class Difference(Value):
    """The differences between two AI cards of one Jack.

    ``verdict`` is for the cards as a whole, including the order of lines: "same" is proved, "seems
    same" means that no difference was seen on ``tables`` tables.
    """

    old: AICard
    new: AICard
    lines: tuple[LineChange, ...]
    verdict: Literal["same", "seems same", "different"]
    tables: int
    shown: tuple[Contrast, ...] = ()


def difference(old: AICard, new: AICard, basis: Basis, games: int = 20) -> Difference:
    """Compare two versions of an AI card, also on the tables of ``games`` games.

    Deterministic. Raises :class:`UsageError` for cards of different Jacks and :class:`DataError`
    for a card that cannot be followed.
    """
    if old.jack != new.jack:
        raise UsageError(
            f"these are AI cards of two Jacks, {old.jack} and {new.jack}; "
            "only cards of one Jack can be compared line by line."
        )
    tables = _Tables((old, new), basis, games)
    parts = [
        _Part(turned, section, (old, new), tables)
        for turned in (False, True)
        for section in _SECTIONS
    ]
    changes = tuple(change for part in parts for change in part.changes)
    if all(part.alike for part in parts):
        return Difference(old, new, changes, "same", 0)
    shown = tuple(contrast for part in parts for contrast in part.whole())
    verdict: Literal["different", "seems same"] = "different" if shown else "seems same"
    return Difference(old, new, changes, verdict, len(tables.tried), shown)


class _Tables:
    """The tables on which to compare the cards; ``tried`` collects those used so far."""

    def __init__(self, cards: Sequence[AICard], basis: Basis, games: int) -> None:
        self.basis = basis
        self.tried: dict[Scenario, None] = {}
        self._cards = cards
        self._games = games

    @cached_property
    def _of_games(self) -> list[Scenario]:
        by_card = (game_tables(card, self.basis, self._games) for card in self._cards)
        return [table for tables in by_card for table in tables]

    def with_games(self, tables: Iterable[Scenario], turned: bool) -> list[Scenario]:
        """Return the ``tables`` and those of games on that side, smallest first, now tried."""
        scenarios = dict.fromkeys([*tables, *(s for s in self._of_games if s.turned == turned)])
        self.tried |= scenarios
        return sorted(scenarios, key=lambda scenario: scenario.size)


class _Part:
    """One section of one side of both cards, with what became of its lines and of the whole."""

    def __init__(
        self, turned: bool, section: Section, cards: tuple[AICard, AICard], tables: _Tables
    ) -> None:
        self._turned = turned
        self._section: Section = section
        self._cards = cards
        self._tables = tables
        self._both = TwoCards(*cards, section, tables.basis)
        context = tables.basis.context(cards[0].jack, turned)
        old, new = (units(card, section, context) for card in cards)
        pairs = match_units(old, new)
        changed = sum(not (p.old and p.new and p.old.key == p.new.key) for p in pairs)
        self._looks = _MOST_LOOKS // max(changed, 1)
        self.changes: list[LineChange] = []
        # The condition for reaching the next line, as long as both cards agree on the lines before
        # it.
        self._before: r.Requirement | None = r.TRUE if section == "action" else None
        for pair in pairs:
            change = LineChange(turned, section, pair, *self._judge(pair))
            self._before = self._after(change)
            self.changes.append(change)

    @cached_property
    def _sides(self) -> tuple[SideProver, ...]:
        """The provers for this side of both cards."""
        return tuple(SideProver(card, self._turned, self._tables.basis) for card in self._cards)

    def _after(self, change: LineChange) -> r.Requirement | None:
        """Return the condition for reaching the next line, ``None`` if the cards differ before."""
        if self._before is None or change.pair.moved:
            return None
        if change.verdict == "same":
            assert change.pair.new is not None
            line = self._sides[1].of[change.pair.new.line]
            return r.both(self._before, r.Not(line.requirement))
        if change.verdict in ("gone", "new") and change.certainty.startswith("proved"):
            return self._before
        return None

    # -- lines

    def _looked_at(self, lines: Followers) -> list[Scenario]:
        """Return small tables and those of games, thinned out evenly if there are too many."""
        most = min(_MOST_TABLES, self._looks)
        small = small_tables(lines.cards, self._tables.basis, lines.follow, most)
        tables = self._tables.with_games(small, self._turned)
        return tables[:: -(-len(tables) // self._looks) or 1]

    def _judge(self, pair: Pair) -> tuple[LineVerdict, str, tuple[Contrast, ...]]:
        """Return the verdict on a pair, its certainty, and the tables that show it."""
        old, new = pair.old, pair.new
        if old is None or new is None:
            unit = old or new
            assert unit is not None
            return self._single(unit, which=int(old is None))
        proof = proof_of(self._sides[1], old, new, self._before or r.TRUE)
        if proof is not None and proof.verdict == "same":
            return "same", proof.certainty, ()
        was, is_ = self._alone(pair)
        lines = TwoCards(was, is_, self._section, self._tables.basis)
        tables = self._looked_at(lines)
        ways: dict[Divergence, list[Scenario]] = {}
        for table in tables:
            if (way := lines.way(table)) is not None:
                ways.setdefault(way, []).append(table)
        if not ways:
            return "seems same", _UNSEEN.format(len(tables)), ()
        numbers = old.number, new.number
        shown = tuple(self._show(lines, *row, numbers) for row in ways.items())
        verdict = _VERDICTS.get(tuple(ways), "different")
        if verdict == "different":
            return verdict, "seen", shown
        if proof is not None and proof.verdict == verdict:
            return verdict, proof.certainty, shown
        return verdict, f"in every position tried ({len(tables)})", shown

    def _show(
        self, lines: TwoCards, way: Divergence, tables: Sequence[Scenario], numbers: tuple[str, str]
    ) -> Contrast:
        """Return the smallest of ``tables`` that shows a way in which two lines differ.

        Preferably one on which the whole cards act differently, then one on which the line is
        reached, else one that shows the lines by themselves.
        """

        def looked_at(scenario: Scenario) -> bool:
            """Return whether neither card follows an earlier line first."""
            plans = zip(self._both.plans(scenario), numbers, strict=True)
            return all(not plan.line or int(plan.line) >= int(number) for plan, number in plans)

        def acted_on(scenario: Scenario) -> bool:
            return looked_at(scenario) and self._both.differ(scenario)

        for visible in () if self._section == "reset" else (acted_on, looked_at):
            first = next(filter(visible, tables), None)
            if first is not None:

                def still(less: Scenario, visible: Callable[[Scenario], bool] = visible) -> bool:
                    return lines.way(less) == way and visible(less)

                return self._both.show(shrunk(first, still), *numbers)
        return lines.show_alone(shrunk(tables[0], lambda less: lines.way(less) == way))

    def _single(self, unit: Unit, which: int) -> tuple[LineVerdict, str, tuple[Contrast, ...]]:
        """Return the verdict on a line that one card lacks, and a table where that matters."""
        verdict: LineVerdict = "new" if which else "gone"
        side = self._sides[which]
        if self._section == "reset":
            keeps = unit.line not in never_kept_lines(side)
            return verdict, "" if keeps else "proved, it never keeps a card", ()
        if self._before and side.never(self._before, side.of[unit.line].requirement):
            return verdict, "proved, it is never followed", ()
        single = Followers([alone(self._cards[which], unit.line)], self._tables.basis)

        def differ(scenario: Scenario) -> bool:
            plans = self._both.plans(scenario)
            return plans[which].line == unit.number and plans[0].deed != plans[1].deed

        tables = self._looked_at(single)
        table = self._first(tables, differ, unit.number)
        return verdict, "seen" if table else _UNSEEN.format(len(tables)), table

    def _first(
        self, tables: Iterable[Scenario], differ: Callable[[Scenario], bool], number: str = ""
    ) -> tuple[Contrast, ...]:
        """Return the first table on which ``differ`` holds, shrunk."""
        table = next(filter(differ, tables), None)
        return () if table is None else (self._both.show(shrunk(table, differ), number, number),)

    # -- the whole

    @cached_property
    def alike(self) -> bool:
        """Whether the cards are proved to act identically here."""
        if all(
            (change.verdict == "same" and not change.pair.moved)
            or (self._section == "reset" and change.certainty.startswith("proved, it never"))
            for change in self.changes
        ):
            return True
        if self._section == "reset" or not _MOVED_ONLY.issuperset(c.verdict for c in self.changes):
            return False
        pairs = [change.pair for change in self.changes]
        return all(self._sides[1].never(each) for each in _differences(pairs, self._sides[1]))

    def whole(self) -> tuple[Contrast, ...]:
        """Return the smallest table found on which the whole cards act differently here."""
        if self.alike:
            return ()
        tables = [contrast.scenario for change in self.changes for contrast in change.shown]
        for cards in self._looked_at_together():
            tables += small_tables(cards, self._tables.basis, bool, _MOST_TABLES_OF_TWO)
        return self._first(self._tables.with_games(tables, self._turned), self._both.differ)

    def _looked_at_together(self) -> Iterator[list[AICard]]:
        """Yield each changed line in both versions, and each moved one with those it passed."""
        for change in self.changes:
            if change.verdict != "same" or change.pair.moved:
                yield self._alone(change.pair)
            if change.pair.moved:
                for other in self.changes:
                    if have_crossed(change.pair, other.pair):
                        yield [*self._alone(change.pair)[:1], *self._alone(other.pair)[:1]]

    def _alone(self, pair: Pair) -> list[AICard]:
        """Return the cards that have a line of the pair, each with that line only."""
        sides = zip(self._cards, (pair.old, pair.new), strict=True)
        return [alone(card, unit.line) for card, unit in sides if unit is not None]


def _differences(pairs: Sequence[Pair], side: SideProver) -> Iterator[r.Requirement]:
    """Yield requirements of which one holds on every table where the cards differ.

    There one card first follows a line the other lacks, or each first follows a line that comes in
    the opposite order on the other card. A last line that passes does what a card without it does
    (A-pass).
    """
    either = [pair.new or pair.old for pair in pairs]
    lines = [compile_line(u.line, u.below, side.context) for u in either if u is not None]
    can = [line.requirement for line in lines]
    olds = {at: print_order(pair.old.line) for at, pair in enumerate(pairs) if pair.old is not None}
    old = sorted(olds, key=olds.__getitem__)
    new = [index for index, pair in enumerate(pairs) if pair.new is not None]

    def first(at: int, order: Sequence[int]) -> r.Requirement:
        before = order[: order.index(at)]
        return r.both(can[at], *(r.Not(can[each]) for each in before))

    for order, other in ((old, new), (new, old)):
        passes = isinstance(lines[order[-1]].line.meaning.act, ast.PassAct) if order else False
        more = order[:-1] if passes else order
        yield from (first(at, order) for at in more if at not in other)
    for one, other_one in combinations([at for at in old if at in new], 2):
        if new.index(other_one) < new.index(one):
            yield r.both(first(one, old), first(other_one, new))
