"""Recorded games: writing, reading, undo and replay."""

from __future__ import annotations

import errno
import os
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NoReturn, get_args

import pytest
from helpers import (
    CLAY,
    EDITIONS,
    MADE_UP,
    ODDS,
    STICKS,
    WORDS,
    At,
    act,
    at_least,
    lay,
    listen,
    unchecked,
)
from wanderers import Wanderer

from moonflight_solo.errors import DataError, MoonflightError, UsageError
from moonflight_solo.records import (
    Answer,
    CannotRecord,
    Ended,
    Entry,
    Header,
    InUse,
    Note,
    OtherAnswers,
    OtherWords,
    Record,
    RecordedPlayer,
    RecordFile,
    ReplayMismatch,
    SeatHeader,
    Seek,
    digests,
    read_record,
)
from moonflight_solo.records.saved_games import begin, find, folder, saves, short_save_name
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.ending import Outcome
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import answer_notation, parse_answer
from moonflight_solo.rules.state import Act, Ask, Question, Seat, Table
from moonflight_solo.scenario import snapshot as lying
from moonflight_solo.scoremode import ScoreMode

HEADER = Header(
    seats=(SeatHeader(CLAY, "person"), SeatHeader(WORDS, "ai")), edition="final", seed=4
)
ENTRIES: tuple[Entry, ...] = (
    Answer(1, 1, "play Coin"),
    Answer(1, 1, "pass"),
    Note("odd “line” é", 2, 1, 3, ai=WORDS, line="5", words="Play.", did="play Coin"),
    Answer(1, 1, "pass", auto=True),
    Seek(1),
    Answer(1, 1, "Coin, Waste #2", "order"),
    Ended("end", 1, [7, 4], 1),
)


class Nobody:
    """Refuses to answer."""

    def act(self, table: Table, seat: Seat) -> Act:
        raise AssertionError("an act is asked for that is not on record")

    def choose(self, table: Table, seat: Seat, question: Question) -> list[int]:
        raise AssertionError("a choice is asked for that is not on record")


# ------------------------------------------------------------------------- whole games


@pytest.fixture(scope="session")
def card_files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    """Return card files whose cards ask every kind of question."""
    odds, sticks = MADE_UP
    asking = odds.read_text("utf-8")
    for old, new in (
        ("Discard 3 in play", "Move 1 card in hand to matching Market Stack"),
        ("Trash 2 in play. Draw 2", "Draw 1 Target card in Discard Stack. Turn 1 card in hand"),
        ("Draw 1 and Discard this card and Draw 1", "Draw 1 or Gain 1 coin token"),
    ):
        assert old in asking
        asking = asking.replace(old, new)
    changed = tmp_path_factory.mktemp("cards") / odds.name
    changed.write_text(asking, "utf-8")
    return changed, sticks


def played(
    settings: Settings, players: list[RecordedPlayer], files: tuple[Path, ...] = MADE_UP
) -> tuple[Outcome, list[str], object]:
    """Play a game; return its outcome, its events, and the final zones."""
    known = catalogue(settings.edition, files)
    table = set_up(settings, known, players)
    if len(players) == 1:
        table.variant = ScoreMode(table)
    heard = listen(table)
    return play(table, settings), heard, lying(table)


def recorded(
    settings: Settings, files: tuple[Path, ...] = MADE_UP
) -> tuple[list[Answer], tuple[Outcome, list[str], object]]:
    """Play a game of wanderers; return every answer and what :func:`played` returns."""
    kept: list[Answer] = []
    lot = Random(settings.seed)
    players = [RecordedPlayer(Wanderer(lot), deque(), kept.append) for _ in settings.jacks]
    return kept, played(settings, players, files)


TABLES = [(CLAY,), (CLAY, WORDS), (WORDS, CLAY, WORDS), (STICKS, ODDS), (ODDS, CLAY)]


