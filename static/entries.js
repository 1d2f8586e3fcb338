/* Entering something: takes each tap on a form of the table into the outbox, and shows what waits, was refused or is
   stuck. `hx-sync` would drop or queue requests; it cannot keep a tap over a reload, so the forms are taken here. */

import { now } from "./device.js";
import { holdsPage, onBoard, table } from "./live.js";
import { Outbox } from "./outbox.js";
import { sender } from "./send.js";
import * as sheets from "./sheets.js";

const MOMENT = 700; // the same button with the same fields within this time is one tap; a trembling thumb is slower than one thinks
const BRIEF = 600; // how long a sheet stays for its answer, and how long an entry waits before that is worth a word

const outbox = new Outbox(table());
/** @type {Map<string, { since: number, settle: (outcome: import("./outbox.js").Outcome) => void }>} */
const here = new Map(); // entries tapped on this page, whose sheet may wait for the answer
const sending = sender(outbox, paint, (entry, outcome) => {
  if (outcome.settled) {
    outbox.remove(entry.id);
    mention(new DOMParser().parseFromString(outcome.html ?? "", "text/html").querySelector(".refusal")?.textContent ?? "");
  }
  here.get(entry.id)?.settle(outcome);
  here.delete(entry.id);
  paint();
});

/* --- taps --- */

/** @type {Map<string, number>} */
const taps = new Map(); // when the same tap was last made, by button and fields
/** @type {Map<string, number>} */
const rests = new Map(); // until when a place of the bar rests
document.addEventListener("companion:open", () => taps.clear()); // whoever opens a sheet again means it

/* A key held down is one tap, however long. */
document.addEventListener("keydown", (event) => {
  if (event.repeat && /** @type {HTMLElement} */ (event.target).matches("form[data-verb] [type=submit]")) event.preventDefault();
});

/** @type {HTMLButtonElement | null} */
let pressed = null; // older browsers do not say which button sent a form
document.addEventListener("click", ({ target }) => (pressed = /** @type {HTMLElement} */ (target).closest("[type=submit]")), true);

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("form[data-verb]") || event.defaultPrevented) return;
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter ?? (pressed?.form === form ? pressed : form.querySelector("[type=submit]")));
  const fields = fieldsOf(form, button);
  if (resting(form) || repeated(signature(form, fields))) return event.preventDefault();
  if (form.matches('.bar [action$="/undo"]') && takesBack()) return event.preventDefault();
  let entry;
  try {
    const lined = inLine(fields);
    const words = label(form, button);
    const made = form.closest("dialog") ? sheets.draft() : undefined;
    entry = outbox.add({ url: form.action, fields: lined, label: lined.has("from") ? turnLabel(words, lined) : words, made });
  } catch {
    return; // the plain form goes its way
  }
  event.preventDefault();
  const soon = now() + BRIEF;
  document.querySelector(".flash")?.remove(); // what was said when the page was loaded is old now
  if (spot(form)) rest(spot(form));
  if (navigator.vibrate) navigator.vibrate(10);
  const listed = /** @type {HTMLElement | null} */ (form.closest("[data-entry]")); // a refusal's way out
  if (listed) outbox.remove(listed.dataset.entry ?? "");
  const { id } = entry;
  const outcome = new Promise((settle) => here.set(id, { since: now(), settle }));
  if (form.closest("dialog")) sheets.answered(form, outcome, BRIEF).then((shown) => shown && forget(id));
  else outcome.then((result) => result.wayOut && now() < soon && sheets.show(result.html ?? "") && forget(id));
  setTimeout(paint, BRIEF);
  sending.run();
  paint();
});

/** @returns {URLSearchParams} */
function fieldsOf(/** @type {HTMLFormElement} */ form, /** @type {HTMLButtonElement | null} */ button) {
  const data = new FormData(form);
  if (button?.name) data.append(button.name, button.value);
  for (const own of ["csrf_token", "command_id", "view"]) data.delete(own);
  return new URLSearchParams(/** @type {any} */ (data));
}

const signature = (/** @type {HTMLFormElement} */ form, /** @type {URLSearchParams} */ fields) => `${form.action} ${fields}`;

/** Whether this is the same tap once more. */
function repeated(/** @type {string} */ tap) {
  for (const [known, when] of taps) if (now() - when > MOMENT) taps.delete(known);
  if (taps.has(tap)) return true;
  taps.set(tap, now());
  return false;
}

/** A place of the bar stands still for a moment after each tap on it: what a trembling thumb taps next is not the next
 * turn, but the same tap again, on a button that means something else meanwhile. */
function rest(/** @type {string} */ spot) {
  rests.set(spot, now() + MOMENT);
  setTimeout(paint, MOMENT + 10);
}

/* So it does when another phone has taken the next step: a tap that comes right after was meant for the same one. Whether
 * it was this one is told by the entry that Undo means here. */
