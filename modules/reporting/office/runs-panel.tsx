import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import { type RunView, readReportRuns, retryReportRun } from "./schedules-contract.ts";

type Delivery = RunView["deliveries"][number];

const tones: Readonly<Record<Delivery["state"], Tone>> = {
  waiting: "wait",
  held: "wait",
  ready: "good",
  fetched: "plain",
  expired: "plain",
  refused: "bad",
};

/** Reports of schedules, newest first, with what each recipient got. */
export function RunsPanel() {
  const { t } = useTranslation("office");
  const runs = useList(
    readReportRuns,
    cursor => ({ query: { limit: "100", ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000 },
  );
  return (
    <Panel title={t("reports.runs")}>
      <OfficeList
        name="report-runs"
        title={t("reports.runs")}
        columns={useRunColumns(runs.reload)}
        of={runs}
        keyOf={({ id }) => id}
        labelOf={({ from, to }) => `${from} – ${to}`}
        empty={t("reports.no_runs")}
      />
    </Panel>
  );
}

const periodOf = ({ from, to }: RunView) => (from === to ? from : `${from} – ${to}`);
const isOver = ({ state }: Delivery) => state === "ready" || state === "fetched";

function useRunColumns(reload: () => void): readonly Column<RunView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return [
    {
      id: "report",
      title: t("reports.report"),
      fixed: true,
      cell: run => (
        <span className="row wrap">
          <b>{t(`exports.lists.${run.report}`)}</b>
          {run.tests && <Tag tone="plain">{t("reports.with_tests")}</Tag>}
        </span>
      ),
    },
    { id: "period", title: t("reports.period"), cell: run => <span className="num nowrap">{periodOf(run)}</span> },
    { id: "zone", title: t("figures.zone"), extra: true, cell: ({ zone }) => zone.replace("_", " ") },
    { id: "started", title: t("reports.started"), cell: run => <Moment at={run.started_at} /> },
    {
      id: "progress",
      title: t("reports.progress"),
      cell: ({ deliveries }) => (
        <span className="num nowrap">
          {t("reports.delivered", { done: count(deliveries.filter(isOver).length), all: count(deliveries.length) })}
        </span>
      ),
    },
    {
      id: "recipients",
      title: t("reports.recipients"),
      cell: ({ deliveries }) => (
        <span className="col">
          {deliveries.map(delivery => (
            <DeliveryState key={delivery.export_id} of={delivery} />
          ))}
        </span>
      ),
    },
    {
      id: "actions",
      title: "",
      fixed: true,
      cell: run =>
        may("reports.write") && !run.deliveries.every(isOver) ? <Retry id={run.id} reload={reload} /> : null,
    },
  ];
}

function DeliveryState({ of: { operator, state, rows, failures, error } }: { readonly of: Delivery }) {
  const { t } = useTranslation("office");
  const hasFailed = state === "waiting" && failures > 0;
  return (
    <span className="row wrap">
      {operator || "—"}
      <Tag tone={hasFailed ? "bad" : tones[state]}>
        {hasFailed ? t("reports.failed") : t(`exports.states.${state}`)}
      </Tag>
      <span className="muted sm">{t("reports.rows_made", { rows: count(rows) })}</span>
      {hasFailed && (
        <span className="bad sm reason">
          {t("reports.failures", { failures: count(failures) })}
          {error && `: ${error}`}
        </span>
      )}
    </span>
  );
}

function Retry({ id, reload }: { readonly id: string; reload(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("reports.retry")}
      title={t("reports.retry_title")}
      text={t("reports.retry_text")}
      asksReason
      onDecide={async (reason, key) => {
        await call(retryReportRun, { params: { id }, body: { reason } }, key);
        reload();
      }}
    />
  );
}
