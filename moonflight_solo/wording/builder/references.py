"""Resolve "it", "them" and "the rest" in card texts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Any, Final, TypeGuard

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import ANYHOW, DONE, HEARD, IT, SHOWN, THEM
from moonflight_solo.wording.builder.merging import Nonsense, merged, refuse_loose_best, said_so_of
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import mapped, nodes_of, rewritten

MARKET: tuple[ast.Zone, ...] = ("market stack",)


_ANY_DONE: Final = ast.Has(ast.Cards(place=DONE), ast.Range(1))


def told_of(effects: Sequence[ast.Effect], it: ast.Cards | None) -> tuple[ast.Effect, ...]:
    """Return effects with each "it" resolved; at the start it means the card ``it``."""
    told: list[ast.Effect] = []
    for effect in _one_after_other(effects):
        moved = _displaces(effect, it)
        if isinstance(effect, ast.Reveal):
            it = _shown_by(effect)
        elif isinstance(effect, ast.If):
            effect = _told_if(effect, it)
        elif isinstance(effect, ast.PlayersDo):
            effect = replace(effect, effects=told_of(effect.effects, None))
        elif isinstance(effect, ast.May):
            effect = _told_may(effect, it, None if moved else it)
        elif isinstance(effect, ast.Choose):
            effect = replace(effect, ways=tuple(told_of(way, it) for way in effect.ways))
        elif isinstance(effect, ast.SpendAbility):
            effect = replace(effect, effects=told_of(effect.effects, None))
        elif isinstance(effect, ast.When):
            worth = _worth_heard(effect.effects[0], effect)
            effects = (worth, *effect.effects[1:])
            effect = replace(effect, effects=told_of(effects, _heard(effect)))
        elif isinstance(effect, ast.Instruct) and effect.cards.place == IT:
            effect = _done_to(effect, it)
            it = _moved_by(effect) if KEYWORDS[effect.verb].stays else None
        elif it is not None and it.place == SHOWN and _picks(effect):
            raise Nonsense('it does not say whether of the cards shown: say "of them"')
        elif it is not None and it.place == SHOWN and is_of_shown(effect):
            effect = replace(effect, cards=replace(effect.cards, place=SHOWN))
        elif it and (_is_of_done(effect, it) or _is_said_of(effect, THEM)):
            if it.zones[:1] == ("done",) and it.number in (1, "some") and _is_said_of(effect, THEM):
                raise Nonsense("it does not say which cards are meant, for one was moved last")
            alone, effect = it.number == 1, _some_of(effect, it)
            it = _moved_by(effect) if alone and KEYWORDS[effect.verb].stays else None
        else:
            one, it = it, _moved_by(effect)
            if one and it and one.number == it.number == 1 and one.place != DONE:
                it = replace(it, number="some")  # this card or the one before is left open
        it = None if moved and isinstance(effect, ast.If | ast.May | ast.Choose) else it
        told.append(effect)
    return tuple(told)


def _shown_by(effect: ast.Reveal) -> ast.Cards | None:
    """Return the cards just revealed to you, or the single one of a Target player, if any."""
    place, number = effect.cards.place, effect.cards.number
    mine = place is not None and place.owner == "your" and effect.who == "you"
    if number == 1 and place and (mine or is_targets(place)):
        whose: ast.Owner = "your" if mine else "their"
        return replace(effect.cards, place=replace(place, shown=True, owner=whose))
    if isinstance(number, ast.UntilCard):
        return replace(number.cards, number=1, place=SHOWN)
    return ast.Cards("some", place=SHOWN) if place and place.top and mine else None


def _told_if(effect: ast.If, it: ast.Cards | None) -> ast.If:
    """Resolve "it" in a condition and its effects: the card mentioned, or the condition's own."""
    if it and it.place and it.place.zones[:1] == ("done",) and it.number != 1:
        effect = replace(effect, condition=_of_several_done(effect.condition))
    condition = _with_it(effect.condition, it)
    asks_of_it = condition != effect.condition
    those = it if asks_of_it else named_by(condition)
    other = those if those and those.place and those.place.top else None
    those = those or _counted_by(condition)
    done = it is not None and DONE in nodes_of(condition, ast.Place)
    several = done and it is not None and it.number != 1
    if several and _is_described(condition) and _is_said_of(effect.effects, THEM):
        raise Nonsense("it does not say whether all of them or only those that fit")
    if asks_of_it or done or (it is not None and it.place is not None and it.place.shown):
        those = other = it
    otherwise = told_of(effect.otherwise, other)
    if done and asks_of_it and otherwise:  # "not such a card" needs a card that was moved
        otherwise = (ast.If(_ANY_DONE, otherwise),)
    return ast.If(condition, told_of(effect.effects, those), otherwise, span=effect.span)


