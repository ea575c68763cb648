// Lights what can be clicked next (`data-step`); marks and previews what has been chosen.

import { $, $$, hovers, the } from "./dom.js";
import { after, choice, clicksOf, instead, isChosen, starts, textOf } from "./paths.js";

/** Light what can be clicked now. */
export function light() {
  const root = $("#table");
  if (!root) return;
  root.dataset.chosen = textOf(choice.chosen);
  for (const element of $$("[data-key]")) lightOne(element);
  for (const element of $$("[data-shown-after]"))
    element.hidden = !starts(choice.chosen, clicksOf(element.dataset.shownAfter ?? ""));
  showGhosts();
  showQuestion();
}

/** @param {HTMLElement} element */
function lightOne(element) {
  const { chosen, hinted, sending, waiting } = choice;
  const clicks = sending ? null : after(element);
  const now = waiting || chosen;
  const wished = hinted && starts(hinted, chosen) ? hinted : null;
  element.classList.toggle("chosen", now.length > 0 && isChosen(element, now));
  element.classList.toggle("hinted", Boolean(wished && clicks && starts(wished, clicks)));
  setLit(element, clicks !== null, !clicks && !sending && instead(element) !== null);
}

/**
 * @param {HTMLElement} element
 * @param {boolean} lit whether it can be clicked next
 * @param {boolean} again whether it can be clicked in place of what has been chosen
 */
function setLit(element, lit, again) {
  element.toggleAttribute("data-step", lit);
  element.removeAttribute("data-sent");
  element.toggleAttribute("data-again", again);
  if (element instanceof HTMLButtonElement) element.disabled = !lit && !again;
  else if (lit || again) { element.setAttribute("tabindex", "0"); element.setAttribute("role", "button"); }
  else { element.removeAttribute("tabindex"); element.removeAttribute("role"); }
}

/** Make lit elements unclickable but keep their look: redrawing would delay the answer. */
export function putOut() {
  for (const element of $$("[data-step]")) {
    element.removeAttribute("data-step");
    element.setAttribute("data-sent", "");
  }
}

/** Show the question if a finished path is waiting for confirmation. */
export function showQuestion() {
  const asks = $("#confirm");
  if (!asks) return;
  asks.hidden = !choice.waiting;
  the("[data-confirm]", asks).toggleAttribute("data-step", Boolean(choice.waiting));
}

// Shows what has been chosen wherever it could go.
function showGhosts() {
  const picture = $$("#table .chosen[data-picture]").pop()?.dataset.picture;
  for (const ghost of $$("#table use[data-ghost]")) {
    if (picture) ghost.setAttribute("href", picture);
    else ghost.removeAttribute("href");
  }
  showPreview();
}

/** Show the preview, with its marks, where something is pointed at, focused or chosen (`data-at`). */
export function showPreview() {
  const preview = $("#table [data-preview]");
  if (!preview) return;
  const at = previewed();
  preview.classList.toggle("shown", Boolean(at));
  if (!at) return;
  preview.setAttribute("transform", `translate(${at.dataset.at})`);
  the("path", preview).setAttribute("d", at.dataset.marks ?? "");
}

function previewed() {
  const points = hovers.matches ? ", #table [data-at][data-step]:hover" : "";
  return $("#table [data-at].over") || $("#table [data-at].chosen")
    || $(`#table [data-at][data-step]:focus-visible${points}`);
}

/** Let the preview follow the pointer and the focus. */
export function watchPreview() {
  for (const name of ["pointerover", "focusin"]) document.addEventListener(name, showPreview);
}
