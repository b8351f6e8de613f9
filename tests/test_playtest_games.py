"""Games of a playtest: independent of batches and processes, and counted correctly."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec
import pytest
from helpers import CLAY, WORDS, At, lay

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.playtest import runner
from moonflight_solo.playtest.observing.observer import CardInstruments, Observer, instruments_of
from moonflight_solo.playtest.paired import FARED
from moonflight_solo.playtest.plan import Plan, SeatPlan, TextFile, Treatment
from moonflight_solo.playtest.run import Run, run_of
from moonflight_solo.playtest.runner import (
    WorkUnit,
    in_processes,
    missing_units,
    play_batch,
    play_units,
)
from moonflight_solo.playtest.statistics import mean_share, share_of
from moonflight_solo.playtest.summaries.figures import Margin
from moonflight_solo.playtest.summaries.replays import ActFinder, endless, first_difference
from moonflight_solo.playtest.summaries.summarize import summarize
from moonflight_solo.playtest.tally import Tally, TallyKey, counts_by_key
from moonflight_solo.playtest.treatments import (
    LEAVING_OUT,
    Of,
    alternatives,
    with_ai_cards_beside,
    with_alternatives,
)
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Act, Question, Seat, Table

PLAN = Plan(seats=(SeatPlan(CLAY), SeatPlan(WORDS)), detail_every=4)
AMBIGUOUS = """\
jack: Words and Names
card: |
  PRE TURN
  ACTION
  1 – If “Call” in hand and “Talk” in hand OR “Teach” in hand play the highest cost card.
  2 – Pass
  POST TURN
  ACTION
  1 – Pass
rulings:
  - id: A-x
    words: If “Call” in hand and “Talk” in hand OR “Teach” in hand play the highest cost card.
    question: How do and and OR group?
    reads: If ("Call" in hand and "Talk" in hand) or "Teach" in hand, play the highest cost card.
    why: The first way is as good as any.
"""


def changed(plan: Plan = PLAN, **changes: object) -> Plan:
    return msgspec.structs.replace(plan, **changes)


def of_games(tally: Tally) -> dict[TallyKey, int]:
    """Return the counts of all games, without those of detailed games."""
    closely = {"detail", "detailed", "decided", "otherwise", "course"}
    closely |= {"games with", "parts", "squares", "upkeep"}
    return {
        key: tally[key]
        for key in tally
        if key[0] not in closely and key[2:] not in (("acts",), ("answers",))
    }


# ------------------------------------------------------------------------ the same again


def test_batches_of_any_size_in_any_order_and_processes_count_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In other processes, with other hashes, too: no hash decides anything."""
    plan = changed(seats=(SeatPlan(CLAY), SeatPlan(WORDS, "greedy")), round_limit=5)
    whole = play_batch(plan, 0, 8)
    units = [WorkUnit(5, 3), WorkUnit(0, 3), WorkUnit(3, 2)]
    merged = Tally()
    for unit in units:
        merged.merge(play_batch(plan, unit.first, unit.games))
    assert merged == whole
    spread = Tally()
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    done = list(play_units(plan, missing_units(plan, 8, [], 2), 2))
    for _, tally in done:
        spread.merge(tally)
    assert sorted(unit for unit, _ in done) == [WorkUnit(at, 2) for at in range(0, 8, 2)]
    assert spread == whole


def test_looking_closely_changes_no_game() -> None:
    """Observing a game, at every act and with every other reading asked, leaves it as it was."""
    none, every = (play_batch(changed(detail_every=n), 100, 5) for n in (0, 1))
    assert none[("detailed",)] == 0
    assert every[("detailed",)] == 5
    assert of_games(every) == of_games(none)


GOLDEN = {
    "wins": [33, 7],
    "acts": 9912,
    "rounds": 564,
    "scores": [233, 88],
    "bought": [432, 345],
    "followed": 9912,
}


