// The replay page: keys, the pointer, filters, addresses; and its start.
let typed = "";

const keys = {
  ArrowLeft: moves.back,
  ArrowRight: moves.next,
  "Shift ArrowLeft": moves["turn-back"],
  "Shift ArrowRight": moves.turn,
  "Control ArrowLeft": round(preceding),
  "Control ArrowRight": round(following),
  k: moves.back,
  j: moves.next,
  Home: moves.first,
  End: moves.last,
  n: moves.finding,
  p: moves["finding-back"],
  "[": round(preceding),
  "]": round(following),
  "?": moves["help-open"],
  c: copyLink,
};
const aside = {
  " ": moves.play,
  "<": () => speed(-1),
  ">": () => speed(1),
};

function press(event) {
  const arrow = /^Arrow[LR]/.test(event.key);
  if ((event.ctrlKey && (!arrow || event.shiftKey)) || event.altKey || event.metaKey || event.isComposing || busy(event)) return;
  const held = event.ctrlKey ? "Control " : arrow && event.shiftKey ? "Shift " : "";
  const key = held + event.key;
  if (digits(key)) event.preventDefault();
  else if (keys[key]) take(event, () => act(keys[key], key));
  else if (aside[key] && !(key === " " && event.target.closest("button, a, summary"))) take(event, aside[key]);
}

function take(event, move) {
  event.preventDefault();
  move();
}

// Text fields and open dialogs have the keys to themselves.
function busy(event) {
  const field = event.target.closest("input:not([type=range]), textarea, select, [contenteditable]");
  return field !== null || $("help").open;
}

// Digits and Enter go to an event. Returns whether the key was one of these.
function digits(key) {
  if (/^\d$/.test(key)) typed = (typed + key).slice(0, 9);
  else if (!typed) return false;
  else if (key === "Backspace") typed = typed.slice(0, -1);
  else if (key === "Escape") typed = "";
  else if (key === "Enter") enter();
  else { typed = ""; toast(""); return false; }
  toast(typed && say("Go to {n}, then Enter", { n: typed }));
  return true;
}

function enter() {
  const n = +typed;
  typed = "";
  act(() => go(n, "jump"));
}

let toasting = 0;
function toast(message) {
  clearTimeout(toasting);
  $("toast").hidden = !message;
  $("toast").textContent = message;
  if (message && !typed) toasting = setTimeout(toast, 2500, "");
}

function copyLink() {
  const link = location.href.replace(/#.*|$/, "#" + here);
  const done = () => toast(say("Link to event {n} copied", { n: here }));
  const failed = () => toast(link);
  if (navigator.clipboard) navigator.clipboard.writeText(link).then(done, failed);
  else failed();
}

// The pointer

function click(event) {
  const link = event.target.closest('a[href^="#"]');
  const row = event.target.closest("#list > li[data-n]");
  const target = link ? link.hash.slice(1) : row && !String(getSelection()) ? row.dataset.n : "";
  if (!/^\d+$/.test(target)) return;
  event.preventDefault();
  act(() => go(+target, "jump"));
  show($("now"));
}

// On a phone the list is far below the table.
function show(element) {
  const at = boxOf(element);
  if (at.bottom < 0 || at.top > innerHeight) element.scrollIntoView();
}

function seek(event, how) {
  const box = boxOf($("chart"));
  act(() => go(1 + Math.round(((event.clientX - box.left) / box.width) * (total - 1)), how));
}

// A swipe over the table turns a step like a page.
let touched = null;
function touchstart(event) {
  touched = event.changedTouches[0];
}

function touchend(event) {
  const dx = event.changedTouches[0].clientX - touched.clientX;
  const dy = event.changedTouches[0].clientY - touched.clientY;
  if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) act(dx < 0 ? moves.next : moves.back);
}

// Filters of the list

function filter() {
  const wanted = Object.fromEntries(new FormData($("filters")));
  let hidden = 0;
  for (const row of rows) hidden += row.hidden = !fits(row, wanted);
  for (const chapter of list.querySelectorAll(".chapter")) chapter.hidden = isEmpty(chapter);
  $("hidden-rows").textContent = hidden ? say("{n} of {total} hidden", { n: hidden, total }) : "";
  $("show-all").hidden = !hidden;
}

function fits(row, wanted) {
  const isOf = (name) => row.classList.contains(name);
  const outcome = wanted.outcome;
  if (wanted.player && seats[row.dataset.n - 1] !== +wanted.player) return false;
  if (wanted.clause && ![...row.querySelectorAll(".f > p > code")].some((id) => id.textContent === wanted.clause)) return false;
  if (outcome === "finding") return row.querySelector(".f") !== null;
  if (outcome === "remark") return row.querySelector(".note, .aside") !== null || isOf("remark");
  return !outcome || isOf("has-" + outcome);
}

function isEmpty(chapter) {
  let row = chapter.nextElementSibling;
  while (row && row.hidden && !row.matches(".chapter")) row = row.nextElementSibling;
  return !row || row.matches(".chapter");
}

// Addresses

function fromHash() {
  const hash = location.hash.slice(1);
  return /^\d{1,9}$/.test(hash) ? clamp(+hash) : null;
}

// An address that is no event's number, nor a place on the page, leads to the end, as if there were none.
function arrive() {
  if (here && fromHash() === null && $(location.hash.slice(1))) return;
  go(fromHash() || total, "");
}

// The start

function start() {
  rows.forEach(link);
  for (const id in moves) on(id, { click: () => act(moves[id], id) });
  for (const button of document.querySelectorAll("[title]")) button.ariaLabel = button.title.split(" (")[0];
  for (const dt of document.querySelectorAll("dialog dt")) dt.innerHTML = dt.innerHTML.replace(/\S+/g, "<kbd>$&</kbd>");
  on(document, { keydown: press, click });
  on("slider", { input: (event) => act(() => go(+event.target.value, "step")) });
  on("chart", {
    pointerdown: (event) => seek(event, "jump"),
    pointermove: (event) => event.buttons & 1 && seek(event, "step"),
  });
  on("zones", { touchstart, touchend });
  on("filters", { change: filter, submit: (event) => event.preventDefault(), reset: () => setTimeout(filter) });
  on(window, { popstate: arrive, beforeprint: () => draw(total), afterprint: () => draw(here) });
  history.scrollRestoration = "manual";
  filter();
  arrive();
  if (!$(location.hash.slice(1))) scrollTo(0, 0);
  root.dataset.ready = "";
}

// Some buttons are not on every page.
function on(target, listeners) {
  for (const name in listeners) ($(target) || target).addEventListener?.(name, listeners[name], { passive: name === "touchstart" });
}

if (places) start();
