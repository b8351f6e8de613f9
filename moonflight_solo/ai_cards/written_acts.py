"""Acts of AI cards as written Python: what carries out a decision while nobody listens."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Protocol

from moonflight_solo.ai_cards.context import AimedAct, AimedCase, Option
from moonflight_solo.ai_cards.targeting import BY_WORTH, Aim, chosen_among, silent_index
from moonflight_solo.rules.acts import Build, Pass, Play, Shop, Spend
from moonflight_solo.rules.moves import put_in_play
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.codegen import Code, comment, expression, indent
from moonflight_solo.rules.state import (
    Ability,
    Act,
    Card,
    CardInPlay,
    GameCards,
    MarketStack,
    Question,
    Seat,
    Table,
)
from moonflight_solo.rules.texts.written import (
    Answers,
    ByCard,
    Circumstances,
    Enter,
    NoWrittenForm,
    TextWriter,
)
from moonflight_solo.rules.triggers import cut_off
from moonflight_solo.wording import ast


class Deciding(Protocol):
    """A player who can be told what it has decided, to answer what its act asks."""

    def follow(self, line: str, decision: AimedAct) -> Act:
        """Take a line's decision."""
        ...


_SHOPPING = ("shop", "purchase", "price")

CarryOut = Callable[[Table, Seat, Deciding], object]
"""Carries out an act of the player in the seat."""
UseAbility = Callable[[Table, Seat, Sequence[Card]], object]
"""Uses a Spend ability, paid with these cards."""


def tell_and_perform(decision: AimedAct, table: Table, seat: Seat, player: Deciding) -> None:
    """Carry out any decision; the player is asked whatever its act leaves open."""
    player.follow("", decision)
    decision[0].perform(table, seat)


