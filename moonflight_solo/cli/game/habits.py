"""What Enter chooses at a question, and which Reset questions the player is not asked."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import Final, Literal

import msgspec

from moonflight_solo.ai_cards.targeting import silent_index
from moonflight_solo.cli.output.standing import Standing
from moonflight_solo.errors import MoonflightError
from moonflight_solo.files import read_file
from moonflight_solo.rules.state import CoinTokens, GameCards, Question, Seat, Table
from moonflight_solo.userfiles import NoHome, put_in_place, user_folder
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import nodes_of

Habit = Literal["as played", "never cover", "never keep blanks", "never turn page"]

QUESTIONS: Final[tuple[Habit, ...]] = ("as played", "never cover", "never keep blanks")
HABITS: Final[tuple[Habit, ...]] = (*QUESTIONS, "never turn page")
SAID: Final[dict[tuple[Habit, bool], str]] = {
    ("as played", True): "From now on your cards leave play in the order you played them",
    ("as played", False): "You are asked in which order your cards leave play",
    ("never cover", True): "From now on you never cover a Market Stack",
    ("never cover", False): "You are asked what to cover after a deal",
    ("never keep blanks", True): "You are not asked what to retain when you hold only blank cards",
    ("never keep blanks", False): "You are asked what to retain, even if you hold only blank cards",
    ("never turn page", True): "The Turn has no page of its own",
    ("never turn page", False): "The Turn is shown on a page of its own",
}
_TYPED: Final = re.compile(
    r"((?:(?:always|never) )*)(as played|cover|keep blanks|turn page|ask)(?: |$)"
)
FILE: Final = "habits.json"
MOST_BYTES: Final = 10_000


class Habits:
    """The player's habits, saved in their data folder if possible.

    ``usual`` says that the player has not chosen any yet, and has those of most players.
    """

    def __init__(self) -> None:
        self._on: set[Habit] = {"as played"}
        self.usual = True
        with suppress(MoonflightError, msgspec.MsgspecError):
            content = read_file(user_folder(FILE), MOST_BYTES, "Delete it")
            names = msgspec.json.decode(content, type=set[str])
            self._on = {habit for habit in HABITS if habit in names}
            self.usual = False

    def __contains__(self, habit: Habit) -> bool:
        return habit in self._on

    def switch(self, habit: Habit, is_on: bool) -> bool:
        """Turn a habit on or off; return whether it could be saved."""
        (self._on.add if is_on else self._on.discard)(habit)
        self.usual = False
        try:
            path = user_folder(FILE)
            path.parent.mkdir(parents=True, exist_ok=True)
            put_in_place(path, msgspec.json.encode(sorted(self._on)))
        except (NoHome, OSError):
            return False
        return True

    def answers(self, question: Question) -> bool:
        """Return whether a habit answers this question with its default."""
        habit = habit_for(question)
        return habit is not None and habit in self


def habit_for(question: Question) -> Habit | None:
    """Return the habit that would answer a question, ``None`` for none."""
    if question.ask == "cover":
        return "never cover"
    if question.ask == "retain":
        # A blank card neither does nor scores anything at either end.
        worth = (not c or c.words or c.flipped.words or c.high_score for c in question.cards)
        return None if any(worth) else "never keep blanks"
    return "as played" if question.ask == "order" and question.source is None else None


def habits_typed(words: str) -> dict[Habit, bool]:
    """Return which habits typed words take up or drop: one or several in a line.

    "always ask" drops all, "never ask" takes up all.

    Raises :class:`MoonflightError` for words that name none.
    """
    habits: dict[Habit, bool] = {}
    verb, rest = "", " ".join(re.sub(r"[,;]|\band\b", " ", words.casefold()).split())
    while rest:
        match = _TYPED.match(rest)
        own = match[1].split()[-1:] if match else []
        verb, what = (own or [verb])[0], match[2] if match else ""
        named = [h for h in HABITS if h.removeprefix("never ") == what]
        chosen = [h for h in named if (verb == "never") is h.startswith("never ") or not own]
        if what == "ask":
            chosen = list(QUESTIONS if verb == "never" else HABITS)
        if match is None or not chosen:
            raise MoonflightError(
                'type "always as played", "never cover" or "never keep blanks"; "never ask" stops '
                'all three questions, and "always ask" turns them back on.'
            )
        habits |= dict.fromkeys(chosen, what != "ask" or verb == "never")
        rest = rest[match.end() :]
    return habits


def usual_choice(question: Question, seat: Seat) -> tuple[int, ...] | None:
    """Return Enter's choice: the usual answer, but never a card to give up."""
    if question.ask == "order":
        return tuple(range(len(question.items)))
    if question.ask == "cover":
        return ()
    if any(isinstance(item, CoinTokens) for item in question.items):
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
        for card in [*cards.kinds, *(kind.flipped for kind in cards.kinds)]
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
