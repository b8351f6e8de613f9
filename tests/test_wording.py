"""The printed words: each text has one correct reading, and every word matters."""

from __future__ import annotations

import re
from collections.abc import Hashable
from functools import cache

import pytest
from helpers import EDITIONS, at_least, saying, yaml_in
from mistakes import FILLERS, marked

from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import MoonflightError
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.requirements.selectors import CannotDo
from moonflight_solo.wording import ast
from moonflight_solo.wording.ast import Start
from moonflight_solo.wording.canonical import canonical
from moonflight_solo.wording.disambiguation import Ambiguous, WordRuling, disambiguate
from moonflight_solo.wording.english import english
from moonflight_solo.wording.parsing import parsed_readings, understood
from moonflight_solo.wording.remedies import slip
from moonflight_solo.wording.text import Text, WordingError, text_at

NINE_WAYS = (
    "If hand contains “Wake The Dead” OR “Grave Digger” and “Go Down” OR “Grave Digger” and "
    "“Danse Macabre” and no scoring cards are in the Trash Stack, play “The Long Walk”/”Buried "
    "Deep”/”Dig”."
)


def card_texts() -> list[str]:
    """Return every card text of the card files and editions, without duplicates."""
    found: dict[str, None] = {}
    for path in data_files("cards"):
        data = yaml_in(path)
        ends = [card[end] for card in data["cards"] for end in ("before", "after")]
        ends += data.get("character", {}).values()
        found.update(dict.fromkeys(end["text"] for end in ends if end.get("text")))
    for name in EDITIONS:
        found.update(dict.fromkeys(edition_named(name).texts.values()))
    return list(found)


def ai_lines() -> dict[str, list[str]]:
    """Return the lines of every AI card of this collection, without their numbers."""
    found: dict[str, list[str]] = {}
    for path in data_files("ai"):
        card = yaml_in(path)["card"]
        numbered = [re.fullmatch(r"\d+(\.\d+)? – (.+)", line) for line in card.splitlines()]
        assert all(
            match or line in ("PRE TURN", "POST TURN", "ACTION", "RESET", "")
            for match, line in zip(numbered, card.splitlines(), strict=True)
        )
        found[path.stem] = [match[2] for match in numbered if match]
    return found


def start_of(words: str) -> Start:
    if words.startswith("Retain"):
        return "reset_line"
    return "line" if words in ALL_LINES else "effect"


ALL_LINES = [line for lines in ai_lines().values() for line in lines]
ALL_WORDS = list(dict.fromkeys([*card_texts(), *ALL_LINES]))


@cache
def senses(words: str, start: Start) -> frozenset[Hashable] | None:
    """Return the canonical meanings of all readings; `None` if the words cannot be parsed."""
    if not words.strip():
        return frozenset({canonical(ast.CardText())})
    text = Text(words)
    read = () if slip(text, start) else understood(text, start)
    return frozenset(map(canonical, read)) or None


# ---------------------------------------------------------------------------- what is read


@pytest.mark.parametrize("words", [words for words in ALL_WORDS if words != NINE_WAYS])
def test_every_printed_text_is_read_in_one_way(words: str) -> None:
    """House: what it means is in `expected_readings.py`; said in canonical English it reads to the
    same."""
    start = start_of(words)
    (found,) = parsed_readings(Text(words), start)
    assert senses(english(found), start) == frozenset([canonical(found)])


def test_the_ruled_line_is_said_as_its_ruling_groups_it() -> None:
    """Ruling A-cb-post-1 reads: one card, or one pair, or another pair; and nothing that scores in
    the Trash Stack. Said so, it can be followed by eye."""
    says = (
        'If ("Wake The Dead" in your hand or ("Grave Digger" in your hand and "Go Down" in your '
        'hand) or ("Grave Digger" in your hand and "Danse Macabre" in your hand)) and no scoring '
        'cards in your Trash Stack, play "The Long Walk"/"Buried Deep"/"Dig"'
    )
    decision = WordRuling("A-cb-post-1", says)
    assert english(disambiguate(Text(NINE_WAYS), "line", {NINE_WAYS: decision}).meaning) == says


