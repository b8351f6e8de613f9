"""Moonscrown: every sentence of its description, its example, and whole games."""

from __future__ import annotations

import io
import os
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result
from helpers import at_least

from moonflight_solo.cli.output.terminal import terminal
from moonflight_solo.errors import UsageError
from moonflight_solo.records import Answer, read_record
from moonflight_solo.records.saved_games import begin_recording, folder
from moonscrown.cli import main
from moonscrown.decktet import (
    CONDITIONS,
    Card,
    card_named,
    deck,
    meets,
    rules,
    rulings,
    strength,
    subsets,
)
from moonscrown.game import (
    FOLD,
    HAND,
    ROUNDS,
    SHELF,
    Action,
    GameEvent,
    GreedyPlayer,
    IllegalAction,
    Player,
    Round,
    Seat,
    Standing,
    deal,
    header,
    luck,
    parse_action,
    play,
)
from moonscrown.narrator import Narrator

ROOT = Path(__file__).parent.parent


def cards(words: str) -> list[Card]:
    return [card_named(name.strip(), deck().cards) for name in words.split(",") if name.strip()]


def table(pile: str, *seats: tuple[str, str], draw: str = "", drawing: bool = False) -> Round:
    """Return a round with these cards on the pile, top last, and these hands and displays."""
    laid = [Seat(n, cards(hand), cards(display)) for n, (hand, display) in enumerate(seats)]
    return Round(laid, cards(pile), cards(draw), drawing)


class RandomPlayer:
    """Takes random possible actions, folding only when there is no other."""

    def __init__(self, lot: Random) -> None:
        self.lot = lot

    def act(self, table: Round, seat: Seat) -> Action:
        *others, fold = table.actions(seat)
        return self.lot.choice(others) if others else fold

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        return self.lot.choice(cards)


ON = "".join(f"{number}\n" for number in range(1, 13)) + "fold\n"
"""Cards by their numbers, as far as there are such, and then to fold."""


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=typed)


# -- the Decktet


def test_the_deck() -> None:
    """Six Aces, six Crowns, and three cards of each rank 2 to 9 with two suits each."""
    ranks = Counter(card.rank for card in deck().cards)
    assert ranks == {1: 6, 10: 6, **dict.fromkeys(range(2, 10), 3)}
    for card in deck().cards:
        assert len(card.suits) == (1 if card.rank in (1, 10) else 2)
    for rank in range(2, 10):
        suits = [suit for card in deck().cards if card.rank == rank for suit in card.suits]
        assert sorted(suits) == sorted(deck().suits)
    for suit in deck().suits:
        assert sum(1 for card in deck().cards if suit in card.suits) == 10
    types = Counter(kind for card in deck().cards for kind in card.types)
    assert types == {"ace": 6, "personality": 11, "place": 11, "event": 11}
    assert {c.name for c in deck().cards if len(c.types) == 2} == {"Origin", "Market", "End"}
    assert len({card.height for card in deck().cards}) == 36


@pytest.mark.parametrize("name", ["", "the", "Nobody"])
def test_a_name_of_no_card(name: str) -> None:
    with pytest.raises(UsageError, match="no card there"):
        card_named(name, deck().cards)


def test_a_name_of_several_cards() -> None:
    with pytest.raises(UsageError, match='"Ca" could be Castle or Cave or Calamity'):
        card_named("Ca", deck().cards)
    assert card_named("  the  cav ", deck().cards).name == "Cave"


TYPES = {
    "personality": "Author, Painter, Savage, Sailor, Soldier, Lunatic, Penitent, Diplomat, "
    "Merchant, Huntress, Bard",
    "place": "Desert, Origin, Mountain, Forest, Market, Castle, Cave, Mill, Darkness, Sea, End",
    "event": "Origin, Journey, Battle, Discovery, Market, Chance Meeting, Betrayal, Pact, End, "
    "Calamity, Windfall",
}


@pytest.mark.parametrize("kind", TYPES)
def test_the_cards_of_a_type(kind: str) -> None:
    found = {card.name for card in deck().cards if kind in card.types}
    assert found == {card.name for card in cards(TYPES[kind])}


