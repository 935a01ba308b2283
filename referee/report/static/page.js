// The replay page. It swaps ready-made pieces of HTML: the data say which lines of which zone
// an event replaces; what a zone shows at an event depends on the event alone.
(async () => {
const root = document.documentElement;
const $ = (id) => document.getElementById(id);
root.classList.add("has-js");
const data = await unpack($("data").textContent).catch(() => root.classList.remove("has-js"));
if (!data) return;
const total = data.steps.length;
const list = $("list");
const rows = [...list.children].filter((li) => li.id);
const seats = rows.map(seatOf);
rows.forEach(link);
const flagged = rows.filter((li) => li.querySelector(".f")).map((li) => +li.dataset.n);
const chapters = [...list.querySelectorAll(".chapter")].map((li) => +li.nextElementSibling.dataset.n);
const zones = data.zones.map((_, z) => $("z-" + z));
const states = fold();
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let here = 0;
let timer = 0;
let typed = "";

// The data are compressed JSON in base64. Where they cannot be read the page stays the list that it is without script.
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"))).json();
}

// Whoever acts stands first in a row, in bold; -1 where that is nobody of the game.
function seatOf(row) {
  const first = row.querySelector("b, .notes");
  return first && first.matches("b") ? data.players.indexOf(first.textContent) : -1;
}

// Rows are known by their id, so that links to them work without this script. With it the browser
// must not scroll to them by itself, and their words are a link that the keyboard reaches.
function link(row) {
  const a = document.createElement("a");
  a.href = "#" + row.id;
  while (row.firstChild && row.firstChild.nodeName !== "DIV") a.append(row.firstChild);
  row.prepend(a);
  row.dataset.n = row.id;
  row.removeAttribute("id");
}

// The table

// For each event and zone the numbers of its lines; zones that stay share their list.
function fold() {
  let now = data.zones.map(() => []);
  return data.steps.map((step) => {
    for (const [z, at, gone, ...come] of step || []) {
      now = now.slice();
      now[z] = now[z].slice(0, at).concat(come, now[z].slice(at + gone));
    }
    return now;
  });
}

function draw(n) {
  const before = n > 1 ? states[n - 2] : states[n - 1];
  zones.forEach((element, z) => drawZone(element, z, states[n - 1][z], before[z]));
}

// What each zone shows without anything pointed out; null where something is.
const plain = zones.map(() => null);
function drawZone(element, z, lines, before) {
  if (lines === before && lines === plain[z]) return;
  plain[z] = lines === before ? lines : null;
  const old = new Set(before);
  const html = lines.map((i) => (old.has(i) ? data.lines[i] : pointOut(data.lines[i])));
  mould.innerHTML = html.join("\n");
  morph(element, mould.content);
  element.classList.toggle("changed", lines !== before && pieces(lines) !== pieces(before));
}

// Puts in what is new and leaves alone what is the same, which is much quicker than all anew.
const mould = document.createElement("template");
function morph(old, fresh) {
  const a = [...old.childNodes], b = [...fresh.childNodes];
  while (a.length && b.length && a[0].isEqualNode(b[0])) { a.shift(); b.shift(); }
  let after = null;
  while (a.length && b.length && a.at(-1).isEqualNode(b.at(-1))) { after = a.pop(); b.pop(); }
  if (a.length === b.length) a.forEach((node, i) => morphNode(node, b[i]));
  else {
    a.forEach((node) => node.remove());
    b.forEach((node) => old.insertBefore(node, after));
  }
}

function morphNode(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeType === 1 && old.cloneNode(false).isEqualNode(fresh.cloneNode(false))) morph(old, fresh);
  else old.replaceWith(fresh);
}

function pieces(lines) {
  return lines.filter((i) => data.lines[i].includes('class="piece')).join();
}

// A piece whose line was not there before the event is new.
function pointOut(line) {
  return line.replace('class="piece', 'class="piece new');
}

// Going to an event

function clamp(n) {
  return Math.min(total, Math.max(1, Math.trunc(n) || 1));
}

