import { type Currency, currencies } from "#kit/money/currency.ts";

/** The icon of a currency: a coin with its sign. Hidden from screen readers: the name is beside it. */
export function CurrencyIcon({ of }: { of: Currency }) {
  return (
    <svg className="cur-icon" viewBox="0 0 24 24" width={20} height={20} aria-hidden="true">
      <circle cx={12} cy={12} r={11} fill="var(--brass-300)" />
      <circle cx={12} cy={12} r={9} fill="none" stroke="var(--ink-900)" strokeOpacity={0.35} />
      <text x={12} y={16.5} textAnchor="middle" fontSize={12} fontWeight={700} fill="var(--ink-900)">
        {currencies[of].sign}
      </text>
    </svg>
  );
}
