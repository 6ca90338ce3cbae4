import { type Micros, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { ProviderGame } from "./registry.ts";

/** The stakes of a game in a currency; undefined where it is not offered in it. A live table takes everything between two of them. */
export function stakeRange(
  { manifest }: ProviderGame,
  currency: Currency,
): { readonly min: Micros; readonly max: Micros; readonly listed: readonly Micros[] | undefined } | undefined {
  const listed = (manifest.stakes[currency] ?? []).map(parseDecimal);
  if (listed.length === 0) return undefined;
  const sorted = [...listed].sort((a, b) => (a < b ? -1 : 1));
  return {
    min: sorted[0] ?? micros(0n),
    max: sorted.at(-1) ?? micros(0n),
    listed: manifest.kind === "slots" ? listed : undefined,
  };
}
