import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { type ReportReason, type Room, removalReasons, rooms } from "#modules/community-chat/shared/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { BudgetsPanel, RoomPick, TipAuthor } from "./budgets-panel.tsx";
import {
  type ChatRow,
  keepMessage,
  muteAuthor,
  muteMinutes,
  readChat,
  removeMessage,
  writeAsModerator,
} from "./contract.ts";

/** The chat rooms: reported messages first, then the latest. */
export function ChatPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [room, setRoom] = useState<Room | "">("");
  const given = useOfficeQuery(readChat, { query: room === "" ? {} : { room } }, 5_000);
  return (
    <OfficePage
      title={t("pages.rooms")}
      aside={
        <span className="row">
          {may("moderation.decide") && <WriteAsModerator onDone={given.reload} />}
          <select
            className="pick"
            aria-label={t("rooms.room")}
            value={room}
            onChange={event => setRoom(event.target.value as Room | "")}
          >
            <option value="">{t("rooms.all")}</option>
            {rooms.map(each => (
              <option key={each} value={each}>
                {t(`rooms.names.${each}`)}
              </option>
            ))}
          </select>
        </span>
      }
    >
      <Panel>
        <Read of={given}>
          {({ data }) => (
            <Table
              name={t("pages.rooms")}
              head={[t("rooms.written"), t("rooms.room"), t("player"), t("rooms.message"), t("rooms.reports"), ">"]}
              empty={t("rooms.none")}
              rows={data.map(row => ({
                key: row.id,
                cells: [
                  <Moment key="at" at={row.at} />,
                  t(`rooms.names.${row.room}`),
                  <span key="player" className="row wrap">
                    {row.player ? <PlayerLink player={row.player} /> : t("rooms.ours")}
                    {row.muted_until && <Tag tone="bad">{t("rooms.muted")}</Tag>}
                  </span>,
                  <span key="text" className={row.removed ? "muted" : undefined}>
                    {row.kind === "rain" || row.kind === "tip" ? t(`rooms.${row.kind}_message`) : row.text}
                    {row.removed && ` (${t("rooms.removed")}: ${t(`rooms.reasons.${row.removed}`)})`}
                  </span>,
                  <Reports key="reports" row={row} />,
                  may("moderation.decide") && row.player ? (
                    <Actions key="do" row={row} player={row.player} onDone={given.reload} />
                  ) : (
                    ""
                  ),
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      <BudgetsPanel />
    </OfficePage>
  );
}

/** Everybody in the room sees it as a moderator's. */
function WriteAsModerator({ onDone }: { onDone(): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("rooms.write")}
      title={t("rooms.write_title")}
      onDecide={async (_reason, key, fields) => {
        const room = rooms.find(each => each === fields.get("room")) ?? "en";
        await call(writeAsModerator, { params: { room }, body: { key, text: String(fields.get("text") ?? "") } });
        onDone();
      }}
    >
      <RoomPick />
      <label className="field">
        {t("rooms.text")}
        <textarea name="text" required maxLength={160} rows={3} />
      </label>
    </Decide>
  );
}

function Reports({ row: { reports, reasons } }: { readonly row: ChatRow }) {
  const { t } = useTranslation("office");
  if (reports === 0) return null;
  return (
    <span className="row wrap">
      <Tag tone="wait">{reports}</Tag>
      <span className="muted">{reasons.map(reason => t(`rooms.reasons.${reason}`)).join(", ")}</span>
    </span>
  );
}

interface ActionsProps {
  readonly row: ChatRow;
  readonly player: NonNullable<ChatRow["player"]>;
  onDone(): void;
}

function Actions({ row, player, onDone }: ActionsProps) {
  const { t } = useTranslation("office");
  const { id, reports, removed } = row;
  return (
    <span className="row end">
      {removed === null && (
        <Decide
          action={t("rooms.remove")}
          title={t("rooms.remove_title", { name: player.name })}
          text={row.text}
          asksReason
          dangerous
          onDecide={async (reason, _key, fields) => {
            await call(removeMessage, { params: { id }, body: { why: reasonIn(fields), reason } });
            onDone();
          }}
        >
          <label className="field">
            {t("rooms.why")}
            <select name="why" required>
              {removalReasons.map(why => (
                <option key={why} value={why}>
                  {t(`rooms.reasons.${why}`)}
                </option>
              ))}
            </select>
          </label>
        </Decide>
      )}
      {reports > 0 && (
        <Decide
          action={t("rooms.keep")}
          title={t("rooms.keep_title", { name: player.name })}
          text={row.text}
          asksReason
          onDecide={async reason => {
            await call(keepMessage, { params: { id }, body: { reason } });
            onDone();
          }}
        />
      )}
      {removed === null && <TipAuthor message={id} name={player.name} onDone={onDone} />}
      <Decide
        action={t("rooms.mute")}
        title={t("rooms.mute_title", { name: player.name })}
        text={t("rooms.mute_text")}
        asksReason
        onDecide={async (reason, _key, fields) => {
          await call(muteAuthor, {
            params: { id: player.id },
            body: { minutes: Number(fields.get("minutes")), reason },
          });
          onDone();
        }}
      >
        <label className="field">
          {t("rooms.for")}
          <select name="minutes" defaultValue={60}>
            {muteMinutes
              .filter(minutes => minutes > 0 || row.muted_until !== null)
              .map(minutes => (
                <option key={minutes} value={minutes}>
                  {t(`rooms.periods.p${minutes}`)}
                </option>
              ))}
          </select>
        </label>
      </Decide>
    </span>
  );
}

function reasonIn(fields: FormData): ReportReason {
  return removalReasons.find(why => why === fields.get("why")) ?? "other";
}
