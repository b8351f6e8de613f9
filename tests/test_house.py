"""The house rules that the source tree must follow."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from helpers import yaml_in

from moonflight_solo.rules.requirements.requirement import Requirement
from moonflight_solo.wording.ast import Effect

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "moonflight_solo"
MODULES = sorted(PACKAGE.rglob("*.py"))

# Layers of packages from the bottom up; a module may import its own package and any lower layer, so
# nothing of another package in the same layer.
LAYERS = (
    ("errors", "values"),
    ("datafiles", "files", "numbers", "userfiles"),
    ("documents", "templates"),
    ("wording",),
    ("rules",),
    ("guide", "scenario", "scoremode"),
    ("ai_cards",),
    ("own_jacks", "records", "warning"),
    ("check",),
    ("by_hand", "playtest"),
    ("recorded_games",),
    ("coach",),
    ("cli",),
    ("library",),
    ("numbered_game",),
    ("open_spiel_game", "pettingzoo_env"),
)
PACKAGE_LAYER = {package: number for number, packages in enumerate(LAYERS) for package in packages}

# Layers inside the rules, from the bottom up; a module may import its own layer and lower ones.
RULES = (
    ("editions", "rulings"),
    ("state",),
    ("triggers",),
    ("moves",),
    ("acts", "ending", "reset"),
    ("requirements",),
    ("texts",),
    ("card_files", "catalogue"),
    ("game", "notation"),
    ("possible_answers", "redealing", "scripted", "table_view"),
    ("decision",),
    ("game_position",),
    ("decisions", "foresight"),
)
RULES_LAYER = {module: number for number, modules in enumerate(RULES) for module in modules}

# Names that are words of the game or of any program as well. They may stand in code, but not as a
# name: not alone in a string, and not in quotation marks within one.
EVERYDAY = {
    *("Call", "Coin", "Coins", "Dig", "Hear", "Lapse", "Learnt", "Lesson", "Listen", "Memory"),
    *("Money", "Power", "Riches", "Talk", "Teach", "Understand", "Waste", "Wealth"),
}

# Ids that tests of rulings make up.
MADE_UP_RULINGS = frozenset({"A-x", "A-nothing"})

RULING = re.compile(r"(?<![\w-])[GSA]-[a-z]+(?:-[a-z0-9]+)*(?![\w-])")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree(path)))


def called(path: Path) -> str:
    return str(path.relative_to(ROOT))


# --------------------------------------------------------------------------------- names


def is_command(node: ast.stmt) -> bool:
    """Return whether a function is a command, which is named after what is typed."""
    of = [ast.unparse(each) for each in getattr(node, "decorator_list", ())]
    return any(each.startswith("args.command(") for each in of)


def names_given(path: Path) -> Iterator[str]:
    """Yield the public names a module defines: classes, functions, values and types."""
    for node in tree(path).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not is_command(node):
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            names = [target.id for target in targets if isinstance(target, ast.Name)]
            yield from (name for name in names if re.match("[A-Z][A-Za-z]", name))


def test_the_same_name_is_not_two_things() -> None:
    """House: a class, a function, a constant has a name of its own, and so has a module.

    Commands, and the modules they are in, are called as what is typed.
    """
    files = [path for path in MODULES if path.stem != "__init__"]
    modules = [path.stem for path in files if path.parent.name != "commands"]
    given = [name for path in MODULES for name in set(names_given(path))]
    for names in (modules, given):
        twice = [name for name, times in Counter(names).items() if times > 1]
        assert [name for name in twice if not name.startswith("_")] == []


# ------------------------------------------------------------------------------- imports


def package_of(path: Path) -> str:
    """Return the package of a file: its folder in the program, or its own name."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def up_to(package: str) -> list[Path]:
    """Return the modules in the layer of `package` and below."""
    return [
        path
        for path in MODULES
        if PACKAGE_LAYER.get(package_of(path), 99) <= PACKAGE_LAYER[package]
    ]


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the full name and line of every import, including those only for types."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield name.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{called(path)}:{node.lineno}: a relative import"
            assert node.module is not None
            if node.module == "moonflight_solo":
                for name in node.names:
                    yield f"moonflight_solo.{name.name}", node.lineno
            else:
                yield node.module, node.lineno


