/* Sharing a link or a result: the phone's own sheet, else the clipboard, else the old way that works on plain http, too. */

/** Share what a button stands for.
 * @param {HTMLElement} button */
export async function share(button) {
  const { url, text = "", title } = button.dataset;
  if (navigator.share) return navigator.share({ ...(url && { url }), ...(text && { text }), title }).catch(() => {}); // closed without sharing
  const words = (button.dataset.words ??= button.textContent ?? ""); // a second tap must not keep the answer to the first
  button.textContent = (await copied(url ?? text)) ? (button.dataset.copied ?? "") : (url ?? text); // said where the eye is
  setTimeout(() => (button.textContent = words ?? ""), 4000);
}

/** @param {string} text
 * @returns {Promise<boolean>} */
async function copied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true, className: "sr" });
  document.body.append(field);
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}
