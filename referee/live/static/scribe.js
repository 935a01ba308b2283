// The live page of somebody who writes: hands in what is tapped, once, however often the connection breaks.

function hand(what) {
  if (busy()) return;
  asked = null;
  slip = { id: newId(), after: seq, say: what, sure: false, reason: "", name };
  send();
}

function busy() {
  return slip !== null || recorded > seq;
}

async function send() {
  if (sending || slip === null) return;
  sending = true;
  localStorage[slot] = JSON.stringify(slip);
  settle();
  try {
    const answer = await fetch(location.pathname, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(slip),
    });
    answered(answer.status, answer.status === 429 ? {} : await answer.json());
  } catch {
    wait(say("No connection."));
  }
  sending = false;
  settle();
}

function resend() {
  if (slip && !sending) send();
}

function wait(why) {
  if (slip === null) return;
  $("waiting").firstElementChild.textContent = why + " " + say("Waits to be sent: {what}", { what: wording(slip.say) });
  $("waiting").hidden = false;
  setTimeout(resend, 2000);
}

function wording(what) {
  return what.text || (what.do === "undo" ? say("take back {n}", { n: what.event }) : what.do);
}

function answered(status, said) {
  if (status === 429 || status >= 500) return wait(said.error || say("Busy."));
  const was = slip;
  slip = null;
  delete localStorage[slot];
  if (said.seq && status < 300) return done(was, said);
  if (said.ask !== undefined) return ask(was, said.ask);
  if (status === 409) return missed(was, said);
  if (status === 403) ended();
  trouble(said.error || say("Not recorded."));
}

function done(was, said) {
  recorded = said.seq;
  if (was.say.do === "line") write("");
  $("about").close();
  $("missed").hidden = true;
  trouble("");
}

function ask(was, html) {
  asked = was;
  $("about").close();
  $("asking-h").textContent = wording(was.say);
  $("verdict").innerHTML = html;
  $("reason").value = was.reason;
}

function missed(was, said) {
  const what = said.missed.join("; ");
  $("missed").textContent = say("Meanwhile somebody logged {what}. Yours is not recorded; look, and log it again.", { what });
  $("missed").hidden = false;
  $("about").close();
  if (was.say.text && was.say.do === "line") write(was.say.text);
  else if (was.say.do === "amend") write("amend " + was.say.event + ": " + was.say.text);
  else if (was.say.text) write(was.say.text);
}

$("withdraw").addEventListener("click", () => {
  const was = slip;
  slip = null;
  delete localStorage[slot];
  if (was && was.say.do === "line") write(was.say.text);
  settle();
});

$("sure").addEventListener("click", sure);
$("reason").addEventListener("keydown", (event) => event.key === "Enter" && sure());
function sure() {
  if (!asked) return;
  slip = { ...asked, id: newId(), sure: true, reason: $("reason").value.trim() };
  asked = null;
  send();
}

$("change").addEventListener("click", () => {
  const what = asked.say;
  asked = null;
  settle();
  write(what.do === "amend" ? "amend " + what.event + ": " + what.text : what.text || "");
  $("text").focus();
});

// Shows what can be done now.
function settle() {
  $("dock").classList.toggle("busy", busy());
  $("dock").setAttribute("aria-busy", busy());
  if (!slip) $("waiting").hidden = true;
  $("asking").hidden = asked === null;
  $("choices").hidden = $("entry").hidden = asked !== null;
  if (!busy()) search();
}

function trouble(why) {
  const open = $("about").open ? $("about").querySelector(".trouble") : $("trouble");
  for (const place of [$("trouble"), $("about").querySelector(".trouble")]) place.hidden = true;
  open.textContent = why;
  open.hidden = !why;
}

// Tapping

$("dock").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (button.dataset.move) hand({ do: "line", text: button.dataset.move });
  else if (button.id === "undo") hand({ do: "line", text: "undo" });
  else if (button.matches(".facet")) facet(button);
  else if (button.matches(".verb")) open(button.closest(".group"));
});

// A kind of move with many ways is closed until it is wanted, unless it is the only one.
function open(group) {
  const is = group.wanted;
  for (const each of document.querySelectorAll(".group.many")) each.wanted = false;
  group.wanted = !is;
  search();
}

function unfold(group, typed) {
  const alone = document.querySelectorAll(".group.many").length === 1;
  const now = alone || Boolean(group.wanted) || typed.length > 0;
  group.classList.toggle("open", now);
  group.classList.toggle("alone", alone);
  group.querySelector(".verb").setAttribute("aria-expanded", now);
}

// Of many moves of a kind one chooses by the words that are in it, in any order.
function facet(button) {
  const group = button.closest(".group");
  const picked = button.matches(".clear") ? [] : [...(group.picked || []), button.dataset.word];
  group.picked = picked;
  search();
}

function count(words, word) {
  return words.filter((each) => each === word).length;
}

function narrow(group, typed) {
  const picked = group.picked || [];
  const moves = [...group.querySelectorAll(".move")].map((button) => [button, button.dataset.words.split("\n")]);
  const fits = moves.filter(([, words]) => typedFits(typed, words) && picked.every((w) => count(words, w) >= count(picked, w)));
  for (const [button] of moves) button.hidden = true;
  const few = fits.length <= 12 ? fits : fits.filter(([, words]) => words.length - 2 <= picked.length);
  for (const [button] of few) button.hidden = false;
  facets(group, fits.map(([, words]) => words), picked);
  return fits.length;
}

