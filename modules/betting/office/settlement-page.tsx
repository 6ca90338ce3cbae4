import { Link } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readSettlementQueue } from "./contract.ts";
import { decideCorrection } from "./decision-contract.ts";
import { dollars } from "./figures.tsx";
import { RequestLink } from "./hold-buttons.tsx";
import { Ends } from "./market-panel.tsx";
import { useMarketNames } from "./names.ts";
import { useDecision } from "./send.ts";
import { SettleButton } from "./settle-button.tsx";
import { TradingTabs } from "./trading-tabs.tsx";

type Queue = RouteOutput<typeof readSettlementQueue>["data"];

/** What is not settled automatically: results that wait, and corrections that take money back late. */
export function SettlementPage() {
  const { t } = useTranslation("office");
  const queue = useRead(readSettlementQueue, {}, 5_000);
  return (
    <OfficePage title={t("pages.trading")} aside={<TradingTabs />}>
      <Panel title={t("trading.queue_title")}>
        <Read of={queue}>{data => <Markets rows={data.markets} />}</Read>
        <p className="note muted sm">{t("trading.queue_explained")}</p>
      </Panel>
      <Panel title={t("trading.corrections_title")}>
        <Read of={queue}>{data => <Corrections rows={data.corrections} />}</Read>
        <p className="note muted sm">{t("trading.corrections_explained")}</p>
      </Panel>
    </OfficePage>
  );
}

function Markets({ rows }: { readonly rows: Queue["markets"] }) {
  const { t } = useTranslation("office");
  const named = useMarketNames();
  const { may } = useSession();
  return (
    <Table
      name={t("trading.queue_title")}
      head={[
        t("trading.why"),
        t("trading.since"),
        t("trading.event"),
        t("trading.market"),
        t("trading.ends_title"),
        `>${t("trading.open_legs")}`,
        `>${t("trading.most_paid")}`,
        ">",
      ]}
      empty={t("trading.queue_empty")}
      rows={rows.map(({ why, since, event, names, market, slips, payout, request }) => ({
        key: market.id,
        cells: [
          <Tag key="why" tone={why === "disputed" ? "bad" : "wait"}>
            {t(`trading.whys.${why}`)}
          </Tag>,
          <Moment key="since" at={since} />,
          <Link key="event" id={event} className="link named" to={`/trading/events/${event}?market=${market.id}`}>
            {names.title}
          </Link>,
          named.market(names, market),
          <span key="ends" className="change">
            {market.outcomes.map(outcome => (
              <span key={outcome.id} className="end-row">
                <span>{named.outcome(names, market, outcome.id)}:</span> <Ends outcome={outcome} />
              </span>
            ))}
          </span>,
          count(slips),
          dollars(payout),
          request ? (
            <RequestLink key="request" id={request} />
          ) : (
            may("betting.write") && <SettleButton key="settle" names={names} market={market} primary />
          ),
        ],
      }))}
    />
  );
}

function Corrections({ rows }: { readonly rows: Queue["corrections"] }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const decide = useDecision(decideCorrection);
  return (
    <Table
      name={t("trading.corrections_title")}
      head={[
        t("trading.since"),
        t("trading.why"),
        t("trading.slip"),
        t("player"),
        `>${t("trading.stake")}`,
        `>${t("trading.paid")}`,
        `>${t("trading.would_pay")}`,
        ">",
      ]}
      empty={t("trading.no_corrections")}
      rows={rows.map(({ id, slip, player, currency, stake, paid, would_pay, why, since, request }) => ({
        key: id,
        cells: [
          <Moment key="since" at={since} />,
          <Tag key="why" tone="wait">
            {t(`trading.held.${why}`)}
          </Tag>,
          <Link key="slip" className="link mono" to={`/slips/${slip}`}>
            {shortId(slip)}
          </Link>,
          <PlayerLink key="player" player={player} />,
          money(stake, currency),
          money(paid, currency),
          <b key="would">{money(would_pay, currency)}</b>,
          request ? (
            <RequestLink key="request" id={request} />
          ) : (
            may("betting.write") && (
              <span key="do" className="row end">
                {(["apply", "keep"] as const).map(decision => (
                  <Decide
                    key={decision}
                    action={t(`trading.correct.${decision}`)}
                    title={t(`trading.correct_title.${decision}`, { player: player.name })}
                    text={t("trading.second_person")}
                    dangerous={decision === "apply"}
                    asksReason
                    onDecide={(reason, key) => decide.mutate({ params: { id }, body: { decision, reason } }, { key })}
                  />
                ))}
              </span>
            )
          ),
        ],
      }))}
    />
  );
}