def test_a_seeded_run_is_as_it_was() -> None:
    """Pinned, so that a change in how games go does not come unseen."""
    tally = play_batch(changed(detail_every=0), 0, 40)
    found = {
        "wins": [tally[("seat", seat, "won")] for seat in (0, 1)],
        "acts": tally[("acts",)],
        "rounds": sum(int(n) * count for n, count in tally.below("rounds").items()),
        "scores": [
            sum(int(n) * count for n, count in tally.below("seat", seat, "score").items())
            for seat in (0, 1)
        ],
        "bought": [sum(tally.below("seat", seat, "bought").values()) for seat in (0, 1)],
        "followed": sum(tally[key] for key in tally if key[-1] == "followed"),
    }
    assert found == GOLDEN


def test_a_process_that_is_ended_loses_nothing_but_itself() -> None:
    """What was yielded stands; the rest is told, and played again by whoever asks for it."""
    running = play_units(PLAN, missing_units(PLAN, 40, [], 1), 2)
    next(running)
    victim = multiprocessing.active_children()[0].pid
    assert victim is not None
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(MoonflightError, match="killed while it played"):
        list(running)
    assert not multiprocessing.active_children()


class UnreadableError(Exception):
    """One that another process cannot make again: it needs more than its message."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")


class LockedError(Exception):
    """One that cannot even leave its process."""

    def __init__(self) -> None:
        super().__init__("it holds a lock.")
        self.lock = Lock()


_ERRORS: dict[str, Callable[[], Exception]] = {
    "unreadable": lambda: UnreadableError("cards", "none left"),
    "locked": LockedError,
    "plain": lambda: ZeroDivisionError("by nothing"),
}


def _failing(name: str, unit: WorkUnit) -> Tally:
    """Play games, of which that of seed 7 fails; a process of its own imports this."""

    def fail(*given: object) -> None:
        if given[-1] == 7:
            raise _ERRORS[name]()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runner, "_play_seed", fail)
        return play_batch(PLAN, *unit)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("unreadable", "UnreadableError: cards: none left."),
        ("locked", "LockedError: it holds a lock."),
    ],
)
def test_an_error_that_cannot_leave_its_process_is_told(name: str, said: str) -> None:
    """Not as a process that was killed, but by its class, its message and the seed."""
    units = list(missing_units(PLAN, 8, [], 2))
    with pytest.raises(MoonflightError) as told:
        list(in_processes(partial(_failing, name), units, 2, lambda: None))
    assert str(told.value) == f"the game with seed 7: {__name__}.{said}"


def test_any_other_error_of_a_process_is_raised_as_it_was() -> None:
    units = list(missing_units(PLAN, 8, [], 2))
    with pytest.raises(ZeroDivisionError, match="by nothing") as told:
        list(in_processes(partial(_failing, "plain"), units, 2, lambda: None))
    assert told.value.__notes__ == ["the game with seed 7"]


# ------------------------------------------------------------------------ what is counted


def test_going_first_is_weighed_alike_for_every_seat() -> None:
    """A strong deck that begins more often, or always, is no advantage of going first."""
    tally = Tally()
    for name, count in (*(("first", 90), ("first won", 72), ("won", 80), ("later won", 8)),):
        tally.add(("seat", 0, name), 0, count)
    for name, count in (("first", 10), ("first won", 2), ("won", 20), ("later won", 18)):
        tally.add(("seat", 1, name), 0, count)
    tally.add(("games",), 0, 100)
    tally.add(("finished",), 0, 100)
    found = summarize(tally, PLAN).first_player
    assert found is not None
    assert found.wins.count == 74
    advantage = found.advantage
    assert advantage.difference == pytest.approx(0)  # 80 % and 20 %
    assert advantage.low is not None
    assert advantage.high is not None
    assert advantage.low < 0 < advantage.high
    assert found.bounds == advantage
    tally.add(("seat", 1, "first, unfinished"), 0, 10)  # lost to its beginner, or won
    left_open = summarize(tally, PLAN).first_player
    assert left_open is not None
    ends = [mean_share([(72, 90), (won, 20)]) for won in (2, 12)]
    assert left_open.bounds.low == pytest.approx(2 * ends[0].low - 1)
    assert left_open.bounds.high == pytest.approx(2 * ends[1].high - 1)
    always = changed(first=1)
    fixed = summarize(play_batch(always, 0, 3), always).first_player
    assert fixed is not None
    assert fixed.wins.of == 3
    assert fixed.advantage == Margin()


def test_wins_of_games_begun_by_others_lead_to_such_games() -> None:
    found = summarize(play_batch(PLAN, 0, 20), PLAN)
    run = run_of(PLAN)
    for number, seat in enumerate(found.seats):
        share = seat.when_not_first
        assert share.count == seat.wins.count - seat.when_first.count > 0
        assert share.examples
        for each in share.examples:
            settings = PLAN.settings(each.seed)
            table = run.set_up(settings, run.players(settings))
            assert table.first != number
            assert play(table, settings).winner == number


def test_what_is_counted_is_what_happened() -> None:
    """Against the outcomes of the same games, played one by one."""
    run = run_of(PLAN)
    wins: Counter[int | None] = Counter()
    rounds: Counter[int] = Counter()
    scores: Counter[tuple[int, int]] = Counter()
    firsts = 0
    turns: Counter[int | None] = Counter()
    for seed in range(20):
        settings = PLAN.settings(seed)
        table = run.set_up(settings, run.players(settings))
        first = table.first
        outcome = play(table, settings)
        wins[outcome.winner] += 1
        rounds[outcome.rounds] += 1
        turns[table.turned_in] += 1
        firsts += outcome.winner == first
        scores.update(enumerate(outcome.scores))
    found = summarize(play_batch(PLAN, 0, 20), PLAN)
    assert found.games == found.finished.count == 20
    assert [seat.wins.count for seat in found.seats] == [wins[0], wins[1]]
    assert found.first_player is not None
    assert found.first_player.wins.count == firsts
    assert {each.value: each.count for each in found.rounds.histogram} == rounds
    told = {each.value: each.count for each in found.turn.round.histogram}
    assert told == {number: count for number, count in turns.items() if number is not None}
    for number, seat in enumerate(found.seats):
        histogram = {each.value: each.count for each in seat.score.histogram}
        assert histogram == {s: n for (of, s), n in scores.items() if of == number}
        points = sum(card.points for card in seat.cards)
        assert points == sum(score * count for score, count in histogram.items())


def test_cards_bought_are_those_that_were_purchased() -> None:
    """By the events of the table, where every Purchase is told."""
    settings = PLAN.settings(3)
    run = run_of(PLAN)
    table = run.set_up(settings, run.players(settings))
    bought: Counter[tuple[int, str]] = Counter()

    def listen(event: Any) -> None:
        if event.kind == "purchase":
            for card in event.cards:
                bought[event.seat, card.flipped.name if card.turned else card.name] += 1

    table.listener = listen
    play(table, settings)
    tally = play_batch(PLAN, 3, 1)
    counted = {(key[1], key[3]): tally[key] for key in tally if key[2:3] == ("bought",)}
    assert sum(bought.values()) > 10
    assert counted == bought


def test_unfinished_games_and_their_seeds() -> None:
    plan = changed(round_limit=3, seed=50)
    found = summarize(play_batch(plan, 50, 25), plan)
    assert found.unfinished.count == 25
    assert [each.seed for each in found.unfinished.examples] == list(range(50, 70))
    assert str(found.unfinished.examples[0].command).endswith("--seed 50 --rounds 3 --why")
    assert found.seats[0].wins.of == 0
    assert found.rounds.mean is None
    assert [each.what for each in found.ended_by] == ["round limit"]


class Explained:
    """Follows a card, and counts its explanations of each line."""

    def __init__(self, follower: AICardPlayer, lines: Sequence[Any]) -> None:
        self.follower = follower
        self.lines = lines
        self.seen: Counter[tuple[int, str]] = Counter()

    def act(self, table: Table, seat: Seat) -> Act:
        for each in self.follower.explain(table, seat).considered:
            place = next(
                place
                for place, line in enumerate(self.lines)
                if (line.number, line.printed.turned) == (each.line, table.turned)
                and line.printed.section == "action"
            )
            self.seen[place, each.status] += 1
        return self.follower.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self.follower.choose(table, seat, question)


def test_lines_fare_as_the_explanations_of_the_same_games_say() -> None:
    """Looked at, and followed or blocked by what: the same as `ai step` and `--why` would say."""
    plan = changed(detail_every=1)
    run = run_of(plan)
    tally = play_batch(plan, 0, 4)
    seen: Counter[tuple[int, int, str]] = Counter()
    for seed in range(4):
        settings = plan.settings(seed)
        cards = [card for card in run.ai_cards if card is not None]
        players = [Explained(run.follower(card), card.lines) for card in cards]
        play(run.set_up(settings, players), settings)
        for number, player in enumerate(players):
            seen.update({(number, *key): count for key, count in player.seen.items()})
    counted = {
        (key[1], key[2], key[4]): tally[key]
        for key in tally
        if key[0] == "detail" and key[3] == "status" and not _is_reset(run, key)
    }
    assert counted == seen
    for seat, card in enumerate(run.ai_cards):
        assert card is not None
        for place, line in enumerate(card.lines):
            if line.printed.section == "action" and not line.printed.parent:
                of_line = {
                    s: n for (at, where, s), n in seen.items() if (at, where) == (seat, place)
                }
                assert tally[("line", seat, place, "looked at")] == sum(of_line.values())
                assert tally[("line", seat, place, "followed")] == of_line.get("followed", 0)


def _is_reset(run: Run, key: TallyKey) -> bool:
    card = run.ai_cards[int(key[1])]
    assert card is not None
    return card.lines[int(key[2])].printed.section == "reset"


# ------------------------------------------------------------------- on a table laid out


def looked(seat: int, *at: At, turned: bool = False, plan: Plan = PLAN) -> dict[TallyKey, int]:
    """Return the counts when a seat acts once on a table."""
    run = run_of(plan)
    card = run.ai_cards[seat]
    assert card is not None
    observer = Observer(CardInstruments(run, seat, card, alternatives(run)), run.follower(card))
    table = lay(*at, turned=turned)
    table.acting = seat
    observer.act(table, table.seats[seat])
    return counts_by_key(observer.counts())


def phrase_counts(counts: dict[TallyKey, int], seat: int, place: int, what: str) -> list[int]:
    """Return the counts of a line's phrases."""
    at = "detail", seat, place, "phrase"
    return sorted(int(key[4]) for key in counts if key[:4] == at and key[5] == what)


