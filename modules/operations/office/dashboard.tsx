import { Link } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { AuditActionLine, ChainState } from "#modules/audit/office/audit-actions.tsx";
import { readAuditLog } from "#modules/audit/shared/contract.ts";
import { readDashboard } from "#modules/operations/office/contract.ts";
import { Age } from "#modules/operators/office/parts/age.tsx";
import {
  calendarDay,
  count,
  ether,
  Moment,
  money,
  PlayerLink,
  Short,
} from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readPayouts } from "#modules/payments/office/contract.ts";
import { PayoutState } from "#modules/payments/office/payout-state.tsx";
import { AlertsPanel } from "./alerts-panel.tsx";
import { ByCountry } from "./by-country.tsx";
import { FigureBar } from "./figure-bar.tsx";
import { ByCurrency, ByGame, ByHour, Headlines, NetLines, Revenue } from "./figure-panels.tsx";
import { FigureRead } from "./figure-read.tsx";
import { readClosedDays, readFigures } from "./figures-contract.ts";
import { NowPanel } from "./now-panel.tsx";
import { useFigureFilter } from "./use-figure-filter.ts";

type Dashboard = RouteOutput<typeof readDashboard>["data"];

/** The overview: figures of a period, liabilities, alerts, recent actions. */
export function DashboardPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const filter = useFigureFilter();
  const figures = useRead(readFigures, { query: { ...filter.query, against: filter.against } }, 15_000);
  const { currency } = filter.query;
  const dashboard = useRead(readDashboard, { query: currency === undefined ? {} : { currency } }, 15_000);
  const shown = figures.data;
  return (
    <OfficePage
      title={t("pages.dashboard")}
      aside={
        shown && (
          <span className="sm muted nowrap">
            {t("figures.as_of")} <Moment at={shown.at} brief /> UTC
          </span>
        )
      }
    >
      <FigureBar filter={filter} shown={shown} compares />
      <FigureRead of={figures} placeholder={<Placeholders />}>
        {data => (
          <>
            {!data.complete && <p className="note bad">{t("dashboard.incomplete")}</p>}
            {data.folding && <p className="note">{t("figures.folding")}</p>}
            <Headlines data={data} filter={filter} />
            <NowPanel filter={filter} />
            <div className="two wide-left">
              <Revenue data={data} />
              <div className="stack">
                <Read of={dashboard}>{({ alerts }) => <AlertsPanel alerts={alerts} changed={dashboard.reload} />}</Read>
                <Read of={dashboard}>{({ queues }) => <Queues queues={queues} />}</Read>
              </div>
            </div>
            <div className="two">
              <ByGame data={data} filter={filter} />
              <div className="stack">
                <NetLines data={data} filter={filter} />
                <ByCurrency data={data} filter={filter} />
              </div>
            </div>
            <div className={data.by_hour.length > 0 ? "two" : "stack"}>
              {data.by_hour.length > 0 && <ByHour data={data} filter={filter} />}
              <ByCountry filter={filter} />
            </div>
          </>
        )}
      </FigureRead>
      {may("payouts.read") && <WaitingPayouts />}
      <Read of={dashboard}>
        {data => (
          <>
            <Owed data={data} />
            {data.network_fees.length > 0 && <NetworkFees data={data} />}
          </>
        )}
      </Read>
      <ClosedDays />
      {may("audit.read") && <RecentAuditActions />}
    </OfficePage>
  );
}

function Placeholders() {
  const { t } = useTranslation("office");
  return (
    <div role="status" aria-label={t("loading")} className="stack">
      <div className="panel skeleton" />
      <div className="panel skeleton tall" />
    </div>
  );
}

