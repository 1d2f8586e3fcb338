/* Keeps what is shown of a table up to date. The one place that decides which board is shown: never an older one,
   one for another seat or in another language, a cut one, or a stranger's.

   htmx's own stream extension is not used: it never retries a first connection that failed, shows whatever comes, and
   holds a stream per tab. htmx does the morphing. */

import { ask, now, openStore, otherTabs, randomId } from "./device.js";

const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const TICK = 3000, SILENCE = 32000, RESYNC = 30000, ONE_TAB = 7000;

const board = () => /** @type {HTMLElement} */ (document.getElementById("board"));
const attribute = (/** @type {string} */ html, /** @type {string} */ name) => new RegExp(`^[^>]*\\sdata-${name}="([^"]*)"`).exec(html)?.[1] ?? null;

/** The version shown.
 * @returns {number} */
export const shown = () => Number(board().dataset.version);

/** The table's address.
 * @returns {string} */
export const table = () => live.dataset.table ?? "";

/** Fields of the address that say what this page looks at: the page, and the seat if one was asked for. */
const looksAt = { page: live.dataset.page ?? "", seat: live.dataset.seat ?? "" };

/** What this page looks at, as the query of an address.
 * @returns {URLSearchParams} */
export function view() {
  return new URLSearchParams(Object.entries(looksAt).filter(([, value]) => value));
}

/** Called after each new board.
 * @type {(() => void)[]} */
export const onBoard = [];
/** Asked before the page is loaded anew: whether something would be lost; `gone` says that it would be another page.
 * @type {((gone: boolean) => boolean)[]} */
export const holdsPage = [];

let fresh = now(); // when the board was last known to be the newest
let newest = shown(); // the highest version heard of
let tag = "";
let behind = 0; // answers in a row that were older than what is shown

/* --- which board is shown --- */

/** Show a board if it is one that belongs here and is not older than what is shown.
 * @param {string} html
 * @returns {Promise<boolean>} whether it was a board of this view, whole and in this language */
export async function show(html) {
  const text = html.trim();
  const version = Number(attribute(text, "version"));
  const whole = text.startsWith('<div id="board"') && /<[^<>]*\sdata-end="(\d+)"[^<>]*><\/\w+>\s*<\/div>$/.exec(text)?.[1] === String(version);
  if (!whole || attribute(text, "view") !== view().toString().replaceAll("&", "&amp;")) return false;
  newest = Math.max(newest, version);
  if (attribute(text, "shell") !== live.dataset.shell || attribute(text, "language") !== live.dataset.language) {
    if (wantReload(`${attribute(text, "shell")} ${attribute(text, "language")}`)) return true; // new pages come with new styles
    if (attribute(text, "language") !== live.dataset.language) return false; // it did not help, and nobody here reads that one
  }
  if (version < shown()) return true;
  const held = board().contains(document.activeElement);
  if (window.htmx) await window.htmx.swap({ text, target: board(), swap: "outerMorph", sourceElement: document.body });
  else board().outerHTML = text; // it did not come: the figures count more than what is typed beside them
  if (held && document.activeElement === document.body) document.getElementById("main")?.focus({ preventScroll: true });
  if (version === newest) confirmed();
  onBoard.forEach((tell) => tell());
  return true;
}

function confirmed() {
  fresh = now();
  if (/^(status|an older)/.test(reloads.get(RELOADED) ?? "")) reloads.remove(RELOADED);
  late(false);
}

/* --- asking --- */

/** @type {Promise<boolean> | null} */
let asking = null;
let askedFor = "";

/** Ask for the board; several who ask at once share an answer.
 * @returns {Promise<boolean>} whether the table answered */
export function refresh() {
  const asked = view().toString();
  if (asking && askedFor === asked) return asking;
  askedFor = asked;
  const answer = fetchBoard(asked).finally(() => asking === answer && (asking = null));
  return (asking = answer);
}

