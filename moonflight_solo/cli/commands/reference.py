"""`moonflight card`, `cards`, `rules` and `rank`: looking up what is printed.

Imports are inside the commands, so that each loads only what it needs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from moonflight_solo import scoremode
from moonflight_solo.cli import args, completion
from moonflight_solo.cli.args import Integer, Words

if TYPE_CHECKING:
    from moonflight_solo.cli.loading import GivenGame
    from moonflight_solo.cli.output.terminal import Terminal


@args.command()
def card(
    name: Words = args.argument(nargs=-1, required=True, shell_complete=completion.card_words),
    code: bool = args.flag("Also show each end as the Python that plays it."),
    given: GivenGame = args.given("card_files", "edition"),
    screen: Terminal = args.answer,
) -> None:
    """Show the card called NAME at both ends.

    You can shorten the name, or give any of its words, as long as only one card matches.
    """
    from moonflight_solo.cli.loading import find_card
    from moonflight_solo.cli.output import printed as page
    from moonflight_solo.cli.output.terminal import print_json

    cards = given.load().cards
    found_card = find_card(" ".join(name), cards)
    if screen.as_json:
        print_json(page.card_answer(found_card))
        return
    page.show_card(found_card, screen)
    if code:
        from moonflight_solo.ai_cards.written_acts import written_acts

        for end in (found_card, found_card.flipped):
            acts = written_acts(cards.game_cards(tuple(cards.suits)), end.turned, "move")
            none = [f"{end.name} is followed instruction by instruction, not as one function."]
            screen.say_all(acts.code(end) or none)


@args.command()
def cards(
    jack: Words = args.argument(nargs=-1, shell_complete=completion.jack_or_subcommand),
    given: GivenGame = args.given("card_files", "edition"),
    screen: Terminal = args.answer,
) -> None:
    """List all cards, or those of one JACK: both ends, before / after the Turn.

    JACK may also be the file or folder of a Jack of your own.
    """
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
        print_json([page.card_answer(each) for each in listed])
    else:
        page.list_cards(listed, screen)


@args.command()
def rules(
    topic: Words = args.argument(nargs=-1, shell_complete=completion.topics),
    edition: str = args.edition,
    screen: Terminal = args.screen,
) -> None:
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
@args.command(context_settings={"ignore_unknown_options": True})
def rank(
    score: int = args.argument(type=Integer()),
    as_json: bool = args.json,
    plain: bool = args.plain,
    no_color: bool = args.no_color,
) -> None:
    """Show the rank that SCORE earns at the end of a game in Score Mode.

    Always printed as plain text.
    """
    earned = scoremode.rank(score)
    if as_json:
        from moonflight_solo.cli.output.printed import RankAnswer
        from moonflight_solo.cli.output.terminal import print_json

        print_json(RankAnswer.of(earned, score=score, rank=earned.name))
        return
    click.echo(f"{earned.name} ({earned.scores})")
    click.echo(earned.saying)