def test_the_nine_ways_are_nine_different_conditions() -> None:
    found = parsed_readings(Text(NINE_WAYS), "line")
    assert len({english(reading) for reading in found}) == 9
    for reading in found:
        assert senses(english(reading), "line") == frozenset([canonical(reading)])
    assert all(isinstance(reading, ast.Line) for reading in found)
    assert len({reading.act for reading in found if isinstance(reading, ast.Line)}) == 1


def test_nine_ways_without_a_ruling_are_refused_and_shown() -> None:
    """House: settled by a ruling, otherwise refused with the alternatives shown."""
    with pytest.raises(Ambiguous, match="can be read in 9 ways") as caught:
        disambiguate(Text(NINE_WAYS, "card.yaml"), "line")
    assert len(caught.value.found) == 9
    assert "; (3) If " in str(caught.value)
    assert "; and 6 more. Write it differently" in str(caught.value)


def test_every_ruling_on_words_reads_them_as_they_can_be_read() -> None:
    """A ruling picks one of the readings its very words have."""
    ruled = []
    for path in data_files("ai"):
        for ruling in yaml_in(path)["rulings"]:
            words = " ".join(ruling["words"].split())
            assert words in ALL_LINES
            if ruling.get("reads"):
                decision = WordRuling(ruling["id"], " ".join(ruling["reads"].split()))
                found = disambiguate(Text(words), "line", {words: decision})
                ruled.append((ruling["id"], found.by, found.ruling, len(found.others)))
    assert ("A-cb-post-1", "ruling", "A-cb-post-1", 8) in ruled


def test_a_ruling_cannot_say_what_the_words_cannot_mean() -> None:
    words = 'If 6 cards in hand play "Call".'
    with pytest.raises(WordingError, match="in a way these words cannot mean"):
        disambiguate(
            Text(words), "line", {words: WordRuling("X-1", 'If 7 cards in hand play "Call".')}
        )


def test_a_blank_text_says_nothing() -> None:
    """Card Resolution: blank cards such as Waste."""
    assert parsed_readings(Text("  "), "effect") == (ast.CardText(),)


# ----------------------------------------------------------------- some meanings in detail


def only(words: str, start: Start = "effect") -> ast.Meaning:
    (found,) = parsed_readings(Text(words), start)
    return found


def test_a_bare_number_is_told_from_exactly_and_at_least() -> None:
    """Ruling A-exact: a number without "+" is marked, so that it can be read either way."""
    counts = []
    for words in ("6 cards", "exactly 6", "6+ cards", "fewer than 6 cards", "4-6 cards"):
        line = only(f"If {words} in hand pass", "line")
        assert isinstance(line, ast.Line)
        assert isinstance(line.condition, ast.Has)
        counts.append(line.condition.count)
    assert counts == [
        ast.Range(6, 6, bare=True),
        ast.Range(6, 6),
        ast.Range(6),
        ast.Range(0, 5),
        ast.Range(4, 6),
    ]


def test_target_card_opens_the_whole_stack_and_otherwise_the_top_is_meant() -> None:
    """Card Targets; ruling G-targetcard."""
    for words, owner, top in [
        ("Draw 1 from Trash Stack", "your", True),
        ("Play 1 Target card in Trash Stack", "your", False),
        ("Move 1 of Target Trash Stack to its Discard Stack", "target", True),
    ]:
        text = only(words)
        assert isinstance(text, ast.CardText)
        (effect,) = text.effects
        assert isinstance(effect, ast.Instruct)
        assert effect.cards.place == ast.Place(("trash stack",), owner, top=top)  # type: ignore[arg-type]


def test_trash_without_a_place_is_from_hand_or_play_and_discard_from_hand() -> None:
    """Trash; Discard: "Unless specified ..."."""
    zones = []
    for words in ("Trash 1", "Discard 1", "Draw 1", "Set 1 to a card in play", "Deal 1"):
        text = only(words)
        assert isinstance(text, ast.CardText)
        (effect,) = text.effects
        assert isinstance(effect, ast.Instruct)
        assert effect.cards.place is not None
        zones.append(effect.cards.place.zones)
    assert zones == [("hand", "in play"), ("hand",), ("draw deck",), ("hand",), ("supply stack",)]


