import { useTranslation } from "#kit/web/texts.tsx";
import { percentText } from "#modules/operators/office/parts/figures.tsx";
import { Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import type { ListedEventView, TradedMarketView, TradedOutcomeView } from "./contract.ts";
import { ErrorButton } from "./error-button.tsx";
import { dollars, Result, ResultBar } from "./figures.tsx";
import { HoldButtons, RequestLink } from "./hold-buttons.tsx";
import { useMarketNames } from "./names.ts";
import { SettleButton } from "./settle-button.tsx";
import { TermsButton } from "./terms-button.tsx";

interface MarketProps {
  readonly event: ListedEventView;
  readonly market: TradedMarketView;
  /** A request about it that waits. */
  readonly request: string | undefined;
}

/** One market: what its outcomes take and cost, and the decisions about it. */
export function MarketPanel({ event, market, request }: MarketProps) {
  const { t } = useTranslation("office");
  const names = useMarketNames();
  const { may } = useSession();
  const title = names.market(event.names, market);
  const scale = Math.max(...market.outcomes.map(({ loss }) => Math.abs(Number(loss))));
  return (
    <section className="panel">
      <div className="panel-head">
        <h2 className="grow">{title}</h2>
        <MarketState market={market} />
        <span className="muted sm">
          {t("trading.margin")} <b>{market.margin === null ? "—" : percentText(market.margin)}</b>
        </span>
        <span className="muted sm">
          {t("trading.cap")} <b>{dollars(market.cap)}</b>
        </span>
      </div>
      <Table
        figures
        name={title}
        head={[
          t("trading.outcome"),
          `>${t("trading.price")}`,
          `>${t("trading.chance")}`,
          `>${t("trading.mean_return")}`,
          `>${t("trading.taken")}`,
          `>${t("trading.average")}`,
          t("trading.result_if"),
          ">USD",
          `>${t("trading.used")}`,
          ...(hasResult(market) ? [t("trading.ends_title")] : []),
        ]}
        empty={t("trading.no_outcomes")}
        rows={market.outcomes.map(outcome => ({
          key: outcome.id,
          cells: [
            <b key="name">{names.outcome(event.names, market, outcome.id)}</b>,
            <Price key="price" outcome={outcome} />,
            outcome.chance === null ? "—" : percentText(outcome.chance),
            outcome.mean_return === null ? "—" : percentText(outcome.mean_return),
            dollars(outcome.stake),
            outcome.average ?? "—",
            <ResultBar key="bar" loss={Number(outcome.loss)} scale={scale} />,
            <Result key="result" loss={outcome.loss} />,
            <span key="used" className={outcome.used >= 100 ? "down bold" : ""}>
              {percentText(outcome.used)}
            </span>,
            ...(hasResult(market) ? [<Ends key="ends" outcome={outcome} />] : []),
          ],
        }))}
      />
      {may("betting.write") && (
        <div className="row wrap pad actions">
          <span className="grow muted sm">
            {t("trading.limits_line", { win: dollars(market.max_win), power: market.power })}
          </span>
          {request !== undefined && <RequestLink id={request} />}
          <TermsButton event={event} market={market} />
          <HoldButtons level="market" id={market.id} name={`${event.names.title}, ${title}`} hold={market.hold} />
          <SettleButton names={event.names} market={market} />
          <ErrorButton names={event.names} market={market} />
        </div>
      )}
    </section>
  );
}

export const hasResult = ({ certainty, is_by_hand, outcomes }: TradedMarketView) =>
  certainty !== null || is_by_hand || outcomes.some(({ own_end }) => own_end !== null);

function Price({ outcome: { offered, stated } }: { readonly outcome: TradedOutcomeView }) {
  const { t } = useTranslation("office");
  if (offered === null) return <span className="faint">—</span>;
  return (
    <span className="row end">
      {stated !== offered && (
        <del className="muted" title={t("trading.stated")}>
          {stated}
        </del>
      )}
      <span className="price">{offered}</span>
    </span>
  );
}

/** How an outcome ends by the provider, by our rules and by hand. */
export function Ends({ outcome: { end, own_end, by_hand } }: { readonly outcome: TradedOutcomeView }) {
  const { t } = useTranslation("office");
  const text = (value: string) => t.find(`trading.ends.${value}`) ?? value.replace("tied_", "").replace("_", "/");
  const line = (label: string, value: string | null) =>
    value === null ? null : (
      <span>
        <span className="muted">{label}</span> <b>{text(value)}</b>
      </span>
    );
  return (
    <span className="change ends">
      {line(t("trading.by_provider"), end)}
      {line(t("trading.by_rules"), own_end)}
      {line(t("trading.by_hand"), by_hand)}
    </span>
  );
}

export function MarketState({
  market: { hold, is_by_hand, disputed, fault, certainty, status },
}: Pick<MarketProps, "market">) {
  const { t } = useTranslation("office");
  if (is_by_hand) return <Tag tone="info">{t("trading.states.by_hand")}</Tag>;
  if (disputed) return <Tag tone="bad">{t("trading.states.disputed")}</Tag>;
  if (certainty === 1) return <Tag tone="wait">{t("trading.states.uncertain")}</Tag>;
  if (certainty === 2) return <Tag tone="plain">{t("trading.states.settled")}</Tag>;
  if (hold) return <Tag tone={hold === "closed" ? "bad" : "wait"}>{t(`trading.holds.${hold}`)}</Tag>;
  if (fault) return <Tag tone="bad">{t.find(`trading.faults.${fault}`) ?? fault}</Tag>;
  return (
    <Tag tone={status === "active" ? "good" : "wait"}>
      {t(status === "active" ? "trading.open" : "trading.states.by_provider")}
    </Tag>
  );
}