class WrittenActs:
    """How acts are carried out among the cards of one game, on one side of the Turn."""

    def __init__(self, circumstances: Circumstances) -> None:
        self.here = circumstances
        circumstances.entering = ByCard(self._entering)
        self._plays: dict[tuple[Card, Aim | None], CarryOut] = {}
        self._abilities: dict[tuple[Ability, Aim | None], UseAbility | None] = {}

    def _calm(self, *verbs: str) -> bool:
        """Return whether acts and keywords go unhindered and unheard."""
        return self.here.undisturbed(*verbs) and self.here.trigger_verbs.isdisjoint(verbs)

    def play(self, decision: AimedAct) -> CarryOut:
        """Return what plays a card as decided; written when first asked for."""
        act, aim = decision
        assert isinstance(act, Play)
        key = act.card, aim
        play = self._plays.get(key)
        if play is None:
            play, code = partial(tell_and_perform, decision), Code()
            body = self._playing(act.card, decision, code)
            if body is not None:
                name = f"play_{identifier(act.card.name)}"
                play = code.function(name, "table, seat, player", body)
            self._plays[key] = play
        return play

    def plays(self, decisions: Mapping[Card, AimedAct]) -> Mapping[Card, CarryOut]:
        """Return how each card that a line may pick is played."""
        return ByCard(lambda card: self.play(decisions[card]))

    def code(self, card: Card) -> list[str] | None:
        """Return the code that plays a card with no aim, ``None`` if it has no written form."""
        body = self._playing(card, (Play(card), None), Code())
        head = f"def play_{identifier(card.name)}(table, seat, player):"
        return None if body is None else [head, *map(readable, indent(body))]

    def _playing(self, card: Card, decision: AimedAct, code: Code) -> list[str] | None:
        """Return the code for a Play with this aim, ``None`` if its text has no written form."""
        aim = decision[1]
        text = self._text(card.meaning.effects, card, aim, 1, code) if self._calm("play") else None
        if text is None:
            return None
        begin = [f"seat.hand.remove({code.name(card, card.name)})", *self._telling(decision, code)]
        return [*_enters(card, code), *begin, *text]

    def _entering(self, card: Card) -> Enter:
        """Return what puts a card in play that another one plays (ruling G-endless)."""
        code = Code()
        text = self._text(card.meaning.effects, card, None, 2, code) if self._calm("play") else None
        if text is None:
            return partial(put_in_play, card=card)
        followed = ["table.chained += 1", *text]
        cut = f"if not {code.name(cut_off, 'cut off')}(table):"
        body = [*_enters(card, code), *((cut, *indent(followed)) if card.resolve else ())]
        enter: Enter = code.function(f"enter_{identifier(card.name)}", "table, seat", body)
        return enter

    def _text(
        self, effects: Sequence[ast.Effect], card: Card, aim: Aim | None, nested: int, code: Code
    ) -> list[str] | None:
        """Return the code of effects, ``None`` if they have no written form."""
        try:
            return TextWriter(self.here, code, self._answers_for(aim), nested).lines(effects, card)
        except NoWrittenForm:
            return None

    def _answers_for(self, aim: Aim | None) -> Answers | None:
        """Return how the player chooses what a text leaves open; ``None`` if it is asked."""
        return partial(chosen_among, aim), partial(_answer, aim)

    def _telling(self, decision: AimedAct, code: Code) -> list[str]:
        """Return code that has the player know its act, where it may be asked something."""
        call = f"player.follow('', {code.name(decision, 'decision')})"
        return [call] if self.here.asking else []

    def ability(self, ability: Ability, aim: Aim | None) -> UseAbility | None:
        """Return what uses a Spend ability, ``None`` where it has no written form."""
        key = ability, aim
        if key not in self._abilities:
            free = not (ability.once or ability.more or self.here.asking)
            free = free and (not ability.cards or self._calm(self.here.paying))
            self._abilities[key] = (
                self._write_ability(ability, aim) if free and self._calm("spend") else None
            )
        return self._abilities[key]

    def _write_ability(self, ability: Ability, aim: Aim | None) -> UseAbility | None:
        """Compile the use of an ability, ``None`` if its text has no written form."""
        code = Code()
        own = next(end for end in self.here.cards.ends if ability in end.abilities)
        text = self._text(ability.effects, own, aim, 0, code)
        if text is None:
            return None
        pay = [f"seat.coins -= {ability.coins}"] if ability.coins else []
        if ability.cards:
            payment = ["seat.hand.remove(card)", "seat.discard_stack.append(card)"]
            pay += ["for card in paid:", *indent(payment)]
        body = [comment(f"{own.name}: {ability.words}"), *pay, *text]
        use: UseAbility = code.function(f"spend_{identifier(own.name)}", "table, seat, paid", body)
        return use

    def fixed_act(self, decision: AimedAct, code: Code) -> list[str]:
        """Return the code of a line whose decision is always the same."""
        act = decision[0]
        if isinstance(act, Pass):
            return [*self._telling(decision, code), "return False"]
        assert isinstance(act, Play)
        play = code.name(self.play(decision), f"play {act.card.name}")
        return [f"{play}(table, seat, player)", "return True"]

    def option(self, option: Option, number: str, note: str, code: Code) -> list[str]:
        """Return the code of an option, which carries it out if it is found to be possible."""
        line = f"line {number}"
        if option.stack is not None and self._calm(*_SHOPPING):
            purchase = [note, f"{code.name(buy, 'buy')}(seat, stack)", "return True"]
            stack = f"stack = {code.name(option.stack, f'stack for {line}')}(table, seat)"
            return [stack, "if stack is not None:", *indent(purchase)]
        if option.aimed and self._calm("play"):
            return self._aimed_play(option.aimed, note, code)
        spend = option.spend
        use = self.ability(spend.ability, spend.aim) if spend else None
        if spend is not None and use is not None:
            used = [note, f"{code.name(use, 'spend')}(table, seat, paid)", "return True"]
            if spend.ability.cards:
                pay = f"paid = {code.name(spend.pay, f'pay for {line}')}(table, seat)"
                used = [pay, "if paid is not None:", *indent(used)]
            else:
                used = ["paid = ()", *used]
            test = expression(spend.needs, code)
            return used if spend.needs == r.TRUE else [f"if {test}:", *indent(used)]
        search = f"found = {code.name(option.choose, line)}(table, seat)"
        carry_out = code.name(self.carry_out, "carry out")
        body = [note, f"{carry_out}(found, table, seat, player)", "return True"]
        return [search, "if found is not None:", *indent(body)]

    def _aimed_play(self, cases: Sequence[AimedCase], note: str, code: Code) -> list[str]:
        """Return the code for playing a card at the first case that holds, if it reaches that."""
        lines: list[str] = []
        for case in cases:
            body = [note, *self.fixed_act(case.decision, code)]
            if case.reached != r.TRUE:
                body = [f"if {expression(case.reached, code)}:", *indent(body)]
            if len(cases) == 1 and case.holds == r.TRUE:
                lines = body
                break
            test = expression(case.holds, code) if case.holds != r.TRUE else "True"
            lines += [f"{'elif' if lines else 'if'} {test}:", *indent(body)]
        (card,) = {case.decision[0].card for case in cases if isinstance(case.decision[0], Play)}
        return [f"if {code.name(card, card.name)} in held:", *indent(lines)]

    def carry_out(self, decision: AimedAct, table: Table, seat: Seat, player: Deciding) -> None:
        """Carry out what a line has found, by the rules where written code is not enough."""
        act, aim = decision
        if isinstance(act, Play):
            self.play(decision)(table, seat, player)
        elif isinstance(act, Spend) and (use := self.ability(act.ability, aim)) is not None:
            use(table, seat, act.cards)
        elif isinstance(act, Shop) and len(act.places) == 1 and self._calm(*_SHOPPING):
            buy(seat, seat.stacks[act.places[0]])
        elif isinstance(act, Build) and not self.here.asking and self._calm("build", "set"):
            seat.built = True
            for card, card_below in act.onto(seat):
                seat.hand.remove(card)
                card_below.settled.append(card)
        else:
            tell_and_perform(decision, table, seat, player)


