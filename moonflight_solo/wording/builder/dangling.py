"""Refuse words of a card text that refer to nothing said before, or to more than one thing."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import inf

from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.constants import ANYHOW, DONE, SHOWN
from moonflight_solo.wording.builder.marks import OTHER_CARDS, any_marked, doer, is_marked
from moonflight_solo.wording.builder.merging import expressly_yours, is_targets
from moonflight_solo.wording.builder.nonsense import doubt, refuse
from moonflight_solo.wording.builder.spoken import LastDeed, Spoken, Statement, is_one, their_places
from moonflight_solo.wording.walk import nodes_of

_ONE_PLAYER = ("target player", "target opponent", "opponent")
_WHICH_OF_THEM = (
    "it does not say which of the players who fit does it: "
    'say "Each opponent with …" or "Target opponent with …"'
)


def refuse_dangling(text: ast.Effects, statements: Sequence[Statement]) -> None:
    """Raise :class:`Nonsense` if a word of a text does not say which card, player or deed it means.

    ``statements`` are those of the ``text``, each with what was spoken of before it.
    """
    for refuse_unclear in (_refuse_player, _refuse_deed, _refuse_rest, _refuse_another):
        for effect, spoken in statements:
            refuse_unclear(effect, spoken)
    _refuse_more(text)
    _refuse_others(text)
    _refuse_relations(text)
    _refuse_stacks(text)
    uses_name = any(ast.NAMED in cards.names for cards in nodes_of(text, ast.Cards))
    doubt(uses_name and not any(nodes_of(text, ast.NameCard)), "which name is meant")
    _refuse_beside(text)


# -- single statements, after those before them


def _refuse_player(effect: ast.Effect, spoken: Spoken) -> None:
    """Reject "their", and a verb without a subject, unless one player was spoken of."""
    player, who = spoken.player, doer(effect)
    if player is None:
        return
    if isinstance(effect, ast.If) and "they" in map(doer, effect.effects):
        places = nodes_of(effect.condition, ast.Place)
        of_theirs = any(place.owner == "opponent" for place in places)
        refuse(of_theirs or any(nodes_of(effect.condition, ast.Opponents)), _WHICH_OF_THEM)
    needs_one = isinstance(effect, ast.When | ast.PlayersDo)
    unknown = player not in _ONE_PLAYER if needs_one else player == "you"
    doubt(who == "they" and unknown, "who does it")
    single = isinstance(who, marks.Whom) and who == "they" and not needs_one
    doubt(single and player.startswith("each"), "which of them does it")
    yours = who == "you" and isinstance(effect, ast.Instruct | ast.Gain)
    theirs = yours and any(their_places(effect))
    doubt(theirs and player not in _ONE_PLAYER, "whose it is")


def _refuse_deed(effect: ast.Effect, spoken: Spoken) -> None:
    """Reject "that many", "the card moved" or "its cost" if nothing was moved, or more than once.

    A number may be one of two in "Discard up to 2. Trash up to 2. Draw that many", in "Discard up
    to 2. Trash that many. Draw that many", and after "Discard until you have 3 cards in hand".
    """
    last, last_two = spoken.before[-1:], spoken.before[-2:]
    if any(map(_counts_moved, nodes_of(effect, ast.Per))):
        two_deeds = all(isinstance(each, ast.Instruct | ast.Gain) for each in last_two)
        as_many_already = any(map(_counts_moved, nodes_of(last, ast.Per)))
        several = (two_deeds and len(last_two) > 1) or as_many_already
        doubt(several, "how many of the cards that were moved")
        unsure = any(nodes_of(last, ast.Until))
        doubt(unsure, "whether as many as were moved or as many as are left")
    of_new = [each for each in last_two if is_one(each) and "done" not in each.cards.zones]
    doubt(_is_worth_moved(effect) and len(of_new) > 1, "which card is meant")
    verbs = [getattr(each, "verb", "") for each in spoken.before]
    places = [p for p in nodes_of(effect, ast.Place) if p.zones[:1] == ("done",) and p.by]
    verb = spoken.deed and spoken.deed.verb
    late = any(p == DONE and p.by != verb and p.by in verbs[:-1] for p in places)
    refuse(late, "only the last deed can be referred to: say it right after that")
    several = sum(each in {p.by for p in places} for each in verbs) > 1
    doubt(several, "which of the cards that were moved")
    paid = isinstance(effect, ast.SpendAbility) and effect.cards and effect.effects[1:]
    unsure = any(map(_is_worth_moved, paid or ()))
    doubt(unsure, "whether the card Spent or the card moved then")
    _refuse_undone(_at_once(effect), spoken.deed)


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


def _refuse_rest(effect: ast.Effect, spoken: Spoken) -> None:
    """Reject "the rest" unless cards have just been shown."""
    if not spoken.within:
        unshown = spoken.left is None and SHOWN in nodes_of(effect, ast.Place)
        doubt(unshown, "the rest of which cards")
        several = spoken.left not in (None, 1, inf)
        one_of_more = several and any_marked(nodes_of(effect, ast.Node), "the other")
        refuse(one_of_more, 'that is not all that is left: say "the others"')


def _refuse_another(effect: ast.Effect, spoken: Spoken) -> None:
    """Reject "another" where a card spoken of lies too: than that one, or than this card?

    So is "Draw 1 from there and Trash another": from there too?
    """
    phrases = [per.cards for per in nodes_of(effect, ast.Per)]
    if isinstance(effect, ast.Instruct):
        phrases.append(effect.cards)
        after_deed = isinstance([None, *spoken.before][-1], ast.Instruct) and not spoken.within
        unsaid = effect.cards.place is not None and effect.cards.place.span is None
        doubt(after_deed and effect.cards.other and unsaid, "which cards it is another of")
    lying = spoken.lying | spoken.heard if doer(effect) == "they" else spoken.lying
    why = "it is unclear whether “another” is one other than this card or than that card"
    unclear = any(_is_other(cards) and not lying.isdisjoint(cards.zones) for cards in phrases)
    refuse(unclear, f'{why}: say "1 card", or "1 of them"')


def _is_other(cards: ast.Cards) -> bool:
    return cards.other or is_marked(cards, *OTHER_CARDS)


# -- whole texts


def _refuse_more(effects: Sequence[ast.Effect]) -> None:
    """Reject "another" or "one more" of cards that only another keyword, or kind, is said of."""
    for first, second in pairwise(nodes_of(effects, ast.Instruct)):
        kinds = {replace(e.cards, number=None, other=False, mark=None) for e in (first, second)}
        more = is_marked(second.cards, "without noun")
        more = more and (first.verb != second.verb or len(kinds) > 1)
        doubt(more, "which cards these are more of: say it of these too")


def _refuse_others(effects: Sequence[ast.Effect]) -> None:
    """Reject "each other player" after another player, and "other" cards after a named one: other
    than you or this card, or than that one?
    """
    has_name = other_player = False
    for node in nodes_of(effects, ast.Node):
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


def _refuse_relations(effects: Sequence[ast.Effect]) -> None:
    """Reject an opponent, or an opponent's suit, where another player acts: by whose view?"""
    for effect in nodes_of(effects, ast.Instruct | ast.PlayersDo | ast.Gain):  # type: ignore[arg-type]
        if effect.who == "you":
            continue
        part = effect.effects if isinstance(effect, ast.PlayersDo) else effect
        suits = any(suit.whose == "opponent" for suit in nodes_of(part, ast.Suit))
        by_name = "where another player does it: say it by the Jack's name"
        doubt(suits, f"whose opponent's suit is meant {by_name}")
        places = any(place.owner == "opponent" for place in nodes_of(part, ast.Place))
        doubt(places, "whose opponent is meant: another player does it")


