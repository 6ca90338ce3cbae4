import { press } from "#assurance/load/stage.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createPlinko } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/plinko/bets": { body: { stake: "1", rows: 12, risk: "medium" }, stakes: true },
  },
  visits,
  open: ({ host }, needs) => createPlinko(host, needs),
  benchBet: { call: "plinko/bets", input: '{"stake":"0.01","rows":12,"risk":"medium"}' },
  scene: {
    name: "plinko: six balls through sixteen rows",
    path: "plinko",
    begin: async page => {
      await page.locator(".plinko-rows [role=radio]").last().click();
      for (let ball = 0; ball < 6; ball++) await press(page);
    },
    frameMs: 2000,
  },
};
