"""An Earley parser for the grammar, with two tokens of lookahead.

Rules of a symbol share their common prefixes. An item is added only if the next two tokens can
continue it. Every parse is found, in a fixed order.
"""

from __future__ import annotations

from functools import cache
from typing import Final, TypeAlias

from lark import Token, Tree

from moonflight_solo.wording.ast import Span, Start
from moonflight_solo.wording.expanded_grammar import Rule, terminals_and_rules
from moonflight_solo.wording.lexer import Vocabulary, where
from moonflight_solo.wording.text import Text
from moonflight_solo.wording.walk import covering_span


@cache
def grammar() -> Grammar:
    """Return the grammar, with all kinds of sentences."""
    return Grammar()


class Stuck(Exception):
    """No parse continues at ``span``; if that is ``None``, none ends with the last word.

    ``expected`` are the kinds of words that could stand there.
    """

    def __init__(self, span: Span | None, expected: frozenset[str]) -> None:
        super().__init__(span, expected)
        self.span, self.expected = span, expected


class ParseTree(Tree[Token]):
    """A node of a parse tree; ``extent`` is the span of its words, ``None`` if it has none."""

    def __init__(self, data: str, children: list[Tree[Token] | Token], extent: Span | None) -> None:
        super().__init__(data, children)
        self.extent: Final = extent


class _Place:
    """A node in the prefix tree of a symbol's rules: what may follow, and the rule ending here."""

    __slots__ = ("after", "leads", "rule", "symbol")

    def __init__(self, symbol: str) -> None:
        self.symbol = symbol
        self.after: dict[str, _Place] = {}
        self.rule: Rule | None = None
        # A cache, by kind of word: the symbols it can begin here, and the place it leads to.
        self.leads: dict[str, _Leads] = {}


_Leads: TypeAlias = tuple[list[str], _Place | None]


class _Item:
    """A place reached by a rule that began at the word ``start``.

    ``ways`` has every way to it: where the last part began, the item before it, and that part.
    """

    __slots__ = ("_rows", "place", "start", "ways")

    def __init__(self, place: _Place, start: int) -> None:
        self.place, self.start = place, start
        self.ways: list[tuple[int, _Item, _Node | Token]] = []
        self._rows: list[list[Tree[Token] | Token]] | None = None

    def rows(self) -> list[list[Tree[Token] | Token]]:
        """Return the parts read so far, a row for each way, the longest last part first."""
        if self._rows is None:
            self.ways.sort(key=lambda way: way[0])
            self._rows = [
                [*row, part]
                for _, before, last in self.ways
                for row in before.rows()
                for part in ((last,) if isinstance(last, Token) else last.trees())
            ] or [[]]
        return self._rows


class _Node:
    """Some words parsed as a symbol, by every rule that ends there."""

    __slots__ = ("_trees", "_words", "ends")

    def __init__(self, words: list[Token]) -> None:
        self._words = words
        self.ends: list[tuple[Rule, _Item]] = []
        self._trees: list[Tree[Token] | Token] | None = None

    def trees(self) -> list[Tree[Token] | Token]:
        """Return all parse trees of the words, in the order of the rules."""
        if self._trees is None:
            self.ends.sort(key=lambda end: end[0].order)
            extent = covering_span(map(where, self._words))
            rows = ((rule, row) for rule, item in self.ends for row in item.rows())
            self._trees = [_tree(rule, row, extent) for rule, row in rows]
        return self._trees


def _tree(rule: Rule, row: list[Tree[Token] | Token], extent: Span | None) -> Tree[Token] | Token:
    """Build the tree of a rule; symbols called "_..." are replaced by their children."""
    children: list[Tree[Token] | Token] = []
    for symbol, part in zip(rule.parts, row, strict=True):
        if not symbol.startswith("_"):
            children.append(part)
        elif isinstance(part, Tree):
            children += part.children
    if rule.few and len(children) == 1:
        only = children[0]
        if isinstance(only, ParseTree) and only.extent != extent:
            return ParseTree(only.data, only.children, extent)
        return only
    return ParseTree(rule.name, children, extent)


class Grammar:
    """The grammar: ``terminals`` are its kinds of words, ``rules`` its rules."""

    def __init__(self) -> None:
        self.terminals, self.rules = terminals_and_rules()
        self.vocabulary = Vocabulary(self.terminals)
        self.nothing = _nothing(self.rules)
        self.roots: dict[str, _Place] = {}
        # The symbols whose rules can begin directly with a symbol; a cache of all that a kind of
        # word can begin.
        self._with: dict[str, set[str]] = {}
        self._beginnings: dict[str, set[str]] = {}
        for rule in self.rules:
            place, begins = self.roots.setdefault(rule.symbol, _Place(rule.symbol)), True
            for part in rule.parts:
                place = place.after.setdefault(part, _Place(rule.symbol))
                if begins:
                    self._with.setdefault(part, set()).add(rule.symbol)
                begins = begins and part in self.nothing
            place.rule = rule

    def parse(self, text: Text, start: Start) -> list[ParseTree]:
        """Return every parse of a text as one kind of sentence.

        Raises :class:`NotRead` for a word outside the vocabulary and :class:`Stuck` where no parse
        continues. Because of the lookahead that can be a word too early; :meth:`stuck` finds the
        right one.
        """
        return _Parse(self).trees(text, start)

    def stuck(self, text: Text, start: Start) -> Stuck:
        """Return where an unparsable text breaks off; raises :class:`NotRead` like `parse`."""
        try:
            _UnguidedParse(self).trees(text, start)
        except Stuck as stuck:
            return stuck
        raise AssertionError("what is not read with the next words in sight is not read without")

    def leads(self, place: _Place, kind: str) -> _Leads:
        """Return the symbols a kind of word can begin at a place, and the place it leads to."""
        leads = place.leads.get(kind)
        if leads is None:
            beginnings = self._beginning(kind)
            symbols = [each for each in place.after if each in beginnings or each in self.nothing]
            leads = place.leads[kind] = symbols, place.after.get(kind)
        return leads

    def _beginning(self, kind: str) -> set[str]:
        """Return the symbols that a kind of word can begin."""
        if kind not in self._beginnings:
            symbols, new = set[str](), [kind]
            while new:
                added = self._with.get(new.pop(), set()) - symbols
                symbols |= added
                new += added
            self._beginnings[kind] = symbols
        return self._beginnings[kind]


