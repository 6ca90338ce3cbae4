import { account, inPlay } from "../shared/chart.ts";
import { kindNumbers } from "../shared/kinds.ts";

const real = account("player:real");
const bonus = account("player:bonus");
/** Where the accounts of game number 0 would be: a game's own number is added to it. */
const inPlayBase = inPlay("crash") - 1;
const resultBase = inPlayBase + 1000;

const decisionKinds = (["stake", "bonus_stake", "settle", "void", "bonus_void", "bonus_share"] as const)
  .map(kind => kindNumbers[kind])
  .join(", ");

const columns = "player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after";

/**
 * The fragments of the wallet's statements that insert into the ledger. The ledger owns the table and this SQL; each fragment reads a
 * relation of the statement with the columns named.
 */
export const transferSql = {
  /** Every transfer, archived ones too, for audits and reports. Who reads some numbers of a wallet also names them by `within`. */
  all: "ledger.all_transfers",

  /** That only segments of `t` (of `all`) with numbers after one and up to another are opened. */
  within: (after: string, upTo: string): string => `t.upto_seq > ${after} AND t.from_seq <= ${upTo}`,

  /**
   * The references (bet keys) of a wallet's stakes before number `before` that are not archived, newest first, with their numbers: (key, seq).
   * A stake of real and bonus money is there twice; a bet names the first.
   */
  stakes: (player: string, currency: string, before: string): string => `
    SELECT reference AS key, seq FROM ledger.transfers
    WHERE player_id = ${player} AND currency = ${currency} AND seq < ${before} AND kind IN (${kindNumbers.stake}, ${kindNumbers.bonus_stake})
    ORDER BY seq DESC`,

  /**
   * The archived ones, newest first, all older than those of `stakes`: (key, seq, segment). Ordered by segment and number, it opens no more
   * segments than are read.
   */
  archivedStakes: (player: string, currency: string, before: string): string => `
    SELECT u.key, a.first_seq + u.number AS seq, a.first_seq AS segment FROM ledger.archived_transfers a
    CROSS JOIN LATERAL unnest(a."references", a.offsets, a.kinds) AS u(key, number, kind)
    WHERE a.player_id = ${player} AND a.currency = ${currency} AND a.first_seq < ${before} AND a.first_seq + u.number < ${before}
      AND u.kind IN (${kindNumbers.stake}, ${kindNumbers.bonus_stake})
    ORDER BY segment DESC, seq DESC`,

  /** `stakes` after one number and up to another, archived ones too. */
  stakesFrom: (player: string, currency: string, after: string, upTo: string): string => `
    SELECT reference AS key, seq FROM ledger.all_transfers t
    WHERE player_id = ${player} AND currency = ${currency} AND seq > ${after} AND seq <= ${upTo} AND t.upto_seq > ${after} AND t.from_seq <= ${upTo}
      AND kind IN (${kindNumbers.stake}, ${kindNumbers.bonus_stake})
    ORDER BY seq DESC`,

  /** The number of a wallet's first transfer with this reference that is no part of a bet; null without one. */
  firstOf: (player: string, currency: string, reference: string): string => `(
    SELECT min(seq) FROM ledger.transfers WHERE player_id = ${player} AND currency = ${currency} AND reference = ${reference}
      AND kind > 4 AND kind NOT IN (80, 81, 82))`,

  /** The references (bet keys) of a wallet's transfers in which bets end, after one of its numbers and up to another: (key, seq). */
  ends: (player: string, currency: string, after: string, upTo: string): string => `
    SELECT reference AS key, seq FROM ledger.all_transfers t
    WHERE player_id = ${player} AND currency = ${currency} AND seq > ${after} AND seq <= ${upTo} AND t.upto_seq > ${after} AND t.from_seq <= ${upTo}
      AND kind IN (${kindNumbers.stake}, ${kindNumbers.bonus_stake}, ${kindNumbers.settle})`,

  /** `ends` with the transfers that give a stake back: every way in which a bet ends. */
  decisions: (player: string, currency: string, after: string, upTo: string): string => `
    SELECT reference AS key, seq FROM ledger.all_transfers t
    WHERE player_id = ${player} AND currency = ${currency} AND seq > ${after} AND seq <= ${upTo} AND t.upto_seq > ${after} AND t.from_seq <= ${upTo}
      AND kind IN (${decisionKinds})`,

  /** Bonus money just given: `given` has player_id, currency, seq, id, at, amount, account (that pays it), bonus (the balance after it). */
  given: (given: string): string => `
    INSERT INTO ledger.transfers (${columns})
    SELECT player_id, currency, seq, id, at, amount, account, ${bonus}, ${kindNumbers.bonus}, bonus FROM ${given}`,

  /**
   * Bets just placed: `placed` has player_id, currency, key, seq, placed_at, stake, payout, balance_after, game, status, and of the bonus
   * money from_bonus, paid_bonus, bonus_after. A bet decided immediately is booked directly to the game's result and may pay; an open one is
   * booked to `in play`. Real money comes first, then bonus money.
   */
  placed: (placed: string): string => `
    INSERT INTO ledger.transfers (${columns})
    SELECT player_id, currency, seq, key, placed_at, stake - from_bonus, ${real},
      (game + CASE WHEN status = 0 THEN ${inPlayBase} ELSE ${resultBase} END)::smallint, ${kindNumbers.stake},
      balance_after - (payout - paid_bonus)
    FROM ${placed} WHERE stake > from_bonus
    UNION ALL
    SELECT player_id, currency, seq + (stake > from_bonus)::int, key, placed_at, from_bonus, ${bonus},
      (game + CASE WHEN status = 0 THEN ${inPlayBase} ELSE ${resultBase} END)::smallint, ${kindNumbers.bonus_stake},
      bonus_after - paid_bonus
    FROM ${placed} WHERE from_bonus > 0
    UNION ALL
    SELECT player_id, currency, seq + (stake > from_bonus)::int + (from_bonus > 0)::int, key, placed_at, payout - paid_bonus,
      (game + ${resultBase})::smallint, ${real}, ${kindNumbers.payout}, balance_after
    FROM ${placed} WHERE payout > paid_bonus
    UNION ALL
    SELECT player_id, currency, seq + (stake > from_bonus)::int + 1 + (payout > paid_bonus)::int, key, placed_at, paid_bonus,
      (game + ${resultBase})::smallint, ${bonus}, ${kindNumbers.bonus_payout}, bonus_after
    FROM ${placed} WHERE paid_bonus > 0`,

  /**
   * Bets just ended: `ended` has player_id, currency, key, settled_seq, settled_at, stake, payout, settled_balance, game,
   * status (2 is void), and of the bonus money from_bonus, paid_bonus, settled_bonus.
   */
  ended: (ended: string): string => `
    INSERT INTO ledger.transfers (${columns})
    SELECT player_id, currency, settled_seq, key, settled_at, stake, (game + ${inPlayBase})::smallint,
      (game + ${resultBase})::smallint, ${kindNumbers.settle}, settled_balance - (payout - paid_bonus)
    FROM ${ended} WHERE stake > 0 AND status <> 2
    UNION ALL
    SELECT player_id, currency, settled_seq + 1, key, settled_at, payout - paid_bonus, (game + ${resultBase})::smallint, ${real},
      ${kindNumbers.payout}, settled_balance
    FROM ${ended} WHERE payout > paid_bonus AND status <> 2
    UNION ALL
    SELECT player_id, currency, settled_seq, key, settled_at, stake - from_bonus, (game + ${inPlayBase})::smallint, ${real},
      ${kindNumbers.void}, settled_balance
    FROM ${ended} WHERE stake > from_bonus AND status = 2
    UNION ALL
    SELECT player_id, currency,
      settled_seq + CASE WHEN status = 2 THEN (stake > from_bonus)::int ELSE 1 + (payout > paid_bonus)::int END, key, settled_at, paid_bonus,
      (game + CASE WHEN status = 2 THEN ${inPlayBase} ELSE ${resultBase} END)::smallint, ${bonus},
      CASE WHEN status = 2 THEN ${kindNumbers.bonus_void} ELSE ${kindNumbers.bonus_payout} END, settled_bonus
    FROM ${ended} WHERE paid_bonus > 0`,

  /**
   * As `ended`, of bets whose grant had ended before them: the bonus money's share goes to real money where `is_real`, else back to the
   * account `returns_to`. `settled_balance` includes it.
   */
  endedLate: (ended: string): string => `
    INSERT INTO ledger.transfers (${columns})
    SELECT player_id, currency, settled_seq, key, settled_at, stake, (game + ${inPlayBase})::smallint,
      (game + ${resultBase})::smallint, ${kindNumbers.settle}, settled_balance - (payout - CASE WHEN is_real THEN 0 ELSE paid_bonus END)
    FROM ${ended} WHERE stake > 0 AND status <> 2
    UNION ALL
    SELECT player_id, currency, settled_seq + (status <> 2)::int, key, settled_at, payout - paid_bonus,
      (game + CASE WHEN status = 2 THEN ${inPlayBase} ELSE ${resultBase} END)::smallint, ${real},
      CASE WHEN status = 2 THEN ${kindNumbers.void} ELSE ${kindNumbers.payout} END,
      settled_balance - CASE WHEN is_real THEN paid_bonus ELSE 0 END
    FROM ${ended} WHERE payout > paid_bonus
    UNION ALL
    SELECT player_id, currency, settled_seq + (status <> 2)::int + (payout > paid_bonus)::int, key, settled_at, paid_bonus,
      (game + CASE WHEN status = 2 THEN ${inPlayBase} ELSE ${resultBase} END)::smallint,
      CASE WHEN is_real THEN ${real} ELSE returns_to END,
      CASE WHEN NOT is_real THEN ${kindNumbers.bonus_share} WHEN status = 2 THEN ${kindNumbers.bonus_void} ELSE ${kindNumbers.bonus_payout} END,
      settled_balance
    FROM ${ended} WHERE paid_bonus > 0`,

  /** Transfers that a statement has numbered itself: `beside` has player_id, currency, seq, key, at, amount, debit, credit, kind, real. */
  beside: (beside: string): string => `
    INSERT INTO ledger.transfers (${columns})
    SELECT player_id, currency, seq, key, at, amount, debit::smallint, credit::smallint, kind::smallint, real FROM ${beside}`,
} as const;
