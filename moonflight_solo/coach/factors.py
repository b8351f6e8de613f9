"""What a table is worth to a seat, taken apart into what a person can do something about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from moonflight_solo.playtest.players.evaluate import cards_too_many, final_score
from moonflight_solo.playtest.players.value import A_CARD, POINTS, WEIGHTS, features
from moonflight_solo.rules.state import Seat, Table

LEAST = 0.02
"""Less than this share of the whole difference is not worth a word."""

END = 0.5
"""What the End with a lead counts for, or against, beside the lead itself."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One thing that differs between two tables: in words, if there is more of it or less."""

    more: str
    less: str


OWN = {
    "hand": Factor(
        "your hands will score {amount} more after the Turn",
        "your hands will score {amount} less after the Turn",
    ),
    "best hand": Factor(
        "the best hand of your cards will score {amount} more after the Turn",
        "the best hand of your cards will score {amount} less after the Turn",
    ),
    "gained": Factor(
        "a card of yours gains more coin tokens on average",
        "a card of yours gains fewer coin tokens on average",
    ),
    "gained later": Factor(
        "more of your cards only gain coin tokens after the Turn, when they are in the way",
        "fewer of your cards only gain coin tokens after the Turn, when they are in the way",
    ),
    "brought": Factor(
        "you have more cards that play, Purchase or Move other cards",
        "you have fewer cards that play, Purchase or Move other cards",
    ),
    "brought later": Factor(
        "more of your cards play, Purchase or Move other cards after the Turn",
        "fewer of your cards play, Purchase or Move other cards after the Turn",
    ),
    "trashed": Factor("more of your cards Trash", "fewer of your cards Trash"),
    "trashed later": Factor(
        "more of your cards Trash after the Turn", "fewer of your cards Trash after the Turn"
    ),
    "score": Factor(
        "your hand at the End scores {amount} more", "your hand at the End scores {amount} less"
    ),
    "cards": Factor(
        "you have {amount} more cards to get rid of before the End",
        "you have {amount} fewer cards to get rid of before the End",
    ),
    "end": Factor(
        "the End comes more often while you are ahead",
        "the End comes less often while you are behind",
    ),
}
THEIRS = {
    "their hand": Factor(
        "{other} gets hands that score more after the Turn",
        "{other} gets hands that score less after the Turn",
    ),
    "their deck": Factor("{other} gets better cards", "{other} gets worse cards"),
    "their score": Factor(
        "{other}'s hand at the End scores {amount} more",
        "{other}'s hand at the End scores {amount} less",
    ),
}
FACTORS: Mapping[str, Factor] = OWN | THEIRS

Measured = Mapping[str, tuple[float, float]]
"""Each factor: how much of it there is, and what that is worth to the seat."""


def measured(table: Table, seat: Seat) -> Measured:
    """Return every factor at a table as it lies, for ``seat``."""
    others = table.opponents(seat)
    found: dict[str, tuple[float, float]] = {}
    if table.turned or table.ended_by or not others:
        own = final_score(table, seat)
        best = max([final_score(table, other) for other in others], default=0.0)
        found["score"] = own, own / POINTS
        found["their score"] = best, -best / POINTS
        cards = cards_too_many(seat)
        found["cards"] = cards, -A_CARD * cards
        ended = float(bool(table.ended_by))
        found["end"] = ended, ended * END * ((own > best) - (own < best))
        return found
    told = dict(zip(WEIGHTS, features(seat), strict=True))
    for name, amount in told.items():
        found[name] = amount, WEIGHTS[name] * amount
    against = [dict(zip(WEIGHTS, features(other), strict=True)) for other in others]
    worst = max(against, key=lambda each: sum(WEIGHTS[name] * each[name] for name in each))
    found["their hand"] = worst["hand"], -WEIGHTS["hand"] * worst["hand"]
    rest = -sum(WEIGHTS[name] * worst[name] for name in worst if name != "hand")
    found["their deck"] = -rest, rest
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
