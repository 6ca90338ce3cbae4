import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { SearchFilter } from "#modules/operators/office/parts/search-filter.tsx";
import { SystemTabs } from "#modules/operators/office/parts/system-tabs.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { dropJob, type JobView, jobStateNames, readJobs, runJobAgain } from "./jobs-contract.ts";

const tones: Readonly<Record<JobView["state"], Tone>> = {
  failed: "bad",
  retrying: "wait",
  running: "info",
  waiting: "plain",
  scheduled: "plain",
};

/** The queue of jobs: failed ones with their error, which are run again or dropped. */
export function JobsPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  return (
    <OfficePage
      title={t("pages.jobs")}
      aside={
        <>
          <SystemTabs />
          <SearchFilter filters={filters} name="task" label={t("jobs.find")} />
        </>
      }
    >
      <Panel>
        <Jobs key={filters.params.toString()} />
      </Panel>
    </OfficePage>
  );
}

function queryOf(filter: FilterOf) {
  const state = jobStateNames.find(each => each === filter("state"));
  const task = filter("task");
  return { ...(state && { state }), ...(task !== "" && { task }), limit: "100" };
}

function Jobs() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const { state, task = "" } = queryOf(filters.get);
  const jobs = useList(
    readJobs,
    cursor => ({ query: { ...queryOf(filters.get), ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 10_000, viewAt: filter => ({ query: queryOf(filter) }) },
  );
  const counts = jobs.first?.counts;
  const nameOf = (each: JobView["state"]) =>
    counts ? `${t(`jobs.states.${each}`)} (${count(counts[each])})` : t(`jobs.states.${each}`);
  return (
    <OfficeList
      name="jobs"
      title={t("pages.jobs")}
      columns={useJobColumns(jobs.reload)}
      of={jobs}
      keyOf={({ id }) => id}
      labelOf={({ task: name }) => name}
      tools={
        <Pick
          label={t("players.state")}
          value={state ?? ""}
          choices={[["", t("jobs.all")], ...jobStateNames.map(each => [each, nameOf(each)] as const)]}
          onPick={picked => filters.set({ state: picked })}
        />
      }
      empty={t("jobs.none")}
      onClear={state || task !== "" ? () => filters.set({ state: "", task: "" }) : undefined}
    />
  );
}

function useJobColumns(reload: () => void): readonly Column<JobView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  return [
    { id: "task", title: t("jobs.task"), fixed: true, cell: ({ task }) => <b className="mono">{task}</b> },
    {
      id: "state",
      title: t("players.state"),
      cell: ({ state }) => <Tag tone={tones[state]}>{t(`jobs.states.${state}`)}</Tag>,
    },
    {
      id: "attempts",
      title: t("jobs.attempts"),
      right: true,
      cell: ({ attempts, max_attempts }) => (
        <span className="num">
          {attempts} / {max_attempts}
        </span>
      ),
    },
    {
      id: "error",
      title: t("jobs.error"),
      cell: ({ error }) => error && <span className="reason">{error}</span>,
    },
    { id: "run", title: t("jobs.next"), cell: ({ run_at }) => <Moment at={run_at} /> },
    { id: "created", title: t("jobs.created"), cell: ({ created_at }) => <Moment at={created_at} /> },
    { id: "queue", title: t("jobs.queue"), extra: true, cell: ({ queue }) => queue ?? "—" },
    {
      id: "actions",
      title: "",
      fixed: true,
      cell: job => (may("jobs.write") && job.state !== "running" ? <JobActions of={job} reload={reload} /> : null),
    },
  ];
}

function JobActions({ of: { id, task }, reload }: { readonly of: JobView; reload(): void }) {
  const { t } = useTranslation("office");
  return (
    <span className="row">
      <Decide
        action={t("jobs.run")}
        title={t("jobs.run_title", { task })}
        text={t("jobs.run_text")}
        asksReason
        onDecide={async (reason, key) => {
          await call(runJobAgain, { params: { id }, body: { reason } }, key);
          reload();
        }}
      />
      <Decide
        action={t("jobs.drop")}
        title={t("jobs.drop_title", { task })}
        text={t("jobs.drop_text")}
        asksReason
        dangerous
        onDecide={async (reason, key) => {
          await call(dropJob, { params: { id }, body: { reason } }, key);
          reload();
        }}
      />
    </span>
  );
}
