import { press } from "#assurance/load/stage.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createDice } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/dice/bets": { body: { stake: "1", direction: "over", target: "49.99" }, stakes: true },
  },
  visits,
  open: ({ host }, needs) => createDice(host, needs),
  alternate: "limbo",
  benchBet: { call: "dice/bets", input: '{"stake":"0.01","direction":"over","target":"49.50"}' },
  scene: { name: "dice: the number rolls", path: "dice", begin: press, frameMs: 1000 },
};
