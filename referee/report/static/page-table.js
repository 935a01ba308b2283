// The replay page, its table. The data say what stands where from which event on (docs/replay-page.md has their form):
// what a zone shows at an event depends on the event alone, and swaps ready-made pieces of HTML.
const root = document.documentElement;
const $ = (id) => document.getElementById(id);
root.classList.add("has-js");
const data = read();
const zones = data ? data.zones.map((_, z) => $("z-" + z)) : [];
const lines = data ? data.lines.flatMap(filled) : [];
const places = data ? data.zones.map((zone) => zone.split(";").map(track)) : [];

// Where the data cannot be read the page stays the list that it is without script.
function read() {
  try { return JSON.parse($("data").textContent); }
  catch { root.classList.remove("has-js"); }
}

// The lines of a shape: the words of each in its holes.
function filled([shape, rows]) {
  return rows.split(";").map((row) => {
    const words = row.split(",");
    return shape.replace(/~(\d+)/g, (_, hole) => words[hole]);
  });
}

// When what comes to a place; the latest first.
function track(text) {
  let n = 0;
  const changes = [...text.matchAll(/(\d*)(-|[A-Z][a-z]*)/g)];
  return changes.map(([, more, code]) => [n += +(more || 1), lines[numberOf(code)] || ""]).reverse();
}

function numberOf(code) {
  return [...code.toLowerCase()].reduce((n, letter) => 26 * n + letter.charCodeAt() - 96, 0) - 1;
}

// What a zone shows at an event, as HTML.
function shown(z, n) {
  return places[z].map((place) => (place.find(([from]) => from <= n) || ["", ""])[1]).join("");
}

function draw(n) {
  zones.forEach((element, z) => drawZone(element, z, shown(z, n), shown(z, n > 1 ? n - 1 : n)));
}

// What each zone shows without anything pointed out; null where something is.
const plain = zones.map(() => null);
function drawZone(element, z, html, before) {
  if (html === before && html === plain[z]) return;
  plain[z] = html === before ? html : null;
  const old = new Set(before.split("\n"));
  mould.innerHTML = html.split("\n").map((line) => (old.has(line) ? line : pointOut(line))).join("\n");
  morph(element, mould.content);
  element.classList.toggle("changed", html !== before && pieces(html) !== pieces(before));
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

function pieces(html) {
  return html.split("\n").filter((line) => line.includes('class="piece')).join();
}

// A piece whose line was not there before the event is new.
function pointOut(line) {
  return line.replace('class="piece', 'class="piece new');
}

// What an event did to the scores.
function gains(n) {
  return zones.flatMap((element, z) => {
    const [was, is] = [n - 1, n].map((at) => shown(z, at).match(/class=score>.*>(.*)<\/p/));
    return n > 1 && was && is && was[1] !== is[1] ? text($("z-" + z).querySelector("h3")) + " " + is[1] + by(was[1], is[1]) : [];
  }).join(", ");
}

function by(was, is) {
  const more = worth(is) - worth(was);
  return more ? " (" + (more > 0 ? "+" : "−") + points(Math.abs(more)) + ")" : "";
}

// A score as a number: 57, 40½, 8.4, 31 1/3.
function worth(score) {
  const [, whole, half, over, under] = score.match(/^(-?[\d.]*)(½?)(?: ?(\d+)\/(\d+))?$/) || [NaN];
  return +whole + (half && .5) + (over ? over / under : 0);
}

// A number as such a score.
function points(number) {
  const whole = Math.floor(number + 1e-6);
  let under = 1;
  const over = () => Math.round((number - whole) * under);
  while (Math.abs((number - whole) * under - over()) > 1e-6) under++;
  return (whole || "") + (under === 1 ? "" : under === 2 ? "½" : " " + over() + "/" + under);
}

function text(element) {
  return element.textContent.replace(/\s+/g, " ").trim();
}
