import { useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { readApprovals } from "#modules/approvals/office/contract.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { Panel, Read, Room, Table } from "#modules/operators/office/parts/room.tsx";
import { useRoom } from "#modules/operators/office/parts/use-room.ts";
import { RequestState, useRequestTitle } from "./request-state.tsx";

/** Requests that take more than one person. */
export function ApprovalsRoom() {
  const { t } = useTranslation("office");
  const titleOf = useRequestTitle();
  const [which, setWhich] = useState<"waiting" | "all">("waiting");
  const requests = useRoom(readApprovals, { query: { which } }, 10_000);
  return (
    <Room
      title={t("rooms.approvals")}
      aside={
        <Pick
          label={t("approvals.which")}
          value={which}
          choices={[
            ["waiting", t("approvals.which_waiting")],
            ["all", t("approvals.which_all")],
          ]}
          onPick={setWhich}
        />
      }
    >
      <Panel>
        <Read of={requests}>
          {({ data }) => (
            <Table
              name={t("rooms.approvals")}
              head={[
                t("time"),
                t("approvals.what"),
                t("reason"),
                t("approvals.asked_by"),
                t("approvals.approved_by"),
                t("approvals.state"),
                ">",
              ]}
              empty={t(which === "waiting" ? "approvals.none_waiting" : "approvals.none")}
              rows={data.map(request => ({
                key: request.id,
                cells: [
                  <Moment key="at" at={request.asked_at} />,
                  <b key="what" className="reason">
                    {titleOf(request)}
                  </b>,
                  <span key="reason" className="reason">
                    {request.reason}
                  </span>,
                  request.asked_by,
                  request.approvals.map(({ operator }) => operator).join(", ") || "—",
                  <RequestState key="state" request={request} />,
                  <Link key="open" className="btn s" to={`/approvals/${request.id}`}>
                    {t("approvals.open")}
                  </Link>,
                ],
              }))}
            />
          )}
        </Read>
        <p className="note mut sm">{t("approvals.rule")}</p>
      </Panel>
    </Room>
  );
}
