import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import type { TradedMarketView } from "./contract.ts";
import { voidPalpableError } from "./decision-contract.ts";
import type { TradedNames } from "./fields.ts";
import { useMarketNames } from "./names.ts";
import { useDecision } from "./send.ts";

const minuteMs = 60_000;
/** The value of an input for local times, in UTC. */
const inputTime = (ms: number) => new Date(ms).toISOString().slice(0, 16);

/** Asks a second person to void the bets at a palpable error of price. */
export function ErrorButton({ names, market }: { readonly names: TradedNames; readonly market: TradedMarketView }) {
  const { t } = useTranslation("office");
  const named = useMarketNames();
  const toVoid = useDecision(voidPalpableError);
  const now = Date.now();
  return (
    <Decide
      action={t("trading.error")}
      title={t("trading.error_title", { name: named.market(names, market) })}
      text={t("trading.error_text")}
      dangerous
      asksReason
      onDecide={(reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const fair = text("fair_price");
        const body = {
          outcome: text("outcome"),
          from: `${text("from")}Z`,
          to: `${text("to")}Z`,
          ...(fair !== "" && { fair_price: fair }),
          reason,
        };
        return toVoid.mutate({ params: { id: market.id }, body }, { key });
      }}
    >
      <label className="field">
        {t("trading.outcome")}
        <select name="outcome">
          {market.outcomes.map(({ id }) => (
            <option key={id} value={id}>
              {named.outcome(names, market, id)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t("trading.from_utc")}
        <input name="from" type="datetime-local" required defaultValue={inputTime(now - 10 * minuteMs)} />
      </label>
      <label className="field">
        {t("trading.to_utc")}
        <input name="to" type="datetime-local" required defaultValue={inputTime(now)} />
      </label>
      <label className="field">
        {t("trading.fair_price")}
        <input name="fair_price" inputMode="decimal" autoComplete="off" />
      </label>
    </Decide>
  );
}
