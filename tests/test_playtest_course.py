"""The course of games, and how players of every kind use the decks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import exp
from operator import mul

import msgspec
import pytest
from command_line import run
from helpers import CLAY, WORDS, At, lay

from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.observing.course import Course
from moonflight_solo.playtest.paired import PairedResults
from moonflight_solo.playtest.plan import Plan, SeatPlan
from moonflight_solo.playtest.player_kinds import AI, LEVELS, ladder_steps
from moonflight_solo.playtest.players import value
from moonflight_solo.playtest.report.sections import DataTable, sections
from moonflight_solo.playtest.run import run_of
from moonflight_solo.playtest.runner import play_batch
from moonflight_solo.playtest.statistics import difference_of_shares, point_for
from moonflight_solo.playtest.summaries.figures import Margin
from moonflight_solo.playtest.summaries.summarize import summarize
from moonflight_solo.playtest.summaries.summary import Summary
from moonflight_solo.playtest.tally import Tally
from moonflight_solo.playtest.treatments import with_players
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome, points_held
from moonflight_solo.rules.game import play
from moonflight_solo.rules.state import Act, CardInPlay, Player, Question, Seat, Table

BOTH = Plan(seats=(SeatPlan(CLAY), SeatPlan(WORDS)), detail_every=1)
UNSEEN = msgspec.structs.replace(BOTH, detail_every=0)
# Greedy players against one another would go on for 200 rounds.
SHORT = msgspec.structs.replace(UNSEEN, round_limit=25)


@pytest.fixture(scope="module")
def found() -> Summary:
    return summarize(play_batch(BOTH, 0, 8), BOTH)


# ------------------------------------------------------------------------ how a game goes


def watched(seed: int) -> tuple[Course, list[list[int]], Outcome]:
    """Return the course of a game, each seat's points after each round, and the outcome."""
    way, standing = run_of(BOTH), dict[int, list[int]]()
    settings, course_ = way.plan.settings(seed), Course(seed)
    seated = course_.with_watchers([_Noting(each, standing) for each in way.players(settings)])
    table = way.set_up(settings, seated)
    course_.begin(table)
    outcome = play(table, settings)
    return course_, [owns for number, owns in standing.items() if number > 1], outcome


class _Noting:
    """Wraps a player and records each seat's points when a round begins."""

    def __init__(self, player: Player, standing: dict[int, list[int]]) -> None:
        self._player, self._standing = player, standing

    def act(self, table: Table, seat: Seat) -> Act:
        self._standing.setdefault(table.round, list(points_held(table)))
        return self._player.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self._player.choose(table, seat, question)


