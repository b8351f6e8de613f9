"""Generating the man page and the shell completions from the commands."""

from __future__ import annotations

import re

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from moonflight_solo import __version__

_HELP = re.compile(r"^## (.*?)\n\n```text\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
SHELLS: dict[str, type[ShellComplete]] = {
    "bash-completion/completions/{}": BashComplete,
    "fish/vendor_completions.d/{}.fish": FishComplete,
    "zsh/site-functions/_{}": ZshComplete,
}


def manual(program: str, purpose: str, commands_page: str) -> str:
    """Return the man page of a program, made from the page of all its commands' help."""
    parts = [
        f'.TH {program.upper()} 1 "" "moonflight-solo {__version__}" "User Commands"',
        ".SH NAME",
        f"{program} \\- {purpose}",
        ".SH SYNOPSIS",
        f".B {program}",
        "COMMAND [OPTIONS]",
        ".SH COMMANDS",
    ]
    for heading, block in _HELP.findall(commands_page):
        parts += [f".SS {_escaped(heading)}", ".nf", _escaped(block), ".fi"]
    parts += [
        ".SH EXIT STATUS",
        "0 if all went well, 1 for something wrong in a file or a game, 2 for a wrong command "
        "line, 130 after Ctrl-C, 143 after a request to end, 129 if the terminal was closed.",
        ".SH ENVIRONMENT",
        "MOONFLIGHT_HOME names the folder for games, kept Jacks and the cache; NO_COLOR takes "
        "colours away.",
    ]
    return "\n".join(parts) + "\n"


def _escaped(words: str) -> str:
    words = words.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", words, flags=re.M)


def completions(program: str, main: click.Command) -> dict[str, str]:
    """Return the completion scripts of a program, by file name in ``share``."""
    variable = f"_{program.upper()}_COMPLETE"
    return {
        name.format(program): shell(main, {}, program, variable).source().strip() + "\n"
        for name, shell in SHELLS.items()
    }
