import { formatAmount } from "#kit/money/amount.ts";

/** `numerator / denominator` in percent with `decimals` decimals, cut, never rounded up. */
export function percent(numerator: bigint, denominator: bigint, decimals: number): string {
  const scaled = (numerator * 100n * 10n ** BigInt(decimals)) / denominator;
  const text = scaled.toString().padStart(decimals + 1, "0");
  return `${text.slice(0, text.length - decimals)}.${text.slice(text.length - decimals)} %`;
}

/** A table of Markdown. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

export const money = (micros: bigint, currency: string): string => `${formatAmount(micros)} ${currency}`;
