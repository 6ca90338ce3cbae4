import { chainOperations, drainMs, roundStore } from "#assurance/simulation/stores.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createRoulette } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/roulette/bets": { body: { chips: [{ spot: "red", stake: "1" }] }, stakes: true },
    "POST /api/v1/games/roulette/spins": { body: { chips: [{ spot: "split-17-20", stake: "1" }] }, stakes: true },
  },
  visits,
  open: (self, needs, { roulette }) =>
    createRoulette(self.host, {
      ...needs,
      drainMs,
      lock: self.lock(roulette.lock),
      sequences: self.database("roulette chain", roulette.chain, chainOperations),
      store: self.database("roulette", roulette.store, roundStore),
    }),
  benchBet: { call: "roulette/spins", input: '{"chips":[{"spot":"red","stake":"0.01"}]}' },
  scene: {
    name: "roulette: the wheel",
    path: "roulette",
    begin: async page => {
      const angle = () => page.evaluate<string>('document.querySelector(".rl-wheel .turn")?.style.transform ?? ""');
      for (let attempts = 0; attempts < 300; attempts++) {
        const before = await angle();
        await page.waitForTimeout(150);
        if ((await angle()) !== before) return;
      }
    },
    frameMs: 4000,
  },
};
