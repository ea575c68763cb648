// Panning and zooming pictures (`data-panzoom`) with the wheel, fingers and buttons.

import { $$, the } from "./dom.js";
import { isDragging } from "./drag.js";
import { pointing } from "./pointing.js";

const SMALLEST = 0.5;
const LARGEST = 5;
const WHEEL_STEP = 1.15;
const TREMBLING = 6;  // pixels that a finger may move during a click

/**
 * A picture's offset and scale, and how far apart two fingers on it last were.
 * @typedef {{x: number, y: number, scale: number, far: number}} View
 */

/** @type {Record<string, View>} */
const views = {};  // by the element's name, so that they survive a swap

/** @type {WeakMap<HTMLElement, {wide: number, high: number}>} */
const sizes = new WeakMap();

/**
 * @param {HTMLElement} holder
 * @returns {View}
 */
const viewOf = (holder) => views[holder.dataset.panzoom ?? ""] ||= { x: 0, y: 0, scale: 1, far: 0 };

/**
 * Scale a picture from its own size (`data-size`) to fit, then pan and zoom it.
 * @param {HTMLElement} holder
 */
function applyView(holder) {
  const { x, y, scale } = viewOf(holder);
  const picture = /** @type {HTMLElement} */ (holder.firstElementChild);
  const [width, height] = (picture.dataset.size ?? "").split(" ").map(Number);
  const { wide, high } = sizes.get(holder) ?? sizeOf(holder);
  const fit = Math.min(wide / width, high / height);
  picture.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    + ` translate(${(wide - fit * width) / 2}px, ${(high - fit * height) / 2}px) scale(${fit})`;
}

/** @param {HTMLElement} holder */
const sizeOf = (holder) => ({ wide: holder.clientWidth, high: holder.clientHeight });

const resizing = new ResizeObserver((changes) => {
  for (const { target, contentRect } of changes) {
    const holder = /** @type {HTMLElement} */ (target);
    sizes.set(holder, { wide: contentRect.width, high: contentRect.height });
    applyView(holder);
  }
});

/**
 * Zoom a picture, keeping the point at x, y in place.
 * @param {HTMLElement} holder
 * @param {number} factor
 * @param {number} x
 * @param {number} y
 */
function zoom(holder, factor, x, y) {
  const view = viewOf(holder);
  const scale = Math.min(Math.max(view.scale * factor, SMALLEST), LARGEST);
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  applyView(holder);
}

/**
 * Handle a zoom button: larger, smaller or, with 0, the whole picture again.
 * @param {HTMLElement} button
 */
export function zoomBy(button) {
  const holder = the("[data-panzoom]", button.closest("[data-zooms]") ?? document);
  if (button.dataset.zoom !== "0") {
    const { width, height } = holder.getBoundingClientRect();
    zoom(holder, Number(button.dataset.zoom), width / 2, height / 2);
    return;
  }
  Object.assign(viewOf(holder), { x: 0, y: 0, scale: 1 });
  applyView(holder);
}

/** Fit all pictures, and listen for input on new ones. */
export function prepareViews() {
  for (const holder of $$("[data-panzoom]")) {
    const isNew = !sizes.has(holder);
    if (isNew) sizes.set(holder, sizeOf(holder));
    applyView(holder);
    if (isNew) watch(holder);
  }
}

/** @param {HTMLElement} holder */
function watch(holder) {
  resizing.observe(holder);
  /** @type {Map<number, PointerEvent>} */
  const points = new Map();
  holder.addEventListener("wheel", (event) => turnWheel(holder, event), { passive: false });
  holder.addEventListener("pointerdown", (event) => { points.set(event.pointerId, event); });
  holder.addEventListener("pointermove", (event) => movePoint(holder, points, event));
  for (const name of /** @type {const} */ (["pointerup", "pointercancel", "pointerleave"]))
    holder.addEventListener(name, (event) => { points.delete(event.pointerId); viewOf(holder).far = 0; });
}

/**
 * Zoom with the wheel; if the page itself can be scrolled, only with a modifier key.
 * @param {HTMLElement} holder
 * @param {WheelEvent} event
 */
function turnWheel(holder, event) {
  const holdsKey = event.ctrlKey || event.metaKey || event.shiftKey;
  if (!holdsKey && document.body.scrollHeight > innerHeight + 4) return;
  event.preventDefault();
  const box = holder.getBoundingClientRect();
  zoom(holder, event.deltaY < 0 ? WHEEL_STEP : 1 / WHEEL_STEP, event.clientX - box.x, event.clientY - box.y);
}

/**
 * One pointer pans the picture, two zoom it.
 * @param {HTMLElement} holder
 * @param {Map<number, PointerEvent>} points the pointers that are down, with their last positions
 * @param {PointerEvent} event
 */
function movePoint(holder, points, event) {
  const before = points.get(event.pointerId);
  if (!before || isDragging()) return;
  const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
  if (!pointing.panned && points.size === 1 && Math.hypot(dx, dy) < TREMBLING) return;
  pointing.panned = true;
  points.set(event.pointerId, event);
  if (points.size === 1) pan(holder, dx, dy);
  else if (points.size === 2) pinch(holder, [...points.values()]);
}

/**
 * @param {HTMLElement} holder
 * @param {number} dx
 * @param {number} dy
 */
function pan(holder, dx, dy) {
  const view = viewOf(holder);
  view.x += dx;
  view.y += dy;
  applyView(holder);
}

/**
 * @param {HTMLElement} holder
 * @param {PointerEvent[]} points
 */
function pinch(holder, [a, b]) {
  const view = viewOf(holder);
  const far = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  const box = holder.getBoundingClientRect();
  if (view.far) zoom(holder, far / view.far, (a.clientX + b.clientX) / 2 - box.x, (a.clientY + b.clientY) / 2 - box.y);
  view.far = far;
}
