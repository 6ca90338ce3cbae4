import { transferSql } from "#modules/ledger/server/index.ts";
import { accountNamed, gameNumber, inPlay } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import { refusals } from "../sql/place-sql.ts";
import { freeBetSql } from "./free-bets.ts";
import type { SlipMarkets } from "./markets.ts";
import { reserveSql } from "./reserves.ts";

/** Refusal codes of a slip beside those of a bet: `legs` and the position in `legRefusals` from 1, and these. */
export const slipRefusals = { freeBet: 99, legs: 100, limitExceeded: 106, contended: 107, noExposureRow: 108 } as const;

const freeBets = accountNamed("bonus:free_bets");
const betting = inPlay("betting");

const slipColumns = `player_id, key, stake, win_cap, balance_after, seq, placed_at, free_bet, currency, request_hash, rules_version, terms,
  from_bonus, grant_no, rate, bonus_after`;
const legColumns = `player_id, key, leg, price, market, market_n, event_n, liability, stake_usd, outcome, event, kind, spec, event_head, event_state, chances`;

const now = "$1::timestamptz";
/** The number of betting in a grant. A free bet has the rate 0. */
const product = String(gameNumber("betting"));
const takes = wagerSql.takes("i", now, product);
/** What the slip may take: its wallet without what other slips have reserved. */
const freeReal = `(w.real - greatest(0, ${reserveSql.reserved(now)} - i.reserved))`;
const freeBonus = `(w.bonus - greatest(0, ${reserveSql.reservedBonus(now)} - i.reserved_bonus))`;
const fromBonus = `CASE WHEN ${takes} THEN greatest(0, i.stake - greatest(0, ${freeReal})) ELSE 0 END`;

/** The verdict about one leg: its window, then its price under the policy (0 none, 1 better, 2 any). A builder compares versions. */
const legRefusal = `CASE o.refusal WHEN 'feed_down' THEN 1 WHEN 'event_closed' THEN 2 WHEN 'market_suspended' THEN 3
    WHEN 'event_changed' THEN 4 ELSE CASE
      WHEN o.market IS NULL THEN 3
      WHEN l.version IS NOT NULL THEN CASE WHEN o.version <> l.version THEN 5 ELSE 0 END
      WHEN l.policy = 0 AND o.price <> l.price OR l.policy = 1 AND o.price < l.price OR o.price > l.most THEN 5 ELSE 0 END END`;

/**
 * One statement accepts the slips of a batch, at most one per player, each on its own: a refused member changes nothing for the others.
 * `windows` locks producers, events and markets, `headroom` the exposures, `locked` the wallets; what is decided is read from locked rows.
 * The plan is generic and expects few rows of each part: parts that match one to one are joined by full joins, which are by hash or order,
 * and the legs of all answers are collected once, since a query for each answer would read the legs of the whole batch.
 * Members before this one in the batch may use the headroom of an outcome and be refused themselves: such a slip is sent again.
 */
