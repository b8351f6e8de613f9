"""A game looked at again, as a page: its curve, the moments that mattered, and every act."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import Final

from moonflight_solo.coach.review import Moment, Reviewed, course
from moonflight_solo.playtest.report.html import environment

WIDTH: Final = 720
HEIGHT: Final = 240
LEFT: Final = 46
RIGHT: Final = WIDTH - 10
_TOP, _BOTTOM = 10, HEIGHT - 24
_MOST_ROUNDS = 24
_MOST_ROWS = 6
_STEPS = (0.02, 0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50)
_NOTE = (
    "Every value is an estimate from games played on by AI cards, with all that you could not see "
    "dealt anew. An act gains or loses beside the act of your own AI card; what lies between two "
    "acts of yours, shuffles and what the others did, is luck."
)


@dataclass(frozen=True, slots=True)
class Costly:
    """A moment that mattered: its heading, what is said of it, the table, how to try it again."""

    title: str
    said: str
    table: str
    command: str


@dataclass(frozen=True, slots=True)
class CourseChart:
    """A curve over the acts of a game, drawn in a picture ``WIDTH`` by ``HEIGHT``.

    ``rows`` are the labelled lines across, ``rounds`` where each begins, ``turn`` where the Turn
    lies, 0 for none, ``lines`` the curves by their class, ``marks`` the mistakes.
    """

    name: str
    title: str
    told: str
    caption: str
    rows: Sequence[tuple[float, str]]
    rounds: Sequence[tuple[float, str]]
    turn: float
    lines: Sequence[tuple[str, str]]
    marks: Sequence[tuple[float, float, str]] = ()
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = RIGHT


def coach_page(
    acts: Sequence[Reviewed],
    title: str,
    name: str,
    told: str,
    balance: str,
    moments: Sequence[Costly],
    cost_words: Callable[[Reviewed], str],
) -> str:
    """Return the review of a game of at least one act as a page that needs nothing beside itself.

    ``title`` says who plays whom, and ``name`` which game it is. ``balance`` is one sentence, ""
    for a game without an End; ``cost_words`` says what an act cost.
    """
    alone = acts[0].alone
    rows = [
        {
            "round": act.round,
            "act": act.act,
            "worth": _value(act.worth, alone),
            "best": "the same" if act.best == act.act else act.best,
            "cost": cost_words(act) if act.cost.value > 0 else "",
            "why": act.reason,
        }
        for act in acts
    ]
    return (
        environment()
        .get_template("coach.html.j2")
        .render(
            title=title,
            name=name,
            told=told,
            balance=balance,
            charts=list(_charts(course(acts), alone)),
            moments=moments,
            unit="Points expected" if alone else "Chance to win",
            acts=rows,
            note=_NOTE,
        )
    )


def _value(value: float, alone: bool) -> str:
    return f"{value:.1f}" if alone else f"{100 * value:.0f}%"


def _charts(found: Sequence[Moment], alone: bool) -> Iterator[CourseChart]:
    what = "Points expected" if alone else "Chance of winning"
    values = [each for moment in found for each in (moment.before, moment.after)]
    low, high = (min(values) - 0.5, max(values) + 0.5) if alone else (0.0, 1.0)
    across = _across(len(found))
    up = _up(low, high)
    points = []
    for at, moment in enumerate(found):
        points += [(across(at), up(moment.before)), (across(at), up(moment.after))]
    marks = [
        (across(at), up(moment.after), f"Round {moment.act.round}: {moment.act.act}")
        for at, moment in enumerate(found)
        if moment.act.mistake
    ]
    first, last = _value(found[0].before, alone), _value(found[-1].after, alone)
    around = _rounds(found, across), _turn(found, across)
    yield CourseChart(
        "chance",
        what,
        f"{what} over {len(found)} acts: {first} at the first, {last} after the last, "
        f"{len(marks)} mistakes marked.",
        f"{what}. Dots are acts that surely cost something; the numbers below are rounds.",
        _rows(low, high, up, alone),
        *around,
        [("line", _path(points))],
        marks,
    )
    parts = [each for moment in found for each in (moment.luck, moment.skill)]
    low, high = min(-0.05, *parts), max(0.05, *parts)
    up = _up(low, high)
    lines = [
        (kind, _path([(across(at), up(getattr(moment, kind))) for at, moment in enumerate(found)]))
        for kind in ("luck", "skill")
    ]
    luck, skill = (_signed(each, alone) for each in (found[-1].luck, found[-1].skill))
    yield CourseChart(
        "parts",
        "Luck and skill, added up",
        f"Up to the last act luck has brought {luck}, and the acts {skill}.",
        "Added up from the first act on: luck is dashed; the full line is what your acts gained "
        "beside those of your AI card.",
        _rows(low, high, up, alone),
        *around,
        lines,
    )


def _signed(value: float, alone: bool) -> str:
    return f"{value:+.1f} points" if alone else f"{100 * value:+.0f} in 100 games"


def _across(acts: int) -> Callable[[int], float]:
    return lambda at: LEFT + (RIGHT - LEFT) * at / max(1, acts - 1)


def _up(low: float, high: float) -> Callable[[float], float]:
    return lambda value: _BOTTOM - (_BOTTOM - _TOP) * (value - low) / (high - low)


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _rows(
    low: float, high: float, up: Callable[[float], float], alone: bool
) -> list[tuple[float, str]]:
    step = next(each for each in _STEPS if (high - low) / each <= _MOST_ROWS)
    values = [step * at for at in range(ceil(low / step), floor(high / step) + 1)]
    return [(up(value), f"{value:g}" if alone else f"{100 * value:.0f}%") for value in values]


def _rounds(found: Sequence[Moment], across: Callable[[int], float]) -> list[tuple[float, str]]:
    """Return where rounds begin, thinned out until their numbers have room."""
    first: dict[int, int] = {}
    for at, moment in enumerate(found):
        first.setdefault(moment.act.round, at)
    every = 1 + len(first) // _MOST_ROUNDS
    return [(across(at), str(number)) for number, at in first.items() if number % every == 0]


def _turn(found: Sequence[Moment], across: Callable[[int], float]) -> float:
    at = next((at for at, moment in enumerate(found) if moment.act.turned), 0)
    return (across(at - 1) + across(at)) / 2 if at else 0.0