IF_NOT = "If exactly 4 in hand Trash hand, if not, Draw this card"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Discard the top 2 cards of your Draw Deck", "Discard 2 from Draw Deck"),
        ("When you Discard 1 card then Draw 1 card", "When Discard 1 then Draw 1"),
        ("when you discard a card draw a card", "When Discard 1, then Draw 1."),
        ("If exactly 4 in hand Trash hand, otherwise Draw this card", IF_NOT),
        ("Trash all cards in hand", "Trash hand"),
        ("Discard  1\nfrom\tDraw Deck", "Discard 1 from Draw Deck"),
    ],
)
def test_different_words_for_the_same(one: str, other: str) -> None:
    """The rulebooks' examples word the same abilities more fully than the cards do."""
    assert senses(one, "effect") == senses(other, "effect") is not None


def test_conditions_that_say_the_same_have_one_sense() -> None:
    first = only('If hand contains "A" and ("B" or "C") pass', "line")
    second = only('If hand contains ("C" or "B") and "A" pass', "line")
    third = only('If hand contains ("A" and "B") or ("A" and "C") pass', "line")
    assert canonical(first) == canonical(second) == canonical(third)


def without(words: str, at: int) -> str:
    parts = words.split()
    return " ".join(parts[:at] + parts[at + 1 :])


@pytest.mark.slow
def test_every_word_matters() -> None:
    """Leaving any one word out makes the text unreadable or changes what it says, but for the few
    words that are listed above; and the list holds no more than there are."""
    every = {words: [marked(words, at) for at in range(len(words.split()))] for words in ALL_WORDS}
    # Every third text, and for each of those words one text that has it.
    looked_at = [
        *list(every)[:: at_least(3, 1)],
        *(
            next(words for words in every if any(re.search(filler, text) for text in every[words]))
            for filler in FILLERS
        ),
    ]
    idle = {
        text: [filler for filler in FILLERS if re.search(filler, text)]
        for words in dict.fromkeys(looked_at)
        for at in range(len(words.split()))
        if senses(without(words, at), start_of(words)) == senses(words, start_of(words))
        for text in (marked(words, at),)
    }
    assert [text for text, fillers in idle.items() if not fillers] == []
    assert {filler for fillers in idle.values() for filler in fillers} == set(FILLERS)


# ------------------------------------------------------------------------------ mistakes


@pytest.mark.parametrize(
    ("words", "start", "column", "fault", "near"),
    [
        ("Disard 1 from Draw Deck", "effect", 1, "Disard", "Discard"),
        ("Discard 1 form Draw Deck", "effect", 11, "form", "from"),
        ("Gain 1 coin tokn", "effect", 13, "tokn", "token"),
        ("Discard 1 from Draw Dekc", "effect", 21, "Dekc", "Deck"),
        ("Hand limt +1", "effect", 6, "limt", "limit"),
        ('Paly "Call".', "line", 1, "Paly", "Play"),
        ('If 6 cards in hand plya "Call".', "line", 20, "plya", "play"),
        ("Spend lowst cost card using character ability.", "line", 7, "lowst", "lowest"),
        ("Retian “Understand”.", "reset_line", 1, "Retian", "Retain"),
        ("Discard sundry", "effect", 9, "sundry", ""),
        ("Discard 1 §", "effect", 11, "§", ""),
    ],
)
def test_an_unknown_word_is_named_with_its_place_and_what_is_near(
    words: str, start: Start, column: int, fault: str, near: str
) -> None:
    """House: a printed word that is not understood fails, with file, line, column and the nearest
    words; it is never skipped."""
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text(words, "card.yaml"), start)
    error = caught.value
    assert str(error).startswith(f"card.yaml:1:{column}: ")
    assert error.words == fault
    assert f'"{fault}" is not understood' in str(error)
    if near:
        assert near in " ".join(error.nearest)
        assert near in str(error)


