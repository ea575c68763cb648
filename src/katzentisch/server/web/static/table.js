// The script of all pages. It knows no game.
//
// A legal move is a path of clicks, written `play 5|blue`. Elements that a path can go
// through carry a key (`data-key`), which is one click or several. The script lights what
// can come next (`data-step`), takes clicks, keys and drags, and sends the move's name.
"use strict";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const stage = $(".stage");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const hovers = matchMedia("(hover: hover)");
const SEPARATOR = "|";

// What is kept between visits; a browser may forbid it.
const kept = {
  get(name) { try { return localStorage.getItem(name); } catch { return null; } },
  set(name, value) { try { localStorage.setItem(name, value); } catch { /* not kept, then */ } },
};

// ---- Paths of clicks

let paths = [];
let begins = new Set([""]);  // of all paths
let chosen = [];      // clicks made so far
let hinted = null;    // a path to be shown
let sending = false;  // a move is on its way
let waiting = null;   // a finished path that wants a yes
let clicked = [];     // the elements clicked for it: of equal cards only one is raised

const table = () => $("#table");
const starts = (path, begin) => begin.every((click, i) => path[i] === click);
const possible = (begin) => begins.has(begin.join(SEPARATOR));

// The clicks made once this element is clicked too, or null.
function after(element) {
  const key = element.dataset.key.split(SEPARATOR);
  for (const clicks of [key, [...chosen, ...key]])
    if (clicks.length > chosen.length && starts(clicks, chosen) && possible(clicks)) return clicks;
  return null;
}

// The clicks made if this element is clicked in place of what has been chosen, or null.
function instead(element) {
  const key = element.dataset.key.split(SEPARATOR);
  for (let n = chosen.length - key.length; n >= 0; n -= 1)
    if (possible([...chosen.slice(0, n), ...key])) return [...chosen.slice(0, n), ...key];
  return null;
}

function readPaths(text) {
  paths = text ? text.split("\n").map((path) => path.split(SEPARATOR)) : [];
  begins = new Set([""]);
  for (const path of paths)
    for (let n = 1; n <= path.length; n += 1) begins.add(path.slice(0, n).join(SEPARATOR));
}

function light() {
  const root = table();
  if (!root) return;
  const wished = hinted && starts(hinted, chosen) ? hinted : null;
  root.dataset.chosen = chosen.join(SEPARATOR);
  for (const element of $$("[data-key]")) {
    const clicks = sending ? null : after(element);
    const now = waiting || chosen;
    element.classList.toggle("chosen", now.length > 0 && isChosen(element, now));
    element.classList.toggle("hinted", Boolean(wished && clicks && starts(wished, clicks)));
    setLit(element, clicks !== null, !clicks && !sending && instead(element) !== null);
  }
  $$("[data-shown-after]").forEach((element) => {
    element.hidden = !starts(chosen, element.dataset.shownAfter.split(SEPARATOR));
  });
  showGhosts();
  showQuestion();
}

function showQuestion() {
  const asks = $("#confirm");
  if (!asks) return;
  asks.hidden = !waiting;
  $("[data-confirm]", asks).toggleAttribute("data-step", Boolean(waiting));
}

function isChosen(element, clicks) {
  const twin = clicked.find((other) => other.isConnected && other.dataset.key === element.dataset.key);
  if (twin && twin !== element) return false;
  const key = element.dataset.key.split(SEPARATOR);
  return starts(clicks, key) || key.every((click) => clicks.slice(1).includes(click));
}

function setLit(element, lit, again) {
  element.toggleAttribute("data-step", lit);
  element.removeAttribute("data-sent");
  element.toggleAttribute("data-again", again);
  if (element instanceof HTMLButtonElement) { element.disabled = !lit && !again; return; }
  if (lit || again) { element.setAttribute("tabindex", "0"); element.setAttribute("role", "button"); }
  else { element.removeAttribute("tabindex"); element.removeAttribute("role"); }
}

// What has been chosen is shown where it could go.
function showGhosts() {
  const source = $$("#table .chosen[data-picture]").pop();
  for (const ghost of $$("#table use[data-ghost]")) {
    if (source) ghost.setAttribute("href", source.dataset.picture);
    else ghost.removeAttribute("href");
  }
  showPreview();
}

