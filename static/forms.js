/* Plain forms: their token, one tap once, and Enter that moves on. */

import { randomId } from "./device.js";

/* Parts of a page that many phones share carry neither token nor command id: both are added when a form of theirs is
   sent plainly. */
document.addEventListener("submit", ({ target }) => {
  const form = /** @type {HTMLFormElement} */ (target);
  if (form.method !== "post") return;
  add(form, "csrf_token", document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "");
  if (form.dataset.verb !== undefined) add(form, "command_id", randomId());
});

function add(/** @type {HTMLFormElement} */ form, /** @type {string} */ name, /** @type {string} */ value) {
  if (!form.elements.namedItem(name)) form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
}

/* A plain form that is on its way is not sent again by a second tap. */
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || form.method !== "post" || form.dataset.verb !== undefined) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  setTimeout(() => delete form.dataset.sent, 3000); // it did not get through, or Back led here again
});

/* Enter, or Go on the keyboard of a phone, goes on to the next field; only behind the last one it sends the form.
   A list of names ends at its button: there may be one name more to come. */
const FIELDS = 'input[type="text"], input[type="number"], input:not([type])';
document.addEventListener("keydown", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (event.key !== "Enter" || event.isComposing || !field.form || !field.matches(FIELDS)) return;
  if (field.form.matches("[hx-post]")) return; // it says itself what Enter means
  const fields = [...field.form.querySelectorAll(FIELDS)].filter((other) => /** @type {HTMLElement} */ (other).offsetParent);
  const next = fields[fields.indexOf(field) + 1] ?? (field.form.matches(".new") && field.form.querySelector('[type="submit"]'));
  if (!next) return;
  event.preventDefault();
  /** @type {HTMLElement} */ (next).focus();
});

/* Another language is the same page anew: its address as it is now, unless the page is an answer to a form. */
document.addEventListener("submit", ({ target }) => {
  const chooser = /** @type {HTMLFormElement} */ (target);
  if (!chooser.matches(".languages") || document.querySelector("form.new")) return;
  /** @type {HTMLInputElement} */ (chooser.elements.namedItem("next")).value = location.pathname + location.search;
});

/* A variant that the chosen game does not have is not asked for: its switch is out of sight then. */
document.addEventListener("change", ({ target }) => {
  const select = /** @type {HTMLSelectElement} */ (target);
  if (!select.matches(".new #edition") || select.selectedOptions[0]?.hasAttribute("data-cognac")) return;
  /** @type {HTMLInputElement} */ (select.form?.elements.namedItem("cognac")).checked = false;
});

/* A list of names: clear it, or move one up. */
document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (target.closest("[data-clear]")) {
    for (const name of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll("input.name"))) name.value = "";
  }
  const row = target.closest("[data-up]")?.closest("li");
  if (row?.previousElementSibling) row.parentElement?.insertBefore(row, row.previousElementSibling);
});
