"""AST nodes for what card texts do, and for the acts of AI-card lines."""

from __future__ import annotations

from typing import Literal

from moonflight_solo.wording.ast.expressions import (
    Amounts,
    Barrable,
    Cards,
    Node,
    Per,
    Place,
    Ties,
    TokenVerb,
    TriggerKind,
    Verb,
    Who,
)
from moonflight_solo.wording.ast.predicates import Condition

# ----------------------------------------------------------------------- card effects


class Instruct(Node):
    """An instruction to move cards; the place of ``cards`` is where they come from."""

    verb: Verb
    cards: Cards
    destination: Place | None = None
    onto: Cards | None = None
    who: Who = "you"


class ThisCard(Node):
    """An instruction about the card with this text."""

    verb: Verb
    destination: Place | None = None
    who: Who = "you"


class Gain(Node):
    """Gain coin tokens from the Supply, or lose them to it, as ``verb`` says."""

    amount: int | Amounts
    who: Who = "you"
    verb: TokenVerb = "gain"


class Give(Node):
    """``who`` gives coin tokens to another player; one of the two is "you"."""

    amount: int | Amounts
    who: Who
    to: Who


class Reveal(Node):
    """Reveal the ``cards`` to all, or look at them alone; they stay where they are."""

    cards: Cards
    to: Literal["all", "you"] = "all"
    who: Who = "you"


class ExtraAct(Node):
    """The player whose act it is takes another at once, before the next player."""


class NameCard(Node):
    """Name any card of the game."""


class FreeFirstShop(Node):
    """While the card is in play, your first Shop of a round may be of an opponent's suit."""


class Shuffle(Node):
    """Put all cards of ``place`` into your Draw Deck and shuffle it."""

    place: Place


class Swap(Node):
    """Exchange all cards of your ``one`` place with all of the ``other``."""

    one: Place
    other: Place


class Limit(Node):
    """Change the hand limit or the retain limit while the card is in play.

    ``per``: the change applies once per matching card. ``sets``: the limit becomes ``change``,
    however many cards say so; other cards' changes are added to it.
    """

    of: Literal["hand", "retain"]
    change: int
    per: Per | None = None
    who: Who = "you"
    sets: bool = False


class SpendAbility(Node):
    """A Spend ability: its cost in coin tokens and cards from hand, and its effects.

    ``once``: usable once a round. ``of``: which cards can pay. ``more``: the payment beyond the
    first coin token or card, if it is any number of them, or all.
    """

    coins: int
    cards: int
    effects: tuple[Effect, ...]
    once: bool = False
    more: Instruct | Gain | None = None
    of: Cards | None = None


class When(Node):
    """A trigger: whenever ``who`` has done ``verb`` to ``cards``, the effects follow.

    Acts, and gaining coin tokens, involve no cards. ``once``: only the first time each round.
    ``fleeting``: until the Reset. ``instead``: the effects replace the event. ``here``: only cards
    Set on the card with this text.
    """

    verb: TriggerKind
    cards: Cards
    effects: tuple[Effect, ...]
    who: Who = "you"
    once: bool = False
    fleeting: bool = False
    instead: bool = False
    here: bool = False


class Protection(Node):
    """Other effects cannot do these things to the card with this text."""

    verbs: tuple[Verb, ...]


class Prohibition(Node):
    """While the card is in play, ``who`` cannot do these things (to such ``cards``, if given).

    ``fleeting``: until the Reset.
    """

    acts: tuple[Barrable, ...]
    cards: Cards | None = None
    who: Who = "each opponent"
    fleeting: bool = False


class PriceChange(Node):
    """While the card is in play, ``cards`` cost ``who`` ``change`` more to Shop for.

    ``fleeting``: until the Reset.
    """

    cards: Cards
    change: int
    who: Who = "you"
    fleeting: bool = False


class If(Node):
    """``effects`` if the condition holds, else ``otherwise``."""

    condition: Condition
    effects: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class May(Node):
    """Optional ``effects``; if they are done in full, ``then`` follows, else ``otherwise`` (G-may).

    Without ``optional`` they are mandatory.
    """

    effects: tuple[Effect, ...]
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    optional: bool = True


class PlayersDo(Node):
    """The effects, done by each of ``who`` who meets the condition, with "your" as their own."""

    who: Who
    condition: Condition | None
    effects: tuple[Effect, ...]


class Choose(Node):
    """One of several ways, at the player's choice."""

    ways: tuple[tuple[Effect, ...], ...]


Deed = Instruct | ThisCard | Gain | Give | Reveal | Shuffle | Swap | ExtraAct | NameCard
"""What is done at once, unconditionally."""
Lasting = Limit | SpendAbility | When | Protection | Prohibition | PriceChange | FreeFirstShop
"""What holds or can be used while the card is in play, and does nothing when it is played."""
Effect = Deed | Lasting | If | May | PlayersDo | Choose
Effects = tuple[Effect, ...]


class CardText(Node):
    """A whole card text, its effects in order; a blank card has none."""

    effects: tuple[Effect, ...] = ()


# ----------------------------------------------------------------------- AI-card lines


class FirstOf(Node):
    """A list of cards separated by "/"; it means the first one possible."""

    options: tuple[Cards, ...]


class Cases(Node):
    """Different targets under different conditions, tried in order."""

    cases: tuple[tuple[Condition, FirstOf], ...]


class PlayAct(Node):
    """Play the first possible of ``cards``, at ``target`` if the line names one.

    ``giving`` and ``taking`` rank the choices that the card's own text leaves, if the line says how
    (ruling A-silent). ``verb`` is what the card just played does to the cards, on a line below the
    one that plays it (A-sub); "target" stands for any verb.
    """

    cards: FirstOf
    target: FirstOf | Cases | None = None
    giving: Ties = ()
    taking: Ties = ()
    verb: Verb | Literal["target"] = "play"


class SpendAct(Node):
    """Use a Spend ability, paying ``coins`` or ``cards``.

    ``user`` is the name of the card with the ability, if the line names it; ``of_character``: the
    ability is the character's.
    """

    coins: int
    cards: Cards | None
    purpose: Effect | None = None
    user: str | None = None
    of_character: bool = False


class ShopAct(Node):
    """Shop for the first possible of ``cards``, or for the top card of one of ``stacks``."""

    cards: FirstOf | None = None
    stacks: Place | None = None


class BuildAct(Node):
    """Build: Set ``cards`` from hand onto the cards ``onto`` in play."""

    cards: Cards
    onto: Cards


class Branch(Node):
    """``act`` if the condition holds (without one: if it is possible), else ``otherwise``."""

    condition: Condition | None
    act: AnyAct
    otherwise: AnyAct


class PassAct(Node):
    """Do nothing."""


class Retain(Node):
    """Reset: keep these cards in hand."""

    cards: FirstOf


class ResetMove(Node):
    """Reset: move these cards to ``destination``."""

    cards: FirstOf
    destination: Place


AnyAct = PlayAct | SpendAct | ShopAct | BuildAct | PassAct | Retain | ResetMove | Branch


class Line(Node):
    """One line of an AI card: its act, and its condition if any.

    ``if_possible``: the line says to skip it if it cannot be followed (ruling A-follow).
    """

    act: AnyAct
    condition: Condition | None = None
    if_possible: bool = False


Meaning = CardText | Line
