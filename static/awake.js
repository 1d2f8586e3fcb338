/* Keeping the screen on: a wish of this device, given up silently where it is not granted. */

import { openStore } from "./device.js";

/** @type {WakeLockSentinel | null} */
let lock = null;
const store = openStore("localStorage");
const wished = () => store.get("awake") === "1";

async function awake() {
  if (!navigator.wakeLock) return;
  if (wished() && !document.hidden && !lock) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => (lock = null));
  } else if (!wished()) {
    await lock?.release();
  }
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-awake]"))) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(wished()));
  }
}

document.addEventListener("click", (event) => {
  if (!(/** @type {HTMLElement} */ (event.target).closest("[data-awake]"))) return;
  store.set("awake", wished() ? "0" : "1");
  awake();
});
document.addEventListener("visibilitychange", awake);
document.addEventListener("companion:sheet", awake);
awake();
