import { transferSql } from "#modules/ledger/server/index.ts";
import {
  account,
  bonusCost,
  gameResult,
  jackpot,
  jackpotReserve,
  providerGame,
  providerGames,
} from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";
import { collectedGrant } from "#modules/wagering/shared/grant.ts";
import { betColumns, placeStatement, refusals, returned, shares, wagerColumns } from "../sql/place-sql.ts";

const real = account("player:real");
const resultBase = gameResult(providerGame(providerGames.least)) - providerGames.least;

/** What a bet of a round may win on its own, as stored in its `choice`. */
const ownCap = (bet: string) => `(${bet}.choice::json ->> 'cap')::bigint`;

/** Whether the bet is a free round whose win is collected for a bonus. */
const collects = `CASE WHEN i.grant_id IS NULL THEN false
      ELSE coalesce((SELECT f.collects FROM wallet.free_rounds f WHERE f.grant_id = i.grant_id AND f.player_id = i.player_id), false) END`;

/**
 * Takes stakes in rounds of providers: bets that stay open, and with each its round, its nonce and its free round. These other rows
 * are read as they were when the statement began; where another process has changed one since, the statement breaks a constraint of
 * it, is rolled back and retried.
 */
export const placeInRoundSql = `${placeStatement({
  input: `unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::int2[], $7::text[], $8::int8[], $9::text[], $10::text[], $11::int8[],
      $12::uuid[], $13::text[], $14::uuid[], $15::bool[], $16::int8[], $17::int4[], $18::int4[], $19::uuid[], $20::int8[],
      $21::int8[], $22::int8[], $23::int4[], $24::int4[])
    AS i(player_id, key, request_hash, game, currency, stake, choice, rules_version, own_cap,
      round_key, slug, provider_round, exclusive, most_cap, seed, nonce_asked, grant_id, free_stake, pot_share, reserve_share,
      rate, product)`,
  taking: {
    product: "i.product",
    condition: " AND (r.grant_no IS NULL OR r.grant_no = w.grant_no)",
    columns:
      takes => `coalesce(r.grant_no, CASE WHEN ${collects} THEN ${collectedGrant} WHEN ${takes} THEN w.grant_no END) AS grant_no,
    CASE WHEN ${takes} THEN i.rate ELSE 0 END AS counts_at`,
  },
  joins: `LEFT JOIN wallet.provider_rounds r ON r.player_id = i.player_id AND r.round = i.round_key
  LEFT JOIN wallet.provider_nonces n ON n.player_id = i.player_id AND n.game = i.game AND n.slug = i.slug`,
  locks: "",
  columns: ", coalesce(r.cap, 0) + i.own_cap AS win_cap",
  checks: `WHEN EXISTS (SELECT FROM wallet.provider_txs t WHERE t.player_id = i.player_id AND t.key = i.key) THEN ${refusals.keyTaken}
    WHEN r.status <> 0 OR r.game <> i.game OR r.slug <> i.slug OR r.currency <> i.currency OR r.grant_no = ${collectedGrant}
      OR r.round IS NOT NULL AND ${collects} THEN ${refusals.roundClosed}
    WHEN i.exclusive AND EXISTS (SELECT FROM wallet.provider_rounds o WHERE o.player_id = i.player_id AND o.game = i.game
      AND o.slug = i.slug AND o.status = 0 AND o.exclusive AND o.round <> i.round_key) THEN ${refusals.roundOpen}
    WHEN n.seed_number > i.seed THEN ${refusals.staleSeed}
    WHEN n.seed_number = i.seed AND n.nonce >= i.nonce_asked THEN ${refusals.nonceUsed}
    WHEN coalesce(r.cap, 0) + i.own_cap > i.most_cap THEN ${refusals.winCap}
    WHEN i.grant_id IS NOT NULL AND NOT EXISTS (SELECT FROM wallet.free_rounds f WHERE f.grant_id = i.grant_id
      AND f.player_id = i.player_id AND f.game = i.game AND f.slug = i.slug AND f.currency = i.currency AND f.stake = i.free_stake
      AND f.rounds_left > 0 AND f.cancelled_at IS NULL AND f.expires_at > $1::timestamptz) THEN ${refusals.freeRoundsOver}`,
  extra: `placed AS (
  INSERT INTO wallet.bets (${betColumns}, ${wagerColumns})
  SELECT player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, $1::timestamptz, 0,
    0, NULL, NULL, real - stake + from_bonus, NULL, wallet_seq + (stake > 0)::int, NULL, NULL, NULL, NULL, NULL,
    from_bonus, 0, 0, grant_no, CASE WHEN grant_no IS NOT NULL THEN counts_at END, bonus - from_bonus, NULL
  FROM locked WHERE refusal = 0
  ON CONFLICT DO NOTHING
  RETURNING ${returned}
),
opened AS (
  INSERT INTO wallet.provider_rounds AS r (player_id, round, game, slug, provider_round, currency, exclusive, status, bets, staked, cap,
    pot_share, reserve_share, opened_at, from_bonus, grant_no)
  SELECT l.player_id, l.round_key, l.game, l.slug, l.provider_round, l.currency, l.exclusive, 0, ARRAY[l.key], l.stake, l.own_cap,
    l.pot_share, l.reserve_share, $1::timestamptz, l.from_bonus, l.grant_no
  FROM placed p JOIN locked l ON l.player_id = p.player_id
  ON CONFLICT (player_id, round) DO UPDATE SET
    status = CASE WHEN r.status = 0 AND (r.grant_no IS NULL OR r.grant_no = excluded.grant_no)
      AND excluded.grant_no IS DISTINCT FROM ${collectedGrant} THEN 0 ELSE -1 END,
    bets = r.bets || excluded.bets, staked = r.staked + excluded.staked, cap = r.cap + excluded.cap,
    pot_share = r.pot_share + excluded.pot_share, reserve_share = r.reserve_share + excluded.reserve_share,
    from_bonus = r.from_bonus + excluded.from_bonus, grant_no = excluded.grant_no
),
numbered AS (
  INSERT INTO wallet.provider_nonces AS n (player_id, game, slug, seed_number, nonce)
  SELECT l.player_id, l.game, l.slug, l.seed, l.nonce_asked
  FROM placed p JOIN locked l ON l.player_id = p.player_id WHERE l.nonce_asked IS NOT NULL
  ON CONFLICT (player_id, game, slug) DO UPDATE SET seed_number = excluded.seed_number,
    nonce = CASE WHEN (n.seed_number, n.nonce) < (excluded.seed_number, excluded.nonce) THEN excluded.nonce ELSE -2 END
),
freed AS (
  UPDATE wallet.free_rounds f SET rounds_left = f.rounds_left - CASE WHEN f.cancelled_at IS NULL THEN 1 ELSE f.count + 1 END
  FROM placed p JOIN locked l ON l.player_id = p.player_id WHERE f.player_id = l.player_id AND f.grant_id = l.grant_id
)`,
})}
SELECT player_id AS "playerId", 0 AS refusal, c.real, c.bonus, ${shares("c")}, l.counts_at AS rate
FROM charged c JOIN (SELECT player_id, counts_at FROM locked) l USING (player_id)
UNION ALL SELECT player_id, refusal, real, bonus, from_bonus, 0, 0, grant_no, false, 0 FROM locked WHERE refusal <> 0`;

