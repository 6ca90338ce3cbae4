import { Link } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useActionText } from "#modules/audit/office/audit-actions.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { count, Moment, money, shortId } from "#modules/operators/office/parts/figures.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import {
  readAccessReport,
  readChargebacksReport,
  readChecksReport,
  readComplaintsReport,
  readEventsReport,
  readFundsReport,
  readVersionsReport,
  readWinsReport,
} from "./oversight-contract.ts";
import { after, countColumn, currencyColumn, dayColumn, Report, sumColumn, useReportQuery } from "./report.tsx";

type Version = RouteOutput<typeof readVersionsReport>["data"]["items"][number];
type Win = RouteOutput<typeof readWinsReport>["data"]["items"][number];
type Funds = RouteOutput<typeof readFundsReport>["data"]["items"][number];
type Check = RouteOutput<typeof readChecksReport>["data"]["items"][number];
type Complaints = RouteOutput<typeof readComplaintsReport>["data"]["items"][number];
type Chargebacks = RouteOutput<typeof readChargebacksReport>["data"]["items"][number];
type Event = RouteOutput<typeof readEventsReport>["data"]["items"][number];
type Access = RouteOutput<typeof readAccessReport>["data"]["items"][number];

/** Versions of games' rules, those in force without a bet included. */
export function VersionsReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readVersionsReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const sum = (amount: string | null, currency: Version["currency"]) =>
    amount === null || currency === null ? "—" : money(amount, currency);
  const columns: readonly Column<Version>[] = [
    { id: "game", title: t("reports.game"), fixed: true, cell: ({ game }) => t.find(`games.${game}`) ?? game },
    {
      id: "version",
      title: t("reports.version"),
      cell: ({ version }) => <span className="mono">{version ?? "—"}</span>,
    },
    {
      id: "in_force",
      title: t("reports.in_force"),
      cell: row => row.in_force && <Tag tone="good">{t("reports.in_force")}</Tag>,
    },
    { id: "currency", title: t("reports.currency"), cell: ({ currency }) => currency ?? "—" },
    countColumn("bets", t("reports.bets"), row => row.bets),
    { id: "wagered", title: t("reports.wagered"), right: true, cell: row => sum(row.wagered, row.currency) },
    { id: "paid", title: t("reports.paid"), right: true, cell: row => sum(row.paid, row.currency) },
    { id: "first", title: t("reports.first_bet"), cell: ({ first }) => <Moment at={first} /> },
    { id: "last", title: t("reports.last_bet"), cell: ({ last }) => <Moment at={last} /> },
  ];
  const keyOf = ({ game, version, currency }: Version) => [game, version, currency].join(" ");
  return <Report report="report-versions" list={list} columns={columns} keyOf={keyOf} />;
}

export function WinsReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readWinsReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Win>[] = [
    { id: "at", title: t("time"), fixed: true, cell: ({ at }) => <Moment at={at} /> },
    { id: "game", title: t("reports.game"), cell: ({ game }) => t.find(`games.${game}`) ?? game },
    { id: "kind", title: t("reports.kind"), cell: ({ kind }) => t(`reports.win_kinds.${kind}`) },
    {
      id: "player",
      title: t("player"),
      cell: ({ player }) => (
        <Link className="link mono" to={`/players/${player}`}>
          {shortId(player)}
        </Link>
      ),
    },
    sumColumn("amount", t("amount"), row => row.amount),
    {
      id: "reference",
      title: t("reports.reference"),
      extra: true,
      cell: ({ reference }) => <span className="mono">{reference}</span>,
    },
  ];
  return (
    <Report report="report-wins" list={list} columns={columns} keyOf={({ at, reference }) => `${at} ${reference}`} />
  );
}

/** What is owed to players, beside the money that covers it. */
export function FundsReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readFundsReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const sum = (id: Exclude<keyof Funds, "currency">, extra = false) =>
    sumColumn<Funds>(id, t(`reports.funds.${id}`), row => row[id], extra);
  const columns: readonly Column<Funds>[] = [
    { ...currencyColumn<Funds>(t("reports.currency")), fixed: true },
    sum("owed"),
    sum("surplus"),
    sum("real"),
    sum("bonus"),
    sum("vault"),
    sum("in_play"),
    sum("payouts"),
    sum("pots"),
    sum("held", true),
    sum("partners", true),
    sum("bank"),
    sum("providers"),
    sum("chain"),
  ];
  return <Report report="report-funds" list={list} columns={columns} keyOf={({ currency }) => currency} />;
}

