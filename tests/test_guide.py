"""The guide: finding and showing its topics, and the lessons of a first game."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_line import run
from helpers import CLAY, EDITIONS, WORDS, At, Script, at_least, lay
from rich.console import Console

from moonflight_solo.ai_cards.card import load_ai_card
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.cli import main
from moonflight_solo.cli.game.lessons import Lessons
from moonflight_solo.cli.output.printed import show_topic, show_topics
from moonflight_solo.cli.output.streams import clean
from moonflight_solo.cli.output.terminal import ASCII, PRETTY, Terminal
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import DataError, UsageError
from moonflight_solo.guide import (
    PHASES,
    Phase,
    UnknownTopic,
    guide,
    paragraphs,
    read_topics,
    topic_key,
)
from moonflight_solo.rules.acts import PASS, Play
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.editions import edition_named, editions
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.notation import parse_act
from moonflight_solo.rules.possible_answers import legal_acts
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.rules.state import Act, Event, Kind, Question, Seat, Table
from moonflight_solo.scoremode import RANKS, ScoreMode

ROOT = Path(__file__).parent.parent
NAMES = [topic.name for topic in guide().topics]
PRINTED = (data_folder("guide") / "topics.yaml").read_text(encoding="utf-8")

# What the rulebooks define, each by the word a player would ask for.
KEYWORDS = """
    Play, Spend, Shop, Build, Pass, Purchase, Set, Settled, Stability, Discard, Trash, Deal, Gain,
    Draw, Move, Target, Reset, The Turn, The End, Score, Suit, Character Card, Hand Limit,
    Retain Limit, Coin Tokens, First Player Marker, Set-Up, The Round, Draw Deck, Discard Stack,
    Trash Stack, Market Stack, Supply Stack, Market Supply Stack, Multiple Card Effects,
    Multiple Card Copies, Rules Contradictions, Immediate or Ongoing, Card Resolution,
    Blocked Resolution, Face Up, Score Mode, AI Mode, AI Card, Ranks
