import { useTranslation } from "#kit/web/texts.tsx";
import { AuditActionLine } from "#modules/audit/office/audit-actions.tsx";
import { readAuditLog } from "#modules/audit/shared/contract.ts";
import { Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";

/** Operators' actions on the player. */
export function AuditActions({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const log = useOfficeQuery(readAuditLog, { query: { subject: `player:${id}` } });
  return (
    <Panel title={t("players.staff_actions")}>
      <Read of={log}>
        {({ data }) =>
          data.items.length === 0 ? (
            <p className="note muted">{t("audit.none")}</p>
          ) : (
            <ul className="audit-actions">
              {data.items.map(entry => (
                <AuditActionLine key={entry.number} entry={entry} />
              ))}
            </ul>
          )
        }
      </Read>
    </Panel>
  );
}
