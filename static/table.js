/* The page of a table, and its result page: everything a phone there needs. */

import { openStore } from "./device.js";
import "./live.js";
import "./sheets.js";
import "./entries.js";

/* What is not needed at first is fetched when it is, or not at all without a network: everything works without it.
   Heights are measured once the page has come to rest. */
const fetched = (/** @type {string} */ name) => import(`./${name}.js`).catch(() => null);
setTimeout(() => ["dock", "meter", "follow"].forEach((name) => fetched(name)), 2000);
if (document.querySelector("[data-look]")) await fetched("seats");
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
