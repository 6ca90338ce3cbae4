import { joined, press } from "#assurance/load/stage.ts";
import { drainMs, drawOperations, multiplayerStore } from "#assurance/simulation/stores.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createDuels } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/coinflip/duels": { body: { stake: "1", side: "heads", house: false }, stakes: true },
    "POST /api/v1/games/coinflip/duels/:id/join": { body: { currency: "RUB" }, stakes: false },
  },
  open: (self, needs, { duels, draws }) =>
    createDuels(self.host, {
      ...needs,
      drainMs,
      blockedAmong: async () => [],
      lock: self.lock(duels.lock),
      draws: self.database("multiplayer draws", draws, drawOperations),
      store: self.database("duels", duels.store, multiplayerStore),
    }),
  scene: {
    name: "duels: the coin falls",
    path: "coinflip/duels",
    isMultiplayer: true,
    begin: async (page, other) => {
      await page.getByRole("checkbox").uncheck();
      await press(page);
      await joined(other, "coinflip/duels");
      await page.locator(".duel-coin.falling").waitFor();
    },
    frameMs: 1200,
  },
};
