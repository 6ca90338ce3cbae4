import { press } from "#assurance/load/stage.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createCases } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/cases/bets": { body: { slug: "bazaar", count: 1 }, stakes: true },
  },
  visits,
  open: ({ host }, needs) => createCases(host, needs),
  benchBet: { call: "cases/bets", input: '{"slug":"amber","count":1}' },
  scene: { name: "cases: the strip", path: "cases/amber", begin: press, frameMs: 4200 },
};
