// Clicks and keys, and what each of them does.

import { $, $$, stage } from "./dom.js";
import { cancel, choose, confirmMove } from "./choosing.js";
import { isDragging } from "./drag.js";
import { copy, moveTab, openTab, switchTheme, togglePanel } from "./panels.js";
import { zoomBy } from "./panzoom.js";
import { pointing } from "./pointing.js";
import { stepTo } from "./replay.js";
import { send } from "./socket.js";
import { toggleSound } from "./sound.js";

/**
 * What buttons do (`data-do`).
 * @type {Record<string, () => void>}
 */
const DOES = {
  undo: () => send({ type: "undo" }),
  hint: () => send({ type: "hint" }),
  cancel,
  panel: togglePanel,
  mute: toggleSound,
};

/**
 * What a click does, by what it hits; the first match counts.
 * @type {[selector: string, does: (element: HTMLElement) => void][]}
 */
const CLICKS = [
  ["[data-confirm]:not([data-key])", confirmMove],
  ["[data-do]", (button) => DOES[button.dataset.do ?? ""]()],
  ["[data-copy]", copy],
  ["[data-theme-switch]", switchTheme],
  ["[data-zoom]", zoomBy],
  ["[data-step-to]", (button) => stepTo(button.dataset.stepTo ?? "")],
  ["[role=tab]", openTab],
  ["[data-step]", choose],
  [".chosen", cancel],
  ["[data-again]", choose],
];
const CLICKABLE = "[data-key],[data-do],[data-confirm],[data-copy],[data-theme-switch],[role=tab],[data-step-to],[data-zoom]";

/** @type {Record<string, string>} */
const SHORTCUTS = { u: "undo", h: "hint", m: "mute" };
/** @type {Record<string, string>} */
const REPLAY_KEYS = { ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" };
/** @type {Record<string, [x: number, y: number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Listen for clicks and keys. */
export function watchControls() {
  document.addEventListener("click", click);
  document.addEventListener("keydown", press);
}

/** @param {MouseEvent} event */
function click(event) {
  const target = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest(CLICKABLE));
  if (!target || isDragging() || pointing.panned) return;
  const found = CLICKS.find(([selector]) => target.matches(selector));
  found?.[1](target);
}

/** @param {KeyboardEvent} event */
function press(event) {
  pointing.usedOnce = true;
  pointing.panned = false;
  const target = /** @type {Element} */ (event.target);
  if (target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.matches("[role=tab]") && moveTab(event)) return;
  if (stepByKey(event) || useShortcut(event.key)) return;
  if (event.key === "Tab") pointing.usesKeys = true;
  if (event.key === "Escape") cancel();
  else if (event.key in ARROWS && stage) goOn(event, ARROWS[event.key]);
  else if (event.key === "Enter" || event.key === " ") pressLit(event, target);
}

/**
 * Step through a replay with keys; returns whether the key did so.
 * @param {KeyboardEvent} event
 */
function stepByKey(event) {
  if (!stage?.dataset.replay || !(event.key in REPLAY_KEYS)) return false;
  stepTo(REPLAY_KEYS[event.key]);
  event.preventDefault();
  return true;
}

/**
 * Let a letter do what a visible button does; returns whether there was such a button.
 * @param {string} key
 */
function useShortcut(key) {
  const does = SHORTCUTS[key.toLowerCase()];
  const button = does && $(`[data-do=${does}]`);
  if (!button || button.hidden) return false;
  DOES[does]();
  return true;
}

/**
 * Let keys press elements that are not buttons.
 * @param {KeyboardEvent} event
 * @param {Element} target
 */
function pressLit(event, target) {
  const lit = /** @type {HTMLElement | null} */ (target.closest("[data-step], [data-again]"));
  if (!lit || lit instanceof HTMLButtonElement) return;
  event.preventDefault();
  pointing.usesKeys = true;
  choose(lit);
}

/**
 * Move the focus to the nearest element that can be clicked in the arrow's direction.
 * @param {KeyboardEvent} event
 * @param {[x: number, y: number]} arrow
 */
function goOn(event, arrow) {
  pointing.usesKeys = true;
  const all = $$("#table [data-step]").filter((element) => element.getClientRects().length);
  if (!all.length) return;
  event.preventDefault();
  const from = document.activeElement?.closest("#table [data-step]");
  (from ? nearestTowards(from, arrow, all) : all[0])?.focus();
}

/**
 * @param {Element} from
 * @param {[x: number, y: number]} arrow
 * @param {HTMLElement[]} all
 * @returns {HTMLElement | null}
 */
function nearestTowards(from, [ax, ay], all) {
  const [x, y] = centreOf(from);
  let best = null;
  let least = Infinity;
  for (const element of all) {
    const [ex, ey] = centreOf(element);
    const along = (ex - x) * ax + (ey - y) * ay;
    const aside = Math.abs((ex - x) * ay) + Math.abs((ey - y) * ax);
    if (along > 2 && along + 3 * aside < least) { least = along + 3 * aside; best = element; }
  }
  return best;
}

/** @param {Element} element */
function centreOf(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
