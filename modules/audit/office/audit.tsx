import { useTranslation } from "#kit/web/texts.tsx";
import { type AuditEntryView, readAuditLog } from "#modules/audit/shared/contract.ts";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { factChanges, factsLine } from "#modules/operators/office/parts/facts-line.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel } from "#modules/operators/office/parts/office-page.tsx";
import { SearchFilter } from "#modules/operators/office/parts/search-filter.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { ChainState, useActionText } from "./audit-actions.tsx";
import { VerifyRange } from "./verify-range.tsx";

function queryOf(filter: FilterOf): AuditLogProps["query"] {
  const [operator, subject, action] = [filter("operator"), filter("subject"), filter("action")];
  const hash = filter("hash");
  return {
    ...(operator !== "" && { operator }),
    ...(subject !== "" && { subject }),
    ...(action !== "" && { action }),
    ...(hash !== "" && { hash }),
  };
}

/** Who did what, when, why, and what changed. Read-only. */
export function AuditPage() {
  const filters = useAddressFilters();
  const query = queryOf(filters.get);
  return <AuditLog key={JSON.stringify(query)} filters={filters} query={query} />;
}

interface AuditLogProps {
  readonly filters: ReturnType<typeof useAddressFilters>;
  readonly query: {
    readonly operator?: string;
    readonly subject?: string;
    readonly action?: string;
    readonly hash?: string;
  };
}

function AuditLog({ filters, query }: AuditLogProps) {
  const { t } = useTranslation("office");
  const log = useList(
    readAuditLog,
    cursor => ({ query: { ...query, limit: "100", ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000, viewAt: filter => ({ query: { ...queryOf(filter), limit: "100" } }) },
  );
  const isFiltered = Object.keys(query).length > 0;
  return (
    <OfficePage
      title={t("pages.audit")}
      aside={
        <>
          {log.first && <ChainState chain={log.first.chain} />}
          <SearchFilter filters={filters} name="operator" label={t("audit.by")} />
        </>
      }
    >
      <Panel>
        <OfficeList
          name="audit"
          title={t("pages.audit")}
          columns={useAuditColumns()}
          of={log}
          keyOf={keyOf}
          labelOf={({ number }) => String(number)}
          actions={<OrderExport list="audit" filters={query} />}
          empty={t("audit.none")}
          onClear={isFiltered ? () => filters.set({ operator: "", subject: "", action: "", hash: "" }) : undefined}
        />
      </Panel>
      <VerifyRange />
    </OfficePage>
  );
}

const keyOf = ({ number }: AuditEntryView) => String(number);

function useAuditColumns(): readonly Column<AuditEntryView>[] {
  const { t } = useTranslation("office");
  const auditAction = useActionText();
  return [
    {
      id: "number",
      title: t("players.no"),
      fixed: true,
      cell: ({ number }) => <span className="mono muted">{number}</span>,
    },
    { id: "at", title: t("time"), cell: ({ at }) => <Moment at={at} /> },
    {
      id: "who",
      title: t("audit.who"),
      cell: ({ operator, role }) => (
        <span>
          <b>{operator}</b> <span className="muted sm">{t.find(`roles.${role}`) ?? role}</span>
        </span>
      ),
    },
    { id: "what", title: t("audit.what"), cell: ({ action }) => auditAction(action) },
    {
      id: "to",
      title: t("audit.to"),
      cell: ({ subject }) => <span className="mono muted">{subject.replace(/^([\w-]+):.*(.{6})$/, "$1 #$2")}</span>,
    },
    { id: "reason", title: t("reason"), cell: ({ reason }) => reason && <span className="reason">{reason}</span> },
    { id: "change", title: t("audit.change"), cell: entry => <Change entry={entry} /> },
    {
      id: "hash",
      title: "SHA-256",
      right: true,
      cell: ({ previous, hash }) => (
        <span className="mono muted" title={hash}>
          {`${previous.slice(0, 4)} → ${hash.slice(0, 6)}`}
        </span>
      ),
    },
  ];
}

function Change({ entry: { before, after } }: { entry: AuditEntryView }) {
  if (before === null && after === null) return null;
  if (before === null) return <span className="change mono">{factsLine(after)}</span>;
  return (
    <span className="change mono">
      {factChanges(before, after).map(({ name, from, to }) => (
        <span key={name} className="block">
          {name}: {from !== undefined && from !== to && <del>{from}</del>} {to}
        </span>
      ))}
    </span>
  );
}
