/* A phone with a seat goes along when its people begin their next game. It says so first, and lets one stay; it waits
   while somebody is busy with it. Who comes back here, or opens the page later, is left alone. */

import { now, openStore } from "./device.js";
import { busy, onBoard } from "./live.js";

const LINGER = 4000; // milliseconds between saying so and going
const CAME = "came-from";
const going = /** @type {HTMLElement} */ (document.querySelector("[data-going]"));
const came = /** @type {HTMLElement} */ (document.querySelector("[data-came]"));
const store = openStore("sessionStorage");
let known = going.dataset.going ?? ""; // the next game, if it had begun when the page was loaded
let since = 0, timer = 0;

function look() {
  const next = document.querySelector("[data-onward]")?.getAttribute("data-onward") ?? "";
  if (next === known) return;
  known = next;
  stop();
  if (!next) return; // it was undone or deleted
  going.hidden = false;
  since = now();
  timer = window.setInterval(go, 500);
}

function go() {
  if (now() - since < LINGER || busy(true) || !document.documentElement.dataset.live) return;
  stop();
  store.set(CAME, `${new URL(known, location.href).pathname} ${location.pathname}`);
  location.assign(known);
}

function stop() {
  clearInterval(timer);
  going.hidden = true;
}

going.querySelector("button")?.addEventListener("click", stop);
came.querySelector("button")?.addEventListener("click", () => (came.hidden = true));
const [here, from] = (store.get(CAME) ?? "").split(" ");
if (here === location.pathname && from) {
  came.querySelector("a")?.setAttribute("href", from);
  came.hidden = false;
}
if (here) store.remove(CAME);
onBoard.push(look);
look();
