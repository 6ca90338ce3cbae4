import { afterAll, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { correctionInvariants } from "#modules/corrections/server/index.ts";
import { cryptoInvariants } from "#modules/crypto/server/index.ts";
import { projectionInvariants } from "#modules/projections/server/index.ts";
import { invariants } from "./invariants.ts";
import { plants } from "./testing/planted/breaches.ts";
import { gamePayouts } from "./testing/planted/game-payouts.ts";
import { at, grant, transfer } from "./testing/planted/ledger-rows.ts";
import { wonRound } from "./testing/planted/provider-rows.ts";
import {
  entered,
  finished,
  given,
  jackpotOf,
  laterSpin,
  laterVersion,
  potBet,
  potFed,
  potOf,
  potWon,
  ranked,
  spin,
  wonPrize,
} from "./testing/planted/reward-rows.ts";

/**
 * Every invariant is proven to detect its breach: on the tables of all modules, each is broken by direct SQL (constraints and triggers
 * are off, in a transaction that is rolled back), and must report it. That correct books have no findings is tested in every module.
 */

let host: TestHost;
beforeAll(async () => {
  host = await testHost({ modules: "all" });
});
afterAll(() => host.close());

test.each(gamePayouts)("accepts a correct payout: %s %d", async (name, right, pays) => {
  expect(await found(name, pays(right))).toBe(0);
});

test("accepts a provider's win that is split by the stakes of its round", async () => {
  for (const name of [
    "a win of a provider is split",
    "the bets of a provider's round",
    "bonus money in a provider's game",
  ])
    expect(await found(name, [grant(1), ...wonRound({ paid_bonus: 5 })])).toBe(0);
});

test("accepts a wheel spin with a correct, booked prize", async () => {
  expect(await found("a spin of the wheel wins", [spin(2_000)])).toBe(0);
  expect(await found("every spin of the wheel has", [spin(2_000), given(2_000)])).toBe(0);
});

test("accepts a tournament whose place has its prize in the books", async () => {
  const planted = [finished, ranked, wonPrize(5), given(5)];
  for (const name of [
    "every prize of a tournament",
    "a prize of a tournament is that",
    "a finished tournament has paid",
  ])
    expect(await found(name, planted)).toBe(0);
});

test("accepts a jackpot that a bet fed, and one that it won and was paid", async () => {
  const open = [jackpotOf(), potOf(15), entered(), potBet, ...potFed];
  const word = 0n;
  const taken = [jackpotOf(), potOf(15, at(1)), entered({ word, won: true }), potWon(15, at(2)), potBet, ...potFed];
  const paidOut = transfer({ seq: 3, amount: 15, debit: 3016, credit: 1, kind: 47, reference: 21 });
  for (const { name } of invariants.filter(({ id }) => id === "I18")) {
    expect(await found(name, open), name).toBe(0);
    expect(await found(name, taken.concat(paidOut)), name).toBe(0);
  }
});

test("accepts a spin that is correct under prizes set in the office", async () => {
  const planted = [laterVersion(1), laterSpin(200_000)];
  expect(await found("a spin under prizes set in the office", planted)).toBe(0);
  expect(await found("a spin is made under the version", planted)).toBe(0);
  expect(await found("a spin is made under the version", [laterVersion(2), spin(2_000)])).toBe(0);
});

/** Invariants whose breaches are planted separately: they need more than rows. */
const elsewhere = new Set(
  [...cryptoInvariants, ...correctionInvariants, ...projectionInvariants()].map(({ name }) => name),
);

class RolledBack extends Error {}

/** The findings of this invariant after the statements. */
async function found(name: string, statements: readonly string[]): Promise<number> {
  const one = required(
    invariants.find(invariant => invariant.name.startsWith(name)),
    name,
  );
  let rows = -1;
  const planted = host.db.tx(async tx => {
    await tx.query("SET LOCAL session_replication_role = replica");
    for (const statement of statements) await tx.query(statement);
    rows = (await one.run(tx)).length;
    throw new RolledBack();
  });
  await expect(planted).rejects.toThrow(RolledBack);
  return rows;
}

test.each(plants)("detects a breach: %s", async (name, ...statements) => {
  expect(await found(name, [])).toBe(0);
  expect(await found(name, statements)).toBeGreaterThan(0);
});

test("every invariant has a tested breach, a number from I1 to I25 or B1 to B10, and a unique name", () => {
  const names = invariants.map(({ name }) => name);
  const unshown = names.filter(name => !elsewhere.has(name) && !plants.some(([begin]) => name.startsWith(begin)));
  expect(unshown).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
  const numbers = new Set(invariants.map(({ id }) => id));
  const all = (letter: string, length: number) => Array.from({ length }, (_, i) => `${letter}${i + 1}`);
  expect([...numbers].toSorted()).toEqual([...all("I", 25), ...all("B", 10)].toSorted());
});