@pytest.mark.parametrize("seed", [0, 3, 6])
def test_who_is_ahead_when(seed: int) -> None:
    course_, standing, outcome = watched(seed)
    winner = outcome.winner
    assert winner is not None
    leaders = [None if one == two else int(two > one) for one, two in standing]
    some = [each for each in leaders if each is not None]
    some.append(winner)  # who has the lead at the End
    assert course_.changes(winner) == sum(a != b for a, b in pairwise(some))
    rounds = len(standing) + 1
    ahead = [at for at in range(1, rounds) if all(each == winner for each in leaders[at - 1 :])]
    first = ahead[0] if ahead else rounds
    tenth = 0 if first == 1 else min(10, -(-10 * (first - 1) // rounds))
    tally = Tally()
    course_.count(tally, seed, outcome)
    assert tally.below("course", "clear") == {tenth: 1}


def test_all_cards_but_the_trash_are_owned() -> None:
    """At the start everybody owns the same starter cards."""
    settings = BOTH.settings(0)
    table = run_of(BOTH).set_up(settings, run_of(BOTH).players(settings))
    one, two = points_held(table)
    assert one == two
    seat = table.seats[0]
    card = max(seat.supply, key=lambda card: card.flipped.score)
    assert card.flipped.score
    seat.discard_stack.append(card)
    assert list(points_held(table)) == [one + card.flipped.score, two]
    seat.trash_stack.append(seat.discard_stack.pop())
    assert list(points_held(table)) == [one, two]
    worth = card.flipped.score
    seat.in_play.append(CardInPlay(card, [card, card]))
    assert list(points_held(table)) == [one + 3 * worth, two]
    seat.in_play[-1].foreign = ((1, 1),)  # the upper one is the opponent's
    assert list(points_held(table)) == [one + 2 * worth, two + worth]


def test_what_is_told_of_how_games_go(found: Summary) -> None:
    told = found.course
    assert told is not None
    finished = found.finished.count
    assert told.lead_changes.games == told.clear_since.games == finished
    assert [each.tenths for each in told.ahead] == [*range(1, 10)] * 2
    for one, two in zip(told.ahead[:9], told.ahead[9:], strict=True):
        assert (one.seat, two.seat) == (1, 2)
        assert one.of + two.of <= finished
        assert one.count + two.count <= finished
    for seat in found.seats:
        freed = [each for each in told.set_free if each.seat == seat.seat]
        assert 0 < sum(each.of for each in freed) <= finished  # some end before the Turn
        assert 0 < sum(each.count for each in freed) <= seat.wins.count
    assert (told.choices.low, told.choices.high) == (None, None)  # acts of a game are alike
    assert all(each.low is None for each in told.emptied)
    assert "bought by its owner" in [each.what for each in told.emptied]
    assert "The lead changed" in " ".join(map(str, told_in(found, "How the games go")))
    assert summarize(play_batch(UNSEEN, 0, 2), UNSEEN).course is None


def test_a_leader_is_counted_with_its_own_seat(found: Summary) -> None:
    """Of unequal decks, how often "the leader" wins is mostly how often its deck does."""
    led, won = Counter[tuple[int, int]](), Counter[tuple[int, int]]()
    for seed in range(8):
        _, standing, outcome = watched(seed)
        winner = outcome.winner
        for tenth in range(1, 10):
            at = tenth * (len(standing) + 1) // 10
            if winner is not None and at and standing[at - 1][0] != standing[at - 1][1]:
                leader = standing[at - 1].index(max(standing[at - 1]))
                led[leader + 1, tenth] += 1
                won[leader + 1, tenth] += leader == winner
    assert found.course is not None
    for each in found.course.ahead:
        at_seat = each.seat, each.tenths
        assert (each.count, each.of) == (won[at_seat], led[at_seat])


def told_in(found: Summary, title: str) -> Sequence[object]:
    """Return the content of the section with this title."""
    (section,) = (each for each in sections("games", s=found) if each.title == title)
    return section.told


def test_what_a_card_goes_with(found: Summary) -> None:
    """Won when bought less when not, and by the round: all games of a seat, each once."""
    for seat in found.seats:
        compared = [0 < card.won_when_bought.of < found.finished.count for card in seat.cards]
        for card in seat.cards:
            then, without = card.won_when_bought, card.won_when_not
            assert then.of + without.of == found.finished.count
            assert then.count + without.count == seat.wins.count
            if then.of and without.of:
                counts = without.count, without.of, then.count, then.of
                expected = difference_of_shares(*counts, point_for(sum(compared)))  # all at once
                assert card.gain == Margin.of(expected)
            assert sum(each.of for each in card.won_by_round) == then.of
            assert sum(each.count for each in card.won_by_round) == then.count
        assert told_in(found, f"{seat.title} with and without a card")


# ------------------------------------------------------------------------------- players


def test_players_in_every_pairing() -> None:
    plan = with_players(SHORT, ["greedy", "greedy"])
    labels = [each.label for each in plan.others]
    assert len(labels) == len(set(labels)) == 7
    found = summarize(play_batch(plan, 0, 2), plan)
    table = found.players
    assert table is not None
    for each in table.cells:
        assert each.player == each.rival or AI in (each.player, each.rival)
        lost, won = each.bounds.all_lost, each.bounds.all_won
        assert lost.of == won.of == 2
        assert won.count - lost.count == 2 - each.wins.of
        assert (each.beside is not None) == (each.player != AI and each.rival == AI)
    assert {each.player for each in table.ratings} == {AI, "greedy"}
    assert (table.surely, table.perhaps) == (None, None)  # no search played
    told = told_in(found, "Players, Jacks and mirrors")
    (shown,) = (each for each in told if isinstance(each, DataTable))
    assert len(shown.rows) == len(table.cells)


def test_a_player_stands_beside_the_ai_card_in_its_own_seat() -> None:
    """On the same seeds, the mirror beside the mirror."""
    plan = with_players(SHORT, ["greedy"])
    tally = play_batch(plan, 0, 2)
    mirrors = [(n, each) for n, each in enumerate(plan.others) if each.than]
    assert len(mirrors) == 2
    for number, other in mirrors:
        mirror = plan.there(other.than)
        assert [seat.player for seat in mirror.seats] == [AI, AI]
        fared = PairedResults.of(tally, ("other", number, "seat", 0))
        won = sum(count for (here, _), count in fared.pairs.items() if here == "won")
        assert won == play_batch(mirror, 0, 2)["seat", 0, "won"]


def test_the_table_is_told() -> None:
    few = ("--games", "1", "--rounds", "12")
    short = (*few, "--players", "greedy", "--detail", "0", "--jobs", "1")
    told = run("playtest", "clay", "words", *short, "--plain")
    assert told.exit_code == 0, told.stderr
    assert "Clay and Bones (greedy) against Words and Names (ai)" in told.stdout
    assert "smallest search" not in told.stdout
    as_json = run("playtest", "words", "words", *short, "--json")
    cells = json.loads(as_json.stdout)["players"]["cells"]
    assert [(each["player"], each["rival"]) for each in cells] == [(AI, AI), ("greedy", AI)]


def test_a_table_needs_two_ai_cards() -> None:
    with pytest.raises(UsageError, match="two seats"):
        with_players(Plan(seats=(SeatPlan(CLAY),)), ["greedy"])
    refused = run("playtest", "clay:greedy", "words", "--players", "random")
    assert refused.exit_code == 2
    assert "two seats" in refused.stderr
    assert run("playtest", "clay", "words", "--players", "perfect").exit_code == 2


def test_few_games_claim_nothing_that_cannot_be() -> None:
    """The lead changes no fewer than no times, and few games leave room for a very long one."""
    few = summarize(play_batch(BOTH, 0, 2), BOTH)
    assert few.course is not None
    assert few.course.lead_changes.low == 0.0
    assert few.rounds.high is not None
    assert few.rounds.most is not None
    assert few.rounds.high > few.rounds.most
    told = run(
        "playtest", "clay", "words", "--games", "2", "--detail", "0", "--jobs", "1", "--plain"
    )
    assert "With so few games a very long one is still possible" in told.stdout


def test_settled_cards_are_points_of_their_owners() -> None:
    scoring = next(kind for kind in catalogue().suits[WORDS].kinds if kind.flipped.score)
    with_it, without = (
        points_held(lay(At(WORDS, in_play=in_play), At(CLAY)))
        for in_play in (f"Lesson + {scoring.name}", "Lesson")
    )
    assert (with_it[0] - without[0], with_it[1]) == (scoring.flipped.score, 0)


# --------------------------------------------------------------------- by the value of positions


class _Valuing:
    """Wraps a player and records the weighed features of all seats when a round begins."""

    def __init__(self, player: Player, seen: dict[int, list[float]]) -> None:
        self._player, self._seen = player, seen

    def act(self, table: Table, seat: Seat) -> Act:
        by = value.weights(table.turned, "win").values()
        if table.round not in self._seen:
            self._seen[table.round] = [
                sum(map(mul, by, value.features(each, table.turned))) for each in table.seats
            ]
        return self._player.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        return self._player.choose(table, seat, question)


def test_what_is_said_by_value_counts_wins(found: Summary) -> None:
    """The value is no share of wins, so nothing is told of it but who won after it."""
    way, half, halfway_won, low, low_won = run_of(BOTH), *(Counter[int]() for _ in range(4))
    changes, early = [], 0
    for seed in range(8):
        settings, seen = way.plan.settings(seed), dict[int, list[float]]()
        players = [_Valuing(each, seen) for each in way.players(settings)]
        winner = play(way.set_up(settings, players), settings).winner
        assert winner is not None
        values = [each for number, each in seen.items() if number > 1]
        best = [max((0, 1), key=each.__getitem__) for each in values]
        changes.append(sum(a != b for a, b in pairwise([*best, winner])))
        last = max((at for at, each in enumerate(best, 1) if each != winner), default=0)
        early += last <= (len(best) + 1) / 2
        middle = best[5 * (len(best) + 1) // 10 - 1]
        half[middle] += 1
        halfway_won[middle] += middle == winner
        for seat in (0, 1):
            if any(1 / (1 + exp(one[1 - seat] - one[seat])) < 0.25 for one in values):
                low[seat] += 1
                low_won[seat] += seat == winner
    told = found.course
    assert told is not None
    assert told.by_value.lead_changes.mean == sum(changes) / 8
    told_early = sum(e.count for e in told.by_value.clear_since.histogram if e.value <= 5)
    assert told_early == early
    after = {each.seat - 1: each for each in told.by_value.ahead if each.tenths == 5}
    assert {seat: (each.of, each.count) for seat, each in after.items()} == {
        seat: (half[seat], halfway_won[seat]) for seat in (0, 1)
    }
    assert [(each.of, each.count) for each in told.low] == [(low[s], low_won[s]) for s in (0, 1)]


def test_how_much_skill_counts(found: Summary) -> None:
    steps = [*ladder_steps()]
    for (player, weaker, wins), one, other in zip(steps, LEVELS, LEVELS[1:], strict=False):
        assert (player, weaker) == (other.player, one.player)
        assert wins.low < wins.value < wins.high
        assert wins.value == pytest.approx(1 / (1 + 10 ** ((one.strength - other.strength) / 400)))
    assert len(steps) == len(LEVELS) - 1
    told = " ".join(map(str, told_in(found, "How the games go")))
    assert "How much skill counts with the printed cards" in told
    assert f"{steps[0][0]} {100 * steps[0][2].value:.0f} (" in told