def test_every_package_has_its_layer() -> None:
    packages = {package_of(path) for path in MODULES} - {"__init__", "__main__"}
    assert packages == set(PACKAGE_LAYER)


def test_no_module_is_too_long() -> None:
    """House: a module is one noun; of more than 400 lines it has become two."""
    long = [called(path) for path in MODULES if path.read_text("utf-8").count("\n") > 400]
    assert long == []


def test_imports_run_only_downward() -> None:
    """House, Packages: a package knows nothing of the layers above it, nor of those beside it."""
    upward = [
        f"{called(path)}:{line}: {name}"
        for path in up_to("cli")
        for name, line in imports(path)
        if name.startswith("moonflight_solo.") and name != "moonflight_solo.__version__"
        if name.split(".")[1] != package_of(path)
        and PACKAGE_LAYER[name.split(".")[1]] >= PACKAGE_LAYER[package_of(path)]
    ]
    assert upward == []


def test_output_knows_no_game_and_a_game_no_command() -> None:
    """House: rendering decides nothing, and what a person's game needs is no command."""
    above = {"output": ("game", "commands"), "game": ("commands",)}
    upward = [
        f"{called(path)}:{line}: {name}"
        for package, others in above.items()
        for path in (PACKAGE / "cli" / package).rglob("*.py")
        for name, line in imports(path)
        if name.startswith(tuple(f"moonflight_solo.cli.{other}" for other in others))
    ]
    assert upward == []


def test_layers_inside_the_rules() -> None:
    """House, Packages: state knows neither the catalogue nor the acts, and so on upward."""
    within = [path for path in MODULES if package_of(path) == "rules"]
    layer = {
        path: path.relative_to(PACKAGE / "rules").parts[0].removesuffix(".py") for path in within
    }
    assert {name for name in layer.values() if name != "__init__"} <= set(RULES_LAYER)
    upward = [
        f"{called(path)}:{line}: {name}"
        for path in within
        for name, line in imports(path)
        if name.startswith("moonflight_solo.rules.")
        if RULES_LAYER[name.split(".")[2]] > RULES_LAYER[layer[path]]
    ]
    assert upward == []


def imported(path: Path) -> set[Path]:
    """Return the modules of this program that a module imports, including packages' `__init__`."""
    found: set[Path] = set()
    for node in nodes(path):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            # The program's version is a mere word, wherever it stands.
            said = [name.name for name in node.names if name.name != "__version__"]
            names = [str(node.module)] * bool(said) + [f"{node.module}.{name}" for name in said]
        for name in names:
            file = ROOT.joinpath(*name.split("."))
            found.update(
                each for each in (file.with_suffix(".py"), file / "__init__.py") if each.is_file()
            )
    return found - {path}


def test_what_plays_a_playtest_knows_no_results() -> None:
    """House, Packages: the results stand above all that they are made with, folder by folder."""
    results = set((PACKAGE / "playtest" / "summaries").glob("*.py"))
    left, below = list(results), set[Path]()
    while left:
        new = imported(left.pop()) - results - below
        below |= new
        left += new
    assert PACKAGE / "playtest" / "runner.py" in below
    assert [called(path) for path in sorted(below) if imported(path) & results] == []


@pytest.mark.parametrize("program", ["moonflight_solo", "moonscrown"])
def test_no_circle_of_imports(program: str) -> None:
    """House, Packages: imports run only downward, those for types and inside folders too."""
    left = {path: imported(path) for path in (ROOT / program).rglob("*.py")}
    while free := [path for path, needed in left.items() if not needed & left.keys()]:
        for path in free:
            del left[path]
    assert sorted(map(called, left)) == []


