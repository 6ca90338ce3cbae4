import { Navigate, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { count } from "#modules/operators/office/parts/figures.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import {
  readBalancesReport,
  readCountriesReport,
  readGamesReport,
  readOffersReport,
  readProtectionReport,
  readRevenueReport,
  readTaxReport,
} from "./contract.ts";
import {
  AccessReport,
  ChargebacksReport,
  ChecksReport,
  ComplaintsReport,
  EventsReport,
  FundsReport,
  VersionsReport,
  WinsReport,
} from "./oversight-reports.tsx";
import { accountColumn, after, currencyColumn, dayColumn, Report, sumColumn, useReportQuery } from "./report.tsx";
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
    case "versions":
      return <VersionsReport />;
    case "wins":
      return <WinsReport />;
    case "funds":
      return <FundsReport />;
    case "checks":
      return <ChecksReport />;
    case "complaints":
      return <ComplaintsReport />;
    case "access":
      return <AccessReport />;
    case "chargebacks":
      return <ChargebacksReport />;
    case "events":
      return <EventsReport />;
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
