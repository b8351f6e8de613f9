"""What a card's text leaves unsaid, and the rulebook passage or ruling that fills it in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lark import Token, Tree

from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.parsing import parse_of
from moonflight_solo.wording.phrases import STACKS
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import nodes_of

_INSTRUCTIONS = ("instruction", "whole_zone", "this_card", "gain")
_LOOSE_END = re.compile(r"(?:[\s,.]|\b(?:and|then|if not|otherwise|else)\b)+$", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"\S+\s+$")
_OWNER_PRINTED = ("expressly_your", "target", "its", "opponent")


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A gap: its code, the words it is in (offsets), how it is filled, and the ruling that does."""

    code: str
    start: int
    end: int
    because: str
    ruling: str = ""


def unsaid(text: Text, meaning: ast.CardText) -> Iterator[Unsaid]:
    """Yield what ``text``, read as ``meaning``, leaves unsaid, in printed order."""
    if not meaning.effects:
        return
    tree = parse_of(text, "effect", meaning)
    yield from _conditions(text, meaning)
    yield from _costs(text, tree, meaning)
    printed = [each for each in _within(tree) if each.data in _INSTRUCTIONS]
    effects = [e for effect in meaning.effects for e in instructions(effect)]
    starts = [_start(text, each) for each in printed]
    ends = [_trimmed(text, end) for end in [*starts, len(text.words)][1:]]
    for part, effect, start, end in zip(printed, effects, starts, ends, strict=True):
        for code, because, ruling in _instruction_gaps(part, effect):
            yield Unsaid(code, start, end, because, ruling)


# --------------------------------------------------------------- words and what they mean


def _within(tree: Tree[Token]) -> Iterator[Tree[Token]]:
    """Yield a tree and those in it, as they are printed from left to right."""
    yield tree
    for child in tree.children:
        if isinstance(child, Tree):
            yield from _within(child)


def _start(text: Text, tree: Tree[Token]) -> int:
    """Return where an instruction begins; a keyword that leaves no token stands before its own."""
    first = min(token.start_pos or 0 for token in tree.scan_values(_is_token))
    if tree.data == "gain":
        before = _WORD_BEFORE.search(text.words[:first])
        return before.start() if before else first
    return first


def _is_token(value: object) -> bool:
    return isinstance(value, Token)


def _trimmed(text: Text, end: int) -> int:
    loose = _LOOSE_END.search(text.words[:end])
    return loose.start() if loose else end


def instructions(effect: ast.Effect) -> Iterator[ast.Instruct | ast.ThisCard | ast.Gain]:
    """Yield the single instructions of an effect, in printed order."""
    if isinstance(effect, ast.Instruct | ast.ThisCard | ast.Gain):
        yield effect
    elif isinstance(effect, ast.Spend | ast.When):
        for each in effect.effects:
            yield from instructions(each)
    elif isinstance(effect, ast.If):
        for each in (*effect.effects, *effect.otherwise):
            yield from instructions(each)


# ------------------------------------------------------------------------ conditions, costs


def _conditions(text: Text, meaning: ast.CardText) -> Iterator[Unsaid]:
    end = len(text.words)
    for effect in meaning.effects:
        if isinstance(effect, ast.If):
            if any(count.bare for count in nodes_of(effect.condition, ast.Range)):
                because = 'A number without "exactly" or "+" is read as exactly that many.'
                yield Unsaid("exact-or-least-unsaid", 0, end, because, "A-exact")
            if any("hand" in place.zones for place in nodes_of(effect.condition, ast.Place)):
                yield Unsaid("when-counted-unsaid", 0, end, _WITHOUT_ITSELF, "G-self")
        if isinstance(effect, ast.When):
            because = (
                "How often it happens when one effect does several is not printed: once for each, "
                "after the last of them."
            )
            yield Unsaid("when-counted-unsaid", 0, end, because, "G-trigger")


_WITHOUT_ITSELF = (
    "When the hand is counted is not printed: when the text is followed, and the card it is "
    "printed on has left the hand by then."
)


def _costs(text: Text, tree: Tree[Token], meaning: ast.CardText) -> Iterator[Unsaid]:
    if any(isinstance(effect, ast.Spend) and effect.cards for effect in meaning.effects):
        because = (
            "Where the cards that are spent come from and go to is not printed: from hand to the "
            "Discard Stack, which is no Discard (Spend)."
        )
        for cost in (each for each in _within(tree) if each.data == "card_cost"):
            tokens = list(cost.scan_values(_is_token))
            start, end = tokens[0].start_pos or 0, tokens[-1].end_pos or len(text.words)
            yield Unsaid("source-unsaid", start, end, because, "G-spend")


# --------------------------------------------------------------------- single instructions

_Gap = tuple[str, str, str]
"""A code, how the gap is filled, and the ruling."""