export function placeSlipSql(markets: SlipMarkets): string {
  return `
WITH slips_in AS MATERIALIZED (
  SELECT *, free_bet_id IS NOT NULL AS free_bet
  FROM unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::text[], $7::int8[], $8::int8[], $9::uuid[], $10::text[], $11::text[], $26::int8[], $27::int8[], $28::int4[])
    WITH ORDINALITY AS i(player_id, key, request_hash, currency, stake, win_cap, free_bet_id, rules_version, terms, reserved, reserved_bonus,
      rate, place)
),
legs_in AS MATERIALIZED (
  SELECT *, (row_number() OVER (ORDER BY position))::int AS leg FROM unnest($12::int4[], $13::int2[], $14::text[], $15::text[], $16::text[],
      $17::text[], $18::int4[], $19::int4[], $20::int2[], $21::int8[], $22::int8[], $23::int8[], $24::int8[], $25::int4[])
    WITH ORDINALITY AS i(place, number, event, kind, spec, outcome, counter, price, policy, version, liability, stake_usd, cap, most, position)
),
${markets.windows({ legs: "legs_in", now: "$1::timestamptz" })},
priced AS MATERIALIZED (
  SELECT l.*, o.market, o.price AS current, o.market_n, o.event_n, o.event_head, o.event_state, o.p, ${legRefusal} AS refusal
  FROM legs_in l JOIN odds_windows o ON o.leg = l.leg
),
headroom AS MATERIALIZED (${markets.exposures("(SELECT market, outcome FROM priced WHERE market IS NOT NULL)")}),
judged AS MATERIALIZED (
  SELECT p.*, r.payout_usd AS taken, CASE
    WHEN p.refusal <> 0 THEN p.refusal
    WHEN r.market IS NULL THEN ${slipRefusals.noExposureRow - slipRefusals.legs}
    WHEN r.payout_usd + p.liability > p.cap THEN ${slipRefusals.limitExceeded - slipRefusals.legs}
    WHEN r.payout_usd + sum(p.liability) OVER (PARTITION BY p.market, p.outcome ORDER BY p.place, p.number) > p.cap
      THEN ${slipRefusals.contended - slipRefusals.legs}
    ELSE 0 END AS verdict
  FROM priced p LEFT JOIN headroom r ON r.market = p.market AND r.outcome = p.outcome
),
verdicts AS MATERIALIZED (
  SELECT place, coalesce(min(verdict) FILTER (WHERE verdict > 0), 0) AS verdict FROM judged GROUP BY place
),
decided AS MATERIALIZED (SELECT i.*, v.verdict FROM slips_in i FULL JOIN verdicts v ON v.place = i.place),
free_bets AS MATERIALIZED (${freeBetSql.locked("$1::timestamptz")}),
locked AS MATERIALIZED (
  SELECT i.*, w.real, w.bonus, w.seq AS wallet_seq, ${fromBonus} AS from_bonus, CASE WHEN ${takes} THEN w.grant_no END AS grant_no, CASE
    WHEN i.verdict > 0 THEN ${slipRefusals.legs} + i.verdict
    WHEN ${counterSql.blocked(now)} THEN ${refusals.limitReached}
    WHEN ${wagerSql.due(now)} THEN ${refusals.bonusDue}
    WHEN i.free_bet AND f.id IS NULL THEN ${slipRefusals.freeBet}
    WHEN NOT i.free_bet AND ${counterSql.noAllowance("i.stake", `(i.stake - ${fromBonus})`, "$2::int")} THEN ${refusals.noAllowance}
    WHEN NOT i.free_bet AND ${freeReal} + CASE WHEN ${takes} THEN ${freeBonus} ELSE 0 END < i.stake
      THEN CASE WHEN ${wagerSql.overMaxBet("i", freeReal, now, product)} THEN ${refusals.bonusMaxBet} ELSE ${refusals.insufficientFunds} END
    WHEN ${counterSql.noLease(now)} THEN ${refusals.noLease}
    ELSE 0 END AS refusal
  FROM decided i
  LEFT JOIN free_bets f ON f.id = i.free_bet_id
  JOIN wallet.wallets w ON w.player_id = i.player_id AND w.currency = i.currency
  ORDER BY w.player_id, w.currency
  FOR UPDATE OF w
),
placed AS (
  INSERT INTO wallet.slips (${slipColumns})
  SELECT player_id, key, stake, win_cap, CASE WHEN free_bet THEN real ELSE real - stake + from_bonus END, wallet_seq + 1, $1::timestamptz,
    free_bet,
    currency, request_hash, rules_version, terms, from_bonus, grant_no, CASE WHEN grant_no IS NOT NULL THEN rate END, bonus - from_bonus
  FROM locked WHERE refusal = 0
  ON CONFLICT DO NOTHING
  RETURNING ${slipColumns}
),
used AS (${freeBetSql.used}),
placed_legs AS MATERIALIZED (
  SELECT p.player_id, p.key, j.* FROM placed p JOIN slips_in i ON i.player_id = p.player_id JOIN judged j ON j.place = i.place
),
legs AS (
  INSERT INTO wallet.slip_legs (${legColumns})
  SELECT player_id, key, number, coalesce(CASE WHEN version IS NULL THEN current END, price), market, market_n, event_n, liability,
    stake_usd, outcome, event, kind, spec, event_head, event_state::text, p
  FROM placed_legs
),
exposed AS (${markets.charge(`(SELECT market, outcome, sum(liability)::bigint AS payout_usd, sum(stake_usd)::bigint AS stake_usd,
    count(*)::int AS slips FROM placed_legs GROUP BY market, outcome)`)}),
charged AS (
  UPDATE wallet.wallets w
  SET real = p.balance_after, bonus = p.bonus_after, seq = w.seq + (p.stake > p.from_bonus)::int + (p.from_bonus > 0)::int,
    wager_open = w.wager_open + (p.grant_no IS NOT NULL)::int, reserved = greatest(0, w.reserved - i.reserved),
    reserved_bonus = greatest(0, w.reserved_bonus - i.reserved_bonus),
    ${counterSql.counted(
      {
        wagered: "CASE WHEN p.free_bet THEN 0 ELSE p.stake END",
        lost: "CASE WHEN p.free_bet THEN 0 ELSE p.stake - p.from_bonus END",
        staked: "CASE WHEN p.free_bet THEN 0 ELSE p.stake - p.from_bonus END",
        returned: "0",
      },
      "$2::int",
    )}
  FROM placed p JOIN slips_in i ON i.player_id = p.player_id WHERE w.player_id = p.player_id AND w.currency = p.currency
  RETURNING w.player_id, w.real, w.bonus, p.from_bonus, p.grant_no
),
entered AS (${transferSql.beside(`(SELECT player_id, currency, seq, key, placed_at AS at, stake - from_bonus AS amount,
    CASE WHEN free_bet THEN ${freeBets} ELSE 1 END AS debit, ${betting} AS credit,
    CASE WHEN free_bet THEN ${kindNumbers.free_bet} ELSE ${kindNumbers.slip_stake} END AS kind, balance_after AS real
  FROM placed WHERE stake > from_bonus
  UNION ALL SELECT player_id, currency, seq + (stake > from_bonus)::int, key, placed_at, from_bonus, 2, ${betting}, ${kindNumbers.slip_bonus_stake},
    bonus_after FROM placed WHERE from_bonus > 0) transfers`)}),
answers AS (
  SELECT player_id AS "playerId", 0 AS refusal, real, bonus, from_bonus AS "fromBonus", grant_no AS "grantNo" FROM charged
  UNION ALL SELECT player_id, refusal, real, bonus, from_bonus, NULL FROM locked WHERE refusal <> 0
),
answered_legs AS MATERIALIZED (
  SELECT i.player_id, json_agg(json_build_object('refusal', j.refusal, 'price', j.current, 'headroom', CASE WHEN j.market IS NOT NULL THEN (j.cap - coalesce(j.taken, 0))::text END,
    'market', j.market::text, 'marketN', j.market_n::text, 'eventN', j.event_n::text, 'head', encode(j.event_head, 'hex'),
    'state', j.event_state::text, 'chances', j.p) ORDER BY j.number)::text AS legs
  FROM slips_in i JOIN judged j ON j.place = i.place GROUP BY i.player_id
)
SELECT a.*, l.legs FROM answers a FULL JOIN answered_legs l ON l.player_id = a."playerId" WHERE coalesce(a.refusal, -1) >= 0`;
}