def games() -> Iterator[Settings]:
    # The few are those in which every kind of question is asked.
    for number in range(at_least(44, 0), at_least(84, 200)):
        jacks, edition = TABLES[number % len(TABLES)], EDITIONS[number // 5 % 2]
        yield Settings(jacks, number, edition, round_limit=12, act_limit=120)


def test_a_game_played_again_from_its_record_is_the_same_game(
    card_files: tuple[Path, ...],
) -> None:
    """Every kind of question goes through its labels and back, in random games."""
    asked: set[str] = set()
    for settings in games():
        kept, first = recorded(settings, card_files)
        asked |= {answer.ask for answer in kept}
        answers = deque(kept)
        players = [RecordedPlayer(Nobody(), answers, fail) for _ in settings.jacks]
        assert played(settings, players, card_files) == first
        assert not answers
    assert asked == {"act", *get_args(Ask)}


@pytest.mark.parametrize(("ask", "moved"), [("act", ["Dig"]), ("move", [])])
def test_a_record_from_before_an_empty_stack_could_be_chosen_is_read(
    ask: str, moved: list[str]
) -> None:
    """Where one Stack alone had a card it was chosen unasked then (ruling G-take-search)."""
    table = lay(At(CLAY, hand="Go Down"), At(WORDS, trash="Dig"), turned=True)
    next_on_record = Answer(1, table.round, "none", ask)
    player = RecordedPlayer(Nobody(), deque([next_on_record]), fail)
    table.players = (player, Nobody())
    act(table, 0, "play Go Down")
    assert [card.name for card in table.seats[1].discard_stack] == moved


def fail(answer: Answer) -> None:
    raise AssertionError(f"{answer} is not on record")


def test_a_game_can_be_stopped_anywhere_and_gone_on_with() -> None:
    settings = Settings((CLAY, WORDS), 5, round_limit=3, act_limit=60)
    kept, first = recorded(settings)
    for stop in range(0, len(kept), 7):
        more: list[Answer] = []
        rest = deque(kept[stop:])
        answers = deque(kept[:stop])

        class Later:
            """Continues like the first time."""

            def __init__(self, rest: deque[Answer]) -> None:
                self.again = RecordedPlayer(Nobody(), rest, fail)

            def act(self, table: Table, seat: Seat) -> Act:
                return self.again.act(table, seat)

            def choose(self, table: Table, seat: Seat, question: Question) -> list[int]:
                return list(self.again.choose(table, seat, question))

        players = [RecordedPlayer(Later(rest), answers, more.append) for _ in settings.jacks]
        assert played(settings, players) == first
        assert more == kept[stop:]


def test_what_is_not_legal_is_not_kept() -> None:
    class Cheat(Wanderer):
        def act(self, table: Table, seat: Seat) -> Act:
            from moonflight_solo.rules.acts import Play

            return Play(catalogue().generic[0])

    kept: list[Answer] = []
    settings = Settings((CLAY,))
    table = set_up(settings, catalogue(), [RecordedPlayer(Cheat(Random(1)), deque(), kept.append)])
    with pytest.raises(MoonflightError):
        play(table, settings)
    assert kept == []


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        (Answer(1, 1, "play Teach"), 'the record says "play Teach" in round 1, which does not fit'),
        (Answer(1, 1, "jump"), '"jump" is not an act'),
        (Answer(1, 1, "shop Wealth"), "that costs 7 coin tokens and you have 5"),
        (Answer(1, 2, "pass"), "where the game asks"),
        (Answer(1, 1, "none", "retain"), 'answers "retain"'),
        (Answer(2, 1, "pass"), "for seat 2"),
    ],
)
def test_an_answer_that_does_not_fit(answer: Answer, message: str) -> None:
    settings = Settings((CLAY, WORDS), first=0)
    answers = deque([answer])
    players = [RecordedPlayer(Nobody(), answers, fail) for _ in settings.jacks]
    with pytest.raises(ReplayMismatch) as caught:
        play(set_up(settings, catalogue(), players), settings)
    assert message in str(caught.value)
    assert caught.value.answer is answer