@pytest.mark.parametrize(
    ("package", "banned"),
    [
        ("playtest", {"rich", "click", "curses", "readline"}),
        ("rules", {"time", "datetime", "secrets", "uuid", "threading", "socket", "sys", "copy"}),
    ],
)
def test_nothing_below_the_commands_knows_a_screen(package: str, banned: set[str]) -> None:
    """House, Packages: only `cli` knows the terminal; the rules and the wording know no clock, no
    other machine, and copy nothing."""
    found = [
        f"{called(path)}:{line}: {name}"
        for path in up_to(package)
        for name, line in imports(path)
        if name.split(".")[0] in banned
    ]
    assert found == []


@cache
def kinds_told_apart(path: Path) -> set[tuple[str, str]]:
    """Return the classes that code asks for by `isinstance` or in a `match`, as (module, name)."""
    asked: list[ast.expr] = []
    for each in nodes(path):
        if isinstance(each, ast.MatchClass):
            asked.append(each.cls)
        elif isinstance(each, ast.Call) and getattr(each.func, "id", "") == "isinstance":
            asked.append(each.args[1])
    names = (each for part in asked for each in ast.walk(part) if isinstance(each, ast.Attribute))
    return {(each.value.id, each.attr) for each in names if isinstance(each.value, ast.Name)}


@pytest.mark.parametrize(
    ("heading", "module", "kinds"),
    [
        (
            "Leaves of a requirement",
            "r",
            {each.__name__ for each in get_args(Requirement)} - {"AllOf", "AnyOf", "Not"},
        ),
        ("Effects of card texts", "ast", {each.__name__ for each in get_args(Effect)}),
    ],
)
def test_who_tells_meanings_apart_has_its_reason(
    heading: str, module: str, kinds: set[str]
) -> None:
    page = (ROOT / "docs" / "house.md").read_text("utf-8")
    table = page.partition(f"**{heading}**")[2].partition("\n\n**")[0].partition("\n## ")[0]
    listed = set()
    for row in re.findall(r"^\| (`.*?) \|", table, re.MULTILINE):
        first, *others = re.findall(r"`([\w/]+)`", row)
        listed |= {first, *(f"{first.rpartition('/')[0]}/{other}" for other in others)}
    found = {
        path.relative_to(PACKAGE).with_suffix("").as_posix()
        for path in MODULES
        if len(kinds_told_apart(path) & {(module, kind) for kind in kinds}) >= 3
    }
    assert len(found) > 5
    assert listed == found


def test_the_slow_follower_shares_nothing_with_what_it_judges() -> None:
    """House, Independent judges: neither the tree of requirements nor what compiles lines."""
    judged = ("requirement", "evaluation", "lowering", "codegen", "ai_cards", "check")
    imported = list(imports(ROOT / "tests" / "slow_lines.py"))
    assert imported
    for name, line in imported:
        assert not set(judged) & set(name.split(".")), f"slow_lines.py:{line}: {name}"


def test_no_randomness_but_a_games_own() -> None:
    """House: all randomness comes from the game's own generator, never from the global one."""
    for path in MODULES:
        for node in nodes(path):
            place = path, getattr(node, "lineno", 0)
            if isinstance(node, ast.Import):
                assert "random" not in [name.name for name in node.names], place
            elif isinstance(node, ast.ImportFrom) and node.module == "random":
                assert [name.name for name in node.names] == ["Random"], place
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Random":
                assert node.args, ("a Random without a seed", place)


# --------------------------------------------------------------------------------- names


@cache
def card_names() -> frozenset[str]:
    """Return the names of all cards and Jacks, at both ends and in both editions."""
    found: set[str] = set()
    for path in sorted((ROOT / "cards").glob("*.yaml")):
        data = yaml_in(path)
        ends = [card[end] for card in data["cards"] for end in ("before", "after")]
        ends += data.get("character", {}).values()
        found.update(end["name"] for end in ends)
        found.update([data["jack"]] if "jack" in data else [])
    for path in sorted((ROOT / "editions").glob("*.yaml")):
        found.update(yaml_in(path)["names"].values())
    return frozenset(found)


