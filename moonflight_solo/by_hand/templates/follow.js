"use strict";
// Follows AI cards by their requirement trees, as moonflight_solo/by_hand does; the same questions
// in the same order. A tree is the number of a leaf, {all}, {any} or {not}; a truth is true, false
// or null for unknown.
const {jacks, any: ANY} = JSON.parse(document.getElementById("data").textContent);

// ------------------------------------------------------------ what is known of cards in a zone

const NONE = {kinds: {}, some: [], size: null, filled: false};

function has(zone, kinds) {
  if (zone.size === 0) return false;
  const there = Object.values(zone.kinds).includes(true);
  if (kinds === null) return zone.filled || there || zone.some.length || zone.size ? true : null;
  if (kinds.some((kind) => zone.kinds[kind])) return true;
  if (kinds.every((kind) => kind in zone.kinds)) return false;
  const open = (group) => group.filter((kind) => zone.kinds[kind] !== false);
  const within = (group) => open(group).every((kind) => kinds.includes(kind));
  return zone.some.some(within) ? true : null;
}

function told(zone, kinds, there) {
  if (kinds === null) return there ? {...zone, filled: true} : {...NONE, size: 0};
  if (there && kinds.length > 1) return {...zone, some: [...zone.some, kinds]};
  const each = Object.fromEntries(kinds.map((kind) => [kind, there]));
  return {...zone, kinds: {...zone.kinds, ...each}};
}

const filtered = (kinds, kept) => Object.fromEntries(Object.entries(kinds).filter(kept));

function come(zone) {
  return {...NONE, kinds: filtered(zone.kinds, ([, there]) => there), some: zone.some, filled: true};
}

function gone(zone, among = null) {
  const stays = (kind) => among !== null && !among.includes(Number(kind));
  return {
    ...NONE,
    kinds: filtered(zone.kinds, ([kind, there]) => !there || stays(kind)),
    some: among === null ? [] : zone.some.filter((group) => group.every(stays)),
  };
}

// ---------------------------------------------------------------------------- trees and leaves

const fresh = (turned, built = false) =>
  ({hand: NONE, play: NONE, told: {}, coins: null, built, turned});
const sideOf = (jack, known) => jacks[jack].sides[Number(known.turned)];
const inRange = (leaf, count) => count >= leaf.least && (leaf.most === null || count <= leaf.most);

class Walk {
  constructor(jack, known) {
    this.name = jacks[jack].jack;
    this.known = known;
    this.side = sideOf(jack, known);
  }

  truth(tree) {
    if (typeof tree === "number") return this.leafTruth(tree);
    if ("not" in tree) {
      const part = this.truth(tree.not);
      return part === null ? null : !part;
    }
    const decides = "any" in tree;
    let found = !decides;
    for (const part of tree.all ?? tree.any) {
      const known = this.truth(part);
      if (known === decides) return decides;
      if (known === null) found = null;
    }
    return found;
  }

  leafTruth(number) {
    if (number in this.known.told) return this.known.told[number];
    const leaf = this.side.leaves[number];
    if (leaf.is === "built") return this.known.built;
    if (leaf.is === "test") {
      if (this.truth(leaf.needs) === false) return false;
      return this.truth(leaf.enough) ? true : null;
    }
    if (leaf.is === "coins") {
      return this.known.coins === null ? null : inRange(leaf, this.known.coins);
    }
    return leaf.is ? this.counted(leaf, this.known[leaf.is]) : null;
  }

  counted(leaf, zone) {
    const {kinds} = this.side.groups[leaf.group];
    if (kinds === null && zone.size !== null) return inRange(leaf, zone.size);
    const there = has(zone, kinds);
    if (there === false) return leaf.least === 0;
    if (leaf.some) return there;
    if (there && leaf.most === 0) return false;
    return zone.size !== null && zone.size < leaf.least ? false : null;
  }

  // The undecided leaves that still matter, in printed order.
  open(tree) {
    if (this.truth(tree) !== null) return [];
    if (typeof tree !== "number") {
      return (tree.all ?? tree.any ?? [tree.not]).flatMap((part) => this.open(part));
    }
    const leaf = this.side.leaves[tree];
    return leaf.is === "test" && leaf.only ? this.open(leaf.needs) : [tree];
  }

