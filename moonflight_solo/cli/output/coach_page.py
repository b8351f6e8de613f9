"""A game looked at again, as a page: its curve, the moments that mattered, and every act."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor
from typing import Final, NamedTuple

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


class Costly(NamedTuple):
    """A moment that mattered: its heading, what is said of it, the table, how to try it again."""

    title: str
    said: str
    table: str
    command: str


class CourseChart(NamedTuple):
    """A curve over the acts of a game, drawn in a picture ``WIDTH`` by ``HEIGHT``.

    ``rows`` are the labelled lines across, ``lines`` the curves by their class, ``marks`` the
    mistakes.
    """

    name: str
    title: str
    told: str
    caption: str
    rows: Sequence[tuple[float, str]]
    lines: Sequence[tuple[str, str]]
    marks: Sequence[tuple[float, float, str]] = ()


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
    found, alone = course(acts), acts[0].alone
    first: dict[int, int] = {}
    for at, act in enumerate(acts):
        first.setdefault(act.round, at)
    every = 1 + len(first) // _MOST_ROUNDS  # thinned out until their numbers have room
    across = _Across(len(acts))
    turn = next((at for at, act in enumerate(acts) if act.turned), 0)
    template = environment().get_template("coach.html.j2")
    return template.render(
        title=title,
        name=name,
        told=told,
        balance=balance,
        size=(WIDTH, HEIGHT, LEFT, RIGHT),
        rounds=[(across(at), str(n)) for n, at in first.items() if n % every == 0],
        turn=across(turn - 0.5) if turn else 0.0,
        charts=[_worths(found, across, alone), _parts(found, across, alone)],
        moments=moments,
        unit="Points expected" if alone else "Chance to win",
        acts=[(act, _value(act.worth, alone), cost_words(act)) for act in acts],
        note=_NOTE,
    )


def _value(value: float, alone: bool) -> str:
    return f"{value:.1f}" if alone else f"{100 * value:.0f}%"


class _Across:
    """Where the acts of a game lie across, by their numbers from 0."""

    def __init__(self, acts: int) -> None:
        self._acts = acts

    def __call__(self, at: float) -> float:
        return LEFT + (RIGHT - LEFT) * at / max(1, self._acts - 1)


class _Up:
    """Where values lie, from the bottom of a chart up to its top."""

    def __init__(self, low: float, high: float) -> None:
        self._low, self._high = low, high

    def __call__(self, value: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * (value - self._low) / (self._high - self._low)

    def rows(self, alone: bool) -> list[tuple[float, str]]:
        """Return the labelled lines across."""
        high = self._high - self._low
        step = next((each for each in _STEPS if high / each <= _MOST_ROWS), high / _MOST_ROWS)
        values = [step * at for at in range(ceil(self._low / step), floor(self._high / step) + 1)]
        return [(self(value), f"{value:g}" if alone else f"{100 * value:.0f}%") for value in values]


def _worths(found: Sequence[Moment], across: _Across, alone: bool) -> CourseChart:
    what = "Points expected" if alone else "Chance of winning"
    values = [each for moment in found for each in (moment.before, moment.after)]
    up = _Up(min(values) - 0.5, max(values) + 0.5) if alone else _Up(0.0, 1.0)
    points = [(across(n // 2), up(value)) for n, value in enumerate(values)]
    marks = [
        (across(at), up(moment.after), f"Round {moment.act.round}: {moment.act.act}")
        for at, moment in enumerate(found)
        if moment.act.mistake
    ]
    first, last = _value(values[0], alone), _value(values[-1], alone)
    return CourseChart(
        "chance",
        what,
        f"{what} over {len(found)} acts: {first} at the first, {last} after the last, "
        f"{len(marks)} mistakes marked.",
        f"{what}. Dots are acts that surely cost something; the numbers below are rounds.",
        up.rows(alone),
        [("line", _path(points))],
        marks,
    )


def _parts(found: Sequence[Moment], across: _Across, alone: bool) -> CourseChart:
    parts = {"luck": [each.luck for each in found], "skill": [each.skill for each in found]}
    up = _Up(min(-0.05, *map(min, parts.values())), max(0.05, *map(max, parts.values())))
    unit = "{:+.1f} points" if alone else "{:+.0f} in 100 games"
    luck, skill = (unit.format(each[-1] * (1 if alone else 100)) for each in parts.values())
    return CourseChart(
        "parts",
        "Luck and skill, added up",
        f"Up to the last act luck has brought {luck}, and the acts {skill}.",
        "Added up from the first act on: luck is dashed; the full line is what your acts gained "
        "beside those of your AI card.",
        up.rows(alone),
        [
            (kind, _path([(across(at), up(value)) for at, value in enumerate(values)]))
            for kind, values in parts.items()
        ],
    )


def _path(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