def test_a_phrase_is_decisive_when_flipping_it_would_change_the_condition() -> None:
    """Pre-Turn 4 of the second card: any one of three cards in hand."""
    one = looked(1, At(CLAY), At(WORDS, hand="Talk", coins=1))
    assert phrase_counts(one, 1, 3, "looked at") == [0, 1, 2]
    assert phrase_counts(one, 1, 3, "true") == [1]
    assert phrase_counts(one, 1, 3, "decisive") == [1]
    two = looked(1, At(CLAY), At(WORDS, hand="Talk, Call", coins=1))
    assert phrase_counts(two, 1, 3, "true") == [0, 1]
    assert phrase_counts(two, 1, 3, "decisive") == []
    none = looked(1, At(CLAY), At(WORDS, hand="Waste", coins=1))
    assert phrase_counts(none, 1, 3, "true") == []
    assert phrase_counts(none, 1, 3, "decisive") == [0, 1, 2]
    assert none[("detail", 1, 3, "status", "condition-false")] == 1


def test_of_a_list_the_first_possible_is_decisive() -> None:
    """Pre-Turn 5 of the second card: three targets, of which the second and third are there."""
    counts = looked(1, At(CLAY), At(WORDS, hand="Forget To Remember", in_play="Talk, Teach"))
    assert phrase_counts(counts, 1, 4, "looked at") == [0, 1, 2]
    assert phrase_counts(counts, 1, 4, "true") == [1, 2]
    assert phrase_counts(counts, 1, 4, "decisive") == [1]


