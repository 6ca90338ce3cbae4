import { joined, press } from "#assurance/load/stage.ts";
import { drainMs, drawOperations, multiplayerStore } from "#assurance/simulation/stores.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createBattles } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/cases/battles": { body: { cases: ["orchard", "bazaar"], seats: 2 }, stakes: true },
    "POST /api/v1/games/cases/battles/:id/join": { body: { currency: "RUB" }, stakes: false },
  },
  open: (self, needs, { battles, draws }) =>
    createBattles(self.host, {
      ...needs,
      drainMs,
      blockedAmong: async () => [],
      lock: self.lock(battles.lock),
      draws: self.database("multiplayer draws", draws, drawOperations),
      store: self.database("battles", battles.store, multiplayerStore),
    }),
  scene: {
    name: "battles: two strips",
    path: "cases/battles",
    isMultiplayer: true,
    begin: async (page, other) => {
      await page.locator(".case-picks button[aria-label*='ore'][aria-label*='Bazaar']").click();
      await press(page);
      await joined(other, "cases/battles");
      await page.locator(".seat-reel .reel").first().waitFor();
    },
    frameMs: 3000,
  },
};
