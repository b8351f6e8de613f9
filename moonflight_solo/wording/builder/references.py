"""Resolve "it", "them" and "the rest" in card texts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Final, TypeGuard

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import ANYHOW, DONE, HEARD, IT, SHOWN, THEM
from moonflight_solo.wording.builder.merging import cards_of_fact, merge, refuse_loose_best
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, only, refuse
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import each_changed, nodes_of, rewritten

MARKET: tuple[ast.Zone, ...] = ("market stack",)
_It = ast.Cards | None
_ANY_DONE: Final = ast.Has(ast.Cards(place=DONE), ast.Range(1))


def resolve_it(effects: Sequence[ast.Effect], it: _It) -> ast.Effects:
    """Return effects with each "it" resolved; at the start it means the card ``it``."""
    resolved: list[ast.Effect] = []
    for effect in _one_after_other(effects):
        still = None if _displaces(effect, it) else it
        match effect:
            case ast.If():
                effect, it = _resolve_in_if(effect, it), still
            case ast.May():
                effect, it = _resolve_in_may(effect, it, still), still
            case ast.Choose(ways):
                ways = tuple(resolve_it(option, it) for option in ways)
                effect, it = replace(effect, ways=ways), still
            case ast.PlayersDo() | ast.SpendAbility():
                effect = replace(effect, effects=resolve_it(effect.effects, None))
            case ast.When():
                worth = _resolve_worth(effect.effects[0], effect)
                deeds = resolve_it((worth, *effect.effects[1:]), _card_heard_of(effect))
                effect = replace(effect, effects=deeds)
            case ast.Reveal():
                it = _shown_by(effect)
            case _:
                effect, it = _resolve_in_deed(effect, it)
        resolved.append(effect)
    return tuple(resolved)


def _resolve_in_deed(effect: ast.Effect, it: _It) -> tuple[ast.Effect, _It]:
    """Return a single effect with "it" resolved, and the card that "it" means after it."""
    if isinstance(effect, ast.Instruct) and effect.cards.place == IT:
        effect = _done_to(effect, it)
        return effect, _moved_by(effect) if KEYWORDS[effect.verb].stays else None
    if it is not None and it.place == SHOWN and _picks(effect):
        raise Nonsense('it does not say whether of the cards shown: say "of them"')
    if it is not None and it.place == SHOWN and is_of_shown(effect):
        return replace(effect, cards=replace(effect.cards, place=SHOWN)), it
    if it and (_is_of_done(effect, it) or _is_said_of(effect, THEM)):
        if it.zones[:1] == ("done",) and it.number in (1, "some") and _is_said_of(effect, THEM):
            raise Nonsense("it does not say which cards are meant, for one was moved last")
        some = _some_of(effect, it)
        return some, _moved_by(some) if it.number == 1 and KEYWORDS[some.verb].stays else None
    card = _moved_by(effect)
    if it and card and it.number == card.number == 1 and it.place != DONE:
        card = replace(card, number="some")  # this card or the one before is left open
    return effect, card


def _shown_by(effect: ast.Reveal) -> ast.Cards | None:
    """Return what "it" means after a Reveal: the last card of "reveal until", the one card shown.

    That of a Target player, or the top cards of your own Stack; ``None`` where it would be unclear.
    """
    place, number = effect.cards.place, effect.cards.number
    is_yours = place is not None and place.owner == "your" and effect.who == "you"
    if number == 1 and place and (is_yours or is_targets(place)):
        whose: ast.Owner = "your" if is_yours else "their"
        return replace(effect.cards, place=replace(place, shown=True, owner=whose))
    if isinstance(number, ast.UntilCard):
        return replace(number.cards, number=1, place=SHOWN)
    return ast.Cards("some", place=SHOWN) if place and place.top and is_yours else None


def _resolve_in_if(effect: ast.If, it: _It) -> ast.If:
    """Resolve "it" in a condition and its effects: the card mentioned, or the condition's own."""
    moved = effect.condition
    if it and it.zones[:1] == ("done",) and it.number != 1:  # "them": those just moved
        moved = rewritten(moved, lambda n: replace(DONE, span=n.span) if n == THEM else n)
    condition = _with_it(moved, it)
    asks_of_it = condition != moved
    card = it if asks_of_it else only_card_of(condition)
    top_card = card if card and card.on_top else None
    card = card or _counted_by(condition)
    about_done = it is not None and DONE in nodes_of(condition, ast.Place)
    many = about_done and it is not None and it.number != 1
    kinds = [replace(h.cards, place=None, number=None) for h in nodes_of(condition, ast.Has)]
    if many and any(kind != ast.Cards() for kind in kinds) and _is_said_of(effect.effects, THEM):
        raise Nonsense("it does not say whether all of them or only those that fit")
    if asks_of_it or about_done or (it is not None and it.place is not None and it.place.shown):
        card = top_card = it
    otherwise = resolve_it(effect.otherwise, top_card)
    if about_done and asks_of_it and otherwise:  # "not such a card" needs a card that was moved
        otherwise = (ast.If(_ANY_DONE, otherwise),)
    return ast.If(condition, resolve_it(effect.effects, card), otherwise, span=effect.span)