def test_a_tie_decides_where_the_opposite_order_would_do_otherwise() -> None:
    """Two different cards of the same cost in hand tie; two copies of one card do not."""
    tie: TallyKey = ("decided", 0, "tie", "A-tie")
    assert looked(0, At(CLAY, hand="Bury, Rise Up"), At(WORDS))[tie] == 1
    assert tie not in looked(0, At(CLAY, hand="2 Bury"), At(WORDS))
    assert tie not in looked(0, At(CLAY, hand="Bury, Call The Living"), At(WORDS))


def test_a_card_without_a_line_to_follow_passes_by_default() -> None:
    plan = changed(
        ai_files=(own("PRE TURN\nACTION\n1 – Play “Call”.\nPOST TURN\nACTION\n1 – Pass"),)
    )
    counts = looked(1, At(CLAY), At(WORDS, hand="Talk"), plan=plan)
    assert counts[("decided", 1, "default", "A-pass")] == 1


def own(block: str, jack: str = WORDS) -> TextFile:
    lines = "\n".join(f"  {line}" for line in block.splitlines())
    return TextFile("own.yaml", f"jack: {jack}\ncard: |\n{lines}\n")


def test_another_reading_is_counted_where_it_would_act_otherwise() -> None:
    """Both readings of "A and B or C" as they are: with C alone in hand only one of them acts."""
    plan = changed(ai_files=(TextFile("ambiguous.yaml", AMBIGUOUS),))
    (number,) = [n for n, each in enumerate(alternatives(run_of(plan))) if each.ruling == "A-x"]
    key: TallyKey = ("otherwise", number, "acts")
    assert looked(1, At(CLAY), At(WORDS, hand="Teach"), plan=plan)[key] == 1
    for hand in ("Teach, Call", "Talk", "Call, Talk", "Waste"):
        assert key not in looked(1, At(CLAY), At(WORDS, hand=hand), plan=plan), hand