def _of_several_done(condition: ast.Condition) -> Any:
    """Return a condition with "them" as the cards that have just been moved."""
    return rewritten(
        condition, lambda node: replace(DONE, span=node.span) if node == THEM else node
    )


def _told_may(effect: ast.May, it: ast.Cards | None, still: ast.Cards | None) -> ast.May:
    """Resolve "it" in an option; ``still`` is the card mentioned if it cannot have moved away."""
    chosen = [each.cards for each in effect.effects if isinstance(each, ast.Instruct)]
    if any(each.number == "any" and each.place == DONE for each in chosen):
        raise Nonsense("it does not say whether all of them or as many as you like")
    first = told_of(effect.effects, it)
    last = _moved_by(first[0]) if len(first) == 1 else None
    if last and it and last.number == it.number == 1:
        last = replace(last, number="some")  # this card or the one before: the text leaves it open
    then, otherwise = told_of(effect.then, last or still), told_of(effect.otherwise, it)
    return replace(effect, effects=first, then=then, otherwise=otherwise)


def _one_after_other(effects: Sequence[ast.Effect]) -> list[ast.Effect]:
    """Chain "if it is ..." effects into "otherwise, if ..." after one that moves the card.

    Only if the card cannot meet both conditions; otherwise "it" is no longer known.
    """
    rest = list(effects)
    done: list[ast.Effect] = []
    while rest:
        effect = rest.pop(0)
        if _asks_of_it(effect) and not effect.otherwise and _is_said_of(effect.effects, IT):
            chain = list(takewhile(partial(_excludes, effect), rest))
            last = chain[-1] if chain else None
            if isinstance(last, ast.If) and last.otherwise and not _is_said_of(last.otherwise, IT):
                raise Nonsense('it is unclear which "if" the "if not" belongs to')
            effect = replace(effect, otherwise=tuple(_one_after_other(chain)))
            del rest[: len(chain)]
        done.append(effect)
    return done


def _is_said_of(part: object, place: ast.Place) -> bool:
    return place in nodes_of(part, ast.Place)


def _asks_of_it(effect: ast.Effect) -> TypeGuard[ast.If]:
    return isinstance(effect, ast.If) and _is_said_of(effect.condition, IT)


def _excludes(one: ast.If, other: ast.Effect) -> bool:
    """Return whether no card can meet both conditions."""
    if not _asks_of_it(other):
        return False
    both = (one.condition, other.condition)
    if not all(isinstance(each, ast.Has) and each.count == ast.Range(1) for each in both):
        return False
    this, that = (each.cards for each in both if isinstance(each, ast.Has))
    if this.side != that.side:
        return False
    if this.names and (that.names or that.but_not):
        return not set(this.names) & set(that.names) and set(this.names) <= {
            *(that.but_not or this.names)
        }
    if this.but_not and that.names:
        return set(that.names) <= set(this.but_not)
    if None not in (this.starter, that.starter):
        return this.starter != that.starter
    if this.suit and that.suit:
        return replace(this.suit, other=not this.suit.other) == that.suit
    ranges = [(getattr(this, of), getattr(that, of)) for of in ("cost", "score", "stability")]
    return any(a and b and are_apart(a, b) for a, b in ranges)


