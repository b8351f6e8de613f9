"""`moonflight cards check`: the wording check for card texts."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import yaml
from command_line import run as run_command
from helpers import MADE_UP

from moonflight_solo.check.card_texts import CheckedFile, CheckedText, check_card_files
from moonflight_solo.check.finding import Finding
from moonflight_solo.datafiles import data_files
from moonflight_solo.errors import UsageError
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.wording.english import english

Check = Callable[..., CheckedFile]
Texts = Callable[..., CheckedText]

run = partial(run_command, "cards")


@pytest.fixture
def check(tmp_path: Path) -> Check:
    """Return a function that checks a copy of a card file with some words replaced."""

    def checked(**instead: tuple[str, str]) -> CheckedFile:
        words = data_files("cards")[0].read_text("utf-8")
        for old, new in instead.values():
            assert old in words
            words = words.replace(old, new)
        path = tmp_path / "own.yaml"
        path.write_text(words, "utf-8")
        (found,) = check_card_files([path])
        return found

    return checked


@pytest.fixture
def text(tmp_path: Path) -> Texts:
    """Return a function that checks one text, at the end up before or after the Turn."""

    def checked(words: str, *, turned: bool = False) -> CheckedText:
        ends = [{"name": name, "cost": 1, "stability/score": "-/-"} for name in ("One", "Two")]
        ends[turned]["text"] = words
        card = {"copies": 1, "before": ends[0], "after": ends[1]}
        path = tmp_path / "own.yaml"
        path.write_text(yaml.safe_dump({"group": "generic", "cards": [card]}), "utf-8")
        (found,) = check_card_files([path], beside=MADE_UP)
        assert not found.findings
        return found.texts[turned]

    return checked


def codes(findings: tuple[Finding, ...]) -> list[str]:
    return [found.code for found in findings]


def only(findings: tuple[Finding, ...], code: str) -> Finding:
    (found,) = [found for found in findings if found.code == code]
    return found


# --------------------------------------------------------------------------- built-in files


@pytest.mark.parametrize("edition", ["prototype", "final"])
def test_the_printed_cards_are_read_without_error_or_warning(edition: str) -> None:
    checked = check_card_files(data_files("cards"), edition)
    assert [each for file in checked for each in file.every() if each.severity != "note"] == []
    known = catalogue(edition)
    kinds = known.cards_for(known.suits)
    said = {(text.card, text.turned): text for file in checked for text in file.texts}
    assert len(said) == 2 * len(kinds)
    for card in (end for kind in kinds for end in (kind, kind.flipped)):
        assert said[card.name, card.turned].text.words == card.text.words
        assert said[card.name, card.turned].reads == english(card.meaning)


def test_made_up_suits_that_name_no_other_are_checked_too() -> None:
    checked = check_card_files(MADE_UP)
    assert [file.title for file in checked] == ["Odds and Ends", "Sticks and Stones"]
    assert [each for file in checked for each in file.every() if each.severity == "error"] == []


@pytest.mark.parametrize(
    ("words", "kinds"),
    [
        ("Spend 1 card to Draw 1. Hand limit +1", ["ability", "limit"]),
        ("When Discard 1 then Draw 1", ["trigger"]),
        ("Other effects cannot Trash or Set this card", ["protection"]),
        ("Draw 1. Gain 1 coin token", ["when played", "when played"]),
        ("", []),
    ],
)
def test_what_a_text_does_is_recognised(text: Texts, words: str, kinds: list[str]) -> None:
    assert [part.kind for part in text(words).parts] == kinds


# ----------------------------------------------------------------------------------- errors


def test_a_word_that_is_not_understood_is_underlined(text: Texts) -> None:
    found = only(text("Discard 1 form Draw Deck").findings, "not-read")
    assert (found.severity, found.words, found.line) == ("error", "form", "One")
    assert "from" in found.remedy
    assert found.place.endswith(":10:21")


def test_several_readings_are_shown(text: Texts) -> None:
    words = "If “Bury” in hand and “Coin” in hand or “Waste” in hand Draw 1"
    checked = text(words)
    found = only(checked.findings, "several-readings")
    assert (found.severity, checked.reads, len(found.readings)) == ("error", "", 2)
    assert {each.says for each in found.readings} == {
        'If ("Bury" in your hand and "Coin" in your hand) or "Waste" in your hand, '
        "Draw the top card of your Draw Deck",
        'If "Bury" in your hand and ("Coin" in your hand or "Waste" in your hand), '
        "Draw the top card of your Draw Deck",
    }


def test_every_unknown_name_is_told_of(text: Texts) -> None:
    words = "If “Burry” in hand or “Coyn” in hand Draw 1"
    found = text(words).findings
    assert [each.words for each in found] == ["Burry", "Coyn"]
    assert codes(found) == ["unknown-name"] * 2
    assert found[0].because == 'No card is called "Burry". Did you mean Bury?'


def test_the_other_ends_name_is_unknown(text: Texts) -> None:
    """A name is looked for on the side of the Turn on which the text is."""
    assert codes(text("If “Bury” in hand Gain 1 coin token").findings).count("unknown-name") == 0
    found = only(text("If “Bury” in hand Gain 1 coin token", turned=True).findings, "unknown-name")
    assert "after it that card is" in found.because


def test_an_unknown_suit_is_told_of(text: Texts) -> None:
    found = only(
        text("When you Discard 1 card of Jack o' Bonds suit Draw 1").findings, "unknown-name"
    )
    assert found.words == "Bonds"


@pytest.mark.parametrize("words", ["Trash any cards", "An opponent Discards 1"])
def test_what_cannot_be_carried_out_is_an_error_and_read_all_the_same(
    text: Texts, words: str
) -> None:
    checked = text(words)
    assert only(checked.findings, "cannot-follow").severity == "error"
    assert checked.reads


def test_all_that_is_wrong_with_a_file_is_told_at_once(check: Check) -> None:
    found = check(
        typo=("Discard 1 from Draw Deck", "Discard 1 from Draw Dekc"),
        verb=("Draw 1 from Discard Stack", "Darw 1 from Discard Stack"),
        undone=("Trash 1 from hand", "Trash any cards"),
        corner=("stability/score: -/3", "stability/score: three"),
        copies=("copies: 6", "copies: 0"),
        cost=("cost: 8", "cost: -8"),
        twin=("name: Dig\n", "name: Go Down\n"),
    )
    wrong = [(each.code, each.line) for each in found.every() if each.severity == "error"]
    assert wrong[-3:] == [
        ("not-read", "Bury"),
        ("not-read", "Rise Up"),
        ("cannot-follow", "Take It With You"),
    ]
    said = " ".join(each.because.lower() for each in found.findings)
    for words in (
        "not a stability/score corner",
        "0 copies",
        "a cost of -8",
        "are called",
        "this suit has",
    ):
        assert words in said
    assert {each.code for each in found.findings} == {"bad-layout"}
    assert all(each.place.count(":") >= 2 for each in found.findings)
    assert len(found.texts) == 18


def test_a_suit_without_a_character_is_still_read(check: Check) -> None:
    words = data_files("cards")[0].read_text("utf-8")
    character = words[words.index("character:") : words.index("cards:")]
    found = check(without=(character, ""))
    assert "has no character card" in " ".join(each.because for each in found.findings)
    assert len(found.texts) == 16


@pytest.mark.parametrize(
    "content", ["jack: [", "jack: A and B", "cards: []", "- 1", "group: other\ncards: []", "\x00"]
)
def test_a_file_that_is_no_card_file_is_a_finding(tmp_path: Path, content: str) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(content, "utf-8")
    (found, builtin) = check_card_files([path, data_files("cards")[0]])
    assert codes(found.findings)[0] == "bad-layout"
    assert found.findings[0].place.startswith(str(path))
    assert len(builtin.texts) == 18


def test_a_file_that_is_not_there_is_a_finding(tmp_path: Path) -> None:
    (found,) = check_card_files([tmp_path / "none.yaml"])
    assert "no such file" in found.findings[0].because


def test_only_an_unknown_edition_is_raised() -> None:
    with pytest.raises(UsageError, match='no edition "third"'):
        check_card_files([], "third")


def test_a_file_of_ones_own_with_a_printed_jacks_name_stands_in_its_place(check: Check) -> None:
    assert not [each for each in check().every() if each.severity == "error"]


# --------------------------------------------------------------------------------- warnings


def test_a_name_that_is_spelled_otherwise_is_a_warning(text: Texts) -> None:
    checked = text("If “take it with you” in hand Draw 1")
    found = only(checked.findings, "near-name")
    assert (found.severity, found.words) == ("warning", "take it with you")
    assert "Take It With You" in found.remedy
    assert checked.reads


def test_a_suit_that_is_spelled_otherwise_is_a_warning(text: Texts) -> None:
    found = text("When you Discard 1 card of Jack o' Word and Names' suit Draw 1").findings
    assert only(found, "near-name").words == "Word and Names'"
    found = text("When you Discard 1 card of Jack o' Words and Names' suit Draw 1").findings
    assert "near-name" not in codes(found)


def test_one_meaning_in_two_wordings_is_a_warning(check: Check) -> None:
    found = check(other=("Trash 2 from Draw Deck", "Discard the top card of your Draw Deck"))
    two = only(tuple(found.every()), "two-wordings")
    assert (two.severity, two.line) == ("warning", "Dig")
    assert "Bury" in two.because
    assert "Discard 1 from Draw Deck" in two.remedy
    found = check(same=("Trash 2 from Draw Deck", "discard 1 from  Draw Deck."))
    assert "two-wordings" not in [each.code for each in found.every()]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("Trash 1 from Trash Stack", "redundant-phrase"),
        ("Discard 2 from Discard Stack", "redundant-phrase"),
        ("Move 1 from Trash Stack to the top of the Stack", "redundant-phrase"),
        ("Move 1 of Target Trash Stack to its Trash Stack", "redundant-phrase"),
        ("Draw 0", "does-nothing"),
        ("Gain 0 coin tokens", "does-nothing"),
        ("Hand limit -6", "does-nothing"),
        ("Retain limit -2", "does-nothing"),
        ("Gain 0 coin tokens per 2 cards in hand", "does-nothing"),
        ("Hand limit +0", "does-nothing"),
        ("If 0+ cards in hand Draw 1", "always-true"),
    ],
)
def test_what_never_makes_a_difference_is_a_warning(text: Texts, words: str, code: str) -> None:
    assert only(text(words).findings, code).severity == "warning"


@pytest.mark.parametrize(
    "words",
    [
        "Trash 1 Target card in Target Trash Stack",
        "Move 1 Target card in Trash Stack to the top of the Stack",
        "If 1+ cards in hand Draw 1",
    ],
)
def test_what_makes_a_difference_is_none(text: Texts, words: str) -> None:
    assert {each.severity for each in text(words).findings} <= {"note"}


# ----------------------------------------------------------------------------- not printed


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("Gain 1 coin token", set()),
        ("Hand limit +1", set()),
        (
            "Draw 1",
            {("source-unsaid", ""), ("which-card-unsaid", ""), ("impossible-unsaid", "G-refill")},
        ),
        ("Draw the top card of your Draw Deck", {("impossible-unsaid", "G-refill")}),
        (
            "Trash 2 from hand",
            {("source-unsaid", ""), ("which-card-unsaid", "G-chooser"), ("partial-unsaid", "")},
        ),
        (
            "Discard 1 in play",
            {
                ("source-unsaid", "G-inplay"),
                ("which-card-unsaid", "G-chooser"),
                ("impossible-unsaid", ""),
            },
        ),
        ("Trash your hand", set()),
        ("Spend 1 card to Gain 1 coin token", {("source-unsaid", "G-spend")}),
        ("Spend 1 coin token to Gain 1 coin token", set()),
        (
            "Gain 1 coin token per 2 cards in your hand",
            {("rounding-unsaid", "G-round"), ("when-counted-unsaid", "G-self")},
        ),
        ("Gain 1 coin token per 1 cards in your Trash Stack", {("when-counted-unsaid", "G-round")}),
        (
            "If 3 cards in hand Gain 1 coin token",
            {("exact-or-least-unsaid", "A-exact"), ("when-counted-unsaid", "G-self")},
        ),
        ("If 3+ cards in Discard Stack Gain 1 coin token", set()),
        ("When you Discard 1 card then Gain 1 coin token", {("when-counted-unsaid", "G-trigger")}),
        ("Each player Gains 1 coin token", {("chooser-unsaid", "G-chooser")}),
        (
            "Discard 1 Target card in Target Trash Stack",
            {
                ("which-card-unsaid", "G-targetcard"),
                ("impossible-unsaid", ""),
                ("destination-unsaid", "G-owner"),
            },
        ),
        (
            "Purchase 1 from Target Market Stack",
            {
                ("which-card-unsaid", "G-targetcard"),
                ("impossible-unsaid", ""),
                ("destination-unsaid", "G-buyfree"),
            },
        ),
    ],
)
def test_what_is_not_printed_is_noted_with_what_fills_it(
    text: Texts, words: str, expected: set[tuple[str, str]]
) -> None:
    """Card Targets; Draw; Discard; Trash; Card Resolution; Multiple Card Effects."""
    findings = text(words).findings
    assert {each.severity for each in findings} <= {"note"}
    assert {(each.code, each.ruling) for each in findings} == expected


def test_a_note_underlines_the_instruction_it_is_about(text: Texts) -> None:
    findings = text(
        "If 3+ cards in Trash Stack Draw 1 and Discard 1, "
        "if not, Gain 1 coin token per 2 cards in hand"
    ).findings
    at = {each.words for each in findings if each.code in ("source-unsaid", "rounding-unsaid")}
    assert at == {"Draw 1", "Discard 1", "Gain 1 coin token per 2 cards in hand"}


def test_every_ruling_named_is_one() -> None:
    known = printed_rulings().by_id
    checked = check_card_files([*data_files("cards"), *MADE_UP])
    named = {each.ruling for file in checked for each in file.every()} - {""}
    assert named
    assert named <= known.keys()


# --------------------------------------------------------------------------- the command


def test_the_command_shows_every_text_and_ends_well() -> None:
    result = run("check", "clay")
    assert result.exit_code == 0, result.output
    for words in (
        'Bury, before the Turn: "Discard 1 from Draw Deck".',
        "when played: Discard the top card of your Draw Deck",
        "ability: Spend 1 card to Gain 1 coin token",
        "NOT PRINTED",
        "[G-round] Macabre Harvest.",
        "0 errors, 0 warnings, ",
    ):
        assert words in result.stdout


def test_groups_and_files_and_folders_are_known_by_name(tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "suit.yaml").write_text(MADE_UP[0].read_text("utf-8"), "utf-8")
    result = run("check", "starter", "generic", str(MADE_UP[1]), str(own), "--json")
    assert result.exit_code == 0, result.output
    titles = [each["cards_of"] for each in json.loads(result.stdout)]
    assert titles == ["starter", "generic", "Sticks and Stones", "Odds and Ends"]


def test_the_command_fails_when_a_text_will_not_run(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    words = MADE_UP[0].read_text("utf-8").replace("Tithe\n", "Tithe Two\n")
    path.write_text(words.replace("Each player Discards 1", "Each player Discrads 1"), "utf-8")
    result = run("check", str(path))
    assert result.exit_code == 1
    assert "error not-read, " in result.stdout
    assert '"Discrads"' in result.stdout
    data = json.loads(run("check", str(path), "--json").stdout)
    (text,) = [each for each in data[0]["texts"] if each["card"] == "Tithe Two"]
    assert text["reads"] == ""
    assert [each["code"] for each in text["findings"]] == ["not-read"]


def test_a_jack_who_is_not_known_is_a_wrong_call() -> None:
    result = run("check", "nobody")
    assert result.exit_code == 2
    assert "nobody" in result.stderr


def test_the_list_of_cards_still_takes_its_arguments() -> None:
    assert run("clay", "and", "bones").exit_code == 0
    assert run("--json", "clay").stdout == run("clay", "--json").stdout
    assert "[JACK]..." in run("--help").stdout
    assert "Commands:\n    check  Check the texts of cards." in run("--help").stdout


@pytest.mark.parametrize(
    ("words", "noted"),
    [
        ("Draw 1 per empty Market Stack", True),
        ("Deal 1 to each empty Market Stack", True),
        ("If 2+ Market Stacks are empty Draw 1", True),
        ("If “Bury” on top of a Market Stack Draw 1", True),
        ("Draw 1 per empty Market Stack of your suit", False),
        ("Draw 1 per generic Market Stack", False),
        ("If any Market Stack is empty Draw 1", False),
        ("If “Bury” is available Draw 1", False),
        ("Purchase 1 from Target Market Stack", False),
        ("Move 1 from hand to a matching Market Stack", False),
    ],
)
def test_whose_market_stacks_is_noted_where_it_is_not_said(
    text: Texts, words: str, noted: bool
) -> None:
    """Ruling G-stacks."""
    said = [each.because for each in text(words).findings]
    assert (
        "The text does not say whose Market Stacks: those of your suit (Card Targets)." in said
    ) == noted


@pytest.mark.parametrize(
    ("words", "whose"),
    [
        ("Gain 1 coin token per opponent", None),
        ("Gain 1 coin token per 3 coin tokens in hand", "your coin tokens"),
        ("Lose half your coin tokens, rounded up", None),
        ("Spend all your coin tokens to Draw that many", None),
        ("Gain 1 coin token per card in play", "the cards in front of you"),
        ("Gain 1 coin token per card in hand", "your hand"),
        ("Gain 1 coin token per card in your hand", None),
        ("Discard 2. Draw 1 per card Discarded", None),
    ],
)
def test_what_is_counted_is_named_though_it_is_no_zone(
    text: Texts, words: str, whose: str | None
) -> None:
    start = "The text does not say whose is counted: "
    said = [each.because for each in text(words).findings if each.because.startswith(start)]
    assert said == ([f"{start}{whose} (Card Targets)."] if whose else [])
    assert "rounding-unsaid" not in codes(text("Lose half your coin tokens, rounded up").findings)


@pytest.mark.parametrize(
    ("words", "stays"),
    [
        ("Move the top card of your Draw Deck to the top of your Draw Deck", True),
        ("Move the top card of your Draw Deck to the bottom of your Draw Deck", False),
        ("Reveal the top card of your Draw Deck. Move it to your hand or put it back", False),
    ],
)
def test_what_leaves_a_card_where_it_is_is_quoted_as_printed(
    text: Texts, words: str, stays: bool
) -> None:
    found = [each for each in text(words).findings if each.code == "redundant-phrase"]
    assert [f'"{words}" leaves' in each.because for each in found] == [True] * stays


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("All opponents Discard 1 from hand", "their hand"),
        ("Each player Discards 1", "their hand"),
        ("Each opponent with 5+ cards in hand Discards 1", "their hand"),
        ("Target player with 3+ cards in hand Draws 1", "their Draw Deck"),
        ("Target player Trashes 2 from Draw Deck", "their Draw Deck"),
        ("Discard 1", "your hand"),
    ],
)
def test_a_place_is_that_of_the_player_who_does_it(text: Texts, words: str, place: str) -> None:
    because = [each.because for each in text(words).findings if each.code == "source-unsaid"]
    assert len(because) == 1
    assert place in because[0]


@pytest.mark.parametrize(
    "words", ["Draw the bottom card of your Draw Deck", "Discard 1 at random from hand"]
)
def test_which_card_is_no_gap_where_the_text_says_it(text: Texts, words: str) -> None:
    assert "which-card-unsaid" not in {each.code for each in text(words).findings}
