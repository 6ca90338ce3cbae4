import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { type AuditEntryView, readAuditLog } from "#modules/audit/shared/contract.ts";
import { factsLine } from "#modules/operators/office/parts/facts.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { ChainState, useActionText } from "./audit-actions.tsx";

/** Who did what, when, why, and what changed. Read-only. */
export function AuditPage() {
  const { t } = useTranslation("office");
  const auditAction = useActionText();
  const [operator, setOperator] = useState("");
  const pages = usePages();
  const query = { ...(operator.trim() !== "" && { operator: operator.trim() }), ...pages.query };
  const log = useOfficeQuery(readAuditLog, { query }, pages.first ? 10_000 : undefined);
  return (
    <OfficePage
      title={t("pages.audit")}
      aside={
        <>
          {log.data && <ChainState chain={log.data.data.chain} />}
          <input
            className="search"
            type="search"
            aria-label={t("audit.by")}
            placeholder={t("audit.by")}
            value={operator}
            onChange={event => {
              pages.restart();
              setOperator(event.target.value);
            }}
          />
        </>
      }
    >
      <Panel>
        <Read of={log}>
          {({ data }) => (
            <>
              <Table
                name={t("pages.audit")}
                head={[
                  t("players.no"),
                  t("time"),
                  t("audit.who"),
                  t("audit.what"),
                  t("audit.to"),
                  t("reason"),
                  t("audit.change"),
                  ">SHA-256",
                ]}
                empty={t("audit.none")}
                rows={data.items.map(entry => ({
                  key: String(entry.number),
                  cells: [
                    <span key="no" className="mono muted">
                      {entry.number}
                    </span>,
                    <Moment key="at" at={entry.at} />,
                    <span key="who">
                      <b>{entry.operator}</b>{" "}
                      <span className="muted sm">{t.find(`roles.${entry.role}`) ?? entry.role}</span>
                    </span>,
                    auditAction(entry.action),
                    <span key="to" className="mono muted">
                      {entry.subject.replace(/^(\w+):.*(.{6})$/, "$1 #$2")}
                    </span>,
                    entry.reason && (
                      <span key="reason" className="reason">
                        {entry.reason}
                      </span>
                    ),
                    <Change key="change" entry={entry} />,
                    <span key="hash" className="mono muted" title={entry.hash}>
                      {`${entry.previous.slice(0, 4)} → ${entry.hash.slice(0, 6)}`}
                    </span>,
                  ],
                }))}
              />
              <Pager pages={pages} next={data.next_cursor} />
            </>
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}

function Change({ entry: { before, after } }: { entry: AuditEntryView }) {
  if (before === null && after === null) return null;
  return (
    <span className="change mono">
      {before !== null && <del>{factsLine(before)}</del>} {factsLine(after)}
    </span>
  );
}
