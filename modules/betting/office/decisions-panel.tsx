import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import type { TradedMarketView } from "./contract.ts";
import type { TradedNames, TradingDecisionView } from "./fields.ts";
import { useMarketNames } from "./names.ts";

interface DecisionsProps {
  readonly event: string;
  readonly names: TradedNames;
  readonly markets: readonly Pick<TradedMarketView, "id" | "kind" | "spec">[];
  readonly decisions: readonly TradingDecisionView[];
}

/** What operators decided about an event, with what it replaced. */
export function DecisionsPanel({ names, markets, decisions }: DecisionsProps) {
  const { t } = useTranslation("office");
  const named = useMarketNames();
  const aboutOf = (id: string | null) => {
    const market = markets.find(each => each.id === id);
    return market ? named.market(names, market) : id === null ? t("trading.whole_event") : `#${id}`;
  };
  return (
    <Panel title={t("trading.decisions_title")}>
      <Table
        name={t("trading.decisions_title")}
        head={[
          t("time"),
          t("trading.decision"),
          t("trading.market"),
          t("trading.before"),
          t("trading.after"),
          t("reason"),
          t("trading.by"),
        ]}
        empty={t("trading.no_decisions")}
        rows={decisions.map(each => ({
          key: each.id,
          cells: [
            <Moment key="at" at={each.at} />,
            <b key="kind">{t.in("trading.decision_kinds", each.kind)}</b>,
            aboutOf(each.market),
            <span key="before" className="change mono">
              {each.before}
            </span>,
            <span key="after" className="change mono">
              {each.after}
            </span>,
            <span key="reason" className="reason">
              {each.reason}
            </span>,
            each.approved_by === null ? each.asked_by : `${each.asked_by} + ${each.approved_by}`,
          ],
        }))}
      />
    </Panel>
  );
}
