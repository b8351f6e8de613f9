"""`moonflight ai check` reports everything wrong with an AI card at once, and every reading."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random

import msgspec
import pytest
import yaml
from click.testing import CliRunner
from command_line import run as run_command
from helpers import CLAY, WORDS, At, at_least, lay

from moonflight_solo.ai_cards.card import load_ai_card, read_ai_card
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.underspecified.listing import gaps
from moonflight_solo.ai_cards.underspecified.slot import LineContext, Slot
from moonflight_solo.check.checker import check_ai_card
from moonflight_solo.check.finding import Finding
from moonflight_solo.check.report import Report
from moonflight_solo.cli import main
from moonflight_solo.cli.commands.check import CheckAnswer
from moonflight_solo.datafiles import data_folder
from moonflight_solo.documents import parse_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.scenario import SeatLayout

Check = Callable[..., Report]
TANGLED = (
    "If “Bury” in hand and 3+ cards in Draw Deck or controlling 2+ coin tokens play “Rise Up”."
)

run = partial(run_command, "ai", "check")


def written(lines: Sequence[str], rulings: Sequence[dict[str, str]] = (), jack: str = CLAY) -> str:
    numbered = [f"  {number} – {line}\n" for number, line in enumerate(lines, 1)]
    ruled = yaml.safe_dump({"rulings": list(rulings)}, sort_keys=False, allow_unicode=True)
    return f"jack: {jack}\ncard: |\n  PRE TURN\n  ACTION\n{''.join(numbered)}{ruled}"


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Return a function that checks an AI card with these pre-Turn lines."""

    def checked(*lines: str, rulings: Sequence[dict[str, str]] = (), jack: str = CLAY) -> Report:
        path = tmp_path / "own.yaml"
        path.write_text(written(lines, rulings, jack), "utf-8")
        return check_ai_card(path, catalogue(), games=0)

    return checked


def ruling(words: str, reads: str = "") -> dict[str, str]:
    return {"id": "own-1", "words": words, "question": "How?", "reads": reads, "why": "So."}


def only(report: Report, code: str) -> Finding:
    (found,) = [found for found in report.findings if found.code == code]
    return found


def errors(report: Report) -> list[tuple[str, str, str]]:
    found = [each for each in report.findings if each.severity == "error"]
    return [(each.code, each.line, each.words) for each in found]


def slots(report: Report, line: str) -> dict[str, Slot]:
    (checked,) = [each for each in report.lines if each.title == line]
    return {slot.about: slot for slot in checked.slots}


# ----------------------------------------------------------------------- the printed cards

WARNED = {
    CLAY: [
        ("near-name", "pre-Turn 2", "Clay and Bone’s"),
        ("two-wordings", "pre-Turn 6", "with score 1+"),
        (
            "redundant-phrase",
            "pre-Turn 7",
            "If no Market Stacks of Jack O’ Clay and Bones’ suit are empty",
        ),
        ("two-wordings", "pre-Turn 8", "6+ coin tokens in hand"),
        ("shadowed-line", "pre-Turn 9", "Play “Take It With You” targeting “Waste” card."),
        ("mixed-connectives", "post-Turn 1", "OR"),
        ("redundant-phrase", "post-Turn 3", "If there is a scoring card in the Trash Stack"),
        (
            "redundant-phrase",
            "post-Turn 4",
            "If an opponent has a starter card on top of their Trash Stack",
        ),
        ("score-played-away", "post-Turn 5", "“Take Us With You”"),
        ("redundant-phrase", "post-Turn 6", "If any cards scoring 0 in play or hand"),
    ],
    WORDS: [
        ("near-name", "pre-Turn 10", "Word and Names’"),
        (
            "redundant-phrase",
            "pre-Turn 11",
            "If no Market Stacks of Word and Names’ suit are empty",
        ),
        ("near-name", "pre-Turn 11", "Word and Names’"),
        ("near-name", "post-Turn 5", "Try to Remember"),
        ("redundant-phrase", "post-Turn 7", "If 4+ in hand"),
        ("score-played-away", "post-Turn 8", "the highest cost card in hand"),
        ("never-kept", "post-Turn Reset 3", "Retain “Understand”."),
    ],
}


@pytest.fixture(scope="module")
def printed() -> dict[str, Report]:
    return {jack: check_ai_card(jack, catalogue(), games=0) for jack in WARNED}


