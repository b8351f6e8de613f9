"""How the rows of the table share the lines of a window: one frame for a size, in each phase.

A row offers its forms, from least to full, with what each is worth; `frame` alone picks. What it
picks depends on the window, the players and the Turn, never on the cards: so a row keeps its place
and its form when a Stack gets a card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from moonflight_solo.cli.output.drawing import Detail
from moonflight_solo.cli.output.view import View

WIDE: Final = 100
"""From how many columns on a card and the text of one end go into one line."""
VERY_NARROW: Final = 72
"""Below how many columns what a Jack says takes a line more."""
VERY_WIDE: Final = 112
"""From how many columns on all generic Market Stacks, or both ends of a Jack, go into one."""
PANEL: Final = 3
"""Lines for the texts of the hand below the table, where its row does not show them."""
LEAST_BELOW: Final = 4
THEIRS: Final = "their "
"""Begins the names of rows that every opponent has."""


class Form(NamedTuple):
    """A form of a row: its detail, its lines on the table, what it is worth, and the lines it takes
    below the table.
    """

    detail: Detail
    lines: int
    worth: int
    below: int = 0


Frame = Mapping[str, Form]
"""The form of every row, by its name."""

NOW, NUMBERS, ENDS, TEXT, TEXTS = Detail
GONE: Final = Form(NOW, 0, 0)


def frame(view: View, width: int, height: int) -> Frame:
    """Return the form of every row in a window.

    Rows begin with their least forms. Then the one step to a fuller form that is worth most for
    each line it takes is taken, as long as any fits. "below" is all that stands below the table;
    lines that no row takes are its own too.
    """
    offers = _offers(view, width)
    others = len(view.seats) - (view.you is not None)
    forms_chosen = {row: forms[0] for row, forms in offers.items()}

    def price(row: str, form: Form) -> int:
        return (form.lines + form.below) * (others if row.startswith(THEIRS) else 1)

    titles = 2 + len(view.seats)  # the header and the rule below count as two
    spare = height - titles - sum(price(row, form) for row, form in forms_chosen.items())
    while spare > 0:
        steps = [
            ((form.worth - forms_chosen[row].worth) / more, row, form, more)
            for row, forms in offers.items()
            for form in forms
            if form.worth > forms_chosen[row].worth
            and 0 < (more := price(row, form) - price(row, forms_chosen[row])) <= spare
        ]
        if not steps:
            break
        _, row, form, more = max(steps, key=lambda step: step[:2])
        forms_chosen[row], spare = form, spare - more
    return forms_chosen


def _offers(view: View, width: int) -> dict[str, Sequence[Form]]:
    wide, both = width >= WIDE, not view.turned or view.turning
    jack = (1 if width >= VERY_WIDE else 2 if both else 1) + (width < VERY_NARROW)
    generic = max(len(view.generic), 1)
    in_two = Form(NUMBERS if both else NOW, 1 if width >= VERY_WIDE else 2, 8)
    each = 1 if wide else 2
    offers: dict[str, Sequence[Form]] = {
        "generic": (
            Form(NOW, 1 if wide else 2, 0),
            in_two,
            Form(TEXT, generic, 8 + 5 * generic),
        ),
        "below": [
            Form(NOW, LEAST_BELOW + more, worth)
            for more, worth in enumerate((0, 28, 42, 52, 60, 66, 70, 73))
        ],
    }
    if view.seats[1:] or view.you is None:
        offers |= {
            "their in play": (Form(NOW, 1, 0), Form(NOW, 2, 6)),
            "their market": (Form(NOW, 1, 0), Form(NUMBERS, 2, 8), Form(TEXT, 3 * each, 8 + 9)),
            "their jack": (GONE, Form(ENDS, jack, 11 * jack)),
            "their stacks": (GONE, Form(NOW, 1, 7)),
        }
        if any(seat.hand is not None and not seat.you for seat in view.seats):
            offers["their hand"] = (Form(NOW, 1, 0),)
    if view.you is not None:
        texts = Form(TEXTS, 11, 92 + 36)
        offers |= {
            "jack": (GONE, Form(ENDS, jack, 12 * jack)) if both else (GONE,),
            "market": (
                Form(NOW, 1, 0),
                Form(NUMBERS, 2, 15),
                Form(TEXT, 3 * each, 15 + 13 * each),
                *((Form(TEXTS, 6, 15 + 13 + 27),) * (both and wide)),
            ),
            "in play": (Form(NOW, 1, 0), Form(NOW, 2, 9), Form(TEXT, 5, 20)),
            "stacks": (GONE, Form(NOW, 1, 10)),
            "hand": (
                Form(NUMBERS, 2, 0),
                Form(ENDS, 3, 30),
                Form(ENDS, 3, 78, PANEL),
                Form(TEXT, 7 if wide else 9, 92),
                *((texts,) * (both and wide)),
            ),
        }
    if view.standing is not None:
        offers["so far"] = (Form(NOW, 1, 0),)
    return offers