// Over what is pointed at, focused or chosen stands the preview: there (`data-at`), with marks.
function showPreview() {
  const preview = $("#table [data-preview]");
  if (!preview) return;
  const points = hovers.matches ? ", #table [data-at][data-step]:hover" : "";
  const at = $("#table [data-at].over") || $("#table [data-at].chosen")
    || $(`#table [data-at][data-step]:focus-visible${points}`);
  preview.classList.toggle("shown", Boolean(at));
  if (!at) return;
  preview.setAttribute("transform", `translate(${at.dataset.at})`);
  $("path", preview).setAttribute("d", at.dataset.marks);
}
for (const name of ["pointerover", "focusin"]) document.addEventListener(name, showPreview);

function choose(element) {
  const clicks = after(element) || instead(element);
  if (clicks === null || sending) return;
  take(clicks, asksFirst(element));
}

// With a finger one taps beside easily: `data-confirm="touch"` asks then, and a second tap means yes.
function asksFirst(element) {
  if (element.dataset.confirm !== "touch") return "confirm" in element.dataset;
  return pointer === "touch" && !(waiting && isChosen(element, waiting));
}

function take(clicks, asks) {
  const before = chosen;
  chosen = clicks;
  waiting = null;
  // Where only one way leads on, nobody needs to be asked.
  let ways = paths.filter((path) => starts(path, chosen));
  if (ways.length === 1) chosen = ways[0];
  if (ways.length === 1 && asks) { waiting = chosen; chosen = before; light(); $("#confirm [data-confirm]").focus(); return; }
  if (ways.length === 1) { sendMove(); return; }
  // Lead on as far as there is no choice.
  while (ways.every((path) => path.length > chosen.length && path[chosen.length] === ways[0][chosen.length]))
    chosen = [...chosen, ways[0][chosen.length]];
  light();
  focusFirst();
  say($("#turn")?.textContent, true);
}

function cancel() {
  if (!chosen.length && !waiting) return false;
  chosen = [];
  clicked = [];
  waiting = null;
  light();
  return true;
}

function sendMove() {
  sending = true;
  const move = (waiting || chosen).join(" ");
  waiting = null;
  showQuestion();
  // Nothing can be clicked now, but it looks as it did: to draw it anew would delay the answer.
  for (const element of $$("[data-step]")) {
    element.removeAttribute("data-step");
    element.setAttribute("data-sent", "");
  }
  sound("card");
  send({ move, number: Number(table().dataset.number) });
}

function focusFirst() {
  if (document.activeElement && document.activeElement !== document.body
      && !document.activeElement.closest("#table")) return;
  const element = $("#table [data-step]");
  if (element && usesKeys) element.focus({ preventScroll: true });
}

// ---- The picture changes

let drawn = Promise.resolve();

// Make an element like another one, touching only what differs: a browser styles and lays out
// again what was touched, and of a table mostly one card was.
function become(old, fresh) {
  for (const name of old.getAttributeNames()) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...fresh.attributes])
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const was = [...old.childNodes];
  const will = [...fresh.childNodes];
  const least = Math.min(was.length, will.length);
  let same = 0;  // at the beginning
  let alike = 0;  // at the end
  while (same < least && was[same].isEqualNode(will[same])) same += 1;
  while (alike < least - same && was.at(-1 - alike).isEqualNode(will.at(-1 - alike))) alike += 1;
  const rest = was[was.length - alike] ?? null;
  const goes = was.slice(same, was.length - alike);
  const comes = will.slice(same, will.length - alike);
  for (const [i, child] of comes.entries()) {
    if (i >= goes.length) old.insertBefore(child, rest);
    else if (child instanceof Element && goes[i].nodeName === child.nodeName) become(goes[i], child);
    else goes[i].replaceWith(child);
  }
  for (const child of goes.slice(comes.length)) child.remove();
}