def test_the_place_is_that_in_the_file_whatever_the_style() -> None:
    """House: words keep their line and column, quoted, folded or in a block."""
    source = (
        "plain: Discard 1 form Draw Deck\n"
        'quoted: "Discard 1 form Draw Deck"\n'
        "block: |\n"
        "  Discard 1\n"
        "  form Draw Deck\n"
    )
    document = parse_document(source, "cards.yaml")
    for key, place in (("plain", "1:18"), ("quoted", "2:20"), ("block", "5:3")):
        with pytest.raises(WordingError) as caught:
            parsed_readings(text_at(document, key), "effect")
        assert str(caught.value).startswith(f"cards.yaml:{place}: ")


@pytest.mark.parametrize(
    ("words", "start"),
    [
        ("Discard", "effect"),
        ("Discard 1 1", "effect"),
        ("Discard 1 Draw 1", "effect"),
        ("1 Discard", "effect"),
        ("Draw cards", "effect"),
        ("Gain", "effect"),
        ("Gain 1 card", "effect"),
        ("If 5+ cards Draw 2", "effect"),
        ("If 4-2 cards in hand Draw 1", "effect"),
        ("If fewer than 0 cards in hand Draw 1", "effect"),
        ("Hand limit 2", "effect"),
        ("Move 1 from hand to the Stack of", "effect"),
        ("Pass", "effect"),
        ("Discard 1", "line"),
        ("Play the highest", "line"),
        ("Play the highest lowest cost card", "line"),
        ("Pass Pass", "line"),
        ("Build to Set", "line"),
        ("Shop to Purchase a card in hand", "line"),
        ("Shop “Call”", "line"),
        ("Retain “Call” Pass", "reset_line"),
        ("Play “Call”", "reset_line"),
        # Sentences aimed at the grammar that it once read as something else, or well might have.
        ("Gain that many coin tokens", "effect"),
        ("Draw 2. If you Discarded a scoring card, Draw 1", "effect"),
        ("Discard 2 from Draw Deck. Gain 1 coin token for each card Trashed this way", "effect"),
        ("Trash 2 from hand. Gain coin tokens equal to its cost", "effect"),
        ("Target player Loses half your coin tokens", "effect"),
        ("Each opponent Loses all your coin tokens", "effect"),
        ("Any player Discards 1", "effect"),
        ("Each player may Discard 1. If they do, you Draw 1", "effect"),
        ("Reveal your hand. Discard the rest", "effect"),
        ("Discard the rest", "effect"),
        ("Target player Discards 1 card of your choice", "effect"),
        ("Draw 2 cards in hand", "effect"),
        ("If “Call” or “Talk” is in hand play it.", "line"),
        ("If “Call” and “Talk” in hand play it.", "line"),
        ("Spend a card, then “Coin”, using “Grave Robber”.", "line"),
        ("Retain it.", "reset_line"),
        ("If exactly 4 cards or more in hand pass", "line"),
        ("If fewer than 4 and more than 6 cards in hand pass", "line"),
        ("Play “Riches”, or “Coins” if no “Waste” in hand.", "line"),
        ("Discard 1 and Draw 1 for each scoring card in hand.", "effect"),
        ("Play “Call” or “Talk”.", "line"),
        ("Play “Call” and “Talk”.", "line"),
        ("If two or more “Waste” and “Coin” in hand pass", "line"),
        ("If more coin tokens than you pass", "line"),
        ("If an opponent has more cards in an opponent's hand than you pass", "line"),
        ("If 9 cards are not in hand pass", "line"),
        ("If three is a scoring card in hand pass", "line"),
        ("Discard 1 “Waste” and “Coin”", "effect"),
        ("Trash the 2 cards in hand", "effect"),
        ("Spend 1 coin token to Draw 1 if 3 cards in hand, counting the card played.", "line"),
        ("If 3 cards in Discard Stack, counting the card played, play “Bury”.", "line"),
        ("If an opponent has 3 cards in hand, counting the card played, play “Bury”.", "line"),
        (
            "Play the highest cost card in hand, breaking ties by the first, then the last.",
            "line",
        ),
        ("If 3 cards in hand, if possible play “Bury”. Otherwise play “Dig”.", "line"),
    ],
)
def test_what_is_no_sentence_is_refused(words: str, start: Start) -> None:
    with pytest.raises(WordingError) as caught:
        parsed_readings(Text(words, "card.yaml"), start)
    assert str(caught.value).startswith("card.yaml:1:")


