"""Build the meaning of a parse tree: one method or row for each rule of the grammar."""

from __future__ import annotations
