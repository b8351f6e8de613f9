"""Output of an AI card's reasons, advice, and why a card's text had no effect."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace
from rich.text import Text

from moonflight_solo.ai_cards.player import Considered, Explanation
from moonflight_solo.cli.output.markup import Page, labelled, put_page, wrap
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.numbers import plural
from moonflight_solo.rules.acts import Play, Spend
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.requirements.lowering import card_condition
from moonflight_solo.rules.requirements.places import owners, zone_cards
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Act, Card, Seat, Table
from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.phrase_english import NOUNS
from moonflight_solo.wording.walk import lasts

if TYPE_CHECKING:  # slow to import
    from moonflight_solo.coach.advice import Advice, ForeseenAct
    from moonflight_solo.playtest.statistics import Estimate


FOLLOWED: Final = "followed"
PASSED_OVER: Final = "Passed over:"
_LABEL: Final = 7
MOST_FORECAST: Final = 4
"""Maximum number of likely acts to list."""
ABOVE_AND_BELOW: Final = 2
"""Lines taken by the heading and the prompt."""
_NO_LINE: Final = "No line can be followed, so it passes (ruling A-pass)."


class Reason(Value):
    """An AI player's act and the reasons for it."""

    title: str
    round: int
    explanation: Explanation

    @property
    def heading(self) -> str:
        """Who did what."""
        return f"{self.title} in round {self.round}: {self.explanation.notation}"

    def show(self, screen: Terminal) -> None:
        """Print every line considered."""
        show_reasons(self.explanation, self.heading, screen)

    def show_folded(self, screen: Terminal) -> None:
        """Print the line followed, and a summary of those passed over."""
        show_folded(self.explanation, self.heading, screen, "why all")


def show_reasons(explanation: Explanation, heading: str, terminal: Terminal) -> None:
    """Print every line considered, with the reason and the rulings it rests on."""
    terminal.say(heading, "bold")
    if explanation.because:
        terminal.say(explanation.because)
        return
    terminal.say_all(_rows(explanation.considered, terminal))
    if not explanation.line:
        terminal.say(_NO_LINE)


def show_folded(explanation: Explanation, heading: str, terminal: Terminal, more: str = "") -> None:
    """Print the line followed in full, and the numbers of those passed over.

    ``more`` is the command that shows them all, "" for none.
    """
    if explanation.because:
        show_reasons(explanation, heading, terminal)
        return
    terminal.say(heading, "bold")
    if not explanation.line:
        terminal.say(_NO_LINE)
    followed, others = _parted(explanation.considered)
    for each in followed:
        because = "" if each.because == explanation.notation else f" {each.because}"
        words = f"[{each.line}] {each.words}{because}{_ruled(each)}"
        terminal.say(_sentence(each) if terminal.plain else words)
    told = []
    for why, group in groupby(others, key=lambda each: each.status.replace("-", " ")):
        first, *more_lines = (each.line for each in group)  # they are consecutive lines
        told.append(f"{first}{f'-{more_lines[-1]}' if more_lines else ''} {why}")
    if told:
        shows = f' "{more}" shows them.' if more else ""
        terminal.say(f"{PASSED_OVER} {'; '.join(told)}.{shows}", "dim")


def show_forecast(acts: Sequence[ForeseenAct], title: str, terminal: Terminal) -> None:
    """Print an AI card's likeliest acts, each with the line it would follow, quoted once."""
    terminal.say(f"What {title} may do next, by the hands it may hold:", "bold")
    told = set()
    for each in acts[:MOST_FORECAST]:
        line = f"  [{each.line}]" if each.line else ""
        words = "" if each.line in told else f" {each.words}"
        told.add(each.line)
        terminal.say(f"{each.share:>4.0%} {each.act}{line}{words}".rstrip())
    if acts[MOST_FORECAST:]:
        rest = sum(each.share for each in acts[MOST_FORECAST:])
        terminal.say(f"{rest:>4.0%} something else", "dim")


def show_considered(lines: Sequence[Considered], terminal: Terminal) -> None:
    """Print the line followed, then those passed over; without their words if too many.

    A plain terminal gets one sentence per line.
    """
    rows = _rows(lines, terminal)
    if not terminal.plain and len(rows) > terminal.height - ABOVE_AND_BELOW:
        short = [each if each.status == FOLLOWED else replace(each, words="") for each in lines]
        rows = _rows(short, terminal)
    terminal.say_all(rows)


