"""Comparing two versions of a Jack's suit, card by card: printed changes and their effects."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, islice
from typing import Any, Literal

from moonflight_solo.check.diff.disagree import Contrast
from moonflight_solo.rules import moves
from moonflight_solo.rules.acts import PASS
from moonflight_solo.rules.card_files import JackSuit
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.requirements.places import PILES
from moonflight_solo.rules.state import Act, Card, Question, Seat, Table
from moonflight_solo.scenario import Scenario, SeatLayout, lay_out, snapshot
from moonflight_solo.values import Value
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.english import say
from moonflight_solo.wording.phrase_english import NOUNS
from moonflight_solo.wording.walk import lasts

TextVerdict = Literal["same", "seems same", "wider", "narrower", "other"]


class TextChange(Value):
    """The text of one end in two versions.

    "same": the meanings are equal; "seems same": no table tried shows a difference; "wider": the
    new one does something on tables where the old one did nothing, and elsewhere the same;
    "narrower": the reverse. ``gone`` and ``come`` are the effects that last, or can be used, while
    the card is in play; ``shown`` is the smallest table found on which playing it differs.
    """

    turned: bool
    old: Card
    new: Card
    verdict: TextVerdict
    gone: tuple[str, ...] = ()
    come: tuple[str, ...] = ()
    shown: Contrast | None = None

    @property
    def reworded(self) -> bool:
        """Whether the printed words differ."""
        return self.old.words != self.new.words


class ChangedCard(Value):
    """A card in two versions, pre-Turn end up; ``None`` for a missing one.

    ``values`` describes changes to name, copies, cost and corner.
    """

    old: Card | None
    new: Card | None
    values: tuple[str, ...] = ()
    texts: tuple[TextChange, ...] = ()

    @property
    def changed(self) -> bool:
        """Whether anything printed differs."""
        is_reworded = any(text.reworded for text in self.texts)
        return self.old is None or self.new is None or bool(self.values) or is_reworded


class SuitDifference(Value):
    """The differences between two suits; each reworded text was tried on ``tables`` tables."""

    jack: str
    cards: tuple[ChangedCard, ...]
    tables: int

    @property
    def same(self) -> bool:
        """Whether the new suit plays like the old one, as far as is known."""
        texts = chain.from_iterable(card.texts for card in self.cards)
        alike = all(text.verdict in ("same", "seems same") for text in texts)
        return alike and not any(card.values or not (card.old and card.new) for card in self.cards)


def suit_difference(old: Catalogue, new: Catalogue, jack: str) -> SuitDifference:
    """Compare a Jack's suit in two catalogues."""
    tables = _Tables(old, new, jack)
    changes = []
    for one, other in _pairs(old.suits[jack], new.suits[jack]):
        if one is None or other is None:
            changes.append(ChangedCard(one, other))
            continue
        ends = ((False, one, other), (True, one.flipped, other.flipped))
        texts = tuple(tables.text_change(turned, a, b) for turned, a, b in ends)
        changes.append(ChangedCard(one, other, tuple(_values(one, other)), texts))
    return SuitDifference(jack, tuple(changes), len(tables.every[False]))


def _pairs(old: JackSuit, new: JackSuit) -> Iterator[tuple[Card | None, Card | None]]:
    """Yield matching cards: those that share a name at either end, else in order."""
    cards_left = list(new.kinds)
    unmatched: list[Card] = []
    partner: dict[Card, Card] = {}
    for card in old.kinds:
        names = {card.name, card.flipped.name}
        other = next((each for each in cards_left if names & {each.name, each.flipped.name}), None)
        if other is None:
            unmatched.append(card)
        else:
            partner[card] = other
            cards_left.remove(other)
    partner.update(zip(unmatched, cards_left, strict=False))
    partners = set(partner.values())
    yield old.character, new.character
    for card in old.kinds:
        yield card, partner.get(card)
    for card in new.kinds:
        if card not in partners:
            yield None, card


