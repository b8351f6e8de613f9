"""From one parse tree to what it means: a method for each rule of the grammar."""

from __future__ import annotations
