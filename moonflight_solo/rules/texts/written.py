"""Card texts as written Python: what a text does while nobody listens, in straight lines of code.

A text has such a form if the acting player's choices are known beforehand and no card of the game
bars, changes or replaces what it does. Every other text is followed by its compiled
instructions (`effects`). Both do the same to the table.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from moonflight_solo.rules import moves, triggers
from moonflight_solo.rules.requirements.codegen import Code, expression, indent
from moonflight_solo.rules.requirements.lowering import goes_by_no_seat, text_requirement
from moonflight_solo.rules.requirements.places import PILES
from moonflight_solo.rules.state import Card, GameCards, Question, Seat, Table, TriggerEvent
from moonflight_solo.rules.state.cards import MOVES
from moonflight_solo.rules.texts.candidates import choose_order, offer_from
from moonflight_solo.rules.texts.destinations import pile_for
from moonflight_solo.wording import ast
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import lasts, nodes_of

PickIndex = Callable[[Sequence[Card]], int]
"""Returns the index of the card that the player chooses among several of its own."""
PickFor = Callable[[ast.Verb, tuple[ast.Zone, ...]], PickIndex | None]
"""Returns how the player chooses its own cards in these zones for a verb, if that is known."""
Offered = Callable[[Question, Table, Seat], int]
"""Returns the index of the item that the player chooses of a question."""
Answers = tuple[PickFor, Offered]
"""How the player answers both kinds of question, if that is known."""
Enter = Callable[[Table, Seat], object]
"""Puts a card in play that another card plays, and follows its text.

