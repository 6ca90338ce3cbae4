import { expect, test } from "vitest";
import { isTightening, type MarketTerms, type OwnPrice } from "./market-terms.ts";

const now = 1_000;
const defaults = { maxWin: 10n, cap: 50n };
const ceiling = (price: number, until = 2_000): OwnPrice => ({ kind: "ceiling", price, until });
const fixed = (price: number, until = 2_000): OwnPrice => ({ kind: "fixed", price, until });
const home = (price: OwnPrice): MarketTerms => ({ prices: { home: price } });

test.each<[string, MarketTerms, MarketTerms, boolean]>([
  ["nothing", {}, {}, true],
  ["a ceiling", {}, home(ceiling(1_950)), true],
  ["a lower ceiling", home(ceiling(1_950)), home(ceiling(1_900)), true],
  ["a higher ceiling", home(ceiling(1_950)), home(ceiling(1_960)), false],
  ["a ceiling for longer", home(ceiling(1_950)), home(ceiling(1_950, 3_000)), true],
  ["a ceiling that ends sooner", home(ceiling(1_950)), home(ceiling(1_900, 1_500)), false],
  ["no ceiling any more", home(ceiling(1_950)), {}, false],
  ["no ceiling after it has expired", home(ceiling(1_950, 900)), {}, true],
  ["a fixed price, however low", {}, home(fixed(1_100)), false],
  ["the same fixed price", home(fixed(1_100)), home(fixed(1_100)), true],
  ["no fixed price any more", home(fixed(1_100)), {}, false],
  ["a margin", {}, { power: 980 }, true],
  ["a smaller margin", { power: 980 }, { power: 990 }, false],
  ["no margin", { power: 980 }, {}, false],
  ["a lower limit", {}, { maxWin: "5", cap: "50" }, true],
  ["a limit above the default", {}, { cap: "51" }, false],
  ["the default again", { maxWin: "5" }, {}, false],
  ["one limit lower, the other higher", { maxWin: "5" }, { maxWin: "4", cap: "60" }, false],
])("%s: %j to %j may be done by one person: %s", (_, before, after, expected) => {
  expect(isTightening(before, after, defaults, now)).toBe(expected);
});
