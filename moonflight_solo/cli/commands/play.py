"""`moonflight play`, `score`, `resume`, `replay`, `coach` and `share`: games of a person."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Final

import click
from msgspec.structs import replace

from moonflight_solo.cli import args, completion
from moonflight_solo.cli.args import CountType, Words
from moonflight_solo.cli.game import setup
from moonflight_solo.cli.game.keyboard import Keyboard, is_there
from moonflight_solo.cli.game.lessons import FirstGame, first_game
from moonflight_solo.cli.game.replay_view import film
from moonflight_solo.cli.game.session import GameLoop
from moonflight_solo.cli.game.telling import Telling
from moonflight_solo.cli.loading import GivenGame
from moonflight_solo.cli.opponents import settings_given
from moonflight_solo.cli.output.markup import Page, put_page
from moonflight_solo.cli.output.terminal import Terminal, print_json
from moonflight_solo.cli.output.why import gain_in_words
from moonflight_solo.errors import MoonflightError, UsageError
from moonflight_solo.numbers import plural
from moonflight_solo.playtest.player_kinds import AI, AI_LEVEL, LADDER, LEVELS, split_seat
from moonflight_solo.recorded_games.decks import AIDeck, ai_deck
from moonflight_solo.recorded_games.replayed_game import ReplayedGame
from moonflight_solo.recorded_games.start import PERSON, GameStart, deck_of, open_record
from moonflight_solo.records import (
    CannotRecord,
    InUse,
    RecordFile,
    ReplayMismatch,
    read_record,
)
from moonflight_solo.records.file import line_of
from moonflight_solo.records.saved_games import UNRECORDED, command_line, find, save_name
from moonflight_solo.rules.catalogue import catalogue
from moonflight_solo.rules.game import Settings
from moonflight_solo.userfiles import write_file

MOST_MISTAKES: Final = 10
"""So many mistakes, and groups of them, are listed."""

_SHOWN = ("plain", "no_color")
"""The options that say nothing about the game."""


class NewGame(click.Command):
    """A command that takes Jacks by options, and says so when they are named without."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments; raises :class:`UsageError` for a name no option belongs to."""
        ctx.allow_extra_args = True
        alone = super().parse_args(ctx, args)
        if alone and not ctx.resilient_parsing:
            played: str | None = ctx.params["jack"]
            jack = played or alone[0]
            facing = [*ctx.params.get("against", ()), *alone[played is None :]]
            words = ["--jack", jack, *(["--against", ",".join(facing)] if facing else [])]
            raise UsageError(
                f'"{alone[0]}" comes without an option: --jack names the Jack you play'
                f"{', --against your opponents' if 'against' in ctx.params else ''}. Did you mean "
                f"{command_line(['moonflight', 'play' if facing else self.name or '', *words])}?"
            )
        return alone


@args.command(cls=NewGame)
def play(
    jack: str | None = args.jack,
    against: Words = args.several(
        "NAME",
        "The Jack you play against; for several, use commas or repeat it (also with the same "
        "Jack). NAME:greedy, NAME:random or NAME:search=50 is played by that player instead of "
        "its AI card, NAME:bot.py:Bot by a class of your own in that file.",
        shell_complete=completion.jacks,
        callback=args.split_names,
    ),
    level: int | None = args.number(
        f"How strong your opponents are: 1 to {len(LEVELS)}, where {AI_LEVEL} is an AI card. "
        f"{len(LEVELS) + 1} to {len(LADDER)} are played as {len(LEVELS)}.",
        1,
        len(LADDER),
    ),
    given: GivenGame = args.given(
        *("ai_files", "card_files", "edition", "rulings", "seed"),
        first=args.first("me, ai, a seat number (you are 1) or a Jack"),
    ),
    open_hands: bool = args.flag("Show everybody's hands."),
    teach: bool = args.teach,
    watch_file: bool = args.flag(
        "After each game, reload changed AI-card files, list the changes, and play again.",
    ),
    rounds: int | None = args.rounds,
    guided: bool = args.flag(
        "A guided first game that comments on the cards you hold, for about ten decisions.",
    ),
    source: str | None = args.word(
        "LINE|NAME|FILE",
        "Continue a saved or watched game, or one sent as a line of text. In a watched game, "
        "--jack names the Jack you take over.",
        names="--from",
    ),
    round: int | None = args.number("With --from: start at the beginning of this round."),
    screen: Terminal = args.person_screen,
) -> None:
    """Play a game against one or more AI cards.

    Without --jack and --against you are asked which Jack to play, and against which
    opponents. You can shorten names. In the game, type help to see what you can do.
    """
    if source is not None:
        _only("source", "the game that --from names", "round", "jack")
        GameLoop(Keyboard(screen)).play_from(source, round, jack or "")
        return
    if round is not None:
        raise UsageError("--round needs --from: name the game to continue.")
    keyboard = Keyboard(screen)
    if guided:
        _only("guided", "the guided game")
        _guide(keyboard)
        return
    split = [split_seat(name) for name in against]
    loaded = given.load([*[name for name, _ in split], *filter(None, [jack])])
    deck = ai_deck(loaded.cards, given.ai_files, given.ruling_choices, loaded.ai_cards)
    ask = setup.ask_jack if args.typed(*_SHOWN) else setup.ask_jack_or_game
    mine = loaded.jack(jack) if jack else ask(loaded.cards.suits, keyboard)
    if mine == setup.RESUME:
        _go_on(find(None), screen)
        return
    if mine == setup.FIRST:
        _guide(keyboard)
        return
    facing = [loaded.jack(name) for name, _ in split] or list(deck.cards)
    facing = facing or setup.ask_opponents(mine, deck, keyboard)
    by = _players(split, len(facing), level)
    followed = [each for at, each in enumerate(facing, 1) if at not in by]
    deck.refuse_unused(followed)
    jacks = (mine, *facing)
    settings = settings_given(replace(given, rounds=rounds), jacks, loaded.cards)
    start = partial(GameStart.new, by=by, open_hands=open_hands)
    files = setup.watched_files(deck, followed) if watch_file else {}
    loop = GameLoop(keyboard, not files and is_there(), teach)
    again: AIDeck | None = deck
    while again is not None and loop.play(start(settings, again)) is not None and files:
        again = setup.another_deck(again, files, keyboard)
        settings = replace(settings, seed=settings.seed + 1)


