"""What words of a card text can refer to: what the statements before leave; else a refusal."""

from __future__ import annotations

from math import inf
from typing import Final, TypeGuard

from msgspec.structs import replace

from moonflight_solo.values import Value
from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.constants import ANYHOW, DONE, SHOWN, THEM
from moonflight_solo.wording.builder.marks import any_marked, doer, is_other
from moonflight_solo.wording.builder.merging import expressly_yours
from moonflight_solo.wording.builder.nonsense import doubt, refuse
from moonflight_solo.wording.builder.subjects import is_targets
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import nodes_of

_It = ast.Cards | None
_ONE_PLAYER = ("target player", "target opponent", "opponent")
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
            return (
                self.player
                if "their" in {place.owner for place in nodes_of(effect, ast.Place)}
                else "you"
            )
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

    def refuse_unclear_player(self, effect: ast.Effect) -> None:
        """Reject "their", and a verb without a subject, unless one player was spoken of."""
        player, who = self.player, doer(effect)
        if player is None:
            return
        if isinstance(effect, ast.If) and "they" in map(doer, effect.effects):
            places = nodes_of(effect.condition, ast.Place)
            of_theirs = any(place.owner == "opponent" for place in places)
            of_theirs = of_theirs or any(nodes_of(effect.condition, ast.Opponents))
            why = "it does not say which of the players who fit does it"
            refuse(of_theirs, f'{why}: say "Each opponent with …" or "Target opponent with …"')
        needs_one = isinstance(effect, ast.When | ast.PlayersDo)
        unknown = player not in _ONE_PLAYER if needs_one else player == "you"
        doubt(who == "they" and unknown, "who does it")
        single = isinstance(who, marks.Whom) and who == "they" and not needs_one
        doubt(single and player.startswith("each"), "which of them does it")
        yours = who == "you" and isinstance(effect, ast.Instruct | ast.Gain)
        theirs = yours and "their" in {place.owner for place in nodes_of(effect, ast.Place)}
        doubt(theirs and player not in _ONE_PLAYER, "whose it is")

    def refuse_dangling(self, effect: ast.Effect) -> None:
        """Raise :class:`Nonsense` if a word does not say which card, player or deed it means.

        The words of an ``effect`` can mean what was spoken of before it.
        """
        self._refuse_deed(effect)
        self._refuse_rest(effect)
        self._refuse_another(effect)
        _refuse_relations(effect)

    def _refuse_deed(self, effect: ast.Effect) -> None:
        """Reject "that many", "the card moved" or "its cost" after no deed, or more than one.

        A number may be one of two in "Discard up to 2. Trash up to 2. Draw that many", in "Discard
        up to 2. Trash that many. Draw that many", and after "Discard until you have 3 in hand".
        """
        last, last_two = self.before[-1:], self.before[-2:]
        if any(map(_counts_moved, nodes_of(effect, ast.Per))):
            two_deeds = all(isinstance(each, ast.Instruct | ast.Gain) for each in last_two)
            as_many_already = any(map(_counts_moved, nodes_of(last, ast.Per)))
            several = (two_deeds and len(last_two) > 1) or as_many_already
            doubt(several, "how many of the cards that were moved")
            unsure = any(nodes_of(last, ast.Until))
            doubt(unsure, "whether as many as were moved or as many as are left")
        of_new = [each for each in last_two if is_one(each) and "done" not in each.cards.zones]
        doubt(_is_worth_moved(effect) and len(of_new) > 1, "which card is meant")
        verbs = [getattr(each, "verb", "") for each in self.before]
        places = [p for p in nodes_of(effect, ast.Place) if p.zones[:1] == ("done",) and p.by]
        verb = self.deed and self.deed.verb
        late = any(p == DONE and p.by != verb and p.by in verbs[:-1] for p in places)
        refuse(late, "only the last deed can be referred to: say it right after that")
        several = sum(each in {p.by for p in places} for each in verbs) > 1
        doubt(several, "which of the cards that were moved")
        paid = isinstance(effect, ast.SpendAbility) and effect.cards and effect.effects[1:]
        unsure = any(map(_is_worth_moved, paid or ()))
        doubt(unsure, "whether the card Spent or the card moved then")
        _refuse_undone(_at_once(effect), self.deed)

    def _refuse_rest(self, effect: ast.Effect) -> None:
        """Reject "the rest" unless cards have just been shown."""
        if not self.within:
            unshown = self.left is None and SHOWN in nodes_of(effect, ast.Place)
            doubt(unshown, "the rest of which cards")
            several = self.left not in (None, 1, inf)
            one_of_more = several and any_marked(nodes_of(effect, ast.Node), "the other")
            refuse(one_of_more, 'that is not all that is left: say "the others"')

    def _refuse_another(self, effect: ast.Effect) -> None:
        """Reject "another" where a card spoken of lies too: than that one, or than this card?

        So is "Draw 1 from there and Trash another": from there too?
        """
        phrases = [per.cards for per in nodes_of(effect, ast.Per)]
        if isinstance(effect, ast.Instruct):
            phrases.append(effect.cards)
            after_deed = isinstance([None, *self.before][-1], ast.Instruct) and not self.within
            unsaid = effect.cards.place is not None and effect.cards.place.span is None
            doubt(after_deed and effect.cards.other and unsaid, "which cards it is another of")
        lying = self.lying | self.heard if doer(effect) == "they" else self.lying
        why = "it is unclear whether “another” is one other than this card or than that card"
        unclear = any(is_other(cards) and not lying.isdisjoint(cards.zones) for cards in phrases)
        refuse(unclear, f'{why}: say "1 card", or "1 of them"')


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


def _refuse_undone(part: object, deed: LastDeed | None) -> None:
    places = [place for place in nodes_of(part, ast.Place) if place == DONE]
    tokens = sum(map(_counts_moved, nodes_of(part, ast.Per)))
    if deed == LastDeed() and tokens == len(places):
        return
    verb = deed and deed.verb
    unknown = any(not verb or place.by not in (*ANYHOW, verb) for place in places)
    refuse(unknown, "nothing before says what was done this way")
    by_others = any(map(expressly_yours, places)) and not (deed and deed.yours)
    refuse(by_others, "nothing before says that you did this: say what was done “this way”")
    doubt(_is_worth_moved(part) and not (deed and deed.one), "which card is meant")


def _at_once(effect: ast.Effect) -> object:
    """Return an effect, of one with others in it the condition they depend on."""
    if isinstance(effect, ast.May | ast.Choose | ast.SpendAbility | ast.When):
        return None
    return effect.condition if isinstance(effect, ast.If | ast.PlayersDo) else effect


def _counts_moved(per: ast.Per) -> bool:
    return per.cards == ast.Cards(place=DONE) and per.place.by in ANYHOW


def _is_worth_moved(part: object) -> bool:
    return any(worth.cards.place == DONE for worth in nodes_of(part, ast.Worth))


def _refuse_relations(effect: ast.Effect) -> None:
    """Reject an opponent, or an opponent's suit, where another player acts: by whose view?"""
    if isinstance(effect, ast.Instruct | ast.PlayersDo | ast.Gain) and effect.who != "you":
        part = effect.effects if isinstance(effect, ast.PlayersDo) else effect
        suits = any(suit.whose == "opponent" for suit in nodes_of(part, ast.Suit))
        by_name = "where another player does it: say it by the Jack's name"
        doubt(suits, f"whose opponent's suit is meant {by_name}")
        places = any(place.owner == "opponent" for place in nodes_of(part, ast.Place))
        doubt(places, "whose opponent is meant: another player does it")
