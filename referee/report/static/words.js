"use strict";
// The words of a script: its texts are English, and the page brings what they are in another language.
const words = JSON.parse(document.getElementById("words").textContent);

function say(text, facts = {}) {
  return (words[text] || text).replace(/\{(\w+)\}/g, (_, name) => facts[name]);
}
