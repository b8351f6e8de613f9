"""The intervals of a playtest against published values and theory."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from math import comb, sqrt
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moonflight_solo.playtest.statistics import (
    BETS,
    PARTS,
    Estimate,
    Moments,
    Z,
    bounded_mean,
    difference_of_shares,
    mean_gain,
    mean_of_shares,
    mean_share,
    paired_difference,
    point_for,
    quantile,
    share_of,
    student,
    too_small,
    wilson,
)

# Newcombe (1998), Two-sided confidence intervals for the single proportion, table I, method 3, and
# by hand from Wilson's formula.
WILSON = [
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
    (8, 10, 0.4902, 0.9433),
    (0, 10, 0.0, 0.2775),
    (10, 10, 0.7225, 1.0),
    (50, 100, 0.4038, 0.5962),
]


@pytest.mark.parametrize(("count", "of", "low", "high"), WILSON)
def test_wilson_as_published(count: int, of: int, low: float, high: float) -> None:
    found = wilson(count, of)
    assert found.value == count / of
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(st.integers(1, 400).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))))
def test_wilson_solves_its_own_equation(case: tuple[int, int]) -> None:
    """The ends are the shares from which the one seen lies just Z standard deviations away."""
    count, of = case
    found = wilson(count, of)
    assert 0 <= found.low <= found.value <= found.high <= 1
    for end in (found.low, found.high):
        if 0 < end < 1:
            away = abs(count / of - end) / sqrt(end * (1 - end) / of)
            assert away == pytest.approx(Z, rel=1e-6)
    mirrored = wilson(of - count, of)
    assert mirrored.low == pytest.approx(1 - found.high)


def missed(of: int, chance: float, ends: list[Estimate]) -> float:
    """Return exactly how probable it is that the interval does not hold, over all counts."""
    return sum(
        comb(of, count) * chance**count * (1 - chance) ** (of - count)
        for count, found in enumerate(ends)
        if not found.low <= chance <= found.high
    )


@pytest.mark.parametrize("many", [1, 24])
@pytest.mark.parametrize("of", [1, 5, 30, 200])
def test_shares_hold_the_truth_as_often_as_they_say(of: int, many: int) -> None:
    """Also of what is rare, and if many have to hold at once."""
    z, alone = point_for(many), 0.05 / many
    ends = [share_of(count, of, z) for count in range(of + 1)]
    chances = [step / of / 20 for step in range(1, 10 * of)]
    worst = max(missed(of, chance, ends) for chance in chances)
    assert worst < 1.55 * alone
    assert sum(missed(of, chance, ends) for chance in chances) / len(chances) < alone


def test_wilsons_interval_does_not_hold_for_what_is_rare() -> None:
    """So it is widened there, and nowhere else."""
    ends = [wilson(count, 200) for count in range(201)]
    assert missed(200, 0.17 / 200, ends) > 0.15
    wider = [share_of(count, 200) for count in range(201)]
    assert missed(200, 0.17 / 200, wider) < 0.05
    assert [count for count in range(201) if wider[count].low < ends[count].low] == [*range(1, 11)]
    for count in range(201):
        one, other = wider[count], wider[200 - count]
        assert one.low <= ends[count].low
        assert (one.low, one.high) == pytest.approx((1 - other.high, 1 - other.low))
    assert share_of(1, 200).low == pytest.approx(1 - 0.95 ** (1 / 200))


def test_unrelated_shares_as_published() -> None:
    """Newcombe (1998), Interval estimation for the difference, table II: 56/70 less 48/80."""
    found = difference_of_shares(48, 80, 56, 70)
    assert found.value == pytest.approx(0.2)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)


def test_of_many_differences_the_largest_holds_too() -> None:
    """Whoever picks the largest of 15 gains reads one that chance made large: issue, the cards."""
    lots, held = Random(3), Counter[float]()
    points = (Z, point_for(15))
    for _ in range(300):
        counts = [[sum(lots.random() < 0.5 for _ in range(40)) for _ in "ab"] for _ in range(15)]
        for z in points:
            gains = [difference_of_shares(one, 40, other, 40, z) for one, other in counts]
            largest = max(gains, key=lambda each: abs(each.value))
            held[z] += largest.low <= 0 <= largest.high
    assert held[points[0]] / 300 < 0.7
    assert held[points[1]] / 300 >= 0.94
    assert point_for(0) == point_for(1) == Z < point_for(2)


@pytest.mark.parametrize("wins", [0.05, 0.2])
def test_all_differences_hold_at_once_also_for_cards_hardly_ever_bought(wins: float) -> None:
    """With Wilson's intervals they did in 87 and 93 of 100 playtests."""
    lots, games, held = Random(f"rare cards {wins}"), 60, 0
    bought = [0.01, 0.02, 0.03, 0.05, 0.08, 0.1, 0.2, 0.4, 0.8, 0.9, 0.95, 0.98]
    for _ in range(400):
        won = [lots.random() < wins for _ in range(games)]
        cards = [[lots.random() < each for _ in range(games)] for each in bought]
        some = [card for card in cards if 0 < sum(card) < games]
        z, fine = point_for(len(some)), True
        for card in some:
            then = sum(map(all, zip(card, won, strict=True)))
            others = sum(won) - then, games - sum(card)
            gain = difference_of_shares(*others, then, sum(card), z)
            fine &= gain.low <= 0 <= gain.high
        held += fine
    assert held >= 0.95 * 400


