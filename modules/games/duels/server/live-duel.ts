import type { PublicFace } from "#modules/desk/server/index.ts";
import type { BetweenFacts } from "#modules/fairness/server/index.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { StoredDuel } from "./store.ts";

/** The close record as it is told. */
export interface Close {
  readonly entriesHash: string;
  readonly beacon: { readonly round: number; readonly dueAt: number; readonly test: boolean };
}

/**
 * A duel in the memory of its one owner. `seat` says whether the second seat is free: it is taken, or the duel taken back, in one
 * synchronous step, so a tie of two joiners, or of joiner and owner, has one winner.
 */
export interface LiveDuel {
  /** As it is in the books. */
  stored: StoredDuel;
  seat: "free" | "being taken" | "taken" | "withdrawn";
  readonly commitment: string;
  readonly openerBet: Bet;
  joinerBet: Bet | null;
  readonly opener: PublicFace;
  joiner: PublicFace | null;
  close: Close | null;
}

/** The close record of a duel that was found in the books. */
export function closeOf({ entries_hash, beacon }: BetweenFacts): Close | null {
  if (entries_hash === null || !beacon) return null;
  const { round, due_at, test } = beacon;
  return { entriesHash: entries_hash, beacon: { round, dueAt: Date.parse(due_at), test } };
}
