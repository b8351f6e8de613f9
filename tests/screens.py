"""Expected screens as text. `python tests/screens.py` redraws them; `test_render.py` compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

from helpers import CLAY, WORDS, At, lay
from rich.text import Text

from moonflight_solo.cli.game.numbered_acts import Numbers
from moonflight_solo.cli.output.screen import Scene, Screen
from moonflight_solo.cli.output.sentences import act_lines, sentences
from moonflight_solo.cli.output.terminal import ASCII, PRETTY, Glyphs
from moonflight_solo.cli.output.view import ActView, LogLine, View, act_views, view
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.state import Table
from moonflight_solo.scoremode import ScoreMode

FOLDER = Path(__file__).parent / "screens"
SIZES = {"60": (60, 24), "80": (80, 24), "100": (100, 32), "120": (120, 40)}


def screen_lines(
    seen: View,
    news: Sequence[LogLine],
    acts: Sequence[ActView],
    width: int,
    height: int,
    glyphs: Glyphs,
    since: View | None = None,
    *,
    panel: Sequence[Text] = (),
) -> list[Text]:
    """Return the lines of a screen."""
    return Screen(Scene(seen, news, acts, since), width, height, glyphs).lines(panel)


def before() -> Table:
    """Return a two-player table in mid-game, with the second seat to act."""
    table = lay(
        At(
            WORDS,
            hand="Call, Talk, Coin, Waste",
            in_play="Oeuvre + Waste, Lesson, Coin, Coin",
            deck="3 Waste",
            discard="Memory, Forget To Remember",
            market=("Teach, Forget To Remember", "Lesson", ""),
            coins=4,
        ),
        At(
            CLAY,
            hand="Coin, Coin, Waste, Bury, Call The Living, Macabre Harvest",
            in_play="Grave Robber, Rise Up",
            deck="Coin, Bury",
            discard="2 Coin, Shallow Grave",
            trash="Waste",
            market=("Grave Robber", "Bury, Take It With You, Bury", "Rise Up"),
            coins=6,
        ),
        generic=("3 Power", "4 Fealty", "", "2 Riches", "2 Wealth"),
        first=1,
    )
    table.round = 6
    table.seats[0].shopped = table.seats[0].built = True
    return table


def after() -> Table:
    """Return a two-player table after the Turn, with cards Set on cards."""
    table = lay(
        At(
            CLAY,
            hand="Wake The Dead, Danse Macabre",
            in_play="Grave Digger, Dig",
            deck="Go Down",
            trash="2 Coin, Dig",
            supply="",
            market=("", "4 Dig", "Go Down"),
            coins=5,
        ),
        At(
            WORDS,
            hand="Magnum Opus, Learnt, Listen, Understand, Hear, Remember To Forget, Coin",
            in_play="Magnum Opus + Coin, Magnum Opus",
            deck="2 Try To Remember",
            discard="Hear",
            market=("2 Learnt", "Lapse", "Try To Remember"),
            coins=2,
        ),
        generic=("2 Power", "Fealty", "2 Coins", "Riches", "2 Wealth"),
        turned=True,
    )
    table.round = 11
    return table


def three() -> Table:
    """Return a three-player table with one Jack twice."""
    return lay(At(CLAY, hand="5 Coin", coins=5), At(WORDS, hand="5 Coin"), At(CLAY, hand="5 Waste"))


def crowded() -> Table:
    """Return a three-player table late in the game, too full for a small screen."""
    table = lay(
        At(
            WORDS,
            hand="Call, Talk, Coin, Waste, Memory, Teach, Oeuvre, Lesson, Try To Forget, Riches",
            in_play="Oeuvre + Waste, Oeuvre + Coin, Oeuvre, Lesson, Coin, Call, Power, Wealth",
            discard="Memory, Forget To Remember",
            market=("Teach, Forget To Remember", "2 Try To Forget", "Forget To Remember"),
            coins=9,
        ),
        At(
            CLAY,
            hand="5 Waste",
            in_play="Grave Robber, Rise Up, Macabre Harvest, Take It With You, Bury, Fealty",
            trash="2 Waste",
            market=("Grave Robber", "Bury, Take It With You, Bury", "Call The Living"),
            coins=6,
        ),
        At(
            WORDS,
            hand="5 Coin",
            in_play="Oeuvre + Waste, Oeuvre + Coin, Memory, Lesson, Power, Try To Forget",
            discard="Memory",
            market=("Forget To Remember", "Forget To Remember", "3 Oeuvre"),
        ),
        generic=("3 Power", "4 Fealty", "2 Coins", "2 Riches", "2 Wealth"),
    )
    table.round = 9
    return table


def alone() -> Table:
    """Return a table of Score Mode."""
    return lay(At(WORDS, hand="5 Coin", coins=5))


NEWS = [
    LogLine("Round 6. First Player: Clay and Bones.", "round"),
    LogLine("You play Rise Up: draw Call The Living from Discard Stack.", "act", 1),
    LogLine("Words and Names [8] builds: 1 card on Oeuvre.", "act", 0),
]
MUCH = [
    LogLine(f"Words and Names [9] plays Coin, for the {n}th time.", "act", 0) for n in range(30)
]
SCENES: dict[str, tuple[Callable[[], Table], int, list[LogLine], tuple[int, int] | None]] = {
    "before": (before, 1, NEWS, None),
    "after": (after, 1, MUCH, None),
    "three": (three, 0, [], None),
    "crowded": (crowded, 0, NEWS, None),
    "alone": (alone, 0, NEWS[:1], (7, 8)),
}


def earlier() -> View:
    """Return the view of `before` one act earlier."""
    table = before()
    words, clay = table.seats
    words.coins += 3
    words.in_play.pop(1)
    words.market[1].cards.append(words.market[0].cards[-1])
    clay.in_play.pop(0)
    clay.hand.pop(1)
    table.generic[0].cards.append(table.generic[0].cards[0])
    return view(table, 1)


def scene(name: str) -> tuple[View, list[ActView], list[LogLine]]:
    """Return a scene's view, acts and log."""
    make, seat, news, tokens = SCENES[name]
    table = make()
    acts = list(legal_acts(table, table.seats[seat]))
    if tokens is not None:
        mode = ScoreMode(table)
        mode.turn, mode.end = tokens
        table.variant = mode
    chair = table.seats[seat]
    numbers = Numbers().of(acts, chair, table.round)
    return view(table, seat), act_views(acts, numbers, table, chair), news


def drawn(name: str, size: str, glyphs: Glyphs = PRETTY) -> list[str]:
    """Return a scene's screen as lines of text."""
    seen, acts, news = scene(name)
    since = earlier() if name == "before" else None
    return [line.plain for line in screen_lines(seen, news, acts, *SIZES[size], glyphs, since)]


@cache
def files() -> dict[str, str]:
    """Return every expected screen by file name."""
    found = {
        f"{name}-{size}.txt": "\n".join(line.rstrip() for line in drawn(name, size)) + "\n"
        for name in SCENES
        for size in SIZES
    }
    found["before-80-ascii.txt"] = "\n".join(map(str.rstrip, drawn("before", "80", ASCII))) + "\n"
    for name in SCENES:
        seen, acts, _ = scene(name)
        found[f"{name}-plain.txt"] = "\n".join([*sentences(seen), *act_lines(acts, seen)]) + "\n"
    return found


def main() -> None:
    """Redraw every screen."""
    FOLDER.mkdir(exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
