import { Minus, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { decimalMark } from "#kit/i18n/numbers.ts";
import { parseAmount } from "#kit/money/amount.ts";
import { typedAmount } from "#kit/ui/amount-stepper.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { StakeLimits } from "../shared/stakes.ts";
import { stakeText, stepStake } from "./stake.ts";

interface BetBarProps {
  /** The stake: `BarStake` where it can be changed, `BarSum` where it is derived. */
  readonly stake: ReactNode;
  /** The bar of a second bet is above that of the first. */
  readonly second?: boolean;
  /** The action. */
  readonly children: ReactNode;
}

/**
 * The action of a game. On phones it is a bar above the tab bar that includes the stake, so that players always see what they bet;
 * elsewhere the stake is in the panel and only the action is shown.
 */
export function BetBar({ stake, second, children }: BetBarProps) {
  return (
    <div className={second ? "bet-bar second" : "bet-bar"}>
      {stake}
      <div className="bet-act">{children}</div>
    </div>
  );
}

interface BarStakeProps {
  /** Major units as typed. */
  readonly value: string;
  onChange(value: string): void;
  readonly limits: StakeLimits;
  readonly disabled?: boolean;
}

/** Characters that fit beside the buttons at full size; a longer stake is set smaller and never truncated. */
const longestInFull = 7;

/** The stake in the bar: typed, or stepped along 1, 2, 5, 10 ... within the limits. */
export function BarStake({ value, onChange, limits, disabled = false }: BarStakeProps) {
  const { t } = useTranslation("bets");
  const language = languageOf(useLocale());
  const step = (by: 1 | -1) => onChange(stakeText(stepStake(parseAmount(value) ?? 0n, limits, by)));
  const atEnd = (by: 1 | -1) => {
    const now = parseAmount(value);
    return now !== undefined && stepStake(now, limits, by) === now;
  };
  const key = (by: 1 | -1) => (
    <button
      type="button"
      disabled={disabled || atEnd(by)}
      aria-label={t(by === 1 ? "bar.more" : "bar.less")}
      onClick={() => step(by)}
    >
      <Icon of={by === 1 ? Plus : Minus} size={18} />
    </button>
  );
  return (
    <div className="bar-stake">
      {key(-1)}
      <input
        inputMode="decimal"
        autoComplete="off"
        aria-label={t("bar.stake")}
        value={value.replace(".", decimalMark(language))}
        className={value.length > longestInFull ? "long" : undefined}
        disabled={disabled}
        onChange={event => onChange(typedAmount(event.target.value, value))}
      />
      {key(1)}
    </div>
  );
}

/** A stake that cannot be changed here: the price of a case, the chips on the table, a bet that rides. */
export function BarSum({ label, sum }: { label: string; sum: string }) {
  return (
    <div className="bar-sum">
      <span>{label}</span>
      <b>{sum}</b>
    </div>
  );
}