const bar = (/** @type {string} */ field) => /** @type {HTMLInputElement | null} */ (document.querySelector(`.bar [name=${field}]`))?.value ?? "";
const step = () => bar("count") || bar("phase") + bar("seat");
let [seen, own, looking] = [step(), bar("entry"), location.search];
onBoard.push(() => {
  if (step() !== seen && bar("entry") === own && location.search === looking) rest("bar");
  [seen, own, looking] = [step(), bar("entry"), location.search];
});

const spot = (/** @type {HTMLElement} */ form) => (form.closest(".ledger") ? "ledger" : form.closest(".bar") ? "bar" : "");
const resting = (/** @type {HTMLElement} */ form) => now() < (rests.get(spot(form)) ?? -Infinity);

function takeBack(/** @type {string} */ id) {
  const first = waitingTurns()[0];
  if (outbox.takeBack(id) && first) closeGap(first.fields.get("from") ?? "", Number(first.fields.get("count")));
}

/** While entries of this phone wait, Undo means the last of them: it is taken back, if it cannot have arrived yet.
 * What the button names is older, and not what somebody sees who has just tapped something else. */
function takesBack() {
  const last = outbox.waiting().pop();
  if (!last) return false;
  if (!last.url.endsWith("/undo") && outbox.takeBack(last.id)) paint(); // an Undo that waits is not taken back by another
  else mention(place("mention").dataset.undoWaits ?? "");
  return true;
}

/** Turns that wait come first: the next one leaves the seat they lead to. */
function inLine(/** @type {URLSearchParams} */ fields) {
  const from = fields.get("from");
  if (!from || !fields.has("to")) return fields;
  const waiting = waitingTurns();
  let [seat, count] = [from, Number(fields.get("count"))];
  for (const { fields: turn } of waiting) if (turn.get("from") === seat) [seat, count] = behind(turn);
  return waiting.length ? leaving(fields, seat, count) : fields;
}

/** The turns that wait, in line. */
const waitingTurns = () => outbox.waiting().map((entry) => ({ entry, fields: new URLSearchParams(entry.body) })).filter(({ fields }) => fields.has("from") && fields.has("to"));

/** The turn that follows on one that waits: whose it is, and the how manieth.
 * @returns {[string, number]} */
const behind = (/** @type {URLSearchParams} */ turn) => [turn.get("to") ?? "", Number(turn.get("count")) + 1];

/** A turn that leaves that seat for the next one. */
function leaving(/** @type {URLSearchParams} */ fields, /** @type {string} */ seat, /** @type {number} */ count) {
  const order = [...document.querySelectorAll("[data-order]")].map((part) => /** @type {HTMLElement} */ (part).dataset.order ?? "");
  fields.set("from", seat);
  fields.set("count", `${count}`);
  fields.set("to", order[(order.indexOf(seat) + 1) % order.length] ?? "");
  return fields;
}

/** After a turn was taken back the ones behind it lead on from the one before it, or from where it began itself. */
function closeGap(/** @type {string} */ seat, /** @type {number} */ count) {
  for (const { entry, fields } of waitingTurns()) {
    if (seat && !entry.sent && fields.get("from") !== seat) outbox.change(entry.id, { body: leaving(fields, seat, count).toString(), label: turnLabel(entry.label, fields) });
    [seat, count] = behind(fields);
  }
}

/** "Next turn" names whose turn it will be. */
function turnLabel(/** @type {string} */ words, /** @type {URLSearchParams} */ fields) {
  const names = [...document.querySelectorAll("[data-order]")].map((part) => /** @type {HTMLElement} */ (part.querySelector("bdi"))?.innerText ?? "");
  const to = names[Number(fields.get("to")) - 1];
  const before = names.find((name) => name && words.endsWith(name));
  return to && before ? words.slice(0, -before.length) + to : words;
}

/** What somebody tapped, in the words of the page: its title, and the form's own label or what can be read on it. */
function label(/** @type {HTMLFormElement} */ form, /** @type {HTMLElement | null} */ button) {
  const text = (/** @type {Element | null | undefined} */ part) => /** @type {HTMLElement} */ (part)?.innerText ?? "";
  const typed = [...form.querySelectorAll("input")].filter(({ type, offsetParent }) => type === "text" && offsetParent);
  const own = form.dataset.label?.replace(/\{(\w+)\}/g, (_, name) => shownIn(form.elements.namedItem(name)));
  const words = own ? [own] : [text(form.querySelector(":scope > p")), text(button), ...typed.map(({ value }) => value)];
  return [text(form.closest("dialog")?.querySelector("h2")), ...words].join(" ").replace(/\s+/g, " ").trim();
}

/** What a field shows: the chosen option, or what was typed, and 0 for nothing. */
function shownIn(/** @type {any} */ field) {
  return field?.selectedOptions?.[0]?.text ?? (field?.value.trim() || "0");
}

/** An entry whose refusal was read where it was made. */
function forget(/** @type {string} */ id) {
  outbox.remove(id);
  paint();
}

/* --- what waits, was refused or is stuck --- */

