import type { Language } from "#kit/i18n/locale.ts";
import { decimalMark } from "#kit/i18n/numbers.ts";
import { formatAmount, type Micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { plainNumber, showMoney, showMoneyRange } from "#kit/money/show.ts";
import { AmountStepper } from "#kit/ui/amount-stepper.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { StakeLimits } from "../shared/stakes.ts";
import { useMaxButton } from "./max-button.ts";
import { maxStake, quickStakes, stakeText } from "./stake.ts";

interface StakeFieldProps {
  /** Major units as typed. */
  readonly value: string;
  onChange(value: string): void;
  readonly limits: StakeLimits;
  readonly currency: Currency;
  readonly language: Language;
  /** The available balance; undefined for a guest. */
  readonly balance: bigint | undefined;
  readonly error?: string | undefined;
  readonly disabled?: boolean;
  /** Without the quick amounts: where two bets share a panel. */
  readonly brief?: boolean;
  readonly label?: string;
}

/**
 * The stake of a bet: limits of game and currency, halves, doubles, quick amounts, and Max (the lower of limit and balance) if the player
 * has switched it on.
 */
export function StakeField(props: StakeFieldProps) {
  const { limits, currency, language, balance } = props;
  const { t } = useTranslation("bets");
  const { on: withMax } = useMaxButton();
  const show = (amount: Micros) => showMoney(amount, currency, language, { brief: true });
  const range = showMoneyRange(limits.min, limits.max, currency, language);
  const quick = quickStakes(currency, limits).map(amount => ({
    value: stakeText(amount),
    text: plainNumber(show(amount)).replace(/[.,]00$/, ""),
  }));
  return (
    <AmountStepper
      mark={decimalMark(language)}
      label={props.label ?? t("stake")}
      value={props.value}
      onChange={props.onChange}
      min={formatAmount(limits.min)}
      max={formatAmount(limits.max)}
      most={formatAmount(maxStake(limits, balance))}
      range={range}
      {...(withMax && { maxText: t("max") })}
      {...(!props.brief && { quick })}
      error={props.error}
      disabled={props.disabled ?? false}
    />
  );
}

/** The stake in the field, if it is valid. */
export function stakeOf(text: string, limits: StakeLimits): Micros | null {
  if (!/^(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?$/.test(text)) return null;
  const amount = parseDecimal(text);
  return amount >= limits.min && amount <= limits.max ? amount : null;
}
