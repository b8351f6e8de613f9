"""Build what a card does while it is in play: abilities, triggers, limits and changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast, get_args

from lark import Token
from msgspec.structs import replace

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder.constants import COIN_TOKENS
from moonflight_solo.wording.builder.marks import is_marked, number_in, parts_of_kind
from moonflight_solo.wording.builder.merging import expressly_yours, merge, verb_of
from moonflight_solo.wording.builder.nonsense import Nonsense, doubt, refuse
from moonflight_solo.wording.builder.quantities import multiple
from moonflight_solo.wording.builder.subjects import of_doer
from moonflight_solo.wording.builder.verb_phrases import VerbRules
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.walk import nodes_of


def _cost(coins: int = 0, cards: int = 0, **paid: Any) -> ast.SpendAbility:
    """Return an ability with its cost; its effects follow."""
    return ast.SpendAbility(coins, cards, (), **paid)


def _card_cost(number: ast.Number | ast.Amounts) -> ast.SpendAbility:
    """Return a cost of ``number`` cards from hand, at least one; they are Moved (G-spend)."""
    cards = ast.Cards(number, place=ast.Place(("hand",)))
    to = ast.Place(("discard stack",), top=True)
    return _cost(cards=1, more=ast.Instruct("move", cards, to))


def _up_to(words: Sequence[Token]) -> ast.UpTo:
    """Return any number beyond the first, up to the printed maximum if there is one."""
    most = number_in(words, None)
    refuse(most in (0, 1), 'at least one is Spent: say "any number", or a higher number')
    return ast.UpTo(most and most - 1)


class LastingRules(VerbRules):
    """Builds lasting effects from instructions and conditions."""

    rows = {
        "coin_cost": lambda number=1: _cost(coins=int(number)),
        "card_cost": lambda *words: _cost(cards=number_in(words, 1)),
        "coins_cost": lambda *up_to: _cost(coins=1, more=ast.Gain(_up_to(up_to), verb="lose")),
        "every_coin": lambda: _cost(1, more=ast.Gain(ast.Per(1, 1, COIN_TOKENS), verb="lose")),
        "any_cost": lambda *words: _card_cost(_up_to(words)),
        "limit_is": lambda of, number: ast.Limit(of.lower(), int(number), sets=True),
        "spend": lambda cost, effects: replace(cost, effects=effects),
        "hand_cost": lambda *_words: _card_cost("all"),
    }

    own_rows = {
        "not_for_sale": lambda self, cards, _sold: self.bar("each player", ("purchase", cards)),
        "set_here": lambda self, word, cards, _card: (*self.event(word, cards), "here"),
    }

    def spend_either(self, *parts: ast.SpendAbility | ast.Effects) -> tuple[ast.SpendAbility, ...]:
        costs, (effects,) = parts_of_kind(parts, ast.SpendAbility), parts_of_kind(parts, tuple)
        what = 'whether "or" stands for all of what "and" joins: make a sentence of each way to pay'
        doubt(any(cost.coins and cost.cards for cost in costs), what)
        return tuple(replace(cost, effects=effects, span=None) for cost in costs)

    def cost(self, *items: ast.SpendAbility) -> ast.SpendAbility:
        refuse(any(item == _cost() for item in items), "the cost is nothing")
        additions = [item.more for item in items if item.more]
        refuse(additions and len(items) > 1, '"any number" cannot be joined to another cost')
        coins, cards = sum(item.coins for item in items), sum(item.cards for item in items)
        kinds = [item.of for item in items if item.cards]
        refuse(len(kinds) > 1 and any(kinds), "a cost has cards of one kind only")
        more, of = [*additions, None][0], [*kinds, None][0]
        return _cost(coins, cards, more=more, of=of)

    def such_cost(self, *parts: object) -> ast.SpendAbility:
        number = number_in(parts, 1)
        kind = replace(merge(parts_of_kind(parts, ast.Cards)), number=None)
        refuse(kind.zones not in ((), ("hand",)), "cards are Spent from hand: leave the place out")
        doubt(kind == ast.Cards(), "what the cards must be")
        return _cost(cards=number, of=kind)

    def when(self, when: ast.When, effects: ast.Effects) -> ast.When:
        has_other = any(per.cards.other for per in nodes_of(effects, ast.Per))
        if has_other and when.verb in KEYWORDS:
            raise Nonsense("it is unclear whether others than this card or than that card")
        return replace(when, effects=effects)

    def done_when(self, effects: ast.Effects, when: ast.When) -> ast.When:
        refuse(len(effects) > 1, "it is unclear which of these is done only then")
        return self.when(when, effects)

    def moment(self, who: Any, event: Any) -> ast.When:
        one = "an opponent" if who == "each opponent" else "any player"
        doubt(who.startswith("each"), f'whether all of them or any one of them: say "{one}"')
        who = "each player" if who == "any player" else who
        verb, cards, *at_this_card = (event, ast.Cards(1)) if isinstance(event, str) else event
        if cards.place is not None:
            cards = replace(cards, place=of_doer(cards.place, who))
        return ast.When(cast(ast.TriggerKind, verb), cards, (), who, here=bool(at_this_card))

    def once(self, effect: Any) -> object:
        doubt(isinstance(effect, tuple), "whether once for each cost or for either")
        if isinstance(effect, ast.When) and effect.verb in ("reset", "round", "the turn"):
            raise Nonsense('this comes only once a round anyway: leave "once per round" out')
        return replace(effect, once=True)

    def fleeting(self, effect: ast.When | ast.Prohibition | ast.PriceChange) -> ast.Effect:
        if isinstance(effect, ast.When) and effect.verb in ("reset", "round", "the turn"):
            raise Nonsense('this does not come again before the Reset: leave "until the Reset" out')
        return replace(effect, fleeting=True)

    def bars_cards(self, word: Token, cards: ast.Cards | None = None) -> object:
        verb = verb_of(word)
        *acts, last = map(str.capitalize, get_args(ast.Barrable))
        problem = f"a player can be kept from {', '.join(acts)} and {last}"
        refuse(verb not in get_args(ast.Barrable), f"{problem}, not from {verb.capitalize()}")
        of_all = cards and cards.number == "all"
        doubt(of_all, 'whether none of them or not all of them: say "any"')
        return verb, cards

    def bar(self, who: ast.Who, *acts: object) -> ast.Prohibition:
        pairs = [act if isinstance(act, tuple) else (act, None) for act in acts]
        phrases = [_such(cards) for _, cards in pairs]
        if len(pairs) > 1 and any(phrases):
            raise Nonsense("it is unclear what these cards are kept from: say it in two sentences")
        return ast.Prohibition(tuple(act for act, _ in pairs), phrases[0], who)

    def price(self, *parts: object) -> ast.PriceChange:
        cards = merge(parts_of_kind(parts, ast.Cards))
        words = [part for part in parts if isinstance(part, str) and not isinstance(part, Token)]
        change = number_in(parts, 0) * (-1 if words[0] == "fewer" else 1)
        if (place := cards.place) is not None:
            any_stack = ast.Place(("market stack",), place.owner, place.top)
            refuse(place.zones != any_stack.zones, "a card is paid for only in a Market Stack")
            some = place != any_stack or place.owner not in ("your", "target")
            why = "which cards cost less: say of which suit, not on which Market Stacks"
            refuse(some or expressly_yours(place), why)
        who: Any = words[1] if len(words) > 1 else "you"
        kind = _such(replace(cards, place=None)) or ast.Cards()
        return ast.PriceChange(kind, change, who)

    def when_instead(self, who: ast.Who, event: object, replacement: object) -> ast.When:
        """Build a trigger whose effect replaces a keyword (ruling G-instead)."""
        effects = replacement if isinstance(replacement, tuple) else (replacement,)
        when = self.when(self.moment(who, event), effects)
        single = len(effects) == 1 and isinstance(effects[0], ast.Deed | ast.May)
        if who != "you" or when.cards.number != 1 or not single:
            raise Nonsense("it is unclear what replaces what")
        keyword = KEYWORDS.get(when.verb)
        replaceable = keyword is not None and keyword.replaceable
        refuse(not replaceable, "this keyword cannot be replaced by another")
        return replace(when, instead=True)

    def event(self, word: Token, cards: ast.Cards) -> tuple[ast.Verb, ast.Cards]:
        verb = verb_of(word)
        if cards.number not in (None, "any") and not isinstance(cards.number, int):
            raise Nonsense(f'a trigger counts cards: say "when you {verb.capitalize()} a card"')
        refuse(cards.number == 0, "the number is 0, which would happen all the time")
        is_other = cards.other and verb != "play"  # no card hears its own Play (G-own-play)
        number = cards.number if isinstance(cards.number, int) else 1
        return verb, replace(cards, number=number, other=is_other)

    def cannot(self, *parts: Token) -> ast.Protection:
        words = [part for part in parts if part.type != "CARD"]
        return ast.Protection(tuple(map(verb_of, words)))

    def limit(self, *parts: object) -> ast.Limit:
        name, change = (part for part in parts if isinstance(part, Token))
        per = next(iter(parts_of_kind(parts, ast.Per)), None)
        for_each = is_marked(per, "for each") and per.place.zones == ("players",)
        doubt(for_each, 'whether that much "per opponent" or each opponent\'s own limit')
        who: Any = next((p for p in parts if p in ("you", "each opponent", "each player")), "you")
        number = int(change.replace("−", "-").replace("–", "-"))
        each = per and replace(multiple(per, abs(number)), number=1, mark=None)
        return ast.Limit("retain" if name.type == "RETAIN" else "hand", number, each, who)

    def free_first(self, *parts: object) -> ast.FreeFirstShop:
        if any(isinstance(part, ast.Suit) and part.whose != "opponent" for part in parts):
            raise Nonsense("a first Shop of that suit is allowed anyway")
        return ast.FreeFirstShop()


def _such(cards: ast.Cards | None) -> ast.Cards | None:
    """Return the cards that a general change affects; ``None`` for any."""
    if cards is None:
        return None
    is_kind = cards != ast.Cards(cards.number)
    if cards.number not in (None, "any", "some", "all") and (cards.number != 1 or not is_kind):
        raise Nonsense("this is about all cards of a kind: leave the number out")
    return replace(cards, number="some") if is_kind else None