async function fetchBoard(/** @type {string} */ asked) {
  try {
    const answer = await ask(`${table()}/board?${asked}`, 8, { headers: { "HX-Request": "true", ...(tag && { "If-None-Match": tag }) } });
    if (asked !== view().toString()) return true; // meanwhile the page looks at something else
    if (answer.status === 304) confirmed();
    else if ([403, 404, 410, 503].includes(answer.status) && !answer.retryAfter && isOurs(answer.text)) wantReload(`status ${answer.status}`);
    else if (answer.ok && (await show(answer.text))) {
      behind = Number(attribute(answer.text, "version")) < shown() ? behind + 1 : 0;
      tag = behind ? "" : answer.tag;
      if (behind > 2) wantReload("an older copy"); // the server itself went back: an earlier copy of its data was restored
    } else return late(true, answer.ok || answer.status === 0);
    return true;
  } catch {
    return late(true);
  }
}

/** Whether a whole page is one of this app.
 * @param {string} text
 * @returns {boolean} */
export function isOurs(text) {
  return new DOMParser().parseFromString(text, "text/html").body?.dataset.shell !== undefined;
}

/** Say that the figures may be old, and since when; a stranger may have answered instead of the table.
 * @param {boolean} yes
 * @param {boolean} [stranger]
 * @returns {false} */
export function late(yes, stranger = false) {
  const note = /** @type {HTMLElement} */ (document.querySelector("[data-late]"));
  note.hidden = !yes;
  if (!yes) return false;
  for (const part of note.querySelectorAll("[data-stranger]")) /** @type {HTMLElement} */ (part).hidden = !stranger;
  const age = note.querySelector("[data-age]");
  if (age) age.textContent = ago(Math.round((now() - fresh) / 1000));
  return false;
}

function ago(/** @type {number} */ seconds) {
  if (!window.Intl?.RelativeTimeFormat) return `${seconds} s`;
  const words = new Intl.RelativeTimeFormat(live.dataset.language, { numeric: "auto" });
  return seconds < 90 ? words.format(-seconds, "second") : words.format(-Math.round(seconds / 60), "minute");
}

/** Whether anything was heard of the table since then.
 * @param {number} moment on the clock of `now`
 * @returns {boolean} */
export const heardSince = (moment) => Math.max(heard, fresh) > moment;

/* --- another seat, or the turn again --- */

/** Look through another seat, or with none through the one that goes with the turn. No page is loaded.
 * @param {string} seat */
export function lookAt(seat) {
  if (seat === looksAt.seat) return;
  looksAt.seat = seat;
  tag = "";
  const address = new URL(location.href);
  if (seat) address.searchParams.set("seat", seat);
  else address.searchParams.delete("seat");
  history.replaceState(history.state, "", address);
  disconnect();
  listen();
}

/* --- a page that no longer fits: a newer version of the app, another language, a seat that was taken away --- */

const reloads = openStore("sessionStorage");
const RELOADED = `reloaded:${location.pathname}`;
let wanted = "";
let lastTap = -Infinity;
addEventListener("pointerdown", () => (lastTap = now()), true);

/** Load the page anew as soon as nobody is busy with it, once for the same reason.
 * @param {string} reason
 * @returns {boolean} whether that will happen */
function wantReload(reason) {
  if (reloads.get(RELOADED) === reason) return false; // it did not help: a cache or a proxy keeps the old page
  wanted = reason;
  reloadBetweenTaps();
  return true;
}

/** Whether somebody is busy with this page, so that it must not be loaded anew, or left for another one (`gone`).
 * @param {boolean} gone
 * @returns {boolean} */
export function busy(gone) {
  const field = document.activeElement;
  const typing = field instanceof HTMLInputElement && field.type !== "hidden" && field.value !== "";
  return document.querySelector("dialog[open]") !== null || typing || now() - lastTap < 1000 || holdsPage.some((holds) => holds(gone));
}

function reloadBetweenTaps() {
  if (!wanted || busy(wanted.startsWith("status"))) return;
  if (!reloads.set(RELOADED, wanted) && reloadedAlready()) return; // without a store the page cannot know why
  location.reload();
}