# ----------------------------------------- words that can be read but are not carried out


@pytest.mark.parametrize(
    "words",
    [
        "An opponent Discards 1",
        "Trash the highest cost card in Draw Deck",
        "Move 1 from hand",
        "Move this card to Market Stack",
        "Draw 1 from Target Discard Stack",
        "Play 1 from Target Trash Stack",
        "Trash 1 “Waste” from Target hand",
        "Spend 1 card to Hand limit +1",
        "When Target player Discards 1 Draw 1",
        "Gain 1 coin token per 0 cards in hand",
        "If “Waste” played Draw 1",
        "Deal 2 from hand",
        "Discard 1 to Trash Stack",
    ],
)
def test_what_the_rules_cannot_do_is_refused(words: str) -> None:
    with pytest.raises(CannotDo):
        saying(words)


DROPPED = [
    "Purchase 1 from Target matching Market Stack",
    "Set 1 card to the highest cost card in hand",
    "Set 1 card to 2 cards in play",
    "When you Discard an opponent's card Draw 1",
    "When you Discard a card available Draw 1",
    "If there is a card in hand available Draw 1",
    "If no Market Stack with the fewest cards is empty Draw 1",
]


@pytest.mark.parametrize("words", DROPPED)
def test_no_part_of_a_card_text_is_dropped(words: str) -> None:
    """House: every word matters. These can be read, but a part of them cannot be carried out."""
    with pytest.raises(MoonflightError):
        saying(words)


@pytest.mark.parametrize(
    "words",
    ["When you Discard 0 cards Draw 1", "Spend 0 cards to Draw 1", "Spend 0 coin tokens to Draw 1"],
)
def test_nothing_is_no_cost_and_no_event(words: str) -> None:
    """The first divides by zero in moves._trigger; the others are acts without end."""
    with pytest.raises(
        MoonflightError, match=r"the number is 0|the cost is nothing|what the cards must be"
    ):
        saying(words)


def test_a_plural_without_a_number_is_refused_after_top_too() -> None:
    """As in "Discard cards from Draw Deck"."""
    with pytest.raises(WordingError, match="a plural needs a number"):
        parsed_readings(Text("Discard the top cards of your Draw Deck"), "effect")


def test_an_opponent_has_nothing_on_your_stack() -> None:
    """ "Your" always refers only to the player the card is in front of (Card Targets)."""
    words = "If an opponent has a starter card on top of {} Trash Stack pass"
    assert senses(words.format("your"), "line") != senses(words.format("their"), "line")


@pytest.mark.parametrize("words", ["there are 2 cards", "you have 2 cards"])
def test_a_bare_number_is_bare_however_it_is_introduced(words: str) -> None:
    """Ruling A-exact: a number without "+" means exactly that many."""
    assert senses(f"If {words} in hand pass", "line") == senses("If 2 cards in hand pass", "line")


@pytest.mark.parametrize("words", ["all cards", "the top card", "as many of the cards"])
def test_a_condition_counts_what_it_says(words: str) -> None:
    assert senses(f"If there are {words} in hand pass", "line") != senses(
        "If there is a card in hand pass", "line"
    )


@pytest.mark.parametrize(
    "words",
    [
        "Spend 1 card to Draw 1 and Gain 1 coin token",
        "When you Discard 1 card then Draw 1 and Gain 1 coin token",
    ],
)
def test_what_follows_spend_and_when_is_all_of_it(words: str) -> None:
    """A card text has no ruling to settle it, so the effects of an ability must be one reading; and
    what english() says of them must read back to it."""
    found = parsed_readings(Text(words), "effect")
    assert len(found) == 1


