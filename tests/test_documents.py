from __future__ import annotations

import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum
from pathlib import Path
from typing import Annotated, Literal
from unittest import mock

import msgspec
import pytest
import yaml
from helpers import at_least
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from moonflight_solo.documents import (
    MAX_BYTES,
    MAX_DEPTH,
    Document,
    SourcePlace,
    convert,
    parse_document,
    read_document,
    reading,
    strict_yaml,
)
from moonflight_solo.errors import DataError

PARSERS = ["libyaml", "pure"] if yaml.__with_libyaml__ else ["pure"]


@contextmanager
def parser_in_use(parser: str) -> Iterator[None]:
    with mock.patch.object(yaml, "__with_libyaml__", parser == "libyaml"):
        yield


@pytest.fixture(params=PARSERS)
def parser(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run each test with libyaml and with PyYAML's own parser."""
    with parser_in_use(request.param):
        yield request.param


def places_of_characters(document: Document, *path: str | int) -> list[tuple[int, int]]:
    """Expand `spots` to the line and column of every character of the text at a path."""
    value = value_at(document, *path)
    assert isinstance(value, str)
    spots = document.spots(*path)
    assert spots[0][0] == 0
    places = []
    for offset in range(len(value)):
        start, line, column = [spot for spot in spots if spot[0] <= offset][-1]
        places.append((line, column + offset - start))
    return places


def value_at(document: Document, *path: str | int) -> object:
    value = document.data
    for key in path:
        assert isinstance(value, dict | list)
        value = value[key]  # type: ignore[index]
    return value


def character(source: str, line: int, column: int) -> str:
    """Return the character at a place; a line break follows the last character of a line."""
    return (source.split("\n")[line - 1] + "\n")[column - 1]


# Plain data


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("words", ["9" * 19, "-" + "9" * 5000, "9" * 19 + ".5"])
def test_no_number_has_so_many_digits(words: str) -> None:
    with pytest.raises(DataError, match=r"^x:1:4: a number of over 18 digits has too many digits"):
        parse_document(f"a: {words}\n", "x")
    assert parse_document(f"a: '{words}'\n", "x").data == {"a": words}


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("5.1", 5.1),
        ("-0.5", -0.5),
        ("True", "True"),
        ("yes", "yes"),
        ("No", "No"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("Null", "Null"),
        ("012", "012"),
        ("1_000", "1_000"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("1:30", "1:30"),
        ("1e3", "1e3"),
        ("1.", "1."),
        (".5", ".5"),
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("9" * 18, int("9" * 18)),
        ("2019-10-31", "2019-10-31"),
        ("<<", "<<"),
        ("=", "="),
        ("-/-", "-/-"),
        ("٣", "٣"),
        ('"12"', "12"),
        ("'true'", "true"),
        ('""', ""),
    ],
)
def test_scalars_are_what_they_look_like(words: str, value: object) -> None:
    data = parse_document(f"value: {words}\n", "x.yaml").data
    assert data == {"value": value}
    assert isinstance(data, dict)
    assert type(data["value"]) is type(value)


@pytest.mark.usefixtures("parser")
def test_keys_are_text_as_written() -> None:
    document = parse_document("5.1: a\n1: b\nno: c\nnull: d\n2019-10-31: e\n", "x.yaml")
    assert document.data == {"5.1": "a", "1": "b", "no": "c", "null": "d", "2019-10-31": "e"}


@pytest.mark.usefixtures("parser")
def test_lists_and_mappings_nest_in_both_notations() -> None:
    document = parse_document("a:\n- b: [1, {c: 2}]\n  d: {}\n-\n- - x\ne: []\n", "x.yaml")
    assert document.data == {"a": [{"b": [1, {"c": 2}], "d": {}}, None, ["x"]], "e": []}


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "---\n"])
def test_a_document_may_be_empty(text: str) -> None:
    document = parse_document(text, "x.yaml")
    assert document.data is None
    assert document.place("cards", 0).file == "x.yaml"


# Places