/** The constraints that a statement breaks where another process was faster. */
export const raceConstraints = {
  unique: ["provider_rounds_open", "provider_rounds_pkey", "provider_txs_pkey"],
  check: ["provider_rounds_status_check", "provider_nonces_nonce_check", "free_rounds_left_check"],
} as const;

const endedColumns = `e.player_id AS "playerId", e.game, e.currency, e.stake, e.payout, e.win_cap AS "winCap", e.status, e.choice,
  e.outcome,
  e.rules_version AS "rulesVersion", e.balance_after AS "balanceAfter", e.settled_balance AS "settledBalance",
  e.seed_number AS "seedNumber", e.client_seed AS "clientSeed", e.nonce, e.gate, e.round, e.opening, e.journal,
  e.placed_at AS "placedAt", e.settled_at AS "settledAt", e.key, e.grant_no AS "grantNo", e.rate, e.from_bonus AS "fromBonus",
  e.paid_bonus AS "paidBonus", e.counted, e.bonus_after AS "bonusAfter", e.settled_bonus AS "settledBonus"`;

const inputTx = `input AS MATERIALIZED (
  SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::bytea[], $6::uuid[], $7::int2[], $8::text[], $9::int8[], $10::text[]`;
const keyIsNew = `NOT EXISTS (SELECT FROM wallet.provider_txs t WHERE t.player_id = i.player_id AND t.key = i.tx_key)
    AND NOT EXISTS (SELECT FROM wallet.bets t WHERE t.player_id = i.player_id AND t.key = i.tx_key)`;