def _players(split: Sequence[tuple[str, str]], others: int, level: int | None) -> dict[int, str]:
    """Return who plays the seats without an AI card: the person, and programs as typed.

    Opponents without a player of their own play at ``level``.
    """
    usual = AI if level is None else LEVELS[min(level, len(LEVELS)) - 1].player
    played = [usual if player == AI else player for _, player in split] or [usual] * others
    return {0: PERSON} | {at: player for at, player in enumerate(played, 1) if player != AI}


def _only(own: str, what: str, *beside: str) -> None:
    """Raise :class:`UsageError` for any option, other than those named, that ``what`` already
    settles.
    """
    for parameter in args.typed(*_SHOWN, own, *beside):
        raise UsageError(f"{parameter.opts[0]} is fixed by {what}.")


def _guide(keyboard: Keyboard) -> None:
    game = first_game().game
    settings = Settings((game.jack, *game.against), game.seed, game.edition, first=game.first - 1)
    start = GameStart.new(settings, ai_deck(catalogue(game.edition), (), {}), {0: PERSON})
    GameLoop(keyboard).play(start, FirstGame(game.edition, keyboard.terminal.glyphs))


@args.command(cls=NewGame)
def score(
    jack: str | None = args.jack,
    given: GivenGame = args.given("card_files", "edition", "seed"),
    teach: bool = args.teach,
    rounds: int | None = args.rounds,
    screen: Terminal = args.person_screen,
) -> None:
    """Play alone in Score Mode, against the Turn and End stacks of eight tokens.

    Each round takes tokens from one of them, and the final score earns a rank.
    """
    loaded, keyboard = given.load(list(filter(None, [jack]))), Keyboard(screen)
    mine = loaded.jack(jack) if jack else setup.ask_jack(loaded.cards.suits, keyboard)
    settings = settings_given(replace(given, rounds=rounds), [mine], loaded.cards, score_mode=True)
    deck = ai_deck(loaded.cards, (), {}, loaded.ai_cards)
    GameLoop(keyboard, teach=teach).play(GameStart.new(settings, deck, {0: PERSON}))


# ---------------------------------------------------------------------- a recorded game


@args.command()
def resume(game: str | None = args.saved_game, screen: Terminal = args.person_screen) -> None:
    """Continue a game: the last unfinished one, or the one you name.

    Use a name from moonflight saves; it may be shortened. A finished game shows its End, where you
    can play it again, undo decisions or look back.
    """
    _go_on(find(game, "unfinished"), screen)


def _go_on(path: Path, screen: Terminal) -> None:
    warning = ""
    try:
        file = RecordFile.open(path)
    except InUse:
        raise
    except CannotRecord as error:
        file, warning = RecordFile.read(path), f" {error} {UNRECORDED}"
    with file:
        record, name = file.record, save_name(path)
        again = command_line(["moonflight", "replay", name])
        if not record.header.persons:
            raise MoonflightError(f"{name} was only watched; show it with {again}.")
        start = GameStart(record.header, deck_of(record.header, path))
        loop = GameLoop(Keyboard(screen))
        if record.ended is None:
            decided = plural(sum(not answer.auto for answer in record.answers), "decision")
            waiting = " Type redo to restore those you undid." if record.undone else ""
            loop.go_on(file, start, f"You are back, after {decided}.{waiting}{warning}")
            return
    following = loop.after(file, start)
    if following is not None:
        loop.go_on(*following)


