// The WebSocket to the server, reopened after longer and longer waits until the server answers.

/**
 * What is sent to the server. A move's number is the length of the log when it was chosen; `here`
 * asks whether the connection still works, which browsers need not do.
 * @typedef {{type: "move", move: string, number: number}} MoveMessage
 * @typedef {{type: "undo"}} UndoMessage
 * @typedef {{type: "hint"}} HintRequest
 * @typedef {{type: "say", text: string}} SayMessage
 * @typedef {{type: "here"}} HereMessage
 * @typedef {MoveMessage | UndoMessage | HintRequest | SayMessage | HereMessage} ClientMessage
 */

/**
 * A picture of the table and the score sheet, and how long it is shown.
 * @typedef {{table: string, sheet?: string, pause?: number}} Moment
 */

/**
 * The story from a given event on; an event not worth mentioning is an empty line.
 * @typedef {{from: number, lines: string[]}} Story
 */

/**
 * The table now, with what else is new; or only the table, at a moment within a move.
 * @typedef {object} TableMessage
 * @property {"table"} type
 * @property {Moment[]} moments
 * @property {Story} [story]
 * @property {boolean} [undo] may the last move be taken back?
 * @property {boolean} [hint] may you ask for a hint?
 * @property {string} [seal] the commitment to the shuffle
 */

/**
 * What else the server sends. `here` lists the seats whose players are
 * present; `all` means that these are all the chat messages, not only new ones.
 * @typedef {{type: "accepted", number: number}} AcceptedMessage
 * @typedef {{type: "refused", refused: string, status: number, number: number}} RefusedMessage
 * @typedef {{type: "presence", here: number[], watching: number}} PresenceMessage
 * @typedef {{type: "said", said: [name: string, text: string][], all?: boolean}} SaidMessage
 * @typedef {{type: "hint", move: string, clicks: string}} HintMessage
 * @typedef {{type: "rematch", table: string}} RematchMessage
 * @typedef {{type: "alive"}} AliveMessage
 * @typedef {AcceptedMessage | RefusedMessage | HintMessage | AliveMessage} AnswerMessage
 * @typedef {PresenceMessage | SaidMessage | RematchMessage} NewsMessage
 * @typedef {TableMessage | AnswerMessage | NewsMessage} ServerMessage
 */

const NO_SUCH_TABLE = 4404;
const NOT_FROM_HERE = 4403;
const LONGEST_WAIT = 8000;  // milliseconds

/**
 * What to do with a message, when the connection opens or is lost, and when sending fails.
 * @typedef {object} Listener
 * @property {(message: ServerMessage) => void} heard
 * @property {() => void} opened
 * @property {() => void} lost
 * @property {() => void} unsent
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
 * @param {ClientMessage} message
 */
export function send(message) {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  else listener?.unsent();
}