def test_another_choice_of_a_ruling_is_counted_where_it_would_act_otherwise() -> None:
    """Line 1 asks for six cards in hand, exactly or at least."""
    at = next(n for n, each in enumerate(alternatives(run_of(PLAN))) if each.ruling == "A-exact")
    key: TallyKey = ("otherwise", at, "acts")
    seven, six = "Call, Teach, 5 Waste", "Call, Teach, 4 Waste"
    assert looked(1, At(CLAY), At(WORDS, hand=seven), plan=PLAN)[key] == 1
    assert key not in looked(1, At(CLAY), At(WORDS, hand=six), plan=PLAN)


# ------------------------------------------------------------------------- other ways


def test_numbers_of_an_act_lead_to_that_act() -> None:
    """`watch --from ROUND.ACT` begins with the act that was counted."""
    plan = changed(detail_every=1)
    tally, run = play_batch(plan, 3, 1), run_of(plan)
    found = summarize(tally, plan, [WorkUnit(3, 1)], ActFinder(run))
    acts = _played_acts(run, 3)
    told = 0
    for card in found.ai_cards:
        for line in card.lines:
            if line.section != "action" or not line.counts or not line.followed.count:
                continue
            (example,) = line.followed.examples
            this = (card.seat, line.number, line.side == "post")
            first = next(at for at, *followed in acts if tuple(followed) == this)
            assert example.at == first, line
            assert example.command is not None
            assert example.command.endswith(f" --seed 3 --why --from {first}")
            told += 1
    assert told > 15


