import { expect, test } from "vitest";
import { isBonusPlay } from "./bonus-play.ts";

const usd = (bonus_balance: string) => ({ currency: "USD", bonus_balance });

test.each([
  ["a stake takes some of it", usd("50"), usd("49"), true],
  ["a stake and its win", usd("50"), usd("50.98"), true],
  ["real money alone was staked", usd("50"), usd("50"), false],
  ["a bonus starts", usd("0"), usd("50"), false],
  ["a bonus is completed, given up or lost", usd("50"), usd("0.00"), false],
  ["another wallet", { currency: "EUR", bonus_balance: "10" }, usd("5"), false],
  ["the first balance of the visit", undefined, usd("50"), false],
])("%s: %#", (_, before, after, plays) => {
  expect(isBonusPlay(before, after)).toBe(plays);
});