/** How the bonus money of a round ends: as its grant says, which is the wallet's own or one that ended before. */
interface Shares {
  /** Joins and locks the grant of `row`, which is the round or the bet. */
  readonly joins: (row: string) => string;
  readonly locks: string;
  readonly columns: string;
  readonly condition: (row: string) => string;
  /** What the wallet gets of `paid_bonus` of a row, as real money and as bonus money. */
  readonly real: (row: string) => string;
  readonly bonus: (row: string) => string;
  readonly returning: string;
  readonly entered: string;
  /** The bonus money's share of a win. */
  readonly share: string;
  /** More of what a win does. */
  readonly counts?: string;
}

const byStakes = wagerSql.share("i.amount", "r.staked", "r.from_bonus");

const ofActive: Shares = {
  joins: () => "",
  locks: "",
  columns: "",
  condition: row => `(${row}.grant_no IS NULL OR ${row}.grant_no = w.grant_no)`,
  real: () => "0",
  bonus: row => `${row}.paid_bonus`,
  returning: "",
  entered: transferSql.ended("ended"),
  share: byStakes,
};

const ofEnded: Shares = {
  joins: row => `JOIN ${wagerSql.grantTable} g ON g.player_id = ${row}.player_id AND g.grant_no = ${row}.grant_no`,
  locks: ", g",
  columns: `, ${wagerSql.sharesAreReal} AS is_real, g.account AS returns_to`,
  condition: row => `${row}.grant_no IS DISTINCT FROM w.grant_no AND g.state <> 1`,
  real: row => `CASE WHEN ${row}.is_real THEN ${row}.paid_bonus ELSE 0 END`,
  bonus: () => "0",
  returning: ", l.is_real, l.returns_to",
  entered: transferSql.endedLate("ended"),
  share: byStakes,
};

/** Free rounds whose wins are collected for a bonus: all of a win goes to the account of free spins, which gives them when they are over. */
const ofCollected: Shares = {
  joins: () => "",
  locks: "",
  columns: `, false AS is_real, ${bonusCost("free_spins")}::smallint AS returns_to`,
  condition: row => `${row}.grant_no = ${collectedGrant}`,
  real: () => "0",
  bonus: () => "0",
  returning: ", l.is_real, l.returns_to",
  entered: transferSql.endedLate("ended"),
  share: "i.amount",
  counts: `,
collected AS (
  UPDATE wallet.free_rounds f SET won = f.won + e.paid_bonus FROM ended e
  WHERE f.player_id = e.player_id AND f.grant_id = (e.choice::json ->> 'grant')::uuid
)`,
};

/** The balance that a provider receives: real money, and bonus money where the round is of the wallet's grant. */
const balanceOf = (real: string, bonus: string, row = ""): string =>
  `${real} + CASE WHEN ${row}grant_no = ${row}active_no THEN ${bonus} ELSE 0 END`;

/** How many transfers pay a closing win. */
const paidRows = "(l.closes AND l.amount > l.share)::int + (l.paid_bonus > 0)::int";

/**
 * Wins of providers' rounds. A closing one settles every bet of its round: the last one placed carries the payout, so that the
 * numbers of the transfers run settle, settle ..., payout, bonus payout, then what the stakes add to the pot. An earlier one is a credit
 * of its real money beside them; its bonus money is held until the round ends. A win is split by the stakes of its round.
 */
