"""User-made Jacks: a folder with a suit and an AI card, and the folder where Jacks are kept."""

from __future__ import annotations

import os
import re
from pathlib import Path

from moonflight_solo.documents import Document, read_document
from moonflight_solo.errors import DataError
from moonflight_solo.rules.catalogue import jack_of
from moonflight_solo.userfiles import NoHome, user_folder
from moonflight_solo.values import Value

ENDINGS = (".yaml", ".yml")
_SPOKEN = re.compile(r"[A-Z][A-Za-z]*(?: and [A-Z][A-Za-z]*)?")


class OwnJack(Value):
    """A user-made Jack: its name, its card file, and its AI card if it has one."""

    name: str
    cards: Path
    ai: Path | None


def own_jack(path: Path) -> OwnJack:
    """Load the Jack in a folder, or, without an AI card, the one whose suit is a card file.

    Files in a folder are recognized by their content: "cards:" is the suit and "card:" the AI card.
    Raises :class:`DataError` for a folder without a suit, with two suits or two AI cards, and for
    unreadable files.
    """
    if not os.path.isdir(path):
        document = read_document(path)
        if "card" in document.fields:
            raise DataError(
                document.place(),
                "this is an AI card, and a Jack is named by its suit",
                "Name the folder of both, or the card file",
            )
        return OwnJack(_jack_of(document), path, None)
    documents: dict[str, list[Document]] = {"cards": [], "card": []}
    for document in map(read_document, _document_paths(path)):
        kind = next((key for key in documents if key in document.fields), None)
        if kind is None:
            raise DataError(
                document.place(),
                'this is neither a suit ("cards:") nor an AI card ("card:")',
                "Keep only the files of one Jack in its folder",
            )
        documents[kind].append(document)
    suit = _single(documents["cards"], path, "suit")
    if suit is None:
        begin = 'Make one with "moonflight jack new NAME", or name its card file'
        raise DataError(path, "there is no Jack in this folder", begin)
    ai_card = _single(documents["card"], path, "AI card")
    return OwnJack(_jack_of(suit), Path(suit.file), Path(ai_card.file) if ai_card else None)


def suit_file(path: Path) -> Path:
    """Return the card file of the Jack in a folder, or ``path`` if it is not a folder."""
    return own_jack(path).cards if path.is_dir() else path


def _document_paths(folder: Path) -> list[Path]:
    """Return the files of a folder to read; raises `DataError` if it cannot be listed."""
    try:
        return sorted(filter(_is_document, folder.iterdir()))
    except OSError as error:
        problem = f"the folder cannot be read: {error.strerror}"
        raise DataError(folder, problem, "Name a folder you can read") from None


def _is_document(path: Path) -> bool:
    """Return whether to read a path in a folder; reading a pipe could block forever."""
    return path.suffix in ENDINGS and (path.is_file() or not path.exists())


def _single(documents: list[Document], folder: Path, kind: str) -> Document | None:
    if len(documents) > 1:
        names = " and ".join(Path(document.file).name for document in documents)
        raise DataError(
            folder, f"{names} each hold a {kind}", "Give every Jack a folder of its own"
        )
    return documents[0] if documents else None


def _jack_of(document: Document) -> str:
    name = jack_of(document)
    if not name.strip():
        raise DataError(
            document.place("jack"),
            "it does not name the Jack whose suit this is",
            'Begin with "jack: NAME"',
        )
    return name


def can_be_spoken_of(name: str) -> bool:
    """Return whether wordings can name the suit: one capitalized word, or two joined by "and"."""
    return _SPOKEN.fullmatch(name) is not None


def is_reserved(name: str) -> bool:
    """Return whether Windows takes no file or folder of this name, as for its devices."""
    stem = name.partition(".")[0].strip().casefold()
    return re.fullmatch(r"con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³]", stem) is not None


def jacks_folder() -> Path:
    """Return the folder of Jacks known to every command; it need not exist."""
    return user_folder("jacks")


def kept_jacks() -> list[Path]:
    """Return the folders and card files of kept Jacks, sorted; empty if the folder is
    unreadable.
    """
    try:
        paths = sorted(jacks_folder().iterdir())
    except (NoHome, OSError):
        return []
    return [
        path
        for path in paths
        if os.path.isdir(path) or _is_document(path)
        if not path.name.startswith(".")
    ]
