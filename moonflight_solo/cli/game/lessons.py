"""Lessons for a first game: each phase explained the first time it comes up, once a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, cast

from moonflight_solo.guide import Phase, guide
from moonflight_solo.rules.acts import Build, Pass, Play, Shop, Spend
from moonflight_solo.rules.state import Act, Event, Question, Table

ACTS: Final[dict[type[Act], Phase]] = {
    Play: "play",
    Shop: "shop",
    Spend: "spend",
    Build: "build",
    Pass: "pass",
}
"""The phase of each kind of act, in the order in which they are taught."""


RESET: Final[dict[str, Phase | None]] = {
    "leave play": None,
    "order": None,
    "retain": "retain",
    "cover": "cover",
    "settled": "settled",
    "token": "score mode",
}
"""What happens or is asked only in Reset, with the phase that explains it."""


class Lessons:
    """Says what the guide has on a phase when it first comes up.

    Call it with every event of the table, tell it with `asked` what the person is asked and with
    `acting` that the person is to act. ``say`` is called with each lesson, a sentence or two in
    the words of ``edition``, and may be changed at any time: while a game is told again that has
    been played before, let it do nothing. ``seat`` is the number of the person's seat.
    """

    table: Table
    """The table played at, for lessons that speak of it."""

    def __init__(self, edition: str, say: Callable[[str], None], *, seat: int = 0) -> None:
        self.say = say
        self._guide = guide(edition)
        self._seat = seat
        self._taught: set[Phase] = set()
        self._in_reset = False
        self._turned = False

    def __call__(self, event: Event) -> None:
        """Hear of one thing that happened."""
        kind = event.kind
        if kind == "round":
            self._in_reset = False
        elif kind == "act":
            if event.seat != self._seat:
                self._teach("ai act")
            for act, phase in ACTS.items():
                if isinstance(event.what, act):
                    self._teach(phase)
        elif kind in RESET:
            self._reset(RESET[kind])
        elif kind in ("turn", "end") or (kind in ("draw", "deal") and self._in_reset):
            self._turned = self._turned or kind == "turn"
            self._teach(cast(Phase, kind))

    def acting(self, acts: Iterable[Act] | None = None) -> None:
        """Hear that the person is to act.

        The start of the game has its lesson, and so has the first act after the Turn. Of the five
        acts one is explained each time, so that nobody has to read them all before the first:
        the next one that is among ``acts``, those that are legal now, or the next one of all.
        """
        self._teach("start")
        self._teach("action")
        if self._turned:
            self._teach("after turn")
        kinds = set(ACTS) if acts is None else {type(act) for act in acts}
        for kind, phase in ACTS.items():
            if kind in kinds and phase not in self._taught:
                self._teach(phase)
                break

    def asked(self, question: Question) -> None:
        """Hear what the person is asked, before it is shown."""
        ask = question.ask
        if ask in RESET and (ask != "order" or question.source is None):
            self._reset(RESET[ask])
        elif ask == "deal" and self._in_reset:
            self._teach("deal")

    def _reset(self, phase: Phase | None) -> None:
        """Note that this is Reset, and teach what it is before one of its steps."""
        self._in_reset = True
        self._teach("reset")
        if phase is not None:
            self._teach(phase)

    def _teach(self, phase: Phase) -> None:
        if phase not in self._taught:
            self._taught.add(phase)
            self.say(self._guide.phase(phase).short)
