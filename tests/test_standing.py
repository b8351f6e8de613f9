"""The standing, certain outcomes of acts, and the numbers of acts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from helpers import CLAY, EDITIONS, WORDS, At, Script, lay, saying
from msgspec.structs import replace

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli.game.habits import Habits
from moonflight_solo.cli.game.numbered_acts import ActLine, Numbers, building
from moonflight_solo.cli.game.prompts import prompt_for
from moonflight_solo.cli.game.reset_form import ResetForm
from moonflight_solo.cli.output.render import render
from moonflight_solo.cli.output.screen import without_repetitions
from moonflight_solo.cli.output.sentences import standing_lines
from moonflight_solo.cli.output.standing import CardsLeft, Standing, standing
from moonflight_solo.cli.output.terminal import PRETTY
from moonflight_solo.cli.output.view import ActView, LogLine, act_views, view
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import outcome
from moonflight_solo.rules.foresight import foreseen
from moonflight_solo.rules.game import Settings, action, set_up
from moonflight_solo.rules.notation import NotationError, notation
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.redealing import determinize
from moonflight_solo.rules.reset import reset
from moonflight_solo.rules.state import Act, Question, Seat, Table
from moonflight_solo.scoremode import END, TURN, ScoreMode


class Watched(AICardPlayer):
    """An AI player that keeps a copy of the table at each of its acts."""

    seen: list[Table]
    asked: list[Standing]

    def act(self, table: Table, seat: Seat) -> Act:
        self.seen.append(table.copy(table.players, Random(0)))
        return super().act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        self.asked.append(standing(table, seat.number, question))
        return super().choose(table, seat, question)


def moments(*jacks: str, seed: int, edition: str = "prototype") -> Iterator[list[Table]]:
    """Yield the tables at the first seat's acts, one list per round, each before its Reset."""
    known = catalogue(edition)
    first = Watched(load_ai_card(jacks[0], known), known)
    first.seen, first.asked = [], []
    others = [AICardPlayer(load_ai_card(jack, known), known) for jack in jacks[1:]]
    table = set_up(Settings(jacks, seed, edition), known, [first, *others])
    if not others:
        table.variant = ScoreMode(table)
    while not table.ended_by and table.round < 40:
        action(table)
        yield [*first.seen, table]
        first.seen.clear()
        first.asked.clear()
        reset(table)
        # Whatever is asked in Reset, it is known by then whether the End comes.
        ends = table.ended_by in ("end", "score-mode end")
        assert all(told.ending is ends for told in first.asked) or not others


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("jacks", [(CLAY, WORDS), (WORDS, CLAY, WORDS)])
def test_nothing_is_told_that_rests_on_hidden_cards(jacks: tuple[str, ...], edition: str) -> None:
    """With the hidden cards dealt anew the same is seen, and the same foreseen."""
    told = 0
    for tables in moments(*jacks, seed=3, edition=edition):
        for table in tables[::3]:
            other = table.copy(table.players, Random(1))
            determinize(other, other.seats[0], Random(2))
            assert view(other, 0) == view(table, 0)
            seat = table.seats[0]
            for act in legal_acts(table, seat):
                words = notation(act, table, seat)
                same = next(
                    each
                    for each in legal_acts(other, other.seats[0])
                    if notation(each, other, other.seats[0]) == words
                )
                found = foreseen(act, table, seat)
                assert foreseen(same, other, other.seats[0]) == found
                told += found.coins > 0 or found.nothing or bool(found.lost)
    assert told > 20


