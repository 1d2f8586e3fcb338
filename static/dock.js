/* What sticks to the lower edge: the notes stand above the dock, and what one jumps to stands above both. Their heights
   change with what they say. A new entry glows there once. */

import { onBoard, shown } from "./live.js";

if (window.ResizeObserver) {
  const measure = (/** @type {string} */ name, /** @type {Element | null} */ part) => {
    const height = part && ["sticky", "fixed"].includes(getComputedStyle(part).position) ? /** @type {HTMLElement} */ (part).offsetHeight : 0;
    document.documentElement.style.setProperty(name, `${height}px`);
  };
  const all = () => (measure("--bar", document.querySelector(".dock")), measure("--notes", document.querySelector(".notes")));
  const observer = new ResizeObserver(all);
  for (const part of document.querySelectorAll(".dock, .notes, .panel")) observer.observe(part);
  all();
}

let told = shown();
onBoard.push(() => {
  if (shown() === told || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  told = shown();
  document.querySelector(".ledger")?.animate?.([{ background: "var(--glow)", boxShadow: "inset 0 0 0 2px var(--coin)" }, {}], { duration: 2500, easing: "ease-out" });
});
