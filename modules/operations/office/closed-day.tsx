import { Link, useParams } from "react-router";
import type { RouteOutput } from "#kit/contract/route.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { calendarDay, count, Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { readClosedDay } from "./figures-contract.ts";

type Row = RouteOutput<typeof readClosedDay>["data"]["items"][number];

/** A closed day: what moved between the accounts of the books, late rows of earlier days first. */
export function ClosedDayPage() {
  const { t } = useTranslation("office");
  const number = useParams()["number"] ?? "";
  const rows = useList(readClosedDay, cursor => ({
    params: { number },
    query: { limit: "100", ...(cursor !== undefined && { cursor }) },
  }));
  const day = rows.first?.day;
  return (
    <OfficePage
      title={day ? `${t("figures.closed.day")} ${calendarDay(day.day)}` : t("figures.closed.title")}
      aside={
        <Link className="btn s" to="/">
          {t("pages.dashboard")}
        </Link>
      }
    >
      {day && (
        <p className="row wrap sm muted">
          <span>{day.zone.replace("_", " ")}</span>
          <span>
            {t("figures.closed.at")} <Moment at={day.closed_at} />
          </span>
          <span>
            {t("figures.closed.late")}: {count(day.late)}
          </span>
          <span className="mono">{`SHA-256 ${day.hash}`}</span>
        </p>
      )}
      <Panel>
        <OfficeList
          name="closed-day"
          title={t("figures.closed.title")}
          columns={useClosedColumns()}
          of={rows}
          keyOf={keyOf}
          labelOf={keyOf}
          actions={<OrderExport list="closed-day" filters={{ number }} />}
          empty={t("figures.closed.no_activity")}
        />
      </Panel>
    </OfficePage>
  );
}

const keyOf = ({ place }: Row) => String(place);

function useClosedColumns(): readonly Column<Row>[] {
  const { t } = useTranslation("office");
  return [
    {
      id: "day",
      title: t("figures.closed.day"),
      fixed: true,
      cell: row => (
        <span className="num nowrap">
          {calendarDay(row.of_day)} {row.is_late && <Tag tone="wait">{t("figures.closed.is_late")}</Tag>}
          {row.test && <Tag tone="plain">{t("figures.closed.test")}</Tag>}
        </span>
      ),
    },
    { id: "kind", title: t("figures.kind"), cell: ({ kind }) => t.find(`kinds.${kind}`) ?? kind },
    {
      id: "debit",
      title: t("figures.closed.debit"),
      cell: ({ debit }) => <span className="mono muted">{debit}</span>,
    },
    {
      id: "credit",
      title: t("figures.closed.credit"),
      cell: ({ credit }) => <span className="mono muted">{credit}</span>,
    },
    { id: "count", title: t("figures.count"), right: true, cell: ({ transfers }) => count(transfers) },
    { id: "amount", title: t("amount"), right: true, cell: ({ amount, currency }) => money(amount, currency) },
  ];
}