const reloadedAlready = () => /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0])?.type === "reload";

/* --- the stream: of all visible tabs of a browser at a table one listens and tells the others, as browsers open only
       six connections to a host --- */

const tab = randomId();
let otherListens = -Infinity; // when another tab last said that it listens
const tell = otherTabs(`listening:${table()}`, async (message) => {
  if (message.listens) {
    if (source && message.listens < tab) disconnect(); // two listen: the one with the lower id goes on
    otherListens = now();
    silentSince = now();
  }
  if (message.asks && source) tell?.({ listens: tab });
  if (message.stops) {
    otherListens = -Infinity;
    listen();
  }
  const same = message.view === view().toString() && attribute(message.html ?? "", "language") === live.dataset.language;
  if (message.version) await hear(message.version, same ? message.html : ""); // a tab may have chosen another language
});

/** @type {EventSource | null} */
let source = null;
let heard = now(); // when the table itself said something
let silentSince = heard; // of whoever listens: not before it began to
let failures = 0, again = 0;

/** A version, and its board if it came along. */
async function hear(/** @type {number} */ version, html = "") {
  heard = silentSince = now();
  if (version < shown()) for (let asked = 0; asked < 3 && version < shown(); asked++) await refresh(); // perhaps an earlier copy was restored
  newest = Math.max(newest, version);
  if (html && !(await show(html))) await refresh();
  if (newest === shown() && version === newest) confirmed(); // a version alone announces its board: it follows, or the next tick asks for it
}

function listen() {
  if (source || document.hidden || !window.EventSource || now() - otherListens < ONE_TAB) return;
  const asked = view(), seen = asked.toString();
  asked.set("since", String(shown()));
  const stream = new EventSource(`${table()}/live?${asked}`);
  source = stream;
  tell?.({ listens: tab });
  const pass = (/** @type {number} */ version, html = "") => {
    failures = 0;
    tell?.({ listens: tab, version, html, view: seen });
    return hear(version, html);
  };
  stream.addEventListener("board", (event) => pass(Number(event.lastEventId), event.data));
  for (const kind of ["version", "beat"]) stream.addEventListener(kind, (event) => pass(Number(event.lastEventId)));
  stream.addEventListener("renew", () => source === stream && (disconnect(), listen()));
  stream.addEventListener("error", () => {
    refresh(); // tells at once whether it is the stream alone or the server
    if (stream.readyState !== EventSource.CLOSED || source !== stream) return; // the browser itself tries again
    source = null;
    clearTimeout(again);
    again = window.setTimeout(listen, Math.min(8000, 500 * 2 ** failures++));
  });
}

function disconnect() {
  if (!source) return;
  source.close();
  source = null;
  tell?.({ stops: tab });
}

/** Everything anew: after sleep, a lost network, or silence. */
function wake() {
  disconnect();
  if (document.hidden) return;
  tag = ""; // seat or language may have been changed in another tab, which is no new version
  refresh();
  connect();
}

function connect() {
  silentSince = now();
  failures = 0;
  tell?.({ asks: tab });
  clearTimeout(again);
  again = window.setTimeout(listen, tell ? 200 : 0); // time for a tab that listens already to say so
}

setInterval(() => {
  if (document.hidden) return;
  reloadBetweenTaps();
  if (source) tell?.({ listens: tab });
  else listen();
  const streaming = source?.readyState === 1 || now() - otherListens < ONE_TAB;
  if (streaming && now() - silentSince > SILENCE) wake();
  else if (!streaming || newest > shown() || now() - fresh > RESYNC || !document.querySelector("[data-late][hidden]")) refresh();
}, TICK);
addEventListener("pagehide", disconnect);
document.addEventListener("visibilitychange", wake);
addEventListener("online", wake);
addEventListener("offline", refresh); // says at once that the figures may be old
addEventListener("pageshow", (event) => (event.persisted ? wake() : connect())); // shown again, or for the first time
