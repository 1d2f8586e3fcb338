/* What was typed into a long form survives Back, a look at another page, a refusal and another language. It is kept
   for this tab alone, until the form was sent and the page is asked for anew. */

import { openStore } from "./device.js";

const store = openStore("sessionStorage");
const form = /** @type {HTMLFormElement | null} */ (document.querySelector("form[data-keep]"));
const key = `typed:${location.pathname}`, sent = `sent:${location.pathname}`;

const fields = () => /** @type {HTMLInputElement[]} */ ([...(form?.elements ?? [])]).filter(({ name, type }) => name && type !== "hidden");

function keep() {
  store.set(key, JSON.stringify(fields().map(({ name, value, checked }) => ({ name, value, checked }))));
}

function restore() {
  /** @type {{ name: string, value: string, checked: boolean }[]} */
  let typed;
  try {
    typed = JSON.parse(store.get(key) ?? "[]");
  } catch {
    return store.remove(key);
  }
  fields().forEach((field, place) => {
    if (typed[place]?.name !== field.name || ("defaultValue" in field && field.value !== field.defaultValue)) return; // typed before this script came
    if (field.type === "checkbox") field.checked = typed[place].checked;
    else field.value = typed[place].value;
  });
}

if (form) {
  const arrival = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0])?.type;
  const refused = form.dataset.keep === "refused"; // the server has put in what was sent
  if (refused) keep();
  else if (store.get(sent) && arrival !== "back_forward") store.remove(key);
  store.remove(sent);
  if (!refused) restore();
  form.addEventListener("input", keep);
  addEventListener("pagehide", keep); // also what was typed before this script came
  form.addEventListener("click", () => setTimeout(keep)); // rows that move, names that are cleared
  form.addEventListener("submit", () => (keep(), store.set(sent, "1")));
}
