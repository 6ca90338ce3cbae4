import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import type { ListedEventView, TradedMarketView } from "./contract.ts";
import { changeMarketTerms } from "./decision-contract.ts";
import { useMarketNames } from "./names.ts";
import { useDecision } from "./send.ts";

interface TermsProps {
  readonly event: ListedEventView;
  readonly market: TradedMarketView;
}

const hourMs = 3_600_000;

/** Prices, margin and limits of a market: lowering holds at once, anything that may pay more waits for a second person. */
export function TermsButton({ event, market }: TermsProps) {
  const { t } = useTranslation("office");
  const names = useMarketNames();
  const change = useDecision(changeMarketTerms);
  const own = new Map(market.prices.map(each => [each.outcome, each]));
  return (
    <Decide
      action={t("trading.terms")}
      title={t("trading.terms_title", { name: names.market(event.names, market) })}
      text={t("trading.terms_text")}
      asksReason
      onDecide={(reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const until = new Date(Date.now() + Number(text("hours")) * hourMs).toISOString();
        const prices = market.outcomes.flatMap(({ id }) => {
          const price = text(`price ${id}`);
          const kind = text(`kind ${id}`) === "fixed" ? ("fixed" as const) : ("ceiling" as const);
          const before = own.get(id);
          if (price === "") return [];
          // What is left as it was keeps its end.
          const isSame = before?.price === price && before.kind === kind;
          return [{ outcome: id, kind, price, until: isSame ? before.until : until }];
        });
        const body = { prices, power: text("power"), max_win: text("max_win"), cap: text("cap"), reason };
        return change.mutate({ params: { id: market.id }, body }, { key });
      }}
    >
      {market.outcomes.length <= 12 && (
        <fieldset className="terms">
          <legend className="muted sm">{t("trading.own_prices")}</legend>
          {market.outcomes.map(({ id, stated }) => {
            const name = names.outcome(event.names, market, id);
            return (
              <div key={id} className="row">
                <span className="grow">{name}</span>
                <input
                  name={`price ${id}`}
                  inputMode="decimal"
                  aria-label={t("trading.price_of", { name })}
                  placeholder={stated ?? ""}
                  defaultValue={own.get(id)?.price ?? ""}
                />
                <select
                  name={`kind ${id}`}
                  aria-label={t("trading.kind_of", { name })}
                  defaultValue={own.get(id)?.kind ?? "ceiling"}
                >
                  <option value="ceiling">{t("trading.ceiling")}</option>
                  <option value="fixed">{t("trading.fixed")}</option>
                </select>
              </div>
            );
          })}
          <label className="row">
            <span className="grow">{t("trading.hours")}</span>
            <input name="hours" type="number" min={1} max={168} defaultValue={2} />
          </label>
        </fieldset>
      )}
      {(["power", "max_win", "cap"] as const).map(name => (
        <label key={name} className="field">
          {t(`trading.field.${name}`)}
          <input name={name} inputMode="decimal" required autoComplete="off" defaultValue={market[name]} />
        </label>
      ))}
    </Decide>
  );
}
