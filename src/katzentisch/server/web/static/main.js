// The entry point of the scripts of all pages. They know nothing about the games: a legal move is
// a path of clicks (`paths.js`); what can be clicked next is lit (`lighting.js`), clicks, keys and
// drags are collected (`choosing.js`), and the move's name is sent (`socket.js`).

import { watchControls } from "./controls.js";
import { stage } from "./dom.js";
import { watchDrags } from "./drag.js";
import { watchPreview } from "./lighting.js";
import { watchTable } from "./messages.js";
import { openLastTab, showAddress, showLastTheme, watchChat, watchForms } from "./panels.js";
import { prepareViews } from "./panzoom.js";
import { watchPointer } from "./pointing.js";
import { watchReplay } from "./replay.js";
import { send } from "./socket.js";
import { showMuted } from "./sound.js";

watchPreview();
watchControls();
watchPointer();
watchDrags();
showLastTheme();
showAddress();
watchForms();
showMuted();
watchChat((text) => send({ type: "say", text }));
if (stage) {
  openLastTab();
  prepareViews();
}
if (stage?.dataset.live) watchTable();
if (stage?.dataset.replay) watchReplay();
