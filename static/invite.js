/* The invitation: as long as it is open somewhere its code stays good, and what it shows opens the table now. */

import { ask } from "./device.js";

const EVERY = 5 * 60_000;
let asked = Date.now();

async function renew() {
  if (document.hidden) return;
  asked = Date.now();
  try {
    const { ok, text } = await ask(location.href, 8);
    const page = ok && new DOMParser().parseFromString(text, "text/html").querySelector("[data-spoken]");
    const spoken = document.querySelector("[data-spoken]");
    if (page && page.textContent !== spoken?.textContent) location.reload(); // with the code the link may be another
  } catch {} // asked again soon
}

setInterval(renew, EVERY);
document.addEventListener("visibilitychange", () => Date.now() - asked > EVERY && renew()); // it slept in a pocket
