import { chainOperations, drainMs, roundStore } from "#assurance/simulation/stores.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createCrash } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";
import { visits } from "./visits.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/crash/bets": { body: { stake: "1", auto_cash_out: "2.00" }, stakes: true },
    "POST /api/v1/games/crash/bets/:id/cash-out": { stakes: false },
  },
  visits,
  open: (self, needs, { crash }) =>
    createCrash(self.host, {
      ...needs,
      drainMs,
      lock: self.lock(crash.lock),
      sequences: self.database("crash chain", crash.chain, chainOperations),
      store: self.database("crash", crash.store, roundStore),
    }),
  scene: {
    name: "crash: the flight",
    path: "crash",
    begin: async page => page.locator(".crash-head:not(.quiet):not(.soft)").waitFor({ timeout: 120_000 }),
    frameMs: 3000,
  },
};