def docstrings(path: Path) -> set[int]:
    """Return the ids of the nodes that are docstrings."""
    found: set[int] = set()
    for node in nodes(path):
        body = getattr(node, "body", None)
        if isinstance(body, list):
            found.update(
                id(part.value)
                for part in body
                if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
            )
    return found


def words_of(name: str) -> str:
    """Split an identifier into words: `grave_robber` and `GraveRobber` are both "grave robber"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_+", " ", name).strip().lower()


def named_in_code(path: Path) -> Iterator[str]:
    documentation = docstrings(path)
    for node in nodes(path):
        line = getattr(node, "lineno", 0)
        words = node.value if isinstance(node, ast.Constant) else None
        if isinstance(words, str) and id(node) not in documentation:
            yield from (f"{called(path)}:{line}: {name}" for name in named_in_words(words))
        for identifier in (getattr(node, part, None) for part in ("id", "attr", "name", "arg")):
            if isinstance(identifier, str):
                for name in named_by(identifier):
                    yield f"{called(path)}:{line}: {name} as {identifier}"


@cache
def named_by(identifier: str) -> list[str]:
    return one_of(card_names() - EVERYDAY, re.IGNORECASE).findall(words_of(identifier))


@cache
def one_of(names: frozenset[str], flags: int = 0) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(names)))})\b", flags)


@cache
def named() -> tuple[re.Pattern[str], ...]:
    """Return patterns for everyday names in quotation marks, long names and other names."""
    names = card_names() - EVERYDAY
    # Two words may meet by chance in small letters; more do not.
    long = frozenset(name for name in names if name.count(" ") > 1)
    quoted = rf"[\"'“”‘’`](?:{'|'.join(sorted(EVERYDAY))})[\"'“”‘’`]"
    return re.compile(quoted), one_of(long, re.IGNORECASE), one_of(names - long)


@cache
def named_in_words(words: str) -> list[str]:
    everyday = [words] if words.strip() in EVERYDAY else []
    return everyday + [match[0] for pattern in named() for match in pattern.finditer(words)]


def named_in_prose(path: Path) -> Iterator[str]:
    """Yield the card names in docstrings and comments."""
    documentation = docstrings(path)
    for node in nodes(path):
        if id(node) in documentation and isinstance(node, ast.Constant):
            for name in named_in_words(str(node.value)):
                yield f"{called(path)}:{node.lineno}: {name}"
    # A "#" in a string is taken for a comment too: no string may name a card either.
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        for name in named_in_words(line.partition("#")[2]):
            yield f"{called(path)}:{number}: {name}"


def test_the_names_are_looked_for() -> None:
    """The search below finds what it should, in code as in words."""
    assert {"Bury", "Dig", "Clay and Bones", "Jack o' Names", "Money", "Opulence"} <= card_names()
    assert card_names() > EVERYDAY
    for words in ("play Bury", "Call", "the “Call” line", "take it with you", "a Go Down"):
        assert named_in_words(words), words
    for words in ("Call of the wild", "coins go down", "Waste no time", "buried"):
        assert not named_in_words(words), words
    assert words_of("GraveRobber") == words_of("grave_robber") == "grave robber"


def test_no_code_names_a_card_or_a_jack() -> None:
    """House: the printed wording is the program; no Python file names a card or a Jack."""
    assert [found for path in MODULES for found in named_in_code(path)] == []


def test_no_docstring_or_comment_names_a_card_or_a_jack() -> None:
    """House, taken to the letter: in docstrings and comments neither."""
    assert [found for path in MODULES for found in named_in_prose(path)] == []


# --------------------------------------------------------------------------- docstrings

Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def public(body: list[ast.stmt], within: str = "") -> Iterator[tuple[str, Documented]]:
    """Yield public functions and classes, and the public methods of public classes."""
    for node in body:
        if isinstance(node, Documented) and not node.name.startswith("_"):
            yield within + node.name, node
            if isinstance(node, ast.ClassDef):
                yield from public(node.body, f"{within}{node.name}.")


def test_everything_public_has_a_docstring() -> None:
    """House: public docstrings say what comes in and out and what is behind it."""
    lacking: list[str] = []
    for path in MODULES:
        module = tree(path)
        if module.body and not ast.get_docstring(module):
            lacking.append(called(path))
        lacking += [
            f"{called(path)}: {name}"
            for name, node in public(module.body)
            if not ast.get_docstring(node)
            # A method for each rule of the grammar, called as that is.
            and not ("builder" in path.parts and "." in name)
        ]
    assert lacking == []


# ------------------------------------------------------------------------------- rulings


@cache
def rulings() -> list[dict[str, Any]]:
    """Return every ruling in `rulings/*.yaml` and `ai/*.yaml`."""
    files = [*(ROOT / "rulings").glob("*.yaml"), *(ROOT / "ai").glob("*.yaml")]
    return [ruling for path in files for ruling in yaml_in(path)["rulings"]]


@cache
def ruling_ids() -> Counter[str]:
    """Count every ruling's id."""
    return Counter(ruling["id"] for ruling in rulings())


