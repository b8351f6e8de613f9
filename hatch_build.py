"""A wheel with what games are played by compiled, where that can be done; else a pure one.

It needs a C compiler, and mypy, which is asked for only where there is one. MOONFLIGHT_PURE=1 asks
for the pure wheel. Both play the same games, and `moonflight --version` says which it is.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
sys.path.append(str(ROOT / "tools"))

COMPILERS = ("cc", "gcc", "clang", "cl")


class CompiledWheel(BuildHookInterface[Any]):
    """Puts the compiled modules beside the plain ones, which stay to be read."""

    def dependencies(self) -> list[str]:
        """Return what mypyc needs: itself, and what the modules import."""
        if not _wanted():
            return []
        needed: list[str] = self.metadata.core.dependencies
        return ["mypy>=1.13", "setuptools>=65", "types-PyYAML>=6", *needed]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, unless it is an editable install, which is used from the tree."""
        if version == "editable" or self.target_name != "wheel" or not _wanted():
            return
        from compiling import CannotCompileError, compiled_copy

        copy = ROOT / "build" / "wheel"
        try:
            made = compiled_copy(copy)
        except CannotCompileError as error:
            self.app.display_warning(f"{error}\nIt could not be compiled; the wheel is pure.")
            return
        for file in made:
            build_data["force_include"][str(file)] = file.relative_to(copy).as_posix()
        build_data["pure_python"] = False
        build_data["infer_tag"] = True


def _wanted() -> bool:
    """Return whether there is a C compiler to be used; on Windows setuptools finds it by itself."""
    if os.environ.get("MOONFLIGHT_PURE"):
        return False
    return os.environ.get("CIBUILDWHEEL") == "1" or any(map(shutil.which, COMPILERS))