// Put a new picture in the place of the old one; done when the new one is there.
function swap(html, sheet, quick) {
  const change = () => {
    const old = table();
    const focused = document.activeElement?.dataset?.key;
    const holder = document.createElement("template");
    holder.innerHTML = html;
    const fresh = holder.content.firstElementChild;
    const same = old.dataset.number === fresh.dataset.number;
    const open = $$("details[open]", old).map((details) => details.className);
    for (const details of $$("details", fresh)) details.open ||= open.includes(details.className);
    // To take away what has the focus makes browsers lay out everything first.
    if (!usesKeys && old.contains(document.activeElement)) document.activeElement.blur();
    become(old, fresh);
    if (sheet !== undefined && $("#sheet")) $("#sheet").outerHTML = sheet;
    readPaths(old.dataset.paths);
    if (!same || !possible(chosen)) { chosen = []; clicked = []; waiting = null; hinted = null; }
    sending = false;
    light();
    showPresence();
    prepareViews();
    showAddress();
    if ($("#after")) $("#after").hidden = old.dataset.status !== "over";
    if (focused && usesKeys) ($(`#table [data-key="${CSS.escape(focused)}"][data-step]`) || $("#table [data-step]"))?.focus({ preventScroll: true });
    document.title = (old.dataset.yourTurn === "yes" ? "● " : "") + document.title.replace(/^● /, "");
  };
  if (quick || calm.matches || !document.startViewTransition || document.hidden) { change(); return null; }
  const flight = document.startViewTransition(change);
  // A flight that the next one cuts short is no error.
  for (const end of [flight.ready, flight.finished]) end.catch(() => {});
  return flight.updateCallbackDone;
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));
let queued = 0;

// Moments come one after the other; whoever is far behind sees the last one.
function show(moments, quick) {
  queued += 1;
  drawn = drawn.then(async () => {
    for (const [i, moment] of moments.entries()) {
      const last = i === moments.length - 1;
      if (!last && (queued > 3 || document.hidden)) continue;
      await swap(moment.table, moment.sheet, quick || queued > 2);
      if (moment.pause) await pause(moment.pause);
    }
    queued -= 1;
  });
}

// ---- The line to the server

let socket = null;
let tries = 0;
let first = true;

