"""The meaning of every printed card text and AI-card line, written by hand from the print.

Each entry was derived from the printed words, the rulebooks and the rulings, not from the program's
output. Defaults from the rulebooks are filled in: whose Stack, the top card unless a "Target card"
is named, where Draw, Discard and Trash take their cards from. Names of Jacks and cards are those on
the cards, however a line spells them.

`LINES` lists with each line the rulings that its words need.
"""

from __future__ import annotations

from moonflight_solo.wording import ast

# ------------------------------------------------------------------------------- notation

HAND = ast.Place(("hand",))
IN_PLAY = ast.Place(("in play",))
HAND_OR_PLAY = ast.Place(("hand", "in play"))
DECK = ast.Place(("draw deck",))
DISCARDS = ast.Place(("discard stack",))
TRASHED = ast.Place(("trash stack",))
ON_DECK = ast.Place(("draw deck",), top=True)
ON_DISCARDS = ast.Place(("discard stack",), top=True)
ON_TRASHED = ast.Place(("trash stack",), top=True)

CLAY = ast.Suit("named", "Clay and Bones")
WORDS = ast.Suit("named", "Words and Names")

DEAREST = ast.Extreme("highest", "cost")
CHEAPEST = ast.Extreme("lowest", "cost")
MOST_SCORING = ast.Extreme("highest", "score")
SCORING = ast.Range(1)


def does(verb: ast.Verb, number: int | ast.Per, place: ast.Place) -> ast.Instruct:
    """Do ``verb`` to this many cards in a place, any of them or those on top."""
    return ast.Instruct(verb, ast.Cards(number, place=place))


def exactly(number: int) -> ast.Range:
    return ast.Range(number, number)


def bare(number: int) -> ast.Range:
    """A number printed alone; ruling A-exact defines its meaning."""
    return ast.Range(number, number, bare=True)


def if_hand(count: ast.Range, *effects: ast.Effect) -> ast.If:
    return ast.If(ast.Has(ast.Cards(place=HAND), count), effects)


def holding(count: ast.Range, total: int | None = None) -> ast.Has:
    """This many cards are in hand, with this total score."""
    return ast.Has(ast.Cards(place=HAND), count, None if total is None else exactly(total))


def in_hand(name: str) -> ast.Has:
    return ast.Has(ast.Cards(names=(name,), place=HAND), ast.Range(1))


def some(place: ast.Place, **such: object) -> ast.Has:
    """There is at least one such card in the place."""
    return ast.Has(ast.Cards(place=place, **such), ast.Range(1))  # type: ignore[arg-type]


def named(*names: str) -> ast.FirstOf:
    """The first of these cards that is possible."""
    return ast.FirstOf(tuple(ast.Cards(names=(name,)) for name in names))


def such(number: ast.Number = None, **what: object) -> ast.FirstOf:
    return ast.FirstOf((ast.Cards(number, **what),))  # type: ignore[arg-type]


def play(*names: str) -> ast.PlayAct:
    return ast.PlayAct(named(*names))


def fewest_of(suit: ast.Suit) -> ast.ShopAct:
    return ast.ShopAct(None, ast.Place(("market stack",), suit=suit, fewest=True))


def none_empty_of(suit: ast.Suit) -> ast.EmptyStacks:
    return ast.EmptyStacks(ast.Place(("market stack",), suit=suit), exactly(0))


DRAW_1 = does("draw", 1, ON_DECK)
PASS = ast.Line(ast.PassAct())

# ----------------------------------------------------------------- card texts, by card name