@pytest.mark.parametrize("jack", WARNED)
def test_a_printed_card_has_no_error_and_these_warnings(
    jack: str, printed: dict[str, Report]
) -> None:
    report = printed[jack]
    assert not report.refused
    warned = [each for each in report.findings if each.severity != "note"]
    assert [(each.code, each.line, each.words) for each in warned] == WARNED[jack]


@pytest.mark.parametrize("jack", WARNED)
def test_every_printed_line_is_read_and_its_rulings_fill_slots(
    jack: str, printed: dict[str, Report]
) -> None:
    """What `ai step` names as rulings of a line are among those that fill its slots."""
    report = printed[jack]
    by_line = {line.printed.text: line for line in report.lines}
    for line in load_ai_card(jack, catalogue()).lines:
        checked = by_line[line.printed.text]
        assert checked.reads
        assert any(slot.by == "print" for slot in checked.slots)
        filled = {slot.ruling for slot in checked.slots}
        context = LineContext(line, (), Basis(catalogue()), report.jack)
        named = {*line.ruled_by, *gaps(context)}
        assert named <= filled, checked.words
        for slot in checked.slots:
            assert (slot.by == "ruling") <= bool(slot.ruling), slot
            assert bool(slot.code) <= (slot.by == "ruling"), slot
            assert not slot.ruling or slot.ruling in report.rulings.by_id


def test_the_share_is_counted_over_all_slots(printed: dict[str, Report]) -> None:
    report = printed[CLAY]
    every = [slot for line in report.lines for slot in line.slots]
    assert report.by_print == (sum(slot.by == "print" for slot in every), len(every))
    # Judged by hand: the card and where it lies are printed, whose hand it is the rulebook says,
    # and by which cost and which of equals a ruling.
    found = slots(report, "pre-Turn 5")
    assert {about: slot.by for about, slot in found.items()} == {
        "play": "print",
        "whose": "default",
        "cost": "ruling",
        "if several are equal": "ruling",
        "aimed at": "print",
        "its own choices": "ruling",
    }
    assert found["if several are equal"].ruling == "A-tie"
    assert slots(report, "post-Turn 3")["if several are equal"].ruling == "A-stack"


def test_a_line_settled_by_a_ruling_shows_all_it_could_mean(printed: dict[str, Report]) -> None:
    found = [each for each in printed[CLAY].findings if each.readings]
    (settled,) = found
    assert (settled.code, settled.line, settled.ruling) == (
        "settled-by-ruling",
        "post-Turn 1",
        "A-cb-post-1",
    )
    assert len(settled.readings) == 9
    assert [each.in_force for each in settled.readings] == [True] + [False] * 8
    assert len({each.says for each in settled.readings}) == 9
    assert len({each.does for each in settled.readings}) > 1
    assert settled.table is not None


# --------------------------------------------------------------- everything wrong, at once


def test_every_wrong_line_is_told_of_with_its_words_underlined(check: Check) -> None:
    report = check(
        "Play “Brury”/“Bury”/“Nobody”.",
        "Frobnicate the highest cost card in hand.",
        "Play “Macabre Harvest” targeting “Waste”.",
        TANGLED,
        "Play “Rise Up”.",
        "Play the finest card in hand.",
    )
    assert report.refused
    assert errors(report) == [
        ("unknown-name", "pre-Turn 1", "Brury"),
        ("unknown-name", "pre-Turn 1", "Nobody"),
        ("not-read", "pre-Turn 2", "Frobnicate"),
        ("cannot-follow", "pre-Turn 3", "Play “Macabre Harvest” targeting “Waste”."),
        ("several-readings", "pre-Turn 4", TANGLED),
        ("not-read", "pre-Turn 6", "finest"),
    ]
    assert [line.reads != "" for line in report.lines] == [True, False, True, False, True, False]
    (name, *_) = report.findings
    assert name.place.endswith(":5:13")
    assert "Did you mean Bury?" in name.because


