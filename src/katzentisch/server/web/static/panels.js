// What surrounds a table: tabs, theme, links to copy.

import { $, $$, field, remember, remembered, the } from "./dom.js";

/**
 * Open a tab of the side panel, and close the others.
 * @param {HTMLElement} tab
 */
export function openTab(tab) {
  for (const other of $$("[role=tab]")) {
    const open = other === tab;
    other.setAttribute("aria-selected", String(open));
    other.tabIndex = open ? 0 : -1;
    the(`#${other.getAttribute("aria-controls")}`).hidden = !open;
  }
  remember("tab", tab.id);
}

/** Open the tab that was open on the last visit. */
export function openLastTab() {
  const tab = document.getElementById(remembered("tab") || "");
  if (tab) openTab(tab);
}

/**
 * Move between tabs with the arrow keys; returns whether the key was one of them.
 * @param {KeyboardEvent} event
 */
export function moveTab(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return false;
  const tabs = $$("[role=tab]");
  const at = tabs.indexOf(/** @type {HTMLElement} */ (event.target));
  const next = tabs[(at + step + tabs.length) % tabs.length];
  openTab(next);
  next.focus();
  event.preventDefault();
  return true;
}

/** Show the side panel, or the table alone. */
export function togglePanel() {
  const open = document.body.classList.toggle("panel-other");
  the("[data-do=panel]").setAttribute("aria-expanded", String(!open));
}

/** Switch between dark and light. */
export function switchTheme() {
  const dark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
  const theme = dark ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  remember("theme", theme);
}

/** Use the theme of the last visit. */
export function showLastTheme() {
  const theme = remembered("theme");
  if (theme) document.documentElement.dataset.theme = theme;
}

/** Show the address of the page where it can be copied. */
export function showAddress() {
  for (const own of /** @type {HTMLInputElement[]} */ ($$("[data-own-address]")))
    if (own.value !== location.href) own.value = location.href;
}

/**
 * Copy the contents of a field.
 * @param {HTMLElement} button
 */
export function copy(button) {
  const copied = field(button.dataset.copy ?? "");
  copied.select();
  navigator.clipboard?.writeText(copied.value).catch(() => document.execCommand("copy"));
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), 1500);
}

/** Ask before sending forms that need it, and note the tab that a form will open. */
export function watchForms() {
  for (const form of $$("[data-ask]"))
    form.addEventListener("submit", (event) => { if (!confirm(form.dataset.ask)) event.preventDefault(); });
  for (const form of $$("[data-opens]"))
    form.addEventListener("submit", () => remember("tab", form.dataset.opens ?? ""));
}

/**
 * Send what is typed in the chat.
 * @param {(text: string) => void} said
 */
export function watchChat(said) {
  $("#say")?.addEventListener("submit", (event) => {
    event.preventDefault();
    const saying = field("#saying");
    if (saying.value.trim()) said(saying.value);
    saying.value = "";
  });
}