"""


def shown(edition: str, name: str, *, plain: bool = False, width: int = 80) -> list[str]:
    """Return the lines that show a topic, without escapes."""
    file = io.StringIO()
    console = Console(file=file, width=width, force_terminal=True, markup=False, highlight=False)
    screen = Terminal(console, plain=plain, glyphs=ASCII if plain else PRETTY)
    show_topic(guide(edition).topic(name), screen)
    lines = file.getvalue().splitlines()
    assert not plain or not any(clean(line) != line for line in lines)
    return [clean(line) for line in lines]


# -------------------------------------------------------------------------------- topics


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("name", NAMES)
def test_every_topic_is_shown_whole(name: str, edition: str) -> None:
    topic = guide(edition).topic(name)
    assert topic.name == name
    plain = shown(edition, name, plain=True)
    for width in (80, 120, 30)[: at_least(1, 3) if edition == EDITIONS[1] else 3]:
        rich = shown(edition, name, width=width)
        assert 0 < max(map(len, rich)) <= width
        in_words = " ".join(" ".join(rich).split())
        assert all(paragraph in in_words for paragraph in paragraphs(topic.text))
        assert all(ruling in in_words for ruling in topic.rulings)
    for line in (*plain, topic.short, *paragraphs(topic.text)):
        assert not re.search(r"[{}@]", line), line
    assert plain[0] == f"{topic.title}:"
    assert all(line and not line.startswith("- ") for line in plain)
    for ruling in topic.rulings:
        assert f"Ruling {ruling}, why: {printed_rulings().by_id[ruling].why}" in plain


def test_a_topic_ends_with_its_rulings_and_the_topics_beside_it() -> None:
    lines = shown("prototype", "ai words", plain=True)
    whys = [line.split(",")[0] for line in lines if ", why: " in line]
    assert whys[0] == "Ruling A-exact"
    assert any(line.startswith("Ruling A-exact, choice exactly (in force): ") for line in lines)
    assert any("choice at-least (--ruling A-exact=at-least): " in line for line in lines)
    assert lines[-1] == "See also: ai cards, rulings."
    assert shown("prototype", "ai words")[-1] == "See also: ai cards, rulings"


def test_every_ruling_is_told_under_some_topic() -> None:
    told = {ruling for topic in guide().topics for ruling in topic.rulings}
    assert told == set(printed_rulings().by_id)


def test_every_topic_to_see_exists() -> None:
    assert any(topic.see for topic in guide().topics)
    for topic in guide().topics:
        assert len(set(topic.see)) == len(topic.see)
        assert set(topic.see) <= set(NAMES) - {topic.name}, topic.name


def test_every_phase_has_exactly_one_topic_and_a_short_text() -> None:
    assert sorted(topic.phase for topic in guide().topics if topic.phase) == sorted(PHASES)
    for phase in PHASES:
        topic = guide().phase(phase)
        assert topic.phase == phase
        assert 30 < len(topic.short) < 300
        assert 1 <= len(re.findall(r"[.?!](?: |$)", topic.short)) <= 3


@pytest.mark.parametrize("keyword", [" ".join(words.split()) for words in KEYWORDS.split(",")])
def test_every_keyword_has_a_topic(keyword: str) -> None:
    """One that is named so, and not only found by how its name begins."""
    topic = guide().topic(keyword)
    assert topic_key(keyword) in {topic_key(name) for name in (topic.name, *topic.also)}


def test_groups_are_not_torn_apart() -> None:
    groups = [topic.group for topic in guide().topics]
    assert sorted(groups, key=list(dict.fromkeys(groups)).index) == groups
    assert sum(map(len, guide().groups().values())) == len(NAMES)


# ------------------------------------------------------------------------------ editions


def test_every_card_named_is_a_card() -> None:
    names = set(re.findall(r"\{name:([^}@]+)", PRINTED))
    assert len(names) > 5
    known = catalogue("prototype").names()
    assert names <= set(known)
    # A card's name stands in the text only where its edition's name is filled in.
    written = re.sub(r"\{[^}]*\}|#.*|Coin tokens", "", PRINTED)
    for name in {*known, *catalogue("final").names()}:
        assert not re.search(rf"\b{name}\b", written), name


@pytest.mark.parametrize("name", editions())
def test_numbers_and_names_are_those_of_the_edition(name: str) -> None:
    edition = edition_named(name)
    steps = [text for text in paragraphs(guide(name).topic("reset").text) if text.startswith("- ")]
    assert [step.split(":")[0] for step in steps] == [f"- {step.step}" for step in edition.reset]
    step = edition.step("deal")
    assert f"just before step {step}," in " ".join(paragraphs(guide(name).topic("score mode").text))
    assert paragraphs(guide(name).topic("deal step").text)[0].startswith(f"In step {step} of Reset")
    assert edition.terms["supply stack"] in guide(name).phase("deal").short
    starter = " ".join(paragraphs(guide(name).topic("set-up").text))
    assert f"seven {edition.names.get('Coin', 'Coin')} and three Waste" in starter
    quick = " ".join(paragraphs(guide(name).topic("quick").text))
    stack = "Market Stack of a Jack's suit" if name == "final" else "Market Stack"
    assert f"If a {stack} is empty, three cards are dealt" in quick


def test_the_topic_on_the_editions_reads_the_same_in_both() -> None:
    in_either = [paragraphs(guide(name).topic("editions").text) for name in EDITIONS]
    assert in_either[0] == in_either[1]
    text = " ".join(in_either[0])
    for words in ("Coin is called Money", "Wealth is Opulence", "step 3 or 4", "4.1 or 5.1"):
        assert words in text


def test_the_ranks_are_those_of_score_mode() -> None:
    items = [text for text in paragraphs(guide().topic("ranks").text) if text.startswith("- ")]
    assert items == [f"- {rank.scores}: {rank.name}" for rank in RANKS]


def test_acts_are_typed_as_the_guide_says() -> None:
    seat = At(WORDS, hand="Bury, Waste", in_play="Grave Robber, Oeuvre", coins=1)
    table = lay(seat, At(CLAY, market=("Bury", "Rise Up", "Rise Up")))
    examples = [
        words
        for text in paragraphs(guide().topic("notation").text)
        for words in re.findall(r'"([^"]+)"', text)
        if words.split()[0] in ("play", "pl", "spend", "shop", "build", "pass")
    ]
    assert len(examples) == 8
    for words in examples:
        assert parse_act(words, table, table.seats[0]) is not None


# ------------------------------------------------------------------------------- looking


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("turn", "turn"),
        ("The Turn", "turn"),
        ("SET-UP", "set-up"),
        ("set  up", "set-up"),
        ("set", "set"),
        ("buy", "shop"),
        ("contra", "contradictions"),
        ("hand li", "hand limit"),
        ("draw", "draw"),
        ("immediate_and_on", "immediate and ongoing"),
    ],
)
def test_a_topic_is_found_by_a_name_or_its_beginning(words: str, name: str) -> None:
    assert guide().topic(words).name == name


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("settle", '"settle" could be settled or settled step.'),
        ("s", '"s" could be start or .* or something else.'),
        ("limit", 'no topic is called "limit"; did you mean .*hand limit or retain limit?'),
        ("triger", 'no topic is called "triger"; did you mean .*triggers?'),
        ("xyzzy", 'no topic is called "xyzzy"; "moonflight rules" lists them all.'),
        ("", 'no topic is called ""; "moonflight rules" lists them all.'),
        ("the ", 'no topic is called "the "; "moonflight rules" lists them all.'),
    ],
)
def test_words_that_name_no_one_topic(words: str, message: str) -> None:
    with pytest.raises(UnknownTopic, match=message) as caught:
        guide().topic(words)
    assert isinstance(caught.value, UsageError)


def test_paragraphs() -> None:
    assert paragraphs("a\nb\n\n\n- c\n  d\n \ne\n") == ["a b", "- c d", "e"]
    assert paragraphs("") == []


# ------------------------------------------------------------------------------- reading

TOPIC = "topics:\n- {name: one, title: One, group: G, text: T%s}\n"
OTHER = "- {name: two, title: Two, group: G, text: T%s}\n"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (TOPIC % ", rulings: [A-nothing]", r"x:2:\d+: there is no ruling A-nothing"),
        (TOPIC % ", see: [two]", r"x:2:\d+: there is no other topic “two”"),
        (TOPIC % ", see: [one]", r"x:2:\d+: there is no other topic “one”"),
        (TOPIC % "" + OTHER % ", also: [The One]", "x:3:.*“The One” already names the topic one"),
        (TOPIC % ", phase: play", "x:2:.*one has only one of a phase and a short text"),
        (TOPIC % ", short: S", "x:2:.*one has only one of a phase and a short text"),
        (
            TOPIC % ", phase: play, short: S" + OTHER % ", phase: play, short: S",
            "x:3:.*the topic one explains “play” too",
        ),
        (TOPIC % ", phase: dawn, short: S", r"x:2:\d+: .*dawn"),
        (TOPIC % ", txt: S", "there is no field “txt” here"),
    ],
)
def test_faults_in_topics_are_placed(text: str, problem: str) -> None:
    with pytest.raises(DataError, match=problem):
        read_topics(parse_document(text, "x"), edition_named("prototype"))


@pytest.mark.parametrize(
    "blank",
    [
        "{step:dance}",
        "{term:moon}",
        "{name:Coin@third}",
        "{hue:red}",
        "{edition:title}",
        "{step:deal",
        "{step}",
        "{Step:deal}",
        "{",
        "a}",
    ],
)
@pytest.mark.parametrize("key", ["text", "short"])
def test_blanks_that_cannot_be_filled_are_placed(key: str, blank: str) -> None:
    words = {"text": "T", "short": "S", key: f"So {blank} it is"}
    text = (
        "topics:\n- name: one\n  title: One\n  group: G\n  phase: play\n"
        f"  short: '{words['short']}'\n  text: '{words['text']}'\n"
    )
    line = 6 if key == "short" else 7
    with pytest.raises(DataError, match=rf"^x:{line}:\d+: “.*” cannot be filled"):
        read_topics(parse_document(text, "x"), edition_named("prototype"))


def test_blanks_are_filled() -> None:
    text = "'{step:deal} {step:deal@final} {name:Coin@final} {name:Bury} {edition:name}'"
    document = parse_document(f"topics:\n- {{name: one, title: One, group: G, text: {text}}}", "x")
    (topic,) = read_topics(document, edition_named("prototype"))
    assert topic.text == "4 5 Money Bury prototype"


# --------------------------------------------------------------------------- the command


def test_without_a_topic_all_are_listed() -> None:
    result = run("rules")
    assert result.exit_code == 0
    *groups, last = result.stdout.splitlines()
    assert last == "To read one: moonflight rules TOPIC"
    listed = [name for group in groups for name in group.split(": ")[1].split(", ")]
    assert listed == NAMES


@pytest.mark.parametrize("width", [80, 30, 10])
def test_the_list_fits_a_terminal(width: int) -> None:
    file = io.StringIO()
    show_topics(guide(), Terminal(Console(file=file, width=width), plain=False, glyphs=PRETTY))
    lines = file.getvalue().splitlines()
    assert width < 80 or len(lines) < 24
    words = " ".join(file.getvalue().split())
    assert width < 30 or all(max(name.split(), key=len) in words for name in NAMES)


def test_a_topic_of_several_words_and_an_edition() -> None:
    result = run("rules", "score", "mode", "--edition", "final", "--plain")
    assert result.exit_code == 0
    assert result.stdout.startswith("Score Mode:\n")
    assert "step 5," in result.stdout
    assert "Ruling S-step: The step of the deal" in result.stdout
    assert "step 4," in run("rules", "score mode").stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["xyzzy"], 'moonflight: no topic is called "xyzzy"; '),
        (["hand", "size", "please"], 'no topic is called "hand size please"'),
        (["turn", "--edition", "third"], 'there is no edition "third"'),
        (["--edition", "third"], 'there is no edition "third"'),
        (["--loud"], "moonflight rules: no such option"),
    ],
)
def test_mistakes_are_usage_errors(arguments: list[str], message: str) -> None:
    result = run("rules", *arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_the_command_loads_no_cards() -> None:
    code = (
        "import sys\nfrom moonflight_solo.cli import main\n"
        "main(['rules', 'turn'], standalone_mode=False)\n"
        "print(*sorted({'lark', 'moonflight_solo.rules.catalogue'} & set(sys.modules)))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert result.stdout.endswith(".\n\n")


# ------------------------------------------------------------------------------- lessons


class Pupil:
    """Wraps a player and passes its decisions on to the lessons."""

    def __init__(self, player: AICardPlayer | Script, lessons: Lessons) -> None:
        self.player = player
        self.lessons = lessons

    def act(self, table: Table, seat: Seat) -> Act:
        self.lessons.acting(legal_acts(table, seat))
        return self.player.act(table, seat)

    def choose(self, table: Table, seat: Seat, question: Question) -> Sequence[int]:
        self.lessons.before_question(question)
        return self.player.choose(table, seat, question)


def short(*phases: str, edition: str = "prototype") -> list[str]:
    by_phase = {topic.phase: topic.short for topic in guide(edition).topics}
    return [by_phase[phase] for phase in PHASES if phase in phases] if phases else []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_teaches_each_phase_once(edition: str, seed: int) -> None:
    said: list[str] = []
    lessons = Lessons(edition, said.append)
    known = catalogue(edition)
    me, other = (AICardPlayer(load_ai_card(jack, known), known) for jack in (WORDS, CLAY))
    settings = Settings((WORDS, CLAY), seed=seed, edition=edition, round_limit=60)
    table = set_up(settings, known, [Pupil(me, lessons), other])
    table.listener = lessons
    outcome = play(table, settings)
    assert len(set(said)) == len(said)
    assert set(said) <= {guide(edition).phase(phase).short for phase in PHASES}
    wanted = {"start", "action", "play", "shop", "spend", "pass", "ai act", "reset", "draw", "end"}
    wanted |= {"turn", "after turn"} if outcome.turned else set()
    assert set(short(*wanted, edition=edition)) <= set(said)
    assert set(short("score mode", edition=edition)).isdisjoint(said)
    order = [said.index(words) for words in short("start", "reset", "draw", "end", edition=edition)]
    assert order == sorted(order)
    assert said[-1] == guide(edition).phase("end").short


def test_score_mode_is_taught_when_its_tokens_are_asked_for() -> None:
    said: list[str] = []
    lessons = Lessons("prototype", said.append)
    settings = Settings((WORDS,), round_limit=40)
    player = Script(token=["End"] * 10)
    table = set_up(settings, catalogue(), [Pupil(player, lessons)])
    table.variant = ScoreMode(table)
    table.listener = lessons
    assert play(table, settings).ended_by == "score-mode end"
    assert set(short("reset", "retain", "draw", "score mode", "end")) <= set(said)
    assert set(short("ai act", "turn")).isdisjoint(said)
    assert len(set(said)) == len(said)


def test_acts_are_taught_one_at_a_time_among_those_that_are_legal() -> None:
    said: list[str] = []
    lessons = Lessons("prototype", said.append)
    lessons.acting([PASS])
    assert sorted(said) == sorted(short("start", "action", "pass"))
    lessons.acting([PASS])
    assert len(said) == 3
    for phase in ("play", "shop", "spend", "build"):
        lessons.acting()
        assert said[-1:] == short(phase)
    lessons.acting()
    assert len(said) == 7


def test_what_others_do_is_taught_when_they_do_it() -> None:
    said: list[str] = []
    lessons = Lessons("prototype", said.append, seat=1)
    (card,) = catalogue().either_end("Waste")[:1]
    lessons(Event("act", 1, what=PASS))
    assert said == short("pass")
    lessons(Event("act", 0, what=Play(card)))
    assert sorted(said[1:]) == sorted(short("ai act", "play"))
    lessons(Event("draw", 1, [card]))
    lessons(Event("deal", 1, [card]))
    assert len(said) == 3, "drawing in Action is no part of Reset"


def test_every_step_of_reset_has_its_lesson() -> None:
    said: list[str] = []
    lessons = Lessons("final", said.append)
    (card,) = catalogue("final").either_end("Waste")[:1]
    in_action = Question("order", [card, card], [card, card], least=2, most=2, source=card)
    lessons.before_question(in_action)
    lessons.before_question(Question("trash", [card], [card]))
    assert said == []
    lessons.before_question(Question("order", [card, card], [card, card], least=2, most=2))
    lessons.before_question(Question("retain", [card], [card], least=0))
    kinds: tuple[Kind, ...] = ("draw", "deal", "turn", "cover", "settled")
    for kind in kinds:
        lessons(Event(kind, 0, [card]))
    lessons(Event("round", 0, number=2))
    lessons.acting([PASS])
    phases: tuple[Phase, ...]
    phases = ("reset", "retain", "draw", "deal", "turn", "cover", "settled")
    assert said[:7] == [guide("final").phase(phase).short for phase in phases]
    assert guide("final").phase("after turn").short in said


def test_lessons_can_be_silenced_and_are_not_repeated() -> None:
    said: list[str] = []
    lessons = Lessons("prototype", lambda words: None)
    lessons.acting()
    lessons.say = said.append
    lessons.acting()
    assert said == short("shop")


@pytest.mark.parametrize(
    ("words", "says"), [("a-tie", "several are equal"), ("A-cb-post-1", "ORs")]
)
def test_a_ruling_is_explained_by_its_id(words: str, says: str) -> None:
    result = CliRunner().invoke(main, ["rules", words])
    assert result.exit_code == 0
    assert says in result.stdout
    assert CliRunner().invoke(main, ["rules", "a-zzz"]).exit_code == 2
