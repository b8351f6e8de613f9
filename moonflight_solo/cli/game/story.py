"""What made a game, such as who took the lead and what was lost; the page of the End."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, pairwise
from typing import Any, Final, NamedTuple

from rich.text import Text

from moonflight_solo.cli.game.replay_view import Film, Moment
from moonflight_solo.cli.output.markup import rows
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.text_layout import between_margins, hang, wrap
from moonflight_solo.cli.output.view import LogLine, SeatView
from moonflight_solo.numbers import plural
from moonflight_solo.scoremode import next_rank, rank_in_words

EVERYTHING: Final = 40
"""How many events make up the whole story, at most."""
LOST: Final = 2
"""How many points gone at a stroke are worth telling."""


class _StoryLine(NamedTuple):
    """One line of the story, with how much it matters: the Turn most. ``what`` came of what was
    ``done``.
    """

    at: int
    weight: int
    done: str
    what: str = ""


def story(film: Film, most: int) -> list[str]:
    """Return up to ``most`` lines on what made the game, in the order it happened.

    What counts is the hand at the End, so players are compared by what a hand of theirs would score
    on average after the Turn.
    """
    story_lines: dict[tuple[int, str], _StoryLine] = {}
    for each in chain(_leads(film), _losses(film), _turn(film)):
        key = each.at, each.done
        same = story_lines.get(key)
        what = f"{same.what}; {each.what}" if same else each.what
        story_lines[key] = each._replace(what=what)
    first = sorted(story_lines.values(), key=lambda each: (-each.weight, -each.at))[:most]
    return [f"{each.done}{each.what}." for each in sorted(first)]


def lines_followed(film: Film) -> list[str]:
    """Return, for every AI card, the line that it followed most often."""
    acted: dict[int, Counter[tuple[str, str]]] = {}
    for moment in film.moments:
        if moment.line and moment.seat is not None:
            words = (entry.printed for entry in moment.news if entry.seat == moment.seat)
            line = moment.line, next(filter(None, words), "")
            acted.setdefault(moment.seat, Counter())[line] += 1
    return [
        f"{film.titles[seat]} most often followed [{line}], in {times} of "
        f"{plural(lines.total(), 'act')}: {words}"
        for seat, lines in acted.items()
        for (line, words), times in lines.most_common(1)
    ]


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The moment from which average hands decided the game without a break.

    ``before`` and ``after`` are what they score around it. ``line`` is the log line of the act,
    or in Reset that of the seat whose deck changed most.
    """

    round: int
    before: tuple[float, ...]
    after: tuple[float, ...]
    line: LogLine


def turning_point(
    moments: Sequence[Moment], decided: Callable[[Sequence[float]], bool]
) -> TurningPoint | None:
    """Return the moment from which ``decided`` holds for the average hands without a break.

    ``None`` if it held from the start, or does not hold at the end.
    """
    stood = [decided(moment.hands) for moment in moments]
    if not stood or not stood[-1] or all(stood):
        return None
    at = len(stood) - stood[::-1].index(False)
    before, moment = moments[at - 1], moments[at]
    line = line_of_change(before, moment)
    return TurningPoint(before.view.round, before.hands, moment.hands, line)


def next_time(film: Film) -> str:
    """Return what cost the player most points, and what to do about it.

    "" if they won, or have the highest rank, or the Turn never came.
    """
    outcome, me = film.outcome, film.viewer
    if outcome is None or outcome.winner is None or me is None or not outcome.turned:
        return ""
    alone = not film.titles[1:]
    higher = next_rank(outcome.scores[me]) if alone else None
    content = higher is None if alone else outcome.winner == me
    if content:
        return ""
    then = next(moment.points for moment in film.moments if moment.view.turned)
    held, goal = film.moments[-1].points[me], higher.least if higher else max(then)
    lost = {"blanks": held - outcome.scores[me], "Trash": then[me] - held, "buy": goal - then[me]}
    most = max(lost, key=lambda way: lost[way])
    if lost[most] <= 0:
        return ""
    now, at_turn = outcome.scores[me], then[me]
    lines = rows("next_time", lost=most, now=now, held=held, then=at_turn, goal=goal, higher=higher)
    return "".join(lines)