def _resolve_in_may(effect: ast.May, it: _It, still: _It) -> ast.May:
    """Resolve "it" in an option; ``still`` is the card mentioned if it cannot have moved away."""
    phrases = [each.cards for each in effect.effects if isinstance(each, ast.Instruct)]
    if any(phrase.number == "any" and phrase.place == DONE for phrase in phrases):
        raise Nonsense("it does not say whether all of them or as many as you like")
    first = resolve_it(effect.effects, it)
    new = _moved_by(first[0]) if len(first) == 1 else None
    if new and it and new.number == it.number == 1:
        new = replace(new, number="some")  # this card or the one before: the text leaves it open
    if_done, otherwise = resolve_it(effect.then, new or still), resolve_it(effect.otherwise, it)
    return replace(effect, effects=first, then=if_done, otherwise=otherwise)


def _one_after_other(effects: Sequence[ast.Effect]) -> list[ast.Effect]:
    """Chain "if it is ..." effects into "otherwise, if ..." after one that moves the card.

    Only if the card cannot meet both conditions; otherwise "it" is no longer known.
    """
    rest = list(effects)
    chained: list[ast.Effect] = []
    while rest:
        effect = rest.pop(0)
        if _asks_of_it(effect) and not effect.otherwise and _is_said_of(effect.effects, IT):
            chain = list(takewhile(partial(_excludes, effect), rest))
            prev = chain[-1] if chain else None
            if isinstance(prev, ast.If) and prev.otherwise and not _is_said_of(prev.otherwise, IT):
                raise Nonsense('it is unclear which "if" the "if not" belongs to')
            effect = replace(effect, otherwise=tuple(_one_after_other(chain)))
            del rest[: len(chain)]
        chained.append(effect)
    return chained


def _is_said_of(part: object, place: ast.Place) -> bool:
    return place in nodes_of(part, ast.Place)


def _asks_of_it(effect: ast.Effect) -> TypeGuard[ast.If]:
    return isinstance(effect, ast.If) and _is_said_of(effect.condition, IT)


def _excludes(first: ast.If, second: ast.Effect) -> bool:
    """Return whether no card can meet both conditions."""
    if not _asks_of_it(second):
        return False
    conditions = (first.condition, second.condition)
    if not all(isinstance(each, ast.Has) and each.count == ast.Range(1) for each in conditions):
        return False
    left, right = (condition.cards for condition in conditions if isinstance(condition, ast.Has))
    if left.side != right.side:
        return False
    if left.names and (right.names or right.but_not):
        names, others = {*left.names}, right.but_not or left.names
        return names.isdisjoint(right.names) and names.issubset(others)
    if left.but_not and right.names:
        return set(right.names) <= set(left.but_not)
    if None not in (left.starter, right.starter):
        return left.starter != right.starter
    if left.suit and right.suit:
        return replace(left.suit, other=not left.suit.other) == right.suit
    ranges = [(getattr(left, of), getattr(right, of)) for of in ("cost", "score", "stability")]
    return any(a and b and are_apart(a, b) for a, b in ranges)


def are_apart(first: ast.Range, second: ast.Range) -> bool:
    """Return whether two ranges do not overlap."""
    is_below = first.most is not None and first.most < second.least
    return is_below or (second.most is not None and second.most < first.least)


def _displaces(effect: ast.Effect, it: _It) -> bool:
    """Return whether an optional effect may have moved the card mentioned."""
    place = None if it is None else it.place
    if place is None or place == SHOWN:
        return False
    if any(isinstance(node, ast.Shuffle | ast.Swap) for node in nodes_of(effect, ast.Node)):
        return True
    for deed in nodes_of(effect, ast.Instruct):
        zones = {zone for each in nodes_of(deed, ast.Place) for zone in each.zones}
        if place.zones[0] == "done" or zones & set(place.zones) or _is_said_of(deed, IT):
            return True
    return False


