/* Quick score: the result follows as one types. */

/* Enter in a field means "done with this field": the result is there already, the page stays where it is. */
document.addEventListener("submit", (event) => {
  if (!window.htmx || !(/** @type {HTMLElement} */ (event.target).matches("form[hx-post]"))) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (document.activeElement)?.blur();
});

/* A live answer that did not come: say so, keep what was typed, and ask again until one comes. */
let retry = 0;
document.addEventListener("htmx:after:request", (event) => late(!(/** @type {CustomEvent} */ (event).detail.ctx.response?.raw.ok)));
document.addEventListener("htmx:error", () => late(true));
addEventListener("online", ask);

const notes = () => /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-late]"));

function late(/** @type {boolean} */ yes) {
  notes().forEach((note) => (note.hidden = !yes));
  clearTimeout(retry);
  if (yes) retry = window.setTimeout(ask, 4000);
}

function ask() {
  if ([...notes()].some((note) => !note.hidden)) document.querySelector("form[hx-post]")?.dispatchEvent(new Event("input", { bubbles: true }));
}

/* A card that cannot be chosen says why when it is tapped. */
document.addEventListener("click", (event) => {
  const closed = /** @type {HTMLElement} */ (event.target).closest("label:has(:disabled)");
  if (!closed) return;
  const toast = /** @type {HTMLElement} */ (document.getElementById("toast"));
  toast.textContent = closed.querySelector(".sr")?.textContent ?? "";
  toast.hidden = false;
  clearTimeout(said);
  said = window.setTimeout(() => (toast.hidden = true), 4000);
});
let said = 0;