@pytest.mark.usefixtures("parser")
def test_places_of_values_and_keys() -> None:
    text = "# “é”\nname: é x\ncards:\n  - copies: 6\n    é: {a: 😀, b: 'x'}\n  - |\n    words\n"
    document = parse_document(text, "cards/x.yaml")
    assert document.file == "cards/x.yaml"
    assert str(document.place("name")) == "cards/x.yaml:2:7"
    assert document.place("cards") == SourcePlace("cards/x.yaml", 4, 3)
    assert document.place("cards", 0) == SourcePlace("cards/x.yaml", 4, 5)
    assert document.place("cards", 0, "é", "b") == SourcePlace("cards/x.yaml", 5, 18)
    assert document.place("cards", 1) == SourcePlace("cards/x.yaml", 6, 5)
    assert document.key_place("cards", 0, "é") == SourcePlace("cards/x.yaml", 5, 5)
    assert document.key_place("cards", 0, "é", "b") == SourcePlace("cards/x.yaml", 5, 15)
    assert document.key_place("cards", 1) == document.place("cards", 1)


def test_the_place_of_what_is_not_there_is_that_of_its_nearest_parent() -> None:
    document = parse_document("a:\n  - b: c\n", "x.yaml")
    assert document.place("a", 0, "zz", 3) == document.place("a", 0) == SourcePlace("x.yaml", 2, 5)
    assert document.place("zz") == document.place() == SourcePlace("x.yaml", 1, 1)
    assert document.key_place("a", 0, "zz") == document.place("a", 0)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_any_line_ends_and_a_byte_order_mark_leave_places_alone(line_end: str, mark: str) -> None:
    text = mark + line_end.join(["a: é", "b: |", "  one", "", "  two", "c: 'x", "  y'", "d: z", ""])
    document = parse_document(text, "x.yaml")
    assert document.data == {"a": "é", "b": "one\n\ntwo\n", "c": "x y", "d": "z"}
    assert document.place("a") == SourcePlace("x.yaml", 1, 4)
    assert document.spots("b") == [(0, 3, 3), (5, 5, 3)]
    assert document.spots("c") == [(0, 6, 5), (2, 7, 3)]
    assert document.place("d") == SourcePlace("x.yaml", 8, 4)


# Spots


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("text", "value", "spots"),
    [
        ("t: Draw 1\n", "Draw 1", [(0, 1, 4)]),
        ("t: 'Draw 1'\n", "Draw 1", [(0, 1, 5)]),
        ("t: 'Jack o'' Clay'\n", "Jack o' Clay", [(0, 1, 5), (8, 1, 14)]),
        (
            't: "a\\tb\\x41\\u0041\\"c"\n',
            'a\tbAA"c',
            [(0, 1, 5), (2, 1, 8), (4, 1, 13), (5, 1, 19), (6, 1, 21)],
        ),
        (
            "t: one\n  two  \n\n\n  three # no\n",
            "one two\n\nthree",
            [(0, 1, 4), (4, 2, 3), (9, 5, 3)],
        ),
        (
            't: "a \\\n  b\\\n\n  c\n  d"\n',
            "a b\nc d",
            [(0, 1, 5), (2, 2, 3), (4, 4, 3), (6, 5, 3)],
        ),
        ("t: |\n  a\n\n    b\n", "a\n\n  b\n", [(0, 2, 3), (5, 4, 5)]),
        ("t: |2\n    a\n  b\n", "  a\nb\n", [(0, 2, 1), (2, 2, 5), (4, 3, 3)]),
        ("t: |-  # kept\n\n a", "\na", [(0, 2, 1), (1, 3, 2)]),
        ("t: |+\n  a\n\n\n", "a\n\n\n", [(0, 2, 3)]),
        ("t: >\n  a b\n  c\n\n  d\n", "a b c\nd\n", [(0, 2, 3), (4, 3, 3), (6, 5, 3)]),
        ("t: >-\n\n  a\n    - b\n", "\na\n  - b", [(0, 2, 1), (1, 3, 3), (5, 4, 5)]),
        ("t: ''\n", "", [(0, 1, 4)]),
        ("t: |\n", "", [(0, 1, 4)]),
        ("t: 12\n", 12, [(0, 1, 4)]),
    ],
)
def test_spots(text: str, value: object, spots: list[tuple[int, int, int]]) -> None:
    document = parse_document(text, "x.yaml")
    assert document.data == {"t": value}
    assert document.spots("t") == spots


