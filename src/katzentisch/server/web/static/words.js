// Words around the table: the story, screen reader announcements, presence and chat.

import { $, $$ } from "./dom.js";
import { sound } from "./sound.js";

/** @typedef {import("./socket.js").Story} Story */

/**
 * Continue the story, or replace it from a given event on.
 * @param {Story} story
 */
export function tell(story) {
  const list = $("#story");
  if (!list) return;
  while (list.children.length > story.from) list.lastChild?.remove();
  list.append(...story.lines.map(lineOf));
  // Heights are read after layout; reading them now would force a layout and delay the card.
  requestAnimationFrame(() => {
    for (const box of [list, list.parentElement]) if (box) box.scrollTop = box.scrollHeight;
  });
  const news = story.lines.filter(Boolean).slice(-4).join(" ");
  if (news) setTimeout(() => say(`${news} ${$("#turn")?.textContent || ""}`), 50);
}

/** @param {string} text */
function lineOf(text) {
  const item = document.createElement("li");
  item.textContent = text;
  item.hidden = !text;
  return item;
}

/**
 * Let screen readers say something; with `again`, even if they have just said it.
 * @param {string | null | undefined} text
 * @param {boolean} [again]
 */
export function say(text, again) {
  const heard = $("#heard");
  if (heard && text) heard.textContent = again && heard.textContent === text ? `${text} ` : text;
}

let here = new Set();
let watching = 0;

/**
 * Note who is present.
 * @param {number[]} seats
 * @param {number} others
 */
export function notePresence(seats, others) {
  here = new Set(seats);
  watching = others;
  showPresence();
}

/** Show at every seat whether its player is present, and how many people are watching. */
export function showPresence() {
  for (const element of $$("[data-seat]:not([data-bot])"))
    element.classList.toggle("away", !here.has(Number(element.dataset.seat)));
  const shown = $("#watching");
  if (shown) shown.textContent = String(watching);
}

/**
 * Show chat messages, after those shown already or, with `all`, in their place.
 * @param {import("./socket.js").SaidMessage["said"]} lines
 * @param {boolean} [all]
 */
export function hearSaying(lines, all) {
  const list = $("#said");
  if (!list) return;
  if (all) list.replaceChildren();
  list.append(...lines.map(sayingOf));
  list.scrollTop = list.scrollHeight;
  if (!all) sound("say");
}

/** @param {[name: string, text: string]} line */
function sayingOf([name, text]) {
  const item = document.createElement("li");
  const who = document.createElement("strong");
  who.textContent = name;
  item.append(who, ` ${text}`);
  return item;
}
