import { transferSql } from "#modules/ledger/server/index.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { kindNumbers as kind } from "#modules/ledger/shared/kinds.ts";
import { freeBetRules } from "./free-bets.ts";

const { all } = transferSql;
const game = gameNumber("betting");
const numbers = (...kinds: readonly number[]) => `(${kinds.join(", ")})`;

/** Kinds of transfers whose reference is a revision of a slip. */
const revisionKinds = numbers(
  kind.slip_settle,
  kind.slip_payout,
  kind.slip_void,
  kind.slip_settle_reversed,
  kind.slip_payout_reversed,
  kind.slip_void_reversed,
  kind.slip_boost,
  kind.slip_boost_reversed,
  kind.free_bet_void,
  kind.free_bet_void_reversed,
  kind.debt,
  kind.boost_debt,
  kind.debt_repaid,
  kind.slip_bonus_payout,
  kind.slip_bonus_payout_reversed,
  kind.slip_bonus_void,
  kind.slip_bonus_void_reversed,
  kind.slip_bonus_boost,
  kind.slip_bonus_boost_reversed,
  kind.slip_bonus_lack,
  kind.slip_boost_lack,
);
const stakeKinds = numbers(kind.slip_stake, kind.free_bet, kind.slip_bonus_stake);
export const slipKinds = `${stakeKinds.slice(0, -1)}, ${revisionKinds.slice(1)}`;

/** Open stakes of slips, as rows (currency, game, stake). */
export const openSlips = `SELECT currency, ${game} AS game, stake - closed AS stake FROM wallet.slips WHERE status = 0`;

/** Our revenue from slips, as rows (currency, game, kept): from settled slips and from parts that were cashed out. */
export const revenueOfSlips = `SELECT currency, ${game} AS game,
    CASE WHEN status = 1 THEN stake - closed - payout ELSE 0 END + closed - cashed_out AS kept FROM wallet.slips`;

/** The sum of some kinds of a slip's transfers: `plus` less `minus`. */
const sum = (plus: readonly number[], minus: readonly number[]) =>
  `coalesce(sum(CASE WHEN t.kind IN ${numbers(...plus)} THEN t.amount WHEN t.kind IN ${numbers(...minus)} THEN -t.amount END), 0)`;
/** What the balance lacked when a correction took back a payout or a returned stake, in real or bonus money. */
const missing = (from: number) =>
  `coalesce(sum(t.amount) FILTER (WHERE t.kind IN ${numbers(kind.debt, kind.slip_bonus_lack)} AND t.credit = ${from}), 0)`;

export const slipRules: Readonly<Record<string, string>> = {
  ...freeBetRules,
  "I7 each slip has one stake, from the balance, from bonus money, from both, or as a free bet": `
    SELECT s.player_id, s.key FROM wallet.slips s
    LEFT JOIN ${all} t ON (t.player_id, t.currency, t.seq) = (s.player_id, s.currency, s.seq) AND s.stake > s.from_bonus
    LEFT JOIN ${all} b ON (b.player_id, b.currency, b.seq) = (s.player_id, s.currency, s.seq + (s.stake > s.from_bonus)::int) AND s.from_bonus > 0
    WHERE s.stake > s.from_bonus AND (t.reference, t.kind, t.amount, t.balance_after) IS DISTINCT FROM
        (s.key, CASE WHEN s.free_bet THEN ${kind.free_bet} ELSE ${kind.slip_stake} END, s.stake - s.from_bonus, s.balance_after)
      OR s.from_bonus > 0 AND (b.reference, b.kind, b.amount, b.balance_after) IS DISTINCT FROM
        (s.key, ${kind.slip_bonus_stake}, s.from_bonus, s.bonus_after)`,
  "I12 every transfer of a slip names a slip or one of its revisions": `
    SELECT t.player_id, t.currency, t.seq FROM ${all} t
    WHERE t.kind IN ${stakeKinds} AND NOT EXISTS (SELECT FROM wallet.slips s WHERE s.player_id = t.player_id AND s.key = t.reference)
      OR t.kind IN ${revisionKinds} AND NOT EXISTS (SELECT FROM wallet.slip_revisions r WHERE r.player_id = t.player_id AND r.id = t.reference)`,
  "I7 the last revision of a slip is what its transfers say: the current payout and boost, what is closed and what is open": `
    SELECT s.player_id, s.key, s.status, m.* FROM wallet.slips s
    LEFT JOIN (SELECT r.player_id, r.key, ${sum([kind.slip_payout, kind.slip_bonus_payout], [kind.slip_payout_reversed, kind.slip_bonus_payout_reversed])}
          - ${missing(2000 + game)} AS paid,
        ${sum([kind.slip_boost, kind.slip_bonus_boost], [kind.slip_boost_reversed, kind.slip_bonus_boost_reversed, kind.boost_debt, kind.slip_boost_lack])}
          AS boosted,
        ${sum([kind.slip_settle], [kind.slip_settle_reversed])} AS settled,
        ${sum([kind.slip_void, kind.free_bet_void, kind.slip_bonus_void], [kind.slip_void_reversed, kind.free_bet_void_reversed, kind.slip_bonus_void_reversed])}
          - ${missing(1000 + game)} AS voided
      FROM wallet.slip_revisions r JOIN ${all} t ON t.player_id = r.player_id AND t.reference = r.id GROUP BY r.player_id, r.key) m
      ON m.player_id = s.player_id AND m.key = s.key
    WHERE coalesce(paid, 0) <> s.payout + s.cashed_out OR coalesce(boosted, 0) <> s.boost
      OR coalesce(settled, 0) <> s.closed + CASE WHEN s.status = 1 THEN s.stake - s.closed ELSE 0 END
      OR coalesce(voided, 0) <> CASE WHEN s.status = 2 THEN s.stake - s.closed ELSE 0 END`,
  "I6 revisions of a slip run 1, 2, 3 ... without gaps, and the slip has the last one": `
    SELECT s.player_id, s.key, s.revision, r.least, r.most, r.count FROM wallet.slips s
    FULL JOIN (SELECT player_id, key, min(number) AS least, max(number) AS most, count(*) AS count FROM wallet.slip_revisions
      GROUP BY player_id, key) r USING (player_id, key)
    WHERE s.key IS NULL OR s.revision <> coalesce(r.most, 0) OR coalesce(r.count, 0) <> coalesce(r.most, 0) OR r.least <> 1`,
  "I7 no slip without legs, and no leg without its slip": `
    SELECT player_id, key FROM wallet.slips s FULL JOIN (SELECT player_id, key, count(*) AS legs, max(leg) AS last FROM wallet.slip_legs
      GROUP BY player_id, key) l USING (player_id, key) WHERE s.stake IS NULL OR l.legs IS NULL OR l.legs <> l.last + 1`,
  "I20 no slip ends before it is placed": "SELECT player_id, key FROM wallet.slips WHERE settled_at < placed_at",
};

/** What each outcome costs if it wins, from the open slips: (market, outcome, payout_usd, stake_usd, slips). `odds` keeps the same sums. */
export const slipExposures = `
  SELECT l.market, l.outcome, sum(div(l.liability::numeric * (s.stake - s.closed), s.stake))::bigint AS payout_usd,
    sum(div(l.stake_usd::numeric * (s.stake - s.closed), s.stake))::bigint AS stake_usd, count(*)::int AS slips
  FROM wallet.slips s JOIN wallet.slip_legs l ON l.player_id = s.player_id AND l.key = s.key
  WHERE s.status = 0 GROUP BY l.market, l.outcome`;
