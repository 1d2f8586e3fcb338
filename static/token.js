/* A new form token, when the cookie this page came with is gone. Fetched only then. */

import { ask } from "./device.js";

/** Take the token of another page of the table. The seat may be gone, too, but that is for the server to say.
 * @param {string} table its address
 * @param {number} seconds until the page counts as unanswered
 * @returns {Promise<boolean>} whether there was one */
export async function renewToken(table, seconds) {
  const { text } = await ask(`${table}/more/menu`, seconds);
  const page = new DOMParser().parseFromString(text, "text/html");
  const found = page.querySelector('meta[name="csrf-token"]')?.getAttribute("content");
  if (!found || page.body.dataset.shell === undefined) return false;
  document.querySelector('meta[name="csrf-token"]')?.setAttribute("content", found);
  return true;
}
