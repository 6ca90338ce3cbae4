/** A selection that was accepted before the start, whose market has closed. */
export interface ClosedSelection {
  /** In thousandths: as accepted, and when the market took bets last before the start. */
  readonly price: number;
  readonly closing: number;
  /** Micro-dollars: the stake of the slip, shared among its selections. */
  readonly weight: bigint;
}

export interface BeatTheClose {
  readonly selections: number;
  /** How many were accepted above the closing price. */
  readonly above: number;
  readonly weight: bigint;
  /** Hundredths of a percent; null without a selection. */
  readonly figure: bigint | null;
}

/** By how much one price was better than the closing one, in hundredths of a percent: 10,000 x (price - closing) / closing, cut towards zero. */
export const gainOf = ({ price, closing }: Pick<ClosedSelection, "price" | "closing">): bigint =>
  (10_000n * BigInt(price - closing)) / BigInt(closing);

/**
 * The mean of price / closing - 1 by weight: each selection adds weight x (price - closing) / closing, cut towards zero to a micro-dollar;
 * the sum is divided by the sum of weights and cut to a hundredth of a percent. Above 0 a player bets at prices that the market corrects.
 */
export function beatTheClose(selections: readonly ClosedSelection[]): BeatTheClose {
  const weight = selections.reduce((sum, each) => sum + each.weight, 0n);
  const gained = selections.reduce(
    (sum, each) => sum + (each.weight * BigInt(each.price - each.closing)) / BigInt(each.closing),
    0n,
  );
  return {
    selections: selections.length,
    above: selections.filter(({ price, closing }) => price > closing).length,
    weight,
    figure: weight === 0n ? null : (10_000n * gained) / weight,
  };
}

/** Hundredths of a percent as it is shown: "+2.13", "-0.5". */
export function gainText(hundredths: bigint): string {
  const size = hundredths < 0n ? -hundredths : hundredths;
  const places = String(size % 100n)
    .padStart(2, "0")
    .replace(/0+$/, "");
  const sign = hundredths > 0n ? "+" : hundredths < 0n ? "-" : "";
  return `${sign}${size / 100n}${places === "" ? "" : `.${places}`}`;
}
