"""Readings of a line that differ, shown on the smallest table by the real lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest
from helpers import CLAY, WORDS
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine, load_ai_card, read_otherwise
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.step import step
from moonflight_solo.check.diff.disagree import Disagreement, disagreement, done_in_words
from moonflight_solo.check.small_tables.outcomes import ActOutcome, Followers
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.scenario import Scenario, SeatLayout, load_scenario, save_scenario
from moonflight_solo.wording import ast
from moonflight_solo.wording.parsing import parsed_readings
from moonflight_solo.wording.text import Text

CARDS = catalogue()
PRINTED = load_ai_card(CLAY, CARDS)


def line_of(card: AICard, turned: bool, number: str) -> AILine:
    return next(line for line in card.side(turned) if line.number == number)


def the_one_with_many() -> tuple[AILine, list[ast.Line]]:
    """Return post-Turn line 1 with its meanings, the one in force first."""
    line = line_of(PRINTED, True, "1")
    others = [meaning for meaning in line.reading.others if isinstance(meaning, ast.Line)]
    return line, [line.meaning, *others]


def read(words: str) -> ast.Line:
    (meaning,) = parsed_readings(Text(words), "line")
    assert isinstance(meaning, ast.Line)
    return meaning


LINE, MEANINGS = the_one_with_many()


@cache
def apart(other: int) -> Disagreement | None:
    """Return where the reading in force differs from another one."""
    return disagreement(PRINTED, LINE, [MEANINGS[0], MEANINGS[other]], Basis(CARDS))


def stepped(found: Disagreement, which: int, tmp_path: Path) -> ActOutcome:
    """Return `ai step`'s result on a saved table for one reading of the line."""
    file = save_scenario(tmp_path, "table", found.scenario)
    otherwise = read_otherwise(PRINTED, LINE, MEANINGS[which])
    seen = step(load_scenario(file), {CLAY: otherwise})
    return ActOutcome(seen.line, seen.notation, seen.targets)


@pytest.mark.parametrize("other", range(1, 9))
def test_each_other_reading_is_told_from_the_one_in_force(other: int, tmp_path: Path) -> None:
    """The smallest hand or table on which they disagree, and what each would do there."""
    assert len(MEANINGS) == 9
    found = apart(other)
    assert found is not None
    one, two = found.outcomes
    assert one is not None
    assert two is not None
    assert one.deed != two.deed
    assert stepped(found, 0, tmp_path) == one
    assert stepped(found, other, tmp_path) == two
    assert found.does[0] == done_in_words(one, "1")


def hands_and_trash(most: int) -> Iterator[Scenario]:
    """Yield every table with at most ``most`` cards, in hand or in the Trash Stack."""
    kinds = [card.flipped for card in CARDS.cards_for([CLAY, WORDS]) if not card.is_character]
    spots = [(zone, card) for zone in ("hand", "trash") for card in kinds]
    for number in range(most + 1):
        for chosen in combinations_with_replacement(range(len(spots)), number):
            hand = tuple(spots[at][1].name for at in chosen if spots[at][0] == "hand")
            trash = tuple(spots[at][1].name for at in chosen if spots[at][0] == "trash")
            cards = Counter(spots[at][1] for at in chosen)
            if all(number <= card.copies for card, number in cards.items()):
                mine = SeatLayout(CLAY, hand, trash_stack=trash)
                yield Scenario(turned=True, seats=(mine, SeatLayout(WORDS)))


def test_no_smaller_table_tells_them_apart() -> None:
    """All tables with fewer cards in the places the line speaks of are looked at."""
    found = [apart(other) for other in range(1, 9)]
    sizes = [each.scenario.size for each in found if each is not None]
    assert sizes == [2, 3, 2, 2, 2, 3, 3, 3]
    followers = Followers([read_otherwise(PRINTED, LINE, each) for each in MEANINGS], Basis(CARDS))
    for scenario in hands_and_trash(2):
        deeds = [done.deed for done in followers.plans(scenario)]
        differ = [at for at, deed in enumerate(deeds) if deed != deeds[0]]
        assert not [at for at in differ if sizes[at - 1] > scenario.size], scenario


def test_one_table_on_which_as_many_as_can_be_disagree(tmp_path: Path) -> None:
    """Each reading follows the line or does not: of nine, at most 4 x 5 pairs can disagree."""
    found = disagreement(PRINTED, LINE, MEANINGS, Basis(CARDS))
    assert found is not None
    does = Counter(each.deed for each in found.outcomes if each is not None)
    assert sorted(does.values()) == [4, 5]
    assert found.scenario.size == 2
    assert [stepped(found, which, tmp_path) for which in range(9)] == list(found.outcomes)
    assert found == disagreement(PRINTED, LINE, MEANINGS, Basis(CARDS))
    assert len(set(found.does)) == 2


