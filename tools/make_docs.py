"""Generate documentation: in docs/ the rulings as a FAQ, the commands' help, the wording guide
with a page for each finding, JSON Schemas and pictures; in share/ the man page and completions.

`python tools/make_docs.py` writes them; with `--check` it only lists those out of date.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click
from manual import completions, manual
from picture import picture, scenes
from schemas import schemas

from moonflight_solo.ai_cards.card import ai_card_files, load_ai_card
from moonflight_solo.check.finding import Example, FindingCode, codes
from moonflight_solo.cli import LazyCommand
from moonflight_solo.cli import main as moonflight
from moonflight_solo.datafiles import data_files
from moonflight_solo.documents import convert, read_document
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.rulings import Ruling, RulingsFile
from moonflight_solo.wording.disambiguation import read_as
from moonflight_solo.wording.examples import left_out, other_ways, wordings
from moonflight_solo.wording.remedies import synonyms
from moonscrown.cli import main as moonscrown

ROOT = Path(__file__).parent.parent
TITLES = {"ai_cards": "Following an AI card", "game": "The game", "score_mode": "Score Mode"}


def rulings_page() -> str:
    """Return all rulings as a page of questions and answers."""
    parts = [
        "# Rulings",
        "The gaps in the printed words, and how this program fills them. In a game, `rules ID` "
        "shows a ruling. Generated from `rulings/*.yaml` and `ai/*.yaml` by `tools/make_docs.py`.",
    ]
    for path in data_files("rulings"):
        parts.append(f"## {TITLES.get(path.stem, path.stem)}")
        parts += [_entry(ruling) for ruling in convert(read_document(path), RulingsFile).rulings]
    cards = catalogue()
    for path in ai_card_files().values():
        card = load_ai_card(path, cards)
        parts.append(f"## The words of {card.title}")
        parts += [_entry(ruling) for ruling in card.rulings]
    return "\n\n".join(parts) + "\n"


def _entry(ruling: Ruling) -> str:
    lines = [f"**{ruling.id}** {ruling.question.strip()}"]
    if ruling.words:
        lines.append(f"> {ruling.words.strip()}")
    if ruling.ruling:
        lines.append(ruling.ruling.strip())
    if ruling.reads:
        lines.append(f"Read as: {ruling.reads.strip()}")
    for name, meaning in ruling.choices.items():
        mark = " (in force)" if name == ruling.chosen else ""
        lines.append(f"- `{name}`{mark}: {meaning.strip()}")
    lines.append(f"*Why:* {ruling.why.strip()}")
    return "\n\n".join(lines)


def commands_page(program: str, main: click.Command) -> str:
    """Return the help of every command of a program."""
    parts = ["# Commands", "Generated from the program's own help by `tools/make_docs.py`."]
    context = click.Context(
        main,
        info_name=program,
        terminal_width=78,
        help_option_names=["-h", "--help"],
    )
    _add_help(parts, main, context)
    return "\n\n".join(parts) + "\n"


def _add_help(parts: list[str], command: click.Command, context: click.Context) -> None:
    parts.append(f"## {context.command_path}\n\n```text\n{command.get_help(context)}\n```")
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            assert child is not None
            if isinstance(child, LazyCommand):
                child = child.load()
            _add_help(parts, child, click.Context(child, info_name=name, parent=context))


_TRIED = """## How this was tested

Word order, short forms and filler words are flexible. The ways of saying the same thing are in
`paraphrases.yaml` in `moonflight_solo/wording`; each is replaced by a wording from the lists above.
Each has an example that would not be understood without it, and whatever else its pattern matches
is read the same or refused (`tests/test_paraphrases.py` tries some 900 sentences).

The danger of a flexible grammar is to accept a sentence that means something else. Several rounds
of testing looked for such sentences, most of them without a look at the grammar:

| sentences | accepted | found wrong |
|---|---|---|
| 177, aimed at weak points of the grammar | 87 | 8 sentences |
| 368, written from the rulebooks alone | 189, and 5 in several ways | 2 sentences |
| 115 more, aimed at what had changed since | | 6 sentences |
| some 1,800 accepted ones | all | 26 causes, and 16 with an open question |
| 715 accepted ones around the newest wordings | all | 13 causes, and 6 with an open question |
| 1,123 accepted ones, some 460 played on tables | all | 9 causes, and 9 with an open question |

All of these are now read correctly, refused, or ruled on, and kept as tests
(`tests/test_references.py`, `test_sentences.py`). Most causes in the last
round were a "Target" taken as a whole, counted, or searched for its highest card.

