import { press } from "#assurance/load/stage.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createMiner } from "../server/index.ts";
import { minerRules, minerSteps } from "../shared/rules.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/miner/bets": { body: { stake: "1", mines: 3 }, stakes: true },
    "POST /api/v1/games/miner/bets/:id/reveal": { body: { tile: 12 }, stakes: false },
    "POST /api/v1/games/miner/bets/:id/cash-out": { stakes: false },
  },
  visits,
  open: ({ host }, needs) => createMiner(host, needs),
  steps: minerSteps(minerRules.current),
  benchRound: {
    call: "miner/bets",
    input: '{"stake":"0.01","mines":3}',
    step: () => ({ call: "reveal", input: '{"tile":7}' }),
  },
  scene: {
    name: "miner: plates tip away",
    path: "miner",
    begin: async page => {
      await press(page);
      for (const tile of [6, 12]) await page.locator(`[data-tile="${tile}"]`).click();
    },
    frameMs: 1000,
  },
};
