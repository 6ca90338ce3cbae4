import { afterAll, beforeAll, expect, test } from "vitest";
import type { Db } from "#kit/db/db.ts";
import { isCheckViolation } from "#kit/db/errors.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { idOf, keyOf } from "../testing/test-bets.ts";

/** What the database itself refuses to store of wallets, bets, slips, rounds and transfers, whatever a statement writes. */

let app: TestApp;
let db: Db;
const [player, key] = [`'${idOf("alice")}'`, `'${keyOf(1)}'`];
const hash = "decode(repeat('00', 32), 'hex')";

beforeAll(async () => {
  app = await testApp();
  db = app.host.db;
  await app.player("alice", 1_000n);
  await db.query(
    `INSERT INTO wallet.bets (player_id, key, stake, payout, win_cap, balance_after, settled_balance, seq, settled_seq, placed_at, settled_at,
       seed_number, nonce, game, status, currency, request_hash, rules_version, choice, from_bonus, paid_bonus, counted, grant_no, rate, bonus_after)
     VALUES (${player}, ${key}, 100, 150, 1000, 900, 1050, 1, 2, now(), now(), 1, 0, 1, 1, 'USD', ${hash}, 'dice-1', '{}', 40, 60, 100, 1, 100, 0)`,
  );
  await db.query(
    `INSERT INTO wallet.slips (player_id, key, stake, closed, cashed_out, payout, boost, win_cap, balance_after, seq, placed_at, settled_at,
       revision, status, free_bet, currency, request_hash, rules_version, terms, from_bonus, grant_no, rate, bonus_after, paid_bonus, boost_bonus,
       cashed_bonus, bonus_to, counted)
     VALUES (${player}, ${key}, 100, 40, 30, 150, 10, 1000, 900, 1, now(), now(), 1, 1, false, 'USD', ${hash}, 'betting-1', '{}', 50, 1, 100, 0, 20, 5,
       10, 1, 100)`,
  );
  await db.query(
    `INSERT INTO wallet.slip_revisions (player_id, key, number, id, kind, reversed, closed, payout, boost, owed, repaid, balance_after, at, cause,
       paid_bonus, boost_bonus, bonus_short)
     VALUES (${player}, ${key}, 1, ${key}, 1, 1, 40, 150, 10, 5, 5, 900, now(), '', 20, 5, 0)`,
  );
  await db.query(
    `INSERT INTO wallet.provider_rounds (player_id, round, game, slug, provider_round, currency, exclusive, status, bets, staked, cap, won, opened_at,
       closed_at, from_bonus, bonus_held, grant_no)
     VALUES (${player}, ${key}, 100, 'reels', ${key}, 'USD', true, 1, '{}', 100, 1000, 50, now(), now(), 40, 20, 1)`,
  );
  await db.query(
    `INSERT INTO wallet.provider_txs (player_id, key, kind, request_hash, round, game, currency, amount, balance_after, at, held)
     VALUES (${player}, ${key}, 2, ${hash}, ${key}, 100, 'USD', 50, 900, now(), 20)`,
  );
});
afterAll(() => app.close());

/** Triggers that refuse any change do not run. */
const change = (table: string, to: string) =>
  db.tx(async tx => {
    await tx.query("SET LOCAL session_replication_role = replica");
    await tx.query(
      `UPDATE ${table === "transfers" ? "ledger" : "wallet"}.${table} SET ${to} WHERE player_id = ${player}`,
    );
    throw new RolledBack();
  });

class RolledBack extends Error {}

test.each([
  ["bets", "stake = 101, counted = 0"],
  ["bets", "settled_balance = NULL, settled_bonus = NULL"],
  ["bets", "stake = 0, game = 100, from_bonus = 0, counted = 0"],
  ["slips", "closed = 60, cashed_out = 31"],
  ["slip_revisions", "reversed = NULL"],
  ["provider_rounds", "status = 0, closed_at = NULL"],
  ["provider_txs", "kind = 4, held = 0"],
  ["wallets", "vault = 5"],
])("%s with %s is stored", (table, to) => expect(change(table, to)).rejects.toThrow(RolledBack));

