import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { LeadershipLost } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveRounds } from "./live-rounds.ts";
import type { MultiplayerRound } from "./multiplayer-round.ts";

/** The rounds as the present leader runs them. */
export interface SeatQueue<R extends MultiplayerRound> {
  readonly liveRounds: LiveRounds<R>;
  /** The round that the gate stands open at. */
  readonly windowRound: bigint;
  /** Does something with a player's stake, one thing at a time under one key; until it is done the stake is nobody's orphan. */
  underWay<T>(player: PlayerId, key: Uuid, work: () => Promise<T>): Promise<T>;
  isUnderWay(bet: Pick<Bet, "player" | "key">): boolean;
  /** Does something with a stake that its player does not ask for: what he asks for meanwhile waits until it is done. */
  runExclusive<T>(bet: Pick<Bet, "player" | "key">, work: () => Promise<T>): Promise<T>;
  /** A seat that was about to be taken is free again. */
  freed(): void;
}

interface SeatQueueCallbacks {
  /** It may not be known what became of a stake. */
  unknown(): void;
  freed(): void;
}

export function createSeatQueue<R extends MultiplayerRound>(
  liveRounds: LiveRounds<R>,
  windowRound: bigint,
  callbacks: SeatQueueCallbacks,
): SeatQueue<R> {
  const works = new Map<string, Promise<unknown>>();
  const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;

  async function runExclusive<T>({ player, key }: Pick<Bet, "player" | "key">, work: () => Promise<T>): Promise<T> {
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
    ...{ liveRounds, windowRound, runExclusive },
    underWay: (player, key, work) =>
      runExclusive({ player, key }, work).catch((error: unknown) => {
        callbacks.unknown();
        throw unavailableIfLeadershipLost(error);
      }),
    isUnderWay: ({ player, key }) => works.has(nameOf(player, key)),
    freed: callbacks.freed,
  };
}

/** What ends with the reign can be asked of the next leader: `unavailable`. */
export function unavailableIfLeadershipLost(error: unknown): unknown {
  return error instanceof LeadershipLost ? new Failure(unavailable, { retryAfter: 1 }) : error;
}