function connect() {
  const address = stage.dataset.live;
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${address}`);
  socket.onopen = () => { tries = 0; $("#lost").hidden = true; };
  socket.onmessage = (event) => hear(JSON.parse(event.data));
  socket.onclose = (event) => {
    if (event.code === 4404 || event.code === 4403) return;
    $("#lost").hidden = false;
    sending = false;
    light();
    tries += 1;
    setTimeout(connect, Math.min(250 * 2 ** tries, 8000) * (0.7 + 0.6 * Math.random()));
  };
}

function send(message) {
  if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else { sending = false; light(); }
}

function hear(message) {
  if (message.type === "preparing" && $("#prepared")) $("#prepared").value = message.preparing;
  if (message.type === "table") {
    const turned = table().dataset.yourTurn === "yes";
    show(message.moments, first);
    const last = message.moments[message.moments.length - 1].table;
    if (!first) sound(/data-status="over"/.test(last) ? "end" : !turned && /data-your-turn="yes"/.test(last) ? "turn" : "card");
    first = false;
  }
  if (message.story) tell(message.story);
  if (message.type === "presence") { here = new Set(message.here); watching = message.watching; showPresence(); }
  if (message.type === "said") hearSaying(message.said, message.all);
  if (message.seal && $("#seal")) { $("#seal").value = message.seal; $("#seal").parentElement.hidden = false; }
  if (message.type === "refused") refuse(message.refused);
  if (message.type === "hint") { hinted = message.clicks.split(SEPARATOR); cancel(); light(); $("#table .hinted")?.scrollIntoView({ block: "nearest", inline: "nearest" }); }
  if (message.type === "rematch") { $("#rematch-offer").hidden = false; $("#rematch-offer a").href = `/table/${message.table}`; }
  for (const name of ["undo", "hint"])
    if (message.type === "table" && message[name] !== undefined && $(`[data-do=${name}]`)) $(`[data-do=${name}]`).hidden = !message[name];
}

function refuse(sentence) {
  const banner = $("#refused");
  banner.textContent = sentence;
  banner.hidden = false;
  clearTimeout(refuse.timer);
  refuse.timer = setTimeout(() => { banner.hidden = true; }, 6000);
  sending = false;
  cancel();
  light();
}

// ---- Words

function tell(story) {
  const list = $("#story");
  if (!list) return;
  while (list.children.length > story.from) list.lastChild.remove();
  for (const line of story.lines) {
    const item = document.createElement("li");
    item.textContent = line;
    item.hidden = !line;
    list.append(item);
  }
  // Lengths are asked for when all is laid out; earlier, the card would have to wait for that.
  requestAnimationFrame(() => {
    for (const box of [list, list.parentElement]) box.scrollTop = box.scrollHeight;
  });
  const news = story.lines.filter(Boolean).slice(-4).join(" ");
  if (news) setTimeout(() => say(`${news} ${$("#turn")?.textContent || ""}`), 50);
}

function say(text, again) {
  const heard = $("#heard");
  if (heard && text) heard.textContent = again && heard.textContent === text ? `${text} ` : text;
}

let here = new Set();
let watching = 0;
function showPresence() {
  for (const element of $$("[data-seat]:not([data-bot])"))
    element.classList.toggle("away", !here.has(Number(element.dataset.seat)));
  if ($("#watching")) $("#watching").textContent = watching;
}

function hearSaying(lines, all) {
  const list = $("#said");
  if (!list) return;
  if (all) list.replaceChildren();
  for (const [name, text] of lines) {
    const item = document.createElement("li");
    const who = document.createElement("strong");
    who.textContent = name;
    item.append(who, ` ${text}`);
    list.append(item);
  }
  list.scrollTop = list.scrollHeight;
  if (!all) sound("say");
}

// ---- Sounds, made on the spot

let audio = null;
let muted = kept.get("muted") === "yes";
const TONES = {
  card: [[220, 0, 0.05, "triangle"]],
  turn: [[523, 0, 0.09, "sine"], [784, 0.1, 0.14, "sine"]],
  say: [[660, 0, 0.05, "sine"]],
  end: [[523, 0, 0.14, "sine"], [659, 0.14, 0.14, "sine"], [784, 0.28, 0.3, "sine"]],
};

function sound(name) {
  if (muted || !usedOnce) return;
  audio ||= new AudioContext();
  for (const [pitch, at, length, form] of TONES[name]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = form;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0.08, audio.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + at + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + at);
    tone.stop(audio.currentTime + at + length);
  }
}

// ---- Clicks, keys, drags

let usesKeys = false;
let pointer = "mouse";
let panned = false;   // the click that ends moving a picture is none
let usedOnce = false;
let dragged = null;

const DOES = {
  undo: () => send({ undo: true }),
  hint: () => send({ hint: true }),
  cancel,
  panel() {
    const open = document.body.classList.toggle("panel-other");
    $("[data-do=panel]").setAttribute("aria-expanded", String(!open));
  },
  mute() {
    muted = !muted;
    kept.set("muted", muted ? "yes" : "no");
    $("[data-do=mute]").setAttribute("aria-pressed", String(!muted));
  },
};

document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-key],[data-do],[data-confirm],[data-copy],[data-theme-switch],[role=tab],[data-step-to],[data-zoom]");
  if (!target || dragged?.moved || panned) return;
  if (target.matches("[data-confirm]:not([data-key])")) { if (waiting) sendMove(); }
  else if (target.dataset.do) DOES[target.dataset.do]();
  else if (target.dataset.copy) copy(target);
  else if ("themeSwitch" in target.dataset) switchTheme();
  else if (target.dataset.zoom) zoomBy(target);
  else if (target.dataset.stepTo) stepTo(target.dataset.stepTo);
  else if (target.matches("[role=tab]")) openTab(target);
  else if (target.hasAttribute("data-step")) choose(target);
  else if (target.classList.contains("chosen")) cancel();
  else if (target.hasAttribute("data-again")) choose(target);
});

document.addEventListener("pointerdown", (event) => { usesKeys = false; usedOnce = true; panned = false; pointer = event.pointerType; }, true);

document.addEventListener("keydown", (event) => {
  usedOnce = true;
  panned = false;
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("[role=tab]") && moveTab(event)) return;
  if (stage?.dataset.replay && { ArrowLeft: 1, ArrowRight: 1, Home: 1, End: 1 }[event.key]) {
    stepTo({ ArrowLeft: "-1", ArrowRight: "1", Home: "first", End: "last" }[event.key]);
    event.preventDefault();
    return;
  }
  const does = { u: "undo", h: "hint", m: "mute" }[event.key.toLowerCase()];
  if (does && $(`[data-do=${does}]`) && !$(`[data-do=${does}]`).hidden) { DOES[does](); return; }
  if (event.key === "Escape") { cancel(); return; }
  if (event.key === "Tab") usesKeys = true;
  if (["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"].includes(event.key) && stage) { goOn(event); return; }
  const lit = event.target.closest?.("[data-step], [data-again]");
  if (lit && !(lit instanceof HTMLButtonElement) && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    usesKeys = true;
    choose(lit);
  }
});

// Arrow keys go to the nearest element that can be clicked, in the arrow's direction.
function goOn(event) {
  usesKeys = true;
  const all = $$("#table [data-step]").filter((element) => element.getClientRects().length);
  if (!all.length) return;
  event.preventDefault();
  const from = document.activeElement?.closest?.("#table [data-step]");
  if (!from) { all[0].focus(); return; }
  const [ax, ay] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const centre = (element) => { const r = element.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; };
  const [x, y] = centre(from);
  let best = null;
  let least = Infinity;
  for (const element of all) {
    const [ex, ey] = centre(element);
    const along = (ex - x) * ax + (ey - y) * ay;
    const aside = Math.abs((ex - x) * ay) + Math.abs((ey - y) * ax);
    if (along > 2 && along + 3 * aside < least) { least = along + 3 * aside; best = element; }
  }
  best?.focus();
}

document.addEventListener("pointerdown", (event) => {
  const source = event.target.closest("[data-drag][data-key]");
  dragged = null;
  if (!source || event.button !== 0 || !source.matches("[data-step], [data-again], .chosen")) return;
  dragged = { source, x: event.clientX, y: event.clientY, moved: false, over: null };
  if (source.hasPointerCapture?.(event.pointerId)) source.releasePointerCapture(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!dragged) return;
  if (!dragged.moved) {
    if (Math.hypot(event.clientX - dragged.x, event.clientY - dragged.y) < 8) return;
    dragged.moved = true;
    cancel();
    const clicks = after(dragged.source);
    if (!clicks) { dragged = null; return; }
    chosen = clicks;
    light();
    dragged.shadow = dragged.source.cloneNode(true);
    dragged.shadow.removeAttribute("style");
    dragged.shadow.removeAttribute("data-key");
    dragged.shadow.removeAttribute("data-step");
    dragged.shadow.classList.add("shadow");
    table().append(dragged.shadow);
  }
  dragged.shadow.style.transform = `translate(${event.clientX}px, ${event.clientY}px) translate(-50%, -50%)`;
  const over = nearestTarget(event);
  if (over !== dragged.over) {
    dragged.over?.classList.remove("over");
    over?.classList.add("over");
    dragged.over = over;
    showPreview();
  }
});

// What lies under the pointer, or close to it, of what can be clicked next.
function nearestTarget(event) {
  let best = null;
  let least = 40;
  for (const element of $$("#table [data-step]")) {
    const r = element.getBoundingClientRect();
    if (!r.width || element === dragged.source) continue;
    const dx = Math.max(r.left - event.clientX, 0, event.clientX - r.right);
    const dy = Math.max(r.top - event.clientY, 0, event.clientY - r.bottom);
    const far = Math.hypot(dx, dy) + Math.hypot(r.x + r.width / 2 - event.clientX, r.y + r.height / 2 - event.clientY) / 1000;
    if (far < least) { least = far; best = element; }
  }
  return best;
}

function endDrag() {
  if (!dragged) return;
  const { moved, over, shadow } = dragged;
  shadow?.remove();
  over?.classList.remove("over");
  if (moved) {
    if (over && over.hasAttribute("data-step")) take(after(over), false);
    else cancel();
    // The click that ends a drag is none.
    setTimeout(() => { dragged = null; }, 0);
  } else dragged = null;
}
document.addEventListener("pointerup", endDrag);
document.addEventListener("pointercancel", endDrag);

// ---- Pictures that can be moved and enlarged

const views = {};  // by the element's name, so that they outlive a swap

const viewOf = (holder) => views[holder.dataset.panzoom] ||= { x: 0, y: 0, scale: 1 };

// The picture has a size of its own (`data-size`); here it is made to fit, and then moved.
function applyView(holder) {
  const { x, y, scale } = viewOf(holder);
  const picture = holder.firstElementChild;
  const [width, height] = picture.dataset.size.split(" ").map(Number);
  const [wide, high] = holder.size;
  const fit = Math.min(wide / width, high / height);
  picture.style.transform = `translate(${x}px, ${y}px) scale(${scale})`
    + ` translate(${(wide - fit * width) / 2}px, ${(high - fit * height) / 2}px) scale(${fit})`;
}

const sizes = new ResizeObserver((changes) => changes.forEach(({ target, contentRect }) => {
  target.size = [contentRect.width, contentRect.height];
  applyView(target);
}));

function zoom(holder, factor, x, y) {
  const view = viewOf(holder);
  const scale = Math.min(Math.max(view.scale * factor, 0.5), 5);
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  applyView(holder);
}

// The buttons beside a picture: larger, smaller, or (0) all of it again.
function zoomBy(button) {
  const holder = $("[data-panzoom]", button.closest("[data-zooms]"));
  const r = holder.getBoundingClientRect();
  if (button.dataset.zoom !== "0") { zoom(holder, Number(button.dataset.zoom), r.width / 2, r.height / 2); return; }
  Object.assign(viewOf(holder), { x: 0, y: 0, scale: 1 });
  applyView(holder);
}

function prepareViews() {
  for (const holder of $$("[data-panzoom]")) {
    if (holder.size) { applyView(holder); continue; }
    holder.size = [holder.clientWidth, holder.clientHeight];
    applyView(holder);
    sizes.observe(holder);
    const view = viewOf(holder);
    const points = new Map();
    holder.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey && document.body.scrollHeight > innerHeight + 4) return;
      event.preventDefault();
      const r = holder.getBoundingClientRect();
      zoom(holder, event.deltaY < 0 ? 1.15 : 1 / 1.15, event.clientX - r.x, event.clientY - r.y);
    }, { passive: false });
    holder.addEventListener("pointerdown", (event) => { points.set(event.pointerId, event); });
    holder.addEventListener("pointermove", (event) => {
      const before = points.get(event.pointerId);
      if (!before || dragged?.shadow) return;
      // A trembling finger still clicks.
      if (!panned && points.size === 1 && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) < 6) return;
      panned = true;
      points.set(event.pointerId, event);
      if (points.size === 1 && Math.hypot(event.clientX - before.clientX, event.clientY - before.clientY) > 0) {
        view.x += event.clientX - before.clientX;
        view.y += event.clientY - before.clientY;
      } else if (points.size === 2) {
        const [a, b] = [...points.values()];
        const far = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        const r = holder.getBoundingClientRect();
        if (view.far) zoom(holder, far / view.far, (a.clientX + b.clientX) / 2 - r.x, (a.clientY + b.clientY) / 2 - r.y);
        view.far = far;
      }
      applyView(holder);
    });
    const lift = (event) => { points.delete(event.pointerId); view.far = 0; };
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) holder.addEventListener(name, lift);
  }
}

// ---- Panels, themes, links

function openTab(tab) {
  for (const other of $$("[role=tab]")) {
    const open = other === tab;
    other.setAttribute("aria-selected", String(open));
    other.tabIndex = open ? 0 : -1;
    $(`#${other.getAttribute("aria-controls")}`).hidden = !open;
  }
  kept.set("tab", tab.id);
}

