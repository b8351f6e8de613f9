"""What an AI card leaves out or says twice: a side, a card it never buys, an item, a ruling."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import CompileContext
from moonflight_solo.check.finding import Finding, finding
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.rulings import Rulings
from moonflight_solo.rules.state import Card
from moonflight_solo.wording import ast
from moonflight_solo.wording.phrase_english import listed
from moonflight_solo.wording.walk import nodes_of


def omission_findings(card: AICard, catalogue: Catalogue, rulings: Rulings) -> Iterator[Finding]:
    """Yield what ``card``, whose lines are all settled, leaves out or says twice."""
    yield from _missing_side(card)
    for line in card.lines:
        yield from _twice(line)
    yield from _never_bought(card, CompileContext(catalogue, False, rulings, card.jack))


def _missing_side(card: AICard) -> Iterator[Finding]:
    before, after = (card.side(turned, "action") for turned in (False, True))
    if bool(before) == bool(after):
        return
    when = "after the Turn" if before else "before the Turn"
    line = (before or after)[-1]
    because = f"no line says what is done {when}, and all this Jack does then is Pass"
    yield finding("missing-side", line.printed, because)


def _twice(line: AILine) -> Iterator[Finding]:
    """Yield each item that a list has again: by then it has been tried."""
    for options in nodes_of(line.meaning, ast.FirstOf):
        seen: list[ast.Cards] = []
        for cards in options.options:
            if cards in seen:
                because = f"{listed(cards)} stands in this list already, and is tried there"
                yield finding("named-twice", line.printed, because, span=cards.span)
            seen.append(cards)


def _never_bought(card: AICard, context: CompileContext) -> Iterator[Finding]:
    """Yield each card that a line wants played by name and that no Shop line would ever buy.

    Only cards of the Jack's own suit, and only on AI cards that Shop by name or kind at all.
    """
    bought = [line.meaning.act for line in card.lines if isinstance(line.meaning.act, ast.ShopAct)]
    kinds = context.names.suits[card.jack].kinds
    if not bought or any(act.cards is None for act in bought):
        return
    options = [option for act in bought if act.cards for option in act.cards.options]
    wanted = [_bought(option, context) for option in options]
    told: set[Card] = set()
    for line in card.lines:
        if not isinstance(line.meaning.act, ast.PlayAct):
            continue
        for name in _played(line.meaning.act.cards.options):
            played = context.names.card(name, line.printed.turned)
            known = (played in kinds or played.flipped in kinds) and played not in told
            told.add(played)
            if known and not any(played in each or played.flipped in each for each in wanted):
                because = f"no line Shops for {name}, and a game begins without it"
                yield finding("never-bought", line.printed, because, span=name.span)


def _bought(cards: ast.Cards, context: CompileContext) -> frozenset[Card]:
    """Return the kinds that a phrase can buy before the Turn, "the highest" being any of them."""
    return context.all_of(context.lower.kinds(cards))


def _played(options: Sequence[ast.Cards]) -> Iterator[ast.Name]:
    for cards in options:
        for name in cards.names:
            if isinstance(name, ast.Name):
                yield name
