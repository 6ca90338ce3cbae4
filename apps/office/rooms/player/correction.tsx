import { useState } from "react";
import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { askCorrection } from "#modules/office/shared/contract.ts";
import { call } from "../../api.ts";
import { Decide } from "../../parts/decide.tsx";
import type { Player } from "./player.ts";

/** Asks for money of his to be put right. */
export function Correction({ id, player }: { id: string; player: Player }) {
  const { t } = useTranslation("office");
  const [amount, setAmount] = useState("");
  const [currency, setCurrency] = useState<string>(player.person.currency ?? "EUR");
  return (
    <Decide
      action={t("corrections.ask")}
      title={t("corrections.ask_title", { name: player.person.name })}
      text={t("corrections.ask_text")}
      asksReason
      onDecide={(reason, key) =>
        call(askCorrection, { body: { player: id, currency, amount: amount.trim().replace(",", "."), reason } }, key)
      }
    >
      <div className="row">
        <label className="field f1">
          {t("corrections.amount")}
          <input
            inputMode="decimal"
            required
            pattern="-?[0-9]{1,13}([.,][0-9]{1,2})?"
            value={amount}
            onChange={event => setAmount(event.target.value)}
          />
        </label>
        <label className="field">
          {t("currency")}
          <select value={currency} onChange={event => setCurrency(event.target.value)}>
            {currencyCodes.map(code => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
      </div>
    </Decide>
  );
}
