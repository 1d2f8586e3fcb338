/* The service worker: keeps the shell (styles, scripts, pictures) and one page for when there is no network.
   Figures are never kept: what it cannot fetch it does not show. SHELL and PAGE, their addresses, stand above. */
"use strict";

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const KEPT = `shell-${SHELL.join()}`;
const OFFLINE = "offline"; // filled by the pages, in the language of this device

worker.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(SHELL)).then(() => worker.skipWaiting()));
});

worker.addEventListener("activate", (event) => {
  const old = caches.keys().then((names) => Promise.all(names.filter((name) => name !== KEPT && name !== OFFLINE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(fetch(request).catch(() => caches.match(PAGE, { cacheName: OFFLINE }).then((page) => page ?? Response.error())));
  } else if (SHELL.some((address) => request.url.endsWith(address))) {
    event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
  }
});