def line_of_change(before: Moment, moment: Moment) -> LogLine:
    """Return the log line of the act between two moments, or in Reset of the seat whose points
    changed most.
    """
    change = [abs(new - old) for new, old in zip(moment.points, before.points, strict=True)]
    most = change.index(max(change))
    reset = [line for line in moment.news if line.kind == "reset"]
    lines = [line for line in reset if line.seat == most] or list(moment.news)
    return lines[0]


def _leads(film: Film) -> Iterator[_StoryLine]:
    """Yield every moment from which another player leads at the end of a round."""
    leading: int | None = None
    steps = enumerate(pairwise(film.moments))
    for _, moments in groupby(steps, key=lambda step: step[1][0].view.round):
        change = None
        for at, (_, moment) in moments:
            hands = [round(hand, 1) for hand in moment.hands]  # as they are shown
            best, *rest = sorted(hands, reverse=True)
            leader = hands.index(best) if rest and best > rest[0] else leading
            if leader == leading:
                change = None
            elif change is None or change[0] != leader:
                by = f"{best:.1f} to {rest[0]:.1f}"
                assert leader is not None  # who leads now differs from who led
                leads = "lead" if leader == film.viewer else "leads"
                change = leader, at, f"{_name(film, leader)} {leads}, {by}"
        if change is not None:
            leading, at, what = change
            yield _line_of_story(film, at, what, 2)


def _losses(film: Film) -> Iterator[_StoryLine]:
    """Yield each player's greatest loss of points."""
    for seat in range(len(film.titles)):
        steps = enumerate(pairwise(film.moments))
        lost = [(before.points[seat] - after.points[seat], at) for at, (before, after) in steps]
        gone, at = max(lost, default=(0, 0))
        if gone >= LOST:
            yield _line_of_story(film, at, f"{plural(gone, 'point')} gone", 3)


def _turn(film: Film) -> Iterator[_StoryLine]:
    for at, (before, moment) in enumerate(pairwise(film.moments)):
        if moment.turns:
            hands = enumerate(moment.hands)
            scores = ", ".join(f"{_name(film, seat)} {score:.1f}" for seat, score in hands)
            yield _StoryLine(
                at, 4, f"Round {before.view.round}: the Turn. An average hand: {scores}"
            )


def _line_of_story(film: Film, at: int, what: str, weight: int) -> _StoryLine:
    before, moment = film.moments[at : at + 2]
    deed = line_of_change(before, moment).words.rstrip(".")
    return _StoryLine(at, weight, f"Round {before.view.round}: {deed}; ", what)


def _name(film: Film, seat: int) -> str:
    return "you" if seat == film.viewer else film.titles[seat]


# ------------------------------------------------------------------------- the page of the End


def end_lines(film: Film, screen: Terminal, more: Sequence[str]) -> list[Text]:
    """Render the End page: scores, the winner and why, the turning point, then ``more``."""
    outcome = film.outcome
    assert outcome is not None
    width = screen.width - 2
    cause = next(line.words for line in film.moments[-1].news if line.kind == "end")
    lines = [*wrap(cause, width, "bold"), Text()]
    names = ["You" if at == film.viewer else film.titles[at] for at in outcome.ranking]
    label = max(map(len, names)) + 1
    for number, name in zip(outcome.ranking, names, strict=True):
        hand = wrap(_hand(_seat_of(film, number), screen), width - label - 6)
        head = f"{name:<{label}}{outcome.scores[number]:>3}"
        lines += hang(head, hand, label + 6, "bold" if number == outcome.winner else "")
    lines += [Text(), *wrap(decision_by(film), width, "bold"), *wrap(turning(film), width), Text()]
    for words in more:
        lines += wrap(words, width)
    return [Text(" ").append_text(line) for line in lines]


