import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { plainEnds } from "../shared/by-hand.ts";
import type { TradedMarketView } from "./contract.ts";
import { settleMarket } from "./decision-contract.ts";
import type { TradedNames } from "./fields.ts";
import { useMarketNames } from "./names.ts";
import { useDecision } from "./send.ts";

interface SettleProps {
  readonly names: TradedNames;
  readonly market: TradedMarketView;
  readonly primary?: boolean;
}

const decisions = ["settle", "void", "lift"] as const;

/** Asks a second person to settle or void a market. */
export function SettleButton({ names, market, primary }: SettleProps) {
  const { t } = useTranslation("office");
  const named = useMarketNames();
  const settle = useDecision(settleMarket);
  const allowed = decisions.filter(decision => decision !== "lift" || market.is_by_hand);
  const [decision, setDecision] = useState<(typeof decisions)[number]>("settle");
  return (
    <Decide
      action={t("trading.settle")}
      title={t("trading.settle_title", { name: `${names.title}, ${named.market(names, market)}` })}
      text={t("trading.second_person")}
      primary={primary === true}
      asksReason
      onDecide={(reason, key, given) => {
        const ends = Object.fromEntries(market.outcomes.map(({ id }) => [id, String(given.get(`end ${id}`) ?? "")]));
        const body = { decision, reason, ...(decision === "settle" && { ends }) };
        return settle.mutate({ params: { id: market.id }, body }, { key });
      }}
    >
      <label className="field">
        {t("approvals.fields.decision")}
        <select
          value={decision}
          onChange={({ target }) => setDecision(decisions.find(each => each === target.value) ?? "settle")}
        >
          {allowed.map(each => (
            <option key={each} value={each}>
              {t(`trading.decisions.${each}`)}
            </option>
          ))}
        </select>
      </label>
      {decision === "settle" && (
        <fieldset className="terms">
          <legend className="muted sm">{t("trading.result")}</legend>
          {market.outcomes.map(({ id, end, own_end }) => {
            const name = named.outcome(names, market, id);
            return (
              <label key={id} className="row">
                <span className="grow">{name}</span>
                <select name={`end ${id}`} required defaultValue={own_end ?? end ?? ""}>
                  <option value="" disabled>
                    {t("trading.choose")}
                  </option>
                  {plainEnds.map(each => (
                    <option key={each} value={each}>
                      {t(`trading.ends.${each}`)}
                    </option>
                  ))}
                  {["tied_1_2", "tied_1_3", "tied_2_3"].map(each => (
                    <option key={each} value={each}>
                      {t("trading.tied", { share: each.slice(5).replace("_", "/") })}
                    </option>
                  ))}
                </select>
              </label>
            );
          })}
        </fieldset>
      )}
    </Decide>
  );
}
