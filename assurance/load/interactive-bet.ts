import type { Db } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import type { PlaceBet } from "#modules/wallet/server/index.ts";
import { testPair } from "#modules/wallet/testing/test-pairs.ts";

const dayMs = 86_400_000;

interface Locked {
  readonly real: bigint;
  readonly seq: bigint;
  readonly seedNumber: number;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly refused: boolean;
}

/** Locks the rows that decide and returns whether the bet must be refused: $1 player, $2 currency, $3 key, $4 stake, $5 day, $6 now. */
const lockSql = `
SELECT w.real, w.seq, pair.seed_number AS "seedNumber", pair.client_seed AS "clientSeed", pair.nonce,
  w.real < $4 OR ${counterSql.noAllowance("$4", "$4", "$5::int")} OR ${counterSql.blocked("$6::timestamptz")}
    OR EXISTS (SELECT FROM wallet.bets WHERE player_id = $1 AND key = $3) AS refused
FROM wallet.wallets w JOIN fairness.pairs pair ON pair.player_id = w.player_id
WHERE w.player_id = $1 AND w.currency = $2 FOR UPDATE OF w, pair`;

/** Everything the bet writes, in one statement. */
const writeSql = `
WITH bet AS (
  INSERT INTO wallet.bets (player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, placed_at,
    status, payout, outcome, settled_at, balance_after, settled_balance, seq, seed_number, client_seed, nonce)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $12, $10, $13, $13, $14, $15, $16, $17)
),
entered AS (
  INSERT INTO ledger.transfers (player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after)
  SELECT $1, $5, $14, $2, $10, $6, 1, 2000 + $4, 1, $13 - $11
  UNION ALL SELECT $1, $5, $14 + 1, $2, $10, $11, 2000 + $4, 1, 3, $13 WHERE $11 > 0
),
advanced AS (UPDATE fairness.pairs SET nonce = $17 + 1 WHERE player_id = $1)
UPDATE wallet.wallets w SET real = $13, seq = $14 + ($11 > 0)::int,
  ${counterSql.counted({ wagered: "$6", lost: "$6 - $11", staked: "$6", returned: "$11" }, "$18::int")}
WHERE player_id = $1 AND currency = $5`;

/** The types are declared once: without them PostgreSQL would have to guess those of parameters in sums. */
const typed = (sql: string, types: readonly string[]) =>
  types.reduceRight(
    (text, type, index) => text.replaceAll(new RegExp(`\\$${index + 1}\\b(?!::)`, "g"), `$${index + 1}::${type}`),
    sql,
  );

const lock = typed(lockSql, ["uuid", "text", "uuid", "int8", "int4", "timestamptz"]);
const write = typed(writeSql, [
  "uuid",
  "uuid",
  "bytea",
  "int2",
  "text",
  "int8",
  "text",
  "text",
  "int8",
  "timestamptz",
  "int8",
  "text",
  "int8",
  "int8",
  "int4",
  "text",
  "int4",
  "int4",
]);

/**
 * An opponent: the same bet with the same effects (idempotency, nonce, limits, ledger) as an interactive transaction, because the draw
 * is made outside of the database: BEGIN, one statement that locks, one that writes, COMMIT, all prepared.
 */
export function placeInteractively(db: Db, bet: PlaceBet): Promise<void> {
  const now = new Date();
  const day = Math.floor(now.getTime() / dayMs);
  return db.tx(async tx => {
    const { rows } = await tx.query<Locked>(
      lock,
      [bet.player, bet.currency, bet.key, bet.stake, day, now],
      "bench.lock",
    );
    const { real, seq, seedNumber, clientSeed, nonce, refused } = required(rows[0], "a player with a wallet and seeds");
    if (refused) throw new Error("the bet was refused");
    const draw = required(bet.draw, "a bet decided at once")(testPair(seedNumber, clientSeed, nonce));
    await tx.query(
      write,
      [
        bet.player,
        bet.key,
        Buffer.from(bet.requestHash),
        gameNumber(bet.game),
        bet.currency,
        bet.stake,
        JSON.stringify(bet.choice),
        bet.rulesVersion,
        bet.winCap,
        now,
        draw.payout,
        JSON.stringify(draw.outcome),
        real - bet.stake + draw.payout,
        seq + 1n,
        seedNumber,
        clientSeed,
        nonce,
        day,
      ],
      "bench.write",
    );
  });
}
