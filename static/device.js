/* What this browser can do, asked once. Whatever is missing has a stand-in that works while the page is open. */

/** Milliseconds on a clock that nobody can set: time spans are measured with it, never with the time of day.
 * @returns {number} */
export const now = () => performance.now();

/** An id that nobody else makes.
 * @returns {string} */
export function randomId() {
  const bytes = new Uint8Array(16);
  if (window.crypto?.getRandomValues) window.crypto.getRandomValues(bytes);
  else bytes.forEach((_, place) => (bytes[place] = Math.random() * 256));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @typedef {object} Store
 * @property {(key: string) => string | null} get
 * @property {(key: string, value: string) => boolean} set whether the value outlives the page
 * @property {(key: string) => void} remove
 * @property {() => string[]} keys */

/** The browser's own store, and memory for what it does not take: it may be missing, locked, broken or full.
 * @param {"localStorage" | "sessionStorage"} name
 * @returns {Store} */
export function openStore(name) {
  const memory = new Map();
  const attempt = (/** @type {(store: Storage) => any} */ what, /** @type {any} */ otherwise) => {
    try {
      const store = window[name];
      return store ? what(store) : otherwise;
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((store) => store.getItem(key), null),
    set(key, value) {
      const kept = attempt((store) => (store.setItem(key, value), store.getItem(key) === value), false);
      if (kept) memory.delete(key);
      else memory.set(key, value);
      return kept;
    },
    remove(key) {
      memory.delete(key);
      attempt((store) => store.removeItem(key), undefined);
    },
    keys: () => [...new Set([...memory.keys(), ...attempt((store) => Object.keys(store), [])])],
  };
}

/** @typedef {{ status: number, ok: boolean, tag: string, retryAfter: number, text: string }} Answer */

/** Ask the server; the answer is read to its end. Never follows a redirect: none of ours answers a script with one.
 * @param {string} url
 * @param {number} seconds until it counts as no answer
 * @param {RequestInit} [options]
 * @returns {Promise<Answer>} rejected when there is no answer, or none in time */
export async function ask(url, seconds, options = {}) {
  const controller = window.AbortController ? new AbortController() : null;
  let timer = 0;
  const late = new Promise((_, reject) => {
    timer = window.setTimeout(() => {
      reject(new Error("no answer in time"));
      controller?.abort();
    }, seconds * 1000);
  });
  const read = async () => {
    const answer = await fetch(url, { redirect: "manual", cache: "no-store", ...options, ...(controller && { signal: controller.signal }) });
    const { status, ok, headers } = answer;
    const text = await answer.text();
    return { status, ok, tag: headers.get("ETag") ?? "", retryAfter: Number(headers.get("Retry-After")) || 0, text };
  };
  try {
    return await Promise.race([read(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Talk to the other tabs of this browser that are at the same table, where that is possible.
 * @param {string} name
 * @param {(message: any) => void} hear
 * @returns {((message: object) => void) | null} */
export function otherTabs(name, hear) {
  if (!window.BroadcastChannel) return null;
  const channel = new BroadcastChannel(name);
  channel.onmessage = (event) => hear(event.data);
  return (message) => channel.postMessage(message);
}