How much of what people might write is understood? Of 281 sentences written in advance in the style
of these cards, 78 were understood at first, and 210 after the grammar had been extended for them.
Of 243 others, tried only afterwards, 120 and then 164; of the 368 above, 189 and then 248; of the
115, 55 are understood. Of 200 further sentences written from the print alone, 150 were understood,
136 of them as meant; of the half that was never used to extend the grammar, 77 were and 82 now
are."""


def vocabulary_page() -> str:
    """Return an example of every wording that is understood, with its reading."""
    parts = [
        "# Vocabulary",
        "An example of every wording the program understands, with how it is read, and of the "
        "other ways to say it. `moonflight jack words` shows the same in the terminal. Generated "
        "from `examples.yaml` and `paraphrases.yaml` in `moonflight_solo/wording` by "
        "`tools/make_docs.py`.",
    ]
    for section in (*wordings(), *other_ways()):
        parts.append(f"## {section.title}")
        parts += [section.note] if section.note else []
        rows = [f"| {each} | {read_as(section.start, each)} |" for each in section.examples]
        parts.append("\n".join(["| words | read as |", "|---|---|", *rows]))
    parts.append("## Words that the rulebooks do not use")
    parts.append("If you use one of these, the program suggests what to say instead.")
    rows = [f"| {each.word} | {' or '.join(each.say)} |" for each in synonyms()]
    parts.append("\n".join(["| word | say |", "|---|---|", *rows]))
    parts.append("## What is not understood, and why")
    rows = [f"| {each.words} | {each.why} |" for each in left_out()]
    parts.append("\n".join(["| words | why not |", "|---|---|", *rows]))
    parts.append(_TRIED)
    return "\n\n".join(parts) + "\n"


def wording_guide_page() -> str:
    """Return the guide to clear AI cards: every finding of the wording check, with examples."""
    parts = [
        "# How to write clear AI cards",
        "Everything `moonflight ai check` can find, each with a card that has the problem and one "
        "that does not. Errors keep a card from being played, warnings are worth a look, and notes "
        "say what everybody who plays the card has to know besides its words. Generated from "
        "`guide/findings.yaml` by `tools/make_docs.py`.",
    ]
    group = ""
    for code in codes().values():
        if code.group != group:
            group = code.group
            parts.append(f"## {group}")
        parts += [f"### {code.title}", *_told(code)]
    return "\n\n".join(parts) + "\n"


def finding_pages() -> dict[str, str]:
    """Return a page for each finding, by file name, and a list of them."""
    pages = {
        f"{code.code}.md": "\n\n".join(
            [
                f"# {code.code}: {code.title}",
                *_told(code),
                "`moonflight ai check` and `moonflight cards check` find it. "
                "[All findings](README.md)",
            ]
        )
        + "\n"
        for code in codes().values()
    }
    rows = [f"| [{c.code}]({c.code}.md) | {c.severity} | {c.title} |" for c in codes().values()]
    head = "# Findings of the wording check\n\n| code | severity | what it says |\n|---|---|---|\n"
    return {"README.md": head + "\n".join(rows) + "\n", **pages}


def _told(code: FindingCode) -> list[str]:
    parts = [f"`{code.code}`, {_AN[code.severity]}", code.why, f"*{code.remedy}*"]
    parts.append(f"Before:\n\n{_example(code.before)}")
    if code.after is not None:
        parts.append(f"After:\n\n{_example(code.after)}")
    return parts


_AN = {"error": "an error", "warning": "a warning", "note": "a note"}


def _example(example: Example) -> str:
    rows = [*(example.text or example.card).splitlines()]
    for ruling in example.rulings:
        said = ruling.get("reads") or ruling.get("ruling", "")
        rows += ["", f"ruling on: {ruling['words']}", f"reads as:  {said}"]
    return "\n".join(["```text", *rows, "```"])


PROGRAMS = (
    (
        "moonflight",
        moonflight,
        "play the card game Moonflight alone, and test its printed AI cards",
    ),
    (
        "moonscrown",
        moonscrown,
        "play Moonscrown, a race of fashions with the Decktet, against greedy opponents",
    ),
)


def main() -> int:
    """Write or check the pages; returns 1 if a checked page is out of date."""
    commands = commands_page("moonflight", moonflight)
    pages = {"docs/rulings.md": rulings_page(), "docs/commands.md": commands}
    pages["docs/vocabulary.md"] = vocabulary_page()
    pages["docs/wording-guide.md"] = wording_guide_page()
    pages |= {f"docs/findings/{name}": page for name, page in finding_pages().items()}
    pages |= {f"docs/schemas/{name}": text for name, text in schemas().items()}
    pages |= {f"docs/{name}.svg": picture(scene) for name, scene in scenes().items()}
    for program, main, purpose in PROGRAMS:
        page = manual(program, purpose, commands_page(program, main))
        pages[f"share/man/man1/{program}.1"] = page
        pages |= {f"share/{name}": text for name, text in completions(program, main).items()}
    stale = []
    for name, page in pages.items():
        path = ROOT / name
        if path.exists() and path.read_text("utf-8") == page:
            continue
        stale.append(name)
        if "--check" not in sys.argv:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(page, "utf-8")
    # Nothing else may stand among pages that are all written here.
    for folder in ("docs/findings", "docs/schemas"):
        for path in (ROOT / folder).iterdir():
            if f"{folder}/{path.name}" not in pages:
                stale.append(f"{folder}/{path.name}, which is not written any more")
                if "--check" not in sys.argv:
                    path.unlink()
    for name in stale:
        print(f"{name}: {'out of date' if '--check' in sys.argv else 'written'}")
    return 1 if stale and "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
