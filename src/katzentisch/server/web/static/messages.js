// Handles the server's messages about a table; each has a `type`.

import { $, $$, field, stage, table, the } from "./dom.js";
import { cancel, stopSending } from "./choosing.js";
import { light } from "./lighting.js";
import { choice, clicksOf } from "./paths.js";
import { connect } from "./socket.js";
import { sound } from "./sound.js";
import { show } from "./swap.js";
import { hearSaying, notePresence, tell } from "./words.js";

/**
 * The table now, with what else is new; or only the table, at a moment within a move.
 * @typedef {object} TableMessage
 * @property {import("./swap.js").Moment[]} moments
 * @property {import("./words.js").Story} [story]
 * @property {boolean} [undo] may the last move be taken back?
 * @property {boolean} [hint] may you ask for a hint?
 * @property {string} [seal] the commitment to the shuffle
 */

const REFUSAL_SHOWN = 6000;  // milliseconds

let first = true;
let refusalTimer = 0;

/**
 * Handlers by message type; other messages show nothing.
 * @type {Record<string, (message: any) => void>}
 */
const HEARS = {
  preparing: ({ preparing }) => { if ($("#prepared")) field("#prepared").value = preparing; },
  table: hearTable,
  presence: ({ here, watching }) => notePresence(here, watching),
  said: ({ said, all }) => hearSaying(said, all),
  refused: ({ refused }) => refuse(refused),
  hint: ({ clicks }) => showHint(clicks),
  rematch: ({ table: name }) => offerRematch(name),
};

/** Connect to the table's server. */
export function watchTable() {
  connect(stage?.dataset.live ?? "", {
    heard: (message) => HEARS[message.type]?.(message),
    opened: () => { the("#lost").hidden = true; },
    lost: () => { the("#lost").hidden = false; stopSending(); },
    unsent: stopSending,
  });
}

/** @param {TableMessage} message */
function hearTable(message) {
  const turned = table().dataset.yourTurn === "yes";
  show(message.moments, first);
  if (!first) sound(soundOf(message.moments[message.moments.length - 1].table, turned));
  first = false;
  if (message.story) tell(message.story);
  if (message.seal) showSeal(message.seal);
  showTool("undo", message.undo);
  showTool("hint", message.hint);
}

/**
 * The sound for a new picture: the end, your turn, or a card.
 * @param {string} html
 * @param {boolean} turned whether it was already your turn
 */
function soundOf(html, turned) {
  if (html.includes('data-status="over"')) return "end";
  return !turned && html.includes('data-your-turn="yes"') ? "turn" : "card";
}

/** @param {string} seal */
function showSeal(seal) {
  if (!$("#seal")) return;
  const shown = field("#seal");
  shown.value = seal;
  if (shown.parentElement) shown.parentElement.hidden = false;
}

/**
 * @param {"undo" | "hint"} name
 * @param {boolean | undefined} useful
 */
function showTool(name, useful) {
  if (useful === undefined) return;
  for (const button of $$(`[data-do=${name}]`)) button.hidden = !useful;
}

/** @param {string} sentence */
function refuse(sentence) {
  const banner = the("#refused");
  banner.textContent = sentence;
  banner.hidden = false;
  clearTimeout(refusalTimer);
  refusalTimer = setTimeout(() => { banner.hidden = true; }, REFUSAL_SHOWN);
  choice.sending = false;
  cancel();
  light();
}

/** @param {string} clicks */
function showHint(clicks) {
  choice.hinted = clicksOf(clicks);
  cancel();
  light();
  $("#table .hinted")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {string} name */
function offerRematch(name) {
  the("#rematch-offer").hidden = false;
  /** @type {HTMLAnchorElement} */ (the("#rematch-offer a")).href = `/table/${name}`;
}
