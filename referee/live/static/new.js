"use strict";
(() => {
const form = document.getElementById("new");
const players = document.getElementById("players");
const trouble = document.getElementById("trouble");
const id = [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");

document.getElementById("more").addEventListener("click", () => {
  const more = players.lastElementChild.cloneNode(true);
  const input = more.querySelector("input");
  input.value = "";
  input.setAttribute("aria-label", say("Player {n}", { n: players.children.length + 1 }));
  players.append(more);
  input.focus();
});

// Enter goes to the next name, not to the start of the game.
players.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || !event.target.value.trim()) return;
  event.preventDefault();
  const next = event.target.closest("li").nextElementSibling;
  if (next) next.querySelector("input").focus();
  else document.getElementById("more").click();
});

form.elements.game.addEventListener("change", show);
function show() {
  for (const part of form.querySelectorAll("[data-game]")) part.hidden = part.dataset.game !== form.elements.game.value;
}

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    const answer = await fetch("/new", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted()),
    });
    const said = await answer.json();
    if (said.id) location.href = "/g/" + said.id;
    else tell(said.error);
  } catch {
    tell(say("No connection; try again. The game is started only once."));
  }
});

function wanted() {
  const readings = {};
  for (const select of form.querySelectorAll("[data-game]:not([hidden]) select"))
    if (select.value !== select.dataset.usual) readings[select.name] = select.value;
  const tags = {};
  for (const input of form.querySelectorAll("[name^='tag.']")) if (input.value.trim()) tags[input.name.slice(4)] = input.value;
  const names = [...players.querySelectorAll("input")].map((input) => input.value);
  return { id, game: form.elements.game.value, players: names, readings, tags };
}

function tell(why) {
  trouble.textContent = why;
  trouble.hidden = false;
}

form.querySelector("[type=date]").value = new Date(Date.now() - new Date().getTimezoneOffset() * 6e4).toISOString().slice(0, 10);
show();
})();
