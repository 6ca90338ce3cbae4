import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { ReignOver } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
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
  /** Does something with a stake that its player does not ask for: what he asks for meanwhile waits until it is done. */
  inTurn<T>(bet: Pick<Bet, "player" | "key">, work: () => Promise<T>): Promise<T>;
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

  async function inTurn<T>({ player, key }: Pick<Bet, "player" | "key">, work: () => Promise<T>): Promise<T> {
    const name = nameOf(player, key);
    const before = works.get(name) ?? Promise.resolve();
    const done = before.then(work, work);
    works.set(name, done);
    try {
      return await done;
    } finally {
      if (works.get(name) === done) works.delete(name);
    }
  }

  return {
    ...{ table, gateRound, inTurn },
    underWay: (player, key, work) =>
      inTurn({ player, key }, work).catch((error: unknown) => {
        hears.unknown();
        throw unlessReignOver(error);
      }),
    isUnderWay: ({ player, key }) => works.has(nameOf(player, key)),
    freed: hears.freed,
  };
}

/** What ends with the reign can be asked of the next leader: `unavailable`. */
export function unlessReignOver(error: unknown): unknown {
  return error instanceof ReignOver ? new Failure(unavailable, { retryAfter: 1 }) : error;
}
