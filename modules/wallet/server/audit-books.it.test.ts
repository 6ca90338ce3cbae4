import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { crashBet, diceBet, keyOf, paid, voided } from "../testing/test-bets.ts";
import { auditBooks } from "./audit-books.ts";

/** Every kind of difference is planted into balanced books, in a transaction that is rolled back; the audit must report it. */

let app: TestApp;
let alice: PlayerId;
beforeAll(async () => {
  app = await testApp();
  const { wallet, host } = app;
  alice = await app.player("alice", 1_000n);
  const epoch = await wallet.takeEpoch("crash");
  await wallet.openBettingWindow(host.db, "crash", 1n, epoch);
  await wallet.place(diceBet(alice, 1, 100n, 150n));
  await wallet.place(diceBet(alice, 2, 100n, 0n));
  await wallet.place(diceBet(alice, 7, 50n, 0n));
  for (const n of [3, 4, 5, 6]) await wallet.place(crashBet(alice, n, 50n, 1n));
  await wallet.settle(paid(alice, 3, 120n));
  await wallet.settle(paid(alice, 4, 0n));
  await wallet.settle(voided(alice, 5));
});
afterAll(() => app.close());

class RolledBack extends Error {}

/** The rules that the audit reports after these statements. The ledger's triggers are disabled meanwhile, as for a manual change. */
async function found(...plant: readonly string[]): Promise<string> {
  let rules: string[] = [];
  await app.host.db
    .tx(async tx => {
      await tx.query("SET LOCAL session_replication_role = replica");
      for (const statement of plant) await tx.query(statement.replaceAll("ALICE", `'${alice}'`));
      rules = (await auditBooks(tx)).map(difference => difference.rule);
      throw new RolledBack();
    })
    .catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  return [...new Set(rules)].join("\n");
}

const key = (n: number) => `'${keyOf(n)}'`;
const copy = (seq: string, where: string) =>
  `INSERT INTO ledger.transfers (player_id, reference, seq, amount, balance_after, at, debit, credit, kind, currency)
   SELECT player_id, reference, ${seq}, amount, balance_after, at, debit, credit, kind, currency FROM ledger.transfers
   WHERE player_id = ALICE AND ${where}`;
const last = "(SELECT max(seq) + 1 FROM ledger.transfers WHERE player_id = ALICE)";

test("balanced books have no difference", async () => {
  expect(await auditBooks(app.host.db)).toEqual([]);
  expect(await found()).toBe("");
});

