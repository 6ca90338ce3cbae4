import type { ReactNode } from "react";
import { Navigate, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type ListReading, useList } from "#modules/operators/office/list/use-list.ts";
import { count, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { PeriodPicks, TestsSwitch } from "#modules/operators/office/parts/period-picks.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import {
  periodNames,
  type ReportList,
  readBalancesReport,
  readCountriesReport,
  readGamesReport,
  readOffersReport,
  readProtectionReport,
  readRevenueReport,
  readTaxReport,
} from "./contract.ts";
import { ReportTabs } from "./report-tabs.tsx";
import { percentOf, TaxRules } from "./tax-rules.tsx";

/** A report on demand, of days of the reporting zone. */
export function ReportPage() {
  const { report } = useParams();
  switch (report) {
    case "revenue":
      return <RevenueReport />;
    case "games":
      return <GamesReport />;
    case "countries":
      return <CountriesReport />;
    case "tax":
      return <TaxReport />;
    case "offers":
      return <OffersReport />;
    case "protection":
      return <ProtectionReport />;
    case "balances":
      return <BalancesReport />;
    default:
      return <Navigate to="/reports" replace />;
  }
}

type Revenue = RouteOutput<typeof readRevenueReport>["data"]["items"][number];
type Game = RouteOutput<typeof readGamesReport>["data"]["items"][number];
type Country = RouteOutput<typeof readCountriesReport>["data"]["items"][number];
type Tax = RouteOutput<typeof readTaxReport>["data"]["items"][number];
type Offer = RouteOutput<typeof readOffersReport>["data"]["items"][number];
type Protection = RouteOutput<typeof readProtectionReport>["data"]["items"][number];
type Balance = RouteOutput<typeof readBalancesReport>["data"]["items"][number];

function RevenueReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readRevenueReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const sum = (
    id: keyof Revenue & ("wagered" | "ggr" | "ngr" | "deposits" | "payouts"),
    title: string,
    extra = false,
  ) => sumColumn<Revenue>(id, title, row => row[id], extra);
  const line = (id: "bonuses" | "prizes" | "jackpots" | "fees") =>
    sumColumn<Revenue>(id, t(`reports.${id}`), row => row[id], true);
  const columns: readonly Column<Revenue>[] = [
    dayColumn(t("reports.day_of")),
    currencyColumn(t("reports.currency")),
    { id: "bets", title: t("reports.bets"), right: true, cell: ({ bets }) => count(bets) },
    sum("wagered", t("reports.wagered")),
    sum("ggr", "GGR"),
    line("bonuses"),
    line("prizes"),
    line("jackpots"),
    line("fees"),
    sum("ngr", "NGR"),
    sum("deposits", t("reports.deposits")),
    sum("payouts", t("reports.payouts")),
  ];
  return (
    <Report report="report-revenue" list={list} columns={columns} keyOf={({ day, currency }) => `${day} ${currency}`} />
  );
}

function GamesReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readGamesReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Game>[] = [
    dayColumn(t("reports.day_of")),
    { id: "game", title: t("reports.game"), cell: ({ game }) => t.find(`games.${game}`) ?? game },
    currencyColumn(t("reports.currency")),
    { id: "bets", title: t("reports.bets"), right: true, cell: ({ bets }) => count(bets) },
    sumColumn("wagered", t("reports.wagered"), row => row.wagered),
    sumColumn("paid", t("reports.paid"), row => row.paid),
    sumColumn("ggr", "GGR", row => row.ggr),
  ];
  return (
    <Report
      report="report-games"
      list={list}
      columns={columns}
      keyOf={({ day, game, currency }) => `${day} ${game} ${currency}`}
    />
  );
}

function CountriesReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const countryName = useCountryNames();
  const list = useList(readCountriesReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Country>[] = [
    {
      id: "country",
      title: t("reports.country"),
      fixed: true,
      cell: ({ country }) => (country === null ? t("reports.no_country") : countryName(country)),
    },
    currencyColumn(t("reports.currency")),
    { id: "players", title: t("reports.players"), right: true, cell: ({ players }) => count(players) },
    { id: "bets", title: t("reports.bets"), right: true, cell: ({ bets }) => count(bets) },
    sumColumn("wagered", t("reports.wagered"), row => row.wagered),
    sumColumn("paid", t("reports.paid"), row => row.paid),
    sumColumn("ggr", "GGR", row => row.ggr),
    sumColumn("deposits", t("reports.deposits"), row => row.deposits),
    sumColumn("payouts", t("reports.payouts"), row => row.payouts),
  ];
  return (
    <Report
      report="report-countries"
      list={list}
      columns={columns}
      keyOf={({ country, currency }) => `${country ?? ""} ${currency}`}
    />
  );
}

function TaxReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const countryName = useCountryNames();
  const list = useList(readTaxReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Tax>[] = [
    {
      id: "country",
      title: t("reports.country"),
      fixed: true,
      cell: ({ country }) => (country === null ? t("reports.no_country") : countryName(country)),
    },
    { id: "product", title: t("regions.product"), cell: ({ product }) => t(`regions.products.${product}`) },
    currencyColumn(t("reports.currency")),
    {
      id: "rule",
      title: t("tax.rule"),
      cell: ({ rule, base, rate }) =>
        rule === null || base === null || rate === null ? (
          <span className="faint">{t("tax.no_rule")}</span>
        ) : (
          t("tax.rule_of", { rule, rate: percentOf(rate), base: t(`tax.bases.${base}`) })
        ),
    },
    sumColumn("stakes", t("reports.wagered"), row => row.stakes, true),
    sumColumn("paid", t("reports.paid"), row => row.paid, true),
    sumColumn("ggr", "GGR", row => row.ggr),
    sumColumn("deducted", t("tax.deducted"), row => row.deducted),
    sumColumn("taxable", t("tax.taxable"), row => row.taxable),
    sumColumn("tax", t("tax.tax"), row => row.tax),
  ];
  const keyOf = ({ country, product, currency, rule }: Tax) => [country, product, currency, rule].join(" ");
  return (
    <Report report="report-tax" list={list} columns={columns} keyOf={keyOf}>
      <TaxRules />
    </Report>
  );
}

function OffersReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readOffersReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Offer>[] = [
    dayColumn(t("reports.day_of")),
    accountColumn(t("reports.account")),
    currencyColumn(t("reports.currency")),
    { id: "transfers", title: t("reports.transfers"), right: true, cell: ({ transfers }) => count(transfers) },
    sumColumn("given", t("reports.given"), row => row.given),
    sumColumn("returned", t("reports.returned"), row => row.returned),
    sumColumn("cost", t("reports.cost"), row => row.cost),
  ];
  const keyOf = ({ day, account, currency }: Offer) => `${day} ${account} ${currency}`;
  return <Report report="report-offers" list={list} columns={columns} keyOf={keyOf} />;
}

function ProtectionReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readProtectionReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Protection>[] = [
    dayColumn(t("reports.day_of")),
    { id: "kind", title: t("reports.change"), cell: ({ kind }) => t(`reports.protection.${kind}`) },
    { id: "changes", title: t("reports.changes"), right: true, cell: ({ changes }) => count(changes) },
    { id: "loosened", title: t("reports.loosened"), right: true, cell: ({ loosened }) => count(loosened) },
    { id: "players", title: t("reports.players"), right: true, cell: ({ players }) => count(players) },
  ];
  return (
    <Report report="report-protection" list={list} columns={columns} keyOf={({ day, kind }) => `${day} ${kind}`} />
  );
}

function BalancesReport() {
  const { t } = useTranslation("office");
  const query = useReportQuery();
  const list = useList(readBalancesReport, cursor => ({ query: { ...query, ...after(cursor) } }));
  const columns: readonly Column<Balance>[] = [
    accountColumn(t("reports.account")),
    currencyColumn(t("reports.currency")),
    sumColumn("debited", t("reports.debited"), row => row.debited),
    sumColumn("credited", t("reports.credited"), row => row.credited),
    sumColumn("balance", t("reports.balance"), row => row.balance),
  ];
  return (
    <Report
      report="report-balances"
      list={list}
      columns={columns}
      keyOf={({ account, currency }) => `${account} ${currency}`}
    />
  );
}

const after = (cursor: string | undefined) => ({ limit: "200", ...(cursor !== undefined && { cursor }) });

function dayColumn<Row extends { readonly day: string }>(title: string): Column<Row> {
  return { id: "day", title, fixed: true, cell: ({ day }) => <span className="num nowrap">{day}</span> };
}

function accountColumn<Row extends { readonly account: string }>(title: string): Column<Row> {
  return { id: "account", title, fixed: true, cell: ({ account }) => <span className="mono">{account}</span> };
}

function currencyColumn<Row extends { readonly currency: string }>(title: string): Column<Row> {
  return { id: "currency", title, cell: ({ currency }) => currency };
}

function sumColumn<Row extends { readonly currency: string }>(
  id: string,
  title: string,
  amountOf: (row: Row) => string,
  extra = false,
): Column<Row> {
  return { id, title, right: true, ...(extra && { extra }), cell: row => money(amountOf(row), row.currency) };
}

/** The days and test accounts of the address. */
function useReportQuery() {
  const { get } = useAddressFilters();
  const [from, to] = [get("from"), get("to")];
  const period = periodNames.find(name => name === get("period"));
  return {
    ...(period && { period }),
    ...(from !== "" && { from }),
    ...(to !== "" && { to }),
    ...(get("tests") === "with" && { tests: "with" as const }),
  };
}

interface ReportHead {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly closed: boolean;
}

interface ReportProps<Row> {
  readonly report: ReportList;
  readonly list: ListReading<Row> & { readonly first: ReportHead | undefined };
  readonly columns: readonly Column<Row>[];
  /** Below the rows. */
  readonly children?: ReactNode;
  keyOf(row: Row): string;
}

function Report<Row>({ report, list, columns, keyOf, children }: ReportProps<Row>) {
  const { t } = useTranslation("office");
  const { set } = useAddressFilters();
  const own = useReportQuery();
  const shown = list.first;
  const title = t(`exports.lists.${report}`);
  return (
    <OfficePage title={title} aside={<ReportTabs />}>
      <div className="row wrap">
        <PeriodPicks
          set={set}
          own={own}
          shown={shown}
          named={{
            filter: "period",
            value: own.period ?? "month",
            choices: periodNames.map(name => [name, t(`reports.periods.${name}`)] as const),
          }}
        />
        <TestsSwitch on={own.tests === "with"} onSwitch={on => set({ tests: on ? "with" : "" })} />
        {shown && (
          <>
            <span className="sm muted">{shown.zone.replace("_", " ")}</span>
            <Tag tone={shown.closed ? "good" : "wait"}>{t(shown.closed ? "reports.closed" : "reports.open")}</Tag>
          </>
        )}
      </div>
      <Panel>
        <OfficeList
          name={report}
          title={title}
          columns={columns}
          of={list}
          keyOf={keyOf}
          labelOf={keyOf}
          actions={
            shown && (
              <OrderExport
                list={report}
                filters={{
                  from: shown.from,
                  to: shown.to,
                  zone: shown.zone,
                  ...(own.tests && { tests: own.tests }),
                }}
              />
            )
          }
          empty={t("reports.no_activity")}
        />
      </Panel>
      {children}
    </OfficePage>
  );
}
