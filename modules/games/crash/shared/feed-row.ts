import type { CashOutRow, FeedRow, JoinRow } from "./contract.ts";

/** A bet of the running round as shown to everyone. */
export interface CrashRow {
  /** Names the row within its round; see {@link rowIdOf}. */
  readonly id: string;
  /** Null for a hidden player. */
  readonly player: { readonly name: string; readonly avatar: string } | null;
  /** The bet of a test account. */
  readonly test: boolean;
  readonly currency: string;
  readonly stake: string;
  /** Both null while the bet is in. */
  cashed_out_at: string | null;
  payout: string | null;
}

/** 48 bits of a bet's id: enough to distinguish 200 rows, and to find one's own among them. */
const rowIdLength = 8;

/** The name of a bet's row in the feed of its round: the beginning of its id. */
export function rowIdOf(betId: string): string {
  return betId.slice(0, rowIdLength);
}

/** A row goes to thousands of sockets: its fields travel by position. */
export function joinOf(row: CrashRow): JoinRow {
  const { id, player, test, currency, stake } = row;
  return [id, player?.name ?? null, player?.avatar ?? null, test ? 1 : 0, currency, stake];
}

export function cashOutOf(row: CrashRow): CashOutRow | null {
  const { id, cashed_out_at, payout } = row;
  return cashed_out_at === null || payout === null ? null : [id, cashed_out_at, payout];
}

/** A bet's row as in the snapshot: how the bet joined, and how it left where it did. */
export function feedRowOf(row: CrashRow): FeedRow {
  return [...joinOf(row), row.cashed_out_at, row.payout];
}

export function rowOf([id, name, avatar, test, currency, stake, at = null, payout = null]:
  | JoinRow
  | FeedRow): CrashRow {
  const player = name === null || avatar === null ? null : { name, avatar };
  return { id, player, test: test === 1, currency, stake, cashed_out_at: at, payout };
}
