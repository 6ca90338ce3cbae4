import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** Free rounds in the wallet's model: what is left of each grant, and what it has collected. */
export interface ModelFreeRounds {
  /** A grant of so many free rounds; their wins are real money, or are collected for a bonus. */
  grant(grant: Uuid, player: PlayerId, count: number, collects: boolean): void;
  mayPlay(player: PlayerId, grant: Uuid): boolean;
  collects(grant: Uuid): boolean;
  take(grant: Uuid): void;
  /** The round of a rolled-back bet; a cancelled grant gets none back. */
  returnRound(grant: Uuid): void;
  collect(grant: Uuid, amount: bigint): void;
  cancel(grant: Uuid): void;
  left(grant: Uuid): number;
  won(grant: Uuid): bigint;
}

interface FreeGrant {
  readonly player: PlayerId;
  readonly collects: boolean;
  left: number;
  won: bigint;
  isCancelled: boolean;
}

export function createModelFreeRounds(): ModelFreeRounds {
  const grants = new Map<Uuid, FreeGrant>();
  const change = (grant: Uuid, by: (found: FreeGrant) => void) => {
    const found = grants.get(grant);
    if (found) by(found);
  };
  return {
    grant: (grant, player, count, collects) =>
      void grants.set(grant, { player, collects, left: count, won: 0n, isCancelled: false }),
    mayPlay(player, grant) {
      const found = grants.get(grant);
      return found?.player === player && !found.isCancelled && found.left > 0;
    },
    collects: grant => grants.get(grant)?.collects === true,
    take: grant => change(grant, found => (found.left -= 1)),
    returnRound: grant =>
      change(grant, found => {
        if (!found.isCancelled) found.left += 1;
      }),
    collect: (grant, amount) => change(grant, found => (found.won += amount)),
    cancel: grant => change(grant, found => (found.isCancelled = true)),
    left: grant => grants.get(grant)?.left ?? 0,
    won: grant => grants.get(grant)?.won ?? 0n,
  };
}
