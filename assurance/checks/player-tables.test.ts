import { expect, test } from "vitest";
import { brokenBy, type ShardRule, shardFindings } from "./player-tables.ts";
import { readSources } from "./source.ts";

/**
 * Statements that name no player and may visit all shards: audit and reports read everything by design, and the others are looked up by something else than a
 * player. A count that falls is lowered here; one that rises needs a reason.
 */
const mayVisitAll: Readonly<Record<string, readonly [count: number, why: string]>> = {
  "apps/server/payouts/provider-records.ts": [1, "audit"],
  "modules/fairness/server/named-by-hash.ts": [1, "an operator asks whose a published hash is"],
  "modules/free-spins/server/invariants.ts": [2, "audit"],
  "modules/limits/server/facts.ts": [1, "facts of all players: segments are counted over all shards"],
  "modules/ledger/server/invariants/of-the-ledger.ts": [8, "audit"],
  "modules/ledger/server/archive/archive-invariants.ts": [3, "audit"],
  "modules/ledger/server/archive/archive-sql.ts": [
    2,
    "job: the digest of a batch; segments of all transfers, for tests of invariants",
  ],
  "modules/ledger/server/trial-balance.ts": [1, "audit"],
  "modules/wallet/server/archive/archive-bets.ts": [
    2,
    "job: the digest of a batch; segments of all bets, for tests of invariants",
  ],
  "modules/wallet/server/archive/archive-invariants.ts": [3, "audit"],
  "modules/wallet/server/audit-books.ts": [12, "audit"],
  "modules/wallet/server/grant-invariants.ts": [5, "audit"],
  "modules/wallet/server/provider-rounds/invariants.ts": [2, "audit"],
  "modules/wallet/server/slips/bonus-invariants.ts": [2, "audit"],
  "modules/wallet/server/slips/invariants.ts": [3, "audit"],
  "modules/wallet/server/provider-rounds/round-figures.ts": [1, "report of a game"],
  "modules/wallet/server/provider-rounds/store.ts": [
    3,
    "open, ended and named rounds of a provider; a record of a round as an audit reads it",
  ],
  "modules/wallet/server/provider-rounds/tx-store.ts": [1, "job: what a provider reconciles"],
  "modules/wallet/server/provider-rounds/free-rounds.ts": [1, "the list that invariants read"],
  "modules/wallet/server/holds.ts": [1, "job: expired holds are found over all"],
  "modules/free-spins/server/store.ts": [2, "the grants of a campaign, for the back office and its cancellation"],
  "modules/providers/server/stored-seeds.ts": [3, "names the player in a condition that the file keeps apart"],
};

/** Statements that Citus refuses today (22P02, 0A000): a locking query may read tables only. */
const refused: Readonly<Record<Exclude<ShardRule, "names no player">, Readonly<Record<string, number>>>> = {
  "locks through a function or a CTE": {
    "modules/wallet/server/provider-rounds/sql.ts": 2,
    "modules/wallet/server/slips/free-bets.ts": 1,
    "modules/wallet/server/slips/place-slip-sql.ts": 1,
    "modules/wallet/server/slips/reserves.ts": 1,
    "modules/wallet/server/slips/revise-slips-sql.ts": 1,
    "modules/wallet/server/sql/place-sql.ts": 1,
    "modules/wallet/server/sql/settle-sql.ts": 2,
  },
  "has a sub-query in VALUES": {
    "modules/limits/server/counters.ts": 1,
    "modules/wallet/server/provider-rounds/sql.ts": 1,
  },
};

const findings = shardFindings(
  readSources().filter(({ path }) => path.endsWith(".ts") && !/\.test\.|\/testing\//.test(path)),
);

function countsOf(rule: ShardRule): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { path } of findings.filter(found => found.rule === rule)) counts[path] = (counts[path] ?? 0) + 1;
  return counts;
}

test("a statement on a player's table names its players, or is on the list of those that may visit all shards", () => {
  const listed = Object.fromEntries(Object.entries(mayVisitAll).map(([path, [count]]) => [path, count]));
  expect(countsOf("names no player")).toEqual(listed);
});

test.each(Object.entries(refused))("no further statement %s", (rule, listed) => {
  expect(countsOf(rule as ShardRule)).toEqual(listed);
});

test.each([
  ["SELECT real FROM wallet.wallets WHERE player_id = $1 AND currency = $2", []],
  ["SELECT real FROM wallet.wallets WHERE player_id = ANY ($1::uuid[]) FOR NO KEY UPDATE", []],
  ["SELECT b.key FROM unnest($1::uuid[]) i(p) JOIN wallet.bets b ON b.player_id = i.p", []],
  ["INSERT INTO wallet.bets (player_id, key) VALUES ($1, $2)", []],
  ["SELECT player_id FROM wallet.bets WHERE key = $1", ["names no player"]],
  ["UPDATE wallet.holds SET status = 1 WHERE id = $1", ["names no player"]],
  [
    "WITH l AS (SELECT w.real FROM unnest($1::uuid[]) i(p) JOIN wallet.wallets w ON w.player_id = i.p FOR UPDATE OF w) SELECT 1",
    ["locks through a function or a CTE"],
  ],
  [
    "WITH l AS (SELECT w.real FROM wallet.wallets w WHERE w.player_id = ANY ($1) FOR UPDATE), i AS (SELECT FROM unnest($1)) SELECT 1",
    [],
  ],
  [
    "INSERT INTO wallet.bets (player_id, seq) VALUES ($1, (SELECT max(seq) FROM wallet.wallets))",
    ["has a sub-query in VALUES"],
  ],
] as const)("%s", (sql, rules) => {
  expect(brokenBy(sql)).toEqual(rules);
});
