import { createMemoryRoundStore, type IsLed } from "#modules/engines/shared-rounds/testing/memory-round-store.ts";
import { type CrashStore, steps } from "../server/store.ts";
import type { CrashState } from "../shared/contract.ts";

export const createMemoryCrashStore = (isLed: IsLed): CrashStore => createMemoryRoundStore<CrashState>(steps, isLed);
