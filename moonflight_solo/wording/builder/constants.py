"""Grammar rules with a fixed meaning, whatever their words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from moonflight_solo.wording import ast
from moonflight_solo.wording.builder import marks
from moonflight_solo.wording.builder.nonsense import Nonsense

ANYHOW: Final = (None, "move")
"""What is printed of cards that any keyword has moved: all of them are Moves (Specific Rules)."""
IT: Final = ast.Place((), shown=True)
"""The place of the card just mentioned, until it is known which card that is."""
COIN_TOKENS: Final = ast.Cards(place=ast.Place(("coins",)))
"""The player's coin tokens, to be counted."""
ONE: Final = " one"
"""Placeholder for the name of the card just mentioned; never a printed name."""
ONES: Final = " ones"
"""The same, for a number of such cards."""
THEM: Final = ast.Place((), shown=True, apart=True)
"""The place of the cards just mentioned, until it is known which cards those are."""
SHOWN: Final = ast.Place(("shown",))
"""The place of the cards just revealed or looked at."""
HEARD: Final = ast.Place(("heard",))
"""The place of the card that set off the trigger."""
DONE: Final = ast.Place(("done",))
"""The place of the cards that the previous effect moved."""
MARKET: Final[tuple[ast.Zone, ...]] = ("market stack",)
THE_REST: Final = ast.Cards("all", place=SHOWN)
THE_TOP: Final = -1
"""The number in "the top" until the place is known."""
_EVERYWHERE: Final = ast.Place(
    ("hand", "in play", "discard stack", "trash stack"), "their", owner_said="owner"
)

