// The replay page, its table. The data say what stands where from which event on (docs/replay-page.md has their form):
// what a zone shows at an event depends on the event alone, and swaps ready-made pieces of HTML.
const root = document.documentElement;
const $ = (id) => document.getElementById(id);
root.classList.add("has-js");
let zones, lines, places;

// Where the data cannot be read the page stays the list that it is without script.
try {
  const data = JSON.parse($("data").textContent);
  zones = data.zones.map((_, z) => $("z-" + z));
  lines = data.lines.flatMap(filled);
  places = data.zones.map((zone) => zone.split(";").map(track));
} catch {
  root.classList.remove("has-js");
}

// The lines of a shape: the words of each in its holes.
function filled(line) {
  const [shape, rows = ""] = line.split("~=");
  return rows.split(";").map((row) => {
    const words = row.split(",");
    return shape.replace(/~(\d+)/g, (_, hole) => words[hole]);
  });
}

// When what comes to a place; the latest first.
function track(text) {
  let n = 0;
  const changes = [...text.matchAll(/(\d*)(-|[A-Z][a-z]*)/g)];
  return changes.map(([, more, code]) => [n += +more || 1, lines[numberOf(code)] || ""]).reverse();
}

function numberOf(code) {
  return [...code].reduce((n, letter) => 26 * n + parseInt(letter, 36) - 9, 0) - 1;
}

// What a zone shows at an event, as HTML.
function shown(z, n) {
  return places[z].map((place) => (place.find(([from]) => from <= n) || ["", ""])[1]).join("");
}

function draw(n) {
  zones.forEach((element, z) => drawZone(element, z, shown(z, n), shown(z, n - 1 || n)));
}

// What each zone shows if nothing is pointed out in it.
const plain = [];
function drawZone(element, z, html, before) {
  if (html === before && html === plain[z]) return;
  plain[z] = html === before ? html : null;
  const old = pieces(before);
  mould.innerHTML = html.split("\n").map((line) => pointOut(line, old)).join("\n");
  morph(element, mould.content);
  element.classList.toggle("changed", html !== before && pieces(html).join() !== old.join());
}

// The pieces of a zone, each from its class on: what is before that says where it lies.
const PIECE = /class="piece.*/;
function pieces(html) {
  return html.split("\n").flatMap((line) => line.match(PIECE) || []);
}

// A piece that was not there before the event is new.
function pointOut(line, old) {
  return line.replace(PIECE, (piece) => (old.includes(piece) ? piece : piece.replace("piece", "piece new")));
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

// What an event did to the scores: "Di 13½ (+7½), Ann 3 (−2)".
function gains(n) {
  const changed = zones.flatMap((element, z) => {
    const [was, is] = [n - 1 || n, n].map((at) => (shown(z, at).match(/class=score>.*>(.*)</) || [])[1]);
    return was && is && was !== is ? text(element.querySelector("h3")) + " " + is + by(worth(is) - worth(was)) : [];
  });
  return changed.join(", ");
}

function by(more) {
  return more ? " (" + (more > 0 ? "+" : "−") + points(Math.abs(more)) + ")" : "";
}

// A score as a number: 57, 40½, 8.4, 31 1/3.
function worth(score) {
  return score.replace("½", ".5").split(" ").reduce((sum, part) => sum + part.split("/").reduce((a, b) => a / b) * 1, 0);
}

// A number as such a score, as it is said elsewhere on the page.
function points(number) {
  let under = 1;
  while (Math.abs(number * under - Math.round(number * under)) > 1e-6) under++;
  const over = Math.round(number * under);
  const part = ["", "", "½"][under] ?? " " + (over % under) + "/" + under;
  return ((Math.floor(over / under) || "") + part).trim();
}

function text(element) {
  return element.textContent.replace(/\s+/g, " ").trim();
}