Its player chooses by default, as no line speaks of what that card asks.
"""
T = TypeVar("T")

_DECK = ast.Place(("draw deck",), top=True)
OPEN_ZONES = frozenset[ast.Zone]({"hand", "in play", "discard stack", "trash stack"})


class NoWrittenForm(Exception):
    """A text, or a part of it, that is not written as code."""


class Circumstances:
    """What the cards of a game do to keywords, on one side of the Turn.

    ``asking``: a trigger or replacement may ask a player something, so that whoever acts has to
    know its act. ``paying``: as of the table.
    """

    def __init__(self, cards: GameCards, turned: bool, paying: ast.Verb) -> None:
        self.cards, self.turned, self.paying = cards, turned, paying
        self.watched, self.trigger_verbs = cards.watched[turned], cards.trigger_verbs[turned]
        self.disturbed = cards.barred[turned] | cards.replaced[turned] | cards.changed[turned]
        up = (card.flipped if card.turned != turned else card for card in cards.kinds)
        ends = [end for card in up for end in ((card, card.flipped) if cards.turning else (card,))]
        self.triggers = [(card, trigger) for card in ends for trigger in card.triggers]
        self.drawing = {verb: self._draws(verb) for verb in self.trigger_verbs}
        all_draw = all(draws is not None for draws in self.drawing.values())
        self.looking = any(any(nodes_of(end.meaning, ast.Reveal)) for end in cards.ends)
        self.entering = ByCard[Enter](lambda card: partial(moves.put_in_play, card=card))
        self.asking = bool(cards.replaced[turned]) or not all_draw or "shuffle" in self.watched

    def undisturbed(self, *verbs: str) -> bool:
        """Return whether nothing bars, changes, replaces or remembers these keywords and acts."""
        calm = self.disturbed.isdisjoint(verbs) and not self.cards.remembers
        return calm and "shuffle" not in self.watched

    def _draws(self, verb: str) -> list[tuple[Card, int]] | None:
        """Return which characters Draw how many cards for each card done so, if that is all."""
        draws: list[tuple[Card, int]] = []
        for card, each in self.triggers:
            if each.verb != verb and not (each.verb == "move" and verb in MOVES):
                continue
            when, *more = (w for w in card.meaning.effects if isinstance(w, ast.When))
            instruction = when.effects[0] if len(when.effects) == 1 and not more else None
            number = instruction.cards.number if isinstance(instruction, ast.Instruct) else None
            if not isinstance(number, int) or not card.is_character or "draw" in self.trigger_verbs:
                return None
            if instruction != ast.Instruct("draw", ast.Cards(number, place=_DECK)):
                return None
            if when != ast.When(verb, ast.Cards(1), when.effects):  # type: ignore[arg-type]
                return None
            draws.append((card, number))
        return draws


class ByCard(dict[Card, T]):
    """What is written for each card, when it is first asked for."""

    def __init__(self, write: Callable[[Card], T]) -> None:
        self._write = write

    def __missing__(self, card: Card) -> T:
        written = self[card] = self._write(card)
        return written


class TextWriter:
    """Writes what follows from playing a card, or from a Spend ability, for one player's choices.

    The code speaks of ``table`` and ``seat``. ``nested`` is how deep it stands: 1 in a Play. A text
    without a written form raises :class:`NoWrittenForm`. If its player's ``answers`` are ``None``
    it is asked, as the compiled instructions do.
    """

    def __init__(
        self, circumstances: Circumstances, code: Code, answers: Answers | None, nested: int
    ) -> None:
        self._here, self._code, self._depth = circumstances, code, nested
        self._answers = answers
        self._chains = False

    def lines(self, effects: Sequence[ast.Effect], card: Card) -> list[str]:
        """Return the code of effects, which ``card`` brings about."""
        self._card = card
        steps = [effect for effect in effects if not lasts(effect)]
        _require(len(steps) == 1 or all(map(_leaves_play_alone, steps)))
        body = [line for effect in steps for line in self._effect(effect, card)]
        if not (self._chains and self._depth):
            return body
        end = ["table.nested -= 1", *(["table.chained = 0"] if self._depth == 1 else [])]
        begin = ["table.nested += 1", *(["table.chained += 1"] if self._depth == 1 else [])]
        return [*begin, "try:", *indent(body), "finally:", *indent(end)]

    def _effect(self, effect: ast.Effect, card: Card) -> Iterable[str]:
        """Return the code for an effect; raise :class:`NoWrittenForm` if there is none."""
        _require(getattr(effect, "who", "you") == "you")
        if isinstance(effect, ast.Gain):
            return self._gain(effect)
        if isinstance(effect, ast.If):
            return self._if(effect, card)
        if isinstance(effect, ast.Instruct):
            return self._instruct(effect)
        raise NoWrittenForm

    def _gain(self, gain: ast.Gain) -> list[str]:
        """Return the code for gaining tokens, or for losing as many as there are."""
        _require(self._here.undisturbed("gain") and not self._hears("gain"))
        number = self._number(gain.amount)
        if gain.verb == "lose":
            return [f"seat.coins -= min({number}, seat.coins)"]
        return [f"seat.coins += {number}"]

    def _if(self, effect: ast.If, card: Card) -> list[str]:
        """Return the code for an effect with a condition, and for the hand where it needs that."""
        _require(goes_by_no_seat(effect.condition))
        _require(max(len(effect.effects), len(effect.otherwise)) == 1)
        requirement = text_requirement(effect.condition, self._here.cards.names, card.turned, card)
        test = expression(requirement, self._code)
        if_true = [line for each in effect.effects for line in self._effect(each, card)]
        if_false = [line for each in effect.otherwise for line in self._effect(each, card)]
        otherwise = ["else:", *indent(if_false)] if if_false else []
        begin = ["hand = seat.hand"] if re.search(r"\bhand\b(?!_)", test) else []
        begin += ["held = frozenset(seat.hand)"] if re.search(r"\bheld\b", test) else []
        return [*begin, f"if {test}:", *indent(if_true or ["pass"]), *otherwise]

    def _number(self, number: object) -> str:
        """Return a number as an expression."""
        if isinstance(number, int):
            return str(number)
        if not isinstance(number, ast.Per):
            raise NoWrittenForm
        zones = number.place.zones
        expected = ast.Per(number.number, number.each, ast.Cards(place=ast.Place(zones)))
        pile = "in_play" if zones == ("in play",) else PILES.get(zones[0])
        _require(number == expected and number.each > 0 and len(zones) == 1 and pile is not None)
        steps = f"len(seat.{pile}) // {number.each}"
        return steps if number.number == 1 else f"{steps} * {number.number}"

    def _instruct(self, effect: ast.Instruct) -> list[str]:
        """Return the code for an instruction; raise :class:`NoWrittenForm` if there is none."""
        verb, cards, place = effect.verb, effect.cards, effect.cards.place
        if place is None or effect.onto is not None or not self._here.undisturbed(verb):
            raise NoWrittenForm
        expected = ast.Cards(cards.number, place=place, targeted=cards.targeted)
        _require(cards == expected and verb not in ("set", "deal", "turn"))
        if place == _DECK and effect.destination is None and not cards.targeted:
            return self._off_deck(verb, self._number(cards.number))
        bare = ast.Place(place.zones)
        if verb in ("draw", "discard", "trash") and effect.destination is None:
            if place == ast.Place(place.zones, top=True) and verb == "draw" and cards.number == 1:
                return self._top(verb, place.zones)
            if place == bare and cards.number == "all" and place.zones == ("hand",):
                gone = "seat.hand[:]"
                if self._answers is None:
                    self._chains = True
                    order = self._code.name(choose_order, "choose order")
                    source = self._code.name(self._card, self._card.name)
                    gone = f"{order}(table, seat, {gone}, {source})"
                body = [f"gone = {gone}", f"{_pile(verb)}.extend(gone)", "seat.hand.clear()"]
                return ["if seat.hand:", *indent([*body, *self._effects(verb, "gone", "hand")])]
            if place == bare and verb != "draw":
                return self._give_up(verb, place.zones, cards.number)
        if verb == "play" and place == bare and cards.number == 1 and effect.destination is None:
            return self._play(place.zones)
        if cards.number == 1 and verb in ("move", "purchase"):
            return self._of_a_stack(effect, place)
        raise NoWrittenForm

    def _of_a_stack(self, effect: ast.Instruct, place: ast.Place) -> list[str]:
        """Return the code for moving one card of a Stack that the player chooses, if written."""
        verb, to = effect.verb, effect.destination
        _require(not self._hears(verb))
        if self._answers is None:
            raise NoWrittenForm  # who is asked may pass over a Stack
        index = f"{self._code.name(self._answers[1], 'choice')}(offer, table, seat)"
        begin = f"offer = {self._offer(verb, place)}"
        if verb == "purchase":
            _require(to is None and place == ast.Place(("market stack",), "target", top=True))
            purchase = [
                f"card = offer.items[{index}].cards.pop()",
                "seat.discard_stack.append(card)",
                "seat.bought.append(card)",
            ]
            return [begin, "if offer.items:", *indent(purchase)]
        if to is None or to != ast.Place(to.zones[:1], to.owner, top=to.top):
            raise NoWrittenForm
        _require({*place.zones, *to.zones} <= {"discard stack", "trash stack"})
        zone, pile = place.zones[0], PILES[to.zones[0]]
        if place == ast.Place((zone,)) and to.owner in ("its", "your"):
            stack = f"seat.{PILES[zone]}"
            up = f"{stack}.pop(len({stack}) - 1 - {self._pick(verb, (zone,), f'{stack}[::-1]')})"
            return [f"if {stack}:", *indent([f"card = {up}", f"seat.{pile}.append(card)"])]
        _require(place == ast.Place((zone,), "target", top=True) and to.owner == "its")
        move = [
            f"owner = table.seats[offer.owners[{index}]]",
            f"owner.{pile}.append(owner.{PILES[zone]}.pop())",
        ]
        return [begin, "if offer.items:", *indent(move)]

    def _off_deck(self, verb: ast.Verb, number: str) -> list[str]:
        """Return the code for moving cards off the Draw Deck, short if it need not be refilled."""
        function = self._code.name(moves.off_deck, "off deck")
        pile = self._code.name(pile_for(verb), f"pile for {verb}")
        call = f"{function}(table, seat, {number}, {pile})"
        if number == "0" or not number.isdigit() or self._here.looking or self._hears(verb):
            return self._move_and_resolve(verb, call, "draw deck")
        block = [f"{_pile(verb)} += deck[:-{int(number) + 1}:-1]", f"del deck[-{number}:]"]
        block = [f"{_pile(verb)}.append(deck.pop())"] if number == "1" else block
        test = f"if len(deck) >= {number}:"
        return ["deck = seat.draw_deck", test, *indent(block), "else:", *indent([call])]

    def _top(self, verb: ast.Verb, zones: tuple[ast.Zone, ...]) -> list[str]:
        _require(zones in (("discard stack",), ("trash stack",)))
        pile = f"seat.{PILES[zones[0]]}"
        body = self._move_and_resolve(verb, f"[{pile}.pop()]", zones[0], to="seat.hand")
        return [f"if {pile}:", *indent(body)]

    def _give_up(self, verb: ast.Verb, zones: tuple[ast.Zone, ...], number: object) -> list[str]:
        """Return the code for giving up cards of one's own that the player chooses."""
        to, hand = _pile(verb), zones == ("hand",)
        pick = self._pick(verb, zones, "seat.hand" if hand else "there")
        if hand:
            pop = f"card = seat.hand.pop({pick} if len(seat.hand) > 1 else 0)"
            move = [pop, f"{to}.append(card)"]
            if number == 1:
                return ["if seat.hand:", *indent([*move, *self._effects(verb, "[card]", "hand")])]
            effects = self._effects(verb, "gone", "hand")
            keep = ["gone.append(card)"] if effects else []
            loop = f"for _ in range(min({self._number(number)}, len(seat.hand))):"
            return [*(["gone = []"] if keep else []), loop, *indent([*move, *keep]), *effects]
        both = zones == ("hand", "in play")
        # What is Settled on a card that leaves play moves too.
        _require(number == 1 and (both or zones == ("in play",)) and not self._hears("move"))
        _require(not (both and self._hears(verb)))
        let_go = self._code.name(moves.let_go, "let go")
        away = [
            f"placed = seat.in_play.pop(at{' - len(seat.hand)' if both else ''})",
            f"{to}.append(card)",
            f"if placed.settled: {let_go}(table, seat, placed)",
        ]
        if both:
            from_hand = f"if at < len(seat.hand): {to}.append(seat.hand.pop(at))"
            away = [from_hand, "else:", *indent(away)]
        offer = f"{'seat.hand + ' if both else ''}[each.card for each in seat.in_play]"
        body = [f"at = {pick}", "card = there[at]", *away]
        body += self._effects(verb, "[card]", "in play")
        return [f"there = {offer}", "if there:", *indent(body)]

    def _play(self, zones: tuple[ast.Zone, ...]) -> list[str]:
        """Return the code for playing a card that lies open."""
        _require(zones in (("discard stack",), ("trash stack",)))
        pile = f"seat.{PILES[zones[0]]}"
        card = f"{pile}.pop(len({pile}) - 1 - {self._pick('play', zones, f'{pile}[::-1]')})"
        self._chains = True
        enter = self._code.name(self._here.entering, "enter")
        return [f"if {pile}:", *indent([f"{enter}[{card}](table, seat)"])]

    def _pick(self, verb: ast.Verb, zones: tuple[ast.Zone, ...], cards: str) -> str:
        """Return an expression for the index that the player chooses among its own ``cards``."""
        _require(OPEN_ZONES.issuperset(zones))
        if self._answers is None:
            self._chains = True
            return f"table.ask(seat, {self._offer(verb, ast.Place(zones))})[0]"
        pick = self._answers[0](verb, zones)
        _require(pick is not None)
        return f"{self._code.name(pick, f'choice to {verb}')}({cards})"

    def _offer(self, verb: ast.Verb, place: ast.Place) -> str:
        """Return an expression for the candidates of an instruction, as a question."""
        name, card = self._code.name, self._card
        offer, at = name(offer_from, "offer from"), name(place, "place")
        return f"{offer}(table, seat, {at}, {verb!r}, {name(card, card.name)})"

    def _move_and_resolve(self, verb: ast.Verb, cards: str, source: str, to: str = "") -> list[str]:
        """Return the code that moves ``cards`` and resolves what that sets off."""
        effects = self._effects(verb, "gone", source)
        if not effects:
            return [f"{to}.extend({cards})" if to else cards]
        moves = [f"{to}.extend(gone)"] if to else []
        return [f"gone = {cards}", *moves, *effects]

    def _hears(self, verb: str) -> bool:
        """Return whether doing ``verb`` may set anything off."""
        return verb in self._here.trigger_verbs

    def _effects(self, verb: ast.Verb, cards: str, source: str) -> list[str]:
        """Return the code for what doing ``verb`` to ``cards`` sets off, short if only draws."""
        circumstances = self._here
        if not self._hears(verb):
            return []
        draws = circumstances.drawing[verb]
        if draws is not None:
            lines: list[str] = []
            for card, each in draws:
                number = str(each) if cards == "[card]" else f"len({cards}) * {each}"
                lines.append(f"if seat.character.card is {self._code.name(card, card.name)}:")
                lines += indent(self._off_deck("draw", number))
            return lines
        self._chains = True
        fire = self._code.name(triggers.fire, "fire")
        trigger = self._code.name(TriggerEvent, "trigger event")
        event = f"{trigger}(seat, {verb!r}, {cards}, {source!r})"
        return [f"if {cards}: {fire}(table, {event})"]


def _require(holds: bool) -> None:
    """Raise :class:`NoWrittenForm` unless a text is as its code needs it."""
    if not holds:
        raise NoWrittenForm


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
