import { transferSql } from "#modules/ledger/server/index.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { wagerSql } from "#modules/wagering/server/index.ts";

const placedToday = "floor(extract(epoch FROM e.placed_at) / 86400)::int = $2::int";

interface SettleParts {
  /** More columns of the input and their names, from $9 on. */
  readonly input: readonly [columns: string, names: string];
  /** More columns, joins and locks of the rows that decide. */
  readonly columns: string;
  readonly joins: string;
  readonly locks: string;
  /** A part of the statement between the lock and the end of the bets. */
  readonly afterLock: string;
  /** Additional columns set on a bet that ends, and additional conditions. */
  readonly also: string;
  readonly condition: string;
}

/** How the bonus money of a bet ends: as its grant says, which is the wallet's own or one that ended before the bet. */
interface Shares {
  readonly joins: string;
  readonly locks: string;
  readonly columns: string;
  readonly condition: string;
  /** What the wallet gets of the bonus money's share, as real money and as bonus money; `l` and `e` are its row. */
  readonly real: (row: string) => string;
  readonly bonus: (row: string) => string;
  /** Changes of the wallet's columns of the active grant. */
  readonly wager: string;
  readonly counted: string;
  /** More columns of a bet that ended. */
  readonly returning: string;
  readonly entered: string;
}

/** The grant of the bet is the one that its wallet wagers, or it has none. */
const ofActive: Shares = {
  joins: "",
  locks: "",
  columns: ", w.bonus, w.wager_left",
  condition: "(b.grant_no IS NULL OR b.grant_no = w.grant_no)",
  real: () => "0",
  bonus: row => `${row}.paid_bonus`,
  wager: ", wager_left = w.wager_left - e.counted, wager_open = w.wager_open - (e.grant_no IS NOT NULL)::int",
  counted: `CASE WHEN b.grant_no IS NULL OR l.voided THEN 0 ELSE ${wagerSql.counted("b.stake", "b.rate", "l.wager_left")} END`,
  returning: "",
  entered: transferSql.ended("ended"),
};

/** The grant of the bet has ended: its share becomes real when it was completed without a cap, else it returns to the account that gave it. */
const ofEnded: Shares = {
  joins: `JOIN ${wagerSql.grants}`,
  locks: ", g",
  columns: `, w.bonus, ${wagerSql.sharesAreReal} AS is_real, g.account AS returns_to`,
  condition: "b.grant_no IS DISTINCT FROM w.grant_no AND g.state <> 1",
  real: row => `CASE WHEN ${row}.is_real THEN ${row}.paid_bonus ELSE 0 END`,
  bonus: () => "0",
  wager: "",
  counted: "0",
  returning: ", l.is_real, l.returns_to",
  entered: transferSql.endedLate("ended"),
};

function settleStatement(parts: SettleParts, shares: Shares): string {
  return `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::bool[], $7::int8[], $8::text[], ${parts.input[0]})
    AS i(player_id, key, settle_key, voided, paid, outcome, ${parts.input[1]})
),
locked AS MATERIALIZED (
  SELECT i.*, w.real, w.seq AS wallet_seq, b.stake, b.from_bonus, CASE WHEN i.voided THEN b.stake ELSE i.paid END AS returned,
    CASE WHEN i.voided THEN b.from_bonus ELSE ${wagerSql.share("i.paid", "b.stake", "b.from_bonus")} END AS paid_bonus${shares.columns}${parts.columns}
  FROM input i
  JOIN wallet.bets b ON b.player_id = i.player_id AND b.key = i.key
  JOIN wallet.wallets w ON w.player_id = b.player_id AND w.currency = b.currency
  ${shares.joins} ${parts.joins}
  WHERE b.status = 0 AND ${shares.condition}
  ORDER BY w.player_id, w.currency
  FOR UPDATE OF w${shares.locks}${parts.locks}
),
${parts.afterLock},
ended AS (
  UPDATE wallet.bets b SET
    status = CASE WHEN l.voided THEN 2 ELSE 1 END, payout = l.returned, outcome = l.outcome, settle_key = l.settle_key,
    settled_at = greatest($1::timestamptz, b.placed_at), settled_balance = l.real + l.returned - l.paid_bonus + ${shares.real("l")}, settled_seq = l.wallet_seq + 1,
    paid_bonus = l.paid_bonus, settled_bonus = l.bonus + ${shares.bonus("l")}, counted = ${shares.counted}${parts.also}
  FROM locked l
  WHERE b.player_id = l.player_id AND b.key = l.key AND b.status = 0 AND ${parts.condition}
  RETURNING b.*${shares.returning}
),
paid AS (
  UPDATE wallet.wallets w
  SET real = w.real + e.payout - e.paid_bonus + ${shares.real("e")}, bonus = w.bonus + ${shares.bonus("e")},
    seq = w.seq + CASE WHEN e.status = 2 THEN (e.stake > e.from_bonus)::int ELSE 1 + (e.payout > e.paid_bonus)::int END
      + (e.paid_bonus > 0)::int${shares.wager},
    ${counterSql.counted(
      {
        wagered: `CASE WHEN e.status = 2 AND ${placedToday} THEN -e.stake ELSE 0 END`,
        lost: `CASE WHEN e.status = 2 AND NOT ${placedToday} THEN 0 ELSE -(e.payout - e.paid_bonus) END`,
        staked: "0",
        returned: "e.payout - e.paid_bonus",
      },
      "$2::int",
    )}
  FROM ended e WHERE w.player_id = e.player_id AND w.currency = e.currency
  RETURNING w.player_id, w.bonus, ${wagerSql.due("$1::timestamptz")} AS due
),
entered AS (${shares.entered})
SELECT e.player_id AS "playerId", e.game, e.currency, e.stake, e.payout, e.win_cap AS "winCap", e.status, e.choice, e.outcome,
  e.rules_version AS "rulesVersion", e.balance_after AS "balanceAfter", e.settled_balance AS "settledBalance",
  e.seed_number AS "seedNumber", e.client_seed AS "clientSeed", e.nonce, e.gate, e.round, e.opening, e.journal,
  e.placed_at AS "placedAt", e.settled_at AS "settledAt", e.key, p.bonus, p.due, e.grant_no AS "grantNo", e.rate,
  e.from_bonus AS "fromBonus", e.paid_bonus AS "paidBonus", e.counted, e.bonus_after AS "bonusAfter", e.settled_bonus AS "settledBonus"
FROM ended e JOIN paid p ON p.player_id = e.player_id`;
}

