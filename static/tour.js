/* The offer of a tour goes once it was taken or declined. */

/** Take the offer away, and let the server know.
 * @param {HTMLFormElement} form */
export function dismiss(form) {
  fetch(form.action, { method: "POST", body: new FormData(form) }).catch(() => {}); // offered again next time
  if (form.contains(document.activeElement)) document.getElementById("main")?.focus();
  form.remove();
}
