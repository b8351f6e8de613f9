"""Between games: the End page, stepping, lines of text, and the guided game."""

from __future__ import annotations

import base64
import io
import json
import os
import re
import zlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest
from command_line import run
from helpers import CLAY, WORDS, unchecked
from msgspec import structs
from rich.console import Console
from typing_person import typed_game

from moonflight_solo.cli.game import coaching, end_page
from moonflight_solo.cli.game.end_page import BackgroundReview
from moonflight_solo.cli.game.keyboard import Keyboard
from moonflight_solo.cli.game.lessons import first_game, read_first_game
from moonflight_solo.cli.game.replay_view import Film, Stepper, film
from moonflight_solo.cli.game.session import GameLoop
from moonflight_solo.cli.game.story import (
    decision_by,
    end_lines,
    hands_by_round,
    lines_followed,
    next_time,
    story,
    turning,
    turning_point,
)
from moonflight_solo.cli.output.terminal import PRETTY, Terminal, terminal
from moonflight_solo.coach import advice
from moonflight_solo.coach.kept_reviews import kept_reviews
from moonflight_solo.documents import Document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.playtest.player_kinds import AI_LEVEL
from moonflight_solo.recorded_games.start import GameStart, deck_of
from moonflight_solo.records import Answer, CannotRecord, Ended, Record, RecordFile, read_record
from moonflight_solo.records.career import (
    Challenge,
    career,
    challenges,
    challenges_first_met,
    games_to_replay,
    open_challenge,
    read_challenges,
    seed_of,
    tally,
)
from moonflight_solo.records.file import is_line, line_of, record_in_line
from moonflight_solo.rules.ending import Outcome

SEED = 2
GAME = ("play", "--jack", CLAY, "--against", WORDS, "--seed", str(SEED))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome, list[str]]:
    """Return the file of a whole game, its outcome, and what was typed."""
    home = tmp_path_factory.mktemp("played")
    typed, outcome = typed_game(CLAY, WORDS, seed=SEED)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOONFLIGHT_HOME", str(home))
        assert run(*GAME, typed=typed).exit_code == 0
    (path,) = (home / "games").glob("*.jsonl")
    return path, outcome, typed