function moveTab(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step) return false;
  const tabs = $$("[role=tab]");
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  openTab(next);
  next.focus();
  event.preventDefault();
  return true;
}

function switchTheme() {
  const dark = getComputedStyle(document.documentElement).colorScheme.startsWith("dark");
  const theme = dark ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  kept.set("theme", theme);
}

function showAddress() {
  for (const field of $$("[data-own-address]")) if (field.value !== location.href) field.value = location.href;
}

function copy(button) {
  const field = $(button.dataset.copy);
  field.select();
  navigator.clipboard?.writeText(field.value).catch(() => document.execCommand("copy"));
  button.classList.add("done");
  setTimeout(() => button.classList.remove("done"), 1500);
}

// ---- Replays

let moment = 0;
let asked = 0;

async function goTo(number, quick) {
  moment = Math.min(Math.max(number, 0), Number(stage.dataset.moves));
  $("#moment").value = moment;
  $("#at").textContent = moment;
  history.replaceState(null, "", `#${moment}${whose() === "" ? "" : `,${whose()}`}`);
  showAddress();
  const mine = ++asked;
  const seat = whose() === "" ? "" : `?seat=${whose()}`;
  const answer = await fetch(`${stage.dataset.replay}${moment}${seat}`);
  if (!answer.ok || mine !== asked) return;
  const drawnThen = await answer.json();
  swap(drawnThen.table, drawnThen.sheet, quick);
  tell({ from: 0, lines: drawnThen.story.lines });
  showJudged(drawnThen.judged);
}

