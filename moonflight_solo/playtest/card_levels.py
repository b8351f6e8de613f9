"""Levels to print: variants of an AI card, each at most two changes from it, from gentle to hard.

Single changes race on common seeds, then pairs of the gentlest and of the hardest. What is left
plays fresh seeds, and only variants that are surely apart from their neighbours are levels.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from typing import Final, NamedTuple

from msgspec.structs import replace

from moonflight_solo.errors import UsageError
from moonflight_solo.playtest.plan import Plan
from moonflight_solo.playtest.player_kinds import AI
from moonflight_solo.playtest.racing import (
    FRESH,
    ChangeSearch,
    Combination,
    PlayedGames,
    log_odds_of,
    play_games,
)
from moonflight_solo.playtest.runner import ShareOut
from moonflight_solo.playtest.single_changes import card_with, go_together, with_comment
from moonflight_solo.playtest.statistics import difference_of_shares, point_for
from moonflight_solo.playtest.summaries.comparing import PlayerRating, Result, ratings, seat_wins
from moonflight_solo.playtest.summaries.figures import Figures, Share
from moonflight_solo.userfiles import make_new_folder, write_file

LEVEL_PLAYERS: Final = ("greedy", AI, "search=10")
"""The kinds of players that every level is measured against."""

_FEWER: Final = {AI: 2, "greedy": 100, "search=10": 200}
"""The part of the budget, 1 in so many, that all finalists together play against the AI card, and
that each level then plays against each other kind of player."""

_MOST_LEVELS: Final = 5
_POOL: Final = 7
"""The gentlest and the hardest single changes, of which pairs are made."""

_FINALISTS: Final = 10
_WIDE: Final = 2.0
"""How far a level may be from the printed card, in log odds: some 350 points of Elo."""

_TITLE: Final = re.compile(r"^title:.*\n?", re.MULTILINE)


class FacedPlayer(NamedTuple):
    """A kind of player against a level: the share of games it wins, and the card's Elo above it.

    ``rating`` is ``None`` if no game ended.
    """

    player: str
    wins: Share
    rating: PlayerRating | None


class CardLevel(NamedTuple):
    """A level: its ``changes``, none for the printed card, and how each kind of player fares."""

    changes: tuple[str, ...]
    faced: tuple[FacedPlayer, ...]


class LevelSearch(ChangeSearch):
    """A search for levels of the AI card in the first seat of a plan, against the second.

    The budget is of games between AI cards. Raises :class:`UsageError` unless both seats have one.
    """

    def __init__(self, plan: Plan, budget: int) -> None:
        self.jack = plan.seats[0].jack
        super().__init__(plan, budget, [f"{self.jack}:ai"])
        if len(self._run.by_ai_cards) != 2:
            raise UsageError("an AI card is measured against another Jack's AI card; name another.")
        self.games: dict[Combination, PlayedGames] = {}
        self._faced: dict[str, dict[Combination, PlayedGames]] = {}
        self._finalists: list[Combination] = []

    def _races(self, share_out: ShareOut) -> Iterator[int]:
        """Race single changes, then pairs of them; on fresh seeds, the finalists by each player."""
        singles: list[Combination] = [(number,) for number in range(len(self.singles))]
        games = max(1, self.budget // 3 // (1 + len(singles)))
        seeds = range(self.plan.seed, self.plan.seed + games)
        yield from play_games(self.games, self.plan, self._ways([(), *singles]), seeds, share_out)
        ranked = self._from_gentle_to_hard(self.games)
        pairs = [
            tuple(sorted((*one, *other)))
            for side in (ranked[:_POOL], ranked[-_POOL:])
            for one, other in combinations(side, 2)
            if one and other and go_together(self.changes((*one, *other)))
        ]
        yield from play_games(self.games, self.plan, self._ways(pairs), seeds, share_out)
        self._finalists = levels = [(), *self._spread()]
        first = self.plan.seed + FRESH
        own, rival = self.plan.seats
        for player, fewer in _FEWER.items():
            plan = replace(self.plan, seats=(own, replace(rival, player=player)))
            faced = self._faced.setdefault(player, {})
            games = max(1, self.budget // fewer // (len(levels) if player == AI else 1))
            seeds = range(first, first + games)
            yield from play_games(faced, plan, self._ways(levels), seeds, share_out)
            levels = self._levels()

    def _from_gentle_to_hard(self, games: Mapping[Combination, PlayedGames]) -> list[Combination]:
        """Return variants from gentle to hard.

        Not those that are too far from the printed card to be an opponent, nor those with which
        surely more games never end.
        """
        odds = {each: log_odds_of(own.won).middle for each, own in games.items()}
        near = [game for game in games if abs(odds[game] - odds[()]) <= _WIDE]
        ranked = [each for each in near if not games[each].stall(games[()])]
        return sorted(ranked, key=lambda each: (odds[each], each))

    def _spread(self) -> list[Combination]:
        """Return the finalists: variants spread evenly over the strengths that were raced."""
        ranked = self._from_gentle_to_hard(self.games)
        odds = {each: log_odds_of(self.games[each].won).middle for each in ranked}
        low, high = odds[ranked[0]], odds[ranked[-1]]
        left = [each for each in ranked if each]
        variants: list[Combination] = []
        for step in range(_FINALISTS):
            aim = low + (high - low) * step / (_FINALISTS - 1)
            left = [each for each in left if each not in variants]
            variants += sorted(left, key=lambda each: (abs(odds[each] - aim), len(each), each))[:1]
        return variants

    def apart(self, fresh: Mapping[Combination, PlayedGames]) -> list[Combination]:
        """Return the printed card and variants that are surely apart from their neighbours.

        From gentle to hard, as measured in ``fresh`` games, whoever won those that never ended.
        """
        ranked = self._from_gentle_to_hard(fresh)
        # Any two of them may be compared.
        z = point_for(max(1, len(ranked) * (len(ranked) - 1) // 2))

        def gap(gentle: Combination, hard: Combination) -> bool:
            one, other = fresh[gentle], fresh[hard]
            (won, _, never), (least, *_) = one.record, other.record
            return difference_of_shares(won + never, len(one.won), least, len(other.won), z).low > 0

        levels, at = list[Combination]([()]), ranked.index(())
        for each in ranked[at + 1 :]:
            levels += [each] if gap(levels[-1], each) else []
        for each in reversed(ranked[:at]):
            levels[:0] = [each] if gap(each, levels[0]) else []
        while len(levels) > _MOST_LEVELS:
            at = levels.index(())
            levels.pop(at + 1 if len(levels) - at > at + 1 else at - 1)
        return levels

    # -- results

    @property
    def fresh(self) -> bool:
        """Whether levels are measured on seeds that nothing was chosen by."""
        fresh = self._faced.get(AI, {})
        return bool(self._finalists) and all(finalist in fresh for finalist in self._finalists)

    def _levels(self) -> list[Combination]:
        """Return the levels as far as they are known; none without games of the printed card."""
        known = self._faced[AI] if self.fresh else self.games
        return self.apart(known) if () in known else []

    def levels(self) -> list[CardLevel]:
        """Return the levels from gentle to hard, and the players that all of them have faced."""
        levels = self._levels()
        faced = self._faced if self.fresh else {AI: self.games}
        players = {each: faced.get(each, {}) for each in LEVEL_PLAYERS}
        whole = [who for who, games in players.items() if all(level in games for level in levels)]
        return [
            CardLevel(
                tuple(change.label for change in self.changes(level)),
                tuple(self._result(who, players[who][level]) for who in whole),
            )
            for level in levels
        ]

    def _result(self, player: str, games: PlayedGames) -> FacedPlayer:
        wins, _, _ = seat_wins(Figures(games.tally, self.plan), -1, 1)
        rating_found = ratings([Result(self.jack, *games.record)])
        rating = next((each for each in rating_found if each.player != AI), None)
        return FacedPlayer(player, wins, rating)

    def write(self, folder: Path) -> list[Path]:
        """Write each level's AI card into a new folder, with the level in its title.

        Raises :class:`UsageError` for a folder that exists, and :class:`MoonflightError` for one
        that cannot be made.
        """
        make_new_folder(folder)
        card, levels, paths = self._run.by_ai_cards[0][1], self._levels(), []
        for number, level in enumerate(levels, 1):
            changes = self.changes(level)
            text = _TITLE.sub("", card_with(self._run, card, changes))
            title = f"{card.title}, level {number} of {len(levels)}"
            title = f"title: {json.dumps(title, ensure_ascii=False)}\n"
            paths.append(folder / f"{number}.yaml")
            write_file(paths[-1], title + with_comment(text, changes))
        return paths
