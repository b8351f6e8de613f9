"""What a rewording of an AI card changes: line by line, and for the card as a whole."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.layout import Section
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.diff.both import Both, Shown
from moonflight_solo.check.diff.disagree import aim
from moonflight_solo.check.diff.line_diff import Pair, Unit, aligned, units
from moonflight_solo.check.diff.line_pair import LinePair
from moonflight_solo.check.diff.order import come_to_the_same, place_of
from moonflight_solo.check.games import game_tables
from moonflight_solo.check.reachability.side import Side
from moonflight_solo.check.small_tables.generator import small_tables
from moonflight_solo.check.small_tables.outcomes import alone, plans
from moonflight_solo.check.small_tables.shrink import shrunk
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings, printed_rulings
from moonflight_solo.scenario import Scenario
from moonflight_solo.wording.canonical import canonical

Verdict = Literal["same", "seems same", "narrower", "wider", "different", "new", "gone"]

_MOST_TABLES = 1_500
_MOST_TABLES_OF_TWO = 500
_MOVED_ONLY: frozenset[Verdict] = frozenset({"same", "new", "gone"})
_SECTIONS: tuple[Section, ...] = ("action", "reset")


@dataclass(frozen=True, slots=True)
class LineChange:
    """What became of one line, with the lines below it.

    ``certainty`` says how the verdict is known: "proved", "seen", or the number of tables tried.
    """

    turned: bool
    section: Section
    pair: Pair
    verdict: Verdict
    certainty: str
    shown: tuple[Shown, ...] = ()

    @property
    def reworded(self) -> bool:
        """Whether other words are printed."""
        old, new = self.pair.old, self.pair.new
        return old is not None and new is not None and old.words != new.words


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs between two AI cards of one Jack.

    ``verdict`` is for the cards as a whole, in which the order of the lines counts: "same" is
    proved, "seems same" means that no difference was seen on ``tables`` tables.
    """

    old: AICard
    new: AICard
    lines: tuple[LineChange, ...]
    verdict: Literal["same", "seems same", "different"]
    tables: int
    shown: tuple[Shown, ...] = field(default=())


def difference(
    old: AICard,
    new: AICard,
    catalogue: Catalogue,
    games: int = 20,
    rulings: Rulings | None = None,
) -> Difference:
    """Return what ``new`` does otherwise than ``old``; tables of ``games`` games are looked at too.

    The same arguments give the same answer. Raises :class:`UsageError` for cards of different
    Jacks and :class:`DataError` for a card that cannot be followed.
    """
    if old.jack != new.jack:
        raise UsageError(
            f"these are AI cards of two Jacks, {old.jack} and {new.jack}; "
            "only cards of one Jack can be told apart line by line."
        )
    return _Comparison(old, new, catalogue, games, rulings or printed_rulings()).result()


