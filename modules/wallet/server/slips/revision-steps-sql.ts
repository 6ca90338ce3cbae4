import { account, accountNamed, gameResult, inPlay } from "#modules/ledger/shared/chart.ts";
import { kindNumbers as kind } from "#modules/ledger/shared/kinds.ts";

const real = account("player:real");
const bonus = account("player:bonus");
const receivable = account("receivable");
const promotions = account("promotions");
const freeBets = accountNamed("bonus:free_bets");
const play = inPlay("betting");
const result = gameResult("betting");

/**
 * What the player owes of each part that a revision takes back, real money first: of the payout or returned stake, of its bonus share where that
 * became real, then the same of the boost. And what bonus money lacks, of the same parts in the same order.
 */
export const debtParts = `
    least(owed, own_out - boost_back + boost_bonus) AS owed_own,
    least(greatest(0, owed - (own_out - boost_back + boost_bonus)), CASE WHEN bonus_to = ${real} THEN paid_bonus ELSE 0 END) AS owed_share,
    greatest(0, owed - (taken - boost_back + CASE WHEN bonus_to = ${real} THEN 0 ELSE boost_bonus END)) AS owed_boosts,
    least(short, paid_bonus) AS short_paid, short - least(short, paid_bonus) AS short_boost`;

const ofSettled = (amount: string) => `CASE WHEN a.status = 1 THEN ${amount} ELSE 0 END`;
const ofVoid = (amount: string) => `CASE WHEN a.status = 2 THEN ${amount} ELSE 0 END`;
const free = (yes: number, no: number) => `CASE WHEN a.free_bet THEN ${yes} ELSE ${no} END`;
/** The part of the boost that the balance lacks. */
const boostOwed = "least(a.owed_boosts, a.boost_back - a.boost_bonus)";

/** Position, kind, debit, credit and amount of a transfer: SQL over the columns of `a`. */
type Step = readonly [
  position: number,
  kind: string | number,
  debit: string | number,
  credit: string | number,
  amount: string,
];

/** The steps of a slip's real money, of a free bet of ours: as far as the bonus money has no share in it. */
const own: readonly Step[] = [
  [1, kind.slip_settle_reversed, result, play, "a.unsettled"],
  [2, kind.slip_payout, result, real, "a.paid - a.paid_share"],
  [4, kind.slip_boost, promotions, real, "a.boost_paid - a.boost_share"],
  [6, free(kind.free_bet_void, kind.slip_void), play, free(freeBets, real), "a.voided - a.void_share"],
  [8, kind.slip_payout_reversed, real, result, ofSettled("a.payout_back - a.paid_bonus - a.owed_own")],
  [11, kind.slip_boost_reversed, real, promotions, `a.boost_back - a.boost_bonus - ${boostOwed}`],
  [
    14,
    free(kind.free_bet_void_reversed, kind.slip_void_reversed),
    free(freeBets, real),
    play,
    ofVoid("a.void_back - a.paid_bonus - a.owed_own"),
  ],
  [17, kind.debt, receivable, `CASE WHEN a.status = 1 THEN ${result} ELSE ${play} END`, "a.owed_own + a.owed_share"],
  [18, kind.boost_debt, receivable, promotions, "a.owed_boosts"],
  [19, kind.slip_settle, play, result, "a.settled"],
  [20, kind.debt_repaid, real, receivable, "a.repaid"],
];
const shared: readonly Step[] = [
  [3, kind.slip_bonus_payout, result, "a.pays_to", "a.paid_share"],
  [5, kind.slip_bonus_boost, promotions, "a.pays_to", "a.boost_share"],
  [7, kind.slip_bonus_void, play, "a.pays_to", "a.void_share"],
  [9, kind.slip_bonus_payout_reversed, "a.bonus_to", result, ofSettled("a.paid_bonus - a.short_paid - a.owed_share")],
  [10, kind.slip_bonus_lack, "a.given_by", result, ofSettled("a.short_paid")],
  [
    12,
    kind.slip_bonus_boost_reversed,
    "a.bonus_to",
    promotions,
    `a.boost_bonus - a.short_boost - (a.owed_boosts - ${boostOwed})`,
  ],
  [13, kind.slip_boost_lack, "a.given_by", promotions, "a.short_boost"],
  [15, kind.slip_bonus_void_reversed, "a.bonus_to", play, ofVoid("a.paid_bonus - a.short_paid - a.owed_share")],
  [16, kind.slip_bonus_lack, "a.given_by", play, ofVoid("a.short_paid")],
];

/** A query for each step: PostgreSQL prepares the expressions of a `VALUES` list beside a row for every row again. */
const queries = (amounts: string, steps: readonly Step[], of = "true"): readonly string[] =>
  steps.map(
    ([position, kind, debit, credit, amount]) =>
      `SELECT a.player_id, a.currency, a.place, a.id AS key, a.opening, a.opening_bonus, a.wallet_seq, ${position} AS step, ${kind} AS kind,
      ${debit} AS debit, ${credit} AS credit, ${amount} AS amount FROM ${amounts} a WHERE ${of} AND ${amount} > 0`,
  );

const change = (balance: number) =>
  `sum(CASE WHEN credit = ${balance} THEN amount WHEN debit = ${balance} THEN -amount ELSE 0 END) OVER wallet`;

/**
 * The transfers of each revision as the relation `steps`, numbered along the wallet, with the balance that each changes; in the
 * order of revisions, of one what comes before what goes.
 */
export const revisionSteps = (amounts: string): string => `
steps AS MATERIALIZED (
  SELECT *, row_number() OVER wallet AS number, CASE WHEN ${bonus} IN (debit, credit) THEN opening_bonus + ${change(bonus)}
    ELSE opening + ${change(real)} END AS after_it
  FROM (
    ${[...queries(amounts, own), ...queries(amounts, shared, "a.from_bonus > 0")].join("\n    UNION ALL ")}) all_steps
  WINDOW wallet AS (PARTITION BY player_id, currency ORDER BY place, step)
)`;
