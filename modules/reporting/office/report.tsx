import type { ReactNode } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import type { ListReading } from "#modules/operators/office/list/use-list.ts";
import { calendarDay, count, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { PeriodPicks, TestsSwitch } from "#modules/operators/office/parts/period-picks.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { periodNames, type ReportList } from "./contract.ts";
import { ReportTabs } from "./report-tabs.tsx";

/** What the pages of reports have in common: the period, columns, and the list with its file. */

export const after = (cursor: string | undefined) => ({ limit: "200", ...(cursor !== undefined && { cursor }) });

export function dayColumn<Row extends { readonly day: string }>(title: string): Column<Row> {
  return { id: "day", title, fixed: true, cell: ({ day }) => <span className="num nowrap">{calendarDay(day)}</span> };
}

export function accountColumn<Row extends { readonly account: string }>(title: string): Column<Row> {
  return { id: "account", title, fixed: true, cell: ({ account }) => <span className="mono">{account}</span> };
}

export function currencyColumn<Row extends { readonly currency: string }>(title: string): Column<Row> {
  return { id: "currency", title, cell: ({ currency }) => currency };
}

export function sumColumn<Row extends { readonly currency: string }>(
  id: string,
  title: string,
  amountOf: (row: Row) => string,
  extra = false,
): Column<Row> {
  return { id, title, right: true, ...(extra && { extra }), cell: row => money(amountOf(row), row.currency) };
}

export function countColumn<Row>(id: string, title: string, countOf: (row: Row) => number): Column<Row> {
  return { id, title, right: true, cell: row => count(countOf(row)) };
}

/** The days and test accounts of the address. */
export function useReportQuery() {
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

export function Report<Row>({ report, list, columns, keyOf, children }: ReportProps<Row>) {
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