@pytest.mark.parametrize(
    ("cells", "low", "high"),
    [
        # Newcombe (1998), Improved confidence intervals ... based on paired data, method 10.
        ((36, 2, 12, 0), 0.0569, 0.3404),
        # Bentur et al. (2009), as in Fagerland, Lydersen and Laake, The paired 2x2 table.
        ((1, 1, 7, 12), 0.026, 0.507),
    ],
)
def test_paired_shares_as_published(
    cells: tuple[int, int, int, int], low: float, high: float
) -> None:
    found = paired_difference(*cells)
    assert found.low == pytest.approx(low, abs=5e-4)
    assert found.high == pytest.approx(high, abs=5e-4)


@given(st.tuples(*[st.integers(0, 60)] * 4).filter(any))
def test_paired_shares_turned_round(cells: tuple[int, int, int, int]) -> None:
    """The one less the other is the other less the one, with the sign changed."""
    both, one, other, neither = cells
    found = paired_difference(both, one, other, neither)
    turned = paired_difference(both, other, one, neither)
    assert found.value == pytest.approx((other - one) / sum(cells))
    assert -1 - 1e-9 <= found.low <= found.value <= found.high <= 1 + 1e-9
    assert turned.low == pytest.approx(-found.high)
    assert turned.high == pytest.approx(-found.low)


def test_the_mean_of_two_shares_is_half_a_difference_turned_round() -> None:
    """Two seats: who begins wins so much more often, and so the other so much less."""
    begun, later = (56, 70), (48, 80)
    gain = difference_of_shares(*later, *begun)
    found = mean_share([begun, (later[1] - later[0], later[1])])
    assert found.value - 0.5 == pytest.approx(gain.value / 2)
    assert found.low - 0.5 == pytest.approx(gain.low / 2)
    assert found.high - 0.5 == pytest.approx(gain.high / 2)


def test_the_mean_of_shares_holds_the_truth_as_often_as_it_says() -> None:
    """However unlike the chances are, and however often each is tried."""
    random = Random("mean of shares")
    tries, chances = (30, 60, 200), (0.1, 0.5, 0.8)
    held = 0
    for _ in range(1500):
        samples = [
            (sum(random.random() < chance for _ in range(of)), of)
            for of, chance in zip(tries, chances, strict=True)
        ]
        found = mean_share(samples)
        held += found.low <= sum(chances) / 3 <= found.high
    assert 0.935 <= held / 1500 <= 0.97


def test_pairs_tell_more_than_unrelated_samples() -> None:
    """What is the same in both games of a seed does not widen the interval."""
    paired = paired_difference(400, 40, 60, 500)
    apart = difference_of_shares(440, 1000, 460, 1000)
    assert paired.value == pytest.approx(apart.value)
    assert paired.high - paired.low < (apart.high - apart.low) / 2


def test_pairs_of_coins_hold_the_truth_as_often_as_they_say() -> None:
    """Two coins thrown together, alike in half of the throws: the difference is 0."""
    lot = Random("coins")
    holding = 0
    for _ in range(600):
        cells = [0, 0, 0, 0]
        for _ in range(80):
            one = lot.random() < 0.5
            other = one if lot.random() < 0.5 else lot.random() < 0.5
            cells[(not one) * 2 + (not other)] += 1
        found = paired_difference(cells[0], cells[1], cells[2], cells[3])
        holding += found.low <= 0 <= found.high
    assert 0.92 < holding / 600 < 0.98


