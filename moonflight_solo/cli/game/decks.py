"""What is left in the Draw Decks, as far as a player knows it by counting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from moonflight_solo.numbers import plural
from moonflight_solo.rules.redealing import hidden_places, mixes
from moonflight_solo.rules.state import Card, Seat, Table

COUNTED = "You could work this out by remembering which cards were drawn, bought and lost."


def deck_lines(table: Table, seat: Seat) -> Iterator[str]:
    """Yield what is in one's own Draw Deck, with the chance of each card to be the next, and where
    an opponent's unseen cards are.
    """
    groups = list(hidden_places(table, seat, mixes(table.cards)))
    for each in (seat, *seat.opponents):
        group = next(g for g in groups if any(place is each.draw_deck for place in g))
        cards = Counter(card for place in group for card in place)
        own, left = each is seat, len(each.draw_deck)
        whose = "Your" if own else f"{table.title(each.number)}:"
        if not left:
            yield f"{whose} Draw Deck: empty; the Discard Stack is shuffled when a card is drawn."
            continue
        apart = [f"{len(each.hand)} in hand"] * (not own) + [f"{left} in the Draw Deck"]
        settled = sum(map(len, group)) - left - (0 if own else len(each.hand))
        apart += [f"{settled} elsewhere"] * (settled > 0)
        if own and not settled:
            said = f"Your Draw Deck, {plural(left, 'card')}, with the chance that each comes next"
        else:
            said = f"{whose} {plural(cards.total(), 'unseen card')}, {' and '.join(apart)}"
        yield f"{said}: {_listed(cards, left if own else 0)}."
        if own and table.turned:
            scoring = sum(n for card, n in cards.items() if card.score)
            yield (
                f"There is a {scoring / cards.total():.0%} chance that the top card scores, which "
                '"Trash 1 from Draw Deck" would Trash.'
            )
    yield COUNTED


def _listed(cards: Counter[Card], left: int) -> str:
    """List cards, those that score most first, with the chance of each to be drawn next."""
    ordered = sorted(cards.items(), key=lambda each: (-each[0].high_score, each[0].name))
    return ", ".join(
        f"{card.name}{f' ×{n}' if n > 1 else ''}{f' {n / cards.total():.0%}' if left else ''}"
        for card, n in ordered
    )
