// Dragging: a card can be dragged wherever clicks could put it.

import { $$, table } from "./dom.js";
import { cancel, take } from "./choosing.js";
import { light, showPreview } from "./lighting.js";
import { after, choice } from "./paths.js";

const FAR_ENOUGH = 8;  // pixels; less is a click
const NEAR_ENOUGH = 40;  // pixels from the target

/**
 * What is dragged and from where, the shadow that follows the pointer, and the target under it.
 * @typedef {{source: HTMLElement, x: number, y: number, shadow: HTMLElement | null, over: HTMLElement | null}} Drag
 */

/** @type {Drag | null} */
let dragged = null;

/** Is something being dragged, or did the click being handled end a drag? */
export const isDragging = () => Boolean(dragged?.shadow);

/** Let cards be dragged. */
export function watchDrags() {
  document.addEventListener("pointerdown", press);
  document.addEventListener("pointermove", move);
  document.addEventListener("pointerup", drop);
  document.addEventListener("pointercancel", drop);
}

/** @param {PointerEvent} event */
function press(event) {
  const target = /** @type {Element} */ (event.target);
  const source = /** @type {HTMLElement | null} */ (target.closest("[data-drag][data-key]"));
  dragged = null;
  if (!source || event.button !== 0 || !source.matches("[data-step], [data-again], .chosen")) return;
  dragged = { source, x: event.clientX, y: event.clientY, shadow: null, over: null };
  // On touch screens, the pressed element would otherwise keep the pointer captured.
  if (source.hasPointerCapture(event.pointerId)) source.releasePointerCapture(event.pointerId);
}

/** @param {PointerEvent} event */
function move(event) {
  if (!dragged || !(dragged.shadow || lift(dragged, event))) return;
  const { clientX: x, clientY: y } = event;
  if (dragged.shadow) dragged.shadow.style.transform = `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  pointAt(dragged, nearestTarget(dragged, x, y));
}

/**
 * Start dragging if the pointer has moved far enough and can go anywhere; returns whether it did.
 * @param {Drag} drag
 * @param {PointerEvent} event
 */
function lift(drag, event) {
  if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < FAR_ENOUGH) return false;
  cancel();
  const clicks = after(drag.source);
  if (!clicks) { dragged = null; return false; }
  choice.chosen = clicks;
  light();
  drag.shadow = shadowOf(drag.source);
  table().append(drag.shadow);
  return true;
}

/** @param {HTMLElement} source */
function shadowOf(source) {
  const shadow = /** @type {HTMLElement} */ (source.cloneNode(true));
  for (const name of ["style", "data-key", "data-step"]) shadow.removeAttribute(name);
  shadow.classList.add("shadow");
  return shadow;
}

/**
 * @param {Drag} drag
 * @param {HTMLElement | null} over
 */
function pointAt(drag, over) {
  if (over === drag.over) return;
  drag.over?.classList.remove("over");
  over?.classList.add("over");
  drag.over = over;
  showPreview();
}

/**
 * The element under the pointer that can be clicked next, or the nearest one close by.
 * @param {Drag} drag
 * @param {number} x
 * @param {number} y
 * @returns {HTMLElement | null}
 */
function nearestTarget(drag, x, y) {
  let best = null;
  let least = NEAR_ENOUGH;
  for (const element of $$("#table [data-step]")) {
    const box = element.getBoundingClientRect();
    if (!box.width || element === drag.source) continue;
    const far = distance(box, x, y);
    if (far < least) { least = far; best = element; }
  }
  return best;
}

/**
 * The distance to a box, plus a little of the distance to its centre to break ties.
 * @param {DOMRect} box
 * @param {number} x
 * @param {number} y
 */
function distance(box, x, y) {
  const dx = Math.max(box.left - x, 0, x - box.right);
  const dy = Math.max(box.top - y, 0, y - box.bottom);
  return Math.hypot(dx, dy) + Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y) / 1000;
}

function drop() {
  if (!dragged) return;
  const { over, shadow } = dragged;
  shadow?.remove();
  over?.classList.remove("over");
  if (!shadow) { dragged = null; return; }
  const clicks = over?.hasAttribute("data-step") ? after(over) : null;
  if (clicks) take(clicks, false);
  else cancel();
  // The click event that ends a drag must not count as a click.
  setTimeout(() => { dragged = null; }, 0);
}