// how: "step" replaces the address, "jump" adds to the history, "" leaves it.
function go(n, how) {
  n = clamp(n);
  if (how && n === here && location.hash) return;
  here = n;
  if (how) history[how === "jump" ? "pushState" : "replaceState"](null, "", "#" + n);
  draw(n);
  showNow(rows[n - 1]);
  $("slider").value = n;
  $("slider").setAttribute("aria-valuetext", sentence(n));
  const x = total > 1 ? Math.round((1000 * (n - 1)) / (total - 1)) : 0;
  $("cursor").setAttribute("d", "M" + x + " 0V100");
  for (const id of ["first", "back", "turn-back"]) dim(id, n === 1);
  for (const id of ["last", "next", "turn"]) dim(id, n === total);
  $("live").textContent = sentence(n);
}

// A dimmed button keeps the focus, which a disabled one would lose.
function dim(id, off) {
  $(id).setAttribute("aria-disabled", off);
}

function showNow(row) {
  const old = list.querySelector("[aria-current]");
  if (old) old.removeAttribute("aria-current");
  row.setAttribute("aria-current", "step");
  const copy = row.cloneNode(true);
  const head = document.createElement("h2");
  head.append(...copy.firstElementChild.childNodes);
  head.dataset.n = row.dataset.n;
  $("now").className = "js now " + row.className;
  $("now").replaceChildren(head, ...gains(row.dataset.n), ...[...copy.children].slice(1));
  $("now").querySelectorAll(".f").forEach(quote);
  $("now").scrollTop = 0;
  keepInView(row);
}

// What the event did to the scores.
function gains(n) {
  if (!data.gains[n]) return [];
  const p = document.createElement("p");
  p.className = "gains";
  p.textContent = data.gains[n];
  return [p];
}

// The list says a rule by its name; here it is in full.
function quote(finding) {
  const rule = $(finding.querySelector("p > code").textContent);
  if (rule) finding.querySelector(".more").prepend(rule.querySelector("p").cloneNode(true));
}

// Scrolls the list alone, never the page.
function keepInView(row) {
  if (list.scrollHeight <= list.clientHeight) return;
  const box = list.getBoundingClientRect();
  const at = row.getBoundingClientRect();
  if (at.top < box.top + 40 || at.bottom > box.bottom - 10)
    list.scrollTop += at.top - box.top - Math.max(40, Math.min(box.height / 3, box.height - at.height - 40));
}

function sentence(n) {
  const row = rows[n - 1];
  const found = [...row.querySelectorAll(".f > p:first-child")].map((p) => p.textContent.trim());
  const undone = row.classList.contains("undone") ? [say("it was taken back")] : [];
  const scores = data.gains[n] ? [data.gains[n]] : [];
  const parts = [say("{n} of {total}", { n, total }), text(row.firstElementChild), ...undone, ...scores, ...found, text($("z-0"))];
  return parts.join(". ");
}

function text(element) {
  return element.textContent.replace(/\s+/g, " ").trim();
}

// Where the keys and buttons lead

function turn(by) {
  let n = here;
  while (n + by >= 1 && n + by <= total) {
    n += by;
    if (seats[n - 1] !== seats[here - 1]) break;
  }
  return n;
}

function following(places) {
  return places.find((n) => n > here) || here;
}

function preceding(places) {
  return places.filter((n) => n < here).pop() || here;
}

function round(which) {
  return () => go(which(chapters), "jump");
}

const moves = {
  "first": () => go(1, "jump"),
  "turn-back": () => go(turn(-1), "step"),
  "back": () => go(here - 1, "step"),
  "next": () => go(here + 1, "step"),
  "turn": () => go(turn(1), "step"),
  "last": () => go(total, "jump"),
  "finding-back": () => go(preceding(flagged), "jump"),
  "finding": () => go(following(flagged), "jump"),
  "play": () => (timer ? pause() : play()),
  "help-open": () => $("help").showModal(),
};

for (const id in moves)
  if ($(id)) $(id).addEventListener("click", () => act(moves[id], id));

// Whoever takes over stops the play.
function act(move, id) {
  if (timer && id !== "play") pause();
  move();
}

