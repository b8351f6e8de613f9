"""What the words of lines leave open, and what fills it: a line of each kind."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from helpers import CLAY
from on_tables import RULE, made

from moonflight_solo.ai_cards.card import read_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.underspecified import listing
from moonflight_solo.ai_cards.underspecified.listing import slots_of
from moonflight_solo.ai_cards.underspecified.slot import LineContext, Slot
from moonflight_solo.check.finding import codes
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import parse_document, read_document
from moonflight_solo.rules.catalogue import Catalogue, catalogue
from moonflight_solo.rules.rulings import printed_rulings

LINES = """
If two or more Market Stacks are topped by scoring cards shop to Purchase the cheapest of them.
    if; whose A-stacks!; first Shop of a round A-first-shop; buy; score =A-score; cost A-cost!;
    if several are equal A-tie!; from =; of which A-afford!
Play the highest cost card in hand, “Waste” last.
    play; whose =; cost A-cost!; if several are equal A-tie!; play; cost A-cost;
    if several are equal
    A-tie; of the list =A-slash; its own choices A-silent!
Play the highest cost card, giving up the lowest cost, and taking the highest scoring, if possible.
    play; cost A-cost!; if several are equal A-tie!; from =; giving up; taking
Play the highest scoring card in hand, if tied the cheapest.
    play; whose =; score =A-score; if none of them scores A-highest!; if several are equal; its own
    choices A-silent!
Play the highest Stability card in hand.
    play; whose =; if none of them has Stability A-highest!; if several are equal A-tie!; its own
    choices A-silent!
Play a card scoring 0.
    play; score A-score!; from =; if several fit A-play!
Play a card scoring exactly 3.
    play; score A-score!; from =; if several fit A-play; its own choices A-silent!
Play a card costing exactly 0.
    play; cost A-cost; from =; if several fit A-play
Play a card costing exactly 1.
    play; cost A-cost!; from =; if several fit A-play!
Play a card costing exactly 3.
    play; cost A-cost!; from =; if several fit A-play!; its own choices A-silent!
Play a card costing exactly 6.
    play; cost A-cost!; from =; if several fit A-play; its own choices A-silent!
Play a card of Words and Names suit costing exactly 5.
    play; cost A-cost!; from =; if several fit A-play!; its own choices A-silent!
Play “Call The Living” targeting a card in Discard Stack.
    play; from =; aimed at; whose =; its own choices A-silent!; if there is no such target A-follow!
If a scoring card in Discard Stack play “Call The Living” targeting the highest scoring card.
    if; whose =; score =A-score; play; from =; aimed at; score =A-score; if none of them scores
    A-highest; if several are equal A-tie!; if there is no such target
If “Waste” in hand play “Take It With You” targeting “Waste”.
    if; whose =; play; from =; aimed at; picked from A-target-self; if there is no such target
If “Take It With You” in hand play “Take It With You” targeting “Take It With You”.
    if; whose =; counted A-counted; play; from =; aimed at; picked from A-target-self!; if there is
    no such target A-follow!
Play “Bury”/“Rise Up”.
    play; play; of the list =A-slash; from =
Play “Teach”.
    play; from =; its own choices A-silent!
Play “Teach” targeting “Waste”.
    play; from =; aimed at; if there is no such target A-follow!
Play “Teach” targeting the highest scoring card.
    play; from =; aimed at; score =A-score; if none of them scores A-highest!; if several are equal
    A-tie!; if there is no such target A-follow!
Play “Teach” targeting a card costing exactly 7.
    play; from =; aimed at; cost A-cost; if there is no such target A-follow!
Play “Teach” targeting a card of Clay and Bones suit costing exactly 1.
    play; from =; aimed at; cost A-cost!; its own choices A-silent!; if there is no such target
    A-follow!
Play “Take It With You” on “Waste”.
    play; from =; aimed at; picked from A-target-self; if there is no such target A-follow!
Play “Call The Living” targeting the top card of Discard Stack.
    play; from =; aimed at; whose =; if there is no such target A-follow!