export function ChecksReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readChecksReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Check>[] = [
    dayColumn(t("reports.day_of")),
    { id: "event", title: t("reports.event"), cell: ({ event }) => t(`reports.checks.${event}`) },
    countColumn("count", t("reports.count"), row => row.count),
    countColumn("players", t("reports.players"), row => row.players),
  ];
  const keyOf = ({ day, event }: Check) => `${day} ${event}`;
  return <Report report="report-checks" list={list} columns={columns} keyOf={keyOf} />;
}

export function ComplaintsReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readComplaintsReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Complaints>[] = [
    dayColumn(t("reports.day_of")),
    { id: "topic", title: t("reports.topic"), cell: ({ topic }) => t(`support.topics.${topic}`) },
    countColumn("received", t("reports.received"), row => row.received),
    countColumn("guests", t("reports.guests"), row => row.guests),
    countColumn("answered", t("reports.answered"), row => row.answered),
    countColumn("resolved", t("reports.resolved"), row => row.resolved),
    countColumn("open", t("reports.unresolved"), row => row.open),
    {
      id: "longest_hours",
      title: t("reports.longest_hours"),
      right: true,
      cell: row => (row.longest_hours === null ? "—" : count(row.longest_hours)),
    },
  ];
  const keyOf = ({ day, topic }: Complaints) => `${day} ${topic}`;
  return <Report report="report-complaints" list={list} columns={columns} keyOf={keyOf} />;
}

const countedAccess = [
  "sign_ins",
  "refused",
  "reveals",
  "documents",
  "exports",
  "entries",
  "addresses",
  "reads",
  "rows_read",
] as const;

export function AccessReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readAccessReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const counted = (id: (typeof countedAccess)[number]) =>
    countColumn<Access>(id, t(`reports.access.${id}`), row => row[id]);
  const columns: readonly Column<Access>[] = [
    dayColumn(t("reports.day_of")),
    { id: "name", title: t("reports.operator"), cell: ({ name }) => name },
    { id: "role", title: t("reports.role"), cell: ({ role }) => t.find(`roles.${role}`) ?? role },
    ...countedAccess.map(counted),
  ];
  const keyOf = ({ day, operator, role }: Access) => `${day} ${operator} ${role}`;
  return <Report report="report-access" list={list} columns={columns} keyOf={keyOf} />;
}

/** Deposits that banks recalled. */
export function ChargebacksReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readChargebacksReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const sum = (id: "amount" | "collected" | "waived" | "owed", title: string) =>
    sumColumn<Chargebacks>(id, title, row => row[id]);
  const columns: readonly Column<Chargebacks>[] = [
    dayColumn(t("reports.day_of")),
    { id: "provider", title: t("reports.provider"), cell: ({ provider }) => <span className="mono">{provider}</span> },
    currencyColumn(t("reports.currency")),
    countColumn("count", t("reports.count"), row => row.count),
    countColumn("players", t("reports.players"), row => row.players),
    sum("amount", t("amount")),
    sum("collected", t("reports.collected")),
    sum("waived", t("reports.waived")),
    sum("owed", t("reports.still_owed")),
  ];
  const keyOf = ({ day, provider, currency }: Chargebacks) => `${day} ${provider} ${currency}`;
  return <Report report="report-chargebacks" list={list} columns={columns} keyOf={keyOf} />;
}

const eventTones = {
  books: "bad",
  return: "bad",
  access: "info",
  money: "wait",
  void: "wait",
  jackpot: "plain",
  change: "plain",
} as const;

/** Significant events and alterations, in order. */
export function EventsReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const actionText = useActionText();
  const list = useList(readEventsReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Event>[] = [
    { id: "at", title: t("time"), fixed: true, cell: ({ at }) => <Moment at={at} /> },
    {
      id: "kind",
      title: t("reports.kind"),
      cell: ({ kind }) => <Tag tone={eventTones[kind]}>{t(`reports.event_kinds.${kind}`)}</Tag>,
    },
    {
      id: "event",
      title: t("reports.event"),
      cell: ({ event }) => t.find(`reports.events.${event.replace(".", "_")}`) ?? actionText(event),
    },
    {
      id: "subject",
      title: t("reports.subject"),
      cell: ({ subject }) => <span className="mono">{subject || "—"}</span>,
    },
    { id: "operator", title: t("reports.operator"), cell: ({ operator }) => operator ?? "—" },
    {
      id: "role",
      title: t("reports.role"),
      extra: true,
      cell: ({ role }) => (role === null ? "—" : (t.find(`roles.${role}`) ?? role)),
    },
    { id: "reason", title: t("reason"), cell: ({ reason }) => <span className="reason">{reason ?? "—"}</span> },
  ];
  const keyOf = ({ at, event, subject }: Event) => `${at} ${event} ${subject}`;
  return <Report report="report-events" list={list} columns={columns} keyOf={keyOf} />;
}
