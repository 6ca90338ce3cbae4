import { describe, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { micros } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { publishedHashes } from "#modules/fairness/testing/published-hashes.ts";
import { casesLimits } from "./limits.ts";
import {
  type Case,
  caseFault,
  casesFaults,
  casesRules,
  drawTickets,
  findCase,
  largestMultiplier,
  payoutAt,
  priceOf,
  prizeAt,
  prizeValue,
} from "./rules.ts";

const { current: rules } = casesRules;
const { cases, tickets, most_at_once: mostAtOnce } = rules;
const amber = required(findCase(rules, "amber"), "amber");
const altered = (change: (prizes: Case["prizes"][number][]) => void): Case => {
  const prizes = amber.prizes.map(prize => ({ ...prize }));
  change(prizes);
  return { ...amber, prizes };
};

test("a published version of the rules is never edited: each has the hash it was published with", () => {
  expect(publishedHashes(casesRules)).toEqual({
    "cases-1": "49b8bdbe88f0de902e8f0d7af11451cbda8a43bdadd77010ee9d389efe1fc20d",
  });
});

describe("the cases", () => {
  test("there are at least sixteen, over all price levels, each with its own name", () => {
    expect(cases.length).toBeGreaterThanOrEqual(16);
    expect(new Set(cases.map(({ slug }) => slug)).size).toBe(cases.length);
    const roubles = cases.map(({ prices }) => prices.RUB / 100);
    for (const [from, to] of [
      [10, 50],
      [50, 200],
      [200, 1000],
      [1000, 5000],
      [5000, 20_001],
    ] as const)
      expect(roubles.filter(price => price >= from && price < to).length, `${from}`).toBeGreaterThanOrEqual(2);
  });

  test("each returns exactly 95 % in every currency, counted ticket by ticket of the table in micro-units", {
    tags: ["known-failure/11/cases"],
  }, () => {
    for (const each of cases)
      for (const currency of currencyCodes) {
        const price = priceOf(each, currency);
        const returned = each.prizes.reduce((sum, prize) => sum + prizeValue(prize, price) * BigInt(prize.odds), 0n);
        expect(returned * 100n, `${each.slug} ${currency}`).toBe(price * 95n * BigInt(tickets));
      }
  });

  test("every prize is whole cents in every currency, so nothing of it is ever cut", {
    tags: ["known-failure/12/cases"],
  }, () => {
    for (const each of cases)
      for (const currency of currencyCodes)
        for (const prize of each.prizes) expect(prizeValue(prize, priceOf(each, currency)) % 10_000n).toBe(0n);
  });

  test("dearer prizes are rarer", () => {
    for (const { prizes, slug } of cases)
      for (const [index, prize] of prizes.entries())
        if (index > 0) expect(prize.odds, slug).toBeGreaterThan(required(prizes[index - 1], "before").odds);
  });

  test("the limits of the game are one of the cheapest and five of the dearest", () => {
    expect(casesLimits.USD).toEqual({ min: 100_000n, max: 5n * 200_000_000n });
    expect(casesLimits.RUB).toEqual({ min: 10_000_000n, max: 5n * 20_000_000_000n });
  });
});

describe("11: a table outside its band is refused", () => {
  test("a ticket too many, a better prize, a prize for nothing, prizes out of order", () => {
    expect(caseFault(rules, amber)).toBeUndefined();
    expect(
      caseFault(
        rules,
        altered(([first]) => first && Object.assign(first, { odds: first.odds + 1 })),
      ),
    ).toMatch(/add up/);
    expect(
      caseFault(
        rules,
        altered(([first]) => first && Object.assign(first, { multiple: first.multiple + 10 })),
      ),
    ).toMatch(/returns \d+/);
    expect(
      caseFault(
        rules,
        altered(([first]) => first && Object.assign(first, { odds: 0 })),
      ),
    ).toMatch(/above nothing/);
    expect(
      caseFault(
        rules,
        altered(prizes => void prizes.reverse()),
      ),
    ).toMatch(/dearest/);
    expect(caseFault(rules, { ...amber, prices: { ...amber.prices, KZT: 0.5 } })).toMatch(/price/);
    expect(casesFaults({ ...rules, cases: [amber, { ...amber }] })).toEqual([
      "amber: is there twice",
      "amber: is there twice",
    ]);
  });
});

describe("an opening", () => {
  test("the tickets at both ends of every prize give that prize and no other", () => {
    for (const each of cases) {
      let from = 0;
      for (const prize of each.prizes) {
        expect(prizeAt(each, from), each.slug).toBe(prize);
        from += prize.odds;
        expect(prizeAt(each, from - 1), each.slug).toBe(prize);
      }
      expect(from).toBe(tickets);
    }
  });

  test("five at once take five draws of one stream, in order: opening fewer gives the first of them", () => {
    const open = (count: number) =>
      drawTickets(rules, openStream(nobleHashes, new Uint8Array(32).fill(7), ["cases", "alice", 3]), count);
    const five = open(mostAtOnce);
    for (let count = 1; count < mostAtOnce; count++) expect(open(count)).toEqual(five.slice(0, count));
    const price = priceOf(amber, "USD");
    const values = five.map(ticket => prizeValue(prizeAt(amber, ticket), price));
    expect(payoutAt(amber, price, five)).toBe(values.reduce((sum, amount) => sum + amount, 0n));
  });

  test("no draw pays more than the largest multiplier says", () => {
    const price = micros(3_000_000n);
    const { numerator, denominator } = largestMultiplier(amber);
    expect(payoutAt(amber, price, [0, 0, 0])).toBe((price * 3n * numerator) / denominator);
  });

  test("a hundred thousand tickets fall on the prizes as often as the table says", () => {
    const stream = openStream(nobleHashes, new Uint8Array(32).fill(9), ["cases", "bob", 0]);
    const counts = new Map<number, number>();
    for (const ticket of drawTickets(rules, stream, 100_000)) {
      const { multiple } = prizeAt(amber, ticket);
      counts.set(multiple, (counts.get(multiple) ?? 0) + 1);
    }
    for (const { multiple, odds } of amber.prizes) {
      const [expected, p] = [odds / 10, odds / tickets];
      const deviation = Math.sqrt(100_000 * p * (1 - p));
      expect(Math.abs((counts.get(multiple) ?? 0) - expected), `${multiple}`).toBeLessThan(6 * deviation);
    }
  });
});
