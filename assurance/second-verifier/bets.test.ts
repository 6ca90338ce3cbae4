import { expect, test } from "vitest";
import { checkBets } from "./bets-verifier.ts";
import { randomMarkets } from "./random-markets.ts";

test("1,000 random matches of every sport, with every kind of market, are settled alike here and in Python", async () => {
  const { code, text } = await checkBets(randomMarkets(1_000));
  expect(text.split("\n").slice(0, 3).join("\n")).toMatch(/^\d{6} results, 0 differ/);
  expect(code).toBe(0);
}, 300_000);

test("a result that differs is named", async () => {
  const [line = ""] = randomMarkets(1);
  const { code, text } = await checkBets([line.replace(/"results":\{"home":"\w+"/, '"results":{"home":"half_won"')]);
  expect(code).toBe(1);
  expect(text).toContain("differs: 1x2  home: here ");
});
