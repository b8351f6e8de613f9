"""The parser of the grammar: Lark's Earley, with an eye on the next words.

Lark itself goes on with whatever a rule allows, and finds out one word later that most of it is
dead. Here nothing is begun or gone on with that the next two words cannot be part of: the same
parses are found, in the same order.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark, Tree
from lark.common import LexerConf, ParserConf
from lark.grammar import NonTerminal, Rule, Symbol, Terminal
from lark.parser_frontends import ParsingFrontend
from lark.parsers.earley import Parser
from lark.parsers.earley_common import Item
from lark.parsers.earley_forest import StableSymbolNode
from lark.utils import OrderedSet

from moonflight_solo.wording.expanded import STARTS, expanded
from moonflight_solo.wording.lexer import Vocabulary


@cache
def grammar() -> Lark:
    """Return the parser of every kind of sentence there is."""
    return _Grammar(
        expanded(),
        parser="earley",
        lexer=Vocabulary,
        ambiguity="explicit",
        start=list(STARTS),
        propagate_positions=True,
    )


class _Terminal(Terminal):
    __slots__ = ()
    __hash__ = object.__hash__


class _NonTerminal(NonTerminal):
    __slots__ = ()
    __hash__ = object.__hash__


class _Rule(Rule):
    __slots__ = ()
    __hash__ = object.__hash__
    __eq__ = object.__eq__


class _Grammar(Lark):
    """A grammar that is parsed by `Lookahead`, whose rules share their symbols.

    Rules and symbols are told apart by which they are: it is asked so often, and Lark looks at
    their names each time.
    """

    def _build_parser(self) -> ParsingFrontend:
        self._prepare_callbacks()
        one: dict[Symbol, Symbol] = {}

        def shared(symbol: Symbol) -> Any:
            kind = _Terminal if symbol.is_term else _NonTerminal
            return one.setdefault(symbol, kind(str(symbol.name)))

        for rule in self.rules:
            rule.expansion = [shared(symbol) for symbol in rule.expansion]
            rule.origin = shared(rule.origin)
            rule.__class__ = _Rule
        callbacks = dict(self._callbacks.items())  # found where they now belong
        made = ParserConf(self.rules, callbacks, self.options.start)
        self.lexer_conf.lexer_type = Vocabulary
        parser = Lookahead(self.lexer_conf, made)
        frontend = ParsingFrontend(self.lexer_conf, made, self.options, parser)
        parser.vocabulary = frontend.lexer.lexer
        return frontend


class Lookahead(Parser):
    """Lark's Earley, but for what it does between two words: it completes and predicts.

    While ``narrow``, only what the next two words can be part of is looked for. Lark keeps what
    follows from each word in a column, and in ``node_cache`` what parses have in common.
    """

    vocabulary: Vocabulary

    def __init__(self, lexer_conf: LexerConf, made: ParserConf) -> None:
        """Keep what Lark's own keeps, without the tables that only other parsers look at."""
        self.lexer_conf, self.parser_conf, self.callbacks = lexer_conf, made, made.callbacks
        self.term_matcher = lambda symbol, token: symbol.name == token.type
        self.resolve_ambiguity = self.debug = False
        self.forest_sum_visitor = None
        self.Tree, self.Set, self.SymbolNode = Tree, OrderedSet, StableSymbolNode
        self.TERMINALS = {each for rule in made.rules for each in rule.expansion if each.is_term}
        self.narrow = True
        self.rules: dict[Symbol, list[Rule]] = {}
        for rule in made.rules:
            self.rules.setdefault(rule.origin, []).append(rule)
        self.predictions = {NonTerminal(each.name): rules for each, rules in self.rules.items()}
        self._nullable = _nullable(made.rules)
        # What can begin with a symbol at once, and, told once, with a kind of word.
        self._with: dict[Symbol, set[Symbol]] = {}
        for rule in made.rules:
            for symbol in rule.expansion:
                self._with.setdefault(symbol, set()).add(rule.origin)
                if symbol not in self._nullable:
                    break
        self._begun: dict[str, set[Symbol]] = {}
        # The rules of a symbol that the next two words can begin.
        self._beginning: dict[tuple[Symbol, str, str], list[Rule]] = {}
        # By column: what waits for a symbol that begins there.
        self._waiting: list[dict[Symbol, list[Item]]] = []

    def predict_and_complete(
        self, at: int, to_scan: Any, columns: Any, _: object, node_cache: dict[Any, Any]
    ) -> None:
        """Complete what ends in a column, and predict what goes on from there."""
        column, waiting = columns[at], dict[Symbol, list[Item]]()
        del self._waiting[at:]
        self._waiting.append(waiting)
        predicted, empty = set[Symbol](), dict[Symbol, Any]()
        items: list[Item] = []

        def node_of(item: Item) -> Any:
            label = (item.s, item.start, at)
            if label not in node_cache:
                node_cache[label] = self.SymbolNode(*label)  # type: ignore[no-untyped-call]
            return node_cache[label]

        def found(item: Item) -> None:
            if item.expect is not None:
                if item.expect.is_term:
                    to_scan.add(item)
                    return
                waiting.setdefault(item.expect, []).append(item)
            items.append(item)

        def go_on(item: Item, start: int, ended: Any) -> None:
            if not self._can_follow(item.rule, item.ptr + 1):
                return
            new = Item(item.rule, item.ptr + 1, item.start)  # type: ignore[no-untyped-call]
            new.node = node_of(new)
            new.node.add_family(new.s, new.rule, start, item.node, ended)
            if new not in column:
                column.add(new)
                found(new)

        for item in column:
            found(item)
        while items:
            item = items.pop()
            if item.expect is None:
                if item.node is None:  # a rule of no words
                    item.node = node_of(item)
                    item.node.add_family(item.s, item.rule, item.start, None, None)
                    empty[item.s] = item.node
                for each in self._waiting[item.start].get(item.s, ()):
                    go_on(each, at, item.node)
                continue
            if item.expect not in predicted:
                predicted.add(item.expect)
                for rule in self._predicted(item.expect):
                    new = Item(rule, 0, at)  # type: ignore[no-untyped-call]
                    column.add(new)
                    found(new)
            if item.expect in empty:
                go_on(item, item.start, empty[item.expect])

    def _can_follow(self, rule: Rule, at: int) -> bool:
        """Return whether the next words can go on with a rule there, as far as they tell."""
        if not self.narrow:
            return True
        for word in self.vocabulary.ahead:
            if at == len(rule.expansion):
                return True
            symbol = rule.expansion[at]
            if symbol in self._nullable:
                return True
            if symbol not in self._symbols(word):
                return False
            if not symbol.is_term:
                return True
            at += 1
        return True

    def _symbols(self, kind: str) -> set[Symbol]:
        """Return the symbols that a kind of word can begin."""
        if kind not in self._begun:
            begun = {each for each in self.TERMINALS if each.name == kind}
            new = list(begun)
            while new:
                more = self._with.get(new.pop(), set()) - begun
                begun |= more
                new += more
            self._begun[kind] = begun
        return self._begun[kind]

    def _predicted(self, symbol: Symbol) -> list[Rule]:
        """Return the rules of a symbol that the next words can begin, or all."""
        if not self.narrow:
            return self.rules[symbol]
        key = symbol, *self.vocabulary.ahead
        if key not in self._beginning:
            every = self.rules[symbol]
            self._beginning[key] = [rule for rule in every if self._can_follow(rule, 0)]
        return self._beginning[key]


def _nullable(rules: list[Rule]) -> set[Symbol]:
    """Return the symbols that no word at all is read as."""
    found: set[Symbol] = set()
    while new := {rule.origin for rule in rules if found.issuperset(rule.expansion)} - found:
        found |= new
    return found
