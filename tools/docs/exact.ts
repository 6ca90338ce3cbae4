import { formatAmount } from "#kit/money/amount.ts";

/** `numerator / denominator` in percent with `places` decimals, cut, never rounded up. */
export function percent(numerator: bigint, denominator: bigint, places: number): string {
  const scaled = (numerator * 100n * 10n ** BigInt(places)) / denominator;
  const text = scaled.toString().padStart(places + 1, "0");
  return `${text.slice(0, text.length - places)}.${text.slice(text.length - places)} %`;
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export const money = (micros: bigint, currency: string): string => `${formatAmount(micros)} ${currency}`;