If “Waste” in Discard Stack play “Call The Living” targeting it.
    if; whose =; play; from =; aimed at; if there is no such target
If “Waste” in Discard Stack play “Call The Living”.
    if; whose =; play; from =; aimed at A-same!
If “Waste” in hand play “Waste”.
    if; whose =; counted A-counted; play; from =
If “Waste” in hand play “Bury”.
    if; whose =; play; from =
If 2+ “Waste” in hand play “Waste”.
    if; whose =; counted A-counted!; play; from =
If “Call” and “Talk” in hand play “Talk”.
    if; whose =; if; counted A-counted; play; from =
If 6 cards in hand play “Call”.
    if; how many A-exact!; whose =; counted A-counted!; play; from =
If exactly 6 cards in hand, counting the card played, play “Call”, if possible.
    if; whose =; counted; play; from =
If 2+ cards in hand and 1 coin token play “Bury”.
    if; whose =; counted A-counted!; if; how many A-exact!; play; from =
If holding 8+ cards pass.
    if; whose; act
If 2+ Market Stacks are empty pass.
    if; whose A-stacks!; act
Spend 1 coin token to Draw 1.
    pay; how often =A-one; using A-purpose; to; from =; if that cannot happen A-follow!
Spend 1 coin token to Draw 1, if possible.
    pay; how often =A-one; using A-purpose; to; from =; if that cannot happen
Spend 1 coin token to Draw 1 per 2 cards in hand.
    pay; how often =A-one; using A-purpose; to; from =; rounded G-round!; if that cannot happen
    A-follow!
Spend 1 starter card in hand to Draw 1.
    pay; whose =; if several fit A-silent!; how often =A-one; using A-purpose; to; from =;
    if that cannot happen A-follow!
Spend any “Waste” cards using “Grave Robber”.
    pay; from G-spend!; how many A-partial!; how often =A-one; using
Shop to Purchase “Bury”.
    buy; from =; if several fit A-ties-buy
Shop to Purchase “Memory”.
    first Shop of a round A-first-shop; buy; from =; if several fit A-ties-buy
Shop to Purchase highest cost card available.
    first Shop of a round A-first-shop; buy; cost A-cost!; if several are equal A-tie!; from =;
    of which
    =A-available
Shop to Purchase the highest cost card.
    first Shop of a round A-first-shop; buy; cost A-cost!; if several are equal A-tie!; from =;
    of which
    A-afford!
Shop to Purchase from the Market Stack with the fewest cards, if tied the first.
    first Shop of a round A-first-shop; from; whose A-stacks!; if several are equal; if its top card
    cannot be bought A-afford!
Spend the lowest scoring card in hand using “Grave Robber”.
    pay; whose =; score =A-score; if one scores 0 A-lowest!; if several are equal A-tie!; how often
    =A-one; using
If all cards in hand are scoring cards pass.
    if; if there is none G-all!; act
If only “Bury” in hand pass.
    if; whose =; if; act
If total cost of cards in hand is 10+ pass.
    if; cost A-cost!; whose =; act
If total score of cards in hand is 3+ pass.
    if; score A-score!; whose =; act
Shop to Purchase any card scoring after the Turn.
    first Shop of a round A-first-shop; buy; which end; from =; if several fit A-ties-buy!
Shop to Purchase from a Market Stack of your suit.
    from; if several are equal A-fewest!
Shop to Purchase from a Market Stack of an opponent's suit with one card.
    first Shop of a round A-first-shop; from; if several are equal A-fewest!
Shop to Purchase from the smallest Market Stack.
    first Shop of a round A-first-shop; from; whose A-stacks!; if several are equal A-fewest!
Build to Set “Waste” to “Lesson”.
    Set; onto; from =; how many
Build to Set 1 card to each card in play.
    Set; onto; whose =; from =; if several fit A-silent!; how many A-set-many; if there are
    fewer A-follow!