/** The last days that were closed, each with its hash. */
function ClosedDays() {
  const { t } = useTranslation("office");
  const days = useRead(readClosedDays, {});
  return (
    <Panel title={t("figures.closed.title")}>
      <Read of={days}>
        {data => (
          <Table
            figures
            name={t("figures.closed.title")}
            head={[
              t("figures.closed.day"),
              t("figures.zone"),
              t("figures.closed.at"),
              `>${t("figures.closed.late")}`,
              t("figures.closed.hash"),
            ]}
            empty={t("figures.closed.none")}
            rows={data.slice(0, 7).map(day => ({
              key: day.day,
              cells: [
                <Link key="day" className="link num" to={`/closed-days/${day.number}`}>
                  {calendarDay(day.day)}
                </Link>,
                day.zone,
                <Moment key="at" at={day.closed_at} />,
                count(day.late),
                <Short key="hash" of={day.hash} />,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

const hourMs = 3_600_000;
/** From this age on the first in a queue is late. */
const lateMs: Readonly<Partial<Record<Dashboard["queues"][number]["queue"], number>>> = {
  payouts: 24 * hourMs,
  kyc: 24 * hourMs,
  harm: hourMs,
  risk: 4 * hourMs,
};

/** How many wait in each queue, and for how long the first one has. */
function Queues({ queues }: { queues: Dashboard["queues"] }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("dashboard.queues")}>
      <Table
        figures
        name={t("dashboard.queues")}
        head={[t("dashboard.queue"), `>${t("dashboard.waiting")}`, `>${t("age.title")}`]}
        empty=""
        rows={queues.map(({ queue, waiting, since }) => ({
          key: queue,
          cells: [
            <Link key="queue" className="link" to={`/${queue}`}>
              {t(`pages.${queue}`)}
            </Link>,
            count(waiting),
            <Age key="age" since={since} lateMs={lateMs[queue]} />,
          ],
        }))}
      />
    </Panel>
  );
}

function WaitingPayouts() {
  const { t } = useTranslation("office");
  const payouts = useOfficeQuery(readPayouts, { query: { limit: "8" } }, 15_000);
  return (
    <Panel
      title={t("dashboard.payouts_waiting")}
      aside={
        <Link className="btn s" to="/payouts">
          {t("dashboard.open_queue")}
        </Link>
      }
    >
      <Read of={payouts}>
        {({ data }) => (
          <Table
            name={t("dashboard.payouts_waiting")}
            head={[t("player"), `>${t("amount")}`, t("why"), ">"]}
            empty={t("payouts.none")}
            rows={data.items.map(payout => ({
              key: payout.id,
              cells: [
                <PlayerLink key="player" player={payout.player} />,
                <b key="amount">{money(payout.amount, payout.currency)}</b>,
                <span key="why" className="muted">
                  {payout.waits_for.map(word => t.in("waits", word)).join(", ")}
                </span>,
                <PayoutState key="state" payout={payout} />,
              ],
            }))}
          />
        )}
      </Read>
      <p className="note muted sm">{t("payouts.rule")}</p>
    </Panel>
  );
}

function Owed({ data }: { data: Dashboard }) {
  const { t } = useTranslation("office");
  const parts = ["real", "bonus", "vault", "in_play", "payouts", "to_be_returned"] as const;
  return (
    <Panel title={t("dashboard.owed")}>
      <Table
        figures
        name={t("dashboard.owed")}
        head={[t("currency"), ...parts.map(part => `>${t(`owed.${part}`)}`), `>${t("owed.total")}`]}
        empty=""
        rows={data.liabilities.map(row => {
          const show = (amount: string) => money(amount, row.currency);
          return {
            key: row.currency,
            cells: [row.currency, ...parts.map(part => show(row[part])), <b key="total">{show(row.total)}</b>],
          };
        })}
      />
    </Panel>
  );
}

/** Network fees of payouts and sweeps. */
function NetworkFees({ data }: { data: Dashboard }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("dashboard.network_fees")}>
      <Table
        figures
        name={t("dashboard.network_fees")}
        head={[
          t("coins.coin"),
          `>${t("coins.transactions")}`,
          `>${t("coins.fee")}`,
          `>${t("dashboard.worth", { currency: data.in })}`,
          `>${t("dashboard.fee_before")}`,
          `>${t("dashboard.worth_before", { currency: data.in })}`,
        ]}
        empty=""
        rows={data.network_fees.map(({ coin, now, before }) => ({
          key: coin,
          cells: [
            coin.toUpperCase(),
            count(now.transactions),
            <b key="fee">{ether(now.ether)}</b>,
            money(now.worth, data.in),
            ether(before.ether),
            money(before.worth, data.in),
          ],
        }))}
      />
      <p className="note muted sm">{t("dashboard.network_fees_text")}</p>
    </Panel>
  );
}

function RecentAuditActions() {
  const { t } = useTranslation("office");
  const log = useOfficeQuery(readAuditLog, { query: {} }, 15_000);
  return (
    <Panel title={t("dashboard.chain")} aside={log.data && <ChainState chain={log.data.data.chain} />}>
      <Read of={log}>
        {({ data }) => (
          <ul className="audit-actions">
            {data.items.slice(0, 6).map(entry => (
              <AuditActionLine key={entry.number} entry={entry} />
            ))}
          </ul>
        )}
      </Read>
    </Panel>
  );
}
