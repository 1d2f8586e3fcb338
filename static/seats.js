/* Looking through another player's eyes without loading the page: the focus and what waits stay where they are. */

import { lookAt, onBoard, refresh } from "./live.js";

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
