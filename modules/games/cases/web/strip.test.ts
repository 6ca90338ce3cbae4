import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { casesRules } from "../shared/rules.ts";
import { caseSigns, itemShapes } from "./items.ts";
import { stopsAt, stripLength, stripOf } from "./strip.ts";

const { cases } = casesRules.current;

const bytes = (seed: number) => (count: number) => {
  let state = seed;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  });
};

test("the strip stops on the prize, and inside its card", () => {
  for (const of of cases)
    for (const [index, prize] of of.prizes.entries()) {
      const strip = stripOf(of, prize, bytes(index + 1));
      expect(strip.cards).toHaveLength(stripLength);
      expect(strip.cards[stopsAt]).toBe(prize);
      expect(Math.abs(strip.offset)).toBeLessThanOrEqual(0.4);
    }
});

test("passing cards appear as often as they are won: they do not depend on the prize", () => {
  const of = required(cases[0], "a case");
  const dear = required(of.prizes[0], "a prize");
  let [seen, all] = [0, 0];
  for (let seed = 1; seed <= 400; seed++) {
    const { cards } = stripOf(of, required(of.prizes.at(-1), "a prize"), bytes(seed * 7919));
    for (const [index, card] of cards.entries()) {
      if (index === stopsAt) continue;
      all += 1;
      if (card === dear) seen += 1;
    }
  }
  expect(seen / all).toBeGreaterThan((dear.odds / 1_000_000) * 0.7);
  expect(seen / all).toBeLessThan((dear.odds / 1_000_000) * 1.3);
});

test("every prize of every case has a drawing, and every case one of its own", () => {
  const signs = cases.map(({ slug }) => caseSigns[slug]);
  expect(new Set(signs).size).toBe(cases.length);
  for (const sign of signs) expect(itemShapes[required(sign, "a sign")]).toMatch(/^M/);
  for (const { prizes } of cases) for (const { item } of prizes) expect(itemShapes[item], item).toMatch(/^M/);
});