def test_mean_with_its_interval_from_whole_numbers() -> None:
    """By hand: 2, 4, 4, 4, 5, 5, 7, 9 have mean 5 and squared deviations of 32."""
    moments = Moments.of({2: 1, 4: 3, 5: 2, 7: 1, 9: 1})
    assert (moments.number, moments.total, moments.squares) == (8, 40, 232)
    assert moments.deviation == pytest.approx(sqrt(32 / 7))
    found = moments.mean()
    assert found is not None
    reach = 2.3646242515927844 * sqrt(32 / 7 / 8)  # Student's t with 7 degrees of freedom
    ends = (found.low, found.value, found.high)
    assert ends == pytest.approx((5 - reach, 5, 5 + reach), rel=1e-4)


def test_means_of_nothing_one_and_all_alike() -> None:
    assert Moments.of({}).mean() is None
    assert Moments.of({7: 1}).mean() == Estimate(7, 7, 7)
    assert Moments.of({10**9: 1_000_000}).deviation == 0


def test_means_of_dice_hold_the_truth_as_often_as_they_say() -> None:
    lot = Random("dice")
    holding = 0
    for _ in range(600):
        histogram: dict[int, int] = {}
        for _ in range(40):
            die = lot.randint(1, 6)
            histogram[die] = histogram.get(die, 0) + 1
        found = Moments.of(histogram).mean()
        assert found is not None
        holding += found.low <= 3.5 <= found.high
    assert 0.92 < holding / 600 < 0.98


def test_quantiles() -> None:
    histogram = {1: 5, 2: 90, 3: 5}
    assert [quantile(histogram, each) for each in (0, 5, 6, 50, 95, 96, 100)] == [
        *(1, 1, 2, 2, 2, 3, 3)
    ]
    assert quantile({}, 50) is None


@given(st.dictionaries(st.integers(-20, 20), st.integers(1, 50), min_size=1))
def test_quantiles_are_those_of_the_values_in_order(histogram: dict[int, int]) -> None:
    values = sorted(value for value, count in histogram.items() for _ in range(count))
    for per_cent in (5, 25, 50, 75, 95):
        found = quantile(histogram, per_cent)
        assert found is not None
        up_to = sum(value <= found for value in values)
        below = sum(value < found for value in values)
        assert 100 * below < per_cent * len(values) <= 100 * up_to
    quantiles = [quantile(histogram, each) or 0 for each in (5, 25, 50, 75, 95)]
    assert all(one <= two for one, two in pairwise(quantiles))


# ------------------------------------------------------------- acts, which come in games


def a_game(rng: Random) -> tuple[int, int]:
    """Return a random game's count of something and its number of acts; games vary a lot."""
    acts = rng.choice((40, 60, 80, 100, 120) if rng.random() < 0.95 else (600, 900))
    leaning = rng.betavariate(1, 6) if acts < 200 else rng.betavariate(3, 3)
    return sum(rng.random() < leaning for _ in range(acts)), acts


def mean_of(games: list[tuple[int, int]]) -> Estimate:
    shares = [round(PARTS * count / of) for count, of in games]
    return mean_of_shares(len(shares), sum(shares), sum(each * each for each in shares))


def test_shares_of_acts_hold_the_truth_as_often_as_they_say() -> None:
    """Wilson on the acts alone does not: acts of one game are alike."""
    rng = Random("acts come in games")
    population = [a_game(rng) for _ in range(3000)]
    truth = sum(count / of for count, of in population) / len(population)
    whole = sum(count for count, _ in population) / sum(of for _, of in population)
    held = naive = 0
    for _ in range(400):
        drawn = rng.choices(population, k=100)
        acts = wilson(sum(count for count, _ in drawn), sum(of for _, of in drawn))
        found = mean_of(drawn)
        held += found.low <= truth <= found.high
        naive += acts.low <= whole <= acts.high
    assert 0.93 * 400 <= held <= 0.98 * 400
    assert naive < 0.5 * 400


def test_games_of_one_act_are_as_good_as_shares() -> None:
    """Where every game has one act, it is Wilson's interval and a little more."""
    found, plain = mean_of([(1, 1)] * 300 + [(0, 1)] * 700), wilson(300, 1000)
    assert found.value == plain.value
    assert found.low == pytest.approx(plain.low, abs=0.002)
    assert found.high == pytest.approx(plain.high, abs=0.002)


