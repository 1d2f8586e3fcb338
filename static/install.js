/* Installing: only where the browser counts the page as secure. The service worker keeps the shell and one page for
   when there is no network. */

import { openStore } from "./device.js";

const store = openStore("localStorage");

async function keepShell() {
  const { worker, offline, shell } = document.body.dataset;
  if (!worker || !offline || !shell) return;
  await navigator.serviceWorker.register(worker);
  const cache = await caches.open("offline");
  const kept = await cache.match(offline);
  if (kept?.headers.get("Content-Language") === document.documentElement.lang && store.get("shell") === shell) return;
  await cache.add(offline);
  store.set("shell", shell);
}

if (navigator.serviceWorker && window.caches) keepShell().catch(() => {});