/**
 * One statement ends a batch of bets, at most one per player: each only while its bet is open and, for a shared
 * round, while its epoch is the window's. A member without a row in the result ended nothing: the bet is unknown, has ended
 * before, or the epoch is stale. A stepwise round has no end without its journal: the table refuses it.
 */
const settleParts: SettleParts = {
  input: ["$9::text[], $10::int8[]", "gate, epoch"],
  columns: "",
  joins: "",
  locks: "",
  afterLock: `gates AS MATERIALIZED (
  SELECT name, epoch FROM wallet.gates
  WHERE name = ANY (ARRAY(SELECT DISTINCT gate FROM locked WHERE gate IS NOT NULL))
  ORDER BY name FOR SHARE
)`,
  also: "",
  condition: "(l.gate IS NULL OR EXISTS (SELECT FROM gates g WHERE g.name = l.gate AND g.epoch = l.epoch))",
};

export const settleSql = settleStatement(settleParts, ofActive);
/** `settleSql` for bets whose grant of bonus money ended before them. */
export const settleLateSql = settleStatement(settleParts, ofEnded);

/**
 * The same for stepwise rounds: each only while its round is open after this many steps. The journal,
 * with the last step where there is one, is stored in the bet, and the row of the open round is deleted.
 */
const finishParts: SettleParts = {
  input: ["$9::int4[], $10::text[]", "steps, last"],
  columns: ", o.journal",
  joins:
    "JOIN wallet.open_rounds o ON o.player_id = i.player_id AND o.key = i.key AND cardinality(o.journal) = i.steps",
  locks: ", o",
  afterLock: `closed AS (
  DELETE FROM wallet.open_rounds o USING locked l WHERE o.player_id = l.player_id AND o.key = l.key
)`,
  also: ", journal = CASE WHEN l.last IS NULL THEN l.journal ELSE array_append(l.journal, l.last) END",
  condition: "true",
};

export const finishSql = settleStatement(finishParts, ofActive);
/** `finishSql` for rounds whose grant of bonus money ended before them. */
export const finishLateSql = settleStatement(finishParts, ofEnded);

/** One statement adds a step to each of these rounds that is open after this many steps, and returns those it added. */
export const stepSql = `
WITH input AS MATERIALIZED (
  SELECT * FROM unnest($2::uuid[], $3::uuid[], $4::int4[], $5::text[]) AS i(player_id, key, steps, step)
),
locked AS MATERIALIZED (
  SELECT o.player_id, o.game, i.step FROM input i
  JOIN wallet.open_rounds o ON o.player_id = i.player_id AND o.key = i.key AND cardinality(o.journal) = i.steps
  ORDER BY o.player_id
  FOR UPDATE OF o
)
UPDATE wallet.open_rounds o SET journal = array_append(o.journal, l.step), touched_at = $1::timestamptz
FROM locked l WHERE o.player_id = l.player_id AND o.game = l.game
RETURNING o.player_id AS "playerId"`;