@pytest.mark.parametrize(("games", "more"), [(100, 1.11), (400, 1.05), (10_000, 1.01)])
def test_shares_of_acts_make_allowance_for_few_and_skewed_games(games: int, more: float) -> None:
    """By Student's t, and 1 / sqrt(games) more: 1.984 * 1.1 for 100 games instead of 1.96."""
    found = mean_of([(1, 1)] * (games // 2) + [(0, 1)] * (games // 2))
    plain = wilson(games // 2, games)
    assert (found.high - found.low) / (plain.high - plain.low) == pytest.approx(more, abs=0.008)


def test_a_long_game_weighs_no_more_than_others() -> None:
    assert mean_of([(1, 2), (9000, 9000)]).value == 0.75


def test_what_was_never_seen_may_be_as_rare_as_the_games_are_few() -> None:
    """Not as rare as the acts: none of 10,000 acts, all of one game, says next to nothing."""
    assert mean_of([(0, 10_000)]).high > 0.75
    assert 0.002 < mean_of([(0, 10)] * 1000).high < 0.006
    assert mean_of([(10, 10)] * 1000).high == 1
    assert mean_of([(3, 10)] * 1000).low == pytest.approx(0.3, abs=0.03)  # all alike


def test_students_t_as_published() -> None:
    published = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}
    for freedom, point in published.items():
        assert student(freedom) == pytest.approx(point, abs=0.005)


def test_bounded_means_hold_the_truth_however_skewed_they_are() -> None:
    """Rounds of games: most end soon, one in a hundred takes ten times as long."""
    rng = Random("long games")
    rounds = [rng.choice((11, 12, 13, 14, 15, 19)) for _ in range(990)]
    rounds += [rng.randint(90, 200) for _ in range(10)]
    truth = sum(rounds) / len(rounds)
    held = student_held = 0
    for _ in range(200):
        histogram = Counter(rng.choices(rounds, k=100))
        found, plain = bounded_mean(histogram, 1, 200), Moments.of(histogram).mean()
        assert plain is not None
        held += found.low <= truth <= found.high
        student_held += plain.low <= truth <= plain.high
    assert held >= 0.95 * 200
    assert student_held < 0.85 * 200


def test_a_mean_is_too_small_once_betting_against_it_has_won_fortyfold() -> None:
    """By hand: heads every time, bet on against a coin said to be fair."""
    won = [sum((1 + bet) ** heads for bet in BETS) / len(BETS) for heads in range(12)]
    assert [too_small(0.5, [(1.0, heads)]) for heads in range(1, 12)] == [
        each >= 40 for each in won[1:]
    ]
    assert any(20 <= each < 40 for each in won)  # so half as much would not do


def test_a_sequence_raises_few_false_alarms_however_often_one_looks() -> None:
    """Pairs without a difference, looked at after every 25 of 1,000: 5 % or fewer are "decided".

    An interval leaves 0 out if betting on a larger or a smaller mean has won; at the last look the
    interval itself is asked.
    """
    rng = Random("peeking")
    alarms = fixed = 0
    for _ in range(60):
        counts = {-1: 0, 0: 0, 1: 0}
        alarmed = alarmed_fixed = False
        for _ in range(40):
            for value in rng.choices((-1, 0, 1), (0.1, 0.8, 0.1), k=25):
                counts[value] += 1
            above = [((1 + value) / 2, number) for value, number in counts.items() if number]
            below = [(1 - share, number) for share, number in above]
            leaves_out = too_small(0.5, above) or too_small(0.5, below)
            alarmed |= leaves_out
            plain = paired_difference(0, counts[-1], counts[1], counts[0])
            alarmed_fixed |= not plain.low <= 0 <= plain.high
        found = bounded_mean({v: n for v, n in counts.items() if n}, -1, 1)
        assert leaves_out == (not found.low <= 0 <= found.high)
        alarms += alarmed
        fixed += alarmed_fixed
    assert alarms <= 3
    assert fixed > 9


@pytest.mark.parametrize("differ", [0.01, 0.02, 0.04, 0.1, 0.5])
@pytest.mark.parametrize("better", [0.5, 0.8, 1.0])
def test_gains_of_acts_hold_the_truth_as_often_as_they_say(differ: float, better: float) -> None:
    """Two acts mostly lead to the same: a few games say little, however one-sided they are."""
    lots, held = Random(f"gains {differ} {better}"), 0
    chances = differ * better, differ * (1 - better), 1 - differ
    for _ in range(400):
        found = mean_gain(lots.choices((1.0, -1.0, 0.0), chances, k=100))
        assert found.low <= found.value <= found.high
        held += found.low <= differ * (2 * better - 1) <= found.high
    assert held >= 0.92 * 400


def test_a_gain_in_a_few_games_is_not_sure() -> None:
    assert mean_gain([0.0] * 96 + [1.0] * 4).low < 0 < mean_gain([0.0] * 93 + [1.0] * 7).low
    alike = mean_gain([0.0] * 20)
    assert alike.value == 0
    assert alike.low == -alike.high < -0.1  # 20 games that do not differ are only 20
