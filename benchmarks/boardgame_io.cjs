// Bids, passes and takes of Jade Merchant through boardgame.io: processor seconds a move, on standard output.
// Run in the folder it was installed in: node boardgame_io.cjs MOVES.json
"use strict";
const { createRequire } = require("module");
const path = require("path");
const fs = require("fs");
const from = createRequire(path.join(process.cwd(), "package.json"));
const { Client } = from("boardgame.io/client");
const { INVALID_MOVE } = from("boardgame.io/core");

const halves = (bid) => 2 * bid.take - (bid.back ? 1 : 0);
const moves = {
  deal: (G, e) => { G.centre = e.cards.slice(); G.resting = []; G.standing = null; G.passed = []; },
  bid: (G, e) => {
    const out = G.passed.includes(e.player) || G.resting.includes(e.player);
    if (out || (G.standing && halves(e) >= halves(G.standing))) return INVALID_MOVE;
    G.standing = { player: e.player, take: e.take, back: e.back || 0 };
  },
  pass: (G, e) => { if (G.passed.includes(e.player)) return INVALID_MOVE; G.passed.push(e.player); },
  take: (G, e) => {
    const taken = e.cards || G.centre.slice();
    for (const card of taken) {
      const at = G.centre.indexOf(card);
      if (at < 0) return INVALID_MOVE;
      G.centre.splice(at, 1);
      G.hands[e.player].push(card);
    }
    if (e.back) {
      G.hands[e.player].splice(G.hands[e.player].indexOf(e.back), 1);
      G.centre.push(e.back);
    }
    G.resting.push(e.player);
    G.standing = null;
    G.passed = [];
  },
};

const records = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const game = (players) => ({
  name: "jade",
  disableUndo: true,
  setup: () => ({
    centre: [], hands: Object.fromEntries(players.map((p) => [p, []])), standing: null, passed: [], resting: [],
  }),
  moves: Object.fromEntries(Object.entries(moves).map(([name, move]) => [name, ({ G }, e) => move(G, e)])),
});

function replay() {
  let acted = 0;
  for (const [started, ...events] of records) {
    const client = Client({ game: game(started.players), numPlayers: started.players.length, debug: false });
    client.start();
    for (const e of events) {
      const verb = e.type.split(/[.@]/)[1];
      if (!moves[verb]) continue;
      client.moves[verb](e);
      if (verb !== "deal") acted += 1;
    }
    client.stop();
  }
  return acted;
}

replay();
const times = [];
for (let round = 0; round < 3; round += 1) {
  const begin = process.cpuUsage();
  const acted = replay();
  const used = process.cpuUsage(begin);
  times.push((used.user + used.system) / 1e6 / acted);
}
console.log(times.sort((a, b) => a - b)[1]);
