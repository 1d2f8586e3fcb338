/* Sheets: pages of their own that open from below here; Back closes them first. Where the browser has no dialogs the
   links simply lead to those pages. */

import { ask, now } from "./device.js";
import { late, onBoard, shown, table, view } from "./live.js";

const sheet = /** @type {HTMLDialogElement} */ (document.getElementById("sheet"));
const able = typeof sheet.showModal === "function";
const BRIEF = 350; // milliseconds to wait for a sheet before the one kept is shown meanwhile
const SPARE = 60_000; // how often at most all sheets are fetched for a network that may fail: they cost more than a tap

/* --- what sheets look like: fetched with the first one, or once the page has come to rest --- */

/** @type {Promise<void[]> | null} */
let styled = null;
const styles = () => (styled ??= Promise.all(["parts", "sheet"].filter((name) => !document.querySelector(`link[href$="/${name}.css"]`)).map(style)));

function style(/** @type {string} */ name) {
  return /** @type {Promise<void>} */ (new Promise((done) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL(`./${name}.css`, import.meta.url).href });
    link.onload = () => done();
    link.onerror = () => (link.remove(), (styled = null), done()); // asked for again next time
    document.head.append(link);
  }));
}

/* --- fetching: anew each time; what was fetched last stands in while the network is slow or gone --- */

/** @type {Map<string, string>} */
const kept = new Map();

/** @returns {Promise<string | undefined>} the sheet, or nothing when it cannot be had */
async function fetchSheet(/** @type {string} */ url) {
  try {
    const answer = await ask(`${url}${url.includes("?") ? "&" : "?"}part=1`, 8);
    if (answer.ok && answer.text.includes("data-sheet-end")) {
      kept.set(url, answer.text);
      return answer.text;
    }
  } catch {
    late(true);
  }
  return undefined;
}

let spared = -Infinity, sparedFor = "", spare = 0;
const seatShown = () => /** @type {HTMLAnchorElement | null} */ (document.querySelector("#board a[data-sheet]"))?.search ?? "";

/** Fetch every sheet once the page has come to rest, for another seat too, and later only now and then. */
function prepare() {
  clearTimeout(spare);
  const wait = seatShown() === sparedFor ? spared + SPARE - now() : 0;
  spare = window.setTimeout(() => (styles(), fetchAll()), Math.max(2000, wait));
}

async function fetchAll() {
  if (document.hidden || !able || view().has("page") || document.documentElement.dataset.ready === String(shown())) return;
  spared = now();
  sparedFor = seatShown();
  const version = shown();
  try {
    const answer = await ask(`${table()}/sheets?${view()}`, 8);
    for (const [address, html] of Object.entries(JSON.parse(answer.text))) kept.set(new URL(address, location.href).href, html);
    document.documentElement.dataset.ready = String(version);
  } catch {
    spared = now() - SPARE + 5000; // once more, soon
    prepare();
  }
}
onBoard.push(prepare);
prepare();

/* --- showing --- */

let address = "";
let awaiting = 0; // entries made in the sheet whose answer it stays for: it is not replaced under the thumb

/** Open a sheet, or put another one into the one that is open: at its top, with what was typed into it before.
 * @param {string} html
 * @param {number} [top] where it is scrolled to
 * @returns {boolean} whether this browser can */
export function show(html, top = 0) {
  if (!able) return false;
  sheet.innerHTML = html;
  document.dispatchEvent(new Event("companion:sheet"));
  restore();
  const body = /** @type {HTMLElement | null} */ (sheet.querySelector("[data-version]"));
  const old = body && Number(body.dataset.version) < shown();
  for (const note of /** @type {NodeListOf<HTMLElement>} */ (sheet.querySelectorAll("[data-old]"))) note.hidden = !old;
  const title = sheet.querySelector("h2");
  if (title) Object.assign(title, { tabIndex: -1, id: "sheet-title" });
  if (!sheet.open) {
    history.pushState({ sheet: true }, "");
    document.documentElement.dataset.sheet = "open"; // until its entry has left the history, too
    sheet.showModal();
  }
  title?.focus({ preventScroll: true });
  sheet.scrollTop = top;
  return true;
}

