"""The log of a game as one seat sees it, one line per act, with AI cards' reasons.

It never names other players' hidden cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

import msgspec
from msgspec.structs import replace

from moonflight_solo.ai_cards.player import AICardPlayer, ExplainingPlayer
from moonflight_solo.cli.output.view import FOLLOWED, LineKind, LogLine, Reason
from moonflight_solo.numbers import plural
from moonflight_solo.rules.acts import Build, Pass, Play, Shop, total_price
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.notation import act_words, in_prose, stack_names
from moonflight_solo.rules.requirements.places import PILES
from moonflight_solo.rules.state import Act, Card, Event, Seat, Table
from moonflight_solo.wording.keywords import KEYWORDS, third_person
from moonflight_solo.wording.phrase_english import NOUNS

PLACES: Final[dict[str, str]] = {**NOUNS, "market stack": "a Market Stack"}
VERBS: Final = {
    "token": "take",
    "leave play": "Move",
    "settled": "Move",
    "cover": "cover a Market Stack with",
    "blocked": "meet",
}
_TO_DISCARD: Final = " to the Discard Stack"
STYLES: Final[dict[LineKind, str]] = {
    "act": "",
    "pass": "dim",
    "reset": "dim",
    "round": "bold",
    "turn": "bold magenta",
    "end": "bold",
    "said": "bold",
}
_COUNTED: Final = {
    "gain": "coin token",
    "lose": "coin token",
    "return": "coin token",
    "shuffle": "card",
    "token": "token",
    "turned": "card",
}
"""Events that count something other than the cards they name, and what they count."""

FACE_DOWN: Final = frozenset(("draw deck", "supply stack"))


class _Deed(msgspec.Struct, eq=False):
    """One consequence of an act: who did what, with which cards or how many."""

    seat: int
    verb: str
    noun: str
    tail: str
    by: str
    cards: list[Card]
    number: int

    @property
    def kind(self) -> tuple[object, ...]:
        """Equal for consecutive deeds that can be merged into one."""
        return self.seat, self.verb, self.noun, self.tail, self.by, not self.cards


class _Line(msgspec.Struct):
    seat: int
    head: str
    kind: LineKind
    printed: str = ""
    parts: list[_Deed] = msgspec.field(default_factory=list)
    midway: bool = False
    names_act: bool = True


class Narrator:
    """Turns table events into log lines, one per act.

    ``viewer`` is the seat to tell it from, ``None`` for a spectator of ``open_hands``. ``history``
    holds every completed line. ``players`` are the AI players, by seat, whose acts are explained;
    ``reasons`` gives each one's last explanation, ordered by when they acted. Call `listen` before
    use.
    """

    table: Table

    def __init__(
        self,
        viewer: int | None,
        players: Mapping[int, ExplainingPlayer] | None = None,
        *,
        open_hands: bool = False,
    ) -> None:
        self.viewer = viewer
        self.players = players or {}
        self.history: list[LogLine] = []
        self.reasons: dict[int, Reason] = {}
        self.open_hands = open_hands or viewer is None
        self._act: Act | None = None
        self._lines: list[_Line] = []
        self._passes = 0
        self._by = ""
        self._fresh = False
        self._news = 0

    def listen(self, table: Table) -> None:
        """Attach to a table as its listener."""
        self.table = table
        table.listener = self

    def take(self, *, midway: bool = False) -> list[LogLine]:
        """Return the lines not taken before, completing the current one.

        ``midway`` says that the current act may still have consequences.
        """
        for line in self._lines:
            line.midway = midway
        self.flush()
        news = self.history[self._news :]
        self._news = len(self.history)
        return news

    def flush(self) -> None:
        """Complete the current lines."""
        lines, self._lines = self._lines, []
        for line in lines:
            self.tell(self._whole(line), line.kind, line.seat, line.printed)

    def __call__(self, event: Event) -> None:
        """Handle a table event."""
        if event.kind in ("act", "round", "turn", "end"):
            self.flush()
        if event.kind == "act":
            self._begin_act(event)
        elif event.kind == "round":
            self._passes = 0
            alone = len(self.table.seats) == 1
            first = "" if alone else f" First Player: {self.table.title(event.seat)}."
            self.tell(f"Round {event.number}.{first}")
        elif event.kind == "turn":
            self.tell("The Turn: every card flips to its other end.", "turn")
        elif event.kind == "end":
            for words in ending(event.what, self.table, self.viewer):
                self.tell(words, "end")
        elif event.kind == "choice":
            self._note_ruling(event)
        elif event.kind == "triggered":
            self._by = event.cards[0].name
        else:
            self._follow(event)

    # -- acts

    def _begin_act(self, event: Event) -> None:
        printed = self._explain(event.seat) if event.seat in self.players else ""
        act: Act = event.what
        self._act, self._fresh = act, True
        passing = isinstance(act, Pass)
        self._passes = self._passes + 1 if passing else 0
        line = f" [{event.line}]" if event.line else ""
        name = "You" if event.seat == self.viewer else self.table.title(event.seat)
        head = f"{name}{line} {self._deed_in_words(act, self.table.seats[event.seat])}"
        if passing:
            self._lines = [_Line(event.seat, head, "pass")]
        else:
            self._lines = [_Line(event.seat, head, "act", printed)]

    def _explain(self, number: int) -> str:
        """Store an AI player's explanation now: after the act it no longer matches the table.

        Returns the printed words of the line it follows, "" for none.
        """
        why = self.players[number].explain(self.table, self.table.seats[number])
        if isinstance(why.act, Build) and not self._sees(number):
            words = f"build {_set_cards(why.act, self.table.seats[number])}"
            considered = (
                replace(line, because=words) if line.because == why.notation else line
                for line in why.considered
            )
            why = replace(why, notation=words, considered=tuple(considered))
        self.reasons.pop(number, None)
        self.reasons[number] = Reason(self.table.title(number), self.table.round, why)
        return next((each.words for each in why.considered if each.status == FOLLOWED), "")

    def _note_ruling(self, event: Event) -> None:
        """Note the ruling behind an AI card's choice on which its line is silent."""
        player, reason = self.players.get(event.seat), self.reasons.get(event.seat)
        if reason is None or not isinstance(player, AICardPlayer):
            return
        ruling = player.silent_on(event.what, self.table, self.table.seats[event.seat])
        if ruling:
            explanation = reason.explanation.resting_on(ruling)
            self.reasons[event.seat] = replace(reason, explanation=explanation)

    def _deed_in_words(self, act: Act, seat: Seat) -> str:
        if isinstance(act, Shop):
            cost = total_price(self.table, seat, act.cards(seat) or ())
            paid = plural(cost, "coin token") if cost else "nothing"
            *first, last = stack_names(act.stacks(seat), seat, in_prose)
            bought = f"{', '.join(first)} and {last}" if first else last
            return f"{self._verb(seat.number, 'buy')} {bought} for {paid}"
        words = act_words(act, seat, in_prose)
        done = words._replace(verb=self._verb(seat.number, words.verb))
        if isinstance(act, Build) and not self._sees(seat.number):
            return f"{done.verb}: {_set_cards(act, seat)}"
        return str(done)

    # -- consequences

    def _follow(self, event: Event) -> None:
        part = None if self._is_told(event) else self._part(event)
        self._by = ""
        self._fresh = False
        if part is None:
            return
        line = self._line(event)
        last = line.parts[-1] if line.parts else None
        if last is not None and last.kind == part.kind:
            last.cards += part.cards
            last.number += part.number
        else:
            line.parts.append(part)

    def _line(self, event: Event) -> _Line:
        """Return the line an event belongs to: the act's, or in Reset its seat's.

        If an act was already told in part, because its player had a question, a new line continues
        it.
        """
        if not self.in_reset:
            if not self._lines:
                self._lines.append(self._going_on("Then", self.table.acting, "act"))
            return self._lines[0]
        if self._lines and self._lines[0].kind != "reset":
            self.flush()
        for line in self._lines:
            if line.seat == event.seat:
                return line
        self._lines.append(self._going_on("In Reset", event.seat, "reset"))
        return self._lines[-1]

    @property
    def in_reset(self) -> bool:
        """Whether all players have passed, so that Reset is on."""
        return self._passes >= len(self.table.seats)

    def _is_told(self, event: Event) -> bool:
        """Return whether the act's own words cover this event, or there is nothing to tell."""
        kind, act = event.kind, self._act
        if kind == "play":
            return isinstance(act, Play) and act.card in event.cards and self._fresh
        if kind == "set":
            return isinstance(act, Build) and self._fresh
        if kind == "purchase":
            return event.what is not None
        return kind == "spend" or (kind == "retain" and not event.cards)

    def _part(self, event: Event) -> _Deed:
        kind, seat = event.kind, event.seat
        # A keyword has its capital, as on the cards: it is what triggers other cards.
        verb, tail = VERBS.get(kind, kind.capitalize() if kind in KEYWORDS else kind), _tail(event)
        # What leaves play lay open; cards that were Set on it are revealed.
        given = (kind, event.source, event.place) == ("move", "hand", "discard stack")
        leaves = kind == "leave play" or (given and self.in_reset)
        tail = _TO_DISCARD if leaves else tail
        # Nobody has seen a card that goes from one face-down Stack to another.
        is_seen = self.open_hands or not {event.source, event.place} <= FACE_DOWN
        is_open = not leaves and is_seen and (self._sees(seat) or not event.hidden)
        cards = list(event.cards) if is_open else []
        if kind == "turned":
            verb = "turn up" if cards else "turn"
        number = event.number if kind in _COUNTED else len(event.cards)
        return _Deed(seat, verb, _COUNTED.get(kind, "card"), tail, self._by, cards, number)

    # -- words

    def _whole(self, line: _Line) -> str:
        if not line.parts:
            act = None if line.midway else self._act
            from moonflight_solo.rules.texts.no_effect import why_no_effect

            why = why_no_effect(act, self.table, self.table.seats[line.seat])
            nothing = "" if why is None else f", no effect: {why}" if why else ": no effect"
            return f"{line.head}{nothing}."
        sentence = ""
        for part in line.parts:
            what = cards_in_words(part.cards) or plural(part.number, part.noun)
            who = "" if part.seat == line.seat else f"{self._name_within(part.seat)} "
            sentence += (", and " if part.by and not who else "; ") * bool(sentence)
            sentence += f"{who}{self._verb(part.seat, part.verb)} {what}{part.tail}"
            sentence += f" ({part.by})" if part.by else ""
        return f"{line.head}{': ' if line.names_act else ' '}{sentence}."

    def _going_on(self, when: str, number: int, kind: LineKind) -> _Line:
        """Return a line that names no act, but only when somebody does what follows."""
        return _Line(number, f"{when} {self._name_within(number)}", kind, names_act=False)

    def _name_within(self, number: int) -> str:
        """Return a name as it stands within a sentence."""
        return "you" if number == self.viewer else self.table.title(number)

    def _verb(self, number: int, verb: str) -> str:
        if number == self.viewer:
            return verb
        first, space, rest = verb.partition(" ")
        return f"{third_person(first)}{space}{rest}"

    def _sees(self, number: int) -> bool:
        return self.open_hands or number == self.viewer

    def tell(
        self, words: str, kind: LineKind = "round", seat: int | None = None, printed: str = ""
    ) -> None:
        """Append a line that need not come from an event."""
        self.history.append(LogLine(words, kind, seat, printed))


