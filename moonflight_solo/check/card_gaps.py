"""What a card's text leaves unsaid, and the rulebook passage or ruling that fills it in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from moonflight_solo.check.finding import Finding, Sentence, finding
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import say
from moonflight_solo.wording.keywords import KEYWORDS
from moonflight_solo.wording.phrase_english import NOUNS
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import every_node, nodes_of

_COST = re.compile(r"\d+ cards?", re.IGNORECASE)
_TOP = re.compile(r"\btop\b", re.IGNORECASE)


_Gap = tuple[str, str, str]
"""A code, how the gap is filled, and the ruling that does."""


def card_gaps(on: Sentence, meaning: ast.CardText) -> Iterator[Finding]:
    """Yield a note for all that a card's text leaves unsaid: conditions, costs, instructions."""
    for effect in meaning.effects:
        if isinstance(effect, ast.If):
            yield from _notes(on, None, _condition(effect.condition))
        if isinstance(effect, ast.When):
            yield from _notes(on, None, [_TRIGGERED])
    for spend in nodes_of(meaning, ast.Spend):
        if spend.cards:
            cost = _COST.search(on.text.words, (spend.span or (0, 0))[0])
            yield from _notes(on, cost and cost.span(), [_SPENT])
    for each in every_node(meaning):
        if isinstance(each, ast.Instruct | ast.ThisCard | ast.Gain):
            yield from _notes(on, each.span, _instruction(on.text, each))


def _notes(on: Sentence, span: ast.Span | None, gaps: Iterable[_Gap]) -> Iterator[Finding]:
    for code, because, ruling in gaps:
        yield finding(code, on, because, span=span, ruling=ruling)


_TRIGGERED = (
    "when-counted-unsaid",
    "how often it happens when one effect does several is not printed: once for each, after the "
    "last of them",
    "G-trigger",
)
_SPENT = (
    "source-unsaid",
    "where the cards that are spent come from and go to is not printed: from hand to the Discard "
    "Stack, which is no Discard (Spend)",
    "G-spend",
)


def _condition(condition: ast.Condition) -> Iterator[_Gap]:
    if any(count.bare for count in nodes_of(condition, ast.Range)):
        because = 'A number without "exactly" or "+" is read as exactly that many.'
        yield "exact-or-least-unsaid", because, "A-exact"
    if any("hand" in place.zones for place in nodes_of(condition, ast.Place)):
        yield "when-counted-unsaid", _WITHOUT_ITSELF, "G-self"


_WITHOUT_ITSELF = (
    "When the hand is counted is not printed: when the text is followed, and the card it is "
    "printed on has left the hand by then."
)


def _instruction(text: Text, effect: ast.Instruct | ast.ThisCard | ast.Gain) -> Iterator[_Gap]:
    if effect.who == "target player":
        because = (
            "Who chooses is not printed: you choose the player, and that player makes the choices."
        )
        yield "chooser-unsaid", because, "G-chooser"
    elif effect.who != "you":
        because = "Who chooses is not printed: each player it befalls makes the choices in it."
        yield "chooser-unsaid", because, "G-chooser"
    per: object = effect.amount if isinstance(effect, ast.Gain) else None
    place = effect.cards.place if isinstance(effect, ast.Instruct) else None
    if place is not None and place.zones == ("heard",):
        return  # "it" says which card and where it lies (ruling G-trigger-it)
    if isinstance(effect, ast.Instruct) and place is not None:
        yield from _source(effect.verb.capitalize(), place)
        if effect.cards.number != "all":
            yield from _which(text, effect.cards, place)
            yield from _how_many(effect.cards.number, place)
        per = effect.cards.number
        yield from _destination(effect, place)
    if isinstance(per, ast.Per):
        yield from _counting(per)


def _source(keyword: str, place: ast.Place) -> Iterator[_Gap]:
    if place.span is None:
        because = (
            f"Where the cards come from is not printed: {keyword} takes them from {say(place)} "
            f"({keyword})."
        )
        yield "source-unsaid", because, ""
    elif place.owner == "your" and place.owner_said != "owner":
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


def _which(text: Text, cards: ast.Cards, place: ast.Place) -> Iterator[_Gap]:
    stacked = not ast.STACKS.isdisjoint(place.zones)
    if cards.extreme is not None:
        because = "Which of several alike is not printed: whoever is to do it picks one."
        yield "tie-unsaid", because, "G-extreme"
    elif stacked and cards.targeted:
        because = (
            "Which of them may be looked for is not printed: any, the whole Stack is open to you "
            "(Card Targets)."
        )
        yield "which-card-unsaid", because, "G-targetcard"
    elif not stacked:
        because = "Which card is not printed: whoever is to do it picks one."
        yield "which-card-unsaid", because, "G-chooser"
    elif cards.span is None or not _TOP.search(text.words, *cards.span):
        because = (
            "Which card is not printed: the top one, as of every Stack and Deck (Card Targets)."
        )
        ruling = "G-targetcard" if place.owner == "target" else ""
        yield "which-card-unsaid", because, ruling


def _how_many(number: object, place: ast.Place) -> Iterator[_Gap]:
    refill = place.zones == ("draw deck",)
    ruling = "G-refill" if refill else ""
    if number == 1:
        what = "a new Draw Deck is made first" if refill else "then nothing happens"
        because = f"What if there is no card is not printed: {what} (Card Resolution)."
        yield "impossible-unsaid", because, ruling
    else:
        what = "a new Draw Deck is made for the rest" if refill else "then as many as there are"
        because = f"What if there are fewer cards is not printed: {what} (Card Resolution)."
        yield "partial-unsaid", because, ruling


def _counting(per: ast.Per) -> Iterator[_Gap]:
    if per.place.owner == "your" and per.place.owner_said != "owner":
        because = f"Whose is counted is not printed: {say(per.place)} (Card Targets)."
        yield "source-unsaid", because, ""
    if per.each > 1:
        yield "rounding-unsaid", "How it is rounded is not printed: down.", "G-round"
    if "hand" in per.place.zones:
        yield "when-counted-unsaid", _WITHOUT_ITSELF, "G-self"
    else:
        because = "When it is counted is not printed: once, when the text is followed."
        yield "when-counted-unsaid", because, "G-round"


def _destination(effect: ast.Instruct, place: ast.Place) -> Iterator[_Gap]:
    if effect.destination is not None:
        return
    if effect.verb == "purchase":
        because = (
            "Where it goes and what it costs is not printed: to your Discard Stack, for nothing "
            "(Purchase)."
        )
        yield "destination-unsaid", because, "G-buyfree"
    elif (stack := KEYWORDS[effect.verb].goes_to) in ast.STACKS and place.owner != "your":
        because = f"Whose {NOUNS[stack]} it goes to is not printed: its owner's."
        yield "destination-unsaid", because, "G-owner"
