"""What happened, told in a line an act, from one seat: nobody else's hidden cards are named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from moonflight_solo.cli.output.view import Told, ToldKind
from moonflight_solo.rules.acts import Build, Pass, Play, Shop, Spend
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Card, Event, Seat, Table

PLACES: Final = {
    "hand": "hand",
    "in play": "play",
    "draw deck": "Draw Deck",
    "discard stack": "Discard Stack",
    "trash stack": "Trash Stack",
    "supply stack": "Supply Stack",
    "market stack": "a Market Stack",
}


@dataclass(slots=True)
class _Part:
    """One thing that followed: who did what with which cards, or with how many."""

    seat: int
    verb: str
    cards: list[Card]
    number: int
    noun: str
    tail: str
    by: str

    def joins(self, other: _Part) -> bool:
        """Whether the other part only goes on with this one."""
        return (self.seat, self.verb, self.noun, self.tail, self.by) == (
            other.seat,
            other.verb,
            other.noun,
            other.tail,
            other.by,
        ) and bool(self.cards) == bool(other.cards)


@dataclass(slots=True)
class _Line:
    seat: int
    head: str
    kind: ToldKind
    parts: list[_Part] = field(default_factory=list)


class Teller:
    """Listens to a table and makes one line of each act, and short ones of the rest.

    ``viewer`` is the seat number to tell it from, ``None`` for a spectator of open hands.
    ``followed`` gives the AI-card line of a seat's last act, or "". ``told`` is called with
    each line as soon as it is complete; ``history`` keeps them all.
    """

    def __init__(
        self,
        viewer: int | None,
        *,
        open_hands: bool = False,
        followed: Callable[[int], str] = lambda number: "",
        told: Callable[[Told], None] | None = None,
    ) -> None:
        self.viewer = viewer
        self.history: list[Told] = []
        self._open = open_hands or viewer is None
        self._followed = followed
        self._told = told
        self._table: Table | None = None
        self._act: Act | None = None
        self._lines: list[_Line] = []
        self._passes = 0
        self._by = ""
        self._fresh = False
        self._news = 0

    def listen(self, table: Table) -> None:
        """Become the table's listener."""
        self._table = table
        table.listener = self

    def announce(self, words: str) -> None:
        """Tell something that is no event, such as who plays."""
        self._say(words, "round")

    def take(self) -> list[Told]:
        """Return what has not been taken yet, and complete the line begun."""
        self.flush()
        news = self.history[self._news :]
        self._news = len(self.history)
        return news

    def flush(self) -> None:
        """Complete the lines begun."""
        lines = self._lines
        self._lines = []
        for line in lines:
            self._say(self._whole(line), line.kind, line.seat)

    def __call__(self, event: Event) -> None:
        """Hear of one thing that happened."""
        assert self._table is not None
        table = self._table
        if event.kind == "act":
            self._begin_act(event, table)
        elif event.kind == "round":
            self.flush()
            self._passes = 0
            first = table.title(event.seat)
            alone = len(table.seats) == 1
            self._say(
                f"Round {event.number}." + ("" if alone else f" First Player: {first}."), "round"
            )
        elif event.kind == "turn":
            self.flush()
            self._say("The Turn: every card is turned over, and its other end counts.", "turn")
        elif event.kind == "end":
            self.flush()
            assert isinstance(event.what, Outcome)
            for words in ending(event.what, table, self.viewer):
                self._say(words, "end")
        elif event.kind == "triggered":
            self._by = event.cards[0].name
        else:
            self._follow(event, table)

    # -- acts

    def _begin_act(self, event: Event, table: Table) -> None:
        self.flush()
        act = event.what
        assert isinstance(act, Play | Spend | Shop | Build | Pass)
        seat = table.seats[event.seat]
        self._act = act
        self._fresh = True
        passing = isinstance(act, Pass)
        self._passes = self._passes + 1 if passing else 0
        number = self._followed(event.seat)
        line = f" [{number}]" if number else ""
        head = f"{self._name(event.seat)}{line} {self._done(act, seat, table)}"
        self._lines = [_Line(event.seat, head, "pass" if passing else "act")]

    def _done(self, act: Act, seat: Seat, table: Table) -> str:
        number = seat.number
        words = notation(act, table, seat).partition(" ")[2]
        if isinstance(act, Play):
            return f"{self._verb(number, 'play')} {words}"
        if isinstance(act, Spend):
            return f"{self._verb(number, 'spend')} {words}"
        if isinstance(act, Shop):
            cost = sum(card.cost for card in act.cards() or ())
            return f"{self._verb(number, 'buy')} {words} for {_coins(cost)}"
        if isinstance(act, Build):
            verb = self._verb(number, "build")
            if self._sees(number):
                return f"{verb} {words}"
            onto = ", ".join(dict.fromkeys(placed.card.name for _, placed in act.pairs))
            return f"{verb}: {_count(len(act.pairs))} on {onto}"
        return self._verb(number, "pass")

    # -- what follows

    def _follow(self, event: Event, table: Table) -> None:
        part = self._part(event, table)
        self._by = ""
        self._fresh = False
        if part is None:
            return
        line = self._line(event)
        if line.parts and line.parts[-1].joins(part):
            line.parts[-1].cards.extend(part.cards)
            line.parts[-1].number += part.number
        else:
            line.parts.append(part)

    def _line(self, event: Event) -> _Line:
        """Return the line that an event belongs to: the act's, or its seat's in Reset.

        An act that was told in part, because its player had to be asked, goes on in another.
        """
        assert self._table is not None
        acting = self._table.acting
        if self._passes < len(self._table.seats):
            if not self._lines:
                name = self._name(acting)
                head = f"Then {'you' if acting == self.viewer else name}"
                self._lines.append(_Line(acting, head, "act"))
            return self._lines[0]
        if self._lines and self._lines[0].kind != "reset":
            self.flush()
        for line in self._lines:
            if line.seat == event.seat:
                return line
        line = _Line(event.seat, f"{self._name(event.seat)} in Reset", "reset")
        self._lines.append(line)
        return line

    def _part(self, event: Event, table: Table) -> _Part | None:
        kind, seat, act = event.kind, event.seat, self._act
        in_reset = self._passes >= len(table.seats)
        cards = event.cards if self._sees(seat) or not event.hidden else []
        number = len(event.cards)
        noun = "card"
        tail = ""
        verb: str = kind
        if kind == "play":
            if isinstance(act, Play) and act.card in event.cards and self._fresh:
                return None
        elif kind == "spend" or kind == "choice":
            return None
        elif kind == "purchase":
            if event.what is not None:
                return None
        elif kind == "set":
            if isinstance(act, Build) and self._fresh:
                return None
            tail = f" on {event.place}"
        elif kind == "gain":
            number, noun = event.number, "coin token"
        elif kind == "shuffle":
            number, tail = event.number, " into a new Draw Deck"
        elif kind == "token":
            number, noun, verb = event.number, "token", "take"
            tail = f" from the {event.source} stack"
        elif kind == "move" and in_reset:
            verb, cards = "put away", []
        elif kind == "move":
            to = PLACES.get(event.place, event.place)
            tail = f" from {PLACES.get(event.source, event.source)} to {to}"
        elif kind == "leave play":
            verb, cards = "put away", []
        elif kind == "settled":
            verb, cards, tail = "put away", [], " that had been Set"
        elif kind == "retain":
            if not event.cards:
                return None
            verb = "keep"
        elif kind == "cover":
            verb = "cover a Market Stack with"
        elif kind == "blocked":
            verb, tail = "meet", ", which cannot be moved so"
        if kind in ("draw", "discard", "trash") and event.source not in ("", "hand", "draw deck"):
            tail = f" from {PLACES.get(event.source, event.source)}"
        elif kind in ("discard", "trash") and event.source == "draw deck":
            tail = " from Draw Deck"
        return _Part(seat, verb, list(cards), number, noun, tail, self._by)

    # -- words

    def _whole(self, line: _Line) -> str:
        if not line.parts:
            return f"{line.head}."
        said = []
        for part in line.parts:
            what = cards_in_words(part.cards) or _count(part.number, part.noun)
            by = f"by {part.by} " if part.by else ""
            who = "" if part.seat == line.seat else f"{self._name(part.seat)} "
            said.append(f"{by}{who}{self._verb(part.seat, part.verb)} {what}{part.tail}")
        return f"{line.head}: {'; '.join(said)}."

    def _name(self, number: int) -> str:
        assert self._table is not None
        return "You" if number == self.viewer else self._table.title(number)

    def _verb(self, number: int, verb: str) -> str:
        if number == self.viewer:
            return verb
        first, space, rest = verb.partition(" ")
        ending = "es" if first.endswith(("s", "sh")) else "s"
        return f"{first}{ending}{space}{rest}"

    def _sees(self, number: int) -> bool:
        return self._open or number == self.viewer

    def _say(self, words: str, kind: ToldKind, seat: int | None = None) -> None:
        told = Told(words, kind, seat)
        self.history.append(told)
        if self._told is not None:
            self._told(told)


