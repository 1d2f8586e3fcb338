/* The page without a network: says what waits on this phone, and goes on by itself when the network is back. */

import { waitingLabels } from "./outbox.js";

const find = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.querySelector(`[data-${name}]`));
const list = find("waiting-list");
for (const label of waitingLabels()) list.append(Object.assign(document.createElement("li"), { textContent: label }));
find("waiting-none").hidden = list.children.length > 0;

/* Shown in place of the page that could not be fetched: asked for again, that page comes. */
const standsIn = location.pathname !== document.body.dataset.offline;
const again = () => fetch(location.href, { method: "HEAD", cache: "no-store" }).then(() => (standsIn ? location.reload() : location.assign("/")), () => {});
find("again").addEventListener("click", again);
if (standsIn) {
  window.addEventListener("online", again);
  setInterval(again, 5000);
}
