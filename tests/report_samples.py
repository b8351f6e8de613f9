"""Handmade playtest summaries, as the plain data that `playtest --json` prints.

The numbers are invented but consistent; the AI cards are the printed ones, line by line. `typed`
only accepts the shape of a summary.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import msgspec
from helpers import CLAY, WORDS

from moonflight_solo.ai_cards.card import AICard, AILine, load_ai_card
from moonflight_solo.check.finding import AlternativeReading, Finding
from moonflight_solo.playtest.statistics import Moments, quantile, share_of
from moonflight_solo.playtest.summaries.summary import Summary
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.scenario import Scenario, SeatLayout

Plain = dict[str, Any]


def typed(found: Plain) -> Summary:
    """Convert plain data to a summary; nothing may be missing or extra."""
    summary = msgspec.convert(found, Summary)
    assert msgspec.json.decode(msgspec.json.encode(summary)) == found
    return summary


COMMAND = "moonflight watch 'Clay and Bones' 'Words and Names' --seed {seed}"
GAMES, FINISHED, DETAILED = 1000, 998, 100
NO_CHANGE = {"difference": None, "low": None, "high": None}


def example(seed: int, command: str = COMMAND) -> Plain:
    return {"seed": seed, "command": command.format(seed=seed), "at": None}


def examples(*seeds: int) -> list[Plain]:
    return [example(seed) for seed in seeds]


def share(count: int, of: int, *seeds: int) -> Plain:
    found = share_of(count, of) if of else None
    return {
        "count": count,
        "of": of,
        "share": found.value if found else None,
        "low": found.low if found else None,
        "high": found.high if found else None,
        "examples": examples(*(seeds or range(min(count, 3)))),
    }


def act_share(count: int, of: int, *seeds: int) -> Plain:
    """Return a share of acts in the games looked at in detail."""
    return {**share(count, of, *seeds), "games": DETAILED if of else 0}


def count(number: int, *seeds: int) -> Plain:
    return {"count": number, "examples": examples(*(seeds or range(min(number, 3))))}


def spread(histogram: dict[int, int]) -> Plain:
    moments = Moments.of(histogram)
    mean = moments.mean()
    return {
        "games": moments.number,
        "mean": mean.value if mean else None,
        "low": mean.low if mean and moments.number > 1 else None,
        "high": mean.high if mean and moments.number > 1 else None,
        "deviation": moments.deviation,
        "least": min(histogram, default=None),
        "most": max(histogram, default=None),
        "quantiles": {str(part): quantile(histogram, part) for part in (5, 25, 50, 75, 95)},
        "histogram": [
            {"value": value, "count": number, "examples": examples(value % 7)}
            for value, number in sorted(histogram.items())
        ],
    }


def difference(value: float | None, reach: float) -> Plain:
    if value is None:
        return {"difference": None, "low": None, "high": None}
    return {"difference": value, "low": value - reach, "high": value + reach}


def bell(middle: int, width: int, games: int) -> dict[int, int]:
    """Return a bell-shaped histogram."""
    weights = {
        middle + step: (width + 1 - abs(step)) ** 2
        for step in range(-width, width + 1)
        if middle + step >= 0
    }
    total = sum(weights.values())
    found = {value: games * weight // total for value, weight in weights.items()}
    found[middle] += games - sum(found.values())
    return {value: number for value, number in found.items() if number}


def card(name: str, turned: str, jack: str | None, cost: int, bought: int) -> Plain:
    return {
        "name": name,
        "turned": turned,
        "suit": jack,
        "cost": cost,
        "bought": bought,
        "bought_a_game": bought / GAMES,
        "bought_in": share(min(bought, GAMES - 40), GAMES),
        "won_when_bought": share(min(bought, GAMES - 40) // 2, min(bought, GAMES - 40)),
        "won_when_not": share(19, 38),
        "gain": {"difference": 0.02, "low": -0.05, "high": 0.09} if bought else NO_CHANGE,
        "won_by_round": [
            {**share(10, 20), "first": 1, "last": 3},
            {**share(0, 0), "first": 4, "last": None},
        ],
        "held": bought // 3,
        "held_a_game": bought // 3 / FINISHED,
        "points": bought // 4,
        "points_a_game": bought // 4 / FINISHED,
    }


def bounds(won: int) -> Plain:
    """Return the share of wins with all unfinished games lost, or won."""
    return {
        "all_lost": share(won, GAMES),
        "all_won": share(won + GAMES - FINISHED, GAMES),
    }


def seat(number: int, jack: str, player: str, won: int) -> Plain:
    return {
        "seat": number,
        "jack": jack,
        "title": f"{jack} ({player})",
        "player": player,
        "wins": share(won, FINISHED),
        "bounds": bounds(won),
        "score": spread(bell(9 + number, 7, FINISHED)),
        "when_first": share(won // 2 + 12, FINISHED // 2),
        "when_not_first": share(won - won // 2 - 12, FINISHED - FINISHED // 2),
        "gain_by_going_first": difference(0.048, 0.062),
        "brought_the_end": share(600 - 50 * number, FINISHED),
        "cards": [
            card("Bury", "Dig", jack, 2, 1310),
            card("Wealth", "Opulence", None, 6, 412),
            card('<b>Ink & "Quill"</b>', "Blot", jack, 3, 0),
        ],
    }


def line(at: int, printed: AILine) -> Plain:
    """Return the coverage of a line, which decreases down the card."""
    side, section = ("pre", "post")[printed.printed.turned], printed.printed.section
    counted = section == "action" and not printed.printed.parent
    looked = 40_000 // (at + 1) if counted and at != 9 else 0
    true = looked * 3 // 5 if at % 4 else looked
    followed = true // 2 if at not in (6, 9) else 0
    return {
        "side": side,
        "section": section,
        "number": printed.number,
        "words": printed.words,
        "means": f"As read: {printed.words}",
        "by": "ruling" if printed.ruled_by else "print",
        "conditional": printed.meaning.condition is not None,
        "rulings": list(printed.ruled_by),
        "counts": counted,
        "looked_at": count(looked),
        "condition_true": count(true),
        "followed": count(followed),
        "followed_in": share(min(GAMES, followed // 2), GAMES),
        "followed_unfinished": followed // 10 if counted else None,
        "detail": {
            "looked_at": looked // 10,
            "blocked": [
                {"status": "condition-false", **act_share((looked - true) // 10, looked // 10)},
                {"status": "not-in-hand", **act_share((true - followed) // 10, looked // 10)},
            ]
            if looked
            else [],
            "phrases": [
                {
                    "kind": "condition",
                    "words": " ".join(printed.words.split()[1:4]),
                    "looked_at": looked // 10,
                    "true": act_share(true // 10, looked // 10),
                    "decisive": act_share(0 if at == 3 else true // 20, looked // 10),
                }
            ]
            if looked
            else [],
            "ties": count(followed // 50),
            "defaults": count(followed // 80),
        },
    }


def ai_card(number: int, source: AICard) -> Plain:
    lines = [line(at % 12, each) for at, each in enumerate(source.lines)]
    return {
        "seat": number,
        "jack": source.jack,
        "title": source.title,
        "file": "",
        "printed": source.printed,
        "lines": lines,
        "never_followed": [
            {"side": each["side"], "section": each["section"], "number": each["number"]}
            for each in lines
            if each["counts"] and not each["followed"]["count"]
        ],
        "never_followed_in_detail": [
            {"side": each["side"], "section": each["section"], "number": each["number"]}
            for each in lines
            if not each["counts"]
        ],
        "never_decisive": [
            {"side": each["side"], "number": each["number"], "words": phrase["words"]}
            for each in lines
            for phrase in each["detail"]["phrases"]
            if phrase["looked_at"] and not phrase["decisive"]["count"]
        ],
        "upkeep": {"acts": 400, "lines": 4.5, "facts": 6.25, "ties": 0.02},
    }


def printed_cards() -> tuple[AICard, AICard]:
    """Return the two printed AI cards."""
    return load_ai_card(CLAY, catalogue()), load_ai_card(WORDS, catalogue())


def other(label: str, what: str, win: float) -> Plain:
    return {
        "label": label,
        "what": what,
        "than": "",
        "games": 400,
        "pairs": 400,
        "unfinished_here": share(0, 400),
        "unfinished_other": share(0, 400),
        "came_out_otherwise": share(90, 400),
        "seats": [
            {
                "seat": number,
                "title": title,
                "wins_here": share(200, 400),
                "wins_other": share(200 + round(400 * value), 400),
                "win_difference": difference(value, 0.03),
                "bounds": difference(value, 0.031),
                "sequence": difference(value, 0.06),
                "score_difference": difference(value * 10, 0.4),
                "only_here": count(30),
                "only_other": count(30 + round(400 * value)),
            }
            for number, title, value in ((1, CLAY, win), (2, WORDS, -win))
        ],
        "examples": [
            {**example(5), "other_command": COMMAND.format(seed=5) + " --edition final"},
            {**example(8), "other_command": None},
        ],
    }


def summary() -> Plain:
    """Return a summary of a thousand games between the two printed AI cards."""
    clay, words = printed_cards()
    won = 561
    price = other("ruling A-exact: at-least", "ruling", 0.04)
    return {
        "kind": "moonflight playtest",
        "format": 1,
        "program": "moonflight-solo 0.1.0",
        "digest": "0123456789abcdef",
        "plan": {
            "seats": [
                {"seat": 1, "jack": CLAY, "title": CLAY, "player": "ai"},
                {"seat": 2, "jack": WORDS, "title": WORDS, "player": "ai"},
            ],
            "seed": 0,
            "edition": "prototype",
            "edition_title": "Moonflight, print-and-play prototype (2019)",
            "first": None,
            "rulings": {"A-exact": "exactly"},
            "rounds": 200,
            "score_mode": False,
            "detail_every": 10,
            "ai_files": [],
            "card_files": [],
            "command": "moonflight playtest clay words --games 1000 --seed 0",
        },
        "games": GAMES,
        "seeds": [[0, GAMES]],
        "finished": share(FINISHED, GAMES),
        "detailed_games": DETAILED,
        "unfinished": share(GAMES - FINISHED, GAMES, 613, 777),
        "endless": [
            {
                "seed": 613,
                "since": 41,
                "rounds": 200,
                "lines": [
                    {"seat": 2, "side": "post", "number": "8", "acts": 300},
                    {"seat": 1, "side": "post", "number": "", "acts": 100},
                ],
                "ends_without": [f"{WORDS} post 8, option “Teach” <&>"],
                "tried": 7,
            }
        ],
        "ended_by": [
            {"what": "end", **share(FINISHED, GAMES)},
            {"what": "round limit", **share(GAMES - FINISHED, GAMES, 613, 777)},
        ],
        "won_by": [
            {"what": "highest score", **share(970, FINISHED)},
            {"what": "most coin tokens", **share(28, FINISHED)},
        ],
        "rounds": spread(bell(14, 8, FINISHED)),
        "course": course(),
        "turn": {"came": share(999, GAMES), "round": spread(bell(7, 4, 999))},
        "acts_a_game": 141.27,
        "acts_a_finished_game": 138.04,
        "first_player": {
            "wins": share(530, FINISHED),
            "fair": 0.5,
            "advantage": difference(0.031, 0.031),
            "bounds": difference(0.031, 0.033),
        },
        "ranks": [],
        "seats": [seat(1, CLAY, "ai", won), seat(2, WORDS, "ai", FINISHED - won)],
        "ai_cards": [ai_card(1, clay), ai_card(2, words)],
        "decided": [
            {
                "seat": 1,
                "ruling": "A-tie",
                "question": "Which of several alike?",
                "decision": "The one held longest.",
                "what": "tie",
                **act_share(312, 7000),
            },
            {
                "seat": 2,
                "ruling": "A-exact",
                "question": "Does “If 6 cards” mean exactly six?",
                "decision": "Exactly six.",
                "what": "gap",
                **act_share(95, 7100),
            },
        ],
        "detailed_acts": [
            {"seat": 1, "acts": 7000, "answers": 2000},
            {"seat": 2, "acts": 7100, "answers": 2500},
        ],
        "otherwise": [
            {
                "label": "ruling A-exact: at-least",
                "what": "ruling",
                "ruling": "A-exact",
                "choice": "at-least",
                "means": "so many or more",
                "seats": [
                    {
                        "seat": 2,
                        "side": "",
                        "line": "",
                        "acts": act_share(88, 7100),
                        "games": share(61, DETAILED),
                    }
                ],
                "price": price,
            },
            {
                "label": "Jack o' Clay and Bones AI post-Turn 1, reading 2",
                "what": "reading",
                "ruling": "A-cb-post-1",
                "choice": "",
                "means": "If the hand holds one, or both of the others, dig.",
                "seats": [
                    {
                        "seat": 1,
                        "side": "post",
                        "line": "1",
                        "acts": act_share(0, 7000),
                        "games": share(0, DETAILED),
                    }
                ],
                "price": None,
            },
        ],
        "others": [price, other("final edition", "edition", -0.01)],
        "players": None,
    }


def course() -> Plain:
    """Return the course of games, with every kind of figure."""
    return {
        "lead_changes": spread(bell(2, 1, DETAILED)),
        "ahead": [
            {**share(20 + 7 * at, 99), "seat": seat, "tenths": at}
            for seat in (1, 2)
            for at in range(1, 10)
        ],
        "clear_since": spread(bell(6, 2, DETAILED)),
        "set_free": [
            {**share(12, 25), "seat": number, "cards": cards}
            for number in (1, 2)
            for cards in (0, 1, 3, 5)
        ],
        "choices": {**spread(bell(8, 2, 500)), "low": None, "high": None},
        "by_value": {
            "lead_changes": spread(bell(2, 1, DETAILED)),
            "ahead": [{**share(60, 99), "seat": seat, "tenths": 5} for seat in (1, 2)],
            "clear_since": spread(bell(4, 2, DETAILED)),
        },
        "low": [{**share(9, 40), "seat": seat} for seat in (1, 2)],
        "emptied": [
            {"what": "bought by its owner", **share(590, 600), "low": None, "high": None},
            {"what": "by Call <The> Living", **share(10, 600), "low": None, "high": None},
        ],
    }


def no_games() -> Plain:
    """Return the summary of a playtest interrupted before its first game."""
    found = summary()
    nothing = share(0, 0)
    found.update(
        games=0,
        seeds=[],
        finished=nothing,
        unfinished=nothing,
        endless=[],
        detailed_games=0,
        ended_by=[],
        won_by=[],
        rounds=spread({}),
        course=None,
        turn={"came": nothing, "round": spread({})},
        acts_a_game=None,
        acts_a_finished_game=None,
        first_player=None,
        seats=[
            {
                **each,
                "wins": nothing,
                "bounds": {"all_lost": nothing, "all_won": nothing},
                "score": spread({}),
                "when_first": nothing,
                "when_not_first": nothing,
                "gain_by_going_first": {"difference": None, "low": None, "high": None},
                "brought_the_end": nothing,
                "cards": [],
            }
            for each in found["seats"]
        ],
        ai_cards=[],
        decided=[],
        detailed_acts=[],
        otherwise=[],
        others=[],
    )
    return found


def score_mode() -> Plain:
    """Return a summary of Score Mode, played by a program without an AI card."""
    found = no_games()
    alone = {
        **seat(1, CLAY, "greedy", 500),
        "wins": share(FINISHED, FINISHED),
        "bounds": bounds(FINISHED),
    }
    found.update(
        games=GAMES,
        seeds=[[0, GAMES]],
        finished=share(FINISHED, GAMES),
        unfinished=share(GAMES - FINISHED, GAMES, 613, 777),
        ended_by=[{"what": "score-mode end", **share(FINISHED, GAMES)}],
        rounds=spread(bell(14, 3, FINISHED)),
        acts_a_game=88.0,
        acts_a_finished_game=88.0,
        ranks=[
            {"rank": "Moonlit", "saying": "You shine.", "scores": "20+", **share(8, FINISHED)},
            {"rank": "Dim", "saying": "You do not.", "scores": "0-19", **share(990, FINISHED)},
        ],
        seats=[alone],
    )
    found["plan"]["seats"] = [{"seat": 1, "jack": CLAY, "title": CLAY, "player": "greedy"}]
    found["plan"]["score_mode"] = True
    return found


def finding(source: AICard, at: int, words: str, code: str, severity: Any, **more: Any) -> Finding:
    """Return a finding on ``words`` in line number ``at``, from 0, of an AI card."""
    text = source.lines[at].printed.text
    start = text.words.index(words)
    turned = "post" if source.lines[at].printed.turned else "pre"
    return Finding(
        code,
        severity,
        text,
        start,
        start + len(words),
        f"{turned}-Turn {source.lines[at].number}",
        **more,
    )


def checked(*findings: Finding) -> Any:
    """Return as much of a wording check with these findings as a report tells."""
    return SimpleNamespace(findings=findings, by_print=(80, 100))


def checks() -> dict[int, Any]:
    """Return checks of the printed AI cards with a few findings of each severity, by seat."""
    clay, words = printed_cards()
    return {
        1: checked(
            finding(
                clay,
                0,
                "fewer than 4 cards",
                "two-wordings",
                "warning",
                because="The same is said in other words in line 7.",
                remedy="Say it in the same words.",
                certainty="not seen in 500 games",
            ),
            finding(
                clay,
                4,
                "highest cost card",
                "tie-unsaid",
                "note",
                because="Nothing says which of several cards of the highest cost is meant.",
                ruling="A-tie",
                table=Scenario(seats=(SeatLayout(CLAY, hand=("Bury", "Dig")),)),
                readings=(
                    AlternativeReading("the one held longest", "play Bury", in_force=True),
                    AlternativeReading("the one held shortest", "play Dig"),
                ),
            ),
        ),
        2: checked(
            finding(
                words,
                0,
                "6 cards in hand",
                "several-readings",
                "error",
                because="“6 cards” may mean six or at least six.",
                remedy="Write “exactly 6 cards” or “6 or more cards”.",
            )
        ),
    }
