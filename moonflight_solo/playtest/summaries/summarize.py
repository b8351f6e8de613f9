"""Building a summary from the tally of a plan's games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from msgspec.structs import asdict

from moonflight_solo import __version__
from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.check.report import ReadingEffort
from moonflight_solo.playtest import statistics
from moonflight_solo.playtest.observing.instrument import WORK
from moonflight_solo.playtest.observing.line_phrases import line_phrases
from moonflight_solo.playtest.plan import PLAYTEST_KIND, Plan, playtest_command
from moonflight_solo.playtest.run import Run, run_of, side_name
from moonflight_solo.playtest.runner import WorkUnit, joined_units
from moonflight_solo.playtest.summaries import summary as s
from moonflight_solo.playtest.summaries.comparing import (
    TreatmentSummary,
    WinBounds,
    players_table,
    treatment_summary,
)
from moonflight_solo.playtest.summaries.courses import bought_when, course_summary
from moonflight_solo.playtest.summaries.figures import Counted, Figures, Margin, Share
from moonflight_solo.playtest.summaries.replays import ActFinder, endless
from moonflight_solo.playtest.tally import Tally, TallyKey
from moonflight_solo.playtest.treatments import Alternative, alternatives
from moonflight_solo.rules.state import Card
from moonflight_solo.scoremode import RANKS
from moonflight_solo.wording.english import english

_FORMAT: Final = 4
ENDLESS_TOLD: Final = 2
"""Number of unfinished games to analyse."""


def summarize(
    tally: Tally, plan: Plan, played: Sequence[WorkUnit] = (), acts: ActFinder | None = None
) -> s.Summary:
    """Return the summary of a tally of ``plan``'s games.

    ``played`` says which games those are, in any order; by default the first ones. ``acts``
    locates the acts of examples. Raises what :class:`~moonflight_solo.playtest.run.Run` raises.
    """
    first = [WorkUnit(plan.seed, tally[("games",)])]
    return _Summarizer(tally, run_of(plan), acts).summary(played or first)


class _Summarizer(Figures):
    """Builds the parts of a summary from a run's tally."""

    def __init__(self, tally: Tally, run: Run, acts: ActFinder | None) -> None:
        super().__init__(tally, run.plan, acts.first if acts else None)
        self.run = run
        self.games, self.finished = tally[("games",)], tally[("finished",)]
        self.detailed = tally[("detailed",)]
        self.ai_cards = run.by_ai_cards

    def summary(self, played: Iterable[WorkUnit]) -> s.Summary:
        """Return the summary of all games, ``played`` in these units."""
        tally, plan, games = self.tally, self.plan, self.games
        others = tuple(treatment_summary(self, number) for number in range(len(plan.others)))
        ways: dict[str, list[tuple[int, Alternative]]] = {}
        for number, way in enumerate(alternatives(self.run)):
            ways.setdefault(way.treatment.label, []).append((number, way))
        came: list[TallyKey] = [("turn", number) for number in tally.below("turn")]
        acts = [[tally[("seat", n, of)] for of in ("acts", "answers")] for n, _ in self.ai_cards]
        return s.Summary(
            kind=PLAYTEST_KIND,
            format=_FORMAT,
            program=f"moonflight-solo {__version__}",
            digest=plan.digest(),
            plan=self.plan_summary(),
            games=games,
            seeds=tuple((unit.first, unit.games) for unit in joined_units(played) if unit.games),
            finished=self.share(games, ("finished",)),
            unfinished=self.share(games, ("unfinished",)),
            # Only games that are fast to replay.
            endless=tuple(
                endless(self.run, seed)
                for seed in (() if plan.slow else tally.seeds(("unfinished",))[:ENDLESS_TOLD])
            ),
            detailed_games=self.detailed,
            ended_by=self.what_shares(games, "ended by"),
            won_by=self.what_shares(self.finished, "won by"),
            rounds=self.spread("rounds", most=plan.round_limit),
            turn=s.TurnSummary(self.share(games, *came), self.spread("turn")),
            acts_a_game=_each(tally[("acts",)], games),
            acts_a_finished_game=_each(tally[("acts, finished",)], self.finished),
            first_player=self.first_player(),
            course=course_summary(self) if self.detailed else None,
            ranks=tuple(
                s.RankShare(
                    **asdict(self.share(self.finished, ("rank", rank.name))),
                    rank=rank.name,
                    saying=rank.saying,
                    scores=rank.scores,
                )
                for rank in (RANKS if plan.score_mode else ())
            ),
            seats=tuple(self.seat(number) for number in range(len(plan.seats))),
            ai_cards=tuple(self.ai_card(number, card) for number, card in self.ai_cards),
            decided=self.ruling_shares(),
            detailed_acts=tuple(
                s.DetailedActs(number + 1, *counts)
                for (number, _), counts in zip(self.ai_cards, acts, strict=True)
            ),
            otherwise=tuple(self.alternative(row, others) for row in ways.values()),
            others=others,
            players=players_table(self),
        )

    def plan_summary(self) -> s.PlanSummary:
        """Return what the games were played with."""
        plan = self.plan
        return s.PlanSummary(
            seats=tuple(s.SeatName(*self._name(number)) for number in range(len(plan.seats))),
            seed=plan.seed,
            edition=plan.edition,
            edition_title=self.run.catalogue.edition.title,
            first=plan.first,
            rulings=dict(sorted(plan.rulings.items())),
            rounds=plan.round_limit,
            score_mode=plan.score_mode,
            detail_every=plan.detail_every,
            ai_files=tuple(file.name for file in plan.ai_files),
            card_files=tuple(file.name for file in plan.card_files),
            command=playtest_command(plan, self.games),
        )

    def _name(self, number: int) -> tuple[int, str, str, str]:
        seat = self.plan.seats[number]
        return number + 1, seat.jack, self.plan.titles[number], seat.player

    def first_player(self) -> s.FirstPlayer | None:
        """Return what going first is worth, ``None`` for a single seat.

        Unfinished games count as lost for the low end of the bounds, as won for the high one.
        """
        number = len(self.plan.seats)
        if number < 2:
            return None
        keys: list[TallyKey] = [("seat", seat, "first won") for seat in range(number)]
        whats = ("first won", "first", "first, unfinished")
        begun = [[self.tally["seat", seat, what] for what in whats] for seat in range(number)]
        wins, fair = self.share(self.finished, *keys), 1 / number
        # Every seat has equal weight: otherwise a strong deck that went first more often, by chance
        # or always (--first), would look like an advantage of going first.
        if not all(games for _, games, _ in begun):
            return s.FirstPlayer(wins, fair, Margin(), Margin())
        share = statistics.mean_share([(won, of) for won, of, _ in begun])
        low = statistics.mean_share([(won, of + more) for won, of, more in begun]).low
        high = statistics.mean_share([(won + more, of + more) for won, of, more in begun]).high
        # The seats that do not begin share what the one that does leaves.
        value, least, most, low, high = (
            (each - fair) / (1 - fair) for each in (share.value, share.low, share.high, low, high)
        )
        return s.FirstPlayer(wins, fair, Margin(value, least, most), Margin(value, low, high))

    def seat(self, number: int) -> s.SeatSummary:
        """Return a seat's results; its wins as a share of the finished games, and of all."""
        tally, finished, at = self.tally, self.finished, ("seat", number)
        wins, began = tally[(*at, "won")], tally[(*at, "first")]
        began_won, later = tally[(*at, "first won")], finished - began
        return s.SeatSummary(
            *self._name(number),
            wins=self.share(finished, (*at, "won")),
            bounds=WinBounds(
                self.share(self.games, (*at, "won")),
                self.share(self.games, (*at, "won"), ("unfinished",)),
            ),
            score=self.spread(*at, "score"),
            when_first=self.share(began, (*at, "first won")),
            when_not_first=self.share(later, (*at, "later won")),
            gain_by_going_first=_difference(wins - began_won, later, began_won, began),
            brought_the_end=self.share(finished, (*at, "brought the End")),
            cards=self.cards(number),
        )

    def cards(self, number: int) -> tuple[s.CardSummary, ...]:
        """Return every card that can be bought or scored, the most bought first."""
        every = self.run.catalogue.cards_for([seat.jack for seat in self.plan.seats])
        cards = [card for card in every if not card.is_character]
        games = [self.tally["seat", number, "bought, finished", card.name] for card in cards]
        # Picking out the largest gain means having looked at all of them.
        z = statistics.point_for(sum(0 < game < self.finished for game in games))
        rows = [self.card(number, card, z) for card in cards]
        return tuple(sorted(rows, key=lambda row: (-row.bought, -row.points, row.name)))

    def card(self, number: int, card: Card, z: float) -> s.CardSummary:
        """Return a card's results; what it adds to the wins is unknown for a single seat."""
        tally, at, name = self.tally, ("seat", number), card.name
        bought, held, points = (tally[(*at, what, name)] for what in ("bought", "held", "points"))
        won: TallyKey = (*at, "bought, won", name)
        won_of = tally[(*at, "bought, finished", name)]
        others, others_won = self.finished - won_of, tally[(*at, "won")] - tally[won]
        gain = _difference(others_won, others, tally[won], won_of, z)
        return s.CardSummary(
            name=name,
            turned=card.flipped.name,
            suit=card.suit,
            cost=card.cost,
            bought=bought,
            bought_a_game=_each(bought, self.games),
            bought_in=self.share(self.games, (*at, "bought in", name)),
            won_when_bought=self.share(won_of, won),
            won_when_not=Share.share_of(others_won, others),
            gain=gain if len(self.plan.seats) > 1 else Margin(),
            won_by_round=tuple(bought_when(self, number, name)),
            held=held,
            held_a_game=_each(held, self.finished),
            points=points,
            points_a_game=_each(points, self.finished),
        )

    def ai_card(self, seat: int, card: AICard) -> s.AICardSummary:
        """Return an AI card's results; some lines are counted only in games in detail."""
        lines = tuple(self.line(card, seat, place) for place in range(len(card.lines)))
        never = [
            (line.counts, s.LineName(line.side, line.section, line.number))
            for line in lines
            if not line.followed.count
        ]
        idle = [(line, each.words) for line in lines for each in line.detail.phrases if each.idle]
        acts = self.tally[("seat", seat, "acts")]  # in the games looked at in detail
        work = (self.tally[("upkeep", seat, of)] for of in WORK)
        return s.AICardSummary(
            seat=seat + 1,
            jack=card.jack,
            title=card.title,
            file=next((file.name for file in self.plan.ai_files if file.name == card.file), ""),
            printed=card.printed,
            lines=lines,
            never_followed=tuple(name for counts, name in never if counts),
            never_followed_in_detail=tuple(
                name for counts, name in never if self.detailed and not counts
            ),
            never_decisive=tuple(s.IdlePhrase(line.side, line.number, part) for line, part in idle),
            upkeep=ReadingEffort.of(acts, *work) if acts else None,
        )

    def line(self, card: AICard, seat: int, place: int) -> s.LineSummary:
        """Return a line's results, from all games or from those in detail, as it is counted."""
        line = card.lines[place]
        counts = line.printed.section == "action" and not line.printed.parent
        at: TallyKey = ("line" if counts else "detail", seat, place)
        if counts:
            true, followed = self.count(*at, "true"), self.count(*at, "followed")
        else:
            statuses = [step for step in self.steps(*at, "status") if step != "condition-false"]
            share = self.share(0, *((*at, "status", status) for status in statuses))
            true = Counted(share.count, share.examples)
            followed = self.count(*at, "status", "followed")
        compiled = (each.rulings for each in self.run.lines(card) if each.line is line)
        return s.LineSummary(
            side=side_name(line.printed.turned),
            section=line.printed.section,
            number=line.number,
            words=line.words,
            means=english(line.meaning),
            by=line.reading.by,
            conditional=line.meaning.condition is not None,
            rulings=next(compiled, line.ruled_by),
            counts=counts,
            looked_at=self.count(*at, "looked at"),
            condition_true=true,
            followed=followed,
            followed_unfinished=self.tally[(*at, "followed, unfinished")] if counts else None,
            followed_in=self.share(self.games if counts else self.detailed, (*at, "followed in")),
            detail=self.detail(line, ("detail", seat, place), seat),
        )

    def detail(self, line: AILine, at: TallyKey, seat: int) -> s.LineDetail:
        """Return what the games in detail show of a line, and of each of its phrases."""
        looked_at, phrases = self.tally[(*at, "looked at")], []
        for number, phrase in enumerate(line_phrases(line)):
            of: TallyKey = (*at, "phrase", number)
            looks = self.tally[(*of, "looked at")]
            true, decisive = (self.share_of_acts((*of, is_), seat) for is_ in ("true", "decisive"))
            phrases.append(s.PhraseSummary(phrase.kind, phrase.words, looks, true, decisive))
        return s.LineDetail(
            looked_at=looked_at,
            blocked=tuple(
                s.BlockedShare(**asdict(self.share_of_acts((*at, "status", why), seat)), status=why)
                for why in self.steps(*at, "status")
                if why != "followed"
            ),
            phrases=tuple(phrases),
            ties=self.count(*at, "ties"),
            defaults=self.count(*at, "defaults"),
        )

    def ruling_shares(self) -> tuple[s.RulingShare, ...]:
        """Return how often each ruling decided, by seat and kind, most frequent first."""
        rows = []
        rulings = {ruling.id: ruling for ruling in self.run.rulings.by_id.values()}
        for number, card in self.ai_cards:
            rulings.update({ruling.id: ruling for ruling in card.rulings})
            for what in ("default", "gap", "tie", "words"):
                for ruling in self.steps("decided", number, what):
                    entry = rulings.get(ruling)
                    decided = self.share_of_acts(("decided", number, what, ruling), number)
                    row = s.RulingShare(
                        **asdict(decided),
                        seat=number + 1,
                        what=what,
                        ruling=ruling,
                        question=entry.question if entry else "",
                        decision=(entry.ruling or entry.reads) if entry else "",
                    )
                    rows.append(row)
        return tuple(rows)

    def alternative(
        self, ways: Sequence[tuple[int, Alternative]], others: Sequence[TreatmentSummary]
    ) -> s.AlternativeSummary:
        """Return an alternative from the ``ways`` with its label, one for each seat it is about."""
        way = ways[0][1]
        label = way.treatment.label
        return s.AlternativeSummary(
            label=label,
            what=way.treatment.what,
            ruling=way.ruling,
            choice=way.choice,
            means=way.means,
            seats=tuple(self.alternative_acts(number, each) for number, each in ways),
            price=next((other for other in others if other.label == label), None),
        )

    def alternative_acts(self, number: int, way: Alternative) -> s.AlternativeActs:
        """Return how often an alternative acts differently, in the games looked at in detail."""
        card = self.run.ai_cards[way.seat]
        line = card.lines[way.place] if card is not None and way.place is not None else None
        return s.AlternativeActs(
            seat=way.seat + 1,
            side=side_name(line.printed.turned) if line else "",
            line=line.number if line else "",
            acts=self.share_of_acts(("otherwise", number, "acts"), way.seat),
            games=self.share(self.detailed, ("otherwise", number, "games")),
        )


def _difference(count: int, of: int, other: int, other_of: int, z: float = statistics.Z) -> Margin:
    """Return the second share minus the first, unknown if either is of nothing."""
    if not (of and other_of):
        return Margin()
    return Margin.of(statistics.difference_of_shares(count, of, other, other_of, z))


def _each(number: int, games: int) -> float | None:
    return number / games if games else None
