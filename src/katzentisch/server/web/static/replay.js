// Replays of finished games, moment by moment, and their reviews.

import { $, field, pause, stage, table, the } from "./dom.js";
import { showAddress } from "./panels.js";
import { become, swap } from "./swap.js";
import { say, tell } from "./words.js";

let moment = 0;
let asked = 0;  // requests so far; only the answer to the last one is shown

/** The page's data about the replay. */
const data = () => /** @type {HTMLElement} */ (stage).dataset;
const lastMoment = () => Number(data().moves);
const whose = () => field("#whose").value;

/** Start at the moment in the address, and follow the controls. */
export function watchReplay() {
  goToPlace(true);
  watchReview();
  window.addEventListener("hashchange", () => { goToPlace(false); table().scrollIntoView({ block: "nearest" }); });
  field("#moment").addEventListener("input", () => goTo(Number(field("#moment").value), true));
  field("#whose").addEventListener("change", () => goTo(moment, true));
}

/**
 * @param {number} number
 * @param {boolean} quick without motion
 */
async function goTo(number, quick) {
  moment = Math.min(Math.max(number, 0), lastMoment());
  showPlace();
  asked += 1;
  const mine = asked;
  const answer = await fetch(`${data().replay}${moment}${whose() && `?seat=${whose()}`}`);
  if (!answer.ok || mine !== asked) return;
  const { story, judged, ...picture } = await answer.json();
  swap(picture, quick);
  tell({ from: 0, lines: story.lines });
  showJudged(judged);
}

function showPlace() {
  field("#moment").value = String(moment);
  the("#at").textContent = String(moment);
  history.replaceState(null, "", `#${moment}${whose() && `,${whose()}`}`);
  showAddress();
}

/**
 * Go to the moment in the address (`#12,1`: after 12 moves, as seen by seat 1).
 * @param {boolean} quick without motion
 */
function goToPlace(quick) {
  const [at, seat = ""] = location.hash.slice(1).split(",");
  field("#whose").value = $(`#whose option[value="${CSS.escape(seat)}"]`) ? seat : "";
  goTo(Number(at) || 0, quick);
}

/**
 * Go to the first or the last moment, or this many moments forward or back.
 * @param {string} where
 */
export function stepTo(where) {
  /** @type {Record<string, number>} */
  const ends = { first: 0, last: lastMoment() };
  goTo(ends[where] ?? moment + Number(where), false);
}

/**
 * Show what the moves at this moment were worth, and mark the moment on the curve.
 * @param {string} html
 */
function showJudged(html) {
  const here = $("#here");
  if (here) here.innerHTML = html;
  const now = $("#review .now");
  if (!now) return;
  const [left, right] = (now.dataset.span ?? "").split(" ").map(Number);
  const x = left + (right - left) * moment / lastMoment();
  for (const name of ["x1", "x2"]) now.setAttribute(name, String(x));
}

/** Poll the progress of a review, which is computed in the background, until it is ready. */
async function watchReview() {
  const review = $("#review[data-working]");
  if (!review) return;
  await pause(1000);
  const answer = await fetch(data().review ?? "").catch(() => null);
  if (answer?.ok) {
    const { state, html } = await answer.json();
    if (state === "none") { location.reload(); return; }
    showReview(review, state, html);
  }
  watchReview();
}

/**
 * @param {HTMLElement} review
 * @param {"working" | "ready"} state
 * @param {string} html
 */
function showReview(review, state, html) {
  const fresh = /** @type {HTMLElement} */ (review.cloneNode());
  fresh.innerHTML = html;
  fresh.toggleAttribute("data-working", state === "working");
  become(review, fresh);
  if (state === "ready") { say(review.ariaLabel); goTo(moment, true); }
}