@pytest.mark.parametrize("jacks", [(CLAY, WORDS), (WORDS, CLAY)])
def test_what_is_foreseen_comes(jacks: tuple[str, ...]) -> None:
    kinds = set()
    for tables in moments(*jacks, seed=5):
        for table in tables[::2]:
            for act in legal_acts(table, table.seats[0]):
                found = foreseen(act, table, table.seats[0])
                copy = table.copy(table.players, Random(7))
                seat = copy.seats[0]
                before = len(seat.trash_stack), seat.coins, len(seat.hand)
                if not isinstance(act, Play):
                    continue
                act.perform(copy, seat)
                if found.coins or found.nothing:
                    kinds.add("coins" if found.coins else "nothing")
                    after = len(seat.trash_stack), seat.coins - found.coins, len(seat.hand) + 1
                    assert before == after
                for card in found.lost:
                    kinds.add("lost")
                    assert card in seat.trash_stack
    assert {"coins", "nothing"} <= kinds


@pytest.mark.parametrize("supply", ["", "6 Dig"])
def test_nothing_is_said_to_be_covered_where_nothing_can_be_dealt(supply: str) -> None:
    table = lay(
        At(CLAY, hand="2 Coin", supply=supply), At(WORDS, supply=""), turned=True, generic=[""] * 5
    )
    seat = table.seats[0]
    retain = Question("retain", seat.hand, seat.hand, least=0, most=1)
    later = ResetForm(Habits()).later(retain, view(table, 0), table, seat)
    assert bool(later) is bool(supply)


def test_at_the_end_enter_keeps_the_cards_that_score_most() -> None:
    # The other player draws their last cards in this Reset, where the deck is short.
    held = "Coin, Danse Macabre, Wake The Dead, Wake The Dead"
    for deck, kept in (("2 Coin", "Wake The Dead, Wake The Dead #2"), ("9 Coin", "none")):
        table = lay(At(CLAY, hand=held, deck="9 Coin"), At(WORDS, deck=deck), turned=True)
        seat = table.seats[0]
        retain = Question("retain", seat.hand, seat.hand, least=0, most=2)
        assert prompt_for(retain, table, seat).default_words == kept
        order = Question("order", seat.hand, seat.hand, least=4, most=4)
        later = ResetForm(Habits()).later(order, view(table, 0), table, seat)
        assert all(each.default_words != "none" for each in later[:1]) is (kept != "none")


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("jacks", [(CLAY, WORDS), (WORDS, WORDS), (CLAY, WORDS, CLAY), (WORDS,)])
def test_what_the_standing_says_of_reset_comes(jacks: tuple[str, ...], edition: str) -> None:
    """When everyone has passed, it is certain whether Turn and End come, and at times who wins."""
    ends, turns, winners = 0, 0, 0
    for seed in range(6):
        told = None
        for *_, table in moments(*jacks, seed=seed, edition=edition):
            if told is not None:
                assert not told.ending, (seed, table.round)
                comes = told.turns or told.deals is None
                # Alone, the last token of the Turn stack may have been taken.
                assert table.turned == comes or (table.turned and told.tokens == 1)
                turns += told.turns
            told = standing(table, 0)
        assert told is not None
        assert told.ending is bool(table.ended_by), seed
        ends += told.ending
        if told.ending and told.winner:
            winner = outcome(table).winner
            assert winner is not None
            assert table.title(winner) == told.winner, seed
            winners += 1
    assert ends
    assert turns or len(jacks) == 1
    assert winners or jacks != (CLAY, WORDS)


@pytest.mark.parametrize(
    ("mine", "theirs", "close"),
    [
        ((0, 7), (2, 2), True),
        ((2, 2), (2, 2), True),
        ((3, 7), (2, 2), False),
        ((1, 4), (4, 9), True),
    ],
)
def test_a_tie_that_may_come_is_told_with_what_wins_it(
    mine: tuple[int, int], theirs: tuple[int, int], close: bool
) -> None:
    left = (CardsLeft("Clay", 5, 5, True, *mine, 3), CardsLeft("Words", 9, 5, False, *theirs, 3))
    stands = Standing(0, None, None, (), turns=False, dealt=False, left=left)
    assert stands.ending
    assert ("Most coin tokens would win a tie." in standing_lines(stands)) is close
    seen = replace(view(lay(At(CLAY), At(WORDS), turned=True), 0), standing=stands)
    rows = " ".join(row.plain for row in render(seen, 80, PRETTY))
    assert ("most coin tokens win a tie" in rows) is close


