/* The outbox: every tap is kept on the device before anything else happens, and sent once and in order.

   state     what happens                                             next
   -         a tap                                                    waiting
   waiting   taken back, never sent before                            gone
   waiting   first in line                                            sending
   sending   our answer: entered                                      booked, gone
   sending   our answer: the rules or the form refuse it (409, 422)   refused
   sending   our answer: this phone may not, or nothing is there      stuck
             (401, 403, 404, 410, 413; 503 of a table that cannot be read)
   sending   our answer: the form's token is old (400)                sending, with a new token; a second time: failed
   sending   busy or down for a while (429, 503)                      waiting, until then; what is behind waits, too
   sending   failed: no answer, a stranger's answer, any other one    waiting; counted when the table answers otherwise
   waiting   failed for the fifth time                                stuck: the rest goes on
   stuck     Try again                                                waiting, last in line
   refused   read, opened again, or so already                        gone
   stuck     Discard                                                  gone

   A page that is closed while an entry is being sent finds it waiting when it opens again; the server knows each
   entry by its id and books it once. Each entry has a key of its own in the store, so that two tabs never overwrite
   each other's. The time of day decides nothing. */

import { openStore, randomId } from "./device.js";

const MOST_FAILURES = 5;

/** @typedef {"waiting" | "refused" | "stuck"} State
 * @typedef {object} Entry
 * @property {string} id the command's id, the same however often it is sent
 * @property {number} place in line
 * @property {string} url
 * @property {string} body form fields, without the page's token
 * @property {string} label what was tapped, in the words of the page
 * @property {State} state
 * @property {boolean} sent whether it may have reached the server
 * @property {number} failures
 * @property {string} html why it was refused or is stuck, as the server said it; empty when it did not say
 * @property {import("./sheets.js").Draft} [made] the sheet it was made in, to be opened again when it is refused
 *
 * @typedef {object} Outcome what became of sending an entry
 * @property {"booked" | "refused" | "stuck" | "later" | "failed"} kind
 * @property {string} [html]
 * @property {boolean} [settled] of a refusal: it is so already, nothing went wrong
 * @property {boolean} [wayOut] of a refusal: it offers a form
 * @property {number} [seconds] of "later": how long to wait
 * @property {boolean} [tableAnswers] of a failure: whether the table answered another question right after it */

/** The state an entry is in after it was sent, and null once it is gone.
 * @param {Entry} entry
 * @param {Outcome} outcome
 * @returns {Entry | null} */
export function after(entry, outcome) {
  const html = outcome.html ?? "";
  switch (outcome.kind) {
    case "booked":
      return null;
    case "refused":
      return { ...entry, state: "refused", html };
    case "stuck":
      return { ...entry, state: "stuck", html };
    case "later":
      return { ...entry, state: "waiting" };
    case "failed": {
      const failures = entry.failures + (outcome.tableAnswers ? 1 : 0);
      return { ...entry, failures, html, state: failures < MOST_FAILURES ? "waiting" : "stuck" };
    }
  }
}

/** The entries of one table on this device. */
export class Outbox {
  /** @param {string} table the table's address
   * @param {import("./device.js").Store} [store] */
  constructor(table, store = openStore("localStorage")) {
    this.store = store;
    this.prefix = `outbox:${table}:`;
    /** @type {Set<string>} */
    this.unkept = new Set(); // ids the browser's store did not take
    this.adoptOldForm(`outbox:${table}`);
  }

  /** Every entry that is not settled, in the order they were tapped.
   * @returns {Entry[]} */
  entries() {
    const found = [];
    for (const key of this.store.keys()) {
      if (!key.startsWith(this.prefix)) continue;
      const entry = parsed(this.store.get(key));
      if (entry?.id && entry.url) found.push(entry);
      else this.store.remove(key); // cut off or overwritten: nothing in it can be sent
    }
    return found.sort((one, other) => one.place - other.place || (one.id < other.id ? -1 : 1));
  }

  /** The entries that still have to be sent.
   * @returns {Entry[]} */
  waiting() {
    return this.entries().filter((entry) => entry.state === "waiting");
  }

  /** Whether every entry outlives this page. */
  get durable() {
    return !this.entries().some((entry) => this.unkept.has(entry.id));
  }

  /** Keep a tap.
   * @param {{ url: string, fields: URLSearchParams, label: string, made?: import("./sheets.js").Draft }} tap
   * @returns {Entry} */
  add({ url, fields, label, made }) {
    const id = randomId();
    fields.set("command_id", id);
    /** @type {Entry} */
    const entry = { id, place: this.last() + 1, url, label, body: fields.toString(), state: "waiting", sent: false, failures: 0, html: "", made };
    this.write(entry);
    return entry;
  }

  /** Change an entry that is still there; what another tab has settled meanwhile stays gone.
   * @param {string} id
   * @param {Partial<Entry>} changes
   * @returns {Entry | null} */
  change(id, changes) {
    const entry = parsed(this.store.get(this.prefix + id));
    if (!entry) return null;
    this.write({ ...entry, ...changes });
    return { ...entry, ...changes };
  }

  /** Put a stuck entry at the end of the line.
   * @param {string} id */
  tryAgain(id) {
    this.change(id, { state: "waiting", failures: 0, html: "", place: this.last() + 1 });
  }

  /** Forget an entry.
   * @param {string} id */
  remove(id) {
    this.store.remove(this.prefix + id);
    this.unkept.delete(id);
  }

  /** Take back an entry that was never sent; whether that was still possible.
   * @param {string} id */
  takeBack(id) {
    const entry = parsed(this.store.get(this.prefix + id));
    if (!entry || entry.sent) return false;
    this.remove(id);
    return true;
  }

  last() {
    return Math.max(0, ...this.entries().map((entry) => entry.place));
  }

  /** @param {Entry} entry */
  write(entry) {
    if (this.store.set(this.prefix + entry.id, JSON.stringify(entry))) this.unkept.delete(entry.id);
    else this.unkept.add(entry.id);
  }

  /** Earlier versions kept one list under one key.
   * @param {string} key */
  adoptOldForm(key) {
    const list = parsed(this.store.get(key));
    this.store.remove(key);
    if (!Array.isArray(list)) return;
    for (const { id, url, body, label } of list) {
      if (id && url && body) this.write({ id, url, body, label, place: this.last() + 1, state: "waiting", sent: true, failures: 0, html: "" });
    }
  }
}

/** What waits on this device, at whatever table, in the words it was tapped in.
 * @returns {string[]} */
export function waitingLabels(store = openStore("localStorage")) {
  const entries = store.keys().filter((key) => key.startsWith("outbox:")).map((key) => parsed(store.get(key)));
  return entries.filter((entry) => entry?.state === "waiting").sort((one, other) => one.place - other.place).map(({ label }) => label);
}

/** @param {string | null} text
 * @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return null;
  }
}
