"""Generating the man page and the shell completions from the commands."""

from __future__ import annotations

import re

from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from moonflight_solo import __version__
from moonflight_solo.cli import main as moonflight

_HELP = re.compile(r"^## (.*?)\n\n```text\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
SHELLS: dict[str, type[ShellComplete]] = {
    "bash-completion/completions/moonflight": BashComplete,
    "fish/vendor_completions.d/moonflight.fish": FishComplete,
    "zsh/site-functions/_moonflight": ZshComplete,
}


def manual(commands_page: str) -> str:
    """Return the man page, made from the page of all commands' help."""
    parts = [
        f'.TH MOONFLIGHT 1 "" "moonflight-solo {__version__}" "User Commands"',
        ".SH NAME",
        "moonflight \\- play the card game Moonflight alone, and test its printed AI cards",
        ".SH SYNOPSIS",
        ".B moonflight",
        "COMMAND [OPTIONS]",
        ".SH COMMANDS",
    ]
    for heading, block in _HELP.findall(commands_page):
        parts += [f".SS {_escaped(heading)}", ".nf", _escaped(block), ".fi"]
    parts += [
        ".SH EXIT STATUS",
        "0 if all went well, 1 for something wrong in a file or a game, 2 for a wrong command "
        "line, 130 after Ctrl-C, 143 after a request to end.",
        ".SH ENVIRONMENT",
        "MOONFLIGHT_HOME names the folder for games, kept Jacks and the cache; NO_COLOR takes "
        "colours away.",
    ]
    return "\n".join(parts) + "\n"


def _escaped(words: str) -> str:
    words = words.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", words, flags=re.M)


def completions() -> dict[str, str]:
    """Return the completion scripts, by file name in ``share``."""
    variable = "_MOONFLIGHT_COMPLETE"
    return {
        name: shell(moonflight, {}, "moonflight", variable).source().strip() + "\n"
        for name, shell in SHELLS.items()
    }
