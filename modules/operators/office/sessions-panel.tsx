import { useTranslation } from "#kit/web/texts.tsx";
import { endOneSession, readOwnSessions } from "#modules/operators/shared/own-access-contract.ts";
import { call } from "./api.ts";
import { Decide } from "./parts/decide.tsx";
import { Moment } from "./parts/figures.tsx";
import { Panel, Read, Table, Tag } from "./parts/office-page.tsx";
import { useOfficeQuery } from "./parts/use-office-query.ts";

/** Open sessions: one's own, or those of an operator. Each can be ended. */
export function SessionsPanel({ operator, title }: { operator?: string; title: string }) {
  const { t } = useTranslation("office");
  const sessions = useOfficeQuery(readOwnSessions, { query: { ...(operator !== undefined && { operator }) } });
  return (
    <Panel title={title}>
      <Read of={sessions}>
        {({ data }) => (
          <Table
            name={title}
            head={[t("sessions.opened"), t("sessions.active"), t("sessions.address"), t("sessions.device"), ">"]}
            empty="—"
            rows={data.map(({ id, opened_at, active_at, address, user_agent, current }) => ({
              key: id,
              cells: [
                <Moment key="opened" at={opened_at} />,
                <Moment key="active" at={active_at} />,
                <span key="address" className="mono">
                  {address}
                </span>,
                <span key="device" className="sm">
                  {user_agent.slice(0, 80)}
                </span>,
                current ? (
                  <Tag key="this" tone="good">
                    {t("sessions.this")}
                  </Tag>
                ) : (
                  <Decide
                    key="end"
                    action={t("sessions.end")}
                    title={t("sessions.end_title")}
                    dangerous
                    onDecide={async () => {
                      await call(endOneSession, { params: { id } });
                      sessions.reload();
                    }}
                  />
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