def _parted(lines: Sequence[Considered]) -> tuple[list[Considered], list[Considered]]:
    """Split lines into those followed and those passed over."""
    followed = [each for each in lines if each.status == FOLLOWED]
    return followed, [each for each in lines if each.status != FOLLOWED]


def _rows(lines: Sequence[Considered], terminal: Terminal) -> list[Text]:
    """Return the line followed, then those passed over, each in full."""
    followed, others = ([_block(each, terminal) for each in part] for part in _parted(lines))
    between = [[Text(PASSED_OVER, "bold")]] if others else []
    return [row for block in (*followed, *between, *others) for row in block]


def _block(considered: Considered, terminal: Terminal) -> list[Text]:
    """Return a line's number, words and reason, in one row if they fit or if plain."""
    if terminal.plain:
        return [Text(_sentence(considered))]
    followed = considered.status == FOLLOWED
    width, words = terminal.width - _LABEL, considered.words
    reason = considered.because + _ruled(considered)
    style, words_style = ("green", "bold") if followed else ("magenta", "dim")
    if words and len(words) + 2 + len(reason) <= width:
        lines = [Text().append(words, words_style).append("  ").append(reason, style)]
    else:
        lines = [*wrap(words, width, words_style), *wrap(reason, width, style)]
    return labelled(f"  {considered.line}".ljust(_LABEL), lines, "bold")


def _sentence(considered: Considered) -> str:
    named = "rulings" if len(considered.rulings) > 1 else "ruling"
    rulings = f"{named} {', '.join(considered.rulings)}; " if considered.rulings else ""
    return (
        f"Line {considered.line}, {considered.status.replace('-', ' ')}: {considered.because}"
        f" ({rulings}printed: {considered.words})"
    )


def _ruled(considered: Considered) -> str:
    return f" [{', '.join(considered.rulings)}]" if considered.rulings else ""


# ------------------------------------------------------------------------------- advice


def show_advice(advice: Advice, table: Table, seat: Seat, terminal: Terminal) -> None:
    """Print the best act, its gain over the next best, and a reason."""
    other = advice.next_best and notation(advice.next_best, table, seat)
    best, gain = notation(advice.best, table, seat), gain_in_words(advice.gain, alone=advice.alone)
    put_page(
        "advice", Page(terminal, terminal.width), advice=advice, best=best, other=other, gain=gain
    )


def gain_in_words(gain: Estimate, *, alone: bool) -> str:
    """Return a gain with its 95% interval, in points or in wins per 100 games."""
    if alone:
        return f"{gain.value:.1f} points ({gain.low:.1f} to {gain.high:.1f})"
    value, low, high = (round(100 * each) for each in (gain.value, gain.low, gain.high))
    return f"{plural(value, 'win')} in 100 games ({low} to {high})"


# ------------------------------------------------------------ why a text had no effect

_NONE = ast.Range(0, 0)


def nothing_of(act: Act | None, table: Table, seat: Seat) -> str:
    """Return why an act had no effect, to follow its log line; "" if it had no text to carry out.

    The table must be as the act left it.
    """
    effects: Sequence[ast.Effect] = ()
    card: Card | None = None
    if isinstance(act, Play) and act.card.resolve is not None:
        texts = act.card.meaning.effects
        effects = [each for each in texts if not lasts(each)]
        card = act.card
    elif isinstance(act, Spend):
        effects, card = act.ability.effects, act.placed.card
    if card is None or not effects:
        return ""
    reason = _Nothing(table, seat, card).of(effects)
    return f": no effect, {reason}" if reason else ": no effect"