CARDS: dict[str, tuple[ast.Effect, ...]] = {
    # Clay and Bones
    "Jack o' Clay": (ast.When("discard", ast.Cards(1), (DRAW_1,)),),
    "Jack o' Bones": (ast.SpendAbility(0, 1, (does("trash", 1, ON_DECK),)),),
    "Bury": (does("discard", 1, ON_DECK),),
    "Dig": (does("trash", 2, ON_DECK),),
    "Shallow Grave": (does("discard", 2, ON_DECK),),
    "Buried Deep": (does("trash", 4, ON_DECK),),
    "The Long Goodbye": (does("discard", 4, ON_DECK),),
    "The Long Walk": (does("trash", 8, ON_DECK),),
    "Call The Living": (ast.Instruct("play", ast.Cards(1, targeted=True, place=DISCARDS)),),
    "Wake The Dead": (ast.Instruct("play", ast.Cards(1, targeted=True, place=TRASHED)),),
    "Rise Up": (does("draw", 1, ON_DISCARDS),),
    "Go Down": (
        ast.Instruct(
            "move",
            ast.Cards(1, place=ast.Place(("trash stack",), "target", top=True)),
            ast.Place(("discard stack",), "its", top=True),
        ),
    ),
    "Macabre Harvest": (ast.Gain(ast.Per(1, 2, ast.Cards(place=DISCARDS))),),
    "Danse Macabre": (does("draw", 1, ON_TRASHED),),
    "Grave Robber": (ast.SpendAbility(0, 1, (ast.Gain(1),)),),
    "Grave Digger": (ast.Instruct("move", ast.Cards(1, targeted=True, place=TRASHED), ON_TRASHED),),
    "Take It With You": (does("trash", 1, HAND),),
    "Take Us With You": (ast.SpendAbility(0, 2, (does("trash", 1, HAND_OR_PLAY),)),),
    # Words and Names
    "Jack o' Words": (ast.SpendAbility(1, 0, (DRAW_1,)),),
    "Jack o' Names": (ast.SpendAbility(1, 0, (does("discard", 1, HAND),)),),
    "Oeuvre": (ast.Limit("hand", 2),),
    "Magnum Opus": (ast.Limit("hand", 2),),
    "Lesson": (ast.Limit("hand", 1),),
    "Learnt": (does("discard", 1, HAND),),
    "Call": (if_hand(ast.Range(5), does("draw", 2, ON_DECK)),),
    "Hear": (if_hand(exactly(1), ast.Instruct("trash", ast.Cards("all", place=HAND))),),
    "Teach": (
        if_hand(
            ast.Range(10), does("purchase", 1, ast.Place(("market stack",), "target", top=True))
        ),
    ),
    "Understand": (if_hand(exactly(8), ast.Instruct("trash", ast.Cards("all", place=HAND))),),
    "Forget To Remember": (does("discard", 1, IN_PLAY),),
    "Remember To Forget": (does("discard", 2, HAND),),
    "Memory": (ast.Gain(ast.Per(1, 2, ast.Cards(place=HAND))),),
    "Lapse": (does("discard", ast.Per(1, 2, ast.Cards(place=HAND)), HAND),),
    "Talk": (if_hand(ast.Range(7), does("draw", 3, ON_DECK)),),
    "Listen": (if_hand(exactly(4), ast.Instruct("trash", ast.Cards("all", place=HAND))),),
    "Try To Forget": (DRAW_1,),
    "Try To Remember": (does("draw", 9, ON_DECK),),
    # Starter and generic cards; where both ends have one name they say the same
    "Coin": (ast.Gain(1),),
    "Waste": (),
    "Power": (),
    "Fealty": (does("draw", 2, ON_DECK),),
    "Coins": (ast.Gain(2),),
    "Riches": (ast.Gain(3),),
    "Wealth": (ast.Gain(5),),
}

# What the final edition prints otherwise.
FINAL: dict[str, tuple[ast.Effect, ...]] = {
    "Listen": (
        ast.If(
            ast.Has(ast.Cards(place=HAND), exactly(4)),
            (ast.Instruct("trash", ast.Cards("all", place=HAND)),),
            (ast.ThisCard("draw"),),
        ),
    ),
}

# ------------------------------------------------------------- AI cards, by side and number

Lines = dict[tuple[str, str], tuple[ast.Line, set[str]]]

