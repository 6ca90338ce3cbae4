import { pairSql } from "#modules/fairness/server/index.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import { reserveSql } from "../slips/reserves.ts";

/** Refusal codes of the statement. 0 is accepted. */
export const refusals = {
  windowClosed: 1,
  stalePair: 2,
  limitReached: 3,
  insufficientFunds: 4,
  roundOpen: 5,
  noLease: 6,
  noAllowance: 7,
  roundClosed: 8,
  nonceUsed: 9,
  staleSeed: 10,
  winCap: 11,
  freeRoundsOver: 12,
  keyTaken: 13,
  bonusDue: 14,
  bonusMaxBet: 15,
} as const;

export const betColumns = `player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, placed_at, status,
  payout, outcome, settled_at, balance_after, settled_balance, seq, seed_number, client_seed, nonce, gate, round`;

export const returned = `player_id, key, currency, stake, payout, seq, game, status, placed_at, balance_after, nonce,
  from_bonus, paid_bonus, counted, grant_no, bonus_after`;

/** Columns of bets that may take bonus money, after those of all bets. */
export const wagerColumns = "from_bonus, paid_bonus, counted, grant_no, rate, bonus_after, settled_bonus";

const now = "$1::timestamptz";
const free = reserveSql.free(now);

/** The answer to an accepted bet: which money it was. */
export const shares = (c: string): string =>
  `${c}.from_bonus AS "fromBonus", ${c}.paid_bonus AS "paidBonus", ${c}.counted, ${c}.grant_no AS "grantNo", ${c}.due`;

/** Which stakes may take bonus money: the number of a bet's game in a grant, and more conditions. */
export interface Taking {
  readonly product: string;
  readonly condition: string;
  /** The grant that a bet is of (`grant_no`), and more columns, from whether it may take bonus money. */
  readonly columns: (takes: string) => string;
}

const ofOwnGame: Taking = {
  product: "i.game",
  condition: "",
  columns: takes => `CASE WHEN ${takes} THEN w.grant_no END AS grant_no`,
};

/** The checks of funds, and the columns that say what a stake takes. Real money first. */
function fundsOf({ product, condition, columns }: Taking) {
  const takes = `(${wagerSql.takes("i", now, product)}${condition})`;
  const fromBonus = `CASE WHEN ${takes} THEN greatest(0, i.stake - ${free}) ELSE 0 END`;
  const overMaxBet = `(${wagerSql.overMaxBet("i", free, now, product)}${condition})`;
  return {
    takes,
    overMaxBet,
    due: `
    WHEN ${wagerSql.due(now)} THEN ${refusals.bonusDue}`,
    checks: `
    WHEN ${free} + CASE WHEN ${takes} THEN w.bonus ELSE 0 END < i.stake
      THEN CASE WHEN ${overMaxBet} THEN ${refusals.bonusMaxBet} ELSE ${refusals.insufficientFunds} END`,
    columns: `,
    ${fromBonus} AS from_bonus,
    ${columns(takes)}, w.wager_left`,
    noAllowance: counterSql.noAllowance("i.stake", `(i.stake - ${fromBonus})`, "$2::int"),
  } as const;
}

/** What limits count of a bet: every stake is wagered, only real money is lost. */
const counted = counterSql.counted(
  {
    wagered: "p.stake",
    lost: "(p.stake - p.from_bonus) - (p.payout - p.paid_bonus)",
    staked: "p.stake - p.from_bonus",
    returned: "p.payout - p.paid_bonus",
  },
  "$2::int",
);

/** What the active grant of a wallet takes of a bet. */
const wagered = `
    wager_left = w.wager_left - p.counted, wager_open = w.wager_open + (coalesce(p.grant_no = w.grant_no, false) AND p.status = 0)::int,`;

const { noAllowance, due, takes, overMaxBet } = fundsOf(ofOwnGame);
/** The parts of the statement of drawn bets that serve limits and bonuses, for benchmarks without them. */
export const drawnParts = { noAllowance, counted, due, takes, overMaxBet, wagered } as const;

