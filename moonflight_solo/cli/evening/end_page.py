"""The End on a screen: every hand card by card, what decided, and where the game turned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from rich.text import Text

from moonflight_solo.cli.evening.film import Film, TurningPoint, turning_point
from moonflight_solo.cli.output.paint import hang, wrap
from moonflight_solo.cli.output.terminal import Terminal, plural
from moonflight_solo.cli.output.view import SeatView
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.scoremode import said


def end_lines(film: Film, screen: Terminal, more: Sequence[str]) -> list[Text]:
    """Return the page: who scores what, who wins by what, the turning point, then ``more``."""
    outcome = film.outcome
    assert outcome is not None
    width = screen.width - 2
    lines = [*_wrapped(cause(film), width, "bold"), Text()]
    names = [_name(film, number) for number in outcome.ranking]
    label = max(map(len, names)) + 1
    for number, name in zip(outcome.ranking, names, strict=True):
        hand = _hand(seat_of(film, number), screen)
        rows = wrap(hand, width - label - 5)
        head = f"{name:<{label}}{outcome.scores[number]:>3}"
        style = "bold" if number == outcome.winner else ""
        lines += hang(head, rows, label + 5, style)
    lines.append(Text())
    lines += _wrapped(decided(film), width, "bold")
    point = turning(film)
    lines += [*_wrapped(point, width), Text()]
    for words in more:
        lines += _wrapped(words, width)
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


def seat_of(film: Film, number: int) -> SeatView:
    """Return what lies before a seat at the end."""
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
    return f"{wins}, with as many points as {_name(film, second, object=True)}: {_tie(film)}."


def _tie(film: Film) -> str:
    outcome = film.outcome
    assert outcome is not None
    best, second = (seat_of(film, number) for number in outcome.ranking[:2])
    values: dict[str, Callable[[SeatView], int]] = {
        "most coin tokens": lambda seat: seat.coins,
        "fewest cards in Draw Deck and Discard Stack": lambda seat: (
            seat.draw_count + len(seat.discard.cards)
        ),
    }
    value = values.get(outcome.won_by)
    numbers = f", {value(best)} to {value(second)}" if value else ""
    return f"{outcome.won_by}{numbers}"


def turning(film: Film) -> str:
    """Return since when the winner's deck held what won, "" if there is nothing to say of it.

    Before the Turn hardly anything scores, so an End that comes then is not told of so.
    """
    outcome = film.outcome
    if outcome is None or outcome.winner is None or not outcome.turned:
        return ""
    if len(film.titles) == 1:
        return _turning_alone(film, outcome)
    winner, held = outcome.winner, film.moments[-1].points
    other = max((at for at in range(len(held)) if at != winner), key=lambda at: held[at])
    if held[winner] <= held[other]:
        return _in_the_hand(film, outcome, winner, other)
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


def _in_the_hand(film: Film, outcome: Outcome, winner: int, other: int) -> str:
    """Return what is to be said if the winner's deck held no more than another."""
    held = film.moments[-1].points
    own, theirs = _deck(film, winner), _deck(film, other)
    score = outcome.scores[other]
    came = f"{f'only {score}' if score else 'none'} of those in hand"
    as_many = " as many" if held[winner] == held[other] else f" {held[other]}"
    return (
        f"What counted was the hand: {own} held {plural(held[winner], 'point')} and {theirs}"
        f"{as_many}, but {came}."
    )


def _deck(film: Film, number: int) -> str:
    return "your deck" if number == film.viewer else f"the deck of {film.titles[number]}"


def _turning_alone(film: Film, outcome: Outcome) -> str:
    (scored,) = outcome.scores
    point = turning_point(film.moments, lambda points: points[0] >= scored)
    if point is None:
        return ""
    return (
        f"{_when(point)} Your deck then held {plural(point.after[0], 'point')}, and never again "
        "fewer than you scored."
    )


def _when(point: TurningPoint) -> str:
    return f"The turning point came in round {point.round}. {point.line.words}"


def _best_other(scores: Sequence[int], but: int) -> int:
    return max(score for at, score in enumerate(scores) if at != but)


def _name(film: Film, number: int, *, object: bool = False) -> str:
    if number == film.viewer:
        return "you" if object else "You"
    return film.titles[number]


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


def _wrapped(words: str, width: int, style: str = "") -> list[Text]:
    return list(wrap(words, width, style))