// Where the address points (`#12,1`: after 12 moves, as seat 1 saw it), there we go.
function goToPlace(quick) {
  const [at, seat = ""] = location.hash.slice(1).split(",");
  $("#whose").value = $(`#whose option[value="${CSS.escape(seat)}"]`) ? seat : "";
  goTo(Number(at) || 0, quick);
}

const whose = () => $("#whose").value;

function stepTo(where) {
  const last = Number(stage.dataset.moves);
  goTo({ first: 0, last }[where] ?? moment + Number(where), false);
}

// ---- Reviews

// What the moves at this moment were worth, and where it lies on the curve.
function showJudged(html) {
  if ($("#here")) $("#here").innerHTML = html;
  const now = $("#review .now");
  if (!now) return;
  const [left, right] = now.dataset.span.split(" ").map(Number);
  const x = left + (right - left) * moment / Number(stage.dataset.moves);
  for (const name of ["x1", "x2"]) now.setAttribute(name, x);
}

// A review is worked out in the background; until it is ready we ask how far it is.
async function watchReview() {
  const review = $("#review[data-working]");
  if (!review) return;
  await pause(1000);
  const answer = await fetch(stage.dataset.review).catch(() => null);
  if (answer?.ok) {
    const { state, html } = await answer.json();
    if (state === "none") { location.reload(); return; }
    const fresh = review.cloneNode();
    fresh.innerHTML = html;
    fresh.toggleAttribute("data-working", state === "working");
    become(review, fresh);
    if (state === "ready") { say(review.ariaLabel); goTo(moment, true); }
  }
  watchReview();
}

// ---- Beginning

if (kept.get("theme")) document.documentElement.dataset.theme = kept.get("theme");
showAddress();
for (const form of $$("[data-ask]")) form.addEventListener("submit", (event) => { if (!confirm(form.dataset.ask)) event.preventDefault(); });
for (const form of $$("[data-opens]")) form.addEventListener("submit", () => kept.set("tab", form.dataset.opens));
if ($("[data-do=mute]")) $("[data-do=mute]").setAttribute("aria-pressed", String(!muted));
$("#say")?.addEventListener("submit", (event) => {
  event.preventDefault();
  if ($("#saying").value.trim()) send({ say: $("#saying").value });
  $("#saying").value = "";
});
if (stage) {
  const tab = kept.get("tab");
  if (tab && document.getElementById(tab)) openTab(document.getElementById(tab));
  prepareViews();
}
if (stage?.dataset.live) connect();
if (stage?.dataset.replay) {
  goToPlace(true);
  watchReview();
  window.addEventListener("hashchange", () => { goToPlace(false); table().scrollIntoView({ block: "nearest" }); });
  $("#moment").addEventListener("input", () => goTo(Number($("#moment").value), true));
  $("#whose").addEventListener("change", () => goTo(moment, true));
}