CLAY_LINES: Lines = {
    ("pre", "1"): (
        ast.Line(play("Macabre Harvest"), ast.Has(ast.Cards(place=DECK), ast.Range(0, 3))),
        set(),
    ),
    ("pre", "2"): (ast.Line(play("Rise Up"), some(ON_DISCARDS, suit=CLAY)), set()),
    ("pre", "3"): (ast.Line(play("Grave Robber")), set()),
    ("pre", "4"): (
        ast.Line(ast.SpendAct(0, ast.Cards("any", ("Waste",)), user="Grave Robber")),
        {"A-one", "A-partial"},
    ),
    ("pre", "5"): (
        ast.Line(ast.PlayAct(such(extreme=DEAREST, place=HAND))),
        {"A-cost", "A-tie"},
    ),
    ("pre", "5.1"): (
        ast.Line(ast.PlayAct(such(extreme=DEAREST, place=DISCARDS)), ast.Played("Call The Living")),
        {"A-sub", "A-cost", "A-stack"},
    ),
    ("pre", "6"): (
        ast.Line(ast.ShopAct(such(suit=CLAY, score=SCORING))),
        {"A-score", "A-ties-buy"},
    ),
    ("pre", "7"): (
        ast.Line(fewest_of(CLAY), none_empty_of(CLAY)),
        {"A-fewest"},
    ),
    ("pre", "8"): (
        ast.Line(ast.ShopAct(such(extreme=DEAREST, available=True)), ast.Coins(ast.Range(6))),
        {"A-available", "A-first-shop", "A-cost", "A-tie"},
    ),
    ("pre", "9"): (
        ast.Line(ast.PlayAct(named("Take It With You"), named("Waste"))),
        {"A-target-self"},
    ),
    ("pre", "10"): (PASS, set()),
    ("post", "1"): (
        ast.Line(
            play("The Long Walk", "Buried Deep", "Dig"),
            ast.All(
                (
                    ast.Either(
                        (
                            in_hand("Wake The Dead"),
                            ast.All((in_hand("Grave Digger"), in_hand("Go Down"))),
                            ast.All((in_hand("Grave Digger"), in_hand("Danse Macabre"))),
                        )
                    ),
                    ast.Has(ast.Cards(score=SCORING, place=TRASHED), exactly(0)),
                )
            ),
        ),
        {"A-cb-post-1", "A-slash", "A-score"},
    ),
    ("post", "2"): (
        ast.Line(play("Danse Macabre", "Go Down"), some(ON_TRASHED, score=SCORING)),
        {"A-slash", "A-score", "A-same"},
    ),
    ("post", "3"): (
        ast.Line(
            ast.PlayAct(
                named("Wake The Dead", "Grave Digger"), such(extreme=MOST_SCORING, place=TRASHED)
            ),
            some(TRASHED, score=SCORING),
        ),
        {"A-slash", "A-score", "A-highest", "A-stack"},
    ),
    ("post", "4"): (
        ast.Line(
            ast.PlayAct(named("Go Down"), such(starter=True, whose="opponent")),
            some(ast.Place(("trash stack",), "opponent", top=True), starter=True),
        ),
        {"A-others"},
    ),
    ("post", "5"): (ast.Line(play("Take Us With You")), set()),
    ("post", "6"): (
        ast.Line(
            ast.SpendAct(
                0,
                ast.Cards(2, extreme=DEAREST),
                ast.Instruct(
                    "trash",
                    ast.Cards(1, extreme=CHEAPEST, score=exactly(0), place=HAND_OR_PLAY),
                ),
                "Take Us With You",
            ),
            some(HAND_OR_PLAY, score=exactly(0)),
        ),
        {"A-cb-post-6", "A-one", "A-cost", "A-tie", "A-score"},
    ),
    ("post", "7"): (
        ast.Line(
            ast.SpendAct(
                0,
                ast.Cards(extreme=CHEAPEST, but_not=("Wake The Dead",), place=HAND),
                does("trash", 1, ON_DECK),
                of_character=True,
            )
        ),
        {"A-one", "A-cost", "A-tie"},
    ),
    ("post", "8"): (PASS, set()),
    ("post reset", "3"): (ast.Line(ast.Retain(named("Wake The Dead"))), {"A-step"}),
}

