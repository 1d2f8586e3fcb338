/* Sends what is in the outbox, one entry after the other, and knows our answers from those of strangers. */

import { ask, now } from "./device.js";
import { heardSince, isOurs, lookAt, refresh, show, table, view } from "./live.js";
import { after } from "./outbox.js";

const PATIENCE = 8; // seconds until a request counts as unanswered
const FOLLOWS = /\/(turn|pass)$/; // after these the page looks at whoever is to act now

/** @typedef {import("./outbox.js").Entry} Entry
 * @typedef {import("./outbox.js").Outcome} Outcome */

/** Our answer to one entry.
 * @param {Entry} entry
 * @param {boolean} keepalive
 * @returns {Promise<Outcome & { board?: string }>} */
async function send(entry, keepalive) {
  try {
    let answer = await post(entry, keepalive);
    if (answer.status === 400 && isOurs(answer.text) && (await (await import("./token.js")).renewToken(table(), PATIENCE))) answer = await post(entry, keepalive);
    return outcome(entry, answer);
  } catch {
    return { kind: "failed" };
  }
}

/** @param {Entry} entry
 * @param {boolean} keepalive whether it has to get through even if the page is closed now */
function post(entry, keepalive) {
  const body = new URLSearchParams(entry.body);
  body.set("csrf_token", document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "");
  const seen = view();
  if (FOLLOWS.test(entry.url)) seen.delete("seat");
  body.set("part", "1"); // also where a proxy drops headers it does not know
  const headers = { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" };
  return ask(`${entry.url}?${seen}`, PATIENCE, { method: "POST", body, headers, keepalive });
}

/** What an answer means. It is ours only when it names the command it answers and is whole.
 * @param {Entry} entry
 * @param {import("./device.js").Answer} answer
 * @returns {Outcome & { board?: string }} */
function outcome({ id }, { status, ok, retryAfter, text }) {
  const page = new DOMParser().parseFromString(text, "text/html");
  const said = page.querySelector(`[data-command="${id}"]`); // a number in letters and digits
  if (ok && said?.matches(".booked")) return { kind: "booked", board: text.slice(text.indexOf('<div id="board"')) };
  if ([409, 422].includes(status) && said?.matches(".refused") && said.querySelector("[data-end]")) {
    return { kind: "refused", html: said.outerHTML, settled: said.matches("[data-settled]"), wayOut: !!said.querySelector("form") };
  }
  const ours = page.body.dataset.shell !== undefined;
  if ([429, 503].includes(status) && (retryAfter || (ours && status === 429))) return { kind: "later", seconds: Math.min(30, retryAfter || 5) };
  if (ours && [401, 403, 404, 410, 413, 503].includes(status)) return { kind: "stuck", html: page.querySelector("h1")?.outerHTML };
  return { kind: "failed" };
}

/** The one who sends.
 * @param {import("./outbox.js").Outbox} outbox
 * @param {() => void} changed called when the outbox has changed
 * @param {(entry: Entry, outcome: Outcome) => void} settled called for each entry that waits no longer */
export function sender(outbox, changed, settled) {
  let running = false, timer = 0, until = 0, told = false, failures = 0; // told: the server itself said how long to wait
  let offlineSince = navigator.onLine === false ? now() : Infinity;
  addEventListener("offline", () => (offlineSince = now()));
  addEventListener("online", () => (offlineSince = Infinity));
  const offline = () => navigator.onLine === false && !heardSince(offlineSince); // some browsers say so wrongly

  async function run() {
    if (running || now() < until) return;
    running = true;
    try {
      for (let entry; !offline() && (entry = outbox.waiting()[0]); ) {
        outbox.change(entry.id, { sent: true });
        changed();
        if (!(await settle(entry, await send(entry, !outbox.durable)))) break;
      }
    } finally {
      running = false;
      changed();
    }
  }

  /** Whether the next one may be sent at once. */
  async function settle(/** @type {Entry} */ entry, /** @type {Outcome & { board?: string }} */ result) {
    if (result.kind === "failed") result.tableAnswers = await refresh();
    const next = after({ ...entry, sent: true }, result);
    if (next) outbox.change(entry.id, next);
    else outbox.remove(entry.id);
    if (result.kind === "booked") {
      if (FOLLOWS.test(entry.url)) lookAt("");
      if (!(await show(result.board ?? "").catch(() => false))) refresh();
    }
    if (next?.state === "waiting") {
      failures += 1;
      pause(result.seconds ?? Math.min(8, 2 ** (failures - 1)), result.kind === "later");
      return false;
    }
    failures = 0;
    settled(entry, result);
    return true;
  }

  function pause(/** @type {number} */ seconds, /** @type {boolean} */ byServer) {
    told = byServer;
    until = now() + seconds * 1000;
    clearTimeout(timer);
    timer = window.setTimeout(run, seconds * 1000 + 10);
  }

  return {
    run,
    /** The table answers again: what failed need not wait any longer. */
    runSoon() {
      if (!told) until = 0;
      return run();
    },
    busy: () => running,
  };
}