function facets(group, left, picked) {
  for (const button of group.querySelectorAll(".facet:not(.clear)")) {
    const word = button.dataset.word;
    const more = left.filter((words) => count(words, word) > count(picked, word)).length;
    button.hidden = !more && !picked.includes(word);
    button.disabled = !more || left.length < 2;
    button.classList.toggle("picked", picked.includes(word));
    button.textContent = count(picked, word) > 1 ? word + " ×" + count(picked, word) : word;
  }
  group.querySelector(".clear").hidden = !picked.length;
  const n = left.length;
  const few = n === 1 ? say("1 way") : say("{n} ways", { n });
  group.querySelector(".left").textContent = n > 12 ? say("{n} ways: tap what is in it", { n }) : few;
}

// Writing; what is written also searches the legal moves

function typedFits(typed, words) {
  let from = 0;
  return typed.every((part) => {
    const at = words.findIndex((word, i) => i >= from && word.toLowerCase().startsWith(part));
    from = at + 1;
    return at >= 0;
  });
}

function search() {
  const typed = $("text").value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const button of document.querySelectorAll(".groups > .move"))
    button.hidden = !typedFits(typed, button.dataset.words.split("\n"));
  for (const group of document.querySelectorAll(".group")) {
    if (group.matches(".many")) unfold(group, typed);
    const left = group.matches(".many") ? narrow(group, typed) : plain(group, typed);
    group.hidden = !left;
  }
  document.querySelector(".groups").classList.toggle("one", document.querySelectorAll(".group.many").length > 1 && [...document.querySelectorAll(".group.many")].some((group) => group.wanted));
  if (!$("text").value && $("choices").dataset.due && !busy()) write($("choices").dataset.due);
}

function plain(group, typed) {
  const buttons = [...group.querySelectorAll(".move")];
  for (const button of buttons) button.hidden = !typedFits(typed, button.dataset.words.split("\n"));
  return buttons.filter((button) => !button.hidden).length;
}

function write(text) {
  $("text").value = text;
  search();
  suggest();
}

let suggesting = 0;
async function suggest() {
  const mine = ++suggesting;
  const text = $("text").value;
  let words = [];
  if (text) {
    try {
      words = await (await fetch(location.pathname + "/next?" + new URLSearchParams({ text }))).json();
    } catch {
      words = [];
    }
  }
  if (mine === suggesting) offer(Array.isArray(words) ? words : []);
}

function offer(words) {
  const buttons = words.slice(0, 80).map((word) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "hint";
    button.textContent = word;
    return button;
  });
  $("hints").replaceChildren(...buttons);
}

$("hints").addEventListener("click", (event) => {
  if (!event.target.matches("button")) return;
  write($("text").value.replace(/\S*$/, "") + event.target.textContent + " ");
});

$("erase").addEventListener("click", () => write($("text").value.replace(/\S*\s*$/, "")));

$("text").addEventListener("input", () => {
  trouble("");
  search();
  suggest();
});

$("entry").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = $("text").value.trim();
  if (text) hand({ do: "line", text });
});

// About an event of the record

$("list").addEventListener("click", (event) => {
  const row = event.target.closest("#list > li");
  if (!row) return;
  event.preventDefault();
  about(row);
});

let target = 0;
let dispute = 0;
function about(row) {
  target = +row.id;
  dispute = +row.dataset.dispute;
  const dialog = $("about");
  const said = row.firstElementChild.textContent.trim();
  $("about-h").textContent = target + " " + said;
  for (const part of dialog.querySelectorAll(".moves-only")) part.hidden = row.dataset.kind === "start";
  dialog.querySelector("[data-do=amend]").hidden = !/^(move|end)$/.test(row.dataset.kind);
  dialog.querySelector("[data-do=rule]").hidden = !dispute;
  dialog.querySelector("[data-do=dispute]").hidden = row.dataset.kind === "remark" || row.dataset.kind === "start";
  dialog.querySelector("[data-do=amend] input").value = said;
  clauses(row);
  trouble("");
  dialog.showModal();
}

function clauses(row) {
  const ids = [...new Set([...row.querySelectorAll(".f > p > code")].map((code) => code.textContent))];
  const select = $("about").querySelector("[name=clause]");
  select.replaceChildren(select.options[0], ...ids.map((id) => new Option(id, id)));
}

$("about").addEventListener("click", (event) => {
  const what = event.target.matches("button[data-do]") && event.target.dataset.do;
  if (what) hand({ do: "undo", event: target, following: what === "undo-all" });
});

$("about").addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.do) return;
  event.preventDefault();
  const said = Object.fromEntries(new FormData(form));
  const number = form.dataset.do === "rule" ? { dispute } : { event: target };
  hand({ do: form.dataset.do, ...number, ...said });
});

$("about").addEventListener("close", () => $("about").querySelectorAll("form").forEach((form) => form.reset()));

// The page leaves room for the dock.
new ResizeObserver(() => document.documentElement.style.setProperty("--dock", $("dock").offsetHeight + "px")).observe($("dock"));

// What was handed in and not answered before the page was closed is handed in again.
if (localStorage[slot]) {
  slip = JSON.parse(localStorage[slot]);
  send();
}
settle();
