import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { factsLine } from "#modules/operators/office/parts/facts-line.ts";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { closeProviderAlarm, type DifferenceView, readReconciliation } from "./contract.ts";

export function Alarms() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const looks = useOfficeQuery(readReconciliation, {}, 15_000);
  return (
    <Read of={looks}>
      {({ data }) => (
        <>
          <Panel title={t("providers.alarms")}>
            <Table
              name={t("providers.alarms")}
              head={[t("time"), t("providers.name"), t("players.kind"), t("coins.facts"), ">"]}
              empty={t("providers.no_alarms")}
              rows={data.alarms.map(alarm => ({
                key: alarm.id,
                cells: [
                  <Moment key="at" at={alarm.last_at} />,
                  alarm.provider,
                  <b key="kind" className="bad">
                    {t.in("providers.alarm", alarm.kind)} {alarm.count > 1 && `×${alarm.count}`}
                  </b>,
                  <span key="facts" className="change mono">
                    {factsLine(alarm.facts)}
                  </span>,
                  may("providers.write") && (
                    <Decide
                      key="do"
                      action={t("providers.close_alarm")}
                      title={t.in("providers.alarm", alarm.kind)}
                      text={t("providers.close_alarm_text")}
                      asksReason
                      onDecide={async (reason, key) => {
                        await call(closeProviderAlarm, { params: { id: alarm.id }, body: { reason } }, key);
                        looks.reload();
                      }}
                    />
                  ),
                ],
              }))}
            />
          </Panel>
          <Panel title={t("providers.reconciliation")}>
            <p className="note muted sm">
              {data.compared.map(({ provider, until }) => (
                <span key={provider}>
                  {provider}: <Moment at={until} />{" "}
                </span>
              ))}
            </p>
            <Differences
              name={t("providers.reconciliation")}
              rows={data.differences}
              none={t("providers.no_differences")}
            />
            <h3>{t("providers.decided")}</h3>
            <Differences name={t("providers.decided")} rows={data.decided} none={t("providers.none_decided")} />
          </Panel>
        </>
      )}
    </Read>
  );
}

interface DifferencesProps {
  readonly name: string;
  readonly rows: readonly DifferenceView[];
  readonly none: string;
}

/** Each with what two operators decided about its round. */
function Differences({ name, rows, none }: DifferencesProps) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={name}
      head={[
        t("time"),
        t("providers.name"),
        t("approvals.fields.player"),
        t("players.kind"),
        t("providers.ours"),
        t("providers.theirs"),
        t("providers.decision"),
      ]}
      empty={none}
      rows={rows.map(row => ({
        key: row.id,
        cells: [
          <Moment key="at" at={row.resolved_at ?? row.found_at} />,
          row.provider,
          row.player.name,
          <b key="kind" className={row.resolved_at === null ? "bad" : undefined}>
            {t.in("providers.difference", row.kind)}
          </b>,
          <span key="ours" className="change mono">
            {row.ours ? factsLine(row.ours) : "—"}
          </span>,
          <span key="theirs" className="change mono">
            {row.theirs ? factsLine(row.theirs) : "—"}
          </span>,
          <DecisionOf key="decision" decision={row.decision} />,
        ],
      }))}
    />
  );
}

function DecisionOf({ decision }: Pick<DifferenceView, "decision">) {
  const { t } = useTranslation("office");
  if (!decision) return "—";
  const { kind, request, amount, currency } = decision;
  const what = t(`providers.decided_kinds.${kind}`, { amount: amount === null ? "" : money(amount, currency) });
  return request === null ? (
    what
  ) : (
    <Link className="link" to={`/approvals/${request}`}>
      {what}
    </Link>
  );
}
