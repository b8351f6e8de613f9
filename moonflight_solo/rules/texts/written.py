"""Card texts as written Python: what a text does while nobody listens, in straight lines of code.

A text has such a form if the acting player's choices are known beforehand and no card of the game
bars, changes or replaces what it does. Every other text is followed by its compiled
instructions (`effects`). Both do the same to the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.requirements.codegen import Code, expression, indented
from moonflight_solo.rules.requirements.lowering import goes_by_no_seat, text_requirement
from moonflight_solo.rules.requirements.places import PILES
from moonflight_solo.rules.requirements.selectors import describes
from moonflight_solo.rules.state import (
    Card,
    GameCards,
    Question,
    Seat,
    Table,
    TriggerEvent,
)
from moonflight_solo.rules.state.cards import MOVES
from moonflight_solo.rules.texts.candidates import offer_from
from moonflight_solo.rules.texts.destinations import pile_for
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import lasts, nodes_of

PickIndex = Callable[[Sequence[Card]], int]
"""Returns the index of the card that the player chooses among several of its own."""
Choice = Callable[[ast.Verb, tuple[ast.Zone, ...]], PickIndex | None]
"""Returns how the player chooses its own cards in these zones for a verb, if that is known."""
Offered = Callable[[Question, Table, Seat], int]
"""Returns the index of the item that the player chooses of a question."""
Enter = Callable[[Table, Seat], object]
"""Puts a card in play that another card plays, and follows its text."""

_DECK = ast.Place(("draw deck",), top=True)
_OPEN = frozenset[ast.Zone]({"hand", "in play", "discard stack", "trash stack"})


class NoWrittenForm(Exception):
    """A text, or a part of it, that is not written as code."""


class Circumstances:
    """What the cards of a game do to keywords, on one side of the Turn.

    ``asking``: a trigger or replacement may ask a player something, so that whoever acts has to
    know its act. ``paying``: as of the table.
    """

    def __init__(self, cards: GameCards, turned: bool, paying: ast.Verb) -> None:
        self.cards, self.turned, self.paying = cards, turned, paying
        self.watched = cards.watched[turned]
        moved = "move" in self.watched
        self.trigger_verbs = MOVES | self.watched if moved else self.watched
        self.disturbed = cards.barred[turned] | cards.replaced[turned] | cards.changed[turned]
        up = (card.flipped if card.turned != turned else card for card in cards.kinds)
        ends = [end for card in up for end in ((card, card.flipped) if cards.turning else (card,))]
        self.triggers = [(card, each) for card in ends for each in card.triggers]
        self.drawing = {verb: self._draws(verb) for verb in self.trigger_verbs}
        plain = all(drawn is not None for drawn in self.drawing.values())
        meanings = [end.meaning for card in cards.kinds for end in (card, card.flipped)]
        self.looking = any(nodes_of(each, ast.Reveal) for each in meanings)
        self.entering = _Entering(self)
        self.asking = bool(cards.replaced[turned]) or not plain or "shuffle" in self.watched

    def undisturbed(self, *verbs: str) -> bool:
        """Return whether nothing bars, changes, replaces or remembers these keywords and acts."""
        calm = self.disturbed.isdisjoint(verbs) and not self.cards.remembers
        return calm and "shuffle" not in self.watched

    def _draws(self, verb: str) -> list[tuple[Card, int]] | None:
        """Return which characters Draw how many cards for each card done so, if that is all."""
        drawn: list[tuple[Card, int]] = []
        for card, each in self.triggers:
            if each.verb != verb and not (each.verb == "move" and verb in MOVES):
                continue
            when = next(w for w in card.meaning.effects if isinstance(w, ast.When))
            many = [w for w in card.meaning.effects if isinstance(w, ast.When)]
            does = when.effects[0] if len(when.effects) == 1 == len(many) else None
            number = does.cards.number if isinstance(does, ast.Instruct) else None
            if not isinstance(number, int) or not card.is_character or "draw" in self.trigger_verbs:
                return None
            if does != ast.Instruct("draw", ast.Cards(number, place=_DECK)):
                return None
            if when != ast.When(verb, ast.Cards(1), when.effects):  # type: ignore[arg-type]
                return None
            drawn.append((card, number))
        return drawn


class _Entering(dict[Card, Enter]):
    """How each card enters play that another card plays; written when first asked for.

    Its player chooses by default, as no line speaks of what that card asks.
    """

    def __init__(self, here: Circumstances) -> None:
        self._here = here
        self.write: Callable[[Card, Circumstances], Enter | None] | None = None

    def __missing__(self, card: Card) -> Enter:
        written = self.write(card, self._here) if self.write else None
        way = self[card] = written or partial(_enter, card)
        return way


def _enter(card: Card, table: Table, seat: Seat) -> None:
    moves.put_in_play(table, seat, card)


class TextWriter:
    """Writes what follows from playing a card, or from a Spend ability, for one player's choices.

    The code speaks of ``table`` and ``seat``. ``nested`` is how deep it stands: 1 in a Play. A text
    without a written form raises :class:`NoWrittenForm`.
    """

    def __init__(
        self, here: Circumstances, code: Code, choice: Choice, offered: Offered, nested: int
    ) -> None:
        self._here, self._code, self._nested = here, code, nested
        self._choice, self._offered = choice, offered
        self._chains = False

    def lines(self, effects: Sequence[ast.Effect], own: Card) -> list[str]:
        """Return the code of effects, which ``own`` brings about."""
        steps = [effect for effect in effects if not lasts(effect)]
        if len(steps) > 1 and not all(map(_leaves_play_alone, steps)):
            raise NoWrittenForm
        body = [line for effect in steps for line in self._effect(effect, own)]
        if not self._chains:
            return body
        if not self._nested:
            return body
        end = ["table.nested -= 1", *(["table.chained = 0"] if self._nested == 1 else [])]
        begin = ["table.nested += 1", *(["table.chained += 1"] if self._nested == 1 else [])]
        return [*begin, "try:", *indented(body), "finally:", *indented(end)]

    def _effect(self, effect: ast.Effect, own: Card) -> Iterable[str]:
        if getattr(effect, "who", "you") != "you":
            raise NoWrittenForm
        if isinstance(effect, ast.Gain):
            return self._gain(effect)
        if isinstance(effect, ast.If):
            return self._if(effect, own)
        if isinstance(effect, ast.Instruct):
            return self._instruct(effect, own)
        raise NoWrittenForm

    def _gain(self, gain: ast.Gain) -> list[str]:
        if not self._here.undisturbed("gain") or "gain" in self._here.trigger_verbs:
            raise NoWrittenForm
        number = self._number(gain.amount)
        if gain.verb == "lose":
            return [f"seat.coins -= min({number}, seat.coins)"]
        return [f"seat.coins += {number}"]

    def _if(self, effect: ast.If, own: Card) -> list[str]:
        if not goes_by_no_seat(effect.condition):
            raise NoWrittenForm
        needed = text_requirement(effect.condition, self._here.cards.names, own.turned, own)
        test = expression(needed, self._code)
        then = [line for each in effect.effects for line in self._effect(each, own)]
        other = [line for each in effect.otherwise for line in self._effect(each, own)]
        if max(len(effect.effects), len(effect.otherwise)) > 1:
            raise NoWrittenForm
        otherwise = ["else:", *indented(other)] if other else []
        begin = ["hand = seat.hand"] if re.search(r"\bhand\b(?!_)", test) else []
        begin += ["held = frozenset(seat.hand)"] if re.search(r"\bheld\b", test) else []
        return [*begin, f"if {test}:", *indented(then or ["pass"]), *otherwise]

    def _number(self, number: object) -> str:
        """Return a number as an expression."""
        if isinstance(number, int):
            return str(number)
        plain = isinstance(number, ast.Per) and number == ast.Per(
            number.number, number.each, ast.Cards(place=ast.Place(number.place.zones))
        )
        if not plain or not isinstance(number, ast.Per) or number.each < 1:
            raise NoWrittenForm
        zones = number.place.zones
        there = "in_play" if zones == ("in play",) else PILES.get(zones[0])
        if len(zones) != 1 or there is None:
            raise NoWrittenForm
        steps = f"len(seat.{there}) // {number.each}"
        return steps if number.number == 1 else f"{steps} * {number.number}"

    # ------------------------------------------------------------------------ instructions

    def _instruct(self, effect: ast.Instruct, card: Card) -> list[str]:
        verb, cards, place = effect.verb, effect.cards, effect.cards.place
        if place is None or effect.onto is not None or not self._here.undisturbed(verb):
            raise NoWrittenForm
        said = ast.Cards(cards.number, place=place, targeted=cards.targeted)
        if cards != said or describes(cards) or verb in ("set", "deal", "turn"):
            raise NoWrittenForm
        if place == _DECK and effect.destination is None and not cards.targeted:
            return self._off_deck(verb, self._number(cards.number))
        own = ast.Place(place.zones)
        if verb in ("draw", "discard", "trash") and effect.destination is None:
            if place == ast.Place(place.zones, top=True) and verb == "draw" and cards.number == 1:
                return self._top(verb, place.zones)
            if place == own and cards.number == "all" and place.zones == ("hand",):
                return self._whole_hand(verb)
            if place == own and verb != "draw":
                return self._chosen(verb, place.zones, cards.number)
        if verb == "play" and place == own and cards.number == 1 and effect.destination is None:
            return self._play(place.zones)
        if cards.number == 1 and verb in ("move", "purchase"):
            return self._of_a_stack(effect, place, card)
        raise NoWrittenForm

    def _of_a_stack(self, effect: ast.Instruct, place: ast.Place, own: Card) -> list[str]:
        """Return the code for moving one card of a Stack that the player chooses."""
        verb, to = effect.verb, effect.destination
        self._unheard(verb)
        offer = self._code.name(offer_from, "offer from")
        where, card = self._code.name(place, "place"), self._code.name(own, own.name)
        chosen = f"{self._code.name(self._offered, 'choice')}(offer, table, seat)"
        begin = f"offer = {offer}(table, seat, {where}, {verb!r}, {card})"
        if verb == "purchase":
            if to is not None or place != ast.Place(("market stack",), "target", top=True):
                raise NoWrittenForm
            bought = [
                f"card = offer.items[{chosen}].cards.pop()",
                "seat.discard_stack.append(card)",
                "seat.bought.append(card)",
            ]
            return [begin, "if offer.items:", *indented(bought)]
        if (
            to is None
            or to != ast.Place(to.zones, to.owner, top=to.top)
            or to.owner not in ("its", "your")
        ):
            raise NoWrittenForm
        if not {*place.zones, *to.zones} <= {"discard stack", "trash stack"}:
            raise NoWrittenForm
        zone, pile = place.zones[0], PILES[to.zones[0]]
        if place == ast.Place((zone,)) and len(place.zones) == 1:
            pick = self._pick(verb, (zone,))
            there = f"seat.{PILES[zone]}"
            up = f"{there}.pop(len({there}) - 1 - {pick}({there}[::-1]))"
            return [f"if {there}:", *indented([f"card = {up}", f"seat.{pile}.append(card)"])]
        if place != ast.Place((zone,), "target", top=True) or to.owner != "its":
            raise NoWrittenForm
        moved = [
            f"owner = table.seats[offer.owners[{chosen}]]",
            f"owner.{pile}.append(owner.{PILES[zone]}.pop())",
        ]
        return [begin, "if offer.items:", *indented(moved)]

    def _off_deck(self, verb: ast.Verb, number: str) -> list[str]:
        off = self._code.name(moves.off_deck, "off deck")
        pile = self._code.name(pile_for(verb), f"pile for {verb}")
        if (
            not number.isdigit()
            or number == "0"
            or self._here.looking
            or verb in self._here.trigger_verbs
        ):
            return self._done(verb, f"{off}(table, seat, {number}, {pile})", "draw deck")
        some = f"deck[:-{int(number) + 1}:-1]" if number != "1" else "[deck.pop()]"
        one = [f"{_pile(verb)}.append(deck.pop())"]
        several = [f"{_pile(verb)} += {some}", f"del deck[-{number}:]"]
        return [
            "deck = seat.draw_deck",
            f"if len(deck) >= {number}:",
            *indented(one if number == "1" else several),
            "else:",
            *indented([f"{off}(table, seat, {number}, {pile})"]),
        ]

    def _top(self, verb: ast.Verb, zones: tuple[ast.Zone, ...]) -> list[str]:
        if zones not in (("discard stack",), ("trash stack",)):
            raise NoWrittenForm
        pile = f"seat.{PILES[zones[0]]}"
        taken = self._done(verb, f"[{pile}.pop()]", zones[0], to="seat.hand")
        return [f"if {pile}:", *indented(taken)]

    def _whole_hand(self, verb: ast.Verb) -> list[str]:
        moved = ["gone = seat.hand[:]", f"{_pile(verb)}.extend(gone)", "seat.hand.clear()"]
        return ["if seat.hand:", *indented([*moved, *self._told(verb, "gone", "hand")])]

    def _chosen(self, verb: ast.Verb, zones: tuple[ast.Zone, ...], number: object) -> list[str]:
        """Return the code for giving up cards of one's own that the player chooses."""
        pick, to = self._pick(verb, zones), _pile(verb)
        if zones == ("hand",):
            one = ["card = " + f"seat.hand.pop({pick}(seat.hand) if len(seat.hand) > 1 else 0)"]
            gone = [*one, f"{to}.append(card)"]
            if number == 1:
                return ["if seat.hand:", *indented([*gone, *self._told(verb, "[card]", "hand")])]
            heard = self._told(verb, "gone", "hand")
            keep = ["gone.append(card)"] if heard else []
            loop = f"for _ in range(min({self._number(number)}, len(seat.hand))):"
            return [*(["gone = []"] if keep else []), loop, *indented([*gone, *keep]), *heard]
        if number != 1 or "in play" not in zones or not {"hand", "in play"}.issuperset(zones):
            raise NoWrittenForm
        there = {
            ("in play",): "[each.card for each in seat.in_play]",
            ("hand", "in play"): "seat.hand + [each.card for each in seat.in_play]",
            ("in play", "hand"): "[each.card for each in seat.in_play] + seat.hand",
        }[zones]
        if self._told("move", "", ""):
            raise NoWrittenForm  # what was Settled there moves too
        first = {"hand": "len(seat.hand)", "in play": "len(seat.in_play)"}[zones[0]]
        let_go = self._code.name(moves.let_go, "let go")
        leave = [
            f"placed = seat.in_play.pop(at{f' - {first}' if zones[0] == 'hand' else ''})",
            f"{to}.append(card)",
            f"if placed.settled: {let_go}(table, seat, placed)",
        ]
        put = [
            f"seat.hand.pop(at{f' - {first}' if zones[0] == 'in play' else ''})",
            f"{to}.append(card)",
        ]
        if zones == ("in play",):
            away = leave
        else:
            one, other = (put, leave) if zones[0] == "hand" else (leave, put)
            away = [f"if at < {first}:", *indented(one), "else:", *indented(other)]
        source = ast.Place(zones).zones
        heard = self._told(verb, "[card]", source[0]) if len(source) == 1 else self._unheard(verb)
        body = [f"at = {pick}(there)", "card = there[at]", *away, *heard]
        return [f"there = {there}", "if there:", *indented(body)]

    def _play(self, zones: tuple[ast.Zone, ...]) -> list[str]:
        """Return the code for playing a card that lies open."""
        if len(zones) != 1 or zones[0] not in ("discard stack", "trash stack"):
            raise NoWrittenForm
        pick = self._pick("play", zones)
        self._chains = True
        pile = f"seat.{PILES[zones[0]]}"
        played = f"{pile}.pop(len({pile}) - 1 - {pick}({pile}[::-1]))"
        enter = self._code.name(self._here.entering, "enter")
        return [f"if {pile}:", *indented([f"{enter}[{played}](table, seat)"])]

    def _pick(self, verb: ast.Verb, zones: tuple[ast.Zone, ...]) -> str:
        pick = self._choice(verb, zones) if _OPEN.issuperset(zones) else None
        if pick is None:
            raise NoWrittenForm
        return self._code.name(pick, f"choice to {verb}")

    # ------------------------------------------------------------------------- what is set off

    def _done(self, verb: ast.Verb, cards: str, source: str, to: str = "") -> list[str]:
        """Return the code that moves ``cards`` and resolves what that sets off."""
        heard = self._told(verb, "gone", source)
        if not heard:
            return [f"{to}.extend({cards})" if to else cards]
        put = [f"{to}.extend(gone)"] if to else []
        return [f"gone = {cards}", *put, *heard]

    def _unheard(self, verb: ast.Verb) -> list[str]:
        if verb in self._here.trigger_verbs:
            raise NoWrittenForm
        return []

    def _told(self, verb: ast.Verb, cards: str, source: str) -> list[str]:
        """Return the code for what doing ``verb`` to ``cards`` sets off."""
        here = self._here
        if verb not in here.trigger_verbs:
            return []
        drawn = here.drawing[verb]
        off = self._code.name(moves.off_deck, "off deck")
        hand = self._code.name(pile_for("draw"), "pile for draw")
        if drawn is not None:
            return [
                f"if seat.character.card is {self._code.name(card, card.name)}: "
                f"{off}(table, seat, len({cards}){f' * {each}' if each > 1 else ''}, {hand})"
                for card, each in drawn
            ]
        self._chains = True
        fire = self._code.name(triggers.fire, "fire")
        event = (
            f"{self._code.name(TriggerEvent, 'trigger event')}(seat, {verb!r}, {cards}, {source!r})"
        )
        return [f"if {cards}: {fire}(table, {event})"]


def _pile(verb: ast.Verb) -> str:
    zone = KEYWORDS[verb].goes_to
    if zone not in PILES:
        raise NoWrittenForm
    return f"seat.{PILES[zone]}"


def _leaves_play_alone(effect: ast.Effect) -> bool:
    """Return whether an effect leaves the cards in play where they are."""
    if isinstance(effect, ast.Gain):
        return True
    place = effect.cards.place if isinstance(effect, ast.Instruct) else None
    return place is not None and "in play" not in place.zones
