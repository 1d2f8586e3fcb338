/* The page for a large screen: follows its table, and the same people to their next game. */

import { onBoard } from "./live.js";

const LINGER = 10_000; // milliseconds the result stays once the next game has begun
let leaving = 0;

function follow() {
  const next = document.querySelector("[data-next]");
  if (!next || leaving) return;
  const way = /** @type {HTMLElement | null} */ (document.querySelector("[data-follow]"));
  if (way) way.hidden = true; // it invites to the game before
  const address = way?.dataset.follow;
  leaving = window.setTimeout(() => address && location.replace(address), LINGER);
}

onBoard.push(follow);
follow();
