"""What every printed card text and AI-card line means, written down by hand from the print.

Each entry was written from the printed words, the rulebooks and the rulings, not from what the
program says of them. What the rulebooks fill in is filled in: whose Stack, the top card unless a
"Target card" is asked for, where Draw, Discard and Trash take their cards from. Jacks' and cards'
names are given as the cards themselves have them, however a line spells them.

`LINES` has beside each line the rulings that its words call for.
"""

from __future__ import annotations

from moonflight_solo.wording import meaning as m

# ------------------------------------------------------------------------------- notation

HAND = m.Place(("hand",))
IN_PLAY = m.Place(("in play",))
HAND_OR_PLAY = m.Place(("hand", "in play"))
DECK = m.Place(("draw deck",))
DISCARDS = m.Place(("discard stack",))
TRASHED = m.Place(("trash stack",))
ON_DECK = m.Place(("draw deck",), top=True)
ON_DISCARDS = m.Place(("discard stack",), top=True)
ON_TRASHED = m.Place(("trash stack",), top=True)

CLAY = m.Suit("named", "Clay and Bones")
WORDS = m.Suit("named", "Words and Names")

DEAREST = m.Extreme("highest", "cost")
CHEAPEST = m.Extreme("lowest", "cost")
MOST_SCORING = m.Extreme("highest", "score")
SCORING = m.Range(1)


def does(verb: m.Verb, number: int | m.Per, place: m.Place) -> m.Instruct:
    """Do that to so many cards that lie there, any of them or those on top."""
    return m.Instruct(verb, m.Cards(number, place=place))


def exactly(number: int) -> m.Range:
    return m.Range(number, number)


def bare(number: int) -> m.Range:
    """A number printed alone: ruling A-exact says what it means."""
    return m.Range(number, number, bare=True)


def if_hand(count: m.Range, *effects: m.Effect) -> m.If:
    return m.If(m.Has(m.Cards(place=HAND), count), effects)


def holding(count: m.Range, total: int | None = None) -> m.Has:
    """So many cards are in hand, worth so much together."""
    return m.Has(m.Cards(place=HAND), count, None if total is None else exactly(total))


def in_hand(name: str) -> m.Has:
    return m.Has(m.Cards(names=(name,), place=HAND), m.Range(1))


def some(place: m.Place, **such: object) -> m.Has:
    """There is at least one such card there."""
    return m.Has(m.Cards(place=place, **such), m.Range(1))  # type: ignore[arg-type]


def named(*names: str) -> m.FirstOf:
    """The first of these cards that is possible."""
    return m.FirstOf(tuple(m.Cards(names=(name,)) for name in names))


def such(number: m.Number = None, **what: object) -> m.FirstOf:
    return m.FirstOf((m.Cards(number, **what),))  # type: ignore[arg-type]


def play(*names: str) -> m.PlayAct:
    return m.PlayAct(named(*names))


def fewest_of(suit: m.Suit) -> m.ShopAct:
    return m.ShopAct(None, m.Place(("market stack",), suit=suit, fewest=True))


def none_empty_of(suit: m.Suit) -> m.EmptyStacks:
    return m.EmptyStacks(m.Place(("market stack",), suit=suit), exactly(0))


DRAW_1 = does("draw", 1, ON_DECK)
PASS = m.Line(m.PassAct())

# ----------------------------------------------------------------- card texts, by card name