// Playing

function play() {
  if (here === total) go(1, "step");
  $("play").setAttribute("aria-pressed", "true");
  timer = setTimeout(tick, +$("speed").value);
}

function tick() {
  go(here + 1, "step");
  if (here === total) pause();
  else timer = setTimeout(tick, +$("speed").value);
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  $("play").setAttribute("aria-pressed", "false");
}

function speed(by) {
  const select = $("speed");
  select.selectedIndex = Math.min(select.length - 1, Math.max(0, select.selectedIndex + by));
  toast(say("Speed: {speed}", { speed: select.selectedOptions[0].text }));
}

// Keys

const keys = {
  "ArrowLeft": moves["back"],
  "ArrowRight": moves["next"],
  "Shift ArrowLeft": moves["turn-back"],
  "Shift ArrowRight": moves["turn"],
  "Control ArrowLeft": round(preceding),
  "Control ArrowRight": round(following),
  "k": moves["back"],
  "j": moves["next"],
  "Home": moves["first"],
  "End": moves["last"],
  "n": moves["finding"],
  "p": moves["finding-back"],
  "[": round(preceding),
  "]": round(following),
  "?": moves["help-open"],
  "c": copyLink,
};
const aside = {
  " ": moves["play"],
  "<": () => speed(-1),
  ">": () => speed(1),
};

document.addEventListener("keydown", (event) => {
  const arrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
  if ((event.ctrlKey && (!arrow || event.shiftKey)) || event.altKey || event.metaKey || event.isComposing || busy(event)) return;
  const held = event.ctrlKey ? "Control " : arrow && event.shiftKey ? "Shift " : "";
  const key = held + event.key;
  if (digits(key)) event.preventDefault();
  else if (keys[key]) take(event, () => act(keys[key], key));
  else if (aside[key] && !(key === " " && event.target.closest("button, a, summary"))) take(event, aside[key]);
});

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

document.addEventListener("click", (event) => {
  const link = event.target.closest('a[href^="#"]');
  const row = event.target.closest("#list > li[data-n]");
  const target = link ? link.hash.slice(1) : row && !String(getSelection()) ? row.dataset.n : "";
  if (!/^\d+$/.test(target)) return;
  event.preventDefault();
  act(() => go(+target, "jump"));
  show($("now"));
});

// On a phone the list is far below the table.
function show(element) {
  const at = element.getBoundingClientRect();
  if (at.bottom < 0 || at.top > innerHeight) element.scrollIntoView();
}

$("slider").addEventListener("input", (event) => act(() => go(+event.target.value, "step")));

$("chart").addEventListener("pointerdown", (event) => seek(event, "jump"));
$("chart").addEventListener("pointermove", (event) => event.buttons & 1 && seek(event, "step"));
function seek(event, how) {
  const box = $("chart").getBoundingClientRect();
  act(() => go(1 + Math.round(((event.clientX - box.left) / box.width) * (total - 1)), how));
}

// A swipe over the table turns a step like a page.
let touched = null;
document.querySelector(".zones").addEventListener("touchstart", (event) => { touched = event.changedTouches[0]; }, { passive: true });
document.querySelector(".zones").addEventListener("touchend", (event) => {
  const dx = event.changedTouches[0].clientX - touched.clientX;
  const dy = event.changedTouches[0].clientY - touched.clientY;
  if (Math.abs(dx) > 60 && Math.abs(dx) > 2 * Math.abs(dy)) act(dx < 0 ? moves["next"] : moves["back"]);
});

// Filters of the list

$("filters").addEventListener("change", filter);
$("filters").addEventListener("submit", (event) => event.preventDefault());
$("filters").addEventListener("reset", () => setTimeout(filter));

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

addEventListener("popstate", arrive);
addEventListener("beforeprint", () => draw(total));
addEventListener("afterprint", () => draw(here));

history.scrollRestoration = "manual";
filter();
arrive();
if (!$(location.hash.slice(1))) scrollTo(0, 0);
root.dataset.ready = "";
})();