def _refuse_stacks(effects: Sequence[ast.Effect]) -> None:
    """Reject "a Market Stack": of your own suit, or any on the table?"""
    deeds = [*nodes_of(effects, ast.Instruct)]
    places = [deed.destination for deed in deeds if deed.verb != "deal"]
    places += [deed.cards.place for deed in deeds]
    places += [per.place for per in nodes_of(effects, ast.Per)]
    for place in places:
        loose = place is not None and place.zones == ("market stack",) and place.owner == "your"
        is_clear = place and (place.suit or place.matching or place.this or expressly_yours(place))
        doubt(loose and not is_clear, 'whose Market Stacks: "Target", "your" or "of your suit"')


def _refuse_beside(effects: Sequence[ast.Effect]) -> None:
    """Reject "costing more than it" unless one card was moved, paid or heard of just before."""
    triggers = [*nodes_of(effects, ast.When), *nodes_of(effects, ast.SpendAbility)]
    before: object = 1 if triggers else None
    for deed in nodes_of(effects, ast.Node):
        if isinstance(deed, ast.Instruct | ast.Reveal):
            beside = any(cards.beside for cards in nodes_of(deed, ast.Cards))
            doubt(before != 1 and beside, "which card is meant")
            before = deed.cards.number if isinstance(deed, ast.Instruct) else None