@pytest.mark.parametrize(("left", "token", "told"), [(1, TURN, 12), (1, END, 12), (2, TURN, 8)])
def test_the_last_turn_token_leaves_open_which_ends_score(left: int, token: str, told: int) -> None:
    """Score Mode: "when the "Turn" stack is empty immediately trigger the Turn", before the End is
    looked for; the player may take from the other stack."""
    table = lay(At(CLAY, deck="4 Call The Living, Bury"), players=[Script(token=token)])
    table.variant = mode = ScoreMode(table)
    mode.turn = left
    found = standing(table, 0)
    assert [(each.least, each.most) for each in found.left] == [(8, told)]
    reset(table)
    assert (found.ending, table.ended_by) == (True, "end")
    assert outcome(table).scores == (12 if left == 1 and token == TURN else 8,)


def test_a_turn_token_left_after_the_turn_leaves_nothing_open() -> None:
    """Ruling S-empty: nothing more happens when the last of them goes."""
    table = lay(At(CLAY, deck="4 Wake The Dead"), turned=True)
    table.variant = mode = ScoreMode(table)
    mode.turn = 1
    assert [(each.least, each.most) for each in standing(table, 0).left] == [(12, 12)]


# -- the numbers acts are typed by


def listed(table: Table, numbers: Numbers) -> dict[int, str]:
    """Return the acts of the first seat by number, and of Builds the card built on."""
    seat = table.seats[0]
    acts = list(legal_acts(table, seat))
    told = [re.sub("(?<=build ).* on ", "on ", notation(act, table, seat)) for act in acts]
    found = numbers.of(acts, seat, table.round)
    meant = dict(zip(found, told, strict=True))
    assert len(meant) == len(set(told))
    return meant


@pytest.mark.parametrize("jacks", [(CLAY, WORDS), (WORDS, CLAY, WORDS, CLAY)])
def test_a_number_means_the_same_all_round(jacks: tuple[str, ...]) -> None:
    numbers = Numbers()
    for tables in moments(*jacks, seed=2):
        meant: dict[int, str] = {}
        for table in tables[:-1]:
            for number, words in listed(table, numbers).items():
                what = words.partition(" #")[0]
                if number == 0:
                    assert words == "pass"
                elif number > 30 or number < 11:
                    assert meant.setdefault(number, what) == what
                else:
                    assert words.startswith("shop ")


@pytest.mark.parametrize(
    ("in_play", "typed", "built"),
    [
        ("Lesson, Oeuvre", "1 on 41", "Waste on Lesson"),
        ("Lesson, Oeuvre", "co on 42", "Coin on Oeuvre"),
        ("Lesson, Lesson", "waste on 42", "Waste on Lesson #2"),
        ("Oeuvre", "2", "Coin on Oeuvre"),
        ("Oeuvre, Lesson", "1 on oeu, 2 on less", "Waste on Oeuvre, Coin on Lesson"),
    ],
)
def test_what_is_built_has_the_numbers_of_the_table(in_play: str, typed: str, built: str) -> None:
    table = lay(At(WORDS, hand="Waste, Coin", in_play=in_play), At(CLAY))
    seat = table.seats[0]
    acts = list(legal_acts(table, seat))
    listed = act_views(acts, Numbers().of(acts, seat, 1), table, seat)
    act = building(typed, listed, seat)
    assert notation(act, table, seat) == f"build {built}"
    assert act.why_illegal(table, seat) is None


def test_the_number_of_a_card_to_build_on_is_no_act() -> None:
    table = lay(At(WORDS, hand="Waste, Coin", in_play="Lesson"), At(CLAY))
    with pytest.raises(NotationError, match='type the card too: "build Coin on 41"'):
        line_of(table, "41")