# -- setting up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_deal(players: int) -> None:
    """The Ace of Moons starts the pile; seven cards each (six for four), one on display."""
    dealt = deal(players, [], Random("x"))
    assert [card.name for card in dealt.pile] == ["Ace of Moons"]
    assert all(len(seat.hand) == HAND[players] for seat in dealt.seats)
    assert HAND == {2: 7, 3: 7, 4: 6}
    assert all(len(seat.display) == 1 for seat in dealt.seats)
    everything = [*dealt.pile, *dealt.draw]
    everything += [card for seat in dealt.seats for card in (*seat.hand, *seat.display)]
    assert sorted(everything, key=str) == sorted(deck().cards, key=str)


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_players(players: int) -> None:
    with pytest.raises(UsageError, match="2 to 4"):
        deal(players, [], Random("x"))


@pytest.mark.parametrize("seed", range(20))
def test_the_lowest_card_on_display_starts(seed: int) -> None:
    dealt = deal(3, [], Random(f"{seed}"))
    first = dealt.seats[dealt.turn].display[0]
    assert first == min((s.display[0] for s in dealt.seats), key=lambda card: card.height)


def test_cards_put_aside_are_not_dealt_again() -> None:
    aside = cards("Sea, Pact, Ace of Suns")
    dealt = deal(2, aside, Random("x"))
    shown = [card for s in dealt.seats for card in (*s.hand, *s.display)]
    assert not set(aside) & {*shown, *dealt.draw, *dealt.pile}


# -- the conditions


@pytest.mark.parametrize(
    ("suit", "asks"),
    [
        ("Moons", "highest card"),
        ("Suns", "most cards of a suit"),
        ("Waves", "most even cards"),
        ("Leaves", "most different suits"),
        ("Wyrms", "most cards of one type"),
        ("Knots", "most cards below 5"),
    ],
)
def test_which_suit_asks_for_what(suit: str, asks: str) -> None:
    """The six conditions in their printed order (ruling M-suits)."""
    assert CONDITIONS[suit][0] == asks


@pytest.mark.parametrize(
    ("suit", "better", "worse"),
    [
        ("Moons", "Sea", "Pact, Darkness"),  # a Crown before a 9
        ("Moons", "Huntress", "Bard, Sea"),  # equal ranks: the higher suit
        ("Moons", "Author", "Desert"),  # Moons before Suns, by the higher of two suits
        ("Suns", "Author, Painter, Windfall", "Sea, Cave"),  # three Knots, two Waves
        ("Suns", "Windfall, Author", "Cave, Mill"),  # two each: the Crown
        ("Waves", "Author, Battle, Mill", "Lunatic, Diplomat, Sea"),  # a Crown is not even
        ("Waves", "Mill, Author", "Lunatic, Desert"),
        ("Leaves", "Author, Cave", "Author, Windfall, Ace of Suns"),  # four suits, three
        ("Wyrms", "Author, Painter, Savage", "Desert, Forest"),  # personalities, places
        ("Leaves", "Painter", "Huntress, Author"),  # two each; no minimal set has the Huntress
        ("Wyrms", "Sea, Desert", "Pact, Battle"),  # two each: the Crown
        ("Wyrms", "Origin, Mill, Market", "Pact, Betrayal"),  # two types: of both
        ("Wyrms", "Ace of Suns, Ace of Knots, Ace of Waves", "Pact, Betrayal"),  # aces
        ("Knots", "Ace of Knots, Savage", "Sailor"),
        ("Knots", "Battle", "Savage, Soldier"),  # one each: the 4
    ],
)
def test_the_better_display(suit: str, better: str, worse: str) -> None:
    assert meets(suit, cards(better), [cards(worse)])
    assert not meets(suit, cards(worse), [cards(better)])


def test_most_of_nothing_meets_nothing() -> None:
    """Ruling M-meet."""
    assert not meets("Waves", cards("Sea, Pact"), [cards("Bard")])
    assert not meets("Knots", cards("Sea, Pact"), [cards("Bard")])


