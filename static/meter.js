/* What so many cards pay, while one types. The steps come from the server. */

document.addEventListener("input", ({ target }) => {
  const field = /** @type {HTMLInputElement} */ (target);
  const steps = field.dataset?.meter && JSON.parse(field.dataset.meter);
  const said = field.form?.querySelector("output");
  if (!steps || !said) return;
  const cards = Number(field.value);
  const paid = steps.filter((/** @type {number[]} */ [need]) => need <= cards).pop();
  const next = steps.find((/** @type {number[]} */ [need]) => need > cards);
  const facts = { talers: `+${paid ? paid[1] : 0}`, cards: next?.[0], more: `+${next?.[1]}` };
  const sentence = (next ? said.dataset.next : said.dataset.pays) ?? "";
  said.textContent = sentence.replace(/{(\w+)}/g, (_, name) => facts[/** @type {keyof typeof facts} */ (name)]);
});

export {};
