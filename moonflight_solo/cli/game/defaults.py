"""What Enter chooses when a person is asked a question."""

from __future__ import annotations

from functools import lru_cache

from moonflight_solo.ai_cards.targeting import silent_index
from moonflight_solo.cli.output.standing import Standing
from moonflight_solo.rules.state import CoinTokens, GameCards, Question, Seat, Table
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import nodes_of


def usual_choice(question: Question, seat: Seat) -> tuple[int, ...] | None:
    """Return Enter's choice: the usual answer, but never a card to give up."""
    if question.ask == "order":
        return tuple(range(len(question.items)))
    if question.ask == "cover":
        return ()
    if any(isinstance(each, CoinTokens) for each in question.items):
        return None
    if question.ask == "move":
        return _worth_moving(question, seat)
    if question.passed_over:
        likely = silent_index(question, seat)
        return (likely,) if question.owners[likely] == seat.number else ()
    if question.least == 0:
        return ()
    if question.ask in ("token", "deal"):
        return tuple(range(question.least))
    keyword = KEYWORDS.get(question.ask)
    if question.least != 1 or (keyword is not None and keyword.gives_up):
        return None
    return (silent_index(question, seat),)


def is_idle(question: Question, table: Table) -> bool:
    """Return whether no card of the game says anything about the Discard Stack in which the cards
    leaving play are asked to be put in order.
    """
    leaving = question.ask == "order" and question.source is None
    return leaving and not _discard_stacks_matter(table.cards)


@lru_cache(maxsize=256)
def _discard_stacks_matter(cards: GameCards) -> bool:
    return any(
        "discard stack" in place.zones
        for card in [*cards.kinds, *(each.flipped for each in cards.kinds)]
        for place in nodes_of(card.meaning, ast.Place)
    )


def _worth_moving(question: Question, seat: Seat) -> tuple[int, ...] | None:
    """Return what Enter moves from one place to another: one's own card that scores most, or from
    an opponent's Stack one that scores nothing, but nothing that is held or in play.
    """
    if not {"hand", "in play"}.isdisjoint(question.zones):
        return () if question.least == 0 else None
    worth = [card.high_score if card else 0 for card in question.cards]
    mine = [owner == seat.number for owner in question.owners] or [True] * len(worth)
    own = [i for i, score in enumerate(worth) if mine[i] and (score or all(mine))]
    theirs = [i for i, score in enumerate(worth) if not mine[i] and not score]
    if own or theirs:
        return (silent_index(question, seat, own or theirs),)
    return () if question.least == 0 else None


def worth_keeping(question: Question, stands: Standing) -> tuple[int, ...]:
    """Return what Enter retains: nothing, or at the End the highest-scoring cards."""
    if not stands.ending:
        return ()
    cards = [card.flipped if stands.turns else card for card in question.cards if card]
    scoring = [index for index, card in enumerate(cards) if card.score]
    best = sorted(scoring, key=lambda index: -cards[index].score)[: question.most]
    return tuple(sorted(best))