class AskedActs(WrittenActs):
    """The same for players who know their decisions, and are asked what a text leaves open."""

    def _answers_for(self, aim: Aim | None) -> Answers | None:
        return None


@lru_cache(maxsize=256)
def written_acts(cards: GameCards, turned: bool, paying: ast.Verb) -> WrittenActs:
    """Return how acts are carried out among these cards."""
    return WrittenActs(Circumstances(cards, turned, paying))


@lru_cache(maxsize=256)
def asked_acts(cards: GameCards, turned: bool, paying: ast.Verb) -> AskedActs:
    """Return the same for players who are asked."""
    return AskedActs(Circumstances(cards, turned, paying))


def _enters(card: Card, code: Code) -> list[str]:
    """Return the code that puts a card in play."""
    placed = f"{code.name(CardInPlay, 'card in play')}({code.name(card, card.name)}, [])"
    return [comment(f"{card.name}: {card.words}"), f"seat.in_play.append({placed})"]


def _answer(aim: Aim | None, question: Question, table: Table, seat: Seat) -> int:
    """Return the answer of the player to a question of the card that it plays."""
    index = None if aim is None else aim.index(question, table, seat)
    choices = aim.choices if aim else BY_WORTH
    return silent_index(question, seat, None, choices) if index is None else index


def readable(line: str) -> str:
    """Return a line of code for reading, without what keeps its names apart from others."""
    return re.sub(r"\bthe_(?=[a-z])", "", line)


def identifier(words: str) -> str:
    """Return words as part of a name in code."""
    return re.sub(r"[^a-z0-9]+", "_", words.casefold()).strip("_")


def buy(seat: Seat, stack: MarketStack) -> None:
    """Purchase the top card of a stack, where no card has a say in that."""
    card = stack.cards.pop()
    seat.coins -= card.cost
    seat.shopped = True
    seat.discard_stack.append(card)
    seat.bought.append(card)
