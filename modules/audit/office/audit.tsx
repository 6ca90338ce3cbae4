import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { type AuditEntryView, readAuditLog } from "#modules/audit/shared/contract.ts";
import { factsLine } from "#modules/operators/office/parts/facts.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { Panel, Read, Room, Table } from "#modules/operators/office/parts/room.tsx";
import { useRoom } from "#modules/operators/office/parts/use-room.ts";
import { ChainState, useDeed } from "./deeds.tsx";

/** Who did what, when, why, and what changed. Nothing here can be changed. */
export function AuditRoom() {
  const { t } = useTranslation("office");
  const deed = useDeed();
  const [operator, setOperator] = useState("");
  const pages = usePages();
  const query = { ...(operator.trim() !== "" && { operator: operator.trim() }), ...pages.query };
  const log = useRoom(readAuditLog, { query }, pages.first ? 10_000 : undefined);
  return (
    <Room
      title={t("rooms.audit")}
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
                name={t("rooms.audit")}
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
                    <span key="no" className="mono mut">
                      {entry.number}
                    </span>,
                    <Moment key="at" at={entry.at} />,
                    <span key="who">
                      <b>{entry.operator}</b>{" "}
                      <span className="mut sm">
                        {t.has(`roles.${entry.role}`) ? t(`roles.${entry.role}`) : entry.role}
                      </span>
                    </span>,
                    deed(entry.action),
                    <span key="to" className="mono mut">
                      {entry.subject.replace(/^(\w+):.*(.{6})$/, "$1 #$2")}
                    </span>,
                    entry.reason && (
                      <span key="reason" className="reason">
                        {entry.reason}
                      </span>
                    ),
                    <Change key="change" entry={entry} />,
                    <span key="hash" className="mono mut" title={entry.hash}>
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
    </Room>
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
