"""Find what "it", "them", "that many", "the rest" and "their" speak of, reading a text once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import takewhile
from typing import Final, TypeGuard

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import ANYHOW, DONE, HEARD, IT, SHOWN, THEM
from moonflight_solo.wording.builder.merging import kind_counted, merge, only_card_of
from moonflight_solo.wording.builder.negation import are_apart
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, refuse
from moonflight_solo.wording.builder.spoken import Spoken, deed_of, is_of_shown, moved_by, shown_by
from moonflight_solo.wording.builder.subjects import same_stack
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import each_changed, nodes_of, rewritten

_It = ast.Cards | None
_ANY_DONE: Final = ast.Has(ast.Cards(place=DONE), ast.Range(1))


def with_antecedents(effects: Sequence[ast.Effect], spoken: Spoken) -> ast.Effects:
    """Return effects with each "it", "them" and "the cards Drawn" as the cards they speak of.

    Raises :class:`Nonsense` with the reason where nothing ``spoken`` of can be meant, or too much.
    """
    resolved: list[ast.Effect] = []
    for effect in _one_after_other(effects):
        spoken.refuse_unclear_player(effect)
        new, it = _read(effect, spoken)
        spoken.refuse_dangling(new)
        resolved.append(new)
        spoken = spoken.after(new, it)
    return tuple(resolved)


def _read(effect: ast.Effect, spoken: Spoken) -> tuple[ast.Effect, _It]:
    """Return an effect with its antecedents, and the card that "it" means after it."""
    still = None if _displaces(effect, spoken.it) else spoken.it
    match effect:
        case ast.If():
            return _read_if(effect, spoken), still
        case ast.May():
            return _read_option(effect, spoken, still), still
        case ast.Choose(ways):
            inside = spoken.inside(effect, spoken.it)
            return replace(effect, ways=tuple(with_antecedents(w, inside) for w in ways)), still
        case ast.PlayersDo() | ast.SpendAbility():
            parts = with_antecedents(effect.effects, spoken.inside(effect, None))
            return replace(effect, effects=parts), spoken.it
        case ast.When():
            first, *rest = effect.effects
            moves = effect.verb != "gain" and effect.verb in KEYWORDS
            if moves and effect.cards.number == 1:  # "its cost" is that card's
                heard = partial(rewritten, change=lambda node: HEARD if node == DONE else node)
                first = each_changed(first, ast.Worth, heard)
            parts = with_antecedents((first, *rest), spoken.inside(effect, _card_heard_of(effect)))
            return replace(effect, effects=parts), spoken.it
        case ast.Reveal():
            return effect, shown_by(effect)
    return _read_deed(effect, spoken.it)


def _read_if(effect: ast.If, spoken: Spoken) -> ast.If:
    """Read a condition and its effects: "it" is the card before, or the condition's own."""
    it, moved = spoken.it, effect.condition
    if it and it.zones[:1] == ("done",) and it.number != 1:  # "them": those just moved
        moved = rewritten(moved, lambda n: replace(DONE, span=n.span) if n == THEM else n)
    condition = _with_it(moved, it)
    asks_of_it = condition != moved
    card = it if asks_of_it else only_card_of(condition)
    top_card = card if card and card.on_top else None
    card = card or kind_counted(condition)
    about_done = it is not None and DONE in nodes_of(condition, ast.Place)
    many = about_done and it is not None and it.number != 1
    kinds = [replace(h.cards, place=None, number=None) for h in nodes_of(condition, ast.Has)]
    if many and any(kind != ast.Cards() for kind in kinds) and _is_said_of(effect.effects, THEM):
        raise Nonsense("it does not say whether all of them or only those that fit")
    if asks_of_it or about_done or (it is not None and it.place is not None and it.place.shown):
        card = top_card = it
    otherwise = with_antecedents(effect.otherwise, spoken.inside(effect, top_card))
    if about_done and asks_of_it and otherwise:  # "not such a card" needs a card that was moved
        otherwise = (ast.If(_ANY_DONE, otherwise),)
    effects = with_antecedents(effect.effects, spoken.inside(effect, card))
    return ast.If(condition, effects, otherwise, span=effect.span)


def _read_option(effect: ast.May, spoken: Spoken, still: _It) -> ast.May:
    """Read an option; ``still`` is the card mentioned if it cannot have moved away."""
    it = spoken.it
    phrases = [each.cards for each in effect.effects if isinstance(each, ast.Instruct)]
    if any(phrase.number == "any" and phrase.place == DONE for phrase in phrases):
        raise Nonsense("it does not say whether all of them or as many as you like")
    before = spoken.inside(effect, it)
    first = with_antecedents(effect.effects, before)
    new = moved_by(first[0]) if len(first) == 1 else None
    if new and it and new.number == it.number == 1:
        new = replace(new, number="some")  # this card or the one before is left open
    done = replace(before, it=new or still, deed=deed_of(first[-1]) if first else before.deed)
    then = with_antecedents(effect.then, done)
    otherwise = with_antecedents(effect.otherwise, before)
    return replace(effect, effects=first, then=then, otherwise=otherwise)


def _read_deed(effect: ast.Effect, it: _It) -> tuple[ast.Effect, _It]:
    """Return a single effect with its antecedent, and the card that "it" means after it."""
    if isinstance(effect, ast.Instruct) and effect.cards.place == IT:
        effect = _done_to(effect, it)
        return effect, moved_by(effect) if KEYWORDS[effect.verb].stays else None
    if it is not None and it.place == SHOWN and _picks(effect):
        raise Nonsense('it does not say whether of the cards shown: say "of them"')
    if it is not None and it.place == SHOWN and is_of_shown(effect):
        return replace(effect, cards=replace(effect.cards, place=SHOWN)), it
    if it and (_is_of_done(effect, it) or _is_said_of(effect, THEM)):
        if it.zones[:1] == ("done",) and it.number in (1, "some") and _is_said_of(effect, THEM):
            raise Nonsense("it does not say which cards are meant, for one was moved last")
        some = _some_of(effect, it)
        return some, moved_by(some) if it.number == 1 and KEYWORDS[some.verb].stays else None
    card = moved_by(effect)
    if it and card and it.number == card.number == 1 and it.place != DONE:
        card = replace(card, number="some")  # this card or the one before is left open
    return effect, card


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


def _done_to(effect: ast.Instruct, it: _It) -> ast.Instruct:
    """Return what is done to "it" as done to the card that "it" means, if that is known."""
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


def _is_of_done(effect: ast.Effect, it: ast.Cards) -> bool:
    """Return whether an instruction is about the cards just moved ("the cards Drawn")."""
    place = effect.cards.place if isinstance(effect, ast.Instruct) else None
    if place is None or place != DONE or it.place is None:
        return False
    return it.place.zones[0] == "done" and place.by in (*ANYHOW, it.place.by)


def _picks(effect: ast.Effect) -> bool:
    """Return whether an instruction leaves open if it is about the cards just shown."""
    if not isinstance(effect, ast.Instruct) or effect.who != "you" or is_of_shown(effect):
        return False
    place = effect.cards.place
    unsaid = place is None or place.span is None
    keyword = KEYWORDS[effect.verb]
    return unsaid and not (keyword.anew or keyword.stays)


def _is_said_of(part: object, place: ast.Place) -> bool:
    """Return whether a part of a text speaks of cards in exactly that place, such as "it"."""
    return place in nodes_of(part, ast.Place)
