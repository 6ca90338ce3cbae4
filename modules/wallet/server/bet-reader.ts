import { AsyncLocalStorage } from "node:async_hooks";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { StoredBetRow } from "./bet-row.ts";
import type { readBets } from "./store.ts";

export type BetReader = (player: PlayerId, key: Uuid) => Promise<StoredBetRow | undefined>;

type Together = (pairs: Parameters<typeof readBets>[1]) => ReturnType<typeof readBets>;

interface Wanted {
  readonly player: PlayerId;
  readonly key: Uuid;
  resolve(row: StoredBetRow | undefined): void;
  reject(error: unknown): void;
}

/** Pairs that are read by one statement. */
const most = 512;

/**
 * Bets by player and key, asked for one by one and read together: what is asked for while a statement is under way goes into the next.
 * A caller finds what was committed before it asked.
 */
export function createBetReader(together: Together): BetReader {
  /** One caller's context must not be that of all who are read with him. */
  const alone = AsyncLocalStorage.snapshot();
  let waiting: Wanted[] = [];
  let working = false;

  async function work(): Promise<void> {
    working = true;
    // Whatever is asked for in the same turn of the event loop goes along.
    await Promise.resolve();
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most);
      waiting = waiting.slice(most);
      try {
        const rows = await together(batch);
        for (const { player, key, resolve } of batch) resolve(rows.get(`${player}/${key}`));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    working = false;
  }

  return (player, key) =>
    new Promise((resolve, reject) => {
      waiting.push({ player, key, resolve, reject });
      if (!working) void alone(work);
    });
}
