import { required } from "#kit/std/invariant.ts";
import { expectedFactor } from "../model/chances.ts";
import type { Line, SportRules } from "../model/events/rules.ts";
import { priceMarket } from "../model/price.ts";
import { type Deviations, factorOf } from "./deviations.ts";

interface PricedLine {
  readonly line: Line;
  readonly market: ReturnType<typeof priceMarket>;
}

/** What is open at a state, with its prices. */
export function pricesAt<State>(rules: SportRules<State>, from: State): readonly PricedLine[] {
  const outcomes = rules.book(from);
  const lines = new Map([...rules.openingLines, ...rules.linesAt(from)].map(each => [`${each.id}?${each.spec}`, each]));
  return [...lines.values()]
    .filter(line => !rules.settle(line, from))
    .map(line => ({ line, market: priceMarket(line, outcomes(line)) }));
}

/** Adds what each price returned at the end less what it is expected to return; rare outcomes are left out. */
export function recordPrices<State>(
  found: Deviations,
  rules: SportRules<State>,
  prices: readonly PricedLine[],
  end: State,
): void {
  for (const { line, market } of prices) {
    const results = new Map(required(rules.settle(line, end), `${line.id} ${line.spec} is open at the end`));
    for (const { id, price, p } of market.outcomes) {
      const odds = Number(price);
      if (p.win >= 0.02)
        found.add(
          `${line.id} ${line.spec} ${id}`,
          factorOf(required(results.get(id), id), odds) - expectedFactor(p, odds * 1000),
        );
    }
  }
}