const winStatement = (ends: Shares): string => `
WITH ${inputTx}, $11::bool[], $12::int8[])
    AS i(player_id, tx_key, request_hash, round_key, game, currency, amount, outcome, closes, pot)
),
locked AS MATERIALIZED (
  SELECT i.*, w.real, w.bonus, w.seq AS wallet_seq, w.grant_no AS active_no, w.wager_left, r.grant_no, r.bets,
    r.pot_share, r.reserve_share, r.bonus_held,
    ${ends.share} AS share${ends.columns}
  FROM input i
  JOIN wallet.wallets w ON w.player_id = i.player_id AND w.currency = i.currency
  JOIN wallet.provider_rounds r ON r.player_id = i.player_id AND r.round = i.round_key
  ${ends.joins("r")}
  WHERE r.status = 0 AND r.game = i.game AND r.currency = i.currency AND r.won + i.amount <= r.cap AND ${ends.condition("r")} AND ${keyIsNew}
  ORDER BY w.player_id, w.currency
  FOR UPDATE OF w, r${ends.locks}
),
won AS MATERIALIZED (
  SELECT l.*, l.amount - l.share + ${ends.real("l")} AS to_real, ${ends.bonus("l")} AS to_bonus
  FROM (SELECT *, CASE WHEN closes THEN share + bonus_held ELSE 0 END AS paid_bonus FROM locked) l
),
accepted AS (
  INSERT INTO wallet.provider_txs (player_id, key, kind, request_hash, round, game, currency, amount, pot, balance_after, at, held)
  SELECT player_id, tx_key, 2, request_hash, round_key, game, currency, amount, pot, ${balanceOf("real + to_real", "bonus + to_bonus")}, $1::timestamptz,
    CASE WHEN closes THEN 0 ELSE share END
  FROM won
),
ending AS MATERIALIZED (
  SELECT b.player_id, b.key, l.tx_key, l.outcome, l.real, l.bonus, l.wallet_seq, l.amount + l.bonus_held AS payout, l.paid_bonus, l.to_real,
    l.to_bonus, l.wager_left, b.grant_no = l.active_no AS is_active, div(b.stake::numeric * b.rate, 1000)::bigint AS counts,
    sum((b.stake > 0)::int) OVER in_order AS steps,
    sum(CASE WHEN b.grant_no = l.active_no THEN div(b.stake::numeric * b.rate, 1000)::bigint ELSE 0 END) OVER in_order AS counts_so_far,
    row_number() OVER (PARTITION BY b.player_id ORDER BY b.placed_at DESC, b.seq DESC, b.key DESC) = 1 AS is_last${ends.returning}
  FROM won l JOIN wallet.bets b ON b.player_id = l.player_id AND b.key = ANY (l.bets)
  WHERE l.closes AND b.status = 0
  WINDOW in_order AS (PARTITION BY b.player_id ORDER BY b.placed_at, b.seq, b.key)
),
counted AS MATERIALIZED (
  SELECT player_id, count(*) AS bets, max(steps) AS steps, count(*) FILTER (WHERE is_active) AS of_active,
    least(max(wager_left), coalesce(sum(counts) FILTER (WHERE is_active), 0))::bigint AS counted
  FROM ending GROUP BY player_id
),
ended AS (
  UPDATE wallet.bets b SET
    status = 1, payout = CASE WHEN l.is_last THEN l.payout ELSE 0 END, outcome = l.outcome, settle_key = l.tx_key,
    settled_at = greatest($1::timestamptz, b.placed_at), settled_balance = l.real + CASE WHEN l.is_last THEN l.to_real ELSE 0 END,
    settled_seq = l.wallet_seq + l.steps, paid_bonus = CASE WHEN l.is_last THEN l.paid_bonus ELSE 0 END,
    settled_bonus = l.bonus + CASE WHEN l.is_last THEN l.to_bonus ELSE 0 END,
    counted = CASE WHEN l.is_active THEN least(l.counts, greatest(0, l.wager_left - (l.counts_so_far - l.counts))) ELSE 0 END
  FROM ending l WHERE b.player_id = l.player_id AND b.key = l.key AND b.status = 0
  RETURNING b.*${ends.returning}
),
closed AS (
  UPDATE wallet.provider_rounds r SET won = r.won + l.amount, closed_at = CASE WHEN l.closes THEN $1::timestamptz END,
    bonus_held = r.bonus_held + CASE WHEN l.closes THEN 0 ELSE l.share END,
    status = CASE WHEN NOT l.closes THEN 0 WHEN c.bets = cardinality(r.bets) THEN 1 ELSE -1 END
  FROM won l LEFT JOIN counted c ON c.player_id = l.player_id
  WHERE r.player_id = l.player_id AND r.round = l.round_key
),
beside AS MATERIALIZED (
  SELECT l.player_id, l.currency, l.tx_key AS key, $1::timestamptz AS at, l.real + l.to_real AS real, x.amount, x.debit, x.credit,
    x.kind,
    l.wallet_seq + coalesce(c.steps, 0) + ${paidRows}
      + row_number() OVER (PARTITION BY l.player_id ORDER BY x.kind) AS seq
  FROM won l LEFT JOIN counted c ON c.player_id = l.player_id
  CROSS JOIN LATERAL (VALUES
    (CASE WHEN l.closes THEN 0 ELSE l.to_real END, l.game + ${resultBase}, ${real}, ${kindNumbers.round_credit}),
    (CASE WHEN l.closes THEN l.pot_share ELSE 0 END, l.game + ${resultBase}, ${jackpot("slots")}, ${kindNumbers.jackpot_share}),
    (CASE WHEN l.closes THEN l.reserve_share ELSE 0 END, l.game + ${resultBase}, ${jackpotReserve("slots")}, ${kindNumbers.jackpot_reserve})
  ) AS x(amount, debit, credit, kind)
  WHERE x.amount > 0
),
paid AS (
  UPDATE wallet.wallets w
  SET real = w.real + l.to_real, bonus = w.bonus + l.to_bonus, seq = w.seq + coalesce(c.steps, 0) + ${paidRows}
      + (SELECT count(*) FROM beside x WHERE x.player_id = l.player_id),
    wager_left = w.wager_left - coalesce(c.counted, 0), wager_open = w.wager_open - coalesce(c.of_active, 0)::int,
    ${counterSql.counted({ wagered: "0", lost: "-(l.amount - l.share)", staked: "0", returned: "l.amount - l.share" }, "$2::int")}
  FROM won l LEFT JOIN counted c ON c.player_id = l.player_id
  WHERE w.player_id = l.player_id AND w.currency = l.currency
  RETURNING w.player_id, w.real, w.bonus, ${wagerSql.due("$1::timestamptz")} AS due
),
entered AS (${ends.entered})${ends.counts ?? ""},
entered_beside AS (${transferSql.beside("beside")}),
moved AS (
  INSERT INTO wallet.movements (player_id, reference, kind, currency, amount, debit, credit, seq, balance_after)
  SELECT player_id, key, kind, currency, amount, debit, credit, seq, real FROM beside
),
pots AS MATERIALIZED (
  SELECT p.currency, s.pot, s.reserve FROM wallet.pots p
  JOIN (SELECT currency, sum(pot_share) AS pot, sum(reserve_share) AS reserve FROM locked
    WHERE closes AND pot_share + reserve_share > 0 GROUP BY currency) s ON s.currency = p.currency
  ORDER BY p.currency FOR UPDATE OF p
),
filled AS (
  UPDATE wallet.pots p SET amount = p.amount + s.pot, reserve = p.reserve + s.reserve FROM pots s WHERE s.currency = p.currency
)
SELECT l.player_id AS winner, p.real, p.bonus, p.due, ${balanceOf("p.real", "p.bonus", "l.")} AS balance, l.currency AS "wonIn", ${endedColumns}
FROM won l JOIN paid p ON p.player_id = l.player_id LEFT JOIN ended e ON e.player_id = l.player_id`;

