import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { microsPerUnit } from "#kit/money/amount.ts";

/** Five chip colours, from the smallest denomination to the largest and beyond. */
const variants = ["a", "b", "c", "d", "e", "f"] as const;

interface ChipProps {
  /** Micro-units. */
  readonly amount: bigint;
  /** The denominations, smallest first: they determine the colours. */
  readonly values: readonly bigint[];
  readonly size: number;
  readonly language: Language;
}

/** A chip as on the cloth. Its amount is in the spot's accessible name. */
export function ChipPicture({ amount, values, size, language }: ChipProps) {
  const rank = values.filter(value => value <= amount).length - 1;
  const variant = variants[Math.min(Math.max(rank, 0), variants.length - 1)];
  const text = chipText(amount, language);
  return (
    <svg className={`chip-pic ${variant}`} width={size} height={size} viewBox="-20 -20 40 40" aria-hidden="true">
      <circle r="19.5" className="edge" />
      <circle r="18.5" className="body" />
      <circle r="15.5" className="marks" />
      <circle r="12" className="face" />
      <text y="3.6" className={text.length > 3 ? "long" : undefined}>
        {text}
      </text>
    </svg>
  );
}

/** The amount, abbreviated: ".05", "25", "1.5K". */
export function chipText(amount: bigint, language: Language): string {
  const units = Number(amount) / Number(microsPerUnit);
  const local = (text: string) => showDecimal(text, language);
  if (units < 1) return local(units.toFixed(2).slice(1));
  if (units >= 1000) return local(`${Number((Math.floor(units / 100) / 10).toFixed(1))}K`);
  return local(String(Number(units.toFixed(units < 10 ? 2 : 0))));
}