def test_every_ruling_has_an_id_of_its_own() -> None:
    assert [ruling for ruling, times in ruling_ids().items() if times > 1] == []
    assert all(RULING.fullmatch(ruling) for ruling in ruling_ids())


def test_every_ruling_that_is_spoken_of_exists() -> None:
    """House: a docstring names the ruling behind it; one that is renamed leaves none behind."""
    folders = {
        "moonflight_solo": "*.py",
        "tests": "*.py",
        "rulings": "*.yaml",
        "ai": "*.yaml",
        "cards": "*.yaml",
        "editions": "*.yaml",
    }
    missing = [
        f"{called(path)}: {found}"
        for folder, pattern in folders.items()
        for path in sorted((ROOT / folder).rglob(pattern))
        for found in sorted(set(RULING.findall(path.read_text("utf-8"))))
        if found not in ruling_ids() and found not in MADE_UP_RULINGS
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("edition", "others"),
    [
        ("prototype", {"Card Suits", "Immediate or Ongoing", "Set and Settled", "Set-Up"}),
        ("final", {"Quick Reference card", "Quick Start Rules", "Set Up", "Set"}),
    ],
)
def test_no_ruling_names_a_passage_of_the_other_rulebook(edition: str, others: set[str]) -> None:
    """These headings stand in one rulebook only."""
    named = {
        passage.split(",")[0]
        for ruling in rulings()
        for source in ruling.get("sources", ())
        if source.startswith(f"{edition}: ")
        for passage in source.removeprefix(f"{edition}: ").split("; ")
    }
    assert "Shop" in named
    assert named & others == set()


def test_every_ruling_is_tested() -> None:
    """A test says which ruling it is of: in its docstring, its values or its scenario's title."""
    tested: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        if tested.issuperset(RULING.findall(path.read_text("utf-8"))):
            continue  # reading it as Python takes longer
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                tested.update(RULING.findall(node.value))
    for path in (ROOT / "tests" / "scenarios").rglob("*.yaml"):
        tested.update(RULING.findall(path.read_text("utf-8")))
    assert set(ruling_ids()) - tested == set()


def test_sections_of_the_tests_are_all_collected() -> None:
    """A test module that pytest would pass by is no test."""
    for path in (ROOT / "tests").glob("*.py"):
        functions = re.findall(r"^(?:def|class) ([a-zA-Z]\w*)", path.read_text("utf-8"), re.M)
        if any(name.startswith("test_") for name in functions):
            assert path.name.startswith("test_"), called(path)
            doubles = [name for name, times in Counter(functions).items() if times > 1]
            assert doubles == [], called(path)
