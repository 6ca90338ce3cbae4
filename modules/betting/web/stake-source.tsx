import { useId } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { FreeBetView } from "../shared/free-bet-contract.ts";

interface StakeSourceProps {
  readonly freeBets: readonly FreeBetView[];
  readonly chosen: FreeBetView | null;
  readonly disabled: boolean;
  onChoose(id: string | null): void;
}

/** Where the stake comes from: the balance or a free bet, whose stake is not returned. */
export function StakeSource({ freeBets, chosen, disabled, onChoose }: StakeSourceProps) {
  const { t } = useTranslation("betting");
  const language = languageOf(useLocale());
  const id = useId();
  if (freeBets.length === 0) return null;
  const named = ({ amount, currency, expires_at: until }: FreeBetView) =>
    t("slip.free_bet_until", {
      sum: showMoney(parseDecimal(amount), currency as Currency, language),
      until: showDayAndTime(until, language),
    });
  return (
    <div className="field">
      <div className="field-label">
        <label htmlFor={id}>{t("slip.stake_from")}</label>
      </div>
      <select
        id={id}
        className="input-box"
        value={chosen?.id ?? ""}
        disabled={disabled}
        onChange={event => onChoose(event.target.value || null)}
      >
        <option value="">{t("slip.balance")}</option>
        {freeBets.map(each => (
          <option key={each.id} value={each.id}>
            {named(each)}
          </option>
        ))}
      </select>
      {chosen && <p className="sm muted">{t("slip.free_bet_note")}</p>}
    </div>
  );
}
