import { type Invariant, invariantsOf, transferSql } from "#modules/ledger/server/index.ts";
import { slotOf, stakingKinds } from "./half-hours.ts";

interface Of {
  readonly generation: string;
  /** The positions of that generation: (player_id, currency, seq). */
  readonly positions: string;
  /** Where it has half hours. */
  readonly condition: string;
}

/** Up to the position of each wallet, so a fold may run meanwhile. */
export function halfHourInvariants({ generation, positions, condition }: Of): readonly Invariant[] {
  const halves = `(SELECT * FROM projections.half_hours WHERE generation = ${generation})`;
  const games = `(SELECT * FROM projections.game_half_hours WHERE generation = ${generation})`;
  const days = `(SELECT * FROM projections.player_days WHERE generation = ${generation})`;
  const booked = `(SELECT t.* FROM ${transferSql.all} t JOIN ${positions} p ON p.player_id = t.player_id AND p.currency = t.currency AND t.seq <= p.seq)`;
  const balances = (of: string, n: string, sum: string) => `
    SELECT currency, account, sum(amount) AS balance, sum(n) AS transfers FROM (
      SELECT currency, debit AS account, -${sum} AS amount, ${n} AS n FROM ${of} d UNION ALL SELECT currency, credit, ${sum}, ${n} FROM ${of} c) sides
    GROUP BY currency, account`;
  return invariantsOf({
    "I23 half hours sum to the trial balance of every account": `
      SELECT currency, account, h.balance, l.balance AS by_ledger FROM (${balances(halves, "transfers", "total")}) h
      FULL JOIN (${balances(booked, "1", "amount")}) l USING (currency, account)
      WHERE (h.balance, h.transfers) IS DISTINCT FROM (l.balance, l.transfers) AND ${condition}`,
    "I23 half hours count every transfer up to the positions once": `
      SELECT h.n, p.seq FROM (SELECT sum(transfers) AS n FROM ${halves} h) h, (SELECT sum(seq) AS seq FROM ${positions} p) p
      WHERE h.n IS DISTINCT FROM p.seq AND ${condition}`,
    "I23 what moved between two accounts in half an hour is what the ledger says": `
      SELECT half_hour, currency, kind, debit, credit, h.amount, l.amount AS by_ledger FROM (
        SELECT half_hour, currency, kind, debit, credit, sum(total) AS amount, sum(transfers) AS transfers FROM ${halves} h GROUP BY 1, 2, 3, 4, 5) h
      FULL JOIN (SELECT date_bin('30 minutes', at, 'epoch'::timestamptz) AS half_hour, currency, kind, debit, credit, sum(amount) AS amount,
        count(*) AS transfers FROM ${booked} t GROUP BY 1, 2, 3, 4, 5) l USING (half_hour, currency, kind, debit, credit)
      WHERE (h.amount, h.transfers) IS DISTINCT FROM (l.amount, l.transfers) AND ${condition}`,
    "I23 the half hours of a game are the days of its players": `
      SELECT day, currency, game, h.staked, d.staked AS by_days FROM (
        SELECT (half_hour AT TIME ZONE 'UTC')::date AS day, currency, game, sum(bets) AS bets, sum(real_staked) AS staked, sum(bonus_staked) AS bonus,
          sum(real_paid) AS paid, sum(bonus_paid) AS bonus_paid FROM ${games} g GROUP BY 1, 2, 3) h
      FULL JOIN (SELECT day, currency, game, sum(bets) AS bets, sum(real_staked) AS staked, sum(bonus_staked) AS bonus, sum(real_paid) AS paid,
        sum(bonus_paid) AS bonus_paid FROM projections.player_game_days WHERE generation = ${generation} GROUP BY 1, 2, 3) d USING (day, currency, game)
      WHERE (h.bets, h.staked, h.bonus, h.paid, h.bonus_paid) IS DISTINCT FROM (d.bets, d.staked, d.bonus, d.paid, d.bonus_paid) AND ${condition}`,
    "I23 the bets of all versions of a game's rules are those of the game": `
      SELECT half_hour, is_test, currency, game, v.bets, g.bets AS by_game, v.staked, g.staked AS staked_by_game FROM (
        SELECT half_hour, is_test, currency, game, sum(bets) AS bets, sum(staked) AS staked FROM projections.version_half_hours
        WHERE generation = ${generation} GROUP BY 1, 2, 3, 4) v
      FULL JOIN (SELECT half_hour, is_test, currency, game, bets, real_staked + bonus_staked AS staked FROM ${games} g) g
        USING (half_hour, is_test, currency, game)
      WHERE (coalesce(v.bets, 0), coalesce(v.staked, 0)) <> (coalesce(g.bets, 0), coalesce(g.staked, 0)) AND ${condition}`,
    "I23 the deposits, payouts and transfers of players' days are those of the half hours": `
      SELECT day, is_test, currency, d.transfers, h.transfers AS by_half_hours FROM (
        SELECT day, is_test, currency, sum(transfers) AS transfers, sum(deposits) AS deposits, sum(deposit_count) AS deposit_count,
          sum(payouts) AS payouts, sum(payout_count) AS payout_count FROM ${days} d GROUP BY 1, 2, 3) d
      FULL JOIN (SELECT (half_hour AT TIME ZONE 'UTC')::date AS day, is_test, currency, sum(transfers) AS transfers,
        coalesce(sum(total) FILTER (WHERE kind = 5), 0) AS deposits, coalesce(sum(transfers) FILTER (WHERE kind = 5), 0) AS deposit_count,
        coalesce(sum(total) FILTER (WHERE kind = 30), 0) AS payouts, coalesce(sum(transfers) FILTER (WHERE kind = 30), 0) AS payout_count
        FROM ${halves} h GROUP BY 1, 2, 3) h USING (day, is_test, currency)
      WHERE (d.transfers, d.deposits, d.deposit_count, d.payouts, d.payout_count)
        IS DISTINCT FROM (h.transfers, h.deposits, h.deposit_count, h.payouts, h.payout_count) AND ${condition}`,
    "I23 the first deposit of a player is the earliest in the ledger": `
      SELECT player_id, f.at, l.at AS by_ledger FROM (SELECT * FROM projections.first_deposits WHERE generation = ${generation}) f
      FULL JOIN (SELECT DISTINCT ON (player_id) player_id, date_trunc('milliseconds', at) AS at, currency, amount FROM ${booked} t WHERE kind = 5
        ORDER BY player_id, 2, currency COLLATE "C", seq) l USING (player_id)
      WHERE (f.at, f.currency, f.amount) IS DISTINCT FROM (l.at, l.currency, l.amount::bigint) AND ${condition}`,
    "I23 players staked in the half hours that have stakes": `
      SELECT day, is_test, currency, d.slots, h.slots AS by_half_hours FROM (
        SELECT day, is_test, currency, bit_or(staked_in) AS slots FROM ${days} d WHERE staked_in <> 0 GROUP BY 1, 2, 3) d
      FULL JOIN (SELECT (half_hour AT TIME ZONE 'UTC')::date AS day, is_test, currency, bit_or(1::bigint << ${slotOf("half_hour")}) AS slots
        FROM ${halves} h WHERE kind IN (${stakingKinds}) GROUP BY 1, 2, 3) h USING (day, is_test, currency)
      WHERE d.slots IS DISTINCT FROM h.slots AND ${condition}`,
  });
}
