// Collects clicks until only one path is left, which is then sent as a move.

import { $, table, the } from "./dom.js";
import { light, putOut, showQuestion } from "./lighting.js";
import { after, choice, forgetClicks, instead, isChosen, ledOn, starts } from "./paths.js";
import { pointing } from "./pointing.js";
import { send } from "./socket.js";
import { sound } from "./sound.js";
import { say } from "./words.js";

/** @typedef {import("./paths.js").Clicks} Clicks */

/**
 * Handle a click on an element.
 * @param {HTMLElement} element
 */
export function choose(element) {
  const clicks = after(element) || instead(element);
  if (clicks === null || choice.sending) return;
  take(clicks, asksFirst(element));
}

/**
 * Fingers miss easily: with `data-confirm="touch"` a tap asks first, and a second tap confirms.
 * @param {HTMLElement} element
 */
function asksFirst(element) {
  if (element.dataset.confirm !== "touch") return "confirm" in element.dataset;
  return pointing.pointer === "touch" && !(choice.waiting && isChosen(element, choice.waiting));
}

/**
 * Set the clicks so far, and add those that leave no choice.
 * @param {Clicks} clicks
 * @param {boolean} asks whether a move needs confirmation
 */
export function take(clicks, asks) {
  const ways = choice.paths.filter((path) => starts(path, clicks));
  choice.waiting = null;
  if (ways.length !== 1) goOnWith(ledOn(clicks, ways));
  else if (asks) askFor(ways[0]);
  else { choice.chosen = ways[0]; sendMove(); }
}

/** @param {Clicks} clicks */
function goOnWith(clicks) {
  choice.chosen = clicks;
  light();
  focusFirst();
  say($("#turn")?.textContent, true);
}

/** @param {Clicks} path */
function askFor(path) {
  choice.waiting = path;
  light();
  the("#confirm [data-confirm]").focus();
}

/** Confirm the move that is waiting. */
export function confirmMove() {
  if (choice.waiting) sendMove();
}

/** Cancel a half-made move; returns whether there was one. */
export function cancel() {
  if (!choice.chosen.length && !choice.waiting) return false;
  forgetClicks();
  light();
  return true;
}

function sendMove() {
  const move = (choice.waiting || choice.chosen).join(" ");
  choice.sending = true;
  choice.waiting = null;
  showQuestion();
  putOut();
  sound("card");
  send({ type: "move", move, number: Number(table().dataset.number) });
}

/** Give up on a move being sent, which must be made again, and accept clicks again. */
export function stopSending() {
  if (choice.sending) forgetClicks();
  choice.sending = false;
  light();
}

function focusFirst() {
  const focused = document.activeElement;
  if (focused && focused !== document.body && !focused.closest("#table")) return;
  if (pointing.usesKeys) $("#table [data-step]")?.focus({ preventScroll: true });
}
