import { account, inPlay } from "../shared/chart.ts";
import { kindNumbers } from "../shared/kinds.ts";

const real = account("player:real");
/** Where the accounts of game number 0 would be: a game's own number is added to it. */
const inPlayBase = inPlay("crash") - 1;
const resultBase = inPlayBase + 1000;

const columns = "player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after";

/**
 * The fragments of the wallet's statements that insert into the ledger. The ledger owns the table and this SQL; each fragment reads a
 * relation of the statement with the columns named.
 */
export const transferSql = {
  /** Every transfer, for audits and reports. */
  all: "ledger.transfers",

  /** The references (bet keys) of a wallet's stakes before number `before`, newest first, with their numbers: (key, seq). */
  stakes: (player: string, currency: string, before: string): string => `
    SELECT reference AS key, seq FROM ledger.transfers
    WHERE player_id = ${player} AND currency = ${currency} AND seq < ${before} AND kind = ${kindNumbers.stake}
    ORDER BY seq DESC`,

  /** The references (bet keys) of a wallet's transfers in which bets end, after one of its numbers and up to another: (key, seq). */
  ends: (player: string, currency: string, after: string, upTo: string): string => `
    SELECT reference AS key, seq FROM ledger.transfers
    WHERE player_id = ${player} AND currency = ${currency} AND seq > ${after} AND seq <= ${upTo}
      AND kind IN (${kindNumbers.stake}, ${kindNumbers.settle})`,

  /** As `ends`, with the transfers that give a stake back: every way in which a bet ends. */
  decisions: (player: string, currency: string, after: string, upTo: string): string => `
    SELECT reference AS key, seq FROM ledger.transfers
    WHERE player_id = ${player} AND currency = ${currency} AND seq > ${after} AND seq <= ${upTo}
      AND kind IN (${kindNumbers.stake}, ${kindNumbers.settle}, ${kindNumbers.void})`,

  /**
   * Bets just placed: `placed` has player_id, currency, key, seq, placed_at, stake, payout, balance_after, game, status.
   * A bet decided at once is booked directly to the game's result and may pay; an open one is booked to `in play`.
   */
  placed: (placed: string): string => `
    INSERT INTO ledger.transfers (${columns})
    SELECT player_id, currency, seq, key, placed_at, stake, ${real},
      (game + CASE WHEN status = 0 THEN ${inPlayBase} ELSE ${resultBase} END)::smallint, ${kindNumbers.stake},
      balance_after - payout
    FROM ${placed} WHERE stake > 0
    UNION ALL
    SELECT player_id, currency, seq + 1, key, placed_at, payout, (game + ${resultBase})::smallint, ${real},
      ${kindNumbers.payout}, balance_after
    FROM ${placed} WHERE payout > 0`,

  /**
   * Bets just ended: `ended` has player_id, currency, key, settled_seq, settled_at, stake, payout, settled_balance, game,
   * status (2 is void).
   */
  ended: (ended: string): string => `
    INSERT INTO ledger.transfers (${columns})
    SELECT player_id, currency, settled_seq, key, settled_at, stake, (game + ${inPlayBase})::smallint,
      (CASE WHEN status = 2 THEN ${real} ELSE game + ${resultBase} END)::smallint,
      CASE WHEN status = 2 THEN ${kindNumbers.void} ELSE ${kindNumbers.settle} END,
      CASE WHEN status = 2 THEN settled_balance ELSE settled_balance - payout END
    FROM ${ended} WHERE stake > 0
    UNION ALL
    SELECT player_id, currency, settled_seq + 1, key, settled_at, payout, (game + ${resultBase})::smallint, ${real},
      ${kindNumbers.payout}, settled_balance
    FROM ${ended} WHERE payout > 0 AND status <> 2`,

  /** Transfers that a statement has numbered itself: `beside` has player_id, currency, seq, key, at, amount, debit, credit, kind, real. */
  beside: (beside: string): string => `
    INSERT INTO ledger.transfers (${columns})
    SELECT player_id, currency, seq, key, at, amount, debit::smallint, credit::smallint, kind::smallint, real FROM ${beside}`,
} as const;
