/* The page of a table, and its result page: everything a phone there needs. */

import { openStore } from "./device.js";
import { lookAt, onBoard, refresh } from "./live.js";
import "./sheets.js";
import "./entries.js";

/* Looking through another player's eyes without loading the page: the focus and what waits stay where they are. */
document.addEventListener("click", (event) => {
  const link = /** @type {HTMLAnchorElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("a[data-look]"));
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  lookAt(link.dataset.look ?? "");
  refresh();
});

/* Where not all seats have room, the open one is in sight. */
function reveal() {
  const tab = document.querySelector(".seat.on"), strip = tab?.parentElement;
  if (!tab || !strip || strip.scrollWidth <= strip.clientWidth) return;
  const [inner, outer] = [tab.getBoundingClientRect(), strip.getBoundingClientRect()];
  strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2;
}
onBoard.push(reveal);
reveal();

/* What is not needed at first is fetched when it is, or not at all without a network: everything works without it.
   Heights are measured once the page has come to rest. */
const fetched = (/** @type {string} */ name) => import(`./${name}.js`).catch(() => null);
setTimeout(() => ["dock", "meter", "follow"].forEach((name) => fetched(name)), 2000);
for (const kind of ["submit", "click"]) {
  document.addEventListener(kind, (event) => {
    const offer = /** @type {HTMLElement} */ (event.target).closest("[data-toured]");
    if (!offer || (kind === "click" && !(/** @type {HTMLElement} */ (event.target).closest("a")))) return;
    if (kind === "submit") event.preventDefault();
    fetched("tour").then((tour) => tour?.dismiss(offer));
  });
}
document.addEventListener("companion:sheet", () => {
  if (document.querySelector("dialog [data-meter]")) fetched("meter");
  if (document.querySelector("dialog [data-awake]")) fetched("awake");
});
if (openStore("localStorage").get("awake")) fetched("awake");
document.documentElement.dataset.live = "on"; // from now on a tap is kept, whatever the network does
