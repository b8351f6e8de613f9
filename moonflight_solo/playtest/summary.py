"""What a tally says, as plain data: the one source of the tables, the JSON and the report.

The shape is described in ``docs/playtest.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from moonflight_solo import __version__
from moonflight_solo.playtest.commandline import playtest_command, watch_command
from moonflight_solo.playtest.linesummary import ai_card_summary
from moonflight_solo.playtest.parts import Parts
from moonflight_solo.playtest.plan import KIND, Other, Plan
from moonflight_solo.playtest.run import Lab, lab_of
from moonflight_solo.playtest.statistics import Moments, difference, mean_share, paired_difference
from moonflight_solo.playtest.tally import Key, Tally
from moonflight_solo.playtest.units import Unit, joined
from moonflight_solo.playtest.variants import Variant, side, variants
from moonflight_solo.rules.state import Card
from moonflight_solo.scoremode import RANKS

FORMAT: Final = 1

Summary = dict[str, Any]


def summary(tally: Tally, plan: Plan, played: Sequence[Unit] | None = None) -> Summary:
    """Return all that a tally of games of ``plan`` says, as data for JSON.

    ``played`` says which games those are, in any order; without it, the first so many.
    """
    lab = lab_of(plan)
    parts = Parts(tally, plan)
    games, finished = tally[("games",)], tally[("finished",)]
    found = variants(lab)
    others = [_other(parts, number, other) for number, other in enumerate(plan.others)]
    return {
        "kind": KIND,
        "format": FORMAT,
        "program": f"moonflight-solo {__version__}",
        "digest": plan.digest(),
        "plan": _plan(plan, lab, games),
        "games": games,
        "seeds": [list(unit) for unit in joined(played or [Unit(plan.seed, games)]) if unit.games],
        "finished": parts.share(("finished",), games),
        "unfinished": parts.share(("unfinished",), games),
        "detailed_games": tally[("detailed",)],
        "ended_by": parts.shares_below(games, "ended by", called="what"),
        "won_by": parts.shares_below(finished, "won by", called="what"),
        "rounds": parts.spread("rounds"),
        "turn": {"came": parts.share_of_sum(games, "turn"), "round": parts.spread("turn")},
        "acts_a_game": tally[("acts",)] / games if games else None,
        "first_player": _first_player(parts),
        "ranks": [
            {
                "rank": rank.name,
                "saying": rank.saying,
                "scores": rank.scores,
                **parts.share(("rank", rank.name), finished),
            }
            for rank in (RANKS if plan.score_mode else ())
        ],
        "seats": [_seat(parts, lab, number) for number in range(len(plan.seats))],
        "ai_cards": [
            ai_card_summary(parts, lab, number)
            for number, card in enumerate(lab.ai_cards)
            if card is not None
        ],
        "decided": _decided(parts, lab),
        "detailed_acts": [
            {
                "seat": number + 1,
                "acts": tally[("seat", number, "acts")],
                "answers": tally[("seat", number, "answers")],
            }
            for number, card in enumerate(lab.ai_cards)
            if card is not None
        ],
        "otherwise": [
            _otherwise(parts, lab, number, variant, others) for number, variant in enumerate(found)
        ],
        "others": others,
    }


def _plan(plan: Plan, lab: Lab, games: int) -> Summary:
    titles = seat_titles(plan)
    return {
        "seats": [
            {
                "seat": number + 1,
                "jack": seat.jack,
                "title": titles[number],
                "player": seat.player,
            }
            for number, seat in enumerate(plan.seats)
        ],
        "seed": plan.seed,
        "edition": plan.edition,
        "edition_title": lab.catalogue.edition.title,
        "first": plan.first,
        "rulings": dict(sorted(plan.rulings.items())),
        "rounds": plan.round_limit,
        "score_mode": plan.score_mode,
        "detail_every": plan.detail_every,
        "ai_files": [file.name for file in plan.ai_files],
        "card_files": [file.name for file in plan.card_files],
        "command": playtest_command(plan, games),
    }


def seat_titles(plan: Plan) -> list[str]:
    """Return what each seat is called: its Jack, numbered if the Jack sits more than once."""
    jacks = [seat.jack for seat in plan.seats]
    return [
        jack if jacks.count(jack) == 1 else f"{jack} ({jacks[: number + 1].count(jack)})"
        for number, jack in enumerate(jacks)
    ]


def _first_player(parts: Parts) -> Summary | None:
    plan, tally = parts.plan, parts.tally
    number = len(plan.seats)
    if number < 2:
        return None
    finished = tally[("finished",)]
    keys: list[Key] = [("seat", seat, "first won") for seat in range(number)]
    wins = parts.share_of(keys, finished)
    fair = 1 / number
    advantage = parts.unknown_difference()
    begun = [(tally[key], tally[(*key[:2], "first")]) for key in keys]
    if all(games for _, games in begun):
        # Every seat weighs alike: else a strong deck that the lot let begin more often, or always
        # (--first), would look like an advantage of going first.
        found = mean_share(begun)
        advantage = {
            "difference": found.value - fair,
            "low": found.low - fair,
            "high": found.high - fair,
        }
    return {"wins": wins, "fair": fair, "advantage": advantage}


def _seat(parts: Parts, lab: Lab, number: int) -> Summary:
    plan, tally = parts.plan, parts.tally
    at: Key = ("seat", number)
    finished, wins = tally[("finished",)], tally[(*at, "won")]
    began, began_won = tally[(*at, "first")], tally[(*at, "first won")]
    advantage = parts.unknown_difference()
    if began and finished > began:
        found = difference(wins - began_won, finished - began, began_won, began)
        advantage = {"difference": found.value, "low": found.low, "high": found.high}
    return {
        "seat": number + 1,
        "jack": plan.seats[number].jack,
        "title": seat_titles(plan)[number],
        "player": plan.seats[number].player,
        "wins": parts.share((*at, "won"), finished),
        "score": parts.spread(*at, "score"),
        "when_first": parts.share((*at, "first won"), began),
        "when_not_first": parts.share_of([(*at, "later won")], finished - began),
        "gain_by_going_first": advantage,
        "brought_the_end": parts.share((*at, "brought the End"), finished),
        "cards": _cards(parts, lab, number),
    }


def _cards(parts: Parts, lab: Lab, number: int) -> list[Summary]:
    """Return every card that can be bought or scored in the game, the most bought first."""
    tally, jacks = parts.tally, [seat.jack for seat in parts.plan.seats]
    games, finished = tally[("games",)], tally[("finished",)]
    at: Key = ("seat", number)
    rows: list[Summary] = []
    for card in _ends_before(lab.catalogue.cards_for(jacks)):
        name = card.name
        bought = tally[(*at, "bought", name)]
        held = tally[(*at, "held", name)]
        points = tally[(*at, "points", name)]
        rows.append(
            {
                "name": name,
                "turned": card.flipped.name,
                "suit": card.suit,
                "cost": card.cost,
                "bought": bought,
                "bought_a_game": bought / games if games else None,
                "bought_in": parts.share((*at, "bought in", name), games),
                "won_when_bought": parts.share(
                    (*at, "bought, won", name), tally[(*at, "bought, finished", name)]
                ),
                "held": held,
                "held_a_game": held / finished if finished else None,
                "points": points,
                "points_a_game": points / finished if finished else None,
            }
        )
    return sorted(rows, key=lambda row: (-row["bought"], -row["points"], row["name"]))


def _ends_before(cards: Iterable[Card]) -> list[Card]:
    return [card for card in cards if not card.is_character]


def _decided(parts: Parts, lab: Lab) -> list[Summary]:
    """Return how often each ruling decided, the most often first."""
    rows: list[Summary] = []
    rulings = {ruling.id: ruling for ruling in lab.rulings.by_id.values()}
    for number, card in enumerate(lab.ai_cards):
        if card is None:
            continue
        rulings.update({ruling.id: ruling for ruling in card.rulings})
        for what in ("words", "tie", "default", "gap"):
            of = "answers" if what == "default" else "acts"
            for ruling in parts.tally.below("decided", number, what):
                key: Key = ("decided", number, what, ruling)
                known = rulings.get(str(ruling))
                rows.append(
                    {
                        "seat": number + 1,
                        "what": what,
                        "ruling": ruling,
                        "question": known.question if known else "",
                        "decision": (known.ruling or known.reads) if known else "",
                        **parts.share(key, parts.tally[("seat", number, of)]),
                    }
                )
    return sorted(
        rows, key=lambda row: (row["seat"], row["what"], -row["count"], str(row["ruling"]))
    )


def _otherwise(
    parts: Parts, lab: Lab, number: int, variant: Variant, others: list[Summary]
) -> Summary:
    card = lab.ai_cards[variant.seat]
    line = card.lines[variant.place] if card is not None and variant.place is not None else None
    acts = parts.tally[("seat", variant.seat, "acts")]
    played = [
        other
        for other, planned in zip(others, parts.plan.others, strict=True)
        if planned.label == variant.other.label
    ]
    return {
        "seat": variant.seat + 1,
        "label": variant.other.label,
        "what": variant.what,
        "ruling": variant.ruling,
        "choice": variant.choice,
        "side": side(line.printed.turned) if line else "",
        "line": line.number if line else "",
        "means": variant.means,
        "acts": parts.share(("otherwise", number, "acts"), acts),
        "games": parts.share(("otherwise", number, "games"), parts.tally[("detailed",)]),
        "price": played[0] if played else None,
    }


def _other(parts: Parts, number: int, other: Other) -> Summary:
    tally = parts.tally
    at: Key = ("other", number)
    pairs = tally[(*at, "pairs")]
    there = parts.plan.played(other)
    return {
        "label": other.label,
        "what": other.what,
        "games": tally[(*at, "games")],
        "pairs": pairs,
        "unfinished_here": parts.share((*at, "unfinished", "here"), tally[(*at, "games")]),
        "unfinished_other": parts.share((*at, "unfinished", "there"), tally[(*at, "games")]),
        "came_out_otherwise": parts.share((*at, "otherwise"), pairs),
        "seats": [_paired(parts, at, seat, pairs) for seat in range(len(parts.plan.seats))],
        "examples": [
            {
                "seed": seed,
                "command": watch_command(parts.plan, seed),
                "other_command": watch_command(there, seed),
            }
            for seed in tally.seeds((*at, "otherwise"))
        ],
    }


def _paired(parts: Parts, at: Key, seat: int, pairs: int) -> Summary:
    tally = parts.tally
    won: Key = (*at, "seat", seat)
    both, here, there, neither = (
        tally[(*won, what)] for what in ("both", "only here", "only there", "neither")
    )
    wins = points = parts.unknown_difference()
    if pairs:
        found = paired_difference(both, here, there, neither)
        wins = {"difference": found.value, "low": found.low, "high": found.high}
        scores = Moments.of(_whole(tally.below(*at, "seat", seat, "score")))
        mean = scores.mean()
        assert mean is not None
        low, high = (mean.low, mean.high) if scores.vary else (None, None)
        points = {"difference": mean.value, "low": low, "high": high}
    return {
        "seat": seat + 1,
        "title": seat_titles(parts.plan)[seat],
        "wins_here": parts.share_of([(*won, "both"), (*won, "only here")], pairs),
        "wins_other": parts.share_of([(*won, "both"), (*won, "only there")], pairs),
        "win_difference": wins,
        "score_difference": points,
        "only_here": parts.count((*at, "seat", seat, "only here")),
        "only_other": parts.count((*at, "seat", seat, "only there")),
    }


def _whole(histogram: Mapping[str | int, int]) -> dict[int, int]:
    return {int(value): count for value, count in histogram.items()}