def _played_acts(run: Run, seed: int) -> list[tuple[str, int, str, bool]]:
    settings = run.plan.settings(seed)
    table = run.set_up(settings, run.players(settings))
    acts: list[tuple[str, int, str, bool]] = []
    in_round: Counter[int] = Counter()

    def listen(event: Any) -> None:
        if event.kind == "act":
            in_round[table.round] += 1
            at = f"{table.round}.{in_round[table.round]}"
            acts.append((at, event.seat + 1, event.line, table.turned))

    table.listener = listen
    play(table, settings)
    return acts


def test_what_other_players_do_is_measured_against_the_ai_card() -> None:
    plan = with_ai_cards_beside(seats(f"{CLAY}:greedy", WORDS))
    (other,) = plan.others
    tally = play_batch(plan, 0, 4)
    alone = play_batch(seats(CLAY, WORDS), 0, 4)
    won = sum(tally[("other", 0, "seat", 0, each, "won")] for each in FARED)
    assert won == alone[("seat", 0, "won")]
    assert other.label == "AI card for Clay and Bones"
    for plain_plan in (seats(CLAY, WORDS), seats(f"{CLAY}:greedy", f"{WORDS}:random")):
        assert with_ai_cards_beside(plain_plan) is plain_plan


def test_other_ways_are_played_on_the_same_seeds() -> None:
    """The pairs are the outcomes of the two plans by themselves, seed for seed."""
    other = Treatment(label="at least", what="ruling", rulings={"A-exact": "at-least"})
    plan = changed(others=(other,), detail_every=0)
    tally = play_batch(plan, 0, 15)
    alone = play_batch(changed(plan.with_treatment(other)), 0, 15)
    assert of_games(alone) != of_games(tally)
    for seat in (0, 1):
        cells = {
            (here, there): tally[("other", 0, "seat", seat, here, there)]
            for here in FARED
            for there in FARED
        }
        assert sum(cells.values()) == tally[("other", 0, "games")] == 15
        assert sum(cells[each, "won"] for each in FARED) == alone[("seat", seat, "won")]
        assert sum(cells["won", each] for each in FARED) == tally[("seat", seat, "won")]
    (found,) = summarize(tally, plan).others
    parted = [example.seed for example in found.examples]
    assert parted
    assert all(first_difference(plan.ways, seed) for seed in parted)


def test_the_same_way_twice_never_comes_out_otherwise() -> None:
    other = Treatment(label="the same", what="ruling", rulings={"A-exact": "exactly"})
    plan = changed(others=(other,), detail_every=0)
    (found,) = summarize(play_batch(plan, 0, 6), plan).others
    assert found.came_out_otherwise.count == 0
    assert first_difference(plan.ways, 0) is None
    assert len(found.seats) == 2
    for seat in found.seats:
        assert seat.win_difference.difference == 0
        # Six differences of 0 do not tell how far off those of other games may be.
        assert seat.score_difference == Margin(difference=0)


def test_the_price_of_every_other_reading_and_ruling() -> None:
    plan = with_alternatives(
        changed(ai_files=(TextFile("ambiguous.yaml", AMBIGUOUS),), detail_every=0)
    )
    names = [each.treatment.label for each in alternatives(run_of(plan))]
    assert [other.label for other in plan.others] == names
    found = summarize(play_batch(plan, 0, 2), plan).otherwise
    assert [each.label for each in found] == names
    assert [each.price and each.price.label for each in found] == names
    assert "A-x" in [each.ruling for each in found]


def test_a_game_with_another_ruling_can_be_shown_but_not_one_with_another_reading() -> None:
    plan = with_alternatives(changed(detail_every=0))
    others = summarize(play_batch(plan, 3, 1), plan).others  # a game that comes out otherwise
    commands = {other.what: other.examples[0].other_command for other in others if other.examples}
    assert commands["reading"] is None
    assert str(commands["ruling"]).endswith(" --seed 3 --ruling A-exact=at-least --why")


# ------------------------------------------------------------------ other players, Score Mode


