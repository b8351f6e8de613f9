"""What words can say is done: what card texts do, and the acts of AI cards' lines."""

from __future__ import annotations

from typing import Literal

from moonflight_solo.wording.ast.things import (
    Amounts,
    Barrable,
    Cards,
    Condition,
    Deeds,
    Node,
    Per,
    Place,
    Ties,
    TokenVerb,
    Verb,
    Who,
)

# ----------------------------------------------------------------------- card effects


class Instruct(Node):
    """One instruction that moves cards: ``verb`` the ``cards`` (their place is the source)."""

    verb: Verb
    cards: Cards
    destination: Place | None = None
    onto: Cards | None = None
    who: Who = "you"


class ThisCard(Node):
    """An instruction about the very card it is printed on."""

    verb: Verb
    destination: Place | None = None
    who: Who = "you"


class Gain(Node):
    """Take coin tokens from the Supply, or by the other ``verb`` give them back to it."""

    amount: int | Amounts
    who: Who = "you"
    verb: TokenVerb = "gain"


class Give(Node):
    """``who`` gives coin tokens to another player; one of the two is oneself."""

    amount: int | Amounts
    who: Who
    to: Who


class Reveal(Node):
    """Show the ``cards`` to all, or look at them alone; they stay where they are."""

    cards: Cards
    to: Literal["all", "you"] = "all"
    who: Who = "you"


class Again(Node):
    """Whoever's act it is takes another at once, before the next player."""


class NameCard(Node):
    """Say the name of a card, any of the game's."""


class Free(Node):
    """One's first Shop of a round is not kept from an opponent's suit while the card is in play."""


class Shuffle(Node):
    """Put all cards of one's own ``place`` into one's Draw Deck and shuffle that."""

    place: Place


class Swap(Node):
    """All cards of one's own ``one`` place and all of the ``other`` change places."""

    one: Place
    other: Place


class Limit(Node):
    """A general change of the hand limit or the retain limit while the card is in play.

    ``per``: as often as there are such cards then. ``sets``: it is so many, however many cards say
    it, and what others change is added.
    """

    of: Literal["hand", "retain"]
    change: int
    per: Per | None = None
    who: Who = "you"
    sets: bool = False


class SpendAbility(Node):
    """A Spend ability: its cost in coin tokens and cards from hand, and what follows.

    ``once``: it can be used once a round. ``more``: what is paid beyond the first coin token or
    card, where it is any number of them, or all. ``of``: what the cards must be.
    """

    coins: int
    cards: int
    effects: tuple[Effect, ...]
    once: bool = False
    more: Instruct | Gain | None = None
    of: Cards | None = None


class When(Node):
    """A trigger: each time ``who`` has done ``verb`` to ``cards``, the effects follow.

    An act, and the Gain of coin tokens, is done to no cards. ``once``: only one of them each
    round. ``fleeting``: until the Reset. ``instead``: they are done in its place. ``here``: only
    cards Set upon the very card that says it.
    """

    verb: Deeds
    cards: Cards
    effects: tuple[Effect, ...]
    who: Who = "you"
    once: bool = False
    fleeting: bool = False
    instead: bool = False
    here: bool = False


class Cannot(Node):
    """Other effects cannot do these things to the card this is printed on."""

    verbs: tuple[Verb, ...]


class Bar(Node):
    """``who`` cannot do these things while the card is in play, or only not to such ``cards``.

    ``fleeting``: until the Reset.
    """

    acts: tuple[Barrable, ...]
    cards: Cards | None = None
    who: Who = "each opponent"
    fleeting: bool = False


class PriceChange(Node):
    """``who`` Shops for such ``cards`` at ``change`` more while the card is in play.

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
    """``effects`` if the player likes, and then what follows ``then``, or ``otherwise``.

    Without ``optional`` they are done in any case, and what follows hangs on whether any card or
    coin token was moved by them.
    """

    effects: tuple[Effect, ...]
    then: tuple[Effect, ...] = ()
    otherwise: tuple[Effect, ...] = ()
    optional: bool = True


class Those(Node):
    """The effects, by ``who`` of whom the condition holds, if there is one, as each one's own."""

    who: Who
    condition: Condition | None
    effects: tuple[Effect, ...]


class Choose(Node):
    """One of several ways, as whoever does it likes."""

    ways: tuple[tuple[Effect, ...], ...]


Deed = Instruct | ThisCard | Gain | Give | Reveal | Shuffle | Swap | Again | NameCard
"""What is done there and then, with no condition."""
Lasting = Limit | SpendAbility | When | Cannot | Bar | PriceChange | Free
"""What holds or can be used while the card is in play, and does nothing when it is played."""
Effect = Deed | Lasting | If | May | Those | Choose


class CardText(Node):
    """A whole card text, its sentences in order; an empty one is a blank card."""

    effects: tuple[Effect, ...] = ()


# ----------------------------------------------------------------------- AI-card lines


class FirstOf(Node):
    """A list of cards separated by "/": the earliest possible one is meant."""

    options: tuple[Cards, ...]


class Cases(Node):
    """Different targets under different conditions, looked at in order."""

    cases: tuple[tuple[Condition, FirstOf], ...]


class PlayAct(Node):
    """Play the first possible of ``cards``, at ``target`` if the line says one.

    ``giving`` and ``taking`` are what the choices go by that the card's own text leaves, if the
    line says it (ruling A-silent). ``verb``: what the card just played does to them, where a line
    below the one that plays it says that (A-sub); "target": whatever that is.
    """

    cards: FirstOf
    target: FirstOf | Cases | None = None
    giving: Ties = ()
    taking: Ties = ()
    verb: Verb | Literal["target"] = "play"


class SpendAct(Node):
    """Use a Spend ability. ``coins`` or ``cards`` is the payment; ``user`` the card used.

    ``user`` is a card's name, ``"character"`` in ``of_character``, or unsaid.
    """

    coins: int
    cards: Cards | None
    purpose: Effect | None = None
    user: str | None = None
    of_character: bool = False


class ShopAct(Node):
    """Shop for the first possible of ``cards``, or for the top of one of ``stacks``."""

    cards: FirstOf | None = None
    stacks: Place | None = None


class BuildAct(Node):
    """Build: Set ``cards`` from hand to the cards ``onto`` in play."""

    cards: Cards
    onto: Cards


class Branch(Node):
    """``act`` where the condition holds, else ``otherwise``; without one, where it is possible."""

    condition: Condition | None
    act: AnyAct
    otherwise: AnyAct


class PassAct(Node):
    """Do nothing."""


class Retain(Node):
    """Reset: keep these cards in hand."""

    cards: FirstOf


class ResetMove(Node):
    """Reset: move these cards to the place named."""

    cards: FirstOf
    destination: Place


AnyAct = PlayAct | SpendAct | ShopAct | BuildAct | PassAct | Retain | ResetMove | Branch


class Line(Node):
    """One line of an AI card: its act, and the condition it stands under if any.

    ``if_possible``: it is said to be passed over if it cannot be followed (ruling A-follow).
    """

    act: AnyAct
    condition: Condition | None = None
    if_possible: bool = False


Meaning = CardText | Line