WORDS_LINES: Lines = {
    ("pre", "1"): (ast.Line(play("Call"), holding(bare(6))), {"A-exact"}),
    ("pre", "2"): (ast.Line(play("Talk"), holding(bare(8))), {"A-exact"}),
    ("pre", "3"): (ast.Line(play("Teach"), holding(bare(11))), {"A-exact"}),
    ("pre", "4"): (
        ast.Line(
            ast.SpendAct(1, None, DRAW_1),
            ast.Either((in_hand("Call"), in_hand("Talk"), in_hand("Teach"))),
        ),
        {"A-one", "A-purpose"},
    ),
    ("pre", "5"): (
        ast.Line(ast.PlayAct(named("Forget To Remember"), named("Call", "Talk", "Teach"))),
        {"A-slash"},
    ),
    ("pre", "6"): (ast.Line(play("Memory")), set()),
    ("pre", "7"): (ast.Line(ast.PlayAct(such(stability=ast.Range(1)))), {"A-play"}),
    ("pre", "8"): (
        ast.Line(
            ast.BuildAct(
                ast.Cards("many", extreme=CHEAPEST, place=HAND),
                ast.Cards("many", extreme=DEAREST, place=IN_PLAY),
            )
        ),
        {"A-many", "A-cost", "A-tie"},
    ),
    ("pre", "9"): (
        ast.Line(ast.PlayAct(such(extreme=DEAREST, place=HAND))),
        {"A-cost", "A-tie"},
    ),
    ("pre", "10"): (
        ast.Line(ast.ShopAct(such(suit=WORDS, score=SCORING))),
        {"A-score", "A-ties-buy"},
    ),
    ("pre", "11"): (
        ast.Line(fewest_of(WORDS), none_empty_of(WORDS)),
        {"A-fewest"},
    ),
    ("pre", "12"): (
        ast.Line(ast.ShopAct(such(extreme=DEAREST, available=True)), ast.Coins(ast.Range(6))),
        {"A-available", "A-first-shop", "A-cost", "A-tie"},
    ),
    ("pre", "13"): (PASS, set()),
    ("post", "1"): (ast.Line(play("Magnum Opus")), set()),
    ("post", "2"): (ast.Line(play("Understand"), holding(bare(9), 2)), {"A-exact", "A-score"}),
    ("post", "3"): (ast.Line(play("Listen"), holding(bare(5), 1)), {"A-exact", "A-score"}),
    ("post", "4"): (ast.Line(play("Hear"), holding(bare(2), 0)), {"A-exact", "A-score"}),
    ("post", "5"): (ast.Line(play("Try To Remember")), set()),
    ("post", "6"): (
        ast.Line(
            ast.BuildAct(ast.Cards("some", extreme=MOST_SCORING), ast.Cards(names=("Magnum Opus",)))
        ),
        {"A-set-many", "A-highest", "A-tie"},
    ),
    ("post", "7"): (
        ast.Line(
            ast.PlayAct(
                named("Remember To Forget", "Lapse"),
                ast.Cases(
                    (
                        (holding(ast.Range(11)), such("some", score=exactly(1))),
                        (holding(ast.Range(4, 10)), such(extreme=MOST_SCORING)),
                    )
                ),
            ),
            holding(ast.Range(4)),
        ),
        {"A-wn-post-7", "A-slash", "A-each", "A-target-self", "A-score", "A-highest", "A-tie"},
    ),
    ("post", "8"): (
        ast.Line(ast.PlayAct(such(extreme=DEAREST, place=HAND))),
        {"A-cost", "A-tie"},
    ),
    ("post", "9"): (PASS, set()),
    ("post reset", "3"): (ast.Line(ast.Retain(named("Understand"))), {"A-step"}),
}

LINES: dict[str, Lines] = {"Clay and Bones": CLAY_LINES, "Words and Names": WORDS_LINES}