CARDS: dict[str, tuple[m.Effect, ...]] = {
    # Clay and Bones
    "Jack o' Clay": (m.When("discard", m.Cards(1), (DRAW_1,)),),
    "Jack o' Bones": (m.Spend(0, 1, (does("trash", 1, ON_DECK),)),),
    "Bury": (does("discard", 1, ON_DECK),),
    "Dig": (does("trash", 2, ON_DECK),),
    "Shallow Grave": (does("discard", 2, ON_DECK),),
    "Buried Deep": (does("trash", 4, ON_DECK),),
    "The Long Goodbye": (does("discard", 4, ON_DECK),),
    "The Long Walk": (does("trash", 8, ON_DECK),),
    "Call The Living": (m.Instruct("play", m.Cards(1, targeted=True, place=DISCARDS)),),
    "Wake The Dead": (m.Instruct("play", m.Cards(1, targeted=True, place=TRASHED)),),
    "Rise Up": (does("draw", 1, ON_DISCARDS),),
    "Go Down": (
        m.Instruct(
            "move",
            m.Cards(1, place=m.Place(("trash stack",), "target", top=True)),
            m.Place(("discard stack",), "its", top=True),
        ),
    ),
    "Macabre Harvest": (m.Gain(m.Per(1, 2, DISCARDS)),),
    "Danse Macabre": (does("draw", 1, ON_TRASHED),),
    "Grave Robber": (m.Spend(0, 1, (m.Gain(1),)),),
    "Grave Digger": (m.Instruct("move", m.Cards(1, targeted=True, place=TRASHED), ON_TRASHED),),
    "Take It With You": (does("trash", 1, HAND),),
    "Take Us With You": (m.Spend(0, 2, (does("trash", 1, HAND_OR_PLAY),)),),
    # Words and Names
    "Jack o' Words": (m.Spend(1, 0, (DRAW_1,)),),
    "Jack o' Names": (m.Spend(1, 0, (does("discard", 1, HAND),)),),
    "Oeuvre": (m.Limit("hand", 2),),
    "Magnum Opus": (m.Limit("hand", 2),),
    "Lesson": (m.Limit("hand", 1),),
    "Learnt": (does("discard", 1, HAND),),
    "Call": (if_hand(m.Range(5), does("draw", 2, ON_DECK)),),
    "Hear": (if_hand(exactly(1), m.Instruct("trash", m.Cards("all", place=HAND))),),
    "Teach": (
        if_hand(m.Range(10), does("purchase", 1, m.Place(("market stack",), "target", top=True))),
    ),
    "Understand": (if_hand(exactly(8), m.Instruct("trash", m.Cards("all", place=HAND))),),
    "Forget To Remember": (does("discard", 1, IN_PLAY),),
    "Remember To Forget": (does("discard", 2, HAND),),
    "Memory": (m.Gain(m.Per(1, 2, HAND)),),
    "Lapse": (does("discard", m.Per(1, 2, HAND), HAND),),
    "Talk": (if_hand(m.Range(7), does("draw", 3, ON_DECK)),),
    "Listen": (if_hand(exactly(4), m.Instruct("trash", m.Cards("all", place=HAND))),),
    "Try To Forget": (DRAW_1,),
    "Try To Remember": (does("draw", 9, ON_DECK),),
    # Starter and generic cards; where both ends have one name they say the same
    "Coin": (m.Gain(1),),
    "Waste": (),
    "Power": (),
    "Fealty": (does("draw", 2, ON_DECK),),
    "Coins": (m.Gain(2),),
    "Riches": (m.Gain(3),),
    "Wealth": (m.Gain(5),),
}

# What the final edition prints otherwise.
FINAL: dict[str, tuple[m.Effect, ...]] = {
    "Listen": (
        m.If(
            m.Has(m.Cards(place=HAND), exactly(4)),
            (m.Instruct("trash", m.Cards("all", place=HAND)),),
            (m.ThisCard("draw"),),
        ),
    ),
}

# ------------------------------------------------------------- AI cards, by side and number

Lines = dict[tuple[str, str], tuple[m.Line, set[str]]]

CLAY_LINES: Lines = {
    ("pre", "1"): (
        m.Line(play("Macabre Harvest"), m.Has(m.Cards(place=DECK), m.Range(0, 3))),
        set(),
    ),
    ("pre", "2"): (m.Line(play("Rise Up"), some(ON_DISCARDS, suit=CLAY)), set()),
    ("pre", "3"): (m.Line(play("Grave Robber")), set()),
    ("pre", "4"): (
        m.Line(m.SpendAct(0, m.Cards("any", ("Waste",)), user="Grave Robber")),
        {"A-one", "A-partial"},
    ),
    ("pre", "5"): (
        m.Line(m.PlayAct(such(extreme=DEAREST, place=HAND))),
        {"A-cost", "A-tie"},
    ),
    ("pre", "5.1"): (
        m.Line(m.PlayAct(such(extreme=DEAREST, place=DISCARDS)), m.Played("Call The Living")),
        {"A-sub", "A-cost", "A-stack"},
    ),
    ("pre", "6"): (
        m.Line(m.ShopAct(such(suit=CLAY, score=SCORING))),
        {"A-score", "A-first-shop", "A-ties-buy"},
    ),
    ("pre", "7"): (
        m.Line(fewest_of(CLAY), none_empty_of(CLAY)),
        {"A-first-shop", "A-fewest"},
    ),
    ("pre", "8"): (
        m.Line(m.ShopAct(such(extreme=DEAREST, available=True)), m.Coins(m.Range(6))),
        {"A-available", "A-first-shop", "A-cost", "A-tie"},
    ),
    ("pre", "9"): (
        m.Line(m.PlayAct(named("Take It With You"), named("Waste"))),
        {"A-target-self"},
    ),
    ("pre", "10"): (PASS, set()),
    ("post", "1"): (
        m.Line(
            play("The Long Walk", "Buried Deep", "Dig"),
            m.All(
                (
                    m.Either(
                        (
                            in_hand("Wake The Dead"),
                            m.All((in_hand("Grave Digger"), in_hand("Go Down"))),
                            m.All((in_hand("Grave Digger"), in_hand("Danse Macabre"))),
                        )
                    ),
                    m.Has(m.Cards(score=SCORING, place=TRASHED), exactly(0)),
                )
            ),
        ),
        {"A-cb-post-1", "A-slash", "A-score"},
    ),
    ("post", "2"): (
        m.Line(play("Danse Macabre", "Go Down"), some(ON_TRASHED, score=SCORING)),
        {"A-slash", "A-score", "A-same"},
    ),
    ("post", "3"): (
        m.Line(
            m.PlayAct(
                named("Wake The Dead", "Grave Digger"), such(extreme=MOST_SCORING, place=TRASHED)
            ),
            some(TRASHED, score=SCORING),
        ),
        {"A-slash", "A-score", "A-highest", "A-stack"},
    ),
    ("post", "4"): (
        m.Line(
            m.PlayAct(named("Go Down"), such(starter=True, whose="opponent")),
            some(m.Place(("trash stack",), "opponent", top=True), starter=True),
        ),
        {"A-others"},
    ),
    ("post", "5"): (m.Line(play("Take Us With You")), set()),
    ("post", "6"): (
        m.Line(
            m.SpendAct(
                0,
                m.Cards(2, extreme=DEAREST),
                m.Instruct(
                    "trash",
                    m.Cards(1, extreme=CHEAPEST, score=exactly(0), place=HAND_OR_PLAY),
                ),
                "Take Us With You",
            ),
            some(HAND_OR_PLAY, score=exactly(0)),
        ),
        {"A-cb-post-6", "A-one", "A-cost", "A-tie", "A-score"},
    ),
    ("post", "7"): (
        m.Line(
            m.SpendAct(
                0,
                m.Cards(extreme=CHEAPEST, but_not=("Wake The Dead",), place=HAND),
                does("trash", 1, ON_DECK),
                of_character=True,
            )
        ),
        {"A-one", "A-cost", "A-tie"},
    ),
    ("post", "8"): (PASS, set()),
    ("post reset", "3"): (m.Line(m.Retain(named("Wake The Dead"))), {"A-step"}),
}