Build to Set as many starter cards as possible to “Oeuvre”.
    Set; onto; from =; if several fit A-silent!; how far A-many!
Retain “Bury”.
    retain; step A-step!
Retain “Bury” or “Rise Up”.
    retain; retain; of the list =A-slash; step A-step!; how many A-retain!
Retain a card costing exactly 0.
    retain; cost A-cost; if several fit A-silent; step A-step!
Retain a card costing exactly 2.
    retain; cost A-cost!; if several fit A-silent!; step A-step!; how many A-retain!
Retain the highest scoring card.
    retain; score =A-score; if none of them scores A-highest!; if several are equal A-tie!; step
    A-step!; how many A-retain!
Move “Bury” to Discard Stack.
    move; step A-step!; to; whose =
Move “Bury” to a Market Stack.
    move; step A-step!; to; which Stack A-places!
"""
"""Lines for Clay and Bones, and below each what it says and leaves open: "=" where the rulebooks
fill it, the ruling where one does, and "!" where the check reports it.
"""
EACH = [each.partition("\n") for each in re.split(r"\n(?! )", LINES.strip())]


@pytest.mark.parametrize(("line", "left_open"), [(line, open_) for line, _, open_ in EACH])
def test_what_a_line_leaves_open(line: str, left_open: str) -> None:
    assert "; ".join(map(in_short, slots_of(context_of(line)))) == " ".join(left_open.split())


def test_each_slot_is_shown_where_it_is_said() -> None:
    context = context_of("If 6 cards in hand play the highest cost card.")
    where = {slot.about: context.words(slot.span) for slot in slots_of(context)}
    assert where == {
        **dict.fromkeys(("if", "how many", "counted"), "6 cards in hand"),
        "whose": "hand",
        **dict.fromkeys(("play", "from", "its own choices"), "the highest cost card"),
        **dict.fromkeys(("cost", "if several are equal"), "highest cost"),
    }


@pytest.mark.parametrize(
    ("line", "about", "where"),
    [
        ("If holding 8+ cards pass.", "whose", "cards"),
        ("If 6 cards in hand shop to Purchase any scoring card.", "buy", "any scoring card"),
        (
            "If 6 cards in hand shop to Purchase any scoring card.",
            "if several fit",
            "any scoring card",
        ),
        ("Shop to Purchase “Memory”.", "first Shop of a round", "Shop to Purchase “Memory”."),
    ],
)
def test_what_has_no_words_of_its_own_is_shown_at_those_about_it(
    line: str, about: str, where: str
) -> None:
    context = context_of(line)
    assert [context.words(s.span) for s in slots_of(context) if s.about == about] == [where]


BEST = "taking what scores, then costs, most"
OWN_OR_NEXT = "your own Stack if it has a card, else the next player's"


@pytest.mark.parametrize(
    ("line", "about", "told"),
    [
        ("Spend 1 coin token to Draw 1.", "pay", "1 coin token"),
        ("Spend 2 coin tokens to Draw 1.", "pay", "2 coin tokens"),
        ("Retain “Bury”.", "step", "the one in which it is done, which the rulebook numbers 2"),
        (
            "If 2+ Market Stacks are empty pass.",
            "whose",
            "any one on the table, the generic ones too",
        ),
        ("If 2+ cards in play pass.", "whose", "your cards in play"),
        (
            "If “Waste” in Trash Stack and “Waste” in Discard Stack play “Call The Living” "
            "targeting “Waste” in Discard Stack.",
            "if there is no such target",
            "the condition asks for one",
        ),
        (
            "If a scoring card on top of a Market Stack pass.",
            "whose",
            "any one on the table, the generic ones too",
        ),
        ("Play “Call The Living” targeting a card in Discard Stack.", "its own choices", BEST),
        ("Play “Go Down”.", "whose Stack", OWN_OR_NEXT),
        ("Play “Go Down”/“Dig”.", "whose Stack", f"Go Down: {OWN_OR_NEXT}"),
        ("Play “Grave Digger”.", "its own choices", BEST),
    ],
)
def test_what_is_told_of_what_is_left_open(line: str, about: str, told: str) -> None:
    turned = "Go Down" in line or "Digger" in line
    (says,) = [slot.says for slot in slots_of(context_of(line, turned)) if slot.about == about]
    assert says == told


@pytest.mark.parametrize(
    ("line", "end"),
    [
        ("Retain a card costing exactly 2.", "highest"),
        ("Move a card costing 2 to a Market Stack.", "lowest"),
    ],
)
def test_what_is_kept_is_advised_to_be_the_best_and_what_is_given_the_worst(
    line: str, end: str
) -> None:
    (remedy,) = [s.remedy for s in slots_of(context_of(line)) if s.about == "if several fit"]
    assert remedy == f'say which, such as "the {end} scoring card"'


def test_only_of_a_card_that_is_named_it_is_a_finding_whose_stack_it_means() -> None:
    for line, noted in [("Play “Go Down”.", ["source-unsaid"]), ("Play a card costing 1.", [""])]:
        slots = slots_of(context_of(line, turned=True))
        assert [slot.code for slot in slots if slot.about == "whose Stack"] == noted


def test_each_card_of_a_list_is_shown_by_itself() -> None:
    context = context_of("Play “Bury”/“Rise Up”.")
    found = [context.words(slot.span) for slot in slots_of(context) if slot.about == "play"]
    assert found == ["“Bury”", "“Rise Up”"]


@pytest.mark.parametrize(
    ("text", "target", "left_open"),
    [
        ("Trash 1 Target card in hand or play", " targeting “Bury”", "where A-tie!"),
        ("Trash 1 Target card in hand or play", " targeting “Bury” in hand", "whose ="),
        ("Turn 1 card in hand", "", "what it Turns A-turn!"),
        ("Trash 1 card in an opponent's Discard Stack", "", ""),
        ("Trash 1 card in hand", "", "its own choices A-silent!"),
        ("Deal 1", "", "to A-places!"),
        ("Draw 1", "", ""),
        ("Move 1 in hand to Target Market Stack", "", "its own choices A-silent!; to A-places!"),
    ],
)
def test_what_a_card_leaves_open_to_the_line_that_plays_it(
    text: str, target: str, left_open: str, tmp_path: Path
) -> None:
    known = catalogue("prototype", (made(tmp_path, text),))
    slots = slots_of(context_of(f"Play “Law”{target}.", jack=RULE, known=known))
    told = ("play", "from", "aimed at", "picked from", "if there is no such target")
    assert "; ".join(in_short(each) for each in slots if each.about not in told) == left_open


def context_of(
    line: str, turned: bool = False, jack: str = CLAY, known: Catalogue | None = None
) -> LineContext:
    known = known or catalogue()
    side = "POST" if turned else "PRE"
    reset = line.startswith(("Retain", "Move"))
    above = "1 – Pass.\n  RESET\n" if reset else ""
    card = f"jack: {jack}\ncard: |\n  {side} TURN\n  ACTION\n  {above}  1 – {line}\n"
    read = read_ai_card(parse_document(card, "own.yaml"), known)
    return LineContext(read.lines[-1], (), Basis(known), read.jack)


def in_short(slot: Slot) -> str:
    by = {"print": "", "default": " =", "ruling": " "}[slot.by]
    return f"{slot.about}{by}{slot.ruling}{'!' * bool(slot.code)}"


def test_what_rulings_fill_in_is_told_of_a_ruling_and_a_finding_there_is() -> None:
    folder = Path(listing.__file__).parent
    asked = "".join(path.read_text("utf-8") for path in folder.glob("*.py"))
    told = read_document(data_folder("guide") / "slots.yaml").fields
    for name, slot in told.items():
        assert name.partition(" ")[0] in printed_rulings().by_id
        assert slot.get("code", "not-read") in codes()
        assert f'"{name}"' in asked, f"nothing asks for {name}"
