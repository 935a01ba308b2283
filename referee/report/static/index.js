// The index: search, filters and sorting of a table that is whole without them.
(() => {
const form = document.getElementById("filters");
const table = document.getElementById("games");
const rows = table ? [...table.tBodies[0].rows] : [];
document.documentElement.classList.add("has-js");

// Filters

function filter() {
  const wanted = Object.fromEntries(new FormData(form));
  const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
  let hidden = 0;
  for (const row of rows) hidden += row.hidden = !fits(row, wanted, words);
  document.getElementById("hidden").textContent = hidden ? say("{n} of {total} hidden", { n: hidden, total: rows.length }) : "";
  document.getElementById("show-all").hidden = !hidden;
}

function fits(row, wanted, words) {
  const text = row.textContent.toLowerCase();
  if (wanted.game && row.dataset.game !== wanted.game) return false;
  if (!words.every((word) => text.includes(word))) return false;
  const fault = +row.dataset.fault, undecided = +row.dataset.undecided;
  return { "": true, fault: fault > 0, undecided: undecided > 0, clean: !fault && !undecided }[wanted.findings];
}

form.addEventListener("input", filter);
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("reset", () => setTimeout(filter));

// Sorting

function value(row, column) {
  const cell = row.cells[column];
  return cell.dataset.sort === undefined ? cell.textContent.trim() : +cell.dataset.sort;
}

function compare(a, b) {
  return typeof a === "number" ? a - b : a.localeCompare(b, undefined, { numeric: true });
}

function sort(table, head, column) {
  const rows = table.tBodies[0].rows;
  const down = head.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", down ? "descending" : "ascending");
  const sorted = [...rows].sort((a, b) => (down ? -1 : 1) * compare(value(a, column), value(b, column)));
  table.tBodies[0].append(...sorted);
}

function sortable(table, head, column) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = head.textContent;
  button.addEventListener("click", () => sort(table, head, column));
  head.replaceChildren(button);
}

for (const each of document.querySelectorAll("table"))
  [...each.tHead.rows[0].cells].forEach((head, column) => sortable(each, head, column));
filter();
})();
