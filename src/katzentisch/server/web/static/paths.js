// Paths of clicks. A legal move is a path, written `play 5|blue`; an element's key (`data-key`)
// is one or more of its clicks.

/** @typedef {string[]} Clicks */

const SEPARATOR = "|";

/** What can be clicked, and what has been. */
export const choice = {
  /** @type {Clicks[]} */
  paths: [],
  /** @type {Clicks} */
  chosen: [],  // so far
  /** @type {Clicks | null} */
  hinted: null,  // a path to show
  /** @type {Clicks | null} */
  waiting: null,  // a finished path that needs confirmation
  sending: false,  // a move is on its way
};

let begins = new Set([""]);  // the beginnings of all paths

/** @param {string} text */
export const clicksOf = (text) => text.split(SEPARATOR);

/** @param {Clicks} clicks */
export const textOf = (clicks) => clicks.join(SEPARATOR);

/** @param {HTMLElement} element */
const keyOf = (element) => clicksOf(element.dataset.key ?? "");

/**
 * Does the path start with these clicks?
 * @param {Clicks} path
 * @param {Clicks} begin
 */
export const starts = (path, begin) => begin.every((click, i) => path[i] === click);

/**
 * Does any path start with these clicks?
 * @param {Clicks} begin
 */
export const possible = (begin) => begins.has(textOf(begin));

/**
 * The clicks made once this element is clicked too, or null.
 * @param {HTMLElement} element
 * @returns {Clicks | null}
 */
export function after(element) {
  const key = keyOf(element);
  const { chosen } = choice;
  for (const clicks of [key, [...chosen, ...key]])
    if (clicks.length > chosen.length && starts(clicks, chosen) && possible(clicks)) return clicks;
  return null;
}

/**
 * The clicks made if this element is clicked in place of what has been chosen, or null.
 * @param {HTMLElement} element
 * @returns {Clicks | null}
 */
export function instead(element) {
  const key = keyOf(element);
  for (let n = choice.chosen.length - key.length; n >= 0; n -= 1) {
    const clicks = [...choice.chosen.slice(0, n), ...key];
    if (possible(clicks)) return clicks;
  }
  return null;
}

/**
 * Read all legal moves, one per line.
 * @param {string | undefined} text
 */
export function readPaths(text) {
  choice.paths = text ? text.split("\n").map(clicksOf) : [];
  begins = new Set([""]);
  for (const path of choice.paths)
    for (let n = 1; n <= path.length; n += 1) begins.add(textOf(path.slice(0, n)));
}

/**
 * These clicks, and those that must follow because there is no choice.
 * @param {Clicks} clicks
 * @param {Clicks[]} ways the paths that start with them, two or more
 */
export function ledOn(clicks, ways) {
  let far = clicks.length;
  while (ways.every((path) => path.length > far && path[far] === ways[0][far])) far += 1;
  return ways[0].slice(0, far);
}

/** Forget the clicks so far. */
export function forgetClicks() {
  choice.chosen = [];
  choice.waiting = null;
}

/**
 * Has this element been clicked?
 * @param {HTMLElement} element
 * @param {Clicks} clicks
 */
export function isChosen(element, clicks) {
  const key = keyOf(element);
  return starts(clicks, key) || key.every((click) => clicks.slice(1).includes(click));
}
