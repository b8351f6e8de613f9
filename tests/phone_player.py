"""Games of which each act is followed on the page for a phone, by clicking its buttons."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from browser import Browser
from by_hand_player import Agreement, FollowedByHand, counted, truth

from moonflight_solo.ai_cards.card import AICard
from moonflight_solo.ai_cards.context import Basis
from moonflight_solo.by_hand.follower import ByHand, HandSession, JackAct
from moonflight_solo.by_hand.phone_page import phone_page
from moonflight_solo.rules.catalogue import Catalogue
from moonflight_solo.rules.game import Settings, play, set_up
from moonflight_solo.rules.rulings import printed_rulings
from moonflight_solo.rules.state import Seat, Table

RULINGS = printed_rulings()


class _Recorded(FollowedByHand):
    """Notes what a person clicks and is shown; all Jacks share a session and its ``steps``."""

    def __init__(
        self, seat: int, session: HandSession, steps: list[Any], cards: Catalogue, heard: Agreement
    ) -> None:
        super().__init__(session.jacks[seat].card, cards, RULINGS, heard)
        self._seat, self._session, self._steps = seat, session, steps

    def _tell_what_moved(self, table: Table, seat: Seat) -> None:
        turned, rounds = self._session.state.turned, sum(step == "reset" for step in self._steps)
        if table.turned and not turned:
            self._session.turn()
            self._steps.append("turn")
        for _ in range(rounds + 1, table.round):
            self._session.reset()
            self._steps.append("reset")
        before = self._hand, self._play
        super()._tell_what_moved(table, seat)
        self._session.begin(self._seat)
        moved = None
        if not self._session.state.ready:
            hand, play = counted(seat)
            come, gone = bool(hand - before[0]), bool(before[0] - hand)
            changed = play != before[1]
            self._session.record_changes(come=come, gone=gone, play=changed)
            moved = "n" * come + "l" * gone + "p" * changed
        self._steps.append({"jack": self._seat, "moved": moved, "asked": [], "act": ""})

    def _asked(self, table: Table, seat: Seat) -> JackAct:
        step = self._steps[-1]
        while not isinstance(found := self._session.next(), JackAct):
            answer = truth(found, table, seat)
            step["asked"].append([found.words, answer])
            self._session.answer(found, answer)
        line = f"line {found.number}" if found.number else "no line can be followed"
        step["act"] = f"{self._session.jacks[self._seat].jack}, {line}: {found.does}."
        self._session.record_act(found)
        self._heard.acts += 1
        self._heard.questions += len(step["asked"])
        return found


CLICKS = """
const shown = () => document.querySelector("#now h2").textContent;
const click = (words) => {
  const all = [...document.querySelectorAll("#now button")];
  const found = all.find((each) => each.textContent === words);
  if (!found) throw new Error(`no button "${words}" at: ${shown()}`);
  found.click();
};
const wrong = [];
let acts = 0;
window.confirm = () => true;
const anew = () => document.getElementById("anew").click();
anew();
walked: for (const step of STEPS) {
  if (step === "new") { anew(); continue; }
  if (typeof step === "string") { document.getElementById(step).click(); continue; }
  click(`${JACKS[step.jack]} acts`);
  if (step.moved !== null) {
    for (const letter of step.moved) document.querySelector(`#now [value="${letter}"]`).click();
    click("Continue");
  }
  for (const [words, answer] of step.asked) {
    if (shown() !== words) {
      wrong.push(`asked "${shown()}", not "${words}"`);
      break walked;
    }
    const field = document.querySelector("#now input[type=number]");
    const buttons = [...document.querySelectorAll("#now .answers button")];
    if (field && answer > 11) {
      field.value = answer;
      field.form.requestSubmit();
    } else if (field) click(String(answer));
    else if (buttons[0].textContent === "Yes") click(answer ? "Yes" : "No");
    else buttons.at(answer - 1).click();
  }
  acts += 1;
  if (shown() !== step.act) wrong.push(`said "${shown()}", not "${step.act}"`);
  if (wrong.length) break;
}
return [acts, wrong];
"""


def followed_on_a_phone(
    page: Browser, folder: Path, followed: list[AICard], cards: Catalogue, games: range, acts: int
) -> tuple[Agreement, int, list[str]]:
    """Play games until there are so many ``acts``, and click through the page for each.

    Returns how the same questions agree with the engine, how many acts the page announced, and
    what it asked or announced otherwise.
    """
    heard = Agreement()
    jacks = [ByHand(card, Basis(cards, RULINGS).with_rulings(card.rulings)) for card in followed]
    steps: list[Any] = []
    for seed in games:
        game: list[Any] = []
        session = HandSession(jacks)
        players = [_Recorded(seat, session, game, cards, heard) for seat in range(len(jacks))]
        settings = Settings(tuple(card.jack for card in followed), seed, round_limit=30)
        play(set_up(settings, cards, players), settings)
        steps += [*game, "new"]
        if heard.acts >= acts:
            break
    file = folder / "follow.html"
    file.write_text(phone_page(jacks), "utf-8")
    page.size(360, mobile=True)
    page.open(file)
    given = f"const STEPS = {json.dumps(steps)}, JACKS = {json.dumps([j.jack for j in jacks])};"
    announced, wrong = page.run(given + CLICKS)
    return heard, announced, wrong
