"use strict";
// The live page. The server draws its parts and sends those that change; this puts them in
// their places. What a scribe needs besides is in scribe.js.
const $ = (id) => document.getElementById(id);
const writes = $("game").dataset.role === "scribe";
const stored = (key, make) => localStorage[key] || (localStorage[key] = make());
const device = stored("referee-device", newId);
const name = stored("referee-name", deviceName);
const slot = "referee-slip " + location.pathname;
let seq = +$("game").dataset.seq;
let source = null;
let heard = Date.now();
// What the scribe hands in: one slip at a time, kept until the server has answered.
let slip = null;
let asked = null;
let recorded = 0;
let sending = false;

function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
}

function deviceName() {
  const known = /iPhone|iPad|Android/.exec(navigator.userAgent);
  return (known ? known[0] : "computer") + " " + newId().slice(0, 2);
}

// What the server sends

function connect() {
  if (source) source.close();
  source = new EventSource(location.pathname + "/stream?" + new URLSearchParams({ after: seq, device, name }));
  source.addEventListener("open", live);
  source.addEventListener("state", (event) => { live(); update(JSON.parse(event.data)); });
  source.addEventListener("people", (event) => { live(); people(JSON.parse(event.data)); });
  source.addEventListener("beat", live);
  source.addEventListener("error", lost);
}

function live() {
  told("live", say("live"));
}

function told(state, words) {
  heard = Date.now();
  if ($("link").classList.contains(state)) return;
  $("state").textContent = words;
  $("link").className = "link " + state;
  if (writes && state === "live") resend();
}

function lost() {
  told("no", say("no connection"));
  if (source.readyState === EventSource.CLOSED) setTimeout(again, 1500);
}

// The browser gives up on an answer that is no stream; find out why.
async function again() {
  try {
    const answer = await fetch(location.pathname, { method: "HEAD" });
    if (answer.status === 403) ended();
    else connect();
  } catch {
    setTimeout(again, 1500);
  }
}

function ended() {
  told("session", say("session over"));
  $("others").textContent = say("Open the new link.");
}

// A sleeping phone or a lost network may leave a stream that only looks open.
function wake() {
  if (document.visibilityState === "visible" && !$("link").classList.contains("session")) connect();
}
addEventListener("online", wake);
addEventListener("offline", () => told("no", say("no connection")));
document.addEventListener("visibilitychange", wake);
setInterval(() => { if (Date.now() - heard > 40000) wake(); }, 10000);

function people(now) {
  const also = now.scribes.map((other) => say("{name} writes, too", { name: other }));
  if (now.watching) also.push(now.watching === 1 ? say("1 watches") : say("{n} watch", { n: now.watching }));
  $("others").textContent = also.join(" · ");
  $("others").classList.toggle("warn", now.scribes.length > 0);
}

function update(state) {
  seq = state.seq;
  if (writes && state.parts.choices && $("text").value === $("choices").dataset.due) $("text").value = "";
  for (const [part, html] of Object.entries(state.parts)) put(part, html);
  if (writes) settle();
}

function put(part, html) {
  const old = $(part.replace(/^row-/, ""));
  const fresh = document.createRange().createContextualFragment(html).firstElementChild;
  if (part.startsWith("zone-") && fresh) fresh.classList.add("changed");
  if (old && fresh) old.replaceWith(fresh);
  else if (old) old.remove();
  else if (fresh && part.startsWith("row-")) $("list").prepend(fresh);
  else if (fresh && part.startsWith("zone-")) $("zones").append(fresh);
  if (part.startsWith("zone-")) setTimeout(() => fresh && fresh.classList.remove("changed"), 2500);
}

connect();
document.documentElement.classList.add("has-js");
if (!writes) $("list").addEventListener("click", (event) => event.preventDefault());
