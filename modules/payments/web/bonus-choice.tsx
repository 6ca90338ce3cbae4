import { languageOf } from "#kit/i18n/locale.ts";
import { parseAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getBillingData } from "../shared/contract.ts";

interface BonusChoiceProps {
  readonly currency: Currency;
  /** The amount as it is typed. */
  readonly amount: string;
  /** The id of a bonus; null for none. */
  readonly chosen: string | null;
  readonly error: string | undefined;
  onChoose(bonus: string | null): void;
}

/** Bonuses that this deposit can activate, and none of them, all alike. Nothing when there is no bonus. */
export function BonusChoice({ currency, amount, chosen, error, onChoose }: BonusChoiceProps) {
  const { t } = useTranslation("payments");
  const language = languageOf(useLocale());
  const { data } = useQuery(getBillingData, {});
  const offered = (data?.payments.bonuses ?? []).filter(bonus => bonus.currency === currency);
  if (offered.length === 0) return null;
  const show = (sum: string) => showMoney(parseDecimal(sum), currency, language, { brief: true });
  const typed = parseAmount(amount);
  return (
    <fieldset className="col gap-2 pay-bonus">
      <legend className="muted sm">{t("bonus.title")}</legend>
      <label className="pay-option">
        <input type="radio" name="bonus" checked={chosen === null} onChange={() => onChoose(null)} />
        <span className="col grow">
          <b>{t("bonus.none")}</b>
          <span className="muted xs">{t("bonus.none_text")}</span>
        </span>
      </label>
      {offered.map(bonus => (
        <label key={bonus.id} className="pay-option">
          <input type="radio" name="bonus" checked={chosen === bonus.id} onChange={() => onChoose(bonus.id)} />
          <span className="col grow">
            <b>{t("bonus.up_to", { percent: bonus.percent, sum: show(bonus.amount) })}</b>
            <span className="muted xs">
              {t("bonus.terms", {
                least: show(bonus.min_deposit),
                wager: bonus.wager,
                most: show(bonus.max_bet),
                cost: bonus.average_cost,
              })}
            </span>
            {chosen === bonus.id && typed !== undefined && typed < parseDecimal(bonus.min_deposit) && (
              <span className="xs">{t("bonus.below", { least: show(bonus.min_deposit) })}</span>
            )}
          </span>
        </label>
      ))}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  );
}
