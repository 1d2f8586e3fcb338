/* On pages beside a table: says that something waits on this phone, as only the table itself sends it. */

import { waitingLabels } from "./outbox.js";

const note = /** @type {HTMLElement} */ (document.querySelector("[data-waits]"));
const tell = () => (note.hidden = waitingLabels().length === 0);
addEventListener("storage", tell); // another tab may send it
addEventListener("pageshow", tell);
tell();
