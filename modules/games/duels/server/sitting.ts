import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { ReignOver } from "#modules/desk/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { DuelTable } from "./duel-table.ts";

/** The duels as the present leader runs them. */
export interface Sitting {
  readonly duels: DuelTable;
  /** The round that the gate stands open at. */
  readonly gateRound: bigint;
  /** Does something with a player's stake, one thing at a time under one key; until it is done the stake is nobody's orphan. */
  underWay<T>(player: PlayerId, key: Uuid, work: () => Promise<T>): Promise<T>;
  isUnderWay(bet: Pick<Bet, "player" | "key">): boolean;
}

export function createSitting(duels: DuelTable, gateRound: bigint, onUnknown: () => void): Sitting {
  const works = new Map<string, Promise<unknown>>();
  const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;
  return {
    duels,
    gateRound,
    async underWay(player, key, work) {
      const name = nameOf(player, key);
      const before = works.get(name) ?? Promise.resolve();
      const done = before.then(work, work);
      works.set(name, done);
      try {
        return await done;
      } catch (error) {
        onUnknown();
        if (error instanceof ReignOver) fail(unavailable, { retryAfter: 1 });
        throw error;
      } finally {
        if (works.get(name) === done) works.delete(name);
      }
    },
    isUnderWay: ({ player, key }) => works.has(nameOf(player, key)),
  };
}
