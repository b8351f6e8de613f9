"""Print a settled reading in canonical English that parses to the same meaning."""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from msgspec.structs import replace

from moonflight_solo.errors import with_capital
from moonflight_solo.wording import ast
from moonflight_solo.wording.condition_english import condition_in_words, fact_of_theirs, place_of
from moonflight_solo.wording.phrase_english import (
    OWNERS,
    Phrase,
    agreeing,
    doing,
    item,
    one_after_another,
    phrase,
    stacks_in_words,
    which_kind,
)
from moonflight_solo.wording.verb_english import (
    LASTING_FOR,
    WHO,
    as_theirs,
    deed_in_words,
    tokens_in_words,
)
from moonflight_solo.wording.walk import nodes_of

_IT: Final = ast.Place((), shown=True)
_BARRED: dict[ast.Who, str] = {
    "you": "you cannot",
    "each opponent": "opponents cannot",
    "each player": "no player can",
}


def english(meaning: ast.Meaning) -> str:
    """Return ``meaning`` as one or more sentences of canonical English."""
    if isinstance(meaning, ast.CardText):
        return ". ".join(map(_sentence, _with_it(meaning.effects)))
    act = say(meaning.act) + (" if possible" if meaning.if_possible else "")
    if meaning.condition is None:
        return with_capital(act)
    card_used = TAKEN.get(type(meaning.act), "")
    return f"If {condition_in_words(meaning.condition, card_used=card_used)}, {act}"


TAKEN: Final = {
    ast.PlayAct: "the card played",
    ast.SpendAct: "the cards spent",
    ast.BuildAct: "the cards Set",
}
"""What an act takes from hand, which a condition still counts there (A-exact)."""


def _with_it(effects: ast.Effects, card: ast.Cards | None = None) -> ast.Effects:
    """Return effects with a card as "it" that is the ``card`` moved just before."""
    resolved: list[ast.Effect] = []
    for effect in effects:
        new = effect
        match effect:
            case ast.Instruct(cards=ast.Cards(place=ast.Place(("done", *_)))):
                if replace(effect.cards, place=None) == card:
                    new = replace(effect, cards=ast.Cards(1, place=_IT))
            case ast.If():
                each = _with_it(effect.effects, card), _with_it(effect.otherwise, card)
                new = replace(effect, effects=each[0], otherwise=each[1])
            case ast.May():
                moved = _moving(effect.effects[0]) if len(effect.effects) == 1 else None
                each = _with_it(effect.effects, card), _with_it(effect.otherwise, card)
                if_done = _with_it(effect.then, moved)
                new = replace(effect, effects=each[0], then=if_done, otherwise=each[1])
            case ast.Choose():
                new = replace(effect, ways=tuple(_with_it(way, card) for way in effect.ways))
            case ast.PlayersDo() | ast.SpendAbility() | ast.When():
                new = replace(effect, effects=_with_it(effect.effects))
        resolved.append(new)
        card = _moving(effect)
    return tuple(resolved)


def _moving(effect: ast.Effect) -> ast.Cards | None:
    """Return the single card that an effect of yours moves, or ends with."""
    if not isinstance(effect, ast.Instruct) or effect.who != "you":
        return None
    number = effect.cards.number
    if isinstance(number, ast.UntilCard):
        return replace(number.cards, number=1)
    return ast.Cards(1) if number == 1 else None


def _sentence(effect: ast.Effect) -> str:
    if isinstance(effect, ast.Instruct | ast.Gain | ast.ThisCard) and effect.who == "they":
        return f"They {say(replace(as_theirs(effect), who='you'))}"
    return with_capital(say(effect))


def _small(words: str) -> str:
    return words[0].lower() + words[1:]


def say(part: object) -> str:
    """Return part of a meaning in canonical English, without a capital or a full stop."""
    if isinstance(part, Phrase):
        return phrase(part)
    if isinstance(part, ast.Condition):
        return condition_in_words(part)
    if isinstance(part, ast.Deed | ast.Limit | ast.Protection | ast.FreeFirstShop):
        return deed_in_words(part)
    match part:
        case ast.May(effects, then, otherwise):
            words = f"{'you may ' * part.optional}{_effects(effects)}"
            doer = "you" if getattr(effects[0], "who", "you") == "you" else "they"
            you = "you " if isinstance(effects[0], ast.PlayersDo) else ""
            words += f". If {doer} do, {you}{_effects(then)}" if then else ""
            return words + (f". If {doer} do not, {you}{_effects(otherwise)}" if otherwise else "")
        case ast.PlayersDo():
            return _players_do(part)
        case ast.Choose(ways):
            return f"choose one: {', or '.join(map(_effects, ways))}"
        case ast.SpendAbility(once=True) | ast.When(once=True):
            return f"Once per round, {_small(say(replace(part, once=False)))}"
        case ast.When(fleeting=True):
            return f"Until the Reset, {_small(say(replace(part, fleeting=False)))}"
        case ast.Prohibition(acts, cards, who):
            words_of_bar = " or ".join(map(str.capitalize, acts))
            words_of_bar += f" {which_kind(cards, 'cards')}" if cards else ""
            return f"{_BARRED[who]} {words_of_bar}{' until the Reset' * part.fleeting}"
        case ast.PriceChange(cards, change, who):
            direction = "less" if change < 0 else "more"
            words = f"{which_kind(cards, 'cards')} cost {abs(change)} {direction}"
            return f"{words}{LASTING_FOR.get(who, '')}{' until the Reset' * part.fleeting}"
        case ast.SpendAbility():
            return _spend(part)
        case ast.When():
            return _when(part)
        case ast.If(condition, effects, otherwise):
            words = f"if {say(condition)}, {_effects(effects)}"
            return words + (f", if not, {_effects(otherwise)}" if otherwise else "")
        case ast.FirstOf(options):
            return "/".join(map(item, options))
        case ast.Cases(cases):
            return " ".join(f"- If {say(when)} - {say(cards)}." for when, cards in cases)
    return _act(part)


