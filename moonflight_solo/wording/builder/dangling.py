"""Reject texts that refer to what nothing before has moved, shown or named."""

from __future__ import annotations

from collections.abc import Sequence

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.constants import ANYHOW, DONE, SHOWN
from moonflight_solo.wording.builder.marks import OTHER_CARDS, any_marked, doer, is_marked
from moonflight_solo.wording.builder.merging import expressly_yours
from moonflight_solo.wording.builder.nonsense import doubt, refuse
from moonflight_solo.wording.builder.references import ends_in, is_of_shown, is_one, is_targets
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import nodes_of

_TOKENS = frozenset({"tokens"})


def _counts_moved(per: ast.Per) -> bool:
    return per.cards == ast.Cards(place=DONE) and per.place.by in ANYHOW


def refuse_nothing_done(effects: Sequence[ast.Effect], done: frozenset[str]) -> frozenset[str]:
    """Reject "that many" or "the card moved" if nothing was moved; return what was."""
    for index, effect in enumerate(effects):
        if any(map(_counts_moved, nodes_of(effect, ast.Per))):
            _refuse_unclear_number(effects[max(0, index - 2) : index])
        moves = [each for each in effects[max(0, index - 2) : index] if is_one(each)]
        of_new = [move for move in moves if "done" not in move.cards.zones]
        doubt(_is_worth_moved(effect) and len(of_new) > 1, "which card is meant")
        verbs = [getattr(each, "verb", "") for each in effects[:index]]
        places = [p for p in nodes_of(effect, ast.Place) if p.zones[:1] == ("done",) and p.by]
        late = any(p == DONE and p.by not in done and p.by in verbs[:-1] for p in places)
        refuse(late, "only the last deed can be referred to: say it right after that")
        several = sum(verb in {p.by for p in places} for verb in verbs) > 1
        doubt(several, "which of the cards that were moved")
        if isinstance(effect, ast.If | ast.May | ast.PlayersDo | ast.Choose):
            _refuse_undone(getattr(effect, "condition", None), done)
            branches = effect.ways if isinstance(effect, ast.Choose) else (effect.effects,)
            after = [refuse_nothing_done(branch, done) for branch in branches]
            if isinstance(effect, ast.May):
                refuse_nothing_done(effect.then, after[0])
                refuse_nothing_done(effect.otherwise, done)
            done = frozenset()
        elif isinstance(effect, ast.SpendAbility):
            # Its cost can mean that of a single card that was Spent.
            single = effect.cards == 1 and not effect.coins and effect.more is None
            paid = {"move", "one"} if single else _TOKENS if effect.more else ()
            refuse_nothing_done(effect.effects, frozenset(paid))
            unsure = effect.cards and any(map(_is_worth_moved, effect.effects[1:]))
            doubt(unsure, "whether the card Spent or the card moved then")
        elif isinstance(effect, ast.When):
            refuse_nothing_done(effect.effects, frozenset())
        else:
            _refuse_undone(effect, done)
            done = _done_by(effect)
    return done


def _refuse_unclear_number(before: Sequence[ast.Effect]) -> None:
    """Reject "that many" if more than one of the numbers ``before`` it may be meant.

    That is so in "Discard up to 2. Trash up to 2. Draw that many", in "Discard up to 2. Trash that
    many. Draw that many", and after "Discard until you have 3 cards in hand".
    """
    last = before[-1:]
    two_deeds = len(before) > 1 and all(
        isinstance(each, ast.Instruct | ast.Gain) for each in before
    )
    as_many_already = any(map(_counts_moved, nodes_of(last, ast.Per)))
    doubt(two_deeds or as_many_already, "how many of the cards that were moved")
    doubt(any(nodes_of(last, ast.Until)), "whether as many as were moved or as many as are left")


def _is_worth_moved(part: object) -> bool:
    return any(worth.cards.place == DONE for worth in nodes_of(part, ast.Worth))