def test_names_with_commas_are_answered_by_number() -> None:
    names = ["Up, and down", "Down"]
    question = Question("discard", names, [None, None], least=0, most=2)
    assert answer_notation([1, 0], question, names) == "2, 1"
    assert answer_notation([1], question, names) == "Down"
    assert answer_notation([], question, names) == "none"
    for chosen in ([], [0], [1], [1, 0]):
        words = answer_notation(chosen, question, names)
        assert parse_answer(words, question, names) == chosen


# -------------------------------------------------------------------- back and forward


def a_record(*answers: str) -> Record:
    """Return a record of answers, "." for an automatic one; "2 x" is in round 2."""
    record = Record(HEADER)
    for words in answers:
        number, _, said = words.rpartition(" ")
        record.add(Answer(1, int(number or 1), said, auto=said == "."))
    return record


def stand(step: Callable[[str, Callable[[Entry], None]], NoReturn], words: str) -> int:
    """Return how many answers would stand after an undo or redo step, without taking it."""
    kept: list[Entry] = []
    with pytest.raises(OtherAnswers):
        step(words, kept.append)
    (seek,) = kept
    assert isinstance(seek, Seek)
    return seek.stand


def test_back_and_forward_go_by_decisions() -> None:
    record = a_record("a", ".", ".", "b", "2 .", "2 c", "2 d", "2 .")
    assert [stand(record.undo, words) for words in ("", "2", "3", "4")] == [6, 5, 3, 0]
    assert stand(record.undo, "round") == 5
    with pytest.raises(MoonflightError, match="there are only 4 lines to undo"):
        stand(record.undo, "5")
    for words in ("", "all"):
        with pytest.raises(MoonflightError, match="there is nothing to redo"):
            stand(record.redo, words)
    record.add(Seek(5))
    assert stand(record.undo, "round") == 0
    record.add(Seek(0))
    for words in ("", "round"):
        with pytest.raises(MoonflightError, match="there is nothing to undo"):
            stand(record.undo, words)
    assert [stand(record.redo, words) for words in ("", "2", "3", "4", "all")] == [3, 5, 6, 8, 8]
    with pytest.raises(MoonflightError, match="there are only 4 lines to redo"):
        stand(record.redo, "5")
    record.add(Seek(stand(record.redo, "2")))
    assert [answer.answer for answer in record.answers] == ["a", ".", ".", "b", "."]
    record.add(Answer(1, 2, "other"))
    assert record.undone == []
    assert record.round == 2
    with pytest.raises(ValueError, match="there are fewer than 7 answers"):
        record.add(Seek(7))


def test_notes_stand_while_their_moment_does() -> None:
    record = a_record("a", "b")
    record.add(Note("early", 1, 1))
    record.add(Note("late", 2, 1))
    assert [record.stands(0), record.stands(1)] == [True, True]
    record.add(Seek(1))
    assert [record.stands(0), record.stands(1)] == [True, False]
    record.add(Seek(2))
    assert [record.stands(0), record.stands(1)] == [True, True]
    record.add(Seek(1))
    record.add(Answer(1, 1, "c"))
    assert [record.stands(0), record.stands(1)] == [True, False]


