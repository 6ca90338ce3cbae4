import { transferSql } from "#modules/ledger/server/index.ts";
import { kindNumbers, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import { isNotVoided } from "./bet-row.ts";

const numbersOf = (kinds: readonly TransferKind[]) => kinds.map(kind => kindNumbers[kind]).join(", ");

/** Transfers that can end a bet or put it back into play. */
export const endingKinds = ["stake", "bonus_stake", "settle"] as const;
export const slipKinds = [
  "slip_settle",
  "slip_settle_reversed",
  "slip_payout",
  "slip_payout_reversed",
  "slip_boost",
  "slip_boost_reversed",
  "debt",
  "boost_debt",
  "slip_bonus_payout",
  "slip_bonus_payout_reversed",
  "slip_bonus_boost",
  "slip_bonus_boost_reversed",
  "slip_bonus_lack",
  "slip_boost_lack",
] as const;
/** Movements of slips that pay, and those that take a payment back. */
const slipsPay = ["slip_payout", "slip_boost", "slip_bonus_payout", "slip_bonus_boost"] as const;
const slipsTakeBack = [
  "slip_payout_reversed",
  "slip_boost_reversed",
  "debt",
  "boost_debt",
  "slip_bonus_payout_reversed",
  "slip_bonus_boost_reversed",
  "slip_bonus_lack",
  "slip_boost_lack",
] as const;
const boosts = [
  "slip_boost",
  "slip_boost_reversed",
  "boost_debt",
  "slip_bonus_boost",
  "slip_bonus_boost_reversed",
  "slip_boost_lack",
] as const;
const paying = ["payout", "bonus_payout", "bonus_share", "round_credit", "jackpot_win"] as const;
/** Transfers that void a settled round of a provider: its stakes return, its wins are taken back. */
export const voidKinds = ["round_stake_returned", "round_win_taken", "round_debt"] as const;
const voidsTakeBack = ["round_win_taken", "round_debt"] as const;
/** Transfers that count in what was staked in a game and paid by it. */
export const playingKinds = [...endingKinds, ...slipKinds, ...paying, ...voidKinds] as const;

/** Fragments of statements that follow each wallet's numbers, so that reading later misses nothing and counts nothing twice. */
export const playedSql = {
  /**
   * Wallets with transfers after the positions of a projection: (player_id, currency, begin, upto). `positions`: a relation (player_id, currency, seq).
   * What is to be read begins after `begin` and ends with `upto`, at most `mostTransfers` later.
   */
  moved: (positions: string, condition: string, mostTransfers: string): string => `
    SELECT w.player_id, w.currency, coalesce(p.seq, 0) AS begin, least(w.seq, coalesce(p.seq, 0) + ${mostTransfers}) AS upto
    FROM wallet.wallets w
    LEFT JOIN ${positions} p ON p.player_id = w.player_id AND p.currency = w.currency
    WHERE w.seq > coalesce(p.seq, 0) AND (${condition})`,

  /**
   * What bets of all players staked and paid according to the ledger, up to each of `positions`: (player_id, currency, game, day, staked, paid).
   * Accounts above 2000 are the results of games, those above 3000 their jackpots (chart.ts); 11 is the game of bet slips.
   */
  ofLedger: (positions: string): string => `
    SELECT player_id, currency, game, day, sum(staked) AS staked, sum(paid) AS paid FROM (
      SELECT t.player_id, t.currency, (t.at AT TIME ZONE 'UTC')::date AS day,
        CASE WHEN t.kind IN (${numbersOf(boosts)}) THEN 11
          WHEN t.kind = ${kindNumbers.jackpot_win} THEN t.debit - 3000
          WHEN t.credit BETWEEN 2001 AND 2999 THEN t.credit - 2000 ELSE t.debit - 2000 END AS game,
        CASE WHEN t.kind IN (${numbersOf([...endingKinds, "slip_settle"])}) THEN t.amount
          WHEN t.kind IN (${numbersOf(["slip_settle_reversed", "round_stake_returned"])}) THEN -t.amount ELSE 0 END AS staked,
        CASE WHEN t.kind IN (${numbersOf([...paying, ...slipsPay])}) THEN t.amount
          WHEN t.kind IN (${numbersOf([...slipsTakeBack, ...voidsTakeBack])}) THEN -t.amount ELSE 0 END AS paid
      FROM ${transferSql.all} t JOIN ${positions} p ON p.player_id = t.player_id AND p.currency = t.currency AND t.seq <= p.seq
      WHERE t.kind IN (${numbersOf([...playingKinds])})
        AND (t.credit BETWEEN 2001 AND 2999 OR t.debit BETWEEN 2001 AND 2999 OR t.kind IN (${numbersOf(["jackpot_win", ...boosts])}))
    ) l GROUP BY player_id, currency, game, day`,

  /**
   * Stakes and number of bets that were settled up to each of `positions` and not voided since:
   * (player_id, currency, game, real_staked, bonus_staked, bets).
   */
  ofBets: (positions: string): string => `
    SELECT b.player_id, b.currency, b.game, sum(b.stake - b.from_bonus) AS real_staked, sum(b.from_bonus) AS bonus_staked, count(*) FILTER (WHERE b.stake > 0) AS bets
    FROM wallet.all_bets b JOIN ${positions} p ON p.player_id = b.player_id AND p.currency = b.currency AND coalesce(b.settled_seq, b.seq) <= p.seq
    WHERE b.status = 1 AND ${isNotVoided} GROUP BY b.player_id, b.currency, b.game`,

  /** Wallets that exist: (player_id, currency, seq). */
  wallets: "wallet.wallets",
} as const;
