/* Listens to a table and keeps what is shown up to date: one stream while the page is visible, and the board is
   asked for again whenever that is in doubt. Figures come from the server. */
"use strict";

window.companion = (() => {

const live = document.getElementById("live");
let source = null, heard = Date.now(), fresh = Date.now();

const shown = () => Number(document.getElementById("board").dataset.version);

async function refresh() {
  try {
    const answer = await fetch(live.dataset.board, { headers: { "HX-Request": "true" }, cache: "no-store", signal: AbortSignal.timeout(8000) });
    if (answer.status === 403 || answer.status === 404 || answer.status === 410) return location.reload();
    if (!answer.ok) throw new Error(answer.status);
    const text = await answer.text();
    const version = Number(/data-version="(\d+)"/.exec(text)[1]);
    if (version >= shown()) await htmx.swap({ text, target: document.getElementById("board"), swap: "outerMorph", sourceElement: document.body });
    fresh = Date.now();
    late(false);
  } catch {
    late(true);
  }
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
  if (yes) note.querySelector("[data-age]").textContent = new Date(fresh).toLocaleTimeString(document.documentElement.lang);
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
for (const name of ["visibilitychange", "pageshow", "online"]) (name === "visibilitychange" ? document : window).addEventListener(name, wake);
document.addEventListener("DOMContentLoaded", wake); // after the other scripts of the page

return { live, refresh, late };
})();
