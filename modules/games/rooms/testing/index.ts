import { randomUUID } from "node:crypto";
import { press } from "#assurance/load/stage.ts";
import { drainMs, drawOperations, roomStore } from "#assurance/simulation/stores.ts";
import type { GameTesting } from "#modules/games/testing/game-testing.ts";
import { createRooms } from "../server/index.ts";
import { oddsPage } from "./odds-page.ts";
import { play } from "./play.ts";

export const testing: GameTesting = {
  oddsPage,
  play,
  calls: {
    "POST /api/v1/games/rooms/:colour/bets": { body: { stake: "1" }, stakes: true },
  },
  open: (self, needs, { rooms, draws }) =>
    createRooms(self.host, {
      ...needs,
      drainMs,
      lock: self.lock(rooms.lock),
      currencies: ["RUB"] as const,
      draws: self.database("multiplayer draws", draws, drawOperations),
      store: self.database("rooms", rooms.store, roomStore),
    }),
  scene: {
    name: "rooms: the wheel turns",
    path: "rooms/yellow",
    isMultiplayer: true,
    begin: async (page, other) => {
      await press(page);
      await other?.call("POST", "/api/v1/games/rooms/yellow/bets", { stake: "500" }, randomUUID());
      await page.locator(".rooms-wheel .pointer[style*='transition: transform']").waitFor({ timeout: 120_000 });
    },
    frameMs: 4000,
  },
};
