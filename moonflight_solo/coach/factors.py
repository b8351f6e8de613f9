"""What a table is worth to a seat, taken apart into what a person can do something about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from moonflight_solo.playtest.players.evaluate import final_score
from moonflight_solo.playtest.players.value import (
    LATER,
    POINTS,
    Weights,
    features,
    names,
    weights,
)
from moonflight_solo.rules.state import Seat, Table

LEAST = 0.02
"""Less than this share of the whole difference is not worth a word."""

END = 0.5
"""What the End with a lead counts for, or against, beside the lead itself."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that differs between two tables: in words, if there is more of it or less.

    ``features`` are those of a seat that it stands for; the first one is the amount.
    """

    more: str
    less: str
    features: tuple[str, ...] = ()


OWN = {
    "hand": Factor(
        "your hands will score {amount} more",
        "your hands will score {amount} less",
        ("hand", "best hand", "score"),
    ),
    "gained": Factor(
        "a card of yours gains more coin tokens on average",
        "a card of yours gains fewer coin tokens on average",
        ("gained", "coins"),
    ),
    "drawn": Factor("your cards draw more", "your cards draw less", ("drawn", "fetched", "limit")),
    "discarded": Factor(
        "your cards Discard more", "your cards Discard less", ("discarded unseen", "discarded")
    ),
    "trashed": Factor(
        "your cards Trash more", "your cards Trash less", ("trashed unseen", "trashed")
    ),
    "brought": Factor(
        "more of your cards play, Purchase or Move other cards",
        "fewer of your cards play, Purchase or Move other cards",
        ("brought",),
    ),
    "cards": Factor(
        "you have {amount} more cards", "you have {amount} fewer cards", ("cards", "nearness")
    ),
}
SCORE = {
    "score": Factor(
        "your hand at the End scores {amount} more", "your hand at the End scores {amount} less"
    ),
    "their score": Factor(
        "{other}'s hand at the End scores {amount} more",
        "{other}'s hand at the End scores {amount} less",
    ),
    "end": Factor(
        "the End comes more often while you are ahead",
        "the End comes less often while you are behind",
    ),
}
THEIRS = {
    "their hand": Factor(
        "{other} gets hands that score more", "{other} gets hands that score less"
    ),
    "their deck": Factor("{other} gets better cards", "{other} gets worse cards"),
}
FACTORS: Mapping[str, Factor] = OWN | SCORE | THEIRS

Measured = Mapping[str, tuple[float, float]]
"""Each factor: how much of it there is, and what that is worth to the seat."""


def measured(table: Table, seat: Seat) -> Measured:
    """Return every factor at a table as it lies, for ``seat``."""
    others = table.opponents(seat)
    if table.ended_by or not others:
        return _scored(table, seat)
    win = weights(table.turned, "win")
    found = _weighed(seat, table.turned, win)
    against = [_weighed(other, table.turned, win) for other in others]
    worst = max(against, key=lambda each: sum(worth for _, worth in each.values()))
    amount, worth = worst.pop("hand")
    rest = sum(worth for _, worth in worst.values())
    return found | {"their hand": (amount, -worth), "their deck": (rest, -rest)}


def _scored(table: Table, seat: Seat) -> Measured:
    own = final_score(table, seat)
    best = max([final_score(table, other) for other in table.opponents(seat)], default=0.0)
    ended = float(bool(table.ended_by))
    return {
        "score": (own, own / POINTS),
        "their score": (best, -best / POINTS),
        "end": (ended, ended * END * ((own > best) - (own < best))),
    }


def _weighed(seat: Seat, turned: bool, by: Weights) -> dict[str, tuple[float, float]]:
    told = dict(zip(names(turned), features(seat, turned), strict=True))
    found = {}
    for name, factor in OWN.items():
        ends = [each + end for each in factor.features for end in ("", LATER)]
        worth = sum(by[each] * told[each] for each in ends if each in told)
        found[name] = told[factor.features[0]], worth
    return found


def reason(these: Sequence[Measured], those: Sequence[Measured], other: str) -> str:
    """Return what speaks most for ``these`` tables over ``those``, "" if nothing stands out.

    They are tables played on from two acts, an equal number of each; ``other`` is what to call the
    opponent who does best.
    """
    gains: dict[str, tuple[float, float]] = {}
    for name in FACTORS:
        amount = _mean(these, name, 0) - _mean(those, name, 0)
        gains[name] = _mean(these, name, 1) - _mean(those, name, 1), amount
    whole = sum(abs(gain) for gain, _ in gains.values())
    name, (gain, amount) = max(gains.items(), key=lambda each: each[1][0])
    if gain <= LEAST * whole or gain <= 0:
        return ""
    factor = FACTORS[name]
    words = factor.more if amount > 0 else factor.less
    told = f"{abs(amount):.1f}"
    if "{amount}" in words and told == "0.0":
        told = "a little"
    return words.format(amount=told, other=other)


def _mean(tables: Sequence[Measured], name: str, part: int) -> float:
    return sum([each[name][part] for each in tables if name in each]) / len(tables)
