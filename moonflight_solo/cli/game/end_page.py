"""The End on a screen: every hand card by card, what decided, and where the game turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from rich.text import Text

from moonflight_solo.cli.game.film import Film, Moment
from moonflight_solo.cli.output.paint import hang, wrap
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.cli.output.view import LogLine, SeatView
from moonflight_solo.scoremode import said


def end_lines(film: Film, screen: Terminal, more: Sequence[str]) -> list[Text]:
    """Return the page: who scores what, who wins by what, the turning point, then ``more``."""
    outcome = film.outcome
    assert outcome is not None
    width = screen.width - 2
    lines = [*wrap(cause(film), width, "bold"), Text()]
    names = ["You" if at == film.viewer else film.titles[at] for at in outcome.ranking]
    label = max(map(len, names)) + 1
    for number, name in zip(outcome.ranking, names, strict=True):
        rows = wrap(_hand(_seat_of(film, number), screen), width - label - 5)
        head = f"{name:<{label}}{outcome.scores[number]:>3}"
        lines += hang(head, rows, label + 5, "bold" if number == outcome.winner else "")
    lines += [Text(), *wrap(decided(film), width, "bold"), *wrap(turning(film), width), Text()]
    for words in more:
        lines += wrap(words, width)
    return [Text(" ").append_text(line) for line in lines]


def end_sentences(film: Film) -> list[str]:
    """Return the page as a plain one has it, a fact a line."""
    told = [line.words for line in film.moments[-1].news if line.kind == "end"]
    outcome = film.outcome
    if len(film.titles) == 1 and outcome is not None and outcome.finished:
        told.append(said(outcome.scores[0]))
    return [*told, *filter(None, [turning(film)])]


def cause(film: Film) -> str:
    """Return why the game is over, as it was told."""
    return next(line.words for line in film.moments[-1].news if line.kind == "end")


def _seat_of(film: Film, number: int) -> SeatView:
    return next(seat for seat in film.last.seats if seat.title == film.titles[number])


def decided(film: Film) -> str:
    """Return who wins, and by what: points, or what breaks a tie; alone, the rank."""
    outcome = film.outcome
    assert outcome is not None
    if not outcome.finished or outcome.winner is None:
        return "Nobody wins: the game did not come to its End."
    if len(film.titles) == 1:
        return said(outcome.scores[0])
    best, second = outcome.ranking[:2]
    wins = "You win" if best == film.viewer else f"{film.titles[best]} wins"
    by = outcome.scores[best] - outcome.scores[second]
    if by:
        return f"{wins} by {plural(by, 'point')}."
    value = _TIE.get(outcome.won_by)
    mine, theirs = _seat_of(film, best), _seat_of(film, second)
    numbers = f", {value(mine)} to {value(theirs)}" if value else ""
    other = "you" if second == film.viewer else film.titles[second]
    return f"{wins}, with as many points as {other}: {outcome.won_by}{numbers}."


_TIE: Final[dict[str, Callable[[SeatView], int]]] = {
    "most coin tokens": lambda seat: seat.coins,
    "fewest cards in Draw Deck and Discard Stack": lambda seat: (
        seat.draw_count + len(seat.discard.cards)
    ),
}


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The moment since which the decks held what decided, without a break.

    ``before`` and ``after`` are the points in each deck just before it and after it. ``line`` is
    what was told of it: of the act, or of the seat whose deck changed most in Reset.
    """

    round: int
    before: tuple[int, ...]
    after: tuple[int, ...]
    line: LogLine


def turning_point(
    moments: Sequence[Moment], decided: Callable[[Sequence[int]], bool]
) -> TurningPoint | None:
    """Return the first moment since which the points in the decks were ``decided`` all the time.

    ``None`` if they always were, or are not at the end either.
    """
    stood = [decided(moment.points) for moment in moments]
    if not stood or not stood[-1] or all(stood):
        return None
    at = len(stood) - stood[::-1].index(False)
    before, moment = moments[at - 1], moments[at]
    change = [abs(new - old) for new, old in zip(moment.points, before.points, strict=True)]
    most = change.index(max(change))
    reset = [line for line in moment.news if line.kind == "reset"]
    told = [line for line in reset if line.seat == most] or list(moment.news)
    return TurningPoint(before.view.round, before.points, moment.points, told[0])


def turning(film: Film) -> str:
    """Return since when the winner's deck held what won, "" if there is nothing to say of it.

    Before the Turn hardly anything scores, so an End that comes then is not told of so.
    """
    outcome = film.outcome
    if outcome is None or outcome.winner is None or not outcome.turned:
        return ""
    if len(film.titles) == 1:
        point = turning_point(film.moments, lambda points: points[0] >= outcome.scores[0])
        if point is None:
            return ""
        then = f"{_when(point)} Your deck then held {plural(point.after[0], 'point')}"
        return f"{then}, and never again fewer than you scored."
    winner, held = outcome.winner, film.moments[-1].points
    other = max((at for at in range(len(held)) if at != winner), key=lambda at: held[at])
    if held[winner] <= held[other]:
        return _in_the_hand(film, winner, other, outcome.scores[other])
    point = turning_point(film.moments, lambda points: points[winner] > _best_other(points, winner))
    if point is None:
        return ""
    best = _best_other(point.after, winner)
    whose = "yours" if other == film.viewer else _deck(film, other)
    if film.titles[2:]:
        whose = "any other"
    return (
        f"{_when(point)} From then on {_deck(film, winner)} held more points than {whose}, "
        f"{point.after[winner]} to {best} at first."
    )


def _in_the_hand(film: Film, winner: int, other: int, score: int) -> str:
    """Return what is to be said if the winner's deck held no more than another's who scored."""
    held = film.moments[-1].points
    own, theirs = _deck(film, winner), _deck(film, other)
    came = f"{f'only {score}' if score else 'none'} of those in hand"
    as_many = " as many" if held[winner] == held[other] else f" {held[other]}"
    return (
        f"What counted was the hand: {own} held {plural(held[winner], 'point')} and {theirs}"
        f"{as_many}, but {came}."
    )


def _deck(film: Film, number: int) -> str:
    return "your deck" if number == film.viewer else f"the deck of {film.titles[number]}"


def _when(point: TurningPoint) -> str:
    return f"The turning point came in round {point.round}. {point.line.words}"


def _best_other(scores: Sequence[int], but: int) -> int:
    return max(score for at, score in enumerate(scores) if at != but)


def _hand(seat: SeatView, screen: Terminal) -> str:
    """Return a hand, what scores most first; what scores nothing is only counted."""
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
