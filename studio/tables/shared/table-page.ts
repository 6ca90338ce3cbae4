import { formatAmount } from "#kit/money/amount.ts";
import { currencies } from "#studio/engine/shared/types.ts";
import { edgeOf, percentOf, returnOf, type SpotOdds } from "./odds.ts";
import { beaconAfterMs, graceMs, type TableGame } from "./table-game.ts";

/** A printed page of a table: `tables/<folder>/page.ts` exports one as `page`. */
export type TablePage = (table: PrintTable) => { readonly title: string; readonly parts: readonly string[] };
export type PrintTable = (head: readonly string[], rows: readonly (readonly string[])[]) => string;

/** @param pays what each bet pays, in words */
export function oddsTable(table: PrintTable, odds: readonly SpotOdds[], pays: (spot: string) => string): string {
  return table(
    ["bet", "pays", "wins", "returns", "edge"],
    odds.map(each => [
      each.spot,
      pays(each.spot),
      `${fraction(each.wins, each.of)} = ${percentOf(each.wins, each.of)} %`,
      `${returnOf(each)} %`,
      `${edgeOf(each)} %`,
    ]),
  );
}

function fraction(part: bigint, whole: bigint): string {
  const divisor = greatestCommonDivisor(part, whole);
  return `${part / divisor}/${whole / divisor}`;
}

const greatestCommonDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestCommonDivisor(b, a % b));

export function limitsTable(
  table: PrintTable,
  { limits }: Pick<TableGame, "limits">,
  spots: readonly string[],
): string {
  return table(
    ["currency", "chip unit", ...spots.map(spot => `on ${spot}`), "in a round"],
    currencies.map(currency => {
      const { step, most, mostInRound } = limits(currency);
      return [currency, ...[step, ...spots.map(most), mostInRound].map(formatAmount)];
    }),
  );
}

export function roundText({ timing: { bettingMs, dealingMs, restMs } }: Pick<TableGame, "timing">): string {
  return `Bets are open for ${bettingMs / 1000} s. The casino may confirm a bet until ${graceMs / 1000} s after the close; then the bets are fixed and their hash is published. The beacon's value is due ${beaconAfterMs / 1000} s after the close or later. The result is shown and paid ${dealingMs / 1000} s after it is drawn; the next round opens ${restMs / 1000} s later.`;
}

/** How cards are dealt. */
export const shoeText =
  "Every round is dealt from eight fresh decks. A card is one draw from the words of the round, below the number of cards left, which are numbered in the order spades, hearts, diamonds, clubs, each from ace to king. Later cards do not exist before they are drawn, so counting cards is impossible.";