def ending(outcome: Outcome, table: Table, viewer: int | None) -> list[str]:
    """Return how a game ended, what everyone scores, who won and why, a sentence each."""
    lines = [_cause(outcome, table)]
    for number in outcome.ranking:
        score, seat = outcome.scores[number], table.seats[number]
        who = "You score" if number == viewer else f"{table.title(number)} scores"
        scoring = [card for card in seat.hand if card.score]
        each = cards_in_words(sorted(scoring, key=lambda card: -card.score), scores=True)
        lines.append(f"{who} {score}{': ' if each else ''}{each}.")
    if outcome.winner is not None and len(table.seats) > 1:
        who = "You win" if outcome.winner == viewer else f"{table.title(outcome.winner)} wins"
        lines.append(f"{who}: {outcome.won_by}.")
    return lines


def _cause(outcome: Outcome, table: Table) -> str:
    if outcome.ended_by == "end":
        names = " and ".join(table.title(number) for number in outcome.triggered_by)
        who = f"{names} {'has' if len(outcome.triggered_by) == 1 else 'have'}"
        cause = f"{who} no card left in Draw Deck and Discard Stack"
    elif outcome.ended_by == "score-mode end":
        cause = "the last token of the End stack is taken"
    elif outcome.ended_by == "round limit":
        return f"Unfinished: the limit of {outcome.rounds} rounds is reached."
    else:
        return f"Unfinished: round {outcome.rounds} reached the limit of acts without an end."
    when = "" if outcome.turned else ", before the Turn"
    return f"The End, in round {outcome.rounds}{when}: {cause}."


def cards_in_words(cards: Sequence[Card], *, scores: bool = False) -> str:
    """Return the names of cards, equal ones counted, with what each scores if wanted."""
    words = []
    for card in dict.fromkeys(cards):
        count = list(cards).count(card)
        score = f" {card.score}" if scores else ""
        words.append(f"{card.name}{score}" + (f" ×{count}" if count > 1 else ""))
    return ", ".join(words)


def _count(number: int, noun: str = "card") -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _coins(number: int) -> str:
    return _count(number, "coin token") if number else "nothing"