def are_apart(one: ast.Range, other: ast.Range) -> bool:
    """Return whether two ranges do not overlap."""
    below = one.most is not None and one.most < other.least
    return below or (other.most is not None and other.most < one.least)


def _displaces(effect: ast.Effect, it: ast.Cards | None) -> bool:
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
    to, place = ends_in(effect), effect.cards.place
    if to is None and KEYWORDS[effect.verb].stays:
        return None
    mine = effect.verb == "purchase" or (place is not None and place.owner == "your")
    mine = mine and effect.onto is None
    number = effect.cards.number
    if isinstance(number, ast.UntilCard) and to:
        return replace(number.cards, number=1, place=ast.Place(("done", to), by=effect.verb))
    if to in ("hand", "in play", "discard stack", "trash stack") and mine:
        return ast.Cards(effect.cards.number, place=ast.Place(("done", to), by=effect.verb))
    return ast.Cards(effect.cards.number, place=DONE)


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
    seen = {"draw deck", "supply stack"}.isdisjoint(zones)
    return zones[0] if seen and len(zones) == 1 else None


def _some_of(effect: ast.Effect, them: ast.Cards) -> ast.Instruct:
    """Return an instruction about some of the cards mentioned before."""
    place = them.place
    if not isinstance(effect, ast.Instruct) or place in (None, DONE):
        raise Nonsense("it does not say which cards are meant")
    if place.zones[0] == "done" and KEYWORDS[effect.verb].anew:
        raise Nonsense("it does not say which cards are meant")
    assert place is not None
    if them.number == 1 and effect.cards.number == "all":
        raise Nonsense("it does not say which cards are meant")
    said = replace(effect.cards, place=None)
    if said.number == "any" and place.zones[0] == "done" and said != ast.Cards("any"):
        said = replace(said, number="all")  # "any starter cards Drawn"
    if replace(said, number=None) == replace(them, number=None, place=None):
        said = ast.Cards(said.number, span=said.span)  # a second description of the same card
    stacked = place.zones[0] != "done" and not ast.STACKS.isdisjoint(place.zones)
    of_them = replace(them, number=None, targeted=stacked)
    cards = replace(merged([said, of_them]), number=said.number)
    return replace(effect, cards=cards)


def _worth_heard(effect: ast.Effect, when: ast.When) -> ast.Effect:
    """Resolve "its cost" to the card that set off the trigger."""
    if when.verb == "gain" or when.verb not in KEYWORDS or when.cards.number != 1:
        return effect

    def heard(node: Any) -> Any:
        is_done = isinstance(node, ast.Worth) and node.cards.place == DONE
        return replace(node, cards=replace(node.cards, place=HEARD)) if is_done else node

    told: ast.Effect = rewritten(effect, heard)
    return told


def _heard(when: ast.When) -> ast.Cards | None:
    """Return the card that sets off a trigger, if it is a single one and its place is known."""
    keyword = KEYWORDS.get(when.verb)
    to = keyword and keyword.goes_to
    known = to is not None and (to in ("hand", "in play") or to in ast.STACKS)
    known = known or (keyword is not None and keyword.stays)
    mine = when.who == "you" and when.cards.number == 1 and when.verb not in ("set", "deal")
    return ast.Cards(1, place=HEARD) if mine and known else None


def _is_described(condition: ast.Condition) -> bool:
    """Return whether a condition describes the kind of cards."""
    each = (has.cards for has in nodes_of(condition, ast.Has))
    return any(replace(cards, place=None, number=None) != ast.Cards() for cards in each)


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