class _Comparison:
    def __init__(
        self, old: AICard, new: AICard, catalogue: Catalogue, games: int, rulings: Rulings
    ) -> None:
        self._both = Both(old, new, catalogue, rulings)
        self._catalogue = catalogue
        self._games = games
        self._of_games: dict[bool, list[Scenario]] | None = None
        self._tried: dict[Scenario, None] = {}
        self._sides: dict[bool, Side] = {}

    def result(self) -> Difference:
        """Compare the lines, then the whole cards."""
        parts: list[tuple[bool, Section]] = [
            (turned, section) for turned in (False, True) for section in _SECTIONS
        ]
        changes = [change for part in parts for change in self._part(*part)]
        old, new = self._both.cards
        if all(self._act_alike(changes, *part) for part in parts):
            return Difference(old, new, tuple(changes), "same", 0)
        shown = [each for part in parts for each in self._whole(changes, *part)]
        differ = bool(shown)
        return Difference(
            old,
            new,
            tuple(changes),
            "different" if differ else "seems same",
            len(self._tried),
            tuple(shown),
        )

    # -- lines

    def _part(self, turned: bool, section: Section) -> list[LineChange]:
        old, new = (units(card, turned, section) for card in self._both.cards)
        pairs = aligned(old, new, lambda unit: self._sense(unit, turned))
        return [self._change(pair, turned, section) for pair in pairs]

    def _sense(self, unit: Unit, turned: bool) -> Hashable:
        return tuple(
            canonical(self._both.plain(line.meaning, turned)) for line in (unit.line, *unit.below)
        )

    def _change(self, pair: Pair, turned: bool, section: Section) -> LineChange:
        old, new = pair.old, pair.new
        if old is None or new is None:
            verdict: Verdict = "new" if old is None else "gone"
            if section == "reset":
                return LineChange(turned, section, pair, verdict, "")
            return self._gone_or_new(pair, turned, verdict)
        if self._sense(old, turned) == self._sense(new, turned):
            return LineChange(turned, section, pair, "same", "proved")
        return self._reworded(LinePair(self._both, old, new, section), pair, turned, section)

    def _reworded(self, lines: LinePair, pair: Pair, turned: bool, section: Section) -> LineChange:
        proved = self._proved(pair, turned)
        if proved == "same":
            return LineChange(turned, section, pair, "same", "proved")
        tables = self._tables_for([lines.old_alone, lines.new_alone], turned, lines.do_something)
        ways = lines.ways(tables)
        shown = tuple(lines.shown(scenarios, way) for way, scenarios in ways.items())
        tried = f"on every table tried ({len(tables)})"
        if not ways:
            return LineChange(
                turned, section, pair, "seems same", f"no difference seen on {len(tables)} tables"
            )
        if set(ways) == {"only old"}:
            sure = "proved" if proved == "narrower" else tried
            return LineChange(turned, section, pair, "narrower", sure, shown)
        if set(ways) == {"only new"}:
            sure = "proved" if proved == "wider" else tried
            return LineChange(turned, section, pair, "wider", sure, shown)
        return LineChange(turned, section, pair, "different", "seen", shown)

    def _proved(self, pair: Pair, turned: bool) -> Verdict | None:
        """Return what is proved of lines that differ in nothing but their conditions."""
        assert pair.old is not None
        assert pair.new is not None
        old, new = (
            [self._both.plain(line.meaning, turned) for line in (unit.line, *unit.below)]
            for unit in (pair.old, pair.new)
        )
        if canonical(tuple(old[1:])) != canonical(tuple(new[1:])) or aim(old[0]) != aim(new[0]):
            return None
        narrower = self._side(turned).implies(new[0].condition, old[0].condition)
        wider = self._side(turned).implies(old[0].condition, new[0].condition)
        if narrower and wider:
            return "same"
        return "narrower" if narrower else "wider" if wider else None

    def _side(self, turned: bool) -> Side:
        """Return one side of the new card, whose words the prover takes as it stands."""
        if turned not in self._sides:
            new = self._both.cards[1]
            self._sides[turned] = Side(new, turned, self._catalogue, self._both.rulings)
        return self._sides[turned]

    def _gone_or_new(self, pair: Pair, turned: bool, verdict: Verdict) -> LineChange:
        """Return a line with a table on which one card follows it and the other acts otherwise."""
        unit = pair.old or pair.new
        assert unit is not None
        which = 0 if verdict == "gone" else 1
        single = alone(self._both.cards[which], unit.line)
        follower = AICardPlayer(single, self._catalogue, self._both.rulings)

        def followed(scenario: Scenario) -> bool:
            return bool(plans([follower], scenario, self._catalogue)[0].line)

        def differ(scenario: Scenario) -> bool:
            done = plans(self._both.followers, scenario, self._catalogue)
            return done[which].line == unit.number and done[0].deed != done[1].deed

        tables = self._tables_for([single], turned, followed)
        shown = self._first(tables, differ, unit.number, unit.number)
        certainty = "seen" if shown else f"no difference seen on {len(tables)} tables"
        return LineChange(turned, "action", pair, verdict, certainty, shown)

    # -- the whole

    def _act_alike(self, changes: Sequence[LineChange], turned: bool, section: Section) -> bool:
        """Return whether the cards are proved to do the same in one part."""
        here = [each for each in changes if (each.turned, each.section) == (turned, section)]
        if all(each.verdict == "same" and not each.pair.moved for each in here):
            return True
        if section == "reset" or not all(each.verdict in _MOVED_ONLY for each in here):
            return False
        return come_to_the_same([each.pair for each in here], self._side(turned))

    def _whole(
        self, changes: Sequence[LineChange], turned: bool, section: Section
    ) -> tuple[Shown, ...]:
        """Return the smallest table found on which the whole cards act otherwise on one side."""
        if self._act_alike(changes, turned, section):
            return ()
        here = [each for each in changes if (each.turned, each.section) == (turned, section)]
        if section == "reset":
            return self._whole_reset(here, turned)
        tables = [each.scenario for change in here for each in change.shown]
        for cards in self._changed_together(here):
            tables += self._small(cards, lambda scenario: True, _MOST_TABLES_OF_TWO)
        tables += self._games_of(turned)
        tables = sorted(dict.fromkeys(tables), key=lambda scenario: scenario.size)
        self._tried.update(dict.fromkeys(tables))
        return self._first(tables, self._both.acts_differ, "", "")

    def _whole_reset(self, here: Sequence[LineChange], turned: bool) -> tuple[Shown, ...]:
        tables = [each.scenario for change in here for each in change.shown]
        for cards in self._changed_together(here):
            tables += self._small(cards, lambda scenario: True, _MOST_TABLES_OF_TWO)
        tables += self._games_of(turned)
        self._tried.update(dict.fromkeys(tables))
        for scenario in sorted(dict.fromkeys(tables), key=lambda scenario: scenario.size):
            if self._both.resets_differ(scenario):
                return (self._both.show_reset(shrunk(scenario, self._both.resets_differ)),)
        return ()

    def _changed_together(self, here: Sequence[LineChange]) -> list[list[AICard]]:
        """Return the lines that are looked at together: each changed one, and those passed."""
        groups: list[list[AICard]] = []
        for change in here:
            if change.verdict != "same" or change.pair.moved:
                groups.append(self._alone_in(change))
            if change.pair.moved:
                passed = [other for other in here if _passed(change, other)]
                groups += [[*self._alone_in(change)[:1], *self._alone_in(o)[:1]] for o in passed]
        return groups

    def _alone_in(self, change: LineChange) -> list[AICard]:
        sides = zip(self._both.cards, (change.pair.old, change.pair.new), strict=True)
        return [alone(card, unit.line) for card, unit in sides if unit is not None]

    # -- tables

    def _first(
        self, tables: Iterable[Scenario], differ: Callable[[Scenario], bool], old: str, new: str
    ) -> tuple[Shown, ...]:
        """Return the first of the tables on which ``differ`` holds, made as small as can be."""
        for scenario in tables:
            if differ(scenario):
                return (self._both.show(shrunk(scenario, differ), old, new),)
        return ()

    def _tables_for(
        self, cards: Sequence[AICard], turned: bool, follows: Callable[[Scenario], bool]
    ) -> list[Scenario]:
        """Return small tables for lines, and those of games, the smallest first."""
        tables = [*self._small(cards, follows, _MOST_TABLES), *self._games_of(turned)]
        tables = sorted(dict.fromkeys(tables), key=lambda scenario: scenario.size)
        self._tried.update(dict.fromkeys(tables))
        return tables

    def _small(
        self, cards: Sequence[AICard], follows: Callable[[Scenario], bool], limit: int
    ) -> list[Scenario]:
        return small_tables(cards, self._catalogue, follows, limit)

    def _games_of(self, turned: bool) -> list[Scenario]:
        if self._of_games is None:
            found: dict[Scenario, None] = {}
            for card in self._both.cards:
                tables = game_tables(card, self._catalogue, self._games, self._both.rulings)
                found.update(dict.fromkeys(tables))
            self._of_games = {
                side: [s for s in found if s.turned == side] for side in (False, True)
            }
        return self._of_games[turned]