def _players_do(part: ast.PlayersDo) -> str:
    """Return what other players may do, choose or do."""
    match part:
        case ast.PlayersDo(who, None, (ast.May(effects, if_done, otherwise),)):
            words = f"{WHO[who] or 'they '}may {_effects(as_theirs(effects))}"
            words += f". If they do, they {_they(if_done)}" if if_done else ""
            return words + (f". If they do not, they {_they(otherwise)}" if otherwise else "")
        case ast.PlayersDo(who, None, (ast.Choose(options),)) if any(nodes_of(options, ast.Give)):
            return f"{WHO[who]}{' or '.join(map(_by_them, options))}"
        case ast.PlayersDo(who, None, (ast.Choose(options),)):
            each = ", or ".join(_effects(as_theirs(option)) for option in options)
            return f"{WHO[who]}chooses one: {each}"
    such_players = f"with {_players_in_words(part.condition)} " if part.condition else ""
    return f"{WHO[part.who]}{such_players}{_by_them(part.effects)}"


def _spend(part: ast.SpendAbility) -> str:
    """Return a Spend ability that can be used any number of times."""
    if part.more:
        addition = part.more
        number = addition.cards.number if isinstance(addition, ast.Instruct) else addition.amount
        tokens = "cards in your hand" if isinstance(addition, ast.Instruct) else "coin tokens"
        how_many = "all"
        if isinstance(number, ast.UpTo):  # the count is beyond the first
            how_many = say(ast.UpTo(number.most and number.most + 1))
        cost = f"{how_many} {tokens}"
    else:
        costs = [f"{part.coins} {agreeing('coin token', part.coins)}"] if part.coins else []
        if part.cards:
            costs.append(say(replace(part.of or ast.Cards(), number=part.cards)))
        cost = " and ".join(costs)
    words, first = _effects(part.effects), part.effects[0]
    by_others = getattr(first, "who", "you") != "you"
    if by_others or isinstance(first, ast.If) or (isinstance(first, ast.May) and first.optional):
        return f"Spend {cost}: {with_capital(words)}"  # "to" is followed by a verb
    return f"Spend {cost} to {words}"


def _when(part: ast.When) -> str:
    """Return a trigger that is heard every time."""
    effects = _effects(part.effects)
    if part.verb == "the turn":
        return f"When the Turn comes then {effects}"
    if part.verb in ("reset", "round"):
        return f"When the {'Reset' if part.verb == 'reset' else 'round'} begins then {effects}"
    verb, who = doing(part.verb, part.who), part.who
    if part.instead:
        deed = f"you would {verb} {_done(part.verb, part.cards)}".rstrip()
        return f"When {deed}, {effects} instead"
    doer = "any player " if who == "each player" else WHO[who] or "you "
    event = part.cards if who == "you" else as_theirs(part.cards)
    deed = f"{doer}{verb} {_done(part.verb, event)}".rstrip()
    return f"When {deed}{' to this card' * part.here} then {effects}"


def _by_them(effects: ast.Effects, gives: str = "gives") -> str:
    """Return effects after their subject: another player's deeds."""
    words: list[str] = []
    for effect in effects:
        if isinstance(effect, ast.Give):
            words.append(f"{gives} you {tokens_in_words(effect.amount, 'they')}")
        else:
            is_deed = isinstance(effect, ast.Instruct | ast.Gain | ast.ThisCard)
            words.append(say(replace(effect, who="they") if is_deed else effect))
    return " and ".join(words)


def _they(effects: ast.Effects) -> str:
    """Return effects as they stand after "they"."""
    if any(isinstance(effect, ast.Give) for effect in effects):
        return _by_them(effects, "give")
    return _effects(as_theirs(effects))


def _done(verb: ast.TriggerKind, cards: ast.Cards) -> str:
    if verb == "gain":
        return "coin tokens"
    return "" if verb in ("build", "shop", "pass", "shuffle") else say(cards)