def seats(*words: str) -> Plan:
    split = [each.partition(":") for each in words]
    return changed(
        seats=tuple(SeatPlan(jack, player or "ai") for jack, _, player in split), detail_every=0
    )


def test_a_mirror_match_of_random_players_is_even() -> None:
    """Same Jack, same player, First Player at random: either seat wins half of the games."""
    tally = play_batch(seats(f"{CLAY}:random", f"{CLAY}:random"), 0, 60)
    finished = tally[("finished",)]
    wins = [tally[("seat", number, "won")] for number in (0, 1)]
    assert sum(wins) == finished > 50
    even = share_of(wins[0], finished)
    assert even.low <= 0.5 <= even.high
    began = tally[("seat", 0, "first")]
    lot = share_of(began, finished)
    assert lot.low <= 0.5 <= lot.high


@pytest.mark.parametrize("words", ["search=1", "greedy", "random"])
def test_every_player_plays_and_is_seeded(words: str) -> None:
    plan = changed(seats(CLAY, f"{WORDS}:{words}"), round_limit=2)
    tally = play_batch(plan, 5, 1)
    assert play_batch(plan, 5, 1) == tally
    assert [card.seat for card in summarize(tally, plan).ai_cards] == [1]


@pytest.mark.parametrize("player", ["ai", "random", "greedy"])
def test_score_mode(player: str) -> None:
    plan = changed(seats(f"{CLAY}:{player}"), score_mode=True)
    found = summarize(play_batch(plan, 0, 12), plan)
    assert found.first_player is None
    assert sum(rank.count for rank in found.ranks) == found.finished.count == 12
    assert {each.what for each in found.ended_by} <= {"end", "score-mode end"}
    with pytest.raises(UsageError, match="one Jack alone"):
        run_of(changed(score_mode=True))


def test_an_ai_card_takes_from_the_turn_stack_first() -> None:
    """Ruling A-tokens; so the Turn comes in round 8 at the latest."""
    plan = changed(seats(CLAY), score_mode=True)
    tally = play_batch(plan, 0, 12)
    turns = tally.below("turn")
    assert sum(turns.values()) == 12
    assert max(int(number) for number in turns) <= 8


# ----------------------------------------------------------------------------- what is wrong


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        (changed(words="0"), "begun with other printed data"),
        (changed(seats=(SeatPlan("Nobody"),)), 'no Jack is called "Nobody"'),
        (seats(CLAY, f"{WORDS}:clever"), 'no player is called "clever"'),
        (changed(edition="first"), "there is no edition"),
        (changed(rulings={"A-exact": "perhaps"}), 'has no choice "perhaps"'),
        (changed(ai_files=(own("PRE TURN\nACTION\n1 – Pass"),) * 2), "two of the AI cards"),
    ],
)
def test_plans_that_cannot_be_played(plan: Plan, message: str) -> None:
    with pytest.raises(MoonflightError, match=message):
        run_of(plan)


def test_the_seed_of_a_game_that_fails_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def act(self: AICardPlayer, table: Table, seat: Seat) -> Act:
        raise MoonflightError("it cannot go on.")

    monkeypatch.setattr(AICardPlayer, "act", act)
    monkeypatch.setattr(AICardPlayer, "written", lambda self, table: None)
    with pytest.raises(MoonflightError, match="the game with seed 7: it cannot go on"):
        play_batch(changed(detail_every=0), 7, 1)


@pytest.fixture(autouse=True)
def _fresh_instruments() -> Iterator[None]:
    yield
    instruments_of.cache_clear()


def test_files_are_taken_along_by_their_text(tmp_path: Path) -> None:
    """Nothing is read from the file again once the plan is made."""
    path = tmp_path / "card.yaml"
    path.write_text(AMBIGUOUS, "utf-8")
    plan = changed(ai_files=(TextFile.read(path),), detail_every=0)
    path.unlink()
    assert play_batch(plan, 0, 1)[("games",)] == 1
    assert "ambiguous" not in plan.ai_files[0].name


# -------------------------------------------------------------------------- what is said


