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

*Printed from the rules that settle bets; a test holds that it is up to date.*

Cards come from an endless deck of 52: each is drawn independently, all equally likely. Ace is the lowest rank, king the highest. The player says of the next card that it is higher or same, lower or same, red, or black; or skips it.

## Guesses
A tie wins both ways, but above an ace only a higher card wins, and below a king only a lower one. Red and black win with 1/2. Of each rank that lies open: the chance of the guess, and what the multiplier is multiplied by.

${table(
  ["card", "higher or same", "lower or same"],
  ranks.map(card => [cardName(card).slice(0, -1), cell(card, "higher"), cell(card, "lower")]),
)}

The multiplier after k right guesses is 0.99 times the product of one over their chances: one edge for the whole round, so the return is 99 % for every sequence of guesses and every moment of cash-out. A skip changes nothing. Cash-out
only after a right guess. A guess whose payout would pass the win cap of the bet is not offered; after ${rules.most_cards} cards, and when even the likeliest guess there is would pass the cap, the round is cashed out automatically.

## Return, counted
Every guess at every rank as the only one of a round, in micro-units as it is paid, at the smallest stake of each currency.

${table(["smallest stake", "largest stake", "lowest return of any", "highest"], currencyCodes.map(stakeRow))}

## The draw
Each card is a draw below 52 from the stream \`fairhouse-1:hilo:{client seed}:{nonce}:{block}\`, the first card included: the rank is d mod 13 + 1 (1 ace ... 13 king), the suit floor(d / 13): 0 diamonds, 1 hearts (red), 2 spades, 3 clubs (black). One
nonce a round, however many cards are dealt. See [the description](README.md).

${versionsText(hiloRules)} Golden rounds: [vectors.json](../../modules/games/hilo/shared/vectors.json).
`;
}
