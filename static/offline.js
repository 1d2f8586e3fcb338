/* The page without a network: says what waits on this phone, and goes on by itself when the network is back. */
"use strict";

const list = document.querySelector("[data-waiting-list]");
for (const key of Object.keys(localStorage).filter((key) => key.startsWith("outbox:"))) {
  for (const entry of JSON.parse(localStorage.getItem(key))) {
    list.append(Object.assign(document.createElement("li"), { textContent: entry.label }));
  }
}
document.querySelector("[data-waiting-none]").hidden = Boolean(list.children.length);

/* Shown in place of the page that could not be fetched: asked for again, that page comes. */
const standsIn = location.pathname !== document.body.dataset.offline;
const again = () => fetch(location.href, { method: "HEAD", cache: "no-store" }).then(() => (standsIn ? location.reload() : location.assign("/")), () => {});
document.querySelector("[data-again]").addEventListener("click", again);
if (standsIn) {
  window.addEventListener("online", again);
  setInterval(again, 5000);
}
