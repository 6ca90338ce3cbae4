import type { RoundRow } from "./round-store.ts";
import type { StoredSeed } from "./seeds.ts";
import type { SessionRow } from "./session-store.ts";

/** What the last round of a session left. The seed is sealed. */
export interface LastRound {
  readonly session: SessionRow;
  readonly seed: StoredSeed;
}

/** The last rounds of sessions, in memory: the next one begins from them without a read. */
export interface LastRounds {
  /** Removes it: two spins at once do not begin from the same round. */
  take(tokenHash: Uint8Array): LastRound | undefined;
  /** Ignores rounds that are not settled. */
  keep(tokenHash: Uint8Array, last: LastRound, round: RoundRow): void;
}

/** Sessions that are remembered. */
const capacity = 20_000;

export function createLastRounds(): LastRounds {
  const bySession = new Map<string, LastRound>();
  return {
    take(tokenHash) {
      const last = bySession.get(keyOf(tokenHash));
      bySession.delete(keyOf(tokenHash));
      return last;
    },
    keep(tokenHash, { session, seed }, { state, nonce, startedAt }) {
      if (state !== "settled") return;
      if (bySession.size >= capacity) bySession.clear();
      const next: StoredSeed = { ...seed, nextNonce: nonce + 1n, lastStartedAt: startedAt };
      bySession.set(keyOf(tokenHash), { session, seed: next });
    },
  };
}

const keyOf = (tokenHash: Uint8Array) => Buffer.from(tokenHash).toString("latin1");