def _instruction_gaps(
    tree: Tree[Token], effect: ast.Instruct | ast.ThisCard | ast.Gain
) -> Iterator[_Gap]:
    if effect.who not in ("you", "target player"):
        because = "Who chooses is not printed: each player it befalls makes the choices in it."
        yield "chooser-unsaid", because, "G-chooser"
    if effect.who == "target player":
        because = (
            "Who chooses is not printed: you choose the player, and that player makes the choices."
        )
        yield "chooser-unsaid", because, "G-chooser"
    per: object = effect.amount if isinstance(effect, ast.Gain) else None
    if isinstance(effect, ast.Instruct):
        yield from _source(tree, effect)
        yield from _which(tree, effect)
        yield from _how_many(effect)
        per = effect.cards.number
        yield from _destination(effect)
    if isinstance(per, ast.Per):
        yield from _counting(tree, per)


def _source(tree: Tree[Token], effect: ast.Instruct) -> Iterator[_Gap]:
    place = effect.cards.place
    if place is None:
        return
    keyword = effect.verb.capitalize()
    printed = _printed_place(tree)
    if printed is None:
        because = (
            f"Where the cards come from is not printed: {keyword} takes them from {say(place)} "
            f"({keyword})."
        )
        yield "source-unsaid", because, ""
    elif place.owner == "your" and not _owner_printed(printed):
        if "in play" in place.zones:
            because = (
                "Whose cards in play is not printed: those in front of you, for it does not say "
                "Target (Card Targets)."
            )
            yield "source-unsaid", because, "G-inplay"
        else:
            because = (
                f"Whose is not printed: {say(place)}, for it does not say Target (Card Targets)."
            )
            yield "source-unsaid", because, ""


def _printed_place(tree: Tree[Token]) -> Tree[Token] | None:
    """Return the phrase that says where an instruction takes its cards from, if there is one."""
    if tree.data == "whole_zone":
        return tree
    for child in tree.children:
        if isinstance(child, Tree) and child.data == "cards":
            for quality in child.children:
                if isinstance(quality, Tree) and quality.data in ("at", "on_top"):
                    return quality
    return None


def _owner_printed(tree: Tree[Token]) -> bool:
    return any(each.data in _OWNER_PRINTED for each in _within(tree))


def _which(tree: Tree[Token], effect: ast.Instruct) -> Iterator[_Gap]:
    cards, place = effect.cards, effect.cards.place
    if place is None or cards.number == "all":
        return
    stacked = not STACKS.isdisjoint(place.zones)
    if cards.extreme is not None:
        because = "Which of several alike is not printed: whoever is to do it picks one."
        yield "tie-unsaid", because, "G-extreme"
    elif stacked and cards.targeted:
        because = (
            "Which of them may be looked for is not printed: any, the whole Stack is open to you "
            "(Card Targets)."
        )
        yield "which-card-unsaid", because, "G-targetcard"
    elif stacked and not any(each.data == "top" for each in _within(tree)):
        because = (
            "Which card is not printed: the top one, as of every Stack and Deck (Card Targets)."
        )
        yield "which-card-unsaid", because, "G-targetcard" if place.owner == "target" else ""
    elif not stacked:
        because = "Which card is not printed: whoever is to do it picks one."
        yield "which-card-unsaid", because, "G-chooser"


def _how_many(effect: ast.Instruct) -> Iterator[_Gap]:
    number, place = effect.cards.number, effect.cards.place
    if number == "all" or place is None:
        return
    refill = place.zones == ("draw deck",)
    if number == 1:
        what = "a new Draw Deck is made first" if refill else "then nothing happens"
        because = f"What if there is no card is not printed: {what} (Card Resolution)."
        yield "impossible-unsaid", because, "G-refill" if refill else ""
    else:
        what = "a new Draw Deck is made for the rest" if refill else "then as many as there are"
        because = f"What if there are fewer cards is not printed: {what} (Card Resolution)."
        yield "partial-unsaid", because, "G-refill" if refill else ""


def _counting(tree: Tree[Token], per: ast.Per) -> Iterator[_Gap]:
    counted = next(each for each in _within(tree) if each.data in ("per", "per_quality"))
    if per.place.owner == "your" and not _owner_printed(counted):
        because = f"Whose is counted is not printed: {say(per.place)} (Card Targets)."
        yield "source-unsaid", because, ""
    if per.each > 1:
        yield "rounding-unsaid", "How it is rounded is not printed: down.", "G-round"
    if "hand" in per.place.zones:
        yield "when-counted-unsaid", _WITHOUT_ITSELF, "G-self"
    else:
        because = "When it is counted is not printed: once, when the text is followed."
        yield "when-counted-unsaid", because, "G-round"


def _destination(effect: ast.Instruct) -> Iterator[_Gap]:
    place = effect.cards.place
    if effect.destination is not None or place is None:
        return
    if effect.verb == "purchase":
        because = (
            "Where it goes and what it costs is not printed: to your Discard Stack, for nothing "
            "(Purchase)."
        )
        yield "destination-unsaid", because, "G-buyfree"
    elif effect.verb in ("discard", "trash") and place.owner != "your":
        because = f"Whose {effect.verb.capitalize()} Stack it goes to is not printed: its owner's."
        yield "destination-unsaid", because, "G-owner"