def _set_cards(act: Build, seat: Seat) -> str:
    """Return the public part of a Build act: how many cards go where."""
    onto = ", ".join(dict.fromkeys(placed.card.name for _, placed in act.onto(seat)))
    return f"{plural(len(act.pairs), 'card')} on {onto}"


def _tail(event: Event) -> str:
    """Return what follows an event's cards: where they come from and go to."""
    source, place = (PLACES.get(words, words) for words in (event.source, event.place))
    if event.kind == "reveal":
        whose = f"{place}'s " if place else ""
        return f" of {whose}{source}" if event.source == "hand" else f" on top of {whose}{source}"
    keyword = KEYWORDS.get(event.kind)
    if keyword is not None and keyword.source is not None and keyword.goes_to in PILES:
        usual = event.source in ("", keyword.source.zones[0])
        return "" if usual else f" from {source}"
    onto = f" on {event.place}" if event.place else ""
    return {
        "set": f" on {event.place}",
        "return": " to the Supply",
        "shuffle": " into a new Draw Deck",
        "token": f" from the {event.source} stack",
        "move": f" within {place}" if source == place else f" from {source} to {place}",
        "settled": f", Settled{onto},{_TO_DISCARD}",
        "deal": f" to Market Stack{'s' * (len(event.cards) > 1)} {event.place}",
        "turned": " on top of the Draw Deck" if event.source == "draw deck" else f" in {source}",
        "blocked": ", which cannot be moved that way",
    }.get(event.kind, "")


