// Synthesised sounds.

import { $, remember, remembered, the } from "./dom.js";
import { pointing } from "./pointing.js";

/** @typedef {"card" | "turn" | "say" | "end"} Sound */

/**
 * Each tone's pitch, start, length and waveform.
 * @type {Record<Sound, [number, number, number, OscillatorType][]>}
 */
const TONES = {
  card: [[220, 0, 0.05, "triangle"]],
  turn: [[523, 0, 0.09, "sine"], [784, 0.1, 0.14, "sine"]],
  say: [[660, 0, 0.05, "sine"]],
  end: [[523, 0, 0.14, "sine"], [659, 0.14, 0.14, "sine"], [784, 0.28, 0.3, "sine"]],
};

/** @type {AudioContext | null} */
let audio = null;
let muted = remembered("muted") === "yes";

/**
 * Play a sound, unless sound is off.
 * @param {Sound} name
 */
export function sound(name) {
  if (muted || !pointing.usedOnce) return;
  audio ||= new AudioContext();
  for (const tone of TONES[name]) play(audio, ...tone);
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} at
 * @param {number} length
 * @param {OscillatorType} form
 */
function play(context, pitch, at, length, form) {
  const tone = context.createOscillator();
  const volume = context.createGain();
  const start = context.currentTime + at;
  tone.type = form;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(0.08, start);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}

/** Turn sound on or off. */
export function toggleSound() {
  muted = !muted;
  remember("muted", muted ? "yes" : "no");
  showMuted();
}

/** Show on the button whether sound is on. */
export function showMuted() {
  if ($("[data-do=mute]")) the("[data-do=mute]").setAttribute("aria-pressed", String(!muted));
}
