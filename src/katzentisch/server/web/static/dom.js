// What all scripts use of the page and of the browser.

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
 * An element that the page is sure to have where it is asked for.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement}
 */
export const the = (selector, root = document) => /** @type {HTMLElement} */ ($(selector, root));

/**
 * A field of a form that the page is sure to have.
 * @param {string} selector
 */
export const field = (selector) => /** @type {HTMLInputElement} */ (the(selector));

/** Where a table is played or replayed; other pages have none. */
export const stage = $(".stage");

/** The table on the stage. */
export const table = () => the("#table");

/** Does somebody want less motion? */
export const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** Can what is used point at something without pressing it? */
export const hovers = matchMedia("(hover: hover)");

/**
 * What was kept at an earlier visit; a browser may forbid it.
 * @param {string} name
 */
export function remembered(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

/**
 * Keep something between visits.
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try { localStorage.setItem(name, value); } catch { /* not kept, then */ }
}

/**
 * Wait.
 * @param {number} ms
 * @returns {Promise<void>}
 */
export const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
