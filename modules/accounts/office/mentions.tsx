import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Refused, useSending } from "#modules/operators/office/parts/sending.tsx";
import { closeMention, type MentionView, readMentions } from "./contract.ts";

/** Notes on players that mention the operator. */
export function MentionsPage() {
  const { t } = useTranslation("office");
  const mentions = useList(readMentions, cursor => ({ query: cursor === undefined ? {} : { cursor } }));
  const columns: readonly Column<MentionView>[] = [
    { id: "player", title: t("player"), fixed: true, cell: ({ player }) => <PlayerLink player={player} /> },
    { id: "text", title: t("notes.text"), cell: ({ text }) => text },
    { id: "author", title: t("notes.author"), cell: ({ author }) => author },
    { id: "at", title: t("notes.written"), cell: ({ written_at }) => <Moment at={written_at} /> },
    {
      id: "state",
      title: t("players.state"),
      cell: mention => <MentionState mention={mention} onDone={mentions.reload} />,
    },
  ];
  return (
    <OfficePage title={t("pages.mentions")}>
      <Panel>
        <OfficeList
          name="mentions"
          title={t("pages.mentions")}
          columns={columns}
          of={mentions}
          keyOf={({ id }) => id}
          labelOf={({ player }) => player.name}
          to={({ player }) => `/players/${player.id}/notes`}
          empty={t("notes.no_mentions")}
        />
      </Panel>
    </OfficePage>
  );
}

function MentionState({ mention: { id, done_at }, onDone }: { readonly mention: MentionView; onDone(): void }) {
  const { t } = useTranslation("office");
  const { busy, error, send } = useSending();
  if (done_at !== null) return <Tag tone="plain">{t("notes.done")}</Tag>;
  const close = async () => {
    if (await send(() => call(closeMention, { params: { id } }))) onDone();
  };
  return (
    <>
      <button type="button" className="btn s" disabled={busy} onClick={() => void close()}>
        {t("notes.mark_done")}
      </button>
      <Refused why={error} />
    </>
  );
}
