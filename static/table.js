/* The table page: listens, sends entries once and in order, opens sheets. Figures come from the server. */
"use strict";

(() => {

const live = document.getElementById("live");
const sheet = document.getElementById("sheet");
const outbox = `outbox:${location.pathname}`;
let source = null, heard = Date.now(), fresh = Date.now(), sending = null;

/* --- listening: one stream while the page is visible; the board is asked for again whenever that is in doubt --- */
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
const lease = `listening:${location.pathname}`;
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
  source = new EventSource(live.dataset.stream);
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
  flush();
}

function late(yes) {
  const note = document.querySelector("[data-late]");
  note.hidden = !yes;
  if (yes) note.querySelector("[data-age]").textContent = new Date(fresh).toLocaleTimeString();
}

setInterval(() => {
  if (document.hidden) return;
  if (source) mayListen(); // go on holding the lease
  else listen();
  if (Date.now() - heard > 32000) wake();
  else if (!document.querySelector("[data-late]").hidden) refresh();
  flush();
}, 3000);
setInterval(() => document.hidden || refresh(), 30000);
window.addEventListener("pagehide", deaf);
for (const name of ["visibilitychange", "pageshow", "online"]) (name === "visibilitychange" ? document : window).addEventListener(name, wake);

/* --- sending: every tap is kept on the device until the server has answered it --- */
const waiting = () => JSON.parse(localStorage.getItem(outbox) || "[]");
function keep(entries) {
  localStorage.setItem(outbox, JSON.stringify(entries));
  const note = document.querySelector("[data-waiting]");
  if (!note) return;
  note.hidden = !entries.length;
  note.querySelector("[data-count]").textContent = entries.length;
}

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-verb]");
  if (!form) return;
  event.preventDefault();
  if (form.dataset.sent) return; // a second tap on the same button
  form.dataset.sent = "1";
  event.submitter?.setAttribute("aria-busy", "true");
  const refusal = await send(form.action, new URLSearchParams(new FormData(form, event.submitter)));
  delete form.dataset.sent;
  event.submitter?.removeAttribute("aria-busy");
  if (!form.isConnected || !form.closest("dialog")) return; // a refusal with a way out has taken its place
  if (!refusal) return sheet.close();
  form.querySelector(".refusal")?.remove();
  form.prepend(Object.assign(document.createElement("p"), { className: "refusal", textContent: refusal }));
});

/* Each tap is an intention of its own, with an id that stays the same however often it has to be sent.
   Answers with the sentence of its refusal, or nothing when it was booked or has to wait. */
async function send(url, fields) {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  fields.set("command_id", id);
  if (fields.has("to")) { // turns that wait already come first: the next one is of the seat after theirs
    const seats = document.querySelectorAll(".seat").length;
    const before = waiting().filter((entry) => entry.url === url).length;
    fields.set("to", ((Number(fields.get("to")) - 1 + before) % seats) + 1);
  }
  keep([...waiting(), { id, url, body: fields.toString() }]);
  if (navigator.vibrate) navigator.vibrate(10);
  await flush();
  const refusal = refusals.get(id);
  refusals.delete(id);
  return refusal;
}

const refusals = new Map();

/* In order, one after the other. Two tabs may send the same entry: its id makes that one entry all the same. */
async function flush() {
  if (sending) return sending;
  sending = sendAll();
  await sending;
  sending = null;
  keep(waiting());
}

async function sendAll() {
  try {
    for (let next; (next = waiting()[0]); ) {
      let answer = await post(next);
      if (answer.status === 400) {
        await renewToken();
        answer = await post(next);
      }
      if (![200, 409, 422].includes(answer.status)) throw new Error(answer.status); // kept: it may be booked later
      const text = new DOMParser().parseFromString(await answer.text(), "text/html");
      keep(waiting().filter((entry) => entry.id !== next.id));
      await refresh();
      if (answer.ok) say(text.querySelector(".booked").textContent, true, text.querySelector(".booked").dataset.entry);
      else refused(next, text);
    }
  } catch {
    late(true);
  }
}