# ------------------------------------------------------------------------------- files


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return a file with a record with every kind of line."""
    path = tmp_path / "game.jsonl"
    with RecordFile.begin(path, HEADER) as file:
        for entry in ENTRIES:
            file.write(entry)
    return path


def test_a_record_is_read_back_as_it_was_written(path: Path) -> None:
    record = Record(HEADER)
    for entry in ENTRIES:
        record.add(entry)
    assert read_record(path) == record
    assert record.answers == [ENTRIES[0], ENTRIES[5]]
    assert record.ended == ENTRIES[6]
    lines = unchecked(path.read_text("utf-8")).splitlines()
    assert len(lines) == 1 + len(ENTRIES)
    assert lines[1] == '{"seat": 1, "round": 1, "answer": "play Coin"}'
    assert lines[6] == '{"seat": 1, "round": 1, "answer": "Coin, Waste #2", "ask": "order"}'
    assert "odd “line” é" in lines[3]
    with RecordFile.open(path) as file:
        assert file.record == record


def test_every_line_is_on_the_disk_before_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.jsonl"
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: synced.append(path.read_bytes()))
    with RecordFile.begin(path, HEADER) as file:
        for number, entry in enumerate(ENTRIES, 2):
            file.write(entry)
            assert synced[-1] == path.read_bytes()
            assert synced[-1].count(b"\n") == number


def test_a_file_cut_off_anywhere_loses_its_last_line_at_most(path: Path) -> None:
    """What a machine that goes off may leave behind."""
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    whole = len(lines[0])
    cut_file = path.with_name("cut.jsonl")
    for cut in range(len(data)):
        cut_file.write_bytes(data[:cut])
        if cut < whole:
            with pytest.raises(DataError, match=r"cut\.jsonl:1: "):
                read_record(cut_file)
            continue
        with RecordFile.open(cut_file) as file:
            assert cut_file.read_bytes() == data[:cut]
            file.write(Note("on", 0, 1))
        left = data[: data.rfind(b"\n", 0, cut) + 1]
        more = cut_file.read_bytes().removeprefix(left).decode()
        assert unchecked(more) == '{"note": "on", "answers": 0, "round": 1}\n'
        read_record(cut_file)


@pytest.mark.parametrize(
    ("line", "words", "message"),
    [
        (1, "", "this is not a Moonflight record"),
        (1, "hello", "this is not a Moonflight record"),
        (1, "[1]", "this is not a Moonflight record"),
        (1, '{"kind": "other"}', "this is not a Moonflight record"),
        (
            1,
            '{"kind": "moonflight record", "format": 9}',
            "only format 1 can be read",
        ),
        (1, '{"kind": "moonflight record", "format": 1}', "the first line is damaged"),
        (1, "[" * 100_000, "this is not a Moonflight record"),
        (3, "", "this line is damaged"),
        (3, "pass", "this line is damaged"),
        (3, "7", "this line is damaged"),
        (3, "null", "this line is damaged"),
        (3, '"answer"', "this line is damaged"),
        (3, '["answer"]', "this line is damaged"),
        (3, "[" * 100_000, "this line is damaged"),
        (3, '{"seat": 1}', "this line is damaged"),
        (3, '{"seat": 1, "round": 1, "answer": 5}', "this line is damaged: Expected `str`"),
        (3, '{"seat": 3, "round": 1, "answer": "pass"}', "this line is damaged"),
        (3, '{"seat": 0, "round": 1, "answer": "pass"}', "this line is damaged"),
        (3, '{"seat": 1, "round": 1, "answer": "pass", "x": 1}', "unknown field `x`"),
        (3, '{"stand": 9}', "this line is damaged"),
        (3, '{"stand": -1}', "this line is damaged"),
        (3, "\x00\x01", "this line is damaged"),
    ],
)
def test_a_damaged_or_foreign_file(path: Path, line: int, words: str, message: str) -> None:
    lines = path.read_text("utf-8").split("\n")
    lines[line - 1] = words
    path.write_text("\n".join(lines), "utf-8")
    before = path.read_bytes()
    for read in (read_record, RecordFile.open):
        with pytest.raises(DataError) as caught:
            read(path)
        assert str(caught.value).startswith(f"{path}:{line}: ")
        assert message in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("data", [b"", b"\x80\xff", b"\x80\xff\n", b"\n", bytes(range(256)) * 9])
def test_a_file_that_is_no_text(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "other"
    path.write_bytes(data)
    with pytest.raises(DataError, match="other:1: this is not a Moonflight record"):
        read_record(path)
    with pytest.raises(DataError, match="this is a folder"):
        read_record(tmp_path)
    with pytest.raises(DataError, match="there is no such file"):
        read_record(tmp_path / "missing")


def test_any_byte_may_be_damaged(path: Path) -> None:
    """Whatever one byte becomes, that is found out, and said in a clear message."""
    data, record = path.read_bytes(), read_record(path)
    lot = Random(1)
    for _ in range(500):
        at = lot.randrange(len(data))
        bad = data[:at] + bytes([lot.randrange(256)]) + data[at + 1 :]
        path.write_bytes(bad)
        # A last line without its end was not written whole, and is left out.
        if bad == data or at == len(data) - 1:
            continue
        with pytest.raises(DataError) as caught:
            read_record(path)
        assert str(caught.value).startswith(f"{path}:")
    path.write_bytes(data)
    assert read_record(path) == record


def test_half_a_letter_in_the_name_of_a_key(path: Path) -> None:
    header, _, rest = unchecked(path.read_text("utf-8")).partition("\n")
    path.write_text(header[:-1] + ', "a\\ud800": 1}\n' + rest, "utf-8")
    with pytest.raises(DataError, match="the first line is damaged"):
        read_record(path)


def test_a_flipped_digit_is_found_out(path: Path) -> None:
    """As in how many answers stand, which would be as good a number."""
    good = path.read_bytes()
    path.write_bytes(good.replace(b'"stand": 1', b'"stand": 0', 1))
    assert path.read_bytes() != good
    with pytest.raises(DataError, match="damaged: its checksum is wrong"):
        read_record(path)
    path.write_text(unchecked(good.decode()).replace('"stand": 1', '"stand": 0'), "utf-8")
    assert read_record(path).answers == [ENTRIES[5]]


def test_only_one_process_goes_on_with_a_game(path: Path) -> None:
    pytest.importorskip("fcntl")
    with RecordFile.open(path):
        with pytest.raises(InUse, match="another window; leave it there first"):
            RecordFile.open(path)
        read_record(path)
    RecordFile.open(path).close()


def test_a_record_does_not_begin_in_a_file_that_is_there(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(FileExistsError):
        RecordFile.begin(path, HEADER)
    assert path.read_bytes() == before


def test_what_cannot_be_written_is_said_once(path: Path) -> None:
    for bad in (path / "below" / "game.jsonl", path / "game.jsonl"):
        with pytest.raises(CannotRecord):
            RecordFile.begin(bad, HEADER)
    with RecordFile.open(path) as file:
        path.unlink()
        with pytest.raises(CannotRecord, match="No such file or directory"):
            file.write(Answer(1, 1, "pass"))
        assert not file.recording
        file.write(Answer(1, 1, "play Waste"))
        assert [answer.answer for answer in file.record.answers][-2:] == ["pass", "play Waste"]
    assert not path.exists()


def test_a_full_disk_leaves_the_record_whole(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with RecordFile.open(path) as file:
        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(CannotRecord, match="No space left on device"):
            file.write(Answer(1, 1, "pass"))
    assert path.read_bytes() == before


def test_all_of_a_game_is_recorded_once_there_is_room_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    before = len(read_record(path).answers)
    with RecordFile.open(path) as file:
        with monkeypatch.context() as disk:
            disk.setattr(os, "fsync", full)
            with pytest.raises(CannotRecord):
                file.write(Answer(1, 1, "play Waste"))
            file.write(Answer(1, 1, "play Coin"))  # it has been said once
            assert not file.catch_up()
        file.write(Answer(1, 1, "pass"))
        assert file.recording
    answers = read_record(path).answers[before:]
    assert [answer.answer for answer in answers] == ["play Waste", "play Coin", "pass"]


def test_a_header_makes_the_settings_of_its_game() -> None:
    settings = Settings((CLAY, WORDS), 4, "final", 1, {"A-exact": "at-least"}, 30, 90)
    header = Header(
        seats=tuple(SeatHeader(jack, "ai") for jack in settings.jacks),
        edition="final",
        seed=4,
        first=2,
        rulings={"A-exact": "at-least"},
        round_limit=30,
        act_limit=90,
    )
    assert header.settings() == settings
    assert header.persons == ()


# ------------------------------------------------------------------------------- words


def test_digests_change_with_the_words() -> None:
    final, prototype = (catalogue(edition).cards_for([CLAY]) for edition in ("final", "prototype"))
    now = digests(final, {"line 1": "Play."})
    assert digests(final, {"line 1": "Play."}) == now
    assert digests(final, {"line 1": "Play!"})["line 1"] != now["line 1"]
    assert digests(prototype, {}).keys() != now.keys()
    assert all(len(each) == 8 for each in now.values())


def test_other_words_are_named() -> None:
    record = Record(Header(seats=HEADER.seats, edition="final", seed=1, words={"A": "1", "B": "2"}))
    record.check_words({"B": "2", "A": "1"}, "game")
    for words, named in (({"A": "1", "B": "3"}, "B"), ({"A": "1"}, "B"), ({}, "A, B")):
        with pytest.raises(OtherWords, match=f"game: .* words that have changed: {named}\\."):
            record.check_words(words, "game")


# ------------------------------------------------------------------------ the folder


def test_games_are_named_by_time_and_jacks(moonflight_home: Path) -> None:
    from datetime import datetime

    assert saves() == []
    now = datetime(2025, 1, 31, 20, 14, 5)
    made = [begin(HEADER, now) for _ in range(3)]
    for file in made:
        file.close()
    first = "2025-01-31-201405-clay-and-bones-words-and-names"
    assert [file.path for file in made] == [
        moonflight_home / "games" / f"{first}{ending}.jsonl" for ending in ("", "-2", "-3")
    ]
    assert folder() == moonflight_home / "games"
    assert find(first) == made[0].path
    assert find(f"{first}-2") == find("names-3").with_name(f"{first}-2.jsonl")
    with pytest.raises(UsageError, match="could be "):
        find("2025")
    with pytest.raises(UsageError, match='no game is called "2024"'):
        find("2024")
    assert {save.name for save in saves()} == {first, f"{first}-2", f"{first}-3"}
    with begin(HEADER, datetime(2025, 2, 1)) as later:
        assert later.path is not None
    assert short_save_name(find(first)) == first
    assert short_save_name(later.path) == "2025-02-01-000000"
    assert find(short_save_name(later.path)) == later.path


def test_the_last_game_is_the_one_last_played(moonflight_home: Path) -> None:
    from datetime import datetime

    for name in (None, "1"):
        with pytest.raises(MoonflightError, match="there is no game yet"):
            find(name)
    paths = []
    for year in (2023, 2024):
        with begin(HEADER, datetime(year, 1, 1)) as file:
            assert file.path is not None
            paths.append(file.path)
            file.write(ENTRIES[0])
    with begin(HEADER, datetime(2025, 1, 1)):
        pass  # Nothing was decided in it, so it is never meant.
    for age, path in enumerate(paths):
        os.utime(path, (1e9 - age, 1e9 - age))
    assert find(None) == find(None, "unfinished") == paths[0]
    with RecordFile.open(paths[0]) as file:
        file.write(ENTRIES[6])
    assert find(None) == paths[0]
    assert find(None, "unfinished") == paths[1]
    (moonflight_home / "games" / "torn.jsonl").write_text("")
    assert find(None) == paths[0]
    (moonflight_home / "games" / "bad.jsonl").write_text("x\n")
    with pytest.raises(MoonflightError, match="the game last played cannot be read, so name one"):
        find(None)
    assert find("2024") == paths[1]


def test_without_a_home_of_its_own_it_is_the_platforms(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MOONFLIGHT_HOME")
    assert folder().name == "games"
    assert folder().is_absolute()
    assert "moonflight-solo" in folder().parts
