import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { pinNote, writeNote } from "#modules/accounts/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Notes, type PinnedNote } from "#modules/operators/office/parts/notes.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import type { Player } from "./shown-player.ts";

/** Operators' notes on the player. */
export function PlayerNotes({ data, id, reload }: { data: Player; id: string; reload(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [mentioned, setMentioned] = useState<readonly string[]>([]);
  const write = async (text: string) => {
    const { data: written } = await call(writeNote, { params: { id }, body: { text } });
    setMentioned(written.mentioned);
  };
  const pin = async ({ id: note, pinned }: PinnedNote) => {
    await call(pinNote, { params: { id, note }, body: { pinned: !pinned } });
    reload();
  };
  return (
    <Panel title={t("players.notes")}>
      <Notes
        notes={data.notes}
        write={may("players.note") ? write : undefined}
        pin={may("players.note") ? pin : undefined}
        label={t("players.write_note")}
        onWritten={reload}
      />
      <div role="status">
        {mentioned.length > 0 && <p className="note muted">{t("notes.mentioned", { names: mentioned.join(", ") })}</p>}
      </div>
    </Panel>
  );
}