def test_the_documented_keys_are_those_of_the_summary() -> None:
    page = (Path(__file__).parent.parent / "docs" / "playtest-reference.md").read_text("utf-8")
    table = page.split("| key | what it holds |")[1].split("\n\n")[0]
    rows = [line.split("|")[1].strip().strip("`") for line in table.splitlines()[2:]]
    found = msgspec.to_builtins(summarize(play_batch(PLAN, 0, 4), PLAN))
    assert rows == list(found)
    words = page.partition("## The JSON")[2]
    seat, card = found["seats"][0], found["ai_cards"][0]
    line = card["lines"][0]
    for part in (
        *(found["plan"], found["rounds"], found["finished"], found["turn"], found["first_player"]),
        *(seat, seat["cards"][0], card, line, line["detail"], line["detail"]["phrases"][0]),
        *(found["otherwise"][0], found["otherwise"][0]["seats"][0], found["detailed_acts"][0]),
    ):
        known = {"title", "player", "jack", "seat", "suit", "label", "line", "choice", "side"}
        assert [key for key in part if f"`{key}`" not in words and key not in known] == []


def test_what_goes_on_in_a_game_without_an_end() -> None:
    """From that round on no other line is followed; the round before, one was."""
    plan = changed(detail_every=0)
    found = endless(run_of(plan), 75)
    assert found.rounds == plan.round_limit
    assert 1 < found.since < found.rounds
    acts = Counter[tuple[int, str, str]]()
    before = set()
    for at, seat, line, turned in _played_acts(run_of(plan), 75):
        number = int(at.split(".")[0])
        if number >= found.since:
            acts[seat, "post" if turned else "pre", line] += 1
        elif number == found.since - 1:
            before.add((seat, "post" if turned else "pre", line))
    assert {(each.seat, each.side, each.number): each.acts for each in found.lines} == acts
    assert not before <= acts.keys()
    (told, *_) = summarize(play_batch(plan, 75, 1), plan, [WorkUnit(75, 1)]).endless
    assert told == found
    ended = found.ends_without
    assert 0 < len(ended) <= found.tried
    kinds: tuple[Of, ...] = ("items", "lines")
    ways = {way.label: way for of in kinds for way in LEAVING_OUT[of](run_of(plan))}
    for label in ended[:2]:
        other = run_of(plan.with_treatment(ways[label]))
        settings = other.plan.settings(75)
        assert play(other.set_up(settings, other.players(settings)), settings).finished


def test_another_reading_of_a_reset_line_is_not_called_like_one_of_an_act() -> None:
    """What is called alike is played once only: line 1 of Reset was called as line 1 is."""
    words = "If “Call” in hand and “Talk” in hand OR “Teach” in hand"
    line = f"  2 – Pass\n  RESET\n  1 – {words} retain “Call”.\n  POST"
    ruling = AMBIGUOUS[AMBIGUOUS.index("  - id: A-x") :].replace("A-x", "A-nothing")
    ruling = ruling.replace("play the highest cost card", "retain “Call”")
    reset = AMBIGUOUS.replace("  2 – Pass\n  POST", line) + ruling
    plan = changed(ai_files=(TextFile("mine.yaml", reset),))
    labels = [each.treatment.label for each in alternatives(run_of(plan)) if each.seat == 1]
    assert "seat 2 pre 1, reading 2" in labels
    assert "seat 2 pre Reset 1, reading 2" in labels


def test_a_plan_is_told_by_its_own_names_whatever_was_played_before() -> None:
    typed = [("clay", "words"), ("clay-and-bones", "words-and-names")]
    plans = [changed(seats=tuple(map(SeatPlan, (CLAY, WORDS), ("ai",) * 2, two))) for two in typed]
    assert plans[0].digest() == plans[1].digest()
    for plan, names in zip(plans, typed, strict=True):
        found = summarize(play_batch(plan, 0, 1), plan).plan.command
        assert found.split()[2:4] == list(names)
