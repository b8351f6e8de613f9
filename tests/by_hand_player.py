"""A player that also follows its AI card by hand, answering each question truthfully."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.by_hand.follower import ByHand, JackAct
from moonflight_solo.by_hand.questions import HowMany, Knowledge, TableQuestion, YesNo
from moonflight_solo.rules.acts import Build, Play, Spend
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.requirements.evaluation import as_test
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Act, Card, Seat, Table


@dataclass
class Agreement:
    """The questions asked, act by act, and every act on which the two disagreed."""

    acts: int = 0
    questions: int = 0
    most: int = 0
    wrong: list[str] = field(default_factory=list)


class FollowedByHand(AICardPlayer):
    """Acts by its AI card, and compares that with following it by hand.

    The follower by hand only learns the answers and what has changed, like a person looking at the
    table.
    """

    def __init__(
        self, card: AICard, catalogue: Catalogue, rulings: Rulings, heard: Agreement
    ) -> None:
        super().__init__(card, catalogue, rulings)
        self._by_hand = ByHand(card, Basis(catalogue, rulings))
        self._known = Knowledge()
        self._heard = heard
        self._round = 0
        self._hand: Counter[Card] = Counter()
        self._play: Counter[Card] = Counter()

    def act(self, table: Table, seat: Seat) -> Act:
        self._tell_what_moved(table, seat)
        act = super().act(table, seat)
        said = self._asked(table, seat)
        agreed = said.number == self.followed and (
            said.card is None or (isinstance(act, Play) and act.card is said.card)
        )
        if not agreed:
            told = f"{self.card.jack}: line {said.number} {said.does}, not {self.followed} {act}"
            self._heard.wrong.append(told)
        self._known = said.knowledge_after(self._known)
        self._expect(act, seat)
        return act

    def _asked(self, table: Table, seat: Seat) -> JackAct:
        asked = 0
        while not isinstance(found := self._by_hand.next(self._known), JackAct):
            asked += 1
            assert asked < 40, found
            self._known = found.knowledge_after(self._known, truth(found, table, seat))
        self._heard.acts += 1
        self._heard.questions += asked
        self._heard.most = max(self._heard.most, asked)
        return found

    def _tell_what_moved(self, table: Table, seat: Seat) -> None:
        if table.turned != self._known.turned:
            self._known = Knowledge(turned=table.turned, built=self._known.built)
        if table.round != self._round:
            self._round = table.round
            self._known = Knowledge(turned=table.turned)
            return
        hand, play = counted(seat)
        self._known = self._known.after_changes(
            come=bool(hand - self._hand), gone=bool(self._hand - hand), play=play != self._play
        )

    def _expect(self, act: Act, seat: Seat) -> None:
        """Record the table as expected if nothing changes besides the act announced."""
        self._hand, self._play = counted(seat)
        if isinstance(act, Play):
            self._hand -= Counter([act.card])
            self._play += Counter([act.card])
        elif isinstance(act, Spend):
            self._hand -= Counter(act.cards)
        elif isinstance(act, Build):
            self._hand -= Counter(card for card, _ in act.pairs)


def counted(seat: Seat) -> tuple[Counter[Card], Counter[Card]]:
    return Counter(seat.hand), Counter(placed.card for placed in seat.in_play)


def truth(question: TableQuestion, table: Table, seat: Seat) -> int:
    """Return the true answer to a question."""
    if isinstance(question, YesNo):
        return int(as_test(question.leaf)(table, seat))
    if isinstance(question, HowMany):
        return seat.coins if question.of == "coins" else len(seat.hand)
    for number, (_, kinds) in enumerate(question.groups, 1):
        if seat.hand if kinds is None else not kinds.isdisjoint(seat.hand):
            return number
    return 0
