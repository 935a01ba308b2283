// The replay page: going to an event, by whatever leads there.
const list = $("list");
const rows = [...list.children].filter((li) => li.id);
const total = rows.length;
const players = [...$("filters").elements.player.options].slice(1).map((option) => option.textContent);
const seats = rows.map(seatOf);
const flagged = numbers(".f");
const chapters = [...list.querySelectorAll(".chapter")].map((li) => +li.nextElementSibling.id);
let here = 0;
let timer = 0;

// Whoever acts stands first in a row, in bold; -1 where that is nobody of the game.
function seatOf(row) {
  const first = row.querySelector("b, .notes");
  return first?.matches("b") ? players.indexOf(first.textContent) : -1;
}

// The events whose rows have something.
function numbers(selector) {
  return rows.filter((row) => row.querySelector(selector)).map((row) => +row.id);
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
  $("slider").ariaValueText = $("live").textContent = sentence(n);
  $("cursor").setAttribute("d", "M" + (Math.min(1000 / (total - 1), 1) * (n - 1) || 0) + " 0V100");
  for (const id of ["first", "back", "turn-back"]) dim(id, n === 1);
  for (const id of ["last", "next", "turn"]) dim(id, n === total);
}

// A dimmed button keeps the focus, which a disabled one would lose.
function dim(id, off) {
  $(id).ariaDisabled = off;
}

function showNow(row) {
  rows.forEach((each) => each.ariaCurrent = each === row ? "step" : null);
  const copy = row.cloneNode(true);
  const head = document.createElement("h2");
  head.append(...copy.firstElementChild.childNodes);
  head.dataset.n = row.dataset.n;
  const now = $("now");
  now.className = "js now " + row.className;
  now.replaceChildren(head, ...gained(), ...[...copy.children].slice(1));
  now.querySelectorAll(".f").forEach(quote);
  now.scrollTop = 0;
  keepInView(row);
}

// What the event did to the scores.
function gained() {
  if (!gains(here)) return [];
  const p = document.createElement("p");
  p.className = "gains";
  p.append(gains(here));
  return [p];
}

// The list says a rule by its name; here it is in full.
function quote(finding) {
  const rule = $(finding.querySelector("p > code").textContent);
  if (rule) finding.querySelector(".more").prepend(rule.querySelector("p").cloneNode(true));
}

function boxOf(element) {
  return element.getBoundingClientRect();
}

// Scrolls the list alone, never the page.
function keepInView(row) {
  if (list.scrollHeight <= list.clientHeight) return;
  const box = boxOf(list);
  const at = boxOf(row);
  if (at.top < box.top + 40 || at.bottom > box.bottom - 10)
    list.scrollTop += at.top - box.top - Math.max(40, Math.min(box.height / 3, box.height - at.height - 40));
}

function sentence(n) {
  const row = rows[n - 1];
  const found = [...row.querySelectorAll(".f > p:first-child")].map((p) => p.textContent.trim());
  const undone = row.classList.contains("undone") ? [say("it was taken back")] : [];
  const parts = [say("{n} of {total}", { n, total }), text(row.firstElementChild), ...undone, gains(n), ...found, text($("z-0"))];
  return parts.filter((part) => part).join(". ");
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
  first: () => go(1, "jump"),
  "turn-back": () => go(turn(-1), "step"),
  back: () => go(here - 1, "step"),
  next: () => go(here + 1, "step"),
  turn: () => go(turn(1), "step"),
  last: () => go(total, "jump"),
  "finding-back": () => go(preceding(flagged), "jump"),
  finding: () => go(following(flagged), "jump"),
  play: () => (timer ? pause() : play()),
  "help-open": () => $("help").showModal(),
};

// Whoever takes over stops the play.
function act(move, id) {
  if (timer && id !== "play") pause();
  move();
}

// Playing

function play() {
  if (here === total) go(1, "step");
  $("play").ariaPressed = true;
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
  $("play").ariaPressed = false;
}

function speed(by) {
  const select = $("speed");
  select.selectedIndex = Math.min(select.length - 1, Math.max(0, select.selectedIndex + by));
  toast(say("Speed: {speed}", { speed: select.selectedOptions[0].text }));
}
