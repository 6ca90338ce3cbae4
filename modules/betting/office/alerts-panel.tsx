import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { readTradingAlerts, type TradingAlert } from "./contract.ts";
import { useMarketNames } from "./names.ts";

/** What needs a trader now; each leads to where one acts. */
export function AlertsPanel() {
  const { t } = useTranslation("office");
  const alerts = useRead(readTradingAlerts, {}, 5_000);
  return (
    <Panel
      title={t("trading.alerts_title")}
      aside={<span className="muted sm">{alerts.data?.alerts.length ?? ""}</span>}
    >
      <Read of={alerts}>
        {data =>
          data.alerts.length === 0 ? (
            <p className="note muted">{t("trading.no_alerts")}</p>
          ) : (
            <ul className="alerts trading-alerts">
              {data.alerts.map((alert, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: alerts have no identity of their own.
                <AlertRow key={index} alert={alert} />
              ))}
            </ul>
          )
        }
      </Read>
    </Panel>
  );
}

const severe: ReadonlySet<string> = new Set(["producer_down", "exposure", "disputed"]);

function AlertRow({ alert }: { readonly alert: TradingAlert }) {
  const { t } = useTranslation("office");
  const names = useMarketNames();
  const { kind, names: event, market, outcome, value, at, link } = alert;
  const known = kind === "price_fault" ? (t.find(`trading.faults.${value}`) ?? value) : value;
  const parts = [
    event?.title,
    event && market && names.market(event, market),
    event && market && outcome !== null && names.outcome(event, market, outcome),
  ].filter(Boolean);
  return (
    <li>
      <span className={severe.has(kind) ? "dot bad" : "dot"} />
      <span className="grow">
        <b>{t(`trading.alerts.${kind}`, { value: known })}</b>
        <span className="muted">{parts.join(", ")}</span>
      </span>
      <Moment at={at} brief />
      <Link className="btn s" to={link}>
        {t(`trading.act.${kind}`)}
      </Link>
    </li>
  );
}
