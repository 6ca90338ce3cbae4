import { useState } from "react";
import { useRouteCache } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { everyNames, type ReportName, reportNames } from "./contract.ts";
import { ReportTabs } from "./report-tabs.tsx";
import { RunsPanel } from "./runs-panel.tsx";
import { addSchedule, endSchedule, pauseSchedule, readSchedules, type ScheduleView } from "./schedules-contract.ts";

/** Reports that are made on a schedule, and what was made. */
export function SchedulesPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const read = useOfficeQuery(readSchedules, {}, 30_000);
  const operators = read.data?.data.operators;
  return (
    <OfficePage
      title={t("pages.reports")}
      aside={
        <>
          <ReportTabs />
          {may("reports.write") && operators && <NewSchedule operators={operators} />}
        </>
      }
    >
      <Panel title={t("reports.schedules")}>
        <Read of={read}>
          {({ data }) => (
            <>
              <p className="note muted">{t("reports.about", { zone: data.zone.replace("_", " ") })}</p>
              <Schedules schedules={data.schedules} />
            </>
          )}
        </Read>
      </Panel>
      <RunsPanel />
    </OfficePage>
  );
}

function Schedules({ schedules }: { readonly schedules: readonly ScheduleView[] }) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={t("reports.schedules")}
      head={[
        t("reports.report"),
        t("reports.every"),
        t("reports.recipients"),
        t("reports.next"),
        t("reports.by"),
        t("players.state"),
        ">",
      ]}
      empty={t("reports.none")}
      rows={schedules.map(schedule => ({
        key: schedule.id,
        cells: [
          <b key="report">{t(`exports.lists.${schedule.report}`)}</b>,
          <span key="every" className="row wrap">
            {t(`reports.${schedule.every}`)}
            {schedule.tests && <Tag tone="plain">{t("reports.with_tests")}</Tag>}
          </span>,
          <span key="recipients" className="reason">
            {schedule.recipients.map(({ name }) => name).join(", ")}
          </span>,
          <span key="next" className="num nowrap">
            {schedule.next_day}
          </span>,
          schedule.created_by,
          <Tag key="state" tone={schedule.paused_at === null ? "good" : "wait"}>
            {t(schedule.paused_at === null ? "reports.active" : "reports.paused")}
          </Tag>,
          <ScheduleActions key="actions" of={schedule} />,
        ],
      }))}
    />
  );
}

function ScheduleActions({ of: { id, paused_at: pausedAt } }: { readonly of: ScheduleView }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const cache = useRouteCache();
  const to = pausedAt === null ? "pause" : "resume";
  if (!may("reports.write")) return null;
  return (
    <span className="row end">
      <Decide
        action={t(`reports.${to}`)}
        title={t(`reports.${to}_title`)}
        text={t(`reports.${to}_text`)}
        asksReason
        onDecide={async (reason, key) => {
          await call(pauseSchedule, { params: { id }, body: { paused: pausedAt === null, reason } }, key);
          await cache.invalidate(readSchedules);
        }}
      />
      <Decide
        action={t("reports.end")}
        title={t("reports.end_title")}
        text={t("reports.end_text")}
        asksReason
        dangerous
        onDecide={async (reason, key) => {
          await call(endSchedule, { params: { id }, body: { reason } }, key);
          await cache.invalidate(readSchedules);
        }}
      />
    </span>
  );
}

interface NewScheduleProps {
  readonly operators: readonly {
    readonly id: string;
    readonly name: string;
    readonly reports: readonly ReportName[];
  }[];
}

function NewSchedule({ operators }: NewScheduleProps) {
  const { t } = useTranslation("office");
  const { me } = useSession();
  const cache = useRouteCache();
  const [report, setReport] = useState<ReportName>("report-revenue");
  const [every, setEvery] = useState<(typeof everyNames)[number]>("day");
  const able = operators.filter(({ reports }) => reports.includes(report));
  return (
    <Decide
      action={t("reports.new")}
      title={t("reports.new_title")}
      asksReason
      primary
      onDecide={async (reason, key, given) => {
        const recipients = given.getAll("recipient").map(String);
        const tests = given.get("tests") === "on";
        await call(addSchedule, { body: { report, every, tests, recipients, reason } }, key);
        await cache.invalidate(readSchedules);
      }}
    >
      <div className="row wrap">
        <Pick
          label={t("reports.report")}
          value={report}
          choices={reportNames.map(name => [name, t(`exports.lists.${name}`)] as const)}
          onPick={setReport}
        />
        <Pick
          label={t("reports.every")}
          value={every}
          choices={everyNames.map(name => [name, t(`reports.${name}`)] as const)}
          onPick={setEvery}
        />
      </div>
      <fieldset className="field" key={report}>
        <legend>{t("reports.recipients")}</legend>
        {able.map(({ id, name }) => (
          <label key={id} className="row">
            <input type="checkbox" name="recipient" value={id} defaultChecked={id === me.id} />
            {name}
          </label>
        ))}
      </fieldset>
      <label className="row">
        <input type="checkbox" name="tests" />
        {t("reports.tests")}
      </label>
    </Decide>
  );
}
