import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { NameIn } from "#kit/i18n/text-keys.ts";
import { type Micros, micros, microsPerMinor, payoutOf, type Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import { caseTables } from "./tables.ts";

/**
 * Cases: a case has a price in each currency and a published table of prizes, multiples of the price with odds in millionths.
 * Each opened case draws one ticket of a million. Every function is pure and takes the rules of the bet, or a case of them.
 */

export interface Prize {
  /** The item that represents it: its picture and its name. */
  readonly item: NameIn<"cases", "items">;
  /** Of the price, in hundredths. */
  readonly multiple: number;
  /** How many of the million tickets win it. */
  readonly odds: number;
}

export interface Case {
  readonly slug: NameIn<"cases", "names">;
  /** Minor units. */
  readonly prices: Readonly<Record<Currency, number>>;
  /** The dearest first. */
  readonly prizes: readonly Prize[];
}

export interface CasesRules {
  readonly version: string;
  /** Tickets of one opened case; the odds of its prizes add up to this. */
  readonly tickets: number;
  readonly most_at_once: number;
  readonly cases: readonly Case[];
}

const cases1: CasesRules = { version: "cases-1", tickets: 1_000_000, most_at_once: 5, cases: caseTables };

export const casesRules = ruleVersions({ current: cases1, all: [cases1] });

export const findCase = ({ cases }: CasesRules, slug: string): Case | undefined =>
  cases.find(each => each.slug === slug);

const configurations = new WeakMap<Case, object>();

/** What the hash in a proof covers: the rules with the one case that was opened. The same object each time. */
export function caseConfiguration(rules: CasesRules, slug: string): object {
  const of = required(findCase(rules, slug), "a case that is sold");
  const { cases: _, ...common } = rules;
  const configuration = configurations.get(of) ?? { ...common, ...of };
  configurations.set(of, configuration);
  return configuration;
}

const prizesOf = ({ prizes }: Case): bigint =>
  prizes.reduce((sum, { multiple, odds }) => sum + BigInt(multiple) * BigInt(odds), 0n);

/** Percent of the price that every case returns, exactly: {@link casesFaults} finds one that returns anything else. */
export const rtpPercentOf = ({ cases, tickets }: CasesRules): number =>
  Number((prizesOf(required(cases.at(-1), "a case")) * 1000n) / BigInt(tickets)) / 1000;

/** The same exactly, of the case that was opened. Throws InvariantError for a slug that is not sold. */
export function returnedOf(rules: CasesRules, choice: Json): Ratio {
  const { slug } = choice as { readonly slug: string };
  return {
    numerator: prizesOf(required(findCase(rules, slug), "a case that is sold")),
    denominator: 100n * BigInt(rules.tickets),
  };
}

/** What is wrong with a case; undefined when it may be sold. */
export function caseFault(rules: CasesRules, { prices, prizes }: Case): string | undefined {
  const whole = (value: number) => Number.isSafeInteger(value) && value > 0;
  if (!Object.values(prices).every(whole)) return "a price is not whole minor units";
  if (prizes.length < 2 || !prizes.every(prize => whole(prize.multiple) && whole(prize.odds)))
    return "multiples and odds are whole and above nothing";
  if (
    prizes.some((prize, index) => index > 0 && prize.multiple >= required(prizes[index - 1], "the one before").multiple)
  )
    return "the dearest prize comes first";
  const odds = prizes.reduce((sum, prize) => sum + prize.odds, 0);
  const { tickets } = rules;
  if (odds !== tickets) return `the odds add up to ${odds} of ${tickets}`;
  const returned = prizes.reduce((sum, prize) => sum + BigInt(prize.multiple) * BigInt(prize.odds), 0n);
  const percent = rtpPercentOf(rules);
  if (returned !== BigInt(percent * tickets)) return `returns ${returned} of ${tickets} hundredths, not ${percent} %`;
  return undefined;
}

/** What is wrong with the cases, one sentence each; with a fault the game is not opened. */
export function casesFaults(rules: CasesRules): readonly string[] {
  const { cases: all } = rules;
  return all.flatMap(each => {
    const fault = all.some(other => other !== each && other.slug === each.slug)
      ? "is there twice"
      : caseFault(rules, each);
    return fault === undefined ? [] : [`${each.slug}: ${fault}`];
  });
}

/** Price of one case, in micro-units. */
export function priceOf({ prices }: Case, currency: Currency): Micros {
  return micros(BigInt(prices[currency]) * microsPerMinor);
}

/** Draws the ticket of each opened case, in order: 0 to 999,999. */
export function drawTickets({ tickets }: CasesRules, stream: WordStream, count: number): number[] {
  return Array.from({ length: count }, () => Number(drawBelow(stream, BigInt(tickets))));
}

/** The first prize whose odds, added up from the top of the table, exceed the ticket. */
export function prizeAt({ prizes }: Case, ticket: number): Prize {
  let above = 0;
  return required(
    prizes.find(({ odds }) => {
      above += odds;
      return above > ticket;
    }),
    "the odds add up to a million",
  );
}

/** Amount of a prize, cut to a micro-unit; at the current prices nothing is cut. */
export function prizeValue({ multiple }: Pick<Prize, "multiple">, price: Micros): Micros {
  return payoutOf(price, { numerator: BigInt(multiple), denominator: 100n });
}

/** Total payout of all prizes. */
export function payoutAt(of: Case, price: Micros, drawn: readonly number[]): Micros {
  return micros(drawn.reduce((sum, ticket) => sum + prizeValue(prizeAt(of, ticket), price), 0n));
}

/** The best multiple of the stake there is: every opened case gives its dearest prize. */
export function largestMultiplier({ prizes }: Case): Ratio {
  return { numerator: BigInt(required(prizes[0], "a prize").multiple), denominator: 100n };
}