@pytest.mark.parametrize("stack", ["Draw Deck", "Discard Stack"])
def test_a_stack_beside_another_place_is_still_its_top_card(stack: str) -> None:
    """Card Targets: unless specified, only the top card of a Stack or Deck; a Draw Deck cannot be
    looked through."""
    text = only(f"Trash 1 from hand or {stack}")
    assert isinstance(text, ast.CardText)
    (effect,) = text.effects
    assert isinstance(effect, ast.Instruct)
    assert effect.cards.place is not None
    assert effect.cards.place.top


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Move 1 Target card in Trash Stack to the top of the Stack", "to the top of your Trash"),
        ("Discard 1 per 2 cards in hand", "Discard 1 card per 2 cards in your hand"),
        ("Target player Discards 2", "Target player Discards 2 cards"),
        ("When an opponent Discards 1 Draw 1", "When an opponent Discards 1 card"),
        ("If there is an opponent's starter card in play Draw 1", "an opponent has a starter card"),
    ],
)
def test_canonical_english_is_english(words: str, says: str) -> None:
    assert says in english(only(words))


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ("effect", "Move all cards in hand to Draw Deck"),
        ("effect", "Move all cards of Target Trash Stack to its Discard Stack"),
        ("effect", "Draw all cards from Discard Stack"),
        ("effect", "Discard all cards in hand or play"),
        ("effect", "Trash all “Waste” cards of Target Discard Stack"),
        ("effect", "Purchase all cards from Target Market Stack"),
        ("effect", "Each opponent Discards 1 per card in your hand"),
        ("effect", "Each opponent Trashes 1. Gains 2 coin tokens"),
        ("effect", "When an opponent Plays a card then Discard 1 from their hand"),
        ("line", "If an opponent has 5+ cards in hand and 3+ cards in Draw Deck pass"),
        ("line", "If an opponent has no cards in Draw Deck or no cards in hand pass"),
        ("line", "If exactly 5 cards in hand or Draw Deck pass"),
        ("line", "Play a card, if several the highest scoring, then the highest cost."),
        ("line", "Shop to Purchase from the Market Stack with the most cards, if tied the first."),
    ],
)
def test_what_is_said_back_is_read_to_the_same_sense(start: Start, words: str) -> None:
    """House: the canonical English of whatever is read, in whichever way, has that sense alone."""
    for meaning in parsed_readings(Text(words), start):
        assert senses(english(meaning), start) == frozenset([canonical(meaning)])


@pytest.mark.parametrize(
    "words",
    ["Purchase 1 from Target Market Stack of your suit", "Draw 1 from Market Stack of your suit"],
)
def test_a_suit_said_of_a_market_stack_is_of_the_stack(words: str) -> None:
    """As in "Shop to Purchase from the Market Stack of Jack o' ... suit"."""
    assert len(parsed_readings(Text(words), "effect")) == 1


def test_a_sentence_too_long_or_too_tangled_is_refused_at_once() -> None:
    """What no person could read either is not tried in every way."""
    words = "If " + " and ".join(["“Call” in hand"] * 60) + " pass"
    with pytest.raises(WordingError, match="is too long"):
        parsed_readings(Text(words), "line")
    words = "If hand contains " + " or ".join(["“Call” and “Talk”"] * 5) + " pass"
    with pytest.raises(WordingError, match="say it in several lines"):
        parsed_readings(Text(words), "line")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("Spend 1 card to you may Draw 1", "Spend 1 card: you may Draw 1"),
        ("Spend 1 card to each opponent may Draw 1", "Spend 1 card: each opponent may Draw 1"),
        (
            "Once per round, Spend 2 cards to you Draw 1",
            "Once per round, Spend 2 cards: you Draw 1",
        ),
    ],
)
def test_to_after_spend_is_followed_by_a_verb(words: str, says: str) -> None:
    with pytest.raises(WordingError) as error:
        parsed_readings(Text(words), "effect")
    assert error.value.nearest == (f'"{says}"',)
    (meaning,) = parsed_readings(Text(says), "effect")
    assert parsed_readings(Text(english(meaning)), "effect") == (meaning,)


@pytest.mark.parametrize(
    "words",
    [
        "Each opponent Discards down to 2 cards",
        "You may Trash 1 to Draw 2. If you do not, Lose 1 coin token",
    ],
)
def test_what_is_said_back_in_longer_words_is_read(words: str) -> None:
    (meaning,) = parsed_readings(Text(words), "effect")
    assert english(meaning)