def test_spots_only_of_scalars() -> None:
    document = parse_document("a: [b]\n", "x.yaml")
    with pytest.raises(KeyError):
        document.spots("a")
    with pytest.raises(KeyError):
        document.spots("c")


words_of_cards = st.text("ab1 \t“”'\"#:-–é😀\\|>&*", max_size=8)


@st.composite
def literal_blocks(draw: st.DrawFn) -> tuple[str, str, list[tuple[int, int]]]:
    """Draw a file with a literal block, its value, and the place of each character."""
    lines = draw(st.lists(words_of_cards, min_size=1, max_size=6))
    # Without any word at all the value would depend on the chomping alone.
    assume(any(line.strip() for line in lines))
    indent = draw(st.integers(1, 9))
    before = draw(st.sampled_from(["", "# “é”\n\n", "e: é\n"]))
    header = before + f"t: |{indent}{draw(st.sampled_from(['', '-', '+']))}\n"
    written = [" " * indent + line if line else "" for line in lines]
    source = header + "\n".join(written) + draw(st.sampled_from(["\n", "\n# end\n", "\nf: g\n"]))
    value = "\n".join(lines) + "\n"
    first = header.count("\n") + 1
    places = [
        (first + number, (indent if line else 0) + column + 1)
        for number, line in enumerate(lines)
        for column in range(len(line) + 1)
    ]
    return source, value, places


@given(literal_blocks(), st.sampled_from(PARSERS))
@settings(deadline=None)
def test_every_visible_character_of_a_literal_block_is_found_again(
    block: tuple[str, str, list[tuple[int, int]]], parser: str
) -> None:
    source, value, places = block
    with parser_in_use(parser):
        try:
            document = parse_document(source, "x.yaml")
        except DataError as error:
            # libyaml takes a tab behind the indentation for a mistake.
            assume("tab" not in error.problem)
            raise
    read = value_at(document, "t")
    assert isinstance(read, str)
    assert read.rstrip("\n") == value.rstrip("\n")
    found = list(zip(read, places_of_characters(document, "t"), places, strict=False))
    visible = [(wanted, place, right) for wanted, place, right in found if wanted not in " \t\n"]
    for wanted, place, right in visible:
        assert place == right
        assert character(source, *place) == wanted


@given(
    st.lists(st.text("ab1 “”'\"#:-–é😀\\\n", max_size=20), min_size=1, max_size=4).map(" ".join),
    st.sampled_from(["", "'", '"', ">", "|"]),
    st.integers(4, 40),
    st.booleans(),
    st.sampled_from(PARSERS),
)
@settings(max_examples=at_least(40, 1_000), deadline=None)
def test_the_characters_of_any_scalar_are_found_again(
    value: str, style: str, width: int, unicode: bool, parser: str
) -> None:
    source = yaml.safe_dump(
        {"a": [{"t": value}]}, default_style=style, width=width, allow_unicode=unicode
    )
    with parser_in_use(parser):
        document = parse_document(source, "x.yaml")
    read = value_at(document, "a", 0, "t")
    assume(isinstance(read, str))
    assert isinstance(read, str)
    places = places_of_characters(document, "a", 0, "t")
    visible = [
        (wanted, place) for wanted, place in zip(read, places, strict=True) if wanted not in " \n"
    ]
    for wanted, (line, column) in visible:
        found = character(source, line, column)
        assert found == wanted or (found == "\\" and document_style(source, document) == '"')
    assert [place for _, place in visible] == sorted({place for _, place in visible})


def document_style(source: str, document: Document) -> str:
    place = document.place("a", 0, "t")
    return character(source, place.line, place.column)


