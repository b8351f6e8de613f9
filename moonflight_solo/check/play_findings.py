"""Findings on an AI card's own play: retained cards it never has, points played away, omissions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from moonflight_solo.ai_cards.card import AICard, AILine
from moonflight_solo.ai_cards.context import IN_HAND, SOME, Basis, CompileContext, with_phrases
from moonflight_solo.ai_cards.lines import CompiledLine
from moonflight_solo.ai_cards.player import Explanation
from moonflight_solo.check.finding import Finding, standard_finding
from moonflight_solo.check.reachability.side import SideProver, explain_at, none_of, witness
from moonflight_solo.numbers import plural
from moonflight_solo.rules.acts import Play
from moonflight_solo.rules.requirements import requirement as r
from moonflight_solo.rules.requirements.selectors import Kinds
from moonflight_solo.rules.state import Card
from moonflight_solo.scenario import Expectation, Scenario
from moonflight_solo.wording import ast
from moonflight_solo.wording.english import english, say
from moonflight_solo.wording.phrase_english import item
from moonflight_solo.wording.walk import every_node, nodes_of


def play_findings(sides: Iterable[SideProver]) -> list[Finding]:
    """Return the findings on both sides of an AI card."""
    findings: list[Finding] = []
    for side in sides:
        findings += [
            _never_retained(side, line, _needed_in_hand(side, line))
            for line in never_kept_lines(side)
        ]
        findings += _played_away(side)
    return findings


def with_ruled_tables(findings: list[Finding], sides: Iterable[SideProver]) -> list[Finding]:
    """Add a table on which it is followed to each line settled by a ruling on what it does.

    Of several such findings on a line without readings, the last gets it.
    """
    ruled = [each for each in findings if each.code == "settled-by-ruling" and not each.readings]
    lines = {line.line.printed.text: (side, line) for side in sides for line in side.lines}
    last = {each.text: each for each in ruled if each.text in lines}
    tables = {id(each): _table_of(*lines[text]) for text, each in last.items()}
    return [replace(each, table=tables.get(id(each)) or each.table) for each in findings]


def _table_of(side: SideProver, line: CompiledLine) -> Scenario | None:
    """Return a small table on which a line is followed."""
    reached = r.both(line.requirement, side.looked_at(line))
    table = witness(side, reached, lambda explanation, _: explanation.line == line.number)
    explanation = None if table is None else explain_at(side, table)
    if table is None or explanation is None:
        return None
    return table.but(expect=Expectation(explanation.line, notation=explanation.notation))


# -------------------------------------------------------------------------------- never kept


def never_kept_lines(side: SideProver) -> list[AILine]:
    """Return the Reset lines of a side that provably never retain a card.

    Reset begins once all have passed in a row ("Action"), so the hand is as it was when this player
    passed: no line before its "Pass" could be followed.
    """
    triggers = (when for card in side.counts.kinds for when in nodes_of(card.meaning, ast.When))
    if any(trigger.verb == "move" for trigger in triggers):
        return []  # a card that leaves play first may bring others to the hand
    passes = [line for line in side.lines if isinstance(line.line.meaning.act, ast.PassAct)]
    ends = [r.both(line.requirement, side.looked_at(line)) for line in passes]
    ends.append(none_of(side.lines))
    return [
        line
        for line in side.card.reset_lines(side.context.turned)
        if isinstance(line.meaning.act, ast.Retain)
        and all(side.never(end, _needed_in_hand(side, line)) for end in ends)
    ]


def _needed_in_hand(side: SideProver, line: AILine) -> r.Count:
    """Return the requirement that a card the line retains is in hand."""
    act = line.meaning.act
    assert isinstance(act, ast.Retain)
    return side.context.in_hand(side.context.any_of(act.cards.options))


def _never_retained(side: SideProver, line: AILine, in_hand: r.Count) -> Finding:
    """Return the finding, naming the line before "Pass" that empties the hand of such cards."""
    by = next((one for one in side.lines if side.never(in_hand, r.Not(one.requirement))), None)
    assert isinstance(line.meaning.act, ast.Retain)
    names = [name for option in line.meaning.act.cards.options for name in option.names]
    case, more = "passed", dict[str, Any](certainty="proved")
    if by is not None:
        act = by.line.meaning.act
        case = "spared" if names and isinstance(act, ast.PlayAct) else "played"
        spared = " or ".join(f'"{name}"' for name in names)
        more |= {"number": by.number, "act": say(act), "spared": spared}
    return standard_finding("never-kept", line.printed, case=case, **more)


# ------------------------------------------------------------------------ points played away


def _played_away(side: SideProver) -> Iterator[Finding]:
    """Yield each post-Turn line that plays scoring cards without mentioning scores.

    The first phrase that does so is told. A card it names is another matter than one it happens to
    find, but its points are gone as well.
    """
    scoring = frozenset(card for card in side.counts.kinds if card.score)
    for line in side.lines if side.context.turned else ():
        act = line.line.meaning.act
        if not isinstance(act, ast.PlayAct):
            continue
        loses = {
            cards: side.context.any_of([cards]) & scoring
            for cards in act.cards.options
            if not _minds_scores(cards, line.line.meaning)
        }
        phrase = next((cards for cards, lost in loses.items() if lost), None)
        if phrase is None:
            continue
        table = _table_played_away(side, line, frozenset().union(*loses.values()))
        if table is not None:
            named = sorted(loses[phrase], key=lambda card: card.name) if phrase.names else []
            points = " or ".join(f"{card.name} ({plural(card.score, 'point')})" for card in named)
            yield standard_finding(
                "score-played-away",
                line.line.printed,
                phrase.span,
                case="named" if named else "any",
                points=points,
                instead="" if named else _sparing(line.line.meaning, phrase),
                table=table,
            )


def _minds_scores(phrase: ast.Cards, line: ast.Line) -> bool:
    """Return whether a phrase is about scores; one that names cards is if any of its line is."""
    return any(map(_speaks_of_score, every_node(line) if phrase.names else [phrase]))


def _table_played_away(side: SideProver, line: CompiledLine, cards: Kinds) -> Scenario | None:
    """Return a table on which a line plays one of these cards."""

    def shows(explanation: Explanation, _: Scenario) -> bool:
        act = explanation.act
        return explanation.line == line.number and isinstance(act, Play) and act.card in cards

    in_hand = r.Count(IN_HAND, cards, SOME, says="")
    return witness(side, r.both(line.requirement, side.looked_at(line), in_hand), shows)


def _sparing(line: ast.Line, phrase: ast.Cards) -> str:
    """Return the words of a line that spares the scoring cards among those of a phrase."""
    spared = replace(phrase, score=ast.Range(0, 0))
    act = with_phrases(line.act, lambda cards: spared if cards == phrase else cards)
    return english(replace(line, act=act))


def _speaks_of_score(part: object) -> bool:
    """Return whether a part asks for scores: in all, of a card, or for the highest or lowest."""
    if isinstance(part, ast.Has):
        return part.total is not None
    if not isinstance(part, ast.Cards):
        return False
    return part.score is not None or (part.extreme is not None and part.extreme.of == "score")


# --------------------------------------------------------------------- omissions and repetitions


def omission_findings(card: AICard, basis: Basis) -> Iterator[Finding]:
    """Yield what ``card``, all of whose lines are settled, omits or says twice."""
    yield from _missing_side(card)
    for line in card.lines:
        yield from _named_twice(line)
    yield from _never_bought(card, basis.context(card.jack, turned=False))


def _missing_side(card: AICard) -> Iterator[Finding]:
    """Yield that a card with lines for before the Turn has none for after it, or the reverse."""
    before, after = (card.side(turned, "action") for turned in (False, True))
    if bool(before) == bool(after):
        return
    when = "after the Turn" if before else "before the Turn"
    line = (before or after)[-1]
    yield standard_finding("missing-side", line.printed, when=when)


def _named_twice(line: AILine) -> Iterator[Finding]:
    """Yield repeated items of a list: they have been tried by then."""
    for options in nodes_of(line.meaning, ast.FirstOf):
        earlier: list[ast.Cards] = []
        for cards in options.options:
            if cards in earlier:
                yield standard_finding("named-twice", line.printed, cards.span, item=item(cards))
            earlier.append(cards)


def _never_bought(card: AICard, context: CompileContext) -> Iterator[Finding]:
    """Yield each card that a line plays by name but that no Shop line would ever buy.

    Only for cards of the Jack's own suit, and AI cards that Shop by name or kind.
    """
    bought = [line.meaning.act for line in card.lines if isinstance(line.meaning.act, ast.ShopAct)]
    kinds = context.names.suits[card.jack].kinds
    if not bought or any(act.cards is None for act in bought):
        return
    options = [option for act in bought if act.cards for option in act.cards.options]
    # Before the Turn, "the highest" may be any of them.
    sold = [context.all_of(context.lower.kinds(option)) for option in options]
    reported: set[Card] = set()
    for line in card.lines:
        if not isinstance(line.meaning.act, ast.PlayAct):
            continue
        named = [name for cards in line.meaning.act.cards.options for name in cards.names]
        for name in (each for each in named if isinstance(each, ast.Name)):
            played = context.names.card(name, line.printed.turned)
            is_new = (played in kinds or played.flipped in kinds) and played not in reported
            reported.add(played)
            if is_new and not any(played in each or played.flipped in each for each in sold):
                yield standard_finding("never-bought", line.printed, name.span, name=name)
