import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { muteAtTables, readTableChat, removeTableMessage, type TableMessage } from "./contract.ts";

const muteHours = 24;

/** What our players write at a provider's live tables: reported messages first to be looked at, removed, their authors muted. */
export function TableChat({ provider }: { provider: string }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [onlyReported, setOnlyReported] = useState(true);
  const query = onlyReported ? ({ reported: "1" } as const) : {};
  const found = useOfficeQuery(readTableChat, { params: { id: provider }, query }, 15_000);
  const title = t("providers.chat");
  return (
    <Panel
      title={title}
      aside={
        <label className="row sm">
          <input type="checkbox" checked={onlyReported} onChange={event => setOnlyReported(event.target.checked)} />
          {t("providers.chat_reported")}
        </label>
      }
    >
      <Read of={found}>
        {({ data }) => (
          <Table
            name={title}
            head={[
              t("time"),
              t("approvals.fields.player"),
              t("providers.game"),
              t("providers.chat_text"),
              `>${t("providers.chat_reports")}`,
              ">",
            ]}
            empty={t(onlyReported ? "providers.chat_none_reported" : "providers.chat_none")}
            rows={data.messages.map(each => ({
              key: each.message,
              cells: [
                <Moment key="at" at={each.at} />,
                <span key="player">
                  {each.player.name} <span className="muted">{each.nick}</span>{" "}
                  {each.is_muted && <Tag tone="bad">{t("providers.chat_muted")}</Tag>}
                </span>,
                `${each.game} (${each.language})`,
                <span key="text" className="change">
                  {each.text} {each.removed_at !== null && <Tag tone="bad">{t("providers.chat_removed")}</Tag>}
                </span>,
                each.reports,
                may("providers.write") && (
                  <Moderate key="do" provider={provider} message={each} onDone={found.reload} />
                ),
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

interface ModerateProps {
  readonly provider: string;
  readonly message: TableMessage;
  onDone(): void;
}

function Moderate({
  provider: id,
  message: { message, player, is_muted: isMuted, removed_at },
  onDone,
}: ModerateProps) {
  const { t } = useTranslation("office");
  const mute = (hours: number | null) => async (reason: string, key: string) => {
    await call(muteAtTables, { params: { id }, body: { player: player.id, hours, reason } }, key);
    onDone();
  };
  return (
    <>
      {removed_at === null && (
        <Decide
          action={t("providers.chat_remove")}
          title={t("providers.chat_remove_title")}
          text={t("providers.chat_remove_text")}
          dangerous
          asksReason
          onDecide={async (reason, key) => {
            await call(removeTableMessage, { params: { id, message }, body: { reason } }, key);
            onDone();
          }}
        />
      )}{" "}
      {isMuted ? (
        <Decide
          action={t("providers.chat_unmute")}
          title={t("providers.chat_unmute_title", { name: player.name })}
          asksReason
          onDecide={mute(0)}
        />
      ) : (
        <>
          <Decide
            action={t("providers.chat_mute_day")}
            title={t("providers.chat_mute_day_title", { name: player.name })}
            text={t("providers.chat_mute_text")}
            dangerous
            asksReason
            onDecide={mute(muteHours)}
          />{" "}
          <Decide
            action={t("providers.chat_mute")}
            title={t("providers.chat_mute_title", { name: player.name })}
            text={t("providers.chat_mute_text")}
            dangerous
            asksReason
            onDecide={mute(null)}
          />
        </>
      )}
    </>
  );
}
