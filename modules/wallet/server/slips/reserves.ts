import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";

/** Fragments over the purse's row `w`: stakes of waiting slips are columns of it (docs/decisions/0076). */
export const reserveSql = {
  /** What is reserved at this time. */
  reserved: (now: string): string => `CASE WHEN w.reserved_until > ${now} THEN w.reserved ELSE 0 END`,
  /** What debits may take. */
  free: (now: string): string => `greatest(0, w.real - CASE WHEN w.reserved_until > ${now} THEN w.reserved ELSE 0 END)`,
} as const;

/** Keeps the stakes of waiting slips from other debits of the same purse. */
export interface SlipReserves {
  /** Refused when what is free is less than the amount. */
  reserve(
    reserve: Reserve,
  ): Promise<{ readonly kind: "reserved" } | { readonly kind: "refused"; readonly balance: Micros }>;
  /** Gives back what a slip that was refused had reserved. */
  release(reserve: Pick<Reserve, "player" | "currency" | "amount">): Promise<void>;
}

export interface Reserve {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  /** When it lapses. */
  readonly until: Date;
}

export function slipReserves(db: Queryable, now: () => Date): SlipReserves {
  return {
    async reserve({ player, currency, amount, until }) {
      const { rowCount } = await db.query(
        `UPDATE wallet.wallets w SET reserved = ${reserveSql.reserved("$5::timestamptz")} + $3, reserved_until = greatest(w.reserved_until, $4)
         WHERE w.player_id = $1 AND w.currency = $2 AND ${reserveSql.free("$5::timestamptz")} >= $3`,
        [player, currency, amount, until, now()],
        "wallet.reserve",
      );
      if (rowCount === 1) return { kind: "reserved" };
      const { rows } = await db.query<{ real: Micros }>(
        "SELECT real FROM wallet.wallets WHERE player_id = $1 AND currency = $2",
        [player, currency],
      );
      return { kind: "refused", balance: rows[0]?.real ?? micros(0n) };
    },
    async release({ player, currency, amount }) {
      await db.query(
        "UPDATE wallet.wallets SET reserved = greatest(0, reserved - $3) WHERE player_id = $1 AND currency = $2",
        [player, currency, amount],
        "wallet.release-reserve",
      );
    },
  };
}
