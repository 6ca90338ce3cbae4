import type { Ratio } from "#kit/money/amount.ts";
import type { Play, StepwiseRules } from "./stepwise.ts";

/**
 * What each step of a finished round multiplied the round's value by: from the return that it began with to what was paid. Before a step its mean
 * is 1, whatever is chosen and whenever the round is left. `paid`: the share of the stake that was paid out.
 */
export function stepShares<Start, Choice, Opening, Shown>(
  rules: StepwiseRules<Start, Choice, Opening, Shown>,
  { start, opening, steps }: Play<Start, Choice, Opening, Shown>,
  paid: number,
): readonly number[] {
  const shares: number[] = [];
  let value = shareOf(rules.returned);
  for (const index of steps.keys()) {
    const after = { start, opening, steps: steps.slice(0, index + 1) };
    const isLast = index === steps.length - 1;
    const next = isLast ? paid : shareOf(rules.cashOutMultiplier(after) ?? rules.returned);
    shares.push(next / value);
    value = next;
  }
  return shares;
}

const shareOf = ({ numerator, denominator }: Ratio) => Number(numerator) / Number(denominator);