WORDS_LINES: Lines = {
    ("pre", "1"): (m.Line(play("Call"), holding(bare(6))), {"A-exact"}),
    ("pre", "2"): (m.Line(play("Talk"), holding(bare(8))), {"A-exact"}),
    ("pre", "3"): (m.Line(play("Teach"), holding(bare(11))), {"A-exact"}),
    ("pre", "4"): (
        m.Line(
            m.SpendAct(1, None, DRAW_1),
            m.Either((in_hand("Call"), in_hand("Talk"), in_hand("Teach"))),
        ),
        {"A-one", "A-purpose"},
    ),
    ("pre", "5"): (
        m.Line(m.PlayAct(named("Forget To Remember"), named("Call", "Talk", "Teach"))),
        {"A-slash"},
    ),
    ("pre", "6"): (m.Line(play("Memory")), set()),
    ("pre", "7"): (m.Line(m.PlayAct(such(stability=m.Range(1)))), {"A-play"}),
    ("pre", "8"): (
        m.Line(
            m.BuildAct(
                m.Cards("many", extreme=CHEAPEST, place=HAND),
                m.Cards("many", extreme=DEAREST, place=IN_PLAY),
            )
        ),
        {"A-many", "A-cost", "A-tie"},
    ),
    ("pre", "9"): (
        m.Line(m.PlayAct(such(extreme=DEAREST, place=HAND))),
        {"A-cost", "A-tie"},
    ),
    ("pre", "10"): (
        m.Line(m.ShopAct(such(suit=WORDS, score=SCORING))),
        {"A-score", "A-first-shop", "A-ties-buy"},
    ),
    ("pre", "11"): (
        m.Line(fewest_of(WORDS), none_empty_of(WORDS)),
        {"A-first-shop", "A-fewest"},
    ),
    ("pre", "12"): (
        m.Line(m.ShopAct(such(extreme=DEAREST, available=True)), m.Coins(m.Range(6))),
        {"A-available", "A-first-shop", "A-cost", "A-tie"},
    ),
    ("pre", "13"): (PASS, set()),
    ("post", "1"): (m.Line(play("Magnum Opus")), set()),
    ("post", "2"): (m.Line(play("Understand"), holding(bare(9), 2)), {"A-exact", "A-score"}),
    ("post", "3"): (m.Line(play("Listen"), holding(bare(5), 1)), {"A-exact", "A-score"}),
    ("post", "4"): (m.Line(play("Hear"), holding(bare(2), 0)), {"A-exact", "A-score"}),
    ("post", "5"): (m.Line(play("Try To Remember")), set()),
    ("post", "6"): (
        m.Line(m.BuildAct(m.Cards("some", extreme=MOST_SCORING), m.Cards(names=("Magnum Opus",)))),
        {"A-set-many", "A-highest", "A-tie"},
    ),
    ("post", "7"): (
        m.Line(
            m.PlayAct(
                named("Remember To Forget", "Lapse"),
                m.Cases(
                    (
                        (holding(m.Range(11)), such("some", score=exactly(1))),
                        (holding(m.Range(4, 10)), such(extreme=MOST_SCORING)),
                    )
                ),
            ),
            holding(m.Range(4)),
        ),
        {"A-wn-post-7", "A-slash", "A-each", "A-target-self", "A-score", "A-highest", "A-tie"},
    ),
    ("post", "8"): (
        m.Line(m.PlayAct(such(extreme=DEAREST, place=HAND))),
        {"A-cost", "A-tie"},
    ),
    ("post", "9"): (PASS, set()),
    ("post reset", "3"): (m.Line(m.Retain(named("Understand"))), {"A-step"}),
}

LINES: dict[str, Lines] = {"Clay and Bones": CLAY_LINES, "Words and Names": WORDS_LINES}