def _values(old: Card, new: Card) -> Iterator[str]:
    """Yield what else is printed differently, such as "cost before the Turn 3 to 4"."""
    if old.copies != new.copies:
        yield f"copies {old.copies} to {new.copies}"
    for when, one, other in (("before", old, new), ("after", old.flipped, new.flipped)):
        for what in ("name", "cost", "corner"):
            was, now = getattr(one, what), getattr(other, what)
            if was != now:
                yield f"{what} {when} the Turn {was} to {now}"


# ------------------------------------------------------------------------- effects of playing


class _Answering:
    """Chooses as many items as possible, from the front or from the back."""

    def __init__(self, step: int) -> None:
        self._step = step

    def act(self, table: Table, seat: Seat) -> Act:
        return PASS

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        number = len(question.items)
        most = number if question.ask == "order" else min(question.most, number)
        return list(range(number))[:: self._step][:most]


_PLAYERS = (_Answering(1), _Answering(-1))
_BASE = {"hand": 4, "draw_deck": 6, "discard_stack": 3, "trash_stack": 1, "in_play": 1, "coins": 3}
_LEAST = dict.fromkeys(_BASE, 0)
_MOST_LYING = {"hand": 12, "draw_deck": 4, "discard_stack": 8, "trash_stack": 3, "coins": 8}


@dataclass(frozen=True)
class _Tables:
    """Small tables on which both versions of a card are played and compared."""

    old: Catalogue
    new: Catalogue
    jack: str

    def text_change(self, turned: bool, old: Card, new: Card) -> TextChange:
        """Compare the text of one end."""
        if canonical(old.meaning) == canonical(new.meaning):
            return TextChange(turned, old, new, "same")
        was = [say(effect) for effect in old.meaning.effects if lasts(effect)]
        now = [say(effect) for effect in new.meaning.effects if lasts(effect)]
        gone = tuple(words for words in was if words not in now)
        come = tuple(words for words in now if words not in was)
        differences = self._verdicts(turned, old, new)
        verdicts = {verdict for verdict, _ in differences}
        verdict: TextVerdict = next(iter(verdicts), "seems same")
        if gone or come or len(verdicts) > 1:
            verdict = "other"
        tables = (table for _, table in differences)
        smallest = min(tables, key=lambda table: table.scenario.size, default=None)
        return TextChange(turned, old, new, verdict, gone, come, smallest)

    def _verdicts(self, turned: bool, old: Card, new: Card) -> list[tuple[TextVerdict, Contrast]]:
        """Return the verdict on each table where playing the card differs, the smallest first."""
        tables = () if old.is_character else self.every[turned]
        differences = [self._difference_on(scenario, old, new) for scenario in tables]
        parted = [difference for difference in differences if difference is not None]
        if parted:
            # The smallest table, without anything irrelevant, stands for all.
            scenario = parted[0][1].scenario
            less = [
                scenario.but(generic={}),
                scenario.with_seat(1, SeatLayout(scenario.seats[1].jack)),
            ]
            less.append(less[1].but(generic={}))
            shrunk = [self._difference_on(each, old, new) for each in less]
            parted += [each for each in shrunk if each is not None and each[0] == parted[0][0]]
        return parted

    def _difference_on(
        self, scenario: Scenario, old: Card, new: Card
    ) -> tuple[TextVerdict, Contrast] | None:
        """Return the verdict and table if both versions differ on a table, ``None`` if not."""
        for player in _PLAYERS:
            before = _plain(lay_out(scenario, self.old))
            was = self._after(scenario, self.old, old, player)
            now = self._after(scenario, self.new, new, player)
            if was != now:
                verdict: TextVerdict = "other"
                if before in (was, now):
                    verdict = "wider" if was == before else "narrower"
                return verdict, Contrast(scenario, _changes(before, was), _changes(before, now))
        return None

    def _after(
        self, scenario: Scenario, cards: Catalogue, card: Card, player: _Answering
    ) -> dict[str, Any]:
        """Return the table after playing ``card`` there, without the card itself."""
        table = lay_out(scenario, cards)
        table.players = (player,) * len(table.seats)
        moves.put_in_play(table, table.seats[0], card)
        seat = table.seats[0]
        seat.in_play = [placed for placed in seat.in_play if placed.card is not card]
        for pile in (seat.hand, seat.discard_stack, seat.trash_stack, seat.draw_deck):
            pile[:] = [each for each in pile if each is not card]
        return _plain(table)

    @cached_property
    def every(self) -> tuple[list[Scenario], ...]:
        """The tables of each side, from small to large, varying one zone at a time."""
        return tuple([*self._steps(turned)] for turned in (False, True))

    def _steps(self, turned: bool) -> Iterator[Scenario]:
        """Yield tables with few and with many cards, on which one zone has each number of cards."""
        numbers = [_LEAST, _BASE]
        for base in (_BASE, _LEAST):
            for what, most in _MOST_LYING.items():
                numbers += [base | {what: number} for number in range(most + 1)]
        states = []
        for each in sorted(numbers, key=lambda counts: sum(counts.values())):
            if each not in states:
                states.append(each)
                yield self._table(turned, each)

    def _table(self, turned: bool, counts: dict[str, int]) -> Scenario:
        """Return a small table with so many cards in each place of the seat that acts."""
        supply = self._filling(turned)

        def some(number: int) -> tuple[str, ...]:
            return tuple(islice(supply, number))

        mine: dict[str, Any] = {
            what: number if what == "coins" else some(number) for what, number in counts.items()
        }
        rival = next(jack for jack in self.old.suits if jack != self.jack)
        tops = [kind.flipped if turned else kind for kind in self.old.suits[rival].kinds[:3]]
        theirs = SeatLayout(
            rival,
            hand=some(2),
            discard_stack=some(1),
            draw_deck=some(2),
            market=tuple((top.name,) for top in tops),
            coins=2,
        )
        last = self.old.generic[-1]
        return Scenario(
            turned=turned,
            seats=(SeatLayout(self.jack, **mine), theirs),
            generic={(last.flipped if turned else last).name: 1},
        )

    def _filling(self, turned: bool) -> Iterator[str]:
        """Yield the names of starter and generic cards in turn, as many as two players have."""
        kinds = [*self.old.starter, *self.old.generic[:-1]]
        copies_left = {kind: 2 * kind.copies for kind in kinds}
        while any(copies_left.values()):
            for kind in kinds:
                if copies_left[kind]:
                    copies_left[kind] -= 1
                    yield (kind.flipped if turned else kind).name


