// The WebSocket to the server, reopened after longer and longer waits until the server answers.

const NO_SUCH_TABLE = 4404;
const NOT_FROM_HERE = 4403;
const LONGEST_WAIT = 8000;  // milliseconds

/**
 * What to do with a message, when the connection opens or is lost, and when sending fails.
 * @typedef {{heard: (message: any) => void, opened: () => void, lost: () => void, unsent: () => void}} Listener
 */

/** @type {WebSocket | null} */
let socket = null;
/** @type {Listener | null} */
let listener = null;
let tries = 0;

/**
 * Open the connection, and keep it open.
 * @param {string} path
 * @param {Listener} listens
 */
export function connect(path, listens) {
  listener = listens;
  const line = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${path}`);
  socket = line;
  line.onopen = () => { tries = 0; listens.opened(); };
  line.onmessage = (event) => listens.heard(JSON.parse(event.data));
  line.onclose = (event) => {
    if (event.code === NO_SUCH_TABLE || event.code === NOT_FROM_HERE) return;
    listens.lost();
    tries += 1;
    setTimeout(() => connect(path, listens), nextWait());
  };
}

// Random, so that browsers do not all reconnect at the same moment.
const nextWait = () => Math.min(250 * 2 ** tries, LONGEST_WAIT) * (0.7 + 0.6 * Math.random());

/**
 * Send a message if the connection is open.
 * @param {object} message
 */
export function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else listener?.unsent();
}