def _players_in_words(condition: ast.Condition) -> str:
    """Return what the players that meet a condition have, as it stands after "with"."""
    match condition:
        case ast.Opponents((ast.Compared(ast.Amount(thing), relation),)):
            turned, link = ast.TURNED[relation], "than" if relation in ("more", "fewer") else "as"
            measure = which_kind(thing, "cards", placed=False) if thing else "coin tokens"
            place = f" in {place_of(thing, '')}" if thing else ""
            return f"{turned} {measure}{place} {link} each other player"
        case ast.Coins() | ast.Has() | ast.Compared():
            return fact_of_theirs(condition)
    return say(condition)


def _effects(effects: ast.Effects) -> str:
    sentences = [say(effects[0])]
    for before, effect in pairwise(effects):
        by_others = getattr(before, "who", "you") != "you"
        sentences.append("you " * (by_others and getattr(effect, "who", "") == "you") + say(effect))
    return " and ".join(sentences)


# ------------------------------------------------------------------------------- acts


def _is_anybodys(place: ast.Place) -> bool:
    return place.owner == "target" or (place.owner == "your" and place.suit is not None)


def _in_turn(part: ast.AnyAct) -> list[ast.AnyAct]:
    """Return the alternatives that "/" lists, of which the first possible is taken."""
    if not isinstance(part, ast.Branch) or part.condition is not None:
        return [part]
    return [*_in_turn(part.act), *_in_turn(part.otherwise)]


def _first_possible(acts: list[ast.AnyAct]) -> str:
    served = [act.purpose for act in acts if isinstance(act, ast.SpendAct)]
    if served and isinstance(first := served[0], ast.Instruct) and first != served[-1]:
        # The cards differ only by name.
        each = [each.cards for each in served if isinstance(each, ast.Instruct)]
        names = '"/"'.join(name for cards in each for name in cards.names)
        purpose = replace(first, cards=replace(first.cards, names=(names,)))
        return _act(replace(acts[0], purpose=purpose))
    taking = [act for act in acts if isinstance(act, ast.BuildAct | ast.SpendAct)]
    cards = "/".join(dict.fromkeys(item(act.cards) for act in taking if act.cards))
    if isinstance(first_act := taking[0], ast.SpendAct):
        return _spending(first_act, cards)
    targets = dict.fromkeys(item(act.onto) for act in acts if isinstance(act, ast.BuildAct))
    return f"build to Set {cards} to {'/'.join(targets)}"


def _spending(part: ast.SpendAct, cost: str) -> str:
    """Return a Spend of what ``cost`` says."""
    words = f"spend {cost}" + (f" to {say(part.purpose)}" if part.purpose else "")
    if part.of_character:
        return f"{words} using your character ability"
    return words + (f' using "{part.user}"' if part.user else "")


def _act(part: object) -> str:
    match part:
        case ast.PlayAct(cards, target):
            verb = {"play": "play", "target": "targeting"}.get(part.verb, part.verb.capitalize())
            phrases = [f"{verb} {say(cards)}"]
            if part.giving:
                phrases.append(f"giving up the {one_after_another(part.giving)}")
            if part.taking:
                conjunction = "and " * bool(part.giving)
                phrases.append(f"{conjunction}taking the {one_after_another(part.taking)}")
            target_words = "," * (len(phrases) > 1) + f" targeting {say(target)}" if target else ""
            return ", ".join(phrases) + target_words
        case ast.SpendAct(coins, None):
            return _spending(part, f"{coins} {agreeing('coin token', coins)}")
        case ast.SpendAct(cards=ast.Cards() as cards):
            return _spending(part, item(cards))
        case ast.ShopAct(None, ast.Place() as stacks):
            whose = "the " if _is_anybodys(stacks) else OWNERS[stacks.owner]
            return f"shop to Purchase from {stacks_in_words(stacks, whose)}"
        case ast.ShopAct(ast.FirstOf(options)):  # "a" Market Stack where the place calls for it
            places = [c.place and replace(c.place, one=_is_anybodys(c.place)) for c in options]
            each = (replace(c, place=place) for c, place in zip(options, places, strict=True))
            return f"shop to Purchase {say(ast.FirstOf(tuple(each)))}"
        case ast.BuildAct(cards, target_cards):
            best = target_cards.number == "many" and bool(target_cards.extreme or target_cards.ties)
            return f"build to Set {item(cards)} to {item(target_cards)}{' as possible' * best}"
        case ast.Branch(None):
            return _first_possible(_in_turn(part))
        case ast.Branch(condition, act, otherwise):
            return f"if {say(condition)}, {_act(act)}, otherwise {_act(otherwise)}"
        case ast.PassAct():
            return "pass"
        case ast.Retain(ast.FirstOf(())):
            return "retain no cards"
        case ast.Retain(cards):
            return f"retain {say(cards)}"
        case ast.ResetMove(cards, destination):
            return f"move {say(cards)} to {say(destination)}"
    raise TypeError(f"no words for {type(part).__name__}")