export const winSql = winStatement(ofActive);
/** `winSql` for rounds whose grant of bonus money ended before them. */
export const winLateSql = winStatement(ofEnded);
/** `winSql` for free rounds whose wins are collected. */
export const winCollectedSql = winStatement(ofCollected);

const placedToday = "floor(extract(epoch FROM e.placed_at) / 86400)::int = $2::int";

/** Gives bets back that are open and whose round has paid nothing: each money of the stake as it was taken. */
const rollBackStatement = (ends: Shares): string => `
WITH ${inputTx}, $11::uuid[])
    AS i(player_id, tx_key, request_hash, round_key, game, currency, amount, outcome, ref)
),
locked AS MATERIALIZED (
  SELECT i.*, w.real, w.bonus, w.seq AS wallet_seq, w.grant_no AS active_no, b.grant_no, b.stake, b.from_bonus AS paid_bonus, ${ownCap("b")} AS own_cap,
    b.choice::json AS said${ends.columns}
  FROM input i
  JOIN wallet.wallets w ON w.player_id = i.player_id AND w.currency = i.currency
  JOIN wallet.provider_rounds r ON r.player_id = i.player_id AND r.round = i.round_key
  JOIN wallet.bets b ON b.player_id = i.player_id AND b.key = i.ref
  ${ends.joins("b")}
  WHERE b.status = 0 AND b.game = i.game AND b.currency = i.currency AND i.ref = ANY (r.bets)
    AND r.status = 0 AND r.won = 0 AND r.pot_won = 0 AND ${ends.condition("b")} AND ${keyIsNew}
  ORDER BY w.player_id, w.currency
  FOR UPDATE OF w, r, b${ends.locks}
),
returned AS MATERIALIZED (
  SELECT l.*, l.real + l.stake - l.paid_bonus + ${ends.real("l")} AS real_after, l.bonus + ${ends.bonus("l")} AS bonus_after FROM locked l
),
accepted AS (
  INSERT INTO wallet.provider_txs (player_id, key, kind, request_hash, round, ref, game, currency, amount, balance_after, at)
  SELECT player_id, tx_key, 4, request_hash, round_key, ref, game, currency, stake, ${balanceOf("real_after", "bonus_after")}, $1::timestamptz
  FROM returned
),
ended AS (
  UPDATE wallet.bets b SET
    status = 2, payout = l.stake, outcome = l.outcome, settle_key = l.tx_key, settled_at = greatest($1::timestamptz, b.placed_at),
    settled_balance = l.real_after, settled_seq = l.wallet_seq + (l.stake > 0)::int, paid_bonus = l.paid_bonus, settled_bonus = l.bonus_after
  FROM returned l WHERE b.player_id = l.player_id AND b.key = l.ref AND b.status = 0
  RETURNING b.*, l.real_after, l.bonus_after AS bonus_now, l.active_no${ends.returning}
),
left_over AS (
  UPDATE wallet.provider_rounds r SET bets = array_remove(r.bets, l.ref), staked = r.staked - l.stake, cap = r.cap - l.own_cap,
    from_bonus = r.from_bonus - l.paid_bonus,
    pot_share = r.pot_share - coalesce((l.said ->> 'pot')::bigint, 0),
    reserve_share = r.reserve_share - coalesce((l.said ->> 'reserve')::bigint, 0),
    status = CASE WHEN cardinality(r.bets) = 1 THEN 2 ELSE 0 END,
    closed_at = CASE WHEN cardinality(r.bets) = 1 THEN $1::timestamptz END
  FROM locked l WHERE r.player_id = l.player_id AND r.round = l.round_key
),
freed AS (
  UPDATE wallet.free_rounds f SET rounds_left = f.rounds_left + 1
  FROM locked l WHERE f.player_id = l.player_id AND f.grant_id = (l.said ->> 'grant')::uuid AND f.cancelled_at IS NULL
),
paid AS (
  UPDATE wallet.wallets w
  SET real = e.real_after, bonus = e.bonus_now, seq = w.seq + (e.stake > e.from_bonus)::int + (e.from_bonus > 0)::int,
    wager_open = w.wager_open - coalesce(e.grant_no = w.grant_no, false)::int,
    ${counterSql.counted(
      {
        wagered: `CASE WHEN ${placedToday} THEN -e.stake ELSE 0 END`,
        lost: `CASE WHEN ${placedToday} THEN -(e.payout - e.paid_bonus) ELSE 0 END`,
        staked: "0",
        returned: "e.payout - e.paid_bonus",
      },
      "$2::int",
    )}
  FROM ended e WHERE w.player_id = e.player_id AND w.currency = e.currency
  RETURNING w.player_id, w.real, w.bonus, ${wagerSql.due("$1::timestamptz")} AS due
),
entered AS (${ends.entered})
SELECT l.player_id AS winner, p.real, p.bonus, p.due, ${balanceOf("p.real", "p.bonus", "l.")} AS balance, l.currency AS "wonIn", ${endedColumns}
FROM locked l JOIN ended e ON e.player_id = l.player_id JOIN paid p ON p.player_id = l.player_id`;

export const rollBackSql = rollBackStatement(ofActive);
/** `rollBackSql` for bets whose grant of bonus money ended before them. */
export const rollBackLateSql = rollBackStatement(ofEnded);
/** `rollBackSql` for free rounds whose wins are collected: the round is free again. */
export const rollBackCollectedSql = rollBackStatement(ofCollected);

/**
 * A row under the key of a bet that takes nothing: refused, or rolled back before it came. Where the key is known it inserts nothing.
 */
export const refuseSql = `
INSERT INTO wallet.bets (${betColumns})
SELECT player_id, key, request_hash, game, currency, 0, choice, rules_version, 0, $1::timestamptz, 2, 0, outcome, $1::timestamptz,
  balance, NULL, 0, NULL, NULL, NULL, NULL, NULL
FROM unnest($2::uuid[], $3::uuid[], $4::bytea[], $5::int2[], $6::text[], $7::text[], $8::text[], $9::text[], $10::int8[])
  AS i(player_id, key, request_hash, game, currency, choice, rules_version, outcome, balance)
ON CONFLICT DO NOTHING
RETURNING player_id AS "playerId", key`;