test.each([
  ["stake = -1, from_bonus = 0, counted = 0"],
  ["stake = 0, from_bonus = 0, counted = 0"],
  ["payout = -1, paid_bonus = 0"],
  ["win_cap = -1, payout = -2, paid_bonus = 0"],
  ["payout = 1001"],
  ["status = 3"],
  ["status = 0, settled_at = NULL"],
  ["settled_at = NULL"],
  ["balance_after = -1"],
  ["settled_balance = -1"],
  ["currency = 'US'"],
  ["request_hash = '\\x00'"],
  ["nonce = NULL"],
  ["seed_number = NULL"],
  ["opening = '{}', journal = '{}', nonce = NULL, seed_number = NULL"],
  ["opening = '{}'"],
  ["journal = '{}'"],
  ["rate = NULL"],
  ["grant_no = NULL, rate = NULL"],
  ["from_bonus = -1"],
  ["from_bonus = 101"],
  ["paid_bonus = -1"],
  ["paid_bonus = 151"],
  ["counted = -1"],
  ["counted = 1001"],
  ["bonus_after = -1"],
  ["settled_bonus = -1"],
])("no bet has %s", to => refused("bets", to));

test.each([
  ["stake = 0, closed = 0, from_bonus = 0"],
  ["closed = -1"],
  ["closed = 101"],
  ["closed = 100"],
  ["status = 3, payout = 0, boost = 0, paid_bonus = 0, boost_bonus = 0, bonus_to = NULL"],
  ["cashed_out = -1, cashed_bonus = -2"],
  ["payout = -1"],
  ["payout = 1001"],
  ["boost = -1, boost_bonus = 0"],
  ["status = 2"],
  ["status = 4, payout = 0, boost = 0, paid_bonus = 0, boost_bonus = 0, bonus_to = NULL"],
  ["settled_at = NULL"],
  ["balance_after = -1"],
  ["currency = 'US'"],
  ["request_hash = '\\x00'"],
  ["rate = NULL"],
  ["rate = 0"],
  ["free_bet = true"],
  ["grant_no = NULL, rate = NULL"],
  ["from_bonus = -1"],
  ["from_bonus = 101"],
  ["paid_bonus = -1"],
  ["boost_bonus = -1"],
  ["boost_bonus = 11"],
  ["cashed_bonus = -1"],
  ["cashed_bonus = 31"],
  ["bonus_to = NULL"],
  ["status = 0, settled_at = NULL, payout = 0, boost = 0, paid_bonus = 0, boost_bonus = 0"],
  ["counted = -1"],
  ["bonus_after = -1"],
])("no slip has %s", to => refused("slips", to));

test.each([
  ["number = 0"],
  ["kind = 5"],
  ["reversed = 3"],
  ["payout = -1"],
  ["boost = -1, boost_bonus = 0"],
  ["closed = -1"],
  ["owed = -1"],
  ["repaid = -1"],
  ["balance_after = -1"],
  ["paid_bonus = -1"],
  ["boost_bonus = -1"],
  ["boost_bonus = 11"],
  ["bonus_short = -1"],
])("no revision has %s", to => refused("slip_revisions", to));

test.each([
  ["game = 99"],
  ["currency = 'US'"],
  ["status = 0"],
  ["closed_at = NULL"],
  ["cap = -1"],
  ["staked = -1, from_bonus = 0"],
  ["won = -1, bonus_held = 0"],
  ["from_bonus = -1"],
  ["from_bonus = 101"],
  ["bonus_held = -1"],
  ["bonus_held = 51"],
  ["grant_no = NULL"],
  ["pot_share = -1"],
  ["reserve_share = -1"],
  ["pot_won = -1"],
])("no round of a provider has %s", to => refused("provider_rounds", to));

test.each([
  ["kind = 3"],
  ["amount = -1, held = 0"],
  ["held = -1"],
  ["held = 51"],
  ["pot = -1"],
  ["balance_after = -1"],
  ["currency = 'US'"],
  ["request_hash = '\\x00'"],
])("no transaction of a provider has %s", to => refused("provider_txs", to));

test.each([
  ["vault = -1"],
  ["reserved = -1"],
  ["reserved_bonus = -1"],
  ["wager_left = -1"],
  ["wager_open = -1"],
  ["wagered = -1"],
  ["seq = -1"],
  ["currency = 'US'"],
])("no wallet has %s", to => refused("wallets", to));

test.each([
  ["amount = 0"],
  ["seq = 0"],
  ["debit = 0"],
  ["credit = 0"],
  ["debit = credit"],
  ["kind = 0"],
  ["balance_after = -1"],
  ["currency = 'US'"],
])("no transfer has %s", to => refused("transfers", to));

async function refused(table: string, to: string): Promise<void> {
  const error: unknown = await change(table, to).catch((thrown: unknown) => thrown);
  expect(isCheckViolation(error, `${table}_valid`), String(error)).toBe(true);
}