def test_the_highest_card_of_the_subset_breaks_a_tie() -> None:
    """Of her two pairs of a suit each player counts the one with the higher card (M-subset)."""
    mine = cards("Sailor, Mill, Author, Windfall")  # Waves, Leaves and Knots twice
    assert strength("Suns", mine) == (2, card_named("Windfall", deck().cards).height)


def test_a_card_may_meet_several_conditions() -> None:
    author = cards("Author")
    others = [cards("Pact")]
    assert meets("Knots", author, others)
    assert meets("Waves", author, others)


def test_the_leaves_example() -> None:
    """Both sets of the example are minimal; with the Market one of the others must go."""
    display = cards("Author, Cave, Chance Meeting, Calamity, Sea, Market")
    found = [{card.name for card in subset} for subset in subsets("Leaves", display)]
    assert {"Author", "Cave", "Chance Meeting"} in found
    assert {"Author", "Calamity", "Sea", "Chance Meeting"} in found
    for subset in found:
        if "Market" in subset:
            assert not {"Author", "Chance Meeting"} <= subset
    assert {"Market", "Cave", "Chance Meeting"} in found
    assert {"Market", "Cave", "Author"} in found


# -- the four actions


def test_adding_a_card_must_meet_at_least_one_condition() -> None:
    """With two suits on the pile, one of them is enough."""
    game = table("Author", ("Sea, Savage", "Desert"), ("Pact", "Forest"))
    add = Action(add=card_named("Sea", deck().cards))
    assert game.why_illegal(game.seats[0], add) is None  # highest card, though not most below 5
    low = Action(add=card_named("Savage", deck().cards))
    assert game.why_illegal(game.seats[0], low) is None  # two below 5
    other = table("Ace of Moons", ("Savage", "Desert"), ("Pact", "Forest"))
    assert "none of the conditions of Moons" in str(other.why_illegal(other.seats[0], low))


def test_a_card_on_the_pile_must_meet_all_its_conditions() -> None:
    game = table("Ace of Moons", ("Author, Sea, Savage", "Desert"), ("Pact", "Forest"))
    seat = game.seats[0]
    author, sea, savage = seat.hand
    only = game.why_illegal(seat, Action(pile=author))
    assert only is not None
    assert "Moons" in only  # most below 5, but not the highest card
    assert game.why_illegal(seat, Action(author, sea)) is None  # both
    assert "Moons" in str(game.why_illegal(seat, Action(author, savage)))


def test_pile_and_display_at_once() -> None:
    game = table("Ace of Moons", ("Ace of Knots, Savage", "Sea"), ("Pact", "Desert"))
    seat = game.seats[0]
    both = Action(*cards("Ace of Knots, Savage"))
    alone = Action(pile=card_named("Ace of Knots", deck().cards))
    assert "Knots" in str(game.why_illegal(seat, alone))
    game.act(both)
    assert [card.name for card in game.pile] == ["Ace of Moons", "Ace of Knots"]
    assert [card.name for card in seat.display] == ["Sea", "Savage"]
    assert seat.hand == []
    assert game.turn == 1


def test_only_the_top_card_of_the_pile_counts() -> None:
    game = table("Ace of Moons, Ace of Knots", ("Sea", "Desert"), ("Pact", "Forest"))
    assert game.suits == ("Knots",)


def test_one_may_always_fold_and_with_no_card_only_that() -> None:
    game = table("Ace of Moons", ("", "Sea"), ("Pact", "Forest"))
    assert list(game.actions(game.seats[0])) == [FOLD]
    game.act(FOLD)
    assert game.seats[0].out
    assert game.winner() is game.seats[1]


def test_folded_displays_no_longer_count_and_their_turns_are_skipped() -> None:
    seats = (("Author", "Sea"), ("Savage", "Desert"), ("Pact", "Forest"))
    game = table("Ace of Moons", *seats)
    game.act(FOLD)
    assert game.turn == 1
    game.act(FOLD)
    assert game.turn == 2
    assert game.others(game.seats[2]) == []
    three = table("Ace of Moons", *seats)
    three.seats[1].out = True
    three.turn = 0
    three.act(FOLD)
    assert three.turn == 2


