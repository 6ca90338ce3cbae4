import { required } from "#kit/std/invariant.ts";
import { expectedFactor } from "../model/chances.ts";
import type { Line, Outcome, SportRules } from "../model/events/rules.ts";
import { priceMarket } from "../model/price.ts";
import { randomStream } from "../model/random.ts";
import { Deviations, factorOf } from "./deviations.ts";
import { runShare, seedOf } from "./matches.ts";

interface PricedLine {
  readonly line: Line;
  readonly chances: readonly Outcome[];
  readonly market: ReturnType<typeof priceMarket>;
}

/** What is open at a state, with its prices. */
function pricesAt<State>(rules: SportRules<State>, from: State): readonly PricedLine[] {
  const outcomes = rules.book(from);
  const lines = new Map([...rules.openingLines, ...rules.linesAt(from)].map(each => [`${each.id}?${each.spec}`, each]));
  return [...lines.values()]
    .filter(line => !rules.settle(line, from))
    .map(line => {
      const chances = outcomes(line);
      return { line, chances, market: priceMarket(line, chances) };
    });
}

/** Adds what each price returned at the end less what it is expected to return; rare outcomes are left out. */
function recordPrices<State>(
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

export type RulesOfMatch<State> = (number: number) => SportRules<State>;

/** Plays matches and compares prices with their ends: opening prices of all, prices of a random moment of the first `inPlay`. */
export function playPrices<State>(
  rulesOf: RulesOfMatch<State>,
  matches: number,
  inPlay: number,
): { readonly before: Deviations; readonly during: Deviations } {
  const before = new Deviations();
  const during = new Deviations();
  const first = rulesOf(0);
  const opening = pricesAt(first, first.before);
  for (let number = 0; number < matches * runShare; number++) {
    const rules = rulesOf(number);
    const end = endOf(rules);
    recordPrices(before, rules, opening, end);
    if (number >= inPlay * runShare) continue;
    const { state } = required(
      rules.steps[randomStream(seedOf(900_000 + number)).below(rules.steps.length - 1)],
      "a step",
    );
    recordPrices(during, rules, pricesAt(rules, state), end);
  }
  return { before, during };
}

/**
 * Looks at every `stride`-th moment of some matches. Names the markets that the end leaves open, whose chances do not sum to 1, or
 * with a price whose expected factor is above 1.
 */
export function unfairPrices<State>(rulesOf: RulesOfMatch<State>, matches: number, stride: number): readonly string[] {
  const found = new Set<string>();
  for (let number = 0; number < matches; number++) {
    const rules = rulesOf(number);
    const end = endOf(rules);
    for (const [index, { state }] of rules.steps.slice(0, -1).entries()) {
      if (index % stride !== number % stride) continue;
      for (const { line, chances, market } of pricesAt(rules, state)) {
        const name = `${line.id} ${line.spec}`;
        if (!rules.settle(line, end)) found.add(`${name} is open at the end`);
        const sum = chances.reduce((all, { p }) => all + p.win, chances[0]?.p.refund ?? 0);
        if (Math.abs(sum - 1) >= 1e-6) found.add(`the chances of ${name} sum to ${sum}`);
        for (const { id, price, p } of market.outcomes) {
          const factor = expectedFactor(p, Math.round(Number(price) * 1000));
          if (factor > 1 + 1e-6) found.add(`${name} ${id} returns ${factor}`);
        }
      }
    }
  }
  return [...found];
}

function endOf<State>({ steps }: SportRules<State>): State {
  return required(steps.at(-1), "an end").state;
}
