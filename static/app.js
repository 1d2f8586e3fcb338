/* What every page has. Nothing here knows a rule: figures come from the server. */

import "./forms.js";

addEventListener("load", () => setTimeout(() => import("./install.js").catch(() => {}), 2000)); // whoever stays may want it on the phone

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  const step = /** @type {HTMLElement | null} */ (target.closest("[data-step]"));
  if (step) return count(step);
  const link = /** @type {HTMLAnchorElement | null} */ (target.closest('main a[href^="#"]'));
  if (link) return jump(event, link);
  if (target.closest("[data-print]")) window.print();
  const shared = /** @type {HTMLElement | null} */ (target.closest("[data-share]"));
  if (shared) import("./share.js").then(({ share }) => share(shared)); // fetched by who shares something
});

/** Plus and minus beside a number. What is no number stays as it was typed: the server says what is wrong with it. */
function count(/** @type {HTMLElement} */ step) {
  const input = /** @type {HTMLInputElement} */ (document.getElementById(step.dataset.for ?? ""));
  const text = input.value.trim();
  if (text && !/^[0-9]{1,6}$/.test(text)) return input.focus();
  input.value = String(Math.max(0, Number(text) + Number(step.dataset.step)));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Links inside a page scroll without an entry in the history: Back leaves the page, with nothing typed lost. */
function jump(/** @type {Event} */ event, /** @type {HTMLAnchorElement} */ link) {
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  for (let part = target.parentElement; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
  }
  target.scrollIntoView({ block: "start" });
  if (target.matches("input, select")) target.focus({ preventScroll: true });
}

/* Times come from the server in UTC and are shown as clock and calendar of this phone show them. */
const NEAR = navigator.languages?.find((known) => known.startsWith(document.documentElement.lang)) ?? document.documentElement.lang; // the region of this phone
const KNOWN = Intl.DateTimeFormat.supportedLocalesOf(NEAR).length > 0; // Chromium does not know Icelandic: figures, as written there
const STYLES = { time: { hour: "numeric", minute: "2-digit" }, day: { day: "numeric", month: "short" }, full: { dateStyle: "full" } };
function times() {
  for (const time of /** @type {NodeListOf<HTMLTimeElement>} */ (document.querySelectorAll("time[datetime]"))) {
    const style = /** @type {Intl.DateTimeFormatOptions} */ (STYLES[/** @type {keyof typeof STYLES} */ (time.dataset.style ?? "time")]);
    time.textContent = new Date(time.dateTime).toLocaleString([NEAR, "de"], KNOWN || "hour" in style ? style : { dateStyle: "medium" });
  }
}
times();
document.addEventListener("companion:times", times); // some came with news

/* On paper every explanation is open. */
addEventListener("beforeprint", () => {
  for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".ranking details:not([open]), .points details:not([open])"))) {
    part.open = true;
    part.dataset.printed = "";
  }
});
addEventListener("afterprint", () => {
  for (const part of /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll("details[data-printed]"))) {
    part.open = false;
    delete part.dataset.printed;
  }
});