def _picks(effect: ast.Effect) -> bool:
    """Return whether an instruction leaves open if it is about the cards just shown."""
    if not isinstance(effect, ast.Instruct) or effect.who != "you" or is_of_shown(effect):
        return False
    place = effect.cards.place
    unsaid = place is None or place.span is None
    keyword = KEYWORDS[effect.verb]
    return unsaid and not (keyword.anew or keyword.stays)


def _moved_by(effect: ast.Effect) -> ast.Cards | None:
    """Return the cards an effect has moved, as later effects may mention them, if any."""
    if not isinstance(effect, ast.Instruct) or effect.who != "you":
        return None
    to, number = ends_in(effect), effect.cards.number
    if to is None and KEYWORDS[effect.verb].stays:
        return None
    is_own = effect.verb == "purchase" or effect.cards.owner == "your"
    where = ast.Place(("done", to), by=effect.verb) if to else DONE
    if isinstance(number, ast.UntilCard) and to:
        return replace(number.cards, number=1, place=where)
    is_known = to in ("hand", "in play", "discard stack", "trash stack")
    is_known = is_known and is_own and effect.onto is None
    return ast.Cards(number, place=where if is_known else DONE)


def ends_in(effect: ast.Instruct) -> ast.Zone | None:
    """Return where an instruction leaves its cards; ``None`` for cards Turned unseen."""
    keyword, place = KEYWORDS[effect.verb], effect.cards.place
    if effect.destination is not None:
        return effect.destination.zones[0]
    if not keyword.stays or place is None:
        return keyword.goes_to
    if not place.zones:
        return None  # "them" or "it", where nothing has moved a card
    zones = place.zones[1:] if place.zones[0] == "done" else place.zones
    face_up = {"draw deck", "supply stack"}.isdisjoint(zones)
    return zones[0] if face_up and len(zones) == 1 else None


def _some_of(effect: ast.Effect, them: ast.Cards) -> ast.Instruct:
    """Return an instruction about some of the cards mentioned before."""
    place = them.place
    if not isinstance(effect, ast.Instruct) or place is None or place == DONE:
        raise Nonsense("it does not say which cards are meant")
    of_done = place.zones[0] == "done"
    if (of_done and KEYWORDS[effect.verb].anew) or (them.number, effect.cards.number) == (1, "all"):
        raise Nonsense("it does not say which cards are meant")
    phrase = replace(effect.cards, place=None)
    if phrase.number == "any" and of_done and phrase != ast.Cards("any"):
        phrase = replace(phrase, number="all")  # "any starter cards Drawn"
    if replace(phrase, number=None) == replace(them, number=None, place=None):
        phrase = ast.Cards(phrase.number, span=phrase.span)  # a second description of the same card
    stacked = not of_done and not ast.STACKS.isdisjoint(place.zones)
    of_them = replace(them, number=None, targeted=stacked)
    cards = replace(merge([phrase, of_them]), number=phrase.number)
    return replace(effect, cards=cards)


def _resolve_worth(effect: ast.Effect, when: ast.When) -> ast.Effect:
    """Resolve "its cost" to the card that set off the trigger."""
    if when.verb == "gain" or when.verb not in KEYWORDS or when.cards.number != 1:
        return effect
    heard = partial(rewritten, change=lambda node: HEARD if node == DONE else node)
    return each_changed(effect, ast.Worth, heard)


def _card_heard_of(when: ast.When) -> ast.Cards | None:
    """Return the card that sets off a trigger, which "it" then means; ``None`` if it is unclear.

    In "When you Discard a card, Draw it" that is the card Discarded. There is no such card if
    several set it off, if another player does, or if nobody can say where it lies: no keyword moves
    it ("When you gain coin tokens"), Move takes it anywhere, and Set and Deal lay it on others.
    """
    keyword = KEYWORDS.get(when.verb)
    if keyword is None or when.verb in ("set", "deal"):
        return None
    is_yours_alone = when.who == "you" and when.cards.number == 1
    place_is_known = keyword.stays or keyword.goes_to in ("hand", "in play", *ast.STACKS)
    return ast.Cards(1, place=HEARD) if is_yours_alone and place_is_known else None


def _is_of_done(effect: ast.Effect, it: ast.Cards) -> bool:
    """Return whether an instruction is about the cards just moved ("the cards Drawn")."""
    place = effect.cards.place if isinstance(effect, ast.Instruct) else None
    if place is None or place != DONE or it.place is None:
        return False
    return it.place.zones[0] == "done" and place.by in (*ANYHOW, it.place.by)


def is_of_shown(effect: ast.Effect) -> TypeGuard[ast.Instruct]:
    """Return whether an instruction is about cards that have been shown."""
    places = list(nodes_of(effect, ast.Place))
    return isinstance(effect, ast.Instruct) and (THEM in places or SHOWN in places)


