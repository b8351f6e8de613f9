"""Acts of AI cards as written Python: what carries out a decision while nobody listens."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from moonflight_solo.ai_cards.context import AimedAct
from moonflight_solo.ai_cards.targeting import Aim, Pick, chosen_among
from moonflight_solo.rules.acts import Build, Play, Shop, Spend
from moonflight_solo.rules.requirements.codegen import Code, comment
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.rules.state import Ability, Card, CardInPlay, GameCards, Seat, Table
from moonflight_solo.rules.texts.written import Circumstances, NoWrittenForm, TextWriter
from moonflight_solo.wording import ast

if TYPE_CHECKING:
    from moonflight_solo.ai_cards.player import AICardPlayer

CarryOut = Callable[[Table, Seat, "AICardPlayer", AimedAct], object]
"""Carries out a decision of the player in the seat."""


def carry_out(table: Table, seat: Seat, player: AICardPlayer, decision: AimedAct) -> None:
    """Carry out any decision: the player is asked whatever its act leaves open."""
    player.follow("", decision)
    decision[0].perform(table, seat)


class WrittenActs:
    """How acts are carried out among the cards of one game, on one side of the Turn."""

    def __init__(self, here: Circumstances) -> None:
        self.here = here
        self.plays = _Plays(here)
        self.spends = _Spends(here)
        self.shop: CarryOut = carry_out
        if here.undisturbed("shop", "purchase", "price") and _unheard(here, "shop", "purchase"):
            self.shop = _shop
        self.build: CarryOut = carry_out
        if here.undisturbed("build", "set") and _unheard(here, "build", "set"):
            self.build = _build

    def of(self, act: ast.AnyAct, code: Code) -> str:
        """Return code that carries out what a line with this act has ``found``."""
        if isinstance(act, ast.PlayAct):
            way = f"{code.name(self.plays, 'plays')}[found[0].card, found[1]]"
        elif isinstance(act, ast.SpendAct):
            way = f"{code.name(self.spends, 'spends')}[found[0].ability, found[1]]"
        elif isinstance(act, ast.ShopAct):
            way = code.name(self.shop, "shop")
        elif isinstance(act, ast.BuildAct):
            way = code.name(self.build, "build")
        else:
            way = code.name(carry_out, "carry out")
        return f"{way}(table, seat, player, found)"


def _unheard(here: Circumstances, *verbs: str) -> bool:
    return here.trigger_verbs.isdisjoint(verbs)


@lru_cache(maxsize=256)
def written_acts(cards: GameCards, turned: bool) -> WrittenActs:
    """Return how acts are carried out among these cards."""
    return WrittenActs(Circumstances(cards, turned))


class _Plays(dict[tuple[Card, Aim | None], CarryOut]):
    """How each card is played with each aim; written when first asked for."""

    def __init__(self, here: Circumstances) -> None:
        self._here = here

    def __missing__(self, key: tuple[Card, Aim | None]) -> CarryOut:
        card, aim = key
        here, code = self._here, Code()
        way: CarryOut = carry_out
        if here.undisturbed("play") and _unheard(here, "play"):
            try:
                writer = TextWriter(here, code, partial(_choice, aim), nested=1)
                text = writer.lines(card.meaning.effects, card)
            except NoWrittenForm:
                pass
            else:
                name, placed = code.name(card, card.name), code.name(CardInPlay, "card in play")
                body = [
                    comment(f"{card.name}: {card.words}"),
                    f"seat.hand.remove({name})",
                    f"seat.in_play.append({placed}({name}))",
                    *(("player.follow('', found)",) if here.asking else ()),
                    *text,
                ]
                way = code.function(f"play_{identifier(card.name)}", PARAMETERS, body)
        self[key] = way
        return way


PARAMETERS = "table, seat, player, found"


class _Spends(dict[tuple[Ability, Aim | None], CarryOut]):
    """How each Spend ability is used with each aim; written when first asked for."""

    def __init__(self, here: Circumstances) -> None:
        self._here = here

    def __missing__(self, key: tuple[Ability, Aim | None]) -> CarryOut:
        ability, aim = key
        here, code = self._here, Code()
        way: CarryOut = carry_out
        own = next(
            each
            for card in here.cards.kinds
            for each in (card, card.flipped)
            if ability in each.abilities
        )
        paid = ability.cards == 0 or _unheard(here, "move", "discard")
        if here.undisturbed("spend") and paid and not (ability.once or ability.more):
            try:
                writer = TextWriter(here, code, partial(_choice, aim), nested=0)
                text = writer.lines(ability.effects, own)
            except NoWrittenForm:
                pass
            else:
                coins = [f"seat.coins -= {ability.coins}"] if ability.coins else []
                pay = [
                    "for card in found[0].cards:",
                    "    seat.hand.remove(card)",
                    "    seat.discard_stack.append(card)",
                ]
                body = [
                    comment(f"{own.name}: {ability.words}"),
                    *coins,
                    *(pay if ability.cards else ()),
                    *(("player.follow('', found)",) if here.asking else ()),
                    *text,
                ]
                way = code.function(f"spend_{identifier(own.name)}", PARAMETERS, body)
        self[key] = way
        return way


def _choice(aim: Aim | None, verb: ast.Verb, zones: tuple[ast.Zone, ...]) -> Pick | None:
    try:
        return chosen_among(aim, verb, zones)
    except CannotDo:
        return None


def identifier(words: str) -> str:
    """Return words as part of a name in code."""
    return re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")


def _shop(table: Table, seat: Seat, player: AICardPlayer, found: AimedAct) -> None:
    """Purchase, where no card has a say in that."""
    shop = found[0]
    assert isinstance(shop, Shop)
    seat.shopped = True
    for stack in shop.stacks:
        card = stack.cards.pop()
        seat.coins -= card.cost
        seat.discard_stack.append(card)
        seat.bought.append(card)


def _build(table: Table, seat: Seat, player: AICardPlayer, found: AimedAct) -> None:
    """Set cards, where no card has a say in that."""
    build = found[0]
    assert isinstance(build, Build)
    seat.built = True
    for card, onto in build.pairs:
        seat.hand.remove(card)
        onto.settled.append(card)
