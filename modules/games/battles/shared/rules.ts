import { drawBelow } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import { type Micros, micros, type Ratio } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { required } from "#kit/std/invariant.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";
import {
  type Case,
  type CasesRules,
  caseConfiguration,
  rtpPercentOf as casesRtpPercentOf,
  casesRules,
  findCase,
  priceOf,
  prizeAt,
  prizeValue,
  returnedOf as returnedOfCase,
} from "#modules/games/cases/shared/rules.ts";

/**
 * Battles: two to four players open the same cases; the highest total of prizes takes the prizes of all. Every function is pure
 * and takes the rules of the battle.
 */

export interface BattlesRules {
  readonly version: string;
  readonly draws: string;
  readonly pot: string;
  /** The rules of the cases that are opened. */
  readonly cases: CasesRules;
}

const battles1: BattlesRules = {
  version: "battles-1",
  draws: "case by case, seats in order",
  pot: "all prizes, shared by the highest totals",
  cases: casesRules.rulesOf("cases-1"),
};

export const battlesRules = ruleVersions({ current: battles1, all: [battles1] });

/** Percent of all stakes that players get back in the long run: that of the cases, since no fee is taken from the pot. */
export const rtpPercentOf = ({ cases }: BattlesRules): number => casesRtpPercentOf(cases);
/** The same exactly: every case returns it. */
export const returnedOf = ({ cases }: BattlesRules): Ratio => returnedOfCase(cases, required(cases.cases[0], "a case"));
export const fewestSeats = 2;
export const mostSeats = 4;
/** Cases of one battle, one per round. */
export const mostCases = 10;
/** A battle that is not full this long after it was opened is refunded to all its players. */
export const openForMs = 600_000;
/** Battles that one player may have open. */
export const openPerPlayer = 5;

/** The cases of a battle, in the order in which they are opened. Throws InvariantError for a slug that is not sold. */
export function casesOf({ cases }: BattlesRules, slugs: readonly string[]): readonly Case[] {
  return slugs.map(slug => required(findCase(cases, slug), "a case that is sold"));
}

/** What the hash of the configuration covers: the rules, and the whole of each case that is opened, each once. */
export function battleConfiguration({ cases, ...common }: BattlesRules, slugs: readonly string[]): object {
  return { ...common, cases: [...new Set(slugs)].map(slug => caseConfiguration(cases, slug)) };
}

/** What a seat costs: the price of every case once. */
export function seatPrice(rules: BattlesRules, slugs: readonly string[], currency: Currency): Micros {
  return micros(casesOf(rules, slugs).reduce((sum, each) => sum + priceOf(each, currency), 0n));
}

/** The largest payout of one stake: every seat draws the top prize of every case, and one seat takes them all. */
export function largestPayout(rules: BattlesRules, slugs: readonly string[], seats: number, currency: Currency): Ratio {
  const best = casesOf(rules, slugs).reduce(
    (sum, each) => sum + prizeValue(required(each.prizes[0], "a prize"), priceOf(each, currency)),
    0n,
  );
  return { numerator: best * BigInt(seats), denominator: seatPrice(rules, slugs, currency) };
}

/** One ticket a seat and case: `tickets[case][seat - 1]`, 0 to 999,999; drawn case by case, seats in order. */
export function drawBattle(rules: BattlesRules, stream: WordStream, cases: number, seats: number): number[][] {
  return Array.from({ length: cases }, () =>
    Array.from({ length: seats }, () => Number(drawBelow(stream, BigInt(rules.cases.tickets)))),
  );
}

/** How a battle ends. Lists are by seat. */
export interface BattleEnd {
  /** Total of the prizes of each seat. */
  readonly totals: readonly Micros[];
  readonly pot: Micros;
  /** Seats with the highest total. */
  readonly winners: readonly number[];
  readonly payouts: readonly Micros[];
}

/** The highest total takes the sum of all prizes; equal totals share it, and micro-units that do not divide go to the earlier seats. */
export function battleEnd(
  rules: BattlesRules,
  slugs: readonly string[],
  drawn: readonly (readonly number[])[],
  currency: Currency,
): BattleEnd {
  const opened = casesOf(rules, slugs);
  const seats = required(drawn[0], "a battle opens a case").length;
  const totals = Array.from({ length: seats }, (_, seat) =>
    micros(
      opened.reduce((sum, each, index) => {
        const ticket = required(drawn[index]?.[seat], "a ticket for every seat and case");
        return sum + prizeValue(prizeAt(each, ticket), priceOf(each, currency));
      }, 0n),
    ),
  );
  return { totals, ...shared(totals) };
}

function shared(totals: readonly Micros[]): Omit<BattleEnd, "totals"> {
  const pot = totals.reduce<bigint>((sum, total) => sum + total, 0n);
  const highest = totals.reduce<bigint>((most, total) => (total > most ? total : most), 0n);
  const winners = totals.flatMap((total, index) => (total === highest ? [index + 1] : []));
  const share = pot / BigInt(winners.length);
  const odd = Number(pot % BigInt(winners.length));
  const payouts = totals.map((_, index) => {
    const rank = winners.indexOf(index + 1);
    return micros(rank < 0 ? 0n : rank < odd ? share + 1n : share);
  });
  return { pot: micros(pot), winners, payouts };
}
