"""Reviews of a person's saved games, kept so that no decision is reviewed twice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, groupby
from operator import attrgetter
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from moonflight_solo.coach.review import ReviewedDecision, average_cost, without_postponed
from moonflight_solo.errors import MoonflightError
from moonflight_solo.playtest.statistics import Estimate
from moonflight_solo.records import read_record
from moonflight_solo.records.record import Record, digest
from moonflight_solo.records.saved_games import ENDING, folder, is_saved
from moonflight_solo.userfiles import NoHome, kept_value, put_in_place, user_folder
from moonflight_solo.values import IdentityValue, Value

REVIEWS: Final = "reviews"
"""The folder of the reviews, among the user's files."""

DecisionNumbers = tuple[int, ...]
"""The numbers of some decisions in a row."""


class KeptReview(IdentityValue):
    """What is known of the decisions of a ``game``, begun at a time.

    ``made_from`` is a digest of the record as it stood, and ``by`` tells what reviewed it. A game
    that is not saved is "", and nothing is written of it.
    ``reviews`` are by the ``parts`` that were reviewed at once, each named by its first decision.
    """

    game: str
    begun: str
    made_from: str
    by: str
    parts: int
    reviews: dict[int, list[ReviewedDecision]]

    @property
    def whole(self) -> bool:
        """Whether every decision is reviewed."""
        return self.parts == len(self.reviews) and any(self.reviews.values())

    @property
    def all_reviews(self) -> list[ReviewedDecision]:
        """All reviews, with what was only put off free of charge."""
        return without_postponed([each for at in sorted(self.reviews) for each in self.reviews[at]])

    @property
    def mistakes(self) -> list[ReviewedDecision]:
        """The decisions that surely cost something."""
        return [review for review in self.all_reviews if review.mistake]

    def keep(self, numbers: DecisionNumbers, reviews: list[ReviewedDecision]) -> None:
        """Add the reviews of some decisions; it does not matter if they cannot be written."""
        self.reviews[numbers[0]] = reviews
        if not self.game:
            return
        with suppress(OSError, NoHome):
            path = _path(self.game)
            path.parent.mkdir(parents=True, exist_ok=True)
            put_in_place(path, msgspec.json.encode(self), safe=False)


def kept_review(
    record: Record, path: Path | None, parts: Sequence[DecisionNumbers], by: str
) -> KeptReview:
    """Return what is known of the game in ``path``, or a review with nothing in it yet.

    Only of a saved game is anything known. A record that has changed counts as a new one.
    """
    new = KeptReview("", record.header.begun, _digest(record), by, len(parts), {})
    with suppress(NoHome):
        if path is not None and is_saved(path):
            new = replace(new, game=path.name.removesuffix(ENDING))
            before = kept_value(_path(new.game), KeptReview)
            origin = attrgetter("made_from", "by", "parts")
            if before is not None and origin(before) == origin(new):
                return before
    return new


def kept_reviews() -> list[KeptReview]:
    """Return the whole reviews of saved games that are still the same, in the order begun."""
    return sorted(_reviews(), key=lambda each: (each.begun, each.game))


def _reviews() -> Iterator[KeptReview]:
    """Yield the whole reviews whose saved game is not newer, or was written again unchanged."""
    with suppress(OSError, NoHome):
        for path in user_folder(REVIEWS).glob("*.json"):
            with suppress(OSError, ValueError, MoonflightError):
                review, save = kept_value(path, KeptReview), folder() / f"{path.stem}{ENDING}"
                same = save.stat().st_mtime_ns <= path.stat().st_mtime_ns
                if review is None or not review.whole:
                    continue
                if same or _digest(read_record(save)) == review.made_from:
                    yield review


def _digest(record: Record) -> str:
    """Return a key of the game in a record, whatever was noted or undone in it."""
    return digest(repr((record.header, record.answers)))


def _path(game: str) -> Path:
    return user_folder(REVIEWS) / f"{game}.json"


# ---------------------------------------------------------------------------- over all games


class Evening(Value):
    """A day's games against opponents, their decisions, and what one of these cost on average."""

    begun: str
    games: int
    decisions: int
    cost: Estimate


def evenings(reviews: Iterable[KeptReview]) -> list[Evening]:
    """Return the evenings of reviewed games, which are in the order begun."""
    days = []
    against = (review for review in reviews if not review.all_reviews[0].alone)
    for day, games in groupby(against, lambda each: each.begun[:10]):
        acts = [game.all_reviews for game in games]
        decisions = [*chain(*acts)]
        days.append(Evening(day, len(acts), len(decisions), average_cost(decisions)))
    return days


def grouped_mistakes(
    mistakes: Iterable[ReviewedDecision], name: Callable[[ReviewedDecision], str]
) -> list[tuple[str, list[float]]]:
    """Return what mistakes cost, grouped by a ``name`` for each, the most in all first."""
    groups: dict[str, list[float]] = {}
    for mistake in mistakes:
        groups.setdefault(name(mistake), []).append(mistake.cost.value)
    return sorted(groups.items(), key=lambda group: -sum(group[1]))


def kind_of_mistake(each: ReviewedDecision) -> str:
    """Return what was decided: the verb of the act taken and of the better one, or the question."""
    if each.ask != "act":
        return f"asked to {each.ask}"
    return " instead of ".join(words.split()[0] for words in (each.act, each.best))


def better_decision(each: ReviewedDecision) -> str:
    """Return the better act or answer, with the first of its cards only."""
    return re.sub(" #[0-9]+", "", each.best.split(", ")[0])
