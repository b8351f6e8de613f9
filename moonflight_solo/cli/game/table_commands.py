"""The commands at the table besides acts and answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from moonflight_solo.ai_cards.player import AICardPlayer
from moonflight_solo.ai_cards.reset_lines import step_of
from moonflight_solo.ai_cards.targeting import silent_ruling
from moonflight_solo.cli.game.menu import Command, Menu, last_of, stoppable
from moonflight_solo.cli.game.narrator import Narrator
from moonflight_solo.cli.loading import all_cards, find_card
from moonflight_solo.cli.output.printed import list_cards, show_rule, show_topics
from moonflight_solo.cli.output.sentences import points_lines, standing_lines
from moonflight_solo.cli.output.terminal import Terminal
from moonflight_solo.cli.output.view import LogLine, View, view
from moonflight_solo.cli.output.why import said_of, show_advice, show_forecast, show_why
from moonflight_solo.errors import MoonflightError
from moonflight_solo.guide import guide
from moonflight_solo.recorded_games.decks import AIDeck
from moonflight_solo.rules.catalogue import plain
from moonflight_solo.rules.notation import labels
from moonflight_solo.rules.state import Act, Card, Question, Seat, Table

if TYPE_CHECKING:  # slow to import
    from moonflight_solo.coach.advice import Advice

BRACKETS: Final = str.maketrans("", "", "()")
_ACTS: Final = (
    (
        "NUMBER",
        "take that act or give that answer; 1 1 3 takes three acts; 0 passes or answers none",
    ),
    ("NUMBER?", "read the card with that number; NAME? reads any card in sight; q closes it"),
    ("play CARD", "play a card; names may be shortened: pl bu"),
    ("spend CARD with CARD", "pay for an ability of a card in play"),
    ("shop CARD, CARD, ...", "one card, or several of your own suit in one act; shop 13, 12"),
    ("build CARD on CARD, ...", "Set one or several cards, once a round; 1 on 41, or 1 2 on 41"),
    ("pass", "do nothing; when all pass in a row, Reset comes"),
    ("ANSWER; ANSWER", "answer all Reset questions in one line; a lone ; accepts those shown"),
)


class Quit(Exception):
    """Raised when the player leaves the game."""


class TableCommands(Menu):
    """The commands of one person's game, which print and change nothing in the game.

    ``narrator`` supplies the table, the viewpoint, the log and the AI cards' reasons; ``deck`` the
    AI cards to ask for advice; ``wait`` tells the person that an answer takes a while. ``kept``
    returns how the game is saved and resumed. ``asked`` is the question being put to the person,
    ``numbers`` what to type for acts, and ``place`` the order of the cards in hand.
    """

    def __init__(
        self, terminal: Terminal, narrator: Narrator, deck: AIDeck, *more: Command
    ) -> None:
        self.wait: Callable[[str], None] = partial(terminal.say, style="dim")
        self.narrator = narrator
        self.deck = deck
        self.kept: Callable[[], str] = str
        self.asked: Question | None = None
        self.numbers: dict[Act, int] = {}
        self._advice: dict[int, Advice] = {}  # by how much had happened
        self.place: Callable[[Card], int] = lambda card: 0
        super().__init__(
            terminal,
            Command(
                "why [WHO] [all]",
                "why an AI player took its last act",
                self._why,
                lambda: map(self.table.title, narrator.players),
            ),
            Command("next", "what your opponents may do next, judging by what you see", self._next),
            Command(
                "hint [card] [all]",
                "the best act found; hint card: what your Jack's AI card would do",
                self._hint,
                lambda: ("card", "card all"),
            ),
            Command("look [STACK]", "look through any face-up Stack", self._look, self._stacks),
            Command(
                "deck",
                "the cards left in your Draw Deck, and your chance of drawing each",
                self._deck,
            ),
            Command("log [NUMBER]", "the last 20 lines of the log, or NUMBER of them", self._log),
            *more,
            Command("rules [TOPIC]", "all topics, one topic, or a ruling by its id", self._rules),
            Command("cards [JACK]", "the cards of this game", self._cards, self._jacks),
            Command("ai [JACK]", "an AI card as it is printed", self._ai, self._jacks),
            Command("jacks", "the text of every Jack, at both ends; also j", self._characters),
            Command("score", "the scores so far", self._score),
            Command("save", "where the game is saved", self._save),
            Command("help", "this list; also ?", self._help),
            Command("quit", "leave the game", self._quit),
        )
        if not narrator.players:  # alone, in Score Mode
            del self.commands["why"], self.commands["next"]

    @property
    def table(self) -> Table:
        """The table of this game."""
        return self.narrator.table

    @property
    def seat(self) -> Seat:
        """The person's seat."""
        return self.table.seats[self.narrator.viewer or 0]

    def view(self) -> View:
        """Return the table as the player may see it."""
        question = self.asked if self.narrator.in_reset else None
        open_hands = self.narrator.open_hands
        seen = view(self.table, self.seat.number, open_hands=open_hands, asked=question)
        *others, me = seen.seats
        hand = tuple(sorted(me.hand or (), key=self.place))
        return replace(seen, seats=(*others, replace(me, hand=hand)))

    def tell(self, lines: Sequence[LogLine]) -> None:
        """Print log lines."""
        for line in lines:
            self.terminal.say(line.words, "dim" if line.kind == "pass" else "")

    # -- completions

    def _stacks(self) -> Iterable[str]:
        return [pile.title for pile in self.view().piles()]

    def _jacks(self) -> Sequence[str]:
        return list(dict.fromkeys(seat.jack for seat in self.table.seats))

    def card_names(self) -> Iterable[str]:
        """Return the name of either end of every card."""
        cards = all_cards(self.deck.catalogue)
        return [end.name for card in cards for end in (card, card.flipped)]

    # -- reasons and advice

    def _why(self, rest: str) -> None:
        rest, whole = _without_all(rest)
        titles = {number: self.table.title(number) for number in self.narrator.players}
        asked_for = [number for number, title in titles.items() if not rest or _fits(rest, title)]
        if not asked_for:
            choices = ", ".join(titles.values())
            raise MoonflightError(f'no AI player is called "{rest}". Choose from: {choices}.')
        acted = [line.seat for line in self.narrator.history if line.seat in asked_for]
        last = self.narrator.reasons.get(acted[-1]) if acted and acted[-1] is not None else None
        if last is None:
            raise MoonflightError("no AI player has acted yet.")
        why = said_of(last.explanation, "its")
        show_why(why, last.heading, self.terminal, whole=whole, more="why all")

    def _next(self, rest: str) -> None:
        from moonflight_solo.coach.advice import forecast  # slow to import

        followed = [
            (self.table.seats[at], player)
            for at, player in self.narrator.players.items()
            if isinstance(player, AICardPlayer)
        ]
        if not followed:
            raise MoonflightError("nobody here follows an AI card.")
        for other, player in followed:
            seen_by = other if self.narrator.open_hands else self.seat
            acts = forecast(self.table, seen_by, other, player)
            show_forecast(acts, self.table.title(other.number), self.terminal)

    def _hint(self, rest: str) -> None:
        rest, whole = _without_all(rest)
        table, seat = self.table, self.seat
        if rest and not "card".startswith(rest.casefold()):
            raise MoonflightError('type "hint", "hint card" or "hint card all".')
        if not rest and not whole and self.asked is None:
            # Slow to import.
            from moonflight_solo.coach.advice import advise

            if len(self.narrator.history) not in self._advice:
                self.wait("Looking ahead; press Ctrl-C to stop ...")
                policies = self.deck.policies([each.jack for each in table.seats], seat.number)
                with stoppable("no hint: you stopped it."):
                    self._advice[len(self.narrator.history)] = advise(table, seat, policies, 0)
            advice = self._advice[len(self.narrator.history)]
            show_advice(advice, table, seat, self.terminal, self.numbers)
        elif self.asked is not None:
            self._advise(self.asked)
        else:
            explanation = said_of(self._adviser().explain(table, seat), "your")
            heading = f"Your Jack's AI card would: {explanation.notation}"
            show_why(explanation, heading, self.terminal, whole=whole, more="hint card all")

    def _adviser(self) -> AICardPlayer:
        adviser = self.deck.adviser(self.seat.jack)
        if adviser is None:
            raise MoonflightError(f"{self.seat.jack} has no AI card to ask.")
        return adviser

    def _advise(self, question: Question) -> None:
        """Print what the player's own AI card would answer, by which lines or ruling."""
        adviser, names = self._adviser(), labels(question, self.table, self.seat)
        chosen = adviser.choose(self.table, self.seat, question)
        answer = ", ".join(names[index] for index in chosen) or "none"
        self.terminal.say(f"Your Jack's AI card would answer: {answer}", "bold")
        edition, every = self.table.edition, adviser.card.reset_lines(self.table.turned)
        asked_in = {"retain": edition.step("retain cards"), "cover": edition.step("cover")}
        step = asked_in.get(question.ask)
        lines = [line for line in every if step_of(line.meaning.act, edition) == step]
        self.terminal.say_all(f"Reset {line.number}  {line.words}" for line in lines)
        if not lines:
            ruling = silent_ruling(question)
            why = f" (ruling {ruling})" if ruling else ""
            self.terminal.say(f"No line of the card covers this{why}.")

    # -- the table and the log

    def _look(self, rest: str) -> None:
        piles = self.view().piles()
        if not rest:
            self.terminal.say(
                'Face-up Stacks; type "look" and the first letters of a name, such as "look trash":'
            )
            self.terminal.say_all(f"  {pile.title}: {len(pile.cards)}" for pile in piles)
            return
        whose, _, which = rest.partition(" ")
        own = whose.casefold() in ("me", "my", "mine", "own")
        title = f"{self.table.title(self.seat.number)} {which}" if own else rest
        piles_meant = [pile for pile in piles if _fits(title, pile.title)]
        if not piles_meant:
            raise MoonflightError(
                f'no face-up Stack is called "{rest}"; type "look" for all of them.'
            )
        for pile in piles_meant:
            cards = ", ".join(card.name for card in pile.cards)
            self.terminal.say(f"{pile.title}{', top first' if cards else ''}: {cards or 'empty'}.")

    def _deck(self, rest: str) -> None:
        from moonflight_solo.cli.game.card_counting import deck_lines  # slow to import

        self.terminal.say_all(deck_lines(self.table, self.seat))

    def card(self, name: str) -> Card:
        """Return the card called ``name``, pre-Turn end up; raises for none or several."""
        if not name:
            raise MoonflightError('which card? Type "card" and its name.')
        return find_card(name, self.deck.catalogue)

    def card_in_sight(self, name: str) -> Card:
        """Return the only card in sight whose name starts with ``name``, else as `card` does."""
        cards = self.view().in_sight()
        begun = {id(card): card for card in cards if plain(card.name).startswith(plain(name))}
        return next(iter(begun.values())) if len(begun) == 1 else self.card(name)

    def _log(self, rest: str) -> None:
        self.tell(last_of(self.narrator.history, rest))

    def _score(self, rest: str) -> None:
        view = self.view()
        if view.standing is not None:
            self.terminal.say_all(standing_lines(view.standing))
        self.terminal.say_all(points_lines(view))

    # -- printed matter

    def _rules(self, rest: str) -> None:
        edition = self.table.edition.edition
        if rest:
            show_rule(rest, edition, self.terminal, self.deck.rulings.switched)
        else:
            show_topics(guide(edition), self.terminal, "rules TOPIC, such as rules quick")

    def _cards(self, rest: str) -> None:
        jacks, catalogue = self._jacks(), self.deck.catalogue
        if rest and catalogue.jack(rest) not in jacks:
            raise MoonflightError(f"{catalogue.jack(rest)} is not in this game.")
        cards = catalogue.cards_for(jacks)
        if rest:
            cards = [card for card in cards if card.suit == catalogue.jack(rest)]
        list_cards(cards, self.terminal)

    def _ai(self, rest: str) -> None:
        words = rest.removeprefix("show").strip()
        others = [opponent.jack for opponent in self.seat.opponents]
        jack = self.deck.catalogue.jack(words) if words else next(iter(others), self.seat.jack)
        card = self.deck.card(jack)
        self.terminal.say(card.title, "bold")
        self.terminal.say_all(card.printed.splitlines())

    def _characters(self, rest: str) -> None:
        for opponent in (self.seat, *self.seat.opponents):
            card = opponent.character.card
            one, other = (f'{end.name}, "{end.words}"' for end in (card, card.flipped))
            self.terminal.say(f"{self.table.title(opponent.number)}: {one}; other end {other}.")

    # -- the game itself

    def _save(self, rest: str) -> None:
        self.terminal.say(f"Every answer is saved as you give it. {self.kept()}")

    def _help(self, rest: str) -> None:
        glyphs = self.terminal.glyphs
        signs = (
            f"{glyphs.coin} cost, {glyphs.scores} scores now, {glyphs.will_score} scores after the "
            f"Turn, both beside a player for all their cards, {glyphs.becomes} becomes, "
            f"{glyphs.times} copies, + cards below, "
            f"{glyphs.settled} Set on it, {glyphs.new} new, {glyphs.first} First Player, "
            "[5] the line an AI card followed"
        )
        self.help(_ACTS, signs)

    def _quit(self, rest: str) -> None:
        raise Quit


def _without_all(rest: str) -> tuple[str, bool]:
    """Split a trailing "all" off a command's arguments; return the rest and whether it was
    there.
    """
    words = rest.split()
    whole = bool(words) and words[-1].casefold() == "all"
    return " ".join(words[:-1] if whole else words), whole


def _fits(name: str, title: str) -> bool:
    """Return whether each word in ``name`` abbreviates a word of the title, in order."""
    parts, words = (plain(each.translate(BRACKETS)).split() for each in (name, title))
    words_left = iter(words)
    return all(any(word.startswith(part) for word in words_left) for part in parts)
