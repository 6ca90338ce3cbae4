import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

export interface FreeBet {
  readonly id: Uuid;
  /** Staked as a whole. */
  readonly amount: Micros;
  readonly currency: Currency;
  readonly expiresAt: Date;
}

/** Free bets of the sportsbook: what may be staked from `bonus:free_bets`. */
export interface FreeBets {
  /** Grants a free bet; the same id again is the same free bet. */
  grant(tx: Tx, player: PlayerId, freeBet: FreeBet): Promise<void>;
  /** Free bets that a slip can stake now, the one that expires first at the head. */
  of(on: Queryable, player: PlayerId, currency: Currency): Promise<readonly FreeBet[]>;
  /** Extends a player's free bets by the length of a time-out; an extended one adds only its additional time. */
  pause(tx: Tx, player: PlayerId, until: Date): Promise<void>;
}

/** Free bets `f` that can be staked: no slip `s` has staked them, or the one that did is void. A join, because rows that were waited for are checked again. */
const lastSlip = "LEFT JOIN wallet.slips s ON s.player_id = f.player_id AND s.key = f.slip";
const isUnused = "(f.slip IS NULL OR s.status = 2)";
/** How long the void slip `s` had the free bet: time in which it could not be staked does not count. */
const held = "CASE WHEN s.status = 2 THEN s.settled_at - s.placed_at ELSE interval '0' END";
const heldBefore = `coalesce((SELECT ${held} FROM wallet.slips s WHERE s.player_id = f.player_id AND s.key = f.slip), interval '0')`;

/** Parts of the statement that accepts slips, over `slips_in` with free_bet_id and stake. */
export const freeBetSql = {
  /** Locks the free bets that can be staked by the slips that name them: id. */
  locked: (
    now: string,
  ): string => `SELECT f.id FROM slips_in i JOIN wallet.free_bets f ON f.id = i.free_bet_id AND f.player_id = i.player_id
    AND f.currency = i.currency AND f.amount = i.stake ${lastSlip} WHERE f.expires_at + ${held} > ${now} AND ${isUnused} ORDER BY f.id FOR UPDATE OF f`,
  /** Writes the accepted slips of `placed` into their free bets, and keeps what the void slip before has added to their time. */
  used: `UPDATE wallet.free_bets f SET slip = p.key,
      expires_at = f.expires_at + ${heldBefore}
    FROM placed p JOIN slips_in i ON i.player_id = p.player_id
    WHERE f.player_id = i.player_id AND f.id = i.free_bet_id`,
} as const;

/** The slip that a free bet names exists and staked all of it. */
export const freeBetRules: Readonly<Record<string, string>> = {
  "I7 a free bet is staked as a whole, by a slip of its player": `
    SELECT f.id, f.slip FROM wallet.free_bets f LEFT JOIN wallet.slips s ON s.player_id = f.player_id AND s.key = f.slip
    WHERE f.slip IS NOT NULL AND (s.free_bet, s.stake, s.currency) IS DISTINCT FROM (true, f.amount, f.currency)`,
};

export function createFreeBets(now: () => Date): FreeBets {
  return {
    async grant(tx, player, { id, amount, currency, expiresAt }) {
      await tx.query(
        `INSERT INTO wallet.free_bets (id, player_id, currency, amount, granted_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
        [id, player, currency, amount, now(), expiresAt],
      );
    },
    async of(on, player, currency) {
      const { rows } = await on.query<{ id: Uuid; amount: Micros; currency: Currency; expiresAt: Date }>(
        `SELECT f.id, f.amount, f.currency, f.expires_at + ${held} AS "expiresAt" FROM wallet.free_bets f ${lastSlip}
         WHERE f.player_id = $1 AND f.currency = $2 AND f.expires_at + ${held} > $3 AND ${isUnused} ORDER BY 4, f.id`,
        [player, currency, now()],
      );
      return rows;
    },
    async pause(tx, player, until) {
      await tx.query(
        `UPDATE wallet.free_bets f SET paused_until = greatest($2, paused_until),
           expires_at = expires_at + greatest(interval '0', $2 - greatest($3, paused_until))
         WHERE player_id = $1 AND expires_at + ${heldBefore} > $3`,
        [player, until, now()],
      );
    },
  };
}