  // ------------------------------------------------------------------------ the next question

  next() {
    const {lines} = this.side;
    for (const [at, line] of lines.entries()) {
      const possible = {any: line.options.map((option) => option.needs)};
      const requirement = {all: [line.condition, possible]};
      const truth = this.truth(requirement);
      if (truth === null) return this.firstHeld(lines.slice(at)) ?? this.ask(line, requirement);
      if (truth) return this.option(line, at);
    }
    return {number: "", line: null, card: null, does: "pass", how: [], passed: this.passed(lines)};
  }

  ask(line, tree) {
    const leaves = this.open(tree);
    const inHand = (number) => this.side.leaves[number].is === "hand";
    return this.question(leaves.find(inHand) ?? leaves[0], line);
  }

  question(number, line) {
    const leaf = this.side.leaves[number];
    const whole = leaf.is === "hand" && this.side.groups[leaf.group].kinds === null;
    return {words: line.asks[number], leaf: number, of: whole ? "hand" : leaf.is === "coins" && "coins"};
  }

  option(line, at) {
    for (const option of line.options) {
      const truth = this.truth(option.needs);
      if (truth === null) {
        return this.firstOf(this.held(line)) ?? this.question(this.open(option.needs)[0], line);
      }
      if (truth) {
        const passed = this.passed(this.side.lines.slice(0, at));
        return {number: line.number, line: at, card: option.card, does: option.does, how: line.how, passed};
      }
    }
    throw new Error(`line ${line.number} can be followed, and in no way`);
  }

  passed(lines) {
    return lines.map((line) => line.passed[Number(this.truth(line.condition) !== false)]);
  }

  firstHeld(lines) {
    const groups = new Set();
    for (const line of lines) {
      const truth = this.truth({all: [line.condition, {any: line.options.map((each) => each.needs)}]});
      if (truth === false) continue;
      const wanted = truth ? [] : this.held(line);
      if (!wanted.length) break;
      wanted.forEach((group) => groups.add(group));
      if (groups.size >= 9 || [...groups].some((group) => this.side.groups[group].label === ANY)) break;
    }
    return this.firstOf([...groups]);
  }

  // The groups of cards that a line needs in hand, if that is all it needs and not known yet.
  held(line) {
    const found = new Set();
    for (const {needs, held} of line.options) {
      if (this.truth({all: [line.condition, needs]}) === false) continue;
      if (held === null || has(this.known.hand, this.side.groups[held].kinds) !== null) return [];
      found.add(held);
    }
    return [...found];
  }

  firstOf(groups) {
    if (groups.length < 2) return null;
    return {words: `${this.name}: which of these is the first it holds?`, groups: groups.slice(0, 9)};
  }

  // ------------------------------------------------------------------------ what answers tell

  answered(question, answer) {
    const {known, side} = this;
    if (question.groups) return {...known, hand: this.firstTold(question.groups, answer)};
    if (question.of === "coins") return {...known, coins: answer};
    if (question.of === "hand") {
      return {...known, hand: {...(answer ? known.hand : told(known.hand, null, false)), size: answer}};
    }
    const leaf = side.leaves[question.leaf];
    if (leaf.some) {
      const {kinds} = side.groups[leaf.group];
      return {...known, [leaf.is]: told(known[leaf.is], kinds, Boolean(answer))};
    }
    return {...known, told: {...known.told, [question.leaf]: Boolean(answer)}};
  }

  firstTold(groups, answer) {
    let {hand} = this.known;
    for (const [at, group] of groups.entries()) {
      const {label, kinds} = this.side.groups[group];
      const there = at + 1 === answer;
      if (label === ANY) hand = told(hand, null, there);
      if (kinds !== null && (there || label !== ANY)) hand = told(hand, kinds, there);
      if (there) break;
    }
    return hand;
  }

