import { currencyCodes } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Player } from "#modules/accounts/office/shown-player.ts";
import { askCorrection } from "#modules/corrections/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { SumField, sumOf } from "#modules/operators/office/parts/sum-field.tsx";

/** Requests a correction of the player's balance. */
export function Correction({ id, player, onAsked }: { id: string; player: Player; onAsked(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("corrections.ask")}
      title={t("corrections.ask_title", { name: player.person.name })}
      text={t("corrections.ask_text")}
      asksReason
      onDecide={async (reason, key, given) => {
        const currency = String(given.get("currency"));
        await call(askCorrection, { body: { player: id, currency, amount: sumOf(given, "amount"), reason } }, key);
        onAsked();
      }}
    >
      <div className="row">
        <SumField name="amount" label={t("corrections.amount")} signed />
        <label className="field">
          {t("currency")}
          <select name="currency" defaultValue={player.person.currency ?? "EUR"}>
            {currencyCodes.map(code => (
              <option key={code}>{code}</option>
            ))}
          </select>
        </label>
      </div>
    </Decide>
  );
}