def test_what_cannot_be_done_changes_nothing() -> None:
    game = table("Ace of Moons", ("Savage", "Desert"), ("Pact", "Forest"))
    for action in (
        Action(add=card_named("Sea", deck().cards)),
        Action(add=card_named("Savage", deck().cards)),
        Action(pile=card_named("Savage", deck().cards), add=card_named("Savage", deck().cards)),
    ):
        with pytest.raises(IllegalAction):
            game.act(action)
    assert game.turn == 0
    assert [card.name for card in game.seats[0].hand] == ["Savage"]


def test_every_action_that_is_listed_is_possible_and_no_other_is() -> None:
    luck_ = Random("actions")
    for _ in range(20):
        game = deal(3, [], luck_)
        seat = game.seats[game.turn]
        listed = set(game.actions(seat))
        for pile in (None, *seat.hand):
            for add in (None, *seat.hand):
                action = Action(pile, add)
                assert (game.why_illegal(seat, action) is None) == (action in listed)


# -- winning a round


def test_the_winner_puts_aside_a_card_of_a_subset_that_meets_a_condition() -> None:
    game = table("Author", ("", "Pact, Savage, Author"), ("", "Forest"))
    game.seats[1].out = True
    prizes = [card.name for card in game.prizes(game.seats[0])]
    assert prizes == ["Pact", "Savage", "Author"]  # highest card; the two below 5
    moons = table("Ace of Moons", ("", "Pact, Savage"), ("", "Forest"))
    assert [card.name for card in moons.prizes(moons.seats[0])] == ["Pact"]


def test_scores_are_ranks_with_aces_one_and_crowns_ten() -> None:
    standing = Standing([cards("Ace of Suns, Sea, Author"), cards("Pact, Savage")])
    assert standing.scores() == [13, 12]
    assert standing.winners() == [0]
    tied = Standing([cards("Sea"), cards("Author, Mill")])
    assert tied.winners() == [0, 1]  # ruling M-tie
    assert Standing([[], []]).winners() == [0, 1]


def test_a_player_wins_at_the_start_of_her_turn_only() -> None:
    """The last one left has won when her turn comes; what folding opened is never used."""
    told: list[GameEvent] = []
    play([GreedyPlayer(), GreedyPlayer()], 1, listener=told.append)
    won = [(before, after) for before, after in pairwise(told) if after.prize is not None]
    assert won
    for before, after in won:
        assert before.what == FOLD
        assert after.seat is not before.seat


# -- the draw pile


def test_a_card_on_the_pile_draws_one_less_than_its_suits() -> None:
    hand, display = "Forest, Sea, Ace of Moons", "Huntress, Author, Savage, Painter"
    seats = ((hand, display), ("Pact", "Desert"))
    game = table("Ace of Knots", *seats, draw="Mill, Cave", drawing=True)
    game.act(Action(pile=card_named("Forest", deck().cards)))
    assert game.seats[0].hand == cards("Sea, Ace of Moons, Cave")
    game.turn = 0
    assert game.act(Action(pile=card_named("Ace of Moons", deck().cards))) == []
    assert game.seats[0].hand == cards("Sea, Cave")
    empty = table("Ace of Knots", *seats, drawing=True)
    assert empty.act(Action(pile=card_named("Forest", deck().cards))) == []  # ruling M-draw
    without = table("Ace of Knots", *seats, draw="Mill, Cave")
    without.act(Action(pile=card_named("Forest", deck().cards)))
    assert without.seats[0].hand == cards("Sea, Ace of Moons")


# -- whole games

SCRIPT = """
1 pile Ace of Leaves, add Mountain
2 pile Ace of Wyrms, add End
1 pile Mill
2 fold
1 aside Mountain

2 add Sea
1 pile Ace of Knots, add Battle
2 add Author
1 pile End, add Lunatic
2 pile Penitent, add Bard
1 add Castle
2 add Diplomat
1 add Darkness
2 add Mill
1 fold
2 aside Bard

1 pile Journey, add Sea
2 add Diplomat
1 add Mill
2 add Lunatic
1 fold
2 aside Pact

1 fold
2 aside Chance Meeting

2 add Calamity
1 pile Ace of Leaves, add End
2 fold
1 aside End

2 add Diplomat
1 add Sea
2 fold
1 aside Sea

2 pile Ace of Wyrms, add Battle
1 add Origin
2 add Windfall
1 pile Forest, add Diplomat
2 fold
1 aside Calamity
"""


