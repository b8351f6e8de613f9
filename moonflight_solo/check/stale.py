"""Rulings of an AI card whose words stand on none of its lines any more."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from difflib import get_close_matches

from moonflight_solo.ai_cards.card import AICardFile
from moonflight_solo.ai_cards.layout import NumberedLine
from moonflight_solo.check.finding import Finding
from moonflight_solo.documents import Document
from moonflight_solo.wording.text import Text, one_line, printed


def title_of(line: NumberedLine) -> str:
    """Return what a line is called, such as "pre-Turn 5.1" or "post-Turn Reset 3"."""
    side = "post-Turn" if line.turned else "pre-Turn"
    return f"{side}{' Reset' if line.section == 'reset' else ''} {line.number}"


def stale_rulings(
    file: AICardFile, document: Document, lines: Sequence[NumberedLine]
) -> Iterator[Finding]:
    """Yield a warning for each ruling whose words stand on no line, and the line most like them."""
    standing = {one_line(line.text.words): line for line in lines}
    for index, ruling in enumerate(file.rulings):
        words = one_line(ruling.words)
        if not words or words in standing:
            continue
        text = printed(document, "rulings", index, "words")
        span = 0, len(text.words)
        near = get_close_matches(words, standing, 1, 0.6)
        because = f"ruling {ruling.id} is bound to words that stand on no line"
        for said in near:
            because += f' any more; {title_of(standing[said])} is nearest, and says "{said}"'
            span = _other_words(text, said)
        yield Finding(
            "stale-ruling",
            "warning",
            text,
            *span,
            ruling.id,
            because,
            "think the ruling over, and bind it to the words that are printed now, or take it out",
            ruling=ruling.id,
        )


def _other_words(text: Text, standing: str) -> tuple[int, int]:
    """Return the span of the words of ``text`` that are not where ``standing`` has them too."""
    found = list(re.finditer(r"\S+", text.words))
    old, new = [match[0] for match in found], standing.split()
    most = min(len(old), len(new))
    first = next((at for at in range(most) if old[at] != new[at]), most)
    last = next((at for at in range(most - first) if old[-1 - at] != new[-1 - at]), most - first)
    if first == len(old):
        first -= 1  # words have been added at the end
    return found[first].start(), found[max(first, len(old) - 1 - last)].end()