def _passed(moved: LineChange, other: LineChange) -> bool:
    """Return whether two lines stand the other way round on the new card."""
    old, new = moved.pair.old, moved.pair.new
    others = other.pair.old, other.pair.new
    if old is None or new is None or others[0] is None or others[1] is None:
        return False
    before = place_of(old.line) < place_of(others[0].line)
    return before != (place_of(new.line) < place_of(others[1].line))


def as_json(found: Difference) -> dict[str, Any]:
    """Return a difference as plain data: the lines in order, then the cards as a whole."""
    return {
        "jack": found.new.jack,
        "old": found.old.file,
        "new": found.new.file,
        "verdict": found.verdict,
        "tables": found.tables,
        "shown": [_shown_json(each) for each in found.shown],
        "lines": [
            {
                "side": "post-turn" if each.turned else "pre-turn",
                "section": each.section,
                "old": _unit_json(each.pair.old),
                "new": _unit_json(each.pair.new),
                "verdict": each.verdict,
                "certainty": each.certainty,
                "reworded": each.reworded,
                "moved": each.pair.moved,
                "shown": [_shown_json(shown) for shown in each.shown],
            }
            for each in found.lines
        ],
    }


def _unit_json(unit: Unit | None) -> dict[str, Any] | None:
    return None if unit is None else {"number": unit.number, "words": unit.words}


def _shown_json(shown: Shown) -> dict[str, Any]:
    return {
        "old_does": shown.old,
        "new_does": shown.new,
        "alone": shown.alone,
        "table": shown.scenario.written(),
    }
