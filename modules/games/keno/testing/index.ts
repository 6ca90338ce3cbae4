import { press } from "#assurance/load/stage.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createKeno } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/keno/bets": { body: { stake: "1", picks: [3, 7, 24], risk: "medium" }, stakes: true },
  },
  visits,
  open: ({ host }, needs) => createKeno(host, needs),
  alternate: "plinko",
  benchBet: { call: "keno/bets", input: '{"stake":"0.01","risk":"classic","picks":[3,7,24]}' },
  scene: {
    name: "keno: ten balls",
    path: "keno",
    begin: async page => {
      for (const number of [3, 7, 12, 24]) await page.locator(".keno-board button").nth(number).click();
      await press(page);
    },
    frameMs: 1500,
  },
};