def _plain(table: Table) -> dict[str, Any]:
    """Return a table as data, whatever the order of the cards in hand."""
    state = snapshot(table)
    for seat in state["seats"]:
        seat["hand"] = sorted(seat["hand"])
    return state


_CALLED = {"hand": "hand", "in_play": "cards in play"} | {
    field: NOUNS[zone] for zone, field in PILES.items()
}
"""The zones reported for a seat, in order."""


def _changes(before: dict[str, Any], after: dict[str, Any]) -> str:
    """Describe the changes on a table in numbers."""
    changes = []
    for number, (was, now) in enumerate(zip(before["seats"], after["seats"], strict=True)):
        whose = "" if number == 0 else "the opponent's "
        if was["coins"] != now["coins"]:
            changes.append(f"{whose}coin tokens {was['coins']} to {now['coins']}")
        for pile, called in _CALLED.items():
            if len(was[pile]) != len(now[pile]):
                changes.append(f"{whose}{called} {len(was[pile])} to {len(now[pile])}")
            elif was[pile] != now[pile]:
                changes.append(f"other cards in {whose or 'the '}{called}")
        stacks = [len(stack) for stack in was["market"]], [len(s) for s in now["market"]]
        if stacks[0] != stacks[1]:
            changes.append(f"{whose}Market Stacks {stacks[0]} to {stacks[1]}")
    if before["generic"] != after["generic"]:
        changes.append("other cards in the generic Market Stacks")
    return ", ".join(changes) or "nothing"