function close() {
  if (sheet.open) sheet.close();
}

/** Wait a moment for what becomes of an entry made in a sheet; close the sheet unless the answer is needed in it.
 * @param {HTMLFormElement} form
 * @param {Promise<import("./outbox.js").Outcome>} outcome
 * @param {number} brief milliseconds
 * @returns {Promise<boolean>} whether a refusal was shown here */
export async function answered(form, outcome, brief) {
  const url = address;
  awaiting += 1;
  const result = await Promise.race([outcome, new Promise((done) => setTimeout(done, brief))]);
  awaiting -= 1;
  const refused = result?.kind === "refused" && !result.settled ? result.html : "";
  if (!refused) drafts.delete(url);
  if (!form.isConnected || !sheet.open || address !== url) return false;
  if (!refused) {
    close();
    return false;
  }
  if (result.wayOut) return show(refused);
  if (form.action.endsWith("/buy")) { // somebody may have been faster: show what is left
    const page = await fetchSheet(url);
    if (!sheet.open || address !== url) return false;
    if (page) show(page);
  }
  sheet.querySelector(".refusal")?.remove();
  const said = new DOMParser().parseFromString(refused, "text/html").querySelector(".refusal");
  if (said) sheet.querySelector("header")?.after(said);
  sheet.scrollTop = 0;
  return true;
}

async function open(/** @type {string} */ url) {
  address = url;
  document.dispatchEvent(new Event("companion:open"));
  const fetched = fetchSheet(url);
  const dressed = styles();
  const first = await Promise.race([fetched, new Promise((done) => setTimeout(done, BRIEF))]);
  const old = kept.get(url);
  if (first || old) await Promise.race([dressed, new Promise((done) => setTimeout(done, BRIEF))]);
  if (address !== url) return; // another one was asked for meanwhile
  if (first || old) show(first ?? old);
  const page = first ?? (await fetched);
  if (!page && !old) late(true);
  if (first || !page || page === old || address !== url) return;
  if (!old) show(page);
  else if (sheet.open && !typedInto() && !awaiting) show(page, sheet.scrollTop);
}

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest("a[data-sheet]"));
  if (link && able && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    open(link.href);
  } else if (sheet.open && (target === sheet || target.closest("[data-close]"))) {
    event.preventDefault();
    close();
  }
});
/* A sheet that is still on its way does not open under a thumb that has gone on. */
document.addEventListener("submit", () => sheet.open || (address = ""), true);
sheet.addEventListener("close", () => {
  address = "";
  if (history.state?.sheet) history.back();
});
addEventListener("popstate", () => {
  delete document.documentElement.dataset.sheet;
  close();
});

/* --- what was typed into a sheet is there again when it is opened again, until it was entered --- */

/** @type {Map<string, Map<string, string>>} */
const drafts = new Map();
const typedInto = () => drafts.has(address);

/** @typedef {{ address: string, typed: [string, string][] }} Draft a sheet, and what was typed into it by field id */

/** The sheet that is open, as it is now.
 * @returns {Draft | undefined} */
export function draft() {
  return address ? { address, typed: [...(drafts.get(address) ?? [])] } : undefined;
}

/** Open a sheet again as it was left.
 * @param {Draft} left */
export function reopen({ address: url, typed }) {
  if (typed.length) drafts.set(url, new Map(typed));
  open(url);
}

sheet.addEventListener("input", ({ target }) => {
  const field = /** @type {HTMLInputElement} */ (target);
  if (!address || !field.id) return;
  drafts.set(address, (drafts.get(address) ?? new Map()).set(field.id, field.type === "checkbox" ? String(field.checked) : field.value));
});

function restore() {
  for (const [id, value] of drafts.get(address) ?? []) {
    const field = /** @type {HTMLInputElement | null} */ (sheet.querySelector(`#${CSS.escape(id)}`));
    if (!field) continue;
    if (field.type === "checkbox") field.checked = value === "true";
    else field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
