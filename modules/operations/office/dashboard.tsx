import { CircleAlert, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { currencyCodes } from "#kit/money/currency.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { AuditActionLine, ChainState } from "#modules/audit/office/audit-actions.tsx";
import { readAuditLog } from "#modules/audit/shared/contract.ts";
import { readDashboard } from "#modules/operations/office/contract.ts";
import { Chart } from "#modules/operators/office/parts/chart.tsx";
import { count, ether, Moment, money, PlayerLink, percent } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readPayouts } from "#modules/payments/office/contract.ts";
import { PayoutState } from "#modules/payments/office/payout-state.tsx";

type Dashboard = RouteOutput<typeof readDashboard>["data"];

/** The overview: money of the last 24 hours, liabilities, queues, recent actions. */
export function DashboardPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [currency, setCurrency] = useState("");
  const [tests, setTests] = useState<"with" | "without">("with");
  const query = { tests, ...(currency !== "" && { currency }) };
  const dashboard = useOfficeQuery(readDashboard, { query }, 15_000);
  return (
    <OfficePage
      title={t("pages.dashboard")}
      aside={
        <>
          <label className="row sm">
            <input
              type="checkbox"
              checked={tests === "with"}
              onChange={event => setTests(event.target.checked ? "with" : "without")}
            />
            {t("dashboard.tests")}
          </label>
          <Pick
            label={t("dashboard.currency")}
            value={currency}
            choices={[
              ["", t("dashboard.all_in", { currency: "EUR" })],
              ...currencyCodes.map(code => [code, code] as const),
            ]}
            onPick={setCurrency}
          />
        </>
      }
    >
      <Read of={dashboard}>
        {({ data }) => (
          <>
            {!data.complete && <p className="note bad">{t("dashboard.incomplete")}</p>}
            <Headlines data={data} />
            <div className="two wide-left">
              <Panel
                title={t("dashboard.revenue")}
                aside={
                  <span className="legend">
                    <i className="ggr" />
                    {t("dashboard.ggr")}
                    <i className="ngr" />
                    {t("dashboard.ngr")}
                  </span>
                }
              >
                <Chart hours={data.hours} currency={data.in} name={t("dashboard.revenue")} />
              </Panel>
              <Alerts alerts={data.alerts} />
            </div>
            <div className="two">
              <Games data={data} />
              {may("payouts.read") ? <WaitingPayouts /> : <Owed data={data} />}
            </div>
            {may("payouts.read") && <Owed data={data} />}
            {data.network_fees.length > 0 && <NetworkFees data={data} />}
          </>
        )}
      </Read>
      {may("audit.read") && <RecentAuditActions />}
    </OfficePage>
  );
}