function post(entry) {
  const body = new URLSearchParams(entry.body);
  body.set("csrf_token", document.querySelector('meta[name="csrf-token"]').content);
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
  return fetch(entry.url, { method: "POST", body, headers, signal: AbortSignal.timeout(8000) });
}

/* The cookie this page came with is gone; the seat may be too, but that is for the server to say. */
async function renewToken() {
  const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  document.querySelector('meta[name="csrf-token"]').content = page.querySelector('meta[name="csrf-token"]').content;
}

function refused(entry, text) {
  const sentence = text.querySelector(".refusal")?.textContent ?? "";
  refusals.set(entry.id, sentence);
  const found = text.querySelector(".refused");
  if (found?.querySelector("form") && sheet && !waiting().length) show(found.outerHTML);
  else if (!sheet?.open) say(sentence, false); // in an open sheet it stands at the form
}

let saying = 0;
function say(sentence, good, entry) {
  const toast = document.getElementById("toast");
  if (!sentence || (good && !toast.hidden && toast.classList.contains("bad"))) return; // a refusal is read first
  toast.textContent = toast.classList.contains("bad") && !toast.hidden ? `${toast.textContent} ${sentence}` : sentence;
  const undo = document.querySelector('form[action$="/undo"]');
  if (entry && undo && !undo.closest("dialog")) {
    const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: live.dataset.undo });
    button.addEventListener("click", () => {
      toast.hidden = true;
      send(undo.action, new URLSearchParams({ ...Object.fromEntries(new FormData(undo)), entry }));
    });
    toast.append(" ", button);
  }
  toast.classList.toggle("bad", !good);
  toast.hidden = false;
  clearTimeout(saying);
  saying = setTimeout(() => (toast.hidden = true), good ? 4000 : 12000);
}
document.getElementById("toast").addEventListener("click", (event) => (event.currentTarget.hidden = true));

/* Sheets are asked for anew; without a network the one asked for last must do: it is enough to enter what happened. */
const sheets = new Map();
async function ask(url) {
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(4000) });
    if (answer.ok) sheets.set(url, await answer.text());
  } catch {
    late(true);
  }
  return sheets.get(url);
}

async function prepare() {
  const links = [...document.querySelectorAll("#board a[data-sheet]")].map((link) => link.href);
  for (const url of links) {
    if (document.hidden || sheets.has(url)) continue;
    const page = new DOMParser().parseFromString((await ask(url)) ?? "", "text/html");
    for (const link of page.querySelectorAll("a[data-sheet]")) links.push(new URL(link.getAttribute("href"), location.href).href);
  }
  document.documentElement.dataset.ready = "offline";
}

function show(html) {
  sheet.innerHTML = html;
  if (sheet.open) return;
  history.pushState({ sheet: true }, "");
  sheet.showModal();
}

/* --- sheets: a page of its own that opens here from below; Back closes it first --- */
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-sheet]");
  if (link && sheet && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const page = await ask(link.href);
    if (page) show(page);
    else late(true);
  }
  if (event.target.closest("[data-close]") && sheet?.open) {
    event.preventDefault();
    sheet.close();
  }
  if (event.target === sheet) sheet.close();
});
sheet?.addEventListener("close", () => history.state?.sheet && history.back());
window.addEventListener("popstate", () => sheet?.open && sheet.close());

/* What so many cards pay, while one types. */
document.addEventListener("input", (event) => {
  const steps = event.target.dataset?.meter && JSON.parse(event.target.dataset.meter);
  if (!steps) return;
  const cards = Number(event.target.value);
  const paid = steps.filter(([need]) => need <= cards).pop();
  const next = steps.find(([need]) => need > cards);
  event.target.parentElement.querySelector("output").textContent = `+${paid ? paid[1] : 0}${next ? ` (${next[0]}: +${next[1]})` : ""}`;
});

setTimeout(() => document.querySelectorAll(".toast:not(#toast)").forEach((said) => said.remove()), 4000);
keep(waiting());
wake();
if (sheet) setTimeout(prepare, 1500);
})();
