"""Which lines of an AI card are followed in real games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.check.small_tables.of_games import other_ai_cards
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.selectors import matcher
from moonflight_solo.rules.state import Act, Card, Player, Question, Seat, Table
from moonflight_solo.wording import ast

_MOST_ACTS = 400
_MOST_ROUNDS = 60


def unseen_lines(
    card: AICard, lines: Sequence[AILine], catalogue: Catalogue, rulings: Rulings, games: int
) -> list[AILine]:
    """Return which of ``lines`` were not followed in any of ``games`` games, in order.

    Each game is played against the printed AI card of one other Jack, in turn, or alone if there
    is none; the seeds are the numbers from 1. A Reset line is followed when a card it names is
    kept or Moved.
    """
    watched = _Watched(AICardPlayer(card, catalogue, rulings), lines)
    rivals = other_ai_cards(card, catalogue)
    for number in range(games):
        if not watched.unseen:
            break
        players: list[Player] = [watched]
        jacks = [card.jack]
        if rivals:
            rival = rivals[number % len(rivals)]
            jacks.append(rival.jack)
            players.append(AICardPlayer(rival, catalogue, rulings))
        settings = Settings(
            tuple(jacks),
            number + 1,
            catalogue.edition.edition,
            round_limit=_MOST_ROUNDS,
            act_limit=_MOST_ACTS,
        )
        play(set_up(settings, catalogue, players), settings)
    return [line for line in lines if line in watched.unseen]


class _Watched:
    """Plays as a follower of an AI card does, and crosses off the lines followed."""

    def __init__(self, follower: AICardPlayer, lines: Iterable[AILine]) -> None:
        self.unseen = dict.fromkeys(lines)
        self._follower = follower
        self._open = {
            (line.printed.turned, line.printed.main)
            for line in self.unseen
            if line.printed.section == "action"
        }

    def act(self, table: Table, seat: Seat) -> Act:
        act = self._follower.act(table, seat)
        if (table.turned, self._follower.followed) in self._open:
            self._cross_off(table, seat)
        return act

    def _cross_off(self, table: Table, seat: Seat) -> None:
        considered = self._follower.explain(table, seat).considered
        followed = {(table.turned, each.line) for each in considered if each.status == "followed"}
        for line in list(self.unseen):
            printed = line.printed
            if printed.section == "action" and (printed.turned, line.number) in followed:
                del self.unseen[line]
        self._open = {
            (line.printed.turned, line.printed.main)
            for line in self.unseen
            if line.printed.section == "action"
        }

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        answer = self._follower.choose(table, seat, question)
        if question.ask in ("retain", "cover") and answer:
            cards = [card for card in (question.cards[index] for index in answer) if card]
            kind = ast.Retain if question.ask == "retain" else ast.ResetMove
            for line in list(self.unseen):
                act = line.meaning.act
                if line.printed.turned == table.turned and isinstance(act, kind):
                    assert isinstance(act, ast.Retain | ast.ResetMove)
                    if _names_one(act.cards, cards, table, seat):
                        del self.unseen[line]
        return answer


def _names_one(meant: ast.FirstOf, cards: Sequence[Card], table: Table, seat: Seat) -> bool:
    for phrase in meant.options:
        match = matcher(phrase, table.names, table.turned)
        if any(match is None or match(card, seat) for card in cards):
            return True
    return False
