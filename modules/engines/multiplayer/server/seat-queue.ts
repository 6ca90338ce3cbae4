import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { LeadershipLost } from "#modules/engines/shared-rounds/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { LiveRounds } from "./live-rounds.ts";
import type { MultiplayerRound } from "./multiplayer-round.ts";
import type { StakesUnderWay } from "./refund-orphans.ts";

/** The rounds of the current leader. */
export interface SeatQueue<R extends MultiplayerRound> extends StakesUnderWay {
  readonly liveRounds: LiveRounds<R>;
  /** The round at which the betting window is open. */
  readonly windowRound: bigint;
  /** Runs an action on a player's stake, one at a time per key; until it is done the stake does not count as orphaned. */
  underWay<T>(player: PlayerId, key: Uuid, work: () => Promise<T>): Promise<T>;
  /** A seat that was being taken is free again. */
  freed(): void;
}

interface SeatQueueCallbacks {
  /** The outcome of a stake may be unknown. */
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
    liveRounds,
    windowRound,
    runExclusive,
    underWay: (player, key, work) =>
      runExclusive({ player, key }, work).catch((error: unknown) => {
        callbacks.unknown();
        throw unavailableIfLeadershipLost(error);
      }),
    isUnderWay: ({ player, key }) => works.has(nameOf(player, key)),
    freed: callbacks.freed,
  };
}

/** Actions interrupted by the end of leadership fail with `unavailable`: the next leader can serve them. */
export function unavailableIfLeadershipLost(error: unknown): unknown {
  return error instanceof LeadershipLost ? new Failure(unavailable, { retryAfter: 1 }) : error;
}
