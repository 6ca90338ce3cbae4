import type { HiloChoiceName } from "../shared/rules.ts";
import { chanceOf, type Guess, guesses, rankOf, winningRanks } from "../shared/rules.ts";

/** The chance of a guess in percent with one decimal, truncated: "69.2", "50". */
export function chancePercent(card: number, guess: Guess): string {
  const { numerator, denominator } = chanceOf(card, guess);
  const scaled = (numerator * 1000n) / denominator;
  return scaled % 10n === 0n ? String(scaled / 10n) : `${scaled / 10n}.${scaled % 10n}`;
}

/** Above an ace and below a king the same card does not win. */
export function isStrict(card: number, guess: Guess): boolean {
  return (guess === "higher" && rankOf(card) === 1) || (guess === "lower" && rankOf(card) === 13);
}

/** The choice of an autobet run: the likeliest offered side, the higher one of two; a skip if there is none. */
export function likeliest(card: number, offered: readonly Guess[]): HiloChoiceName {
  const weight = (guess: Guess) => (guess === "higher" || guess === "lower" ? winningRanks(card, guess) : 6.5);
  const best = guesses.filter(guess => offered.includes(guess)).sort((a, b) => weight(b) - weight(a));
  return best[0] ?? "skip";
}

/** A multiplier of the wire, for narrow places: two decimals, none from a thousand up; truncated. */
export function brief(multiplier: string): string {
  const [whole = "0", fraction = ""] = multiplier.split(".");
  return whole.length > 3 ? whole : `${whole}.${fraction.padEnd(2, "0").slice(0, 2)}`;
}
