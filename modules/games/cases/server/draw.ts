import type { WordStream } from "#kit/fair/stream.ts";
import type { Micros } from "#kit/money/amount.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import type { Draw } from "#modules/fairness/server/index.ts";
import { type Case, type CasesRules, drawTickets, payoutAt, prizeAt } from "../shared/rules.ts";

/** Draws a ticket for each opened case: the outcome stored with the bet, and its payout. */
export function drawFor(rules: CasesRules, of: Case, count: number, price: Micros, stream: WordStream): Draw {
  const tickets = drawTickets(rules, stream, count);
  const multipliers = tickets.map(ticket => formatHundredths(prizeAt(of, ticket).multiple));
  return { outcome: { tickets, multipliers }, payout: payoutAt(of, price, tickets) };
}