# What is refused


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize(
    ("text", "line", "column", "problem", "remedy"),
    [
        ("é:\n\tb: c\n", 2, 1, "a tab is used as indentation", "Use spaces"),
        ("é:\n  b: c\n\td: e\n", 3, 1, "a tab is used as indentation", "Use spaces"),
        ("é: |\n\tb\n", 2, 1, "a tab is used as indentation", "Use spaces"),
        ("é: @b\n", 1, 4, "a value cannot start with “@”", "Put the value in quotes"),
        ("é: %b\n", 1, 4, "a value cannot start with “%”", "Put the value in quotes"),
        ("é: b: c\n", 1, 5, "this colon does not follow a key", "quotes"),
        ("é\nb: c\n", 2, 2, "this colon does not follow a key", "the line above"),
        (
            "é: b\nc\nd: e\n",
            2,
            1,
            "this line is not of the form “key: value”",
            "Add what is missing",
        ),
        ("é: 'b\nc: d\n", 1, 4, "the quote that opens here is not closed", "Close it"),
        ('é: "b\n', 1, 4, "the quote that opens here is not closed", "Close it"),
        ("é: 'Jack o' Clay'\n", 1, 13, "does not fit in with the lines above", "twice"),
        ("a:\n  b: c\n d: e\n", 3, 2, "does not fit in with the lines above", "Indent"),
        ("- a\n-b: c\n", 2, 1, "does not fit in with the lines above", "Indent"),
        ("é: [b, c\nd: e\n", 1, 4, "what “[” opens here is not closed", "“]” at the end"),
        ("é: {b: c\n", 1, 4, "what “{” opens here is not closed", "“}” at the end"),
        ("é: |x\n  b\n", 1, 5, "this cannot follow “|” or “>”", "next line"),
        ("é: *b\n", 1, 4, "“*b” would use one value in two places", "quotes"),
        ("é: &b c\n", 1, 4, "“&b” would use one value in two places", "quotes"),
        ("&b é: c\n", 1, 1, "“&b” would use one value in two places", "quotes"),
        ("é: &b [*b]\n", 1, 4, "“&b” would use one value in two places", "quotes"),
        ("é: !!str 12\n", 1, 4, "the tag “!!str” is not used here", "quotes"),
        ("é: !!python/object:os.system {}\n", 1, 4, "the tag “!!python/object", "Leave it out"),
        ("é: !b c\n", 1, 4, "the tag “!b”", "Leave it out"),
        ("é: b\né: c\n", 2, 1, "the key “é” is already written on line 1", "Keep one"),
        ("- b: c\n  d: {e: f, e: g}\n", 2, 13, "the key “e” is already written", "Keep one"),
        ("? [a]\n: b\n", 1, 3, "a key has to be plain text", "Write a word"),
        ("{{a: b}: c}\n", 1, 2, "a key has to be plain text", "Write a word"),
        ("a: b\n---\nc: d\n", 2, 1, "a second document starts here", "its own file"),
        ("a: b\x07\n", 1, 5, "the character U+0007 cannot be printed", "Remove it"),
        ("a: |\n  b\u2028c\n", 2, 4, "the character U+2028 cannot be printed", "Remove it"),
        ("a: b\x85c\n", 1, 5, "the character U+0085 cannot be printed", "Remove it"),
        ("a: b\ufeff\n", 1, 5, "the character U+FEFF cannot be printed", "Remove it"),
        ("a: b\ud800\n", 1, 5, "the character U+D800 cannot be printed", "Remove it"),
        ('a: "b\\0"\n', 1, 4, "an escape stands for U+0000", "Remove it"),
    ],
)
def test_faults_are_placed_and_explained(
    text: str, line: int, column: int, problem: str, remedy: str
) -> None:
    with pytest.raises(DataError) as caught:
        parse_document(text, "x.yaml")
    assert caught.value.place == SourcePlace("x.yaml", line, column)
    assert problem in caught.value.problem
    assert remedy in caught.value.remedy
    assert str(caught.value) == (
        f"x.yaml:{line}:{column}: {caught.value.problem}. {caught.value.remedy}."
    )
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("text", ['a: "\\q"', 'a: "\\xzz"', 'a: "\\ud800"', 'a: "\\UFFFFFFFF"'])
def test_escapes_that_mean_nothing_are_refused(text: str) -> None:
    with pytest.raises(DataError, match=r"^x\.yaml:.*(escape|not YAML).*\. .*\.$"):
        parse_document(text, "x.yaml")