/**
 * One statement takes the stakes of a whole batch, at most one bet per player. Its parts:
 * `input` the batch as columns, ordered by player; `locked` the rows that decide, locked in that order and current,
 * with the refusal code; `placed` the new bets (a known key inserts nothing and so moves nothing);
 * the rest follows from `placed`. A member without a row in the result has a known key, no wallet or no seed pair.
 */
export function placeStatement(parts: {
  input: string;
  joins: string;
  locks: string;
  /** More columns of the rows that decide. */
  columns?: string;
  checks: string;
  extra: string;
  /** Which stakes may take bonus money; `input` has `rate`. Those of our own games, without. */
  taking?: Taking;
}): string {
  const funds = fundsOf(parts.taking ?? ofOwnGame);
  return `
WITH input AS MATERIALIZED (SELECT * FROM ${parts.input}),
locked AS MATERIALIZED (
  SELECT i.*, w.real, w.bonus, w.seq AS wallet_seq${funds.columns}${parts.columns ?? ""}, CASE
    ${parts.checks}
    WHEN ${counterSql.blocked("$1::timestamptz")} THEN ${refusals.limitReached}${funds.due}
    WHEN ${funds.noAllowance} THEN ${refusals.noAllowance}${funds.checks}
    WHEN ${counterSql.noLease("$1::timestamptz")} THEN ${refusals.noLease}
    ELSE 0 END AS refusal
  FROM input i
  JOIN wallet.wallets w ON w.player_id = i.player_id AND w.currency = i.currency
  ${parts.joins}
  ORDER BY w.player_id, w.currency
  FOR UPDATE OF w${parts.locks}
),
${parts.extra},
charged AS (
  UPDATE wallet.wallets w
  SET real = w.real - (p.stake - p.from_bonus) + (p.payout - p.paid_bonus), bonus = w.bonus - p.from_bonus + p.paid_bonus,
    seq = w.seq + (p.stake > p.from_bonus)::int + (p.from_bonus > 0)::int + (p.payout > p.paid_bonus)::int + (p.paid_bonus > 0)::int,${wagered}
    ${counted}
  FROM placed p WHERE w.player_id = p.player_id AND w.currency = p.currency
  RETURNING w.player_id, w.real, w.bonus, p.from_bonus, p.paid_bonus, p.counted, p.grant_no, ${wagerSql.due(now)} AS due
),
entered AS (${transferSql.placed("placed")})`;
}

/** Bets decided at once: the outcome was drawn from the pair at this nonce, and is accepted only if the pair is unchanged. */
export const placeDrawnSql = `${placeStatement({
  input: `unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::int2[], $7::text[], $8::int8[], $9::text[], $10::text[], $11::int8[],
      $12::int4[], $13::int8[], $14::text[], $15::int4[], $16::text[], $17::int4[])
    AS i(player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, rate,
      payout, outcome, seed_number, client_seed, nonce)`,
  joins: `JOIN ${pairSql.table} ON pair.player_id = i.player_id`,
  locks: ", pair",
  checks: `WHEN ${pairSql.stale("i")} THEN ${refusals.stalePair}`,
  extra: `placed AS (
  INSERT INTO wallet.bets (${betColumns}, ${wagerColumns})
  SELECT player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, $1::timestamptz, 1,
    payout, outcome, $1::timestamptz, real - stake + from_bonus + payout - paid_bonus, real - stake + from_bonus + payout - paid_bonus,
    wallet_seq + 1, seed_number, client_seed, nonce, NULL, NULL,
    from_bonus, paid_bonus, CASE WHEN grant_no IS NULL THEN 0 ELSE ${wagerSql.counted("stake", "rate", "wager_left")} END,
    grant_no, CASE WHEN grant_no IS NOT NULL THEN rate END, bonus - from_bonus + paid_bonus,
    bonus - from_bonus + paid_bonus
  FROM locked CROSS JOIN LATERAL (SELECT ${wagerSql.share("payout", "stake", "from_bonus")} AS paid_bonus) share
  WHERE refusal = 0
  ON CONFLICT DO NOTHING
  RETURNING ${returned}
),
advanced AS (${pairSql.advance("(SELECT player_id, nonce + 1 AS next_nonce FROM placed)")})`,
})}
SELECT player_id AS "playerId", 0 AS refusal, real, bonus, ${shares("charged")} FROM charged
UNION ALL SELECT player_id, refusal, real, bonus, from_bonus, 0, 0, NULL, false FROM locked WHERE refusal <> 0`;