class _Nothing(Value):
    """Finds why the effects of a ``card``, carried out by ``seat``, did nothing.

    Because nothing changed, conditions still evaluate as they did then.
    """

    table: Table
    seat: Seat
    card: Card

    def of(self, effects: Iterable[ast.Effect]) -> str:
        """Return the reason for the first effect that has one, "" for none."""
        return next(filter(None, map(self._why, effects)), "")

    def _why(self, effect: ast.Effect) -> str:
        if isinstance(effect, ast.If):
            if self._holds(effect.condition):
                return self.of(effect.effects)
            unmet = say(effect.condition).replace("your ", "")
            return self.of(effect.otherwise) or f'not "{unmet}"'
        if isinstance(effect, ast.May):
            if effect.optional:
                # Whether the player could have done it but declined is private.
                return self._empty(effect.effects) or "not done"
            return self.of(effect.effects) or self.of(effect.otherwise)
        if isinstance(effect, ast.Choose):
            return " or ".join(dict.fromkeys(filter(None, map(self.of, effect.ways))))
        if isinstance(effect, ast.Gain):
            none = effect.verb == "lose" and not self.seat.coins
            return "no coin token" if none else self._too_few(effect.amount)
        if isinstance(effect, ast.Instruct):
            return self._instruct(effect)
        if isinstance(effect, ast.Reveal):
            return self._none(effect.cards)
        if isinstance(effect, ast.Shuffle):
            return self._none(ast.Cards(place=effect.place))
        if isinstance(effect, ast.Swap):
            one, other = (self._none(ast.Cards(place=each)) for each in (effect.one, effect.other))
            return f"{one} and {other}" if one and other else ""
        return ""

    def _instruct(self, effect: ast.Instruct) -> str:
        cards, number, place = effect.cards, effect.cards.number, effect.cards.place
        # Who had to do it, as far as still known.
        doers = {
            "you": (self.seat,),
            "target player": self.table.seats,
            "each player": self.table.seats,
            "each opponent": self.seat.opponents,
        }.get(effect.who, ())
        if not doers:
            return ""
        if isinstance(number, ast.UpTo):
            return self._empty([effect]) or "none chosen"
        if isinstance(number, ast.Until) and effect.verb == "draw" and effect.who == "you":
            held = len(self.seat.hand)
            wanted = self.seat.hand_limit() if number.count is None else number.count
            return f"{_cards(held)} in hand already" if held >= wanted else ""
        none = [_Nothing(self.table, each, self.card)._none(cards) for each in doers]
        reason = self._too_few(number) or (none[0] if all(none) else "")
        if reason or effect.who != "you":
            return reason
        whose = effect.onto.place.owner if effect.onto and effect.onto.place else "your"
        theirs = [
            placed for each in owners(self.table, self.seat, whose) for placed in each.in_play
        ]
        if effect.verb == "set" and not any(placed.card.stability for placed in theirs):
            return "no card in play with Stability"
        free = place is not None and place.owner == "target" and ast.STACKS.issuperset(place.zones)
        return "no such card in the Stack chosen" if free and cards.extreme is None else ""

    def _holds(self, condition: ast.Condition) -> bool:
        table = self.table
        return card_condition(condition, table.names, self.card.turned, self.card)(table, self.seat)

    def _too_few(self, number: object) -> str:
        """Return the number of cards counted if too few for a single "for each", "" otherwise."""
        if not isinstance(number, ast.Per):
            return ""
        there = _number(number.place, self.table, self.seat)
        if there is None or there // number.each:
            return ""
        return f"{_cards(there)} in {_named(number.place)}"

    def _none(self, cards: ast.Cards) -> str:
        """Return that no matching card is in its place, "" if one is or that would reveal hidden
        cards.
        """
        place = cards.place
        if place is None:
            return ""
        if _number(place, self.table, self.seat) == 0:
            return f"no card in {_named(place)}"
        if place.owner != "your" or place.top or "draw deck" in place.zones:
            return ""
        there = ast.Has(replace(cards, number=None, extreme=None, ties=(), other=False), _NONE)
        try:
            return say(there).replace("your ", "") if self._holds(there) else ""
        except CannotDo:
            return ""

    def _empty(self, effects: Iterable[ast.Effect]) -> str:
        """Return that a place cards are taken from is empty, which is public; "" if none is."""
        places = (each.cards.place for each in effects if isinstance(each, ast.Instruct))
        empty = (each for each in places if each and _number(each, self.table, self.seat) == 0)
        return next((f"no card in {_named(each)}" for each in empty), "")


def _cards(number: int) -> str:
    return f"{number or 'no'} card{'' if number == 1 else 's'}"


def _named(place: ast.Place) -> str:
    whose = {"target": "any ", "opponent": "an opponent's "}.get(place.owner, "")
    return whose + " or ".join(NOUNS[zone] for zone in place.zones)


def _number(place: ast.Place, table: Table, seat: Seat) -> int | None:
    """Return the number of cards in a place, ``None`` if not countable here."""
    counted = set(NOUNS) - {"market stack"}
    if not counted.issuperset(place.zones) or place.settled is not None:
        return None
    cards = (
        zone_cards(each, zone, top=False)
        for each in owners(table, seat, place.owner)
        for zone in place.zones
    )
    there = sum(map(len, cards))
    if "draw deck" in place.zones:
        # Drawing from an empty Draw Deck shuffles the Discard Stack into it.
        there += sum(len(each.discard_stack) for each in owners(table, seat, place.owner))
    return there