class Scripted:
    """Both players of the script: says the next line, which must be for the one asked."""

    def __init__(self) -> None:
        self.lines = iter(SCRIPT.split("\n"))

    def said(self, seat: Seat) -> str:
        number, _, words = next(line for line in self.lines if line).partition(" ")
        assert int(number) == seat.number + 1
        return words

    def act(self, table: Round, seat: Seat) -> Action:
        return parse_action(self.said(seat), seat.hand)

    def prize(self, table: Round, seat: Seat, cards: Sequence[Card]) -> Card:
        wanted = card_named(self.said(seat).removeprefix("aside "), deck().cards)
        assert wanted in cards
        return wanted


def test_a_scripted_game() -> None:
    """Ties by rank and by suit, a card of two types, a fold at once: 34 to 26."""
    both = Scripted()
    standing = play([both, both], 36)
    assert standing.aside == [
        cards("Mountain, End, Sea, Calamity"),
        cards("Bard, Pact, Chance Meeting"),
    ]
    assert standing.scores() == [34, 26]
    assert standing.winners() == [0]
    assert not any(both.lines)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("drawing", [False, True])
def test_random_play_always_ends(players: int, drawing: bool) -> None:
    for seed in range(6):
        seats: list[Player] = [RandomPlayer(luck(seed, f"player {n}")) for n in range(players)]
        rounds: list[GameEvent] = []
        standing = play(seats, seed, drawing=drawing, listener=rounds.append)
        assert sum(told.prize is not None for told in rounds) == ROUNDS == 7
        aside = [card for each in standing.aside for card in each]
        assert len(aside) == len(set(aside)) == 7


def test_greedy_beats_random() -> None:
    won: Counter[int] = Counter()
    for seed in range(at_least(10, 20)):
        seats: list[Player] = [GreedyPlayer(), RandomPlayer(luck(seed, "player 1"))]
        won.update(play(seats, seed).winners())
    assert won[0] > 3 * won[1]


def test_a_greedy_player_counts_what_it_draws() -> None:
    """Of two cards that would do on the pile, it takes the one that draws another."""
    hand, display = "Ace of Moons, Author", "Huntress, Savage"
    game = table("Ace of Suns", (hand, display), ("", "Desert, Windfall"), draw="Mill")
    assert GreedyPlayer().act(game, game.seats[0]).pile != card_named("Author", deck().cards)
    game.drawing = True
    assert GreedyPlayer().act(game, game.seats[0]).pile == card_named("Author", deck().cards)


def test_a_greedy_player_sees_no_hidden_card() -> None:
    """Its action does not change when the others' hands and the draw pile are dealt again."""
    luck_ = Random("hidden")
    for _ in range(30):
        game = deal(3, [], luck_)
        seat = game.seats[game.turn]
        action = GreedyPlayer().act(game, seat)
        hidden = [c for s in game.seats if s is not seat for c in s.hand] + game.draw
        luck_.shuffle(hidden)
        for other in game.seats:
            if other is not seat:
                other.hand = [hidden.pop() for _ in other.hand]
        game.draw = hidden
        assert GreedyPlayer().act(game, seat) == action


def test_a_person_plays_a_whole_game_and_the_same_again() -> None:
    first = run("play", "--seed", "12", "--players", "3", typed=(typed := ON * 60))
    assert first.exit_code == 0, first.output
    assert "Round 7 of 7" in first.stdout
    assert re.search(r"(wins?|share the win).* (to|each)", first.stdout.splitlines()[-1])
    # What was folded lies face down, and what others draw is theirs to know.
    assert " (folded)\n" in first.stdout
    assert " (folded):" not in first.stdout
    assert re.search(r"^Player \d: pile .*; draws a card$", first.stdout, re.MULTILINE)
    assert not re.search(r"^Player \d: .*; (you )?draws? (?!a card)", first.stdout, re.MULTILINE)
    again = run("play", "--seed", "12", "--players", "3", typed=typed)
    assert again.stdout == first.stdout
    assert "\x1b" not in first.output


