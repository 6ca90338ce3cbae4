import { createMemoryRoundStore, type IsLed } from "#modules/engines/shared-rounds/testing/memory-round-store.ts";
import { type RouletteStore, steps } from "../server/store.ts";
import type { RouletteState } from "../shared/contract.ts";

export const createMemoryRouletteStore = (isLed: IsLed): RouletteStore =>
  createMemoryRoundStore<RouletteState>(steps, isLed);
