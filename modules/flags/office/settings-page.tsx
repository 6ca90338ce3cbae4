import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type FlagView, readFlags, setFlag } from "./contract.ts";
import { RunningSettings } from "./running-settings.tsx";
import { SetFlag } from "./set-flag.tsx";
import { useFlagTexts } from "./use-flag-texts.ts";

/** Flags with what is set where and until when, their changes, and the settings of the process. */
export function SettingsPage() {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readFlags, {}, 15_000);
  const [request, setRequest] = useState<string>();
  const texts = useFlagTexts();
  const asked = (id: string) => {
    setRequest(id);
    found.reload();
  };
  return (
    <OfficePage title={t("pages.settings")}>
      <p className="note muted">{t("flags.rule")}</p>
      <AskedNote request={request} />
      <Panel title={t("flags.flags")}>
        <Read of={found}>{({ data }) => <FlagTable flags={data.flags} onAsked={asked} />}</Read>
      </Panel>
      <Panel title={t("flags.changes")}>
        <Read of={found}>
          {({ data }) => (
            <Table
              name={t("flags.changes")}
              head={[
                t("time"),
                t("flags.flag"),
                t("flags.where"),
                t("flags.value"),
                t("flags.until"),
                t("flags.requested"),
                t("flags.approved"),
                t("reason"),
              ]}
              empty={t("flags.no_changes")}
              rows={data.changes.map(change => ({
                key: String(change.number),
                cells: [
                  <Moment key="at" at={change.at} />,
                  texts.name(change.flag),
                  texts.place(change.region),
                  texts.value(change.value),
                  <Moment key="until" at={change.until} />,
                  change.asked_by,
                  change.set_by,
                  <span key="reason" className="reason">
                    {change.reason}
                  </span>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      <RunningSettings />
    </OfficePage>
  );
}

interface FlagTableProps {
  readonly flags: readonly FlagView[];
  /** With the request that another owner has to approve. */
  onAsked(request: string): void;
}

/** One row for each flag, and one below it for each place where it has a value of its own. */
function FlagTable({ flags, onAsked }: FlagTableProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const texts = useFlagTexts();
  const canSet = may("flags.write");
  return (
    <Table
      name={t("flags.flags")}
      head={[t("flags.flag"), t("flags.where"), t("flags.value"), t("flags.until"), t("flags.by"), t("reason"), ">"]}
      empty=""
      rows={flags.flatMap(flag => [
        {
          key: flag.name,
          cells: [
            <span key="name" className="reason">
              <b>{texts.name(flag.name)}</b>
              <br />
              <span className="muted sm">{texts.about(flag.name)}</span>
            </span>,
            t("flags.is_default"),
            texts.value(flag.initial),
            "—",
            "—",
            flag.settings.length === 0 ? t("flags.nothing") : "—",
            canSet && <SetFlag key="set" flag={flag} onAsked={onAsked} />,
          ],
        },
        ...flag.settings.map(({ region, value, until, set_by, asked_by, reason }) => ({
          key: `${flag.name} ${region}`,
          cells: [
            texts.name(flag.name),
            <b key="place">{texts.place(region)}</b>,
            <b key="value">{texts.value(value)}</b>,
            <Moment key="until" at={until} />,
            `${asked_by}, ${set_by}`,
            <span key="reason" className="reason">
              {reason}
            </span>,
            canSet && <Restore key="restore" flag={flag.name} region={region} onAsked={onAsked} />,
          ],
        })),
      ])}
    />
  );
}

interface RestoreProps {
  readonly flag: string;
  readonly region: string;
  onAsked(request: string): void;
}

function Restore({ flag, region, onAsked }: RestoreProps) {
  const { t } = useTranslation("office");
  const texts = useFlagTexts();
  return (
    <Decide
      action={t("flags.restore")}
      title={t("flags.restore_title", { flag: texts.name(flag), region: texts.place(region) })}
      text={t("flags.set_text")}
      asksReason
      onDecide={async (reason, key) => {
        const { data } = await call(setFlag, { body: { flag, region, set: null, reason } }, key);
        onAsked(data.request);
      }}
    />
  );
}