def _done_to(effect: ast.Instruct, it: ast.Cards | None) -> ast.Instruct:
    place = None if it is None else it.place
    if it is not None and place == DONE and it.number == 1:
        known = "your own hand, play, Discard or Trash Stack"
        raise Nonsense(f"only a card in {known} can be referred to again")
    if it is None or place is None or place == DONE or it.number not in (None, 1):
        raise Nonsense("it does not say which card is meant")
    if KEYWORDS[effect.verb].anew:
        raise Nonsense("it does not say which card is meant")
    cards = ast.Cards(1, place=replace(place, shown=False), span=effect.cards.span)
    if place.zones[0] in ("done", "shown"):
        cards = replace(it, number=1, targeted=False, place=place, span=effect.cards.span)
    elif not place.top:
        stacked = not ast.STACKS.isdisjoint(place.zones)
        cards = replace(it, number=1, targeted=stacked, span=effect.cards.span)
    to = effect.destination
    return replace(effect, cards=cards, destination=to and same_stack(place, to))


def _with_it(part: Any, it: ast.Cards | None) -> Any:
    """Return a condition with "it" resolved to the card mentioned before."""
    if isinstance(part, tuple):
        return tuple(_with_it(each, it) for each in part)
    if isinstance(part, ast.Place) and part == IT:
        place = it.place if it is not None else None
        if it is None or place is None or it.number not in (None, 1):
            raise Nonsense("it does not say which card is meant")
        if place == HEARD:
            raise Nonsense('what that card is, is said first: "When you Draw a scoring card", say')
        if place.zones and place.zones[0] == "done":
            return DONE
        if not place.top:
            raise Nonsense("it does not say which card is meant")
        return place
    if not isinstance(part, ast.Node):
        return part
    return mapped(part, lambda slot: _with_it(slot, it))


def narrowed(deed: ast.Effect, condition: ast.Condition, otherwise: object) -> ast.Instruct:
    """Restrict an instruction to cards that meet a condition on "it"."""
    is_it = isinstance(condition, ast.Has) and condition.count == ast.Range(1)
    if otherwise or not isinstance(deed, ast.Instruct) or deed.cards.number != 1:
        raise Nonsense("it does not say which card is meant")
    if not is_it or not isinstance(condition, ast.Has) or condition.cards.place != IT:
        raise Nonsense("it does not say which card is meant")
    refuse_loose_best(deed.cards.extreme, condition.cards)
    if deed.verb == "draw" and (deed.cards.place is None or deed.cards.place.span is None):
        raise Nonsense("nobody can tell apart cards they do not see")
    return replace(deed, cards=merged([deed.cards, replace(condition.cards, place=None)]))


def named_by(condition: ast.Condition) -> ast.Cards | None:
    """Return the only card that a condition says is there, if there is only one."""
    if isinstance(condition, ast.All):
        named = [cards for part in condition.parts if (cards := named_by(part)) is not None]
        return named[0] if len(named) == 1 else None
    if not isinstance(condition, ast.Has) or condition.total:
        return None
    if not condition.count.of_one:
        return None
    place = condition.cards.place
    if place is None or len(place.zones) != 1:
        return None
    return said_so_of(condition) if place.owner == "your" or place.zones == MARKET else None


def _counted_by(condition: ast.Condition) -> ast.Cards | None:
    """Return the cards a condition counts, as "them", if they are of one kind."""
    parts = condition.parts if isinstance(condition, ast.All) else (condition,)
    there = [said_so_of(part) for part in parts if isinstance(part, ast.Has) and part.count.least]
    place = there[0].place if len(there) == 1 else None
    if place is None or place.owner != "your" or len(place.zones) != 1 or place.top:
        return None
    return replace(there[0], number="some") if place.zones[0] not in ("done", "round") else None


def same_stack(source: ast.Place | None, destination: ast.Place) -> ast.Place:
    """Resolve "the Stack" or "its Discard Stack" from where the card lies."""
    if not destination.zones:
        if source is None or len(source.zones) != 1 or not ast.STACKS.issuperset(source.zones):
            raise Nonsense("no Stack to be the same as")
        one_of_many = source.zones == MARKET  # exactly that Stack
        same = replace(destination, zones=source.zones, owner=source.owner, this=one_of_many)
        return replace(same, top=not same.bottom)
    return destination


def is_targets(place: ast.Place | None) -> bool:
    """Return whether a place is a Target player's or an opponent's."""
    return place is not None and place.owner in ("target", "opponent")