def test_a_person_types_words_and_is_told_what_is_wrong() -> None:
    typed = "add sea\nadd betr\nadd cal\nhelp\nquit\n\n"
    result = run("play", "--no-draw-pile", "--seed", "3", typed=typed)
    assert result.exit_code == 0, result.output
    assert 'No card there is called "sea"' in result.stdout
    assert "Round 1 of 7. Points: You 0, Player 2 0." in result.stdout
    assert "8 Betrayal (Wyrms Knots, event)" in result.stdout
    assert "That is not possible" in result.stdout
    assert "You: add Calamity" in result.stdout
    assert "names may be shortened" in result.stdout
    assert "Moonscrown, 2 players, without the draw pile. Seed 3." in result.stdout
    drawing = run("play", "--seed", "3", typed="pile sailor add betr\nquit\n")
    assert drawing.stdout.startswith("Moonscrown, 2 players, with the draw pile. Seed 3.")
    assert re.search(
        r"^You: pile Sailor, add Betrayal; you draw .*\)$", drawing.stdout, re.MULTILINE
    )
    assert "; 18 cards to draw" in drawing.stdout
    ended = run("play", "--seed", "3", typed="fold\n")
    assert ended.exit_code == 1
    assert ended.stderr.startswith("moonscrown: the input ended before the game was over. ")


def test_a_card_keeps_its_number_all_round() -> None:
    """The pile is chosen first, then the card to add; 0 folds."""
    game = run("play", "--seed", "3", typed="\n99\nback\n4\n\n2\n0\nquit\n")
    told = game.stdout.split("Round 2 of 7")[0]
    adding = "Which card do you add to your display? back: choose the pile again."
    first, *_ = re.findall(r"pile\? 0 folds\.\n  (.*)\n", told)
    choices = dict(re.findall(r"(\d+)\) ([\w ]+?)(?:  |$)", first))
    for listed in re.findall(r"(?:pile\? 0 folds|pile again)\.\n  (.*)\n", told):
        for number, name in re.findall(r"(\d+)\) ([\w ]+?)(?:  |$)", listed):
            assert choices.setdefault(number, name) == name
    assert adding in told
    assert "No card that you can choose now has the number 99." in told
    assert re.search(rf"^You: pile {choices['4']}(, add \w+)?$|^You: add \w+$", told, re.MULTILINE)
    assert "You: fold" in told


def kept() -> list[Path]:
    return sorted(folder(SHELF).glob("*.jsonl"))


def test_a_game_is_kept_and_gone_on_with() -> None:
    whole = run("play", "--seed", "11", typed=ON * 60).stdout
    one, two, *rest = (answer.answer for answer in read_record(kept()[0]).answers)
    kept()[0].unlink()
    left = run("play", "--seed", "11", typed=f"{one}\n{two}\nquit\n")
    assert left.stdout.splitlines()[-1] == (
        "You left. Every answer is saved. Continue the game with: moonscrown resume"
    )
    back = run("resume", typed="\n".join(rest) + "\n")
    assert back.exit_code == 0, back.output
    assert "You are back after 2 decisions." in back.stdout
    assert back.stdout.splitlines()[-4:] == whole.splitlines()[-4:]
    (path,) = kept()
    ended = read_record(path).ended
    assert ended is not None
    assert ended.scores == [0, 59]
    assert back.stdout.endswith("Player 2 wins by 59 points, 59 to 0.\n")
    told = run("replay", path.stem).stdout.splitlines()
    acts = [line for line in whole.splitlines() if re.match(r"(You|Player \d): |Round", line)]
    assert [line for line in told if re.match(r"(You|Player \d): |Round", line)] == acts
    assert "  The pile: " in run("replay", path.stem, "--table").stdout
    assert run("resume", path.stem).stdout.splitlines()[-3:] == whole.splitlines()[-3:]
    assert run("resume").exit_code == 1