def ending(outcome: Outcome, table: Table, viewer: int | None) -> list[str]:
    """Return the End in sentences: its cause, every score, the winner and why."""
    lines = [_cause(outcome, table)]
    for number in outcome.ranking:
        score, seat = outcome.scores[number], table.seats[number]
        who = "You score" if number == viewer else f"{table.title(number)} scores"
        scoring = [card for card in seat.hand if card.score]
        scoring.sort(key=lambda card: (-card.score, seat.hand.index(card)))
        each = cards_in_words(scoring, scores=True)
        lines.append(f"{who} {score}{': ' if each else ''}{each}.")
    if outcome.winner is not None and len(table.seats) > 1:
        who = "You win" if outcome.winner == viewer else f"{table.title(outcome.winner)} wins"
        lines.append(f"{who}: {outcome.won_by}.")
    return lines


def _cause(outcome: Outcome, table: Table) -> str:
    if outcome.ended_by == "end":
        names = " and ".join(table.title(number) for number in outcome.triggered_by)
        who = f"{names} {'has' if len(outcome.triggered_by) == 1 else 'have'}"
        cause = f"{who} no cards left in Draw Deck or Discard Stack"
    elif outcome.ended_by == "score-mode end":
        cause = "the last token of the End stack was taken"
    elif outcome.ended_by == "round limit":
        return f"Unfinished: the game reached its limit of {plural(outcome.rounds, 'round')}."
    else:
        return f"Unfinished: round {outcome.rounds} reached the limit on acts and was stopped."
    when = "" if outcome.turned else ", before the Turn"
    return f"The End, in round {outcome.rounds}{when}: {cause}."


def cards_in_words(cards: Sequence[Card], *, scores: bool = False) -> str:
    """List card names in order, counting equal ones next to each other, with their scores if
    ``scores`` is set.
    """
    alike = [(card, len([*same])) for card, same in groupby(cards)]
    return ", ".join(
        card.name + (f" {card.score}" if scores else "") + (f" ×{count}" if count > 1 else "")
        for card, count in alike
    )
