/* What a phone can do beyond a page, each only where it can: share, copy, stay awake, be installed. */
"use strict";

/* --- sharing a link: the phone's own sheet, else the clipboard, else the old way that works on plain http, too --- */
async function shared(button) {
  const { url, text, title } = button.dataset;
  if (navigator.share) return navigator.share({ ...(url && { url }), ...(text && { text }), title }).catch(() => {}); // closed without sharing
  tell((await copied(url ?? text)) ? button.dataset.copied : (url ?? text));
}

async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "sr" });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-share]");
  if (button) shared(button);
});

/* --- keeping the screen on: a wish of this device, given up silently where it is not granted --- */
let lock = null;
const wished = () => localStorage.getItem("awake") === "1";

async function awake() {
  if (!navigator.wakeLock) return;
  if (wished() && !document.hidden && !lock) {
    lock = await navigator.wakeLock.request("screen").catch(() => null);
    lock?.addEventListener("release", () => (lock = null));
  } else if (!wished()) {
    await lock?.release();
  }
  for (const button of document.querySelectorAll("[data-awake]")) {
    button.hidden = false;
    button.setAttribute("aria-pressed", String(wished()));
  }
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("[data-awake]")) return;
  localStorage.setItem("awake", wished() ? "0" : "1");
  awake();
});
document.addEventListener("visibilitychange", awake);
document.addEventListener("companion:sheet", awake);
awake();

/* --- installing: only where the browser counts the page as secure --- */
async function keepShell() {
  const { worker, offline, shell } = document.body.dataset;
  await navigator.serviceWorker.register(worker);
  const cache = await caches.open("offline");
  const kept = await cache.match(offline);
  if (kept?.headers.get("Content-Language") === document.documentElement.lang && localStorage.getItem("shell") === shell) return;
  await cache.add(offline);
  localStorage.setItem("shell", shell);
}
if (navigator.serviceWorker && window.caches) window.addEventListener("load", () => keepShell().catch(() => {}));
