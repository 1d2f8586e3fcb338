/* Entries on their way: each tap is kept on the device until the server has answered it, and sent once and in order. */
"use strict";

(() => {

const { live, sheet } = companion;
const stored = (key) => ({
  read: () => JSON.parse(localStorage.getItem(key) || "[]"),
  write: (items) => localStorage.setItem(key, JSON.stringify(items)),
});
const place = live.dataset.enter;
const waiting = stored(`outbox:${place}`);
const refusals = stored(`refused:${place}`); // of entries that had waited: they stay until somebody has read them
let sending = null;

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-verb]");
  if (!form) return;
  event.preventDefault();
  if (flying.has(form.action) || (form.closest(".bar") && Date.now() < quiet)) return; // a second tap on the same button
  flying.add(form.action);
  hush();
  event.submitter?.setAttribute("aria-busy", "true");
  const refusal = await send(form.action, new FormData(form, event.submitter), called(form, event.submitter));
  flying.delete(form.action);
  event.submitter?.removeAttribute("aria-busy");
  still();
  if (!form.isConnected) return; // a refusal with a way out has taken its place
  if (form.closest("[data-refused]")) return dismiss(form);
  if (!form.closest("dialog")) return;
  if (!refusal) return sheet.element.close();
  if (form.action.endsWith("/buy")) await sheet.renew(); // somebody may have been faster: show what is left
  sheet.element.querySelector(".refusal")?.remove();
  const said = Object.assign(document.createElement("p"), { className: "refusal", textContent: refusal });
  said.setAttribute("role", "alert");
  sheet.element.querySelector("h2").after(said);
  sheet.element.scrollTop = 0;
});

/* The bar stands still for a moment after each tap: what a trembling thumb taps next is not the next turn, but the
   same tap again, on a button that has changed its meaning meanwhile. */
let quiet = 0;
const flying = new Set(); // addresses of what is on its way; an update of the board must not forget them
function hush() {
  quiet = Date.now() + 700;
  setTimeout(still, 710);
  still();
}
function still() {
  for (const button of document.querySelectorAll(".bar button")) {
    if (Date.now() < quiet) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    if (flying.has(button.form?.action)) button.setAttribute("aria-busy", "true");
    else button.removeAttribute("aria-busy");
  }
}
document.addEventListener("companion:fresh", still);

/* What somebody tapped, in the words of the page. */
function called(form, button) {
  const words = [form.closest("dialog")?.querySelector("h2"), button].map((part) => part?.innerText ?? "");
  return words.join(" ").replace(/\s+/g, " ").trim();
}

/* Each tap is an intention of its own, with an id that stays the same however often it has to be sent.
   Answers with the sentence of its refusal, or nothing when it was booked or has to wait. */
async function send(url, form, label) {
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const fields = new URLSearchParams(form);
  fields.set("command_id", id);
  if (fields.has("to")) { // turns that wait already come first: the next one is of the seat after theirs
    const seats = document.querySelectorAll(".seat").length;
    const before = waiting.read().filter((entry) => entry.url === url).length;
    for (const name of ["from", "to"]) fields.set(name, ((Number(fields.get(name)) - 1 + before) % seats) + 1);
  }
  waiting.write([...waiting.read(), { id, url, label, body: fields.toString() }]);
  tell();
  if (navigator.vibrate) navigator.vibrate(10);
  await flush();
  const refusal = answers.get(id);
  answers.delete(id);
  return refusal;
}

const answers = new Map();

/* In order, one after the other. Two tabs may send the same entry: its id makes that one entry all the same. */
async function flush() {
  if (sending) return sending;
  sending = sendAll();
  await sending;
  sending = null;
  tell();
}

async function sendAll() {
  try {
    for (let next; (next = waiting.read()[0]); ) {
      let answer = await post(next);
      if (answer.status === 400) {
        await renewToken();
        answer = await post(next);
      }
      if (![200, 409, 422].includes(answer.status)) throw new Error(answer.status); // kept: it may be booked later
      const text = new DOMParser().parseFromString(await answer.text(), "text/html");
      waiting.write(waiting.read().filter((entry) => entry.id !== next.id));
      if (answer.ok && /\/(turn|pass)$/.test(next.url)) companion.unpin();
      await companion.refresh();
      if (answer.ok) say(text.querySelector(".booked"));
      else refused(next, text.querySelector(".refused"));
    }
  } catch {
    waiting.write(waiting.read().map((entry) => ({ ...entry, waited: true })));
    companion.late(true);
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

/* A refusal with a way out is offered at once where somebody stands before it; one that waited is listed. */
function refused(entry, found) {
  const sentence = found.querySelector(".refusal").textContent;
  answers.set(entry.id, sentence);
  if (entry.waited) {
    refusals.write([...refusals.read(), { id: entry.id, label: entry.label, html: found.outerHTML }]);
    list();
  } else if (found.querySelector("form")) {
    sheet.show(found.outerHTML);
  } else if (!sheet.element.open) {
    toast(sentence, true); // in an open sheet it stands at the form
  }
}

function list() {
  const place = document.querySelector("[data-refusals]");
  place.replaceChildren(...refusals.read().map((refusal) => {
    const item = Object.assign(document.createElement("div"), { className: "late", innerHTML: refusal.html });
    item.dataset.refused = refusal.id;
    item.querySelector("h2").append(`: ${refusal.label}`);
    item.querySelector("h2").removeAttribute("id");
    return item;
  }));
}

function dismiss(part) {
  const { refused: id } = part.closest("[data-refused]").dataset;
  refusals.write(refusals.read().filter((refusal) => refusal.id !== id));
  list();
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-refused] [data-close]")) return;
  event.preventDefault();
  dismiss(event.target);
});

/* What waits, by name, and how much of it. */
function tell() {
  const note = document.querySelector("[data-waiting]");
  const entries = waiting.read().filter((entry) => entry.waited);
  note.hidden = !entries.length;
  note.querySelector("[data-count]").textContent = entries.length;
  note.querySelector("[data-labels]").textContent = entries.map((entry) => entry.label).join(" · ");
}

function say(booked) {
  const undo = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: live.dataset.undo });
  undo.addEventListener("click", () => {
    document.getElementById("main").focus();
    document.getElementById("toast").hidden = true;
    const { seat, enter } = live.dataset;
    send(`${enter}/undo`, { seat, entry: booked.dataset.entry }, live.dataset.undo);
  });
  toast(booked.textContent, false, undo);
}

const saying = {};
function toast(sentence, bad, ...more) {
  const place = document.getElementById(bad ? "refusal" : "toast"); // what was booked hides no refusal
  place.replaceChildren(Object.assign(document.createElement("span"), { textContent: sentence }), ...more);
  place.hidden = false;
  clearTimeout(saying[place.id]);
  const hide = () => {
    if (!place.contains(document.activeElement)) return (place.hidden = true);
    saying[place.id] = setTimeout(hide, 2000); // somebody is about to press its button
  };
  saying[place.id] = setTimeout(hide, bad ? 12000 : 5000);
}
// What was booked is told by the board's own status line; said twice it is noise.
if (document.getElementById("said")) document.getElementById("toast").removeAttribute("role");
for (const id of ["toast", "refusal"]) document.getElementById(id).addEventListener("click", (event) => (event.currentTarget.hidden = true));

document.addEventListener("companion:awake", flush);
setTimeout(() => document.querySelectorAll(".toast:not([id])").forEach((said) => said.remove()), 5000);
list();
tell();
})();