def test_a_finished_game_is_taken_back_stepped_through_and_followed_by_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Asked only if somebody sits at the keyboard."""
    monkeypatch.setattr("moonscrown.cli.is_there", lambda: True)
    whole = run("play", "--seed", "11", typed=ON * 60 + "quit\n").stdout
    assert "again, undo, replay, quit? > " in whole
    (path,) = kept()
    answers = read_record(path).answers
    typed = ["undo", answers[-1].answer, "x", "replay", "end"]
    typed += ["back 2", "2", "next 999", "next", "q", "quit"]
    back = run("resume", path.stem, typed="\n".join(typed) + "\n").stdout
    assert f'Undone: "{answers[-1].answer}".' in back
    assert read_record(path).answers[:-1] == answers[:-1]
    assert read_record(path).ended is not None
    assert '"x" is not one of the choices.' in back
    assert "Round 2 of 7. Points:" in back.split("x\n")[1]
    assert "This is the last moment; type back or quit." in back
    more = run("resume", path.stem, typed="again\nq\nfold\nquit\n\n").stdout
    assert "There is nothing to go back from; type quit to leave the game." in more
    assert more.count("Moonscrown, 2 players, with the draw pile. Seed ") == 2
    assert len(kept()) == 2


def test_a_replay_is_stepped() -> None:
    run("play", "--seed", "11", typed=ON * 60)
    told = run("replay", "--step", typed="\nback\n9\nback x\nhelp\nnowhere\nend\nq\n")
    assert told.exit_code == 0, told.output
    steps = re.findall(r"^(\d+)/(\d+) \[Enter", told.stdout, re.MULTILINE)
    assert [int(at) for at, _ in steps] == [1, 2, *[1] * 5, int(steps[0][1])]
    for said in ("The last round is 7.", '"x" is not a number.', "back [NUMBER | round]: "):
        assert said in told.stdout
    assert '"nowhere" is not a command here; type help for a list.' in told.stdout


def test_answers_are_taken_back_and_made_again() -> None:
    typed = "add cal\nundo\nundo\nredo\nundo 9\nundo x\nundo round\nadd end\nlog 2\nquit\n\n"
    result = run("play", "--seed", "3", typed=typed)
    assert result.exit_code == 0, result.output
    for said in (
        'Undone: "add Calamity". Type redo to restore it.',
        "There is nothing to undo.",
        'Redone: "add Calamity".',
        "There is only 1 line to undo.",
        'Type "undo", "undo" and how many lines, or "undo round".',
        "You: add End",
    ):
        assert said in result.stdout, said
    record = read_record(kept()[0])
    assert [answer.answer for answer in record.answers] == ["add End"]
    assert record.taken_back == 2


def test_a_game_left_before_the_first_decision_is_not_kept() -> None:
    told = run("play", "--seed", "3", typed="hint\nquit\n\n").stdout
    assert told.endswith("You left before your first decision; nothing is saved.\n")
    assert kept() == []
    assert "there is no unfinished game yet" in run("resume").stderr


def test_the_table_comes_with_the_choices() -> None:
    begun, again = (run("play", "--seed", "3", typed=f"{typed}quit\n") for typed in ("", "table\n"))
    first = begun.stdout.index("The pile: ")
    shown = begun.stdout[first : begun.stdout.index("Ace of Wyrms\n[Enter", first)]
    assert "Which card do you put on the pile? 0 folds." in shown
    assert begun.stdout.count(shown) == 1
    assert again.stdout.count(shown) == 2


def test_everything_can_be_looked_up_in_the_game() -> None:
    result = run("play", "--seed", "3", typed="suits\nhint\nrules\nsave\ntable\nlog 0\nquit\n")
    for suit, (asks, _) in CONDITIONS.items():
        assert f"{suit}: {asks}" in result.stdout
    hint = re.search(r"A greedy player would: (.+)", result.stdout)
    assert hint
    typed = run("play", "--seed", "3", typed=f"{hint[1]}\nquit\n").stdout
    assert f"You: {hint[1]}" in typed
    for words in rules():
        assert words in result.stdout
        assert words.removeprefix("- ") in run("rules").stdout
    assert "Every answer is saved." in result.stdout
    assert result.stdout.count("The pile: Ace of Moons; 19 cards to draw") == 2
    assert 'Type "log", or "log" and how many lines.' in result.stdout


def test_what_is_no_game_of_moonscrown_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    seats = '"seats": [{"jack": "A", "player": "person"}]'
    start = '{"kind": "moonflight record", "format": 1, "edition": "final", "seed": 1, '
    path.write_text(start + seats + "}\n")
    assert "this is not a Moonscrown game" in run("replay", str(path)).stderr
    file, _ = begin_recording(header(2, 3, drawing=True), SHELF)
    with file:
        file.write(Answer(1, 1, "add Sea"))
    result = run("resume")
    assert result.exit_code == 1
    assert '"add Sea" in round 1 does not fit the game' in result.stderr


def test_a_game_is_recorded_once_there_is_room(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = 0

    def sync(descriptor: int) -> None:
        nonlocal tried
        tried += 1
        if tried < 3:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", sync)
    monkeypatch.setattr("moonflight_solo.records.file.sync_folder", lambda folder: None)
    told = run("play", "--seed", "1", typed="fold\nfold\nquit\n").stdout
    assert (
        told.count("No space left on device. You can play on, but the game is not being saved") == 1
    )
    assert told.count("The whole game is saved again.") == 1
    assert "Continue the game with: moonscrown resume" in told
    (path,) = folder(SHELF).iterdir()
    assert [each.answer for each in read_record(path).answers] == ["fold", "fold"]


def test_equal_totals_share_the_win() -> None:
    standing = Standing([cards("Sea"), cards("Calamity")])
    assert standing.winners() == [0, 1]
    out = io.StringIO()
    Narrator(terminal(plain=True, file=out), you=0).end(standing)
    assert out.getvalue().splitlines()[-1] == "You and Player 2 share the win, with 10 points each."


def test_with_the_draw_pile_greedy_is_no_weaker() -> None:
    won: Counter[int] = Counter()
    for seed in range(at_least(10, 20)):
        seats: list[Player] = [GreedyPlayer(), RandomPlayer(luck(seed, "player 1"))]
        won.update(play(seats, seed, drawing=True).winners())
    assert won[0] > 9 * won[1]


@pytest.mark.parametrize(
    "words",
    ["", "add", "99", "pile Sea, pile Mill", "pile Sea pile Mill", "dance Sea", "add Sea Mill"],
)
def test_words_that_are_no_action(words: str) -> None:
    with pytest.raises(UsageError):
        parse_action(words, cards("Sea, Mill"))


@pytest.mark.parametrize("words", ["pile sea, add mill", "ADD the Mill pile Sea", "pile s,add m"])
def test_the_words_of_a_pair(words: str) -> None:
    assert parse_action(words, cards("Sea, Mill")) == Action(*cards("Sea, Mill"))


def test_a_round_is_announced_before_its_first_turn() -> None:
    shown = run("play", "--seed", "36", typed="quit\n").stdout  # player 1 begins
    assert shown.splitlines()[1:4] == [
        "Round 1 of 7. Points: You 0, Player 2 0.",
        "Type help for the commands, or suits for the condition of each suit.",
        "The pile: Ace of Moons; 19 cards to draw",
    ]


def test_the_other_commands() -> None:
    listed = run("deck").stdout
    assert all(card.name in listed for card in deck().cards)
    assert "Leaves: most different suits" in listed
    ruled = run("rulings").stdout
    assert all(f"{each.id}: " in ruled and each.why in ruled for each in rulings())
    watched = run("watch", "--seed", "4", "--players", "4")
    assert watched.exit_code == 0
    assert watched.stdout == run("watch", "--seed", "4", "--players", "4").stdout
    assert watched.stdout.count("puts aside") == 7
    assert watched.stdout.count("  The pile: ") > 20
    assert "  The pile: " not in run("watch", "--seed", "4", "--no-table").stdout
    assert run("play", "--players", "5").exit_code == 2


def test_no_code_names_a_card() -> None:
    names = {card.name for card in deck().cards if card.rank != 1} - {"End", "Sea"}
    paths = list((ROOT / "moonscrown").glob("*.py"))
    assert paths
    assert names
    for path in paths:
        words = path.read_text("utf-8").replace("add Author", "").replace("pile Sea", "")
        assert not [name for name in names if f'"{name}"' in words]
