import { transferSql } from "#modules/ledger/server/index.ts";
import { kindNumbers, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import { isBet } from "./bet-row.ts";

const numbersOf = (kinds: readonly TransferKind[]) => kinds.map(kind => kindNumbers[kind]).join(", ");

/** In these a bet may end, or be put back into play. */
const ending = ["stake", "bonus_stake", "settle"] as const;
const ofSlips = [
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

/** One transfer of a wallet, with what is known of its bet where a bet ends in it, or of its slip. */
export interface PlayedRow {
  readonly playerId: string;
  readonly currency: string;
  readonly seq: bigint;
  readonly kind: number;
  /** Whether it is what a game staked, paid or took back: the other transfers are stakes that are given back, deposits and the like. */
  readonly isPlay: boolean;
  readonly amount: bigint;
  readonly debit: number;
  readonly credit: number;
  /** Of the bet, or of the slip's revision. */
  readonly reference: string;
  readonly at: Date;
  /** Of UTC, `2026-01-31`. */
  readonly day: string;
  /** Half hours since 1970. */
  readonly halfHour: number;
  readonly rulesVersion: string | null;
  /** Of a slip, where its stake ends: its terms and its legs with price and chances. */
  readonly choice: string | null;
  readonly stake: bigint | null;
  readonly payout: bigint | null;
  /** The bonus money of the stake; of a free bet all of it. */
  readonly fromBonus: bigint | null;
  /** Of a slip: whether this revision closes the last of its stake. */
  readonly closes: boolean | null;
  /** Of a revision that reverses a settlement: the day of that one. */
  readonly reversedDay: string | null;
}

/** Fragments of statements that follow each wallet's numbers, so that reading later misses nothing and counts nothing twice. */
export const playedSql = {
  /** Wallets that moved after the number of a projection: `positions` has player_id, currency, seq; `begin` and `upto` bound what is read. */
  moved: (positions: string, condition: string, mostTransfers: string): string => `
    SELECT w.player_id, w.currency, coalesce(p.seq, 0) AS begin, least(w.seq, coalesce(p.seq, 0) + ${mostTransfers}) AS upto
    FROM wallet.wallets w
    LEFT JOIN ${positions} p ON p.player_id = w.player_id AND p.currency = w.currency
    WHERE w.seq > coalesce(p.seq, 0) AND (${condition})`,

  /**
   * The transfers of `moved`, in order of their numbers. OFFSET 0 keeps the planner at key ranges of each wallet, and at the key of each
   * bet.
   */
  rows: (moved: string): string => `
    SELECT t.player_id AS "playerId", t.currency, t.seq, t.kind, t.kind IN (${numbersOf([...ending, ...ofSlips, ...paying])}) AS "isPlay", t.amount, t.debit, t.credit, t.reference, t.at,
      (t.at AT TIME ZONE 'UTC')::date::text AS day, floor(extract(epoch FROM t.at) / 1800)::int AS "halfHour", coalesce(b.rules_version, s.rules_version) AS "rulesVersion", coalesce(b.choice, s.choice) AS choice, coalesce(b.stake, s.stake) AS stake, b.payout,
      coalesce(b.from_bonus, s.from_bonus) AS "fromBonus", s.closes, (s.reversed_at AT TIME ZONE 'UTC')::date::text AS "reversedDay"
    FROM ${moved} m
    CROSS JOIN LATERAL (
      SELECT * FROM ${transferSql.all} t WHERE t.player_id = m.player_id AND t.currency = m.currency AND t.seq > m.begin AND t.seq <= m.upto AND ${transferSql.within("m.begin", "m.upto")} OFFSET 0
    ) t
    LEFT JOIN LATERAL (
      SELECT * FROM wallet.all_bets b WHERE ${isBet("t.player_id", "t.reference")} AND t.kind IN (${numbersOf(ending)}) OFFSET 0
    ) b ON true
    LEFT JOIN LATERAL (
      SELECT s.stake, s.rules_version, CASE WHEN t.kind IN (${numbersOf(["slip_settle", "slip_settle_reversed"])}) THEN (
          SELECT jsonb_build_object('terms', s.terms::jsonb, 'legs', jsonb_agg(jsonb_build_object('price', l.price, 'chances', l.chances) ORDER BY l.leg))
          FROM wallet.slip_legs l WHERE l.player_id = s.player_id AND l.key = s.key)::text END AS choice,
        CASE WHEN s.free_bet THEN s.stake ELSE s.from_bonus END AS from_bonus,
        r.kind <> 4 OR s.stake = (SELECT sum(c.closed) FROM wallet.slip_revisions c
          WHERE c.player_id = r.player_id AND c.key = r.key AND c.number <= r.number) AS closes,
        (SELECT e.at FROM wallet.slip_revisions e WHERE e.player_id = r.player_id AND e.key = r.key AND e.number < r.number AND e.kind IN (1, 2)
          ORDER BY e.number DESC LIMIT 1) AS reversed_at
      FROM wallet.slip_revisions r JOIN wallet.slips s ON s.player_id = r.player_id AND s.key = r.key
      WHERE r.player_id = t.player_id AND r.id = t.reference AND t.kind IN (${numbersOf(ofSlips)}) OFFSET 0
    ) s ON true
    ORDER BY t.player_id, t.currency, t.seq`,

  /** What the ledger says that bets staked and paid, of all players: (player_id, currency, game, day, staked, paid), up to each of `positions`. */
  ofLedger: (positions: string): string => `
    SELECT player_id, currency, game, day, sum(staked) AS staked, sum(paid) AS paid FROM (
      SELECT t.player_id, t.currency, (t.at AT TIME ZONE 'UTC')::date AS day,
        CASE WHEN t.kind IN (${numbersOf(boosts)}) THEN 11
          WHEN t.kind = ${kindNumbers.jackpot_win} THEN t.debit - 3000
          WHEN t.credit BETWEEN 2001 AND 2999 THEN t.credit - 2000 ELSE t.debit - 2000 END AS game,
        CASE WHEN t.kind IN (${numbersOf([...ending, "slip_settle"])}) THEN t.amount
          WHEN t.kind = ${kindNumbers.slip_settle_reversed} THEN -t.amount ELSE 0 END AS staked,
        CASE WHEN t.kind IN (${numbersOf([...paying, ...slipsPay])}) THEN t.amount
          WHEN t.kind IN (${numbersOf(slipsTakeBack)}) THEN -t.amount ELSE 0 END AS paid
      FROM ${transferSql.all} t JOIN ${positions} p ON p.player_id = t.player_id AND p.currency = t.currency AND t.seq <= p.seq
      WHERE t.kind IN (${numbersOf([...ending, ...ofSlips, ...paying])})
        AND (t.credit BETWEEN 2001 AND 2999 OR t.debit BETWEEN 2001 AND 2999 OR t.kind IN (${numbersOf(["jackpot_win", ...boosts])}))
    ) l GROUP BY player_id, currency, game, day`,

  /** Bonus money of settled bets whose end is within `positions`, by player, currency and game: (player_id, currency, game, bonus_staked, bets). */
  ofBets: (positions: string): string => `
    SELECT b.player_id, b.currency, b.game, sum(b.stake - b.from_bonus) AS real_staked, sum(b.from_bonus) AS bonus_staked, count(*) FILTER (WHERE b.stake > 0) AS bets
    FROM wallet.all_bets b JOIN ${positions} p ON p.player_id = b.player_id AND p.currency = b.currency AND coalesce(b.settled_seq, b.seq) <= p.seq
    WHERE b.status = 1 GROUP BY b.player_id, b.currency, b.game`,

  /** Wallets that exist: (player_id, currency, seq). */
  wallets: "wallet.wallets",
} as const;
