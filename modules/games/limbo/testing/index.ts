import { press } from "#assurance/load/stage.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createLimbo } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/limbo/bets": { body: { stake: "1", target: "2.00" }, stakes: true },
  },
  visits,
  open: ({ host }, needs) => createLimbo(host, needs),
  benchBet: { call: "limbo/bets", input: '{"stake":"0.01","target":"2.00"}' },
  scene: { name: "limbo: the multiplier climbs", path: "limbo", begin: press, frameMs: 1000 },
};