@pytest.mark.usefixtures("parser")
@pytest.mark.parametrize("opening", ["[", "- ", "{a: ", "a:\n"])
@pytest.mark.parametrize("closing", ["", "]"])
def test_deep_nesting_is_refused(opening: str, closing: str) -> None:
    levels = 1_000 if opening == "a:\n" else 3_000
    indented = opening.endswith("\n")
    text = "".join((" " * level if indented else "") + opening for level in range(levels))
    with pytest.raises(DataError, match=f"nested more than {MAX_DEPTH} levels deep"):
        parse_document(text + closing * levels, "x.yaml")


def test_nesting_up_to_the_limit_is_read() -> None:
    assert parse_document("[" * MAX_DEPTH + "]" * MAX_DEPTH, "x.yaml").data


def read_or_refuse(text: str, parser: str) -> None:
    with parser_in_use(parser):
        try:
            where = str(parse_document(text, "x.yaml").place())
        except DataError as error:
            where = str(error)
    assert where.startswith("x.yaml:")


@given(st.text(st.characters(exclude_categories=["Cs"])), st.sampled_from(PARSERS))
@settings(max_examples=at_least(40, 1_000), deadline=None)
def test_any_text_is_read_or_refused(text: str, parser: str) -> None:
    read_or_refuse(text, parser)


@given(
    st.lists(st.sampled_from([*"ab1 -:#'\"[]{},&*!|>%@?~\n\t\\", "\n  ", ": ", "- "])).map("".join),
    st.sampled_from(PARSERS),
)
@settings(deadline=None)
def test_anything_that_looks_like_yaml_is_read_or_refused(text: str, parser: str) -> None:
    read_or_refuse(text, parser)


# Files


def test_read_document(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes("\ufeffname: é\r\n".encode())
    document = read_document(path)
    assert document.data == {"name": "é"}
    assert document.file == str(path)
    assert read_document(str(path)).data == document.data


def test_a_file_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes("é: b\r\nc: ".encode() + "dé".encode("latin-1") + b"\n")
    with pytest.raises(DataError, match="this is not UTF-8 text") as caught:
        read_document(path)
    assert caught.value.place == SourcePlace(str(path), 2, 5)


def test_a_file_that_is_too_big(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"#" * MAX_BYTES)
    assert read_document(path).data is None
    path.write_bytes(b"#" * (MAX_BYTES - 1) + "é".encode())
    with pytest.raises(DataError, match="over 1048576 bytes"):
        read_document(path)
    with pytest.raises(DataError, match="over 1048576 bytes"):
        parse_document("#" * (MAX_BYTES + 1), "x.yaml")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("missing.yaml", "there is no such file"),
        ("missing/x.yaml", "there is no such file"),
        (".", "this is a folder"),
        ("x.yaml/y.yaml", "it cannot be read: Not a directory"),
        ("\0", "it cannot be read: this is not a valid file name"),
        ("x" * 5000, "it cannot be read: File name too long"),
    ],
)
def test_files_that_cannot_be_read(tmp_path: Path, name: str, problem: str) -> None:
    (tmp_path / "x.yaml").write_text("a: b\n")
    with pytest.raises(DataError) as caught:
        read_document(tmp_path / name)
    assert caught.value.problem == problem
    assert str(caught.value).startswith(str(tmp_path))


def test_a_file_that_may_not_be_read() -> None:
    denied = mock.patch.object(os, "open", side_effect=PermissionError(13, "Permission denied"))
    with (
        denied,
        pytest.raises(DataError, match=r"^x\.yaml: it cannot be read: Permission denied\."),
    ):
        read_document("x.yaml")