@pytest.mark.parametrize(
    ("line", "at", "said"),
    [
        ("play grave robber.", "grave robber", "Write “Grave Robber”."),
        ("If no waste in hand play “Bury”.", "waste", "Write “Waste”."),
        ("Play 2 “Coin” cards.", "Play 2 “Coin” cards.", "Write “Play “Coin””."),
        ("Play all cards in hand.", "Play all cards in hand.", "Write “Play a card in hand”."),
    ],
)
def test_a_name_without_its_marks_and_a_play_of_several_have_a_remedy(
    check: Check, line: str, at: str, said: str
) -> None:
    (found,) = [each for each in check(line, "Pass.").findings if each.severity == "error"]
    assert (found.words, found.remedy) == (at, said)
    tokens = check("Spend all coins using “Grave Robber”.").findings
    assert not [each for each in tokens if "quotation marks" in each.because]


def test_layout_is_told_of_in_all_its_places(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    card = "1 – Pass.\n2 – Pass.\nPRE TURN\nloose\nACTION\n1 – Pass.\n3 – Pass.\n"
    path.write_text(yaml.safe_dump({"jack": CLAY, "card": card}), "utf-8")
    found = check_ai_card(path, catalogue(), games=0).findings
    wrong = [each.words for each in found if each.code == "bad-layout"]
    assert wrong == ["1 – Pass.", "loose", "3 – Pass."]
    path.write_text(yaml.safe_dump({"jack": CLAY, "card": "PRE TURN\n"}), "utf-8")
    report = check_ai_card(path, catalogue(), games=0)
    assert [each.code for each in report.findings] == ["bad-layout"]
    assert report.by_print == (0, 0)


@pytest.mark.parametrize("begins", ["2a –", "2)", "•", "2.1)"])
def test_what_looks_like_a_line_is_not_the_end_of_the_one_above(
    begins: str, tmp_path: Path
) -> None:
    path = tmp_path / "own.yaml"
    card = f"PRE TURN\nACTION\n1 – If 3-\n4 cards in hand pass.\n{begins} Pass.\n"
    path.write_text(yaml.safe_dump({"jack": CLAY, "card": card}), "utf-8")
    found = check_ai_card(path, catalogue(), games=0).findings
    wrong = [each for each in found if each.code == "bad-layout"]
    assert [each.words for each in wrong] == [f"{begins} Pass."]
    assert "number it on" in wrong[0].remedy.lower()


def test_a_jack_nobody_knows_is_told_of_and_the_lines_are_read_all_the_same(check: Check) -> None:
    report = check("Play “Bury”.", jack="Dust")
    assert errors(report) == [("unknown-name", "jack", "Dust")]
    assert report.lines[0].reads == 'Play "Bury"'


def test_a_line_below_another_is_told_of_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    card = (
        "PRE TURN\nACTION\n1 – Play the highest cost card in hand.\n"
        "1.1 – If “Bury” played play “Waste” targeting “Waste”.\n2 – Pass.\n"
    )
    path.write_text(yaml.safe_dump({"jack": CLAY, "card": card}), "utf-8")
    report = check_ai_card(path, catalogue(), games=0)
    assert [each[:2] for each in errors(report)] == [("cannot-follow", "pre-Turn 1.1")]


def test_a_card_that_is_loaded_is_checked_as_its_file() -> None:
    loaded, by_name = (check_ai_card(given, games=0) for given in (load_ai_card("clay"), "clay"))
    assert (loaded.file, loaded.findings) == (by_name.file, by_name.findings)


def test_a_file_of_another_shape_is_raised(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("jack: [1]\n", "utf-8")
    with pytest.raises(DataError, match=r"own\.yaml:1"):
        check_ai_card(path, catalogue())


def test_several_readings_come_with_the_smallest_table_and_what_each_would_do(
    check: Check,
) -> None:
    found = only(check(TANGLED, "Pass."), "several-readings")
    assert [each.says for each in found.readings] == [
        'If "Bury" in your hand and (3+ cards in your Draw Deck or controlling 2+ coin tokens), '
        'play "Rise Up"',
        'If ("Bury" in your hand and 3+ cards in your Draw Deck) or controlling 2+ coin tokens, '
        'play "Rise Up"',
    ]
    # Two coin tokens and no Bury: judged by hand.
    assert [each.does for each in found.readings] == [
        "skips it, then line 2: pass",
        "play Rise Up",
    ]
    assert found.table is not None
    assert found.table.seats[0] == SeatLayout(CLAY, hand=("Rise Up",), coins=2)


def test_one_grouping_in_brackets_has_one_reading(check: Check) -> None:
    words = TANGLED.replace("and 3+", "and (3+").replace("tokens", "tokens)")
    report = check(words, "Pass.")
    assert not report.refused
    assert [each for each in report.findings if each.readings] == []


# ------------------------------------------------------------------------------- rulings


def test_a_ruling_settles_and_one_that_misses_the_words_does_not(check: Check) -> None:
    grouped = TANGLED.replace("If “Bury”", "If (“Bury”").replace("Deck or", "Deck) or")
    settled = check(TANGLED, "Pass.", rulings=[ruling(TANGLED, grouped)])
    assert not settled.refused
    assert len(only(settled, "settled-by-ruling").readings) == 2

    misfit = check(TANGLED, "Pass.", rulings=[ruling(TANGLED, "Play “Rise Up”.")])
    assert errors(misfit) == [("ruling-misfit", "pre-Turn 1", TANGLED)]
    assert len(only(misfit, "ruling-misfit").readings) == 2

    unread = check(TANGLED, "Pass.", rulings=[ruling(TANGLED, "Play as you like.")])
    assert "is not understood" in only(unread, "ruling-misfit").because
    unsettled = check(TANGLED, "Pass.", rulings=[ruling(TANGLED, TANGLED)])
    assert "in several ways itself" in only(unsettled, "ruling-misfit").because


def test_a_changed_wording_makes_its_ruling_stale(check: Check) -> None:
    grouped = TANGLED.replace("If “Bury”", "If (“Bury”").replace("Deck or", "Deck) or")
    changed = TANGLED.replace("3+ cards", "4+ cards")
    report = check(changed, "Pass.", rulings=[ruling(TANGLED, grouped)])
    stale = only(report, "stale-ruling")
    assert stale.words == "3+"
    assert changed in stale.because
    assert errors(report) == [("several-readings", "pre-Turn 1", changed)]
    elsewhere = check("Pass.", rulings=[ruling("Play “Bury”.")])
    assert only(elsewhere, "stale-ruling").words == "Play “Bury”."


# ------------------------------------------------------------------------------- openings


def test_an_opening_depends_on_the_cards_concerned(check: Check) -> None:
    """Nothing is noted where no card of the game differs."""
    codes = {each.code for each in check("Play “Bury”/“Rise Up”.", "Pass.").findings}
    assert codes == {"missing-side"}
    tied = check("Play the highest cost card in hand.", "Pass.")
    assert {"tie-unsaid", "which-end-unsaid"} <= {each.code for each in tied.findings}
    one_kind = check("Play the highest cost card with cost 5+ in hand.", "Pass.")
    assert "tie-unsaid" in {each.code for each in one_kind.findings}


def test_a_bare_number_is_exact_unless_the_ruling_is_switched(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(written(["If 6 cards in hand play “Bury”.", "Pass."]), "utf-8")
    result = run(path, "--games", "0", "--json")
    (report,) = json.loads(result.output)
    (slot,) = [s for s in report["lines"][0]["slots"] if s["about"] == "how many"]
    assert slot["says"] == "exactly that many"
    result = run(path, "--games", "0", "--json", "--ruling", "A-exact=at-least")
    (report,) = json.loads(result.output)
    (slot,) = [s for s in report["lines"][0]["slots"] if s["about"] == "how many"]
    assert slot["says"] == "at least that many"


def test_what_is_said_of_a_payment_left_open_is_what_is_paid(check: Check) -> None:
    """Ruling A-silent: what scores least and then costs least is given up, not what comes first."""
    line = "Spend 1 card in hand using “Grave Robber”."
    slot = slots(check(line, "Pass."), "pre-Turn 1")["if several fit"]
    assert (slot.ruling, slot.says.partition(";")[0]) == (
        "A-silent",
        "when giving up, what scores and costs least",
    )
    document = parse_document(written([line, "Pass."]), "own.yaml")
    follower = AICardPlayer(read_ai_card(document, catalogue()), catalogue())
    table = lay(At(CLAY, hand="Rise Up, Waste, Call The Living", in_play="Grave Robber"))
    assert follower.explain(table, table.seats[0]).notation == "spend Waste with Grave Robber"


# ----------------------------------------------------------------------------- never raises


def test_no_card_is_too_broken_to_be_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Words left out, doubled and swapped, lines lost: it is told of, and nothing is raised."""
    monkeypatch.setattr("moonflight_solo.wording.parsing.nearest_sentences", lambda *_: [])
    monkeypatch.setattr("moonflight_solo.check.checker.disagreement", lambda *_: None)
    path = tmp_path / "own.yaml"
    rng = Random("broken AI cards")
    tried, refused = at_least(2, 20), 0
    for jack in (CLAY, WORDS):
        words = load_ai_card(jack, catalogue()).printed.split(" ")
        for _ in range(tried):
            broken = list(words)
            for _ in range(rng.randint(1, 12)):
                one, other = rng.randrange(len(broken)), rng.randrange(len(broken))
                broken[one], broken[other] = broken[other], broken[one]
                del broken[rng.randrange(len(broken))]
            card = yaml.safe_dump({"jack": jack, "card": " ".join(broken)})
            path.write_text(card, "utf-8")
            report = check_ai_card(path, catalogue(), games=0)
            refused += report.refused
            assert msgspec.to_builtins(CheckAnswer.of(report), enc_hook=str)["lines"]
            for found in report.findings:
                assert 0 <= found.start <= found.end <= len(found.text.words)
                assert found.because[:1] == found.because[:1].upper()
    assert refused == 2 * tried


# --------------------------------------------------------------------- what is advised is so


@pytest.mark.parametrize(
    ("code", "line", "advised"),
    [
        ("near-name", "Play “bury”.", "Play “Bury”."),
        (
            "mixed-connectives",
            "If “Bury” OR “Coin” in hand and 2+ cards in play play “Bury”.",
            "If “Bury” or “Coin” in hand and 2+ cards in play play “Bury”.",
        ),
        (
            "source-unsaid",
            "Spend any “Waste” cards using “Grave Robber”.",
            "Spend any “Waste” cards in hand using “Grave Robber”.",
        ),
        (
            "partial-unsaid",
            "Spend any “Waste” cards using “Grave Robber”.",
            "Spend 1 “Waste” card using “Grave Robber”.",
        ),
        (
            "which-card-unsaid",
            "Play a card with Stability 1+.",
            "Play the highest cost card with Stability 1+.",
        ),
        (
            "which-end-unsaid",
            "Shop to Purchase a card with score 1+.",
            "Shop to Purchase a scoring card.",
        ),
        (
            "exact-or-least-unsaid",
            "If 6 coin tokens in hand pass.",
            "If exactly 6 coin tokens in hand pass.",
        ),
        (
            "exact-or-least-unsaid",
            "If 6 coin tokens in hand pass.",
            "If 6+ coin tokens in hand pass.",
        ),
        ("always-true", "If 0+ cards in hand play “Bury”.", "Play “Bury”."),
        ("redundant-phrase", "If “Bury” in hand play “Bury”.", "Play “Bury”."),
        (
            "two-wordings",
            "If 6+ coin tokens in hand play “Bury”.",
            "If controlling 6+ coin tokens play “Bury”.",
        ),
    ],
)
def test_what_is_advised_is_understood_and_mends_it(
    code: str, line: str, advised: str, check: Check
) -> None:
    assert only(check(line, "Pass."), code).remedy
    mended = check(advised, "Pass.")
    assert errors(mended) == []
    assert code not in {found.code for found in mended.findings}


def test_a_condition_that_asks_for_the_target_leaves_nothing_to_ask(check: Check) -> None:
    """Where a line is told to be without need of its condition, the condition is not missed too."""
    target = "play “Take It With You” targeting “Waste”."
    (missed,) = [f for f in check(target).findings if f.code == "impossible-unsaid"]
    assert "“Skip a line you cannot follow in full.”" in missed.remedy
    asked = check(f"If “Waste” in hand {target}")
    assert "impossible-unsaid" not in {found.code for found in asked.findings}
    said = check(target.replace("“Waste”.", "“Waste”, if possible."))
    assert "impossible-unsaid" not in {found.code for found in said.findings}


def test_a_line_is_not_sent_up_where_it_would_shadow_another(check: Check) -> None:
    again = only(check("Play “Bury”.", "If “Bury” in hand play “Bury”.", "Pass."), "shadowed-line")
    assert again.remedy == "Remove it."
    wider = only(check("Play the highest cost card in hand.", "Play “Bury”."), "shadowed-line")
    assert wider.remedy == "Put it before line 1, or remove it."


def test_lists_of_two_and_of_three_names_are_one_wording(check: Check) -> None:
    report = check("If “Bury” or “Rise Up” in hand play “Coin”.", "Pass.")
    assert "two-wordings" not in {found.code for found in report.findings}


# ----------------------------------------------------------------------------- the command


def test_the_command_shows_a_card_and_ends_with_the_sum() -> None:
    result = run("clay", "--games", "0", "--all")
    assert result.exit_code == 0
    assert result.output.startswith("Jack o' Clay and Bones AI\n")
    headings = ("WORTH A LOOK", "SETTLED BY A RULING", "HOW IT IS READ", "NOT PRINTED, AND HOW")
    found = [result.output.index(f"\n{heading}") for heading in headings]
    assert found == sorted(found)
    share = (
        "42% printed: of the 120 things you need to know to follow this card, 50 are printed on it;"
    )
    assert f"{share} the rulebooks or a ruling give the rest" in result.output
    first = run("clay", "--games", "0").output
    assert "\n42% of what a player needs to know is printed on the card.\n" in first
    assert result.output.rstrip().splitlines()[-1].startswith("0 errors, 10 warnings, ")


def test_a_refused_card_ends_with_1_and_its_alternatives(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(written([TANGLED, "Pass."]), "utf-8")
    result = run(path, "--all")
    assert result.exit_code == 1
    assert "This card cannot be played yet" in result.output
    assert "(2) If " in result.output
    assert "This card cannot be played yet" in run(path).output


@pytest.mark.parametrize(
    ("arguments", "code"),
    [((), 2), (("nobody",), 2), (("clay", "--ruling", "x"), 2), (("missing.yaml",), 1)],
)
def test_what_cannot_be_checked_is_told_of(arguments: tuple[str, ...], code: int) -> None:
    result = run(*arguments)
    assert result.exit_code == code
    assert "moonflight: " in result.output
    assert "Traceback" not in result.output


def test_one_file_that_is_wrong_does_not_keep_from_the_others(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(written(["Pass."]), "utf-8")
    result = run("missing.yaml", path, "--games", "0", "--all")
    assert result.exit_code == 1
    assert "0 errors" in result.output


def test_saved_scenarios_show_what_they_say(tmp_path: Path) -> None:
    """Each runs with `ai step`, and what is expected comes out."""
    path = tmp_path / "own.yaml"
    grouped = TANGLED.replace("If “Bury”", "If (“Bury”").replace("Deck or", "Deck) or")
    lines = [TANGLED, "Play the highest cost card in hand.", "Play “Bury”."]
    path.write_text(written(lines, [ruling(TANGLED, grouped)]), "utf-8")
    folder = tmp_path / "tables"
    assert run(path, "--games", "0", "--save-scenarios", folder).exit_code == 0
    files = sorted(folder.iterdir())
    assert [each.name.split("-", 2)[2] for each in files] == [
        "pre-turn-3-no-catch-all.yaml",
        "pre-turn-3-shadowed-line.yaml",
        "pre-turn-1-settled-by-ruling.yaml",
    ]
    words = ["ai", "step", *map(str, files), "--ai", str(path)]
    result = CliRunner().invoke(main, words, prog_name="moonflight")
    assert result.exit_code == 0, result.output
    assert "line 2, play Bury" in result.output
    assert "line 1, play Rise Up" in result.output


def test_json_has_the_keys_that_are_documented() -> None:
    documented = Path(__file__).parent.parent.joinpath("docs", "check.md").read_text("utf-8")
    (report,) = json.loads(run("words", "--json", "--games", "0").output)
    keys = {*report, *report["lines"][0], *report["lines"][0]["slots"][0], *report["findings"][0]}
    for key in keys:
        assert f"`{key}`" in documented, key


def test_the_card_whose_points_are_played_away_is_named() -> None:
    """It named the first card of a list, "The Long Walk (0 points)"."""
    printed = (data_folder("ai") / "clay_and_bones.yaml").read_text("utf-8")
    here, of_two = "5 – Play “Take Us With You”.", "5 – Play “The Long Walk”/“Take Us With You”."
    assert here in printed
    card = read_ai_card(parse_document(printed.replace(here, of_two), "own.yaml"), catalogue())
    report = check_ai_card(card, catalogue(), games=0)
    (told,) = [each for each in report.findings if each.code == "score-played-away"]
    assert "plays away Take Us With You (2 points)" in told.because
    assert told.text.words[told.start : told.end] == "“Take Us With You”"