@pytest.fixture(scope="module")
def seen(played: tuple[Path, Outcome, list[str]]) -> Film:
    path = played[0]
    record = read_record(path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOONFLIGHT_HOME", str(path.parent.parent))
        return film(record, deck_of(record.header, path), open_hands=True)


class Typed(Keyboard):
    """A scripted keyboard."""

    def __init__(self, screen: Terminal, *lines: str) -> None:
        super().__init__(screen)
        self.lines = list(lines)

    def read(self, prompt: str, *_: object) -> str:
        words, self.ahead = self.ahead, ""
        if not words and not self.lines:
            raise EOFError
        return words or self.lines.pop(0)


# ------------------------------------------------------------------------------ the End


def test_a_film_ends_as_the_game_did(seen: Film, played: tuple[Path, Outcome, list[str]]) -> None:
    outcome = played[1]
    assert seen.outcome is not None
    assert seen.outcome.scores == outcome.scores
    hands = {seat.title: sum(card.score for card in seat.hand or ()) for seat in seen.last.seats}
    assert hands == {CLAY: outcome.scores[0], WORDS: outcome.scores[1]}
    answered = [moment.answered for moment in seen.moments]
    assert answered == sorted(answered)
    assert answered[-1] == (len(read_record(played[0]).answers), 0)


def test_the_page_of_the_end_has_every_hand_card_by_card(seen: Film) -> None:
    page = [line.plain.rstrip() for line in end_lines(seen, terminal(file=io.StringIO()), ["x"])]
    assert page[0].startswith(" The End, in round 16: ")
    for row in (
        r"  You +7  Take Us With You 2 ×2, Grave Digger 2, Danse",
        r"  Words and Names +3  ",
    ):
        assert any(re.match(row, line) for line in page), page
    assert " You win by 4 points." in page
    assert page[-1] == " x"


@pytest.mark.parametrize(
    ("scores", "tied"), [((3, 3, 3), "Words and Names, Third"), ((3, 3, 2), "Words and Names")]
)
def test_all_who_are_level_at_the_end_are_named(
    seen: Film, scores: tuple[int, ...], tied: str
) -> None:
    assert seen.outcome is not None
    outcome = structs.replace(
        seen.outcome, scores=scores, ranking=(0, 1, 2), winner=0, won_by="most coin tokens"
    )
    last = structs.replace(seen.last, seats=(*seen.last.seats, seen.last.seats[1]))
    told = decision_by(replace(seen, outcome=outcome, titles=(*seen.titles, "Third"), last=last))
    coins = {seat.title: seat.coins for seat in seen.last.seats}
    beaten = f"most coin tokens, {coins[CLAY]} to {coins[WORDS]}."
    assert told == f"You win the tie with {tied}: {beaten}"


def test_a_lead_too_small_to_be_shown_is_not_told(seen: Film) -> None:
    start, *rest = seen.moments
    turns = [replace(each, hands=(2.0, 2.0 + 0.04 * (-1) ** at)) for at, each in enumerate(rest)]
    even = replace(seen, moments=(replace(start, hands=(2.0, 2.0)), *turns))
    assert not any(re.search("leads?, ", words) for words in story(even, 400))


@pytest.mark.parametrize("width", [60, 100])
def test_the_points_in_each_deck_are_told_round_by_round(seen: Film, width: int) -> None:
    screen = terminal(file=io.StringIO())
    screen.console.width = width
    head, rounds, you, other = (row.plain for row in hands_by_round(seen, screen))
    assert max(map(len, (head, rounds, you, other))) <= width
    before, after = (list(map(int, part.split())) for part in rounds.split("☼"))
    assert after[-1] == seen.moments[-1].view.round
    assert (1 in before) is (width == 100), "where there is no room for all, the last ones stand"
    turn = next(at for at, moment in enumerate(seen.moments) if moment.turns)
    assert max(before) < seen.moments[turn - 1].view.round == min(after)
    held = (you.removeprefix(" You"), other.removeprefix(f" {WORDS}"))
    assert tuple(float(row.split()[-1]) for row in held) == seen.moments[-1].hands
    assert all(len(row.split()) == len(before + after) for row in held)


def test_the_story_of_a_game_tells_what_counts_at_the_end(seen: Film) -> None:
    told = story(seen, 40)
    assert [*map(_round, told)] == sorted(map(_round, told))
    assert sum(": the Turn. An average hand: you " in words for words in told) == 1
    for words in told:
        lead = re.search(r"(you lead|Words and Names leads), ([\d.]+) to ([\d.]+)[.;]", words)
        if lead:
            held = tuple(map(float, lead.groups()[1:]))
            here = [e.hands for e in seen.moments if e.place[0] == _round(words)]
            rounded = [tuple(round(hand, 1) for hand in hands) for hands in here]
            assert (held if lead[1] == "you lead" else held[::-1]) in rounded, words
        gone = re.search(r"(\d+) points gone\.$", words)
        if gone:
            steps = pairwise(seen.moments)
            lost = [a.points[s] - b.points[s] for a, b in steps for s in (0, 1)]
            assert int(gone[1]) in lost
    leads = [_round(words) for words in told if re.search("you lead|Names leads", words)]
    assert len(leads) == len(set(leads)), "at most one change of lead a round"
    less = [replace(each, points=(max(9 - 3 * at, 0), 0)) for at, each in enumerate(seen.moments)]
    both = [replace(each, hands=(float(each.points[0]), 1.0)) for each in less]
    done = [words.partition("; ")[0] for words in story(replace(seen, moments=tuple(both)), 40)]
    assert len(done) == len(set(done)), "whatever one act did is told of it once"
    assert len(story(seen, 2)) == 2
    assert set(story(seen, 2)) < set(told)
    acted = [e for e in seen.moments if e.seat == 1 and e.line]
    (lived,) = lines_followed(seen)
    line, times, acts = re.search(r"\[(\S+)\], in (\d+) of (\d+) acts: ", lived).groups()  # type: ignore[union-attr]
    assert int(acts) == len(acted)
    assert 0 < int(times) <= sum(each.line == line for each in acted)


def _round(words: str) -> int:
    found = re.match(r"Round (\d+): ", words)
    assert found, words
    return int(found[1])


def test_the_turning_point_is_where_it_was_decided_for_good(seen: Film) -> None:
    def ahead(hands: Sequence[float]) -> bool:
        return hands[0] >= hands[1]

    point = turning_point(seen.moments, ahead)
    assert point is not None
    stood = [ahead(moment.hands) for moment in seen.moments]
    at = len(stood) - 1
    while stood[at - 1]:
        at -= 1
    assert (point.before, point.after) == (seen.moments[at - 1].hands, seen.moments[at].hands)
    assert not ahead(point.before)
    assert ahead(point.after)
    assert turning_point(seen.moments, lambda points: True) is None
    assert turning_point(seen.moments, lambda points: False) is None


# The winner's deck has more points, fewer, and as many.
@pytest.mark.parametrize("seed", [3, 4, 7])
def test_what_is_said_of_the_turning_point_is_so(seed: int, moonflight_home: Path) -> None:
    typed, outcome = typed_game(CLAY, WORDS, seed=seed)
    assert run(*GAME[:-1], str(seed), typed=typed).exit_code == 0
    (path,) = (moonflight_home / "games").glob("*.jsonl")
    record = read_record(path)
    shown = film(record, deck_of(record.header, path))
    said, held = turning(shown), shown.moments[-1].points
    winner = outcome.winner
    assert winner is not None
    assert decision_by(shown).startswith("You win" if winner == 0 else f"{WORDS} wins")
    if not outcome.turned:
        assert said == ""
    elif held[winner] > held[1 - winner]:
        found = re.search(
            r"^The turning point came in round (\d+)\. .* "
            r"would score more than .+, ([\d.]+) to ([\d.]+) at first\.$",
            said,
        )
        assert found, said
        number, now, other = map(float, found.groups())
        assert now >= other
        ahead = [each.hands[winner] > each.hands[1 - winner] for each in shown.moments]
        behind = max(at for at, each in enumerate(ahead) if not each)
        assert shown.moments[behind].view.round == number
        assert round(shown.moments[behind + 1].hands[winner], 1) == now
    else:
        assert said.startswith("What counted was the hand: ")


@pytest.mark.parametrize(
    ("score", "held", "then", "told"),
    [
        (1, 9, (9, 5), "get rid of more cards .* Of the 9 points in your deck, 1 counted in hand."),
        (0, 1, (8, 5), "watch which .* held 8 points at the Turn, and 1 at the End."),
        (0, 0, (0, 7), "buy more .* held 0 points then, and the best deck 7."),
        (5, 5, (5, 4), None),
    ],
)
def test_after_a_defeat_it_is_said_what_cost_most(
    score: int, held: int, then: tuple[int, int], told: str | None, seen: Film
) -> None:
    turned = next(moment for moment in seen.moments if moment.view.turned)
    end = replace(seen.moments[-1], points=(held, 6))
    assert seen.outcome is not None
    outcome = structs.replace(seen.outcome, scores=(score, 6), winner=1)
    lost = replace(seen, moments=(replace(turned, points=then), end), outcome=outcome)
    assert re.fullmatch(f"Next time, {told}" if told else "", next_time(lost))
    assert next_time(replace(lost, outcome=structs.replace(outcome, winner=0))) == ""


@pytest.mark.usefixtures("fewer_simulated_games")
def test_the_coach_may_be_asked_at_the_end(moonflight_home: Path) -> None:
    run(*GAME, "--rounds", "1", typed=["1", "done", *["0"] * 3])
    (path,) = (moonflight_home / "games").glob("*.jsonl")
    record, out = read_record(path), io.StringIO()
    assert record.ended is not None
    loop = GameLoop(Typed(terminal(plain=True, file=out), "coach", "quit"), invites=True)
    start = GameStart(record.header, deck_of(record.header, path))
    assert loop.after(RecordFile(record, path), start) is None
    assert "The coach found " in out.getvalue()
    assert f"{CLAY} against {WORDS}, {path.stem}" in out.getvalue()


def test_the_end_alone_says_the_next_rank_and_what_was_not_in_hand(moonflight_home: Path) -> None:
    typed, outcome = typed_game(CLAY, seed=3)
    told = run("score", "--jack", CLAY, "--seed", "3", typed=typed).stdout
    assert "You are a Courtier. " in told
    assert " Next rank: Prince of Moonflight, from 10 points.\n" in told
    (path,) = (moonflight_home / "games").glob("*.jsonl")
    record, (score,) = read_record(path), outcome.scores
    (held,) = film(record, deck_of(record.header, path)).moments[-1].points
    said = f"Your deck held {held} points, but you held only {score} of them at the End.\n"
    assert (said in told) is (held > score)


def test_after_the_end_one_goes_on_in_every_way(
    played: tuple[Path, Outcome, list[str]], moonflight_home: Path, tmp_path: Path
) -> None:
    copy = tmp_path / "game.jsonl"
    copy.write_bytes(played[0].read_bytes())
    record = read_record(copy)
    start = GameStart(record.header, deck_of(record.header, copy))

    def after(*typed: str) -> tuple[RecordFile, GameStart, str] | None:
        loop = GameLoop(Typed(terminal(plain=True, file=io.StringIO()), *typed), invites=True)
        following = loop.after(RecordFile(record, copy), start)
        if following is not None:
            following[0].close()
        return following

    assert after("quit") is None
    assert after() is None
    again = after("what?", "table", "", "again")
    assert again is not None
    assert again[1].header.seats == record.header.seats
    assert again[1].header.seed != record.header.seed
    same = after("same")
    assert same is not None
    assert same[1].header.seed == SEED
    assert same[0].record.answers == []
    other = after("jack", "words", "clay")
    assert other is not None
    assert other[1].header.jacks == (WORDS, CLAY)
    undone = after("undo")
    assert undone is not None
    assert undone[0].record.ended is None
    assert len(undone[0].record.undone) >= 1
    assert read_record(copy).taken_back == 1
    assert len(list((moonflight_home / "games").glob("*.jsonl"))) == 3


def test_a_finished_game_is_resumed_at_its_end(
    played: tuple[Path, Outcome, list[str]],
) -> None:
    found = run("resume", str(played[0]))
    assert found.exit_code == 0
    assert found.stdout.startswith("The End, in round 16: ")
    assert "You win: highest score." in found.stdout
    assert "With Clay and Bones so far: 1 won, 0 lost, best score 7." in found.stdout


def test_the_command_of_a_header_starts_its_game() -> None:
    extra = ("--first", "me", "--rounds", "9", "--edition", "final", "--ruling", "A-exact=at-least")
    assert run(*GAME, *extra, typed=["0", "quit"]).exit_code == 0
    path = _only_game()
    header = read_record(path).header
    _, *words = GameStart(header, deck_of(header, path)).as_command()
    path.unlink()
    assert run(*words, typed=["0", "quit"]).exit_code == 0
    there = read_record(_only_game()).header
    assert there.settings() == header.settings()
    assert there.words == header.words


def _games() -> list[Path]:
    from moonflight_solo.records.saved_games import folder

    return list(folder().glob("*.jsonl"))


def _only_game() -> Path:
    (path,) = _games()
    return path


# ---------------------------------------------------------------------------- stepping


@pytest.fixture
def step(seen: Film) -> Callable[..., tuple[Stepper, str]]:
    def stepped(*typed: str) -> tuple[Stepper, str]:
        out = io.StringIO()
        stepper = Stepper(seen, Typed(terminal(plain=True, file=out), *typed))
        stepper.step_through()
        return stepper, out.getvalue()

    return stepped


def test_steps_go_where_they_say(step: Callable[..., tuple[Stepper, str]], seen: Film) -> None:
    def at(*typed: str) -> int:
        return step(*typed)[0].at

    last = len(seen.moments) - 1
    assert (at(), at(""), at("", "", "back"), at("next 5", "b 2")) == (0, 1, 1, 3)
    assert (at("end"), at("end", "start"), at("end", "")) == (last, 0, last)
    turn = at("turn")
    assert seen.moments[turn].turns
    assert not any(moment.turns for moment in seen.moments[:turn])
    fifth = at("5")
    assert seen.moments[fifth].view.round == 5
    assert seen.moments[fifth - 1].view.round == 4
    assert at("5", "round") == at("6")
    assert at("5", "", "back round") == fifth
    assert at("5", "back round") == at("4")
    eighth = at("line 8")
    assert seen.moments[eighth].line == "8"
    assert all(moment.line != "8" for moment in seen.moments[:eighth])
    assert at("line 8 words") == eighth  # the only AI card here
    assert at("pace 0") == last


def test_what_cannot_be_stepped_to_is_said(step: Callable[..., tuple[Stepper, str]]) -> None:
    for typed, said in (
        ("back", "This is where the game begins."),
        ("99", "The last round is 16."),
        ("line", 'Which line? Type "line" and its number.'),
        ("line 8 clay", "Line 8 clay is not followed again after this."),
        ("zzz", '"zzz" is not a command here; type help for a list.'),
        ("pace x", 'Type "pace" and the seconds for each act, such as "pace 0.5".'),
        ("next x", '"x" is not a number.'),
        ("why", "No AI card acts here."),
    ):
        stepper, out = step(typed)
        assert stepper.at == 0
        assert out.splitlines()[-1] == said


def test_a_step_shows_the_table_and_why(step: Callable[..., tuple[Stepper, str]]) -> None:
    _, out = step("line 8", "why", "help")
    assert "Words and Names [8] " in out
    assert "play [WHO]: continue from here as a game of your own" in out
    assert "Words and Names: " in out


def test_a_log_and_all_reasons_are_read_a_page_at_a_time_while_stepping(
    step: Callable[..., tuple[Stepper, str]], seen: Film
) -> None:
    _, out = step("line 8", "log")
    at = step("line 8")[0].at
    told = [line.words for moment in seen.moments[: at + 1] for line in moment.news]
    assert out.splitlines()[-len(told) :] == told
    file = io.StringIO()
    file.isatty = lambda: True  # type: ignore[method-assign]
    # What is typed in the pager is taken up behind it.
    stepper = Stepper(seen, Typed(terminal(file=file), "line 8", "why all", "back", "log", "turn"))
    stepper.step_through()
    assert seen.moments[stepper.at].turns
    assert "Skipped:" in file.getvalue()


def test_a_game_may_be_recorded_after_its_end(
    played: tuple[Path, Outcome, list[str]], moonflight_home: Path
) -> None:
    record = read_record(played[0])
    start = GameStart(record.header, deck_of(record.header, played[0]))
    made = moonflight_home / "games" / "game.jsonl"
    full = True

    def begin() -> RecordFile:
        if full:
            raise CannotRecord("the disk is full.")
        return RecordFile.begin(made, record.header)

    class Emptied(Typed):
        def read(self, prompt: str, *_: object) -> str:
            nonlocal full
            full = False
            return super().read(prompt)

    with RecordFile(Record(record.header), begin=begin) as file:
        for entry in (*record.answers, record.ended):
            assert entry is not None
            file.write(entry)
    assert not made.exists()
    out = io.StringIO()
    loop = GameLoop(Emptied(terminal(plain=True, file=out), "undo"), invites=True)
    following = loop.after(file, start)
    assert following is not None
    assert following[0] is file
    assert out.getvalue().count("The whole game is saved again.") == 1
    with file:
        assert file.recording
    again = read_record(made)
    assert [*again.answers, *again.undone] == record.answers
    assert again.taken_back == 1


def test_the_end_fits_on_a_small_screen(played: tuple[Path, Outcome, list[str]]) -> None:
    path, *_ = played
    record = read_record(path)
    start = GameStart(record.header, deck_of(record.header, path))
    file = io.StringIO()
    console = Console(file=file, width=60, height=24, force_terminal=True, color_system=None)
    screen = Terminal(console, plain=False, glyphs=PRETTY)
    assert GameLoop(Typed(screen, "quit"), invites=True).after(RecordFile(record), start) is None
    rows = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", file.getvalue()).splitlines()
    assert len(rows) < 24
    assert max(map(len, rows)) <= 60
    for said in ("The End, in round ", " You win", "What now: again, same, jack, undo, replay"):
        assert any(said in row for row in rows), said


def test_on_a_screen_the_table_is_drawn_at_each_step(seen: Film) -> None:
    out = io.StringIO()
    out.isatty = lambda: True  # type: ignore[method-assign]
    screen = terminal(file=out)
    Stepper(seen, Typed(screen, "turn", "quit")).step_through()
    drawn = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", out.getvalue())
    assert "Before the Turn, round 1" in drawn
    assert "After the Turn, round " in drawn
    assert "The Turn: every card flips" in drawn


@pytest.mark.parametrize("round_number", [1, 4, 9])
def test_any_game_is_played_on_from_any_round(
    played: tuple[Path, Outcome, list[str]], round_number: int
) -> None:
    path, outcome, typed = played
    answers = [each for each in read_record(path).answers if each.round < round_number]
    made = sum(not each.auto for each in answers)
    source = ("play", "--from", str(path), "--round", str(round_number))
    found = run(*source, typed=typed[made:])
    assert found.exit_code == 0, found.output[-600:]
    assert "From here on the game is yours; it does not count in your stats." in found.stdout
    assert f"You score {outcome.scores[0]}" in found.stdout
    record = read_record(_only_game())
    assert record.header.taken_from
    assert record.answers == read_record(path).answers
    assert "This game continues another one, so it does not count in your stats." in found.stdout
    assert "not counted in stats, last played" in run("saves").stdout
    assert "You have not finished a game yet" in run("stats").stdout


@pytest.mark.parametrize(
    ("who", "seat", "named"),
    [((), 1, CLAY), (("--jack", "words"), 2, WORDS), (("--jack", "2"), 2, WORDS)],
)
def test_a_game_watched_is_played_on_in_any_seat(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    who: tuple[str, ...],
    seat: int,
    named: str,
) -> None:
    for name in ("HINT_ROLLOUTS", "ROLLOUTS_ALONE", "CHOOSING", "MEASURING"):
        monkeypatch.setattr(advice, name, 2)  # a hint may be a bad one here
    path = tmp_path / "watched.jsonl"
    watched = ("watch", CLAY, WORDS, "--seed", str(SEED), "--record", str(path))
    assert run(*watched).exit_code == 0
    found = run(
        "play", "--from", str(path), "--round", "3", *who, typed=["score", "hint", "0", "quit"]
    )
    assert "You left in round " in found.stdout
    assert re.search(f"^{named}> score$", found.stdout, re.MULTILINE)
    mine = [each for each in read_record(path).answers if each.seat == seat and each.round < 3]
    kept = read_record(_only_game())
    assert [each.answer for each in kept.answers[: len(mine)]] == [each.answer for each in mine]
    assert kept.header.persons == (seat - 1,)


def test_a_watched_game_is_played_on_to_its_end_in_the_second_seat() -> None:
    typed = ["turn", "play words", *["done"] * 40, *["0", ""] * 60]
    found = run("watch", CLAY, WORDS, "--seed", str(SEED), "--step", "--rounds", "9", typed=typed)
    assert "From here on the game is yours; it does not count in your stats." in found.stdout
    assert "Traceback" not in found.output


def test_what_cannot_be_played_on_is_refused(played: tuple[Path, Outcome, list[str]]) -> None:
    path = str(played[0])
    for arguments, said in (
        (("--from", path, "--round", "99"), "this game only reached round 16."),
        (("--from", path, "--jack", "words"), "only a watched game can be continued as any Jack."),
        (("--from", path, "--seed", "3"), "--seed is fixed by the game that --from names."),
        (("--round", "3"), "--round needs --from: name the game to continue."),
        (("--from", "moonflight1.abc"), "this line of text is damaged"),
        (("--guided", "--jack", "clay"), "--jack is fixed by the guided game."),
    ):
        found = run("play", *arguments)
        assert found.exit_code in (1, 2)
        assert said in found.stderr
        assert "Traceback" not in found.output


def test_watched_games_are_stepped_through() -> None:
    found = run("watch", "clay", "words", "--seed", "4", "--step", typed=["turn", "quit"])
    assert found.exit_code == 0
    assert "The Turn: every card flips" in found.stdout
    greedy = ("watch", "clay:greedy", "words", "--seed", "4", "--step")
    found = run(*greedy, typed=["end", "play"])
    assert found.exit_code == 1
    assert "only games of AI cards and your own games can be continued." in found.stderr
    assert run("watch", "clay", "words", "--step", "--json").exit_code == 2
    later = run("watch", "clay", "words", "--seed", "4", "--step", "--from", "2.3", typed=["quit"])
    told = run("watch", "clay", "words", "--seed", "4", "--from", "2.3").stdout
    assert later.stdout.splitlines()[0] == told.splitlines()[1]


# ------------------------------------------------------------------------ a line of text


def test_a_game_is_sent_in_a_line(played: tuple[Path, Outcome, list[str]]) -> None:
    path, outcome, _ = played
    line = run("share", str(path)).stdout.strip()
    assert is_line(line)
    assert re.fullmatch(r"[A-Za-z0-9._-]{200,3000}", line)
    told = run("replay", line).stdout
    assert told == run("replay", str(path), "--tell").stdout
    found = run("play", "--from", line)
    assert found.exit_code == 0
    assert f"You score {outcome.scores[0]}" in found.stdout
    for mail in (
        f"  {line[:90]}\n {line[90:]} ",
        f"Look at this one: {line}\n\nBest, Jo",
        "> " + "\n> ".join(re.findall(".{1,70}", line)),
        "\ufeff" + "=\r\n".join(re.findall(".{1,75}", line)),
        line[:12] + "\u200b" + line[12:300] + "\u00ad" + line[300:] + ".",
    ):
        assert is_line(mail)
        went_on = run("play", "--from", mail, "--round", "2", typed=["quit"])
        assert (
            "You left in round 2. You decided nothing new, so nothing is saved." in went_on.stdout
        )
    assert _games() == []
    assert run("play", "--from", line, "--round", "2", typed=["done", "quit"]).exit_code == 0
    assert len(_games()) == 1
    assert not is_line("moonflight1.jsonl")


def test_a_line_of_text_names_no_file(played: tuple[Path, Outcome, list[str]]) -> None:
    """Or whoever sends one would have it opened."""
    code = line_of(read_record(played[0])).partition(".")[2]
    data = json.loads(zlib.decompress(base64.urlsafe_b64decode(code + "==")))
    data["is"]["seats"][1]["ai"] = "/etc/passwd"
    code = base64.urlsafe_b64encode(zlib.compress(json.dumps(data).encode())).decode()
    for command in (("replay",), ("play", "--from")):
        found = run(*command, f"moonflight1.{code}")
        assert found.exit_code == 2
        assert "this line of text names a file" in found.stderr


def test_a_line_keeps_settings_answers_and_end(played: tuple[Path, Outcome, list[str]]) -> None:
    record = read_record(played[0])
    came, _ = record_in_line(line_of(record), "here", "now")
    assert came.answers == record.answers
    assert came.ended == record.ended
    assert came.header.settings() == record.header.settings()
    assert came.header.seats == record.header.seats
    assert (came.header.program, came.header.begun) == ("here", "now")


def test_every_damaged_line_is_refused(played: tuple[Path, Outcome, list[str]]) -> None:
    line = line_of(read_record(played[0]))
    damaged = [line[:-9], line[:60], line[:200] + line[201:], "moonflight1.", "moonflight1.%%%"]
    damaged += [line[:at] + ("A" if line[at] != "A" else "B") + line[at + 1 :] for at in (40, 300)]
    for words in damaged:
        with pytest.raises(UsageError, match="damaged"):
            record_in_line(words, "", "")
    with pytest.raises(UsageError, match="too long for a game"):
        record_in_line("moonflight1." + "A" * 300_000, "", "")


def test_other_words_are_noticed(played: tuple[Path, Outcome, list[str]]) -> None:
    record = read_record(played[0])
    record.header.words["Coin"] = "00000000"
    found = run("replay", line_of(record))
    assert found.exit_code == 1
    assert "played with other cards, AI cards or rulings" in found.stderr


def test_files_of_ones_own_do_not_go_into_a_line(tmp_path: Path) -> None:
    card = tmp_path / "words.yaml"
    card.write_text(
        "jack: Words and Names\ncard: |\n  PRE TURN\n  ACTION\n  1 – Play “Coin”.\n", "utf-8"
    )
    assert run(*GAME, "--ai", str(card), typed=["0", "quit"]).exit_code == 0
    found = run("share")
    assert found.exit_code == 2
    assert "which one line of text cannot carry" in found.stderr


# -------------------------------------------------------------------- stats, challenges


def games(*ends: tuple[int, int, int], jack: str = CLAY) -> list[tuple[str, Record]]:
    """Return finished games with given scores, opponents' scores and rounds."""
    found = []
    for number, (score, other, round_number) in enumerate(ends, 1):
        header = _header(jack, number)
        record = Record(header)
        record.add(Answer(1, 1, "pass"))
        winner = 1 if score > other else 2
        record.add(Ended("end", round_number, [score, other], winner))
        found.append((f"g{number}", record))
    return found


def _header(jack: str, number: int, **more: object):  # type: ignore[no-untyped-def]
    from moonflight_solo.records import Header, SeatHeader

    seats = (SeatHeader(jack, "person"), SeatHeader(WORDS, "ai"))
    begun = f"2026-03-{number:02}T20:00:00+00:00"
    return Header(seats=seats, edition="prototype", seed=1, begun=begun, **more)  # type: ignore[arg-type]


def test_games_are_counted() -> None:
    rows = career(games((7, 3, 12), (2, 5, 9), (6, 5, 10), (9, 1, 20)))
    count = tally(rows)
    assert (count.games, count.won, count.mean_score) == (4, 3, 6.0)
    assert (count.streak, count.longest_streak, count.best) == (2, 2, "g4")
    assert tally(rows[:2]).streak == -1
    assert {game.name: what for game, what in games_to_replay(rows, 9)} == {
        "g4": "your clearest win",
        "g3": "your closest win",
        "g2": "your closest defeat",
    }


def test_a_win_on_a_tie_is_no_clear_one() -> None:
    (row,) = career(games((3, 3, 9)))
    rows = [structs.replace(row, won=True)]
    assert [what for _, what in games_to_replay(rows, 9)] == ["your closest win"]


def test_only_games_of_ones_own_that_ended_count() -> None:
    (name, whole), *_ = games((7, 3, 12))
    unfinished = Record(whole.header, list(whole.answers))
    broken = Record(whole.header, list(whole.answers))
    broken.add(Ended("round limit", 200, [1, 2]))
    taken = Record(_header(CLAY, 1, taken_from="a line of text"))
    taken.add(whole.ended or Ended("end", 1, []))
    rows = career([(name, whole), ("a", unfinished), ("b", broken), ("c", taken)])
    assert [game.name for game in rows] == ["g1"]


def test_stats_tell_of_the_games_kept(played: tuple[Path, Outcome, list[str]]) -> None:
    none = "You have not finished a game yet. Start one with moonflight play."
    assert none in run("stats").stdout
    typed = played[2]
    assert run(*GAME, typed=typed).exit_code == 0
    alone, outcome = typed_game(CLAY, seed=3)
    assert run("score", "--jack", CLAY, "--seed", "3", typed=alone).exit_code == 0
    told = run("stats").stdout.splitlines()
    assert told[0] == "Against opponents: 1 game, 1 won."
    assert f"Jack {CLAY}: 1 game, 1 won, mean score 7.0, best 7." in told
    assert f"Against {WORDS}: 1 game, 1 won, mean score 7.0, best 7." in told
    assert any(line.startswith("Clay and Bones: Courtier 1; mean score") for line in told)
    assert not any(line.startswith("Level ") for line in told)  # of one level there is no more
    by_level = json.loads(run("stats", "--json").stdout)["level"]
    assert [(level, rows["games"]) for level, rows in by_level.items()] == [(str(AI_LEVEL), 1)]
    assert outcome.scores[0] in range(7, 10)


def challenge(name: str) -> Challenge:
    return next(each for each in challenges() if each.id == name)


def test_each_challenge_can_be_met_and_missed() -> None:
    won = career(games((9, 1, 5)))[0]
    lost = career(games((1, 9, 20)))[0]
    assert challenge("first").fits(won)
    assert not challenge("first").fits(lost)
    assert challenge("shallow").fits(won)
    assert not challenge("shallow").fits(career(games((9, 1, 12)))[0])
    assert challenge("clear").fits(won)
    assert not challenge("clear").fits(career(games((5, 1, 5)))[0])
    assert not challenge("ink").fits(won)
    assert challenge("ink").fits(career(games((9, 1, 5), jack=WORDS))[0])
    three = career(games((9, 1, 5), (9, 1, 5), (1, 2, 5), (9, 1, 5), (9, 1, 5), (9, 1, 5)))
    assert challenge("three").met_by(three[:5]) is None
    met = challenge("three").met_by(three)
    assert met is not None
    assert met.name == "g6"
    assert [each.id for each in challenges_first_met(three[:5], three[5])] == ["three"]
    assert len({each.id for each in challenges()}) == len(challenges()) > 8


def test_the_next_challenge_is_one_that_the_same_jack_can_meet() -> None:
    won, lost = career(games((9, 1, 5)))[0], career(games((1, 9, 20), jack=WORDS))[0]
    alone = structs.replace(won, won=None)
    for finished, last, name in (
        ([], won, "first"),
        ([won], won, "mirror"),
        ([lost], lost, "first"),
        ([won, lost], lost, "ink"),
        ([alone], alone, "courtier"),
    ):
        to_try = open_challenge(finished, last)
        assert to_try is not None
        assert to_try.id == name


def test_no_challenge_asks_for_a_jack_or_rank_there_is_not() -> None:
    from moonflight_solo.rules.catalogue import catalogue

    for each in challenges():
        assert {each.jack, *each.against} - {""} <= set(catalogue().suits)
    text = "challenges:\n- {id: a, name: A, text: T, rank: King}\n"
    with pytest.raises(DataError, match="there is no rank"):
        read_challenges(_document(text))
    twice = "challenges:\n- {id: a, name: A, text: T}\n- {id: a, name: B, text: T}\n"
    with pytest.raises(DataError, match="another challenge too"):
        read_challenges(_document(twice))


def _document(text: str) -> Document:
    from moonflight_solo.documents import parse_document

    return parse_document(text, "made_up.yaml")


def test_challenges_are_listed() -> None:
    told = run("challenges").stdout
    assert told.count("\n") == len(challenges()) + 1
    assert (
        f"0 of {len(challenges())} completed. The seed of the day is {seed_of(date.today())}."
        in told
    )


def test_today_is_a_seed() -> None:
    assert seed_of(date(2026, 3, 9)) == 20260309
    assert run(*GAME[:-1], "today", typed=["0", "quit"]).exit_code == 0
    assert read_record(_only_game()).header.seed == seed_of(date.today())


# ------------------------------------------------------------------------ the first game


@pytest.fixture
def guided() -> list[str]:
    """Return what a person types who follows the guide."""
    return [
        *["play coin"] * 4,
        *("shop teach", "shop lesson", "pass", ""),
        *["play coin"] * 3,
        "quit",
    ]


def test_the_first_game_speaks_of_the_cards_there_are(guided: list[str]) -> None:
    found = run("play", "--guided", typed=guided)
    assert found.exit_code == 0, found.output
    said = found.stdout
    for words in (
        "Your hand is 4 Coin and 1 Waste.",
        "Clay and Bones plays Coin. It followed line [5] of its AI card;",
        "at the Turn Teach becomes Understand, which scores 2.",
        "Waste does nothing and scores nothing",
        'Teach costs 5 of your 9 coin tokens: type "shop Teach".',
        "You cannot buy Take It With You yet: your first Shop of a round",
        "Teach is yours; ☆ beside your name is the score of all your cards after the Turn.",
        'If you want nothing more, type "pass".',
        "All have passed: this is Reset. Your cards in play go to your Discard Stack, and you",
        "A new round and a new hand: 3 Coin and 2 Waste.",
        "After 6 deals the first of these runs out, and the Turn comes.",
        "from here on the game is yours",
    ):
        assert words in said, words
    assert len(guided) - 1 <= first_game().game.decisions + 1


@pytest.mark.parametrize("typed", [["pass"] * 12, ["done", "", "done", "", "done", ""]])
def test_who_goes_another_way_is_told_nothing_false(typed: list[str]) -> None:
    said = run("play", "--guided", typed=[*typed, "quit"]).stdout
    assert "Your hand is 4 Coin and 1 Waste." in said
    assert "coin tokens left" not in said
    assert "{" not in said


def test_the_first_game_says_that_it_is_enough_after_a_lesson_not_with_it() -> None:
    begun = ("1", "1", "all", "11", "12", "done", "", "1", "1", "1", "31")
    at_spend = run("play", "--guided", typed=[*begun, "quit"]).stdout
    assert "may let you Spend: pay the cards" in at_spend
    assert "from here on the game is yours" not in at_spend
    assert "from here on the game is yours" in run("play", "--guided", typed=[*begun, "1"]).stdout


def test_a_new_player_is_told_what_wins_and_offered_the_first_game() -> None:
    first = run("play", typed=["", "0", "quit"]).stdout
    assert first.startswith("\n".join(first_game().what_wins))
    assert len(first_game().what_wins) == 3
    assert "Your hand is 4 Coin and 1 Waste." in first
    left = run("play", typed=["q"]).stdout
    assert first_game().what_wins[0] not in left
    assert "4: first. a guided first game" in left


def test_a_game_that_was_left_is_the_first_offered() -> None:
    run("play", "--jack", "words", "--against", "clay", typed=["0", "quit"])
    offered = run("play", typed=["", "quit"]).stdout
    left = "3: resume. continue the game you left: Words and Names against Clay and Bones."
    assert left in offered
    assert "You are back, after 1 decision." in offered
    run("play", "--jack", "clay", "--against", "words", "--rounds", "1", typed=["done", *["0"] * 9])
    assert "[Enter: Clay and Bones] >" in run("play", typed=["q"]).stdout


def test_one_who_plays_by_make_is_told_to_go_on_by_make(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOONFLIGHT_PLAY", "make play")
    left = run("play", "--jack", "words", "--against", "clay", typed=["0", "quit"]).stdout
    assert left.endswith("Continue the game with: make play\n")


def test_a_guide_that_cannot_be_filled_is_refused() -> None:
    text = (
        "what_wins: [a]\n"
        "game: {jack: a, against: [b], seed: 1, first: 1, edition: prototype, decisions: 3}\n"
        "stops: [{at: act, say: 'Look at {nothing}'}]\nlast: {at: act, say: x}\n"
    )
    with pytest.raises(DataError, match="nothing"):
        read_first_game(_document(text))


def test_a_game_taken_over_from_a_watched_one_is_gone_on_with_and_shared(tmp_path: Path) -> None:
    """The AI card of the seat that a person took is none of the words it is played by."""
    watched = tmp_path / "watched.jsonl"
    run("watch", "clay", "words", "--seed", "3", "--rounds", "3", "--record", str(watched))
    begun = run("play", "--from", str(watched), "--round", "2", "--jack", "words", typed=["pass"])
    assert "From here on the game is yours; it does not count in your stats." in begun.stdout
    path = _only_game()
    answers = read_record(path).answers
    assert "You are back, " in run("resume", typed=["quit"]).stdout
    line = run("share").stdout
    sent_on = run("play", "--from", line, typed=["quit"])
    assert sent_on.exit_code == 0, sent_on.output
    # An earlier release kept the words of that card too.
    header, *rest = unchecked(path.read_text("utf-8")).splitlines()
    kept = json.loads(header)
    kept["words"] = read_record(watched).header.words
    older = tmp_path / "older.jsonl"
    older.write_text("\n".join([json.dumps(kept), *rest]) + "\n")
    assert run("resume", str(older), typed=["pass", "quit"]).exit_code == 0
    assert len(read_record(older).answers) > len(answers)


@pytest.mark.slow
def test_the_end_is_read_while_the_game_is_reviewed(
    moonflight_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The coach takes what the process in the background found, which ends when one leaves."""
    run(*GAME, "--rounds", "1", typed=["1", "done", *["0"] * 3])
    (path,) = (moonflight_home / "games").glob("*.jsonl")
    record, file = read_record(path), io.StringIO()
    monkeypatch.setattr(end_page, "is_there", lambda: True)
    console = Console(file=file, width=80, height=24, force_terminal=True, color_system=None)
    start = GameStart(record.header, deck_of(record.header, path))
    begun: list[BackgroundReview] = []
    priorities: list[int] = []

    class Reading(Typed):
        def read(self, prompt: str, *_: object) -> str:
            (each,) = begun
            if not priorities and each.process is not None:
                priorities.append(os.getpriority(os.PRIO_PROCESS, each.process.pid))
                each.process.wait(300)
            return super().read(prompt)

    def noted(where: Path | None) -> BackgroundReview:
        begun.append(BackgroundReview(where))
        return begun[-1]

    monkeypatch.setattr(end_page, "BackgroundReview", noted)
    # At the lowest priority it would wait for the other tests.
    gentle = min(19, os.getpriority(os.PRIO_PROCESS, 0) + 1)
    monkeypatch.setattr(end_page, "_GENTLE", gentle)
    monkeypatch.setattr(coaching, "reviews_at", None)  # nothing is left to review
    screen = Terminal(console, plain=False, glyphs=PRETTY)
    loop = GameLoop(Reading(screen, "back", "coach", "", "quit"), invites=True)
    assert loop.after(RecordFile(record, path), start) is None
    assert priorities == [gentle]
    told = file.getvalue()
    assert "Your acts are being reviewed in the background" in told
    assert told.count("The coach found ") > 1
    (kept,) = kept_reviews()
    assert kept.game == path.stem
    loop = GameLoop(Typed(screen, "quit"), invites=True)
    for each in (moonflight_home / "reviews").iterdir():
        each.unlink()
    begun.clear()
    assert loop.after(RecordFile(record, path), start) is None
    assert begun[0].process is not None
    assert begun[0].process.poll(), "it is ended with the page, unfinished"