# Typed data


class Deal(Enum):
    ANY = "any"
    JACK = "jack"


class End(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    corner: str = msgspec.field(name="stability/score", default="-/-")
    cost: Annotated[int, msgspec.Meta(ge=0)] = 0

    def __post_init__(self) -> None:
        if not self.name:
            raise ValueError("a card needs a name")


class Card(msgspec.Struct, forbid_unknown_fields=True):
    before: End
    copies: int = 1


class Cards(msgspec.Struct, forbid_unknown_fields=True):
    cards: list[Card]
    edition: Literal["final", "prototype"] = "final"
    deal: Deal = Deal.ANY
    renamed: dict[str, str] = {}
    ends: dict[str, End] = {}
    limits: dict[str, Annotated[int, msgspec.Meta(le=9)]] = {}
    note: str | Card | None = None
    pair: tuple[int, End] | None = None


def test_convert() -> None:
    text = "cards:\n  - before: {name: Bury, stability/score: 1/2}\n    copies: 6\ndeal: jack\n"
    cards = convert(parse_document(text, "x.yaml"), Cards)
    assert cards == Cards([Card(End("Bury", "1/2"), 6)], deal=Deal.JACK)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "cards:\n  - before: {name: Bury, coost: 1}\n",
            "2:26: there is no field “coost” here. Did you mean “cost”?",
        ),
        (
            "cards: []\nzzz: 1\n",
            "2:1: there is no field “zzz” here. Possible values: “cards”, “edition”, “deal”, "
            "“renamed”, “ends”, “limits”, “note”, “pair”.",
        ),
        (
            "title: x\ncard: |\n  PRE TURN\n",
            "1:1: this is an AI card, not a suit. Name the file that has “cards:”.",
        ),
        (
            "cards: []\nnote: {before: {nam: x}}\n",
            "2:17: there is no field “nam” here. Did you mean “name”?",
        ),
        (
            "cards: []\npair: [1, {nam: x}]\n",
            "2:12: there is no field “nam” here. Did you mean “name”?",
        ),
        (
            "cards: []\nends:\n  a.b[0]: {name: x}\n  c: {name: y, zzz: z}\n",
            "4:16: there is no field “zzz” here. Possible values: “name”, "
            "“stability/score”, “cost”.",
        ),
        (
            "cards:\n  - copies: 1\n",
            "2:5: the field “before” is missing. Add “before: …” here.",
        ),
        (
            "cards: []\nends:\n  a: {name: x}\n  b: {cost: 1}\n",
            "4:6: the field “name” is missing. Add “name: …” here.",
        ),
        ("edition: final\n", "1:1: the field “cards” is missing. Add “cards: …” here."),
        ("", "1:1: expected a mapping, found nothing. Write a value, or leave the field out."),
        ("- a\n", "1:1: expected a mapping, found a list. Write a mapping."),
        ("cards: Bury\n", "1:8: expected a list, found text. Write a list."),
        (
            "cards:\n  - before: {name: 12}\n",
            "2:20: expected text, found a whole number. Put it in quotes.",
        ),
        (
            "cards:\n  - before:\n      name: Bury\n      stability/score: 1.5\n",
            "4:24: expected text, found a number. Put it in quotes.",
        ),
        (
            "cards:\n  - before:\n      name:\n",
            "3:12: expected text, found nothing. Write a value, or leave the field out.",
        ),
        (
            "cards:\n  - before: {name: Bury}\n    copies: '6'\n",
            "3:13: expected a whole number, found text. Write a whole number without quotes.",
        ),
        (
            "cards: []\nrenamed:\n  Coin: Money\n  Coins: 3\n",
            "4:10: expected text, found a whole number. Put it in quotes.",
        ),
        (
            "cards: []\nnote: 1\n",
            "2:7: expected text, a mapping or nothing, found a whole number. Put it in quotes.",
        ),
        (
            "cards:\n  - before: {name: Bury, cost: -1}\n",
            "2:32: expected a whole number >= 0. Change it to fit.",
        ),
        (
            "cards: []\nlimits:\n  a: 1\n  b: 10\n",
            "4:6: expected a whole number <= 9. Change it to fit.",
        ),
        (
            "cards: []\nedition: finall\n",
            "2:10: “finall” is not allowed here. Did you mean “final”?",
        ),
        (
            "cards: []\ndeal: some\n",
            "2:7: “some” is not allowed here. Possible values: “any”, “jack”.",
        ),
        (
            "cards:\n  - before: {name: ''}\n",
            "2:13: a card needs a name. Change it to fit.",
        ),
    ],
)
def test_data_that_do_not_fit_are_placed_and_explained(text: str, message: str) -> None:
    with pytest.raises(DataError) as caught:
        convert(parse_document(text, "x.yaml"), Cards)
    assert str(caught.value) == f"x.yaml:{message}"