def is_one(effect: ast.Effect) -> TypeGuard[ast.Instruct]:
    """Return whether an effect moves a single card, which "it" can then mean."""
    return isinstance(effect, ast.Instruct) and effect.who == "you" and effect.cards.number == 1


def _done_to(effect: ast.Instruct, it: _It) -> ast.Instruct:
    place = None if it is None else it.place
    if it is not None and place == DONE and it.number == 1:
        places = "your own hand, play, Discard or Trash Stack"
        raise Nonsense(f"only a card in {places} can be referred to again")
    anew = KEYWORDS[effect.verb].anew
    if it is None or place is None or place == DONE or it.number not in (None, 1) or anew:
        raise Nonsense("it does not say which card is meant")
    cards = ast.Cards(1, place=replace(place, shown=False), span=effect.cards.span)
    if place.zones[0] in ("done", "shown"):
        cards = replace(it, number=1, targeted=False, place=place, span=effect.cards.span)
    elif not place.top:
        stacked = not ast.STACKS.isdisjoint(place.zones)
        cards = replace(it, number=1, targeted=stacked, span=effect.cards.span)
    to = effect.destination
    return replace(effect, cards=cards, destination=to and same_stack(place, to))


def _with_it(condition: ast.Condition, it: _It) -> ast.Condition:
    """Return a condition with "it" resolved to the card mentioned before."""

    def resolved(node: ast.Place) -> ast.Place:
        if node != IT:
            return node
        if it is None or it.place is None or it.number not in (None, 1):
            raise Nonsense("it does not say which card is meant")
        refuse(
            it.place == HEARD, 'say first which card it is, as in "When you Draw a scoring card"'
        )
        if it.zones[:1] == ("done",):
            return DONE
        doubt(not it.place.top, "which card is meant")
        return it.place

    return each_changed(condition, ast.Place, resolved)


def restrict(effect: ast.Effect, condition: ast.Condition, otherwise: object) -> ast.Instruct:
    """Restrict an instruction to cards that meet a condition on "it"."""
    deed = only(ast.Instruct, effect, "it does not say which card is meant")
    it = only(ast.Has, condition, "it does not say which card is meant")
    if otherwise or deed.cards.number != 1 or (it.count, it.cards.place) != (ast.Range(1), IT):
        raise Nonsense("it does not say which card is meant")
    refuse_loose_best(deed.cards.extreme, it.cards)
    if deed.verb == "draw" and (deed.cards.place is None or deed.cards.place.span is None):
        raise Nonsense("nobody can tell apart cards they do not see")
    return replace(deed, cards=merge([deed.cards, replace(it.cards, place=None)]))


def only_card_of(condition: ast.Condition) -> ast.Cards | None:
    """Return the only card that a condition says is there, if there is only one."""
    if isinstance(condition, ast.All):
        cards_named = [*filter(None, map(only_card_of, condition.parts))]
        return cards_named[0] if len(cards_named) == 1 else None
    if not isinstance(condition, ast.Has) or condition.total or not condition.count.of_one:
        return None
    zones = condition.cards.zones
    is_known = len(zones) == 1 and (condition.cards.owner == "your" or zones == MARKET)
    return cards_of_fact(condition) if is_known else None


def _counted_by(condition: ast.Condition) -> ast.Cards | None:
    """Return the cards a condition counts, as "them", if they are of one kind."""
    parts = condition.parts if isinstance(condition, ast.All) else (condition,)
    facts = (part for part in parts if isinstance(part, ast.Has) and part.count.least)
    counts = [*map(cards_of_fact, facts)]
    place = counts[0].place if len(counts) == 1 else None
    if place is None or place.owner != "your" or len(place.zones) != 1 or place.top:
        return None
    return replace(counts[0], number="some") if place.zones[0] not in ("done", "round") else None


def same_stack(source: ast.Place | None, destination: ast.Place) -> ast.Place:
    """Resolve "the Stack" or "its Discard Stack" from where the card lies."""
    if destination.zones:
        return destination
    if source is None or len(source.zones) != 1 or not ast.STACKS.issuperset(source.zones):
        raise Nonsense("it does not say which Stack: no Stack was named before")
    one_of_many = source.zones == MARKET  # exactly that Stack
    place = replace(destination, zones=source.zones, owner=source.owner, this=one_of_many)
    return replace(place, top=not place.bottom)


def is_targets(place: ast.Place | None) -> bool:
    """Return whether a place is a Target player's or an opponent's."""
    return place is not None and place.owner in ("target", "opponent")
