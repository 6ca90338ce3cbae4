import { useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { percentText } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import type { ListedEventView, TradedMarketView } from "./contract.ts";
import { dollars, Result, Used } from "./figures.tsx";
import { RequestLink } from "./hold-buttons.tsx";
import { MarketState } from "./market-panel.tsx";
import { useMarketNames } from "./names.ts";

interface MarketRowsProps {
  readonly event: ListedEventView;
  readonly markets: readonly TradedMarketView[];
  readonly requests: Readonly<Record<string, string>>;
}

/** A match has more than a hundred. */
const shownFirst = 25;

/** The other markets of the event, the fullest first. */
export function MarketRows({ event, markets, requests }: MarketRowsProps) {
  const { t } = useTranslation("office");
  const names = useMarketNames();
  const open = markets.filter(
    ({ status, hold, fault, certainty }) => status === "active" && !hold && !fault && certainty === null,
  );
  const [isLong, setIsLong] = useState(false);
  const sorted = [...markets].sort((a, b) => b.used - a.used || Number(b.stake) - Number(a.stake));
  return (
    <Panel
      title={t("trading.other_markets")}
      aside={<span className="muted sm">{t("trading.markets_n", { open: open.length, all: markets.length })}</span>}
    >
      <Table
        name={t("trading.other_markets")}
        head={[
          t("trading.market"),
          t("trading.prices"),
          `>${t("trading.taken")}`,
          `>${t("trading.worst")}`,
          `>${t("trading.used")}`,
          t("players.state"),
        ]}
        empty={t("trading.no_markets")}
        rows={(isLong ? sorted : sorted.slice(0, shownFirst)).map(market => ({
          key: market.id,
          cells: [
            <Link key="name" className="link named" to={`/trading/events/${event.id}?market=${market.id}`}>
              {names.market(event.names, market)}
            </Link>,
            <span key="prices" className="num muted">
              {market.outcomes
                .slice(0, 4)
                .map(({ offered }) => offered ?? "—")
                .join(", ")}
              {market.outcomes.length > 4 && " …"}
            </span>,
            dollars(market.stake),
            market.slips > 0 ? <Result key="worst" loss={market.worst} /> : "—",
            <span key="used" className="row end">
              <Used percent={market.used} /> {percentText(market.used)}
            </span>,
            <span key="state" className="row">
              <MarketState market={market} />
              {requests[`market:${market.id}`] !== undefined && (
                <RequestLink id={requests[`market:${market.id}`] ?? ""} />
              )}
            </span>,
          ],
        }))}
      />
      {!isLong && sorted.length > shownFirst && (
        <div className="row end pad">
          <button type="button" className="btn s" onClick={() => setIsLong(true)}>
            {t("trading.all_markets", { n: sorted.length })}
          </button>
        </div>
      )}
    </Panel>
  );
}
