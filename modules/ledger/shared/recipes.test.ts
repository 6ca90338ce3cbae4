import { expect, test } from "vitest";
import { accountName, everyAccount } from "./chart.ts";
import { kindNumbers } from "./kinds.ts";
import { accountsOf, recipes } from "./recipes.ts";

const legs = Object.entries(recipes).flatMap(([kind, { legs: pairs }]) => pairs.map(pair => [kind, ...pair] as const));

test.each(legs)("%s moves money between existing accounts: %s to %s", (_kind, debit, credit) => {
  expect(accountsOf(debit).length).toBeGreaterThan(0);
  expect(accountsOf(credit).length).toBeGreaterThan(0);
});

test("every account but one reserved is used, and numbers are used once", () => {
  const used = new Set(legs.flatMap(([, debit, credit]) => [...accountsOf(debit), ...accountsOf(credit)]));
  expect(everyAccount.filter(({ code }) => !used.has(code)).map(({ name }) => name)).toEqual([]);
  expect(new Set(Object.values(kindNumbers)).size).toBe(Object.keys(kindNumbers).length);
});

test("a family matches its accounts and no others", () => {
  expect(accountsOf("deposits:*").map(accountName)).toEqual([
    "deposits:sandbox",
    "deposits:usdt",
    "deposits:eth",
    "deposits:reserve",
  ]);
  expect(accountsOf("bonus:*").map(accountName)).not.toContain("player:bonus");
  expect(accountsOf("exchange").map(accountName)).toEqual(["exchange"]);
  expect(accountsOf("nothing")).toEqual([]);
});

test("no recipe moves money from one player's balance to another's: both balances of a recipe have one owner", () => {
  const playerTransfers = legs.filter(
    ([, debit, credit]) => debit.startsWith("player:") && credit.startsWith("player:"),
  );
  expect(playerTransfers.map(([kind]) => kind)).toEqual(["vault", "vault", "bonus_released"]);
});
