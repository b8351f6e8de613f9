"""Traverse and rewrite ASTs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from operator import is_
from typing import Any, TypeVar

from msgspec.structs import replace

from moonflight_solo.values import compared_fields
from moonflight_solo.wording import ast

T = TypeVar("T")
N = TypeVar("N", bound=ast.Node)


def every_node(meaning: object) -> Iterator[object]:
    """Yield a meaning and everything in it, in printed order, parents first."""
    return nodes_of(meaning, object)


def nodes_of(meaning: object, kind: type[T]) -> Iterator[T]:
    """Yield every part of a meaning that is a ``kind``, parents first; empty slots have none."""
    waiting: list[object] = [meaning]
    while waiting:
        part = waiting.pop()
        if isinstance(part, kind):
            yield part
        if isinstance(part, ast.Node):
            waiting += filter(None, part.compared_values()[::-1])
        elif isinstance(part, tuple):
            waiting += part[::-1]


def rewritten(part: T, change: Callable[[Any], Any]) -> T:
    """Return a meaning with ``change`` applied to each of its nodes, children first."""
    new: Any = part
    if isinstance(part, tuple):
        parts = tuple([rewritten(each, change) for each in part])
        new = part if all(map(is_, parts, part)) else parts
    elif isinstance(part, ast.Node):
        new = change(map_fields(part, lambda slot: rewritten(slot, change)))
    return new  # type: ignore[no-any-return]


def each_changed(part: T, kind: type[N], change: Callable[[N], object]) -> T:
    """Return a meaning with ``change`` applied to each of its nodes of a ``kind``."""
    return rewritten(part, lambda node: change(node) if isinstance(node, kind) else node)


def map_fields(node: N, change: Callable[[Any], Any]) -> N:
    """Return a node with ``change`` applied to each non-empty field."""
    slots = zip(compared_fields(type(node)), node.compared_values(), strict=True)
    changes = {name: new for name, slot in slots if slot and (new := change(slot)) is not slot}
    return replace(node, **changes) if changes else node


def covering_span(spans: Iterable[ast.Span | None]) -> ast.Span | None:
    """Return the smallest span that covers all ``spans``; ``None`` if there is none."""
    valid = [span for span in spans if span is not None]
    return (min(start for start, _ in valid), max(end for _, end in valid)) if valid else None


def with_spans(node: Any, words: str, around: ast.Span | None, in_list: bool = False) -> Any:
    """Return a meaning of ``words`` with the span of every node filled in.

    A node spans all its children; one without words of its own gets the span of its parent,
    ``around`` at the root. Only a place or number that is filled in stays without one. A place
    printed once for a list, as "in hand" after names, lies outside the items' spans.
    """
    if isinstance(node, tuple):
        return tuple(with_spans(part, words, around, in_list) for part in node)
    if not isinstance(node, ast.Node):
        return node
    slots = node.compared()
    span = node.span or _span_of(None, slots.values(), in_list)
    if span is None and around is not None and not isinstance(node, ast.Place | ast.Range):
        span = _trim(around, words)
    listed = in_list or isinstance(node, ast.All | ast.Either) or len(slots.get("options", ())) > 1
    parts_placed = {slot: with_spans(part, words, span, listed) for slot, part in slots.items()}
    span = _span_of(span, parts_placed.values(), in_list)
    if span is not None and around is not None and span != around:
        span = _trim(span, words)
    parts = {slot: part for slot, part in parts_placed.items() if part is not slots[slot]}
    return node if span == node.span and not parts else replace(node, **parts, span=span)


def _span_of(span: ast.Span | None, parts: Iterable[object], in_list: bool) -> ast.Span | None:
    """Return the span of a node: its own and those of its parts."""
    spans = [span]
    for part in parts:
        if isinstance(part, tuple):
            spans.append(_span_of(None, part, in_list))
        elif isinstance(part, ast.Node | ast.Name):
            spans.append(None if in_list and isinstance(part, ast.Place) else part.span)
    return covering_span(spans)


def _trim(span: ast.Span, words: str) -> ast.Span:
    start, end = span
    trimmed = words[start:end].strip(" ,.")
    start = words.index(trimmed, start)
    return start, start + len(trimmed)


def when_played(text: ast.CardText) -> ast.Effects:
    """Return the effects followed when a card is played: all but its abilities and triggers."""
    return tuple(each for each in text.effects if not isinstance(each, ast.SpendAbility | ast.When))


def lasts(effect: ast.Effect) -> bool:
    """Return whether an effect only holds while its card is in play."""
    if isinstance(effect, ast.If):
        return all(isinstance(each, ast.Limit) for each in (*effect.effects, *effect.otherwise))
    return isinstance(effect, ast.Lasting)
