"""The keywords that move cards and coin tokens: one table with everything specific to each.

The rulebooks' "Specific Rules" say where a keyword takes cards from and where it puts them.
Whatever depends on the keyword looks it up here; `rules/moves` has what does not fit in a row.
"""

from __future__ import annotations

from typing import Any, Final

from moonflight_solo.values import Value
from moonflight_solo.wording import ast


class Keyword(Value, kw_only=True):
    """What a keyword does, and how to talk about it.

    ``source``: where its cards come from unless the print says otherwise. ``only_from``: the only
    place they can come from. ``goes_to``: where it puts them, on top and with their owner; ``None``
    if the print says. ``face_down``: it does so face down. ``stays``: the card stays where it lies,
    and this is not a Move.

    ``gives_up``: choose the card you would miss least (ruling A-silent). ``against``: do it to
    another player rather than to yourself (ruling A-player). ``brings``: it benefits its player,
    who would skip it if it were worth nothing. ``worth``: the typical value of doing it to one
    card, in coin tokens.

    ``anew``: its cards are never those that were just moved or mentioned. ``on_lines``: lines of AI
    cards say it too. ``replaceable``: something else can be done instead. ``tells_from``: a trigger
    can say where the card comes from. ``never_in_reset``: neither a Pass nor Reset nor a new round
    involves it, unless another keyword triggers a card.

    ``past``: its past participle, as in card texts. ``question`` asks a player for a card;
    ``answer`` says what happens to it.
    """

    source: ast.Place | None = None
    only_from: ast.Zone | None = None
    goes_to: ast.Zone | None = None
    face_down: bool = False
    stays: bool = False
    gives_up: bool = False
    against: bool = False
    brings: bool = False
    anew: bool = False
    on_lines: bool = False
    replaceable: bool = False
    tells_from: bool = False
    never_in_reset: bool = False
    worth: float = 0.0
    past: str = ""
    question: str = ""
    answer: str = ""

    @property
    def puts_away(self) -> bool:
        """Whether it puts cards that a player gives up into a Stack."""
        return self.gives_up and self.goes_to in ast.STACKS


def _traits(names: str) -> Any:
    """Return the slots of a keyword that are true."""
    return dict.fromkeys(names.split(), True)


_HAND: Final = ast.Place(("hand",))

KEYWORDS: Final[dict[str, Keyword]] = {
    "draw": Keyword(
        **_traits("brings replaceable tells_from"),
        source=ast.Place(("draw deck",), top=True),
        goes_to="hand",
        worth=0.9,
        past="Drawn",
        question="Draw which card?",
        answer="The card you choose goes into your hand.",
    ),
    "discard": Keyword(
        **_traits("gives_up against replaceable tells_from never_in_reset"),
        source=_HAND,
        goes_to="discard stack",
        worth=-0.3,
        past="Discarded",
        question="Discard which card?",
        answer="The card you choose goes to its owner's Discard Stack, and comes back when that "
        "is shuffled into a Draw Deck.",
    ),
    "trash": Keyword(
        **_traits("gives_up against replaceable tells_from never_in_reset"),
        source=ast.Place(("hand", "in play")),
        goes_to="trash stack",
        worth=0.5,
        past="Trashed",
        question="Trash which card?",
        answer="The card you choose goes to its owner's Trash Stack, from which few cards return.",
    ),
    "play": Keyword(
        **_traits("brings on_lines"),
        source=_HAND,
        goes_to="in play",
        worth=1.5,
        past="played",
        question="Play which card?",
        answer="The card you choose is put in play and its words are followed.",
    ),
    "move": Keyword(
        on_lines=True,
        worth=0.5,
        past="Moved",
        question="Move which card?",
        answer="The card you choose is moved as the words of the card say.",
    ),
    "purchase": Keyword(
        **_traits("brings anew on_lines replaceable never_in_reset"),
        only_from="market stack",
        goes_to="discard stack",
        worth=1.5,
        past="Purchased",
        question="Take the top card of which Market Stack? It costs nothing.",
        answer="The card you choose goes to your Discard Stack. This is not the Shop act: it "
        "is free, and the limit on the first Shop of a round does not bind it.",
    ),
    "set": Keyword(
        **_traits("face_down gives_up anew on_lines never_in_reset"),
        source=_HAND,
        goes_to="in play",
        past="Set",
        question="Set which card?",
        answer="The card you choose is laid face down on a card in play and will leave in its "
        "place.",
    ),
    "deal": Keyword(
        anew=True,
        source=ast.Place(("supply stack",), top=True),
        only_from="supply stack",
        goes_to="market stack",
        past="Dealt",
        question="Which of your Market Stacks get one card more? Choose {most}.",
        answer="The cards do not come out even, and the owner of the suit says which Market Stacks "
        "get one more.",
    ),
    "turn": Keyword(
        **_traits("stays tells_from"),
        worth=0.5,
        past="Turned",
        question="Turn which card?",
        answer="The card you choose stays where it lies, with its other end up from now on. Its "
        "new text holds, but is not followed as if the card had just been played.",
    ),
    "gain": Keyword(brings=True, replaceable=True, worth=1.0),
    "lose": Keyword(against=True, worth=-1.0),
}
"""Every keyword; a test checks that none is missing."""


def third_person(keyword: str) -> str:
    """Return a keyword in the third person: "draws", "trashes"."""
    return keyword + ("es" if keyword.endswith(("s", "sh")) else "s")
