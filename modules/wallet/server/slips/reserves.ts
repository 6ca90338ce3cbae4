import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";

/** Fragments over the wallet's row `w`: stakes of waiting slips are columns of it (docs/decisions/0076). */
export const reserveSql = {
  /** What is reserved at this time, of the real money. */
  reserved: (now: string): string => `CASE WHEN w.reserved_until > ${now} THEN w.reserved ELSE 0 END`,
  /** The same of the bonus money, which only slips respect: a bonus is for betting or for games. */
  reservedBonus: (now: string): string => `CASE WHEN w.reserved_until > ${now} THEN w.reserved_bonus ELSE 0 END`,
  /** What debits may take. */
  free: (now: string): string => `greatest(0, w.real - CASE WHEN w.reserved_until > ${now} THEN w.reserved ELSE 0 END)`,
} as const;

/** Keeps the stakes of waiting slips from other debits of the same wallet. */
export interface SlipReserves {
  /** Real money first, then bonus money that the slip may take. Refused when what is free is less than the amount. */
  reserve(
    reserve: Reserve,
  ): Promise<
    | { readonly kind: "reserved"; readonly shares: ReservedShares }
    | { readonly kind: "refused"; readonly balance: Micros; readonly isOverMaxBet: boolean }
  >;
  /** Gives back what a slip that was refused had reserved. */
  release(reserve: Pick<Reserve, "player" | "currency"> & ReservedShares): Promise<void>;
}

export interface Reserve {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  /** What the slip counts of its stake, in thousandths; 0 takes no bonus money. */
  readonly rate: number;
  /** When it lapses. */
  readonly until: Date;
}

/** What was reserved: both are released, or used, together. */
export interface ReservedShares {
  readonly real: Micros;
  readonly bonus: Micros;
}

const now = "$5::timestamptz";
const product = String(gameNumber("betting"));
const free = reserveSql.free(now);
const freeBonus = `greatest(0, w.bonus - ${reserveSql.reservedBonus(now)})`;

/** The wallet is locked before it is read: an update under a newer row would return what it was computed from before. */
const reserveQuery = `
WITH i AS (SELECT $3::bigint AS stake, $6::int AS rate),
locked AS MATERIALIZED (
  SELECT w.player_id, w.currency, ${reserveSql.reserved(now)} AS reserved, ${reserveSql.reservedBonus(now)} AS reserved_bonus, w.real AS balance,
    least(i.stake, ${free}) AS own, ${free} + CASE WHEN ${wagerSql.takes("i", now, product)} THEN ${freeBonus} ELSE 0 END >= i.stake AS enough,
    ${wagerSql.overMaxBet("i", free, now, product)} AS over_max_bet
  FROM wallet.wallets w CROSS JOIN i WHERE w.player_id = $1 AND w.currency = $2 FOR UPDATE OF w
),
done AS (
  UPDATE wallet.wallets w SET reserved = l.reserved + l.own, reserved_bonus = l.reserved_bonus + $3 - l.own,
    reserved_until = greatest(w.reserved_until, $4)
  FROM locked l WHERE w.player_id = l.player_id AND w.currency = l.currency AND l.enough
)
SELECT enough, own, balance, over_max_bet AS "isOverMaxBet" FROM locked`;

export function slipReserves(db: Queryable, clock: () => Date): SlipReserves {
  return {
    async reserve({ player, currency, amount, rate, until }) {
      const { rows } = await db.query<{ enough: boolean; own: Micros; balance: Micros; isOverMaxBet: boolean }>(
        reserveQuery,
        [player, currency, amount, until, clock(), rate],
        "wallet.reserve",
      );
      const [row] = rows;
      if (!row?.enough)
        return { kind: "refused", balance: row?.balance ?? micros(0n), isOverMaxBet: row?.isOverMaxBet ?? false };
      return { kind: "reserved", shares: { real: row.own, bonus: micros(amount - row.own) } };
    },
    async release({ player, currency, real, bonus }) {
      await db.query(
        `UPDATE wallet.wallets SET reserved = greatest(0, reserved - $3), reserved_bonus = greatest(0, reserved_bonus - $4)
         WHERE player_id = $1 AND currency = $2`,
        [player, currency, real, bonus],
        "wallet.release-reserve",
      );
    },
  };
}