def test_a_card_keeps_its_number_while_others_go() -> None:
    table = lay(At(CLAY, hand="Coin, Waste, Bury", coins=5), At(WORDS))
    numbers = Numbers()
    before = listed(table, numbers)
    assert [before[number] for number in (1, 2, 3)] == ["play Coin", "play Waste", "play Bury"]
    table.seats[0].hand.pop(0)
    after = listed(table, numbers)
    assert 1 not in after
    assert [after[number] for number in (2, 3)] == ["play Waste", "play Bury"]


def test_the_ability_of_a_jack_keeps_its_numbers() -> None:
    """Jack o' Names had 41 where Jack o' Words had had 31, with cards to Build on there first."""
    for seat, in_play, cards in ((WORDS, "Lesson", ""), (CLAY, "Grave Robber", "Waste, ")):
        table, numbers = (
            lay(
                At(seat, hand=f"{cards}Coin", in_play=in_play), At(CLAY if seat == WORDS else WORDS)
            ),
            Numbers(),
        )
        listed(table, numbers)
        for placed in (*table.seats[0].in_play, table.seats[0].character):
            placed.card = placed.card.flipped
        table.turned, table.seats[0].coins = True, 1
        spent = [n for n, act in listed(table, numbers).items() if "with Jack o' " in act]
        assert 31 in spent
        assert all(number in range(31, 41) for number in spent)


# -- several acts in a line


def line_of(table: Table, words: str) -> tuple[ActLine, list[str]]:
    """Type a line at the first seat; return it, and the acts it produces."""
    line, numbers, done = ActLine(), Numbers(), []
    seat = table.seats[0]

    def views() -> list[ActView]:
        acts = list(legal_acts(table, seat))
        return act_views(acts, numbers.of(acts, seat, table.round), table, seat)

    line.type(words, views(), table, seat)
    while (act := line.next(views(), table, seat)) is not None:
        done.append(notation(act, table, seat))
        act.perform(table, seat)
    return line, done


def test_several_acts_are_done_one_after_another() -> None:
    table = lay(At(CLAY, hand="Coin, Coin, Waste", coins=0, market=("Bury", "", "")), At(WORDS))
    _, done = line_of(table, "1 1, 2 11")
    assert done == ["play Coin", "play Coin", "play Waste", "shop Bury"]


def test_a_line_ends_where_a_number_has_come_to_mean_something_else() -> None:
    table = lay(At(CLAY, hand="Coin, Waste", coins=4, market=("Bury, Rise Up", "", "")), At(WORDS))
    with pytest.raises(NotationError, match="11 cannot be done now: Bury lies there now"):
        line_of(table, "11 11")
    why = "1 cannot be done now: Coin is not in hand. The rest of the line was ignored"
    with pytest.raises(NotationError, match=why):
        line_of(table, "1 1 2")
    why = "18, Wealth, cannot be bought now: that costs 7 coin tokens and you have"
    with pytest.raises(NotationError, match=why):
        line_of(table, "18")
    with pytest.raises(NotationError, match="no act has the number 77"):
        line_of(table, "0 77")


def test_what_cannot_be_done_any_more_is_told_why() -> None:
    table = lay(At(WORDS, hand="Coin", coins=1), At(CLAY))
    seat, numbers, line = table.seats[0], Numbers(), ActLine()
    acts = list(legal_acts(table, seat))
    listed = act_views(acts, numbers.of(acts, seat, 1), table, seat)
    line.offer(listed, 1)
    seat.coins = 0
    seat.hand.clear()
    for number, why in (
        (1, "1, play Coin, cannot be done now: Coin is not in hand."),
        (31, "31, spend 1 coin token with Jack o' Words, cannot be done now: .*coin token"),
        (32, "no act has the number 32 now"),
    ):
        with pytest.raises(NotationError, match=why):
            line.type(str(number), [], table, seat)
    line.offer([], 2)
    with pytest.raises(NotationError, match="no act has the number 31"):
        line.type("31", [], table, seat)


