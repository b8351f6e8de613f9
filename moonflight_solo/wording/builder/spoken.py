"""What later words of a card text can refer to: what the statements before them leave."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf
from typing import Final, TypeGuard

from msgspec.structs import replace

from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import DONE, SHOWN, THEM
from moonflight_solo.wording.builder.marks import doer
from moonflight_solo.wording.builder.merging import is_targets
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import nodes_of

_It = ast.Cards | None
_Zones = frozenset[str]
_ANYWHERE: Final = frozenset({"hand", "in play", *ast.STACKS})


class LastDeed(Value):
    """What was done last: a keyword, to ``one`` card, by you; coin tokens moved if no ``verb``."""

    verb: ast.Verb | None = None
    one: bool = False
    yours: bool = False


class Spoken(Value):
    """What a statement can refer to, as the statements before it leave it.

    - ``it``: the card or cards last spoken of, and where they lie now;
    - ``deed``: what was done last, whose cards "that many" counts;
    - ``player``: whom "they" and "their" mean; ``None`` where players act for themselves;
    - ``left``: how many of the cards shown "the rest" are, infinite if that is not known;
    - ``lying``: the zones of cards spoken of; ``heard``: those of the card with which another
      player set off the trigger;
    - ``before``: the statements before it in the same list; ``within``: it is part of another.
    """

    it: _It = None
    deed: LastDeed | None = None
    player: ast.Who | None = "you"
    left: float | None = None
    lying: _Zones = frozenset()
    heard: _Zones = frozenset()
    before: ast.Effects = ()
    within: bool = False

    def inside(self, effect: ast.Effect, it: _It) -> Spoken:
        """Return what the first of the effects within one can refer to; ``it`` means that card."""
        deed, player, heard = self.deed, self.player, _Zones()
        match effect:
            case ast.When(who=who):
                # For "any player", the one who set it off is meant.
                player = "opponent" if who == "each player" else who
                deed, heard = None, _lying_heard(effect)
            case ast.SpendAbility(coins=coins, cards=cards, more=more):
                # Its cost can mean that of a single card that was Spent.
                single = cards == 1 and not coins and more is None
                deed = LastDeed("move", one=True) if single else LastDeed() if more else None
            case ast.PlayersDo():
                player = None
        yours = doer(effect) in ("you", "each player")
        lying, heard = self.lying | heard if yours else self.lying, self.heard | heard
        new = replace(self, it=it, deed=deed, player=player, lying=lying, heard=heard)
        return replace(new, before=(), within=True)

    def after(self, effect: ast.Effect, it: _It) -> Spoken:
        """Return what the next statement can refer to; ``it`` means that card then."""
        passes = isinstance(effect, ast.SpendAbility | ast.When)
        now = () if isinstance(effect, ast.Lasting) else nodes_of(effect, ast.Node)
        lying = (self.lying - _taken_off(effect)).union(*map(_left_by, now))
        deed = self.deed if passes else deed_of(effect)
        new = replace(self, it=it, deed=deed, player=self._player_after(effect), lying=lying)
        return replace(new, left=self._left_after(effect), before=(*self.before, effect))

    def _player_after(self, effect: ast.Effect) -> ast.Who | None:
        """Return the player whom "they" and "their" mean after an effect."""
        who = doer(effect)
        if self.player is None or isinstance(effect, ast.When):
            return self.player
        if isinstance(effect, ast.PlayersDo):
            return who if who.startswith("target") else self.player
        if who == "you" and isinstance(effect, ast.Instruct):
            return self.player if any(their_places(effect)) else "you"
        if isinstance(effect, ast.Reveal) and is_targets(effect.cards.place):
            return "target player"
        return self.player if who in ("you", "they") else who

    def _left_after(self, effect: ast.Effect) -> float | None:
        """Return how many of the cards shown are left after an effect; ``None`` if it is others."""
        if isinstance(effect, ast.Reveal):
            number = effect.cards.number
            if isinstance(number, int):
                return number if number > 1 else None
            return inf if isinstance(number, ast.UntilCard) else None
        if self.left is None or not is_of_shown(effect):
            return None
        number = effect.cards.number
        return self.left - number if isinstance(number, int) else inf


Statement = tuple[ast.Effect, Spoken]
"""An effect with its antecedents, and what was spoken of before it."""


def shown_by(effect: ast.Reveal) -> ast.Cards | None:
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


def moved_by(effect: ast.Effect) -> ast.Cards | None:
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


def deed_of(effect: ast.Effect) -> LastDeed | None:
    """Return what an effect has done, ``None`` if nothing that later words can refer to."""
    if isinstance(effect, ast.Instruct):
        unseen = KEYWORDS[effect.verb].stays and ends_in(effect) is None
        return None if unseen else LastDeed(effect.verb, is_one(effect), effect.who == "you")
    whole = isinstance(effect, ast.Shuffle) and effect.place.zones == ("draw deck",)
    return LastDeed() if isinstance(effect, ast.Gain | ast.Shuffle) and not whole else None


def is_one(effect: ast.Effect) -> TypeGuard[ast.Instruct]:
    """Return whether an effect moves a single card, which "it" can then mean."""
    return isinstance(effect, ast.Instruct) and effect.who == "you" and effect.cards.number == 1


def is_of_shown(effect: ast.Effect) -> TypeGuard[ast.Instruct]:
    """Return whether an instruction is about cards that have been shown."""
    places = list(nodes_of(effect, ast.Place))
    return isinstance(effect, ast.Instruct) and (THEM in places or SHOWN in places)


def their_places(effect: ast.Effect) -> Iterator[ast.Place]:
    """Yield the places in an effect that are those of a player mentioned before."""
    return (place for place in nodes_of(effect, ast.Place) if place.owner == "their")


def _lying_heard(when: ast.When) -> _Zones:
    if (keyword := KEYWORDS.get(when.verb)) is None:
        return frozenset()
    from_play = frozenset(when.cards.zones) & {"in play"}
    return from_play | {keyword.goes_to} if keyword.goes_to else _ANYWHERE


def _left_by(deed: ast.Node) -> _Zones:
    """Return where an instruction leaves its cards, and play if they came from there.

    This card lies in play too, so "other" may mean other than this one or than those gone.
    """
    place = deed.cards.place if isinstance(deed, ast.Reveal) else None
    if place and (place.top or place.bottom):
        return frozenset(place.zones)
    if isinstance(deed, ast.ThisCard):
        to = deed.destination.zones[0] if deed.destination else KEYWORDS[deed.verb].goes_to
        return frozenset({to} if to else ())
    if not isinstance(deed, ast.Instruct):
        return frozenset()
    to, zones = ends_in(deed), frozenset(deed.cards.zones)
    if to is None and KEYWORDS[deed.verb].stays:
        return zones
    return (zones & {"in play"}) | ({to} if to else set())


def _taken_off(effect: ast.Effect) -> _Zones:
    """Return the Stack whose end card an instruction moves away, so that it lies there no more."""
    if not isinstance(effect, ast.Instruct) or KEYWORDS[effect.verb].stays:
        return frozenset()
    place = effect.cards.place
    at_end = place is not None and (place.top or place.bottom) and effect.cards.number == 1
    return frozenset(effect.cards.zones if at_end and effect.destination is None else ())
