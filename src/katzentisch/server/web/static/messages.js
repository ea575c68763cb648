// Handles the server's messages about a table; each has a `type`.

import { $, $$, field, stage, table, the } from "./dom.js";
import { cancel, stopSending } from "./choosing.js";
import { light } from "./lighting.js";
import { choice, clicksOf } from "./paths.js";
import { connect } from "./socket.js";
import { sound } from "./sound.js";
import { show } from "./swap.js";
import { hearSaying, notePresence, tell } from "./words.js";

/** @typedef {import("./socket.js").ServerMessage} ServerMessage */

const REFUSAL_SHOWN = 6000;  // milliseconds

let first = true;
let refusalTimer = 0;

/** Connect to the table's server. */
export function watchTable() {
  connect(stage?.dataset.live ?? "", {
    heard,
    opened: () => { the("#lost").hidden = true; },
    lost: () => { the("#lost").hidden = false; stopSending(); },
    unsent: stopSending,
  });
}

/**
 * Handle a message; those not listed show nothing.
 * @param {ServerMessage} message
 */
function heard(message) {
  switch (message.type) {
    case "table": return hearTable(message);
    case "presence": return notePresence(message.here, message.watching);
    case "said": return hearSaying(message.said, message.all);
    case "refused": return refuse(message.refused);
    case "hint": return showHint(message.clicks);
    case "rematch": return offerRematch(message.table);
  }
}

/** @param {import("./socket.js").TableMessage} message */
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
