/* Small helpers of the pages. Nothing here knows a rule: figures come from the server. */
"use strict";

document.addEventListener("click", (event) => {
  const step = event.target.closest("[data-step]");
  if (step) return count(step);
  const link = event.target.closest('main a[href^="#"]');
  if (link) return jump(event, link);
  if (event.target.closest("[data-print]")) window.print();
  if (event.target.closest("[data-clear]")) for (const name of document.querySelectorAll("input.name")) name.value = "";
  const up = event.target.closest("[data-up]")?.closest("li");
  if (up?.previousElementSibling) up.parentElement.insertBefore(up, up.previousElementSibling);
  const closed = event.target.closest("label:has(:disabled)");
  if (closed) tell(closed.querySelector(".sr").textContent);
});

/* Enter in a field means "done with this field": the result is there already, the page stays where it is. */
document.addEventListener("submit", (event) => {
  if (!window.htmx || !event.target.matches("form[hx-post]")) return;
  event.preventDefault();
  document.activeElement.blur();
});

/* Parts of a page that many phones share carry no token: it is added to a form of theirs when it is sent. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "post" || form.elements.csrf_token) return;
  const { content } = document.querySelector('meta[name="csrf-token"]');
  form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "csrf_token", value: content }));
});

/* A plain form that is on its way is not sent again by a second tap. */
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post" || form.dataset.verb !== undefined) return;
  if (form.dataset.sent) return event.preventDefault();
  form.dataset.sent = "1";
  setTimeout(() => delete form.dataset.sent, 3000); // it did not get through, or Back led here again
});

/* Times come from the server in UTC and are shown as the clock of this phone shows them. */
function localTimes() {
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.textContent = new Date(time.dateTime).toLocaleTimeString(document.documentElement.lang, { timeStyle: "short" });
  }
}
document.addEventListener("DOMContentLoaded", localTimes);

let telling = 0;
function tell(sentence) {
  const toast = document.getElementById("toast");
  toast.textContent = sentence;
  toast.hidden = false;
  clearTimeout(telling);
  telling = setTimeout(() => (toast.hidden = true), 4000);
}

/* Plus and minus beside a number. What is no number stays as it was typed: the server says what is wrong with it. */
function count(step) {
  const input = document.getElementById(step.dataset.for);
  const text = input.value.trim();
  if (text && !/^[0-9]{1,6}$/.test(text)) return input.focus();
  input.value = Math.max(0, Number(text) + Number(step.dataset.step));
  input.dispatchEvent(new Event("input", { bubbles: true }));
}

/* Links inside a page scroll without an entry in the history: Back leaves the page, with nothing typed lost. */
function jump(event, link) {
  const target = document.getElementById(link.hash.slice(1));
  if (!target) return;
  event.preventDefault();
  for (let part = target.parentElement; part; part = part.parentElement) {
    if (part.tagName === "DETAILS") part.open = true;
  }
  target.scrollIntoView({ block: "start" });
  if (target.matches("input, select")) target.focus({ preventScroll: true });
}

/* On paper every explanation is open. */
window.addEventListener("beforeprint", () => {
  for (const part of document.querySelectorAll(".ranking details:not([open])")) {
    part.open = true;
    part.dataset.printed = "";
  }
});
window.addEventListener("afterprint", () => {
  for (const part of document.querySelectorAll("details[data-printed]")) {
    part.open = false;
    delete part.dataset.printed;
  }
});

/* A live answer that did not come: say so, keep what was typed, and ask again until one comes. */
let retry = 0;
document.addEventListener("htmx:after:request", (event) => {
  if (event.detail.ctx.response?.raw.ok) return late(false);
  late(true);
});
document.addEventListener("htmx:error", () => late(true));
window.addEventListener("online", ask);

function late(yes) {
  document.querySelectorAll("[data-late]").forEach((note) => (note.hidden = !yes));
  clearTimeout(retry);
  if (yes) retry = setTimeout(ask, 4000);
}

function ask() {
  const note = document.querySelector("[data-late]");
  if (note && !note.hidden) document.querySelector("form[hx-post]")?.dispatchEvent(new Event("input", { bubbles: true }));
}

/* Another language is the same page anew: its address as it is now, and what was typed into a form of it. */
document.addEventListener("submit", (event) => {
  if (!event.target.matches(".languages")) return;
  const form = document.querySelector("form.new");
  if (form) sessionStorage.setItem("typed", JSON.stringify([...form.elements].map(({ name, type, value, checked }) => ({ name, type, value, checked }))));
  else event.target.elements.next.value = location.pathname + location.search;
});
document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("form.new");
  const typed = JSON.parse(sessionStorage.getItem("typed") ?? "null");
  sessionStorage.removeItem("typed");
  if (!form || !typed) return;
  [...form.elements].forEach((field, place) => {
    const { name, type, value, checked } = typed[place] ?? {};
    if (!name || field.name !== name || type === "hidden") return;
    if (type === "checkbox") field.checked = checked;
    else field.value = value;
  });
});