@args.command()
def replay(
    game: str | None = args.argument(required=False, metavar="[NAME | FILE | LINE]"),
    step: bool | None = args.option(
        names="--step/--tell",
        default=None,
        help="Step through it with the table on the screen (the default on a terminal), or print "
        "it act by act.",
    ),
    why: bool = args.flag("Give the reason for each act of an AI card."),
    last: int | None = args.word(
        "ROUND", "Stop at the end of this round.", type=CountType(min=1), names="--to"
    ),
    open_hands: bool = args.flag("Show everybody's hidden cards."),
    screen: Terminal = args.person_screen,
) -> None:
    """Show a recorded game again, finished or not, with its notes.

    Takes a name from moonflight saves (you may shorten it), a file (such as one from moonflight
    watch --record) or a game as a line of text. Default: the last game played. On a terminal you
    step through it and can continue from any moment. With --why or --to, or without a terminal, it
    is printed act by act.
    """
    record, deck, path = open_record(game)
    try:
        if step if step is not None else not (why or last or screen.plain):
            seen = film(record, deck, open_hands=open_hands)
            GameLoop(Keyboard(screen)).step_through(seen)
            return
        played = ReplayedGame(record, deck)
        outcome = Telling(played, screen, why, open_hands, last=last).play()
    except ReplayMismatch as error:
        raise MoonflightError(f"{path}{record.place(error.answer)}: {error}") from None
    if record.ended and outcome and list(outcome.scores) != record.ended.scores:
        words = ", ".join(map(str, record.ended.scores))
        raise MoonflightError(f"{path}: the recorded scores are different: {words}.")


@args.command()
def coach(
    game: str | None = args.saved_game,
    html: Path | None = args.file_option(
        "Write a page with the course of the game, its luck and its skill."
    ),
    mistakes: bool = args.flag(
        "List the mistakes of all saved games reviewed so far, most expensive first."
    ),
    screen: Terminal = args.answer,
) -> None:
    """Review one of your games: the cost of your acts, better ones, and the reasons.

    Reviews the last finished game, or the one you name as for moonflight replay. Compares each of
    your acts and answers with the best one found, in games
    simulated from there with the hidden cards dealt afresh. Each mistake is printed as soon as it
    is found. Takes about a minute and uses all processors; press Ctrl-C to stop and see the
    results so far.
    """
    if mistakes:
        if game is not None or html is not None:
            raise UsageError("--mistakes is about all games; give it without a game and --html.")
        _tell_mistakes(screen)
        return
    from moonflight_solo.cli.game.coaching import review_game  # slow to import

    path = _game_path(game)
    record = read_record(path)
    tell = (lambda _: None) if screen.as_json else screen.say
    review = review_game(record, deck_of(record.header, path), path, tell)
    if html is not None:
        write_file(html, review.page())
    if screen.as_json:
        print_json(review.answer())
        return
    review.conclude(screen)
    if html is not None:
        screen.say(f"The page is {html}.")


def _tell_mistakes(screen: Terminal) -> None:
    """Print the mistakes of all games whose review is kept; those in Score Mode are in points."""
    from moonflight_solo.cli.answers.career_answers import MistakeAnswer
    from moonflight_solo.coach import kept_reviews as kept

    games = kept.kept_reviews()
    mistakes = [(game.game, one) for game in games for one in game.mistakes]
    mistakes.sort(key=lambda each: (each[1].alone, -each[1].cost.value))
    if screen.as_json:
        print_json([MistakeAnswer.of(each, game=game) for game, each in mistakes])
        return
    against = [each for _, each in mistakes if not each.alone]
    ways = {"Your act": kept.kind_of_mistake, "Better act": kept.better_decision}
    put_page(
        "mistakes",
        Page(screen),
        games=len(games),
        made=mistakes,
        tables=[(heading, kept.grouped_mistakes(against, way)) for heading, way in ways.items()],
        most=MOST_MISTAKES,
        cost=lambda each: gain_in_words(each.cost, alone=each.alone),
    )


def _game_path(game: str | None) -> Path:
    """Return the named game; by default the finished one last played, else the last one."""
    try:
        return find(game, "finished")
    except MoonflightError:
        return find(game)


@args.command()
def share(game: str | None = args.saved_game, screen: Terminal = args.screen) -> None:
    """Print a game as one line of text, to send to somebody.

    Prints the last game you played, or the one you name. moonflight play --from LINE continues it,
    and moonflight replay LINE shows it.
    """
    record, _, _ = open_record(game)
    click.echo(line_of(record))
