// Replaces the picture of the table with a new one.

import { $, $$, calm, pause, table } from "./dom.js";
import { light } from "./lighting.js";
import { prepareViews } from "./panzoom.js";
import { showAddress } from "./panels.js";
import { choice, forgetClicks, possible, readPaths } from "./paths.js";
import { pointing } from "./pointing.js";
import { showPresence } from "./words.js";

const BEHIND = 2;  // messages queued; with more, motion is skipped
const FAR_BEHIND = 3;  // likewise; with more, moments in between are skipped too

/** @typedef {import("./socket.js").Moment} Moment */

/**
 * Make an element like another one, touching only what differs: browsers restyle and lay out
 * whatever is touched, and usually only one card on the table differs.
 * @param {Element} old
 * @param {Element} fresh
 */
export function become(old, fresh) {
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const was = [...old.childNodes];
  const will = [...fresh.childNodes];
  const [same, alike] = inCommon(was, will);
  const rest = was[was.length - alike] ?? null;
  const goes = was.slice(same, was.length - alike);
  const comes = will.slice(same, will.length - alike);
  for (const [i, child] of comes.entries()) {
    if (i >= goes.length) old.insertBefore(child, rest);
    else becomeOrGiveWay(goes[i], child);
  }
  for (const child of goes.slice(comes.length)) child.remove();
}

/**
 * How many nodes are the same at the beginning, and at the end.
 * @param {ChildNode[]} was
 * @param {ChildNode[]} will
 */
function inCommon(was, will) {
  const least = Math.min(was.length, will.length);
  let same = 0;
  let alike = 0;
  while (same < least && was[same].isEqualNode(will[same])) same += 1;
  while (alike < least - same && was[was.length - 1 - alike].isEqualNode(will[will.length - 1 - alike])) alike += 1;
  return [same, alike];
}

/**
 * @param {ChildNode} old
 * @param {ChildNode} fresh
 */
function becomeOrGiveWay(old, fresh) {
  if (old instanceof Element && fresh instanceof Element && old.nodeName === fresh.nodeName) become(old, fresh);
  else old.replaceWith(fresh);
}

/**
 * Replace the picture; returns a promise for when the new one is in place, or null if it already is.
 * @param {Moment} moment
 * @param {boolean} quick without motion
 */
export function swap(moment, quick) {
  const change = () => changeTable(moment);
  if (quick || calm.matches || !document.startViewTransition || document.hidden) { change(); return null; }
  const flight = document.startViewTransition(change);
  // A transition cut short by the next one is not an error.
  for (const end of [flight.ready, flight.finished]) end.catch(() => {});
  return flight.updateCallbackDone;
}

/** @param {Moment} moment */
function changeTable({ table: html, sheet }) {
  const old = table();
  const fresh = elementFrom(html);
  const focused = document.activeElement;
  const key = focused instanceof HTMLElement || focused instanceof SVGElement ? focused.dataset.key : undefined;
  const sameMove = old.dataset.number === fresh.dataset.number;
  keepOpen(old, fresh);
  // Removing the focused element makes browsers lay out everything first.
  if (!pointing.usesKeys && old.contains(focused)) /** @type {HTMLElement} */ (focused).blur();
  become(old, fresh);
  showSheet(sheet);
  startAnew(old, sameMove);
  showAround(old);
  if (key && pointing.usesKeys) focusAgain(key);
}

/** @param {string | undefined} sheet */
function showSheet(sheet) {
  const shown = $("#sheet");
  if (shown && sheet !== undefined) shown.outerHTML = sheet;
}

/** @param {string} html */
function elementFrom(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return /** @type {HTMLElement} */ (holder.content.firstElementChild);
}

/**
 * Keep open what the user has opened.
 * @param {Element} old
 * @param {Element} fresh
 */
function keepOpen(old, fresh) {
  const open = $$("details[open]", old).map((details) => details.className);
  for (const details of /** @type {HTMLDetailsElement[]} */ ($$("details", fresh)))
    details.open ||= open.includes(details.className);
}

/**
 * Accept clicks again; keep a half-made move if it is still possible.
 * @param {HTMLElement} root
 * @param {boolean} sameMove
 */
function startAnew(root, sameMove) {
  readPaths(root.dataset.paths);
  if (!sameMove || !possible(choice.chosen)) { forgetClicks(); choice.hinted = null; }
  choice.sending = false;
  light();
}

/** @param {HTMLElement} root */
function showAround(root) {
  showPresence();
  prepareViews();
  showAddress();
  const after = $("#after");
  if (after) after.hidden = root.dataset.status !== "over";
  const turn = root.dataset.yourTurn === "yes" ? "● " : "";
  document.title = turn + document.title.replace(/^● /, "");
}

/** @param {string} key */
function focusAgain(key) {
  const element = $(`#table [data-key="${CSS.escape(key)}"][data-step]`) || $("#table [data-step]");
  element?.focus({ preventScroll: true });
}

let drawn = Promise.resolve();
let queued = 0;

/**
 * Show moments one after another; a browser that is far behind shows only the last one.
 * @param {Moment[]} moments
 * @param {boolean} quick without motion
 */
export function show(moments, quick) {
  queued += 1;
  drawn = drawn.then(async () => {
    for (const [i, moment] of moments.entries()) {
      const last = i === moments.length - 1;
      if (!last && (queued > FAR_BEHIND || document.hidden)) continue;
      await swap(moment, quick || queued > BEHIND);
      if (moment.pause) await pause(moment.pause);
    }
    queued -= 1;
  });
}

