import { useTranslation } from "#kit/web/texts.tsx";
import { writeNote } from "#modules/accounts/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { Notes } from "#modules/operators/office/parts/notes.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { useSession } from "#modules/operators/office/session.ts";
import type { Player } from "./shown-player.ts";

/** Operators' notes on the player. */
export function PlayerNotes({ data, id, reload }: { data: Player; id: string; reload(): void }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const write = (text: string) => call(writeNote, { params: { id }, body: { text } });
  return (
    <Panel title={t("players.notes")}>
      <Notes
        notes={data.notes}
        write={may("players.note") ? write : undefined}
        label={t("players.write_note")}
        onWritten={reload}
      />
    </Panel>
  );
}
