import { useTranslation } from "#kit/web/texts.tsx";
import { DeedLine } from "#modules/audit/office/deeds.tsx";
import { readAuditLog } from "#modules/audit/shared/contract.ts";
import { Panel, Read } from "#modules/operators/office/parts/room.tsx";
import { useRoom } from "#modules/operators/office/parts/use-room.ts";

/** What operators did about him. */
export function Deeds({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const log = useRoom(readAuditLog, { query: { subject: `player:${id}` } });
  return (
    <Panel title={t("players.done")}>
      <Read of={log}>
        {({ data }) =>
          data.items.length === 0 ? (
            <p className="note mut">{t("audit.none")}</p>
          ) : (
            <ul className="deeds">
              {data.items.map(entry => (
                <DeedLine key={entry.number} entry={entry} />
              ))}
            </ul>
          )
        }
      </Read>
    </Panel>
  );
}
