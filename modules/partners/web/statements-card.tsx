import { shortHash } from "#kit/std/short-hash.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { StatementView } from "../shared/contract.ts";
import { lineNames } from "../shared/statement.ts";
import type { Shown } from "./use-shown.ts";

/** Closed months, the newest first. */
export function StatementsCard({ statements, shown }: { statements: readonly StatementView[]; shown: Shown }) {
  const { t } = useTranslation("partners");
  return (
    <section aria-label={t("statement.title")}>
      <div className="section-head">
        <h2>{t("statement.title")}</h2>
      </div>
      {statements.length === 0 && <p className="muted sm">{t("statement.empty")}</p>}
      {statements.map(each => (
        <StatementCard key={each.month} of={each} shown={shown} />
      ))}
    </section>
  );
}

/** A month, step by step. */
export function StatementCard({ of, shown }: { of: StatementView; shown: Shown }) {
  const { t } = useTranslation("partners");
  const costs = new Set(["paid", "bonuses", "jackpots", "payment", "recalled"]);
  const { totals } = of;
  return (
    <details className="card partners-card partners-statement">
      <summary>
        <b>{shown.month(of.month)}</b>
        <span className="muted sm">{of.hash === null ? t("statement.open") : t("statement.closed")}</span>
        <b className="num">{shown.money(of.commission)}</b>
      </summary>
      {totals === null ? (
        <p className="muted sm">{t("overview.few")}</p>
      ) : (
        <dl>
          {lineNames
            .filter(name => name !== "loss")
            .map(name => (
              <Line
                key={name}
                name={`${costs.has(name) ? "− " : "+ "}${t(`lines.${name}`)}`}
                value={shown.money(totals[name])}
              />
            ))}
          <Line name={`= ${t("figures.net_revenue")}`} value={shown.money(of.net_revenue)} />
          <Line name={`+ ${t("statement.carried_in")}`} value={shown.money(of.carried_in)} />
          <Line name={t("statement.cap")} value={shown.money(of.cap)} />
          <Line name={t("statement.counted")} value={shown.money(of.counted)} />
        </dl>
      )}
      <dl>
        <Line name={t("statement.share", { rate: shown.rate(of.rate) })} value={shown.money(of.share)} />
        <Line name={t("statement.cpa", { count: shown.count(of.cpa_players) })} value={shown.money(of.cpa)} />
        {of.sub_partners && (
          <Line
            name={t("statement.subs", {
              rate: shown.rate(of.sub_partners.rate),
              base: shown.money(of.sub_partners.base),
            })}
            value={of.hash === null ? t("statement.subs_open") : shown.money(of.sub_partners.share)}
          />
        )}
        <Line name={t("figures.commission")} value={shown.money(of.commission)} />
        <Line name={t("statement.carried_out")} value={shown.money(of.carried_out)} />
        {of.hash !== null && (
          <div>
            <dt>{t("statement.hash")}</dt>
            <dd>
              <code title={of.hash}>{shortHash(of.hash)}</code>
            </dd>
          </div>
        )}
      </dl>
    </details>
  );
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="num">{value}</dd>
    </div>
  );
}