def test_data_errors_cross_from_one_process_to_another() -> None:
    error = DataError(SourcePlace("x.yaml", 1, 2), "it is wrong", "Mend it")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, DataError)
    assert (str(again), again.place) == ("x.yaml:1:2: it is wrong. Mend it.", error.place)
    assert again.exit_code == 1


def test_a_data_error_needs_no_place() -> None:
    assert str(DataError(None, "it is wrong", "Mend it")) == "it is wrong. Mend it."


# What is kept of printed files


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[str]:
    """Return the files actually parsed, in a separate home, where "printed" counts as printed."""
    parsed: list[str] = []
    real = strict_yaml.parse_yaml

    def parse(text: str, file: str) -> Document:
        parsed.append(file)
        return real(text, file)

    monkeypatch.setenv("MOONFLIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(strict_yaml, "parse_yaml", parse)
    monkeypatch.setattr(reading, "_printed_folders", lambda: {tmp_path / "printed"})
    (tmp_path / "printed").mkdir()
    return parsed


WHOLE = 'a: [1, "two\\tthree", 4.5, null]\nb: |\n  Draw 1\n  Gain 2\nc: {d: true}\n'


def test_a_printed_file_is_parsed_once(kept: list[str], tmp_path: Path) -> None:
    path = tmp_path / "printed" / "x.yaml"
    path.write_text(WHOLE)
    first = read_document(path)
    again = read_document(path)
    assert kept == [str(path)]
    assert (again.file, again.text, again.data) == (first.file, first.text, first.data)
    assert (again.spans, again.keys) == (first.spans, first.keys)
    assert again.spots("b") == first.spots("b") == [(0, 3, 3), (7, 4, 3)]
    assert read_document(path).data is not again.data


def test_a_changed_file_a_torn_copy_and_another_file_are_parsed(
    kept: list[str], tmp_path: Path
) -> None:
    path, own = tmp_path / "printed" / "x.yaml", tmp_path / "own.yaml"
    for each in (path, own):
        each.write_text(WHOLE)
        read_document(each)
    path.write_text(WHOLE.replace("Draw 1", "Draw 3"))
    assert read_document(path).data == {**WHOLE_DATA, "b": "Draw 3\nGain 2\n"}
    assert read_document(own).data == WHOLE_DATA
    for file in (tmp_path / "home" / "cache" / "documents").iterdir():
        file.write_bytes(file.read_bytes()[:60])
    path.write_text(WHOLE)
    assert read_document(path).data == WHOLE_DATA
    assert kept == [str(each) for each in (path, own, path, own, path)]


WHOLE_DATA = {"a": [1, "two\tthree", 4.5, None], "b": "Draw 1\nGain 2\n", "c": {"d": True}}


def test_no_more_is_kept_than_there_is_room_for(
    kept: list[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reading, "_MOST_CACHED", 5)
    for number in range(20):
        path = tmp_path / "printed" / f"{number}.yaml"
        path.write_text(f"number: {number}\n")
        read_document(path)
    assert len([*(tmp_path / "home" / "cache" / "documents").iterdir()]) == 5
