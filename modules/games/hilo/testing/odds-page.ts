import { payoutOf } from "#kit/money/amount.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { multiplierText } from "#modules/bets/shared/multiplier.ts";
import { money, percent, table } from "#modules/fairness/testing/exact.ts";
import { versionsText } from "#modules/fairness/testing/rules-text.ts";
import { hiloLimits } from "../shared/limits.ts";
import { chanceOf, type Guess, guesses, hiloRules, multiplierAfter } from "../shared/rules.ts";
import { cardName } from "../shared/verify.ts";

const { current: rules } = hiloRules;
const ranks = Array.from({ length: rules.ranks }, (_, card) => card);
const at = (card: number) => ({ start: {}, opening: { card }, steps: [] });

function cell(card: number, guess: Guess): string {
  const { numerator, denominator } = chanceOf(card, guess);
  return `${numerator}/${denominator}, × ${multiplierText(denominator, numerator)}`;
}

function stakeRow(currency: (typeof currencyCodes)[number]): string[] {
  const { min, max } = hiloLimits[currency];
  const returns = ranks.flatMap(card =>
    guesses.map(guess => {
      const { numerator, denominator } = chanceOf(card, guess);
      return {
        returned: payoutOf(min, multiplierAfter(rules, at(card), guess)) * numerator,
        staked: min * denominator,
      };
    }),
  );
  const lowest = returns.reduce((a, b) => (a.returned * b.staked < b.returned * a.staked ? a : b));
  const highest = returns.reduce((a, b) => (a.returned * b.staked > b.returned * a.staked ? a : b));
  return [
    money(min, currency),
    money(max, currency),
    percent(lowest.returned, lowest.staked, 4),
    percent(highest.returned, highest.staked, 4),
  ];
}

/** docs/games/hilo.md: every figure in it is computed from the rules that settle rounds. */
export function oddsPage(): string {
  return `# HiLo

*Printed from the rules that settle bets; a test checks that it is up to date.*

Cards come from an endless deck of 52: each is drawn independently, all equally likely. Ace is the lowest rank, king the highest. The player guesses whether the next card is higher or the same, lower or the same, red or black, or skips it.

## Guesses
A tie wins both guesses, but on an ace only a higher card wins, and on a king only a lower one. Red and black each win with a chance of 1/2. The table shows, for each open card, the chance of the guess and the factor for the multiplier.

${table(
  ["card", "higher or same", "lower or same"],
  ranks.map(card => [cardName(card).slice(0, -1), cell(card, "higher"), cell(card, "lower")]),
)}

The multiplier after k correct guesses is 0.99 times the product of one over their chances: the edge applies once to the whole round, so the return is 99 % for every sequence of guesses, wherever the player cashes out. A skip changes nothing. The player can cash
out after any correct guess. A guess whose payout would exceed the win cap is not offered. The round is cashed out automatically after ${rules.most_cards} cards, or when even the likeliest guess would exceed the cap.

## Return, computed exactly
Every guess on every rank as the only guess of a round, for actual payouts in micro-units at the smallest stake of each currency.

${table(["smallest stake", "largest stake", "lowest return of any guess", "highest"], currencyCodes.map(stakeRow))}

## The draw
Each card is a draw below 52 from the stream \`fairhouse-1:hilo:{client seed}:{nonce}:{block}\`, the first card included: the rank is d mod 13 + 1 (1 ace ... 13 king), the suit floor(d / 13): 0 diamonds, 1 hearts (red), 2 spades, 3 clubs (black). A round
uses one nonce, however many cards are dealt. See [the description](README.md).

${versionsText(hiloRules)} Golden rounds: [vectors.json](../../modules/games/hilo/shared/vectors.json).
`;
}