/**
 * Stepwise rounds: the pair's nonce is used as by a draw, the bet stays open, and the row of the player's
 * one open round of the game is inserted. Two processes that begin at once serialize on the wallet's row; the later one then violates the
 * primary key of the open rounds, is rolled back and retried.
 */
export const placeBegunSql = `${placeStatement({
  input: `unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::int2[], $7::text[], $8::int8[], $9::text[], $10::text[], $11::int8[],
      $12::int4[], $13::text[], $14::int4[], $15::text[], $16::int4[])
    AS i(player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, rate,
      opening, seed_number, client_seed, nonce)`,
  joins: `JOIN ${pairSql.table} ON pair.player_id = i.player_id`,
  locks: ", pair",
  checks: `WHEN ${pairSql.stale("i")} THEN ${refusals.stalePair}
    WHEN EXISTS (SELECT FROM wallet.open_rounds o WHERE o.player_id = i.player_id AND o.game = i.game) THEN ${refusals.roundOpen}`,
  extra: `placed AS (
  INSERT INTO wallet.bets (${betColumns}, ${wagerColumns}, opening)
  SELECT player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, $1::timestamptz, 0,
    0, NULL, NULL, real - stake + from_bonus, NULL, wallet_seq + 1, seed_number, client_seed, nonce, NULL, NULL,
    from_bonus, 0, 0, grant_no, CASE WHEN grant_no IS NOT NULL THEN rate END, bonus - from_bonus, NULL, opening
  FROM locked WHERE refusal = 0
  ON CONFLICT DO NOTHING
  RETURNING ${returned}
),
begun AS (
  INSERT INTO wallet.open_rounds (player_id, game, key, touched_at)
  SELECT player_id, game, key, placed_at FROM placed
),
advanced AS (${pairSql.advance("(SELECT player_id, nonce + 1 AS next_nonce FROM placed)")})`,
})}
SELECT player_id AS "playerId", 0 AS refusal, real, bonus, ${shares("charged")} FROM charged
UNION ALL SELECT player_id, refusal, real, bonus, from_bonus, 0, 0, NULL, false FROM locked WHERE refusal <> 0`;

/** Bets that stay open until they are settled; those of a shared round only while its betting window is open for that round. */
export const placeOpenSql = `${placeStatement({
  input: `unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::int2[], $7::text[], $8::int8[], $9::text[], $10::text[], $11::int8[],
      $12::int4[], $13::text[], $14::int8[])
    AS i(player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, rate, gate, round)`,
  joins: "",
  locks: "",
  checks: "",
  extra: `gates AS MATERIALIZED (
  SELECT name, round FROM wallet.gates
  WHERE name = ANY (ARRAY(SELECT DISTINCT gate FROM locked WHERE gate IS NOT NULL)) AND open
  ORDER BY name FOR SHARE
),
admitted AS MATERIALIZED (
  SELECT *, CASE WHEN gate IS NULL OR EXISTS (SELECT FROM gates g WHERE g.name = l.gate AND g.round = l.round)
    THEN refusal ELSE ${refusals.windowClosed} END AS verdict
  FROM locked l
),
placed AS (
  INSERT INTO wallet.bets (${betColumns}, ${wagerColumns})
  SELECT player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, $1::timestamptz, 0,
    0, NULL, NULL, real - stake + from_bonus, NULL, wallet_seq + 1, NULL, NULL, NULL, gate, round,
    from_bonus, 0, 0, grant_no, CASE WHEN grant_no IS NOT NULL THEN rate END, bonus - from_bonus, NULL
  FROM admitted WHERE verdict = 0
  ON CONFLICT DO NOTHING
  RETURNING ${returned}
)`,
})}
SELECT player_id AS "playerId", 0 AS refusal, real, bonus, ${shares("charged")} FROM charged
UNION ALL SELECT player_id, verdict, real, bonus, from_bonus, 0, 0, NULL, false FROM admitted WHERE verdict <> 0`;