def test_readings_that_choose_other_targets_part(tmp_path: Path) -> None:
    line = line_of(PRINTED, True, "3")
    act = line.meaning.act
    assert isinstance(act, ast.PlayAct)
    assert isinstance(act.target, ast.FirstOf)
    (target,) = act.target.options
    lowest = replace(target, extreme=ast.Extreme("lowest", "score"))
    other = replace(line.meaning, act=replace(act, target=ast.FirstOf((lowest,))))
    found = disagreement(PRINTED, line, [line.meaning, other], Basis(CARDS))
    assert found is not None
    one, two = found.outcomes
    assert one is not None
    assert two is not None
    assert one.notation == two.notation
    assert one.targets != two.targets
    assert found.does == (str(one), str(two))


@pytest.mark.parametrize(
    ("jack", "turned", "number", "old", "new"),
    [
        (WORDS, False, "1", "6 cards", "6+ cards"),
        (WORDS, True, "2", "total score 2", "total score 3"),
        (WORDS, False, "9", "highest", "lowest"),
        (WORDS, False, "12", "6+", "7+"),
        (CLAY, False, "1", "fewer than 4", "fewer than 5"),
        (CLAY, True, "7", " that is NOT “Wake The Dead”", ""),
        (CLAY, True, "4", "their Trash", "their Discard"),
    ],
)
def test_two_wordings_are_told_apart(
    jack: str, turned: bool, number: str, old: str, new: str
) -> None:
    card = load_ai_card(jack, CARDS)
    line = line_of(card, turned, number)
    assert old in line.words
    meaning = read(line.words.replace(old, new))
    found = disagreement(card, line, [line.meaning, meaning], Basis(CARDS))
    assert found is not None
    assert len(set(found.does)) == 2
    for which, each in enumerate((line.meaning, meaning)):
        (done,) = Followers([read_otherwise(card, line, each)], Basis(CARDS)).plans(found.scenario)
        told = found.outcomes[which]
        assert told is not None
        assert (told.line, told.notation) == (done.line, done.notation)


def test_readings_of_a_reset_line_part_by_what_is_kept() -> None:
    (line,) = PRINTED.reset_lines(True)
    other = replace(line.meaning, act=ast.Retain(ast.FirstOf((ast.Cards(names=("Dig",)),))))
    found = disagreement(PRINTED, line, [line.meaning, other], Basis(CARDS))
    assert found is not None
    assert found.scenario.size == 1
    (held,) = found.scenario.seats[0].hand
    assert set(found.does) == {"retain nothing", f"retain {held}"}
    assert found.does[0] == ("retain nothing" if held == "Dig" else f"retain {held}")


def test_a_condition_that_changes_nothing_tells_nothing_apart() -> None:
    """The Market Stack with the fewest cards can only be bought from if none is empty."""
    line = line_of(PRINTED, False, "7")
    assert line.words.startswith("If no Market Stacks of ")
    without = read("Shop" + line.words.partition(" shop")[2])
    assert disagreement(PRINTED, line, [line.meaning, without], Basis(CARDS)) is None


def test_readings_that_do_the_same_do_not_part() -> None:
    line = line_of(PRINTED, False, "3")
    act = line.meaning.act
    assert isinstance(act, ast.PlayAct)
    (cards,) = act.cards.options
    from_hand = ast.PlayAct(ast.FirstOf((replace(cards, place=ast.Place(("hand",))),)))
    assert disagreement(PRINTED, line, [line.meaning, ast.Line(from_hand)], Basis(CARDS)) is None


def test_a_reading_that_cannot_be_followed_is_said_to_be_so() -> None:
    line = line_of(PRINTED, False, "3")
    strange = ast.Line(ast.PlayAct(ast.FirstOf((ast.Cards(names=("Grave Rubber",)),))))
    lowest = ast.Line(ast.PlayAct(ast.FirstOf((ast.Cards(extreme=ast.Extreme("lowest", "cost")),))))
    found = disagreement(PRINTED, line, [line.meaning, strange, lowest], Basis(CARDS))
    assert found is not None
    assert found.outcomes[1] is None
    assert found.does[1].startswith("cannot be followed: ")
    assert "Grave Rubber" in found.does[1]
    assert found.outcomes[0] != found.outcomes[2]
    assert disagreement(PRINTED, line, [strange], Basis(CARDS)) is None


def test_what_is_done_is_told_from_the_line_on() -> None:
    assert done_in_words(ActOutcome("5", "play Bury"), "5") == "play Bury"
    assert (
        done_in_words(ActOutcome("", "pass"), "5") == "skips it, and no line can be followed: pass"
    )
    assert done_in_words(ActOutcome("10", "pass"), "5") == "skips it, then line 10: pass"
    assert done_in_words(ActOutcome("2", "play Bury"), "10") == "line 2, before it: play Bury"
    chosen = ActOutcome("5", "play Lapse", ("Coin", "Coin", "Waste"))
    assert done_in_words(chosen, "5") == "play Lapse (chosen: 2 Coin, Waste)"
