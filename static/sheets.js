/* Sheets: pages of their own that open from below here; Back closes them first. */
"use strict";

companion.sheet = (() => {

const sheet = document.getElementById("sheet");

/* Asked for anew each time; without a network the one asked for last must do: it is enough to enter what happened. */
const sheets = new Map();
async function ask(url) {
  try {
    const answer = await fetch(url, { headers: { "HX-Request": "true" }, signal: AbortSignal.timeout(4000) });
    if (answer.ok) sheets.set(url, await answer.text());
  } catch {
    companion.late(true);
  }
  return sheets.get(url);
}

async function prepare() {
  const version = document.getElementById("board").dataset.version;
  if (document.hidden || !companion.live.dataset.sheets || prepared === version) return;
  const answer = await fetch(companion.live.dataset.sheets).catch(() => null);
  if (!answer?.ok) return;
  for (const [address, html] of Object.entries(await answer.json())) sheets.set(new URL(address, location.href).href, html);
  prepared = version;
  document.documentElement.dataset.ready = version;
}
let prepared = "", preparing = 0;
document.addEventListener("companion:fresh", () => {
  clearTimeout(preparing); // while entries rain down there is no hurry
  preparing = setTimeout(prepare, 1500);
});

/* The sheet that is open, as it is by now. */
let address = "";
async function renew() {
  const page = await ask(address);
  if (page && sheet.open) show(page);
}

function show(html) {
  sheet.innerHTML = html;
  document.dispatchEvent(new Event("companion:sheet"));
  const title = sheet.querySelector("h2");
  title.tabIndex = -1;
  if (sheet.open) return title.focus(); // what had the focus is gone
  history.pushState({ sheet: true }, "");
  document.documentElement.dataset.sheet = "open"; // until its entry has left the history, too
  sheet.showModal();
}

document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-sheet]");
  if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    const page = await ask((address = link.href));
    if (page) show(page);
    else companion.late(true);
  }
  if (event.target.closest("[data-close]") && sheet.open) {
    event.preventDefault();
    sheet.close();
  }
  if (event.target === sheet) sheet.close();
});
sheet.addEventListener("close", () => history.state?.sheet && history.back());
window.addEventListener("popstate", () => {
  delete document.documentElement.dataset.sheet;
  if (sheet.open) sheet.close();
});

/* The offer of a tour goes once it was taken or declined. */
function toured(form) {
  fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => {});
  if (form.contains(document.activeElement)) document.getElementById("main").focus();
  form.remove();
}
document.addEventListener("submit", (event) => {
  if (!event.target.matches("[data-toured]")) return;
  event.preventDefault();
  toured(event.target);
});
document.addEventListener("click", (event) => {
  const form = event.target.closest("[data-toured] a")?.closest("form");
  if (form) setTimeout(toured, 0, form);
});

/* What so many cards pay, while one types. */
document.addEventListener("input", (event) => {
  const steps = event.target.dataset?.meter && JSON.parse(event.target.dataset.meter);
  if (!steps) return;
  const cards = Number(event.target.value);
  const paid = steps.filter(([need]) => need <= cards).pop();
  const next = steps.find(([need]) => need > cards);
  const said = event.target.form.querySelector("output");
  const facts = { talers: `+${paid ? paid[1] : 0}`, cards: next?.[0], more: `+${next?.[1]}` };
  said.textContent = (next ? said.dataset.next : said.dataset.pays).replace(/{(\w+)}/g, (_, name) => facts[name]);
});

return { element: sheet, show, renew };
})();