def _done_by(effect: ast.Effect) -> frozenset[str]:
    """Return the keyword an effect has done, or "tokens".

    Also "one" if it was done to a single card, and "yours" if by you.
    """
    if isinstance(effect, ast.Instruct):
        if KEYWORDS[effect.verb].stays and ends_in(effect) is None:
            return frozenset()  # nobody has seen which cards
        words = {effect.verb: True, "yours": effect.who == "you", "one": is_one(effect)}
        return frozenset(word for word, applies in words.items() if applies)
    whole = isinstance(effect, ast.Shuffle) and effect.place.zones == ("draw deck",)
    return _TOKENS if isinstance(effect, ast.Gain | ast.Shuffle) and not whole else frozenset()


def refuse_nothing_shown(effects: Sequence[ast.Effect]) -> None:
    """Reject "the rest" unless cards have just been shown."""
    is_shown, rest = False, None
    for effect in effects:
        doubt(SHOWN in nodes_of(effect, ast.Place) and not is_shown, "the rest of which cards")
        one_of_more = rest not in (None, 1) and any_marked(nodes_of(effect, ast.Node), "the other")
        refuse(one_of_more, 'that is not all that is left: say "the others"')
        number = effect.cards.number if isinstance(effect, ast.Reveal | ast.Instruct) else None
        if isinstance(effect, ast.Reveal):
            rest = number if isinstance(number, int) else None
            several = isinstance(number, ast.UntilCard) or (rest is not None and rest > 1)
            is_shown = several and effect.cards.place is not None
        elif is_of_shown(effect):
            rest = rest - number if rest is not None and isinstance(number, int) else None
        else:
            rest, is_shown = rest if isinstance(number, int) else None, False


def _refuse_undone(part: object, done: frozenset[str]) -> None:
    pers = [per.cards for per in nodes_of(part, ast.Per) if _counts_moved(per)]
    if done == _TOKENS and len(pers) == sum(p == DONE for p in nodes_of(part, ast.Place)):
        return
    for place in nodes_of(part, ast.Place):
        unknown = place == DONE and (not done - _TOKENS or place.by not in (*ANYHOW, *done))
        refuse(unknown, "nothing before says what was done this way")
        by_others = place == DONE and expressly_yours(place) and "yours" not in done
        refuse(by_others, "nothing before says that you did this: say what was done “this way”")
    doubt("one" not in done and _is_worth_moved(part), "which card is meant")


_ONE_PLAYER = ("target player", "target opponent", "opponent")


def check_players(effects: Sequence[ast.Effect], player: ast.Who = "you") -> ast.Effects:
    """Check that each "their" and each verb without a subject has a player to refer to.

    ``player`` is the player mentioned before. Returns the effects unchanged.
    """
    for effect in effects:
        if isinstance(effect, ast.If) and "they" in map(doer, effect.effects):
            places = nodes_of(effect.condition, ast.Place)
            of_theirs = any(place.owner == "opponent" for place in places)
            refuse(of_theirs or any(nodes_of(effect.condition, ast.Opponents)), _WHICH_OF_THEM)
        for part in () if isinstance(effect, ast.PlayersDo) else _parts_of(effect):
            who_acts = effect.who if isinstance(effect, ast.When) else player
            # For "any player", the one who set it off is meant.
            any_one = isinstance(effect, ast.When) and who_acts == "each player"
            check_players(part, "opponent" if any_one else who_acts)
        if isinstance(effect, ast.When | ast.PlayersDo):
            doubt(getattr(effect, "who", "") == "they" and player not in _ONE_PLAYER, "who does it")
            if isinstance(effect, ast.PlayersDo) and effect.who.startswith("target"):
                player = effect.who
            continue
        who: ast.Who = doer(effect)
        doubt(who == "they" and player == "you", "who does it")
        single = isinstance(who, marks.Whom) and who == "they"
        doubt(single and player.startswith("each"), "which of them does it")
        if who == "you" and isinstance(effect, ast.Instruct | ast.Gain):
            theirs = [place for place in nodes_of(effect, ast.Place) if place.owner == "their"]
            doubt(theirs and player not in _ONE_PLAYER, "whose it is")
            if not theirs and isinstance(effect, ast.Instruct):
                player = "you"
        elif isinstance(effect, ast.Reveal) and is_targets(effect.cards.place):
            player = "target player"
        elif who not in ("you", "they"):
            player = who
    return tuple(effects)


_WHICH_OF_THEM = (
    "it does not say which of the players who fit does it: "
    'say "Each opponent with …" or "Target opponent with …"'
)