  // What is known once the act is done.
  done(said) {
    const known = {...this.known, told: {}, coins: null};
    const line = said.line === null ? {} : this.side.lines[said.line];
    if (line.act === "play") {
      const among = said.card === null ? (line.needs.length ? line.needs : null) : [said.card];
      const size = known.hand.size === null ? null : known.hand.size - 1;
      const play = said.card === null ? come(known.play) : told(known.play, among, true);
      return {...known, hand: {...gone(known.hand, among), size}, play};
    }
    if (line.act === "build") return {...known, hand: gone(known.hand), built: true};
    return line.act === "spend" ? {...known, hand: gone(known.hand)} : known;
  }
}

// --------------------------------------------------------------------------------- a session

const start = {known: jacks.map(() => fresh(false)), acting: null, ready: false, said: null};

// A step is ["begin", JACK], ["moved", LETTERS], ["answer", NUMBER], ["turn"] or ["reset"].
function after(state, [what, value]) {
  if (what === "turn") {
    return {...state, known: state.known.map(({built}) => fresh(true, built)), said: {turn: true}};
  }
  if (what === "reset") {
    return {...state, known: state.known.map(({turned}) => fresh(turned)), said: {reset: true}};
  }
  const acting = what === "begin" ? value : state.acting;
  let known = state.known[acting];
  let ready = true;
  if (what === "begin") {
    ready = JSON.stringify(known) === JSON.stringify(fresh(known.turned, known.built));
  } else if (what === "moved") {
    let {hand, play} = known;
    if (value.includes("l")) hand = gone(hand);
    if (value.includes("n")) hand = come(hand);
    if (value.includes("p")) play = come(gone(play));
    known = {...known, hand, play};
  } else {
    const walk = new Walk(acting, known);
    known = walk.answered(walk.next(), value);
  }
  const put = (found) => state.known.map((each, jack) => (jack === acting ? found : each));
  const walk = new Walk(acting, known);
  const said = ready ? walk.next() : {};
  if ("does" in said) {
    return {known: put(walk.done(said)), acting: null, ready: false, said: {...said, jack: acting}};
  }
  return {...state, known: put(known), acting, ready};
}

// ----------------------------------------------------------------------------------- the page

const KEY = `moonflight follow ${document.documentElement.dataset.digest}`;
let steps = [];
let states = [start];
const at = (id) => document.getElementById(id);

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify(steps));
  } catch {
    // A browser may keep nothing for a file; then closing the page forgets the game.
  }
}

function take(step) {
  states.push(after(states.at(-1), step));
  steps.push(step);
  remember();
  show(true);
}

function element(kind, words, given = {}) {
  const made = Object.assign(document.createElement(kind), given);
  if (words) made.textContent = words;
  return made;
}

const button = (words, click) => element("button", words, {type: "button", onclick: click});
const answers = (...buttons) => {
  const row = element("div", "", {className: "answers"});
  row.append(...buttons);
  return row;
};

function asked(question, side) {
  const reply = (words, number) => button(words, () => take(["answer", number]));
  if (question.groups) {
    const list = question.groups.map((group, place) => reply(side.groups[group].label, place + 1));
    return [answers(...list, reply("none of them", 0))];
  }
  if (!question.of) return [answers(reply("Yes", 1), reply("No", 0))];
  const row = answers(...Array.from({length: 12}, (_, number) => reply(String(number), number)));
  row.classList.add("numbers");
  const more = element("form", "", {className: "more"});
  const name = element("label", "More: ");
  const field = element("input", "", {type: "number", min: 12, max: 999, required: true, inputMode: "numeric"});
  name.append(field);
  more.append(name, element("button", "Answer"));
  more.onsubmit = (event) => {
    event.preventDefault();
    take(["answer", Number(field.value)]);
  };
  return [row, more];
}

const MOVES = [["n", "It has new cards in hand"], ["l", "Cards left its hand"], ["p", "Its cards in play changed"]];

function movedSince() {
  const boxes = MOVES.map(([letter, words]) => {
    const name = element("label", "", {className: "moved"});
    name.append(element("input", "", {type: "checkbox", value: letter}), ` ${words}`);
    return name;
  });
  const letters = () => boxes.map((each) => each.firstChild).filter((each) => each.checked)
    .map((each) => each.value).join("");
  const go = button("Continue", () => take(["moved", letters()]));
  return [element("p", "Since its last act, besides that act:"), ...boxes, answers(go)];
}