class _Parse:
    """One run of the parser: the chart at each word of a text."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self._kinds = "", ""  # of the next two words
        self._words: list[Token] = []
        # For each word, the items that wait for a symbol to begin there.
        self._waiting: list[dict[str, list[_Item]]] = []
        # At the next word: the items still to be processed, all items, and the completed symbols.
        self._new: list[_Item] = []
        self._items: dict[tuple[_Place, int], _Item] = {}
        self._nodes: dict[tuple[str, int], _Node] = {}

    def trees(self, text: Text, start: Start) -> list[ParseTree]:
        """Return every parse of the text; raises like :meth:`Grammar.parse`."""
        words = self._grammar.vocabulary.lex(text, start)
        for index, (word, self._kinds) in enumerate(words):
            if not index:
                self._begin(start)
            self._complete()
            self._scan(word)
        self._kinds = "", ""
        self._complete()
        if (start, 0) not in self._nodes:
            raise Stuck(None, self._expected_kinds())
        return [tree for tree in self._nodes[start, 0].trees() if isinstance(tree, ParseTree)]

    def _leads(self, place: _Place) -> _Leads:
        return self._grammar.leads(place, self._kinds[0])

    def _goes_on(self, place: _Place) -> bool:
        """Return whether the next two words can continue from a place, or a rule ends there."""
        symbols, next_place = self._leads(place)
        return bool(place.rule or symbols or (next_place and self._goes_on_from_next(next_place)))

    def _goes_on_from_next(self, place: _Place) -> bool:
        """Return whether the word after next can continue from a place, or a rule ends there."""
        return bool(place.rule) or any(self._grammar.leads(place, self._kinds[1]))

    def _begin(self, symbol: str) -> None:
        root, position = self._grammar.roots[symbol], len(self._words)
        if (root, position) not in self._items and self._goes_on(root):
            self._items[root, position] = item = _Item(root, position)
            self._new.append(item)

    def _complete(self) -> None:
        """Complete rules that end before the next word, and predict those that begin with it."""
        position, waiting = len(self._words), dict[str, list[_Item]]()
        self._waiting.append(waiting)
        nothing = self._grammar.nothing
        while self._new:
            item = self._new.pop()
            if item.place.rule and item.start < position:
                self._end(item, item.place.rule)
            for symbol in self._leads(item.place)[0]:
                if symbol not in waiting:
                    waiting[symbol] = []
                    self._begin(symbol)
                waiting[symbol].append(item)
                if symbol in nothing:
                    self._go_on(item, item.place.after[symbol], position, nothing[symbol])

    def _end(self, item: _Item, rule: Rule) -> None:
        """Complete a rule; the items waiting for its symbol advance only the first time."""
        symbol, start = item.place.symbol, item.start
        node = self._nodes.get((symbol, start))
        if node is None:
            node = self._nodes[symbol, start] = _Node(self._words[start:])
            for each in self._waiting[start].get(symbol, ()):
                self._go_on(each, each.place.after[symbol], start, node)
        node.ends.append((rule, item))

    def _go_on(self, before: _Item, place: _Place, since: int, last: _Node) -> None:
        item = self._items.get((place, before.start))
        if item is None:
            if not self._goes_on(place):
                return
            item = self._items[place, before.start] = _Item(place, before.start)
            self._new.append(item)
        item.ways.append((since, before, last))

    def _scan(self, word: Token) -> None:
        """Scan a word, once everything before it is complete."""
        position, items = len(self._words), dict[tuple[_Place, int], _Item]()
        for item in self._items.values():
            place = self._leads(item.place)[1]
            if place is not None and self._goes_on_from_next(place):
                items[place, item.start] = new = _Item(place, item.start)
                new.ways.append((position, item, word))
        if not items:
            raise Stuck(where(word), self._expected_kinds())
        self._words.append(word)
        self._items, self._nodes, self._new = items, {}, [*items.values()]

    def _expected_kinds(self) -> frozenset[str]:
        """Return the kinds of words that can continue the current items."""
        after = {symbol for item in self._items.values() for symbol in item.place.after}
        return frozenset(after - self._grammar.roots.keys())


class _UnguidedParse(_Parse):
    """A parse without lookahead, which fails exactly where no rule continues."""

    def _leads(self, place: _Place) -> _Leads:
        roots = self._grammar.roots
        return [each for each in place.after if each in roots], place.after.get(self._kinds[0])

    def _goes_on(self, place: _Place) -> bool:
        return True

    _goes_on_from_next = _goes_on


def _nothing(rules: list[Rule]) -> dict[str, _Node]:
    """Return the symbols that can be empty, with the node for their empty parse."""
    nodes = {}
    for rule in rules:
        if not rule.parts:
            nodes[rule.symbol] = node = _Node([])
            node.ends.append((rule, _Item(_Place(rule.symbol), 0)))
    return nodes
