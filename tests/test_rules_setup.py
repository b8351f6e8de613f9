"""Set-Up, and the conditions on a suit's cards (Building The Market)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from helpers import (
    CLAY,
    DATA,
    EDITIONS,
    ODDS,
    STICKS,
    WORDS,
    Script,
    every_card,
    listen,
    made_up_cards,
    named,
)

from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.rules.card_files import MOST_PRINTED, _corner, conditions
from moonflight_solo.rules.catalogue import Catalogue, UnknownName, catalogue, completion
from moonflight_solo.rules.editions import edition_named
from moonflight_solo.rules.game import Settings, set_up
from moonflight_solo.rules.state import Table

both_editions = pytest.mark.parametrize("edition", EDITIONS)


def start(
    *jacks: str, edition: str = "prototype", seed: int = 0, first: int | None = None
) -> Table:
    settings = Settings(jacks, seed, edition, first)
    return set_up(settings, catalogue(edition), [Script() for _ in jacks])


# ------------------------------------------------------------------------------- Set-Up


@both_editions
@pytest.mark.parametrize("jacks", [(CLAY,), (CLAY, WORDS), (WORDS, CLAY, WORDS), (CLAY, WORDS) * 2])
def test_generic_stacks_hold_two_or_one_a_player(edition: str, jacks: tuple[str, ...]) -> None:
    """Set-Up: two each per player of Power, Fealty and Wealth (prototype: Coins), one per player of
    Riches and Opulence (prototype: Wealth), in five Market Stacks, one of each type."""
    table = start(*jacks, edition=edition)
    money = {"prototype": ("Coins", "Wealth"), "final": ("Wealth", "Opulence")}[edition]
    each = {"Power": 2, "Fealty": 2, money[0]: 2, "Riches": 1, money[1]: 1}
    assert [stack.name for stack in table.generic] == list(each)
    for stack, (name, copies) in zip(table.generic, each.items(), strict=True):
        assert [card.name for card in stack.cards] == [name] * copies * len(jacks)
        assert stack.suit is None


@both_editions
@pytest.mark.parametrize("jack", [CLAY, WORDS])
def test_a_suit_makes_one_supply_stack_and_three_market_stacks(edition: str, jack: str) -> None:
    """Set-Up: the 24 cards of the suit make a Supply Stack; three cards of it are dealt to make
    three Market Stacks."""
    table = start(jack, edition=edition)
    seat = table.seats[0]
    assert len(seat.supply) == 21
    assert [len(stack.cards) for stack in seat.market] == [1, 1, 1]
    assert {stack.suit for stack in seat.market} == {jack}
    dealt = [*seat.supply, *(stack.cards[0] for stack in seat.market)]
    assert Counter(dealt) == Counter(catalogue(edition).suits[jack].stack())
    assert all(card.suit == jack for card in dealt)


@both_editions
def test_each_player_starts_with_ten_starter_cards_five_in_hand(edition: str) -> None:
    """Set-Up: seven Money (prototype: Coin) and three Waste make the Draw Deck; five cards are
    drawn and five coin tokens gained; every other place is empty."""
    table = start(CLAY, WORDS, edition=edition)
    money = {"prototype": "Coin", "final": "Money"}[edition]
    for seat in table.seats:
        assert len(seat.hand) == len(seat.draw_deck) == 5
        owned = [*seat.hand, *seat.draw_deck]
        assert Counter(card.name for card in owned) == {money: 7, "Waste": 3}
        assert all(card.is_starter and card.suit is None for card in owned)
        assert seat.coins == 5
        assert seat.discard_stack == seat.trash_stack == []
        assert seat.in_play == []


def test_all_cards_start_with_black_text_upright() -> None:
    """Set-Up: at the start all cards are black text upright, character cards too."""
    table = start(CLAY, WORDS)
    assert not table.turned
    characters = [seat.character.card for seat in table.seats]
    assert [card.name for card in characters] == ["Jack o' Clay", "Jack o' Words"]
    assert not any(card.turned for card in [*every_card(table), *characters])


def test_whoever_is_named_goes_first_and_otherwise_the_lot_decides() -> None:
    """Set-Up: a First Player is known, or is chosen at random (ruling G-first)."""
    assert start(CLAY, WORDS, first=1).first == 1
    assert {start(CLAY, WORDS, seed=seed).first for seed in range(20)} == {0, 1}


def test_naming_the_first_player_does_not_change_the_shuffle() -> None:
    """The cards fall the same whether the First Player is drawn by lot or named."""
    drawn = start(CLAY, WORDS, seed=5)
    chosen = start(CLAY, WORDS, seed=5, first=drawn.first)
    assert every_card(drawn) == every_card(chosen)


@both_editions
def test_decks_and_supply_stacks_are_shuffled(edition: str) -> None:
    """Set-Up (final): shuffles and stacks; ruling G-supply has the prototype do it too."""
    tables = [start(CLAY, edition=edition, seed=seed) for seed in range(3)]
    assert len({named(table.seats[0].supply) for table in tables}) == 3
    assert len({named(table.seats[0].draw_deck) for table in tables}) > 1
    again = start(CLAY, edition=edition, seed=1)
    assert every_card(again) == every_card(tables[1])


def test_two_seats_with_the_same_jack_have_stacks_of_their_own() -> None:
    """Ruling G-mirror: each has its own Supply Stack and Market Stacks, of the suit of both."""
    table = start(CLAY, CLAY)
    assert [len(seat.supply) for seat in table.seats] == [21, 21]
    assert table.title(0) == "Clay and Bones (1)"
    assert table.title(1) == "Clay and Bones (2)"
    assert [stack.owner for stack in table.seats[0].stacks] == [0, 0, 0, *[None] * 5, 1, 1, 1]
    assert [stack.owner for stack in table.seats[1].stacks] == [1, 1, 1, *[None] * 5, 0, 0, 0]


def test_a_table_needs_somebody_and_a_seated_first_player() -> None:
    with pytest.raises(UsageError, match="nobody is seated"):
        start()
    with pytest.raises(UsageError, match="seat 3 cannot go first: there are 2 seats"):
        start(CLAY, WORDS, first=2)


def test_setting_up_asks_nobody_and_sets_nothing_off() -> None:
    """Nothing is in play yet but the character cards; drawing the first hand is no decision."""
    players = [Script(), Script()]
    table = set_up(Settings((CLAY, WORDS)), catalogue(), players)
    assert [player.asked for player in players] == [[], []]
    assert (table.round, table.acts, table.turned, table.ended_by) == (1, 0, False, "")
    assert listen(table) == []


def test_the_prototype_is_played_unless_the_final_edition_is_asked_for() -> None:
    """Ruling G-edition."""
    assert Settings((CLAY,)).edition == catalogue().edition.edition == "prototype"


# ---------------------------------------------------------------------------- the cards


@both_editions
def test_each_edition_uses_its_own_names(edition: str) -> None:
    """In the final rulebook the starter Coin is Money, generic Coins Wealth, Wealth Opulence."""
    known = catalogue(edition)
    costs = {card.name: card.cost for card in (*known.starter, *known.generic)}
    prototype = {"Coin": 1, "Coins": 3, "Wealth": 7}
    final = {"Money": 1, "Wealth": 3, "Opulence": 7}
    expected = prototype if edition == "prototype" else final
    assert costs == {"Waste": 0, "Power": 2, "Fealty": 4, "Riches": 5, **expected}


def test_a_card_is_found_by_the_name_at_the_end_that_is_up() -> None:
    known = catalogue()
    assert known.card("bury", False).flipped is known.card("Dig", True)
    with pytest.raises(UnknownName, match='"Dig" is the end up after the Turn; before it'):
        known.card("Dig", False)
    with pytest.raises(UnknownName, match="Did you mean Grave Robber"):
        known.card("Grave Rober", False)


@pytest.mark.parametrize("jack", [CLAY, WORDS, STICKS, ODDS])
def test_every_suit_at_hand_is_a_lawful_market(jack: str) -> None:
    """Building The Market: exactly 24 cards, 8 types by name, 13 score after, 2 before the Turn."""
    suit = made_up_cards().suits[jack]
    cards = suit.stack()
    assert len(cards) == 24
    assert len({card.name for card in cards}) == len({card.flipped.name for card in cards}) == 8
    assert sum(card.flipped.score for card in cards) == 13
    assert sum(card.score for card in cards) == 2


STICKS_FILE = (DATA / "sticks_and_stones.yaml").read_text("utf-8")


def suit_with(folder: Path, *changes: tuple[str, str]) -> str:
    """Return the error for the made-up suit with these changes, each made once."""
    text = STICKS_FILE
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    file = folder / "suit.yaml"
    file.write_text(text, "utf-8")
    with pytest.raises(MoonflightError) as caught:
        Catalogue(edition_named("prototype"), [file])
    return str(caught.value).removeprefix(str(file))


ANOTHER = """
  - copies: 1
    before: {name: Shed, cost: 1, stability/score: -/-}
    after: {name: Shack, cost: 1, stability/score: -/-}
  - copies: 3
    before: {name: Landslide"""


def test_a_single_card_is_counted_in_the_singular() -> None:
    cards, kinds, *_ = conditions({catalogue().card("Bury", turned=False): 1})
    assert str(cards) == "1 card instead of 24"
    assert str(kinds) == "1 kind of cards by name instead of 8"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ([("copies: 4", "copies: 3")], "23 cards instead of 24"),
        ([("copies: 4", "copies: 5")], "25 cards instead of 24"),
        ([("1/2\n", "1/3\n")], "15 points on the post-Turn ends instead of 13"),
        ([("2/1\n", "2/-\n")], "10 points on the post-Turn ends instead of 13"),
        ([("1/1\n", "1/-\n")], "0 points on the pre-Turn ends instead of 2"),
        ([("1/1\n", "1/2\n")], "4 points on the pre-Turn ends instead of 2"),
        (
            [
                ("copies: 4", "copies: 3"),
                ("cards:\n", "cards:\n" + ANOTHER[1:].split("  - copies: 3")[0]),
            ],
            "9 kinds of cards by name instead of 8",
        ),
    ],
)
def test_each_condition_of_building_the_market_is_checked(
    tmp_path: Path, changes: list[tuple[str, str]], said: str
) -> None:
    """Building The Market: 24 cards, 8 types by name, 13 score after the Turn, 2 before it; what
    fails is named with its place, and only that."""
    message = suit_with(tmp_path, *changes)
    place, _, rest = message.partition(": ")
    assert place.count(":") == 2
    assert rest.startswith(f"this suit has {said}. ")
    assert "Building The Market" in rest


def test_all_failing_conditions_are_named_together(tmp_path: Path) -> None:
    message = suit_with(tmp_path, ("copies: 6", "copies: 5"), ("1/1\n", "1/-\n"))
    for part in (
        "23 cards instead of 24",
        "12 points on the post-Turn",
        "0 points on the pre-Turn",
    ):
        assert part in message


def test_a_file_is_one_jacks_suit_or_a_group(tmp_path: Path) -> None:
    assert "neither a Jack's suit nor" in suit_with(tmp_path, ("jack:", "group:"))


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            [("stability/score: 3/-", "stability/score: 3/-/-")],
            '"3/-/-" is not a Stability/Score corner',
        ),
        (
            [("stability/score: 3/-", "stability/score: a/-")],
            '"a/-" is not a Stability',
        ),
        ([("copies: 4", "copies: 0")], "0 copies of Tower Block"),
        ([("name: Ruin", "name: Hermit")], 'two different cards are called "Hermit"'),
        ([("text: Deal 1", "text: Deel 1")], '"Deel" is not understood'),
        (
            [("text: Deal 1", "text: Deal 1 from hand")],
            "Deal moves cards from the Supply Stack to its own Market Stacks",
        ),
    ],
)
def test_a_faulty_card_is_named_with_its_place(
    tmp_path: Path, changes: list[tuple[str, str]], said: str
) -> None:
    message = suit_with(tmp_path, *changes)
    assert said in message
    assert message.split(": ")[0].count(":") == 2, message


def test_errors_in_data_are_data_errors(tmp_path: Path) -> None:
    file = tmp_path / "suit.yaml"
    file.write_text(STICKS_FILE.replace("copies: 6", "copies: 7"), "utf-8")
    with pytest.raises(DataError, match="25 cards instead of 24 and 14 points"):
        Catalogue(edition_named("prototype"), [file])


@pytest.mark.parametrize("name", ["Hermit", "Bricks", "Waste", "Grave Robber"])
def test_a_card_text_may_name_any_card(tmp_path: Path, name: str) -> None:
    """A card may name itself, a card further down, a starter card, or a card of another suit."""
    file = tmp_path / "suit.yaml"
    text = f'text: Trash 1 "{name}" from hand'
    file.write_text(STICKS_FILE.replace("text: Deal 1", text), "utf-8")
    known = catalogue("prototype", (file,))
    assert known.card("Bricks", False).words == text.removeprefix("text: ")


def test_a_card_text_may_name_its_own_suit(tmp_path: Path) -> None:
    file = tmp_path / "suit.yaml"
    text = "text: Trash 1 card of Jack o' Sticks and Stones' suit from hand"
    file.write_text(STICKS_FILE.replace("text: Deal 1", text), "utf-8")
    assert catalogue("prototype", (file,)).suits[STICKS].kinds[0].words.startswith("Trash 1 card")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        ('Trash 1 "Wast" from hand', "Did you mean Waste"),
        ("Trash 1 card of Jack o' Clay and Bonds suit from hand", "Did you mean Clay and Bones"),
    ],
)
def test_a_misspelt_name_in_a_card_text_is_named_with_its_place(
    tmp_path: Path, words: str, hint: str
) -> None:
    """House: what is wrong in a card's words is told with file, line and column."""
    file = tmp_path / "suit.yaml"
    file.write_text(STICKS_FILE.replace("text: Deal 1", f"text: {words}"), "utf-8")
    with pytest.raises(MoonflightError, match=hint) as caught:
        catalogue("prototype", (file,))
    assert str(caught.value).startswith(f"{file}:14:13:")


def test_of_a_kind_one_less_is_taken_if_need_be() -> None:
    whole = {card: card.copies for card in catalogue().suits[CLAY].kinds}
    first, other = next(iter(whole)), catalogue().card("Rise Up", False)
    more = {**whole, first: whole[first] + 1}
    assert completion(more, {}) == {**more, other: whole[other] - 1}


def test_as_many_as_a_file_may_have_are_read() -> None:
    for number, read in [(MOST_PRINTED, (MOST_PRINTED, 0)), (MOST_PRINTED + 1, None)]:
        assert _corner(f"{number}/-") == read
