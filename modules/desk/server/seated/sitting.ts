import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { ReignOver } from "../shared-rounds/leader.ts";
import type { SeatedRound } from "./seated-round.ts";
import type { SeatedTable } from "./seated-table.ts";

/** The rounds as the present leader runs them. */
export interface Sitting<R extends SeatedRound> {
  readonly table: SeatedTable<R>;
  /** The round that the gate stands open at. */
  readonly gateRound: bigint;
  /** Does something with a player's stake, one thing at a time under one key; until it is done the stake is nobody's orphan. */
  underWay<T>(player: PlayerId, key: Uuid, work: () => Promise<T>): Promise<T>;
  isUnderWay(bet: Pick<Bet, "player" | "key">): boolean;
  /** A seat that was about to be taken is free again. */
  freed(): void;
}

interface Hears {
  /** It may not be known what became of a stake. */
  unknown(): void;
  freed(): void;
}

export function createSitting<R extends SeatedRound>(
  table: SeatedTable<R>,
  gateRound: bigint,
  hears: Hears,
): Sitting<R> {
  const works = new Map<string, Promise<unknown>>();
  const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;
  return {
    table,
    gateRound,
    async underWay(player, key, work) {
      const name = nameOf(player, key);
      const before = works.get(name) ?? Promise.resolve();
      const done = before.then(work, work);
      works.set(name, done);
      try {
        return await done;
      } catch (error) {
        hears.unknown();
        if (error instanceof ReignOver) fail(unavailable, { retryAfter: 1 });
        throw error;
      } finally {
        if (works.get(name) === done) works.delete(name);
      }
    },
    isUnderWay: ({ player, key }) => works.has(nameOf(player, key)),
    freed: hears.freed,
  };
}