def test_a_card_that_trashes_the_hand_is_asked_for_twice() -> None:
    table = lay(At(WORDS, hand="Hear, Understand"), At(CLAY), turned=True)
    seat, line, numbers = table.seats[0], ActLine(), Numbers()
    acts = list(legal_acts(table, seat))
    views = act_views(acts, numbers.of(acts, seat, table.round), table, seat)
    hear = next(act for act in views if act.notation == "play Hear")
    assert [card.name for card in hear.foreseen.lost] == ["Understand"]
    line.type(str(hear.number), views, table, seat)
    with pytest.raises(NotationError, match="play Hear would Trash Understand from your hand"):
        line.next(views, table, seat)
    assert line.next(views, table, seat) is None
    line.type(str(hear.number), views, table, seat)
    assert line.next(views, table, seat) is hear.act


def test_a_card_that_trashes_only_what_scores_nothing_is_not_asked_for_twice() -> None:
    table = lay(At(WORDS, hand="Hear, Riches"), At(CLAY), turned=True)
    seat, line = table.seats[0], ActLine()
    acts = list(legal_acts(table, seat))
    views = act_views(acts, Numbers().of(acts, seat, table.round), table, seat)
    hear = next(act for act in views if act.notation == "play Hear")
    line.type(str(hear.number), views, table, seat)
    assert line.next(views, table, seat) is hear.act


def test_what_recurs_is_told_once_and_only_the_last_pass() -> None:
    you, coin, buys = "You pass.", "Words plays Coin.", "Words buys Talk."
    told = [LogLine(you, "pass", 0), LogLine(coin, "act", 1), LogLine(you, "pass", 0)]
    told += [LogLine(coin, "act", 1), LogLine(buys, "act", 1), LogLine(coin, "act", 1)]
    told += [LogLine(you, "pass", 0), LogLine("Words passes.", "pass", 1)]
    assert [line.words for line in without_repetitions(told)] == [
        "Words plays Coin (2 times).",
        buys,
        coin,
        you,
        "Words passes.",
    ]


def test_acts_that_recur_in_turn_are_told_once() -> None:
    mine, theirs = LogLine("You play Coin.", "act", 0), LogLine("Words plays Coin.", "act", 1)
    buys, passes = LogLine("Words buys Talk.", "act", 1), LogLine("You pass.", "pass", 0)
    told = [passes, mine, theirs, mine, theirs, mine, buys]
    assert [line.words for line in without_repetitions(told)] == [
        *("You pass.", "You play Coin (2 times).", "Words plays Coin (2 times)."),
        *("You play Coin.", "Words buys Talk."),
    ]


def test_a_hand_limit_that_grows_counts_with_what_stays_in_play() -> None:
    """Ruling G-limit: the limit is taken when all that leaves play has left."""
    table = lay(At(WORDS, hand="Waste", deck="9 Waste", in_play="Oeuvre + Waste + Waste"), At(CLAY))
    placed = table.seats[0].in_play[0]
    placed.card = saying("Hand limit +1 per card Settled on this card")
    assert standing(table, 0).left[0].limit == 7
    placed.settled.clear()
    assert standing(table, 0).left[0].limit == 5


def test_long_names_are_cut_before_it_is_left_out_whether_this_reset_deals() -> None:
    table = lay(At(CLAY, deck="9 Coin", supply="7 Bury"), At(WORDS, deck="6 Coin", supply="9 Call"))
    rows = [line.plain.rstrip() for line in render(view(table, 0), 100, PRETTY, 30)]
    assert rows[-1].endswith(
        " Turn in 3 deals (none this Reset) · cards to the End: you 4 · Words 1"
    )
