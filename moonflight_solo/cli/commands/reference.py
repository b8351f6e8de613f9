"""`moonflight card`, `cards`, `rules` and `rank`: looking up what is printed.

Imports are inside the commands, so that each loads only what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from moonflight_solo import scoremode
from moonflight_solo.cli import completion, options
from moonflight_solo.cli.options import Integer, Words

if TYPE_CHECKING:
    from moonflight_solo.cli.loading import GivenGame
    from moonflight_solo.cli.output.terminal import Terminal


@click.command()
@click.argument("name", nargs=-1, required=True, shell_complete=completion.card_words)
@options.flag("--code", "Also show each end as the Python that plays it.")
@options.given("card_files", "edition")
@options.answer
def card(name: Words, code: bool, given: GivenGame, screen: Terminal) -> None:
    """Show the card called NAME at both ends.

    You can shorten the name, or give any of its words, as long as only one card matches.
    """
    from moonflight_solo.cli.answers.card_answers import card_answer
    from moonflight_solo.cli.loading import find_card
    from moonflight_solo.cli.output import printed as page
    from moonflight_solo.cli.output.terminal import print_json

    cards = given.load().cards
    found_card = find_card(" ".join(name), cards)
    if screen.as_json:
        print_json(card_answer(found_card))
        return
    page.show_card(found_card, screen)
    if code:
        from moonflight_solo.ai_cards.written_acts import written_acts

        for end in (found_card, found_card.flipped):
            acts = written_acts(cards.game_cards(tuple(cards.suits)), end.turned, "move")
            none = [f"{end.name} is followed instruction by instruction, not as one function."]
            screen.say_all(acts.code(end) or none)


@click.command()
@click.argument("jack", nargs=-1, shell_complete=completion.jack_or_subcommand)
@options.given("card_files", "edition")
@options.answer
def cards(jack: Words, given: GivenGame, screen: Terminal) -> None:
    """List all cards, or those of one JACK: both ends, before / after the Turn.

    JACK may also be the file or folder of a Jack of your own.
    """
    from moonflight_solo.cli.answers.card_answers import card_answer
    from moonflight_solo.cli.loading import all_cards
    from moonflight_solo.cli.output import printed as page
    from moonflight_solo.cli.output.terminal import print_json

    words = " ".join(jack)
    loaded = given.load([words] if jack else [])
    listed = all_cards(loaded.cards)
    if jack:
        suit = loaded.jack(words)
        listed = [each for each in listed if each.suit == suit]
    if screen.as_json:
        print_json([card_answer(each) for each in listed])
    else:
        page.list_cards(listed, screen)


@click.command()
@click.argument("topic", nargs=-1, shell_complete=completion.topics)
@options.edition
@options.screen
def rules(topic: Words, edition: str, screen: Terminal) -> None:
    """Explain a TOPIC: a rule, a keyword, a phase or a way to play. Without one, list them all.

    You can shorten the name. The rulings on the topic are shown below its text. You can also ask
    for a ruling by its id, such as A-tie.
    """
    from moonflight_solo.cli.output.printed import show_rule, show_topics
    from moonflight_solo.guide import guide

    if topic:
        show_rule(" ".join(topic), edition, screen)
    else:
        show_topics(guide(edition), screen)


# A score may be negative: -3 is a number here, not an option.
@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("score", type=Integer())
@options.json
@options.look
def rank(score: int, as_json: bool, plain: bool, no_color: bool) -> None:
    """Show the rank that SCORE earns at the end of a game in Score Mode.

    Always printed as plain text.
    """
    earned = scoremode.rank(score)
    if as_json:
        from moonflight_solo.cli.answers.card_answers import RankAnswer
        from moonflight_solo.cli.output.terminal import print_json

        print_json(RankAnswer.of(earned, score=score, rank=earned.name))
        return
    click.echo(f"{earned.name} ({earned.scores})")
    click.echo(earned.saying)
