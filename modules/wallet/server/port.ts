import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Draw, SeedPair } from "#modules/fairness/server/index.ts";

/**
 * The wallet's door: the only way a stake is taken and a payout is made, in every game. Two implementations answer the
 * same tests: PostgreSQL (micro-batched) and the plain in-memory model.
 *
 * A bet is named by (player, key), key being the caller's idempotency key. Promises resolve after the commit, never before.
 */
export interface WalletPort {
  /**
   * Takes a stake and, for a game that is decided at once, pays it. Refusals move nothing and use up no nonce.
   * Order of refusals: replay and conflict first, then `gate_closed`, `no_client_seed`, `limit_reached`, `insufficient_funds`.
   * Rejects with a Failure `unavailable` when the lane is full or the outcome of the commit is not known.
   */
  place(bet: PlaceBet): Promise<PlaceAnswer>;
  /** Ends an open bet once: with a payout (0 is a loss) or voided with its stake given back. */
  settle(settlement: Settlement): Promise<SettleAnswer>;
  balances(player: PlayerId): Promise<readonly Balance[]>;
  bet(player: PlayerId, key: Uuid): Promise<Bet | undefined>;
}

export interface PlaceBet {
  readonly player: PlayerId;
  /** The idempotency key: the bet's name together with the player. */
  readonly key: Uuid;
  /** SHA-256 of the call's name and its canonical input, 32 bytes: the same key with another hash is a conflict. */
  readonly requestHash: Uint8Array;
  readonly game: string;
  readonly currency: Currency;
  readonly stake: Micros;
  /** What the player chose, kept with the bet: `{direction, target}`. */
  readonly choice: Json;
  /** Version of the rules and tables it is played under. */
  readonly rulesVersion: string;
  /** The largest payout this bet can have, computed before it and written into it. */
  readonly winCap: Micros;
  /**
   * Instant games: draws the outcome from the player's seed pair at the nonce the statement will use. Pure; it may be
   * called again with another nonce before anything is committed. Without it the bet stays open until it is settled.
   */
  readonly draw?: (pair: SeedPair) => Draw;
  /** Shared rounds: the bet counts only while this gate is open at this round. */
  readonly gate?: { readonly name: string; readonly round: bigint };
}

export type PlaceAnswer =
  | { readonly kind: "accepted"; readonly bet: Bet; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly reason: "insufficient_funds"; readonly balance: Micros }
  | {
      readonly kind: "refused";
      readonly reason: "limit_reached" | "no_client_seed" | "gate_closed" | "idempotency_conflict";
    };

export interface Settlement {
  readonly player: PlayerId;
  /** The key of the bet. */
  readonly bet: Uuid;
  /** The caller's key of a cash-out; absent when the round itself settles. A repeat with the same key gets the first answer. */
  readonly key?: Uuid;
  readonly result:
    | { readonly kind: "paid"; readonly payout: Micros; readonly outcome: Json }
    | { readonly kind: "voided"; readonly outcome: Json };
  /** Shared rounds: refused with `fenced` when the gate's epoch is another by now. */
  readonly gate?: { readonly name: string; readonly epoch: bigint };
}

export type SettleAnswer =
  | { readonly kind: "settled"; readonly bet: Bet; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly reason: "already_settled"; readonly bet: Bet }
  | { readonly kind: "refused"; readonly reason: "unknown_bet" | "fenced" };

export interface Bet {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly game: string;
  readonly currency: Currency;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly status: "open" | "settled" | "voided";
  readonly choice: Json;
  readonly outcome: Json | null;
  readonly rulesVersion: string;
  readonly winCap: Micros;
  /** Real money right after the bet was placed (and settled, when it was decided at once): what the first answer said. */
  readonly balanceAfter: Micros;
  /** Real money right after it was settled; equals balanceAfter for games decided at once. */
  readonly settledBalance: Micros | null;
  /** Per-player games: the number of the server seed, the client seed and the nonce of this bet. */
  readonly seed: { readonly number: number; readonly clientSeed: string; readonly nonce: number } | null;
  /** Shared rounds: the gate's name and round. */
  readonly round: { readonly gate: string; readonly number: bigint } | null;
  readonly placedAt: Date;
  readonly settledAt: Date | null;
}

/** Money of one currency, by what may be done with it. */
export interface Balance {
  readonly currency: Currency;
  /** Real money. */
  readonly real: Micros;
  readonly bonus: Micros;
  readonly vault: Micros;
}