test.each<[string, RegExp, ...string[]]>([
  ["a balance that is too high", /I3/, "UPDATE wallet.wallets SET real = real + 1 WHERE player_id = ALICE"],
  [
    "money moved between two balances",
    /I3/,
    "UPDATE wallet.wallets SET real = real - 1, bonus = bonus + 1 WHERE player_id = ALICE",
  ],
  ["a wallet that is gone", /I3/, "DELETE FROM wallet.wallets WHERE player_id = ALICE"],
  [
    "a transfer that is gone from the end",
    /I3/,
    "DELETE FROM ledger.transfers t WHERE player_id = ALICE AND seq = (SELECT max(seq) FROM ledger.transfers WHERE player_id = ALICE)",
  ],
  ["a gap in the numbers", /without gaps/, "DELETE FROM ledger.transfers WHERE player_id = ALICE AND seq = 3"],
  [
    "another amount",
    /balance_after/,
    "UPDATE ledger.transfers SET amount = amount + 1 WHERE player_id = ALICE AND seq = 2",
  ],
  [
    "another amount on both sides of the balance",
    /one stake/,
    `UPDATE ledger.transfers SET amount = amount + 10 WHERE player_id = ALICE AND reference = ${key(1)}`,
  ],
  [
    "another balance in the response to the player",
    /records the resulting balances/,
    `UPDATE wallet.bets SET balance_after = 7 WHERE key = ${key(2)}`,
  ],
  [
    "another balance in the response to the cash-out",
    /records the resulting balances/,
    `UPDATE wallet.bets SET settled_balance = settled_balance + 1 WHERE key = ${key(3)}`,
  ],
  [
    "a stake booked to another game",
    /right accounts/,
    `UPDATE ledger.transfers SET credit = 2001 WHERE reference = ${key(2)} AND kind = 1`,
  ],
  [
    "two stakes booked to each other's games, so that all sums are right",
    /right accounts/,
    `UPDATE ledger.transfers SET credit = 2001 WHERE reference = ${key(7)} AND kind = 1`,
    `UPDATE ledger.transfers SET credit = 2002 WHERE reference = ${key(4)} AND kind = 2 AND debit = 1001`,
  ],
  [
    "a bet without its stake",
    /one stake/,
    `UPDATE ledger.transfers SET reference = ${key(99)} WHERE reference = ${key(2)}`,
  ],
  ["a bet that names another's transfer", /names its own/, `UPDATE wallet.bets SET seq = 3 WHERE key = ${key(2)}`],
  ["a bet that is gone", /names a bet/, `DELETE FROM wallet.bets WHERE key = ${key(2)}`],
  [
    "a bet that ended twice",
    /one end/,
    copy(last, `reference = ${key(3)} AND kind = 2`),
    "UPDATE wallet.wallets SET seq = seq + 1 WHERE player_id = ALICE",
  ],
  [
    "a bet that was paid twice, with the balance to match",
    /one end/,
    copy(last, `reference = ${key(3)} AND kind = 3`),
    "UPDATE wallet.wallets SET seq = seq + 1, real = real + 120 WHERE player_id = ALICE",
    `UPDATE ledger.transfers t SET balance_after = w.real FROM wallet.wallets w
     WHERE t.player_id = ALICE AND w.player_id = ALICE AND t.seq = w.seq`,
  ],
  [
    "a bet that is open in its row and ended in the ledger",
    /one end.*stakes in play/s,
    `UPDATE wallet.bets SET status = 0, payout = 0, settled_at = NULL, settled_seq = NULL, settled_balance = NULL WHERE key = ${key(4)}`,
  ],
  [
    "a bet that ended in its row and is open in the ledger",
    /one end/,
    `UPDATE wallet.bets SET status = 1, settled_at = placed_at, settled_seq = seq, settled_balance = 1 WHERE key = ${key(6)}`,
  ],
  [
    "a payout that is not the bet's",
    /one stake and/,
    `UPDATE wallet.bets SET payout = payout + 1 WHERE key = ${key(3)}`,
  ],
  [
    "an open bet of a finished round",
    /waits for a round that is over/,
    "UPDATE wallet.gates SET round = 2 WHERE name = 'crash'",
  ],
  ["an open bet of a round that does not exist", /waits for a round/, "DELETE FROM wallet.gates"],
  [
    "a bet that ends before it begins",
    /I20/,
    `UPDATE wallet.bets SET settled_at = placed_at - interval '1 s' WHERE key = ${key(3)}`,
  ],
  ["a nonce that decided two bets", /decides one bet/, `UPDATE wallet.bets SET nonce = 0 WHERE key = ${key(2)}`],
  ["a nonce whose bet is missing", /nonces of a seed/, `UPDATE wallet.bets SET nonce = 5 WHERE key = ${key(2)}`],
  [
    "a pair that was wound on",
    /nonces of a seed/,
    "UPDATE fairness.pairs SET nonce = nonce + 1 WHERE player_id = ALICE",
  ],
  ["a pair that was wound back", /nonces of a seed/, "UPDATE fairness.pairs SET nonce = 0 WHERE player_id = ALICE"],
  ["a deposit without its movement", /every other transfer/, "DELETE FROM wallet.movements WHERE player_id = ALICE"],
  ["a movement without its transfer", /every other transfer/, "UPDATE wallet.movements SET amount = amount + 1"],
  ["a removed trigger of the ledger", /append-only/, "ALTER TABLE ledger.transfers_3 DISABLE TRIGGER append_only"],
])("finds %s", async (_what, rule, ...plant) => {
  expect(await found(...plant)).toMatch(rule);
});