function Headlines({ data }: { data: Dashboard }) {
  const { t } = useTranslation("office");
  const { now, before } = data;
  const sum = (name: "wagered" | "ggr" | "ngr" | "deposits" | "payouts") => ({
    name,
    value: money(now[name], data.in, { brief: true }),
    change: changeOf(Number(now[name]), Number(before[name])),
  });
  const figures = [
    { ...sum("wagered"), more: t("dashboard.bets", { count: now.bets, n: count(now.bets) }) },
    sum("ggr"),
    sum("ngr"),
    { ...sum("deposits"), more: t("dashboard.paid", { count: now.deposit_count, n: count(now.deposit_count) }) },
    { ...sum("payouts"), more: t("dashboard.paid", { count: now.payout_count, n: count(now.payout_count) }) },
  ];
  return (
    <dl className="kpi">
      {figures.map(figure => (
        <div key={figure.name}>
          <dt>{t(`dashboard.${figure.name}`)}</dt>
          <dd className="value">{figure.value}</dd>
          <dd className="sm muted">
            {figure.change && <span className={figure.change.startsWith("+") ? "up" : "down"}>{figure.change} </span>}
            {"more" in figure ? figure.more : figure.change ? t("dashboard.day_before") : t("dashboard.no_before")}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Against the day before; null if there was none. */
function changeOf(now: number, before: number): string | null {
  if (before === 0) return null;
  return percent((now - before) / Math.abs(before), {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    signDisplay: "always",
  });
}

function Alerts({ alerts }: { alerts: Dashboard["alerts"] }) {
  const { t } = useTranslation("office");
  const open = alerts.filter(({ kind }) => kind !== "whole").length;
  return (
    <Panel
      title={t("dashboard.alerts")}
      aside={<span className="sm muted">{t("dashboard.open", { count: open })}</span>}
    >
      <ul className="alerts">
        {alerts.map(({ kind, text, at, approval }) => (
          <li
            key={`${kind} ${text} ${at} ${approval?.author} ${approval?.approver}`}
            className={kind === "whole" ? "up" : "down"}
          >
            <Icon of={kind === "whole" ? ShieldCheck : CircleAlert} size={17} />
            <span className="grow">
              {approval && <SharedOrigin approval={approval} />}
              {kind !== "shared_origin" && (
                <>
                  <b>{t(`alerts.${kind}`, { text })}</b>
                  <span className="muted sm">{t(`alerts.${kind}_text`, { text })}</span>
                </>
              )}
            </span>
            {at && <Moment at={at} brief />}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type SharedApproval = NonNullable<Dashboard["alerts"][number]["approval"]>;

/** An approval that may come from one person. */
function SharedOrigin({ approval }: { approval: SharedApproval }) {
  const { t } = useTranslation("office");
  const { author, approver, approvals, address, device } = approval;
  const shared = address && device ? "both" : address ? "address" : "device";
  return (
    <>
      <b>{t(`alerts.shared_${shared}`, { author: author ?? t("alerts.shared_player"), approver })}</b>
      <span className="muted sm">{t("alerts.shared_text", { count: approvals, n: count(approvals) })}</span>
    </>
  );
}

function Games({ data }: { data: Dashboard }) {
  const { t } = useTranslation("office");
  const share = (part: number, whole: number) => (whole === 0 ? "—" : percent(part / whole));
  return (
    <Panel title={t("dashboard.games")}>
      <Table
        figures
        name={t("dashboard.games")}
        head={[
          t("dashboard.game"),
          `>${t("dashboard.wagered")}`,
          `>${t("dashboard.bets_n")}`,
          `>${t("dashboard.edge")}`,
          ">RTP",
        ]}
        empty={t("dashboard.no_bets")}
        rows={data.games.map(({ game, wagered, paid, bets }) => ({
          key: game,
          cells: [
            <span key="game" className={`row g-${game}`}>
              <i className="diamond" />
              {t.in("games", game)}
            </span>,
            money(wagered, data.in, { brief: true }),
            count(bets),
            <span key="edge" className="muted">
              {share(Number(wagered) - Number(paid), Number(wagered))}
            </span>,
            <b key="rtp">{share(Number(paid), Number(wagered))}</b>,
          ],
        }))}
      />
    </Panel>
  );
}

function WaitingPayouts() {
  const { t } = useTranslation("office");
  const payouts = useOfficeQuery(readPayouts, {}, 15_000);
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
            rows={data.slice(0, 8).map(payout => ({
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
        head={[
          t("currency"),
          ...parts.map(part => `>${t(`owed.${part}`)}`),
          `>${t("owed.total")}`,
          `>${t("dashboard.deposits")}`,
          `>${t("dashboard.payouts")}`,
          `>${t("dashboard.ggr")}`,
        ]}
        empty=""
        rows={data.liabilities.map(row => {
          const day = data.by_currency.find(({ currency }) => currency === row.currency);
          const show = (amount: string) => money(amount, row.currency);
          return {
            key: row.currency,
            cells: [
              row.currency,
              ...parts.map(part => show(row[part])),
              <b key="total">{show(row.total)}</b>,
              ...(day ? [show(day.deposits), show(day.payouts), show(day.ggr)] : ["", "", ""]),
            ],
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
