import { useTranslation } from "#kit/web/texts.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { Player } from "./shown-player.ts";

/** The player's current and past sessions. */
export function Sessions({ sessions }: { sessions: Player["sessions"] }) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("players.sessions")}>
      <Table
        name={t("players.sessions")}
        head={[
          t("players.host"),
          t("players.address"),
          t("players.device"),
          t("players.opened"),
          t("players.seen"),
          ">",
        ]}
        empty={t("players.no_sessions")}
        rows={sessions.map(session => ({
          key: session.id,
          cells: [
            session.hostname,
            session.ip,
            <span key="device" className="ellipsis device" title={session.user_agent}>
              {session.user_agent}
            </span>,
            <Moment key="opened" at={session.created_at} />,
            <Moment key="seen" at={session.seen_at} />,
            <Tag key="state" tone={session.ended_at ? "plain" : "good"}>
              {t(session.ended_at ? "players.ended" : "players.active")}
            </Tag>,
          ],
        }))}
      />
    </Panel>
  );
}
