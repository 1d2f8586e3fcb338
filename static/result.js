/* The result page: follows the table at once; what enters something there, or shows what waits, is fetched when it is
   needed, or once the page has come to rest. */

import "./live.js";

const entering = () => import("./table.js");
setTimeout(() => entering().catch(() => {}), 2000);

/* The first tap waits for it and is then made again; without a script it is a plain link or form. */
for (const kind of ["click", "submit"]) {
  document.addEventListener(kind, async (event) => {
    if (document.documentElement.dataset.live) return;
    const target = /** @type {HTMLElement} */ (event.target);
    const wanted = kind === "click" ? target.closest("a[data-sheet]") : target.closest("form[data-verb]");
    if (!wanted) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    await entering();
    if (wanted instanceof HTMLFormElement) wanted.requestSubmit(/** @type {SubmitEvent} */ (event).submitter);
    else /** @type {HTMLElement} */ (wanted).click();
  }, true);
}
