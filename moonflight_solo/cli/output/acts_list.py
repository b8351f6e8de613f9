"""The legal acts as a numbered list, grouped by what is done and with which card in play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.text import Text

from moonflight_solo.cli.output.paint import columns, fit, flow, hang
from moonflight_solo.cli.output.render import LABEL, Brush
from moonflight_solo.cli.output.view import CardView, card_view
from moonflight_solo.rules.acts import Build, Shop, Spend
from moonflight_solo.rules.notation import notation
from moonflight_solo.rules.state import Act, Seat, Table


@dataclass(frozen=True, slots=True)
class ActView:
    """One legal act: its number in the list and its notation, whole and in parts.

    ``verb`` is its first word, ``using`` the card in play with its "with" or "on", if it has
    one, and ``what`` the words between. ``bought`` is the card it buys, if it does.
    """

    number: int
    notation: str
    verb: str
    what: str
    using: str
    bought: CardView | None


def act_views(acts: Sequence[Act], table: Table, seat: Seat) -> list[ActView]:
    """Return the acts numbered from 1, in their order."""
    return [_view(number, act, table, seat) for number, act in enumerate(acts, 1)]


def _view(number: int, act: Act, table: Table, seat: Seat) -> ActView:
    words = notation(act, table, seat)
    verb, _, what = words.partition(" ")
    using = ""
    if isinstance(act, Spend):
        at = what.rfind(f" with {act.placed.card.name}")
        what, using = what[:at], what[at + 1 :]
    elif isinstance(act, Build):
        at = what.rfind(f" on {act.pairs[-1][1].card.name}")
        what, using = what[:at], what[at + 1 :]
    bought = act.cards() if isinstance(act, Shop) else None
    return ActView(number, words, verb, what, using, card_view(bought[0]) if bought else None)


def render_acts(acts: Sequence[ActView], width: int, paint: Brush, height: int) -> list[Text]:
    """Return the list in lines of ``width`` columns, in at most ``height`` lines if it can be.

    Several groups of Build are then told in one line, and the longest groups cut short; `acts`
    shows them whole.
    """
    groups: dict[tuple[str, str], list[ActView]] = {}
    for act in acts:
        groups.setdefault((act.verb, act.using), []).append(act)
    last = groups.pop(("pass", ""), [])
    laid = {group: _group(found, width, paint) for group, found in groups.items()}
    if sum(map(len, laid.values())) > height:
        _fold_builds(groups, laid, width, paint)
    while (over := sum(map(len, laid.values())) - height) > 0:
        group = max(laid, key=lambda each: len(laid[each]))
        if len(laid[group]) == 1:
            break
        keep = max(len(laid[group]) - over, 1)
        laid[group] = _shortened(laid[group], keep, groups[group][-1], width, paint)
    lines = [line for group in laid.values() for line in group]
    for act in last:
        chip = Text(str(act.number), paint.theme.number)
        if len(lines) >= height and lines and lines[-1].cell_len + 12 <= width:
            lines[-1].append(f"   {act.verb} ", paint.theme.verb).append_text(chip)
        else:
            lines += hang(act.verb, [chip], LABEL, paint.theme.verb)
    return [fit(line, width, paint.glyphs) for line in lines]


def _group(acts: Sequence[ActView], width: int, paint: Brush) -> list[Text]:
    chips = []
    for act in acts:
        chip = Text().append(f"{act.number} ", paint.theme.number)
        chip.append(act.what, paint.suit_style(act.bought.suit) if act.bought else "")
        if act.bought:
            chip.append(f" {act.bought.cost}{paint.glyphs.coin}", paint.theme.coin)
            chip.append_text(paint.scores(act.bought))
        chips.append(chip)
    room = width - LABEL - 1
    if acts[0].using:
        lines = flow([Text(f"{acts[0].using}:", paint.theme.dim), *chips], room, 2)
    else:
        lines = columns(chips, room)
    return hang(acts[0].verb, lines, LABEL, paint.theme.verb)


def _fold_builds(
    groups: dict[tuple[str, str], list[ActView]],
    laid: dict[tuple[str, str], list[Text]],
    width: int,
    paint: Brush,
) -> None:
    """Put one line in the place of several groups of Build."""
    builds = [group for group in groups if group[0] == "build"]
    if len(builds) < 2:
        return
    acts = [act for group in builds for act in groups[group]]
    first, last = min(act.number for act in acts), max(act.number for act in acts)
    line = Text().append(f"{first}{paint.glyphs.minus}{last} ", paint.theme.number)
    line.append("a card on " + ", ".join(using.removeprefix("on ") for _, using in builds))
    more = Text(": say acts", paint.theme.dim)
    line = fit(line, min(line.cell_len, width - LABEL - more.cell_len), paint.glyphs)
    for group in builds[1:]:
        del laid[group]
    laid[builds[0]] = hang("build", [line.append_text(more)], LABEL, paint.theme.verb)


def _shortened(
    lines: Sequence[Text], keep: int, last: ActView, width: int, paint: Brush
) -> list[Text]:
    """Return the first ``keep`` lines, ending in how far the numbers go on."""
    more = Text(f"  {paint.glyphs.more}{last.number}: say acts", paint.theme.dim)
    cut = fit(lines[keep - 1], width - more.cell_len, paint.glyphs)
    return [*lines[: keep - 1], cut.append_text(more)]
