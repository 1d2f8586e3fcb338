// A boardgame.io server with one game, or clients of it. NODE_PATH names the folder with boardgame.io.
//   node boardgame_io.cjs server PORT
//   node boardgame_io.cjs clients PORT MANY      each line read makes a move; its answer is the seconds until all know
const [role, port, many] = process.argv.slice(2);
const game = {
  name: "turns",
  setup: () => ({ turns: 0 }),
  moves: { turn: ({ G }) => ({ ...G, turns: G.turns + 1 }) },
};

if (role === "server") {
  const { Server } = require("boardgame.io/server");
  Server({ games: [game], origins: ["http://127.0.0.1"] }).run(Number(port), () => console.log("Ctrl-C stops it."));
} else {
  const { Client } = require("boardgame.io/client");
  const { SocketIO } = require("boardgame.io/multiplayer");
  const clients = Array.from({ length: Number(many) + 1 }, (_, number) =>
    Client({
      game,
      debug: false,
      matchID: "evening",
      playerID: number ? undefined : "0",
      multiplayer: SocketIO({ server: `http://127.0.0.1:${port}` }),
    }),
  );
  const [host, ...watchers] = clients;
  let told = () => {};
  const all = (turns) =>
    new Promise((resolve) => (told = () => watchers.every((one) => one.getState()?.G.turns >= turns) && resolve()));
  const ready = all(0);
  for (const one of clients) {
    one.subscribe(() => told());
    one.start();
  }
  ready.then(() => {
    console.log("ready");
    let turns = 0;
    require("readline")
      .createInterface({ input: process.stdin })
      .on("line", async () => {
        const begun = process.hrtime.bigint();
        const heard = all(++turns);
        host.moves.turn();
        await heard;
        console.log(Number(process.hrtime.bigint() - begun) / 1e9);
      })
      .on("close", () => process.exit(0));
  });
}
