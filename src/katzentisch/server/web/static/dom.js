// Page and browser helpers shared by all scripts.

/**
 * The first element that matches, or null.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement | null}
 */
export const $ = (selector, root = document) => root.querySelector(selector);

/**
 * All elements that match.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export const $$ = (selector, root = document) =>
  /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);

/**
 * An element that the page is known to have.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export const the = (selector, root = document) => /** @type {HTMLElement} */ ($(selector, root));

/**
 * A form field that the page is known to have.
 * @param {string} selector
 */
export const field = (selector) => /** @type {HTMLInputElement} */ (the(selector));

/** Where a table is played or replayed; other pages have none. */
export const stage = $(".stage");

/** The table on the stage. */
export const table = () => the("#table");

/** Does the user want less motion? */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Can the user point at something without pressing it? */
export const hovers = matchMedia("(hover: hover)");

/**
 * A value stored on an earlier visit; browsers may forbid storing.
 * @param {string} name
 */
export function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/**
 * Store a value for later visits.
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* then it is not stored */ }
}

/**
 * Wait.
 * @param {number} ms
 * @returns {Promise<void>}
 */
export const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