function announcedAct({said}) {
  if (said.turn) return [element("h2", "The Turn: every card now shows its other end.")];
  if (said.reset) {
    const told = jacks.map((jack, number) => element("p", sideOf(number, states.at(-1).known[0]).reset));
    return [element("h2", "Reset"), ...told];
  }
  const line = said.number ? `line ${said.number}` : "no line can be followed";
  const parts = [element("h2", `${jacks[said.jack].jack}, ${line}: ${said.does}.`)];
  parts.push(...said.how.map((each) => element("p", each, {className: "soft"})));
  if (said.passed.length) {
    const why = element("details");
    const list = element("ul");
    list.append(...said.passed.map((each) => element("li", each)));
    why.append(element("summary", "Why not an earlier line?"), list);
    parts.push(why);
  }
  return parts;
}

function show(focus) {
  const state = states.at(-1);
  const {acting, said} = state;
  const between = acting === null;
  const now = [];
  if (between) {
    now.push(...(said ? announcedAct(state) : [element("h2", "Who acts?")]));
    now.push(answers(...jacks.map(({jack}, number) => button(`${jack} acts`, () => take(["begin", number])))));
  } else if (!state.ready) {
    now.push(element("h2", `${jacks[acting].jack}: what else has moved?`), ...movedSince());
  } else {
    const walk = new Walk(acting, state.known[acting]);
    const question = walk.next();
    now.push(element("h2", question.words), ...asked(question, walk.side));
  }
  at("now").replaceChildren(...now);
  const [heading] = now;
  heading.tabIndex = -1;
  if (focus) heading.focus();
  at("back").disabled = !steps.length;
  at("turn").disabled = !between || state.known[0].turned;
  at("reset").disabled = !between;
  showCards(state);
}

function showCards({acting, said, known}) {
  const {turned} = known[0];
  at("side").textContent = turned ? "After the Turn" : "Before the Turn";
  const jack = acting ?? said?.jack ?? (jacks.length > 1 ? null : 0);
  for (const card of document.querySelectorAll(".side")) {
    const shown = [null, Number(card.dataset.jack)].includes(jack);
    card.hidden = (card.dataset.turned === "1") !== turned || !shown;
    for (const line of card.querySelectorAll("[data-line]")) {
      const here = !card.hidden && acting === null && line.dataset.line === said?.number;
      if (here) line.setAttribute("aria-current", "true");
      else line.removeAttribute("aria-current");
    }
  }
  at("known").replaceChildren(...known.flatMap((each, number) => remembered(each, number)));
}

// What the page was told and still goes by.
function remembered({hand, play, built, turned}, number) {
  const {cards} = sideOf(number, {turned});
  const named = (zone, there) => Object.keys(zone.kinds).filter((kind) => zone.kinds[kind] === there)
    .map((kind) => cards[kind]);
  const facts = [
    ["holds", [...named(hand, true), ...hand.some.map((group) => group.map((kind) => cards[kind]).join(" or "))]],
    ["does not hold", named(hand, false)],
    ["cards in hand", hand.size === null ? [] : [String(hand.size)]],
    ["in play", named(play, true)],
    ["not in play", named(play, false)],
    ["this round", built ? ["has built"] : []],
  ].filter(([, words]) => words.length).map(([what, words]) => `${what}: ${words.join(", ")}`);
  return [element("p", `${jacks[number].jack}: ${facts.join("; ") || "nothing"}.`)];
}

at("back").onclick = () => {
  steps.pop();
  states.pop();
  remember();
  show(true);
};
at("turn").onclick = () => take(["turn"]);
at("reset").onclick = () => take(["reset"]);
at("anew").onclick = () => {
  if (!confirm("Forget this game and begin a new one?")) return;
  [steps, states] = [[], [start]];
  remember();
  show(true);
};
try {
  for (const step of JSON.parse(localStorage.getItem(KEY)) ?? []) {
    states.push(after(states.at(-1), step));
    steps.push(step);
  }
} catch {
  [steps, states] = [[], [start]];
}
show(false);