def hands_by_round(film: Film, screen: Terminal) -> list[Text]:
    """Render what an average hand would score, round by round, skipping rounds without room."""
    names = ["You" if index == film.viewer else title for index, title in enumerate(film.titles)]
    label = max(map(len, names)) + 1
    room = (screen.width - label - 4) // 5
    by_round = {before.view.round: moment for before, moment in pairwise(film.moments)}
    last = max(by_round)
    rounds = [number for number in by_round if (last - number) % -(-len(by_round) // room) == 0]
    turn = next((number for number, moment in by_round.items() if moment.view.turned), last + 1)

    turned = sum(number < turn for number in rounds)

    def row(name: str, cells: Iterable[str], sign: str) -> Text:
        parted = (f"{sign if index == turned else ''}{cell:>5}" for index, cell in enumerate(cells))
        return Text(f" {name:<{label}}{''.join(parted)}", "dim")

    rows = [
        row(name, [f"{by_round[number].hands[index]:.1f}" for number in rounds], "  ")
        for index, name in enumerate(names)
    ]
    heading = Text(" An average hand after the Turn, round by round:")
    return [heading, row("", map(str, rounds), f" {screen.glyphs.after}"), *rows]


def told_again(film: Film, screen: Terminal, most: int) -> list[Text]:
    """Render up to ``most`` events that made the game, and the lines AI cards lived by."""
    rows = [*story(film, most), *lines_followed(film)]
    return [row for words in rows for row in between_margins(words, screen.width - 1, hanging=2)]


def whole_story(film: Film, screen: Terminal) -> list[Text]:
    """Render everything that made the game, or has made it so far."""
    if len(film.moments) < 2:
        return [Text("Nothing has happened yet.")]
    return [*told_again(film, screen, EVERYTHING), *hands_by_round(film, screen)]


def end_sentences(film: Film) -> list[str]:
    """Return the End page for a plain terminal, one fact per line."""
    sentences = [line.words for line in film.moments[-1].news if line.kind == "end"]
    outcome = film.outcome
    if len(film.titles) == 1 and outcome is not None and outcome.finished:
        sentences.append(decision_by(film))
    return [*sentences, *filter(None, [turning(film)])]


def _seat_of(film: Film, number: int) -> SeatView:
    return next(seat for seat in film.last.seats if seat.title == film.titles[number])


def decision_by(film: Film) -> str:
    """Return who wins and by what (points or a tiebreak), or the rank in Score Mode."""
    return _sentence(
        *("decided", film), said=rank_in_words, seat=lambda number: _seat_of(film, number),
        next=film.outcome and next_rank(film.outcome.scores[0]),
    )  # fmt: skip


def turning(film: Film) -> str:
    """Return when the winner took the lead for good, or which of its points were not in
    hand.

    "" if there is nothing to say. Before the Turn hardly anything scores, so an End that comes
    before it has no turning point.
    """
    outcome = film.outcome
    if outcome is None or outcome.winner is None or not outcome.turned:
        return ""
    winner, points = outcome.winner, film.moments[-1].points
    others = [at for at in range(len(points)) if at != winner]

    def ahead(hands: Sequence[float]) -> bool:
        return hands[winner] > _best_other(hands, winner)

    point = turning_point(film.moments, ahead) if others else None
    other = max(others, key=lambda at: points[at], default=None)
    return _sentence("turning", film, point=point, other=other, best_other=_best_other)


def _sentence(part: str, film: Film, **given: Any) -> str:
    return "".join(rows("end", part=part, film=film, outcome=film.outcome, **given))


def _best_other(scores: Sequence[float], but: int) -> float:
    return max(score for index, score in enumerate(scores) if index != but)


def _hand(seat: SeatView, screen: Terminal) -> str:
    """List a hand, highest score first; cards worth nothing are only counted."""
    hand = Counter(seat.hand or ())
    scoring = sorted((card for card in hand if card.score), key=lambda card: -card.score)
    words = [
        f"{card.name} {card.score}"
        + (f" {screen.glyphs.times}{hand[card]}" if hand[card] > 1 else "")
        for card in scoring
    ]
    rest = sum(count for card, count in hand.items() if not card.score)
    if rest:
        words.append(f"{'and ' if words else ''}{plural(rest, 'card')} worth nothing")
    return ", ".join(words) or "no card in hand"
