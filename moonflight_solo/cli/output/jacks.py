"""What the Jacks of a table are called and say: one's own on top of it, and a row of them all."""

from __future__ import annotations

from rich.text import Text

from moonflight_solo.cli.output.drawing import MOST_COMPACT, Brush
from moonflight_solo.cli.output.text_layout import fit, flow, wrap
from moonflight_solo.cli.output.view import SeatView
from moonflight_solo.rules.state import Card


def header(brush: Brush) -> Text:
    """Return the top line: side of the Turn, round, and one's own Jack."""
    left, right = _heading(brush)
    text = fit(Text(left.ljust(brush.width - len(right)) + right), brush.width, brush.glyphs)
    text.stylize(brush.theme.header)
    return text


def _heading(brush: Brush) -> tuple[str, str]:
    """Return what the line on top says, and of one's own Jack as much as there is room for."""
    view, glyphs = brush.view, brush.glyphs
    sign, when = (glyphs.after, "After") if view.turned else (glyphs.before, "Before")
    left = f" {sign} {when} the Turn, round {view.round}"
    if view.tokens is not None:
        left += f" {glyphs.dot} tokens: Turn {view.tokens[0]}, End {view.tokens[1]}"
    if view.you is None:
        return left, ""
    jack, room = view.you.character, brush.width - len(left) - 2
    fitting = (f"{jack.name}: {jack.words} ", f"{jack.name} ")
    return left, next((each for each in fitting if len(each) <= room), "")


def jack_row(seat: SeatView, brush: Brush) -> list[Text]:
    """Return what a Jack is called and says, at both ends before the Turn."""
    rows = flow(_ends(seat.character, brush), brush.room, 3)
    cut = [wrap(row.plain, brush.room) if row.cell_len > brush.room else [row] for row in rows]
    return brush.labelled("jack", [line for lines in cut for line in lines])


def own_jack_rows(you: SeatView, brush: Brush) -> list[Text]:
    """Return one's own Jack, or where there are few rows all of them in one."""
    if not brush.compact:
        return jack_row(you, brush)
    return _jacks(brush) if brush.compact < MOST_COMPACT else []


def _jacks(brush: Brush) -> list[Text]:
    """Return every Jack in one row, one's own first, with what they say as far as it fits.

    What the line on top says is not said twice.
    """
    own, *others = dict.fromkeys(seat.character for seat in brush.view.own_first)
    said = own.words in _heading(brush)[1]
    ends = [(own, end) for end in _ends(own, brush)[said:]]
    ends += [(card, end) for card in others for end in _ends(card, brush)]
    for worded in range(len(ends), -1, -1):
        chips, told = [end for _, end in ends[:worded]], dict(ends[:worded])
        names = [_names(card, brush) for card in others if card not in told]
        for laid in (flow([*chips, *names], brush.room, 2), flow(chips, brush.room, 2)):
            if len(laid) == 1 and laid[0].cell_len <= brush.room:
                return brush.labelled("jacks", laid)
    return []


def _ends(card: Card, brush: Brush) -> list[Text]:
    """Return what a Jack's ends are called and say: both before the Turn."""
    found = []
    for end in [card] if brush.view.turned else [card, card.flipped]:
        chip = brush.dim("" if end is card else f"{brush.glyphs.becomes} ")
        found.append(
            chip.append(end.name, brush.suit_style(card.suit)).append(f": {end.words}", "")
        )
    return found


def _names(card: Card, brush: Brush) -> Text:
    """Return a Jack's name and what it becomes, without the words that both begin with."""
    style = brush.suit_style(card.suit)
    text, other = Text(card.name, style), card.flipped.name.split()
    for word in card.name.split():
        if other[1:] and other[0] == word:
            other.pop(0)
        else:
            break
    if brush.view.turned:
        return text
    return text.append(brush.glyphs.becomes, brush.theme.dim).append(" ".join(other), style)