def _parts_of(effect: ast.Effect) -> Sequence[ast.Effects]:
    """Return the lists of effects nested in one."""
    if isinstance(effect, ast.Choose):
        return effect.ways
    return [getattr(effect, slot, ()) for slot in ("effects", "then", "otherwise")]


def refuse_unclear_others(effects: Sequence[ast.Effect]) -> None:
    """Reject "each other player" after another player, and "other" cards after a named one: other
    than you or this card, or than that one?
    """
    has_name = other_player = False
    for node in nodes_of(tuple(effects), ast.Node):
        has_name = has_name or isinstance(node, ast.NameCard)
        what = "whether other than this card or than the named one: say which cards they are"
        doubt(has_name and isinstance(node, ast.Cards) and _is_other(node), what)
        who = doer(node)
        what = 'whose others they are: say "each opponent" if they are yours'
        doubt(other_player and isinstance(who, marks.Whom) and who == "each opponent", what)
        of_another = who != "you" or isinstance(node, ast.Opponents)
        if isinstance(node, ast.Place):
            of_another = is_targets(node) and node.zones != ("market stack",)
        elif isinstance(node, ast.Give):
            of_another = of_another or node.to != "you"
        other_player = other_player or of_another


def _is_other(cards: ast.Cards) -> bool:
    return cards.other or is_marked(cards, *OTHER_CARDS)


def refuse_others_relations(effects: Sequence[ast.Effect]) -> None:
    """Reject an opponent, or an opponent's suit, where another player acts: by whose view?"""
    for effect in nodes_of(tuple(effects), ast.Instruct | ast.PlayersDo | ast.Gain):  # type: ignore[arg-type]
        if effect.who == "you":
            continue
        part = effect.effects if isinstance(effect, ast.PlayersDo) else effect
        suits = any(suit.whose == "opponent" for suit in nodes_of(part, ast.Suit))
        by_name = "where another player does it: say it by the Jack's name"
        doubt(suits, f"whose opponent's suit is meant {by_name}")
        places = any(place.owner == "opponent" for place in nodes_of(part, ast.Place))
        doubt(places, "whose opponent is meant: another player does it")


_Zones = frozenset[str]
_ANYWHERE = frozenset({"hand", "in play", *ast.STACKS})


def refuse_other_than_spoken_of(
    effects: Sequence[ast.Effect], lying: _Zones = frozenset(), theirs: _Zones = frozenset()
) -> None:
    """Reject "another" where a mentioned card lies too: than that one, or than this card?

    ``lying`` are the zones of cards mentioned before, ``theirs`` that of the card with which
    another player set off the trigger.
    """
    for effect in effects:
        phrases = [per.cards for per in nodes_of(effect, ast.Per)]
        phrases += [effect.cards] if isinstance(effect, ast.Instruct) else []
        zones = lying | theirs if doer(effect) == "they" else lying
        for cards in phrases:
            why = "it is unclear whether “another” is one other than this card or than that card"
            unclear = _is_other(cards) and not zones.isdisjoint(cards.zones)
            refuse(unclear, f'{why}: say "1 card", or "1 of them"')
        heard = _lying_heard(effect) if isinstance(effect, ast.When) else frozenset()
        mine = doer(effect) in ("you", "each player")
        for part in _parts_of(effect):
            refuse_other_than_spoken_of(part, lying | heard if mine else lying, theirs | heard)
        if isinstance(effect, ast.Instruct) and not KEYWORDS[effect.verb].stays:
            place, number = effect.cards.place, effect.cards.number
            if place and (place.top or place.bottom) and number == 1 and effect.destination is None:
                lying -= frozenset(place.zones)  # the card shown on top is moved away
        if not isinstance(effect, ast.Lasting):
            for deed in nodes_of(effect, ast.Node):
                lying |= _left_by(deed)


def _lying_heard(when: ast.When) -> frozenset[str]:
    if (keyword := KEYWORDS.get(when.verb)) is None:
        return frozenset()
    from_play = frozenset(when.cards.zones) & {"in play"}
    return from_play | {keyword.goes_to} if keyword.goes_to else _ANYWHERE


def _left_by(deed: ast.Node) -> frozenset[str]:
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