_BY_NAME = (
    "but_not_both all_of_these not_all_of_these for_each counting hand in_play draw_deck"
    " discard_stack trash_stack fewest most as_many at_least_as_many at_most_as_many shopped"
    " built matching nobody you target_player target_opponent any_player each_player"
    " each_opponent everyone anyone one each no they build shop pass name first"
)
"""The rules that mean what they are called."""
_SAYING: Final[dict[str, object]] = {
    **{name: name.replace("_", " ") for name in _BY_NAME.split()},
    "unsaid": ast.Cards(),
    "any": ast.Cards("any"),
    "all": ast.Cards("all"),
    "many": ast.Cards("many"),
    "targeted": ast.Cards(targeted=True),
    "starter": ast.Cards(starter=True),
    "no_starter": ast.Cards(starter=False),
    "scoring": ast.Cards(score=ast.Range(1)),
    "opponents": ast.Cards(whose="opponent"),
    "available": ast.Cards(available=True),
    "other": ast.Cards(other=True),
    "random": ast.Cards(random=True),
    "your_choice": ast.Cards(chooser="you"),
    "their_choice": ast.Cards(chooser="they"),
    "of_them": ast.Cards(place=THEM),
    "all_of_them": ast.Cards("all", place=THEM),
    "the_rest": THE_REST,
    "that_gains": ast.Cards(does="gain"),
    "settled_here": ast.Cards(place=ast.Place(("settled",))),
    "settled_anywhere": ast.Cards(place=ast.Place(("settled",), upon=ast.Cards("all"))),
    "suits": "suit",
    "to_this": ast.Cards(place=ast.Place(("in play",), this=True)),
    "shuffles": "shuffle",
    "called_so": ast.Cards(names=(ast.NAMED,)),
    "spends": "spend",
    "any_number": ast.Cards(ast.UpTo(None)),
    "any_coins": ast.UpTo(None),
    "that_many_coins": ast.Per(1, 1, ast.Cards(place=DONE)),
    "per_spent": ast.Per(1, 1, ast.Cards(place=DONE)),
    "that_many": ast.Cards(ast.Per(1, 1, ast.Cards(place=DONE))),
    "some_card": ast.Range(1),
    "empty": ast.Range(0, 0),
    "so_is": True,
    "so_too": "too",
    "not_so": False,
    "any_of_tied": ast.Cards(mark="tied"),
    "yours_of_tied": ast.Cards(chooser="you", mark="tied"),
    "first_of_tied": ast.Cards(ties=("first",)),
    "before_turn": ast.Cards(side="before"),
    "after_turn": ast.Cards(side="after"),
    "higher_end": ast.Cards(side="higher"),
    "bare_of_settled": ast.Cards(settled=ast.Range(0, 0)),
    "no_owner": ("your", ""),
    "the_owner": ("your", "the"),
    "an_owner": ("your", "article"),
    "some_owner": ("some", "article"),
    "any_players": ("some", "owner"),
    "your": ("your", "owner"),
    "its": ("its", "owner"),
    "their": ("their", "owner"),
    "target": ("target", "owner"),
    "opponent": ("opponent", "owner"),
    "same_stack": None,
    "that_stack": ast.Place((), owner_said="the"),
    "your_play": ast.Place(("in play",), owner_said="owner"),
    "targets_play": ast.Place(("in play",), "target", owner_said="owner"),
    "opponents_play": ast.Place(("in play",), "opponent", owner_said="owner"),
    "their_play": ast.Place(("in play",), "their", owner_said="owner"),
    "yours": ast.Place((), owner_said="owner"),
    "this_has_none": ast.Has(ast.Cards(place=ast.Place(("settled",))), ast.Range(0, 0)),
    "generic": ast.Cards(suit=ast.Suit("generic")),
    "nothing_else": ast.Status("nothing else"),
    "scoreless": ast.Cards(score=ast.Range(0, 0)),
    "stable": ast.Cards(stability=ast.Range(1)),
    "is_not_scoring": ast.Cards(score=ast.Range(0, 0), mark="excluding"),
    "is_no_starter": ast.Cards(starter=False, mark="excluding"),
    "does_not_score": ast.Cards(score=ast.Range(0, 0), mark="not scoring"),
    "together": ast.Cards(mark="together"),
    "cheaper": ast.Cards(beside=ast.Range(0, ast.EVEN - 1)),
    "dearest": ast.Cards(extreme=ast.Extreme("highest", "cost")),
    "cheapest": ast.Cards(extreme=ast.Extreme("lowest", "cost")),
    "most_scoring": ast.Cards(extreme=ast.Extreme("highest", "score")),
    "top_alone": ast.Cards(THE_TOP),
    "unstable": ast.Cards(stability=ast.Range(0, 0)),
    "more_than": "more",
    "fewer_than": "fewer",
    "coin_thing": None,
    "coin_thing_there": "coins",
    "first_player": ast.Status("first player"),
    "not_first_player": ast.Status("first player", so=False),
    "not_first_shop": ast.Status("shopped"),
    "first_shop": ast.Status("shopped", so=False),
    "your_suit": ast.Suit("your"),
    "that_suit": ast.Suit("that"),
    "it_there": ast.Cards(place=IT),
    "opponents_suit": ast.Suit("opponent"),
    "yourself": marks.Whom("you"),
    "each_other": marks.Whom("each opponent"),
    "an_opponent": "opponent",
    "that_player": marks.Whom("they"),
    "used_character": True,
    "pass_act": ast.PassAct(),
    "shop_from_it": ast.ShopAct(None, IT),
    "it_targeted": ast.FirstOf((ast.Cards(place=IT),)),
    "that_opponent": ast.FirstOf((ast.Cards(place=_EVERYWHERE),)),
    "retain_none": ast.Retain(ast.FirstOf(())),
    "another_act": ast.ExtraAct(),
    "name_card": ast.NameCard(),
    "gains": "gain",
    "when_reset": ast.When("reset", ast.Cards(1), ()),
    "when_round": ast.When("round", ast.Cards(1), ()),
    "when_turn": ast.When("the turn", ast.Cards(1), ()),
}
"""The meaning of each rule whose words do not matter."""


def _saying(meaning: object) -> Callable[..., object]:
    def build(*words: object) -> object:
        if marks.number_in(words, 1) != 1:
            raise Nonsense("only 1 is possible here")
        return meaning

    return build


FIXED: Final = {name: _saying(meaning) for name, meaning in _SAYING.items()}
"""Functions that build these rules; any number among the words must be one."""
