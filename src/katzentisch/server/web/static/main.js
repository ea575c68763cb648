// The scripts of all pages begin here. They know no game: a legal move is a path of clicks
// (`paths.js`); what can come next is lit (`lighting.js`), clicks, keys and drags are taken
// (`choosing.js`), and the move's name is sent (`socket.js`).

import { watchControls } from "./controls.js";
import { stage } from "./dom.js";
import { watchDrags } from "./drag.js";
import { watchPointer } from "./input.js";
import { watchPreview } from "./lighting.js";
import { watchTable } from "./messages.js";
import { openLastTab, showAddress, showLastTheme, watchChat, watchForms } from "./panels.js";
import { prepareViews } from "./panzoom.js";
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
watchChat((text) => send({ say: text }));
if (stage) {
  openLastTab();
  prepareViews();
}
if (stage?.dataset.live) watchTable();
if (stage?.dataset.replay) watchReplay();
