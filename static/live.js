/* Listens to a table and keeps what is shown up to date: one stream while the page is visible, and the board is
   asked for again whenever that is in doubt. Figures come from the server. */
"use strict";

window.companion = (() => {

const live = document.getElementById("live");
let source = null, heard = Date.now(), fresh = Date.now(), tag = "";

const shown = () => Number(document.getElementById("board").dataset.version);

async function refresh() {
  try {
    const address = live.dataset.board;
    const headers = { "HX-Request": "true", "If-None-Match": tag };
    const answer = await fetch(address, { headers, cache: "no-store", signal: AbortSignal.timeout(8000) });
    if (address !== live.dataset.board) return; // meanwhile the page looks through another seat
    if (answer.status === 304) return current();
    if (answer.status === 403 || answer.status === 404 || answer.status === 410) return location.reload();
    if (!answer.ok) throw new Error(answer.status);
    if (answer.headers.get("Content-Language") !== document.documentElement.lang) return location.reload();
    const text = await answer.text();
    const version = Number(/data-version="(\d+)"/.exec(text)[1]);
    if (version >= shown()) await htmx.swap({ text, target: document.getElementById("board"), swap: "outerMorph", sourceElement: document.body });
    tag = answer.headers.get("ETag") ?? "";
    current();
  } catch {
    late(true);
  }
}

function current() {
  fresh = Date.now();
  late(false);
  document.dispatchEvent(new Event("companion:fresh"));
}

/* The seat somebody looked through is left again with the turn: the page follows the game. */
function unpin() {
  for (const name of ["board", "sheets"]) {
    const url = new URL(live.dataset[name] ?? "", location.href);
    url.searchParams.delete("seat");
    live.dataset[name] = url.pathname + url.search;
  }
  if (location.search) history.replaceState(history.state, "", location.pathname);
  tag = "";
}

/* Browsers open six connections to a host: of all visible tabs of a table one listens and tells the others. */
const tab = String(Math.random());
const lease = `listening:${live.dataset.stream}`;
const channel = new BroadcastChannel(lease);
channel.onmessage = (event) => hear(event.data);

function mayListen() {
  const [holder, since] = (localStorage.getItem(lease) || "").split(" ");
  if (holder && holder !== tab && Date.now() - Number(since) < 7000) return false;
  localStorage.setItem(lease, `${tab} ${Date.now()}`);
  return true;
}

function hear(version) {
  heard = Date.now();
  if (version > shown()) refresh();
}

function listen() {
  if (source || !mayListen()) return;
  source = new EventSource(`${live.dataset.stream}?since=${shown()}`);
  source.addEventListener("version", (event) => {
    channel.postMessage(Number(event.data));
    hear(Number(event.data));
  });
  source.addEventListener("error", refresh); // tells at once whether it is the stream alone or the server
  source.addEventListener("beat", () => {
    channel.postMessage(0);
    hear(0);
  });
}

function deaf() {
  source?.close();
  if (source) localStorage.removeItem(lease);
  source = null;
}

function wake() {
  deaf();
  if (document.hidden) return;
  heard = Date.now();
  listen();
  refresh();
  document.dispatchEvent(new Event("companion:awake"));
}

function late(yes) {
  const note = document.querySelector("[data-late]");
  note.hidden = !yes;
  if (yes) note.querySelector("[data-age]").textContent = ago(Math.round((Date.now() - fresh) / 1000));
}

function ago(seconds) {
  const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });
  return seconds < 90 ? words.format(-seconds, "second") : words.format(-Math.round(seconds / 60), "minute");
}

setInterval(() => {
  if (document.hidden) return;
  if (source) mayListen(); // go on holding the lease
  else listen();
  if (Date.now() - heard > 32000) wake();
  else if (!document.querySelector("[data-late]").hidden) refresh();
  document.dispatchEvent(new Event("companion:awake"));
}, 3000);
setInterval(() => document.hidden || refresh(), 30000);
window.addEventListener("pagehide", deaf);
document.addEventListener("visibilitychange", wake);
window.addEventListener("online", wake);
window.addEventListener("pageshow", wake); // also the first time, when the other scripts are there

return { live, refresh, late, unpin };
})();