const place = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-${name}]`));

function paint() {
  const entries = outbox.entries();
  const late = entries.filter(({ id, state }) => state === "waiting" && !(now() - (here.get(id)?.since ?? -Infinity) < BRIEF));
  const note = /** @type {HTMLDetailsElement} */ (place("waiting"));
  if (late.length !== Number(place("count").textContent)) note.open = late.length === 1; // a long list would cover the rows
  note.hidden = !late.length;
  note.toggleAttribute("data-one", late.length === 1);
  place("newest").textContent = late.length > 1 ? late[late.length - 1].label : "";
  place("count").textContent = String(late.length);
  fill(place("labels"), late, "waiting-entry");
  fill(place("refused"), entries.filter(({ state }) => state !== "waiting"), "");
  place("unkept").hidden = outbox.durable;
  const pending = new Set(entries.filter(({ state }) => state === "waiting").map(({ url, body }) => `${url} ${bare(body)}`));
  for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("form[data-verb] [type=submit]"))) {
    toggle(button, "aria-busy", !!button.form && pending.has(signature(button.form, fieldsOf(button.form, button))));
    if (button.form && spot(button.form)) toggle(button, "aria-disabled", resting(button.form));
  }
}

function bare(/** @type {string} */ body) {
  const fields = new URLSearchParams(body);
  fields.delete("command_id");
  return fields.toString();
}

function toggle(/** @type {Element} */ part, /** @type {string} */ name, /** @type {boolean} */ yes) {
  if (yes) part.setAttribute(name, "true");
  else part.removeAttribute(name);
}

/** Lists entries; what is listed already stays as it is, so that no typed reason and no focus is lost. */
function fill(/** @type {HTMLElement} */ list, /** @type {import("./outbox.js").Entry[]} */ entries, /** @type {string} */ kind) {
  const wanted = new Map(entries.map((entry) => [`${entry.id} ${entry.state} ${entry.sent} ${entry.label}`, entry]));
  const listed = new Map(/** @type {HTMLElement[]} */ ([...list.children]).map((item) => [item.dataset.shows ?? "", item]));
  for (const [shows, item] of listed) if (!wanted.has(shows)) item.remove();
  [...wanted].forEach(([shows, entry], index) => {
    const item = listed.get(shows) ?? listing(entry, kind, shows);
    if (list.children[index] !== item) list.insertBefore(item, list.children[index] ?? null);
  });
}

function listing(/** @type {import("./outbox.js").Entry} */ entry, /** @type {string} */ kind, /** @type {string} */ shows) {
  const item = copy(kind || (entry.state === "stuck" ? "stuck-entry" : "refused-entry"));
  item.dataset.shows = shows;
  item.dataset.entry = entry.id;
  const said = item.querySelector("[data-why]");
  if (said && entry.html) said.innerHTML = entry.html;
  /** @type {HTMLElement} */ (item.querySelector("[data-label]")).textContent = entry.label;
  const back = /** @type {HTMLElement | null} */ (item.querySelector("[data-take-back]"));
  if (back) back.hidden = entry.sent;
  const reopen = /** @type {HTMLElement | null} */ (item.querySelector("[data-reopen]"));
  if (reopen) reopen.hidden = !entry.made;
  return item;
}

/** Back to the sheet of an entry that was refused, with what was typed there. */
function reopen(/** @type {string} */ id) {
  const made = outbox.entries().find((entry) => entry.id === id)?.made;
  outbox.remove(id);
  if (made) sheets.reopen(made);
}

function copy(/** @type {string} */ name) {
  const template = /** @type {HTMLTemplateElement} */ (document.getElementById(name));
  return /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true));
}

let mentioned = 0;

/** Say something that asks for nothing, for a while. */
function mention(/** @type {string} */ sentence) {
  place("mention").textContent = sentence;
  place("mention").hidden = false;
  clearTimeout(mentioned);
  mentioned = window.setTimeout(() => (place("mention").hidden = true), 5000);
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const id = /** @type {HTMLElement | null} */ (target.closest("[data-entry]"))?.dataset.entry;
  if (!id) return;
  if (target.closest("[data-take-back]")) takeBack(id);
  else if (target.closest("[data-again]")) outbox.tryAgain(id);
  else if (target.closest("[data-discard], [data-close]")) outbox.remove(id);
  else if (target.closest("[data-reopen]")) reopen(id);
  else return;
  event.preventDefault();
  paint();
  sending.runSoon();
});

addEventListener("storage", paint); // another tab of this browser
addEventListener("online", () => setTimeout(sending.runSoon));
addEventListener("pageshow", () => setTimeout(sending.runSoon));
document.addEventListener("visibilitychange", () => document.hidden || sending.runSoon());
onBoard.push(() => (paint(), sending.runSoon()));
holdsPage.push((gone) => sending.busy() || outbox.waiting().length > 0 || ((gone || !outbox.durable) && outbox.entries().length > 0));
setInterval(sending.run, 3000);
paint();
