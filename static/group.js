/* The page of a group follows what happens at its tables: it asks, and is told in a few bytes when nothing is new. Forms
   stay as they are: what is typed there belongs to whoever types it. */

import { ask } from "./device.js";

const EVERY = 5000;
const late = /** @type {HTMLElement} */ (document.querySelector("[data-late]"));
const tagged = /** @type {HTMLElement} */ (document.querySelector("[data-tag]"));
let tag = `"${tagged.dataset.tag}"`, fresh = new Date(), asking = false;

async function follow() {
  if (document.hidden || asking) return;
  asking = true;
  try {
    const answer = await ask(location.pathname, 8, { headers: { "If-None-Match": tag } });
    const there = answer.ok ? new DOMParser().parseFromString(answer.text, "text/html") : null;
    const shell = there?.body.dataset.shell;
    if ([403, 404, 410].includes(answer.status) && answer.text.includes("data-shell")) return location.reload(); // the link was renewed: the page says so
    if (answer.status !== 304 && !shell) throw new Error("not our answer");
    if (there && shell !== document.body.dataset.shell) return typing() || location.reload(); // the app is newer: so are its styles
    if (there) await show(there);
    if (there) tag = answer.tag;
    fresh = new Date();
    late.hidden = true;
  } catch {
    late.hidden = false;
    const age = late.querySelector("[data-age]");
    if (age) age.textContent = fresh.toLocaleTimeString([document.documentElement.lang, "de"], { timeStyle: "short" });
  } finally {
    asking = false;
  }
}

const typing = () => document.activeElement instanceof HTMLInputElement && document.activeElement.value !== "";

async function show(/** @type {Document} */ there) {
  for (const part of document.querySelectorAll("[data-now]")) {
    const text = there.getElementById(part.id)?.outerHTML;
    if (text && window.htmx) await window.htmx.swap({ text, target: part, swap: "outerMorph", sourceElement: document.body });
    else if (text) part.outerHTML = text;
  }
  document.dispatchEvent(new Event("companion:times"));
}

setInterval(follow, EVERY);
document.addEventListener("visibilitychange", follow);
addEventListener("pageshow", (event) => event.persisted && follow());
addEventListener("online", follow);
